/* How the input was understood, for a person: remarks, and more with -v. */
#include "job.h"
#include "problem/energy.h"

#include <math.h>
#include <stdio.h>

void
mg_report_notes(const mg_job *job)
{
  if (job->opt->quiet)
    return;
  for (size_t k = 0; k < job->in.src.notes.count; k++)
    fprintf(stderr, "%s: %s\n", job->program, job->in.src.notes.text[k]);
  if (job->in.simple.loops > 0)
    fprintf(stderr, "%s: %s: %zu self-loop%s dropped\n", job->program,
            job->in.src.path, job->in.simple.loops, job->in.simple.loops == 1 ? "" : "s");
  if (job->in.simple.merged > 0)
    fprintf(stderr, "%s: %s: %zu parallel edge%s merged\n", job->program,
            job->in.src.path, job->in.simple.merged, job->in.simple.merged == 1 ? "" : "s");
}

/* -v: how the input was understood. */
void
mg_report_verbose(const mg_job *job)
{
  const mg_graph *g = &job->in.problem->graph;
  double low = INFINITY, high = 0, sum = 0;

  if (!job->opt->verbose || job->opt->quiet)
    return;
  for (size_t e = 0; e < g->m; e++) {
    low = fmin(low, g->target[e]);
    high = fmax(high, g->target[e]);
    sum += g->target[e];
  }
  fprintf(stderr, "%s: nodes are named by their %s; dimension %zu, "
          "seed %ld, %d thread%s\n", job->program, job->in.src.named_by,
          job->in.dim, job->opt->seed, mg_threads(0), mg_threads(0) == 1 ? "" : "s");
  if (g->m > 0)
    fprintf(stderr, "%s: %s from %.4g to %.4g, %.4g on average%s\n", job->program,
            g->target_upper != NULL ? "lower bounds" : job->in.lengths_given ? "lengths"
            : "no lengths are given: all", low, high, sum / (double)g->m,
            g->stiffness != NULL ? ", with stiffness" : "");
  if (job->in.groups.count > 0)
    fprintf(stderr, "%s: %zu labels\n", job->program, job->in.groups.count);
  if (job->in.pinned > 0)
    fprintf(stderr, "%s: %zu nodes are pinned\n", job->program, job->in.pinned);
}

mgnn_status
mg_job_input(mg_job *job, const char *positions, mgnn_error *err)
{
  static const struct {
    const char *phase;
    mgnn_status (*run)(mg_input *in, mgnn_error *err);
  } step[] = {
    { "tables", mg_input_tables }, { "build", mg_input_build },
    { "start", mg_input_start }
  };
  const mg_layout_options *opt = job->opt;
  const mg_input_use use = {
    .path = job->path, .positions = positions, .align = opt->align,
    .seed = (unsigned long)opt->seed, .layers = mg_job_in_layers(job),
    .self_loops = opt->self_loops, .eps = opt->eps,
    .aspect = mg_style_width(&opt->style) / mg_style_height(&opt->style),
    .edge_column = opt->edge_color
  };
  mgnn_status status = mg_input_read(&job->in, &opt->input, &use, err);

  mg_phase_end(&job->phases, "read");
  for (size_t k = 0; k < sizeof step / sizeof *step && status == MGNN_OK; k++) {
    status = step[k].run(&job->in, err);
    mg_phase_end(&job->phases, step[k].phase);
  }
  return status;
}
