/* Limits of iterations and time, the watcher, and checks of the search parameters. */
#include "limit.h"
#include "base/error.h"
#include "base/threads.h"

#include <math.h>
#include <string.h>

const char *
mg_limit_reached(const mgnn_control *control, double start,
                 const mgnn_progress *now)
{
  if (control->watch != NULL && control->watch(control->watch_ctx, now))
    return "stopped";
  if (control->max_iterations > 0 && now->step >= control->max_iterations)
    return "iterations";
  if (control->time_limit > 0 && mg_clock() - start >= control->time_limit)
    return "time";
  return NULL;
}

const char *
mg_descent_limit(const mg_descent *d, size_t iteration, const double *y,
                 double energy, double left)
{
  /* Future iterations are assumed to take as long as those so far. */
  const mgnn_progress now = {
    iteration, y, energy,
    iteration > 0 ? left * (mg_clock() - d->start) / (double)iteration : NAN
  };

  return mg_limit_reached(&d->par->control, d->start, &now);
}

static const mgnn_search_params defaults = {
  .pairs = "edges", .spread = 1, .tolerance = 1e-6, .aspect = 1, .control.seed = 1
};

static const mg_params_kind kind = {
  "mgnn_search_params", sizeof defaults,
  offsetof(mgnn_search_params, control) + sizeof defaults.control, &defaults
};

void
mgnn_search_params_init_size(mgnn_search_params *par, size_t size)
{
  mg_params_init(&kind, par, size);
}

mgnn_status
mg_search_params_take(mgnn_search_params *own, const mgnn_search_params *par,
                      mgnn_error *err)
{
  mgnn_status status = mg_params_take(&kind, own, par, err);

  own->control.threads = mg_threads_choose(own->control.threads);
  return status;
}

mgnn_status
mg_search_params_check(const mgnn_search_params *par, int *paths,
                       mgnn_error *err)
{
  const char *pairs = par->pairs != NULL ? par->pairs : "edges";

  *paths = strcmp(pairs, "paths") == 0;
  if (!*paths && strcmp(pairs, "edges") != 0)
    return mg_fail(err, MGNN_EINVAL, "pairs is \"%s\", must be edges or paths",
                   pairs);
  if (!(par->tolerance >= 0 && par->tolerance < 1))
    return mg_fail(err, MGNN_EINVAL, "the tolerance is %g, must be at least 0 "
                   "and below 1", par->tolerance);
  if (!(par->aspect > 0) || isinf(par->aspect))
    return mg_fail(err, MGNN_EINVAL, "the aspect is %g, must be positive and "
                   "finite", par->aspect);
  return mg_control_check(&par->control, err);
}
