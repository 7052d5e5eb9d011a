/* The MGNN layer of the paper (its propagation rule in matrix form), and the
 * form of its message-passing equation and published code.  One inline body
 * each, instantiated for the plane, for space and for any dimension. */
#include "base/random.h"
#include "rule.h"

#include <string.h>

/* With y = D^-1/2 z, d_i = sum_j w_ij (plus 1 and M_ii = 0 with self-loops):
 *   next_i = alpha y0_i + (1/d_i) sum_j w_ij ((1-alpha) y_j
 *            + beta m_ij (y_i - y_j) / (|y_i - y_j| + eps))
 * Within the sum, y_j draws neighbours together, the rest holds them m_ij
 * apart.  For two nodes on one spot and eps 0 the quotient is the unit vector
 * of mg_random_direction.
 *
 * The message form has (s_i/s_j) y_i - y_j with s = sqrt(d) in place of
 * y_i - y_j above the bar: z_i and z_j over one common factor. */
static inline __attribute__((always_inline)) void
rows(const mg_graph *g, size_t dim, int plain, int message,
     const mg_rates *rate, const double *restrict y0, const double *restrict y,
     double *restrict next, size_t begin, size_t end)
{
  const double keep = 1 - rate->alpha;

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
      sum[c] = g->loop * keep * yi[c];
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      const size_t j = g->to[k];
      const double *yj = y + j * dim;
      double r = mg_distance(yi, yj, dim), gap = r + rate->eps;
      double w = plain || g->weight == NULL ? 1 : g->weight[k];
      double m = plain ? g->length[k] : mg_target(g, k, r);
      double push = gap > 0 ? rate->beta * m / gap : 0;
      double near = message ? g->root[i] / g->root[j] : 1;

      for (size_t c = 0; c < dim; c++)
        sum[c] += w * (keep * yj[c] + push * (near * yi[c] - yj[c]));
      if (!(gap > 0) && m > 0)
        mg_random_direction(rate->seed, i, j, dim, w * rate->beta * m, sum);
    }
    share = 1 / g->degree[i];
    for (size_t c = 0; c < dim; c++)
      out[c] = rate->alpha * oi[c] + share * sum[c];
  }
}

void
mg_step_mgnn(const mg_graph *g, size_t dim, const mg_rates *rate,
             const double *y0, const double *y, double *next, size_t begin,
             size_t end)
{
  int plain = g->weight == NULL && g->upper == NULL;

  if (plain && dim == 2)
    rows(g, 2, 1, 0, rate, y0, y, next, begin, end);
  else if (plain && dim == 3)
    rows(g, 3, 1, 0, rate, y0, y, next, begin, end);
  else
    rows(g, dim, 0, 0, rate, y0, y, next, begin, end);
}

void
mg_step_mgnn_message(const mg_graph *g, size_t dim, const mg_rates *rate,
                     const double *y0, const double *y, double *next,
                     size_t begin, size_t end)
{
  rows(g, dim, 0, 1, rate, y0, y, next, begin, end);
}
