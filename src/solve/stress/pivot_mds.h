/* A start from shortest paths. */
#ifndef MG_PIVOT_MDS_H
#define MG_PIVOT_MDS_H

#include "solve/run_control.h"

mg_start mg_start_pivot;       /* PivotMDS on weighted shortest paths */

/* Its parts that many ranks run for their own n nodes, k pivots being those of all.
 * Square the distances d, pivot after pivot, and take the means of rows and columns away,
 * column[p] being that of all squares of a column:
 *   c_ip = -(d_ip^2 - mean_i - mean_p + mean) / 2. */
void mg_pivot_centre(size_t n, size_t k, const double *column, float *d);

/* Coordinate a of all nodes is C v / sqrt(sigma), v the a-th eigenvector of
 * C^T C and sigma^2 its eigenvalue: without the division the aspect would be
 * squared.  Its sign is fixed by the largest entry of v.  Axes that do not
 * exist are 0. */
void mg_pivot_project(size_t n, size_t dim, size_t k, const float *c, const double *value,
                      const double *vector, double *y);

#endif
