/* Places remarks at edges and nodes: the most important first, each at the best
 * place along its edge that is still free. */
#include "annotations.h"

#include <math.h>

/* Places of a remark at an edge: how far along the edge, and how far aside; at 1 it is
 * just clear of the line, and above it unless the line is vertical.  Places of a
 * remark at a node are in `around`. */
static const struct {
  double along, aside, cost;
} place[] = {
  { 0.5, 1, 0 }, { 0.5, -1, 0.1 }, { 0.42, 1, 0.3 }, { 0.58, 1, 0.3 },
  { 0.42, -1, 0.4 }, { 0.58, -1, 0.4 }, { 0.33, 1, 0.7 }, { 0.67, 1, 0.7 },
  { 0.33, -1, 0.8 }, { 0.67, -1, 0.8 }, { 0.5, 0, 0.9 }, { 0.35, 0, 1.3 },
  { 0.65, 0, 1.3 }, { 0.25, 1, 1.4 }, { 0.75, 1, 1.4 }, { 0.25, -1, 1.5 },
  { 0.75, -1, 1.5 }, { 0.5, 2, 1.8 }, { 0.5, -2, 1.9 }
};
enum { PLACES = sizeof place / sizeof *place };

static const struct {
  double dx, dy;
} around[] = {
  { 1, -1 }, { 1, 0 }, { 1, 1 }, { -1, -1 }, { -1, 0 }, { -1, 1 }, { 0, -1 },
  { 0, 1 }
};
enum { AROUND = sizeof around / sizeof *around };

static mg_rect
rect_around(double x, double y, double width, double height)
{
  return (mg_rect){ (float)(x - width / 2), (float)(y - height / 2),
                    (float)(x + width / 2), (float)(y + height / 2) };
}

/* Place k for a text of this size at an edge that is `line` wide. */
static mg_rect
at_edge(size_t k, const mg_segment *e, double line, double width, double high)
{
  mg_point a = e->a, b = e->b;
  double x = mg_px(a.x), y = mg_px(a.y), dx = mg_px(b.x) - x;
  double dy = mg_px(b.y) - y, length = hypot(dx, dy);
  double clear = fabs(dx) / length * 0.42 * high
                 + fabs(dy) / length * width / 2 + 1.5 + line / 2;
  double aside = place[k].aside * (dx > 0 ? -clear : clear);

  return rect_around(x + (place[k].along * dx - aside * dy / length),
                     y + (place[k].along * dy + aside * dx / length), width,
                     high);
}

/* Place k for a text around a node of this radius. */
static mg_rect
at_node(size_t k, mg_point at, double radius, double width, double high)
{
  double out_x = radius + width / 2 + 1, out_y = radius + high / 2;

  return rect_around(mg_px(at.x)
                     + around[k].dx * (around[k].dy != 0 ? 0.8 : 1) * out_x,
                     mg_px(at.y)
                     + around[k].dy * (around[k].dx != 0 ? 0.6 : 1) * out_y,
                     width, high);
}

/* Place k for a text around a loop, not touching it. */
static mg_rect
at_loop(size_t k, mg_point at, double radius, double width, double high)
{
  double out = around[k].dx != 0 && around[k].dy != 0 ? 0.75 * radius : radius;

  return rect_around(mg_px(at.x) + around[k].dx * (out + width / 2 + 1),
                     mg_px(at.y) + around[k].dy * (out + high / 2), width, high);
}

/* The cost of place k around a loop: lowest on the side away from the node. */
static double
loop_cost(size_t k, mg_point loop, mg_point node)
{
  double x = loop.x - node.x, y = loop.y - node.y;
  double scale = hypot(x, y) * hypot(around[k].dx, around[k].dy);

  return scale > 0 ? 1 - (around[k].dx * x + around[k].dy * y) / scale : 0;
}

/* Find the cheapest place for a text of that width; returns 0 if no place is free.
 * Places cost more far from the usual one, on a node, or on edges.  The label of an
 * edge is never put on a node. */
static int
best_place(const mg_obstacles *o, const mg_figure *f, const mg_remark *remark,
           double width, double size, mg_rect *out)
{
  const mg_segment *along = remark->along;
  mg_point a = along != NULL ? along->a : f->at[remark->a];
  mg_point b = along != NULL ? along->b : f->at[remark->b];
  int on_node = a.x == b.x && a.y == b.y;
  size_t places = on_node ? (size_t)AROUND : (size_t)PLACES;
  double least = HUGE_VAL;

  for (size_t k = 0; k < places; k++) {
    double cost = !on_node ? place[k].cost : along == NULL ? 0.1 * (double)k
                  : loop_cost(k, a, f->at[remark->a]);
    mg_rect r = on_node && along != NULL
                ? at_loop(k, a, remark->line, width, 1.1 * size)
                : on_node ? at_node(k, a, f->radius, width, 1.1 * size)
                : at_edge(k, &(mg_segment){ a, b, 0, 0 }, remark->line, width,
                          1.1 * size);
    int hits;

    if (mg_obstacles_forbid(o, &r))
      continue;
    hits = mg_obstacles_nodes(o, &r, 3);
    if (along != NULL && hits > 0)
      continue;
    cost = cost + 3 * hits
           + (along == NULL ? 0.3 : on_node ? 4 : 0.8)
             * mg_obstacles_edges(o, &r);
    if (cost < least) {
      least = cost;
      *out = r;
    }
  }
  return least < HUGE_VAL;
}

static mgnn_status
put_one(const mg_figure *f, mg_obstacles *o, const mg_remark *remark,
        double size, mg_placed *placed, mgnn_error *err)
{
  mg_page *page = f->page;
  mg_rect *r = &placed->rect[placed->count];
  const char *text;

  PASS(mg_page_keep(page, remark->text, &text, err));
  if (!best_place(o, f, remark,
                  mg_ruler_width(page->ruler, text, size) + 2, size, r)) {
    page->scene->remarks_hidden++;
    return MGNN_OK;
  }
  mg_panel_word(f->panel, text, (r->x0 + r->x1) / 2,
                r->y0 + (MG_TEXT_RISE + 0.05) * size,
                (mg_type){ remark->along != NULL ? "edge-label"
                           : remark->a == remark->b ? "count" : "length", size,
                           MG_MIDDLE, remark->ink.a > 0 ? remark->ink
                                      : page->look.ink })
    ->halo = page->look.halo;
  return mg_rect_grid_add(&o->words, placed->count++, err);
}

mgnn_status
mg_annotations_put(const mg_figure *f, const mg_remark *remark, size_t count,
                   mg_placed *placed, mgnn_error *err)
{
  double size = fmax(0.8 * f->page->look.font, f->page->look.font_least);
  mg_obstacles o;
  mgnn_status status = MGNN_OK;

  placed->count = 0;
  TRY(mg_obstacles_init(&o, f, size, placed->rect, err));
  for (size_t k = 0; k < count; k++)
    TRY(put_one(f, &o, &remark[k], size, placed, err));
end:
  mg_obstacles_free(&o);
  return status;
}

/* ---- arrows at nodes: a straight stroke with a head, from the middle of the node ---- */

/* Width of the head, and how far the line stops before the tip, in head lengths. */
static const double head_slim = 0.8, into_head = 0.9;

mg_colour
mg_velocities_colour(const mg_look *look)
{
  return look->ink;            /* not a colour of parts */
}

/* Fill in an arrow that starts at a point of the page and extends by dx, dy pixels. */
static void
put_arrow(mg_stroke *s, mg_point at, double dx, double dy, double head)
{
  double x = mg_px(at.x), y = mg_px(at.y), length = hypot(dx, dy), left;
  mg_xy tip = { x + dx, y + dy }, corner[3];

  head = fmin(head, 0.7 * length);
  left = 1 - into_head * head / length;
  mg_arrowhead(tip, (mg_xy){ dx / length, dy / length }, head, head_slim * head,
               corner);
  for (int k = 0; k < 3; k++)
    s->head[0].at[k] = mg_at(corner[k].x, corner[k].y);
  s->head[0].corners = 3;
  s->heads = 1;
  s->p[0] = s->p[1] = at;
  s->p[2] = s->p[3] = mg_at(x + left * dx, y + left * dy);
}

mgnn_status
mg_velocities_put(const mg_figure *f, mgnn_error *err)
{
  const double *arrow = f->pic->around.arrow;
  const mg_look *look = &f->page->look;
  mg_panel *panel = f->panel;
  double width = fmax(1.2, 1.5 * look->edge_width);
  double head = 3.2 * width + 0.4 * fmin(look->node, 14);
  mg_stroke *strokes;

  if (arrow == NULL)
    return MGNN_OK;
  strokes = mg_resize(panel->strokes, panel->stroke_count + f->pic->n,
                      sizeof *strokes);
  PASS(mg_allocated(strokes, err));
  panel->strokes = strokes;
  for (size_t i = 0; i < f->pic->n; i++) {
    double dx = f->unit * arrow[2 * i], dy = -f->unit * arrow[2 * i + 1];
    mg_stroke *s = &strokes[panel->stroke_count];

    if (!(hypot(dx, dy) >= 1) || !isfinite(dx + dy))
      continue;                /* too short to be seen */
    *s = (mg_stroke){ .name = "velocity", .colour = mg_velocities_colour(look),
                      .width = mg_units(width), .dash = MG_SOLID,
                      .i = (unsigned)i, .j = (unsigned)i };
    put_arrow(s, f->at[i], dx, dy, head);
    panel->stroke_count++;
  }
  if (panel->layers > 0)
    panel->layer[panel->layers - 1].strokes = panel->stroke_count;
  return MGNN_OK;
}
