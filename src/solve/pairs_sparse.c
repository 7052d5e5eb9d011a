/* Stress by samples. */
#include "pairs_sparse.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/vec.h"
#include "distances.h"
#include "fit.h"
#include "problem/paths.h"

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

mgnn_status
mg_sparse_stress(const mg_graph *g, size_t dim, const double *y, size_t rows,
                 unsigned long seed, double *stress, mgnn_error *err)
{
  double coincide = MG_PAIR_COINCIDE * mg_fit_mean_length(g), sum = 0;
  uint64_t chance = mg_random_stream(seed, 0);
  mg_paths p;
  mgnn_status status = mg_paths_init(&p, g, err);

  if (status != MGNN_OK)
    return status;
  rows = rows < g->n ? rows : g->n;
  for (size_t k = 0; k < rows; k++) {
    /* One from each of as many equal parts, so that none comes twice. */
    size_t begin = k * g->n / rows, end = (k + 1) * g->n / rows;
    size_t i = begin + mg_random_below(&chance, end - begin);

    mg_paths_from(&p, i, g->n);
    sum += row_stress(&p, i, dim, y, coincide);
  }
  *stress = rows > 0 ? sum / 2 * ((double)g->n / (double)rows) : 0;
  mg_paths_free(&p);
  return MGNN_OK;
}
