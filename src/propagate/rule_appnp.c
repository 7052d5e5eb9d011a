/* The APPNP layer, and the SGC layer as its case alpha = 0. */
#include "rule.h"

#include <string.h>

/* next_i = alpha y0_i + (1-alpha) (1/d_i) sum_j w_ij y_j, with y = D^-1/2 z:
 * in z this is (1-alpha) D^-1/2 A D^-1/2 z + alpha z0. */
static inline __attribute__((always_inline)) void
rows(const mg_graph *g, size_t dim, double alpha, const double *restrict y0,
     const double *restrict y, double *restrict next, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i++) {
    const double *yi = y + i * dim, *oi = y0 + i * dim;
    double small[3] = { 0, 0, 0 };
    double *out = next + i * dim, *sum = dim <= 3 ? small : out;
    double share;

    if (!(g->degree[i] > 0)) {
      memcpy(out, oi, dim * sizeof *out);
      continue;
    }
    for (size_t c = 0; c < dim; c++)
      sum[c] = g->loop * yi[c];
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      const double *yj = y + g->to[k] * dim;
      double w = g->weight == NULL ? 1 : g->weight[k];

      for (size_t c = 0; c < dim; c++)
        sum[c] += w * yj[c];
    }
    share = (1 - alpha) / g->degree[i];
    for (size_t c = 0; c < dim; c++)
      out[c] = alpha * oi[c] + share * sum[c];
  }
}

void
mg_step_appnp(const mg_graph *g, size_t dim, const mg_rates *rate,
              const double *y0, const double *y, double *next, size_t begin,
              size_t end)
{
  if (dim == 2)
    rows(g, 2, rate->alpha, y0, y, next, begin, end);
  else
    rows(g, dim, rate->alpha, y0, y, next, begin, end);
}

void
mg_step_sgc(const mg_graph *g, size_t dim, const mg_rates *rate,
            const double *y0, const double *y, double *next, size_t begin,
            size_t end)
{
  mg_rates none = *rate;

  none.alpha = 0;
  mg_step_appnp(g, dim, &none, y0, y, next, begin, end);
}
