/* Takes the edges of a rank's chunks and sends them to the homes of their ends.
 * For faults of edges see read_faults. */
#include "read_graph.h"
#include "base/mem.h"
#include "base/number.h"
#include "problem/metric_parts.h"
#include "read_faults.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
chunk_free(mg_chunk_edges *c)
{
  mg_free(c->ends);
  for (int v = 0; v < MG_ROW_PLACE; v++)
    mg_free(c->value[v]);
  mg_line_runs_free(&c->lines);
}

/* ---- a chunk ---- */

/* Whether a column alone gives the values of all edges: numbers, each valid or
 * missing. */
static int
is_plain(const mg_edge_values *from, size_t m)
{
  const mg_column *col = from->exact;
  size_t bad = 0;

  if (col == NULL || from->lower != NULL || from->upper != NULL || col->text != NULL
      || col->number == NULL || col->cap < m || col->has_default)
    return 0;
  for (size_t e = 0; e < m; e++)
    bad += col->number[e] < from->range->least || col->number[e] > from->range->most;
  return bad == 0;
}

/* Take exact values, or bounds if `upper` is not NULL. */
static mgnn_status
values_take(mg_chunk_edges *c, const mg_edge_values *from, double **lower, double **upper,
            mgnn_error *err)
{
  int plain = is_plain(from, c->skip + c->edges);

  PASS(mg_allocated(*lower = mg_alloc(c->edges, sizeof **lower), err));
  if (upper != NULL)
    PASS(mg_allocated(*upper = mg_alloc(c->edges, sizeof **upper), err));
  if (plain && c->edges > 0)
    memcpy(*lower, from->exact->number + c->skip, c->edges * sizeof **lower);
  for (size_t e = 0; e < c->edges && !plain; e++) {
    double x[2] = { NAN, NAN };

    if (!mg_edge_is_loop(c, e))
      PASS(mg_edge_value(from, c->skip + e, x, err));
    (*lower)[e] = x[0];
    if (upper != NULL)
      (*upper)[e] = x[1];
  }
  return MGNN_OK;
}

/* Take lengths or bounds, and the stiffness. */
static mgnn_status
columns_take(mg_chunk_reader *r, mg_chunk_edges *c, const mg_source *src, mgnn_error *err)
{
  mg_metric_kind kind = r->opt->spec.metric.kind;
  int has_length = kind == MG_METRIC_DEFAULT || kind == MG_METRIC_ATTR;
  mg_edge_values length, weight;

  mg_edge_values_find(&length, src, mg_read_length(r->opt));
  mg_edge_values_find(&weight, src, mg_read_stiffness(r->opt));
  snprintf(r->length_name, sizeof r->length_name, "%s",
           length.exact != NULL ? length.exact->name : length.name);
  if (has_length && (length.lower != NULL || length.upper != NULL))
    PASS(values_take(c, &length, &c->value[MG_ROW_LOWER], &c->value[MG_ROW_UPPER], err));
  else if (has_length && length.exact != NULL)
    PASS(values_take(c, &length, &c->value[MG_ROW_LOWER], NULL, err));
  if (weight.exact != NULL)
    PASS(values_take(c, &weight, &c->value[MG_ROW_WEIGHT], NULL, err));
  return MGNN_OK;
}

static mgnn_status
chunk_take(void *ctx, const mg_chunk *chunk, uint64_t *place, mgnn_error *err)
{
  mg_chunk_reader *r = ctx;
  mg_chunk_edges c = { .number = chunk->number, .file = chunk->file }, *grown;
  mg_source src = { 0 };
  mgnn_status status = MGNN_OK;

  *place = chunk->number << 32;
  TRY(mg_chunk_parse(&src, chunk, &r->tokens, &c.skip, err));
  c.edges = src.m - c.skip;
  c.ends = src.ends;
  status = columns_take(r, &c, &src, err);
  src.ends = NULL;
  TRY(status);
  c.lines = src.edge_line;
  src.edge_line = (mg_line_runs){ 0 };
  grown = mg_grow(r->chunk, r->chunks, &r->chunk_cap, sizeof *grown);
  TRY(mg_allocated(grown, err));
  r->chunk = grown;
  grown[r->chunks++] = c;
  c = (mg_chunk_edges){ 0 };
  if (chunk->number == 0) {
    r->first = src;
    src = (mg_source){ 0 };
  }
end:
  chunk_free(&c);
  mg_source_free(&src);
  return status;
}

/* ---- to the homes ---- */

/* Record sent per slot: only the row, for counting, or row, neighbour and values. */
typedef struct {
  const mg_owners *homes;
  int have[MG_ROW_VALUES];     /* the same on all ranks */
  size_t size;                 /* bytes per record */
  int row_only;
} slot_form;

/* Write the values of an edge into a record. */
static void
values_put(const slot_form *form, const mg_chunk_edges *c, size_t e, char *to)
{
  const double *lower = c->value[MG_ROW_LOWER], *upper = c->value[MG_ROW_UPPER];
  const double *weight = c->value[MG_ROW_WEIGHT];
  double x[MG_ROW_PLACE] = { lower != NULL ? lower[e] : NAN, NAN,
                             weight != NULL ? weight[e] : NAN };
  uint64_t place = mg_edge_place(c, e);

  x[MG_ROW_UPPER] = upper != NULL ? upper[e] : x[MG_ROW_LOWER];
  for (int v = 0; v < MG_ROW_PLACE; v++)
    if (form->have[v]) {
      memcpy(to, &x[v], sizeof x[v]);
      to += sizeof x[v];
    }
  if (form->have[MG_ROW_PLACE])
    memcpy(to, &place, sizeof place);
}

/* Write both slots of an edge; to[h] is the place of the next slot for home h. */
static inline void
slots_put(const slot_form *form, const mg_ranks *ranks, const mg_chunk_edges *c, size_t e,
          char *out, size_t *to)
{
  const unsigned *ends = mg_edge_ends(c, e);

  for (int side = 0; side < 2; side++) {
    unsigned row[2] = { ends[side], ends[1 - side] };
    int home = ranks->size == 1 ? 0 : mg_owners_home(form->homes, ranks, row[0]);
    char *at = out + to[home]++ * form->size;

    memcpy(at, row, form->row_only ? sizeof *row : sizeof row);
    if (form->size > sizeof row)
      values_put(form, c, e, at + sizeof row);
  }
}

/* Write the slots of a chunk, grouped by home; count[h]: number for home h. */
static void
slots_fill(const slot_form *form, const mg_ranks *ranks, const mg_chunk_edges *c,
           char *out, size_t *count)
{
  size_t at = 0;

  for (size_t e = 0; e < c->edges && ranks->size > 1; e++)
    if (!mg_edge_is_loop(c, e))
      for (int side = 0; side < 2; side++)
        count[mg_owners_home(form->homes, ranks, mg_edge_ends(c, e)[side])]++;
  for (int h = 0; h < ranks->size; h++) {      /* where those of home h begin */
    size_t own = count[h];

    count[h] = at;
    at += own;
  }
  for (size_t e = 0; e < c->edges; e++)
    if (!mg_edge_is_loop(c, e))
      slots_put(form, ranks, c, e, out, count);
  for (int h = ranks->size - 1; h > 0; h--)    /* turn the ends into numbers */
    count[h] -= count[h - 1];
}

/* Send the slots round by round, so that they arrive in the order of the files. */
static mgnn_status
slots_send(const mg_chunk_reader *r, const slot_form *form, mg_row_maker *to,
           mgnn_error *err)
{
  size_t most = 0, *count = mg_alloc((size_t)r->ranks->size, sizeof *count);
  int alone = r->ranks->size == 1;     /* then slots need not be sent */
  char *out = NULL;
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < r->chunks; k++)
    most = r->chunk[k].edges > most ? r->chunk[k].edges : most;
  out = mg_alloc_large(2 * most, form->size);
  TRY(mg_ranks_have(r->ranks, count != NULL && out != NULL, err));
  for (uint64_t round = 0; round < mg_chunks_rounds(&r->files); round++) {
    const void *slots;
    size_t total;

    memset(count, 0, (size_t)r->ranks->size * sizeof *count);
    if (round < r->chunks)
      slots_fill(form, r->ranks, &r->chunk[round], out, count);
    if (!alone)
      TRY(mg_mail_send(&got, r->ranks, form->size, count, out, err));
    slots = alone ? out : got.item;
    total = alone ? count[0] : got.total;
    if (form->row_only)
      mg_row_maker_count(to, total, slots);
    else
      mg_row_maker_add(to, total, slots);
    mg_mail_free(&got);
  }
end:
  mg_mail_free(&got);
  mg_free_all(count, out);
  return status;
}

/* Make the rows at home.  *conflict: set if parallel edges differ. */
static mgnn_status
rows_make(const mg_chunk_reader *r, mg_read_result *out, mg_merge_conflict *conflict,
          mgnn_error *err)
{
  slot_form form = { .homes = &out->homes, .size = sizeof (unsigned), .row_only = 1 };
  mg_row_maker maker = { 0 };
  mgnn_status status = MGNN_OK;

  for (int v = 0; v < MG_ROW_PLACE; v++)
    form.have[v] = mg_chunks_have(r, v);
  form.have[MG_ROW_PLACE] = conflict->place != UINT64_MAX;
  TRY(mg_row_maker_init(&maker, out, r->ranks, form.have, err));
  TRY(slots_send(r, &form, &maker, err));
  TRY(mg_row_maker_alloc(&maker, r->ranks, err));
  form.row_only = 0;
  form.size = mg_row_record_size(form.have);
  TRY(slots_send(r, &form, &maker, err));
  mg_row_maker_merge(&maker, r->ranks, r->opt->spec.lenient, conflict);
end:
  mg_row_maker_free(&maker);
  return status;
}

/* ---- the whole ---- */

/* Number the nodes and find their homes. */
static mgnn_status
nodes_number(mg_chunk_reader *r, mg_read_result *out, mgnn_error *err)
{
  unsigned *number = NULL;
  mgnn_status status = MGNN_OK;

  if (r->files.files > 0 && r->files.file[0].is_matrix) {
    out->names = (mg_node_names){ .n = r->files.file[0].nodes, .first = 1 };
    return mg_owners_init(&out->homes, r->ranks, out->names.n, err);
  }
  number = mg_alloc(r->tokens.count, sizeof *number);
  TRY(mg_ranks_agree(r->ranks, mg_allocated(number, err), err));
  TRY(mg_tokens_number(&r->tokens, r->ranks, r->files.count, number, &out->homes,
                       &out->names, err));
  for (size_t k = 0; k < r->chunks; k++)
    for (size_t i = 0; i < 2 * (r->chunk[k].skip + r->chunk[k].edges); i++)
      r->chunk[k].ends[i] = number[r->chunk[k].ends[i]];
  r->number = number;
  number = NULL;
end:
  mg_free(number);
  return status;
}

static uint64_t
loops_count(const mg_chunk_reader *r)
{
  uint64_t loops = 0, all;

  for (size_t k = 0; k < r->chunks; k++)
    for (size_t e = 0; e < r->chunk[k].edges; e++)
      loops += mg_edge_is_loop(&r->chunk[k], e);
  mg_ranks_before(r->ranks, loops, &all);
  return all;
}

mgnn_status
mg_read_graph(mg_read_result *out, const mg_ranks *ranks, const mg_read_options *opt,
              mgnn_error *err)
{
  mg_chunk_reader r = { .ranks = ranks, .opt = opt };
  mg_merge_conflict conflict = { .place = UINT64_MAX };
  uint64_t lines[2] = { 0, 0 };
  mgnn_status status = MGNN_OK;

  *out = (mg_read_result){ 0 };
  TRY(mg_chunks_open(&r.files, ranks, opt->path, opt->paths, opt->format, opt->chunk,
                     err));
  for (size_t k = 0; k < r.files.files; k++)
    out->bytes += r.files.file[k].size;
  for (uint64_t round = 0; round < mg_chunks_rounds(&r.files); round++)
    TRY(mg_chunk_take(&r.files, round, lines, &(mg_chunk_taker){ chunk_take, &r }, err));
  TRY(mg_chunk_edges_check(&r, &out->notes, err));
  out->loops = loops_count(&r);
  TRY(nodes_number(&r, out, err));
  TRY(rows_make(&r, out, &conflict, err));
  if (conflict.place != UINT64_MAX) {  /* again, with the places of edges */
    mg_shard_rows_free(&out->rows);
    TRY(rows_make(&r, out, &conflict, err));
    TRY(mg_conflict_tell(&r, &conflict, err));
  }
  TRY(mg_read_complete(&r, out, err));
end:
  for (size_t k = 0; k < r.chunks; k++)
    chunk_free(&r.chunk[k]);
  mg_free_all(r.chunk, r.number);
  mg_source_free(&r.first);
  mg_tokens_free(&r.tokens);
  mg_chunks_close(&r.files);
  if (status != MGNN_OK)
    mg_read_result_free(out);
  return status;
}

void
mg_read_result_free(mg_read_result *r)
{
  mg_shard_rows_free(&r->rows);
  mg_owners_free(&r->homes);
  mg_node_names_free(&r->names);
  mg_notes_free(&r->notes);
  *r = (mg_read_result){ 0 };
}

void
mg_name_share(const mg_read_result *g, const mg_ranks *ranks, uint64_t number, char *to,
              size_t size)
{
  char buf[MG_NUMBER_MAX];
  int from = number < g->names.n ? mg_owners_home(&g->homes, ranks, number) : 0;

  memset(to, 0, size);
  if (ranks->rank == from && number < g->names.n)
    snprintf(to, size, "%s",
             mg_node_name(&g->names, (size_t)(number - g->homes.first[from]), number,
                          buf));
  MPI_Bcast(to, (int)size, MPI_CHAR, from, ranks->comm);
}
