/* Search for positions with prescribed lengths. */
#ifndef MG_SEARCH_LENGTHS_H
#define MG_SEARCH_LENGTHS_H

#include "solve/run_control.h"

mg_start mg_start_buildup;     /* places nodes with most placed neighbours first */

/* Find the best positions, in stages, each of which runs only if errors remain
 * after the one before.  Pinned coordinates stay where y has them; y is
 * otherwise output.  determined: n bytes or NULL; if stitching ran, it is 1 for
 * nodes whose place the lengths determine, 0 for others; 255 if not known. */
mgnn_status mg_search_lengths(const mg_task *t, double *y,
                              unsigned char *determined, mg_search *out,
                              mgnn_error *err);

#endif
