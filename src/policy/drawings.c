/* mgnn_layout and its extended form mgnn_drawings_find: run the searches, and
 * find which nodes of the drawing the lengths determine. */
#include "base/mem.h"
#include "base/threads.h"
#include "inspect/feasible.h"
#include "policy.h"
#include "problem/smooth.h"
#include "solve/descent/length_error.h"
#include "solve/solver.h"

#include <math.h>
#include <string.h>

struct mgnn_drawings {
  mg_found found;
  mgnn_outcome out;
};

mgnn_status
mgnn_problem_smooth(mgnn_problem *p, size_t *tightened, mgnn_error *err)
{
  mg_bound_smoothing done = { 0 };
  mgnn_status status = mg_smooth(&p->graph, MG_MET, &done, err);

  if (status == MGNN_OK && tightened != NULL)
    *tightened = done.lower + done.upper;
  mg_smoothing_free(&done);
  return status;
}

/* The work that may still be spent: some 10 seconds, less near the time limit. */
static double
work_left(const mg_plan *plan)
{
  double limit = plan->par.control.time_limit, left = limit - (mg_clock() - plan->begin);

  return MG_WORK_SECONDS * (limit > 0 ? fmax(0, fmin(1, left / 10)) : 1);
}

/* Correct the reason of a search that ended by itself: if lengths are not met, and
 * may be possible to meet, it reached a local minimum instead of converging. */
static mgnn_status
judge_end(const mg_plan *plan, mg_found *f, mgnn_outcome *out, mgnn_error *err)
{
  if (strcmp(out->reason, "converged") != 0 || plan->p->noise.kind != NULL
      || mg_length_error_most(&plan->p->graph, f->dim, f->y) <= MG_MET)
    return MGNN_OK;
  PASS(mg_lengths_judge(plan, f, f->y, err));
  if (f->verdict.lengths.feasible < 0)
    out->reason = "local minimum";
  return MGNN_OK;
}

/* Set out->determined, n bytes: all 255 (not known) if the test would take long, or
 * if a limit or the watcher ended the search, as the user then will not wait. */
static mgnn_status
judge_nodes(const mg_plan *plan, mg_found *f, mgnn_outcome *out, mgnn_error *err)
{
  size_t n = plan->p->graph.n;

  PASS(mg_allocated(out->determined = mg_alloc(n, 1), err));
  memset(out->determined, 255, n);
  if (strcmp(out->reason, "time") == 0 || strcmp(out->reason, "stopped") == 0)
    return MGNN_OK;
  PASS(mg_determined_judge(plan, f, f->y, work_left(plan), err));
  if (f->verdict.determined != NULL)
    memcpy(out->determined, f->verdict.determined->node, n);
  return MGNN_OK;
}

/* Give the watcher the delivered drawing, unless a single search has already
 * done so. */
static void
watcher_end(const mg_plan *plan, const mg_found *f, const mgnn_outcome *out)
{
  const mgnn_control *asked = &plan->par.control;

  if (asked->watch != NULL && !f->stopped
      && (f->try_count > 1 || f->ensemble.count > 0))
    asked->watch(asked->watch_ctx,
                 &(mgnn_progress){ out->iterations, f->y,
                                   isnan(out->pair_stress) ? out->energy
                                   : out->pair_stress, 0 });
}

/* Run the searches; out (NULL: not wanted) receives the outcome. */
static mgnn_status
find(mg_plan *plan, const mgnn_search_params *par, mg_found *f, mgnn_outcome *out,
     mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  plan->begin = mg_clock();
  TRY(mg_search_params_take(&plan->par, par, err));
  TRY(mg_solver_check(plan->par.solver, err));   /* the search checks its own copy */
  TRY(mg_plan_check(plan, err));
  if (plan->dim > 0)
    TRY(mg_problem_dim_check(plan->p, plan->dim, err));
  else if (plan->p->pin != NULL)
    TRY(mg_fail(err, MGNN_EINVAL, "there are pins, which have a dimension: give it"));
  plan->judge = !mg_plan_is_paths(plan);
  TRY(mg_plan_run(plan, f, err));
  if (f->ensemble.count > 0)
    TRY(mg_ensemble_cluster(plan, f, f->y, err));
  if (out != NULL) {
    *out = *f->best;
    if (f->stopped_by != NULL)
      out->reason = f->stopped_by;
    if (f->ensemble.count > 0)
      out->energy = f->ensemble.model[0].energy;
    watcher_end(plan, f, out);
    if (plan->judge) {
      TRY(judge_end(plan, f, out, err));
      TRY(judge_nodes(plan, f, out, err));
    }
  }
end:
  return status != MGNN_OK ? status : f->stopped ? MGNN_ENOCONV : MGNN_OK;
}

mgnn_status
mgnn_layout(const mgnn_problem *p, size_t dim, const mgnn_search_params *par,
            double *y, mgnn_outcome *out, mgnn_error *err)
{
  mg_plan plan = { .p = p, .dim = dim, .start = y };
  mg_found f = { 0 };
  mgnn_status status = MGNN_OK;

  if (out != NULL)
    *out = (mgnn_outcome){ 0 };
  if (dim == 0)
    return mg_problem_dim_check(p, dim, err);
  status = find(&plan, par, &f, out, err);
  if (status == MGNN_OK || status == MGNN_ENOCONV)
    memcpy(y, f.y, p->graph.n * dim * sizeof *y);
  else if (out != NULL) {
    mgnn_outcome_free(out);
    *out = (mgnn_outcome){ 0 };
  }
  mg_found_free(&f);
  return status;
}

mgnn_status
mg_feasibility_search(mgnn_feasibility *f, const mgnn_problem *p, size_t dim,
                      const char *pairs, const mgnn_control *control, double *y,
                      mgnn_error *err)
{
  mgnn_search_params par;
  mgnn_status status;

  mgnn_search_params_init(&par);
  par.pairs = pairs;
  par.control = *control;
  status = mgnn_layout(p, dim, &par, y, NULL, err);
  if (f != NULL && (status == MGNN_OK || status == MGNN_ENOCONV))
    PASS(mgnn_feasibility_certify(f, p, y, err));
  return status;
}

mgnn_status
mgnn_drawings_find(const mgnn_problem *p, size_t dim, const mgnn_search_params *par,
                   const double *y, mgnn_drawings **out, mgnn_error *err)
{
  mg_plan plan = { .p = p, .dim = dim, .start = y };
  mgnn_drawings *d = *out = mg_zalloc(1, sizeof *d);
  mgnn_status status = mg_allocated(d, err);

  if (status == MGNN_OK)
    status = find(&plan, par, &d->found, &d->out, err);
  if (status != MGNN_OK && status != MGNN_ENOCONV) {
    mgnn_drawings_free(d);
    *out = NULL;
  }
  return status;
}

void
mgnn_drawings_free(mgnn_drawings *d)
{
  if (d == NULL)
    return;
  mgnn_outcome_free(&d->out);
  mg_found_free(&d->found);
  mg_free(d);
}

/* ---- what is asked of it ---- */

size_t
mgnn_drawings_dim(const mgnn_drawings *d)
{
  return d->found.dim;
}

const mgnn_outcome *
mgnn_drawings_outcome(const mgnn_drawings *d)
{
  return &d->out;
}

size_t
mgnn_drawings_count(const mgnn_drawings *d)
{
  return d->found.ensemble.count > 0 ? d->found.ensemble.count : 1;
}

const double *
mgnn_drawings_positions(const mgnn_drawings *d, size_t k)
{
  const mg_found *f = &d->found;

  return k == 0 ? f->y : f->ensemble.x + k * f->size;
}

size_t
mgnn_drawings_cluster(const mgnn_drawings *d, size_t k)
{
  return d->found.ensemble.count > 0 ? d->found.ensemble.model[k].cluster : 1;
}

double
mgnn_drawings_rmsd(const mgnn_drawings *d, size_t k)
{
  return d->found.ensemble.count > 0 ? d->found.ensemble.model[k].rmsd : 0;
}
