/* The figures of merit: one pass over the edges, sums kept per block and added
 * in order, so that they do not depend on the threads. */
#include "measure.h"
#include "base/mem.h"
#include "base/threads.h"

#include <math.h>

enum { EDGE_BLOCK = 4096 };

void
mg_edge_sums_join(mg_edge_sums *sum, const mg_edge_sums *t)
{
  sum->energy += t->energy;
  sum->target2 += t->target2;
  sum->length2 += t->length2;
  sum->sum_error += t->sum_error;
  sum->sum_error2 += t->sum_error2;
  sum->far2 += t->far2;
  sum->max_error = fmax(sum->max_error, t->max_error);
  sum->max_zero = fmax(sum->max_zero, t->max_zero);
  sum->positive += t->positive;
  sum->zero += t->zero;
  sum->coincident += t->coincident;
}

/* |Z - Z0|_F^2 with Z = D^1/2 Y. */
static double
drift(const mgnn_problem *p, size_t dim, const double *y, const double *origin)
{
  double sum = 0;

  for (size_t i = 0; i < p->graph.n; i++)
    for (size_t c = 0; c < dim; c++) {
      double d = mg_root(&p->graph, i) * y[i * dim + c] - origin[i * dim + c];

      sum += d * d;
    }
  return sum;
}

void
mg_objective_set(const mgnn_problem *p, size_t dim, const double *y,
                 const double *origin, double alpha, mgnn_figures *f)
{
  if (origin != NULL)
    f->objective = (1 - alpha) * f->energy + alpha * drift(p, dim, y, origin);
}

void
mg_edge_sums_figures(const mg_edge_sums *t, mgnn_figures *f)
{
  double count = (double)t->positive;
  /* fmax passes NAN over; the sums do not. */
  int errors = t->positive > 0 && !isnan(t->sum_error);

  f->energy = t->energy;
  f->stress = t->target2 > 0 ? t->energy / t->target2 : NAN;
  f->stress1 = t->length2 > 0 ? sqrt(t->energy / t->length2) : NAN;
  f->max_relative_error = errors ? t->max_error : NAN;
  f->rms_relative_error = !errors ? NAN
                          : t->far2 > 0 ? MG_FAR_UNIT * sqrt(t->far2 / count)
                          : sqrt(t->sum_error2 / count);
  f->mean_relative_error = t->positive > 0 ? t->sum_error / count : NAN;
  f->max_zero_length = t->zero > 0 && !isnan(t->energy) ? t->max_zero : NAN;
  f->coincident = t->coincident;
  f->objective = f->energy;
}

mgnn_status
mgnn_measure(const mgnn_problem *p, size_t dim, const double *y,
             const double *origin, double alpha, mgnn_figures *out,
             mgnn_error *err)
{
  const mg_graph *g = &p->graph;
  size_t blocks = (g->m + EDGE_BLOCK - 1) / EDGE_BLOCK;
  mg_edge_sums *block = mg_zalloc(blocks, sizeof *block), sum = { 0 };
  mgnn_status status;

  TRY(mg_allocated(block, err));
  TRY(mg_problem_dim_check(p, dim, err));
#pragma omp parallel for schedule(dynamic, 4) if (blocks > 4) \
  num_threads(mg_threads(0))
  for (size_t b = 0; b < blocks; b++) {
    size_t end = (b + 1) * EDGE_BLOCK;

    for (size_t e = b * EDGE_BLOCK; e < end && e < g->m; e++) {
      mg_edge_fetch(g, e, dim, y);
      mg_edge_sums_add(&block[b], g->target[e], mg_edge_upper(g, e),
               g->stiffness != NULL ? g->stiffness[e] : 1,
               mg_edge_length(g, e, dim, y));
    }
  }
  for (size_t b = 0; b < blocks; b++)
    mg_edge_sums_join(&sum, &block[b]);
  mg_edge_sums_figures(&sum, out);
  mg_objective_set(p, dim, y, origin, alpha, out);
end:
  mg_free(block);
  return status;
}

size_t
mg_edges_worst(const mgnn_problem *p, size_t dim, const double *y,
               size_t capacity, mg_edge_fit *worst)
{
  const mg_graph *g = &p->graph;
  size_t count = 0;

  for (size_t e = 0; e < g->m; e++) {
    const mg_edge_fit fit = mg_edge_fit_of(g, e, mg_edge_length(g, e, dim, y));
    size_t at = count;

    if (mg_edge_is_zero(g, e) || !(fit.error > 0))
      continue;
    while (at > 0 && worst[at - 1].error < fit.error) {
      if (at < capacity)
        worst[at] = worst[at - 1];
      at--;
    }
    if (at < capacity) {
      worst[at] = fit;
      count += count < capacity;
    }
  }
  return count;
}

int
mg_lengths_met(const mg_graph *g, const mgnn_figures *f, double tolerance)
{
  return !(f->max_relative_error > tolerance)
         && !(f->max_zero_length > tolerance * mg_mean_length(g));
}
