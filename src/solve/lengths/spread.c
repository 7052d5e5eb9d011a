/* The continuation from a drawing of low path stress to one that meets the
 * lengths.  With the curvature of E as the metric a level takes some dozens of
 * iterations however small lambda is: along the free motions only the curvature
 * of S is left, which its diagonal approximates as well as if all motions were
 * free. */
#include "spread.h"
#include "base/mem.h"
#include "problem/paths.h"
#include "region_stress.h"
#include "solve/arrange/trajectory.h"
#include "solve/descent/descend.h"
#include "solve/descent/edge_metric.h"
#include "solve/descent/length_error.h"
#include "solve/stress/dense_stress.h"
#include "solve/stress/sparse_stress.h"

#include <math.h>
#include <string.h>

enum {
  EXACT = 500,                 /* nodes up to which all pairs are used */
  ROWS = 100,                  /* rows of distances to estimate S from beyond */
  ROUND = 10,                  /* iterations with one metric, at most */
  ROUNDS = 12,                 /* of a level, at most */
  ROUNDS_LAST = 40             /* of the last level, where lambda is 0 */
};

/* Factor of lambda from level to level; a slower fall gives the same drawings.
 * For large graphs it is faster: 0.1 % more path stress, which is only an
 * estimate there, but a fifth less time. */
#define FALL 0.1
#define FALL_LARGE 0.0316
#define LAST 1e-7
#define EASE 0.2               /* factor by which damping changes, */
#define MANY 1.5               /* and evaluations per iteration above which it
                                  grows */
#define NO_LESS 1e-8           /* of the mean length, so that d^-2 is finite */
#define LEVEL_TOLERANCE 1e-4   /* relative decrease that ends a round */

struct mg_spread {
  mg_objective objective;
  const mg_task *task;
  mg_run_control control;      /* of the task, without trajectory */
  mg_edge_energy edges;
  mg_edge_metric *metric;
  double by;                   /* times E: removes the unit */
  double lambda;
  double damping;              /* of the edges in the metric, in the curvature
                                  of S; at least lambda */
  mg_distances distances;
  mg_full_stress all;          /* up to EXACT nodes */
  mg_region_stress regions;    /* beyond */
  const mg_objective *paths;   /* `all` or `regions`: S */
  double unit;                 /* unit of its positions */
  double *degree;              /* n: diagonal of the curvature of S, without the
                                  edges */
  double *weight;              /* 2m: weights of the edges in S */
  double *x, *grad;            /* n*dim each: scratch */
};

static double
value(void *ctx, const double *y, double *grad)
{
  mg_spread *s = ctx;
  size_t size = s->objective.size;
  double sum = s->by * s->edges.objective.value(&s->edges, y, grad);

  for (size_t c = 0; c < size; c++)
    grad[c] *= s->by;
  if (!(s->lambda > 0))
    return sum;
  for (size_t c = 0; c < size; c++)
    s->x[c] = y[c] / s->unit;
  sum += s->lambda * s->paths->value(s->paths->ctx, s->x, s->grad);
  for (size_t c = 0; c < size; c++)
    grad[c] += s->lambda / s->unit * s->grad[c];
  return sum;
}

static void
metric(void *ctx, double *step)
{
  mg_spread *s = ctx;

  if (mg_edge_metric_solve(s->metric, step) != 0)
    for (size_t c = 0; c < s->objective.size; c++)
      step[c] *= s->objective.inverse[c];
}

void
mg_spread_free(mg_spread *s)
{
  if (s == NULL)
    return;
  mg_edge_energy_free(&s->edges);
  mg_edge_metric_free(s->metric);
  mg_full_stress_free(&s->all);
  mg_distances_free(&s->distances);
  mg_region_stress_free(&s->regions);
  mg_free_all(s->degree, s);
}

/* Find the diagonal of the curvature of S, d^-2 summed up per node.  Edges,
 * which may be much shorter than other paths, are kept separate, as their ends
 * move together. */
static void
degree_find(mg_spread *s, const double *degree)
{
  const mg_graph *g = s->task->graph;
  double mean = mg_mean_positive_length(g);

  for (size_t i = 0; i < g->n; i++) {
    double all = degree[i] / (s->unit * s->unit), edges = 0;

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      double d = mg_paths_length(g, k);

      d = d > 0 ? fmax(d, NO_LESS * mean) : MG_PAIR_COINCIDE * mean;
      s->weight[k] = 1 / (d * d);
      edges += s->weight[k];
    }
    s->degree[i] = fmax(all - edges, 0.01 * all);
  }
}

/* Prepare the function S, and find its mean curvature. */
static mgnn_status
paths_init(mg_spread *s, const double *y, int *stopped, mgnn_error *err)
{
  const mg_task *t = s->task;
  size_t n = t->graph->n, size = n * t->dim;
  const double *degree;

  s->degree = mg_alloc(n + 2 * size + 2 * t->graph->m, sizeof *s->degree);
  PASS(mg_allocated(s->degree, err));
  s->x = s->degree + n;
  s->grad = s->x + size;
  s->weight = s->grad + size;
  if (n <= EXACT) {
    PASS(mg_distances_init(&s->distances, t->graph, &s->control, stopped, err));
    if (*stopped || !(s->distances.unit > 0))
      return MGNN_OK;
    PASS(mg_full_stress_init(&s->all, &s->distances, t->dim, t->pin,
                             t->control->threads, err));
    s->paths = &s->all.objective;
    s->unit = s->distances.unit;
    degree = s->distances.degree;
  } else {
    PASS(mg_region_stress_init(&s->regions, t, y, stopped, err));
    s->paths = &s->regions.objective;
    s->unit = s->regions.unit;
    degree = s->regions.degree;
  }
  degree_find(s, degree);
  return MGNN_OK;
}

mgnn_status
mg_spread_init(mg_spread **out, const mg_task *t, const double *y,
               mgnn_error *err)
{
  mg_spread *s = mg_zalloc(1, sizeof *s);
  double mean = mg_mean_positive_length(t->graph);
  int stopped = 0;
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_allocated(s, err));
  s->task = t;
  s->control = *t->control;
  s->control.trajectory = NULL;
  TRY(mg_edge_energy_init(&s->edges, t->graph, t->dim, t->pin, t->control->seed,
                          t->control->threads, err));
  if (!(s->edges.scale > 0))
    goto end;
  s->by = 1 / mean / mean;
  TRY(paths_init(s, y, &stopped, err));
  if (stopped || !(s->unit > 0))
    goto end;
  TRY(mg_edge_metric_init(&s->metric, t->graph, t->dim, t->pin, err));
  s->objective = (mg_objective){ t->graph->n * t->dim, value, s,
                                 s->edges.inverse, metric };
  *out = s;
end:
  if (*out == NULL)
    mg_spread_free(s);
  return status;
}

double
mg_spread_energy(mg_spread *s, const double *y)
{
  return s->edges.objective.value(&s->edges, y, s->grad);
}

/* Minimise at the present lambda; `share` is the factor of the curvature of S
 * in the metric. */
static mgnn_status
level(mg_spread *s, double share, mg_depth depth, double *y,
      mg_trajectory *trajectory, mg_search *found, mgnn_error *err)
{
  size_t rounds = s->lambda > 0 ? ROUNDS : ROUNDS_LAST;
  mg_lbfgs_result result = { .end = MG_LBFGS_LIMIT };

  for (size_t k = 0; k < rounds && result.end == MG_LBFGS_LIMIT; k++) {
    s->damping = fmax(s->damping, share);
    PASS(mg_edge_metric_factor(s->metric, y, &(mg_metric_terms){
                                 .by = s->by, .share = share, .node = s->degree,
                                 .damping = s->damping, .slot = s->weight }, err));
    PASS(mg_descend_on(&s->objective, &s->control, depth, y, &result, err));
    found->iterations += result.iterations;
    s->damping *= (double)result.evaluations > MANY * (double)result.iterations
                  ? 1 / EASE : EASE;
    if (trajectory != NULL)
      mg_trajectory_add(trajectory, found->iterations, y, mg_spread_energy(s, y));
  }
  return MGNN_OK;
}

mgnn_status
mg_spread_run(mg_spread *s, double first, double *y, mg_trajectory *trajectory,
              mg_search *found, mgnn_error *err)
{
  mg_depth rough = { ROUND, LEVEL_TOLERANCE, 0, 2 };
  mg_depth fine = { ROUND, 1e-6, 1e-28 * (double)s->task->graph->m, 3 };
  double fall = s->task->graph->n > EXACT ? FALL_LARGE : FALL;

  if (trajectory != NULL)
    mg_trajectory_add(trajectory, 0, y, mg_spread_energy(s, y));
  for (s->lambda = first; s->lambda >= 0.99 * LAST; s->lambda *= fall)
    PASS(level(s, s->lambda, rough, y, trajectory, found, err));
  s->lambda = 0;
  PASS(level(s, 0.01 * LAST, fine, y, trajectory, found, err));
  found->energy = mg_spread_energy(s, y);
  if (trajectory != NULL)
    PASS(mg_trajectory_check(trajectory, err));
  return MGNN_OK;
}

mgnn_status
mg_spread_stress(const mg_spread *s, const double *y, double *stress,
                 mgnn_error *err)
{
  const mg_task *t = s->task;

  if (t->graph->n > EXACT)
    return mg_sparse_stress(t, y, ROWS, stress, err);
  for (size_t c = 0; c < s->objective.size; c++)
    s->x[c] = y[c] / s->unit;
  return mg_full_stress_measure(&s->distances, t->dim, s->x,
                                t->control->threads, stress, err);
}
