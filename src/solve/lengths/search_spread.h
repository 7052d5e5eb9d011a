/* Prescribed lengths, and where they leave freedom the drawing to read. */
#ifndef MG_SEARCH_SPREAD_H
#define MG_SEARCH_SPREAD_H

#include "solve/run_control.h"

/* What came of the freedom. */
typedef struct {
  size_t nodes;                /* that were free to be spread; 0: lengths
                                  determine the drawing, as far as was seen */
  double stress;               /* the sum over pairs of (r-d)^2/d^2; NAN: not
                                  known */
} mg_spread_facts;

/* Whether energies of two drawings of g count as the same: both are next to 0
 * (lengths are met to 1e-7 in the mean), or they differ by less than 1 % of the
 * lower. */
int mg_energies_tie(const mg_graph *g, double a, double b);

/* As mg_search_lengths, and among drawings of the same energy the one with the
 * least path stress.  Where lengths determine the drawing nothing else is
 * done. */
mgnn_status mg_search_spread(const mg_task *t, double *y,
                             unsigned char *determined, mg_search *out,
                             mg_spread_facts *facts, mgnn_error *err);

#endif
