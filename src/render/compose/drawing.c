/* Draws a picture with all its texts into a panel.  Texts take free places in this
 * order: numbers at rings, remarks, texts of edges, names. */
#include "drawing.h"
#include "render/figure/annotations.h"
#include "render/figure/hulls.h"
#include "render/figure/labels.h"
#include "render/figure/plates.h"
#include "render/figure/rings.h"

#include <math.h>
#include <string.h>

/* ---- edges one by one ----
 *
 * Parallel edges fan out, opposite ones bend apart, and loops turn to a free side.
 * Edges end at the borders of their nodes, and arrows touch them. */

/* The texts of edges, with the segments beside which they go. */
typedef struct {
  mg_remark *remark;
  mg_segment *along;
  size_t count;
} stroke_texts;

/* The number of texts at edges and their ends. */
static size_t
strokes_words(const mg_picture *pic)
{
  size_t count = 0;

  for (size_t k = 0; pic->appearance != NULL && pic->appearance->line != NULL
                     && k < pic->appearance->lines; k++)
    count += (size_t)((pic->appearance->line[k].label != NULL)
                      + (pic->appearance->line[k].at_a.text != NULL)
                      + (pic->appearance->line[k].at_b.text != NULL));
  return count;
}

static void
stroke_texts_free(stroke_texts *texts)
{
  mg_free_all(texts->remark, texts->along);
  memset(texts, 0, sizeof *texts);
}

/* For every node with loops, the directions of its other edges; the angles of node
 * i begin at start[i]. */
typedef struct {
  size_t *start;               /* n+1 */
  double *angle;
} star;

static int
is_loop(const mg_line_look *line)
{
  return line->a == line->b;
}

static void
star_count(star *s, const mg_picture *pic, const double *loop)
{
  const mg_appearance *look = pic->appearance;

  for (size_t k = 0; k < look->lines; k++) {
    const mg_line_look *line = &look->line[k];

    if (is_loop(line))
      continue;
    s->start[line->a + 1] += !isnan(loop[line->a]);
    s->start[line->b + 1] += !isnan(loop[line->b]);
  }
  for (size_t i = 0; i < pic->n; i++)
    s->start[i + 1] += s->start[i];
}

static void
star_add(star *s, const mg_figure *f, const double *loop, size_t *next,
         size_t i, size_t j)
{
  if (!isnan(loop[i]))
    s->angle[s->start[i] + next[i]++]
      = atan2(f->at[j].y - f->at[i].y, f->at[j].x - f->at[i].x);
}

/* Place loops in the middle of the widest gap between a node's other edges, or above
 * the node if it has no other edges. */
static mgnn_status
find_loops(const mg_figure *f, double **out, mgnn_error *err)
{
  const mg_appearance *look = f->pic->appearance;
  size_t n = f->pic->n, *next = mg_zalloc(n, sizeof *next), loops = 0;
  star s = { mg_zalloc(n + 1, sizeof *s.start), NULL };
  double *angle = *out = mg_alloc(n, sizeof *angle);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, next, s.start, angle));
  for (size_t i = 0; i < n; i++)
    angle[i] = NAN;
  for (size_t k = 0; k < look->lines; k++)
    if (is_loop(&look->line[k])) {
      angle[look->line[k].a] = 0;
      loops++;
    }
  if (loops == 0)
    goto end;
  star_count(&s, f->pic, angle);
  TRY(mg_allocated(s.angle = mg_alloc(s.start[n], sizeof *s.angle), err));
  for (size_t k = 0; k < look->lines; k++)
    if (!is_loop(&look->line[k])) {
      star_add(&s, f, angle, next, look->line[k].a, look->line[k].b);
      star_add(&s, f, angle, next, look->line[k].b, look->line[k].a);
    }
  for (size_t i = 0; i < n; i++)
    if (!isnan(angle[i]))
      angle[i] = mg_widest_gap(s.angle + s.start[i],
                                    (int)(s.start[i + 1] - s.start[i]),
                                    -acos(-1) / 2);
end:
  mg_free_all(next, s.start, s.angle);
  return status;
}

/* The data shared by all lines of a figure. */
typedef struct {
  const mg_figure *f;
  double width, opacity;
  double *loops;               /* n: direction of the loops of a node, an angle on
                                * the page; NAN: the node has no loops */
} drawing;

/* The length of an arrowhead on a line of this width; head_slim is width / length. */
static double
head_length(const drawing *d, double width)
{
  double node = fmin(d->f->page->look.node, 14);

  return fmax(2.6, 3.4 * fmin(width, 6) + 0.42 * node);
}

static const double head_slim = 0.78;

/* The curve of a line from centre to centre of its nodes, or of a whole loop. */
static mg_curve
curve_of(const drawing *d, const mg_line_look *line, const mg_outline *a,
         const mg_outline *b, double width)
{
  double head = head_length(d, width), length, gap, sign;

  if (is_loop(line))
    return mg_curve_loop(a, d->loops[line->a], 0.55,
                         mg_loop_reach(fmin(a->a, a->b), d->f->plate == NULL,
                                       line->place));
  length = hypot(b->at.x - a->at.x, b->at.y - a->at.y);
  gap = fmax(fmax(1.7 * head_slim * head, 3 * width + 2), 0.1 * length);
  gap = fmin(gap, 0.6 * length / fmax(line->of - 1, 1));
  sign = line->a < line->b ? 1 : -1;
  return mg_curve_bent(a->at, b->at,
                       sign * mg_fan_bend(line->place, line->of, gap));
}

/* The arrow at one end of a line. */
typedef struct {
  int arrow, shape;
  double length;
} line_end;

/* Add an arrowhead with this tip, pointing away from `from`. */
static void
put_head(mg_stroke *s, mg_xy tip, mg_xy from, const line_end *end)
{
  double r = hypot(tip.x - from.x, tip.y - from.y);
  const mg_head_row *row = &mg_heads[end->shape % MG_HEADS];
  mg_head *head = &s->head[s->heads];
  mg_xy d = { (tip.x - from.x) / r, (tip.y - from.y) / r };

  if (!(r > 0))
    return;
  for (int k = 0; k < row->corners; k++) {
    double u = row->at[k][0] * end->length, v = row->at[k][1] * end->length;

    head->at[k] = mg_at(tip.x + u * d.x - v * d.y, tip.y + u * d.y + v * d.x);
  }
  head->corners = row->corners;
  head->empty = end->shape >= MG_HEAD_EMPTY;
  s->heads++;
}

/* Add the arrow at the end of a curve; *t0 and *t1 become the rest of the line, which
 * reaches a little into the head so that no gap shows. */
static void
put_arrow(mg_stroke *s, const mg_curve *c, const line_end *end, double *t0,
          double *t1)
{
  const mg_arrow_row *row = &mg_arrows[end->arrow];
  mg_xy tip, from;

  if (row->along < 0)
    return;
  if (row->along < 1) {
    double middle = *t0 + row->along * (*t1 - *t0);
    mg_xy at = mg_curve_at(c, middle), d = mg_curve_direction(c, middle);

    tip = (mg_xy){ at.x + row->ahead * end->length * d.x,
                   at.y + row->ahead * end->length * d.y };
    put_head(s, tip, (mg_xy){ tip.x - d.x, tip.y - d.y }, end);
    return;
  }
  tip = mg_curve_at(c, *t1);
  from = mg_curve_at(c, mg_curve_before(c, *t0, *t1, end->length));
  put_head(s, tip, from, end);
  *t1 = mg_curve_before(c, *t0, *t1, mg_heads[end->shape % MG_HEADS].back
                                     * end->length);
}

/* put_arrow for the beginning of a curve, using the reversed curve. */
static void
put_back_arrow(mg_stroke *s, const mg_curve *c, const line_end *end, double *t0,
               double *t1)
{
  mg_curve back = { { c->p[3], c->p[2], c->p[1], c->p[0] } };
  double from = 1 - *t1, to = 1 - *t0;

  put_arrow(s, &back, end, &from, &to);
  *t1 = 1 - from;
  *t0 = 1 - to;
}

static mgnn_status
colour_of(const drawing *d, const mg_line_look *line, mg_stroke *s,
          mgnn_error *err)
{
  double opacity = d->opacity;

  PASS(mg_figure_edge_colour(d->f, line->edge, &s->colour, &s->name, err));
  if (line->colour.a > 0) {    /* keep a file's colours opaque */
    s->colour = line->colour;
    opacity = isnan(d->f->page->style->opacity) ? 1 : opacity;
  }
  s->colour = mg_colour_faded(s->colour, opacity);
  return MGNN_OK;
}

/* The segment beside which the label of a line goes: around the middle of its visible
 * part.  *size is the line's width; for a loop it becomes half the loop's height. */
static mg_segment
along(const mg_line_look *line, const mg_curve *c, double t0, double t1,
      double *size)
{
  mg_xy m = mg_curve_at(c, (t0 + t1) / 2), p = mg_curve_at(c, t0);
  mg_xy q = mg_curve_at(c, t1), half = { (q.x - p.x) / 2, (q.y - p.y) / 2 };

  if (is_loop(line)) {
    mg_xy base = { p.x + half.x, p.y + half.y };

    *size = (*size + hypot(m.x - base.x, m.y - base.y)) / 2;
    m = (mg_xy){ (m.x + base.x) / 2, (m.y + base.y) / 2 };
    half = (mg_xy){ 0, 0 };
  }
  return mg_line(m.x - half.x, m.y - half.y, m.x + half.x, m.y + half.y);
}

static void
put_text(stroke_texts *texts, const mg_line_look *line, const char *text,
         mg_segment place, double width)
{
  if (text == NULL)
    return;
  texts->along[texts->count] = place;
  texts->remark[texts->count] = (mg_remark){
    .a = line->a, .b = line->b, .edge = line->edge, .text = text,
    .along = &texts->along[texts->count], .line = width, .ink = line->ink
  };
  texts->count++;
}

/* Add the label of a line and the texts at its ends. */
static void
put_texts(const drawing *d, stroke_texts *texts, const mg_line_look *line,
          const mg_curve *c, const double t[2], double width)
{
  mg_curve back = { { c->p[3], c->p[2], c->p[1], c->p[0] } };
  double near = 3 * d->f->page->look.font, size = width;
  mg_segment place = along(line, c, t[0], t[1], &size);

  put_text(texts, line, line->label, place, size);
  place = along(line, c, fmax(mg_curve_before(c, t[0], t[1], near),
                              t[1] - 0.4 * (t[1] - t[0])), t[1], &size);
  put_text(texts, line, line->at_b.text, place, size);
  place = along(line, &back, fmax(mg_curve_before(&back, 1 - t[1], 1 - t[0], near),
                                  1 - t[0] - 0.4 * (t[1] - t[0])), 1 - t[0], &size);
  put_text(texts, line, line->at_a.text, place, size);
}

/* Draw a stroke with several colours as lines side by side, one for each colour. */
static void
put_beside(const drawing *d, const mg_line_look *line, const mg_stroke *first)
{
  mg_xy by = { mg_px(first->p[3].x - first->p[0].x),
               mg_px(first->p[3].y - first->p[0].y) };
  double r = hypot(by.x, by.y), gap = 2 * mg_px(first->width);

  for (size_t k = r > 0 ? line->lines + 1 : 0; k-- > 0;) {   /* the first last */
    mg_stroke *s = &d->f->panel->strokes[d->f->panel->stroke_count - 1 + k];
    double shift = gap * ((double)k - (double)line->lines / 2) / r;

    *s = *first;
    if (k > 0) {
      s->heads = 0;
      s->colour = line->beside[k - 1];
    }
    for (int c = 0; c < 4; c++)
      s->p[c] = mg_at(mg_px(first->p[c].x) - shift * by.y,
                      mg_px(first->p[c].y) + shift * by.x);
  }
  d->f->panel->stroke_count += r > 0 ? line->lines : 0;
}

/* A short line drawn above two nodes that cover their edge: it crosses their overlap,
 * and is at least as long as the smaller node is wide.  For parallel edges these lines
 * lie side by side. */
static mg_curve
link_of(const drawing *d, const mg_line_look *line, const mg_outline *a,
        const mg_outline *b, double width)
{
  mg_xy by = { b->at.x - a->at.x, b->at.y - a->at.y }, p, q;
  double r = hypot(by.x, by.y), head = head_length(d, width), half, shift;
  double least = fmin(fmin(a->a, a->b), fmin(b->a, b->b));

  by = r > 0 ? (mg_xy){ by.x / r, by.y / r } : (mg_xy){ 1, 0 };
  p = mg_outline_border(a, by);                    /* border of a, towards b */
  q = mg_outline_border(b, (mg_xy){ -by.x, -by.y });
  half = fmax(fmax(hypot(p.x - q.x, p.y - q.y) / 2, least), 2 * width);
  half = fmin(half, fmax(r / 2, least));
  shift = mg_fan_bend(line->place, line->of, fmax(1.7 * head_slim * head,
                                                  3 * width + 2))
          * (line->a < line->b ? 1 : -1);
  p = (mg_xy){ (p.x + q.x) / 2 - by.y * shift, (p.y + q.y) / 2 + by.x * shift };
  return mg_curve_bent((mg_xy){ p.x - half * by.x, p.y - half * by.y },
                       (mg_xy){ p.x + half * by.x, p.y + half * by.y }, 0);
}

/* Add one line, with its texts and arrows; nothing if its width is 0. */
static mgnn_status
put_line(const drawing *d, const mg_line_look *line, stroke_texts *texts,
         mgnn_error *err)
{
  mg_outline a = mg_figure_shape(d->f, line->a);
  mg_outline b = mg_figure_shape(d->f, line->b);
  double width = d->width * line->width, t0 = 0, t1 = 1, seen, head;
  mg_outline from = a, to = b;
  mg_curve c, part;
  mg_stroke *s = &d->f->panel->strokes[d->f->panel->stroke_count];

  if (d->f->plate != NULL && line->at_a.port != NULL && !is_loop(line))
    from.at = mg_plates_port(d->f, line->a, line->at_a.port);
  if (d->f->plate != NULL && line->at_b.port != NULL && !is_loop(line))
    to.at = mg_plates_port(d->f, line->b, line->at_b.port);
  c = curve_of(d, line, &from, &to, width);
  *s = (mg_stroke){ .width = mg_units(width), .dash = (mg_dash)line->dash,
                    .i = line->a, .j = line->b };
  if (!is_loop(line))
    mg_curve_outside(&c, &a, &b, &t0, &t1);
  if (!(width > 0))
    return MGNN_OK;
  PASS(colour_of(d, line, s, err));
  part = mg_curve_part(&c, t0, t1);
  /* The nodes cover (nearly) all of the line. */
  if (!is_loop(line) && (!(t0 < t1) || mg_curve_length(&part) < fmax(width, 1.5))) {
    c = link_of(d, line, &a, &b, width);
    t0 = 0;
    t1 = 1;
    s->colour.a = 255;
    s->halo = d->f->page->look.outline;
  }
  put_texts(d, texts, line, &c, (double[2]){ t0, t1 }, width);
  part = mg_curve_part(&c, t0, t1);
  seen = mg_curve_length(&part);
  head = fmin(head_length(d, width), 0.62 * seen / (1 + (line->to_a
                                                         == MG_ARROW_END)));
  put_arrow(s, &c, &(line_end){ line->to_b, line->head_b, head }, &t0, &t1);
  put_back_arrow(s, &c, &(line_end){ line->to_a, line->head_a, head }, &t0, &t1);
  part = mg_curve_part(&c, t0, t1);
  if (!is_loop(line) && line->of < 2)  /* a straight line */
    part = (mg_curve){ { part.p[0], part.p[0], part.p[3], part.p[3] } };
  for (int k = 0; k < 4; k++)
    s->p[k] = mg_at(part.p[k].x, part.p[k].y);
  d->f->panel->stroke_count++;
  put_beside(d, line, s);
  return MGNN_OK;
}

static mgnn_status
prepare(drawing *d, stroke_texts *texts, mgnn_error *err)
{
  const mg_appearance *look = d->f->pic->appearance;
  size_t words = strokes_words(d->f->pic), lines = look->lines;

  for (size_t k = 0; k < look->lines; k++)
    lines += look->line[k].lines;
  d->f->panel->strokes = mg_alloc(lines, sizeof *d->f->panel->strokes);
  PASS(mg_allocated_all(err, d->f->panel->strokes, MG_NEW(texts->remark, words),
                        MG_NEW(texts->along, words)));
  return find_loops(d->f, &d->loops, err);
}

static mgnn_status
strokes_put(const mg_figure *f, stroke_texts *texts, mgnn_error *err)
{
  const mg_appearance *look = f->pic->appearance;
  drawing d = { f, f->page->look.edge_width, f->page->look.opacity, NULL };
  mg_panel *panel = f->panel;
  mgnn_status status = MGNN_OK;

  if (look == NULL || look->line == NULL || !(d.width > 0 && d.opacity > 0))
    return MGNN_OK;
  TRY(prepare(&d, texts, err));
  for (size_t layer = 0; layer < mg_panel_layers(panel); layer++) {
    for (size_t k = 0; k < look->lines; k++) {
      const mg_line_look *line = &look->line[k];

      /* The layer of an edge is that of its middle. */
      if (mg_figure_layer(f, (mg_figure_nearness(f, line->a)
                              + mg_figure_nearness(f, line->b)) / 2) == layer)
        TRY(put_line(&d, line, texts, err));
    }
    if (panel->layers > 0)
      panel->layer[layer].strokes = panel->stroke_count;
  }
end:
  mg_free(d.loops);
  return status;
}

/* ---- words ---- */

size_t
mg_drawing_words(const mg_page *page, const mg_picture *pic)
{
  int named = mg_figure_names(page, pic, 0);
  size_t names = named == MG_NAMED_NONE ? 0
                 : named == MG_NAMED_HUBS ? MG_HUBS_NAMED : pic->n;
  /* Each ring stands for at least two nodes. */
  size_t rings = page->style->rings && pic->n <= MG_RINGS_NODES ? pic->n / 2 : 0;

  return 2 * MG_LINES_MAX + pic->remarks.count + rings + mg_plates_words(pic)
         + strokes_words(pic) + (pic->appearance != NULL ? pic->appearance->groups : 0)
         + MG_NAME_LINES * names;
}

static mgnn_status
put_words(const mg_figure *f, const mg_rings *rings,
          const stroke_texts *texts, mgnn_error *err)
{
  const mg_picture *pic = f->pic;
  size_t most = pic->remarks.count + rings->rings + texts->count;
  mg_remark *remark = mg_alloc(most, sizeof *remark);
  mg_placed placed = { mg_alloc(most, sizeof *placed.rect), 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, remark, placed.rect));
  TRY(mg_rings_put(f, rings, remark, err));
  if (pic->remarks.count > 0)
    memcpy(remark + rings->rings, pic->remarks.list,
           pic->remarks.count * sizeof *remark);
  if (texts->count > 0)
    memcpy(remark + rings->rings + pic->remarks.count, texts->remark,
           texts->count * sizeof *remark);
  if (most > 0)
    TRY(mg_annotations_put(f, remark, most, &placed, err));
  if (mg_figure_names(f->page, pic, f->small) != MG_NAMED_NONE)
    TRY(mg_labels_put(f, &placed, err));
end:
  mg_free_all(placed.rect, remark);
  return status;
}

mgnn_status
mg_drawing_put(mg_figure *f, mgnn_error *err)
{
  mg_panel *panel = f->panel;
  size_t n = f->pic->n;
  double space = mg_hulls_space(f);
  mg_rings rings = { NULL, 0, 0, 0, NULL };
  stroke_texts texts = { NULL, NULL, 0 };
  mgnn_status status = MGNN_OK;

  f->box = (mg_region){ f->box.x + space, f->box.y + space, f->box.width - 2 * space,
                        f->box.height - 2 * space };
  TRY(mg_figure_place(f, err));
  if (f->names != NULL) {
    TRY(mg_allocated(panel->names = mg_alloc(n, sizeof *panel->names), err));
    memcpy(panel->names, f->names, n * sizeof *f->names);
  }
  if (f->plate == NULL)
    TRY(mg_rings_find(f, &rings, err));
  f->spare_runs = mg_rings_runs(f, &rings);
  f->spare_dots = rings.wedges + rings.rings;
  TRY(mg_figure_put(f, err));
  TRY(strokes_put(f, &texts, err));
  TRY(mg_velocities_put(f, err));
  TRY(mg_plates_put(f, err));
  TRY(put_words(f, &rings, &texts, err));
  if (panel->layer != NULL && panel->layers == 0) {    /* layer 0 has the groups */
    panel->layer[1] = mg_panel_layer(panel, 0);
    panel->layers = 2;
  }
end:
  stroke_texts_free(&texts);
  mg_rings_free(&rings);
  mg_plates_free(f->plate, n);
  mg_free(f->at);
  f->at = NULL;
  f->plate = NULL;
  return status;
}
