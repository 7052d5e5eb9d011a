/* Lengths of a table: read in chunks, their nodes found, sent to the homes of both
 * ends, and there laid beside the rows. */
#include "read_rows.h"
#include "base/mem.h"
#include "base/number.h"
#include "read_faults.h"
#include "io/read/pair_rows.h"
#include "io/table/table_parts.h"
#include "problem/metric_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A pair: its ends are tokens where it is read, nodes at home, the first at home. */
typedef struct {
  uint32_t from, to;
  uint64_t line;
  mg_pair_values values;
} length_pair;

typedef struct {
  const mg_lengths_request *how;
  const mg_ranks *ranks;
  mg_read_result *g;
  mg_tokens tokens;
  length_pair *pair;
  size_t count, cap;
  int has_stiffness;
} lengths_reader;

/* ---- a chunk ---- */

static mgnn_status
pair_take(lengths_reader *r, const mg_pair_columns *at, const mg_csv *csv,
          mgnn_error *err)
{
  length_pair p = { .line = csv->line }, *grown;
  const char *source = csv->cell[at->source].text;

  if (csv->count != at->count)
    return mg_table_ragged(csv, at->count, at->line, err);
  PASS(mg_tokens_add(&r->tokens, source, csv->line, &p.from, err));
  PASS(mg_tokens_add(&r->tokens, csv->cell[at->target].text, csv->line, &p.to, err));
  PASS(mg_pair_values_read(at, csv, &p.values, err));
  if (p.from == p.to && p.values.lower > 0)
    PASS(mg_pair_loop(csv, source, p.values.lower, err));
  grown = mg_grow(r->pair, r->count, &r->cap, sizeof *grown);
  PASS(mg_allocated(grown, err));
  r->pair = grown;
  r->pair[r->count++] = p;
  return MGNN_OK;
}

static mgnn_status
chunk_pairs(void *ctx, const mg_chunk *chunk, uint64_t *place, mgnn_error *err)
{
  lengths_reader *r = ctx;
  const mg_piece piece = mg_chunk_piece(chunk);
  mg_limits limits;
  mg_pair_columns at;
  mg_table_shape shape = { 0 };
  mg_csv csv = { 0 };
  mgnn_status status = MGNN_OK;

  mg_limits_init(&limits);
  limits.piece = &piece;
  limits.lengths = 1;
  TRY(mg_csv_open(&csv, r->how->of.path, 0, &limits, err));
  TRY(mg_table_shape_find(&shape, &csv.in, &limits, MG_TABLE_ANY, err));
  csv.separator = shape.separator;
  if (shape.form != MG_TABLE_PAIRS)
    TRY(mg_fail(err, MGNN_EINVAL, "%s: this is a matrix of distances, which mgnn-layout "
                "reads; many ranks read pairs: source,target,length", r->how->of.path));
  TRY(mg_pair_columns_find(&at, &shape, r->how->of.path, err));
  r->has_stiffness = at.stiffness < at.count;
  if (shape.header || chunk->number > chunk->file->first)
    TRY(mg_csv_row(&csv, err));        /* the first row is that of the first chunk */
  for (;;) {
    TRY(mg_csv_row(&csv, err));
    if (csv.count == 0)
      break;
    TRY(pair_take(r, &at, &csv, err));
  }
end:
  *place = csv.line;
  mg_table_shape_free(&shape);
  mg_csv_close(&csv);
  return status;
}

static mgnn_status
pairs_read(lengths_reader *r, mgnn_error *err)
{
  uint64_t lines[2] = { 0 };
  mg_chunks chunks = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_chunks_open_rows(&chunks, r->ranks, r->how->of.path, err));
  for (uint64_t round = 0; round < mg_chunks_rounds(&chunks); round++)
    TRY(mg_chunk_take(&chunks, round, lines, &(mg_chunk_taker){ chunk_pairs, r }, err));
  r->has_stiffness = mg_rank_any(r->ranks, r->has_stiffness) && !r->how->keep_weights;
end:
  mg_chunks_close(&chunks);
  return status;
}

/* ---- home ---- */

/* Tokens become nodes; one that is none is told. */
static mgnn_status
nodes_find(lengths_reader *r, mgnn_error *err)
{
  unsigned *number = mg_alloc(r->tokens.count, sizeof *number);
  char first[MG_SHOW_MAX], buf[MG_NUMBER_MAX];
  uint64_t place = UINT64_MAX;
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(r->ranks, mg_allocated(number, err), err));
  mg_name_share(r->g, r->ranks, 0, first, sizeof first);
  TRY(mg_tokens_find(&r->tokens, &r->g->names, &r->g->homes, r->ranks, number, err));
  for (size_t k = 0; k < r->tokens.count && status == MGNN_OK; k++)
    if (number[k] == MG_NAMES_NONE) {
      place = r->tokens.place[k];
      status = mg_node_unknown(&r->how->of, place, mg_tokens_text(&r->tokens, k, buf),
                               first, err);
    }
  TRY(mg_ranks_agree_at(r->ranks, status, place, err));
  for (size_t k = 0; k < r->count; k++) {
    r->pair[k].from = number[r->pair[k].from];
    r->pair[k].to = number[r->pair[k].to];
  }
end:
  mg_free(number);
  return status;
}

static mgnn_status
pairs_send(lengths_reader *r, mg_mail *got, mgnn_error *err)
{
  mg_outbox box = { .size = sizeof *r->pair };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < 2 * r->count && status == MGNN_OK; k++) {
    length_pair p = r->pair[k / 2];

    if (p.from == p.to)
      continue;
    if (k % 2 > 0) {
      p.from = r->pair[k / 2].to;
      p.to = r->pair[k / 2].from;
    }
    status = mg_outbox_add(&box, mg_owners_home(&r->g->homes, r->ranks, p.from), &p,
                           err);
  }
  TRY(mg_ranks_agree(r->ranks, status, err));
  TRY(mg_outbox_send(&box, r->ranks, got, err));
end:
  mg_outbox_free(&box);
  return status;
}

static int
pair_order(const void *left, const void *right)
{
  const length_pair *a = left, *b = right;

  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  return a->line < b->line ? -1 : a->line > b->line;
}

static uint64_t
place_of(const length_pair *p)
{
  return (uint64_t)p->from << 32 | p->to;
}

/* The rank that has the least place, which is not UINT64_MAX; -1: none has one. */
static int
first_rank(const mg_ranks *ranks, uint64_t place)
{
  uint64_t least;
  int rank;

  MPI_Allreduce(&place, &least, 1, MPI_UINT64_T, MPI_MIN, ranks->comm);
  rank = place == least && place != UINT64_MAX ? ranks->rank : -1;
  MPI_Allreduce(MPI_IN_PLACE, &rank, 1, MPI_INT, MPI_MAX, ranks->comm);
  return rank;
}

/* The names of both ends, of at most MG_SHOW_MAX bytes.  Collective. */
static void
ends_share(const lengths_reader *r, const length_pair *p, char name[2][MG_SHOW_MAX])
{
  mg_name_share(r->g, r->ranks, p->from, name[0], MG_SHOW_MAX);
  mg_name_share(r->g, r->ranks, p->to, name[1], MG_SHOW_MAX);
}

/* Sort what came and leave each pair once.  The first that is said twice differently,
 * by its nodes, is told. */
static mgnn_status
pairs_merge(const lengths_reader *r, mg_mail *got, mgnn_error *err)
{
  length_pair *p = got->item, clash[2];
  size_t kept = 0;
  uint64_t place = UINT64_MAX;
  char name[2][MG_SHOW_MAX];
  int rank;

  memset(clash, 0, sizeof clash);
  if (got->total > 1)
    qsort(p, got->total, sizeof *p, pair_order);
  for (size_t k = 0; k < got->total; k++) {
    const mg_pair_values *v = &p[k].values, *w = kept > 0 ? &p[kept - 1].values : NULL;

    if (kept == 0 || place_of(&p[kept - 1]) != place_of(&p[k]))
      p[kept++] = p[k];
    else if ((v->lower != w->lower || v->upper != w->upper
              || v->stiffness != w->stiffness) && place == UINT64_MAX
             && p[k].from < p[k].to) {
      place = place_of(&p[k]);
      clash[0] = p[kept - 1];
      clash[1] = p[k];
    }
  }
  got->total = kept;
  rank = first_rank(r->ranks, place);
  if (rank < 0)
    return MGNN_OK;
  MPI_Bcast(clash, sizeof clash, MPI_BYTE, rank, r->ranks->comm);
  ends_share(r, &clash[0], name);
  return mg_pair_twice(r->how->of.path, (const char *const[]){ name[0], name[1] },
                       &(mg_pair_said){ (size_t)clash[0].line, clash[0].values },
                       &(mg_pair_said){ (size_t)clash[1].line, clash[1].values }, err);
}

/* ---- beside the rows ---- */

typedef struct {
  const length_pair *pair;     /* sorted */
  size_t count;
  unsigned char *used;         /* of each: it is an edge */
  int intervals, weights;      /* on all ranks alike */
  uint64_t missing, first;     /* slots without a length, lower end first; the first */
} length_match;

static mgnn_status
values_alloc(mg_shard_rows *rows, size_t slots, const length_match *t, mgnn_error *err)
{
  mg_free(rows->length);
  mg_free(rows->upper);
  rows->length = rows->upper = NULL;
  PASS(mg_allocated(rows->length = mg_alloc_large(slots, sizeof *rows->length), err));
  if (t->intervals)
    PASS(mg_allocated(rows->upper = mg_alloc_large(slots, sizeof *rows->upper), err));
  if (t->weights) {
    mg_free(rows->weight);
    PASS(mg_allocated(rows->weight = mg_alloc_large(slots, sizeof *rows->weight), err));
  }
  return MGNN_OK;
}

/* The pair of a slot among those of its row, from `at` to end - 1; or NULL. */
static const length_pair *
pair_find(const length_match *t, size_t at, size_t end, unsigned to)
{
  while (at < end) {
    size_t mid = at + (end - at) / 2;

    if (t->pair[mid].to == to)
      return &t->pair[mid];
    if (t->pair[mid].to < to)
      at = mid + 1;
    else
      end = mid;
  }
  return NULL;
}

static void
rows_fill(mg_shard_rows *rows, length_match *t)
{
  size_t at = 0, end = 0;

  for (size_t i = 0; i < rows->own; i++, at = end) {
    while (end < t->count && t->pair[end].from == rows->name[i])
      end++;
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++) {
      const length_pair *p = pair_find(t, at, end, rows->to[k]);
      uint64_t place = (uint64_t)rows->name[i] << 32 | rows->to[k];

      rows->length[k] = p != NULL ? p->values.lower : NAN;
      if (rows->upper != NULL)
        rows->upper[k] = p != NULL ? p->values.upper : NAN;
      if (t->weights)
        rows->weight[k] = p != NULL ? p->values.stiffness : NAN;
      if (p != NULL)
        t->used[p - t->pair] = 1;
      else if (rows->name[i] < rows->to[k]) {
        t->missing++;
        t->first = place < t->first ? place : t->first;
      }
    }
  }
}

/* Slots for the pairs that are no edges, after the others of their rows. */
static mgnn_status
edges_add(mg_shard_rows *rows, const length_match *t, size_t added, mgnn_error *err)
{
  size_t slots = rows->row[rows->own] + added, out = 0, at = 0;
  size_t *row = mg_alloc(rows->own + 1, sizeof *row);
  unsigned *to = mg_alloc_large(slots, sizeof *to);

  if (row == NULL || to == NULL) {
    mg_free(row);
    mg_free(to);
    return mg_fail_memory(err);
  }
  row[0] = 0;
  for (size_t i = 0; i < rows->own; i++) {
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++)
      to[out++] = rows->to[k];
    for (; at < t->count && t->pair[at].from == rows->name[i]; at++)
      if (!t->used[at])
        to[out++] = t->pair[at].to;
    row[i + 1] = out;
  }
  mg_free(rows->row);
  mg_free(rows->to);
  rows->row = row;
  rows->to = to;
  return values_alloc(rows, slots, t, err);
}

static mgnn_status
missing_tell(const lengths_reader *r, const length_match *t, uint64_t missing,
             mgnn_error *err)
{
  char name[2][MG_SHOW_MAX], a[MG_SHOW_MAX], b[MG_SHOW_MAX], more[MG_SHOW_MAX] = "";
  uint64_t place;
  length_pair p = { 0 };

  MPI_Allreduce(&t->first, &place, 1, MPI_UINT64_T, MPI_MIN, r->ranks->comm);
  p.from = (uint32_t)(place >> 32);
  p.to = (uint32_t)place;
  ends_share(r, &p, name);
  if (missing > 1)
    snprintf(more, sizeof more, ", nor for %llu more of the %llu edges",
             (unsigned long long)missing - 1, (unsigned long long)r->g->rows.m);
  return mg_fail(err, MGNN_EPARSE, "%.300s: there is no length for edge %s - %s (%.300s)"
                 "%s; --lenient gives such edges the mean of the others",
                 r->how->of.path, mg_show(a, name[0]), mg_show(b, name[1]),
                 r->how->of.graph_path, more);
}

/* Pairs that are no edges: become some, or are passed over with a note. */
static mgnn_status
others_settle(lengths_reader *r, length_match *t, mg_notes *notes, mgnn_error *err)
{
  mg_shard_rows *rows = &r->g->rows;
  size_t added = 0, lower = 0;
  uint64_t all;
  char count[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < t->count; k++) {
    added += !t->used[k];
    lower += !t->used[k] && t->pair[k].from < t->pair[k].to;
  }
  mg_ranks_before(r->ranks, lower, &all);
  if (!r->how->adds_edges) {
    status = mg_pairs_unused_note(notes, r->how->of.path, r->how->of.graph_path,
                                  (size_t)all, "; --metric-adds-edges makes them edges",
                                  err);
    return mg_ranks_agree(r->ranks, status, err);
  }
  if (all == 0)
    return MGNN_OK;
  if (rows->weight != NULL && !t->weights)
    return mg_fail(err, MGNN_EINVAL, "%s: edges that it adds have no stiffness, and "
                   "those of %s have one: give the table a column stiffness",
                   r->how->of.path, r->how->of.graph_path);
  TRY(mg_ranks_agree(r->ranks, edges_add(rows, t, added, err), err));
  rows->m += all;
  t->missing = 0;
  t->first = UINT64_MAX;
  rows_fill(rows, t);
  TRY(mg_ranks_agree(r->ranks, mg_note(notes, err, "%.300s: %s added", r->how->of.path,
                                       mg_show_edges((size_t)all, count)), err));
end:
  return status;
}

static mgnn_status
rows_measure(lengths_reader *r, const mg_mail *got, mg_notes *notes, mgnn_error *err)
{
  mg_shard_rows *rows = &r->g->rows;
  length_match t = { .pair = got->item, .count = got->total, .first = UINT64_MAX,
                     .weights = r->has_stiffness };
  uint64_t missing;
  double mean;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < t.count; k++)
    t.intervals |= t.pair[k].values.lower < t.pair[k].values.upper;
  t.intervals = mg_rank_any(r->ranks, t.intervals);
  t.used = mg_zalloc(t.count, 1);
  status = t.used == NULL ? mg_fail_memory(err)
           : values_alloc(rows, rows->row[rows->own], &t, err);
  TRY(mg_ranks_agree(r->ranks, status, err));
  rows_fill(rows, &t);
  TRY(others_settle(r, &t, notes, err));
  mg_ranks_before(r->ranks, t.missing, &missing);
  if (missing > 0 && !r->how->lenient)
    TRY(missing_tell(r, &t, missing, err));
  if (missing > 0) {
    mean = mg_rows_complete(rows, r->ranks, t.weights, &missing);
    TRY(mg_ranks_agree(r->ranks, mg_missing_note(notes, r->how->of.path, "a length",
                                                 (size_t)missing, mean, err), err));
  }
end:
  mg_free(t.used);
  return status;
}

mgnn_status
mg_read_lengths(mg_read_result *g, const mg_ranks *ranks, const mg_lengths_request *how,
                mg_notes *notes, mgnn_error *err)
{
  lengths_reader r = { .how = how, .ranks = ranks, .g = g };
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(pairs_read(&r, err));
  TRY(nodes_find(&r, err));
  TRY(pairs_send(&r, &got, err));
  TRY(pairs_merge(&r, &got, err));
  TRY(rows_measure(&r, &got, notes, err));
end:
  mg_mail_free(&got);
  mg_tokens_free(&r.tokens);
  mg_free(r.pair);
  return status;
}
