/* The loop over layers: step, show, stop.  It knows no rule. */
#include "base/mem.h"
#include "engine.h"

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

mgnn_status
mg_propagate(const mgnn_problem *p, const mgnn_params *par,
             const mg_choice *choice, double *z, mgnn_error *err)
{
  const mg_rule *rule;
  mgnn_status status = params_check(par, &rule, err);
  double *shown = NULL;
  mg_engine engine;

  if (status == MGNN_OK)
    status = mg_engine_init(&engine, p, par, rule, choice, z, err);
  if (status != MGNN_OK)
    return status;
  if (par->watch != NULL) {
    shown = mg_alloc(p->graph.n * (size_t)p->dim, sizeof *shown);
    if (shown == NULL)
      status = mg_fail_memory(err);
    else if (par->watch(par->watch_ctx, 0, z))
      status = mg_fail(err, MGNN_ENOCONV, "stopped at layer 0");
  }
  for (size_t step = 1; step <= par->steps && status == MGNN_OK; step++) {
    if (!mg_engine_step(&engine))
      status = mg_fail(err, MGNN_EINVAL, "%s: the positions of layer %zu are "
                       "too large for a %s: this model diverges here; use "
                       "fewer layers or a smaller beta", rule->name, step,
                       par->single_precision ? "float" : "double");
    else if (shown != NULL) {
      mg_engine_take(&engine, shown);
      if (par->watch(par->watch_ctx, step, shown))
        status = mg_fail(err, MGNN_ENOCONV, "stopped at layer %zu", step);
    }
  }
  if ((status == MGNN_OK || status == MGNN_ENOCONV) && engine.layers > 0)
    mg_engine_take(&engine, z);
  mg_free(shown);
  mg_engine_free(&engine);
  return status;
}

mgnn_status
mgnn_propagate(const mgnn_problem *p, const mgnn_params *par, double *z,
               mgnn_error *err)
{
  const mg_choice free_choice = { -1, -1, MG_AVX2 };

  return mg_propagate(p, par, &free_choice, z, err);
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
