/* Layout with all pairs at their shortest-path distances. */
#ifndef MG_SEARCH_PAIRS_H
#define MG_SEARCH_PAIRS_H

#include "solve/run_control.h"

/* Find positions with every pair as near as possible to its shortest-path
 * distance, weighted by d^-2; exact up to some 5000 nodes, by pivots beyond.  y
 * is output, except pinned coordinates; if `given` it is also the start of a
 * descent.  out->energy receives the sum over pairs of (r-d)^2/d^2 (an estimate
 * beyond the exact range). */
mgnn_status mg_search_pairs(const mg_task *t, int given, double *y,
                            mg_search *out, mgnn_error *err);

#endif
