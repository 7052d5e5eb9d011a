/* Stiffness where all pairs count, added up over the edges: they are few beside
 * the pairs, whose kernels need not know. */
#include "stiff_pairs.h"
#include "base/mem.h"

mgnn_status
mg_stiff_pairs_init(mg_stiff_pairs *out, const mg_graph *g,
                    const mg_distances *d, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *out = (mg_stiff_pairs){ .graph = g };
  if (g == NULL || g->weight == NULL)
    goto end;
  out->far = mg_alloc(2 * g->m, sizeof *out->far);
  TRY(mg_allocated(out->far, err));
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      size_t j = g->to[k];
      float far;

      mg_distances_unpack(d, i < j ? i : j, i < j ? j : i, 1, &far);
      out->far[k] = (double)far;
    }
end:
  return status;
}

void
mg_stiff_pairs_free(mg_stiff_pairs *s)
{
  mg_free(s->far);
  s->far = NULL;
}

double
mg_stiff_pairs_at(const mg_stiff_pairs *s, size_t i, size_t dim,
                  const double *x, double *grad)
{
  const mg_graph *g = s->graph;
  double sum = 0;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    const double *at = x + i * dim, *other = x + g->to[k] * dim;
    double r = mg_distance(at, other, dim), d = s->far[k];
    double w = g->weight[k] - 1;

    sum += w * (r / d - 1) * (r / d - 1);
    for (size_t c = 0; c < dim && grad != NULL && r > 0; c++)
      grad[c] += w * (1 / (d * d) - 1 / (d * r)) * (at[c] - other[c]);
  }
  return sum;
}

double
mg_stiff_pairs_sum(const mg_stiff_pairs *s, size_t dim, const double *x)
{
  double sum = 0;

  for (size_t i = 0; s->far != NULL && i < s->graph->n; i++)
    sum += mg_stiff_pairs_at(s, i, dim, x, NULL) / 2;
  return sum;
}

double
mg_stiff_pairs_degree(const mg_stiff_pairs *s, size_t i)
{
  const mg_graph *g = s->graph;
  double sum = 0;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    sum += (g->weight[k] - 1) / (s->far[k] * s->far[k]);
  return sum;
}
