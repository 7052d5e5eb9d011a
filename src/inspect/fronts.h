/* Elimination of sparse matrices of the form A^T W A, front by front. */
#ifndef MG_FRONTS_H
#define MG_FRONTS_H

#include "base/error.h"
#include "field.h"

/* The positions of the nonzero entries of a sparse A.  Its columns come in
 * blocks of `width`, one block per node. */
typedef struct {
  size_t rows, nodes, width;
  size_t *first;               /* rows + 1 */
  unsigned *node;              /* the blocks of each row, without repeats */
} mg_shape;

/* Allocate a shape for up to `entries` blocks; the caller fills it in.  Free
 * with mg_shape_free, also after a failure. */
mgnn_status mg_shape_init(mg_shape *out, size_t rows, size_t nodes,
                          size_t width, size_t entries, mgnn_error *err);
void mg_shape_free(mg_shape *s);

/* The plan of an elimination.  Fronts are eliminated in rising order.  Each
 * front eliminates its pivots; its other nodes, the rest, are all in the front
 * of its parent. */
typedef struct {
  size_t count;
  size_t *pivot_first, *rest_first;    /* count + 1 */
  unsigned *pivot, *rest;
  unsigned *parent;            /* count; MG_NOWHERE: none */
  unsigned *row_front;         /* rows: the front that each row is added to;
                                  MG_NOWHERE: it has no entries */
  double work;                 /* approximate number of multiplications */
} mg_fronts;

/* Plan an elimination with little fill.  On failure *out is left zeroed. */
mgnn_status mg_fronts_plan(mg_fronts *out, const mg_shape *shape,
                           mgnn_error *err);
/* Plan to eliminate all nodes in their order, without CHOLMOD; for few nodes. */
mgnn_status mg_fronts_whole(mg_fronts *out, const mg_shape *shape, mgnn_error *err);
void mg_fronts_free(mg_fronts *f);

/* A^T W A = L D L^T over a field; columns are numbered by node, then place in
 * the block.  A column that depends on columns eliminated before it has 0 in D
 * and in its column of L. */
typedef struct {
  const mg_shape *shape;
  const mg_fronts *fronts;
  const mg_field *field;
  uint64_t **lower;            /* by front: (pivots + rest) x pivots, each times
                                  width, row after row; NULL: not kept */
  uint64_t *inverse;           /* nodes*width: 1/D, or 0 */
  size_t rank;                 /* number of nonzero entries of D */
} mg_factor;

/* Factor A^T W A over the field, by the shape and fronts that *f names and
 * borrows.  `value`: the entries of A, width per entry of shape->node, row
 * after row; `weight`: the diagonal of W, `rows` numbers.  With random weights
 * the rank is that of A, except with a small probability (see framework.c); it
 * is never too large.  keep: nonzero if mg_factor_solve will be called. */
mgnn_status mg_factor_find(mg_factor *f, const uint64_t *value,
                           const uint64_t *weight, int keep, mgnn_error *err);
void mg_factor_free(mg_factor *f);

/* Solve A^T W A x = b in place, for b in the range.  `loose`, nodes*width or
 * NULL for zeros: values for the columns that the equations leave free. */
void mg_factor_solve(const mg_factor *f, uint64_t *x, const uint64_t *loose);

/* The number of eigenvalues of A^T A below `shift` > 0, in floating point, by
 * Sylvester's law of inertia. */
mgnn_status mg_inertia(const mg_shape *shape, const mg_fronts *fronts,
                       const double *value, double shift, size_t *below,
                       mgnn_error *err);

#endif
