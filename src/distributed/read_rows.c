/* Reads rows of numbers for nodes in chunks, finds the nodes, and sends them home. */
#include "read_rows.h"
#include "base/mem.h"
#include "base/number.h"
#include "chunks.h"
#include "io/table/array.h"
#include "io/table/table_parts.h"
#include "problem/positions_file.h"
#include "problem/problem.h"

#include <string.h>

/* The line of a row, and the node and the drawing it belongs to. */
typedef struct {
  uint64_t line, row;          /* row: counted from 0 over all ranks */
  uint32_t token, model;       /* both are tokens; or MG_NAMES_NONE */
} row_head;

/* The rows read by this rank. */
typedef struct {
  const mg_rows_request *of;
  const mg_ranks *ranks;
  size_t columns;              /* numbers per row of x, including a leading id */
  size_t named, modelled;      /* as in mg_rows_head */
  int header, ids, decimals;   /* ids: no header, and all rows begin with an id */
  mg_tokens tokens, models;
  row_head *head;
  size_t count, cap;
  double *x;
  size_t x_cap;
  uint64_t rows;               /* of all ranks, up to the present round */
} rows_reader;

/* ---- a chunk ---- */

static mgnn_status
row_reserve(rows_reader *r, mgnn_error *err)
{
  row_head *head = mg_grow(r->head, r->count, &r->cap, sizeof *head);
  double *x;

  PASS(mg_allocated(head, err));
  r->head = head;
  x = mg_grow(r->x, r->count, &r->x_cap, r->columns * sizeof *x);
  PASS(mg_allocated(x, err));
  r->x = x;
  return MGNN_OK;
}

static mgnn_status
row_take(rows_reader *r, const mg_rows_head *h, const mg_csv *csv, mgnn_error *err)
{
  row_head head = { csv->line, 0, MG_NAMES_NONE, MG_NAMES_NONE };
  const char *name = csv->cell[0].text;

  if (csv->count != h->columns)
    return mg_table_ragged(csv, h->columns, h->line, err);
  PASS(row_reserve(r, err));
  r->ids &= mg_rows_begin_with_id(csv);
  if (r->named || r->ids)
    PASS(mg_tokens_add(&r->tokens, name, r->count, &head.token, err));
  if (r->modelled)
    PASS(mg_tokens_add(&r->models, csv->cell[h->columns - 1].text, r->count, &head.model,
                       err));
  for (size_t c = 0; c < r->columns; c++) {
    PASS(mg_rows_number(h, csv, c + r->named, r->named ? name : NULL,
                        &r->x[r->count * r->columns + c],
                        err));
    r->decimals |= c > 0 && strchr(csv->cell[c + r->named].text, '.') != NULL;
  }
  r->head[r->count++] = head;
  return MGNN_OK;
}

static mgnn_status
chunk_rows(void *ctx, const mg_chunk *chunk, uint64_t *place, mgnn_error *err)
{
  rows_reader *r = ctx;
  const mg_piece piece = mg_chunk_piece(chunk);
  mg_limits limits;
  mg_rows_head h = { 0 };
  mg_csv csv = { 0 };
  mgnn_status status = MGNN_OK;

  mg_limits_init(&limits);
  limits.piece = &piece;
  TRY(mg_csv_open(&csv, r->of->path, 0, &limits, err));
  TRY(mg_csv_row(&csv, err));
  if (csv.count == 0)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: the table is empty; it must hold a row for each "
                "of the %llu nodes of %s", r->of->path,
                (unsigned long long)r->of->graph->names.n, r->of->graph_path));
  TRY(mg_rows_head_read(&h, &csv, err));
  TRY(mg_rows_dim_check(&h, &csv, err));
  r->named = h.named;
  r->modelled = h.modelled;
  r->columns = mg_rows_dim(&h);
  r->header = h.name != NULL;
  r->ids &= !r->header;
  if (!r->header && chunk->number == chunk->file->first)
    TRY(row_take(r, &h, &csv, err));
  for (;;) {
    TRY(mg_csv_row(&csv, err));
    if (csv.count == 0)
      break;
    TRY(row_take(r, &h, &csv, err));
  }
end:
  *place = csv.line;
  mg_rows_head_free(&h);
  mg_csv_close(&csv);
  return status;
}

/* Number the rows round by round: within a round, chunks are in the order of
 * ranks. */
static mgnn_status
rows_read(rows_reader *r, const mg_chunks *chunks, mgnn_error *err)
{
  uint64_t lines[2] = { 0 };

  for (uint64_t round = 0; round < mg_chunks_rounds(chunks); round++) {
    size_t first = r->count;
    uint64_t before, all;

    PASS(mg_chunk_take(chunks, round, lines, &(mg_chunk_taker){ chunk_rows, r }, err));
    before = mg_ranks_before(r->ranks, r->count - first, &all);
    for (size_t k = first; k < r->count; k++)
      r->head[k].row = r->rows + before + k - first;
    r->rows += all;
  }
  return MGNN_OK;
}

/* Combine the findings of all ranks; ranks without rows learn the width. */
static mgnn_status
reader_agree(rows_reader *r, mgnn_error *err)
{
  uint64_t seen[4] = { r->columns, r->named, r->modelled, (uint64_t)r->header };
  int ids[2] = { r->ids, -r->decimals };

  MPI_Allreduce(MPI_IN_PLACE, seen, 4, MPI_UINT64_T, MPI_MAX, r->ranks->comm);
  MPI_Allreduce(MPI_IN_PLACE, ids, 2, MPI_INT, MPI_MIN, r->ranks->comm);
  r->columns = (size_t)seen[0];
  r->named = (size_t)seen[1];
  r->modelled = (size_t)seen[2];
  r->header = (int)seen[3];
  r->ids = ids[0] && ids[1] < 0 && !r->header;
  return r->columns <= MG_DIM_MAX ? MGNN_OK
         : mg_fail(err, MGNN_EINVAL, "%s: has %zu numbers for a node, more than %d",
                   r->of->path, r->columns, MG_DIM_MAX);
}

/* ---- of which nodes ---- */

mgnn_status
mg_node_unknown(const mg_rows_request *of, uint64_t line, const char *name,
                const char *first, mgnn_error *err)
{
  char *names[] = { (char *)first };
  const mg_source graph = { .path = (char *)of->graph_path,
                            .n = (size_t)of->graph->names.n,
                            .named_by = of->graph->names.first == 1 ? "number" : "id",
                            .names = { .text = names } };

  return mg_table_unknown(&graph, of->path, (size_t)line, name, err);
}

/* Drop the rows of other drawings than that of the first row.  Collective. */
static void
models_drop(rows_reader *r)
{
  char first[MG_SHOW_MAX] = "", buf[MG_NUMBER_MAX];
  int from = 0;
  size_t kept = 0;

  if (!r->modelled)
    return;
  if (r->count > 0 && r->head[0].row == 0) {
    from = r->ranks->rank;
    strncpy(first, mg_tokens_text(&r->models, r->head[0].model, buf), sizeof first - 1);
  }
  MPI_Allreduce(MPI_IN_PLACE, &from, 1, MPI_INT, MPI_MAX, r->ranks->comm);
  MPI_Bcast(first, sizeof first, MPI_CHAR, from, r->ranks->comm);
  for (size_t k = 0; k < r->count; k++)
    if (strncmp(mg_tokens_text(&r->models, r->head[k].model, buf), first,
                sizeof first - 1) == 0) {
      r->head[kept] = r->head[k];
      memmove(r->x + kept++ * r->columns, r->x + k * r->columns,
              r->columns * sizeof *r->x);
    }
  r->count = kept;
}

/* Whether the id at the beginning of each row names a node.  Collective. */
static int
ids_are_nodes(const rows_reader *r, const unsigned *number)
{
  int all = 1;

  for (size_t k = 0; k < r->count; k++)
    all &= number[r->head[k].token] != MG_NAMES_NONE;
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, r->ranks->comm);
  return all;
}

/* Check that rows without names can be assigned to nodes by their order. */
static mgnn_status
order_check(const rows_reader *r, const char *first, mgnn_error *err)
{
  const mg_rows_request *of = r->of;
  char shown[MG_SHOW_MAX];

  if (of->wanted == MG_ROWS_SOME)
    return mg_fail_at(err, of->path, 1, 0, "rows for some of the nodes must name them: "
                      "start with the header node,x,y");
  if (of->graph->names.first < 0 && of->graph->names.n > 0)
    return mg_fail(err, MGNN_EPARSE, "%s: rows without names cannot be matched: the "
                   "nodes of %s (the first is %s) are not called 0 to n-1 or 1 to n; "
                   "put their names into a first column, under the header node,x,y",
                   of->path, of->graph_path, mg_show(shown, first));
  if (r->rows != of->graph->names.n)
    return mg_rows_count_wrong(of->path, of->graph_path, (size_t)r->rows,
                               (size_t)of->graph->names.n, err);
  return MGNN_OK;
}

/* Find the nodes of the rows: replace tokens by numbers of nodes. */
static mgnn_status
nodes_find(rows_reader *r, mg_node_rows *out, mgnn_error *err)
{
  unsigned *number = mg_alloc(r->tokens.count, sizeof *number);
  char first[MG_SHOW_MAX], buf[MG_NUMBER_MAX];
  uint64_t place = UINT64_MAX, others = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(r->ranks, mg_allocated(number, err), err));
  mg_name_share(r->of->graph, r->ranks, 0, first, sizeof first);
  if (r->named || r->ids)
    TRY(mg_tokens_find(&r->tokens, &r->of->graph->names, &r->of->graph->homes, r->ranks,
                       number, err));
  if (r->ids && !ids_are_nodes(r, number))
    r->ids = 0;
  if (!r->named && !r->ids)
    TRY(order_check(r, first, err));
  for (size_t k = 0; k < r->count; k++) {
    row_head *h = &r->head[k];

    if (!r->named && !r->ids)
      h->token = (uint32_t)h->row;
    else if (number[h->token] == MG_NAMES_NONE) {
      if (others++ == 0) {
        place = h->line;
        if (r->of->wanted != MG_ROWS_MATCHING)
          status = mg_node_unknown(r->of, place, mg_tokens_text(&r->tokens, h->token,
                                                                buf), first, err);
      }
      h->token = MG_NAMES_NONE;
    } else
      h->token = number[h->token];
  }
  TRY(mg_ranks_agree_at(r->ranks, status, place, err));
  mg_ranks_before(r->ranks, others, &out->others);
  MPI_Allreduce(&place, &out->other_line, 1, MPI_UINT64_T, MPI_MIN, r->ranks->comm);
end:
  mg_free(number);
  return status;
}

/* ---- at home ---- */

/* An item sent home: number and line, then the coordinates. */
enum { ITEM_HEAD = 2 * sizeof (uint64_t) };

static mgnn_status
rows_send(const rows_reader *r, const mg_node_rows *out, mg_mail *got, mgnn_error *err)
{
  size_t skip = r->ids ? 1 : 0;
  mg_outbox box = { .size = ITEM_HEAD + out->dim * sizeof (double) };
  char *item = mg_alloc(1, box.size);
  mgnn_status status = mg_allocated(item, err);

  for (size_t k = 0; k < r->count && status == MGNN_OK; k++) {
    const uint64_t head[2] = { r->head[k].token, r->head[k].line };

    if (r->head[k].token == MG_NAMES_NONE)
      continue;
    memcpy(item, head, sizeof head);
    memcpy(item + ITEM_HEAD, r->x + k * r->columns + skip, out->dim * sizeof (double));
    status = mg_outbox_add(&box, mg_owners_home(&r->of->graph->homes, r->ranks, head[0]),
                           item, err);
  }
  TRY(mg_ranks_agree(r->ranks, status, err));
  TRY(mg_outbox_send(&box, r->ranks, got, err));
end:
  mg_free(item);
  mg_outbox_free(&box);
  return status;
}

/* Store the rows received; each node may have only one. */
static mgnn_status
rows_settle(const rows_reader *r, const mg_mail *got, uint64_t *line, mg_node_rows *out,
            uint64_t *place, mgnn_error *err)
{
  const mg_read_result *g = r->of->graph;
  uint64_t first = g->homes.first[r->ranks->rank];
  char buf[MG_NUMBER_MAX], shown[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < got->total; k++) {
    const char *item = (char *)got->item + k * got->size;
    uint64_t head[2];
    size_t i;

    memcpy(head, item, sizeof head);
    i = (size_t)(head[0] - first);
    if (out->has[i]) {         /* rows arrive in the order of ranks, not of lines */
      uint64_t later = head[1] > line[i] ? head[1] : line[i];

      if (later < *place) {
        *place = later;
        status = mg_fail_at(err, r->of->path, (size_t)later, 0, "node %s has a row "
                            "already, in line %llu",
                            mg_show(shown, mg_node_name(&g->names, i, head[0], buf)),
                            (unsigned long long)(head[1] + line[i] - later));
      }
      line[i] = head[1] + line[i] - later;
      continue;
    }
    out->has[i] = 1;
    line[i] = head[1];
    memcpy(out->x + i * out->dim, item + ITEM_HEAD, out->dim * sizeof *out->x);
  }
  return status;
}

/* If all nodes need a row, fail at the first node without one. */
static mgnn_status
missing_check(const rows_reader *r, const mg_node_rows *out, mgnn_error *err)
{
  const mg_read_result *g = r->of->graph;
  uint64_t first = g->homes.first[r->ranks->rank];
  size_t count = mg_owners_at_home(&g->homes, r->ranks->rank);
  char buf[MG_NUMBER_MAX];
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < count && status == MGNN_OK; k++)
    if (!out->has[k])
      status = mg_rows_missing(r->of->path, r->of->graph_path,
                               mg_node_name(&g->names, k, first + k, buf),
                               (size_t)(g->names.n - out->common), (size_t)g->names.n,
                               err);
  return mg_ranks_agree(r->ranks, status, err);
}

static mgnn_status
rows_home(const rows_reader *r, mg_node_rows *out, mgnn_error *err)
{
  size_t count = mg_owners_at_home(&r->of->graph->homes, r->ranks->rank), have = 0;
  mg_mail got = { 0 };
  uint64_t place = UINT64_MAX, *line = mg_alloc(count, sizeof *line);
  mgnn_status status = MGNN_OK;

  out->dim = r->columns - (r->ids ? 1 : 0);
  out->x = mg_zalloc(count * out->dim, sizeof *out->x);
  out->has = mg_zalloc(count, 1);
  TRY(mg_ranks_have(r->ranks, line != NULL && out->x != NULL && out->has != NULL, err));
  TRY(rows_send(r, out, &got, err));
  status = rows_settle(r, &got, line, out, &place, err);
  TRY(mg_ranks_agree_at(r->ranks, status, place, err));
  for (size_t k = 0; k < count; k++)
    have += out->has[k];
  mg_ranks_before(r->ranks, have, &out->common);
  if (r->of->wanted == MG_ROWS_ALL)
    TRY(missing_check(r, out, err));
end:
  mg_mail_free(&got);
  mg_free(line);
  return status;
}

/* ---- the whole ---- */

mgnn_status
mg_read_node_rows(mg_node_rows *out, const mg_ranks *ranks, const mg_rows_request *of,
                  mgnn_error *err)
{
  rows_reader r = { .of = of, .ranks = ranks, .ids = 1 };
  mg_chunks chunks = { .rows = 1 };
  char *const path = (char *)of->path;
  mgnn_status status = MGNN_OK;

  *out = (mg_node_rows){ 0 };
  if (mg_is_array_path(of->path) || mg_positions_in_graph(of->path))
    TRY(mg_fail(err, MGNN_EINVAL, "%s: many ranks read positions and features from "
                "tables in CSV; mgnn-layout reads %s", of->path,
                mg_is_array_path(of->path) ? "arrays too" : "those of graphs too"));
  TRY(mg_chunks_open(&chunks, ranks, &path, 1, NULL, 0, err));
  TRY(rows_read(&r, &chunks, err));
  TRY(reader_agree(&r, err));
  models_drop(&r);
  TRY(nodes_find(&r, out, err));
  TRY(rows_home(&r, out, err));
end:
  mg_chunks_close(&chunks);
  mg_tokens_free(&r.tokens);
  mg_tokens_free(&r.models);
  mg_free_all(r.head, r.x);
  return status;
}

void
mg_node_rows_free(mg_node_rows *rows)
{
  mg_free_all(rows->x, rows->has);
  *rows = (mg_node_rows){ 0 };
}
