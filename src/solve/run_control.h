/* What every part of layout mode has in common: seed, threads, limits, progress;
 * and the task it works on. */
#ifndef MG_RUN_CONTROL_H
#define MG_RUN_CONTROL_H

#include "problem/terms.h"

#include <stdatomic.h>

/* What positions are computed in: x stands for unit * x + origin. */
typedef struct {
  double unit;
  const double *origin;        /* dim; NULL: 0 */
} mg_frame;

/* How far a descent is. */
typedef struct {
  size_t size;                 /* coordinates that it moves */
  size_t iteration;            /* 0: the start */
  double value;                /* of what it minimises; NAN: not known */
  double left;                 /* iterations, about; NAN: not known */
  const double *y;             /* positions of the graph that control shows, by
                                  the numbers it has there; NULL: of others */
  const unsigned *called;      /* what its nodes are called; NULL: as they are */
  const mg_frame *frame;       /* of y; NULL: as they are */
} mg_descent_progress;

struct mg_trajectory;

typedef struct {
  unsigned long seed;
  int threads;                 /* 0: as many as there are */
  double tolerance;            /* relative decrease of E that ends a search */
  /* NULL, or called often: nonzero means deliver the best so far, now. */
  int (*stop)(void *ctx);
  /* NULL, or called after each iteration, by one thread at a time. */
  void (*report)(void *ctx, const mg_descent_progress *progress);
  void *ctx;
  size_t max_iterations;       /* of all stages together; 0: no limit */
  atomic_size_t *iterations;   /* counts them; NULL: not wanted */
  const mg_graph *shown;       /* whose positions are reported: the component, also
                                  where it is renumbered; NULL: none are */
  const unsigned *called;      /* what its nodes are called outside; NULL: the
                                  same */
  const mg_frame *frame;       /* of all pairs' descents, which report positions;
                                  NULL: they do not */
  struct mg_trajectory *trajectory;    /* NULL, or a descent records itself
                                  there; a search what it delivers */
  int brief;                   /* all pairs: two starts, whether or not they agree */
  int varied;                  /* seeds are to give different drawings */
  double floor;                /* no positions of the component have less energy, as
                                  its lengths contradict each other; 0: not known */
} mg_run_control;

/* Whether no search for lengths can gain more than a thousandth of this energy. */
static inline int
mg_run_floored(const mg_run_control *control, double energy)
{
  return energy <= 1.001 * control->floor;
}

static inline int
mg_run_over(const mg_run_control *control)
{
  if (control->max_iterations > 0 && control->iterations != NULL
      && atomic_load(control->iterations) >= control->max_iterations)
    return 1;
  return control->stop != NULL && control->stop(control->ctx);
}

/* The same for threads side by side, that stop together: *over is set when one
 * of them finds that it is over. */
static inline int
mg_run_over_any(const mg_run_control *control, int *over)
{
  int known;

#pragma omp atomic read
  known = *over;
  if (!known && mg_run_over(control)) {
    known = 1;
#pragma omp atomic write
    *over = 1;
  }
  return known;
}

/* The same after an iteration, which is counted and reported. */
static inline int
mg_run_step(const mg_run_control *control, mg_descent_progress progress)
{
  if (progress.iteration > 0 && control->iterations != NULL)
    atomic_fetch_add(control->iterations, 1);
  if (control->report != NULL)
    control->report(control->ctx, &progress);
  return mg_run_over(control);
}

/* Positions that a descent on all pairs reports. */
static inline void
mg_progress_frame(mg_descent_progress *progress, const mg_run_control *control,
                  const double *y)
{
  progress->y = y;
  progress->called = control->called;
  progress->frame = control->frame;
}

/* One connected graph for which positions are sought. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  const unsigned char *pin;    /* n*dim bytes, nonzero coordinates stay; or
                                  NULL */
  const mg_run_control *control;
  const mg_terms *terms;       /* of the energy, beside the edges; or NULL */
} mg_task;

/* Whether any coordinate of node i is pinned. */
static inline int
mg_task_pinned(const mg_task *t, size_t i)
{
  for (size_t c = i * t->dim; c < (i + 1) * t->dim && t->pin != NULL; c++)
    if (t->pin[c])
      return 1;
  return 0;
}

/* What a search found, other than the positions. */
typedef struct {
  double energy;               /* E, or the stress of all pairs */
  size_t iterations;           /* of L-BFGS on all nodes, in all stages */
  const char *stage;           /* which stage's result was kept: "pivot",
                                  "buildup", "branch", "arcs", "repair",
                                  "lift", "stitch", "retry" or, if there was none,
                                  "start" */
} mg_search;

/* A start: positions for all nodes, n*dim doubles, from nothing but the lengths;
 * pins are not looked at.  Returns MGNN_OK, MGNN_ENOMEM or MGNN_EINVAL (numbers
 * too large). */
typedef mgnn_status mg_start(const mg_task *t, double *y, mgnn_error *err);

#endif
