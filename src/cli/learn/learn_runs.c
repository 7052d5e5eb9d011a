/* Runs every model on every data set with every seed, several at a time. */
#define _POSIX_C_SOURCE 200809L
#include "learn.h"
#include "base/random.h"
#include "base/threads.h"
#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int
watch(void *ctx, const mgnn_learn_progress *now)
{
  (void)ctx;
  (void)now;
  return mg_program_stopped();
}

/* Make a network and train it. */
static mgnn_status
net_train(const mg_learning *l, const mg_learn_case *c, const mg_settings *s,
          unsigned long seed, mg_net *net, mg_outcome *out, mgnn_error *err)
{
  const mg_batching how = { (size_t)l->run.batch, l->run.readout != NULL
                            && strcmp(l->run.readout, "mean") == 0,
                            mg_program_stopped };
  mg_learn_task task = c->set->task;
  unsigned char *part = NULL;
  mgnn_status status = MGNN_OK;

  if (mg_learn_of_graphs(c->set))
    return mg_train_graphs(&c->set->collection, c->model, s, &how, seed, out,
                           err);
  TRY(mg_allocated(part = mg_alloc(c->set->src.n, 1), err));
  TRY(mg_learn_part(l, c->set, seed, part, err));
  mg_net_init(net);
  c->model->build(net, &c->set->task.inputs, s);
  TRY(mg_net_finish(net, err));
  task.watch = watch;
  TRY(mg_train(net, &task, part, s, seed, out, err));
end:
  mg_free(part);
  return status;
}

/* Train a case with other settings; only the figures of the result are kept. */
static mgnn_status
train_once(const mg_learning *l, const mg_learn_case *c,
                    const mg_settings *s, unsigned long seed, mg_outcome *out,
                    mgnn_error *err)
{
  mg_net net = { 0 };
  mgnn_status status = net_train(l, c, s, seed, &net, out, err);

  mg_net_free(&net);
  return status;
}

/* Run a job.  *net, which must be zeroed, receives the network with its results. */
static mgnn_status
job_run(const mg_learning *l, mg_learn_job *job, mg_net *net, mgnn_error *err)
{
  const mg_learn_case *c = &l->cases[job->of];

  PASS(net_train(l, c, &c->s, job->seed, net, &job->out, err));
  if (!mg_learn_of_graphs(c->set))
    PASS(mg_metric_facts_find(net, &c->set->task, &job->facts, err));
  job->done = !job->out.stopped;
  return MGNN_OK;
}

/* The state of a job; 2: run to its end, 1: a signal ended it, 0: not begun. */
static int
progress_of(const mg_learn_job *job)
{
  return job->done ? 2 : job->out.epochs > 0;
}

/* Whether to write files from job a rather than b: prefer jobs not ended by a signal,
 * then the better validation, then the earlier job. */
static int
is_better(const mg_learning *l, size_t a, size_t b)
{
  double x = l->job[a].out.validation, y = l->job[b].out.validation;
  int more = progress_of(&l->job[a]) - progress_of(&l->job[b]);

  return more != 0 ? more > 0 : x > y || (x == y && a < b);
}

/* Keep the network of job k if it is the best so far. */
static void
best_keep(mg_learning *l, size_t k, mg_net *net)
{
  mg_net swap = l->best.net;

  if (!mg_learn_net_wanted(l)
      || (l->best.exists && !is_better(l, k, l->best.job)))
    return;
  l->best = (mg_learned){ 1, k, *net };
  *net = swap;
}

/* The progress of the runs. */
typedef struct {
  double begin;
  size_t done, todo;
  int shows;                   /* nonzero: show it, on a terminal */
} progress;

static void
progress_print(const mg_learning *l, progress *p, const mg_learn_job *job)
{
  const mg_learn_case *c = &l->cases[job->of];
  double left = (mg_clock() - p->begin) / (double)p->done
                * (double)(p->todo - p->done);

  if (l->call.quiet || !job->done)
    return;
  if (l->call.verbose)
    fprintf(stderr, mg_learn_of_graphs(c->set)
            ? "%s: %s, %s, seed %lu: error %.4f, of validation %.4f at epoch %ld "
              "of %ld, %.3g ms per epoch\n"
            : "%s: %s, %s, seed %lu: test %.2f %%, validation %.2f %% at epoch %ld "
              "of %ld, %.3g ms per epoch\n", l->call.program, c->set->name,
            c->model->name, job->seed, job->out.test, job->out.validation,
            job->out.epoch, job->out.epochs, 1e3 * job->out.seconds);
  if (p->shows)
    fprintf(stderr, "\r%s: %zu of %zu runs, about %.0f %s left   %s",
            l->call.program, p->done, p->todo, left > 90 ? left / 60 : left,
            left > 90 ? "minutes" : "seconds", p->done == p->todo ? "\n" : "");
}

static mgnn_status
jobs_list(mg_learning *l, mgnn_error *err)
{
  l->jobs = l->case_count * l->seeds;
  PASS(mg_allocated(l->job = mg_zalloc(l->jobs, sizeof *l->job), err));
  for (size_t k = 0; k < l->jobs; k++) {
    l->job[k].of = k / l->seeds;
    l->job[k].seed = l->seed[k % l->seeds];
  }
  return MGNN_OK;
}

/* Run all jobs.  The first failure ends the rest; finished jobs are in the journal. */
static mgnn_status
jobs_work(mg_learning *l, progress *p, mgnn_error *err)
{
  mgnn_status failed = MGNN_OK;

#pragma omp parallel for schedule(dynamic, 1) num_threads(mg_threads(0))
  for (size_t k = 0; k < l->jobs; k++) {
    mg_learn_job *job = &l->job[k];
    mgnn_error why = { MGNN_OK, "" };
    mgnn_status status, before;
    mg_net net = { 0 };

#pragma omp atomic read
    before = failed;
    /* The first job is always begun, so that there is something to write. */
    if (job->done || before != MGNN_OK || (k > 0 && mg_program_stopped()))
      continue;
    status = job_run(l, job, &net, &why);
#pragma omp critical(mg_learn_progress)
    {
      if (status == MGNN_OK && job->done && l->run.journal != NULL)
        status = mg_learn_journal_add(l, job, &why);
      if (status == MGNN_OK) {
        p->done += (size_t)job->done;
        progress_print(l, p, job);
        best_keep(l, k, &net);
      } else if (failed == MGNN_OK) {
#pragma omp atomic write
        failed = status;
        if (err != NULL)
          *err = why;
      }
    }
    mg_net_free(&net);
  }
  return failed;
}

static void
divergence_print(const mg_learning *l)
{
  for (size_t c = 0; c < l->case_count; c++) {
    const mg_learn_job *first = NULL;
    size_t count = 0;

    for (size_t k = 0; k < l->jobs; k++)
      if (l->job[k].of == c && l->job[k].out.diverged > 0) {
        first = first != NULL ? first : &l->job[k];
        count++;
      }
    if (count > 0 && !l->call.quiet)
      fprintf(stderr, "%s: %s, %s: the loss was no longer finite in %zu of %zu "
              "runs (seed %lu: epoch %ld); what was best before that counts; a "
              "smaller --lr, or --metric-bound 2, may help\n", l->call.program,
              l->cases[c].set->name, l->cases[c].model->name, count, l->seeds,
              first->seed, first->out.diverged);
  }
}

/* Find the best network.  If its run is from the journal, run it again to get it. */
static mgnn_status
best_find(mg_learning *l, mgnn_error *err)
{
  size_t best = 0;
  mg_net net = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t k = 1; k < l->jobs; k++)
    if (is_better(l, k, best))
      best = k;
  if (l->best.exists && l->best.job == best)
    return MGNN_OK;
  status = job_run(l, &l->job[best], &net, err);
  mg_net_free(&l->best.net);
  l->best = (mg_learned){ 1, best, net };
  return status;
}

mgnn_status
mg_learn_jobs_run(void *run, mgnn_error *err)
{
  mg_learning *l = run;
  progress p = { .begin = mg_clock(), .shows = isatty(2) };

  PASS(jobs_list(l, err));
  if (l->run.journal != NULL)
    PASS(mg_learn_journal_read(l, err));
  p.todo = l->jobs - l->resumed;
  if (l->resumed > 0 && !l->call.quiet)
    fprintf(stderr, "%s: %zu of %zu runs are in %s already\n", l->call.program,
            l->resumed, l->jobs, l->run.journal);
  PASS(jobs_work(l, &p, err));
  l->stopped = p.done < p.todo;
  if (l->stopped && !l->call.quiet)
    fprintf(stderr, "%s: interrupted: %zu of %zu runs came to their end; others count "
            "where a model has none\n", l->call.program, l->resumed + p.done, l->jobs);
  divergence_print(l);
  return mg_learn_net_wanted(l) ? best_find(l, err) : MGNN_OK;
}

/* ---- summaries ---- */

static void
facts_add(mg_metric_facts *sum, const mg_metric_facts *f, double by)
{
  sum->exists |= f->exists;
  sum->median += by * f->median;
  sum->low += by * f->low;
  sum->high += by * f->high;
  sum->zero_share += by * f->zero_share;
  sum->agreement += by * f->agreement;
  sum->auc += by * f->auc;
}

void
mg_learn_summarise(const mg_learning *l, size_t of, mg_learn_summary *out)
{
  double n = 0, square = 0;
  int most = 1;

  memset(out, 0, sizeof *out);
  for (size_t k = 0; k < l->jobs; k++)
    if (l->job[k].of == of && progress_of(&l->job[k]) >= most) {
      n = progress_of(&l->job[k]) > most ? 1 : n + 1;
      most = progress_of(&l->job[k]);
    }
  for (size_t k = 0; k < l->jobs; k++) {
    const mg_learn_job *job = &l->job[k];

    if (job->of != of || progress_of(job) != most)
      continue;
    out->mean += job->out.test / n;
    out->validation += job->out.validation / n;
    out->seconds += job->out.seconds / n;
    out->parameters = job->out.parameters;
    out->diverged += job->out.diverged > 0;
    facts_add(&out->facts, &job->facts, 1 / n);
  }
  for (size_t k = 0; k < l->jobs; k++)
    if (l->job[k].of == of && progress_of(&l->job[k]) == most)
      square += (l->job[k].out.test - out->mean)
                * (l->job[k].out.test - out->mean);
  out->sd = n > 1 ? sqrt(square / (n - 1)) : NAN;
  if (n == 0)
    out->mean = out->validation = out->seconds = NAN;
}

int
mg_learn_metric_alive(const mg_metric_facts *f)
{
  return f->exists && f->zero_share < 0.9 && f->agreement < 99.5;
}

/* ---- --tune: settings by successive halving, on validation alone ---- */

/* A trial: settings to test. */
typedef struct {
  size_t number;
  mg_settings s;
  double sum;                  /* of validation accuracies (or negative errors) */
  size_t splits;               /* number of splits it has run on */
} tuned;

/* Order by falling mean, then by number. */
static int
better_first(const void *x, const void *y)
{
  const tuned *a = x, *b = y;
  double u = a->sum / (double)a->splits, v = b->sum / (double)b->splits;

  return u != v ? (u < v) - (u > v)
                : (a->number > b->number) - (a->number < b->number);
}

/* Run a trial on further splits, until it has run on `upto`. */
static mgnn_status
trial_run(const mg_learning *l, const mg_learn_case *c, tuned *t, size_t upto,
          mgnn_error *err)
{
  for (; t->splits < upto && (t->splits == 0 || !mg_program_stopped()); t->splits++) {
    mg_outcome out;

    PASS(train_once(l, c, &t->s, l->seed[t->splits], &out, err));
    t->sum += mg_learn_of_graphs(c->set) ? -out.validation : out.validation;
  }
  return MGNN_OK;
}

/* Run one rung: all remaining trials, until each has run on `upto` splits. */
static mgnn_status
rung_run(const mg_learning *l, const mg_learn_case *c, tuned *t, size_t count,
         size_t upto, mgnn_error *err)
{
  mgnn_status failed = MGNN_OK;

#pragma omp parallel for schedule(dynamic, 1) num_threads(mg_threads(0))
  for (size_t k = 0; k < count; k++) {
    mgnn_error why = { MGNN_OK, "" };
    mgnn_status status = trial_run(l, c, &t[k], upto, &why);

#pragma omp critical(mg_learn_tune)
    if (status != MGNN_OK && failed == MGNN_OK) {
      failed = status;
      if (err != NULL)
        *err = why;
    }
  }
  return failed;
}

static void
chosen_print(const mg_learning *l, const mg_learn_case *c, const tuned *best)
{
  char text[MG_SETTING_TEXT];

  if (l->call.quiet)
    return;
  fprintf(stderr, "%s: %s, %s: best of %ld settings, validation %.4g on %zu "
          "split%s:", l->call.program, c->set->name, c->model->name,
          l->run.tune, fabs(best->sum) / (double)best->splits, best->splits,
          best->splits == 1 ? "" : "s");
  for (size_t k = 0; k < MG_SETTINGS; k++)
    if (mg_setting_used(c->model, &mg_setting_rows[k]))
      fprintf(stderr, " %s=%s", mg_setting_rows[k].name,
              mg_setting_text(&best->s, &mg_setting_rows[k], text));
  fputc('\n', stderr);
}

/* Find the best settings of a case; the first trial has the settings it has already. */
static mgnn_status
case_tune(const mg_learning *l, mg_learn_case *c, uint64_t seed, mgnn_error *err)
{
  size_t count = (size_t)l->run.tune;
  unsigned char fixed[MG_SETTINGS];
  tuned *t = mg_zalloc(count, sizeof *t);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(t, err));
  for (size_t k = 0; k < MG_SETTINGS; k++)
    fixed[k] = l->run.value[k] != NULL;
  for (size_t k = 0; k < count; k++) {
    uint64_t stream = mg_random_stream(seed, k);

    t[k].number = k;
    t[k].s = c->s;
    if (k > 0)
      mg_settings_draw(c->model, fixed, &stream, &t[k].s);
  }
  for (size_t splits = 1; count > 0;
       splits = 2 * splits < l->seeds ? 2 * splits : l->seeds) {
    TRY(rung_run(l, c, t, count, splits, err));
    qsort(t, count, sizeof *t, better_first);
    if (count == 1 || splits == l->seeds || mg_program_stopped())
      break;
    count = (count + 1) / 2;
  }
  c->s = t[0].s;
  chosen_print(l, c, &t[0]);
end:
  mg_free(t);
  return status;
}

mgnn_status
mg_learn_tune(void *run, mgnn_error *err)
{
  mg_learning *l = run;

  for (size_t k = 0; k < l->case_count && !mg_program_stopped(); k++)
    PASS(case_tune(l, &l->cases[k], mg_random_stream(0x7e57, k), err));
  return MGNN_OK;
}
