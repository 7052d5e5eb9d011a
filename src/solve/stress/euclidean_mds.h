/* Points of many dimensions in the plane, by their distances. */
#ifndef MG_EUCLIDEAN_MDS_H
#define MG_EUCLIDEAN_MDS_H

#include "base/error.h"

/* Metric MDS: from the places in xy, 2*n doubles, minimise the sum over pairs of
 * (|p_i - p_j| - |x_i - x_j|)^2, over all pairs of up to 447 points, of more
 * over some 100 partners of each, drawn from the seed.  x has n*dim doubles.
 * *stress: the square root of that sum over the sum of |x_i - x_j|^2. */
mgnn_status mg_euclidean_mds(size_t n, size_t dim, const double *x,
                             unsigned long seed, double *xy, double *stress,
                             mgnn_error *err);

#endif
