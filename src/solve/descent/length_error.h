/* How far positions are from the lengths, edge by edge. */
#ifndef MG_LENGTH_ERROR_H
#define MG_LENGTH_ERROR_H

#include "problem/energy.h"

/* The mean of the lengths that are not 0, of an interval its middle; 1 if there
 * are none. */
double mg_mean_positive_length(const mg_graph *g);

/* What errors are measured by.  Lengths are written with so many digits, or so many
 * decimals, as the one that needs most; that is found from their values alone. */
typedef struct {
  double mean;                 /* of the lengths, as above */
  int digits;                  /* significant digits; 0: lengths are exact */
  double finest;               /* the last decimal */
  double typical;              /* the quantum of a length, root mean square; 0 if
                                  lengths are exact */
} mg_error_unit;

/* Lengths with more than 12 digits are exact, and so are those with very few, whose
 * quantum is more than a thousandth of the mean: 1, 2 and 3 mean what they say.
 * Intervals are exact too: their bounds tell what is allowed.  O(m). */
mg_error_unit mg_error_unit_of(const mg_graph *g);

/* How far off a length m may be in a drawing that is as good as rounding allows: by
 * its quantum; or by two typical ones, which are 7 standard deviations, since other
 * lengths pull at it. */
double mg_rounding_at(const mg_error_unit *unit, double m);

/* Half a quantum relative to the length, of the edge for which that is most: what
 * rounding may have changed of a length. */
double mg_rounding_relative(const mg_graph *g);

/* The energy that rounding explains: sum w q^2/12, q^2/12 being the variance of a
 * quantum, and three standard errors more. */
double mg_energy_of_rounding(const mg_graph *g, const mg_error_unit *unit);

/* The error of slot k at distance r, beyond the rounding, relative to its
 * length, or to the mean where the prescribed length is 0. */
double mg_length_error(const mg_graph *g, size_t k, double r,
                       const mg_error_unit *unit);

/* The largest error of the edges of node i, and of all edges.  The latter counts
 * rounding only if that explains the energy of the whole. */
double mg_length_error_at(const mg_graph *g, size_t i, size_t dim,
                          const double *y, const mg_error_unit *unit);
double mg_length_error_most(const mg_graph *g, size_t dim, const double *y);

/* Multiply y by the one number that brings the edges nearest to their
 * lengths. */
void mg_scale_to_lengths(const mg_graph *g, size_t dim, double *y);

#endif
