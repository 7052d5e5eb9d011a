/* Errors of positions: how far edges are from their prescribed lengths. */
#ifndef MG_LENGTH_ERROR_H
#define MG_LENGTH_ERROR_H

#include "problem/energy.h"

/* The mean of the nonzero lengths, taking an interval at its middle; 1 if all
 * are 0. */
double mg_mean_positive_length(const mg_graph *g);

/* The precision of the given lengths, guessed from their values: the digits and
 * decimals of the most precise one are taken for all. */
typedef struct {
  double mean;                 /* mean length, as above */
  int digits;                  /* significant digits; 0: lengths are exact */
  double finest;               /* the last decimal used */
  double typical;              /* root mean square quantum of the lengths; 0 if
                                  lengths are exact */
} mg_error_unit;

/* Find the precision.  Lengths count as exact if one has more than 12 digits, or if
 * the quantum is above a thousandth of the mean (1, 2 and 3 are not rounded).
 * Intervals are exact too, as their bounds state the tolerance.  O(m). */
mg_error_unit mg_error_unit_of(const mg_graph *g);

/* The error of a length m that rounding may explain: its quantum, or if
 * larger two typical quanta (7 standard deviations), since other lengths
 * pull at it. */
double mg_rounding_at(const mg_error_unit *unit, double m);

/* The largest error, relative to the length, that rounding may have caused in
 * any edge: half a quantum, at most 0.01. */
double mg_rounding_relative(const mg_graph *g);

/* The energy that rounding explains: the expected sum w q^2/12 (a quantum has
 * the variance q^2/12) and three standard errors more. */
double mg_energy_of_rounding(const mg_graph *g, const mg_error_unit *unit);

/* The relative error of slot k at distance r, less what rounding explains;
 * relative to the mean length if the prescribed length is 0. */
double mg_length_error(const mg_graph *g, size_t k, double r,
                       const mg_error_unit *unit);

/* The largest error of the edges of node i, and of all edges.  The second
 * allows for rounding only if rounding explains the total energy. */
double mg_length_error_at(const mg_graph *g, size_t i, size_t dim,
                          const double *y, const mg_error_unit *unit);
double mg_length_error_most(const mg_graph *g, size_t dim, const double *y);

/* Scale y by the factor that brings the edges nearest to their lengths. */
void mg_scale_to_lengths(const mg_graph *g, size_t dim, double *y);

#endif
