/* Can the lengths be met? */
#ifndef MG_FEASIBLE_H
#define MG_FEASIBLE_H

#include "problem/problem.h"

/* Nonzero if positions with these figures meet every length within the
 * tolerance: no relative error above it, and no edge of length 0 longer than
 * so much of the mean length. */
int mg_lengths_met(const mg_graph *g, const mgnn_figures *f, double tolerance);

/* The mean of the lengths, or of the lower bounds; 0 without edges. */
double mg_mean_length(const mg_graph *g);

#endif
