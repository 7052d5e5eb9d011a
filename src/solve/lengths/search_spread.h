/* Prescribed lengths first; if they leave freedom, a readable drawing. */
#ifndef MG_SEARCH_SPREAD_H
#define MG_SEARCH_SPREAD_H

#include "solve/run_control.h"

/* How much freedom the lengths left. */
typedef struct {
  size_t nodes;                /* nodes that could be spread; 0: the lengths
                                  determine the drawing, as far as known */
  double stress;               /* the sum over pairs of (r-d)^2/d^2; NAN: not
                                  known */
} mg_spread_facts;

/* Whether energies of two drawings of g count as equal: both are nearly 0
 * (lengths are met to 1e-7 on average), or they differ by less than 1 % of the
 * lower. */
int mg_energies_tie(const mg_graph *g, double a, double b);

/* Search as mg_search_lengths does, but among drawings of equal energy find the
 * one with the least path stress.  Does nothing more if lengths determine the
 * drawing. */
mgnn_status mg_search_spread(const mg_task *t, double *y,
                             unsigned char *determined, mg_search *out,
                             mg_spread_facts *facts, mgnn_error *err);

#endif
