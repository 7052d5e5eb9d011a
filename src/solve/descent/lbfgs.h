/* Limited-memory BFGS with a diagonal metric: the step of all solvers. */
#ifndef MG_LBFGS_H
#define MG_LBFGS_H

#include "base/error.h"

#include <stddef.h>

enum { MG_ETA_MOST = 64 };

/* The values of a descent so far, of every stride-th iteration.  All zero
 * before the first. */
typedef struct {
  size_t iterations, stride, kept;
  double value[MG_ETA_MOST];
} mg_eta;

/* The value after one more iteration; the first is that of the start. */
void mg_eta_add(mg_eta *o, double value);

/* Iterations until the relative decrease in one of them is down at the
 * tolerance, or the value down at the floor, whichever comes first; NAN if
 * there is nothing yet to judge by. */
double mg_eta_left(const mg_eta *o, double tolerance, double floor);

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
  /* NULL, or a better metric that is used instead: step = H step, 0 if
   * `inverse` is; called with the same ctx. */
  void (*metric)(void *ctx, double *step);
} mg_objective;

/* How sums over all variables are made if they are not all here, or are wanted
 * the same whatever their order: a . b, for the same a and b everywhere. */
typedef struct {
  double (*dot)(void *ctx, size_t size, const double *a, const double *b);
  void *ctx;
} mg_sums;

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
  const mg_sums *sums;         /* NULL: blocks in order, by the threads */
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

/* The same in three steps, for those who stop in between: a search goes on, to the
 * last bit, from a state of which x, grad, s, y, rho, the counts and the result were
 * kept when its watcher was called. */
typedef struct {
  const mg_objective *f;
  const mg_lbfgs_options *opt;
  size_t size, blocks;
  double *x, *grad;            /* where we are */
  double *trial, *trial_grad;  /* where we might go */
  double *step;                /* the direction */
  double *s, *y;               /* memory * size: moves and gradient changes */
  double *rho, *alpha;         /* memory each */
  double *partial;             /* blocks */
  size_t kept, next;           /* pairs kept; where the next goes */
  size_t idle;                 /* steps in a row that gained little */
  mg_lbfgs_result result;      /* so far; without an evaluation it has not begun */
} mg_lbfgs_state;

/* f and opt are borrowed; x has to be filled before the search is run. */
mgnn_status mg_lbfgs_state_init(mg_lbfgs_state *t, const mg_objective *f,
                                const mg_lbfgs_options *opt, mgnn_error *err);
void mg_lbfgs_state_free(mg_lbfgs_state *t);
void mg_lbfgs_run(mg_lbfgs_state *t);

#endif
