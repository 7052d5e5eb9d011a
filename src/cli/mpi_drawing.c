/* Drawings, and files with more than positions, by mgnn-layout's own stages on rank 0:
 * for graphs that one process reads and draws in seconds. */
#include "mpi_stages.h"
#include "distributed/binary_graph.h"
#include "distributed/write_text.h"
#include "layout_stages.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WAY_OUT "write positions as CSV, and mgnn-layout --init FILE.csv --no-layout " \
                "draws them"

int
mg_mpi_is_gathered(const mg_mpi *m, const char *name)
{
  const char *word = m->opt.layout.output.format;

  mg_file_format_of(name, &word);
  return word == NULL || (strcmp(word, "csv") != 0 && strcmp(word, "png") != 0);
}

/* Rank 0 alone looks at files. */
mgnn_status
mg_mpi_gathered_check(const mg_mpi *m, const char *name, mgnn_error *err)
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

mgnn_status
mg_mpi_gathered_size(const mg_mpi *m, mgnn_error *err)
{
  const mg_list *files = &m->opt.layout.output.files;

  for (size_t k = 0; k < files->count; k++)
    if (mg_mpi_is_gathered(m, files->word[k])
        && (m->shard.n > MG_MPI_GATHERED_MOST || m->shard.m > MG_MPI_GATHERED_MOST))
      return mg_fail(err, MGNN_EINVAL, "--output %s: %llu nodes and %llu edges are more "
                     "than the %d that mgnn-layout-mpi draws so; a name in .png gets a "
                     "picture of any size, or " WAY_OUT, files->word[k],
                     (unsigned long long)m->shard.n, (unsigned long long)m->shard.m,
                     MG_MPI_GATHERED_MOST);
  return MGNN_OK;
}

/* As mgnn-layout GRAPH --init POSITIONS --no-layout -o NAME would. */
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

mgnn_status
mg_mpi_gathered_write(mg_mpi *m, const char *name, mgnn_error *err)
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
