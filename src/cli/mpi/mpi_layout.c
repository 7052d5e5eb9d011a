/* Layout mode of mgnn-layout-mpi: options, search, summary and exit status. */
#include "mpi_stages.h"
#include "cli/common/fit_words.h"
#include "io/text/message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Called on rank 0: nonzero makes the current iteration the last. */
static int
is_interrupted(void *ctx)
{
  (void)ctx;
  return mg_program_stopped();
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
  PASS(mg_mpi_outputs_fit(m, err));
  how->given = m->tables.start.x != NULL;
  if (m->dim > MG_SHARD_DIM_MOST)
    return mg_fail(err, MGNN_EINVAL, "--init: %zu dimensions are more than the %d of "
                   "layout mode of mgnn-layout-mpi", m->dim, MG_SHARD_DIM_MOST);
  PASS(mg_mpi_start_fetch(m, err));
  PASS(mg_mpi_pins_fetch(m, err));
  mg_program_can_stop();
  status = mg_shard_layout(&m->shard, &m->graph.homes, how, m->tables.pin, m->start,
                           &m->outcome, err);
  m->partition.components = m->outcome.components;
  if (status == MGNN_ENOCONV)            /* the result is still written */
    status = MGNN_OK;
  PASS(status);
  mg_mpi_account(m, MG_LAYOUT);
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
                 &f->worst[k], "");
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
