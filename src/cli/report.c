/* The report: everything measured, as JSON. */
#include "base/mem.h"
#include "base/threads.h"
#include "io/write/json.h"
#include "io/write/output.h"
#include "layout_stages.h"
#include "put_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Mean lengths by pair of classes: the pairs that have edges. */
static void
put_classes(mg_json *j, const mg_groups *groups, const mg_class_length *pair)
{
  mg_json_key(j, "class_lengths");
  if (pair == NULL) {
    mg_json_null(j);
    return;
  }
  mg_json_row(j, '[');
  for (size_t b = 0; b < groups->count; b++)
    for (size_t a = 0; a <= b; a++) {
      const mg_class_length *p = &pair[MG_CLASS_PAIR(a, b)];

      if (p->edges == 0)
        continue;
      mg_json_row(j, '{');
      mg_json_key(j, "classes");
      mg_json_row(j, '[');
      mg_json_text(j, groups->name[a]);
      mg_json_text(j, groups->name[b]);
      mg_json_close(j);
      put_count(j, "edges", p->edges);
      put_number(j, "length", p->length);
      put_number(j, "target", p->target);
      mg_json_close(j);
    }
  mg_json_close(j);
}

static void
put_comparison(mg_json *j, const char *key, const mgnn_comparison *c)
{
  mg_json_key(j, key);
  if (c == NULL) {
    mg_json_null(j);
    return;
  }
  mg_json_row(j, '{');
  put_flag(j, "equivalent", c->equivalent);
  put_flag(j, "congruent", c->congruent);
  put_number(j, "max_edge_difference", c->max_edge_difference);
  put_number(j, "rmsd", c->rmsd);
  put_number(j, "rmsd_scaled", c->rmsd_scaled);
  mg_json_close(j);
}

/* What was asked for, in Z and in Y. */
static void
put_facts(mg_json *j, const mg_facts_plan *plan, const mg_facts *facts)
{
  static const char *const space[MG_SPACES] = { "z", "y" };

  for (int s = 0; s < MG_SPACES; s++) {
    mg_json_key(j, space[s]);
    mg_json_row(j, '{');
    for (size_t k = 0; k < MG_MEASURES; k++)
      if (plan->wanted[k])
        put_number(j, mg_measures[k].name, facts->value[s][k]);
    if (plan->class_lengths)
      put_classes(j, &plan->in->groups, facts->classes[s]);
    mg_json_close(j);
  }
  put_comparison(j, "previous", facts->previous);
  put_comparison(j, "reference", facts->reference);
}

/* What one model alone takes. */
static void
put_own(mg_json *j, const mg_layout *l, const mg_run *run)
{
  int form = run->rule->form;
  mgnn_layer_params par;

  mg_layers_params(&l->opt.layers, &l->runs, run, &par);
  if (form & MG_DAMPED)
    put_number(j, "step", par.step);
  if (form & MG_MAPPED)
    put_number(j, "theta", par.theta);
  if (form & MG_FILTERED)
    put_text(j, "filter", par.filter);
  if (run->rule->kind == MG_LAPLACIAN) {
    put_number(j, "p", par.p);
    put_number(j, "mu", par.mu);
  }
  if (form & MG_ATTENDED)
    put_text(j, "attention", l->opt.layers.attention);
}

static void
put_model(mg_json *j, const mg_layout *l, const mg_run *run)
{
  mg_json_open(j, '{');
  put_text(j, "name", run->name);
  put_number(j, "alpha", run->rule->takes_alpha
             ? run->param[MG_PARAM_ALPHA] : NAN);
  put_number(j, "beta", run->rule->takes_beta
             ? run->param[MG_PARAM_BETA] : NAN);
  put_number(j, "eps", run->rule->takes_beta ? run->param[MG_PARAM_EPS] : NAN);
  put_own(j, l, run);
  mg_json_key(j, "layers");
  mg_json_open(j, '[');
  for (size_t layer = 0; layer <= l->runs.layers; layer++) {
    mg_json_row(j, '{');
    put_count(j, "layer", layer);
    mg_json_figures(j, &run->figures[layer]);
    if (run->facts != NULL)
      put_facts(j, &l->runs.plan, &run->facts[layer]);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_close(j);
}

static void
put_models(mg_json *j, const mg_layout *l)
{
  mg_json_key(j, "self_loops");
  mg_json_flag(j, l->opt.layers.self_loops);
  put_count(j, "sampled_nodes", mg_sample_size(l->in.src.n, l->runs.dim));
  mg_json_key(j, "models");
  mg_json_open(j, '[');
  for (size_t k = 0; k < l->runs.count; k++)
    put_model(j, l, &l->runs.run[k]);
  mg_json_close(j);
}

/* What the graph's lengths determine, as in mgnn-inspect; null where it is not
 * known. */
static void
put_rigidity(mg_json *j, const mg_verdict *v)
{
  int known = v->rigidity_known;

  put_count(j, "bars", v->kinds.bars);
  put_count(j, "intervals", v->kinds.intervals);
  put_flag(j, "rigid", known ? v->rigidity.rigid : -1);
  put_flag(j, "globally_rigid", known ? v->rigidity.globally_rigid : -1);
  put_number(j, "degrees_of_freedom",
             known ? (double)v->rigidity.degrees_of_freedom : NAN);
}

/* What was done with the freedom that lengths leave; null if there is none, or
 * if it was not to be used. */
static void
put_spread(mg_json *j, const mg_layout *l)
{
  const mgnn_outcome *best = l->found.best;
  const mg_verdict *v = &l->verdict;

  mg_json_key(j, "spread");
  if (best->spread_nodes == 0) {
    mg_json_null(j);
    return;
  }
  mg_json_row(j, '{');
  put_count(j, "nodes", best->spread_nodes);
  put_number(j, "degrees_of_freedom",
             v->inner_known ? (double)v->inner_freedom : NAN);
  put_number(j, "path_stress", best->spread_stress);
  mg_json_close(j);
}

static void
put_outcome(mg_json *j, const mg_layout *l)
{
  const mg_found *f = &l->found;
  const mgnn_feasibility *lengths = &l->verdict.lengths;

  put_text(j, "pairs", l->runs.paths ? "paths" : "edges");
  put_count(j, "pinned_nodes", l->in.pinned);
  put_count(j, "iterations", f->best->iterations);
  put_flag(j, "converged", !f->stopped);
  put_text(j, "stop_reason", f->stopped_by != NULL ? f->stopped_by
                                                    : f->best->reason);
  put_text(j, "stage", f->best->stage);
  put_number(j, "pair_stress", f->best->pair_stress);
  put_spread(j, l);
  mg_json_key(j, "restarts");
  mg_json_open(j, '[');
  for (size_t k = 0; k < f->try_count; k++) {
    mg_json_row(j, '{');
    put_count(j, "seed", (size_t)l->opt.call.seed + k);
    put_number(j, "energy", f->tries[k].energy);
    put_number(j, "pair_stress", f->tries[k].pair_stress);
    put_count(j, "iterations", f->tries[k].iterations);
    put_text(j, "stage", f->tries[k].stage);
    mg_json_close(j);
  }
  mg_json_close(j);
  put_number(j, "align_rmsd", l->in.align != NULL ? f->align_rms : NAN);
  mg_json_key(j, "overlap");
  if (l->opt.search.no_overlap) {
    mg_json_row(j, '{');
    put_count(j, "pairs", f->overlap.pairs);
    put_number(j, "mean_move", f->overlap.mean_move);
    put_number(j, "max_move", f->overlap.max_move);
    put_number(j, "energy_before", f->overlap.energy_before);
    mg_json_close(j);
  } else
    mg_json_null(j);
  mg_bounds_report(j, &l->bounds, &l->in);
  mg_ensemble_report(j, &l->ensemble);
  mg_errors_put(j, &l->errors, &l->runs);
  put_rigidity(j, &l->verdict);
  put_flag(j, "solution", !l->verdict.rigidity_known
           || l->verdict.rigidity.globally_rigid != 1 || lengths->feasible == 0
           ? -1 : lengths->feasible == 1);
  put_flag(j, "feasible", l->verdict.known ? lengths->feasible : -1);
  if (l->verdict.known
      && lengths->violations.checked == l->in.problem->graph.m)
    mg_json_violations(j, &l->in, &lengths->violations);
  else
    put_flag(j, "violations", -1);
}

static mgnn_status
put_run(mg_json *j, const mg_layout *l, mgnn_error *err)
{
  static const char *const part[MG_REPORT] = { "read", "layout", "draw",
                                               "write" };
  mgnn_status status = MGNN_OK;

  mg_json_open(j, '{');
  TRY(mg_json_command(j, &l->opt.call, err));
  put_text(j, "version", mgnn_version());
  put_count(j, "seed", (size_t)l->opt.call.seed);
  put_count(j, "threads", (size_t)mg_threads(0));
  put_text(j, "mode", l->runs.in_layers ? "layers" : "layout");
  put_count(j, "nodes", l->in.src.n);
  put_count(j, "edges", l->in.problem->graph.m);
  put_count(j, "components", l->in.parts.count);
  if (l->in.parts.left > 0) {
    put_count(j, "left_out_components", l->in.parts.left);
    put_count(j, "left_out_nodes", l->in.parts.left_nodes);
  }
  put_count(j, "dropped_loops", l->in.simple.loops);
  put_count(j, "merged_edges", l->in.simple.merged);
  put_count(j, "dim", l->runs.dim);
  put_text(j, "space", l->pictures.in_z ? "z" : "y");
  if (l->runs.in_layers)
    put_models(j, l);
  else
    put_outcome(j, l);
  mg_json_key(j, "final");
  mg_json_open(j, '{');
  mg_json_figures(j, mg_run_figures(&l->runs, &l->runs.run[0]));
  mg_json_worst(j, &l->in, l->runs.worst, l->runs.worst_count);
  mg_json_close(j);
  mg_json_key(j, "seconds");
  mg_json_row(j, '{');
  for (int k = 0; k < MG_REPORT; k++)
    put_number(j, part[k], l->opt.call.seconds[k]);
  mg_json_close(j);
  if (!l->runs.in_layers) {
    mg_json_determined(j, &l->in, l->verdict.determined);
    mg_json_verified(j, &l->in, &l->verdict.verified);
  }
  mg_json_close(j);
end:
  return status;
}

mgnn_status
mg_layout_report(void *layout, mgnn_error *err)
{
  const mg_layout *l = layout;
  const char *path = l->opt.output.report;
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;
  mg_json json;

  if (path == NULL)
    return MGNN_OK;
  TRY(mg_output_open(&out, path, err));
  mg_json_begin(&json, out.file);
  status = put_run(&json, l, err);
  mg_json_end(&json);
  TRY(status);
  TRY(mg_output_commit(&out, err));
end:
  mg_output_discard(&out);
  return status;
}
