/* The steps of mgnn-layout and their order. */
#include "layout_stages.h"
#include "base/mem.h"
#include "base/subgraph.h"
#include "inspect/feasible.h"
#include "cli/common/notes.h"
#include "render/canvas/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The outputs that will show measures. */
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

/* Check the options of every stage, and set up all that does not need the input. */
static mgnn_status
options_check(mg_layout *l, mgnn_error *err)
{
  mg_layout_options *opt = &l->opt;
  mg_pictures *p = &l->pictures;
  int layers = opt->layers.layers >= 0;
  mg_selection kept;

  PASS(mg_input_selection_parse(&opt->input, &kept, err));
  PASS(mg_search_check(&opt->search, &opt->input.dim, err));
  PASS(mg_layers_check(&opt->layers, &l->runs, err));
  PASS(mg_errors_check(&l->errors, &opt->errors, opt->output.uncertainty,
                       opt->output.report != NULL, err));
  l->runs.ensemble = (size_t)opt->ensemble.count;
  PASS(mg_facts_check(&l->runs.plan, &opt->facts, layers, facts_shown(opt),
                      err));
  PASS(mg_sweep_check(&l->sweep, &opt->sweep, &(mg_sweep_use){
                        opt->output.table, opt->output.claims, opt->output.plot,
                        opt->output.sheet, &opt->call, &opt->input,
                        (int)opt->layers.layers }, err));
  PASS(mg_peers_check(&l->peers, &opt->peers, err));
  if (opt->search.positions != NULL) {
    opt->input.init = opt->search.positions;
    opt->search.no_layout = 1;
  } else if (opt->search.no_layout && opt->input.init == NULL)
    opt->input.init = "attributes";
  l->runs.seed = (unsigned long)opt->call.seed;
  l->runs.files = opt->call.files;
  p->runs = &l->runs;
  p->in_z = opt->output.space != NULL ? *opt->output.space == 'z' : layers;
  p->mds = opt->output.embed != NULL && *opt->output.embed == 'm';
  p->fps = opt->output.fps;
  p->hold = opt->output.hold;
  PASS(mg_sheet_plan_read(&p->sheet, opt->output.viewport, opt->output.show_layers,
                          err));
  p->sheet.bars = opt->encoding.scale_bar == NULL
                  || *opt->encoding.scale_bar == 'y';
  PASS(mg_style_options_check(&opt->style, err));
  PASS(mg_encoding_new(&p->encoding, &opt->encoding, &opt->style.style, p->in_z,
                       err));
  PASS(mg_looks_check(&p->looks, &opt->looks, &opt->style.style, err));
  p->style = opt->style.style;
  p->from = opt->encoding.view != NULL ? opt->encoding.from : NULL;
  return mg_layout_command(opt, &p->command, err);
}

mgnn_status
mg_layout_check(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  PASS(mg_operands_check(&l->opt.call, 1, "one graph at a time", l->opt.strict,
                         err));
  PASS(options_check(l, err));
  mg_program_can_stop();
  return MGNN_OK;
}

/* ---- the steps ---- */

static mgnn_status
outputs_check(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  const mg_input_options *in = &l->opt.input;
  const char *const named[] = { l->opt.call.operand[0], in->metric, in->labels,
                                in->features, in->init, in->pin,
                                l->opt.search.align, l->opt.facts.splits,
                                l->opt.facts.reference,
                                in->atoms.topology, in->terms.chirality };
  const mg_output_options *out = &l->opt.output;
  size_t count = sizeof named / sizeof *named;
  const char **input = mg_alloc(count + l->peers.count, sizeof *input);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(input, err));
  memcpy(input, named, sizeof named);
  for (size_t k = 0; k < l->peers.count; k++)
    if (l->peers.item[k].from_file)
      input[count++] = l->peers.item[k].name;
  TRY(mg_outputs_check(&l->outputs, out, &l->opt.peers, &l->runs, input, count, err));
  l->outputs.sweep = &l->sweep;
  l->runs.keep_frames = mg_outputs_want_frames(&l->outputs);
  l->runs.measure_all = out->report != NULL;
end:
  mg_free(input);
  return status;
}

static mgnn_status
read_graph(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  const mg_input_use use = {
    .path = l->opt.call.operand[0], .align = l->opt.search.align,
    .splits = l->opt.facts.splits, .reference = l->opt.facts.reference,
    .solved = mg_facts_need_best(&l->runs.plan), .seed = l->runs.seed,
    .layers = l->runs.in_layers, .self_loops = l->opt.layers.self_loops,
    .eps = l->opt.layers.eps, .aspect = l->opt.style.aspect,
    .edge_column = l->opt.layers.attention != NULL ? l->opt.layers.attention
                                                   : l->opt.encoding.edge_color,
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

  PASS(mg_input_build(&l->in, err));
  PASS(mg_bounds_smooth(&l->bounds, &l->opt.bounds, &l->in, err));
  return mg_errors_weigh(&l->errors, &l->in, err);
}

static mgnn_status
choose_start(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  PASS(mg_input_start(&l->in, err));
  PASS(mg_search_input_check(&l->opt.search, &l->in, err));
  PASS(mg_outputs_width_check(&l->outputs, &l->opt.output, l->in.src.n, l->in.dim,
                              err));
  l->runs.in = &l->in;
  l->runs.dim = l->in.dim;
  PASS(mg_ensemble_input_check(&l->opt.ensemble, &l->runs, err));
  if (l->sweep.axis[MG_AXIS_SEED].count > 1 && l->in.random_scale == 0)
    PASS(mg_note(&l->in.src.notes, err, "the start is given, so that seeds change "
                 "little; --init random makes one for each"));
  return MGNN_OK;
}

/* Read attention and the attributes for colours and sizes, before src is released. */
static mgnn_status
read_attributes(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  const mg_given given = mg_input_given(&l->in);
  const mg_looks_use use = {
    .group = l->in.groups.group, .nodes = l->opt.encoding.node_color != NULL || l->opt.input.labels != NULL,
    .edges = l->opt.encoding.edge_color != NULL,
    .names = l->pictures.style.labels == MG_NAMED_ALL,
    .style = &l->pictures.style
  };

  l->pictures.drawn = mg_input_drawn(&l->in);
  l->pictures.drawn.appearance = &l->pictures.looks.appearance;
  PASS(mg_layers_read(&l->opt.layers, &l->runs, err));
  PASS(mg_peers_read(&l->peers, &l->in, err));
  PASS(mg_encoding_read(l->pictures.encoding, &l->pictures.drawn,
                        &l->pictures.style, err));
  if (mg_outputs_are_drawn(&l->outputs, 1))
    PASS(mg_looks_read(&l->pictures.looks, &l->in.src, &given, &use, err));
  return MGNN_OK;
}

/* Print notes on the input, also after a failed step; then err is NULL. */
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

/* Prepare the measures, with a search for the best drawing if any needs it. */
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
  size_t models = l->runs.count, shown = 0;
  mg_sheet_plan *sheet = &l->pictures.sheet;
  mgnn_status status = mg_layers_run(&l->opt.layers, &l->runs, err);

  l->found.stopped = l->runs.count < models
                     || l->runs.layers < (size_t)l->opt.layers.layers;
  for (size_t k = 0; sheet->layer != NULL && k < sheet->layers; k++)
    if (sheet->layer[k] <= l->runs.layers)
      sheet->layer[shown++] = sheet->layer[k];
  sheet->layers = shown;
  return status;
}

static int
is_swept(const void *run)
{
  return ((const mg_layout *)run)->sweep.settings > 0;
}

/* Read the other graphs of a sweep over a pattern of names. */
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

  PASS(mg_sweep_run(&l->sweep, &l->opt.layers, &l->runs, err));
  l->found.stopped |= l->sweep.finished < l->sweep.settings * l->sweep.models;
  return MGNN_OK;
}

static mgnn_status
write_sweep(void *run, mgnn_error *err)
{
  mg_layout *l = run;

  if (l->opt.output.table != NULL)
    PASS(mg_sweep_write(&l->sweep, l->opt.output.table, &l->runs, err));
  if (l->opt.output.claims != NULL)
    mg_claims_print(&l->sweep, l->opt.output.claims, &l->runs);
  return MGNN_OK;
}

/* Make the search keep the nodes of each drawn group together. */
static mgnn_status
take_groups(mg_layout *l, mgnn_error *err)
{
  const mg_appearance *look = &l->pictures.looks.appearance;
  mg_grouping *out = &l->plan.groups;
  size_t n = l->in.src.n;

  if (look->groups == 0)
    return MGNN_OK;
  PASS(mg_allocated(out->in = mg_alloc(n + look->groups, sizeof *out->in), err));
  out->count = look->groups;
  for (size_t i = 0; i < n + out->count; i++) {
    int in = i < n ? look->group_of[i] : look->group[i - n].up;

    out->in[i] = in < 0 ? MG_NOWHERE : (unsigned)(n + (size_t)in);
  }
  return MGNN_OK;
}

static mgnn_status
run_search(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  const mg_search_use use = { l->opt.style.aspect, l->opt.strict, &l->opt.ensemble };

  PASS(mg_search_plan(&l->plan, &l->opt.search, &use, &l->runs, err));
  PASS(take_groups(l, err));
  PASS(mg_search_run(&l->found, &l->plan, l->opt.call.quiet, &l->runs, err));
  PASS(mg_errors_reweigh(&l->errors, &l->runs, err));
  PASS(mg_layout_pack_names(l, err));
  PASS(mg_layout_no_overlap(l, err));
  l->found.moved = l->arranged.overlap.pairs > 0;
  PASS(mg_search_align(&l->arranged.align_rms, &l->runs, err));
  PASS(mg_ensemble_cluster(&l->plan, &l->found, l->runs.run[0].last, err));
  l->runs.models = l->found.ensemble.x;
  l->runs.model_count = l->found.ensemble.count;
  return MGNN_OK;
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

  return mg_peers_run(&l->peers, &l->runs, &l->plan.par.control,
                      l->opt.call.seconds[MG_LAYOUT], err);
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
  int worst = !l->opt.call.quiet || l->runs.measure_all;       /* shown by these */

  PASS(l->runs.in_layers ? mg_layers_measure(&l->runs, worst, err)
                         : mg_search_measure(&l->found, &l->plan, worst, &l->runs, err));
  PASS(mg_errors_measure(&l->errors, &l->runs, err));
  l->pictures.ellipse = l->errors.ellipse;
  return MGNN_OK;
}

static mgnn_status
judge(void *run, mgnn_error *err)
{
  mg_layout *l = run;
  double work;

  if (mg_program_stopped() && !l->runs.in_layers) {
    l->found.stopped_by = "stopped";
    l->found.stopped = 1;
    return MGNN_OK;
  }
  if (l->runs.in_layers || !l->plan.judge)
    return MGNN_OK;
  /* without a report, and if the lengths are met, spend little work on verdicts */
  work = l->opt.output.report == NULL && l->found.met
         ? MG_WORK_LITTLE : l->plan.effort->rigidity;
  return mg_verdict_find(&l->plan, &l->found, l->runs.run[0].last, work, err);
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
  { "write", mg_layout_worst, MG_WRITE, NULL, MG_STEP_PLAIN },
  { "report", mg_layout_report, MG_REPORT, NULL, MG_STEP_PLAIN },
  { "write", mg_call_commit, MG_WRITE, NULL, MG_STEP_PLAIN },
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
  mg_free(l->plan.groups.in);
  mg_looks_free(&l->pictures.looks);
  mg_free_all(l->pictures.sheet.layer, l->pictures.command);
  mg_results_free(&l->runs);
  mg_peers_free(&l->peers);
  mg_sweep_free(&l->sweep);
  mg_errors_free(&l->errors);
  mg_found_free(&l->found);
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
