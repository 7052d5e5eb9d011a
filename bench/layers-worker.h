/* Layers measured side by side: what the parts of bench/layers-worker share. */
#ifndef BENCH_LAYERS_WORKER_H
#define BENCH_LAYERS_WORKER_H

#include "common.h"

/* The graph in rows, as the literal equation and GraphBLAS want it. */
typedef struct {
  size_t n, slots, dim;
  int64_t *row, *to;           /* n+1; slots */
  double *length;              /* slots */
  double *degree;              /* n */
  double *z0;                  /* n*dim: where all start */
} bench_rows;

/* Run so many layers from z0.  Returns the seconds that they took, and the
 * positions Z in `out`, n*dim; or something negative: this cannot be had. */
typedef double bench_run(const bench_rows *g, size_t layers, int threads,
                         double *out);

/* Sums over neighbours by SuiteSparse:GraphBLAS in its fastest form, the
 * product with a matrix whose values are all the same and are not looked at.
 * What else a layer of SGC does is left out of the time. */
bench_run bench_sgc_graphblas;

#endif
