/* Names beside nodes: node after node, those with most edges first, each name
 * takes the best of eight places around its node that is still free. */
#include "labels.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  float x0, y0, x1, y1;
} rect;

/* Rectangles found by place: a grid of lists. */
typedef struct {
  double x, y, cell;
  size_t cols, rows;
  unsigned *head;              /* cols*rows: first entry + 1, 0 none */
  struct entry { unsigned next, item; } *entry;
  size_t entries, cap;
  const rect *item;
} grid;

static mgnn_status
grid_init(grid *g, const mg_region *box, double cell, const rect *item,
          mgnn_error *err)
{
  memset(g, 0, sizeof *g);
  g->x = box->x;
  g->y = box->y;
  g->cell = cell;
  g->cols = (size_t)(box->width / cell) + 1;
  g->rows = (size_t)(box->height / cell) + 1;
  g->item = item;
  g->head = mg_zalloc(g->cols * g->rows, sizeof *g->head);
  return g->head != NULL ? MGNN_OK : mg_fail_memory(err);
}

static void
grid_free(grid *g)
{
  mg_free(g->head);
  mg_free(g->entry);
}

static size_t
grid_line(double at, double from, double cell, size_t lines)
{
  double k = (at - from) / cell;

  return k > 0 ? k < (double)lines - 1 ? (size_t)k : lines - 1 : 0;
}

/* The cells that a rectangle touches. */
static void
grid_cells(const grid *g, const rect *r, size_t *c0, size_t *c1, size_t *r0,
           size_t *r1)
{
  *c0 = grid_line(r->x0, g->x, g->cell, g->cols);
  *c1 = grid_line(r->x1, g->x, g->cell, g->cols);
  *r0 = grid_line(r->y0, g->y, g->cell, g->rows);
  *r1 = grid_line(r->y1, g->y, g->cell, g->rows);
}

static mgnn_status
grid_add(grid *g, size_t item, mgnn_error *err)
{
  size_t c0, c1, r0, r1;

  grid_cells(g, &g->item[item], &c0, &c1, &r0, &r1);
  for (size_t r = r0; r <= r1; r++)
    for (size_t c = c0; c <= c1; c++) {
      struct entry *grown = mg_grow(g->entry, g->entries, &g->cap,
                                    sizeof *grown);

      if (grown == NULL)
        return mg_fail_memory(err);
      g->entry = grown;
      g->entry[g->entries].item = (unsigned)item;
      g->entry[g->entries].next = g->head[r * g->cols + c];
      g->head[r * g->cols + c] = (unsigned)++g->entries;
    }
  return MGNN_OK;
}

/* How many items a rectangle touches, counted up to `most`.  At most 64 items
 * of a cell are looked at: where all nodes are on one spot it does not matter
 * which of them a name covers. */
static int
grid_hits(const grid *g, const rect *r, int most)
{
  size_t c0, c1, r0, r1;
  int hits = 0;

  grid_cells(g, r, &c0, &c1, &r0, &r1);
  for (size_t y = r0; y <= r1; y++)
    for (size_t x = c0; x <= c1; x++) {
      unsigned k = g->head[y * g->cols + x];

      for (int seen = 0; k != 0 && seen < 64; seen++) {
        const rect *q = &g->item[g->entry[k - 1].item];

        hits += q->x0 < r->x1 && q->x1 > r->x0 && q->y0 < r->y1
                && q->y1 > r->y0;
        if (hits >= most)
          return hits;
        k = g->entry[k - 1].next;
      }
    }
  return hits;
}

/* How many edges pass through each cell of a fine grid, counted up to 250: what
 * a name would lie on. */
typedef struct {
  double x, y, cell;
  size_t cols, rows;
  unsigned char *count;
} crowd;

/* Marks beyond this many are not made: names in such a drawing lie on edges
 * anyway. */
enum { MARKS_MOST = 20000000 };

static mgnn_status
crowd_init(crowd *c, const mg_region *box, double cell, const mg_picture *pic,
           const mg_point *at, mgnn_error *err)
{
  double marks = 0;

  c->x = box->x;
  c->y = box->y;
  c->cell = cell;
  c->cols = (size_t)(box->width / cell) + 1;
  c->rows = (size_t)(box->height / cell) + 1;
  c->count = mg_zalloc(c->cols * c->rows, 1);
  if (c->count == NULL)
    return mg_fail_memory(err);
  for (size_t e = 0; e < pic->m && marks < MARKS_MOST; e++) {
    mg_point a = at[pic->ends[2 * e]], b = at[pic->ends[2 * e + 1]];
    double x = a.x / (double)MG_UNITS, y = a.y / (double)MG_UNITS;
    double dx = b.x / (double)MG_UNITS - x, dy = b.y / (double)MG_UNITS - y;
    int steps = (int)fmin(hypot(dx, dy) / cell, 10000) + 1;
    size_t last = SIZE_MAX;

    for (int k = 0; k <= steps; k++) {
      size_t col = grid_line(x + dx * k / steps, c->x, cell, c->cols);
      size_t row = grid_line(y + dy * k / steps, c->y, cell, c->rows);
      size_t spot = row * c->cols + col;

      if (spot != last && c->count[spot] < 250)
        c->count[spot]++;
      last = spot;
    }
    marks += steps;
  }
  return MGNN_OK;
}

/* Edges per cell in a rectangle, on the average. */
static double
crowd_in(const crowd *c, const rect *r)
{
  size_t c0 = grid_line(r->x0, c->x, c->cell, c->cols);
  size_t c1 = grid_line(r->x1, c->x, c->cell, c->cols);
  size_t r0 = grid_line(r->y0, c->y, c->cell, c->rows);
  size_t r1 = grid_line(r->y1, c->y, c->cell, c->rows);
  double sum = 0;

  for (size_t row = r0; row <= r1; row++)
    for (size_t col = c0; col <= c1; col++)
      sum += c->count[row * c->cols + col];
  return sum / (double)((r1 - r0 + 1) * (c1 - c0 + 1));
}

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
static rect
rect_at(int k, double x, double y, double gap, double w, double h,
        const mg_region *box)
{
  double dx = place[k].dx, dy = place[k].dy, left, top;
  rect r;

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
  grid nodes;
  crowd edges;
} scenery;

/* Where names have been put. */
typedef struct {
  rect *at;
  size_t *which;               /* of the list */
  size_t count;
} placed;

/* The best free place for name q, in *out; 0 if there is none. */
static int
best_place(const scenery *s, const grid *taken, size_t q, double size,
           rect *out)
{
  mg_point at = s->at[s->list[q].node];
  const mg_region *box = s->box;
  double least = HUGE_VAL;

  for (int k = 0; k < PLACES; k++) {
    rect r = rect_at(k, at.x / (double)MG_UNITS, at.y / (double)MG_UNITS,
                     s->radius + 0.28 * size, s->list[q].width * size,
                     1.05 * size, box);
    double cost = place[k].cost;

    if (r.x0 < box->x || r.y0 < box->y || r.x1 > box->x + box->width
        || r.y1 > box->y + box->height || grid_hits(taken, &r, 1) > 0)
      continue;
    cost += fmin(crowd_in(&s->edges, &r), 3);
    if (cost < least)
      cost += 2 * grid_hits(&s->nodes, &r, 4);
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
  grid taken;

  p->count = 0;
  status = grid_init(&taken, s->box, 3 * size, p->at, err);
  for (size_t q = 0; status == MGNN_OK && q < s->count; q++)
    if (best_place(s, &taken, q, size, &p->at[p->count])) {
      p->which[p->count] = q;
      status = grid_add(&taken, p->count++, err);
    }
  grid_free(&taken);
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
mark_nodes(scenery *s, size_t n, double cell, rect *disc, mgnn_error *err)
{
  mgnn_status status = grid_init(&s->nodes, s->box, cell, disc, err);

  for (size_t i = 0; status == MGNN_OK && i < n; i++) {
    float x = s->at[i].x / (float)MG_UNITS, y = s->at[i].y / (float)MG_UNITS;
    float r = (float)s->radius;

    disc[i] = (rect){ x - r, y - r, x + r, y + r };
    status = grid_add(&s->nodes, i, err);
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
    const rect *r = &p->at[q];
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
                const char **names, const mg_point *at, const mg_region *box,
                mgnn_error *err)
{
  double size = page->look.font, least = page->look.font_least;
  name *list = mg_alloc(pic->n, sizeof *list);
  rect *disc = mg_alloc(pic->n, sizeof *disc);
  placed p = { mg_alloc(pic->n, sizeof *p.at),
               mg_alloc(pic->n, sizeof *p.which), 0 };
  scenery s = { .list = list, .at = at, .box = box,
                .radius = page->look.node / 2 + page->look.outline_width };
  mgnn_status status = MGNN_OK;

  if (list == NULL || disc == NULL || p.at == NULL || p.which == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK)
    status = list_names(page, pic, names, 0.6 * box->width / size, list,
                        &s.count, err);
  if (status == MGNN_OK)
    status = mark_nodes(&s, pic->n, 2 * size, disc, err);
  if (status == MGNN_OK)
    status = crowd_init(&s.edges, box, 0.5 * size, pic, at, err);
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
  grid_free(&s.nodes);
  mg_free(p.which);
  mg_free(p.at);
  mg_free(disc);
  mg_free(list);
  return status;
}
