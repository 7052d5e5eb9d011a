/* The loop over layers: scale Z to Y, step, swap.  It knows no rule. */
#include "base/mem.h"
#include "problem/problem.h"
#include "rule.h"

#include <math.h>
#include <string.h>

static mgnn_status
params_check(const mgnn_params *par, const mg_rule **rule, mgnn_error *err)
{
  if (!(par->alpha >= 0 && par->alpha <= 1))
    return mg_fail(err, MGNN_EINVAL, "alpha is %g, must be within 0 and 1",
                   par->alpha);
  if (!(par->beta >= 0) || isinf(par->beta))
    return mg_fail(err, MGNN_EINVAL, "beta is %g, must be at least 0 and finite",
                   par->beta);
  if (!(par->eps >= 0) || isinf(par->eps))
    return mg_fail(err, MGNN_EINVAL, "eps is %g, must be at least 0 and finite",
                   par->eps);
  *rule = mg_rule_find(par->rule);
  if (*rule == NULL)
    return mg_fail(err, MGNN_EINVAL, "there is no rule named \"%s\"", par->rule);
  return MGNN_OK;
}

static void
scale(const mgnn_problem *p, const double *x, double *out, int to_y)
{
  memcpy(out, x, p->graph.n * (size_t)p->dim * sizeof *out);
  mgnn_rescale(p, out, to_y);
}

static void
layer(const mgnn_problem *p, const mg_rule *rule, const mgnn_params *par,
      const double *y0, const double *y, double *next)
{
  const mg_rates rate = { par->alpha, par->beta, par->eps, par->seed };
  size_t n = p->graph.n, blocks = mg_blocks(n);

#pragma omp parallel for schedule(dynamic, 4) if (blocks > 4) \
  num_threads(mg_threads(par->threads))
  for (size_t b = 0; b < blocks; b++) {
    size_t end = (b + 1) * MG_BLOCK;

    rule->step(&p->graph, (size_t)p->dim, &rate, y0, y, next, b * MG_BLOCK,
               end < n ? end : n);
  }
}

static int
all_finite(const double *x, size_t count)
{
  double sum = 0;

  for (size_t k = 0; k < count; k++)
    sum += x[k] * 0;           /* 0, or NAN from then on */
  return sum == 0;
}

mgnn_status
mgnn_propagate(const mgnn_problem *p, const mgnn_params *par, double *z,
               mgnn_error *err)
{
  size_t size = p->graph.n * (size_t)p->dim;
  const mg_rule *rule;
  mgnn_status status = params_check(par, &rule, err);
  double *y, *next, *y0, *shown;

  if (status != MGNN_OK)
    return status;
  y = mg_alloc(size, sizeof *y);
  next = mg_alloc(size, sizeof *next);
  y0 = mg_alloc(size, sizeof *y0);
  shown = par->watch != NULL ? mg_alloc(size, sizeof *shown) : NULL;
  if (y == NULL || next == NULL || y0 == NULL
      || (par->watch != NULL && shown == NULL)) {
    status = mg_fail_memory(err);
    goto leave;
  }
  scale(p, z, y, 1);
  scale(p, par->origin != NULL ? par->origin : z, y0, 1);
  if (par->watch != NULL && par->watch(par->watch_ctx, 0, z))
    status = mg_fail(err, MGNN_ENOCONV, "stopped at layer 0");
  for (size_t step = 1; step <= par->steps && status == MGNN_OK; step++) {
    double *swap = y;

    layer(p, rule, par, y0, y, next);
    y = next;
    next = swap;
    if (!all_finite(y, size)) {
      status = mg_fail(err, MGNN_EINVAL, "%s: the positions of layer %zu are "
                       "too large for a double: this model diverges here; use "
                       "fewer layers or a smaller beta", rule->name, step);
      goto leave;
    }
    if (par->watch != NULL) {
      scale(p, y, shown, 0);
      if (par->watch(par->watch_ctx, step, shown))
        status = mg_fail(err, MGNN_ENOCONV, "stopped at layer %zu", step);
    }
  }
  if (par->steps > 0)
    scale(p, y, z, 0);
leave:
  mg_free(y);
  mg_free(next);
  mg_free(y0);
  mg_free(shown);
  return status;
}

void
mgnn_params_init(mgnn_params *par)
{
  memset(par, 0, sizeof *par);
  par->rule = "mgnn";
  par->steps = 1;
  par->alpha = 0.05;
  par->beta = 0.5;
  par->eps = 1e-5;
  par->seed = 1;
  par->tolerance = 1e-6;
  par->pairs = "edges";
  par->aspect = 1;
}
