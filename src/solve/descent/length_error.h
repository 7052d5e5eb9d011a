/* How far positions are from the lengths, edge by edge. */
#ifndef MG_LENGTH_ERROR_H
#define MG_LENGTH_ERROR_H

#include "problem/energy.h"

/* The mean of the lengths that are not 0, of an interval its middle; 1 if there
 * are none. */
double mg_mean_positive_length(const mg_graph *g);

/* What errors are measured by. */
typedef struct {
  double mean;                 /* of the lengths, as above */
  double rounding;             /* the last decimal of rounded lengths, or 0 */
} mg_error_unit;

/* Lengths that are all whole multiples of a decimal unit, at most a thousandth
 * of the mean, were rounded to it: no positions need meet them more closely.  A
 * coarser unit is no rounding: 1, 2 and 3 mean what they say. */
mg_error_unit mg_error_unit_of(const mg_graph *g);

/* The error of slot k at distance r, beyond the rounding, relative to its
 * length, or to the mean where the prescribed length is 0. */
double mg_length_error(const mg_graph *g, size_t k, double r,
                       mg_error_unit unit);

/* The largest error of the edges of node i, and of all edges. */
double mg_length_error_at(const mg_graph *g, size_t i, size_t dim,
                          const double *y, mg_error_unit unit);
double mg_length_error_most(const mg_graph *g, size_t dim, const double *y);

/* Multiply y by the one number that brings the edges nearest to their
 * lengths. */
void mg_scale_to_lengths(const mg_graph *g, size_t dim, double *y);

#endif
