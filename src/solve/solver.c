/* The table of solvers, and the choice among them. */
#include "solver.h"
#include "layout_components.h"

#include <math.h>
#include <string.h>

/* A row without a name has no rival: `pairs` alone chooses it, whatever solver
 * is asked for.  Such rows come last, where they end the list of names. */
static const struct {
  const char *name;
  const char *summary;
  int paths;                   /* it minimises the stress of all pairs, not E */
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

static const mgnn_search_params defaults = {
  .pairs = "edges", .spread = 1, .tolerance = 1e-6, .aspect = 1, .control.seed = 1
};

const mg_params_kind mg_search_params_kind = {
  "mgnn_search_params", sizeof defaults,
  offsetof(mgnn_search_params, control) + sizeof defaults.control, &defaults
};

void
mgnn_search_params_init_size(mgnn_search_params *par, size_t size)
{
  mg_params_init(&mg_search_params_kind, par, size);
}

mgnn_status
mgnn_solve(const mgnn_problem *p, size_t dim, const mgnn_search_params *par,
           double *y, mgnn_outcome *out, mgnn_error *err)
{
  mgnn_search_params own;
  const mg_descent descent = { p, dim, &own, mg_clock() };
  mgnn_outcome unused;
  int paths;
  mgnn_status status = MGNN_OK;

  if (out == NULL)
    out = &unused;
  *out = (mgnn_outcome){ .pair_stress = NAN };
  TRY(mg_params_take(&mg_search_params_kind, &own, par, err));
  TRY(mg_problem_dim_check(p, dim, err));
  TRY(mg_search_params_check(&own, &paths, err));
  TRY(mg_positions_check(p->graph.n, dim, y, NULL, err));
  for (size_t s = 0; s < SOLVERS; s++)
    if (solvers[s].paths == paths
        && (solvers[s].name == NULL || par->solver == NULL
            || strcmp(par->solver, solvers[s].name) == 0))
      return solvers[s].run(&descent, y, out, err);
  return mg_fail(err, MGNN_EINVAL, "there is no solver named \"%s\"",
                 par->solver);
end:
  return status;
}
