/* mgnn-layout-mpi: does the work of mgnn-layout on many processes. */
#include "mpi_stages.h"
#include "base/mem.h"
#include "base/random.h"
#include "distributed/binary_graph.h"
#include "distributed/shard_components.h"
#include "distributed/write_text.h"
#include "problem/metric.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char usage[] =
  "Usage: mpirun -n RANKS mgnn-layout-mpi [OPTION]... GRAPH...\n"
  "Draw a graph that is divided among processes, or run the layers of a network.\n"
  "GRAPH is a file, or a quoted pattern that matches several: edge list, CSV, TSV,\n"
  "Matrix Market, uncompressed, or a file of --write-binary.";

static const char ending[] =
  "Exit status: 0 done, 1 bad usage or input, 2 cannot read or write, 3 stopped by a\n"
  "limit.\n";

static const char examples[] =
  "  mpirun -n 4 mgnn-layout-mpi graph.edges --layers 10 -o positions.csv\n"
  "  mpirun -n 4 mgnn-layout-mpi graph.edges -o positions.csv --checkpoint kept.bin\n";

static const char main_options[] =
  "output metric pin layers model dim partition checkpoint resume dry-run report";

/* ---- checks of options ---- */

static mgnn_status
metric_check(mg_mpi *m, mgnn_error *err)
{
  PASS(mg_metric_parse(&m->metric, m->opt.layout.input.metric, err));
  if (m->metric.kind > MG_METRIC_CONST)
    return mg_fail(err, MGNN_EINVAL, "--metric %s: mgnn-layout-mpi takes lengths from "
                   "a table FILE.csv, attr:NAME, a column of the graph, or const:X; use "
                   "mgnn-layout for others", m->opt.layout.input.metric);
  if (m->opt.layout.input.metric_adds_edges && m->metric.kind != MG_METRIC_FILE)
    return mg_fail(err, MGNN_EINVAL, "--metric-adds-edges needs --metric with a file");
  return MGNN_OK;
}

static mgnn_status
check(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  mg_layout_options *opt = &m->opt.layout;

  if (m->ranks->rank != 0)
    opt->call.quiet = 1;
  m->ranks->files = opt->call.files;
  PASS(mg_operands_check(&opt->call, SIZE_MAX, "", NAN, err));
  PASS(mg_search_check(&opt->search, &opt->input.dim, err));
  PASS(mg_layers_check(&opt->layers, &m->runs, err));
  if (m->opt.ranks > 0 && !m->opt.dry_run)
    return mg_fail(err, MGNN_EINVAL, "--ranks is for --dry-run; a run has the ranks of "
                   "mpirun -n");
  PASS(mg_mpi_layout_check(m, err));
  PASS(mg_mpi_tables_check(m, err));
  PASS(metric_check(m, err));
  if (!m->opt.dry_run)
    PASS(mg_mpi_outputs_check(m, err));
  m->runs.seed = (unsigned long)opt->call.seed;
  m->runs.measure_all = opt->output.report != NULL;
  m->in_z = opt->output.space == NULL || *opt->output.space == 'z';
  m->dim = m->runs.dim = opt->input.dim > 0 ? (size_t)opt->input.dim : 2;
  return MGNN_OK;
}

/* ---- the steps ---- */

/* Set all lengths to x. */
static mgnn_status
lengths_set(mg_shard_rows *rows, double x, mgnn_error *err)
{
  size_t slots = rows->row[rows->own];

  mg_free_all(rows->length, rows->upper);
  rows->length = rows->upper = NULL;
  if (x == 1)
    return MGNN_OK;
  rows->length = mg_alloc_large(slots, sizeof *rows->length);
  for (size_t k = 0; k < slots && rows->length != NULL; k++)
    rows->length[k] = x;
  return mg_allocated(rows->length, err);
}

static mgnn_status
read_lengths(mg_mpi *m, mgnn_error *err)
{
  const mg_input_options *in = &m->opt.layout.input;
  char *path = mg_metric_path(&m->metric);
  const mg_lengths_request how = {
    { &m->graph, m->opt.layout.call.operand[0], path, MG_ROWS_MATCHING }, &m->metric,
    in->lenient, in->metric_adds_edges, in->stiffness != NULL
  };
  mgnn_status status = mg_ranks_agree(m->ranks, mg_allocated(path, err), err);

  if (status == MGNN_OK)
    status = mg_read_lengths(&m->graph, m->ranks, &how, &m->tables.notes, err);
  mg_free(path);
  return status;
}

static mgnn_status
read_graph(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  const mg_layout_options *opt = &m->opt.layout;
  const mg_read_options how = mg_mpi_read_options(&m->opt, &m->metric);
  int binary = m->ranks->rank == 0 && opt->call.operands == 1
               && mg_binary_is(opt->call.operand[0]);

  mg_ranks_stage("reading");
  MPI_Bcast(&binary, 1, MPI_INT, 0, m->ranks->comm);
  PASS(binary ? mg_binary_read(&m->graph, m->ranks, opt->call.operand[0], err)
              : mg_read_graph(&m->graph, m->ranks, &how, err));
  if (m->metric.kind == MG_METRIC_CONST)
    PASS(mg_ranks_agree(m->ranks, lengths_set(&m->graph.rows, m->metric.a, err), err));
  if (m->metric.kind == MG_METRIC_FILE)
    PASS(read_lengths(m, err));
  m->lengths_given = m->graph.rows.length != NULL;
  mg_mpi_account(m, MG_READ);
  if (m->opt.write_binary != NULL)
    PASS(mg_binary_write(&m->graph, m->ranks, m->opt.write_binary, err));
  return MGNN_OK;
}

static int
is_dry(const void *run)
{
  return ((const mg_mpi *)run)->opt.dry_run;
}

static int
is_run(const void *run)
{
  return !is_dry(run);
}

static int
in_layers(const void *run)
{
  return is_run(run) && ((const mg_mpi *)run)->runs.in_layers;
}

static int
in_layout(const void *run)
{
  const mg_mpi *m = run;

  return is_run(run) && !m->runs.in_layers
         && (m->opt.layout.output.files.count > 0
             || m->opt.layout.output.report != NULL);
}

static int
divides(const void *run)
{
  return in_layers(run) || in_layout(run);
}

/* Whether the run only writes the graph in binary form. */
static int
only_writes(const void *run)
{
  return is_run(run) && !divides(run);
}

static mgnn_status
divide(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  mg_owners *homes = &m->graph.homes;

  mg_ranks_stage("partition");
  PASS(mg_partition_find(&m->graph.rows, m->ranks, m->opt.partition, homes,
                         &m->partition.kind, err));
  PASS(mg_partition_move(&m->graph.rows, m->ranks, homes, err));
  if (!m->runs.in_layers || m->runs.layers >= MG_LONG_RUN)
    PASS(mg_ranks_agree(m->ranks, mg_partition_order(&m->graph.rows, err), err));
  PASS(mg_shard_make(&m->shard, m->ranks, &m->graph.rows, homes, err));
  m->partition.facts = mg_partition_measure(&m->shard);
  mg_mpi_account(m, MG_DRAW);
  return MGNN_OK;
}

/* Count the components in layers mode; in layout mode the search counts them. */
static mgnn_status
count_components(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  mg_shard_components parts;
  mgnn_status status = mg_shard_components_find(&parts, &m->shard, &m->graph.homes,
                                                UINT64_MAX, err);

  m->partition.components = parts.count;
  mg_shard_components_free(&parts);
  return status;
}

static mgnn_status
choose_start(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  const char *init = m->opt.layout.input.init;
  int random = init != NULL && strcmp(init, "random") == 0;
  const double *features = m->tables.features.x, *table = m->tables.start.x;
  const double *at = random ? NULL : table != NULL ? table : features;
  size_t dim = m->dim;

  PASS(at != NULL && at == table ? mg_mpi_start_fetch(m, err)
                                 : mg_mpi_rows_fetch(m, at, &m->start, err));
  for (size_t i = 0; i < m->shard.own && at == NULL; i++)
    mg_random_place(m->runs.seed, m->shard.name[i], dim, 1, m->start + i * dim);
  m->in.origin = m->in.start = m->start;
  if (features != NULL && at != features) {
    PASS(mg_mpi_rows_fetch(m, features, &m->origin, err));
    m->in.origin = m->origin;
  }
  m->runs.in = &m->in;
  return MGNN_OK;
}

typedef struct {
  const mg_shard_run *shard;
  mg_run *run;
  mgnn_status status;
  mgnn_error err;
} layer_watcher;

/* Measure a layer.  All ranks agree on a failure. */
static int
watch_layer(void *ctx, const mgnn_progress *now)
{
  layer_watcher *w = ctx;
  mg_shard_figures f = { .scale = NAN };

  w->status = mg_shard_measure(w->shard, now->x, 1, w->run->param[MG_PARAM_ALPHA], &f,
                               &w->err);
  w->run->figures[now->step] = f.figures;
  w->run->scale = f.scale;
  w->run->scaled_stress = f.scaled_stress;
  return w->status != MGNN_OK;
}

static mgnn_status
run_model(mg_mpi *m, mg_run *model, double *waited, mgnn_error *err)
{
  size_t size = m->shard.own * m->dim, layers = m->runs.layers;
  mgnn_layer_params par;
  mg_shard_run run = { &m->shard, m->dim, &par, m->opt.layout.layers.self_loops,
                       waited };
  layer_watcher w = { .shard = &run, .run = model, .status = MGNN_OK };
  mgnn_progress ends[] = { { 0, m->start, NAN, NAN }, { layers, NULL, NAN, NAN } };
  mgnn_status status = MGNN_OK;

  ends[1].x = model->last = mg_alloc(size, sizeof *model->last);
  model->figures = mg_zalloc(layers + 1, sizeof *model->figures);
  PASS(mg_ranks_have(m->ranks, model->last != NULL && model->figures != NULL, err));
  memcpy(model->last, m->start, size * sizeof *model->last);
  mg_layers_params(&m->opt.layout.layers, &m->runs, model, &par);
  if (m->runs.measure_all) {
    par.control.watch = watch_layer;
    par.control.watch_ctx = &w;
  }
  status = mg_shard_propagate(&run, model->last, err);
  for (int k = 0; k < 2 && status == MGNN_OK && !m->runs.measure_all; k++)
    watch_layer(&w, &ends[k]);
  if (w.status != MGNN_OK) {
    *err = w.err;
    status = w.status;
  }
  return status;
}

static mgnn_status
run_layers(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  double waited = 0;

  mg_ranks_stage("layers");
  for (size_t k = 0; k < m->runs.count; k++)
    PASS(run_model(m, &m->runs.run[k], &waited, err));
  m->took.rows = mg_ranks_most_real(m->ranks, mg_mpi_account(m, MG_LAYOUT) - waited);
  return MGNN_OK;
}

static const mg_step steps[] = {
  { "read", mg_mpi_forecast, MG_READ, is_dry, MG_STEP_PLAIN },
  { "read", read_graph, MG_READ, is_run, MG_STEP_PLAIN },
  { "tables", mg_mpi_tables_read, MG_READ, divides, MG_STEP_PLAIN },
  { "partition", divide, MG_READ, divides, MG_STEP_PLAIN },
  { "components", count_components, MG_READ, in_layers, MG_STEP_PLAIN },
  { "start", choose_start, MG_READ, in_layers, MG_STEP_PLAIN },
  { "layers", run_layers, MG_LAYOUT, in_layers, MG_STEP_SAY },
  { "layout", mg_mpi_layout, MG_LAYOUT, in_layout, MG_STEP_SAY },
  { "measure", mg_mpi_final_find, MG_LAYOUT, divides, MG_STEP_PLAIN },
  { "write", mg_mpi_write, MG_WRITE, in_layers, MG_STEP_PLAIN },
  { "write", mg_mpi_layout_write, MG_WRITE, in_layout, MG_STEP_PLAIN },
  { "report", mg_mpi_report, MG_REPORT, divides, MG_STEP_PLAIN },
  { "report", mg_call_commit, MG_REPORT, is_run, MG_STEP_PLAIN },
  { "report", mg_mpi_summary, MG_REPORT, in_layers, MG_STEP_PLAIN },
  { "report", mg_mpi_layout_summary, MG_REPORT, in_layout, MG_STEP_PLAIN },
  { "report", mg_mpi_graph_summary, MG_REPORT, only_writes, MG_STEP_PLAIN },
  { NULL, NULL, 0, NULL, MG_STEP_PLAIN }
};

/* ---- the program ---- */

static mgnn_status
agree(void *run, mgnn_status status, mgnn_error *err)
{
  return mg_ranks_agree(((mg_mpi *)run)->ranks, status, err);
}

static void
release(void *run)
{
  mg_mpi *m = run;

  mg_free_all(m->start, m->origin);
  mg_mpi_tables_free(&m->tables);
  mg_mpi_final_free(&m->final);
  m->runs.in = NULL;
  mg_results_free(&m->runs);
  mg_shard_free(&m->shard);
  mg_read_result_free(&m->graph);
}

static int
run_all(mg_mpi *run, int argc, char **argv)
{
  const mg_program program = {
    "mgnn-layout-mpi", usage, ending, examples, main_options, run->table.part,
    mg_mpi_options_init, check,
    steps, mg_mpi_exit, release, agree, run->ranks->rank != 0,
    mg_layout_lists, mg_layout_relations
  };
  mgnn_error err;

  mg_mpi_table_make(&run->table);
  if (mg_mpi_refuse(&run->table, argc, argv, &err) != MGNN_OK) {
    if (!program.silent)
      fprintf(stderr, "%s: %s\n", program.name, err.text);
    return MG_EXIT_USAGE;
  }
  return mg_program_main(&program, run, argc, argv);
}

int
main(int argc, char **argv)
{
  static mg_mpi run;
  mg_ranks ranks;
  mgnn_error err;
  int code, words;
  char **word = mg_mpi_petsc_words(&argc, argv, &words);

  mg_descriptors_occupy();
  if (word == NULL || mg_ranks_init(&ranks, words, word, &err) != MGNN_OK) {
    fprintf(stderr, "mgnn-layout-mpi: %s\n", word != NULL ? err.text : "out of memory");
    return MG_EXIT_FILES;
  }
  run.ranks = &ranks;
  run.took.before = (double)clock() / CLOCKS_PER_SEC;
  code = run_all(&run, argc, argv);
  mg_ranks_end(&ranks);
  mg_free(word);
  return code;
}
