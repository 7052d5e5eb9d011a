/* All pairs by a sample of them, for graphs too large for all. */
#ifndef MG_SPARSE_STRESS_H
#define MG_SPARSE_STRESS_H

#include "distances.h"

/* Pivots that stand for all nodes, and the distances of all nodes from them.
 * Everything is in units of the distances. */
typedef struct {
  size_t n, width;             /* nodes; n rounded up for the kernels */
  size_t dim, count;           /* count: pivots */
  mg_pair_kind kind;           /* of the distances: short or float */
  void *column;                /* count * width: from the pivots to all; 0 for
                                  the pivot itself */
  const unsigned *pivot;
  float share;                 /* how many nodes a pivot stands for */
  float most;                  /* the weight of no pair is larger */
} mg_pivots;

/* Add to grad (dim * width, coordinate after coordinate, as x) what the pivots
 * give to the nodes from begin to end - 1:
 *   sum_p w (1 - d/r) (x_i - x_p),   w = min(share / d^2, most).
 * begin is a multiple of 8; up to 7 nodes beyond the end may be written. */
typedef void mg_pivot_kernel(const mg_pivots *p, const float *x, size_t begin,
                             size_t end, float *grad);

/* The near nodes of each node, whose terms of the stress are exact. */
typedef struct {
  size_t width, dim;           /* as above */
  size_t stride;               /* of the places: dim, 4 in space */
  size_t *row, *end;           /* slots of a node: from row[i] to end[i] - 1; up
                                  to the next multiple of 8 there is the node
                                  itself.  row[i] is such a multiple */
  unsigned *to;
  float *far;                  /* their distances */
  float *weight;               /* stiffness of edges, 1 elsewhere; NULL: all 1 */
} mg_near;

/* Set grad (as above) for the nodes from begin to end - 1 to
 *   sum_j 1/d^2 (1 - d/r) (x_i - x_j).
 * Node i is at x + i * stride: what is looked up anywhere is found at once. */
typedef void mg_near_kernel(const mg_near *s, const float *x, size_t begin,
                            size_t end, float *grad);

mg_near_kernel mg_near_portable;
mg_pivot_kernel mg_pivot_portable;

/* What a search has, of all nodes or of those of one rank; x, ahead and push have `width`
 * floats for each coordinate. */
typedef struct {
  mg_pivots p;
  mg_near near;
  double unit;                 /* distances are counted in it */
  struct {
    mg_pivot_kernel *pivot;
    mg_near_kernel *near;
  } kernel;
  const unsigned char *pin;    /* n * dim: nonzero coordinates stay; or NULL */
  unsigned *place;             /* of the pivots, p.pivot */
  float *degree;               /* sum of the weights of what a node feels */
  float *x, *ahead, *push;
  float *looked;               /* `ahead`, node after node */
} mg_sparse_search;

enum { MG_SPARSE_ROWS = 1024, MG_SPARSE_FIRST_STEPS = 40, MG_SPARSE_LAST_STEPS = 60,
       MG_SPARSE_NEAREST = 16, MG_SPARSE_PIVOTS = 1000 };

/* Pivots of the last round, at most MG_SPARSE_PIVOTS, and of the first. */
size_t mg_sparse_pivots(size_t n);
size_t mg_sparse_first_pivots(size_t n);

/* Set what depends on the dimension alone. */
void mg_sparse_begin(mg_sparse_search *s, size_t dim);

/* Memory for p.n nodes of p.width and `looked` that are looked up, at most `pivots`, and so
 * many slots of near nodes.  mg_sparse_search_free is due in any case.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_sparse_search_alloc(mg_sparse_search *s, size_t looked, size_t pivots,
                               size_t slots, int weighted, mgnn_error *err);
void mg_sparse_search_free(mg_sparse_search *s);

/* The slots of node i end at `at`: fill up to the next multiple of 8, which is returned. */
size_t mg_sparse_row_end(mg_sparse_search *s, size_t i, size_t at);

/* Put positions y into x, counted from `mid` because x is in single precision, or get them
 * back, all but those of `pin`, which may be NULL.  at: the node in y; NULL: the same. */
void mg_sparse_places_set(mg_sparse_search *s, const unsigned *at, const double *mid,
                          const double *y);
void mg_sparse_places_get(const mg_sparse_search *s, const unsigned char *pin,
                          const unsigned *at, const double *mid, double *y);

/* In units, and not 0 if nodes should coincide, since d^-2 is the weight. */
float mg_sparse_units(const mg_sparse_search *s, double length);

/* Entry k of the columns, read and written. */
static inline float
mg_column_at(const mg_pivots *p, size_t k)
{
  return p->kind == MG_PAIR_SHORT ? (float)((const uint16_t *)p->column)[k]
                                  : ((const float *)p->column)[k];
}

void mg_column_set(const mg_pivots *p, size_t k, float far);

/* The largest weight of a pivot: `radius` is the mean of theirs, within which each has as
 * many nodes as it stands for. */
void mg_sparse_bound(mg_sparse_search *s, double radius);

/* For the nodes from begin to end - 1: their degrees, */
void mg_sparse_weigh(const mg_sparse_search *s, size_t begin, size_t end);

/* places around their pivots, which are at x (count * dim), with random numbers by the
 * names of the nodes; NULL: their numbers. */
void mg_sparse_interpolate(const mg_sparse_search *s, const double *x, unsigned long seed,
                           const unsigned *name, size_t begin, size_t end);

/* what is looked up, what pushes them, */
void mg_sparse_look(const mg_sparse_search *s, size_t begin, size_t end);
void mg_sparse_push(const mg_sparse_search *s, size_t begin, size_t end);

/* and step k.  Returns the sum of squares of the moves. */
double mg_sparse_step(const mg_sparse_search *s, size_t k, size_t begin, size_t end);

/* Lower the stress of y, rough positions (n*dim, in lengths); if `given`,
 * without rearranging them.  Adds to *iterations.  Time O(k (n + m)) for some
 * hundreds of pivots and iterations k, memory 2 k n bytes, twice that for
 * lengths that are not whole.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_sparse_improve(const mg_task *t, int given, double *y,
                              size_t *iterations, mgnn_error *err);

/* The same for positions that are improved otherwise after that, in a third of
 * the time: road networks of 20,000 nodes come to 3 % above. */
mgnn_status mg_sparse_arrange(const mg_task *t, double *y, size_t *iterations,
                              mgnn_error *err);

/* Full stress, the sum over pairs of (r/d - 1)^2, from the pairs of `rows`
 * random nodes with all others; exact if there are no more nodes.  Pairs at
 * distance 0 count as a hundredth of the mean length apart, as in distances.h.
 * Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_sparse_stress(const mg_task *t, const double *y, size_t rows,
                             double *stress, mgnn_error *err);

#endif
