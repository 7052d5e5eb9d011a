/* Limited-memory BFGS with a diagonal metric, the minimiser that all solvers use. */
#ifndef MG_LBFGS_H
#define MG_LBFGS_H

#include "base/error.h"

#include <stddef.h>

enum { MG_ETA_MOST = 64 };

/* A bounded sample of the values of a descent so far: every stride-th
 * iteration.  All zero before the first. */
typedef struct {
  size_t iterations, stride, kept;
  double value[MG_ETA_MOST];
} mg_eta;

/* Add the value after one more iteration; the first is the value at the start. */
void mg_eta_add(mg_eta *o, double value);

/* Iterations left until the relative decrease per iteration falls to the
 * tolerance or the value to the floor, whichever comes first; NAN if it is too
 * early to tell. */
double mg_eta_left(const mg_eta *o, double tolerance, double floor);

/* The function to minimise.  `value` returns f(x) and fills grad (never NULL)
 * with its gradient, or with any fixed multiple of it. */
typedef struct {
  size_t size;                 /* variables */
  double (*value)(void *ctx, const double *x, double *grad);
  void *ctx;
  /* The inverse metric to start from, one number per variable; 0 keeps a
   * variable fixed.  With 1/d_i and half the gradient of E the first direction
   * is the MGNN step. */
  const double *inverse;
  /* NULL, or a better metric to use instead: step = H step, 0 where `inverse`
   * is 0; called with the same ctx. */
  void (*metric)(void *ctx, double *step);
} mg_objective;

/* How to compute a . b over all variables, if they are spread over processes or
 * the sum must not depend on its order; must return the same everywhere. */
typedef struct {
  double (*dot)(void *ctx, size_t size, const double *a, const double *b);
  void *ctx;
} mg_sums;

typedef struct {
  size_t memory;               /* pairs kept; default 8 */
  size_t max_iterations;       /* 0: no limit */
  double tolerance;            /* the search ends after `patience` steps in a row */
  size_t patience;             /* whose relative decrease of f is below `tolerance` */
  double floor;                /* f at or below this ends the search */
  int threads;
  /* NULL, or called after each iteration (0: the start); nonzero stops the search. */
  int (*watch)(void *ctx, size_t iteration, const double *x, double value);
  void *watch_ctx;
  const mg_sums *sums;         /* NULL: sums over blocks in order, in threads */
} mg_lbfgs_options;

void mg_lbfgs_init(mg_lbfgs_options *opt);

typedef enum {
  MG_LBFGS_CONVERGED,          /* too little progress */
  MG_LBFGS_LIMIT,              /* max_iterations */
  MG_LBFGS_STOPPED             /* stopped by the watcher */
} mg_lbfgs_end;

typedef struct {
  size_t iterations, evaluations;
  double value;                /* f at the final x */
  mg_lbfgs_end end;
} mg_lbfgs_result;

/* Minimise from x, in place.  f never rises from one iteration to the next,
 * and the result does not depend on the threads.  Returns MGNN_OK or
 * MGNN_ENOMEM (x untouched).  Extra memory (2 * memory + 5) * size doubles. */
mgnn_status mg_lbfgs(const mg_objective *f, const mg_lbfgs_options *opt,
                     double *x, mg_lbfgs_result *out, mgnn_error *err);

/* The same in three steps, for searches that are interrupted.  A search
 * continues identically, to the last bit, from a state with the x, grad, s, y,
 * rho, counts and result that it had when its watcher was called. */
typedef struct {
  const mg_objective *f;
  const mg_lbfgs_options *opt;
  size_t size, blocks;
  double *x, *grad;            /* current point */
  double *trial, *trial_grad;  /* next point to try */
  double *step;                /* the direction */
  double *s, *y;               /* memory * size: moves and gradient changes */
  double *rho, *alpha;         /* memory each */
  double *partial;             /* blocks */
  size_t kept, next;           /* pairs kept; index for the next */
  size_t idle;                 /* steps in a row with little progress */
  mg_lbfgs_result result;      /* so far; no evaluations: not started */
} mg_lbfgs_state;

/* Prepare a search; f and opt are borrowed.  Fill x before running it. */
mgnn_status mg_lbfgs_state_init(mg_lbfgs_state *t, const mg_objective *f,
                                const mg_lbfgs_options *opt, mgnn_error *err);
void mg_lbfgs_state_free(mg_lbfgs_state *t);
void mg_lbfgs_run(mg_lbfgs_state *t);

#endif
