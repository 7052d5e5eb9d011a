/* The table of solvers, and when they stop. */
#include "solver.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

const mg_solver mg_solvers[] = {
  { "lbfgs", "limited-memory BFGS with the MGNN step as metric",
    mg_solve_lbfgs },
  { "damped", "MGNN layers with step 1/2", mg_solve_damped },
  { NULL, NULL, NULL }
};

const char *
mgnn_solver_name(size_t i)
{
  return i < sizeof mg_solvers / sizeof *mg_solvers ? mg_solvers[i].name : NULL;
}

const char *
mg_solver_limit(const mgnn_params *par, size_t iteration, double start,
                const double *y)
{
  if (par->watch != NULL && par->watch(par->watch_ctx, iteration, y))
    return "stopped";
  if (par->max_iterations > 0 && iteration >= par->max_iterations)
    return "iterations";
  if (par->time_limit > 0 && mg_clock() - start >= par->time_limit)
    return "time";
  return NULL;
}

void
mg_solver_tell(const mgnn_params *par, size_t iteration, double start,
               double energy, double left)
{
  if (par->progress != NULL)
    *par->progress = (mgnn_progress){
      iteration, energy,
      iteration > 0 ? left * (mg_clock() - start) / (double)iteration : NAN
    };
}

mgnn_status
mg_solver_pairs(const mgnn_params *par, int *paths, mgnn_error *err)
{
  *paths = strcmp(par->pairs, "paths") == 0;
  if (!*paths && strcmp(par->pairs, "edges") != 0)
    return mg_fail(err, MGNN_EINVAL, "pairs is \"%s\", must be edges or paths",
                   par->pairs);
  return MGNN_OK;
}

mgnn_status
mgnn_solve(const mgnn_problem *p, const mgnn_params *par, double *y,
           mgnn_outcome *out, mgnn_error *err)
{
  mgnn_outcome unused;
  size_t size = p->graph.n * (size_t)p->dim;
  int paths;
  mgnn_status status = mg_solver_pairs(par, &paths, err);

  if (status != MGNN_OK)
    return status;
  if (out == NULL)
    out = &unused;
  out->stage = NULL;
  out->pair_stress = NAN;
  if (!(par->tolerance >= 0) || par->tolerance >= 1)
    return mg_fail(err, MGNN_EINVAL, "the tolerance is %g, must be at least 0 "
                   "and below 1", par->tolerance);
  for (size_t k = 0; k < size; k++)
    if (!isfinite(y[k]))
      return mg_fail(err, MGNN_EINVAL, "the start of node %zu is not finite",
                     k / (size_t)p->dim);
  if (paths)
    return mg_solve_pairs(p, par, y, out, err);
  for (const mg_solver *s = mg_solvers; s->name != NULL; s++)
    if (par->solver == NULL || strcmp(par->solver, s->name) == 0)
      return s->run(p, par, y, out, err);
  return mg_fail(err, MGNN_EINVAL, "there is no solver named \"%s\"",
                 par->solver);
}
