/* The distances of all pairs of nodes, stored compactly. */
#ifndef MG_DISTANCES_H
#define MG_DISTANCES_H

#include "solve/run_control.h"

/* Rows per block, the unit of work of a thread. */
enum { MG_PAIR_BLOCK = 128 };

/* Distance of nodes that should coincide, in mean lengths. */
#define MG_PAIR_COINCIDE 0.01

/* How a distance is stored: as an integer number of units, or as a float. */
typedef enum { MG_PAIR_BYTE, MG_PAIR_SHORT, MG_PAIR_FLOAT } mg_pair_kind;

/* Choose the storage for g: integers in units of the shortest length, if all are
 * multiples of it and none gets too large, else floats in units of the mean.  far:
 * distance from some node to the farthest.  *unit is 0 if all lengths are 0. */
mg_pair_kind mg_pair_unit(const mg_graph *g, double far, double *unit);

static inline size_t
mg_pair_size(mg_pair_kind kind)
{
  return kind == MG_PAIR_BYTE ? 1 : kind == MG_PAIR_SHORT ? 2 : sizeof(float);
}

/* The upper triangle of the distance matrix.  Row i has the columns from the
 * start of its block to `width` - 1; those up to i are not used. */
typedef struct {
  size_t n, width;             /* nodes; n rounded up for the kernels */
  double unit;                 /* the length that is stored as 1 */
  mg_pair_kind kind;
  void *entry;
  double *degree;              /* n: sum of d^-2, d in units */
  double far;                  /* the largest distance, in units */
} mg_distances;

/* Find the shortest paths between all pairs.  A pair at distance 0 (joined by
 * edges of length 0) gets a hundredth of the mean length, so that d^-2 is
 * finite and the two are pulled together.  The graph must be connected and have
 * a node.  If all lengths are 0, or there is only one node, `unit` is 0 and
 * there is no matrix.  If the run is over, *stopped is 1 and *out is left
 * zeroed.  Returns MGNN_OK or MGNN_ENOMEM.  Time O(n m), less if all lengths
 * are equal; memory n^2/2 entries of 1, 2 or 4 bytes. */
mgnn_status mg_distances_init(mg_distances *out, const mg_graph *g,
                              const mg_run_control *control, int *stopped,
                              mgnn_error *err);
void mg_distances_free(mg_distances *d);

/* The same from given distances: all[i*n + j] for i < j, positive. */
mgnn_status mg_distances_take(mg_distances *out, size_t n, const float *all,
                              mgnn_error *err);

/* Offset of row i: the pair (i, j) is at mg_pair_at + j. */
static inline size_t
mg_pair_at(const mg_distances *d, size_t i)
{
  size_t first = i / MG_PAIR_BLOCK * MG_PAIR_BLOCK;

  /* The rows of block a have width - a * MG_PAIR_BLOCK entries. */
  return first * d->width - first * (first - MG_PAIR_BLOCK) / 2
         + (i - first) * (d->width - first) - first;
}

/* Read columns j to j + count - 1 of row i in units, j > i. */
void mg_distances_unpack(const mg_distances *d, size_t i, size_t j,
                         size_t count, float *out);

#endif
