/* Full stress of a drawing from some rows of the matrix of distances. */
#include "base/mem.h"
#include "base/random.h"
#include "base/vec.h"
#include "fit.h"
#include "pairs_sparse.h"
#include "problem/energy.h"
#include "problem/paths.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* The sum of (r/d - 1)^2 over all pairs of the node searched from. */
static double
row_stress(const mg_paths *p, size_t source, size_t dim, const double *y,
           double coincide)
{
  double sum = 0;

  for (size_t k = 0; k < p->reached_count; k++) {
    size_t j = p->reached[k];
    double d = p->distance[j] > 0 ? p->distance[j] : coincide;
    double e = mg_distance(y + source * dim, y + j * dim, dim) / d - 1;

    if (j != source)
      sum += e * e;
  }
  return sum;
}

/* Fill sum[k] with the stress of row[k]; each thread searches with its own
 * paths. */
static void
rows_run(mg_paths *paths, int threads, size_t dim, const double *y,
         const unsigned *row, size_t rows, double *sum)
{
  double coincide = MG_PAIR_COINCIDE * mg_fit_mean_length(paths->graph);

#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (size_t k = 0; k < rows; k++) {
#ifdef _OPENMP
    mg_paths *p = &paths[omp_get_thread_num()];
#else
    mg_paths *p = paths;
#endif

    mg_paths_from(p, row[k], p->graph->n);
    sum[k] = row_stress(p, row[k], dim, y, coincide);
  }
}

mgnn_status
mg_sparse_stress(const mg_graph *g, size_t dim, const double *y, size_t rows,
                 const mg_effort *how, double *stress, mgnn_error *err)
{
  int threads = mg_threads(how->threads);
  mg_paths *paths = mg_zalloc((size_t)threads, sizeof *paths);
  uint64_t chance = mg_random_stream(how->seed, 0);
  mgnn_status status = MGNN_OK;
  unsigned *row;
  double *sum;

  rows = rows < g->n ? rows : g->n;
  row = mg_alloc(rows, sizeof *row);
  sum = mg_alloc(rows, sizeof *sum);
  if (paths == NULL || row == NULL || sum == NULL)
    status = mg_fail_memory(err);
  for (int t = 0; t < threads && status == MGNN_OK; t++)
    status = mg_paths_init(&paths[t], g, err);
  if (status != MGNN_OK)
    goto leave;
  for (size_t k = 0; k < rows; k++) {
    /* One from each of as many equal parts, so that none comes twice. */
    size_t begin = k * g->n / rows, end = (k + 1) * g->n / rows;

    row[k] = (unsigned)(begin + mg_random_below(&chance, end - begin));
  }
  rows_run(paths, threads, dim, y, row, rows, sum);
  *stress = 0;
  for (size_t k = 0; k < rows; k++)
    *stress += sum[k] / 2 * ((double)g->n / (double)rows);
leave:
  for (int t = 0; paths != NULL && t < threads; t++)
    mg_paths_free(&paths[t]);
  mg_free(paths);
  mg_free(row);
  mg_free(sum);
  return status;
}
