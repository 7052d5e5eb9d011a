/* L-BFGS that records its trajectory, reports progress and obeys the limits of
 * the run. */
#ifndef MG_DESCEND_H
#define MG_DESCEND_H

#include "edge_energy.h"
#include "solve/run_control.h"

/* Lower E from y, in place, with e->metric, which there must be; options as of
 * mg_lbfgs, where an iteration is a factorization or more.  *out is continued:
 * iterations and evaluations are added to, and the options count those before.  E
 * never rises from one iteration to the next, and the result does not depend on the
 * threads.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_newton(const mg_edge_energy *e, const mg_lbfgs_options *opt,
                      double *y, mg_lbfgs_result *out, mgnn_error *err);

/* When a descent may end early. */
typedef struct {
  size_t most;                 /* iterations; 0: no limit */
  double tolerance;            /* relative decrease, often enough in a row */
  double floor;                /* stress (or value) that is as good as 0 */
  size_t patience;             /* how often */
} mg_depth;

/* L-BFGS from y, in place; also ends when the run is over. */
mgnn_status mg_descend_on(const mg_objective *f, const mg_run_control *control,
                          mg_depth depth, double *y, mg_lbfgs_result *out,
                          mgnn_error *err);

/* The same on E; by the normal equations where L-BFGS takes too many steps and
 * these are sparse enough. */
mgnn_status mg_descend(mg_edge_energy *e, const mg_run_control *control,
                       mg_depth depth, double *y, mg_lbfgs_result *out,
                       mgnn_error *err);

/* The same, with the preparations.  found->energy receives E at the new y,
 * found->iterations is added to. */
mgnn_status mg_descend_from(const mg_task *t, mg_depth depth, double *y,
                            mg_search *found, mgnn_error *err);

#endif
