/* More starts, for graphs so small that they cost nothing. */
#ifndef MG_RESTARTS_H
#define MG_RESTARTS_H

#include "solve/run_control.h"

enum { MG_RESTARTS_MOST = 300 };       /* nodes */

/* Random starts, and small parts of the best positions perturbed (basin
 * hopping), until the lowest energy came out of random starts several times or
 * there were enough.  Pins are held all the time.  y: in and out;
 * found->energy is E at y, and never rises; found->iterations is added to.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_restarts(const mg_task *t, double *y, mg_search *found,
                        mgnn_error *err);

#endif
