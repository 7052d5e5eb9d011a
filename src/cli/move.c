/* Run the models or the solver, and measure each layer. */
#include "base/mem.h"
#include "base/number.h"
#include "job.h"

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

void
mg_job_positions(const mg_job *job, const mg_run *run, size_t layer, int in_z,
                 double *x)
{
  size_t size = job->src.n * job->dim;
  const double *from = run->last;
  int is_z = mg_job_in_layers(job);

  if (run->frames != NULL && layer < job->layers)
    from = run->frames + layer * size;
  memcpy(x, from, size * sizeof *x);
  if (is_z && !in_z)
    mgnn_rescale(job->problem, x, 1);
  else if (!is_z && in_z)
    mgnn_rescale(job->problem, x, 0);
}

/* What the watcher of a run needs. */
typedef struct {
  mg_job *job;
  mg_run *run;
  double *y;                   /* scratch */
  mgnn_error *err;
  mgnn_status status;          /* a failure inside the watcher */
} witness;

static int
watch_layer(void *ctx, size_t layer, const double *z)
{
  witness *w = ctx;
  size_t size = w->job->src.n * w->job->dim;

  if (w->run->frames != NULL)
    memcpy(w->run->frames + layer * size, z, size * sizeof *z);
  memcpy(w->y, z, size * sizeof *z);
  mgnn_rescale(w->job->problem, w->y, 1);
  w->status = mgnn_measure(w->job->problem, w->y, w->job->origin, w->run->alpha,
                           &w->run->figures[layer], w->err);
  return w->status != MGNN_OK;
}

static mgnn_status
run_layers(mg_job *job, mg_run *run, int keep_frames, mgnn_error *err)
{
  size_t size = job->src.n * job->dim;
  witness w = { job, run, mg_alloc(size, sizeof *w.y), err, MGNN_OK };
  mgnn_params par;
  mgnn_status status;

  run->last = mg_alloc(size, sizeof *run->last);
  run->figures = mg_zalloc(job->layers + 1, sizeof *run->figures);
  if (keep_frames)
    run->frames = mg_alloc(job->layers + 1, size * sizeof *run->frames);
  if (w.y == NULL || run->last == NULL || run->figures == NULL
      || (keep_frames && run->frames == NULL)) {
    mg_free(w.y);
    return mg_fail_memory(err);
  }
  memcpy(run->last, job->start, size * sizeof *run->last);
  mgnn_params_init(&par);
  par.rule = run->rule->name;
  par.steps = job->layers;
  par.alpha = run->alpha;
  par.beta = run->beta;
  par.eps = job->opt->eps;
  par.seed = (unsigned long)job->opt->seed;
  par.origin = job->origin;
  par.watch = watch_layer;
  par.watch_ctx = &w;
  status = mgnn_propagate(job->problem, &par, run->last, err);
  mg_free(w.y);
  return w.status != MGNN_OK ? w.status : status;
}

/* Ctrl-C: the iteration under way is the last. */
static volatile sig_atomic_t interrupted;

static void
on_interrupt(int number)
{
  (void)number;
  interrupted = 1;
}

static int
watch_solve(void *ctx, size_t iteration, const double *y)
{
  const int *show = ctx;

  (void)y;
  if (*show && iteration % 100 == 0 && iteration > 0)
    fprintf(stderr, "\rmgnn-layout: %zu iterations", iteration);
  return interrupted;
}

static mgnn_status
run_solver(mg_job *job, mg_run *run, mgnn_error *err)
{
  size_t size = job->src.n * job->dim;
  struct sigaction ours = { .sa_handler = on_interrupt }, before;
  int show = isatty(STDERR_FILENO) && !job->opt->quiet;
  mgnn_params par;
  mgnn_status status;

  run->last = mg_alloc(size, sizeof *run->last);
  run->figures = mg_zalloc(1, sizeof *run->figures);
  if (run->last == NULL || run->figures == NULL)
    return mg_fail_memory(err);
  memcpy(run->last, job->start, size * sizeof *run->last);
  mgnn_params_init(&par);
  par.seed = (unsigned long)job->opt->seed;
  par.tolerance = job->opt->tolerance;
  par.max_iterations = (size_t)job->opt->max_iterations;
  par.time_limit = job->opt->time_limit;
  par.watch = watch_solve;
  par.watch_ctx = &show;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGINT, &ours, &before);
  status = mgnn_solve(job->problem, &par, run->last, &job->outcome, err);
  sigaction(SIGINT, &before, NULL);
  if (show)
    fputs("\r\033[K", stderr);
  job->stopped = status == MGNN_ENOCONV;
  if (status != MGNN_OK && status != MGNN_ENOCONV)
    return status;
  return mgnn_measure(job->problem, run->last, NULL, 0, run->figures, err);
}

mgnn_status
mg_job_move(mg_job *job, int keep_frames, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (!mg_job_in_layers(job))
    return run_solver(job, &job->run[0], err);
  for (size_t k = 0; k < job->runs && status == MGNN_OK; k++)
    status = run_layers(job, &job->run[k], keep_frames, err);
  return status;
}
