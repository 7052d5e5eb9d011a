/* Run the models or the solver, and measure each layer. */
#include "base/mem.h"
#include "base/number.h"
#include "job.h"
#include "solve/arrange/align.h"
#include "solve/solver.h"
#include "solve/layout.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The value of --alpha or --beta for a rule: the last one that names it, else
 * the last bare one, else the default. */
static mgnn_status
rate_of(const mg_list *list, const char *option, double max,
        const mg_rule *rule, double *rate, mgnn_error *err)
{
  int named = 0;

  for (size_t k = 0; k < list->count; k++) {
    const char *word = list->word[k], *equals = strchr(word, '=');
    const char *text = equals != NULL ? equals + 1 : word;
    double x;

    if (!mg_number_whole(text, strlen(text), &x) || !(x >= 0 && x <= max))
      return mg_fail(err, MGNN_EINVAL, "--%s: \"%s\" is not a number %s",
                     option, text, max == 1 ? "from 0 to 1" : "of at least 0");
    if (equals != NULL) {
      char model[32];

      snprintf(model, sizeof model, "%.*s", (int)(equals - word), word);
      if (mg_rule_find(model) == NULL)
        return mg_fail(err, MGNN_EINVAL, "--%s: there is no model \"%s\"; the "
                       "models are mgnn, mgnn-message, sgc, appnp", option,
                       model);
      if (strcmp(model, rule->name) != 0)
        continue;
      named = 1;
    }
    if (equals != NULL || !named)
      *rate = x;
  }
  return MGNN_OK;
}

static mgnn_status
model_add(mg_job *job, const char *name, size_t len, mgnn_error *err)
{
  char word[32];
  mg_run *grown, *run;

  snprintf(word, sizeof word, "%.*s", (int)len, name);
  for (size_t k = 0; k < job->runs; k++)
    if (strcmp(job->run[k].rule->name, word) == 0)
      return mg_fail(err, MGNN_EINVAL, "--model names %s twice", word);
  grown = mg_resize(job->run, job->runs + 1, sizeof *grown);
  if (grown == NULL)
    return mg_fail_memory(err);
  job->run = grown;
  run = &job->run[job->runs];
  memset(run, 0, sizeof *run);
  run->rule = mg_rule_find(word);
  if (run->rule == NULL)
    return mg_fail(err, MGNN_EINVAL, "--model: there is no model \"%s\"; the "
                   "models are mgnn, mgnn-message, sgc, appnp", word);
  job->runs++;
  run->alpha = run->rule->alpha;
  run->beta = run->rule->beta;
  if (rate_of(&job->opt->alpha, "alpha", 1, run->rule, &run->alpha, err)
      != MGNN_OK)
    return MGNN_EINVAL;
  if (!run->rule->takes_alpha)
    run->alpha = 0;
  return rate_of(&job->opt->beta, "beta", 1e300, run->rule, &run->beta, err);
}

mgnn_status
mg_job_models(mg_job *job, mgnn_error *err)
{
  const char *names = job->opt->model != NULL ? job->opt->model : "mgnn";
  mgnn_status status = MGNN_OK;

  if (!mg_job_in_layers(job)) {
    if (job->opt->model != NULL || job->opt->alpha.count > 0
        || job->opt->beta.count > 0)
      return mg_fail(err, MGNN_EINVAL, "--model, --alpha and --beta belong to "
                     "layers mode: give the number of layers with --layers K");
    job->run = mg_zalloc(1, sizeof *job->run);
    job->runs = job->run != NULL;
    return job->run != NULL ? MGNN_OK : mg_fail_memory(err);
  }
  while (status == MGNN_OK) {
    size_t len = strcspn(names, ",");

    status = model_add(job, names, len, err);
    if (names[len] == '\0')
      break;
    names += len + 1;
  }
  job->layers = (size_t)job->opt->layers;
  return status;
}

/* Positions of the run, in the space that is wanted. */
static void
positions_copy(const mg_job *job, const double *from, int in_z, double *x)
{
  int is_z = mg_job_in_layers(job);

  memcpy(x, from, job->in.src.n * job->in.dim * sizeof *x);
  if (is_z && !in_z)
    mgnn_rescale(job->in.problem, job->in.dim, x, 1);
  else if (!is_z && in_z)
    mgnn_rescale(job->in.problem, job->in.dim, x, 0);
}

void
mg_job_positions(const mg_job *job, const mg_run *run, size_t layer, int in_z,
                 double *x)
{
  const double *from = run->last;

  if (run->frames != NULL && layer < job->layers)
    from = run->frames + layer * job->in.src.n * job->in.dim;
  positions_copy(job, from, in_z, x);
}

void
mg_job_frame(const mg_job *job, const mg_run *run, size_t frame, int in_z,
             double *x)
{
  positions_copy(job, run->frames + frame * job->in.src.n * job->in.dim, in_z, x);
}

/* Fill in the figures of a layer that is at z; y is scratch. */
static mgnn_status
measure_layer(mg_job *job, mg_run *run, size_t layer, const double *z,
              double *y, mgnn_error *err)
{
  mgnn_status status;

  memcpy(y, z, job->in.src.n * job->in.dim * sizeof *y);
  mgnn_rescale(job->in.problem, job->in.dim, y, 1);
  status = mgnn_measure(job->in.problem, job->in.dim, y, job->in.origin, run->alpha,
                        &run->figures[layer], err);
  mg_phase_end(&job->phases, "measure");
  return status;
}

/* The same of run->last, with scratch that is gone again before layers need
 * the memory. */
static mgnn_status
measure_here(mg_job *job, mg_run *run, size_t layer, mgnn_error *err)
{
  double *y = mg_alloc(job->in.src.n * job->in.dim, sizeof *y);
  mgnn_status status = y != NULL
                       ? measure_layer(job, run, layer, run->last, y, err)
                       : mg_fail_memory(err);

  mg_free(y);
  return status;
}

/* What the watcher of a run needs. */
typedef struct {
  mg_job *job;
  mg_run *run;
  double *y;                   /* scratch */
  mgnn_status status;          /* a failure inside the watcher, */
  mgnn_error err;              /* which the loop knows nothing of */
} witness;

static int
watch_layer(void *ctx, const mgnn_progress *now)
{
  const double *z = now->x;
  size_t layer = now->step;
  witness *w = ctx;
  size_t size = w->job->in.src.n * w->job->in.dim;

  mg_phase_end(&w->job->phases, "layers");
  if (w->run->frames != NULL)
    memcpy(w->run->frames + layer * size, z, size * sizeof *z);
  w->status = measure_layer(w->job, w->run, layer, z, w->y, &w->err);
  if (w->run->frames != NULL)
    w->run->frame[layer] = (mg_frame){ layer, 0, w->run->figures[layer].energy,
                                       w->run->figures[layer] };
  return w->status != MGNN_OK;
}

/* Run the layers from run->last on and look at each. */
static mgnn_status
run_watched(mg_job *job, mg_run *run, const mgnn_layer_params *par,
            mgnn_error *err)
{
  mgnn_layer_params watched = *par;
  witness w = { .job = job, .run = run, .status = MGNN_OK,
                .y = mg_alloc(job->in.src.n * job->in.dim, sizeof *w.y) };
  mgnn_status status;

  if (w.y == NULL)
    return mg_fail_memory(err);
  watched.control.watch = watch_layer;
  watched.control.watch_ctx = &w;
  status = mgnn_propagate(job->in.problem, job->in.dim, &watched, run->last, err);
  mg_free(w.y);
  mg_phase_end(&job->phases, "layers");
  if (w.status == MGNN_OK)
    return status;
  *err = w.err;
  return w.status;
}

/* The same, and look at the first and the last only. */
static mgnn_status
run_unwatched(mg_job *job, mg_run *run, const mgnn_layer_params *par,
              mgnn_error *err)
{
  mgnn_status status = measure_here(job, run, 0, err);

  if (status == MGNN_OK) {
    status = mgnn_propagate(job->in.problem, job->in.dim, par, run->last, err);
    mg_phase_end(&job->phases, "layers");
  }
  if (status == MGNN_OK)
    status = measure_here(job, run, job->layers, err);
  return status;
}

static mgnn_status
run_layers(mg_job *job, mg_run *run, int keep_frames, mgnn_error *err)
{
  size_t size = job->in.src.n * job->in.dim;
  mgnn_layer_params par;

  run->last = mg_alloc(size, sizeof *run->last);
  run->figures = mg_zalloc(job->layers + 1, sizeof *run->figures);
  if (keep_frames) {
    run->frames = mg_alloc(job->layers + 1, size * sizeof *run->frames);
    run->frame = mg_zalloc(job->layers + 1, sizeof *run->frame);
    run->frame_count = job->layers + 1;
  }
  if (run->last == NULL || run->figures == NULL
      || (keep_frames && (run->frames == NULL || run->frame == NULL)))
    return mg_fail_memory(err);
  memcpy(run->last, job->in.start, size * sizeof *run->last);
  mgnn_layer_params_init(&par);
  par.rule = run->rule->name;
  par.layers = job->layers;
  par.alpha = run->alpha;
  par.beta = run->beta;
  par.eps = job->opt->eps;
  par.control.seed = (unsigned long)job->opt->seed;
  par.origin = job->in.origin;
  par.single_precision = job->opt->precision != NULL
                         && strcmp(job->opt->precision, "single") == 0;
  return keep_frames || job->opt->report != NULL
         ? run_watched(job, run, &par, err)
         : run_unwatched(job, run, &par, err);
}

/* Ctrl-C: the iteration under way is the last. */
static volatile sig_atomic_t interrupted;

static void
on_interrupt(int number)
{
  (void)number;
  interrupted = 1;
}

/* The line of progress, on a terminal; and the way, where it is wanted. */
typedef struct {
  int show;
  const char *what;            /* is brought down */
  double limit;                /* seconds; 0: none */
  double begin, last;          /* by mg_clock */
  const mg_job *job;
  mg_trajectory *way;               /* of the search under way; or NULL */
} progress;

static void
progress_show(const progress *p, const mgnn_progress *now, double passed)
{
  fprintf(stderr, "\rmgnn-layout: %.0f s", passed);
  if (now->step > 0)
    fprintf(stderr, ", %zu iterations", now->step);
  if (!isnan(now->value))
    fprintf(stderr, ", %s %.6g", p->what, now->value);
  if (!isnan(now->left) && (p->limit == 0 || passed + now->left < p->limit))
    fprintf(stderr, ", this stage about %.0f s more", ceil(now->left));
  else if (p->limit > 0)
    fprintf(stderr, ", at most %.0f s more", fmax(0, ceil(p->limit - passed)));
  fputs("\033[K", stderr);
}

static void
way_add(progress *p, size_t iteration, const double *y)
{
  mgnn_figures f;

  if (mgnn_measure(p->job->in.problem, p->job->in.dim, y, NULL, 0, &f, NULL) == MGNN_OK)
    mg_trajectory_add(p->way, iteration, y, f.energy);
  else
    p->way->failed = 1;
}

static int
watch_solve(void *ctx, const mgnn_progress *now)
{
  progress *p = ctx;
  double clock;

  if (p->way != NULL && now->x != NULL)    /* mgnn_solve does not record it */
    way_add(p, now->step, now->x);
  if (p->show && (clock = mg_clock()) - p->last > 0.2) {
    p->last = clock;
    progress_show(p, now, clock - p->begin);
  }
  return interrupted;
}

static void
params_fill(const mg_job *job, progress *p, mgnn_search_params *par)
{
  mgnn_search_params_init(par);
  par->control.seed = (unsigned long)job->opt->seed;
  par->tolerance = job->opt->tolerance;
  par->control.max_iterations = (size_t)job->opt->max_iterations;
  par->control.time_limit = job->opt->time_limit;
  par->pairs = job->paths ? "paths" : "edges";
  par->aspect = mg_style_width(&job->opt->style)
              / mg_style_height(&job->opt->style);
  par->control.watch = watch_solve;
  par->control.watch_ctx = p;
}

/* One search, from the start where there is one. */
static mgnn_status
search(const mg_job *job, mgnn_search_params *par, double *y, mgnn_outcome *out,
       mgnn_error *err)
{
  const mg_descent d = { job->in.problem, job->in.dim, par, mg_clock() };
  progress *p = par->control.watch_ctx;
  mgnn_status status;

  if (job->opt->dim_auto)      /* nothing is pinned, and no start is given */
    memset(y, 0, job->in.src.n * job->in.dim * sizeof *y);
  else
    memcpy(y, job->in.start, job->in.src.n * job->in.dim * sizeof *y);
  if (job->in.start_scale > 0 && job->in.pinned == 0) {      /* by this seed */
    status = mgnn_place(job->in.problem, job->in.dim, par->control.seed,
                        job->in.start_scale, y, err);
    if (status != MGNN_OK)
      return status;
  }
  if (!job->in.start_given || (job->paths && p->way != NULL))
    return mg_layout_trajectory(&d, job->in.start_given, y, out, p->way, err);
  if (p->way != NULL)
    mg_trajectory_init(p->way, job->in.src.n, job->in.dim, 0);
  status = mgnn_solve(job->in.problem, job->in.dim, par, y, out, err);
  if (p->way != NULL && (status == MGNN_OK || status == MGNN_ENOCONV)) {
    way_add(p, out->iterations, y);
    if (mg_trajectory_check(p->way, err) != MGNN_OK)
      status = MGNN_ENOMEM;
  }
  return status;
}

/* What a search is judged by: lower is better. */
static double
merit(const mg_job *job, const mgnn_outcome *out)
{
  return job->paths && !isnan(out->pair_stress) ? out->pair_stress
                                                : out->energy;
}

/* Search --restarts times, each with a seed of its own; keep the best, and in
 * *way, which is not NULL if it is wanted, how it was come by. */
static mgnn_status
search_all(mg_job *job, mgnn_search_params *par, double *best, double *other,
           mg_trajectory *way, mgnn_error *err)
{
  progress *p = par->control.watch_ctx;
  double begin = mg_clock();
  mg_trajectory here;
  mgnn_status status = MGNN_OK;

  for (long k = 0; k < job->opt->restarts && status == MGNN_OK; k++) {
    mgnn_outcome *out = &job->tries[k];

    if (par->control.time_limit > 0)   /* what is left of it */
      par->control.time_limit = fmax(1e-3, job->opt->time_limit - mg_clock() + begin);
    memset(&here, 0, sizeof here);
    p->way = way != NULL ? &here : NULL;
    status = search(job, par, k == 0 ? best : other, out, err);
    if (status != MGNN_OK && status != MGNN_ENOCONV) {
      mg_trajectory_free(&here);
      return status;
    }
    job->try_count++;
    if (k == 0 || merit(job, out) < merit(job, &job->outcome)) {
      job->outcome = *out;
      if (k > 0)
        memcpy(best, other, job->in.src.n * job->in.dim * sizeof *best);
      if (way != NULL)
        mg_trajectory_swap(way, &here);
    }
    mg_trajectory_free(&here);
    par->control.seed++;
  }
  job->stopped = status == MGNN_ENOCONV;
  return MGNN_OK;
}

void
mg_job_tries_free(mg_job *job)
{
  for (size_t k = 0; k < job->try_count; k++)
    mgnn_outcome_free(&job->tries[k]);
  mg_free(job->tries);
  job->tries = NULL;
  job->try_count = 0;
  job->outcome.determined = NULL;
}

static mgnn_status
search_here(mg_job *job, double *y, mg_trajectory *way, mgnn_error *err)
{
  progress shown = { .show = isatty(STDERR_FILENO) && !job->opt->quiet,
                     .what = job->paths ? "stress" : "energy",
                     .limit = job->opt->time_limit, .begin = mg_clock(), .job = job };
  double *other = job->opt->restarts > 1
                  ? mg_alloc(job->in.src.n * job->in.dim, sizeof *other) : NULL;
  mgnn_search_params par;
  mgnn_status status;

  mg_job_tries_free(job);
  job->tries = mg_zalloc((size_t)job->opt->restarts, sizeof *job->tries);
  if (job->tries == NULL || (job->opt->restarts > 1 && other == NULL)) {
    mg_free(other);
    return mg_fail_memory(err);
  }
  params_fill(job, &shown, &par);
  if (way != NULL)
    mg_trajectory_free(way);        /* of the dimension before */
  status = search_all(job, &par, y, other, way, err);
  if (shown.show)
    fputs("\r\033[K", stderr);
  mg_free(other);
  return status;
}

enum { DIM_MOST = 6 };         /* of --dim auto */

/* --dim auto: 1, 2, ... until the lengths are met; if they never are, the
 * smallest dimension that comes within 1 % of the best energy. */
static mgnn_status
search_dims(mg_job *job, mg_run *run, mg_trajectory *way, mgnn_error *err)
{
  double limit = isnan(job->opt->strict) ? 1e-3 : job->opt->strict;
  double energy[DIM_MOST + 1];
  mgnn_status status = MGNN_OK;
  size_t dim, chosen = 0;

  for (dim = 1; dim <= DIM_MOST && status == MGNN_OK && chosen == 0; dim++) {
    job->in.dim = dim;
    status = search_here(job, run->last, way, err);
    if (status == MGNN_OK)
      status = mgnn_measure(job->in.problem, job->in.dim, run->last, NULL, 0, run->figures, err);
    energy[dim] = run->figures->energy;
    job->dim_met = !(run->figures->max_relative_error > limit);
    if (job->dim_met || job->stopped)
      chosen = dim;
  }
  if (status != MGNN_OK || chosen > 0)
    return status;
  for (chosen = 1; energy[chosen] > 1.01 * energy[DIM_MOST]; chosen++)
    ;
  job->in.dim = chosen;
  return search_here(job, run->last, way, err);
}

/* The root mean square distance between two sets of positions. */
static double
rms_between(const mg_job *job, const double *x, const double *y)
{
  double sum = 0;

  for (size_t k = 0; k < job->in.src.n * job->in.dim; k++)
    sum += (x[k] - y[k]) * (x[k] - y[k]);
  return job->in.src.n > 0 ? sqrt(sum / (double)job->in.src.n) : 0;
}

/* --align: the drawing turned, mirrored and shifted onto other positions; where
 * pins hold it, it is only compared with them. */
static mgnn_status
align(mg_job *job, double *y, mgnn_error *err)
{
  mg_motion motion;
  double *old;
  mgnn_status status;

  if (job->in.align == NULL)
    return MGNN_OK;
  if (job->in.pinned > 0) {
    job->align_rms = rms_between(job, y, job->in.align);
    return MGNN_OK;
  }
  old = mg_alloc(job->in.dim, sizeof *old);
  if (old == NULL)
    return mg_fail_memory(err);
  status = mg_motion_fit(&motion, job->in.dim, job->in.src.n, y, job->in.align, 0, err);
  for (size_t i = 0; i < job->in.src.n && status == MGNN_OK; i++) {
    memcpy(old, y + i * job->in.dim, job->in.dim * sizeof *old);
    mg_motion_apply(&motion, old, y + i * job->in.dim);
  }
  job->align_rms = motion.rms;
  mg_motion_free(&motion);
  mg_free(old);
  return status;
}

static mgnn_status
run_solver(mg_job *job, mg_run *run, int keep_frames, mgnn_error *err)
{
  struct sigaction ours = { .sa_handler = on_interrupt }, before;
  size_t dim_most = job->opt->dim_auto ? DIM_MOST : job->in.dim;
  mg_trajectory room = { 0 }, *way = keep_frames ? &room : NULL;
  mgnn_status status;

  job->paths = job->opt->pairs != NULL ? strcmp(job->opt->pairs, "paths") == 0
               : !job->in.lengths_given && !job->opt->dim_auto;
  run->last = mg_alloc(job->in.src.n * dim_most, sizeof *run->last);
  run->figures = mg_zalloc(1, sizeof *run->figures);
  if (run->last == NULL || run->figures == NULL)
    return mg_fail_memory(err);
  sigemptyset(&ours.sa_mask);
  sigaction(SIGINT, &ours, &before);
  status = job->opt->dim_auto ? search_dims(job, run, way, err)
                              : search_here(job, run->last, way, err);
  sigaction(SIGINT, &before, NULL);
  mg_phase_end(&job->phases, "search");
  if (status == MGNN_OK)
    status = mg_job_spread(job, run->last, err);
  if (status == MGNN_OK)
    status = align(job, run->last, err);
  if (status == MGNN_OK)
    status = mgnn_measure(job->in.problem, job->in.dim, run->last, NULL, 0, run->figures, err);
  if (status == MGNN_OK && keep_frames)
    status = mg_job_record(job, run, way, err);
  mg_trajectory_free(&room);
  mg_phase_end(&job->phases, "measure");
  return status;
}

mgnn_status
mg_job_move(mg_job *job, int keep_frames, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (!mg_job_in_layers(job))
    return run_solver(job, &job->run[0], keep_frames, err);
  for (size_t k = 0; k < job->runs && status == MGNN_OK; k++)
    status = run_layers(job, &job->run[k], keep_frames, err);
  return status;
}
