/* Reads the tables of positions, pins and features of mgnn-layout-mpi. */
#include "mpi_stages.h"
#include "base/mem.h"
#include "distributed/write_text.h"
#include "io/table/table_parts.h"

#include <string.h>

/* The table that --init names; NULL if it is a word or not given. */
static const char *
init_table(const mg_input_options *in)
{
  static const char *const words[] = { "auto", "random", "features" };

  for (int k = 0; k < 3 && in->init != NULL; k++)
    if (strcmp(in->init, words[k]) == 0)
      return NULL;
  return in->init;
}

/* Check that --init is possible: random, features or a table. */
static mgnn_status
init_check(const mg_input_options *in, int in_layers, mgnn_error *err)
{
  static const char *const absent[] = { "attributes", "pivot", "buildup" };

  if (in->init != NULL && !in_layers && (strcmp(in->init, "random") == 0
                                         || strcmp(in->init, "features") == 0))
    return mg_fail(err, MGNN_EINVAL, "--init %s: mgnn-layout-mpi starts a layout by "
                   "PivotMDS (auto) or at a table of positions; use mgnn-layout",
                   in->init);

  for (int k = 0; k < 3 && in->init != NULL; k++)
    if (strcmp(in->init, absent[k]) == 0)
      return mg_fail(err, MGNN_EINVAL, "--init %s: mgnn-layout-mpi starts layers at "
                     "random, at features or at a table of positions; use mgnn-layout",
                     in->init);
  if (in->init != NULL && strcmp(in->init, "features") == 0 && in->features == NULL)
    return mg_fail(err, MGNN_EINVAL, "--init features needs --features FILE");
  return MGNN_OK;
}

/* Check that a word names a file; rank 0 tests it for all ranks. */
static mgnn_status
file_check(const mg_mpi *m, const char *option, const char *word, const char *others,
           mgnn_error *err)
{
  int found = m->ranks->rank != 0 || mg_word_is_file(word);

  MPI_Bcast(&found, 1, MPI_INT, 0, m->ranks->comm);
  return found ? MGNN_OK
         : mg_fail(err, MGNN_EINVAL, "--%s: \"%.60s\" is %s", option, word, others);
}

mgnn_status
mg_mpi_tables_check(const mg_mpi *m, mgnn_error *err)
{
  const mg_input_options *in = &m->opt.layout.input;

  PASS(init_check(in, m->runs.in_layers, err));
  if (init_table(in) != NULL)
    PASS(file_check(m, "init", in->init, "neither a file nor one of auto, features, "
                    "random", err));
  if (in->pin != NULL && m->runs.in_layers)
    return mg_fail(err, MGNN_EINVAL, "--pin does not go with --layers: layers move every "
                   "node; leave one of them out");
  if (in->pin != NULL)
    PASS(file_check(m, "pin", in->pin, "no file, and the graphs that many ranks read "
                    "have no attributes of nodes: give a table of positions", err));
  return MGNN_OK;
}

/* ---- reading ---- */

/* Compare nodes and rows of a table: the same notes and failures as in mgnn-layout. */
static mgnn_status
match_check(mg_mpi *m, const mg_rows_request *of, const mg_node_rows *rows, int some,
            mgnn_error *err)
{
  const mg_rows_match match = { .common = (size_t)rows->common,
                                .others = (size_t)rows->others,
                                .other_line = (size_t)rows->other_line };
  char first[MG_SHOW_MAX];
  size_t n = (size_t)m->graph.names.n;

  mg_name_share(&m->graph, m->ranks, 0, first, sizeof first);
  if (rows->common == 0 && n > 0 && (!some || rows->others > 0))
    return mg_rows_none_in_common(of->path, of->graph_path, first, err);
  return mg_ranks_agree(m->ranks, mg_rows_match_note(&m->tables.notes, of->path, &match,
                                                     some ? 0 : n, err), err);
}

/* Read a table and set m->dim to its dimension, which must fit --dim and features. */
static mgnn_status
table_read(mg_mpi *m, const char *path, mg_rows_wanted wanted, mg_node_rows *rows,
           mgnn_error *err)
{
  const mg_rows_request of = { &m->graph, m->opt.layout.call.operand[0], path, wanted };
  long dim = m->opt.layout.input.dim;

  if (path == NULL)
    return MGNN_OK;
  PASS(mg_read_node_rows(rows, m->ranks, &of, err));
  if (m->tables.features.x != NULL && rows != &m->tables.features)
    PASS(mg_coordinates_check(path, rows->dim, "--features has", m->dim, err));
  if (dim > 0)
    PASS(mg_coordinates_check(path, rows->dim, "--dim is", (size_t)dim, err));
  if (wanted == MG_ROWS_MATCHING)
    PASS(match_check(m, &of, rows, 0, err));
  m->dim = m->runs.dim = rows->dim;
  return MGNN_OK;
}

static mgnn_status
pins_read(mg_mpi *m, mgnn_error *err)
{
  const mg_input_options *in = &m->opt.layout.input;
  const mg_rows_request of = { &m->graph, m->opt.layout.call.operand[0], in->pin,
                               in->strict_tables ? MG_ROWS_SOME : MG_ROWS_MATCHING };

  if (in->pin == NULL)
    return MGNN_OK;
  PASS(mg_read_node_rows(&m->tables.pins, m->ranks, &of, err));
  PASS(match_check(m, &of, &m->tables.pins, 1, err));
  return mg_coordinates_check(in->pin, m->tables.pins.dim, "the drawing has", m->dim,
                              err);
}

/* Reads features first, since they set the dimension. */
mgnn_status
mg_mpi_tables_read(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  const mg_input_options *in = &m->opt.layout.input;

  PASS(table_read(m, in->features, MG_ROWS_ALL, &m->tables.features, err));
  PASS(table_read(m, init_table(in), in->strict_tables ? MG_ROWS_ALL : MG_ROWS_MATCHING,
                  &m->tables.start, err));
  return pins_read(m, err);
}

/* ---- fetching rows from home ---- */

mgnn_status
mg_mpi_rows_fetch(mg_mpi *m, const double *at_home, double **out, mgnn_error *err)
{
  *out = mg_zalloc(m->shard.own * m->dim, sizeof **out);
  PASS(mg_ranks_agree(m->ranks, mg_allocated(*out, err), err));
  if (at_home != NULL)
    PASS(mg_numbers_fetch(&m->shard, &m->graph.homes, m->dim, at_home, *out, err));
  return MGNN_OK;
}

/* Find which own nodes have a row in a table: own bytes; free with mg_free. */
static mgnn_status
has_fetch(mg_mpi *m, const mg_node_rows *rows, unsigned char **out, mgnn_error *err)
{
  const mg_home_table table = { &m->graph.homes, m->ranks, 1, rows->has };

  *out = mg_alloc(m->shard.own, 1);
  PASS(mg_ranks_agree(m->ranks, mg_allocated(*out, err), err));
  return mg_home_get(&table, m->shard.own, m->shard.name, *out, err);
}

mgnn_status
mg_mpi_start_fetch(mg_mpi *m, mgnn_error *err)
{
  const mg_node_rows *start = &m->tables.start;
  unsigned char *has = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_mpi_rows_fetch(m, start->x, &m->start, err));
  if (start->x == NULL || start->common == m->shard.n)
    goto end;
  TRY(has_fetch(m, start, &has, err));
  TRY(mg_shard_extend(&m->shard, m->dim, m->runs.seed, has, m->start, err));
end:
  mg_free(has);
  return status;
}

/* Puts the pinned nodes at the positions in their table. */
mgnn_status
mg_mpi_pins_fetch(mg_mpi *m, mgnn_error *err)
{
  const mg_node_rows *pins = &m->tables.pins;
  size_t own = m->shard.own;
  unsigned char *pinned = NULL;
  double *at = NULL;
  mgnn_status status = MGNN_OK;

  if (pins->x == NULL || pins->common == 0)
    return MGNN_OK;
  m->tables.pin = mg_alloc(own, m->dim);
  TRY(mg_ranks_agree(m->ranks, mg_allocated(m->tables.pin, err), err));
  TRY(has_fetch(m, pins, &pinned, err));
  TRY(mg_mpi_rows_fetch(m, pins->x, &at, err));
  for (size_t i = 0; i < own; i++) {
    memset(m->tables.pin + i * m->dim, pinned[i], m->dim);
    if (pinned[i])
      memcpy(m->start + i * m->dim, at + i * m->dim, m->dim * sizeof *at);
  }
end:
  mg_free_all(at, pinned);
  return status;
}

void
mg_mpi_tables_free(mg_mpi_tables *t)
{
  mg_node_rows_free(&t->features);
  mg_node_rows_free(&t->start);
  mg_node_rows_free(&t->pins);
  mg_free(t->pin);
  mg_notes_free(&t->notes);
}
