/* Descents by L-BFGS that record the trajectory, report progress and obey the
 * limits of the run. */
#ifndef MG_DESCEND_H
#define MG_DESCEND_H

#include "edge_energy.h"
#include "solve/run_control.h"

/* Lower E from y, in place, by damped Gauss-Newton; e->metric must exist.  Options
 * as for mg_lbfgs, but an iteration takes at least one factorization.  *out is
 * continued: iterations and evaluations are added to it, and the limits in the
 * options include earlier ones.  E never rises from one iteration to the next, and
 * the result does not depend on the threads.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_newton(const mg_edge_energy *e, const mg_lbfgs_options *opt,
                      double *y, mg_lbfgs_result *out, mgnn_error *err);

/* When a descent may end early. */
typedef struct {
  size_t most;                 /* iterations; 0: no limit */
  double tolerance;            /* smallest relative decrease that counts as progress */
  double floor;                /* stress (or value) small enough to stop at */
  size_t patience;             /* iterations in a row without progress before it ends */
} mg_depth;

/* Minimise f by L-BFGS from y, in place; also ends when the run is over. */
mgnn_status mg_descend_on(const mg_objective *f, const mg_run_control *control,
                          mg_depth depth, double *y, mg_lbfgs_result *out,
                          mgnn_error *err);

/* Minimise E from y, in place: L-BFGS, then Gauss-Newton if L-BFGS takes too
 * many steps and the normal equations are sparse enough. */
mgnn_status mg_descend(mg_edge_energy *e, const mg_run_control *control,
                       mg_depth depth, double *y, mg_lbfgs_result *out,
                       mgnn_error *err);

/* mg_descend for a task, including the setup of E.  found->energy receives E at
 * the new y; the iterations are added to found->iterations. */
mgnn_status mg_descend_from(const mg_task *t, mg_depth depth, double *y,
                            mg_search *found, mgnn_error *err);

#endif
