/* mgnn_layout: the search, and which nodes of what it delivers the lengths
 * determine.  Here because searches know nothing of rigidity. */
#include "determined.h"

#include "base/clock.h"
#include "base/mem.h"
#include "solve/layout_components.h"
#include "solve/noise_start.h"
#include "solve/solver.h"

#include <string.h>

static int
is_paths(const mgnn_search_params *par)
{
  return par->pairs != NULL && strcmp(par->pairs, "paths") == 0;
}

/* n bytes for mgnn_outcome, all 255 where it would take long. */
static mgnn_status
find(const mgnn_problem *p, size_t dim, unsigned char **out, mgnn_error *err)
{
  size_t n = p->graph.n;
  mgnn_rigidity r = { 0 };
  mgnn_determined *d = NULL;
  int known;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(*out = mg_alloc(n, 1), err));
  memset(*out, 255, n);
  TRY(mg_rigidity_quick(p, dim, MG_WORK_SECONDS, &r, &known, err));
  if (known)
    TRY(mg_determined_find(p, 1, &r, MG_WORK_SECONDS, &d, err));
  if (d != NULL)
    memcpy(*out, d->node, n);
end:
  mgnn_determined_free(d);
  mgnn_rigidity_free(&r);
  return status;
}

/* Where lengths have errors, and what a quick descent leaves of them is nothing but
 * these, that is the drawing: *done is why it ended, NULL where there is none. */
static mgnn_status
noise_try(const mg_descent *d, double *y, mgnn_outcome *out, const char **done,
          mgnn_error *err)
{
  size_t size = d->p->graph.n * d->dim;
  double *start = NULL;
  mgnn_outcome found = { 0 };
  int good;
  mgnn_status status = MGNN_OK;

  if (d->p->noise.kind == NULL || is_paths(d->par))
    return MGNN_OK;
  TRY(mg_problem_dim_check(d->p, d->dim, err));
  TRY(mg_allocated(start = mg_alloc(size, sizeof *start), err));
  TRY(mg_noise_start(d, start, &found, &good, err));
  if (good) {
    found.stage = "pivot";
    memcpy(y, start, size * sizeof *start);
    *done = found.reason;
    if (out != NULL)
      *out = found;
  }
end:
  mg_free(start);
  return status;
}

/* What can fail for want of memory comes first: y stays as it is then. */
mgnn_status
mgnn_layout(const mgnn_problem *p, size_t dim, const mgnn_search_params *par,
            double *y, mgnn_outcome *out, mgnn_error *err)
{
  mgnn_search_params own;
  const mg_descent d = { p, dim, &own, mg_clock() };
  unsigned char *determined = NULL;
  const char *done = NULL;
  mgnn_status status = MGNN_OK;

  if (out != NULL)
    *out = (mgnn_outcome){ 0 };
  TRY(mg_params_take(&mg_search_params_kind, &own, par, err));
  TRY(mg_solver_check(own.solver, err));   /* the search has its own */
  if (out != NULL && !is_paths(&own))
    TRY(find(p, dim, &determined, err));
  TRY(noise_try(&d, y, out, &done, err));
  if (done == NULL)
    status = mg_layout_trajectory(&d, 0, y, out, NULL, err);
  else if (strcmp(done, "converged") != 0)
    status = MGNN_ENOCONV;
  if (determined != NULL && (status == MGNN_OK || status == MGNN_ENOCONV)) {
    out->determined = determined;
    determined = NULL;
  }
end:
  mg_free(determined);
  return status;
}
