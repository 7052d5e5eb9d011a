/* Huber: weights min(1, k s/|r|), a convex problem.  Geman-McClure: weights
 * (C^2 / (r^2 + C^2))^2, with C from the largest residual down to 3 s: at first all
 * lengths count, then ever fewer (graduated non-convexity, Blake and Zisserman
 * 1987, Yang and others 2020).  At its end lengths that are more likely wrong than
 * right are left out, and the others count fully: the estimate is then that of
 * least squares without them. */
#include "robust.h"
#include "base/mem.h"
#include "problem/energy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 100, EM_ROUNDS = 50 };

#define HUBER 1.345            /* 95 % efficient where errors are normal */
#define CUTOFF 3.              /* of Geman-McClure, in standard deviations */

typedef struct {
  mgnn_problem *p;
  size_t dim, m;
  size_t unknowns;             /* coordinates that are not pinned */
  double sigma, least;         /* given; and what is taken at least */
  double *base, *residual, *sorted, *stiffness;
} state;

/* Residuals of a length of stiffness 1: sqrt(w) (length - target); NAN: it does
 * not count. */
static void
residuals_find(state *s, const double *y)
{
  const mg_graph *g = &s->p->graph;

  for (size_t e = 0; e < s->m; e++) {
    double r = mg_edge_length(g, e, s->dim, y), target = g->target[e];

    if (g->target_upper != NULL && r > target)
      target = fmin(r, g->target_upper[e]);
    s->residual[e] = s->base[e] > 0 ? sqrt(s->base[e]) * (r - target) : NAN;
  }
}

static int
number_compare(const void *p, const void *q)
{
  double a = *(const double *)p, b = *(const double *)q;

  return a < b ? -1 : a > b;
}

/* 1.4826 median |r|, which for normal errors is their standard deviation; residuals
 * are smaller than errors by the root of the degrees of freedom to the lengths. */
static double
scale_find(const state *s)
{
  size_t count = 0;
  double freedom;

  if (s->sigma > 0)
    return s->sigma;
  for (size_t e = 0; e < s->m; e++)
    if (!isnan(s->residual[e]))
      s->sorted[count++] = fabs(s->residual[e]);
  if (count == 0)
    return s->least;
  qsort(s->sorted, count, sizeof *s->sorted, number_compare);
  freedom = fmax((double)count / 4, (double)count - (double)s->unknowns);
  return fmax(s->least, 1.4826 * s->sorted[count / 2]
                        * sqrt((double)count / freedom));
}

static double
residual_most(const state *s)
{
  double most = 0;

  for (size_t e = 0; e < s->m; e++)
    most = fmax(most, fabs(s->residual[e]));   /* fmax ignores NAN */
  return most;
}

/* Set the weights; returns by how much one changed at most. */
static double
weights_set(const state *s, mg_robust_kind kind, double cutoff, double *weight)
{
  double change = 0;

  for (size_t e = 0; e < s->m; e++) {
    double r = fabs(s->residual[e]), w = 1;

    if (isnan(r))
      continue;
    if (kind == MG_ROBUST_HUBER)
      w = r > cutoff ? cutoff / r : 1;
    else {
      w = 1 / (1 + (r / cutoff) * (r / cutoff));
      w *= w;
    }
    change = fmax(change, fabs(w - weight[e]));
    weight[e] = w;
  }
  return change;
}

static mgnn_status
solve(state *s, const double *weight, const mgnn_search_params *par, double *y,
      mgnn_error *err)
{
  mgnn_outcome outcome = { 0 };
  mgnn_status status;

  for (size_t e = 0; e < s->m; e++)
    s->stiffness[e] = s->base[e] * weight[e];
  status = mgnn_problem_stiffness_set(s->p, s->stiffness, err);
  if (status == MGNN_OK)
    status = mgnn_solve(s->p, s->dim, par, y, &outcome, err);
  mgnn_outcome_free(&outcome);
  if (status == MGNN_ENOCONV && par->control.time_limit == 0)
    status = MGNN_OK;          /* the next round goes on from there */
  if (status == MGNN_OK)
    residuals_find(s, y);
  return status;
}

/* The share e of wrong lengths by expectation and maximisation, in a mixture of
 * normal errors of scale s and of errors even in -R..R, and the odds
 *   e / (1 - e) * (1 / 2R) / (exp(-r^2 / 2 s^2) / (s sqrt(2 pi))). */
static void
odds_find(const state *s, mg_robust *out)
{
  double range = fmax(residual_most(s), 10 * out->scale), share = 0.05;
  double ratio = out->scale * sqrt(8 * atan(1)) / (2 * range);

  for (int round = 0; round < EM_ROUNDS; round++) {
    double sum = 0, count = 0;

    for (size_t e = 0; e < s->m; e++) {
      double z = s->residual[e] / out->scale;

      out->odds[e] = isnan(z) ? 0 : share / (1 - share) * ratio
                                    * exp(fmin(z * z / 2, 600));
      sum += out->odds[e] / (1 + out->odds[e]);
      count += !isnan(z);
    }
    share = fmin(0.5, fmax(sum, 0.5) / fmax(count, 1));
  }
  out->share = share;
  out->suspects = 0;
  for (size_t e = 0; e < s->m; e++)
    out->suspects += out->odds[e] > 1;
}

/* All rounds but these need not be exact. */
static mgnn_search_params
params_last(const mgnn_search_params *par)
{
  mgnn_search_params last = *par;

  last.tolerance = par->tolerance * 1e-4;
  return last;
}

/* Leave the suspects out; who comes back into line counts again. */
static mgnn_status
suspects_drop(state *s, const mgnn_search_params *par, double *y, mg_robust *out,
              mgnn_error *err)
{
  mgnn_search_params last = params_last(par);
  mgnn_status status = MGNN_OK;

  for (int round = 0; round < 5; round++) {
    size_t changed = 0;

    odds_find(s, out);
    for (size_t e = 0; e < s->m; e++) {
      double w = out->odds[e] > 1 ? 0 : 1;

      changed += w != out->weight[e];
      out->weight[e] = w;
    }
    if (changed == 0)
      break;
    TRY(solve(s, out->weight, &last, y, err));
    out->rounds++;
    out->scale = scale_find(s);
  }
end:
  return status;
}

static mgnn_status
state_make(state *s, mgnn_problem *p, size_t dim, double sigma, mgnn_error *err)
{
  const mg_graph *g = &p->graph;
  mgnn_status status = MGNN_OK;

  *s = (state){ .p = p, .dim = dim, .m = g->m, .sigma = sigma };
  for (size_t k = 0; k < g->n * dim; k++)
    s->unknowns += p->pin == NULL || !p->pin[k];
  TRY(mg_allocated(s->base = mg_alloc(s->m, sizeof *s->base), err));
  TRY(mg_allocated(s->residual = mg_alloc(s->m, sizeof *s->residual), err));
  TRY(mg_allocated(s->sorted = mg_alloc(s->m, sizeof *s->sorted), err));
  TRY(mg_allocated(s->stiffness = mg_alloc(s->m, sizeof *s->stiffness), err));
  for (size_t e = 0; e < s->m; e++) {
    s->base[e] = g->stiffness != NULL ? g->stiffness[e] : 1;
    s->least += 1e-6 * sqrt(s->base[e]) * g->target[e] / (double)s->m;
  }
  s->least = fmax(s->least, 1e-150);
end:
  return status;
}

mgnn_status
mg_robust_find(mgnn_problem *p, size_t dim, const mg_robust_params *par,
               double *y, mg_robust *out, mgnn_error *err)
{
  mg_robust_kind kind = par->kind;
  mgnn_status status = MGNN_OK;
  double cutoff, change = 1;
  state s;

  memset(out, 0, sizeof *out);
  TRY(state_make(&s, p, dim, par->sigma, err));
  TRY(mg_allocated(out->odds = mg_zalloc(s.m, sizeof *out->odds), err));
  TRY(mg_allocated(out->weight = mg_alloc(s.m, sizeof *out->weight), err));
  for (size_t e = 0; e < s.m; e++)
    out->weight[e] = 1;
  residuals_find(&s, y);
  out->scale = scale_find(&s);
  cutoff = residual_most(&s);
  for (; out->rounds < ROUNDS && change > 1e-3; out->rounds++) {
    double last = kind == MG_ROBUST_HUBER ? HUBER : CUTOFF;
    int graduated = kind == MG_ROBUST_GEMAN_MCCLURE
                    && cutoff / 1.6 > last * out->scale;

    cutoff = graduated ? cutoff / 1.6 : last * out->scale;
    change = weights_set(&s, kind, cutoff, out->weight);
    TRY(solve(&s, out->weight, &par->search, y, err));
    out->scale = scale_find(&s);
    change = graduated ? 1 : change;
  }
  if (kind == MG_ROBUST_GEMAN_MCCLURE)
    TRY(suspects_drop(&s, &par->search, y, out, err));
  odds_find(&s, out);
end:
  mg_free(s.base);
  mg_free(s.residual);
  mg_free(s.sorted);
  mg_free(s.stiffness);
  if (status != MGNN_OK)
    mg_robust_free(out);
  return status;
}

void
mg_robust_free(mg_robust *r)
{
  mg_free(r->odds);
  mg_free(r->weight);
  memset(r, 0, sizeof *r);
}
