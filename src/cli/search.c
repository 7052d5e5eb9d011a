/* The search of layout mode: restarts, dimensions, progress, Ctrl-C. */
#include "search.h"
#include "base/clock.h"
#include "base/mem.h"
#include "measure/measure.h"
#include "base/number.h"
#include "inspect/feasible.h"
#include "inspect/rigidity.h"
#include "solve/arrange/align.h"
#include "solve/layout_components.h"
#include "solve/lengths/search_spread.h"
#include "solve/solver.h"

#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(mg_search_options, member)

const mg_option mg_search_rows[] = {
  { 0, "pairs", "edges|paths", MG_WORD, AT(pairs), 0, 0,
    "what counts: the edges' lengths alone, or every pair at its shortest-path distance too (edges where lengths are given, else paths)" },
  { 0, "spread", "yes|no", MG_WORD, AT(spread), 0, 0,
    "where lengths leave freedom, spread the drawing: every pair as near to its shortest-path distance as the lengths allow (yes)" },
  { 0, "restarts", "N", MG_COUNT, AT(restarts), 1, 1e6,
    "search N times and keep the best (1)" },
  { 0, "effort", "low|normal|high", MG_WORD, AT(effort), 0, 0,
    "how long to go on by itself where lengths determine the drawing and are not met (normal)" },
  { 0, "align", "FILE|attributes", MG_FILE, AT(align), 0, 0,
    "align the drawing to these positions, by a rigid motion" },
  { 0, "no-layout", NULL, MG_FLAG, AT(no_layout), 0, 0,
    "draw the positions of --init (attributes) as they are" },
  { 0, "no-overlap", NULL, MG_FLAG, AT(no_overlap), 0, 0,
    "move nodes apart that would cover each other, and print what it cost" },
  { 0, "tolerance", "X", MG_REAL, AT(tolerance), 0, 0.5,
    "relative decrease of the energy that ends the search (1e-6)" },
  MG_OPTIONS_END
};

static const double tolerance_default = 1e-6;

/* About none, a fraction of a second and some minutes. */
static const mg_effort efforts[] = {
  { "low", 0, 0, MG_WORK_LITTLE },
  { "normal", 20, 1e7, MG_WORK_SECONDS },
  { "high", 500, 1e10, MG_WORK_MOST }
};

enum { EFFORTS = sizeof efforts / sizeof *efforts, EFFORT_DEFAULT = 1 };

const mg_effort *
mg_search_effort(const mg_search_options *opt)
{
  for (size_t k = 0; k < EFFORTS && opt->effort != NULL; k++)
    if (strcmp(efforts[k].name, opt->effort) == 0)
      return &efforts[k];
  return opt->effort == NULL ? &efforts[EFFORT_DEFAULT] : NULL;
}

void
mg_search_options_init(mg_search_options *opt)
{
  memset(opt, 0, sizeof *opt);
  opt->tolerance = tolerance_default;
  opt->restarts = 1;
}

/* ---- what the options may be ---- */

static mgnn_status
dim_parse(mg_search_options *opt, long *out, mgnn_error *err)
{
  double dim = 0;

  if (opt->dim == NULL)
    return MGNN_OK;
  opt->dim_auto = strcmp(opt->dim, "auto") == 0;
  if (!opt->dim_auto
      && (!mg_number_whole(opt->dim, strlen(opt->dim), &dim)
          || !(dim >= 1 && dim <= 10000) || dim != (double)(long)dim))
    return mg_fail(err, MGNN_EINVAL, "--dim is \"%s\", must be a whole number "
                   "from 1 to 10000, or auto", opt->dim);
  *out = (long)dim;
  return MGNN_OK;
}

static mgnn_status
layers_check(const mg_search_options *opt, mgnn_error *err)
{
  if (opt->pairs != NULL || opt->spread != NULL || opt->restarts != 1
      || opt->effort != NULL
      || opt->limits.iterations > 0 || opt->limits.seconds > 0
      || opt->tolerance != tolerance_default)
    return mg_fail(err, MGNN_EINVAL, "--pairs, --spread, --restarts, "
                   "--effort, --tolerance, --max-iterations and --time-limit belong to "
                   "layout mode: leave them out, or --layers");
  if (opt->no_layout)
    return mg_fail(err, MGNN_EINVAL, "--no-layout does not go with --layers; for "
                   "positions as they are give --layers 0");
  if (opt->no_overlap)
    return mg_fail(err, MGNN_EINVAL, "--no-overlap does not go with --layers: "
                   "layers are shown as they are");
  if (opt->dim_auto)
    return mg_fail(err, MGNN_EINVAL, "--dim auto belongs to layout mode: give "
                   "a number with --layers");
  return MGNN_OK;
}

mgnn_status
mg_search_check(mg_search_options *opt, int layers, long *dim, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (opt->pairs != NULL && strcmp(opt->pairs, "edges") != 0
      && strcmp(opt->pairs, "paths") != 0)
    return mg_fail(err, MGNN_EINVAL, "--pairs is \"%s\", must be edges or paths",
                   opt->pairs);
  if (opt->spread != NULL && strcmp(opt->spread, "yes") != 0
      && strcmp(opt->spread, "no") != 0)
    return mg_fail(err, MGNN_EINVAL, "--spread is \"%.60s\", must be yes or no",
                   opt->spread);
  if (mg_search_effort(opt) == NULL)
    return mg_fail(err, MGNN_EINVAL, "--effort is \"%.60s\", must be low, normal "
                   "or high", opt->effort);
  if (opt->spread != NULL && opt->pairs != NULL
      && strcmp(opt->pairs, "paths") == 0)
    return mg_fail(err, MGNN_EINVAL, "--spread belongs to --pairs edges: with "
                   "paths all pairs count anyway");
  TRY(dim_parse(opt, dim, err));
  if (layers)
    TRY(layers_check(opt, err));
  if (opt->dim_auto && opt->pairs != NULL && strcmp(opt->pairs, "paths") == 0)
    return mg_fail(err, MGNN_EINVAL, "--dim auto needs the edges' lengths: "
                   "leave --pairs paths out");
  if (opt->align != NULL && (layers || opt->dim_auto))
    return mg_fail(err, MGNN_EINVAL, "--align belongs to layout mode, in a "
                   "dimension that is known");
end:
  return status;
}

mgnn_status
mg_search_input_check(const mg_search_options *opt, const mg_input *in,
                      mgnn_error *err)
{
  if (opt->no_overlap && (in->dim != 2 || opt->dim_auto))
    return mg_fail(err, MGNN_EINVAL, "--no-overlap needs the plane: leave --dim "
                   "out, or make it 2");
  if (opt->no_overlap && in->pinned > 0)
    return mg_fail(err, MGNN_EINVAL, "--no-overlap would move pinned nodes: "
                   "leave one of them out");
  if (opt->dim_auto && (in->start_given || in->pinned > 0
                        || in->opt->features != NULL))
    return mg_fail(err, MGNN_EINVAL, "--dim auto does not go with --init, "
                   "--features or pins: they have a dimension");
  return MGNN_OK;
}

/* ---- one search ---- */

/* Ctrl-C: the current iteration is the last. */
static volatile sig_atomic_t interrupted;

static void
on_interrupt(int number)
{
  (void)number;
  interrupted = 1;
}

/* What is the same for all searches of a run. */
typedef struct {
  mg_found *s;
  const mg_search_options *opt;
  mg_results *runs;               /* its dim is that of the current search */
  mgnn_search_params par;
  mg_trajectory *trajectory;   /* of the current search; NULL: not wanted */
  int records;                 /* from what the watcher is told */
  int show;                    /* a line of progress, on a terminal */
  double begin, shown;         /* by mg_clock */
} searcher;

static void
progress_show(const searcher *f, const mgnn_progress *now, double passed)
{
  double limit = f->opt->limits.seconds;

  fprintf(stderr, "\rmgnn-layout: %.0f s", passed);
  if (now->step > 0)
    fprintf(stderr, ", %zu iterations", now->step);
  if (!isnan(now->value))
    fprintf(stderr, ", %s %.6g", f->runs->paths ? "stress" : "energy",
            now->value);
  if (!isnan(now->left) && (limit == 0 || passed + now->left < limit))
    fprintf(stderr, ", this stage about %.0f s more", ceil(now->left));
  else if (limit > 0)
    fprintf(stderr, ", at most %.0f s more", fmax(0, ceil(limit - passed)));
  fputs("\033[K", stderr);
}

static void
trajectory_add(searcher *f, size_t iteration, const double *y)
{
  mgnn_figures here;

  if (mgnn_measure(f->runs->in->problem, f->runs->dim, y, NULL, 0, &here, NULL)
      == MGNN_OK)
    mg_trajectory_add(f->trajectory, iteration, y, here.energy);
  else
    f->trajectory->failed = 1;
}

static int
watch_search(void *ctx, const mgnn_progress *now)
{
  searcher *f = ctx;
  double clock;

  if (f->trajectory != NULL && f->records)      /* mgnn_solve keeps none */
    trajectory_add(f, now->step, now->x);
  if (f->show && (clock = mg_clock()) - f->shown > 0.2) {
    f->shown = clock;
    progress_show(f, now, clock - f->begin);
  }
  return interrupted;
}

/* --no-layout: no search. */
static mgnn_status
as_given(searcher *f, const double *y, mgnn_outcome *out, mgnn_error *err)
{
  const mg_input *in = f->runs->in;
  mgnn_status status = MGNN_OK;
  mgnn_figures figures = { 0 };

  TRY(mgnn_measure(in->problem, f->runs->dim, y, NULL, 0, &figures, err));
  *out = (mgnn_outcome){ .energy = figures.energy, .reason = "converged",
                         .pair_stress = NAN };
  if (f->trajectory != NULL) {
    mg_trajectory_init(f->trajectory, in->src.n, f->runs->dim, 0);
    trajectory_add(f, 0, y);
    TRY(mg_trajectory_check(f->trajectory, err));
  }
end:
  return status;
}

/* One search, from the start where there is one.  MGNN_ENOCONV if a limit
 * ended it. */
static mgnn_status
search_once(searcher *f, double *y, mgnn_outcome *out, mgnn_error *err)
{
  const mg_input *in = f->runs->in;
  size_t dim = f->runs->dim, size = in->src.n * dim;
  const mg_descent d = { in->problem, dim, &f->par, mg_clock() };
  mgnn_status status;

  if (f->opt->dim_auto)        /* nothing is pinned, and no start is given */
    memset(y, 0, size * sizeof *y);
  else
    memcpy(y, in->start, size * sizeof *y);
  if (in->start_scale > 0 && in->pinned == 0) {        /* by this seed */
    status = mgnn_place(in->problem, dim, f->par.control.seed, in->start_scale,
                        y, err);
    if (status != MGNN_OK)
      return status;
  }
  if (f->opt->no_layout)
    return as_given(f, y, out, err);
  if (!in->start_given || (f->runs->paths && f->trajectory != NULL))
    return mg_layout_trajectory(&d, in->start_given, y, out, f->trajectory,
                                err);
  if (f->trajectory != NULL)
    mg_trajectory_init(f->trajectory, in->src.n, dim, 0);
  f->records = !f->runs->paths;
  status = mgnn_solve(in->problem, dim, &f->par, y, out, err);
  f->records = 0;
  if (f->trajectory != NULL && (status == MGNN_OK || status == MGNN_ENOCONV)) {
    trajectory_add(f, out->iterations, y);
    if (mg_trajectory_check(f->trajectory, err) != MGNN_OK)
      status = MGNN_ENOMEM;
  }
  return status;
}

/* ---- restarts and dimensions ---- */

/* Whether a search came to more than another one did: by the stress of all pairs,
 * or by the energy, and where that is the same by what spreading came to. */
static int
is_better(const mg_results *runs, const mgnn_outcome *a, const mgnn_outcome *b)
{
  if (runs->paths && !isnan(a->pair_stress))
    return a->pair_stress < b->pair_stress;
  if (a->spread_nodes > 0
      && mg_energies_tie(&runs->in->problem->graph, a->energy, b->energy))
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

/* ---- going on by itself ---- */

static mgnn_status
is_met(const searcher *f, const double *y, int *yes, mgnn_error *err)
{
  const mgnn_problem *p = f->runs->in->problem;
  mgnn_figures figures;
  mgnn_status status = mgnn_measure(p, f->runs->dim, y, NULL, 0, &figures, err);

  *yes = status == MGNN_OK && mg_lengths_met(&p->graph, &figures, MG_MET);
  return status;
}

/* Whether lengths that y does not meet determine the drawing, and nothing says
 * that they cannot be met. */
static mgnn_status
is_promised(const searcher *f, const double *y, int *yes, mgnn_error *err)
{
  static const mg_verdict_budget budget = { 2e8, 300 };
  const mg_input *in = f->runs->in;
  mgnn_rigidity r = { 0 };
  mgnn_feasibility lengths = { 0 };
  int known;
  mgnn_status status = MGNN_OK;

  TRY(mg_rigidity_quick(in->problem, f->runs->dim,
                        mg_search_effort(f->opt)->rigidity, &r, &known, err));
  if (!known || r.globally_rigid != 1)
    goto end;
  TRY(mg_feasibility_find(in->problem, f->runs->dim, MG_MET, &budget, y,
                          &lengths, err));
  *yes = lengths.feasible < 0;
end:
  mgnn_rigidity_free(&r);
  mgnn_feasibility_free(&lengths);
  return status;
}

/* Whether more searches are to be made than were asked for. */
static mgnn_status
is_unsolved(const searcher *f, const double *y, int *yes, mgnn_error *err)
{
  int met = 0;
  mgnn_status status = MGNN_OK;

  *yes = 0;
  if (f->runs->paths || f->opt->no_layout || f->runs->in->start_given
      || f->s->stopped || f->opt->dim_auto
      || mg_search_effort(f->opt)->searches == 0)
    return MGNN_OK;
  TRY(is_met(f, y, &met, err));
  if (!met)
    TRY(is_promised(f, y, yes, err));
end:
  return status;
}

/* Whether two searches came to the same as the best: then hardly any comes to
 * less, and lengths that are measured with errors cannot be met. */
static int
is_confirmed(const mg_found *s)
{
  size_t same = 0;

  for (size_t t = 0; t < s->try_count; t++)
    same += s->tries[t].energy <= 1.001 * s->best->energy;
  return same > 1;
}

/* Whether search number k is to be made.  What is counted is the work and not the
 * time, so that the same input gives the same drawing. */
static mgnn_status
goes_on(const searcher *f, size_t k, const double *y, int *yes,
        mgnn_error *err)
{
  const mg_effort *effort = mg_search_effort(f->opt);
  size_t asked = (size_t)f->opt->restarts;
  double work = 0;
  int met;
  mgnn_status status = MGNN_OK;

  *yes = k < asked && !f->s->stopped;
  if (k == asked)
    TRY(is_unsolved(f, y, yes, err));
  for (size_t t = 0; t < f->s->try_count; t++)
    work += (double)f->s->tries[t].iterations
            * (double)f->runs->in->problem->graph.m;
  if (k > asked) {
    TRY(is_met(f, y, &met, err));
    *yes = !met && !f->s->stopped && k < asked + effort->searches
           && !is_confirmed(f->s);
  }
  *yes = *yes && (k < asked || work < effort->work);
end:
  return status;
}

/* Search number k, into `into`; what is better than before becomes the best. */
static mgnn_status
search_numbered(searcher *f, size_t k, double *into, double *y, mgnn_error *err)
{
  mg_found *s = f->s;
  mgnn_outcome *out = &s->tries[k];
  double limit = f->opt->limits.seconds;
  mg_trajectory here = { 0 };
  mgnn_status status = MGNN_OK;

  if (limit > 0)               /* what is left of it */
    f->par.control.time_limit = fmax(1e-3, limit - mg_clock() + f->begin);
  f->trajectory = f->runs->keep_frames ? &here : NULL;
  status = search_once(f, into, out, err);
  if (status != MGNN_OK && status != MGNN_ENOCONV)
    goto end;
  s->stopped = status == MGNN_ENOCONV;
  status = MGNN_OK;
  s->try_count++;
  if (k == 0 || is_better(f->runs, out, s->best)) {
    s->best = out;
    if (into != y)
      memcpy(y, into, f->runs->in->src.n * f->runs->dim * sizeof *y);
    mg_trajectory_swap(&s->trajectory, &here);
  }
end:
  f->trajectory = NULL;
  mg_trajectory_free(&here);
  return status;
}

/* Search --restarts times, each with a seed of its own, and on where lengths that
 * determine the drawing are not met; keep the best in y. */
static mgnn_status
search_again(searcher *f, double *y, mgnn_error *err)
{
  mg_found *s = f->s;
  size_t size = f->runs->in->src.n * f->runs->dim;
  size_t most = (size_t)f->opt->restarts + mg_search_effort(f->opt)->searches;
  int more = 1;
  double *other = NULL;
  mgnn_status status = MGNN_OK;

  tries_free(s);
  f->begin = s->begin = mg_clock();
  f->par.control.seed = f->runs->seed;
  TRY(mg_allocated(s->tries = mg_zalloc(most, sizeof *s->tries), err));
  mg_trajectory_free(&s->trajectory);       /* of the dimension before */
  s->stopped = 0;
  for (size_t k = 0; more; k++) {
    if (k == 1)
      TRY(mg_allocated(other = mg_alloc(size, sizeof *other), err));
    TRY(search_numbered(f, k, k == 0 ? y : other, y, err));
    f->par.control.seed++;
    TRY(goes_on(f, k + 1, y, &more, err));
  }
end:
  mg_free(other);
  return status;
}

enum { DIM_MOST = 6 };         /* of --dim auto */

/* --dim auto: 1, 2, ... until the lengths are met; if they never are, the
 * smallest dimension that comes within 1 % of the best energy. */
static mgnn_status
search_dims(searcher *f, mg_run *run, double strict, mgnn_error *err)
{
  double limit = isnan(strict) ? 1e-3 : strict, energy[DIM_MOST + 1];
  mgnn_status status = MGNN_OK;
  size_t chosen = 1;

  for (size_t dim = 1; dim <= DIM_MOST; dim++) {
    f->runs->dim = dim;
    TRY(search_again(f, run->last, err));
    TRY(mgnn_measure(f->runs->in->problem, dim, run->last, NULL, 0,
                     run->figures, err));
    energy[dim] = run->figures->energy;
    f->s->dim_met = !(run->figures->max_relative_error > limit);
    if (f->s->dim_met || f->s->stopped)
      goto end;
  }
  while (energy[chosen] > 1.01 * energy[DIM_MOST])
    chosen++;
  f->runs->dim = chosen;
  TRY(search_again(f, run->last, err));
end:
  return status;
}

mgnn_status
mg_search_run(mg_found *s, const mg_search_options *opt,
              const mg_search_use *use, mg_results *runs, mgnn_error *err)
{
  struct sigaction ours = { .sa_handler = on_interrupt }, before;
  const mg_input *in = runs->in;
  size_t dim_most = opt->dim_auto ? DIM_MOST : in->dim;
  mg_run *run = &runs->run[0];
  searcher f = { .s = s, .opt = opt, .runs = runs,
                 .show = isatty(STDERR_FILENO) && !use->quiet };
  mgnn_status status = MGNN_OK;

  runs->paths = opt->pairs != NULL ? strcmp(opt->pairs, "paths") == 0
                : !in->lengths_given && !opt->dim_auto;
  runs->paths &= !opt->no_layout;
  run->last = mg_alloc(in->src.n * dim_most, sizeof *run->last);
  TRY(mg_allocated(run->last, err));
  run->figures = mg_zalloc(1, sizeof *run->figures);
  TRY(mg_allocated(run->figures, err));
  mgnn_search_params_init(&f.par);
  f.par.tolerance = opt->tolerance;
  f.par.pairs = runs->paths ? "paths" : "edges";
  f.par.spread = opt->spread == NULL || strcmp(opt->spread, "yes") == 0;
  f.par.aspect = use->aspect;
  f.par.control.max_iterations = (size_t)opt->limits.iterations;
  f.par.control.watch = watch_search;
  f.par.control.watch_ctx = &f;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGINT, &ours, &before);
  status = opt->dim_auto ? search_dims(&f, run, use->strict, err)
                         : search_again(&f, run->last, err);
  sigaction(SIGINT, &before, NULL);
  if (f.show)
    fputs("\r\033[K", stderr);
end:
  return status;
}

void
mg_search_free(mg_found *s)
{
  tries_free(s);
  mg_trajectory_free(&s->trajectory);
}

/* ---- what was found ---- */

/* The nodes that have a place to be aligned to: their places here and there. */
static size_t
align_gather(const mg_input *in, size_t dim, const double *y, double *here,
             double *there)
{
  size_t count = 0;

  for (size_t i = 0; i < in->src.n; i++)
    if (in->align_has[i]) {
      memcpy(here + count * dim, y + i * dim, dim * sizeof *here);
      memcpy(there + count * dim, in->align + i * dim, dim * sizeof *there);
      count++;
    }
  return count;
}

mgnn_status
mg_search_align(mg_found *s, mg_results *runs, mgnn_error *err)
{
  const mg_input *in = runs->in;
  size_t dim = runs->dim, count;
  double *y = runs->run[0].last, *old = NULL, *here = NULL, *there = NULL;
  mg_motion motion = { 0 };
  mgnn_status status = MGNN_OK;

  if (in->align == NULL)
    return MGNN_OK;
  TRY(mg_allocated(here = mg_alloc(in->src.n, dim * sizeof *here), err));
  TRY(mg_allocated(there = mg_alloc(in->src.n, dim * sizeof *there), err));
  count = align_gather(in, dim, y, here, there);
  if (in->pinned > 0) {        /* pins hold it: it is only compared */
    s->align_rms = mg_rms_distance(here, there, count, dim);
    goto end;
  }
  TRY(mg_allocated(old = mg_alloc(dim, sizeof *old), err));
  TRY(mg_motion_fit(&motion, dim, count, here, there, 0, err));
  for (size_t i = 0; i < in->src.n; i++) {
    memcpy(old, y + i * dim, dim * sizeof *old);
    mg_motion_apply(&motion, old, y + i * dim);
  }
  s->align_rms = motion.rms;
end:
  mg_motion_free(&motion);
  mg_free(old);
  mg_free(here);
  mg_free(there);
  return status;
}

/* The drawing as it will be written ends the trajectory: --no-overlap and
 * --align have moved it since the search. */
static mgnn_status
trajectory_finish(mg_trajectory *t, const mg_input *in, const double *y,
                  mgnn_error *err)
{
  size_t size = t->n * t->dim, last;
  mgnn_status status = MGNN_OK;

  if (in->pinned == 0)
    TRY(mg_trajectory_align(t, y, in->start_given, err));
  if (t->count == 0)
    mg_trajectory_add(t, 0, y, 0);
  else {
    last = t->count - 1;
    if (mg_rms_distance(t->x + last * size, y, t->n, t->dim)
        > 1e-3 * t->length[last])
      mg_trajectory_add(t, t->iteration[last] - t->before, y, t->value[last]);
  }
  TRY(mg_trajectory_check(t, err));
  memcpy(t->x + (t->count - 1) * size, y, size * sizeof *t->x);
end:
  return status;
}

mgnn_status
mg_search_measure(mg_found *s, mg_results *runs, mgnn_error *err)
{
  mg_run *run = &runs->run[0];
  mgnn_status status = MGNN_OK;

  if (runs->keep_frames)
    TRY(trajectory_finish(&s->trajectory, runs->in, run->last, err));
  TRY(mgnn_measure(runs->in->problem, runs->dim, run->last, NULL, 0,
                   run->figures, err));
  if (runs->keep_frames) {
    TRY(mg_trajectory_frames(runs, run, &s->trajectory, err));
    mg_trajectory_free(&s->trajectory);
  }
end:
  return status;
}
