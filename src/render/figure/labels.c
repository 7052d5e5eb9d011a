/* Names beside nodes: node after node, those with most edges first, each name
 * takes the best of eight places around its node that is still free. */
#include "labels.h"
#include "occupancy.h"

#include <math.h>
#include <stdlib.h>

/* The places, best first.  dx and dy point from the node to the name. */
enum { PLACES = 8 };
static const struct {
  double dx, dy;
  double cost;
} place[PLACES] = {
  { 1, 0, 0 }, { 0, -1, 0.10 }, { 0, 1, 0.12 }, { -1, 0, 0.15 },
  { 0.7071, -0.7071, 0.05 }, { 0.7071, 0.7071, 0.08 },
  { -0.7071, -0.7071, 0.18 }, { -0.7071, 0.7071, 0.2 }
};

/* One name on its way to a place. */
typedef struct {
  size_t node, degree;
  double width;                /* at font size 1 */
  const char *text;
} name;

static int
by_degree(const void *a, const void *b)
{
  const name *p = a, *q = b;

  if (p->degree != q->degree)
    return p->degree > q->degree ? -1 : 1;
  return p->node < q->node ? -1 : p->node > q->node;
}

/* The rectangle of a name of width w and height h at place k, `gap` away from
 * the middle of its node.  Names above and below may slide sideways to stay
 * within the box. */
static mg_rect
rect_at(int k, double x, double y, double gap, double w, double h,
        const mg_region *box)
{
  double dx = place[k].dx, dy = place[k].dy, left, top;
  mg_rect r;

  left = dx > 0 ? x + dx * gap : dx < 0 ? x + dx * gap - w : x - w / 2;
  top = dx == 0 ? y + dy * (gap + h / 2) - h / 2
                : y + dy * (gap * 0.5 + h / 2) - h / 2;
  if (dx == 0) {
    if (left + w > box->x + box->width)
      left = box->x + box->width - w;
    if (left < box->x)
      left = box->x;
  }
  r.x0 = (float)left;
  r.y0 = (float)top;
  r.x1 = (float)(left + w);
  r.y1 = (float)(top + h);
  return r;
}

/* What is the same for every name and every font size. */
typedef struct {
  const name *list;
  size_t count;
  const mg_point *at;
  double radius;
  const mg_region *box;
  mg_grid nodes, remarks;
  mg_crowd edges;
} scenery;

/* Where names have been put. */
typedef struct {
  mg_rect *at;
  size_t *which;               /* of the list */
  size_t count;
} placed;

/* The best free place for name q, in *out; 0 if there is none. */
static int
best_place(const scenery *s, const mg_grid *taken, size_t q, double size,
           mg_rect *out)
{
  mg_point at = s->at[s->list[q].node];
  const mg_region *box = s->box;
  double least = HUGE_VAL;

  for (int k = 0; k < PLACES; k++) {
    mg_rect r = rect_at(k, at.x / (double)MG_UNITS, at.y / (double)MG_UNITS,
                     s->radius + 0.28 * size, s->list[q].width * size,
                     1.05 * size, box);
    double cost = place[k].cost;

    if (r.x0 < box->x || r.y0 < box->y || r.x1 > box->x + box->width
        || r.y1 > box->y + box->height || mg_grid_hits(taken, &r, 1) > 0
        || mg_grid_hits(&s->remarks, &r, 1) > 0)
      continue;
    cost += fmin(mg_crowd_in(&s->edges, &r), 3);
    if (cost < least)
      cost += 2 * mg_grid_hits(&s->nodes, &r, 4);
    if (cost < least) {
      least = cost;
      *out = r;
    }
  }
  return least < HUGE_VAL;
}

/* Place as many names as there is room for at one font size. */
static mgnn_status
try_size(const scenery *s, double size, placed *p, mgnn_error *err)
{
  mgnn_status status;
  mg_grid taken;

  p->count = 0;
  status = mg_grid_init(&taken, s->box, 3 * size, p->at, err);
  for (size_t q = 0; status == MGNN_OK && q < s->count; q++)
    if (best_place(s, &taken, q, size, &p->at[p->count])) {
      p->which[p->count] = q;
      status = mg_grid_add(&taken, p->count++, err);
    }
  mg_grid_free(&taken);
  return status;
}

/* Names that are wider than the box would fit nowhere. */
static mgnn_status
shorten(mg_page *page, name *list, size_t count, double limit, mgnn_error *err)
{
  for (size_t q = 0; q < count; q++) {
    list[q].text = mg_ruler_fit(page->ruler, &page->scene->pool, list[q].text,
                                1, limit, &list[q].width);
    if (list[q].text == NULL)
      return mg_fail_memory(err);
  }
  return MGNN_OK;
}

/* The nodes as things that a name should not cover. */
static mgnn_status
mark_nodes(scenery *s, size_t n, double cell, mg_rect *disc, mgnn_error *err)
{
  mgnn_status status = mg_grid_init(&s->nodes, s->box, cell, disc, err);

  for (size_t i = 0; status == MGNN_OK && i < n; i++) {
    float x = s->at[i].x / (float)MG_UNITS, y = s->at[i].y / (float)MG_UNITS;
    float r = (float)s->radius;

    disc[i] = (mg_rect){ x - r, y - r, x + r, y + r };
    status = mg_grid_add(&s->nodes, i, err);
  }
  return status;
}

/* Names are anchored on the side of their node: in another font they grow away
 * from it. */
static void
put_words(mg_page *page, mg_panel *panel, const scenery *s, const placed *p,
          double size)
{
  for (size_t q = 0; q < p->count; q++) {
    const name *it = &s->list[p->which[q]];
    const mg_rect *r = &p->at[q];
    double x = s->at[it->node].x / (double)MG_UNITS;
    mg_anchor anchor = r->x0 > x ? MG_START : r->x1 < x ? MG_END : MG_MIDDLE;
    double at = anchor == MG_START ? r->x0
              : anchor == MG_END ? r->x1 : (r->x0 + r->x1) / 2;
    mg_word *word = mg_page_word(panel, "label", it->text, at,
                                 r->y0 + MG_TEXT_RISE * size, anchor, size,
                                 page->look.ink);

    word->halo = page->look.halo;
  }
}

/* The names there are, those of nodes with most edges first, cut to fit. */
static mgnn_status
list_names(mg_page *page, const mg_picture *pic, const char **names,
           double limit, name *list, size_t *count, mgnn_error *err)
{
  size_t *degree = mg_zalloc(pic->n, sizeof *degree);

  *count = 0;
  if (degree == NULL)
    return mg_fail_memory(err);
  for (size_t e = 0; e < 2 * pic->m; e++)
    degree[pic->ends[e]]++;
  for (size_t i = 0; i < pic->n; i++)
    if (names[i] != NULL && names[i][0] != '\0')
      list[(*count)++] = (name){ i, degree[i], 0, names[i] };
  mg_free(degree);
  qsort(list, *count, sizeof *list, by_degree);
  return shorten(page, list, *count, limit, err);
}

mgnn_status
mg_labels_place(mg_page *page, mg_panel *panel, const mg_picture *pic,
                const char **names, const mg_point *at, double radius,
                const mg_region *box, const mg_rect *taken,
                size_t taken_count, mgnn_error *err)
{
  double size = page->look.font, least = page->look.font_least;
  name *list = mg_alloc(pic->n, sizeof *list);
  mg_rect *disc = mg_alloc(pic->n, sizeof *disc);
  placed p = { mg_alloc(pic->n, sizeof *p.at),
               mg_alloc(pic->n, sizeof *p.which), 0 };
  scenery s = { .list = list, .at = at, .box = box, .radius = radius };
  mgnn_status status = MGNN_OK;

  if (list == NULL || disc == NULL || p.at == NULL || p.which == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK)
    status = list_names(page, pic, names, 0.6 * box->width / size, list,
                        &s.count, err);
  if (status == MGNN_OK)
    status = mark_nodes(&s, pic->n, 2 * size, disc, err);
  if (status == MGNN_OK)
    status = mg_grid_init(&s.remarks, box, 3 * size, taken, err);
  for (size_t k = 0; k < taken_count && status == MGNN_OK; k++)
    status = mg_grid_add(&s.remarks, k, err);
  if (status == MGNN_OK)
    status = mg_crowd_init(&s.edges, box, 0.5 * size, pic, at, err);
  /* Smaller letters, as long as that brings in more names. */
  for (; status == MGNN_OK; size = fmax(0.85 * size, least)) {
    status = try_size(&s, size, &p, err);
    if (p.count == s.count || size <= least)
      break;
  }
  if (status == MGNN_OK) {
    put_words(page, panel, &s, &p, size);
    page->scene->hidden += s.count - p.count;
  }
  mg_free(s.edges.count);
  mg_grid_free(&s.remarks);
  mg_grid_free(&s.nodes);
  mg_free(p.which);
  mg_free(p.at);
  mg_free(disc);
  mg_free(list);
  return status;
}
