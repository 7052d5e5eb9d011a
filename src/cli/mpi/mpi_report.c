/* Output of mgnn-layout-mpi besides positions: report, summary, --dry-run. */
#include "mpi_stages.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/threads.h"
#include "distributed/forecast.h"
#include "cli/common/fit_words.h"
#include "cli/common/notes.h"
#include "io/write/output.h"
#include "cli/common/put_json.h"
#include "cli/layout/layout_stages.h"
#include "io/text/message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* ---- time and memory ---- */

double
mg_mpi_account(mg_mpi *m, int time)
{
  double now = (double)clock() / CLOCKS_PER_SEC;
  struct rusage use;
  double here[2];

  getrusage(RUSAGE_SELF, &use);
  here[0] = now - m->took.before;
  here[1] = (double)use.ru_maxrss * 1024;
  m->took.before = now;
  m->took.processor[time] += mg_ranks_most_real(m->ranks, here[0]);
  m->took.peak = mg_ranks_most_real(m->ranks, here[1]);
  MPI_Allreduce(&here[1], &m->took.peak_all, 1, MPI_DOUBLE, MPI_SUM, m->ranks->comm);
  return here[0];
}

/* ---- the final positions ---- */

enum { NAME_MOST = 1000 };     /* most bytes of a name in the report */

/* Fetch the names of the worst edges' ends from the homes of the nodes.  Collective. */
static mgnn_status
names_find(mg_mpi *m, mgnn_error *err)
{
  mg_mpi_final *f = &m->final;
  char name[NAME_MOST];

  for (size_t k = 0; k < 2 * f->count; k++) {
    size_t edge = f->worst[k / 2].edge;

    mg_name_share(&m->graph, m->ranks, k % 2 > 0 ? edge & UINT32_MAX : edge >> 32, name,
                  sizeof name);
    f->name[k] = mg_strdup(name);
    PASS(mg_ranks_agree(m->ranks, mg_allocated(f->name[k], err), err));
  }
  return MGNN_OK;
}

mgnn_status
mg_mpi_final_find(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  mgnn_layer_params none = { .origin = NULL };
  const mg_shard_run of = { &m->shard, m->dim, &none,
                            m->opt.layout.layers.self_loops, NULL };
  size_t size = m->shard.own * m->dim;
  double *y = NULL;
  mgnn_status status = MGNN_OK;

  mg_ranks_stage("measuring and writing");
  m->final.mean = mg_shard_mean_length(&m->shard);
  if (m->runs.in_layers && m->opt.layout.output.report == NULL)
    return MGNN_OK;
  y = mg_alloc(size, sizeof *y);
  TRY(mg_ranks_agree(m->ranks, mg_allocated(y, err), err));
  memcpy(y, m->runs.in_layers ? m->runs.run[0].last : m->start, size * sizeof *y);
  for (size_t i = 0; i < size && m->runs.in_layers; i++)
    y[i] /= mg_shard_root(&of, i / m->dim);
  if (m->runs.in_layers)
    m->final.figures.figures = m->runs.run[0].figures[m->runs.layers];
  else
    TRY(mg_shard_measure(&of, y, 0, 0, &m->final.figures, err));
  TRY(mg_shard_worst(&m->shard, m->dim, y, MG_WORST_MAX, m->final.worst, &m->final.count,
                     err));
  TRY(names_find(m, err));
end:
  mg_free(y);
  return status;
}

void
mg_mpi_final_free(mg_mpi_final *f)
{
  for (size_t k = 0; k < 2 * MG_WORST_MAX; k++)
    mg_free(f->name[k]);
}

/* ---- the report ---- */

static void
put_seconds(mg_json *j, const mg_mpi *m)
{
  mg_json_seconds(j, &m->opt.layout.call);
  put_row(j, "processor_seconds", '{');
  put_number(j, "read", m->took.processor[MG_READ]);
  put_number(j, "partition", m->took.processor[MG_DRAW]);
  put_number(j, "layout", m->took.processor[MG_LAYOUT]);
  put_number(j, "rows", m->runs.in_layers ? m->took.rows : NAN);
  put_number(j, "write", m->took.processor[MG_WRITE]);
  mg_json_close(j);
  put_row(j, "peak_bytes", '{');
  put_number(j, "rank", m->took.peak);
  put_number(j, "all", m->took.peak_all);
  mg_json_close(j);
}

static mgnn_status
put_graph(mg_json *j, const mg_mpi *m, mgnn_error *err)
{
  PASS(mg_json_call(j, &m->opt.layout.call, err));
  put_count(j, "ranks", (size_t)m->ranks->size);
  put_count(j, "threads", (size_t)mg_threads(0));
  put_text(j, "mode", m->runs.in_layers ? "layers" : "layout");
  put_count(j, "nodes", m->shard.n);
  put_count(j, "edges", m->shard.m);
  put_count(j, "components", (size_t)m->partition.components);
  put_count(j, "dropped_loops", m->graph.loops);
  put_count(j, "merged_edges", m->graph.merged);
  put_count(j, "dim", m->dim);
  put_text(j, "space", m->runs.in_layers && m->in_z ? "z" : "y");
  put_row(j, "partition", '{');
  put_text(j, "kind", m->partition.kind);
  put_number(j, "cut", m->partition.facts.cut);
  put_count(j, "ghosts", m->partition.facts.ghosts);
  put_count(j, "most_ghosts", m->partition.facts.ghosts_most);
  put_number(j, "imbalance", m->partition.facts.imbalance);
  mg_json_close(j);
  return MGNN_OK;
}

static void
put_layout(mg_json *j, const mg_mpi *m)
{
  const mg_shard_outcome *o = &m->outcome;
  const char *reached = m->layout.limits.reached;
  /* verdicts of mgnn-layout that this program does not search for: null */
  static const char *const unknown[] = {
    "rigid", "globally_rigid", "degrees_of_freedom", "solution", "feasible", "violations",
    "determined_nodes", "generic_nodes", "determined_up_to", "anchors", "determined_error",
    "determined", "determined_by", "verified_nodes", "verified"
  };

  put_text(j, "pairs", m->layout.paths ? "paths" : "edges");
  put_count(j, "pinned_nodes", (size_t)m->tables.pins.common);
  put_count(j, "divided_components", (size_t)o->divided);
  put_count(j, "iterations", o->iterations);
  put_flag(j, "converged", reached == NULL);
  put_text(j, "stop_reason", reached != NULL ? reached : "converged");
  put_number(j, "pair_stress", o->stress);
  for (size_t k = 0; k < sizeof unknown / sizeof *unknown; k++)
    put_number(j, unknown[k], NAN);
}

/* Runs on rank 0 alone, so nothing here may be collective. */
mgnn_status
mg_mpi_report(void *run, mgnn_error *err)
{
  const mg_mpi *m = run;
  const mg_mpi_final *f = &m->final;
  const char *path = m->opt.layout.output.report;
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;
  mg_json json;

  if (path == NULL || m->ranks->rank != 0)
    return MGNN_OK;
  TRY(mg_output_open(&out, path, err));
  mg_json_begin(&json, out.file);
  mg_json_open(&json, '{');
  TRY(put_graph(&json, m, err));
  if (m->runs.in_layers)
    mg_json_models(&json, &m->opt.layout.layers, &m->runs);
  else
    put_layout(&json, m);
  put_open(&json, "final", '{');
  mg_json_figures(&json, &f->figures.figures);
  put_open(&json, "worst", '[');
  for (size_t k = 0; k < f->count; k++)
    mg_json_fit(&json, f->name[2 * k], f->name[2 * k + 1], &f->worst[k]);
  mg_json_close(&json);
  mg_json_close(&json);
  put_seconds(&json, m);
  mg_json_close(&json);
  mg_json_end(&json);
  TRY(mg_output_keep(&out, m->ranks->files, err));
end:
  mg_output_discard(&out);
  return status;
}

/* ---- the summary ---- */

static void
say_model(const mg_mpi *m, const mg_run *run)
{
  const mgnn_figures *f = &run->figures[m->runs.layers];
  char first[32], last[32];

  mg_number_short(first, sizeof first, "", run->figures[0].energy);
  mg_number_short(last, sizeof last, "", f->energy);
  fprintf(stderr, "mgnn-layout-mpi: %s: %zu layer%s, energy %s -> %s",
          run->name, m->runs.layers, mg_plural(m->runs.layers), first, last);
  mg_say_lengths(f, m->final.mean);
  if (!isnan(run->scaled_stress))
    fprintf(stderr, "; stress %.3g, %.3g if enlarged %.3g times", f->stress,
            run->scaled_stress, run->scale);
  fputc('\n', stderr);
}

void
mg_mpi_say_graph(const mg_mpi *m)
{
  const mg_call *call = &m->opt.layout.call;
  uint64_t n = m->graph.names.n, edges = m->graph.rows.m + m->shard.m;
  char buf[MG_SHOW_PATH];
  const char *path = mg_show_path(buf, call->operand[0]);

  fprintf(stderr, "mgnn-layout-mpi: %s%s: %llu node%s, %llu edge%s", path, call->operands > 1 ? ", ..." : "",
          (unsigned long long)n, mg_plural((size_t)n), (unsigned long long)edges,
          mg_plural((size_t)edges));
  if (m->partition.components > 1)
    fprintf(stderr, ", %llu components", (unsigned long long)m->partition.components);
  fprintf(stderr, ", on %d rank%s", m->ranks->size, mg_plural((size_t)m->ranks->size));
  if (m->ranks->size > 1 && m->partition.kind != NULL)
    fprintf(stderr, " (%s: %.2g of the slots lead to other ranks)", m->partition.kind,
            m->partition.facts.cut);
  fputc('\n', stderr);
  mg_notes_say(call, &m->graph.notes, call->operand[0], (size_t)m->graph.loops,
               (size_t)m->graph.merged);
  mg_notes_say(call, &m->tables.notes, call->operand[0], 0, 0);
}

void
mg_mpi_say_took(const mg_mpi *m)
{
  const double *time = m->took.processor;

  if (!m->opt.layout.call.verbose)
    return;
  fprintf(stderr, "mgnn-layout-mpi: processor time of the busiest rank: read %.3f s, "
          "partition %.3f s, %s %.3f s (%.3f s without the exchange of ghosts), write "
          "%.3f s; at most %.1f MB on a rank, %.1f MB on all\n", time[MG_READ],
          time[MG_DRAW], m->runs.in_layers ? "layers" : "search", time[MG_LAYOUT],
          m->runs.in_layers ? m->took.rows : time[MG_LAYOUT], time[MG_WRITE], m->took.peak / 1e6, m->took.peak_all / 1e6);
}

mgnn_status
mg_mpi_summary(void *run, mgnn_error *err)
{
  const mg_mpi *m = run;

  (void)err;
  if (m->opt.layout.call.quiet)
    return MGNN_OK;
  mg_mpi_say_graph(m);
  for (size_t k = 0; k < m->runs.count; k++)
    say_model(m, &m->runs.run[k]);
  mg_mpi_say_took(m);
  return MGNN_OK;
}

mgnn_status
mg_mpi_graph_summary(void *run, mgnn_error *err)
{
  const mg_mpi *m = run;
  char path[MG_SHOW_PATH];

  (void)err;
  if (m->opt.layout.call.quiet)
    return MGNN_OK;
  mg_mpi_say_graph(m);
  fprintf(stderr, "mgnn-layout-mpi: %s has the graph%s\n",
          mg_show_path(path, m->opt.write_binary),
          m->graph.rows.length != NULL ? " and its lengths" : "");
  return MGNN_OK;
}

/* ---- --dry-run: from a sample of the input ---- */

/* Format a number of bytes to two digits, with a unit. */
static const char *
show_bytes(double x, char buf[MG_SHOW_MAX])
{
  static const char *const unit[] = { "B", "kB", "MB", "GB", "TB", "PB" };
  size_t k = 0;

  for (; x >= 999.5 && k + 1 < sizeof unit / sizeof *unit; k++)
    x /= 1000;
  snprintf(buf, MG_SHOW_MAX, x < 10 ? "%.1f %s" : "%.0f %s", x, unit[k]);
  return buf;
}

static void
forecast_print(const mg_cost_run *run, const mg_cost *cost, int exact)
{
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX];

  printf("graph      %s%.3g nodes, %.3g edges, %s of input\n", exact ? "" : "about ",
         run->nodes, run->edges, show_bytes(run->bytes, a));
  printf("ranks      %.0f, in blocks: %.2g %% of the slots cut, at most %.2g ghosts on "
         "each\n", run->ranks, 100 * run->cut, cost->ghosts);
  printf("memory     of each rank: %s while reading, %s while layers run\n",
         show_bytes(cost->read_bytes, a), show_bytes(cost->held_bytes, b));
  if (cost->factor_bytes > 0)
    printf("factors    of each rank: %s with --pairs edges, if the graph is like a mesh in "
           "the plane; conjugate gradients where that does not fit\n",
           show_bytes(cost->factor_bytes, a));
  printf("time       reading %.2g s, a layer %.2g s (of which ghosts travel %.2g s, "
         "beside it), writing %.2g s\n", cost->read_seconds, cost->layer_seconds,
         cost->network_seconds, cost->write_seconds);
  printf("in all     %.2g s for %.0f layers; the disk and the network being as fast as "
         "in mgnn-layout-mpi(1)\n", cost->seconds, run->layers);
}

mgnn_status
mg_mpi_forecast(void *run, mgnn_error *err)
{
  const mg_mpi *m = run;
  const mg_layout_options *opt = &m->opt.layout;
  mg_cost_run what = {
    .ranks = m->opt.ranks > 0 ? (double)m->opt.ranks : m->ranks->size,
    .dim = (double)m->dim, .layers = (double)m->runs.layers,
    .number_bytes = opt->layers.precision != NULL && *opt->layers.precision == 's'
                    ? 4 : 8
  };
  const mg_read_options how = mg_mpi_read_options(&m->opt, &m->metric);
  mg_cost cost;

  PASS(mg_forecast(&what, m->ranks, &how, err));
  cost = mg_cost_predict(&what, &mg_cost_here);
  if (m->runs.in_layers)
    cost.factor_bytes = 0;
  if (m->ranks->rank == 0)
    forecast_print(&what, &cost, what.binary);
  return MGNN_OK;
}
