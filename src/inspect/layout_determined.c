/* mgnn_layout: the search, and which nodes of what it delivers the lengths
 * determine.  Here because searches know nothing of rigidity. */
#include "determined.h"

#include "base/clock.h"
#include "base/mem.h"
#include "solve/layout_components.h"
#include "solve/noise_start.h"
#include "solve/solver.h"

#include <math.h>
#include <string.h>

static int
is_paths(const mgnn_search_params *par)
{
  return par->pairs != NULL && strcmp(par->pairs, "paths") == 0;
}

/* How much work may be spent: some 10 seconds, and no more than a limit leaves. */
static double
work_left(const mg_descent *d)
{
  double limit = d->par->control.time_limit, left = limit - (mg_clock() - d->start);

  return MG_WORK_SECONDS * (limit > 0 ? fmax(0, fmin(1, left / 10)) : 1);
}

/* n bytes for mgnn_outcome, all 255 where it would take long, or where the search was
 * ended before its time: whoever did that does not want to wait. */
static mgnn_status
find(const mg_descent *in, const char *reason, unsigned char **out, mgnn_error *err)
{
  const mgnn_problem *p = in->p;
  size_t n = p->graph.n;
  double work = work_left(in);
  mgnn_rigidity r = { 0 };
  mgnn_determined *d = NULL;
  int known;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(*out = mg_alloc(n, 1), err));
  memset(*out, 255, n);
  if (strcmp(reason, "time") == 0 || strcmp(reason, "stopped") == 0)
    return MGNN_OK;
  TRY(mg_rigidity_quick(p, in->dim, work, &r, &known, err));
  if (known)
    TRY(mg_determined_find(p, 1, &r, work, &d, err));
  if (d != NULL)
    memcpy(*out, d->node, n);
end:
  if (status != MGNN_OK) {
    mg_free(*out);
    *out = NULL;
  }
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

mgnn_status
mgnn_layout(const mgnn_problem *p, size_t dim, const mgnn_search_params *par,
            double *y, mgnn_outcome *out, mgnn_error *err)
{
  mgnn_search_params own;
  const mg_descent d = { p, dim, &own, mg_clock() };
  double *before = NULL;         /* y, for what fails after the search */
  const char *done = NULL;
  mgnn_status status = MGNN_OK, failed;

  if (out != NULL)
    *out = (mgnn_outcome){ 0 };
  TRY(mg_search_params_take(&own, par, err));
  TRY(mg_solver_check(own.solver, err));   /* the search has its own */
  TRY(mg_problem_dim_check(p, dim, err));
  if (out != NULL && !is_paths(&own)) {
    TRY(mg_allocated(before = mg_alloc(p->graph.n * dim, sizeof *before), err));
    memcpy(before, y, p->graph.n * dim * sizeof *before);
  }
  TRY(noise_try(&d, y, out, &done, err));
  if (done == NULL)
    status = mg_layout_trajectory(&d, 0, y, out, NULL, err);
  else if (strcmp(done, "converged") != 0)
    status = MGNN_ENOCONV;
  if (before != NULL && (status == MGNN_OK || status == MGNN_ENOCONV)
      && (failed = find(&d, out->reason, &out->determined, err)) != MGNN_OK) {
    memcpy(y, before, p->graph.n * dim * sizeof *before);
    *out = (mgnn_outcome){ 0 };
    status = failed;
  }
end:
  mg_free(before);
  return status;
}
