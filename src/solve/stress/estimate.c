/* Estimate full stress from some rows of the distance matrix, if there are too
 * many for all. */
#include "base/mem.h"
#include "base/random.h"
#include "base/dense.h"
#include "solve/descent/length_error.h"
#include "batch_bfs.h"
#include "sparse_stress.h"
#include "problem/energy.h"
#include "problem/paths.h"

#include <math.h>

/* (w - 1) (r/d - 1)^2, for slot k of node i whose ends are d apart. */
static double
stiff_more(const mg_graph *g, size_t i, size_t k, size_t dim, const double *y,
           double d)
{
  double e = mg_distance(y + i * dim, y + g->to[k] * dim, dim) / d - 1;

  return (g->weight[k] - 1) * e * e;
}

/* The sum of w (r/d - 1)^2 over all pairs of the node searched from. */
static double
row_stress(const mg_paths *p, size_t source, size_t dim, const double *y,
           double coincide)
{
  const mg_graph *g = p->graph;
  double sum = 0;

  for (size_t k = g->row[source]; k < g->row[source + 1] && g->weight != NULL;
       k++) {
    double d = p->distance[g->to[k]];

    sum += stiff_more(g, source, k, dim, y, d > 0 ? d : coincide);
  }

  for (size_t k = 0; k < p->reached_count; k++) {
    size_t j = p->reached[k];
    double d = p->distance[j] > 0 ? p->distance[j] : coincide;
    double e = mg_distance(y + source * dim, y + j * dim, dim) / d - 1;

    if (j != source)
      sum += e * e;
  }
  return sum;
}

typedef struct {
  const mg_task *task;
  size_t rows;
  const double *y;
  unsigned *row;               /* the nodes of the rows */
  double *sum;                 /* stress of each row */
  mg_paths *paths;             /* one per thread */
  int threads;
} estimate;

static void
rows_measure(estimate *t)
{
  double coincide = MG_PAIR_COINCIDE * mg_mean_positive_length(t->task->graph);

#pragma omp parallel for schedule(dynamic, 1) num_threads(t->threads)
  for (size_t k = 0; k < t->rows; k++) {
    mg_paths *p = &t->paths[mg_thread()];

    mg_paths_all(p, t->row[k]);
    t->sum[k] = row_stress(p, t->row[k], t->task->dim, t->y, coincide);
  }
}

/* Measure the rows if all lengths are `unit`, and `far` hops lead from some node
 * to the farthest.  Ignores the limits of the run, as figures are needed
 * after a stopped search too. */
static mgnn_status
rows_count(estimate *t, double unit, size_t far, mgnn_error *err)
{
  const mg_graph *g = t->task->graph;
  size_t n = g->n, dim = t->task->dim;
  uint16_t *column = mg_alloc(t->rows, n * sizeof *column);
  mg_run_control all = { .threads = t->task->control->threads };
  mg_batch batch = { t->task->graph, &all, far, t->row, t->rows, n };
  int stopped = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(column, err));
  TRY(mg_batch_bfs(&batch, column, &stopped, err));
#pragma omp parallel for schedule(dynamic, 1) num_threads(t->threads)
  for (size_t k = 0; k < t->rows; k++) {
    size_t i = t->row[k];
    const double *at = t->y + i * dim;

    t->sum[k] = 0;
    for (size_t s = g->row[i]; s < g->row[i + 1] && g->weight != NULL; s++)
      t->sum[k] += stiff_more(g, i, s, dim, t->y, unit);
    for (size_t j = 0; j < n; j++) {
      double d = column[k * n + j] * unit;
      double e = mg_distance(at, t->y + j * dim, dim) / d - 1;

      if (j != t->row[k])
        t->sum[k] += e * e;
    }
  }
end:
  mg_free(column);
  return status;
}

static mgnn_status
rows_run(estimate *t, mgnn_error *err)
{
  const mg_graph *g = t->task->graph;
  mg_paths *p = &t->paths[0];

  if (p->unit && g->m > 0 && g->target[0] > 0) {
    size_t far;

    mg_paths_from(p, 0, g->n);
    far = (size_t)lround(p->distance[p->reached[p->reached_count - 1]]
                         / g->target[0]);
    if (far < INT16_MAX)
      return rows_count(t, g->target[0], far, err);
  }
  rows_measure(t);
  return MGNN_OK;
}

mgnn_status
mg_sparse_stress(const mg_task *task, const double *y, size_t rows,
                 double *stress, mgnn_error *err)
{
  const mg_graph *g = task->graph;
  estimate t = { .task = task, .y = y, .rows = rows < g->n ? rows : g->n,
                 .threads = mg_threads(task->control->threads) };
  uint64_t stream = mg_random_stream(task->control->seed, 0);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(t.paths = mg_zalloc((size_t)t.threads, sizeof *t.paths), err));
  TRY(mg_allocated(t.row = mg_alloc(t.rows, sizeof *t.row), err));
  TRY(mg_allocated(t.sum = mg_alloc(t.rows, sizeof *t.sum), err));
  for (int k = 0; k < t.threads; k++)
    TRY(mg_paths_init(&t.paths[k], g, err));
  for (size_t k = 0; k < t.rows; k++) {
    /* One node from each of `rows` equal parts, so that they differ. */
    size_t begin = k * g->n / t.rows, stop = (k + 1) * g->n / t.rows;

    t.row[k] = (unsigned)(begin + mg_random_below(&stream, stop - begin));
  }
  TRY(rows_run(&t, err));
  *stress = 0;
  for (size_t k = 0; k < t.rows; k++)
    *stress += t.sum[k] / 2 * ((double)g->n / (double)t.rows);
end:
  for (int k = 0; t.paths != NULL && k < t.threads; k++)
    mg_paths_free(&t.paths[k]);
  mg_free_all(t.paths, t.row, t.sum);
  return status;
}
