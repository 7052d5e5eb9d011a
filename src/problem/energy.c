/* E and its gradient.  One inline function is instantiated for dimension 2, 3, 4 and
 * any other: with a constant dimension, gcc's code is twice as fast. */
#include "energy.h"
#include "base/random.h"

typedef struct {
  const mg_graph *graph;
  unsigned long seed;
  const double *y;
  double *grad;
} evaluation;

/* Computes mg_energy_rows.  plain: all lengths are exact and all springs equally
 * stiff, so that the loop has no branch for bounds or stiffness. */
static inline __attribute__((always_inline)) double
rows(const evaluation *at, size_t dim, int plain, size_t begin, size_t end)
{
  const mg_graph *g = at->graph;
  const double *restrict y = at->y;
  double *restrict grad = at->grad;
  double energy = 0;

  for (size_t i = begin; i < end; i++) {
    const double *yi = y + i * dim;
    double small[4] = { 0, 0, 0, 0 };
    double *sum = dim <= 4 || grad == NULL ? small : grad + i * dim;

    if (grad != NULL)
      for (size_t c = 0; c < dim; c++)
        sum[c] = 0;
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      const double *yj = y + g->to[k] * dim;
      double r = mg_distance(yi, yj, dim);
      double m = plain ? g->length[k] : mg_target(g, k, r);
      double w = plain || g->weight == NULL ? 1 : g->weight[k];
      mg_edge_block edge = mg_edge_block_at(r, m, w, 0);

      energy += edge.energy;
      if (grad == NULL)
        continue;
      if (r > 0)
        for (size_t c = 0; c < dim; c++)
          sum[c] += edge.pull * (yi[c] - yj[c]);
      else if (m > 0)
        mg_random_direction(at->seed, g->name != NULL ? g->name[i] : i,
                            g->name != NULL ? g->name[g->to[k]] : g->to[k], dim,
                            -w * m, sum);
    }
    if (grad != NULL && dim <= 4)
      for (size_t c = 0; c < dim; c++)
        grad[i * dim + c] = sum[c];
  }
  return energy / 2;
}

double
mg_energy_rows(const mg_graph *g, size_t dim, unsigned long seed,
               const double *y, double *grad, size_t begin, size_t end)
{
  const evaluation at = { g, seed, y, grad };
  int plain = g->weight == NULL && g->upper == NULL;

  if (plain && dim == 2)
    return rows(&at, 2, 1, begin, end);
  if (plain && dim == 3)
    return rows(&at, 3, 1, begin, end);
  if (plain && dim == 4)       /* space and an extra coordinate for detours */
    return rows(&at, 4, 1, begin, end);
  return rows(&at, dim, 0, begin, end);
}

double
mg_energy(const mg_graph *g, size_t dim, unsigned long seed, int threads,
          const double *y, double *grad, double *partial)
{
  size_t blocks = mg_blocks(g->n);
  double sum = 0;

  (void)threads;               /* used by OpenMP only */
#pragma omp parallel for schedule(dynamic, 4) if (blocks > 4) \
  num_threads(mg_threads(threads))
  for (size_t b = 0; b < blocks; b++)
    partial[b] = mg_energy_rows(g, dim, seed, y, grad, b * MG_BLOCK,
                                mg_block_end(b, g->n));
  for (size_t b = 0; b < blocks; b++)
    sum += partial[b];
  return sum;
}
