/* Access to the results of runs, for later stages. */
#include "run.h"
#include "base/mem.h"
#include "measure/measure.h"
#include "inspect/feasible.h"

#include <math.h>
#include <string.h>

void
mg_run_positions(const mg_results *runs, const mg_run *run, size_t frame,
                 int in_z, double *x)
{
  size_t size = runs->in->src.n * runs->dim;

  memcpy(x, run->frames != NULL && frame < run->frame_count
            ? run->frames + frame * size : run->last, size * sizeof *x);
  if (runs->in_layers != in_z)
    mg_graph_rescale(&runs->in->problem->graph, runs->dim, x, !in_z);
}

const mgnn_figures *
mg_run_figures(const mg_results *runs, const mg_run *run)
{
  return &run->figures[runs->layers];
}

int
mg_results_exceed(const mg_results *runs, double limit)
{
  for (size_t k = 0; k < runs->count && !isnan(limit); k++)
    if (!mg_lengths_met(&runs->in->problem->graph,
                        mg_run_figures(runs, &runs->run[k]), limit))
      return 1;
  return 0;
}

void
mg_results_cut(mg_results *runs, size_t count)
{
  while (runs->count > count) {
    mg_run *run = &runs->run[--runs->count];

    mg_free_all((void *)run->name, (void *)run->title, run->last, run->frames,
                run->frame, run->curve, run->figures);
    for (size_t f = 0; run->facts != NULL && f <= runs->layers; f++)
      mg_facts_free(&run->facts[f]);
    mg_free(run->facts);
  }
}

void
mg_results_free(mg_results *runs)
{
  mg_results_cut(runs, 0);
  mg_free_all(runs->run, runs->attention, runs->plan.before);
}
