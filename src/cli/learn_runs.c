/* The runs: every model on every data set with every seed, several at a time. */
#define _POSIX_C_SOURCE 200809L
#include "learn.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/threads.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Make a network and train it. */
static mgnn_status
net_train(const mg_learning *l, const mg_learn_case *c, const mg_settings *s,
          unsigned long seed, mg_net *net, mg_outcome *out, mgnn_error *err)
{
  const mg_batching how = { (size_t)l->run.batch, l->run.readout != NULL
                            && strcmp(l->run.readout, "mean") == 0 };
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
  TRY(mg_train(net, &c->set->task, part, s, seed, out, err));
end:
  mg_free(part);
  return status;
}

mgnn_status
mg_learn_train_once(const mg_learning *l, const mg_learn_case *c,
                    const mg_settings *s, unsigned long seed, mg_outcome *out,
                    mgnn_error *err)
{
  mg_net net = { 0 };
  mgnn_status status = net_train(l, c, s, seed, &net, out, err);

  mg_net_free(&net);
  return status;
}

mgnn_status
mg_learn_job_run(const mg_learning *l, mg_learn_job *job, mg_net *net,
                 mgnn_error *err)
{
  const mg_learn_case *c = &l->cases[job->of];
  mgnn_status status = MGNN_OK;

  TRY(net_train(l, c, &c->s, job->seed, net, &job->out, err));
  if (!mg_learn_of_graphs(c->set))
    TRY(mg_metric_facts_find(net, &c->set->task, &job->facts, err));
  job->done = 1;
end:
  return status;
}

/* Whether job a is the one to write files of: the better validation, then the
 * earlier one. */
static int
is_better(const mg_learning *l, size_t a, size_t b)
{
  double x = l->job[a].out.validation, y = l->job[b].out.validation;

  return x > y || (x == y && a < b);
}

/* Keep the best network of those that have run so far. */
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

/* How far the runs are. */
typedef struct {
  double begin;
  size_t done, todo;
  int shows;                   /* the line that is written over */
} progress;

static void
progress_print(const mg_learning *l, progress *p, const mg_learn_job *job)
{
  const mg_learn_case *c = &l->cases[job->of];
  double left = (mg_clock() - p->begin) / (double)p->done
                * (double)(p->todo - p->done);

  if (l->call.quiet)
    return;
  if (l->call.verbose && mg_learn_of_graphs(c->set))
    fprintf(stderr, "%s: %s, %s, seed %lu: error %.4f, of validation %.4f at "
            "epoch %ld of %ld, %.3g s per epoch\n", l->call.program,
            c->set->name, c->model->name, job->seed, job->out.test,
            job->out.validation, job->out.epoch, job->out.epochs,
            job->out.seconds);
  else if (l->call.verbose)
    fprintf(stderr, "%s: %s, %s, seed %lu: test %.2f %%, validation %.2f %% at "
            "epoch %ld of %ld, %.3g ms per epoch\n", l->call.program,
            c->set->name, c->model->name, job->seed, job->out.test,
            job->out.validation, job->out.epoch, job->out.epochs,
            1e3 * job->out.seconds);
  if (p->shows)
    fprintf(stderr, "\r%s: %zu of %zu runs, about %.0f %s left   %s",
            l->call.program, p->done, p->todo, left > 90 ? left / 60 : left,
            left > 90 ? "minutes" : "seconds", p->done == p->todo ? "\n" : "");
}

static mgnn_status
jobs_list(mg_learning *l, mgnn_error *err)
{
  l->jobs = l->case_count * l->seeds;
  l->job = mg_zalloc(l->jobs, sizeof *l->job);
  if (l->job == NULL)
    return mg_fail_memory(err);
  for (size_t k = 0; k < l->jobs; k++) {
    l->job[k].of = k / l->seeds;
    l->job[k].seed = l->seed[k % l->seeds];
  }
  return MGNN_OK;
}

/* The first failure ends the rest; what was done is in the journal. */
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
    if (job->done || before != MGNN_OK)
      continue;
    status = mg_learn_job_run(l, job, &net, &why);
#pragma omp critical(mg_learn_progress)
    {
      if (status == MGNN_OK && l->run.journal != NULL)
        status = mg_learn_journal_add(l, job, &why);
      if (status == MGNN_OK) {
        p->done++;
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

/* The best run may be one of the journal, without its network: run it again. */
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
  status = mg_learn_job_run(l, &l->job[best], &net, err);
  mg_net_free(&l->best.net);
  l->best = (mg_learned){ 1, best, net };
  return status;
}

mgnn_status
mg_learn_jobs_run(mg_learning *l, mgnn_error *err)
{
  progress p = { .begin = mg_clock(), .shows = isatty(2) };
  mgnn_status status = MGNN_OK;

  TRY(jobs_list(l, err));
  if (l->run.journal != NULL)
    TRY(mg_learn_journal_read(l, err));
  p.todo = l->jobs - l->resumed;
  if (l->resumed > 0 && !l->call.quiet)
    fprintf(stderr, "%s: %zu of %zu runs are in %s already\n", l->call.program,
            l->resumed, l->jobs, l->run.journal);
  TRY(jobs_work(l, &p, err));
  divergence_print(l);
  if (mg_learn_net_wanted(l))
    TRY(best_find(l, err));
end:
  return status;
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
  double n = (double)l->seeds, square = 0;

  memset(out, 0, sizeof *out);
  out->splits = l->seeds;
  for (size_t k = 0; k < l->jobs; k++) {
    const mg_learn_job *job = &l->job[k];

    if (job->of != of)
      continue;
    out->mean += job->out.test / n;
    out->validation += job->out.validation / n;
    out->seconds += job->out.seconds / n;
    out->parameters = job->out.parameters;
    out->diverged += job->out.diverged > 0;
    facts_add(&out->facts, &job->facts, 1 / n);
  }
  for (size_t k = 0; k < l->jobs; k++)
    if (l->job[k].of == of)
      square += (l->job[k].out.test - out->mean)
                * (l->job[k].out.test - out->mean);
  out->sd = l->seeds > 1 ? sqrt(square / (n - 1)) : NAN;
}

int
mg_learn_metric_alive(const mg_metric_facts *f)
{
  return f->exists && f->zero_share < 0.9 && f->agreement < 99.5;
}
