/* Prescribed lengths. */
#ifndef MG_SEARCH_LENGTHS_H
#define MG_SEARCH_LENGTHS_H

#include "solve/run_control.h"

mg_start mg_start_buildup;     /* node by node, most placed neighbours first */

/* The best positions that the stages find; each runs only if the one before
 * left errors.  Pinned coordinates stay where y has them; y is otherwise output.
 * determined: n bytes or NULL; filled, where stitching ran, with 1 for nodes
 * whose place the lengths determine, 0 for others, 255 where not known. */
mgnn_status mg_search_lengths(const mg_task *t, double *y,
                              unsigned char *determined, mg_search *out,
                              mgnn_error *err);

#endif
