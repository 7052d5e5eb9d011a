/* What is taken on a page, and what lies there. */
#include "occupancy.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

mgnn_status
mg_grid_init(mg_grid *g, const mg_region *box, double cell,
             const mg_rect *item, mgnn_error *err)
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

void
mg_grid_free(mg_grid *g)
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
grid_cells(const mg_grid *g, const mg_rect *r, size_t *c0, size_t *c1,
           size_t *r0, size_t *r1)
{
  *c0 = grid_line(r->x0, g->x, g->cell, g->cols);
  *c1 = grid_line(r->x1, g->x, g->cell, g->cols);
  *r0 = grid_line(r->y0, g->y, g->cell, g->rows);
  *r1 = grid_line(r->y1, g->y, g->cell, g->rows);
}

mgnn_status
mg_grid_add(mg_grid *g, size_t item, mgnn_error *err)
{
  size_t c0, c1, r0, r1;

  grid_cells(g, &g->item[item], &c0, &c1, &r0, &r1);
  for (size_t r = r0; r <= r1; r++)
    for (size_t c = c0; c <= c1; c++) {
      struct mg_grid_entry *grown = mg_grow(g->entry, g->entries, &g->cap,
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

int
mg_grid_hits(const mg_grid *g, const mg_rect *r, int most)
{
  size_t c0, c1, r0, r1;
  int hits = 0;

  grid_cells(g, r, &c0, &c1, &r0, &r1);
  for (size_t y = r0; y <= r1; y++)
    for (size_t x = c0; x <= c1; x++) {
      unsigned k = g->head[y * g->cols + x];

      for (int seen = 0; k != 0 && seen < 64; seen++) {
        const mg_rect *q = &g->item[g->entry[k - 1].item];

        hits += q->x0 < r->x1 && q->x1 > r->x0 && q->y0 < r->y1
                && q->y1 > r->y0;
        if (hits >= most)
          return hits;
        k = g->entry[k - 1].next;
      }
    }
  return hits;
}

/* Marks beyond this many are not made: names in such a drawing lie on edges
 * anyway. */
enum { MARKS_MOST = 20000000 };

mgnn_status
mg_crowd_init(mg_crowd *c, const mg_region *box, double cell, const mg_picture *pic,
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

double
mg_crowd_in(const mg_crowd *c, const mg_rect *r)
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
