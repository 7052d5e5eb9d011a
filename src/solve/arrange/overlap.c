/* Overlap removal by separating pairs, found with a grid of cells as wide as the
 * gap: all that is too close to a point lies in the nine cells around it. */
#include "overlap.h"
#include "base/mem.h"
#include "base/random.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { ROUNDS = 400 };

/* A hash table of cells: the points of a bucket are linked by `next`. */
typedef struct {
  size_t n, buckets;           /* a power of two */
  double gap;
  uint32_t *first, *next;      /* point + 1; 0 ends */
} grid;

static size_t
bucket_of(const grid *g, double cx, double cy)
{
  uint64_t h = (uint64_t)(int64_t)cx * UINT64_C(0x9e3779b97f4a7c15)
               ^ (uint64_t)(int64_t)cy * UINT64_C(0xc2b2ae3d27d4eb4f);

  return (h ^ h >> 29) & (g->buckets - 1);
}

static void
grid_fill(grid *g, const double *xy)
{
  memset(g->first, 0, g->buckets * sizeof *g->first);
  for (size_t i = g->n; i-- > 0;) {
    size_t b = bucket_of(g, floor(xy[2 * i] / g->gap),
                         floor(xy[2 * i + 1] / g->gap));

    g->next[i] = g->first[b];
    g->first[b] = (uint32_t)i + 1;
  }
}

static void
separate(double *xy, size_t i, size_t j, double r, double want,
         unsigned long seed)
{
  double u[2] = { 0, 0 };

  if (r > 1e-9 * want) {
    u[0] = (xy[2 * i] - xy[2 * j]) / r;
    u[1] = (xy[2 * i + 1] - xy[2 * j + 1]) / r;
  } else
    mg_random_direction(seed, i, j, 2, 1, u);
  for (size_t c = 0; c < 2; c++) {
    xy[2 * i + c] += u[c] * (want - r) / 2;
    xy[2 * j + c] -= u[c] * (want - r) / 2;
  }
}

/* One round; returns how many pairs were too close.  Cells are those from before
 * the round, which points may leave: what is missed then is found in the next. */
static size_t
sweep(const grid *g, double *xy, unsigned long seed)
{
  size_t found = 0;

  for (size_t i = 0; i < g->n; i++) {
    double cx = floor(xy[2 * i] / g->gap), cy = floor(xy[2 * i + 1] / g->gap);
    size_t seen[9], buckets = 0;

    for (int cell = 0; cell < 9; cell++) {
      size_t b = bucket_of(g, cx + cell % 3 - 1, cy + cell / 3 - 1), k = 0;

      while (k < buckets && seen[k] != b)
        k++;
      if (k < buckets)         /* two cells may hash to one bucket */
        continue;
      seen[buckets++] = b;
      for (uint32_t at = g->first[b]; at != 0; at = g->next[at - 1]) {
        size_t j = at - 1;
        double r = hypot(xy[2 * i] - xy[2 * j], xy[2 * i + 1] - xy[2 * j + 1]);

        if (j == i || r >= 0.999 * g->gap)
          continue;
        separate(xy, i, j, r, g->gap, seed);
        found++;
      }
    }
  }
  return found;
}

mgnn_status
mg_overlap_remove(size_t n, double *xy, double gap, unsigned long seed,
                  size_t *pairs, mgnn_error *err)
{
  grid g = { .n = n, .buckets = 16, .gap = gap };
  mgnn_status status = MGNN_OK;
  size_t found = 1;

  *pairs = 0;
  while (g.buckets < 2 * n)
    g.buckets *= 2;
  g.first = mg_alloc(g.buckets, sizeof *g.first);
  g.next = mg_alloc(n, sizeof *g.next);
  TRY(mg_allocated(g.first, err));
  TRY(mg_allocated(g.next, err));
  for (int round = 0; round < ROUNDS && found > 0; round++) {
    grid_fill(&g, xy);
    found = sweep(&g, xy, seed);
    if (round == 0)
      *pairs = found;
  }
end:
  mg_free(g.first);
  mg_free(g.next);
  return status;
}
