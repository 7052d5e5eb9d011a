/* Other drawings with the same lengths: mgnn_realizations_find, and what the
 * programs need to show them. */
#ifndef MG_REALIZE_H
#define MG_REALIZE_H

#include "problem/problem.h"

/* Drawings that differ by no more than so much of their radius, after the best
 * rigid motion, count as congruent here: positions follow less exactly from
 * lengths than lengths from positions. */
#define MG_SAME_DRAWING 1e-3

/* The root mean square distance of positions from their centroid. */
double mg_radius(size_t n, size_t dim, const double *y);

#endif
