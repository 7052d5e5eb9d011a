/* The search of layout mode: its options, its progress, what is done with the drawing. */
#include "search.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/threads.h"
#include "measure/measure.h"
#include "solve/arrange/align.h"

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

/* ---- what the options may be ---- */

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

/* What is shown while it goes on. */
typedef struct {
  const mg_results *runs;
  double limit;                /* of time; 0: none */
  int show;                    /* a line of progress, on a terminal */
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
  run->last = s->y;            /* which others move from here on */
  s->y = NULL;
  if (w.show)
    fputs("\r\033[K", stderr);
  return status;
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
mg_search_align(double *rms, mg_results *runs, mgnn_error *err)
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
  mg_free(old);
  mg_free(here);
  mg_free(there);
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
