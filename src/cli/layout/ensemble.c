/* --ensemble: its options, and what is told of its drawings. */
#include "ensemble.h"
#include "io/write/json_items.h"
#include "cli/common/options.h"
#include "cli/common/put_json.h"
#include "cli/common/wording.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#define AT(member) offsetof(mg_ensemble_options, member)

#define AT(member) offsetof(mg_ensemble_options, member)

const mg_option mg_ensemble_rows[] = {
  { 0, "ensemble", "N", MG_COUNT | MG_OF_LAYOUT, AT(count), 2, 10000,
    "find N drawings that meet the lengths, write all, draw the best" },
  { 0, "cluster", "X", MG_REAL | MG_OF_LAYOUT, AT(cluster), 0, 1e100,
    "RMSD up to which drawings of an ensemble count as alike [default: a tenth of the radius]" },
  MG_OPTIONS_END
};

mgnn_status
mg_ensemble_input_check(const mg_ensemble_options *opt, const mg_results *runs,
                        mgnn_error *err)
{
  const mg_input *in = runs->in;

  if (opt->count == 0)
    return MGNN_OK;
  if (in->start_given)
    return mg_fail(err, MGNN_EINVAL, "--ensemble has starts of its own: leave --init "
                   "out");
  if (!in->lengths_given)
    return mg_fail(err, MGNN_EINVAL, "--ensemble needs lengths, and %.60s has none",
                   in->src.path);
  if (in->parts.count > 1 && in->pinned == 0)
    return mg_fail(err, MGNN_EINVAL, "--ensemble needs a connected graph, and this one "
                   "has %zu components: draw one with --component largest",
                   in->parts.count);
  return MGNN_OK;
}

/* ---- what is told ---- */

void
mg_ensemble_say(const mg_ensemble *e)
{
  double least = INFINITY, most = 0, worst = 0;

  if (e->count == 0)
    return;
  for (size_t k = 0; k < e->count; k++) {
    worst = fmax(worst, e->model[k].worst);
    if (k > 0) {
      least = fmin(least, e->model[k].rmsd);
      most = fmax(most, e->model[k].rmsd);
    }
  }
  fprintf(stderr, "mgnn-layout: ensemble: %zu model%s in %zu cluster%s (RMSD up to "
          "%.3g from the first of it)", e->count, mg_plural(e->count), e->clusters,
          mg_plural(e->clusters), e->threshold);
  if (e->count > 1)
    fprintf(stderr, "; %.3g to %.3g from the best", least, most);
  fprintf(stderr, "; lengths off by %.3g %% at worst in all\n", 100 * worst);
}

void
mg_ensemble_report(mg_json *j, const mg_ensemble *e)
{
  if (!put_key_if(j, "ensemble", e->count > 0))
    return;
  mg_json_open(j, '{');
  put_count(j, "clusters", e->clusters);
  put_number(j, "cluster_rmsd", e->threshold);
  put_open(j, "models", '[');
  for (size_t k = 0; k < e->count; k++) {
    const mg_ensemble_model *m = &e->model[k];

    mg_json_row(j, '{');
    put_count(j, "model", k + 1);
    put_count(j, "seed", m->seed);
    put_number(j, "energy", m->energy);
    put_number(j, "max_relative_error", m->worst);
    put_count(j, "cluster", m->cluster);
    put_number(j, "rmsd", m->rmsd);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_close(j);
}
