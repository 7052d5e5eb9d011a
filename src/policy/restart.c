/* Runs the searches one after another: as many as requested, more if they miss lengths
 * that would determine the drawing, in one dimension or in rising dimensions. */
#include "base/mem.h"
#include "base/threads.h"
#include "inspect/feasible.h"
#include "inspect/violations.h"
#include "policy.h"
#include "solve/descent/length_error.h"
#include "solve/layout_components.h"
#include "solve/lengths/search_spread.h"

#include <math.h>
#include <string.h>

/* Rows of --effort: no further searches, some seconds, some minutes. */
static const mg_effort efforts[] = {
  { "low", 0, 0, MG_WORK_LITTLE, 2, 0 },
  { "normal", 20, 4e7, MG_WORK_SECONDS, 2, 0 },
  { "high", 500, 1e10, MG_WORK_MOST, 10, 1 }
};

enum {
  EFFORTS = sizeof efforts / sizeof *efforts,
  LOOSE = 20                   /* least nodes per degree of freedom: few are loose */
};

mgnn_status
mg_plan_check(mg_plan *plan, mgnn_error *err)
{
  const mgnn_search_params *par = &plan->par;
  const char *effort = par->effort != NULL ? par->effort : "low";
  const char *tree = par->tree != NULL ? par->tree : "stress";
  int paths;

  PASS(mg_search_params_check(par, &paths, err));
  plan->effort = NULL;
  for (size_t k = 0; k < EFFORTS; k++)
    if (strcmp(efforts[k].name, effort) == 0)
      plan->effort = &efforts[k];
  if (plan->effort == NULL)
    return mg_fail(err, MGNN_EINVAL, "the effort is \"%.60s\", must be low, normal or "
                   "high", effort);
  if (strcmp(tree, "radial") != 0 && strcmp(tree, "stress") != 0)
    return mg_fail(err, MGNN_EINVAL, "the tree is \"%.60s\", must be radial or stress",
                   tree);
  if (!(par->met >= 0) || !(par->cluster >= 0))
    return mg_fail(err, MGNN_EINVAL, "met is %g and cluster %g: neither may be negative",
                   par->met, par->cluster);
  if (paths && (par->ensemble > 0 || plan->dim == 0))
    return mg_fail(err, MGNN_EINVAL, "pairs is \"paths\", must be edges for %s",
                   plan->dim == 0 ? "the smallest dimension" : "an ensemble");
  if (par->ensemble > 0 && plan->dim == 0)
    return mg_fail(err, MGNN_EINVAL, "an ensemble has one dimension: give it");
  return MGNN_OK;
}

/* ---- one search ---- */

/* State that all searches of a run share. */
typedef struct {
  const mg_plan *plan;
  mg_found *found;
  mgnn_search_params par;      /* of the current search */
  double *floor;               /* see mg_descent; or NULL */
  mg_trajectory *trajectory;   /* of the current search; NULL: not wanted */
  int records;                 /* record the trajectory from calls of the watcher */
  double begin;                /* start of searches in this dimension, by mg_clock */
} searcher;

static void
trajectory_add(searcher *f, size_t iteration, const double *y)
{
  mgnn_figures here;

  if (mgnn_measure(f->plan->p, f->found->dim, y, NULL, 0, &here, NULL) == MGNN_OK)
    mg_trajectory_add(f->trajectory, iteration, y, here.energy);
  else
    f->trajectory->failed = 1;
}

static int
watch(void *ctx, const mgnn_progress *now)
{
  searcher *f = ctx;
  const mgnn_control *asked = &f->plan->par.control;

  if (f->trajectory != NULL && f->records)      /* mgnn_solve records none */
    trajectory_add(f, now->step, now->x);
  return asked->watch != NULL && asked->watch(asked->watch_ctx, now);
}

/* Deliver the start unchanged. */
static mgnn_status
as_given(searcher *f, const double *y, mgnn_outcome *out, mgnn_error *err)
{
  mgnn_figures figures = { 0 };

  PASS(mgnn_measure(f->plan->p, f->found->dim, y, NULL, 0, &figures, err));
  *out = (mgnn_outcome){ .energy = figures.energy, .reason = "converged",
                         .pair_stress = NAN };
  if (f->trajectory != NULL) {
    mg_trajectory_init(f->trajectory, f->plan->p->graph.n, f->found->dim, 0);
    trajectory_add(f, 0, y);
    PASS(mg_trajectory_check(f->trajectory, err));
  }
  return MGNN_OK;
}

int
mg_plan_is_paths(const mg_plan *plan)
{
  return plan->par.pairs != NULL && strcmp(plan->par.pairs, "paths") == 0;
}

/* Descend from a given start, or search with groups; the trajectory of the
 * latter is its end only. */
static mgnn_status
descend_once(searcher *f, const mg_descent *grouped, double *y, mgnn_outcome *out,
             mgnn_error *err)
{
  mgnn_status status;

  if (f->trajectory != NULL)
    mg_trajectory_init(f->trajectory, f->plan->p->graph.n, f->found->dim, 0);
  f->records = !mg_plan_is_paths(f->plan);
  status = grouped != NULL
           ? mg_search_grouped(grouped, &f->plan->groups, y, out, err)
           : mgnn_solve(f->plan->p, f->found->dim, &f->par, y, out, err);
  f->records = 0;
  if (f->trajectory != NULL && (status == MGNN_OK || status == MGNN_ENOCONV)) {
    trajectory_add(f, out->iterations, y);
    if (mg_trajectory_check(f->trajectory, err) != MGNN_OK)
      status = MGNN_ENOMEM;
  }
  return status;
}

/* Run one search, from the start if there is one.  MGNN_ENOCONV if a limit
 * ended it. */
static mgnn_status
search_once(searcher *f, double *y, mgnn_outcome *out, mgnn_error *err)
{
  const mg_plan *plan = f->plan;
  size_t dim = f->found->dim, size = f->found->size;
  const mg_descent d = {
    plan->p, dim, &f->par, mg_clock(),
    plan->par.tree != NULL && *plan->par.tree == 'r', f->floor
  };

  if (plan->start != NULL && plan->dim > 0)
    memcpy(y, plan->start, size * sizeof *y);
  else
    memset(y, 0, size * sizeof *y);
  if (plan->random > 0)
    PASS(mgnn_place(plan->p, dim, f->par.control.seed, plan->random, y, err));
  if (plan->as_given)
    return as_given(f, y, out, err);
  if (plan->groups.count > 0 && mg_plan_is_paths(plan) && !plan->given)
    return descend_once(f, &d, y, out, err);
  return !plan->given || (mg_plan_is_paths(plan) && f->trajectory != NULL)
         ? mg_layout_trajectory(&d, plan->given, y, out, f->trajectory, err)
         : descend_once(f, NULL, y, out, err);
}

/* ---- restarts ---- */

/* Whether search a has a better result than b: lower stress of all pairs, or
 * lower energy; if energies tie, lower stress of the spreading. */
static int
is_better(const mg_plan *plan, const mgnn_outcome *a, const mgnn_outcome *b)
{
  if (!isnan(a->pair_stress))
    return a->pair_stress < b->pair_stress;
  if (a->spread_nodes > 0 && mg_energies_tie(&plan->p->graph, a->energy, b->energy))
    return a->spread_stress < b->spread_stress;
  return a->energy < b->energy;
}

static void
tries_free(mg_found *s)
{
  for (size_t k = 0; k < s->try_count; k++)
    mgnn_outcome_free(&s->tries[k]);
  mg_free(s->tries);
  s->tries = NULL;
  s->best = NULL;
  s->try_count = 0;
}

/* Whether more searches may meet the lengths that y misses: nothing proves otherwise,
 * and lengths leave only a few nodes loose (with a thorough effort: any number). */
static mgnn_status
is_promised(const searcher *f, int *yes, mgnn_error *err)
{
  const mg_effort *effort = f->plan->effort;
  mg_verdict *v = &f->found->verdict;

  PASS(mg_lengths_judge(f->plan, f->found, f->found->y, err));
  if (v->lengths.feasible >= 0)
    return MGNN_OK;
  PASS(mg_rigidity_quick(f->plan->p, f->found->dim, effort->rigidity, &v->rigidity,
                         &v->rigidity_known, err));
  v->rigidity_asked = 1;
  *yes = effort->thorough
         || (v->rigidity_known
             && LOOSE * v->rigidity.degrees_of_freedom <= f->plan->p->graph.n);
  return MGNN_OK;
}

static int
is_met(const searcher *f)
{
  return mg_length_error_most(&f->plan->p->graph, f->found->dim, f->found->y)
         <= MG_MET;
}

/* Whether so many searches gave the best result that a better one is
 * unlikely. */
static int
is_confirmed(const mg_found *s, const mg_effort *effort)
{
  size_t same = 0;

  for (size_t t = 0; t < s->try_count; t++)
    same += s->tries[t].energy <= 1.001 * s->best->energy;
  return same >= effort->same;
}

static size_t
restarts_of(const mg_plan *plan)
{
  return plan->par.restarts > 0 ? plan->par.restarts : 1;
}

/* Whether to run search number k.  The limit is on work, not time, so that the
 * same input gives the same drawing. */
static mgnn_status
goes_on(const searcher *f, size_t k, int *yes, mgnn_error *err)
{
  const mg_plan *plan = f->plan;
  const mg_effort *effort = plan->effort;
  const mg_found *s = f->found;
  size_t asked = restarts_of(plan);
  double work = 0;

  *yes = k < asked && !s->stopped;
  if (k < asked || s->stopped || effort->searches == 0)
    return MGNN_OK;
  for (size_t t = 0; t < s->try_count; t++)
    work += (double)s->tries[t].iterations * (double)plan->p->graph.m;
  if (k > asked)
    *yes = k < asked + effort->searches && !is_met(f) && !is_confirmed(s, effort);
  else if (!mg_plan_is_paths(plan) && !plan->as_given && !plan->given && plan->dim > 0
           && !is_met(f))
    PASS(is_promised(f, yes, err));
  *yes = *yes && work < effort->work;
  return MGNN_OK;
}

/* Run search number k, into `into`; a better result than before becomes the best. */
static mgnn_status
search_numbered(searcher *f, size_t k, double *into, mgnn_error *err)
{
  mg_found *s = f->found;
  mgnn_outcome *out = &s->tries[k];
  mg_trajectory here = { 0 };
  double limit = f->plan->par.control.time_limit;
  mgnn_status status = MGNN_OK;

  if (limit > 0)               /* the limit is for all searches together */
    f->par.control.time_limit = fmax(1e-3, limit - mg_clock() + f->begin);
  f->trajectory = f->plan->record ? &here : NULL;
  status = search_once(f, into, out, err);
  if (status != MGNN_OK && status != MGNN_ENOCONV)
    goto end;
  s->stopped = status == MGNN_ENOCONV;
  s->stopped_by = s->stopped ? out->reason : NULL;     /* maybe not the best's */
  status = MGNN_OK;
  s->try_count++;
  if (k == 0 || is_better(f->plan, out, s->best)) {
    s->best = out;
    if (into != s->y)
      memcpy(s->y, into, s->size * sizeof *into);
    mg_trajectory_swap(&s->trajectory, &here);
  }
end:
  f->trajectory = NULL;
  mg_trajectory_free(&here);
  return status;
}

/* Run all searches in one dimension, each with its own seed; best: found->y. */
static mgnn_status
search_again(searcher *f, size_t dim, mgnn_error *err)
{
  const mg_plan *plan = f->plan;
  mg_found *s = f->found;
  size_t most = restarts_of(plan) + plan->effort->searches;
  int more = 1;
  double *other = NULL;
  mgnn_status status = MGNN_OK;

  tries_free(s);
  f->begin = plan->dim > 0 ? plan->begin : mg_clock();
  f->par.control.seed = plan->par.control.seed;
  TRY(mg_allocated(s->tries = mg_zalloc(most, sizeof *s->tries), err));
  mg_trajectory_free(&s->trajectory);       /* from the previous dimension */
  s->dim = dim;
  s->size = plan->p->graph.n * dim;
  s->stopped = 0;
  for (size_t k = 0; more; k++) {
    if (k == 1)
      TRY(mg_allocated(other = mg_alloc(s->size, sizeof *other), err));
    TRY(search_numbered(f, k, k == 0 ? s->y : other, err));
    f->par.control.seed++;
    TRY(goes_on(f, k + 1, &more, err));
  }
  s->exhausted = plan->effort->thorough && is_confirmed(s, plan->effort);
end:
  mg_free(other);
  return status;
}

/* Search in 1, 2, ... dimensions until the lengths are met; if they never are,
 * take the smallest dimension that comes within 1 % of the best energy. */
static mgnn_status
search_dims(searcher *f, mgnn_error *err)
{
  double limit = f->plan->par.met > 0 ? f->plan->par.met : 1e-3;
  double energy[MG_DIM_MOST + 1];
  mgnn_figures figures;
  size_t chosen = 1;

  for (size_t dim = 1; dim <= MG_DIM_MOST; dim++) {
    PASS(search_again(f, dim, err));
    PASS(mgnn_measure(f->plan->p, dim, f->found->y, NULL, 0, &figures, err));
    energy[dim] = figures.energy;
    f->found->dim_met = !(figures.max_relative_error > limit);
    if (f->found->dim_met || f->found->stopped)
      return MGNN_OK;
  }
  while (energy[chosen] > 1.01 * energy[MG_DIM_MOST])
    chosen++;
  return search_again(f, chosen, err);
}

/* Compute lower bounds on the energy from paths that contradict lengths.  This
 * is cheap, and lets a search end once no other can have less energy. */
static mgnn_status
floor_find(searcher *f, mgnn_error *err)
{
  const mgnn_problem *p = f->plan->p;
  const mgnn_violations *v = &f->found->verdict.lengths.violations;

  if (!f->plan->judge)
    return MGNN_OK;
  PASS(mg_lengths_judge(f->plan, f->found, NULL, err));
  if (v->count == 0)
    return MGNN_OK;
  PASS(mg_allocated(f->floor = mg_alloc(p->graph.n, sizeof *f->floor), err));
  return mg_violations_floor(v, &p->graph, f->floor, err);
}

mgnn_status
mg_plan_run(const mg_plan *plan, mg_found *out, mgnn_error *err)
{
  size_t dim = plan->dim > 0 ? plan->dim : MG_DIM_MOST;
  searcher f = { .plan = plan, .found = out, .par = plan->par };
  mgnn_status status = MGNN_OK;

  *out = (mg_found){ .dim = plan->dim > 0 ? plan->dim : 1,
                     .verdict.kinds = mg_edge_kinds_count(&plan->p->graph) };
  if (plan->par.control.watch != NULL || plan->record) {
    f.par.control.watch = watch;
    f.par.control.watch_ctx = &f;
  }
  TRY(mg_allocated(out->y = mg_alloc(plan->p->graph.n, dim * sizeof *out->y), err));
  TRY(floor_find(&f, err));
  TRY(plan->dim > 0 ? search_again(&f, plan->dim, err) : search_dims(&f, err));
  if (plan->par.ensemble > 0)
    TRY(mg_ensemble_find(plan, out, err));
end:
  mg_free(f.floor);
  return status;
}

void
mg_found_free(mg_found *f)
{
  mg_trajectory_free(&f->trajectory);
  tries_free(f);
  mg_verdict_free(&f->verdict);
  mg_free_all(f->ensemble.model, f->ensemble.x, f->y);
  *f = (mg_found){ 0 };
}
