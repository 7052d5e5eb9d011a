/* Whether a quick descent is all that lengths with errors need. */
#include "noise_start.h"
#include "base/mem.h"
#include "problem/energy.h"

#include <math.h>
#include <stdlib.h>

static int
number_compare(const void *p, const void *q)
{
  double a = *(const double *)p, b = *(const double *)q;

  return a < b ? -1 : a > b;
}

/* Whether what is left of the lengths at y looks like errors and little else.  The
 * size of normal errors is known, or 1.4826 times the median residual.  Parts that
 * are folded over leave residuals much larger than that: at most one of FOLDED may
 * be beyond FAR, and the root mean square of the others, per degree of freedom, is
 * that of errors. */
static int
looks_like_noise(const mgnn_problem *p, size_t dim, const double *y, double *work)
{
  enum { FAR = 5, FOLDED = 100 };
  const mg_graph *g = &p->graph;
  double sum = 0, scale, unknowns = (double)(g->n * dim);
  double freedom = fmax(1, (double)g->m - unknowns);
  size_t far = 0;

  for (size_t k = 0; k < g->m; k++) {
    double r = mg_edge_length(g, k, dim, y);
    double w = g->stiffness != NULL ? g->stiffness[k] : 1;

    work[k] = sqrt(w) * fabs(r - mg_target_near(g->target, g->target_upper, k, r));
  }
  qsort(work, g->m, sizeof *work, number_compare);
  scale = 1.4826 * work[g->m / 2] * sqrt((double)g->m / freedom);
  if (mg_problem_sigma(p) > 0)
    scale = mg_problem_sigma(p);
  for (size_t k = 0; k < g->m; k++) {
    far += work[k] > FAR * scale;
    sum += work[k] > FAR * scale ? 0 : work[k] * work[k];
  }
  return sqrt(sum / freedom) < 1.1 * scale && far * FOLDED <= g->m;
}

mgnn_status
mg_noise_start(const mg_descent *d, double *y, mgnn_outcome *out, int *good,
               mgnn_error *err)
{
  const mgnn_problem *p = d->p;
  double *work = NULL;
  mgnn_status status = MGNN_OK;

  *good = 0;
  if (p->noise.kind == NULL || p->pin != NULL || mg_terms_any(&p->terms)
      || p->graph.m <= p->graph.n * d->dim)
    return MGNN_OK;
  TRY(mg_allocated(work = mg_alloc(p->graph.m, sizeof *work), err));
  TRY(mgnn_start(p, d->dim, "pivot", d->par, y, err));
  status = mgnn_solve(p, d->dim, d->par, y, out, err);
  if (status == MGNN_OK || status == MGNN_ENOCONV) {
    status = MGNN_OK;
    *good = looks_like_noise(p, d->dim, y, work);
  }
end:
  mg_free(work);
  return status;
}
