/* Writes the answers of mgnn-inspect as JSON. */
#include "inspect.h"
#include "inspect/rigidity.h"
#include "measure/measure.h"
#include "cli/common/put_json.h"

#include <math.h>
#include <stdio.h>

enum { FARTHEST = 10 };

static const char *
name(const mg_inspection *in, size_t i)
{
  return in->input.src.names.text[i];
}

static void
put_nearest(mg_json *j, const mg_inspection *in)
{
  const mgnn_feasibility *f = &in->feasible;

  if (!put_key_if(j, "nearest", f->nearest != NULL))
    return;
  mg_json_open(j, '{');
  put_count(j, "dimension", f->nearest_dim);
  put_number(j, "change", f->nearest_change);
  put_open(j, "lengths", '[');
  for (size_t e = 0; e < in->input.problem->graph.m; e++) {
    mg_json_row(j, '{');
    mg_json_edge(j, &in->input, e);
    put_number(j, "length", f->nearest[e]);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_close(j);
}

static void
put_feasible(mg_json *j, const mg_inspection *in)
{
  const mgnn_feasibility *f = &in->feasible;
  const mgnn_violations *v = &f->violations;

  put_flag(j, "feasible", f->feasible);
  mg_json_violations(j, &in->input, v);
  put_count(j, "violations_checked", v->checked);
  put_number(j, "uniform_change", v->uniform_change);
  put_number(j, "shortening", v->shortening);
  if (f->group_size > 0)
    mg_json_nodes(j, &in->input, "misfit", f->group, f->group_size);
  if (f->edm >= 0) {
    put_open(j, "edm", '{');
    put_flag(j, "euclidean", f->edm);
    put_count(j, "dimension", f->edm_dim);
    put_number(j, "least_eigenvalue", f->edm_least);
    put_number(j, "largest_eigenvalue", f->edm_most);
    put_number(j, "eigenvalue_tolerance", f->edm_slack);
    put_nearest(j, in);
    mg_json_close(j);
  }
}

static void
put_rigid(mg_json *j, const mg_inspection *in)
{
  const mgnn_rigidity *r = &in->rigidity;
  const mg_edge_kinds kinds = in->kinds;
  int known = in->undetermined == NULL;

  put_count(j, "bars", kinds.bars);
  put_count(j, "intervals", kinds.intervals);
  put_count(j, "loose_edges", kinds.loose);
  put_flag(j, "rigid", known ? r->rigid : -1);
  put_flag(j, "globally_rigid", known ? r->globally_rigid : -1);
  put_flag(j, "redundantly_rigid", known ? r->redundantly_rigid : -1);
  put_number(j, "degrees_of_freedom", known ? (double)r->degrees_of_freedom
                                            : NAN);
  put_number(j, "rank", known ? (double)r->rank : NAN);
  put_number(j, "stresses", known ? (double)r->stresses : NAN);
  put_number(j, "redundant_edges", known ? (double)r->redundant : NAN);
  mg_json_key(j, "parts");
  if (!known) {
    mg_json_null(j);
    mg_json_determined(j, &in->input, NULL);
    return;
  }
  mg_json_open(j, '[');
  for (size_t k = 0; k < r->parts; k++) {
    mg_json_row(j, '[');
    for (size_t a = r->part_first[k]; a < r->part_first[k + 1]; a++)
      mg_json_text(j, name(in, r->part_node[a]));
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_determined(j, &in->input, in->determined);
}

static void
put_dims(mg_json *j, const mg_inspection *in)
{
  size_t enough = mg_inspection_dim_enough(in);

  if (in->dims == NULL)
    return;
  put_open(j, "dims", '[');
  for (size_t k = 0; k <= in->opt.dim_last - in->opt.dim_first; k++) {
    const mg_dim_answer *a = &in->dims[k];

    mg_json_row(j, '{');
    put_count(j, "dim", a->dim);
    put_number(j, "energy", a->energy);
    put_number(j, "max_relative_error", a->max_relative_error);
    put_flag(j, "met", a->met);
    mg_json_close(j);
  }
  mg_json_close(j);
  put_number(j, "smallest_dim", enough > 0 ? (double)enough : NAN);
}

static void
put_distribution(mg_json *j, const mgnn_distribution *d)
{
  static const char *const quantile[MGNN_QUANTILES] = { "25", "50", "75", "90",
                                                        "99" };

  put_number(j, "scale", d->scale);
  put_number(j, "scaled_stress", d->scaled_stress);
  put_count(j, "met", d->met);
  put_count(j, "too_short", d->too_short);
  put_count(j, "too_long", d->too_long);
  put_row(j, "percentiles", '{');
  for (size_t k = 0; k < MGNN_QUANTILES; k++)
    put_number(j, quantile[k], d->quantile[k]);
  mg_json_close(j);
  put_row(j, "histogram", '[');
  for (size_t k = 0; k < MGNN_ERROR_BINS; k++) {
    mg_json_row(j, '{');
    put_number(j, "up_to", k + 1 < MGNN_ERROR_BINS ? mg_error_bins[k]
                                                      : NAN);
    put_count(j, "edges", d->bin[k]);
    mg_json_close(j);
  }
  mg_json_close(j);
}

static void
put_lengths(mg_json *j, const mg_inspection *in, size_t k)
{
  const mgnn_infinitesimal *l = &in->local[k];
  int clear = l->rigid >= 0 && in->flexes[k] != NULL;

  if (in->undetermined == NULL && l->tolerance > 0) {
    put_row(j, "infinitesimal", '{');
    put_flag(j, "rigid", l->rigid);
    put_count(j, "degrees_of_freedom", l->degrees_of_freedom);
    put_count(j, "rank", l->rank);
    put_count(j, "stresses", l->stresses);
    put_number(j, "tolerance", l->tolerance);
    put_number(j, "gap_low", l->gap_low);
    put_number(j, "gap_high", l->gap_high);
    put_flag(j, "prestress_stable", !clear ? -1
             : mgnn_flexes_prestress_stable(in->flexes[k]));
    put_flag(j, "second_order_rigid", !clear ? -1
             : mg_flexes_second_order(in->flexes[k]));
    mg_json_close(j);
  }
  mg_json_verified(j, &in->input, &in->verified[k]);
  mg_json_figures(j, &in->met[k].figures);
  put_distribution(j, &in->met[k].errors);
  mg_json_worst(j, &in->input, in->met[k].worst, in->met[k].worst_count);
}

static void
put_same(mg_json *j, const mg_inspection *in)
{
  const mgnn_comparison *c = &in->same;
  mg_node_rest far[FARTHEST];
  size_t count = mg_inspection_farthest(in, FARTHEST, far);

  put_flag(j, "equivalent", c->equivalent);
  put_flag(j, "congruent", c->congruent);
  put_flag(j, "mirrored", c->mirrored);
  put_flag(j, "similar", c->similar);
  put_number(j, "rmsd", c->rmsd);
  put_number(j, "rmsd_unmirrored", c->rmsd_unmirrored);
  put_number(j, "rmsd_scaled", c->rmsd_scaled);
  put_number(j, "similarity_scale", c->scale);
  put_number(j, "max_edge_difference", c->max_edge_difference);
  put_number(j, "max_deviation", c->max_deviation);
  put_number(j, "radius", c->size);
  put_open(j, "farthest", '[');
  for (size_t k = 0; k < count; k++) {
    mg_json_row(j, '{');
    put_text(j, "node", name(in, far[k].node));
    put_number(j, "distance", far[k].distance);
    mg_json_close(j);
  }
  mg_json_close(j);
}

static void
put_others(mg_json *j, const mg_inspection *in)
{
  const mgnn_realizations *r = &in->others;

  if (in->opt.realizations == 0)
    return;
  put_open(j, "realizations", '[');
  for (size_t k = 0; k < r->count; k++) {
    mg_json_row(j, '{');
    put_text(j, "how", r->how[k]);
    put_number(j, "energy", in->other_figures[k].energy);
    put_number(j, "max_relative_error", in->other_figures[k].max_relative_error);
    mg_json_close(j);
  }
  mg_json_close(j);
  put_count(j, "separators", r->separators);
  put_count(j, "restarts", r->restarts);
  put_number(j, "realization_count", r->total);
  put_flag(j, "realization_count_exact", r->complete);
}

static void
put_method(mg_json *j, const mg_inspection *in)
{
  char text[300];

  put_open(j, "method", '{');
  mg_inspection_why(in, text, sizeof text);
  put_text(j, "feasible", text);
  snprintf(text, sizeof text, "exact: shortest paths, beyond the tolerance %g",
           in->opt.tolerance);
  put_text(j, "violations", text);
  mg_inspection_why_rigid(in, 0, text, sizeof text);
  put_text(j, "rigid", text);
  mg_inspection_why_rigid(in, 1, text, sizeof text);
  put_text(j, "globally_rigid", text);
  if (in->given > 0 && in->undetermined == NULL) {
    snprintf(text, sizeof text, "numerical: rank of the rigidity matrix at the "
             "positions, tolerance %g", in->local[0].tolerance);
    put_text(j, "infinitesimal", text);
  }
  snprintf(text, sizeof text, "numerical: tolerance %g", in->opt.tolerance);
  if (in->dims != NULL)
    put_text(j, "dims", text);
  if (in->given > 1) {
    put_text(j, "equivalent", text);
    snprintf(text, sizeof text, "numerical: best rigid motion, tolerance %g",
             in->opt.tolerance);
    put_text(j, "congruent", text);
  }
  if (in->opt.realizations > 0)
    put_text(j, "realizations", in->others.complete
             ? "numerical: branch and prune over all nodes"
             : "heuristic: branch and prune, reflections and restarts; there "
               "may be more");
  mg_json_close(j);
}

void
mg_inspection_put(const mg_inspection *in, FILE *out)
{
  mg_json json, *j = &json;

  mg_json_begin(j, out);
  mg_json_open(j, '{');
  put_text(j, "version", mgnn_version());
  put_count(j, "nodes", in->input.src.n);
  put_count(j, "edges", in->input.problem->graph.m);
  put_count(j, "components", in->input.parts.count);
  put_count(j, "dim", in->input.dim);
  put_number(j, "tolerance", in->opt.tolerance);
  put_feasible(j, in);
  put_rigid(j, in);
  put_dims(j, in);
  if (in->given > 0)
    put_lengths(j, in, 0);
  if (in->given > 1) {
    put_open(j, "second", '{');
    put_lengths(j, in, 1);
    mg_json_close(j);
    put_same(j, in);
  }
  put_others(j, in);
  put_method(j, in);
  mg_json_close(j);
  mg_json_end(j);
}
