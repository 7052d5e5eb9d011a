/* Approximate stress of all pairs from a sample, for graphs too large for all. */
#ifndef MG_SPARSE_STRESS_H
#define MG_SPARSE_STRESS_H

#include "distances.h"

/* Pivots that represent all nodes, and the distances of all nodes from them.
 * All lengths are in units of the distances. */
typedef struct {
  size_t n, width;             /* nodes; n rounded up for the kernels */
  size_t dim, count;           /* count: pivots */
  mg_pair_kind kind;           /* storage of distances: short or float */
  void *column;                /* count * width: distances from the pivots; 0
                                  for the pivot itself */
  const unsigned *pivot;
  float share;                 /* number of nodes that a pivot represents */
  float most;                  /* upper bound of the weight of a pair */
} mg_pivots;

/* Add the pushes of the pivots on nodes begin to end - 1 to grad (dim * width,
 * coordinate after coordinate, as x):
 *   sum_p w (1 - d/r) (x_i - x_p),   w = min(share / d^2, most).
 * begin is a multiple of 8; up to 7 nodes beyond the end may be written. */
typedef void mg_pivot_kernel(const mg_pivots *p, const float *x, size_t begin,
                             size_t end, float *grad);

/* The nearest nodes of each node, whose stress terms are exact. */
typedef struct {
  size_t width, dim;           /* as above */
  size_t stride;               /* of positions: dim, but 4 in space */
  size_t *row, *end;           /* slots of a node: row[i] to end[i] - 1, filled
                                  with the node itself up to the next multiple
                                  of 8.  row[i] is a multiple of 8 */
  unsigned *to;
  float *far;                  /* distances in the slots */
  float *weight;               /* stiffness of edges, else 1; NULL: all 1 */
} mg_near;

/* Set grad (as above) for the nodes from begin to end - 1 to
 *   sum_j 1/d^2 (1 - d/r) (x_i - x_j).
 * Node i is at x + i * stride, so that one access gets all its coordinates. */
typedef void mg_near_kernel(const mg_near *s, const float *x, size_t begin,
                            size_t end, float *grad);

mg_near_kernel mg_near_portable;
mg_pivot_kernel mg_pivot_portable;

/* State of a search, for all nodes or those of one rank; x, ahead and push have
 * `width` floats for each coordinate. */
typedef struct {
  mg_pivots p;
  mg_near near;
  double unit;                 /* unit of distances */
  struct {
    mg_pivot_kernel *pivot;
    mg_near_kernel *near;
  } kernel;
  const unsigned char *pin;    /* n * dim: nonzero for pinned coordinates; or NULL */
  unsigned *place;             /* the pivots (p.pivot) */
  float *degree;               /* sum of the weights of a node's pairs */
  float *x, *ahead, *push;
  float *looked;               /* copy of `ahead`, node after node */
} mg_sparse_search;

enum { MG_SPARSE_ROWS = 1024, MG_SPARSE_FIRST_STEPS = 40, MG_SPARSE_LAST_STEPS = 60,
       MG_SPARSE_NEAREST = 16, MG_SPARSE_PIVOTS = 1000 };

/* Number of pivots of the last round, at most MG_SPARSE_PIVOTS, and of the first. */
size_t mg_sparse_pivots(size_t n);
size_t mg_sparse_first_pivots(size_t n);

/* Set the members that depend only on the dimension. */
void mg_sparse_begin(mg_sparse_search *s, size_t dim);

/* Allocate for p.n nodes, p.width, `looked` nodes in s->looked, and so many pivots and
 * near slots.  mg_sparse_search_free is due in any case.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_sparse_search_alloc(mg_sparse_search *s, size_t looked, size_t pivots,
                               size_t slots, int weighted, mgnn_error *err);
void mg_sparse_search_free(mg_sparse_search *s);

/* End the slots of node i at `at`; fill up to the next multiple of 8, returned. */
size_t mg_sparse_row_end(mg_sparse_search *s, size_t i, size_t at);

/* Copy y to x, relative to `mid` because x is in single precision, or back, except
 * coordinates in `pin` (or NULL).  at: index of each node in y; NULL: the same. */
void mg_sparse_places_set(mg_sparse_search *s, const unsigned *at, const double *mid,
                          const double *y);
void mg_sparse_places_get(const mg_sparse_search *s, const unsigned char *pin,
                          const unsigned *at, const double *mid, double *y);

/* A length in units; not 0 even if nodes should coincide, as d^-2 is a weight. */
float mg_sparse_units(const mg_sparse_search *s, double length);

/* Read or write entry k of the columns. */
static inline float
mg_column_at(const mg_pivots *p, size_t k)
{
  return p->kind == MG_PAIR_SHORT ? (float)((const uint16_t *)p->column)[k]
                                  : ((const float *)p->column)[k];
}

void mg_column_set(const mg_pivots *p, size_t k, float far);

/* Set the largest weight of a pivot.  `radius` is the mean radius of the
 * pivots, within which each has as many nodes as it represents. */
void mg_sparse_bound(mg_sparse_search *s, double radius);

/* Steps for nodes begin to end - 1.  Compute their degrees; */
void mg_sparse_weigh(const mg_sparse_search *s, size_t begin, size_t end);

/* place them around the pivots, which are at x (count * dim), with random
 * numbers by their numbers in `name` (NULL: their indices); */
void mg_sparse_interpolate(const mg_sparse_search *s, const double *x, unsigned long seed,
                           const unsigned *name, size_t begin, size_t end);

/* copy `ahead` to `looked`; compute their pushes; */
void mg_sparse_look(const mg_sparse_search *s, size_t begin, size_t end);
void mg_sparse_push(const mg_sparse_search *s, size_t begin, size_t end);

/* make step k.  Returns the sum of squares of the moves. */
double mg_sparse_step(const mg_sparse_search *s, size_t k, size_t begin, size_t end);

/* Lower the stress of y, rough positions (n*dim, in lengths); if `given`,
 * without rearranging them.  Adds to *iterations.  Time O(k (n + m)) for some
 * hundreds of pivots and iterations k, memory 2 k n bytes, or 4 k n if lengths
 * are not integers.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_sparse_improve(const mg_task *t, int given, double *y,
                              size_t *iterations, mgnn_error *err);

/* The same in a third of the time, for positions that are improved further
 * afterwards: on road networks of 20,000 nodes its stress is 3 % higher. */
mgnn_status mg_sparse_arrange(const mg_task *t, double *y, size_t *iterations,
                              mgnn_error *err);

/* Estimate full stress, the sum over pairs of (r/d - 1)^2, from the pairs of
 * `rows` random nodes with all others; exact with all n rows.  Pairs at
 * distance 0 count as a hundredth of the mean length apart, as in distances.h.
 * Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_sparse_stress(const mg_task *t, const double *y, size_t rows,
                             double *stress, mgnn_error *err);

#endif
