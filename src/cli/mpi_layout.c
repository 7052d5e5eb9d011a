/* Layout mode of mgnn-layout-mpi. */
#include "mpi_stages.h"
#include "base/mem.h"
#include "distributed/shard_picture.h"
#include "distributed/write_text.h"
#include "fit_words.h"
#include "io/write/output.h"
#include "put_json.h"
#include "wording.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* The first Ctrl-C that reaches rank 0: the current iteration is the last. */
static volatile sig_atomic_t interrupted;

static void
on_interrupt(int number)
{
  (void)number;
  interrupted = 1;
}

static int
is_interrupted(void *ctx)
{
  (void)ctx;
  return interrupted;
}

mgnn_status
mg_mpi_layout_check(const mg_mpi *m, mgnn_error *err)
{
  const mg_mpi_options *opt = &m->opt;

  if (m->runs.in_layers && (opt->checkpoint != NULL || opt->resume))
    return mg_fail(err, MGNN_EINVAL, "--checkpoint and --resume belong to layout mode: "
                   "leave them out, or --layers");
  if (opt->checkpoint == NULL && (opt->resume || opt->every > 0))
    return mg_fail(err, MGNN_EINVAL, "--%s needs --checkpoint FILE",
                   opt->resume ? "resume" : "every");
  if (m->runs.in_layers)
    return MGNN_OK;
  if (opt->layout.input.features != NULL)
    return mg_fail(err, MGNN_EINVAL, "--features belongs to layers in mgnn-layout-mpi: "
                   "give --layers, or use mgnn-layout");
  if (opt->layout.search.dim_auto)
    return mg_fail(err, MGNN_EINVAL, "--dim auto: mgnn-layout-mpi wants a number; use "
                   "mgnn-layout");
  if (opt->layout.input.dim > MG_SHARD_DIM_MOST)
    return mg_fail(err, MGNN_EINVAL, "--dim is %ld, must be at most %d in layout mode "
                   "of mgnn-layout-mpi", opt->layout.input.dim, MG_SHARD_DIM_MOST);
  return MGNN_OK;
}

mgnn_status
mg_mpi_layout(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  const mg_mpi_options *opt = &m->opt;
  const char *pairs = opt->layout.search.pairs;
  mg_shard_layout_options *how = &m->layout;
  mgnn_status status = MGNN_OK;

  mg_shard_layout_options_init(how);
  how->dim = m->dim;
  how->seed = m->runs.seed;
  how->paths = m->runs.paths = pairs != NULL ? strcmp(pairs, "paths") == 0
                                             : !m->lengths_given;
  how->tolerance = opt->layout.search.tolerance;
  how->gather = (uint64_t)opt->gather;
  how->limits.seconds = opt->layout.search.limits.seconds;
  how->limits.iterations = (size_t)opt->layout.search.limits.iterations;
  how->limits.stop = is_interrupted;
  how->checkpoint = opt->checkpoint;
  how->every = opt->every > 0 ? 60 * opt->every : 600;
  how->resume = opt->resume;
  for (size_t k = 0; k < opt->layout.output.files.count && m->dim != 2; k++)
    if (mg_mpi_is_png(m, opt->layout.output.files.word[k]))
      TRY(mg_fail(err, MGNN_EINVAL, "--output %s: mgnn-layout-mpi draws in the plane, and "
                  "positions have %zu numbers", opt->layout.output.files.word[k],
                  m->dim));
  TRY(mg_mpi_gathered_size(m, err));
  how->given = m->tables.start.x != NULL;
  if (m->dim > MG_SHARD_DIM_MOST)
    TRY(mg_fail(err, MGNN_EINVAL, "--init: %zu dimensions are more than the %d of layout "
                "mode of mgnn-layout-mpi", m->dim, MG_SHARD_DIM_MOST));
  TRY(mg_mpi_start_fetch(m, err));
  TRY(mg_mpi_pins_fetch(m, err));
  signal(SIGINT, on_interrupt);
  status = mg_shard_layout(&m->shard, &m->graph.homes, how, m->tables.pin, m->start,
                           &m->outcome, err);
  m->partition.components = m->outcome.components;
  signal(SIGINT, SIG_DFL);
  if (status == MGNN_ENOCONV)            /* an answer, which is written */
    status = MGNN_OK;
end:
  return status;
}

mgnn_status
mg_mpi_layout_write(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  const mg_list *files = &m->opt.layout.output.files;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < files->count; k++)
    if (mg_mpi_is_png(m, files->word[k]))
      TRY(mg_shard_picture(&m->shard, m->start, files->word[k], err));
    else if (mg_mpi_is_gathered(m, files->word[k]))
      TRY(mg_mpi_gathered_write(m, files->word[k], err));
    else
      TRY(mg_write_positions_csv(&m->shard, &m->graph.homes, &m->graph.names, m->dim,
                                 m->start, files->word[k], err));
end:
  return status;
}

static void
put_layout(mg_json *j, const mg_mpi *m)
{
  const mg_shard_outcome *o = &m->outcome;
  const char *reached = m->layout.limits.reached;
  /* verdicts that mgnn-layout gives and this program does not look for */
  static const char *const unknown[] = {
    "rigid", "globally_rigid", "degrees_of_freedom", "solution", "feasible", "violations",
    "determined_nodes", "determined_up_to", "anchors", "determined_error", "determined",
    "determined_by", "verified_nodes", "verified"
  };

  put_text(j, "pairs", m->layout.paths ? "paths" : "edges");
  put_count(j, "pinned_nodes", (size_t)m->tables.pins.common);
  put_count(j, "divided_components", (size_t)o->divided);
  put_count(j, "iterations", o->iterations);
  put_flag(j, "converged", reached == NULL);
  put_text(j, "stop_reason", reached != NULL ? reached : "converged");
  put_number(j, "pair_stress", o->stress);
  for (size_t k = 0; k < sizeof unknown / sizeof *unknown; k++)
    put_number(j, unknown[k], NAN);
}

/* By rank 0 alone: nothing here is collective. */
mgnn_status
mg_mpi_layout_report(void *run, mgnn_error *err)
{
  const mg_mpi *m = run;
  const char *path = m->opt.layout.output.report;
  mg_output out = { 0 };
  mg_json j;
  mgnn_status status = MGNN_OK;

  if (path == NULL || m->ranks->rank != 0)
    return MGNN_OK;
  TRY(mg_output_open(&out, path, err));
  mg_json_begin(&j, out.file);
  mg_json_open(&j, '{');
  TRY(mg_mpi_put_graph(&j, m, "layout", err));
  put_layout(&j, m);
  mg_mpi_put_final(&j, m);
  mg_mpi_put_seconds(&j, m);
  mg_json_close(&j);
  mg_json_end(&j);
  TRY(mg_output_commit(&out, err));
end:
  mg_output_discard(&out);
  return status;
}

mgnn_status
mg_mpi_layout_summary(void *run, mgnn_error *err)
{
  const mg_mpi *m = run;
  const mg_shard_outcome *o = &m->outcome;
  const mg_mpi_final *f = &m->final;

  (void)err;
  if (m->opt.layout.call.quiet)
    return MGNN_OK;
  mg_mpi_say_graph(m);
  fputs("mgnn-layout-mpi:", stderr);
  if (m->layout.paths && !isnan(o->stress))
    fprintf(stderr, " stress of all pairs %s%.6g, %.3g per pair%s",
            o->divided > 0 ? "about " : "", o->stress,
            o->pairs > 0 ? o->stress / o->pairs : 0, m->lengths_given ? ";" : "");
  if (!m->layout.paths || m->lengths_given || isnan(o->stress)) {
    fprintf(stderr, " energy %.4g", f->figures.figures.energy);
    mg_say_lengths(&f->figures.figures, f->mean);
    for (size_t k = 0; k < f->count && k < MG_WORST_SHOWN
                       && mg_fit_shows(&f->figures.figures); k++)
      mg_say_fit("mgnn-layout-mpi", k, f->name[2 * k], f->name[2 * k + 1],
                 &f->worst[k].fit);
  }
  fprintf(stderr, "\nmgnn-layout-mpi: %llu of %llu component%s by all ranks; %s after "
          "%zu iteration%s\n", (unsigned long long)o->divided,
          (unsigned long long)o->components, mg_plural((size_t)o->components),
          m->layout.limits.reached != NULL ? "ended" : "converged", o->iterations,
          mg_plural(o->iterations));
  mg_mpi_say_took(m);
  if (m->layout.limits.reached != NULL)
    fprintf(stderr, "mgnn-layout-mpi: ended by its limit (%s): not converged%s\n",
            m->layout.limits.reached,
            o->kept ? "; --resume goes on from the checkpoint" : "");
  return MGNN_OK;
}

int
mg_mpi_exit(void *run)
{
  const mg_mpi *m = run;

  return m->layout.limits.reached != NULL ? MG_EXIT_STOPPED : MG_EXIT_DONE;
}
