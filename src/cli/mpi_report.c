/* What mgnn-layout-mpi writes: positions, the report, the summary. */
#include "mpi_stages.h"
#include "base/mem.h"
#include "base/threads.h"
#include "distributed/checkpoint.h"
#include "distributed/chunks.h"
#include "distributed/write_text.h"
#include "file_set.h"
#include "fit_words.h"
#include "io/write/json.h"
#include "io/write/output.h"
#include "put_json.h"
#include "wording.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- positions ---- */

int
mg_mpi_is_png(const mg_mpi *m, const char *name)
{
  const char *word = m->opt.layout.output.format;

  mg_file_format_of(name, &word);
  return word != NULL && strcmp(word, "png") == 0;
}

static mgnn_status
output_check(const mg_mpi *m, const char *name, mgnn_error *err)
{
  if (mg_mpi_is_gathered(m, name))
    return mg_mpi_gathered_check(m, name, err);
  if (mg_mpi_is_png(m, name) && (m->runs.in_layers || m->opt.layout.input.dim > 2
                                 || m->opt.layout.input.dim == 1))
    return mg_fail(err, MGNN_EINVAL, "--output %s: mgnn-layout-mpi draws what layout "
                   "mode finds in the plane; write positions as CSV, and mgnn-layout "
                   "--init FILE.csv --no-layout draws them", name);
  if (m->runs.count > 1 && strstr(name, "%m") == NULL)
    return mg_fail(err, MGNN_EINVAL, "--output %s: %zu models need a name with %%m for "
                   "the model", name, m->runs.count);
  for (const char *p = strchr(name, '%'); p != NULL; p = strchr(p + 2, '%'))
    if (p[1] != 'm')
      return mg_fail(err, MGNN_EINVAL, "--output %s: after %% only m (the model) is "
                     "known", name);
  return MGNN_OK;
}

/* The name of an output for one model; to be freed. */
static char *
name_of(const char *pattern, const char *model)
{
  size_t len = strlen(model), size = strlen(pattern) + 1;
  char *name, *to;

  for (const char *p = strstr(pattern, "%m"); p != NULL; p = strstr(p + 2, "%m"))
    size += len;
  name = to = mg_alloc(size, 1);
  while (name != NULL && *pattern != '\0')
    if (strncmp(pattern, "%m", 2) == 0) {
      memcpy(to, model, len);
      to += len;
      pattern += 2;
    } else
      *to++ = *pattern++;
  if (name != NULL)
    *to = '\0';
  return name;
}

/* All that will be written, by their whole names. */
static mgnn_status
outputs_add(mg_files *files, const mg_mpi *m, mgnn_error *err)
{
  const mg_output_options *out = &m->opt.layout.output;
  const char *const others[] = { out->report, m->opt.write_binary, m->opt.checkpoint };
  char *name = NULL;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < out->files.count; k++) {
    size_t models = strstr(out->files.word[k], "%m") != NULL ? m->runs.count : 1;

    for (size_t r = 0; r < models; r++) {
      name = name_of(out->files.word[k], m->runs.in_layers ? m->runs.run[r].name : "");
      TRY(mg_allocated(name, err));
      TRY(mg_files_add(files, name, err));
      mg_free(name);
      name = NULL;
    }
  }
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (others[k] != NULL)
      TRY(mg_files_add(files, others[k], err));
end:
  mg_free(name);
  return status;
}

static mgnn_status
graph_check(void *files, const char *path, mgnn_error *err)
{
  return mg_files_check(files, &path, 1, err);
}

/* None of them may be another, or an input; a graph may be a pattern. */
static mgnn_status
outputs_differ(const mg_mpi *m, mgnn_error *err)
{
  const mg_call *call = &m->opt.layout.call;
  const mg_input_options *in = &m->opt.layout.input;
  const char *const table[] = { in->metric, in->features, in->init, in->pin };
  mg_files files = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(outputs_add(&files, m, err));
  TRY(mg_files_check(&files, table, sizeof table / sizeof *table, err));
  for (size_t k = 0; k < call->operands; k++)
    TRY(mg_pattern_each(call->operand[k], graph_check, &files, err));
end:
  mg_files_free(&files);
  return status;
}

mgnn_status
mg_mpi_outputs_check(const mg_mpi *m, mgnn_error *err)
{
  const mg_output_options *out = &m->opt.layout.output;
  mgnn_status status = MGNN_OK;

  if (out->files.count == 0 && out->report == NULL && m->opt.write_binary == NULL)
    TRY(mg_fail(err, MGNN_EINVAL, "nothing would be written: give -o FILE.csv, "
                "--report FILE or --write-binary FILE"));
  for (size_t k = 0; k < out->files.count; k++)
    TRY(output_check(m, out->files.word[k], err));
  if (m->ranks->rank == 0)
    TRY(outputs_differ(m, err));
  for (size_t k = 0; k < out->files.count; k++)
    if (m->ranks->rank == 0 && strstr(out->files.word[k], "%m") == NULL)
      TRY(mg_output_try(out->files.word[k], err));
  if (m->ranks->rank == 0 && out->report != NULL)
    TRY(mg_output_try(out->report, err));
  if (m->ranks->rank == 0 && m->opt.checkpoint != NULL)
    TRY(mg_checkpoint_try(m->opt.checkpoint, err));
end:
  return status;
}

static mgnn_status
write_model(mg_mpi *m, const char *pattern, const char *model, const double *x,
            mgnn_error *err)
{
  char *name = name_of(pattern, model);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(m->ranks, mg_allocated(name, err), err));
  TRY(mg_write_positions_csv(&m->shard, &m->graph.homes, &m->graph.names, m->dim, x,
                             name, err));
end:
  mg_free(name);
  return status;
}

mgnn_status
mg_mpi_write(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  const mg_list *files = &m->opt.layout.output.files;
  const mg_shard_run of = { &m->shard, m->dim, NULL,
                            m->opt.layout.layers.self_loops, NULL, NULL };
  mgnn_status status = MGNN_OK;

  for (size_t r = 0; r < m->runs.count; r++) {
    double *x = m->result[r].last;

    for (size_t i = 0; i < m->shard.own * m->dim && !m->in_z; i++)
      x[i] /= mg_shard_root(&of, i / m->dim);
    for (size_t k = 0; k < files->count; k++)
      TRY(write_model(m, files->word[k], m->runs.run[r].name, x, err));
  }
end:
  return status;
}

/* ---- the report ---- */

static void
put_model(mg_json *j, const mg_mpi *m, size_t k)
{
  const mg_run *run = &m->runs.run[k];
  const mg_rule *rule = run->rule;

  mg_json_open(j, '{');
  put_text(j, "name", run->name);
  put_number(j, "alpha", rule->takes_alpha ? run->param[MG_PARAM_ALPHA] : NAN);
  put_number(j, "beta", rule->takes_beta ? run->param[MG_PARAM_BETA] : NAN);
  put_number(j, "eps", rule->takes_beta ? run->param[MG_PARAM_EPS] : NAN);
  for (int p = MG_PARAM_STEP; p < MG_PARAMS; p++)
    if (mg_rule_takes(rule, p))
      put_number(j, mg_layer_param_table[p].name, run->param[p]);
  mg_json_key(j, "layers");
  mg_json_open(j, '[');
  for (size_t layer = 0; layer <= m->runs.layers; layer++) {
    mg_json_row(j, '{');
    put_count(j, "layer", layer);
    mg_json_figures(j, &m->result[k].figures[layer].figures);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_close(j);
}

static void
put_partition(mg_json *j, const mg_mpi *m)
{
  mg_json_key(j, "partition");
  mg_json_row(j, '{');
  put_text(j, "kind", m->partition.kind);
  put_number(j, "cut", m->partition.facts.cut);
  put_count(j, "ghosts", m->partition.facts.ghosts);
  put_count(j, "most_ghosts", m->partition.facts.ghosts_most);
  put_number(j, "imbalance", m->partition.facts.imbalance);
  mg_json_close(j);
}

static void
put_took(mg_json *j, const mg_mpi *m)
{
  mg_json_key(j, "processor_seconds");
  mg_json_row(j, '{');
  put_number(j, "read", m->took.processor[MG_READ]);
  put_number(j, "partition", m->took.processor[MG_DRAW]);
  put_number(j, "layout", m->took.processor[MG_LAYOUT]);
  put_number(j, "rows", m->runs.in_layers ? m->took.rows : NAN);
  put_number(j, "write", m->took.processor[MG_WRITE]);
  mg_json_close(j);
  mg_json_key(j, "peak_bytes");
  mg_json_row(j, '{');
  put_number(j, "rank", m->took.peak);
  put_number(j, "all", m->took.peak_all);
  mg_json_close(j);
}

mgnn_status
mg_mpi_put_graph(mg_json *j, const mg_mpi *m, const char *mode, mgnn_error *err)
{
  const mg_call *call = &m->opt.layout.call;
  mgnn_status status = MGNN_OK;

  TRY(mg_json_command(j, call, err));
  put_text(j, "version", mgnn_version());
  put_count(j, "seed", (size_t)call->seed);
  put_count(j, "ranks", (size_t)m->ranks->size);
  put_count(j, "threads", (size_t)mg_threads(0));
  put_text(j, "mode", mode);
  put_count(j, "nodes", m->shard.n);
  put_count(j, "edges", m->shard.m);
  put_count(j, "components", (size_t)m->partition.components);
  put_count(j, "dropped_loops", m->graph.loops);
  put_count(j, "merged_edges", m->graph.merged);
  put_count(j, "dim", m->dim);
  put_text(j, "space", m->runs.in_layers && m->in_z ? "z" : "y");
  put_partition(j, m);
end:
  return status;
}

void
mg_mpi_put_seconds(mg_json *j, const mg_mpi *m)
{
  static const char *const part[MG_REPORT] = { "read", "layout", "draw", "write" };

  mg_json_key(j, "seconds");
  mg_json_row(j, '{');
  for (int k = 0; k < MG_REPORT; k++)
    put_number(j, part[k], m->opt.layout.call.seconds[k]);
  mg_json_close(j);
  put_took(j, m);
}

static mgnn_status
put_run(mg_json *j, const mg_mpi *m, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  mg_json_open(j, '{');
  TRY(mg_mpi_put_graph(j, m, "layers", err));
  put_flag(j, "self_loops", m->opt.layout.layers.self_loops);
  mg_json_key(j, "models");
  mg_json_open(j, '[');
  for (size_t k = 0; k < m->runs.count; k++)
    put_model(j, m, k);
  mg_json_close(j);
  mg_mpi_put_final(j, m);
  mg_mpi_put_seconds(j, m);
  mg_json_close(j);
end:
  return status;
}

/* By rank 0 alone: nothing here is collective. */
mgnn_status
mg_mpi_report(void *run, mgnn_error *err)
{
  const mg_mpi *m = run;
  const char *path = m->opt.layout.output.report;
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;
  mg_json json;

  if (path == NULL || m->ranks->rank != 0)
    return MGNN_OK;
  TRY(mg_output_open(&out, path, err));
  mg_json_begin(&json, out.file);
  TRY(put_run(&json, m, err));
  mg_json_end(&json);
  TRY(mg_output_commit(&out, err));
end:
  mg_output_discard(&out);
  return status;
}

/* ---- the summary ---- */

static void
say_model(const mg_mpi *m, size_t k)
{
  const mg_shard_figures *f = &m->result[k].figures[m->runs.layers];
  char first[32], last[32];

  mg_number_short(first, sizeof first, "", m->result[k].figures[0].figures.energy);
  mg_number_short(last, sizeof last, "", f->figures.energy);
  fprintf(stderr, "mgnn-layout-mpi: %s: %zu layer%s, energy %s -> %s",
          m->runs.run[k].name, m->runs.layers, mg_plural(m->runs.layers), first, last);
  mg_say_lengths(&f->figures, m->final.mean);
  if (!isnan(f->scaled_stress))
    fprintf(stderr, "; stress %.3g, %.3g if enlarged %.3g times", f->figures.stress,
            f->scaled_stress, f->scale);
  fputc('\n', stderr);
}

void
mg_mpi_say_graph(const mg_mpi *m)
{
  const mg_call *call = &m->opt.layout.call;
  uint64_t n = m->graph.names.n, edges = m->graph.rows.m + m->shard.m;
  char path[MG_SHOW_PATH];

  fprintf(stderr, "mgnn-layout-mpi: %s%s: %llu node%s, %llu edge%s",
          mg_show_path(path, call->operand[0]), call->operands > 1 ? ", ..." : "",
          (unsigned long long)n, mg_plural((size_t)n), (unsigned long long)edges,
          mg_plural((size_t)edges));
  if (m->partition.components > 1)
    fprintf(stderr, ", %llu components", (unsigned long long)m->partition.components);
  fprintf(stderr, ", on %d rank%s", m->ranks->size, mg_plural((size_t)m->ranks->size));
  if (m->ranks->size > 1 && m->partition.kind != NULL)
    fprintf(stderr, " (%s: %.2g of the slots lead to other ranks)", m->partition.kind,
            m->partition.facts.cut);
  fputc('\n', stderr);
  for (size_t k = 0; k < m->graph.notes.count; k++)
    fprintf(stderr, "mgnn-layout-mpi: %s\n", m->graph.notes.text[k]);
  for (size_t k = 0; k < m->tables.notes.count; k++)
    fprintf(stderr, "mgnn-layout-mpi: %s\n", m->tables.notes.text[k]);
  if (m->graph.loops > 0)
    fprintf(stderr, "mgnn-layout-mpi: %s: %llu self-loop%s dropped\n",
            mg_show_path(path, call->operand[0]), (unsigned long long)m->graph.loops,
            mg_plural((size_t)m->graph.loops));
  if (m->graph.merged > 0)
    fprintf(stderr, "mgnn-layout-mpi: %s: %llu parallel edge%s merged\n",
            mg_show_path(path, call->operand[0]), (unsigned long long)m->graph.merged,
            mg_plural((size_t)m->graph.merged));
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
    say_model(m, k);
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
