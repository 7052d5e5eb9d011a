/* Other drawings with the same lengths: helpers of mgnn_realizations_find that
 * the programs also use to show them. */
#ifndef MG_REALIZE_H
#define MG_REALIZE_H

#include "problem/problem.h"

/* Drawings that differ by at most this share of their radius, after the best
 * rigid motion, count as congruent.  Lengths fix positions less exactly than
 * positions fix lengths. */
#define MG_SAME_DRAWING 1e-3

/* The root mean square distance of positions from their centroid. */
double mg_radius(size_t n, size_t dim, const double *y);

#endif
