/* Layout mode: options of the search, its progress line, aligning and measuring. */
#include "search.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/threads.h"
#include "measure/measure.h"
#include "solve/arrange/align.h"
#include "io/write/json.h"
#include "cli/common/options.h"
#include "cli/common/put_json.h"
#include "io/text/message.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(mg_search_options, member)

const mg_option mg_search_rows[] = {
  { 0, "pairs", "edges|paths", MG_WORD | MG_OF_LAYOUT, AT(pairs), 0, 0,
    "edges: fit the given lengths only; paths: also hold every other pair at its shortest-path distance [default: edges if there are lengths, else paths]" },
  { 0, "spread", "yes|no", MG_WORD | MG_OF_LAYOUT, AT(spread), 0, 0,
    "if the lengths do not fix the drawing, unfold it: among the drawings that fit equally well, take the one closest to the shortest-path distances [default: yes]" },
  { 0, "tree", "radial|stress", MG_WORD | MG_OF_LAYOUT, AT(tree), 0, 0,
    "radial: draw trees around their roots without crossings, and trees attached to a graph without lengths too; stress: as any other graph [default: radial; with --pairs or --spread, stress]" },
  { 0, "restarts", "N", MG_COUNT | MG_OF_LAYOUT, AT(restarts), 1, 1e6,
    "search N times and keep the best [default: 1]" },
  { 0, "effort", "low|normal|high", MG_WORD | MG_OF_LAYOUT, AT(effort), 0, 0,
    "how long to search if the lengths are not met but might be [default: normal]" },
  { 0, "align", "FILE|attributes", MG_FILE | MG_OF_LAYOUT, AT(align), 0, 0,
    "rotate, reflect and shift the drawing onto these positions" },
  { 0, "positions", "FILE", MG_FILE | MG_OF_LAYOUT, AT(positions), 0, 0,
    "draw and measure these positions as they are" },
  { 0, "no-layout", NULL, MG_FLAG | MG_OF_LAYOUT, AT(no_layout), 0, 0,
    "draw and measure the positions of the file as they are" },
  { 0, "no-overlap", NULL, MG_FLAG | MG_OF_LAYOUT, AT(no_overlap), 0, 0,
    "move overlapping nodes apart, and report how far" },
  { 0, "tolerance", "X", MG_REAL | MG_OF_LAYOUT, AT(tolerance), 0, 0.5,
    "stop when an iteration lowers the energy by less than this share [default: 1e-6]" },
  MG_OPTIONS_END
};

static const double tolerance_default = 1e-6;

void
mg_search_options_init(mg_search_options *opt)
{
  memset(opt, 0, sizeof *opt);
  opt->tolerance = tolerance_default;
  opt->restarts = 1;
}

/* ---- checks of options ---- */

mgnn_status
mg_search_check(mg_search_options *opt, long *out, mgnn_error *err)
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

/* ---- the search ---- */

/* The state of the progress line during the search. */
typedef struct {
  const mg_results *runs;
  double limit;                /* --time-limit in seconds; 0: none */
  int show;                    /* nonzero: show progress, on a terminal */
  double begin, shown;         /* by mg_clock */
} watcher;

static void
progress_show(const watcher *w, const mgnn_progress *now, double passed)
{
  double limit = w->limit;

  fprintf(stderr, "\rmgnn-layout: %.0f s", passed);
  if (now->step > 0)
    fprintf(stderr, ", %zu iterations", now->step);
  if (!isnan(now->value))
    fprintf(stderr, ", %s %.6g", w->runs->paths ? "stress" : "energy",
            now->value);
  if (!isnan(now->left) && (limit == 0 || passed + now->left < limit))
    fprintf(stderr, ", this stage about %.0f s more", ceil(now->left));
  else if (limit > 0)
    fprintf(stderr, ", at most %.0f s more", fmax(0, ceil(limit - passed)));
  fputs("\033[K", stderr);
}

static int
watch_search(void *ctx, const mgnn_progress *now)
{
  watcher *w = ctx;
  double clock;

  if (w->show && (clock = mg_clock()) - w->shown > 0.2) {
    w->shown = clock;
    progress_show(w, now, clock - w->begin);
  }
  return mg_program_stopped();
}

mgnn_status
mg_search_plan(mg_plan *plan, const mg_search_options *opt, const mg_search_use *use,
               mg_results *runs, mgnn_error *err)
{
  const mg_input *in = runs->in;
  int radial = opt->tree != NULL ? strcmp(opt->tree, "radial") == 0
               : opt->pairs == NULL && opt->spread == NULL;

  runs->paths = opt->pairs != NULL ? strcmp(opt->pairs, "paths") == 0
                : !in->lengths_given && !opt->dim_auto;
  runs->paths &= !opt->no_layout;
  *plan = (mg_plan){
    .p = in->problem, .dim = opt->dim_auto ? 0 : in->dim, .start = in->start,
    .random = in->pinned == 0 ? fmax(0, in->start_scale) : 0, .given = in->start_given,
    .as_given = opt->no_layout, .record = runs->keep_frames,
    .judge = !runs->paths || in->lengths_given, .connected = in->parts.count == 1
  };
  mgnn_search_params_init(&plan->par);
  plan->par.tolerance = opt->tolerance;
  plan->par.pairs = runs->paths ? "paths" : "edges";
  plan->par.spread = opt->spread == NULL || strcmp(opt->spread, "yes") == 0;
  plan->par.tree = radial ? "radial" : "stress";
  plan->par.aspect = use->aspect;
  plan->par.effort = opt->effort != NULL ? opt->effort : "normal";
  plan->par.restarts = (size_t)opt->restarts;
  plan->par.met = isnan(use->strict) ? 0 : use->strict;
  plan->par.ensemble = (size_t)use->ensemble->count;
  plan->par.cluster = isnan(use->ensemble->cluster)
                      ? 0 : fmax(use->ensemble->cluster, DBL_MIN);
  plan->par.control.seed = runs->seed;
  plan->par.control.max_iterations = (size_t)opt->limits.iterations;
  plan->par.control.time_limit = opt->limits.seconds;
  return mg_plan_check(plan, err);
}

mgnn_status
mg_search_run(mg_found *s, mg_plan *plan, int quiet, mg_results *runs, mgnn_error *err)
{
  mg_run *run = &runs->run[0];
  watcher w = { .runs = runs, .limit = plan->par.control.time_limit,
                .show = isatty(STDERR_FILENO) && !quiet, .begin = mg_clock() };
  mgnn_status status = MGNN_OK;

  PASS(mg_allocated(run->figures = mg_zalloc(1, sizeof *run->figures), err));
  plan->begin = w.begin;
  plan->par.control.watch = watch_search;
  plan->par.control.watch_ctx = &w;
  status = mg_plan_run(plan, s, err);
  plan->par.control.watch_ctx = NULL;
  runs->dim = s->dim;
  run->last = s->y;            /* later steps change it there */
  s->y = NULL;
  if (w.show)
    fputs("\r\033[K", stderr);
  return status;
}

/* ---- aligning and measuring ---- */

/* Gather the nodes with a position to align to: theirs in y, and that position. */
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
mg_search_align(double *rms, mg_results *runs, mgnn_error *err)
{
  const mg_input *in = runs->in;
  size_t dim = runs->dim, count;
  double *y = runs->run[0].last, *old = NULL, *here = NULL, *there = NULL;
  mg_motion motion = { 0 };
  mgnn_status status = MGNN_OK;

  if (in->align == NULL)
    return MGNN_OK;
  TRY(mg_allocated_all(err, here = mg_alloc(in->src.n, dim * sizeof *here),
                       there = mg_alloc(in->src.n, dim * sizeof *there)));
  count = align_gather(in, dim, y, here, there);
  if (in->pinned > 0) {        /* pinned, so only compare */
    *rms = mg_rms_distance(here, there, count, dim);
    goto end;
  }
  TRY(mg_allocated(old = mg_alloc(dim, sizeof *old), err));
  TRY(mg_motion_fit(&motion, dim, count, here, there, 0, err));
  for (size_t i = 0; i < in->src.n; i++) {
    memcpy(old, y + i * dim, dim * sizeof *old);
    mg_motion_apply(&motion, old, y + i * dim);
  }
  *rms = motion.rms;
end:
  mg_motion_free(&motion);
  mg_free_all(old, here, there);
  return status;
}

mgnn_status
mg_search_measure(mg_found *s, const mg_plan *plan, int worst, mg_results *runs,
                  mgnn_error *err)
{
  mg_run *run = &runs->run[0];

  runs->worst_count = worst ? MG_WORST_MAX : 0;
  PASS(mg_found_finish(plan, s, run->last, run->figures, runs->worst,
                       &runs->worst_count, err));
  if (runs->keep_frames) {
    PASS(mg_trajectory_frames(runs, run, &s->trajectory, err));
    mg_trajectory_free(&s->trajectory);
  }
  return MGNN_OK;
}

/* ---- ensembles ---- */

#undef AT
#define AT(member) offsetof(mg_ensemble_options, member)

const mg_option mg_ensemble_rows[] = {
  { 0, "ensemble", "N", MG_COUNT | MG_OF_LAYOUT, AT(count), 2, 10000,
    "find N drawings that meet the lengths, write all, draw the best" },
  { 0, "cluster", "X", MG_REAL | MG_OF_LAYOUT, AT(cluster), 0, 1e100,
    "RMSD up to which drawings of an ensemble count as alike [default: a tenth of the radius]" },
  MG_OPTIONS_END
};

mgnn_status
mg_ensemble_input_check(const mg_ensemble_options *opt, const mg_results *runs,
                        mgnn_error *err)
{
  const mg_input *in = runs->in;

  if (opt->count == 0)
    return MGNN_OK;
  if (in->start_given)
    return mg_fail(err, MGNN_EINVAL, "--ensemble has starts of its own: leave --init "
                   "out");
  if (!in->lengths_given)
    return mg_fail(err, MGNN_EINVAL, "--ensemble needs lengths, and %.60s has none",
                   in->src.path);
  if (in->parts.count > 1 && in->pinned == 0)
    return mg_fail(err, MGNN_EINVAL, "--ensemble needs a connected graph, and this one "
                   "has %zu components: draw one with --component largest",
                   in->parts.count);
  return MGNN_OK;
}

/* ---- summary and report of ensembles ---- */

void
mg_ensemble_say(const mg_ensemble *e)
{
  double least = INFINITY, most = 0, worst = 0;

  if (e->count == 0)
    return;
  for (size_t k = 0; k < e->count; k++) {
    worst = fmax(worst, e->model[k].worst);
    if (k > 0) {
      least = fmin(least, e->model[k].rmsd);
      most = fmax(most, e->model[k].rmsd);
    }
  }
  fprintf(stderr, "mgnn-layout: ensemble: %zu model%s in %zu cluster%s (RMSD up to "
          "%.3g from the first of it)", e->count, mg_plural(e->count), e->clusters,
          mg_plural(e->clusters), e->threshold);
  if (e->count > 1)
    fprintf(stderr, "; %.3g to %.3g from the best", least, most);
  fprintf(stderr, "; lengths off by %.3g %% at worst in all\n", 100 * worst);
}

void
mg_ensemble_report(mg_json *j, const mg_ensemble *e)
{
  if (!put_key_if(j, "ensemble", e->count > 0))
    return;
  mg_json_open(j, '{');
  put_count(j, "clusters", e->clusters);
  put_number(j, "cluster_rmsd", e->threshold);
  put_open(j, "models", '[');
  for (size_t k = 0; k < e->count; k++) {
    const mg_ensemble_model *m = &e->model[k];

    mg_json_row(j, '{');
    put_count(j, "model", k + 1);
    put_count(j, "seed", m->seed);
    put_number(j, "energy", m->energy);
    put_number(j, "max_relative_error", m->worst);
    put_count(j, "cluster", m->cluster);
    put_number(j, "rmsd", m->rmsd);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_close(j);
}

/* ---- frames of the run: from its trajectory to drawings at even steps of motion ---- */

enum { STEPS = 60 };           /* into which to divide the trajectory */

static mgnn_status
curve_make(const mg_results *runs, mg_run *run, const mg_trajectory *t,
           mgnn_error *err)
{
  size_t size = t->n * t->dim;

  PASS(mg_allocated(run->curve = mg_zalloc(t->count, sizeof *run->curve), err));
  for (size_t k = 0; k < t->count; k++) {
    run->curve[k].step = t->iteration[k];
    run->curve[k].merit = t->value[k];
    PASS(mgnn_measure(runs->in->problem, t->dim, t->x + k * size, NULL, 0,
                      &run->curve[k].figures, err));
  }
  run->curve_count = t->count;
  return MGNN_OK;
}

/* Add frames from point a of the trajectory, the last frame so far, to point b: one for
 * each `step` of motion.  Those before b are interpolated:
 *   x(k) = x_a + k/parts (x_b - x_a). */
static void
frames_between(mg_run *run, const mg_trajectory *t, size_t a, size_t b,
               double step)
{
  size_t size = t->n * t->dim;
  double gap = t->length[b] - t->length[a];
  size_t parts = step > 0 && gap > 1.5 * step ? (size_t)(gap / step + 0.5) : 1;
  const double *from = t->x + a * size, *to = t->x + b * size;

  for (size_t k = 1; k <= parts; k++) {
    double share = (double)k / (double)parts;
    double *x = run->frames + run->frame_count * size;

    run->frame[run->frame_count] = run->curve[k < parts ? a : b];
    run->frame[run->frame_count++].between = k < parts;
    if (k == parts)
      memcpy(x, to, size * sizeof *x);
    else
      for (size_t c = 0; c < size; c++)
        x[c] = from[c] + share * (to[c] - from[c]);
  }
}

/* Whether the motion is visible: more than 1e-4 of the extent.  A drawing that is only
 * turned into place moves by rounding errors only. */
static int
is_moving(const mg_trajectory *t)
{
  size_t size = t->n * t->dim, last = t->count - 1;
  const double *x = t->x + last * size;
  double extent = 0;

  for (size_t k = 0; k < size; k++)
    extent = fmax(extent, fabs(x[k] - x[k % t->dim]));
  return t->length[last] > 1e-4 * extent;
}

/* Make all frames.  A gap makes at most gap / (0.75 step) frames, the last 1 more. */
static mgnn_status
frames_make(mg_run *run, const mg_trajectory *t, mgnn_error *err)
{
  size_t size = t->n * t->dim, last = t->count - 1, at = 0;
  size_t steps = t->most < STEPS ? t->most : STEPS, most = steps * 4 / 3 + 4;
  double step = t->length[last] / (double)steps;

  PASS(mg_allocated_all(err, run->frames = mg_alloc(most, size * sizeof *run->frames),
                        MG_ZEROS(run->frame, most)));
  if (!is_moving(t))
    at = last;
  memcpy(run->frames, t->x + at * size, size * sizeof *run->frames);
  run->frame[0] = run->curve[at];
  run->frame_count = 1;
  for (size_t k = at + 1; k <= last; k++)
    if (t->length[k] - t->length[at] >= 0.75 * step || k == last) {
      frames_between(run, t, at, k, step);
      at = k;
    }
  return MGNN_OK;
}

mgnn_status
mg_trajectory_frames(const mg_results *runs, mg_run *run,
                     const mg_trajectory *t, mgnn_error *err)
{
  PASS(curve_make(runs, run, t, err));
  return frames_make(run, t, err);
}
