/* The table of solvers, and the choice among them. */
#include "solver.h"
#include "layout_components.h"

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

void
mgnn_search_params_init(mgnn_search_params *par)
{
  *par = (mgnn_search_params){ .pairs = "edges", .tolerance = 1e-6, .aspect = 1,
                               .control.seed = 1 };
}

mgnn_status
mgnn_solve(const mgnn_problem *p, size_t dim, const mgnn_search_params *par,
           double *y, mgnn_outcome *out, mgnn_error *err)
{
  const mg_descent descent = { p, dim, par, mg_clock() };
  mgnn_outcome unused;
  int paths;
  mgnn_status status = MGNN_OK;

  if (out == NULL)
    out = &unused;
  *out = (mgnn_outcome){ .pair_stress = NAN };
  TRY(mg_problem_dim_check(p, dim, err));
  TRY(mg_search_params_check(par, &paths, err));
  for (size_t k = 0; k < p->graph.n * dim; k++)
    if (!isfinite(y[k]))
      return mg_fail(err, MGNN_EINVAL, "the start of node %zu is not finite",
                     k / dim);
  if (paths)
    return mg_solve_pairs(&descent, y, out, err);
  for (const mg_solver *s = mg_solvers; s->name != NULL; s++)
    if (par->solver == NULL || strcmp(par->solver, s->name) == 0)
      return s->run(&descent, y, out, err);
  return mg_fail(err, MGNN_EINVAL, "there is no solver named \"%s\"",
                 par->solver);
end:
  return status;
}
