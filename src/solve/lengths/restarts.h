/* More starts, for graphs small enough that these cost nothing. */
#ifndef MG_RESTARTS_H
#define MG_RESTARTS_H

#include "solve/run_control.h"

enum { MG_RESTARTS_MOST = 300 };       /* nodes */

/* Try random starts, and the best positions with small parts perturbed (basin
 * hopping), until random starts have found the lowest energy several times or
 * there were enough.  Pins are always kept.  y: in and out; found->energy is E
 * at y, and never rises; found->iterations is added to.  MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_restarts(const mg_task *t, double *y, mg_search *found,
                        mgnn_error *err);

#endif
