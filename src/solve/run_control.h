/* What every part of layout mode is told: chance, threads, and when to stop. */
#ifndef MG_RUN_CONTROL_H
#define MG_RUN_CONTROL_H

#include "base/graph.h"

#include <stdatomic.h>

/* How far a descent is. */
typedef struct {
  size_t size;                 /* coordinates that it moves */
  size_t iteration;            /* 0: the start */
  double value;                /* of what it brings down; NAN: not known */
  double left;                 /* iterations, about; NAN: cannot be told */
} mg_stand;

struct mg_trace;

typedef struct {
  unsigned long seed;
  int threads;                 /* 0: as many as there are */
  double tolerance;            /* relative decrease of E that ends a search */
  /* NULL, or asked often: nonzero means deliver what there is, now. */
  int (*over)(void *ctx);
  void *over_ctx;
  /* NULL, or told after each iteration, with over_ctx, by one thread at a
   * time. */
  void (*tell)(void *ctx, const mg_stand *stand);
  size_t max_iterations;       /* of all stages together; 0: no limit */
  atomic_size_t *spent;        /* counts them; NULL: nobody asks */
  struct mg_trace *trace;      /* NULL, or a descent records its way there; a
                                  search that of what it delivers */
} mg_effort;

static inline int
mg_effort_over(const mg_effort *how)
{
  if (how->max_iterations > 0 && how->spent != NULL
      && atomic_load(how->spent) >= how->max_iterations)
    return 1;
  return how->over != NULL && how->over(how->over_ctx);
}

/* The same for threads side by side, that stop together: *over is set when one
 * of them finds that it is over. */
static inline int
mg_effort_over_any(const mg_effort *how, int *over)
{
  int known;

#pragma omp atomic read
  known = *over;
  if (!known && mg_effort_over(how)) {
    known = 1;
#pragma omp atomic write
    *over = 1;
  }
  return known;
}

/* The same after an iteration, which is counted and told of. */
static inline int
mg_effort_step(const mg_effort *how, mg_stand stand)
{
  if (stand.iteration > 0 && how->spent != NULL)
    atomic_fetch_add(how->spent, 1);
  if (how->tell != NULL)
    how->tell(how->over_ctx, &stand);
  return mg_effort_over(how);
}

/* One connected graph that positions are looked for. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  const unsigned char *pin;    /* n*dim bytes, nonzero coordinates stay; or
                                  NULL */
  const mg_effort *how;
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

/* What a search found, beside the positions. */
typedef struct {
  double energy;
  size_t iterations;           /* of L-BFGS on all nodes, in all stages */
  const char *stage;           /* which stage's result was kept: "pivot",
                                  "buildup", "repair", "lift", "stitch",
                                  "retry" or, if there was none, "start" */
} mg_search;

/* A start: positions for all nodes of a connected graph, from nothing but its
 * lengths.  y has n*dim doubles.  Returns MGNN_OK or MGNN_ENOMEM. */
typedef mgnn_status mg_start(const mg_graph *g, size_t dim,
                             const mg_effort *how, double *y, mgnn_error *err);

mg_start mg_start_pivot;       /* PivotMDS on weighted shortest paths */
mg_start mg_start_buildup;     /* node by node, most placed neighbours first */

/* Prescribed lengths: the best drawing of a connected graph that the stages
 * find; each runs only if the one before left errors.  pin: n*dim bytes,
 * nonzero coordinates stay where y has them, or NULL; y is otherwise output.
 * determined: n bytes or NULL; filled, where stitching ran, with 1 for nodes
 * whose place the lengths determine, 0 for others, 255 where not known. */
mgnn_status mg_search_edges(const mg_graph *g, size_t dim,
                            const unsigned char *pin, const mg_effort *how,
                            double *y, unsigned char *determined,
                            mg_search *out, mgnn_error *err);

/* All pairs: positions that keep every pair at its shortest-path distance,
 * weighted by d^-2; exact up to some 20,000 nodes, by pivots beyond.  y is
 * output; if `given` it is the start, too, and the way goes down from there.
 * *stress receives the sum over pairs of (r-d)^2/d^2 (an estimate beyond the
 * exact range). */
mgnn_status mg_search_pairs(const mg_graph *g, size_t dim,
                            const unsigned char *pin, int given,
                            const mg_effort *how, double *y, double *stress,
                            mg_search *out, mgnn_error *err);

#endif
