/* Computes the figures of merit in one pass over the edges.  Sums are kept per
 * block and added in order, so that they do not depend on the number of threads. */
#include "measure.h"
#include "base/mem.h"
#include "base/threads.h"

#include <math.h>
#include <stdlib.h>

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
  /* fmax ignores NAN, sums keep it. */
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
mg_worst_add(mg_edge_fit *worst, size_t count, size_t capacity, const mg_edge_fit *fit)
{
  size_t at = count;

  if (!(fit->error > 0))
    return count;
  while (at > 0 && (worst[at - 1].error < fit->error
                    || (worst[at - 1].error == fit->error
                        && worst[at - 1].edge > fit->edge))) {
    if (at < capacity)
      worst[at] = worst[at - 1];
    at--;
  }
  if (at == capacity)
    return count;
  worst[at] = *fit;
  return count + (count < capacity);
}

size_t
mg_edges_worst(const mgnn_problem *p, size_t dim, const double *y,
               size_t capacity, mg_edge_fit *worst)
{
  const mg_graph *g = &p->graph;
  size_t count = 0;

  for (size_t e = 0; e < g->m; e++) {
    const mg_edge_fit fit = mg_edge_fit_of(g, e, mg_edge_length(g, e, dim, y));

    if (!mg_edge_is_zero(g, e))
      count = mg_worst_add(worst, count, capacity, &fit);
  }
  return count;
}

int
mg_lengths_met(const mg_graph *g, const mgnn_figures *f, double tolerance)
{
  return !(f->max_relative_error > tolerance)
         && !(f->max_zero_length > tolerance * mg_mean_length(g));
}

/* ---- distribution of the errors, and what is left of them if the drawing may be
 * made larger or smaller ---- */

const double mg_error_bins[MGNN_ERROR_BINS - 1] = {
  1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1
};

static double
weight(const mg_graph *g, size_t e)
{
  return g->stiffness != NULL ? g->stiffness[e] : 1;
}

/* Half the derivative by s of sum w (s r - m)^2, with m the allowed length
 * nearest to s r; it increases with s. */
static double
slope(const mg_graph *g, const double *r, double s)
{
  double sum = 0;

  for (size_t e = 0; e < g->m; e++)
    sum += weight(g, e) * r[e]
           * (s * r[e] - mg_edge_fit_of(g, e, s * r[e]).target);
  return sum;
}

/* The best factor to multiply the lengths r by; NAN if all are 0.  For exact
 * lengths sum w r m / sum w r^2, otherwise by bisection. */
static double
best_scale(const mg_graph *g, const double *r)
{
  double rm = 0, rr = 0, low = 0, high = 0;

  for (size_t e = 0; e < g->m; e++) {
    rm += weight(g, e) * r[e] * g->target[e];
    rr += weight(g, e) * r[e] * r[e];
    if (r[e] > 0)
      high = fmax(high, g->target[e] / r[e]);
  }
  if (!(rr > 0))
    return NAN;
  if (g->target_upper == NULL)
    return rm / rr;
  if (slope(g, r, 1) == 0)     /* 1 is best; others may be as good */
    return 1;
  for (int k = 0; k < 200 && high > low; k++) {
    double middle = low + (high - low) / 2;

    if (slope(g, r, middle) < 0)
      low = middle;
    else
      high = middle;
    if (middle == low && middle == high)
      break;
  }
  return high;
}

/* Find the best factor s, and sum w (s r - m)^2 / sum w m^2 for it. */
static void
scaled_fill(const mg_graph *g, const double *r, double *scale, double *stress)
{
  double energy = 0, norm = 0;

  *scale = best_scale(g, r);
  for (size_t e = 0; e < g->m; e++) {
    double m = mg_edge_fit_of(g, e, *scale * r[e]).target;

    energy += weight(g, e) * (*scale * r[e] - m) * (*scale * r[e] - m);
    norm += weight(g, e) * m * m;
  }
  *stress = norm > 0 ? energy / norm : NAN;
}

mgnn_status
mg_stress_scaled(const mgnn_problem *p, size_t dim, const double *y,
                 double *scale, double *stress, mgnn_error *err)
{
  const mg_graph *g = &p->graph;
  double *r = mg_alloc(g->m, sizeof *r);

  PASS(mg_allocated(r, err));
  for (size_t e = 0; e < g->m; e++)
    r[e] = mg_edge_length(g, e, dim, y);
  scaled_fill(g, r, scale, stress);
  mg_free(r);
  return MGNN_OK;
}

mgnn_status
mgnn_distribution_find(const mgnn_problem *p, size_t dim, const double *y,
                       double tolerance, mgnn_distribution *out,
                       mgnn_error *err)
{
  static const double part[MGNN_QUANTILES] = { 0.25, 0.5, 0.75, 0.9, 0.99 };
  const mg_graph *g = &p->graph;
  size_t count = 0;
  double *r = mg_alloc(g->m, sizeof *r), *error = mg_alloc(g->m, sizeof *error);
  mgnn_distribution d = { 0 };
  mgnn_status status;

  TRY(mg_allocated_all(err, r, error));
  TRY(mg_problem_dim_check(p, dim, err));
  TRY(mg_tolerance_check(tolerance, err));
  for (size_t e = 0; e < g->m; e++) {
    mg_edge_fit fit;
    size_t bin = 0;

    r[e] = mg_edge_length(g, e, dim, y);
    fit = mg_edge_fit_of(g, e, r[e]);
    if (mg_edge_is_zero(g, e))
      continue;
    error[count++] = fit.error;
    if (fit.error > tolerance)
      *(r[e] < fit.target ? &d.too_short : &d.too_long) += 1;
    else
      d.met++;
    while (bin + 1 < MGNN_ERROR_BINS && fit.error > mg_error_bins[bin])
      bin++;
    d.bin[bin]++;
  }
  scaled_fill(g, r, &d.scale, &d.scaled_stress);
  qsort(error, count, sizeof *error, mg_ascending);
  /* The q-quantile: the least error that a share q of the edges do not exceed. */
  for (size_t k = 0; k < MGNN_QUANTILES; k++)
    d.quantile[k] = count > 0 ? error[(size_t)ceil(part[k] * (double)count) - 1]
                              : NAN;
  *out = d;
end:
  mg_free_all(r, error);
  return status;
}
