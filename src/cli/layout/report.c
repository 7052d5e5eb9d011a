/* --report: everything measured, as JSON; and the table of --worst. */
#include "base/mem.h"
#include "base/threads.h"
#include "io/write/json.h"
#include "io/write/output.h"
#include "io/write/sink.h"
#include "io/write/write.h"
#include "layout_stages.h"
#include "cli/common/put_json.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Write the mean lengths for each pair of classes with edges between them. */
static void
put_classes(mg_json *j, const mg_groups *groups, const mg_class_length *pair)
{
  if (!put_key_if(j, "class_lengths", pair != NULL))
    return;
  mg_json_row(j, '[');
  for (size_t b = 0; b < groups->count; b++)
    for (size_t a = 0; a <= b; a++) {
      const mg_class_length *p = &pair[MG_CLASS_PAIR(a, b)];

      if (p->edges == 0)
        continue;
      mg_json_row(j, '{');
      put_row(j, "classes", '[');
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
  if (!put_key_if(j, key, c != NULL))
    return;
  mg_json_row(j, '{');
  put_flag(j, "equivalent", c->equivalent);
  put_flag(j, "congruent", c->congruent);
  put_number(j, "max_edge_difference", c->max_edge_difference);
  put_number(j, "rmsd", c->rmsd);
  put_number(j, "rmsd_scaled", c->rmsd_scaled);
  mg_json_close(j);
}

/* Write the wanted measures of a layer, in Z and in Y. */
static void
put_facts(mg_json *j, const mg_facts_plan *plan, const mg_facts *facts)
{
  static const char *const space[MG_SPACES] = { "z", "y" };

  for (int s = 0; s < MG_SPACES; s++) {
    put_row(j, space[s], '{');
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

static void
put_model(mg_json *j, const mg_layers_options *opt, const mg_results *runs,
          const mg_run *run)
{
  mg_json_open(j, '{');
  put_text(j, "name", run->name);
  for (int p = 0; p < MG_PARAMS; p++)   /* all have the first three, or null */
    if (p <= MG_PARAM_EPS || mg_rule_takes(run->rule, p))
      put_number(j, mg_layer_param_name((size_t)p),
                 mg_rule_takes(run->rule, p) ? run->param[p] : NAN);
  if (run->rule->form & MG_FILTERED)
    put_text(j, "filter", opt->gpr != NULL ? opt->gpr : "ppr");
  if (run->rule->form & MG_ATTENDED)
    put_text(j, "attention", opt->attention);
  put_open(j, "layers", '[');
  for (size_t layer = 0; layer <= runs->layers; layer++) {
    mg_json_row(j, '{');
    put_count(j, "layer", layer);
    mg_json_figures(j, &run->figures[layer]);
    if (run->facts != NULL)
      put_facts(j, &runs->plan, &run->facts[layer]);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_close(j);
}

void
mg_json_models(mg_json *j, const mg_layers_options *opt, const mg_results *runs)
{
  put_flag(j, "self_loops", opt->self_loops);
  put_open(j, "models", '[');
  for (size_t k = 0; k < runs->count; k++)
    put_model(j, opt, runs, &runs->run[k]);
  mg_json_close(j);
}

/* Write how --spread unfolded the drawing; null if the lengths left no freedom, or
 * with --spread no. */
static void
put_spread(mg_json *j, const mg_layout *l)
{
  const mgnn_outcome *best = l->found.best;
  const mg_verdict *v = &l->found.verdict;

  if (!put_key_if(j, "spread", best->spread_nodes > 0))
    return;
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
  const mgnn_feasibility *lengths = &l->found.verdict.lengths;
  int known = l->found.verdict.rigidity_known;
  int judged = l->found.verdict.asked == MG_LENGTHS_JUDGED;

  put_text(j, "pairs", l->runs.paths ? "paths" : "edges");
  put_count(j, "pinned_nodes", l->in.pinned);
  put_count(j, "iterations", f->best->iterations);
  put_flag(j, "converged", !f->stopped && l->found.verdict.unmet == 0);
  put_text(j, "stop_reason", f->stopped_by != NULL ? f->stopped_by
           : l->found.verdict.unmet > 0 ? "local minimum" : f->best->reason);
  put_text(j, "stage", f->best->stage);
  put_number(j, "pair_stress", f->best->pair_stress);
  put_spread(j, l);
  put_open(j, "restarts", '[');
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
  put_number(j, "align_rmsd", l->in.align != NULL ? l->arranged.align_rms : NAN);
  if (put_key_if(j, "overlap", l->opt.search.no_overlap
                               || l->arranged.overlap.pairs > 0)) {
    mg_json_row(j, '{');
    put_count(j, "pairs", l->arranged.overlap.pairs);
    put_count(j, "left", l->arranged.overlap.left);
    put_number(j, "mean_move", l->arranged.overlap.mean_move);
    put_number(j, "max_move", l->arranged.overlap.max_move);
    put_number(j, "energy_before", l->arranged.overlap.energy_before);
    mg_json_close(j);
  }
  mg_bounds_report(j, &l->bounds, &l->in);
  mg_ensemble_report(j, &l->found.ensemble);
  mg_errors_put(j, &l->errors, &l->runs);
  put_count(j, "bars", l->found.verdict.kinds.bars);
  put_count(j, "intervals", l->found.verdict.kinds.intervals);
  put_flag(j, "rigid", known ? l->found.verdict.rigidity.rigid : -1);
  put_flag(j, "globally_rigid", known ? l->found.verdict.rigidity.globally_rigid : -1);
  put_number(j, "degrees_of_freedom",
             known ? (double)l->found.verdict.rigidity.degrees_of_freedom : NAN);
  put_flag(j, "solution", l->found.verdict.determined == NULL || lengths->feasible == 0
           || l->found.verdict.determined->count < l->in.src.n
           ? -1 : lengths->feasible == 1);
  put_flag(j, "feasible", judged ? lengths->feasible : -1);
  if (judged && lengths->violations.checked == l->in.problem->graph.m)
    mg_json_violations(j, &l->in, &lengths->violations);
  else
    put_flag(j, "violations", -1);
}

static mgnn_status
put_run(mg_json *j, const mg_layout *l, mgnn_error *err)
{
  mg_json_open(j, '{');
  PASS(mg_json_call(j, &l->opt.call, err));
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
  put_text(j, "unit", l->in.unit[0] != '\0' ? l->in.unit : NULL);
  put_text(j, "space", l->pictures.in_z ? "z" : "y");
  if (l->runs.in_layers) {
    put_count(j, "sampled_nodes", mg_sample_size(l->in.src.n, l->runs.dim));
    mg_json_models(j, &l->opt.layers, &l->runs);
  } else
    put_outcome(j, l);
  put_open(j, "final", '{');
  mg_json_figures(j, mg_run_figures(&l->runs, &l->runs.run[0]));
  mg_json_worst(j, &l->in, l->runs.worst, l->runs.worst_count);
  mg_json_close(j);
  mg_json_seconds(j, &l->opt.call);
  if (!l->runs.in_layers) {
    mg_json_determined(j, &l->in, l->found.verdict.determined);
    mg_json_verified(j, &l->in, &l->found.verdict.verified);
  }
  mg_json_close(j);
  return MGNN_OK;
}

/* Order by falling relative error, then by the number of the edge. */
static int
by_error(const void *p, const void *q)
{
  const mg_edge_fit *a = p, *b = q;

  return a->error != b->error ? (a->error < b->error) - (a->error > b->error)
         : (a->edge > b->edge) - (a->edge < b->edge);
}

static void
put_edge(mg_sink *s, const mg_layout *l, const mg_edge_fit *fit)
{
  const mg_graph *g = &l->in.problem->graph;
  const double upper = mg_edge_upper(g, fit->edge);

  for (size_t k = 0; k < 2; k++) {
    mg_put_cell(s, l->in.src.names.text[g->ends[2 * fit->edge + k]]);
    mg_put_char(s, ',');
  }
  mg_put_number(s, g->target[fit->edge]);
  if (g->target_upper != NULL) {
    mg_put_char(s, ',');
    if (isfinite(upper))
      mg_put_number(s, upper);
  }
  mg_put_char(s, ',');
  mg_put_number(s, fit->length);
  mg_put_char(s, ',');
  mg_put_number(s, fit->length - fit->target);
  mg_put_char(s, ',');
  if (fit->target > 0)
    mg_put_number(s, fit->error);
  mg_put_char(s, '\n');
}

mgnn_status
mg_layout_worst(void *layout, mgnn_error *err)
{
  const mg_layout *l = layout;
  const mg_graph *g = &l->in.problem->graph;
  const double mean = fmax(mg_mean_length(g), DBL_MIN);
  double *y = NULL;
  mg_edge_fit *fit = NULL;
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;
  mg_sink s;

  if (l->opt.output.worst == NULL)
    return MGNN_OK;
  TRY(mg_allocated_all(err, MG_NEW(y, g->n * l->runs.dim), MG_NEW(fit, g->m)));
  mg_run_positions(&l->runs, &l->runs.run[0], MG_FRAME_LAST, 0, y);
  for (size_t e = 0; e < g->m; e++) {
    fit[e] = mg_edge_fit_of(g, e, mg_edge_length(g, e, l->runs.dim, y));
    if (fit[e].target == 0)    /* sort by the share of the mean length */
      fit[e].error = fit[e].length / mean;
  }
  if (g->m > 1)
    qsort(fit, g->m, sizeof *fit, by_error);
  TRY(mg_output_open(&out, l->opt.output.worst, err));
  mg_sink_init(&s, out.file);
  mg_put_text(&s, g->target_upper != NULL ? "source,target,lower,upper" :
              "source,target,length");
  mg_put_text(&s, ",achieved,error,relative_error\n");
  for (size_t e = 0; e < g->m; e++)
    put_edge(&s, l, &fit[e]);
  mg_sink_flush(&s);
  TRY(mg_output_keep(&out, l->runs.files, err));
end:
  mg_output_discard(&out);
  mg_free_all(fit, y);
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
  TRY(mg_output_keep(&out, l->runs.files, err));
end:
  mg_output_discard(&out);
  return status;
}
