/* The settings shared by all parts of layout mode (seed, threads, limits,
 * progress), and the task that a search works on. */
#ifndef MG_RUN_CONTROL_H
#define MG_RUN_CONTROL_H

#include "problem/terms.h"

#include <stdatomic.h>

/* The coordinates that positions are computed in: x stands for unit * x + origin. */
typedef struct {
  double unit;
  const double *origin;        /* dim; NULL: 0 */
} mg_frame;

/* Progress of a descent, for reports. */
typedef struct {
  size_t size;                 /* number of coordinates it moves */
  size_t iteration;            /* 0: the start */
  double value;                /* value of its objective; NAN: not known */
  double left;                 /* estimated iterations left; NAN: not known */
  const double *y;             /* positions of the graph in control->shown, in
                                  its numbering; NULL: of another graph */
  const unsigned *called;      /* outside numbers of its nodes; NULL: the same */
  const mg_frame *frame;       /* frame of y; NULL: y as it is */
} mg_descent_progress;

struct mg_trajectory;

typedef struct {
  unsigned long seed;
  int threads;                 /* 0: one per processor */
  double tolerance;            /* relative decrease of E that ends a search */
  /* NULL, or called often: nonzero means return the best positions so far, now. */
  int (*stop)(void *ctx);
  /* NULL, or called after each iteration, by one thread at a time. */
  void (*report)(void *ctx, const mg_descent_progress *progress);
  void *ctx;
  size_t max_iterations;       /* of all stages together; 0: no limit */
  atomic_size_t *iterations;   /* the iterations so far; NULL: not counted */
  const mg_graph *shown;       /* graph whose positions are reported: the component,
                                  even if renumbered; NULL: report none */
  const unsigned *called;      /* outside numbers of its nodes; NULL: the
                                  same */
  const mg_frame *frame;       /* frame in which descents on all pairs report
                                  positions; NULL: they report none */
  struct mg_trajectory *trajectory;    /* NULL, or descents record their points
                                          here, searches the path to their result */
  int brief;                   /* all pairs: two starts, even if they disagree */
  int varied;                  /* different seeds should give different drawings */
  double floor;                /* lower bound of the component's energy, if its
                                  lengths contradict each other; 0: not known */
} mg_run_control;

/* Whether a search for lengths can gain at most a thousandth of this energy. */
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

/* mg_run_over for parallel threads that stop together: *over is set when one of
 * them finds that the run is over. */
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

/* Count and report an iteration, then return whether the run is over. */
static inline int
mg_run_step(const mg_run_control *control, mg_descent_progress progress)
{
  if (progress.iteration > 0 && control->iterations != NULL)
    atomic_fetch_add(control->iterations, 1);
  if (control->report != NULL)
    control->report(control->ctx, &progress);
  return mg_run_over(control);
}

/* Set the positions that a descent on all pairs reports. */
static inline void
mg_progress_frame(mg_descent_progress *progress, const mg_run_control *control,
                  const double *y)
{
  progress->y = y;
  progress->called = control->called;
  progress->frame = control->frame;
}

/* A connected graph to be laid out. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  const unsigned char *pin;    /* n*dim bytes, nonzero for pinned coordinates;
                                  or NULL */
  const mg_run_control *control;
  const mg_terms *terms;       /* terms of the energy besides the edges; or NULL */
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

/* The result of a search, other than the positions. */
typedef struct {
  double energy;               /* E, or the stress of all pairs */
  size_t iterations;           /* of L-BFGS on all nodes, summed over the stages */
  const char *stage;           /* the stage whose result was kept: "pivot",
                                  "buildup", "branch", "arcs", "repair", "lift",
                                  "stitch", "retry" or, if none was, "start" */
} mg_search;

/* A start: computes positions for all nodes, n*dim doubles, from the lengths
 * alone, ignoring pins.  Returns MGNN_OK, MGNN_ENOMEM or MGNN_EINVAL (numbers
 * too large). */
typedef mgnn_status mg_start(const mg_task *t, double *y, mgnn_error *err);

#endif
