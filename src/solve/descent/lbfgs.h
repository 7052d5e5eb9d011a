/* Limited-memory BFGS with a diagonal metric: the step of all solvers. */
#ifndef MG_LBFGS_H
#define MG_LBFGS_H

#include "base/error.h"

/* What is minimised.  `value` returns f(x) and fills grad (never NULL) with
 * its gradient, or with any fixed multiple of it. */
typedef struct {
  size_t size;                 /* variables */
  double (*value)(void *ctx, const double *x, double *grad);
  void *ctx;
  /* The inverse metric to start from, one number per variable; 0 holds a
   * variable where it is.  With 1/d_i and half the gradient of E the first
   * direction is the MGNN step. */
  const double *inverse;
  /* NULL, or a better metric that is used instead: step = H step, 0 where
   * `inverse` is; called with the same ctx. */
  void (*metric)(void *ctx, double *step);
} mg_objective;

typedef struct {
  size_t memory;               /* pairs kept; 8 */
  size_t max_iterations;       /* 0: no limit */
  double tolerance;            /* a step that decreases f by less, relatively, */
  size_t patience;             /* so many times in a row, ends the search */
  double floor;                /* as good as 0: f at or below ends the search */
  int threads;
  /* NULL, or called after each iteration (0: the start); nonzero stops. */
  int (*watch)(void *ctx, size_t iteration, const double *x, double value);
  void *watch_ctx;
} mg_lbfgs_options;

void mg_lbfgs_init(mg_lbfgs_options *opt);

typedef enum {
  MG_LBFGS_CONVERGED,          /* no more to gain */
  MG_LBFGS_LIMIT,              /* max_iterations */
  MG_LBFGS_STOPPED             /* by the watcher */
} mg_lbfgs_end;

typedef struct {
  size_t iterations, evaluations;
  double value;                /* f at the x returned */
  mg_lbfgs_end end;
} mg_lbfgs_result;

/* Minimise from x, in place.  f never rises from one iteration to the next,
 * and the result does not depend on the threads.  Returns MGNN_OK or
 * MGNN_ENOMEM (x untouched).  Extra memory (2 * memory + 5) * size doubles. */
mgnn_status mg_lbfgs(const mg_objective *f, const mg_lbfgs_options *opt,
                     double *x, mg_lbfgs_result *out, mgnn_error *err);

#endif
