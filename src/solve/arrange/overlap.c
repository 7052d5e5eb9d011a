/* Overlap removal by separating pairs.  A grid with cells as large as the
 * gap finds them: any point too close to another lies in the nine cells
 * around it. */
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
  double wide, high;           /* of a cell */
  const mg_extent *extent;     /* or NULL: discs, of diameter `wide` */
  int still;                   /* nonzero: only count the pairs, each twice */
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
    size_t b = bucket_of(g, floor(xy[2 * i] / g->wide),
                         floor(xy[2 * i + 1] / g->high));

    g->next[i] = g->first[b];
    g->first[b] = (uint32_t)i + 1;
  }
}

static void
separate(double *xy, size_t i, size_t j, double r, double want, unsigned long seed)
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

/* Separate two discs (part_boxes: two boxes, in the direction in which they
 * overlap less).  Returns 0 if they do not touch. */
static int
part_discs(const grid *g, double *xy, size_t i, size_t j, unsigned long seed)
{
  double r = hypot(xy[2 * i] - xy[2 * j], xy[2 * i + 1] - xy[2 * j + 1]);

  if (r >= 0.999 * g->wide)
    return 0;
  if (!g->still)
    separate(xy, i, j, r, g->wide, seed);
  return 1;
}

static int
part_boxes(const grid *g, double *xy, size_t i, size_t j, unsigned long seed)
{
  const mg_extent *a = &g->extent[i], *b = &g->extent[j];
  double apart[2] = { xy[2 * j] - xy[2 * i], xy[2 * j + 1] - xy[2 * i + 1] };
  /* Distances at which j clears i on either side. */
  double after[2] = { a->right + b->left, a->above + b->below };
  double before[2] = { a->left + b->right, a->below + b->above };
  double move[2], u[2] = { 0, 0 };
  size_t c;

  if (apart[0] == 0 && apart[1] == 0) {
    mg_random_direction(seed, i, j, 2, 1e-6 * g->high, u);
    apart[0] = u[0];
    apart[1] = u[1];
  }
  for (c = 0; c < 2; c++) {
    if (apart[c] > 0.999 * after[c] || -apart[c] > 0.999 * before[c])
      return 0;
    move[c] = after[c] - apart[c] < before[c] + apart[c]
              ? after[c] - apart[c] : -before[c] - apart[c];
  }
  c = fabs(move[0]) / g->wide > fabs(move[1]) / g->high;
  if (g->still)
    return 1;
  xy[2 * i + c] -= move[c] / 2;
  xy[2 * j + c] += move[c] / 2;
  return 1;
}

/* One round; returns how many pairs were too close.  Points may leave their
 * cells during the round; pairs missed for that are found in the next. */
static size_t
sweep(const grid *g, double *xy, unsigned long seed)
{
  size_t found = 0;

  for (size_t i = 0; i < g->n; i++) {
    double cx = floor(xy[2 * i] / g->wide), cy = floor(xy[2 * i + 1] / g->high);
    size_t seen[9], buckets = 0;

    for (int cell = 0; cell < 9; cell++) {
      size_t b = bucket_of(g, cx + cell % 3 - 1, cy + cell / 3 - 1), k = 0;

      while (k < buckets && seen[k] != b)
        k++;
      if (k < buckets)         /* two cells may hash to one bucket */
        continue;
      seen[buckets++] = b;
      for (uint32_t at = g->first[b]; at != 0; at = g->next[at - 1])
        if (at - 1 != i)
          found += (size_t)(g->extent != NULL
                            ? part_boxes(g, xy, i, at - 1, seed)
                            : part_discs(g, xy, i, at - 1, seed));
    }
  }
  return found;
}

/* Enlarge a drawing until at most n/2 pairs of boxes overlap, as moving many
 * pairs apart would make a streak of them.  *pairs: how many there were. */
static void
enlarge(grid *g, double *xy, unsigned long seed, size_t *pairs)
{
  const double step = 1.25, most = 64;
  double times = 1;
  size_t found = SIZE_MAX;

  for (g->still = 1; times < most && found > g->n / 2;) {
    grid_fill(g, xy);
    found = sweep(g, xy, seed) / 2;
    if (times == 1)
      *pairs = found;
    for (size_t k = 0; k < 2 * g->n && found > g->n / 2; k++)
      xy[k] *= step;
    times *= found > g->n / 2 ? step : 1;
  }
  g->still = 0;
}

/* Remove overlaps of discs or boxes; the size of cells is set by the caller. */
static mgnn_status
remove_all(grid *g, double *xy, unsigned long seed, size_t *pairs, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  size_t found = 1;

  *pairs = 0;
  for (g->buckets = 16; g->buckets < 2 * g->n;)
    g->buckets *= 2;
  TRY(mg_allocated(g->first = mg_alloc(g->buckets, sizeof *g->first), err));
  TRY(mg_allocated(g->next = mg_alloc(g->n, sizeof *g->next), err));
  if (g->extent != NULL)
    enlarge(g, xy, seed, pairs);
  for (int round = 0; round < (g->still ? 1 : ROUNDS) && found > 0; round++) {
    grid_fill(g, xy);
    found = sweep(g, xy, seed);
    if (round == 0 && g->extent == NULL)
      *pairs = found;
  }
end:
  mg_free_all(g->first, g->next);
  return status;
}

mgnn_status
mg_overlap_remove(size_t n, double *xy, double gap, unsigned long seed,
                  size_t *pairs, mgnn_error *err)
{
  grid g = { .n = n, .wide = gap, .high = gap };

  return remove_all(&g, xy, seed, pairs, err);
}

mgnn_status
mg_overlap_count(size_t n, double *xy, double gap, size_t *pairs, mgnn_error *err)
{
  grid g = { .n = n, .wide = gap, .high = gap, .still = 1 };
  mgnn_status status = remove_all(&g, xy, 0, pairs, err);

  *pairs /= 2;                 /* each pair was counted from both nodes */
  return status;
}

mgnn_status
mg_overlap_remove_boxes(size_t n, double *xy, const mg_extent *extent,
                        unsigned long seed, size_t *pairs, mgnn_error *err)
{
  grid g = { .n = n, .extent = extent };
  mg_extent most = { 0, 0, 0, 0 };

  for (size_t i = 0; i < n; i++) {
    most.left = fmax(most.left, extent[i].left);
    most.right = fmax(most.right, extent[i].right);
    most.below = fmax(most.below, extent[i].below);
    most.above = fmax(most.above, extent[i].above);
  }
  g.wide = most.left + most.right;
  g.high = most.below + most.above;
  *pairs = 0;
  if (!(g.wide > 0 && g.high > 0))
    return MGNN_OK;
  return remove_all(&g, xy, seed, pairs, err);
}
