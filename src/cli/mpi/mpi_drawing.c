/* Writes the files of -o: positions and pictures by all ranks; all other formats by the
 * stages of mgnn-layout on rank 0, for graphs small enough for one process. */
#include "mpi_stages.h"
#include "base/mem.h"
#include "distributed/binary_graph.h"
#include "distributed/checkpoint.h"
#include "distributed/chunks.h"
#include "distributed/write_text.h"
#include "cli/common/file_set.h"
#include "io/write/output.h"
#include "cli/layout/layout_stages.h"
#include "cli/layout/outputs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WAY_OUT "write positions as CSV, and mgnn-layout --positions FILE.csv " \
                "draws them"

/* Whether an output is a picture, which all ranks draw together. */
static int
is_png(const mg_mpi *m, const char *name)
{
  const char *word = m->opt.layout.output.format;

  mg_file_format_of(name, &word);
  return word != NULL && strcmp(word, "png") == 0;
}

/* Whether rank 0 alone makes the output, as mgnn-layout does. */
static int
is_gathered(const mg_mpi *m, const char *name)
{
  const char *word = m->opt.layout.output.format;

  mg_file_format_of(name, &word);
  return word == NULL || (strcmp(word, "csv") != 0 && strcmp(word, "png") != 0);
}

/* Check that rank 0 can make the output.  Only rank 0 tests whether files exist. */
static mgnn_status
gathered_check(const mg_mpi *m, const char *name, mgnn_error *err)
{
  const mg_call *call = &m->opt.layout.call;
  const char *word = m->opt.layout.output.format;
  mg_file_format format = mg_file_format_of(name, &word);

  if (format.draw == NULL && format.write == NULL
      && (word == NULL || strcmp(word, "html") != 0))
    return mg_fail(err, MGNN_EINVAL, "--output %s: the suffix names no format; end the "
                   "name in .csv, .png, .svg or .html, or give -T WORD", name);
  if (m->runs.in_layers)
    return mg_fail(err, MGNN_EINVAL, "--output %s: layers of mgnn-layout-mpi are written "
                   "as CSV; " WAY_OUT, name);
  if (call->operands > 1 || (m->ranks->rank == 0
                             && (access(call->operand[0], R_OK) != 0
                                 || mg_binary_is(call->operand[0]))))
    return mg_fail(err, MGNN_EINVAL, "--output %s: drawings other than PNG need a graph "
                   "in one file of text; " WAY_OUT, name);
  return MGNN_OK;
}

static mgnn_status
output_check(const mg_mpi *m, const char *name, mgnn_error *err)
{
  if (is_gathered(m, name))
    return gathered_check(m, name, err);
  if (is_png(m, name) && (m->runs.in_layers || m->opt.layout.input.dim > 2
                                 || m->opt.layout.input.dim == 1))
    return mg_fail(err, MGNN_EINVAL, "--output %s: mgnn-layout-mpi draws what layout "
                   "mode finds in the plane; " WAY_OUT, name);
  if (m->runs.count > 1 && strstr(name, "%m") == NULL)
    return mg_fail(err, MGNN_EINVAL, "--output %s: %zu models need a name with %%m for "
                   "the model", name, m->runs.count);
  for (const char *p = strchr(name, '%'); p != NULL; p = strchr(p + 2, '%'))
    if (p[1] != 'm')
      return mg_fail(err, MGNN_EINVAL, "--output %s: after %% only m (the model) is "
                     "known", name);
  return MGNN_OK;
}

/* Add all files that will be written, by their full names. */
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
      name = mg_output_name(out->files.word[k],
                            m->runs.in_layers ? m->runs.run[r].name : "", 0);
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

/* Check that no output replaces another or an input.  GRAPH may be a pattern. */
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

  if (out->files.count == 0 && out->report == NULL && m->opt.write_binary == NULL)
    return mg_fail(err, MGNN_EINVAL, "nothing would be written: give -o FILE.csv, "
                   "--report FILE or --write-binary FILE");
  for (size_t k = 0; k < out->files.count; k++)
    PASS(output_check(m, out->files.word[k], err));
  if (m->ranks->rank == 0)
    PASS(outputs_differ(m, err));
  for (size_t k = 0; k < out->files.count; k++)
    if (m->ranks->rank == 0 && strstr(out->files.word[k], "%m") == NULL)
      PASS(mg_output_try(out->files.word[k], err));
  if (m->ranks->rank == 0 && out->report != NULL)
    PASS(mg_output_try(out->report, err));
  if (m->ranks->rank == 0 && m->opt.checkpoint != NULL)
    PASS(mg_checkpoint_try(m->opt.checkpoint, err));
  return MGNN_OK;
}

mgnn_status
mg_mpi_outputs_fit(const mg_mpi *m, mgnn_error *err)
{
  enum { GATHERED_MOST = 100000 };
  const mg_list *files = &m->opt.layout.output.files;

  for (size_t k = 0; k < files->count && m->dim != 2; k++)
    if (is_png(m, files->word[k]))
      return mg_fail(err, MGNN_EINVAL, "--output %s: mgnn-layout-mpi draws in the plane, "
                     "and positions have %zu numbers", files->word[k], m->dim);
  for (size_t k = 0; k < files->count; k++)
    if (is_gathered(m, files->word[k])
        && (m->shard.n > GATHERED_MOST || m->shard.m > GATHERED_MOST))
      return mg_fail(err, MGNN_EINVAL, "--output %s: %llu nodes and %llu edges are more "
                     "than the %d that mgnn-layout-mpi draws so; a name in .png gets a "
                     "picture of any size, or " WAY_OUT, files->word[k],
                     (unsigned long long)m->shard.n, (unsigned long long)m->shard.m,
                     GATHERED_MOST);
  return MGNN_OK;
}

/* ---- writing ---- */

/* Do what mgnn-layout GRAPH --positions POSITIONS -o NAME would do. */
static mgnn_status
draw(const mg_mpi *m, const char *name, const char *positions, mgnn_error *err)
{
  mg_layout_options opt = m->opt.layout;
  const char *word[] = { name };

  mg_search_options_init(&opt.search);
  opt.search.no_layout = 1;
  opt.input.init = positions;
  opt.input.dim = 0;
  opt.output.files.word = word;
  opt.output.files.count = 1;
  opt.output.report = NULL;
  opt.call.quiet = 1;
  return mg_layout_draw(&opt, err);
}

static mgnn_status
gathered_write(mg_mpi *m, const char *name, mgnn_error *err)
{
  FILE *positions = m->ranks->rank == 0 ? tmpfile() : NULL;
  char path[40] = "";
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(m->ranks, m->ranks->rank == 0 && positions == NULL
                               ? mg_fail(err, MGNN_EIO, "no temporary file can be made")
                               : MGNN_OK, err));
  TRY(mg_gather_positions_csv(&m->shard, &m->graph.homes, &m->graph.names, m->dim,
                              m->start, positions, err));
  if (positions != NULL) {
    snprintf(path, sizeof path, "/dev/fd/%d", fileno(positions));
    status = fflush(positions) == 0 ? draw(m, name, path, err)
             : mg_fail(err, MGNN_EIO, "the temporary file cannot be written");
  }
  TRY(mg_ranks_agree(m->ranks, status, err));
end:
  if (positions != NULL)
    fclose(positions);
  return status;
}

mgnn_status
mg_mpi_layout_write(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  const mg_list *files = &m->opt.layout.output.files;

  for (size_t k = 0; k < files->count; k++)
    if (is_png(m, files->word[k]))
      PASS(mg_shard_picture(&m->shard, m->start, files->word[k], err));
    else if (is_gathered(m, files->word[k]))
      PASS(gathered_write(m, files->word[k], err));
    else
      PASS(mg_write_positions_csv(&m->shard, &m->graph.homes, &m->graph.names, m->dim,
                                  m->start, files->word[k], err));
  return MGNN_OK;
}

static mgnn_status
write_model(mg_mpi *m, const char *pattern, const char *model, const double *x,
            mgnn_error *err)
{
  char *name = mg_output_name(pattern, model, 0);
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
                            m->opt.layout.layers.self_loops, NULL };

  for (size_t r = 0; r < m->runs.count; r++) {
    double *x = m->runs.run[r].last;

    for (size_t i = 0; i < m->shard.own * m->dim && !m->in_z; i++)
      x[i] /= mg_shard_root(&of, i / m->dim);
    for (size_t k = 0; k < files->count; k++)
      PASS(write_model(m, files->word[k], m->runs.run[r].name, x, err));
  }
  mg_mpi_account(m, MG_WRITE);
  return MGNN_OK;
}
