/* A start from shortest paths: PivotMDS. */
#ifndef MG_PIVOT_MDS_H
#define MG_PIVOT_MDS_H

#include "solve/run_control.h"

mg_start mg_start_pivot;       /* PivotMDS on weighted shortest paths */

/* Steps of PivotMDS that many ranks run for their own n nodes; the k pivots are
 * global.  Squares the distances d, pivot after pivot, and subtracts the means
 * of rows and columns; column[p] is the mean of all squares in column p:
 *   c_ip = -(d_ip^2 - mean_i - mean_p + mean) / 2. */
void mg_pivot_centre(size_t n, size_t k, const double *column, float *d);

/* Compute positions: coordinate a of all nodes is C v / sqrt(sigma), v the a-th
 * eigenvector of C^T C and sigma^2 its eigenvalue (without the division the
 * aspect ratio would be squared).  The largest entry of v fixes its sign.
 * Missing axes are 0. */
void mg_pivot_project(size_t n, size_t dim, size_t k, const float *c, const double *value,
                      const double *vector, double *y);

#endif
