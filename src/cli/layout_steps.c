/* The stages of mgnn-layout, step by step. */
#include "layout_stages.h"
#include "base/mem.h"
#include "inspect/feasible.h"
#include "notes.h"
#include "render/canvas/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What will show measures. */
static enum mg_facts_shown
facts_shown(const mg_layout_options *opt)
{
  const mg_output_options *out = &opt->output;
  int swept = opt->sweep.axes.count > 0 || opt->sweep.seeds != NULL;

  if (out->claims != NULL)
    return MG_FACTS_CLAIMED;
  if (out->report != NULL || out->table != NULL
      || (swept && (out->plot != NULL || out->sheet != NULL)))
    return MG_FACTS_REPORTED;
  if (mg_outputs_have_page(out))
    return MG_FACTS_PAGED;
  return out->plot != NULL ? MG_FACTS_CHARTED : MG_FACTS_HIDDEN;
}

/* Every stage checks its options, and takes from them what it can without the
 * input. */
static mgnn_status
options_check(mg_layout *l, mgnn_error *err)
{
  mg_layout_options *opt = &l->opt;
  mg_pictures *p = &l->pictures;
  int layers = opt->layers.layers >= 0;
  mg_selection kept;
  mgnn_status status = MGNN_OK;

  TRY(mg_input_selection_parse(&opt->input, &kept, err));
  TRY(mg_space_check(opt->output.space, err));
  TRY(mg_search_check(&opt->search, layers, &opt->input.dim, err));
  TRY(mg_layers_check(&opt->layers, &l->runs, err));
  TRY(mg_errors_check(&l->errors, &opt->errors, opt->output.uncertainty, layers,
                      opt->output.report != NULL, err));
  TRY(mg_bounds_check(&opt->bounds, layers, err));
  TRY(mg_ensemble_check(&opt->ensemble, &opt->search, layers,
                        opt->errors.robust != NULL, err));
  l->runs.ensemble = (size_t)opt->ensemble.count;
  TRY(mg_facts_check(&l->runs.plan, &opt->facts, layers, facts_shown(opt),
                     err));
  TRY(mg_sweep_check(&l->sweep, &opt->sweep, &(mg_sweep_use){
                       opt->output.table, opt->output.claims, opt->output.plot,
                       opt->output.sheet, &opt->call, &opt->input,
                       (int)opt->layers.layers }, err));
  TRY(mg_peers_check(&l->peers, &opt->peers, opt->call.operand[0], layers, err));
  if (opt->search.no_layout && opt->input.init == NULL)
    opt->input.init = "attributes";
  l->runs.seed = (unsigned long)opt->call.seed;
  p->runs = &l->runs;
  p->in_z = opt->output.space != NULL ? *opt->output.space == 'z' : layers;
  if (opt->output.embed != NULL && strcmp(opt->output.embed, "pca") != 0
      && strcmp(opt->output.embed, "mds") != 0)
    TRY(mg_fail(err, MGNN_EINVAL, "--embed is \"%.60s\", must be pca or mds",
                opt->output.embed));
  p->mds = opt->output.embed != NULL && *opt->output.embed == 'm';
  p->fps = opt->output.fps;
  p->hold = opt->output.hold;
  TRY(mg_sheet_plan_read(&p->sheet, opt->output.viewport,
                         opt->output.show_layers, layers, err));
  p->sheet.bars = opt->encoding.scale_bar == NULL
                  || *opt->encoding.scale_bar == 'y';
  TRY(mg_style_options_check(&opt->style, err));
  TRY(mg_encoding_new(&p->encoding, &opt->encoding, &opt->style.style, p->in_z,
                      err));
  TRY(mg_looks_check(&p->looks, &opt->looks, &opt->style.style, err));
  p->style = opt->style.style;
  p->from = opt->encoding.view != NULL ? opt->encoding.from : NULL;
  TRY(mg_layout_command(opt, &p->command, err));
end:
  return status;
}

mgnn_status
mg_layout_check(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  mgnn_status status = MGNN_OK;

  TRY(mg_operands_check(&l->opt.call, 1, "one graph at a time", l->opt.strict,
                        err));
  TRY(options_check(l, err));
end:
  return status;
}

/* ---- the steps ---- */

static mgnn_status
outputs_check(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  const mg_input_options *in = &l->opt.input;
  const char *const input[] = { l->opt.call.operand[0], in->metric, in->labels,
                                in->features, in->init, in->pin,
                                l->opt.search.align, l->opt.facts.splits,
                                l->opt.facts.reference,
                                in->topology };
  const mg_output_options *out = &l->opt.output;
  mgnn_status status = MGNN_OK;

  TRY(mg_outputs_check(&l->outputs, out, &l->runs, input,
                       sizeof input / sizeof *input, err));
  l->outputs.sweep = &l->sweep;
  l->runs.keep_frames = mg_outputs_want_frames(&l->outputs);
  l->runs.measure_all = out->report != NULL;
end:
  return status;
}

static mgnn_status
read_graph(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  const mg_input_use use = {
    .path = l->opt.call.operand[0], .align = l->opt.search.align,
    .splits = l->opt.facts.splits, .reference = l->opt.facts.reference,
    .solved = mg_facts_need_best(&l->runs.plan),
    .seed = l->runs.seed, .layers = l->runs.in_layers,
    .self_loops = l->opt.layers.self_loops, .eps = l->opt.layers.eps,
    .aspect = l->opt.style.aspect, .edge_column = l->opt.encoding.edge_color,
    .names = l->opt.style.names, .edge_columns = l->opt.layers.attention != NULL,
    .keep = mg_looks_need_values(&l->opt.looks) ? MG_KEEP_ALL
                                                : mg_outputs_keep(&l->outputs)
  };

  return mg_input_read(&l->in, &l->opt.input, &use, err);
}

static mgnn_status
read_tables(void *run, mgnn_error *err)
{
  return mg_input_tables(&((mg_layout *)run)->in, err);
}

static mgnn_status
build_problem(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  mgnn_status status = MGNN_OK;

  TRY(mg_input_build(&l->in, err));
  TRY(mg_bounds_smooth(&l->bounds, &l->opt.bounds, &l->in, err));
  TRY(mg_errors_weigh(&l->errors, &l->in, err));
end:
  return status;
}

static mgnn_status
choose_start(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  mgnn_status status = MGNN_OK;

  TRY(mg_input_start(&l->in, err));
  if (!l->runs.in_layers && !l->opt.search.dim_auto)
    TRY(mg_errors_start(&l->in, l->runs.seed, err));
  TRY(mg_search_input_check(&l->opt.search, &l->in, err));
  TRY(mg_outputs_width_check(&l->outputs, &l->opt.output, l->in.src.n, l->in.dim,
                             err));
  l->runs.in = &l->in;
  l->runs.dim = l->in.dim;
  TRY(mg_ensemble_input_check(&l->opt.ensemble, &l->runs, err));
  if (l->sweep.axis[MG_AXIS_SEED].count > 1 && l->in.random_scale == 0)
    TRY(mg_note(&l->in.src.notes, err, "the start is given, so that seeds change "
                "little; --init random makes one for each"));
end:
  return status;
}

/* Attention, and what colours and sizes encode, before the source gives its memory back. */
static mgnn_status
read_attributes(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  const mg_looks_use use = {
    .nodes = l->opt.encoding.node_color != NULL || l->opt.input.labels != NULL,
    .edges = l->opt.encoding.edge_color != NULL,
    .names = l->pictures.style.labels == MG_NAMED_ALL,
    .style = &l->pictures.style
  };
  mgnn_status status = MGNN_OK;

  l->pictures.drawn = mg_input_drawn(&l->in);
  l->pictures.drawn.appearance = &l->pictures.looks.appearance;
  TRY(mg_layers_read(&l->opt.layers, &l->runs, err));
  TRY(mg_peers_read(&l->peers, &l->in, err));
  TRY(mg_encoding_read(l->pictures.encoding, &l->pictures.drawn, err));
  if (mg_outputs_are_drawn(&l->outputs, 1))
    TRY(mg_looks_read(&l->pictures.looks, &l->in, &use, err));
end:
  return status;
}

/* Also after a failure, where err is NULL. */
static mgnn_status
print_notes(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  mg_notes_print(&l->opt.call, &l->in, err != NULL);
  return MGNN_OK;
}

static int
in_layers(const void *run)
{
  return ((const mg_layout *)run)->runs.in_layers;
}

static int
in_layout(const void *run)
{
  return !in_layers(run);
}

/* Among them the best drawing that layers are compared with, if asked for. */
static mgnn_status
begin_measures(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  return mg_facts_begin(&l->runs.plan, &l->in, l->runs.seed, err);
}

static mgnn_status
run_layers(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  return mg_layers_run(&l->opt.layers, &l->runs, err);
}

static int
is_swept(const void *run)
{
  return ((const mg_layout *)run)->sweep.settings > 0;
}

/* The graphs that the name of the first stands for. */
static mgnn_status
read_graphs(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  return mg_sweep_read(&l->sweep, &l->runs, &l->pictures, &l->opt.encoding,
                       err);
}

static mgnn_status
run_sweep(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  return mg_sweep_run(&l->sweep, &l->opt.layers, &l->runs, err);
}

static mgnn_status
write_sweep(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  mgnn_status status = MGNN_OK;

  if (l->opt.output.table != NULL)
    TRY(mg_sweep_write(&l->sweep, l->opt.output.table, &l->runs, err));
  if (l->opt.output.claims != NULL)
    mg_claims_print(&l->sweep, l->opt.output.claims, &l->runs);
end:
  return status;
}

static mgnn_status
run_search(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  const mg_search_use use = { l->opt.style.aspect, l->opt.strict,
                              l->opt.call.quiet };
  mgnn_status status = MGNN_OK;

  TRY(mg_search_run(&l->found, &l->opt.search, &use, &l->runs, err));
  TRY(mg_ensemble_run(&l->ensemble, &l->opt.ensemble, &l->opt.search, &l->found,
                      &l->runs, err));
  TRY(mg_errors_reweigh(&l->errors, &l->runs, err));
  TRY(mg_layout_pack_names(l, err));
  TRY(mg_layout_no_overlap(l, err));
  TRY(mg_search_align(&l->found, &l->runs, err));
  TRY(mg_ensemble_cluster(&l->ensemble, &l->opt.ensemble, &l->runs, err));
end:
  return status;
}

static int
is_compared(const void *run)
{
  return ((const mg_layout *)run)->peers.count > 0;
}

static mgnn_status
run_peers(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  return mg_peers_run(&l->peers, &l->runs, l->opt.call.seconds[MG_LAYOUT], err);
}

static mgnn_status
write_peers(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  return mg_peers_write(&l->peers, &l->opt.peers, &l->pictures, err);
}

static mgnn_status
measure(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  mgnn_status status = MGNN_OK;

  TRY(l->runs.in_layers ? mg_layers_measure(&l->runs, err)
                        : mg_search_measure(&l->found, &l->runs, err));
  TRY(mg_errors_measure(&l->errors, &l->runs, err));
  l->pictures.ellipse = l->errors.ellipse;
  if (!l->opt.call.quiet || l->runs.measure_all)       /* who tells of them */
    TRY(mg_results_find_worst(&l->runs, err));
end:
  return status;
}

static mgnn_status
judge(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  double work = mg_search_effort(&l->opt.search)->rigidity;

  /* where nobody reads of every node, and the lengths are met, a little is enough */
  if (l->opt.output.report == NULL && !mg_results_exceed(&l->runs, MG_MET))
    work = MG_WORK_LITTLE;
  return mg_verdict_find(&l->verdict, &l->runs, work, err);
}

static mgnn_status
scale_colours(void *run, mgnn_error *err)
{
  return mg_pictures_scale(&((mg_layout *)run)->pictures, err);
}

static int
is_drawn(const void *run)
{
  return mg_outputs_are_drawn(&((const mg_layout *)run)->outputs, 1);
}

static mgnn_status
draw(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  mgnn_status status = mg_drawing_load(err);

  if (status == MGNN_OK)
    status = mg_font_check(l->pictures.style.font, err);
  return status != MGNN_OK ? status : mg_outputs_put(&l->outputs, &l->pictures, 1, err);
}

static int
is_written(const void *run)
{
  return mg_outputs_are_drawn(&((const mg_layout *)run)->outputs, 0);
}

static mgnn_status
write_positions(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  return mg_outputs_put(&l->outputs, &l->pictures, 0, err);
}

static mgnn_status
write_errors(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  return mg_errors_write(&l->errors, &l->runs, err);
}

const mg_step mg_layout_steps[] = {
  { "read", outputs_check, MG_READ, NULL, MG_STEP_PLAIN },
  { "read", read_graph, MG_READ, NULL, MG_STEP_PLAIN },
  { "tables", read_tables, MG_READ, NULL, MG_STEP_PLAIN },
  { "build", build_problem, MG_READ, NULL, MG_STEP_PLAIN },
  { "start", choose_start, MG_READ, NULL, MG_STEP_PLAIN },
  { "paint", read_attributes, MG_READ, NULL, MG_STEP_PLAIN },
  { "paint", print_notes, MG_READ, NULL, MG_STEP_SAY_ALWAYS },
  { "layers", begin_measures, MG_LAYOUT, in_layers, MG_STEP_PLAIN },
  { "layers", run_layers, MG_LAYOUT, in_layers, MG_STEP_PLAIN },
  { "sweep", read_graphs, MG_READ, is_swept, MG_STEP_PLAIN },
  { "sweep", run_sweep, MG_LAYOUT, is_swept, MG_STEP_PLAIN },
  { "search", run_search, MG_LAYOUT, in_layout, MG_STEP_PLAIN },
  { "compare", run_peers, MG_REPORT, is_compared, MG_STEP_PLAIN },
  { "measure", measure, MG_LAYOUT, NULL, MG_STEP_PLAIN },
  { "judge", judge, MG_LAYOUT, NULL, MG_STEP_SAY },
  { "scene", scale_colours, MG_DRAW, NULL, MG_STEP_PLAIN },
  { "draw", draw, MG_DRAW, is_drawn, MG_STEP_PLAIN },
  { "write", write_positions, MG_WRITE, is_written, MG_STEP_PLAIN },
  { "write", write_errors, MG_WRITE, in_layout, MG_STEP_PLAIN },
  { "write", write_sweep, MG_WRITE, is_swept, MG_STEP_PLAIN },
  { "compare", write_peers, MG_WRITE, is_compared, MG_STEP_PLAIN },
  { "report", mg_layout_report, MG_REPORT, NULL, MG_STEP_PLAIN },
  { "report", mg_layout_summary, MG_REPORT, NULL, MG_STEP_PLAIN },
  { NULL, NULL, 0, NULL, MG_STEP_PLAIN }
};

/* ---- the end ---- */

int
mg_layout_exit(void *run)
{
  const mg_layout *l = run;

  if (l->found.stopped)
    return MG_EXIT_STOPPED;
  if (!mg_results_exceed(&l->runs, l->opt.strict))
    return MG_EXIT_DONE;
  fprintf(stderr, "mgnn-layout: --strict: the worst length is off by more than "
          "%g %%\n", 100 * l->opt.strict);
  return MG_EXIT_STRICT;
}

void
mg_layout_release(void *run)
{
  mg_layout *l = run;

  mg_outputs_free(&l->outputs);
  mg_input_free(&l->in);
  mg_bounds_free(&l->bounds);
  mg_encoding_free(l->pictures.encoding);
  mg_looks_free(&l->pictures.looks);
  mg_free(l->pictures.sheet.layer);
  free(l->pictures.command);
  mg_results_free(&l->runs);
  mg_peers_free(&l->peers);
  mg_sweep_free(&l->sweep);
  mg_search_free(&l->found);
  mg_errors_free(&l->errors);
  mg_ensemble_free(&l->ensemble);
  mg_verdict_free(&l->verdict);
}

mgnn_status
mg_layout_draw(const mg_layout_options *opt, mgnn_error *err)
{
  static mgnn_status (*const stages[])(void *run, mgnn_error *err) = {
    mg_layout_check, outputs_check, read_graph, read_tables, build_problem,
    choose_start, read_attributes, run_search, measure, scale_colours
  };
  mg_layout *l = mg_zalloc(1, sizeof *l);
  mgnn_status status = mg_allocated(l, err);

  if (status != MGNN_OK)
    return status;
  l->opt = *opt;
  for (size_t k = 0; k < sizeof stages / sizeof *stages; k++)
    TRY(stages[k](l, err));
  TRY(is_drawn(l) ? draw(l, err) : write_positions(l, err));
end:
  mg_layout_release(l);
  mg_free(l);
  return status;
}
