/* Draw points of many dimensions in the plane by their distances. */
#ifndef MG_EUCLIDEAN_MDS_H
#define MG_EUCLIDEAN_MDS_H

#include "base/error.h"

/* Metric MDS: from positions in xy, 2*n doubles, minimise the sum over pairs of
 * (|p_i - p_j| - |x_i - x_j|)^2: all pairs of up to 447 points, else pairs of
 * each with about 100 others, drawn from the seed.  x has n*dim doubles.
 * *stress: the square root of that sum divided by the sum of |x_i - x_j|^2. */
mgnn_status mg_euclidean_mds(size_t n, size_t dim, const double *x,
                             unsigned long seed, double *xy, double *stress,
                             mgnn_error *err);

#endif
