/* Repair positions where edges stayed wrong. */
#ifndef MG_REPAIR_H
#define MG_REPAIR_H

#include "noise.h"
#include "solve/run_control.h"

/* Rounds of moving single badly placed nodes, and of lifting the surroundings
 * of wrong edges through one more dimension, as long as that helps.  y: in and
 * out; found->energy is E at y, and never rises.  Steps on the whole graph are
 * added to found->iterations.  noise: only what these errors do not explain is
 * wrong; NULL: lengths are exact.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_repair(const mg_task *t, const mg_noise *noise, double *y,
                      mg_search *found, mgnn_error *err);

/* The same for a start, where most lengths are met and few nodes misplaced, without
 * a descent on the whole graph: that would hand the faults on to all nodes, and
 * take hundreds of steps to take them back.  Does nothing where more is wrong. */
mgnn_status mg_repair_start(const mg_task *t, double *y, mgnn_error *err);

#endif
