/* Search for drawings with given handedness and least distances, after the lengths. */
#ifndef MG_SEARCH_TERMS_H
#define MG_SEARCH_TERMS_H

#include "solve/run_control.h"

/* Minimise E and the terms of the task from y, which meets the lengths as far as
 * possible: from y or its mirror image, whichever is better (without pins), and, if
 * tetrahedra have the wrong sign or pairs are too near, from embeddings.  y: in and
 * out; found->energy receives the sum of all terms.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_search_terms(const mg_task *t, double *y, mg_search *found,
                            mgnn_error *err);

#endif
