/* Remarks at edges and nodes: one after the other, the most important first,
 * each takes the best of the places along its edge that are still free. */
#include "annotations.h"

#include <math.h>
#include <string.h>

/* The places of a remark: how far along its edge, and how far from it: at 1 it
 * is just clear of the line, above where that is not upright.  A remark on a
 * node has its places around it. */
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

/* What a remark must look out for. */
typedef struct {
  const mg_region *box;
  mg_grid nodes, remarks;
  mg_crowd edges;
  double size, radius;
} scenery;

static double
px(int units)
{
  return units / (double)MG_UNITS;
}

static mg_rect
around_point(double x, double y, double width, double height)
{
  return (mg_rect){ (float)(x - width / 2), (float)(y - height / 2),
                    (float)(x + width / 2), (float)(y + height / 2) };
}

/* What a place costs; infinite where it cannot be. */
static double
cost_of(const scenery *s, const mg_rect *r, double cost)
{
  const mg_region *box = s->box;

  if (r->x0 < box->x || r->y0 < box->y || r->x1 > box->x + box->width
      || r->y1 > box->y + box->height || mg_grid_hits(&s->remarks, r, 1) > 0)
    return HUGE_VAL;
  return cost + 3 * mg_grid_hits(&s->nodes, r, 3)
         + 0.3 * fmin(mg_crowd_in(&s->edges, r), 3);
}

/* The best place for a text of that width; 0 if there is none. */
static int
best_place(const scenery *s, mg_point a, mg_point b, double width,
           mg_rect *out)
{
  double x = px(a.x), y = px(a.y), dx = px(b.x) - x, dy = px(b.y) - y;
  double high = 1.1 * s->size, length = hypot(dx, dy), least = HUGE_VAL;
  int on_node = a.x == b.x && a.y == b.y;

  for (size_t k = 0; k < (on_node ? (size_t)AROUND : (size_t)PLACES); k++) {
    double px_x = x, px_y = y, cost = 0.1 * (double)k;
    mg_rect r;

    if (on_node) {
      double out_x = s->radius + width / 2 + 1, out_y = s->radius + high / 2;

      px_x += around[k].dx * (around[k].dy != 0 ? 0.8 : 1) * out_x;
      px_y += around[k].dy * (around[k].dx != 0 ? 0.6 : 1) * out_y;
    } else {
      double clear = fabs(dx) / length * 0.42 * high
                     + fabs(dy) / length * width / 2 + 1.5;
      double aside = place[k].aside * (dx > 0 ? -clear : clear);

      px_x += place[k].along * dx - aside * dy / length;
      px_y += place[k].along * dy + aside * dx / length;
      cost = place[k].cost;
    }
    r = around_point(px_x, px_y, width, high);
    cost = cost_of(s, &r, cost);
    if (cost < least) {
      least = cost;
      *out = r;
    }
  }
  return least < HUGE_VAL;
}

static mgnn_status
mark_nodes(scenery *s, const mg_point *at, size_t n, mg_rect *disc,
           mgnn_error *err)
{
  mgnn_status status = mg_grid_init(&s->nodes, s->box, 2 * s->size, disc, err);

  for (size_t i = 0; status == MGNN_OK && i < n; i++) {
    disc[i] = around_point(px(at[i].x), px(at[i].y), 2 * s->radius,
                           2 * s->radius);
    status = mg_grid_add(&s->nodes, i, err);
  }
  return status;
}

static mgnn_status
put_one(mg_page *page, mg_panel *panel, scenery *s, const mg_remark *remark,
        const mg_point *at, mg_rect *taken, size_t *used, mgnn_error *err)
{
  const char *text = mg_text_keep(&page->scene->pool, remark->text);
  mg_rect *r = &taken[*used];
  mg_word *word;

  if (text == NULL)
    return mg_fail_memory(err);
  if (!best_place(s, at[remark->a], at[remark->b],
                  mg_ruler_width(page->ruler, text, s->size) + 2, r)) {
    page->scene->remarks_hidden++;
    return MGNN_OK;
  }
  word = mg_page_word(panel, remark->a == remark->b ? "count" : "length", text,
                      (r->x0 + r->x1) / 2,
                      r->y0 + (MG_TEXT_RISE + 0.05) * s->size, MG_MIDDLE,
                      s->size, page->look.ink);
  word->halo = page->look.halo;
  return mg_grid_add(&s->remarks, (*used)++, err);
}

mgnn_status
mg_remarks_place(mg_page *page, mg_panel *panel, const mg_picture *pic,
               const mg_remark *remark, size_t count, const mg_point *at,
               double radius, const mg_region *box, mg_rect *taken,
               size_t *used, mgnn_error *err)
{
  scenery s = { .box = box, .radius = radius,
                .size = fmax(0.8 * page->look.font, page->look.font_least) };
  mg_rect *disc = mg_alloc(pic->n, sizeof *disc);
  mgnn_status status = disc != NULL ? MGNN_OK : mg_fail_memory(err);

  *used = 0;
  if (status == MGNN_OK)
    status = mark_nodes(&s, at, pic->n, disc, err);
  if (status == MGNN_OK)
    status = mg_grid_init(&s.remarks, box, 3 * s.size, taken, err);
  if (status == MGNN_OK)
    status = mg_crowd_init(&s.edges, box, 0.5 * s.size, pic, at, err);
  for (size_t k = 0; k < count && status == MGNN_OK; k++)
    status = put_one(page, panel, &s, &remark[k], at, taken, used, err);
  mg_free(s.edges.count);
  mg_grid_free(&s.remarks);
  mg_grid_free(&s.nodes);
  mg_free(disc);
  return status;
}
