/* The loop over layers: step, call the watcher, stop.  The rules are elsewhere. */
#include "base/threads.h"
#include "base/mem.h"
#include "base/error.h"
#include "engine.h"

#include <math.h>
#include <string.h>

static mgnn_status
params_check(const mgnn_layer_params *par, const mg_rule **rule,
             mgnn_error *err)
{
  char names[200];

  if (!(par->alpha >= 0 && par->alpha <= 1))
    return mg_fail(err, MGNN_EINVAL, "alpha is %g, must be between 0 and 1",
                   par->alpha);
  if (!(par->beta >= 0) || isinf(par->beta))
    return mg_fail(err, MGNN_EINVAL, "beta is %g, must be at least 0 and finite",
                   par->beta);
  if (!(par->eps >= 0) || isinf(par->eps))
    return mg_fail(err, MGNN_EINVAL, "eps is %g, must be at least 0 and finite",
                   par->eps);
  *rule = mg_rule_find(par->rule);
  if (*rule == NULL)
    return mg_fail(err, MGNN_EINVAL, "there is no rule named \"%.60s\", must be %s",
                   par->rule, mg_choices(names, sizeof names, mgnn_rule_name));
  return mg_control_check(&par->control, err);
}

/* Check the parameters that only some rules use. */
static mgnn_status
more_check(const mgnn_layer_params *par, size_t m, mgnn_error *err)
{
  if (!(par->step > 0 && par->step <= 1))
    return mg_fail(err, MGNN_EINVAL, "the step is %g, must be above 0 and at most "
                   "1", par->step);
  if (!(par->theta >= 0) || isinf(par->theta))
    return mg_fail(err, MGNN_EINVAL, "theta is %g, must be at least 0 and finite",
                   par->theta);
  if (!(par->p >= 1 && par->p <= 100))
    return mg_fail(err, MGNN_EINVAL, "p is %g, must be between 1 and 100", par->p);
  if (!(par->mu >= 0) || isinf(par->mu))
    return mg_fail(err, MGNN_EINVAL, "mu is %g, must be at least 0 and finite",
                   par->mu);
  for (size_t e = 0; e < m && par->attention != NULL; e++)
    if (!(par->attention[e] >= 0 && par->attention[e] <= 1e300))
      return mg_fail(err, MGNN_EINVAL, "the attention of edge %zu is %g, must be "
                     "between 0 and 1e300", e, par->attention[e]);
  return MGNN_OK;
}

/* Call the watcher after a layer.  Limits are ignored after the last layer, as
 * stopping there is not early. */
static mgnn_status
layer_done(const mgnn_layer_params *par, size_t layer, double begin,
           const double *z, mgnn_error *err)
{
  const mgnn_control *control = &par->control;
  const mgnn_progress now = { layer, z, NAN, NAN };

  if (control->watch != NULL && control->watch(control->watch_ctx, &now))
    return mg_fail(err, MGNN_ENOCONV, "stopped at layer %zu", layer);
  if (layer == par->layers)
    return MGNN_OK;
  if (control->max_iterations > 0 && layer >= control->max_iterations)
    return mg_fail(err, MGNN_ENOCONV, "stopped at layer %zu, the most allowed",
                   layer);
  if (control->time_limit > 0 && mg_clock() - begin >= control->time_limit)
    return mg_fail(err, MGNN_ENOCONV, "stopped by the time limit at layer %zu",
                   layer);
  return MGNN_OK;
}

mgnn_status
mg_layer_params_check(const mgnn_layer_params *par, size_t m, const mg_rule **rule,
                      mgnn_error *err)
{
  mgnn_status status = params_check(par, rule, err);

  return status == MGNN_OK ? more_check(par, m, err) : status;
}

mgnn_status
mg_layer_diverged(const mg_layer_run *run, size_t layer, mgnn_error *err)
{
  return mg_fail(err, MGNN_EINVAL, "%s: the positions of layer %zu are too large "
                 "for a %s: this model diverges here; use fewer layers%s",
                 run->rule->name, layer,
                 run->par->single_precision ? "float" : "double",
                 run->rule->takes_beta ? " or a smaller beta" : "");
}

static mgnn_status
run_layers(mg_engine *engine, const mg_layer_run *run, double *shown,
           mgnn_error *err)
{
  const mgnn_layer_params *par = run->par;
  double begin = mg_clock();

  PASS(layer_done(par, 0, begin, shown, err));
  for (size_t layer = 1; layer <= par->layers; layer++) {
    if (!mg_engine_step(engine))
      return mg_layer_diverged(run, layer, err);
    if (shown != NULL)
      mg_engine_take(engine, shown);
    PASS(layer_done(par, layer, begin, shown, err));
  }
  return MGNN_OK;
}

/* Replace the error of a layer if the start or origin itself is not finite. */
static void
start_told(const char *what, const double *x, size_t size, size_t dim, mgnn_error *err)
{
  for (size_t k = 0; x != NULL && k < size; k++)
    if (!isfinite(x[k])) {
      mg_fail(err, MGNN_EINVAL, "the %s of node %zu is not finite", what, k / dim);
      return;
    }
}

mgnn_status
mg_propagate(mg_layer_run *run, double *z, mgnn_error *err)
{
  size_t size = run->p->graph.n * run->dim;
  double *shown = NULL;
  mg_engine engine = { 0 };
  mgnn_status status;

  TRY(mg_problem_dim_check(run->p, run->dim, err));
  TRY(mg_layer_params_check(run->par, run->p->graph.m, &run->rule, err));
  TRY(mg_engine_init(&engine, run, z, err));
  if (run->par->control.watch != NULL) {
    TRY(mg_allocated(shown = mg_alloc(size, sizeof *shown), err));
    memcpy(shown, z, size * sizeof *shown);
  }
  status = run_layers(&engine, run, shown, err);
  if ((status == MGNN_OK || status == MGNN_ENOCONV) && engine.layers > 0)
    mg_engine_take(&engine, z);
  else if (status == MGNN_EINVAL) {
    start_told("origin", run->par->origin, size, run->dim, err);
    start_told("start", z, size, run->dim, err);
  }
end:
  mg_free(shown);
  mg_engine_free(&engine);
  return status;
}

const mgnn_layer_params mg_layer_params_default = {
  .rule = "mgnn", .layers = 1, .alpha = 0.05, .beta = 0.5, .eps = 1e-5, .step = 0.5,
  .theta = 0.5, .p = 1.5, .mu = 0.1, .filter = "ppr", .control.seed = 1
};

static const mg_params_kind kind = {
  "mgnn_layer_params", sizeof mg_layer_params_default,
  offsetof(mgnn_layer_params, control) + sizeof(mgnn_control),
  &mg_layer_params_default
};

mgnn_status
mgnn_propagate(const mgnn_problem *p, size_t dim, const mgnn_layer_params *par,
               double *z, mgnn_error *err)
{
  mgnn_layer_params own;
  mg_layer_run run = { p, dim, &own, NULL, { -1, -1, MG_AVX2 } };
  mgnn_status status = MGNN_OK;

  TRY(mg_params_take(&kind, &own, par, err));
  if (own.rule == NULL)
    own.rule = mg_layer_params_default.rule;
  if (own.filter == NULL)
    own.filter = mg_layer_params_default.filter;
  own.control.threads = mg_threads_choose(own.control.threads);
  status = mg_propagate(&run, z, err);
end:
  return status;
}

void
mgnn_layer_params_init_size(mgnn_layer_params *par, size_t size)
{
  mg_params_init(&kind, par, size);
}
