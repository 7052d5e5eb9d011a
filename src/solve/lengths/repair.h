/* Repair positions in which some edges have wrong lengths. */
#ifndef MG_REPAIR_H
#define MG_REPAIR_H

#include "noise.h"
#include "solve/run_control.h"

/* Alternate between moving single badly placed nodes and placing the nodes
 * around wrong edges again, as long as that helps.  y: in and out;
 * found->energy is E at y, and never rises.  Steps on the whole graph are added
 * to found->iterations.  noise: only errors that it does not explain are
 * repaired; NULL: lengths are exact.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_repair(const mg_task *t, const mg_noise *noise, double *y,
                      mg_search *found, mgnn_error *err);

/* Repair a start in which most lengths are met and few nodes misplaced, without
 * a descent on the whole graph: that would spread the errors over all nodes,
 * and take hundreds of steps to undo that.  Does nothing if more is wrong. */
mgnn_status mg_repair_start(const mg_task *t, double *y, mgnn_error *err);

#endif
