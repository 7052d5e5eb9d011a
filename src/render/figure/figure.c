/* Sorts edges and nodes into runs of the same look.  The look depends on the kind: a
 * group, or a step of a scale.  Depth is shown by layers: distant items are drawn
 * first, smaller and paler.  To keep one group from hiding another, groups are drawn
 * in several rounds: each member belongs to a random round, and the order of the
 * groups changes from round to round. */
#include "figure.h"
#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAYERS = 8 };           /* of a picture with depth */

/* The most rounds of nodes and of edges, and the fewest members in each. */
enum { NODE_ROUNDS = 16, NODE_ROUND = 8, EDGE_ROUNDS = 4, EDGE_ROUND = 64 };

typedef struct {
  const char *form;            /* classes, of kind number %zu */
  mg_colour colour;
  mg_mark mark;
  double rank;                 /* kinds of lower rank are drawn first, so below */
  size_t number;
  size_t count;                /* number of members */
  size_t next;                 /* where the next member goes */
} look_kind;

/* The look of step k of a scale, or of items without value (k = MG_SHADE_STEPS);
 * large values, of either sign, are drawn above small ones. */
static look_kind
step_look(const mg_figure *f, const mg_shade *shade, const char *form, size_t k)
{
  double t = (double)k - (shade->diverging ? MG_SHADE_STEPS / 2 : 0);

  return (look_kind){ .form = form, .number = k,
                 .colour = mg_look_step(&f->page->look, shade, k),
                 .rank = k == MG_SHADE_STEPS ? -1 : fabs(t) };
}

static mg_shade_kind
shade_of(const mg_shade *shade)
{
  return shade != NULL ? shade->kind : MG_SHADE_PLAIN;
}

static int
has_lines(const mg_picture *pic)
{
  return pic->appearance != NULL && pic->appearance->line != NULL;
}

/* Edges with an end outside all groups, within a group, and between groups. */
enum { OUTSIDE, WITHIN, BETWEEN };

/* Whether edges within a group have the colour of the group; otherwise the palette
 * has one colour for edges within and one for edges between groups. */
static int
by_own_group(const mg_figure *f)
{
  return shade_of(f->pic->edges.shade) == MG_SHADE_LABEL
         && !f->page->look.palette.by_group;
}

static size_t
edge_kind_count(const mg_figure *f)
{
  switch (shade_of(f->pic->edges.shade)) {
  case MG_SHADE_NUMBER:
    return MG_SHADE_STEPS + 1;
  case MG_SHADE_GROUP:
    return f->page->look.palette.count + 1;
  case MG_SHADE_OWN:
    return f->pic->edges.shade->group_count + 1;
  case MG_SHADE_COLOUR:
    return 1;
  case MG_SHADE_LABEL:
  case MG_SHADE_PLAIN:
    break;
  }
  return by_own_group(f) ? f->pic->group_count + 1 : 3;
}

/* The kind of an edge, as numbered for edge_look: a step of the scale, a group, or
 * OUTSIDE, WITHIN or BETWEEN.  Edges without value or group have the last number. */
static size_t
edge_kind(const mg_figure *f, size_t e)
{
  const mg_picture *pic = f->pic;
  size_t a, b;

  switch (shade_of(pic->edges.shade)) {
  case MG_SHADE_NUMBER:
    return mg_shade_step(pic->edges.shade, pic->edges.value[e]);
  case MG_SHADE_GROUP:
  case MG_SHADE_OWN:
    a = edge_kind_count(f) - 1;
    return pic->edges.group[e] >= 0 && (size_t)pic->edges.group[e] < a
           ? (size_t)pic->edges.group[e] : a;
  case MG_SHADE_COLOUR:
    return 0;
  case MG_SHADE_LABEL:
  case MG_SHADE_PLAIN:
    break;
  }
  a = mg_picture_group(pic, pic->ends[2 * e]);
  b = mg_picture_group(pic, pic->ends[2 * e + 1]);
  if (by_own_group(f))
    return a == b ? a : pic->group_count;
  return a >= pic->group_count || b >= pic->group_count ? OUTSIDE
         : a == b ? WITHIN : BETWEEN;
}

static look_kind
edge_look(const mg_figure *f, size_t k)
{
  static const char *const form[] = { "edge", "edge within", "edge between" };
  const mg_shade *shade = f->pic->edges.shade;
  const mg_look *look = &f->page->look;
  const mg_colour colour[] = { look->edge, look->within, look->between };
  int rest = k == edge_kind_count(f) - 1;

  switch (shade_of(shade)) {
  case MG_SHADE_NUMBER:
    return step_look(f, shade, "edge step-%zu", k);
  case MG_SHADE_COLOUR:
    return (look_kind){ .form = "edge", .colour = shade->colour };
  case MG_SHADE_OWN:
    return (look_kind){ .form = "edge colour-%zu", .number = k,
                        .colour = rest ? look->edge : shade->own[k],
                        .rank = !rest };
  case MG_SHADE_GROUP:
  case MG_SHADE_LABEL:
  case MG_SHADE_PLAIN:
    break;
  }
  if (shade_of(shade) != MG_SHADE_GROUP && !by_own_group(f))
    return (look_kind){ .form = form[k], .colour = colour[k],
                        .rank = (double)k };
  return (look_kind){
    .form = shade->kind == MG_SHADE_GROUP ? "edge kind-%zu" : "edge label-%zu",
    .number = k, .colour = rest ? look->edge : mg_look_fill(look, k),
    .rank = shade->kind == MG_SHADE_GROUP ? !rest : rest
  };
}

static size_t
node_kind(const mg_picture *pic, size_t i)
{
  return shade_of(pic->nodes.shade) == MG_SHADE_NUMBER
         ? mg_shade_step(pic->nodes.shade, pic->nodes.value[i])
         : mg_picture_group(pic, i);
}

/* Whether the colours of edges show data; the usual colour of nodes could then be
 * mistaken for one of them. */
static int
says_something(const mg_picture *pic)
{
  mg_shade_kind kind = shade_of(pic->edges.shade);

  return kind == MG_SHADE_NUMBER || kind == MG_SHADE_GROUP
         || kind == MG_SHADE_OWN;
}

static look_kind
node_look(const mg_figure *f, size_t k)
{
  const mg_look *look = &f->page->look;
  const mg_picture *pic = f->pic;
  const mg_shade *shade = pic->nodes.shade;
  int grouped = pic->group != NULL && pic->group_count > 0;
  int named = grouped && k < pic->group_count;

  if (shade_of(shade) == MG_SHADE_NUMBER)
    return step_look(f, shade, "node step-%zu", k);
  if (shade_of(shade) == MG_SHADE_OWN)
    return (look_kind){ .form = "node colour-%zu", .number = k,
                        .colour = named ? shade->own[k] : look->lone };
  return (look_kind){
    .form = named ? "node label-%zu" : grouped ? "node no-label" : "node",
    .number = k,
    .colour = shade_of(shade) == MG_SHADE_COLOUR ? shade->colour
              : named ? mg_look_fill(look, k)
              : grouped ? look->lone
              : says_something(pic) ? look->edge : mg_look_fill(look, 0),
    .mark = named ? mg_look_mark(look, k) : MG_DISC
  };
}

/* How strongly near and far differ on the page, from 0 to 1; 1 if the drawing is at
 * least half as deep as it is wide or high. */
static double
depth_shown(const mg_figure *f)
{
  const mg_viewport *v = f->view;
  double across = fmax(v->x1 / 2 - v->x0 / 2, v->y1 / 2 - v->y0 / 2);

  return v->z1 > v->z0 ? fmin(2 * (v->z1 / 2 - v->z0 / 2) / across, 1) : 0;
}

/* Whether the drawing is shown with depth; drawings that are flat up to numerical
 * errors are not. */
static int
has_depth(const mg_figure *f)
{
  return f->pic->depth != NULL && depth_shown(f) > 0.02;
}

double
mg_figure_nearness(const mg_figure *f, size_t i)
{
  double low = f->view->z0 / 2, t;

  if (!has_depth(f))
    return 1;
  t = (f->pic->depth[i] / 2 - low) / (f->view->z1 / 2 - low);
  return 1 - depth_shown(f) * (t > 0 ? t < 1 ? 1 - t : 0 : 1);
}

static size_t
layer_of(double near)
{
  return near < 1 ? (size_t)(near * LAYERS) : LAYERS - 1;
}

size_t
mg_figure_layer(const mg_figure *f, double near)
{
  return has_depth(f) ? layer_of(near) : 0;
}

/* The factor on sizes for nearness `near`, from 0 (farthest) to 1. */
static double
magnified(const mg_figure *f, double near)
{
  return has_depth(f) ? 0.65 + 0.6 * near : 1;
}

double
mg_figure_magnified(const mg_figure *f, size_t i)
{
  return magnified(f, mg_figure_nearness(f, i))
         * (f->pic->size.times != NULL ? f->pic->size.times[i] : 1);
}

int
mg_figure_radius(const mg_figure *f, size_t i)
{
  double node = f->page->look.node, own = mg_figure_magnified(f, i);

  return own == 1 ? 0 : mg_units(fmax(node * own / 2, 0.01));
}

static mg_colour
faded(const mg_look *look, mg_colour colour, size_t layer)
{
  double far = 1 - (double)layer / (LAYERS - 1);
  mg_colour page = look->outline;

  page.a = colour.a;
  return mg_colour_mix(colour, page, 0.58 * far);
}

static int
below(const void *a, const void *b)
{
  const look_kind *p = *(const look_kind *const *)a;
  const look_kind *q = *(const look_kind *const *)b;

  if (p->rank != q->rank)
    return p->rank < q->rank ? -1 : 1;
  if (p->count != q->count)    /* rare kinds are drawn last, so visible */
    return p->count > q->count ? -1 : 1;
  return p < q ? -1 : p > q;
}

/* A counting sort of edges or nodes: first count the members of each kind in each
 * round of each layer, then put each in its place. */
typedef struct {
  look_kind *all, **order;     /* count*slices: by number; as drawn */
  size_t count, layers, rounds;
  size_t slices;               /* layers*rounds */
  int mixed;                   /* nonzero: each round has its own order of kinds */
} kind_sort;

/* The most runs, which limits the number of rounds: more would make files larger. */
enum { RUNS_MOST = 4096 };

/* Prepare to sort `members` items of `count` kinds, in up to `rounds` rounds of at
 * least `each` members. */
static mgnn_status
sort_init(kind_sort *s, size_t count, const mg_panel *panel, size_t members,
          size_t rounds, size_t each, mgnn_error *err)
{
  size_t layers = mg_panel_layers(panel), most = RUNS_MOST / (count * layers);

  rounds = rounds < members / each ? rounds : members / each;
  rounds = rounds < most ? rounds : most;
  rounds = rounds > 0 ? rounds : 1;
  *s = (kind_sort){ mg_zalloc(count * layers * rounds, sizeof *s->all),
                    mg_alloc(count * layers * rounds, sizeof *s->order), count,
                    layers, rounds, layers * rounds, 0 };
  return s->all != NULL && s->order != NULL ? MGNN_OK : mg_fail_memory(err);
}

/* The entry in which a member is counted; its number determines its random round. */
static look_kind *
sort_slot(const kind_sort *s, size_t layer, size_t kind, size_t member)
{
  size_t round = 0;

  if (s->rounds > 1) {
    uint64_t stream = mg_random_stream(1, member);

    round = mg_random_below(&stream, s->rounds);
  }
  return &s->all[(layer * s->rounds + round) * s->count + kind];
}

static void
sort_free(kind_sort *s)
{
  mg_free_all(s->all, s->order);
}

/* After counting: set the looks of the kinds, and where their members start, slice
 * after slice, and within a slice in drawing order. */
static void
sort_starts(kind_sort *s, const mg_figure *f,
            look_kind (*look)(const mg_figure *f, size_t k))
{
  size_t start = 0;

  for (size_t l = 0; l < s->slices; l++) {
    look_kind **order = s->order + l * s->count;

    for (size_t k = 0; k < s->count; k++) {
      look_kind *it = order[k] = &s->all[l * s->count + k];
      size_t held = it->count;
      uint64_t stream = mg_random_stream(2, l * s->count + k);

      *it = look(f, k);
      it->count = held;
      if (s->mixed)
        it->rank = mg_random_uniform(&stream);
    }
    qsort(order, s->count, sizeof *order, below);
    for (size_t k = 0; k < s->count; k++) {
      order[k]->next = start;
      start += order[k]->count;
    }
  }
}

static mgnn_status
keep_name(const mg_figure *f, const look_kind *it, const char **out, mgnn_error *err)
{
  char text[60];

  snprintf(text, sizeof text, it->form, it->number);
  return mg_page_keep(f->page, text, out, err);
}

/* The layer of run k: they are ordered layer after layer. */
static size_t
sort_layer(const kind_sort *s, size_t k)
{
  return k / s->count / s->rounds;
}

static mg_colour
sort_colour(const kind_sort *s, const mg_figure *f, size_t k)
{
  mg_colour colour = s->order[k]->colour;

  return s->layers > 1 ? faded(&f->page->look, colour, sort_layer(s, k))
                       : colour;
}

/* The classes of a kind, and its colour at this nearness. */
static mgnn_status
kind_colour(const mg_figure *f, const look_kind *it, double near,
            mg_colour *out, const char **name, mgnn_error *err)
{
  *out = has_depth(f) ? faded(&f->page->look, it->colour, layer_of(near))
                      : it->colour;
  return keep_name(f, it, name, err);
}

mgnn_status
mg_figure_edge_colour(const mg_figure *f, size_t e, mg_colour *out,
                      const char **name, mgnn_error *err)
{
  look_kind plain = { .form = "edge", .colour = f->page->look.edge };
  double near = 1;

  if (shade_of(f->pic->edges.shade) == MG_SHADE_COLOUR)
    plain = edge_look(f, 0);
  if (e < f->pic->m) {
    plain = edge_look(f, edge_kind(f, e));
    near = (mg_figure_nearness(f, f->pic->ends[2 * e])
            + mg_figure_nearness(f, f->pic->ends[2 * e + 1])) / 2;
  }
  return kind_colour(f, &plain, near, out, name, err);
}

mgnn_status
mg_figure_node_colour(const mg_figure *f, size_t i, mg_colour *out,
                      const char **name, mgnn_error *err)
{
  look_kind kind = node_look(f, node_kind(f->pic, i));

  return kind_colour(f, &kind, mg_figure_nearness(f, i), out, name, err);
}

/* Edges with remarks are emphasised if there are at most this many. */
enum { NOTED_MOST = 40 };

static size_t
noted_edges(const mg_picture *pic)
{
  return pic->remarks.count <= NOTED_MOST && pic->remarks.count < pic->m
         ? pic->remarks.count : 0;
}

/* If only a few edges have remarks, draw these once more, wider, to show which are
 * meant.  Each has a run to itself, for its own colour. */
static void
put_noted(const mg_figure *f, double width)
{
  mg_panel *panel = f->panel;

  for (size_t k = 0; k < noted_edges(f->pic); k++) {
    const mg_remark *r = &f->pic->remarks.list[k];
    mg_segment *line = &panel->segment[f->pic->m + k];

    *line = (mg_segment){ f->at[r->a], f->at[r->b], r->a, r->b };
    panel->edges[panel->edge_runs++] = (mg_edge_run){
      "edge noted", edge_look(f, edge_kind(f, r->edge)).colour,
      mg_units(fmax(2 * width, 1)), 1, line
    };
  }
  if (panel->layers > 0)
    panel->layer[panel->layers - 1].edge_runs = panel->edge_runs;
}

/* The number of sides of the polygons that stand for ellipses. */
enum { ELLIPSE_SIDES = 36 };

static int
has_ellipse(const mg_picture *pic, size_t i)
{
  return pic->around.ellipse != NULL && isfinite(pic->around.ellipse[3 * i])
         && pic->around.ellipse[3 * i] > 0;
}

static size_t
ellipse_segments(const mg_picture *pic)
{
  size_t count = 0;

  for (size_t i = 0; i < pic->n && pic->around.ellipse != NULL; i++)
    count += has_ellipse(pic, i) ? ELLIPSE_SIDES : 0;
  return count;
}

/* A corner of the ellipse of node i: L times the point of the unit circle, where
 * C = L L^T. */
static mg_point
ellipse_point(const mg_figure *f, size_t i, int side)
{
  const double *c = f->pic->around.ellipse + 3 * i;
  double angle = 8 * atan(1) * (side % ELLIPSE_SIDES) / ELLIPSE_SIDES;
  double xx = sqrt(c[0]), xy = c[1] / xx, yy = sqrt(fmax(0, c[2] - xy * xy));
  double x = xx * cos(angle), y = xy * cos(angle) + yy * sin(angle);

  return (mg_point){ f->at[i].x + mg_units(f->unit * x),
                     f->at[i].y - mg_units(f->unit * y) };
}

static void
put_ellipses(const mg_figure *f, double width)
{
  mg_panel *panel = f->panel;
  size_t count = ellipse_segments(f->pic);
  mg_segment *line = panel->segment + f->pic->m + noted_edges(f->pic);

  if (count == 0)
    return;
  panel->edges[panel->edge_runs++] = (mg_edge_run){
    "ellipse", mg_colour_faded(f->page->look.ink, 0.7), mg_units(fmax(width, 0.5)),
    count, line
  };
  for (size_t i = 0; i < f->pic->n; i++)
    for (int side = 0; side < ELLIPSE_SIDES && has_ellipse(f->pic, i); side++)
      *line++ = (mg_segment){ ellipse_point(f, i, side),
                              ellipse_point(f, i, side + 1), (unsigned)i,
                              (unsigned)i };
  if (panel->layers > 0)
    panel->layer[panel->layers - 1].edge_runs = panel->edge_runs;
}

/* The entry of an edge; its layer is that of its middle. */
static look_kind *
edge_slot(const kind_sort *s, const mg_figure *f, size_t e)
{
  const unsigned *end = f->pic->ends + 2 * e;
  size_t layer = s->layers > 1 ? layer_of((mg_figure_nearness(f, end[0])
                                           + mg_figure_nearness(f, end[1])) / 2)
                               : 0;

  return sort_slot(s, layer, edge_kind(f, e), e);
}

/* Whether edges have several colours of equal rank, to be drawn in rounds. */
static int
edges_differ(const mg_figure *f)
{
  return shade_of(f->pic->edges.shade) == MG_SHADE_GROUP
         || shade_of(f->pic->edges.shade) == MG_SHADE_OWN || by_own_group(f)
         || (f->pic->group != NULL && f->page->look.palette.by_group
             && edge_kind_count(f) == 3);
}

static mgnn_status
put_edges(const mg_figure *f, mgnn_error *err)
{
  const mg_look *look = &f->page->look;
  const mg_style *style = f->page->style;
  const mg_picture *pic = f->pic;
  mg_panel *panel = f->panel;
  /* Edges whose colours show data are drawn wider and more opaque. */
  int louder = says_something(pic);
  double opacity = louder && isnan(style->opacity) ? sqrt(look->opacity)
                                                   : look->opacity;
  double width = look->edge_width
                 * (louder && isnan(style->edge_width) ? 1.3 : 1);
  kind_sort s;
  mgnn_status status = MGNN_OK;

  TRY(sort_init(&s, edge_kind_count(f), panel, pic->m,
                edges_differ(f) ? EDGE_ROUNDS : 1, EDGE_ROUND, err));
  panel->edges = mg_alloc(s.count * s.slices + noted_edges(pic) + 1,
                          sizeof *panel->edges);
  panel->segment = mg_alloc(pic->m + noted_edges(pic) + ellipse_segments(pic),
                            sizeof *panel->segment);
  TRY(mg_allocated_all(err, panel->edges, panel->segment));
  for (size_t e = 0; e < pic->m; e++)
    edge_slot(&s, f, e)->count++;
  sort_starts(&s, f, edge_look);
  for (size_t e = 0; e < pic->m; e++) {
    unsigned i = pic->ends[2 * e], j = pic->ends[2 * e + 1];

    panel->segment[edge_slot(&s, f, e)->next++]
      = (mg_segment){ f->at[i], f->at[j], i, j };
  }
  for (size_t k = 0; k < s.count * s.slices; k++) {
    const look_kind *it = s.order[k];
    double near = ((double)sort_layer(&s, k) + 0.5) / LAYERS;
    mg_edge_run run = {
      NULL, mg_colour_faded(sort_colour(&s, f, k), opacity),
      mg_units(width * magnified(f, near)), it->count,
      panel->segment + it->next - it->count
    };

    if (it->count > 0) {
      TRY(keep_name(f, it, &run.name, err));
      panel->edges[panel->edge_runs++] = run;
    }
    if (s.layers > 1)
      panel->layer[sort_layer(&s, k)].edge_runs = panel->edge_runs;
  }
  put_noted(f, width);
  put_ellipses(f, width);
end:
  sort_free(&s);
  return status;
}

static look_kind *
node_slot(const kind_sort *s, const mg_figure *f, size_t i)
{
  size_t layer = s->layers > 1 ? layer_of(mg_figure_nearness(f, i)) : 0;

  return sort_slot(s, layer, node_kind(f->pic, i), i);
}

static mgnn_status
put_nodes(const mg_figure *f, mgnn_error *err)
{
  const mg_look *look = &f->page->look;
  size_t n = f->pic->n;
  int by_group = f->pic->group != NULL && f->pic->group_count > 1
                 && shade_of(f->pic->nodes.shade) != MG_SHADE_NUMBER;
  mg_panel *panel = f->panel;
  kind_sort s;
  mgnn_status status = MGNN_OK;

  TRY(sort_init(&s, 1 + (shade_of(f->pic->nodes.shade) == MG_SHADE_NUMBER
                         ? MG_SHADE_STEPS : f->pic->group_count), panel, n,
                by_group ? NODE_ROUNDS : 1, NODE_ROUND, err));
  s.mixed = by_group;
  panel->nodes = mg_alloc(s.count * s.slices + f->spare_runs, sizeof *panel->nodes);
  panel->dot = mg_alloc(n + f->spare_dots, sizeof *panel->dot);
  TRY(mg_allocated_all(err, panel->nodes, panel->dot));
  for (size_t i = 0; i < n; i++)
    node_slot(&s, f, i)->count++;
  sort_starts(&s, f, node_look);
  for (size_t i = 0; i < n; i++)
    panel->dot[node_slot(&s, f, i)->next++] = (mg_dot){
      .at = f->at[i], .name = f->names != NULL ? f->names[i] : NULL,
      .radius = mg_figure_radius(f, i)
    };
  for (size_t k = 0; k < s.count * s.slices; k++) {
    const look_kind *it = s.order[k];
    mg_node_run run = {
      .fill = mg_colour_faded(sort_colour(&s, f, k), look->node_opacity),
      .outline = look->outline, .radius = mg_units(look->node / 2),
      .outline_width = mg_units(look->outline_width),
      .mark = it->mark, .count = it->count,
      .dot = panel->dot + it->next - it->count
    };

    if (it->count > 0) {
      TRY(keep_name(f, it, &run.name, err));
      panel->nodes[panel->node_runs++] = run;
    }
    if (s.layers > 1)
      panel->layer[sort_layer(&s, k)].node_runs = panel->node_runs;
  }
end:
  sort_free(&s);
  return status;
}

mgnn_status
mg_figure_put(const mg_figure *f, mgnn_error *err)
{
  const mg_look *look = &f->page->look;

  if (has_depth(f)) {
    PASS(mg_allocated(f->panel->layer = mg_zalloc(LAYERS, sizeof *f->panel->layer), err));
    f->panel->layers = LAYERS;
  }
  if (look->edge_width > 0 && look->opacity > 0 && !has_lines(f->pic))
    PASS(put_edges(f, err));
  if (look->node > 0 && f->plate == NULL)
    PASS(put_nodes(f, err));
  return MGNN_OK;
}

void
mg_figure_look(mg_page *page, const mg_picture *pic, const mg_viewport *view,
               const mg_region *box)
{
  mg_transform t = mg_viewport_into(view, box);
  /* Nodes on a line count as filling a fifth of the box, not no area. */
  double area = fmax(t.width * t.height, 0.2 * (box->width * box->height));

  mg_look_sizes(&page->look, page->style, pic->n, pic->m, fmax(area, 1),
                view->length / t.half * t.px, view->gap / t.half * t.px);
}

static double
largest(const mg_picture *pic)
{
  double most = pic->size.times != NULL ? 0 : 1;

  for (size_t i = 0; i < pic->n && pic->size.times != NULL; i++)
    most = fmax(most, pic->size.times[i]);
  return most;
}

int
mg_figure_names(const mg_page *page, const mg_picture *pic, int small)
{
  if (pic->names == NULL || pic->n == 0)
    return MG_NAMED_NONE;
  if (page->style->labels != MG_NAMED_AUTO)
    return page->style->labels;
  return small ? pic->n > MG_NAMES_MOST ? MG_NAMED_NONE : MG_NAMED_AUTO
         : pic->n > MG_NAMES_MOST ? MG_NAMED_HUBS : MG_NAMED_ALL;
}

mg_outline
mg_figure_shape(const mg_figure *f, size_t i)
{
  const mg_look *look = &f->page->look;
  mg_outline out = { MG_BORDER_ELLIPSE, { mg_px(f->at[i].x), mg_px(f->at[i].y) },
                   0, 0 };

  if (f->plate != NULL) {
    mg_node_shape shape = f->pic->appearance->node[i].shape;
    /* Lines keep 1 pixel from a bare text, and end at the outline of other shapes. */
    double more = mg_node_shapes[shape].drawn ? look->outline_width / 2 : 1;

    out.border = mg_node_shapes[shape].border;
    out.a = f->plate[i].a + more;
    out.b = f->plate[i].b + more;
  } else
    out.a = out.b = look->node / 2 * mg_figure_magnified(f, i)
                    + look->outline_width / 2;
  return out;
}

/* The space that loops need at the border of a drawing. */
static double
loop_space(const mg_figure *f)
{
  const mg_appearance *look = f->pic->appearance;
  double most = 0;

  for (size_t k = 0; has_lines(f->pic) && k < look->lines; k++)
    if (look->line[k].a == look->line[k].b)
      most = fmax(most, mg_loop_reach(f->radius, 1, look->line[k].place)
                        + (look->line[k].label != NULL
                           ? 1.5 * f->page->look.font : 0));
  return most;
}

/* The space for the nodes' centres: the box without margins for the size of nodes,
 * loops and names. */
static mg_region
pad(const mg_figure *f)
{
  int named = mg_figure_names(f->page, f->pic, f->small) == MG_NAMED_ALL;
  double font = named ? f->page->look.font : 0;
  double side = f->radius * 1.3 + loop_space(f), high = side + font;
  mg_region inner = f->box;

  side = fmin(side + 2 * font, 0.4 * inner.width);
  high = fmin(high, 0.4 * inner.height);
  inner.x += side;
  inner.y += high;
  inner.width -= 2 * side;
  inner.height -= 2 * high;
  return inner;
}

/* How crowded the nodes that should not overlap are, if nodes and letters are `times`
 * their usual size: needed over available distance.  Above 1 they overlap, or the box
 * does not hold them.  Smaller nodes leave more of the box to their centres. */
static mgnn_status
overlap_at(mg_figure *f, double times, double *out, mgnn_error *err)
{
  const mg_look *look = &f->page->look;
  mg_region inner;
  mg_transform t;

  mg_plate_scale(f->plate, f->pic, times * look->font, times * look->node);
  *out = 2;
  if (!mg_plate_fits(f->plate, f->pic, f->view, &f->box))
    return MGNN_OK;
  inner = mg_plate_pad(f->plate, f->pic, f->view, f->box);
  t = mg_viewport_into(f->view, &inner);
  return mg_plate_overlap(f->plate, f->pic, t.px / t.half, out, err);
}

/* Reduce nodes and letters until nodes that should not overlap do not, and all lie
 * wholly on the page. */
static mgnn_status
part_plates(mg_figure *f, mgnn_error *err)
{
  enum { STEPS = 12 };
  mg_look *look = &f->page->look;
  double small = 0, large = 1, crowd;

  PASS(overlap_at(f, 1, &crowd, err));
  if (!(crowd > 1))
    return MGNN_OK;
  for (int step = 0; step < STEPS || small == 0; step++) {
    double times = (small + large) / 2;

    PASS(overlap_at(f, times, &crowd, err));
    if (crowd > 1 && times > 0.01)
      large = times;
    else
      small = times;
  }
  look->font *= small;
  look->node *= small;
  look->font_least = fmin(look->font_least, look->font);
  mg_plate_scale(f->plate, f->pic, look->font, look->node);
  return MGNN_OK;
}

/* Compute the sizes of nodes with shapes; reduce the letters if the nodes would cover
 * too much of the edges or overlap. */
static mgnn_status
measure_plates(mg_figure *f, mgnn_error *err)
{
  const mg_picture *pic = f->pic;
  mg_look *look = &f->page->look;
  double crowd;
  mg_transform t;
  mg_region inner;

  if (pic->appearance == NULL || pic->appearance->node == NULL)
    return MGNN_OK;
  PASS(mg_allocated(f->plate = mg_zalloc(pic->n, sizeof *f->plate), err));
  PASS(mg_plate_measure(f->plate, pic, f->page,
                        mg_figure_names(f->page, pic, f->small), err));
  mg_plate_scale(f->plate, pic, look->font, look->node);
  inner = mg_plate_pad(f->plate, pic, f->view, f->box);
  t = mg_viewport_into(f->view, &inner);
  PASS(mg_plate_crowding(f->plate, pic, f->view, t.px / t.half, &crowd, err));
  if (crowd > 1) {
    look->font = fmax(look->font / crowd, look->font_least);
    mg_plate_scale(f->plate, pic, look->font, look->node);
  }
  PASS(part_plates(f, err));
  for (size_t i = 0; i < pic->n; i++)
    f->radius = fmax(f->radius, fmax(f->plate[i].a, f->plate[i].b));
  return MGNN_OK;
}

mgnn_status
mg_figure_place(mg_figure *f, mgnn_error *err)
{
  const mg_picture *pic = f->pic;
  const mg_look *look = &f->page->look;
  mg_region inner;
  mg_transform t;

  PASS(mg_page_names(f->page, pic->names, pic->n, &f->names, err));
  PASS(mg_allocated(f->at = mg_alloc(pic->n, sizeof *f->at), err));
  f->radius = look->node / 2 * magnified(f, 1) * largest(pic)
              + look->outline_width;
  PASS(measure_plates(f, err));
  inner = f->plate != NULL ? mg_plate_pad(f->plate, pic, f->view, f->box)
                           : pad(f);
  t = mg_viewport_into(f->view, &inner);
  f->unit = t.px / t.half;
  for (size_t i = 0; i < pic->n; i++)
    f->at[i] = mg_transform_point(&t, pic->xy[2 * i], pic->xy[2 * i + 1]);
  return MGNN_OK;
}
