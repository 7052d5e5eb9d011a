/* Names beside nodes: node after node, those with most edges first, each name
 * takes the best of eight places around its node that is still free. */
#include "labels.h"

#include <math.h>
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
grid_init(grid *g, const mg_box *box, double cell, const rect *item,
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
        const mg_box *box)
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

/* How much of each node's edges leave towards each place, as a fraction. */
static void
edge_sectors(const mg_picture *pic, const mg_point *at, float *sector,
             size_t *degree)
{
  for (size_t e = 0; e < 2 * pic->m; e++) {
    size_t i = pic->ends[e], j = pic->ends[e ^ 1];
    double dx = at[j].x - (double)at[i].x, dy = at[j].y - (double)at[i].y;
    double len = sqrt(dx * dx + dy * dy);

    degree[i]++;
    if (len == 0)
      continue;
    for (int k = 0; k < PLACES; k++) {
      double cosine = (dx * place[k].dx + dy * place[k].dy) / len;

      if (cosine > 0.8)
        sector[i * PLACES + k] += (float)((cosine - 0.8) * 5);
    }
  }
}

/* Try to place all names at one font size.  `taken` has room for all of them
 * and receives the rectangles of those placed, `which` their numbers. */
static mgnn_status
try_size(const name *list, size_t count, double size, double radius,
         const mg_point *at, const float *sector, const grid *nodes,
         const mg_box *box, rect *taken, size_t *which, size_t *placed,
         mgnn_error *err)
{
  double gap = radius + 0.28 * size, h = size * 1.05;
  mgnn_status status;
  grid g;

  *placed = 0;
  status = grid_init(&g, box, 3 * size, taken, err);
  for (size_t q = 0; status == MGNN_OK && q < count; q++) {
    const name *it = &list[q];
    double x = at[it->node].x / (double)MG_UNITS;
    double y = at[it->node].y / (double)MG_UNITS;
    double best = HUGE_VAL, w = it->width * size;

    for (int k = 0; k < PLACES; k++) {
      rect r = rect_at(k, x, y, gap, w, h, box);
      double cost = place[k].cost;

      if (r.x0 < box->x || r.y0 < box->y || r.x1 > box->x + box->width
          || r.y1 > box->y + box->height || grid_hits(&g, &r, 1) > 0)
        continue;
      if (it->degree > 0)
        cost += 1.5 * sqrt(sector[it->node * PLACES + k] / it->degree);
      if (cost < best)
        cost += 2 * grid_hits(nodes, &r, 4);
      if (cost < best) {
        best = cost;
        taken[*placed] = r;
      }
    }
    if (best < HUGE_VAL) {
      which[*placed] = q;
      status = grid_add(&g, (*placed)++, err);
    }
  }
  grid_free(&g);
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

static void
put_words(mg_page *page, mg_panel *panel, const name *list, const rect *taken,
          const size_t *which, size_t placed, double size)
{
  for (size_t q = 0; q < placed; q++) {
    const rect *r = &taken[q];
    mg_word *word = mg_page_word(panel, "label", list[which[q]].text,
                                 (r->x0 + r->x1) / 2,
                                 r->y0 + MG_TEXT_RISE * size, MG_MIDDLE, size,
                                 page->look.ink);

    word->halo = page->look.halo;
  }
}

mgnn_status
mg_labels_place(mg_page *page, mg_panel *panel, const mg_picture *pic,
                const char **names, const mg_point *at, const mg_box *box,
                mgnn_error *err)
{
  size_t n = pic->n, count = 0, placed = 0;
  double radius = page->look.node / 2 + page->look.outline_width;
  double size = page->look.font;
  name *list = mg_alloc(n, sizeof *list);
  float *sector = mg_zalloc(n, PLACES * sizeof *sector);
  size_t *degree = mg_zalloc(n, sizeof *degree);
  size_t *which = mg_alloc(n, sizeof *which);
  rect *taken = mg_alloc(n, sizeof *taken), *disc = mg_alloc(n, sizeof *disc);
  mgnn_status status = MGNN_OK;
  grid nodes;

  memset(&nodes, 0, sizeof nodes);
  if (list == NULL || sector == NULL || degree == NULL || which == NULL
      || taken == NULL || disc == NULL) {
    status = mg_fail_memory(err);
    goto done;
  }
  edge_sectors(pic, at, sector, degree);
  for (size_t i = 0; i < n; i++)
    if (names[i] != NULL && names[i][0] != '\0')
      list[count++] = (name){ i, degree[i], 0, names[i] };
  qsort(list, count, sizeof *list, by_degree);
  status = shorten(page, list, count, box->width / size * 0.6, err);
  if (status != MGNN_OK)
    goto done;

  status = grid_init(&nodes, box, fmax(2 * size, box->width / 500), disc, err);
  for (size_t i = 0; status == MGNN_OK && i < n; i++) {
    float x = at[i].x / (float)MG_UNITS, y = at[i].y / (float)MG_UNITS;

    disc[i] = (rect){ x - (float)radius, y - (float)radius, x + (float)radius,
                      y + (float)radius };
    status = grid_add(&nodes, i, err);
  }
  /* Smaller letters, as long as that brings in more names. */
  for (; status == MGNN_OK; size = fmax(size * 0.85, page->look.font_least)) {
    status = try_size(list, count, size, radius, at, sector, &nodes, box,
                      taken, which, &placed, err);
    if (placed == count || size <= page->look.font_least)
      break;
  }
  if (status == MGNN_OK) {
    put_words(page, panel, list, taken, which, placed, size);
    page->scene->hidden += count - placed;
  }
done:
  grid_free(&nodes);
  mg_free(disc);
  mg_free(taken);
  mg_free(which);
  mg_free(degree);
  mg_free(sector);
  mg_free(list);
  return status;
}
