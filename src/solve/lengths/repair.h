/* Mend a drawing where edges stayed wrong. */
#ifndef MG_REPAIR_H
#define MG_REPAIR_H

#include "solve/run_control.h"

/* Rounds of moving single badly placed nodes, and of lifting the surroundings
 * of wrong edges through one more dimension, as long as that helps.  pin:
 * n*dim bytes or NULL.  y: in and out; *energy is E at y, and never rises.
 * Steps on the whole graph are added to *iterations.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_repair(const mg_graph *g, size_t dim, const unsigned char *pin,
                      const mg_effort *how, double *y, double *energy,
                      size_t *iterations, mgnn_error *err);

#endif
