/* Descent on E by the normal equations. */
#ifndef MG_NEWTON_H
#define MG_NEWTON_H

#include "edge_energy.h"

/* Lower E from y, in place, with e->metric, which there must be; options as of mg_lbfgs, where an iteration is a
 * factorization or more.  *out is continued: iterations and evaluations are added
 * to, and the options count those before.  E never rises from one iteration to
 * the next, and the result does not depend on the threads.  Returns MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_newton(const mg_edge_energy *e, const mg_lbfgs_options *opt,
                      double *y, mg_lbfgs_result *out, mgnn_error *err);

#endif
