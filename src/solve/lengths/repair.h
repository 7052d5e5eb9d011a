/* Repair positions where edges stayed wrong. */
#ifndef MG_REPAIR_H
#define MG_REPAIR_H

#include "solve/run_control.h"

/* Rounds of moving single badly placed nodes, and of lifting the surroundings
 * of wrong edges through one more dimension, as long as that helps.  y: in and
 * out; found->energy is E at y, and never rises.  Steps on the whole graph are
 * added to found->iterations.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_repair(const mg_task *t, double *y, mg_search *found,
                      mgnn_error *err);

#endif
