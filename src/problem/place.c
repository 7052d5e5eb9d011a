/* Starting positions that need no more than the problem and a seed. */
#include "base/random.h"
#include "problem.h"

mgnn_status
mgnn_place(const mgnn_problem *p, size_t dim, unsigned long seed, double scale,
           double *x, mgnn_error *err)
{
  mgnn_status status;

  TRY(mg_problem_dim_check(p, dim, err));
  status = mg_random_normal(seed, scale, p->graph.n * dim, x, err);
end:
  return status;
}
