/* How the errors of the lengths are distributed, and what is left of them if
 * the drawing may be made larger or smaller. */
#include "base/mem.h"
#include "measure.h"

#include <math.h>
#include <stdlib.h>

const double mg_error_bins[MGNN_ERROR_BINS - 1] = {
  1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1
};

static double
weight(const mg_graph *g, size_t e)
{
  return g->stiffness != NULL ? g->stiffness[e] : 1;
}

/* Half the derivative by s of sum w (s r - m)^2, m the nearest allowed length
 * to s r: it rises with s. */
static double
slope(const mg_graph *g, const double *r, double s)
{
  double sum = 0;

  for (size_t e = 0; e < g->m; e++)
    sum += weight(g, e) * r[e]
           * (s * r[e] - mg_edge_fit_of(g, e, s * r[e]).target);
  return sum;
}

/* The factor by which lengths r are best multiplied; NAN if they are all 0.
 * Where lengths are exact, sum w r m / sum w r^2; else by bisection. */
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
  if (slope(g, r, 1) == 0)     /* other factors may be as good */
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

/* That factor, and sum w (s r - m)^2 / sum w m^2 there. */
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

  TRY(mg_allocated(r, err));
  TRY(mg_allocated(error, err));
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
  /* The q-quantile: the least error that a share q of the edges keep to. */
  for (size_t k = 0; k < MGNN_QUANTILES; k++)
    d.quantile[k] = count > 0 ? error[(size_t)ceil(part[k] * (double)count) - 1]
                              : NAN;
  *out = d;
end:
  mg_free(r);
  mg_free(error);
  return status;
}
