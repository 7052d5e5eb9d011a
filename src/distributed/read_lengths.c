/* Reads lengths from a table in chunks, finds their nodes, sends them to the
 * homes of both ends, and matches them with the rows there. */
#include "read_rows.h"
#include "base/mem.h"
#include "base/number.h"
#include "read_faults.h"
#include "problem/metric_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values of a row: lower and upper bound, both equal to a length; NAN: no value. */
typedef struct {
  double lower, upper, stiffness;
} pair_values;

/* A pair of nodes: tokens while reading, then nodes, of which `from` is at home. */
typedef struct {
  uint32_t from, to;
  uint64_t line;
  pair_values values;
} length_pair;

typedef struct {
  const mg_lengths_request *how;
  const mg_ranks *ranks;
  mg_read_result *g;
  mg_notes *notes;
  mg_tokens tokens;
  length_pair *pair;
  size_t count, cap;
  int has_stiffness;
  char name[MG_SHOW_MAX];      /* the table's name for lengths */
  uint64_t unknown, loops;     /* rows ignored, if that is allowed */
} lengths_reader;

/* ---- a chunk ---- */

/* Take row e of the table.  In a matrix, ends are the places of nodes. */
static mgnn_status
pair_take(lengths_reader *r, const mg_source *src, const mg_edge_values from[2], size_t e,
          mgnn_error *err)
{
  const unsigned *ends = src->ends + 2 * e;
  length_pair p = { .from = ends[0], .to = ends[1],
                    .line = mg_line_runs_find(&src->edge_line, e) };
  double x[2], stiffness[2] = { 1, 1 };
  char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], number[MG_SHOW_MAX];

  for (int side = 0; side < 2 && src->met == NULL; side++)
    PASS(mg_tokens_add(&r->tokens, mg_token_integer((int64_t)ends[side] + r->g->names.first,
                                                    number), p.line,
                       side == 0 ? &p.from : &p.to, err));
  PASS(mg_edge_value(&from[0], e, x, err));
  if (p.from == p.to && x[0] > 0 && !r->how->lenient)
    return mg_length_loop(mg_where(src, e, at), mg_tokens_text(&r->tokens, p.from, pair),
                          x[0], err);
  r->loops += p.from == p.to && x[0] > 0;
  if (from[1].exact != NULL)
    PASS(mg_edge_value(&from[1], e, stiffness, err));
  if (isnan(stiffness[0]) && !isnan(x[0]))
    return mg_fail(err, MGNN_EPARSE, "%s: %s has a length but no stiffness",
                   mg_where(src, e, at), mg_show_pair(src, ends, pair));
  p.values = (pair_values){ x[0], x[1], stiffness[0] };
  PASS(mg_room(&r->pair, r->count, &r->cap, sizeof *r->pair, err));
  r->pair[r->count++] = p;
  return MGNN_OK;
}

static mgnn_status
chunk_pairs(void *ctx, const mg_chunk *chunk, uint64_t *place, mgnn_error *err)
{
  lengths_reader *r = ctx;
  mg_edge_values from[2];
  mg_source src = { 0 };
  size_t skip;
  mgnn_status status = MGNN_OK;

  *place = chunk->number;
  TRY(mg_chunk_parse(&src, chunk, &r->tokens, &skip, err));
  TRY(mg_table_values_find(&from[0], &src, r->how->metric, err));
  mg_edge_values_find(&from[1], &src, "stiffness");
  r->has_stiffness |= from[1].exact != NULL;
  snprintf(r->name, sizeof r->name, "%s", from[0].name);
  for (size_t e = skip; e < src.m; e++)
    TRY(pair_take(r, &src, from, e, err));
  for (size_t k = 0; k < src.notes.count && chunk->number == 0; k++)
    TRY(mg_note(r->notes, err, "%s", src.notes.text[k]));
end:
  mg_source_free(&src);
  return status;
}

static mgnn_status
pairs_read(lengths_reader *r, mgnn_error *err)
{
  char *const path = (char *)r->how->of.path;
  uint64_t lines[2] = { 0 };
  mg_chunks chunks = { .lengths = 1 };
  mgnn_status status = MGNN_OK;

  TRY(mg_chunks_open(&chunks, r->ranks, &path, 1, mg_table_format(path), 0, err));
  if (chunks.file->is_matrix && (r->g->names.first < 0
                                 || chunks.file->nodes != r->g->names.n))
    TRY(mg_fail(err, MGNN_EPARSE, "%s: the lengths are of nodes 1 to %llu; %s has %llu, "
                "called %s", path, (unsigned long long)chunks.file->nodes,
                r->how->of.graph_path, (unsigned long long)r->g->names.n,
                r->g->names.first < 0 ? "by names" : "by numbers"));
  for (uint64_t round = 0; round < mg_chunks_rounds(&chunks); round++)
    TRY(mg_chunk_take(&chunks, round, lines, &(mg_chunk_taker){ chunk_pairs, r }, err));
  r->has_stiffness = mg_rank_any(r->ranks, r->has_stiffness) && !r->how->keep_weights;
end:
  mg_chunks_close(&chunks);
  return status;
}

/* ---- home ---- */

/* The line of the first row on this rank that names token k. */
static uint64_t
line_of(const lengths_reader *r, size_t k)
{
  size_t e = 0;

  while (e + 1 < r->count && r->pair[e].from != k && r->pair[e].to != k)
    e++;
  return r->pair[e].line;
}

/* Turn tokens into nodes.  Fails at a token that names no node, or with
 * `lenient` ignores its rows.  Also drops pairs without a length. */
static mgnn_status
nodes_find(lengths_reader *r, mgnn_error *err)
{
  unsigned *number = mg_alloc(r->tokens.count, sizeof *number);
  char first[MG_SHOW_MAX], buf[MG_NUMBER_MAX];
  uint64_t place = UINT64_MAX;
  size_t kept = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(r->ranks, mg_allocated(number, err), err));
  mg_name_share(r->g, r->ranks, 0, first, sizeof first);
  TRY(mg_tokens_find(&r->tokens, &r->g->names, &r->g->homes, r->ranks, number, err));
  for (size_t k = 0; k < r->tokens.count && status == MGNN_OK && !r->how->lenient; k++)
    if (number[k] == MG_NAMES_NONE) {
      place = line_of(r, k);
      status = mg_node_unknown(&r->how->of, place, mg_tokens_text(&r->tokens, k, buf),
                               first, err);
    }
  TRY(mg_ranks_agree_at(r->ranks, status, place, err));
  for (size_t k = 0; k < r->count; k++) {
    length_pair p = r->pair[k];

    p.from = number[p.from];
    p.to = number[p.to];
    r->unknown += p.from == MG_NAMES_NONE || p.to == MG_NAMES_NONE;
    if (p.from != MG_NAMES_NONE && p.to != MG_NAMES_NONE && !isnan(p.values.lower))
      r->pair[kept++] = p;
  }
  r->count = kept;
  mg_ranks_before(r->ranks, r->unknown, &r->unknown);
  mg_ranks_before(r->ranks, r->loops, &r->loops);
  TRY(mg_ranks_agree(r->ranks, mg_rows_ignored_note(r->notes, r->how->of.path,
                                                    (size_t)r->unknown, (size_t)r->loops,
                                                    err), err));
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

/* The rank with the least place, which must not be UINT64_MAX; -1: no rank has one. */
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

/* Get the names of both ends, at most MG_SHOW_MAX bytes each.  Collective. */
static void
ends_share(const lengths_reader *r, const length_pair *p, char name[2][MG_SHOW_MAX])
{
  mg_name_share(r->g, r->ranks, p->from, name[0], MG_SHOW_MAX);
  mg_name_share(r->g, r->ranks, p->to, name[1], MG_SHOW_MAX);
}

/* Fail: two rows for a pair, with the ends `name`, contradict each other. */
static mgnn_status
conflict_tell(const lengths_reader *r, const length_pair clash[2],
              char name[2][MG_SHOW_MAX], mgnn_error *err)
{
  const pair_values *e = &clash[0].values, *f = &clash[1].values;
  const double x[3][2] = { { f->lower, e->lower }, { f->upper, e->upper },
                           { f->stiffness, e->stiffness } };
  const int k = x[0][0] != x[0][1] ? 0 : x[1][0] != x[1][1] ? 1 : 2;
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX], here[MG_SHOW_MAX], there[MG_SHOW_MAX];

  return mg_fail(err, MGNN_EPARSE, "%s:%zu: edge %s - %s is there twice: its %s is %s here "
                 "and %s in line %zu; --lenient takes the mean", r->how->of.path,
                 (size_t)clash[1].line, mg_show(a, name[0]), mg_show(b, name[1]),
                 k == 2 ? "stiffness" : k == 1 ? "upper bound" : f->lower == f->upper
                 ? r->name : "lower bound", mg_show_number(here, x[k][0]),
                 mg_show_number(there, x[k][1]), (size_t)clash[0].line);
}

/* Sort the pairs received and keep each once.  If values differ, take their
 * mean with `lenient`, else fail at the first such pair by its nodes. */
static mgnn_status
pairs_merge(const lengths_reader *r, mg_mail *got, mgnn_error *err)
{
  length_pair *p = got->item, clash[2], first = { 0 };
  size_t kept = 0;
  double parallel = 0;
  uint64_t place = UINT64_MAX, differing = 0;
  char name[2][MG_SHOW_MAX];
  int rank;

  memset(clash, 0, sizeof clash);
  if (got->total > 1)
    qsort(p, got->total, sizeof *p, pair_order);
  for (size_t k = 0; k < got->total; k++) {
    const pair_values *v = &p[k].values, *w = &first.values;
    pair_values *mean = kept > 0 ? &p[kept - 1].values : NULL;
    int differs = v->lower != w->lower || v->upper != w->upper
                  || v->stiffness != w->stiffness;

    if (kept == 0 || place_of(&first) != place_of(&p[k])) {
      first = p[kept++] = p[k];
      parallel = 1;
      continue;
    }
    parallel++;
    mg_mean_add(&mean->lower, v->lower, parallel);
    mg_mean_add(&mean->upper, v->upper, parallel);
    mg_mean_add(&mean->stiffness, v->stiffness, parallel);
    differing += differs && first.from < first.to;
    if (differs && place == UINT64_MAX && first.from < first.to) {
      place = place_of(&first);
      clash[0] = first;
      clash[1] = p[k];
    }
  }
  got->total = kept;
  mg_ranks_before(r->ranks, differing, &differing);
  if (r->how->lenient || differing == 0)
    return mg_ranks_agree(r->ranks, mg_differing_note(r->notes, r->how->of.path, r->name,
                                                      (size_t)differing, err), err);
  rank = first_rank(r->ranks, place);
  MPI_Bcast(clash, sizeof clash, MPI_BYTE, rank, r->ranks->comm);
  ends_share(r, &clash[0], name);
  return conflict_tell(r, clash, name, err);
}

/* ---- matching with the rows ---- */

typedef struct {
  const length_pair *pair;     /* sorted by nodes */
  size_t count;
  unsigned char *used;         /* per pair: it is an edge */
  int intervals, weights;      /* the same on all ranks */
  uint64_t missing, first;     /* slots from lower ends without a length; the first */
} length_match;

static mgnn_status
values_alloc(mg_shard_rows *rows, size_t slots, const length_match *t, mgnn_error *err)
{
  mg_free_all(rows->length, rows->upper);
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

/* The pair for a slot among those of its row, from `at` to end - 1; or NULL. */
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

/* Add slots for pairs that are not edges, behind the other slots of their rows. */
static mgnn_status
edges_add(mg_shard_rows *rows, const length_match *t, size_t added, mgnn_error *err)
{
  size_t slots = rows->row[rows->own] + added, out = 0, at = 0;
  size_t *row = mg_alloc(rows->own + 1, sizeof *row);
  unsigned *to = mg_alloc_large(slots, sizeof *to);

  if (row == NULL || to == NULL) {
    mg_free_all(row, to);
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
  mg_free_all(rows->row, rows->to);
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

/* Turn pairs that are not edges into edges, or ignore them with a note. */
static mgnn_status
others_settle(lengths_reader *r, length_match *t, mgnn_error *err)
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
    status = mg_pairs_unused_note(r->notes, r->how->of.path, r->how->of.graph_path,
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
  TRY(mg_ranks_agree(r->ranks, mg_note(r->notes, err, "%.300s: %s added", r->how->of.path,
                                       mg_show_edges((size_t)all, count)), err));
end:
  return status;
}

static mgnn_status
rows_measure(lengths_reader *r, const mg_mail *got, mgnn_error *err)
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
  TRY(others_settle(r, &t, err));
  mg_ranks_before(r->ranks, t.missing, &missing);
  if (missing > 0 && !r->how->lenient)
    TRY(missing_tell(r, &t, missing, err));
  if (missing > 0) {
    mean = mg_rows_complete(rows, r->ranks, t.weights, &missing);
    TRY(mg_ranks_agree(r->ranks, mg_missing_note(r->notes, r->how->of.path, "a length",
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
  lengths_reader r = { .how = how, .ranks = ranks, .g = g, .notes = notes };
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(pairs_read(&r, err));
  TRY(nodes_find(&r, err));
  TRY(pairs_send(&r, &got, err));
  TRY(pairs_merge(&r, &got, err));
  TRY(rows_measure(&r, &got, err));
end:
  mg_mail_free(&got);
  mg_tokens_free(&r.tokens);
  mg_free(r.pair);
  return status;
}
