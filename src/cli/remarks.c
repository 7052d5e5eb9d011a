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
  for (size_t k = 0; k < job->src.notes.count; k++)
    fprintf(stderr, "%s: %s\n", job->program, job->src.notes.text[k]);
  if (job->loops > 0)
    fprintf(stderr, "%s: %s: %zu self-loop%s dropped\n", job->program,
            job->src.path, job->loops, job->loops == 1 ? "" : "s");
  if (job->merged > 0)
    fprintf(stderr, "%s: %s: %zu parallel edge%s merged\n", job->program,
            job->src.path, job->merged, job->merged == 1 ? "" : "s");
}

/* -v: how the input was understood. */
void
mg_report_verbose(const mg_job *job)
{
  const mg_graph *g = &job->problem->graph;
  double low = INFINITY, high = 0, sum = 0;

  if (!job->opt->verbose || job->opt->quiet)
    return;
  for (size_t e = 0; e < g->m; e++) {
    low = fmin(low, g->target[e]);
    high = fmax(high, g->target[e]);
    sum += g->target[e];
  }
  fprintf(stderr, "%s: nodes are named by their %s; dimension %zu, "
          "seed %ld, %d thread%s\n", job->program, job->src.named_by,
          job->dim, job->opt->seed, mg_threads(0), mg_threads(0) == 1 ? "" : "s");
  if (g->m > 0)
    fprintf(stderr, "%s: %s from %.4g to %.4g, %.4g on average%s\n", job->program,
            g->target_upper != NULL ? "lower bounds" : job->lengths_given ? "lengths"
            : "no lengths are given: all", low, high, sum / (double)g->m,
            g->stiffness != NULL ? ", with stiffness" : "");
  if (job->groups.count > 0)
    fprintf(stderr, "%s: %zu labels\n", job->program, job->groups.count);
  if (job->pinned > 0)
    fprintf(stderr, "%s: %zu nodes are pinned\n", job->program, job->pinned);
}
