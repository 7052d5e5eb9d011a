/* The table of solvers, and mgnn_solve, which chooses among them. */
#include "solver.h"
#include "base/error.h"
#include "layout_components.h"

#include <math.h>
#include <string.h>

/* A row without a name is the only solver for its kind of `pairs`, and is used
 * whatever solver name is given.  Such rows come last, to end the list of names. */
static const struct {
  const char *name;
  const char *summary;
  int paths;                   /* nonzero: minimises the stress of all pairs, not E */
  mg_solve *run;
} solvers[] = {
  { "lbfgs", "limited-memory BFGS with the MGNN step as metric", 0,
    mg_solve_lbfgs },
  { "damped", "MGNN layers with step 1/2", 0, mg_solve_damped },
  { NULL, "L-BFGS on full stress, or pivots beyond 5000 nodes", 1,
    mg_solve_pairs }
};

enum { SOLVERS = sizeof solvers / sizeof *solvers };

const char *
mgnn_solver_name(size_t i)
{
  return i < SOLVERS ? solvers[i].name : NULL;
}

mgnn_status
mg_solver_check(const char *name, mgnn_error *err)
{
  char names[100];

  for (size_t k = 0; name != NULL && mgnn_solver_name(k) != NULL; k++)
    if (strcmp(name, mgnn_solver_name(k)) == 0)
      return MGNN_OK;
  return name == NULL ? MGNN_OK
         : mg_fail(err, MGNN_EINVAL, "there is no solver named \"%.60s\", must be "
                   "%s", name, mg_choices(names, sizeof names, mgnn_solver_name));
}

mgnn_status
mgnn_solve(const mgnn_problem *p, size_t dim, const mgnn_search_params *par,
           double *y, mgnn_outcome *out, mgnn_error *err)
{
  mgnn_search_params own;
  const mg_descent descent = { p, dim, &own, mg_clock(), 0, NULL };
  mgnn_outcome unused;
  int paths;

  if (out == NULL)
    out = &unused;
  *out = (mgnn_outcome){ .pair_stress = NAN };
  PASS(mg_search_params_take(&own, par, err));
  PASS(mg_problem_dim_check(p, dim, err));
  PASS(mg_search_params_check(&own, &paths, err));
  PASS(mg_solver_check(own.solver, err));
  PASS(mg_positions_check(p->graph.n, dim, y, NULL, err));
  for (size_t s = 0; s < SOLVERS; s++)
    if (solvers[s].paths == paths
        && (solvers[s].name == NULL || own.solver == NULL
            || strcmp(own.solver, solvers[s].name) == 0))
      return solvers[s].run(&descent, y, out, err);
  return MGNN_OK;
}
