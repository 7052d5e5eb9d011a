/* Starting positions that need no more than the problem and a seed. */
#include "base/random.h"
#include "problem.h"

mgnn_status
mgnn_place(const mgnn_problem *p, unsigned long seed, double scale, double *x,
           mgnn_error *err)
{
  return mg_random_normal(seed, scale, p->graph.n * (size_t)p->dim, x, err);
}
