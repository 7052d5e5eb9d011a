/* Edges of the chunks that a rank has read, and their way to the homes of their ends. */
#include "read_graph.h"
#include "base/mem.h"
#include "base/number.h"
#include "chunks.h"
#include "io/line_runs.h"
#include "merge_rows.h"
#include "problem/metric_parts.h"
#include "rank_sums.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What edges have beside their ends. */
enum { LOWER, UPPER, WEIGHT, VALUES };

/* A chunk of this rank, in the order of the rounds. */
typedef struct {
  uint64_t number;
  size_t first;                /* of its edges */
  const mg_chunk_file *file;
  mg_line_runs lines;
} chunk_edges;

typedef struct {
  const mg_ranks *ranks;
  const mg_read_options *opt;
  mg_chunks files;
  mg_tokens tokens;
  chunk_edges *chunk;
  size_t chunks, chunk_cap;
  unsigned *ends;              /* 2 for each edge: tokens, or nodes of a matrix */
  size_t edges, ends_cap;
  double *value[VALUES];       /* of each edge, NAN: none; or NULL: no edge has one */
  size_t value_cap[VALUES];
  unsigned *number;            /* of each token: its node; NULL: ends are nodes */
  char length_name[64];        /* of the column that has lengths */
} chunk_reader;

static uint64_t
place_of(uint64_t chunk, size_t item)
{
  return chunk << 32 | (uint32_t)item;
}

static void
reader_free(chunk_reader *r)
{
  for (size_t k = 0; k < r->chunks; k++)
    mg_line_runs_free(&r->chunk[k].lines);
  mg_free(r->chunk);
  mg_free(r->ends);
  mg_free(r->number);
  for (int v = 0; v < VALUES; v++)
    mg_free(r->value[v]);
  mg_tokens_free(&r->tokens);
  mg_chunks_close(&r->files);
}

/* ---- a chunk ---- */

/* Make an array of values as long as the edges are many, `from` on without a value. */
static mgnn_status
values_reserve(chunk_reader *r, int v, size_t from, mgnn_error *err)
{
  if (r->value_cap[v] < r->edges || r->value[v] == NULL) {
    size_t cap = r->edges + r->edges / 2 + 1;
    double *grown = mg_resize(r->value[v], cap, sizeof *grown);

    if (grown == NULL)
      return mg_fail_memory(err);
    r->value[v] = grown;
    r->value_cap[v] = cap;
  }
  for (size_t e = from; e < r->edges; e++)
    r->value[v][e] = NAN;
  return MGNN_OK;
}

/* The lengths or bounds of the edges of a source from `skip` on, those from `first` on
 * here.  Arrays begin with the first chunk that needs them. */
static mgnn_status
lengths_take(chunk_reader *r, const mg_source *src, size_t skip, size_t first,
             mgnn_error *err)
{
  mg_edge_values from;
  int have;
  mgnn_status status = MGNN_OK;

  mg_edge_values_find(&from, src, r->opt->length);
  snprintf(r->length_name, sizeof r->length_name, "%s",
           from.exact != NULL ? from.exact->name : from.name);
  have = !r->opt->no_length
         && (from.exact != NULL || from.lower != NULL || from.upper != NULL);
  for (int v = LOWER; v <= UPPER; v++)
    if (r->value[v] != NULL || (have && (v == LOWER || from.lower != NULL
                                         || from.upper != NULL)))
      TRY(values_reserve(r, v, r->value[v] != NULL ? first : 0, err));
  for (size_t e = skip; e < src->m && have; e++) {
    double x[2];

    if (src->ends[2 * e] == src->ends[2 * e + 1])
      continue;
    TRY(mg_edge_value(&from, e, x, err));
    r->value[LOWER][first + e - skip] = x[0];
    if (r->value[UPPER] != NULL)
      r->value[UPPER][first + e - skip] = x[1];
  }
end:
  return status;
}

static mgnn_status
weights_take(chunk_reader *r, const mg_source *src, size_t skip, size_t first,
             mgnn_error *err)
{
  const char *name = r->opt->stiffness != NULL ? r->opt->stiffness : "stiffness";
  mg_edge_values from;
  mgnn_status status = MGNN_OK;

  mg_edge_values_find(&from, src, name);
  if (from.exact == NULL && r->value[WEIGHT] == NULL)
    return MGNN_OK;
  TRY(values_reserve(r, WEIGHT, r->value[WEIGHT] != NULL ? first : 0, err));
  for (size_t e = skip; e < src->m && from.exact != NULL; e++) {
    double x[2];

    if (src->ends[2 * e] == src->ends[2 * e + 1])
      continue;
    TRY(mg_edge_value(&from, e, x, err));
    r->value[WEIGHT][first + e - skip] = x[0];
  }
end:
  return status;
}

/* The ends of the edges, by the numbers of their tokens here. */
static mgnn_status
ends_take(chunk_reader *r, const mg_chunk *chunk, const mg_source *src, size_t skip,
          mgnn_error *err)
{
  size_t count = src->m - skip, cap = 2 * (r->edges + count);
  uint32_t *token = NULL;
  mgnn_status status = MGNN_OK;

  if (r->ends_cap < cap || r->ends == NULL) {
    unsigned *grown = mg_resize(r->ends, cap + cap / 2, sizeof *grown);

    TRY(mg_allocated(grown, err));
    r->ends = grown;
    r->ends_cap = cap + cap / 2;
  }
  if (!chunk->file->is_matrix) {
    TRY(mg_allocated(token = mg_alloc(src->n, sizeof *token), err));
    for (size_t i = 0; i < src->n; i++)
      TRY(mg_tokens_add(&r->tokens, src->names.text[i], place_of(chunk->number, i),
                        &token[i], err));
  }
  for (size_t k = 0; k < 2 * count; k++) {
    unsigned end = src->ends[2 * skip + k];

    r->ends[2 * r->edges + k] = token != NULL ? token[end] : end;
  }
  r->edges += count;
end:
  mg_free(token);
  return status;
}

static mgnn_status
chunk_take(void *ctx, const mg_chunk *chunk, uint64_t *place, mgnn_error *err)
{
  chunk_reader *r = ctx;
  mg_source src = { 0 };
  chunk_edges *grown;
  size_t skip, first = r->edges;
  mgnn_status status = MGNN_OK;

  *place = place_of(chunk->number, 0);
  TRY(mg_chunk_parse(&src, chunk, &skip, err));
  TRY(ends_take(r, chunk, &src, skip, err));
  TRY(lengths_take(r, &src, skip, first, err));
  TRY(weights_take(r, &src, skip, first, err));
  grown = mg_grow(r->chunk, r->chunks, &r->chunk_cap, sizeof *grown);
  TRY(mg_allocated(grown, err));
  r->chunk = grown;
  grown[r->chunks++] = (chunk_edges){ chunk->number, first, chunk->file,
                                      src.edge_line };
  src.edge_line = (mg_line_runs){ 0 };
end:
  mg_source_free(&src);
  return status;
}

static mgnn_status
chunks_take(chunk_reader *r, mgnn_error *err)
{
  uint64_t lines[2] = { 0, 0 };
  mgnn_status status = MGNN_OK;

  for (uint64_t round = 0; round < mg_chunks_rounds(&r->files); round++)
    TRY(mg_chunk_take(&r->files, round, lines, &(mg_chunk_taker){ chunk_take, r }, err));
end:
  return status;
}

/* ---- faults that one edge shows ---- */

/* "FILE:LINE: edge A - B", of edge e here. */
static void
edge_show(const chunk_reader *r, size_t chunk, size_t e, char *to, size_t size)
{
  const chunk_edges *c = &r->chunk[chunk];
  size_t skip = c->file->head_is_edge && c->number > c->file->first;
  char name[2][MG_SHOW_MAX], buf[MG_NUMBER_MAX];

  for (int k = 0; k < 2; k++) {
    size_t end = r->ends[2 * e + (size_t)k];

    if (c->file->is_matrix) {
      buf[mg_number_write_integer(buf, end + 1)] = '\0';
      mg_show(name[k], buf);
    } else
      mg_show(name[k], mg_tokens_text(&r->tokens, end, buf));
  }
  snprintf(to, size, "%s:%u: edge %s - %s", c->file->path,
           mg_line_runs_find(&c->lines, e - c->first + skip), name[0], name[1]);
}

/* What an option names, and the first chunk does not have. */
static mgnn_status
columns_check(const chunk_reader *r, mgnn_error *err)
{
  const char *path = r->files.files > 0 ? r->files.file[0].path : "";
  uint64_t have[2] = { r->value[LOWER] != NULL, r->value[WEIGHT] != NULL };
  const char *name[2] = { r->opt->length, r->opt->stiffness };
  static const char *const what[] = { "the metric", "the stiffness" };

  for (int k = 0; k < 2; k++)
    if (name[k] != NULL && mg_ranks_most(r->ranks, have[k]) == 0)
      return mg_fail(err, MGNN_EINVAL, "%s: no column is named %.60s, which %s "
                     "wants", path, name[k], what[k]);
  return MGNN_OK;
}

/* What edges without a stiffness get: the mean of the others. */
static mgnn_status
weights_complete(chunk_reader *r, uint64_t missing, const char *name, mg_notes *notes,
                 mgnn_error *err)
{
  mg_sum sum = { 0 };
  uint64_t have = 0;
  double mean;

  for (size_t e = 0; e < r->edges && r->value[WEIGHT] != NULL; e++)
    if (!isnan(r->value[WEIGHT][e]) && r->ends[2 * e] != r->ends[2 * e + 1]) {
      mg_sum_add(&sum, r->value[WEIGHT][e]);
      have++;
    }
  mg_rank_sums(r->ranks, &sum, 1);
  mg_ranks_before(r->ranks, have, &have);
  mean = mg_mean_of(&sum, (size_t)have);
  for (size_t e = 0; e < r->edges && r->value[WEIGHT] != NULL; e++)
    if (isnan(r->value[WEIGHT][e]))
      r->value[WEIGHT][e] = mean;
  return mg_ranks_agree(r->ranks, mg_missing_note(notes, r->files.file[0].path, name,
                                                  (size_t)missing, mean, err), err);
}

/* How many edges have no value; where some have one, all must, unless `lenient`. */
static mgnn_status
missing_check(chunk_reader *r, int v, const char *name, uint64_t *all, mgnn_error *err)
{
  uint64_t missing = 0, place = UINT64_MAX;
  size_t at = 0, chunk = 0, first = SIZE_MAX;
  char edge[2 * MG_SHOW_MAX + 400], more[MG_SHOW_MAX] = "";
  mgnn_status status = MGNN_OK;

  for (size_t e = 0; e < r->edges && r->value[v] != NULL; e++) {
    while (chunk + 1 < r->chunks && r->chunk[chunk + 1].first <= e)
      chunk++;
    if (isnan(r->value[v][e]) && r->ends[2 * e] != r->ends[2 * e + 1]
        && missing++ == 0) {
      first = e;
      at = chunk;
      place = place_of(r->chunk[chunk].number, e - r->chunk[chunk].first);
    }
  }
  mg_ranks_before(r->ranks, missing, all);
  if (*all > 1)
    snprintf(more, sizeof more, ", nor ha%s %llu other%s", *all == 2 ? "s" : "ve",
             (unsigned long long)*all - 1, *all == 2 ? "" : "s");
  if (first != SIZE_MAX && !r->opt->lenient) {
    edge_show(r, at, first, edge, sizeof edge);
    status = mg_fail(err, MGNN_EPARSE, "%s has no %s%s; --lenient gives such edges the "
                     "mean of the others", edge, name, more);
  }
  return mg_ranks_agree_at(r->ranks, status, place, err);
}

/* Where merging found two parallel edges with different lengths: the rank that read
 * the later one tells. */
static mgnn_status
conflict_tell(const chunk_reader *r, const mg_merge_conflict *c, mgnn_error *err)
{
  const char *name = r->opt->length != NULL ? r->opt->length : "len";
  char edge[2 * MG_SHOW_MAX + 400], here[MG_SHOW_MAX], there[MG_SHOW_MAX];
  int k = c->x[0] == c->first[0];      /* the bound that differs */
  int exact = c->x[0] == c->x[1] && c->first[0] == c->first[1];
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < r->chunks; i++)
    if (r->chunk[i].number == c->place >> 32) {
      edge_show(r, i, r->chunk[i].first + (uint32_t)c->place, edge, sizeof edge);
      status = mg_fail(err, MGNN_EPARSE, "%s is there twice: its %s is %s here and %s "
                       "before; with --lenient the mean is taken", edge,
                       exact ? name : k == 0 ? "lower bound" : "upper bound",
                       mg_show_number(here, c->x[k]),
                       mg_show_number(there, c->first[k]));
    }
  return mg_ranks_agree(r->ranks, status, err);
}

/* ---- to the homes ---- */

/* Which values slots have, on all ranks alike. */
static size_t
values_agree(const chunk_reader *r, int *have)
{
  size_t count = 0;

  for (int v = 0; v < VALUES; v++) {
    have[v] = mg_ranks_most(r->ranks, r->value[v] != NULL) > 0;
    count += have[v] != 0;
  }
  return count;
}

/* A slot as it travels: row and neighbour, where the edge stood, then the values. */
static void
slot_put(char *to, const unsigned ends[2], uint64_t place, const double *x,
         size_t values)
{
  memcpy(to, ends, 2 * sizeof *ends);
  memcpy(to + 8, &place, sizeof place);
  memcpy(to + 16, x, values * sizeof *x);
}

static unsigned
node_of(const chunk_reader *r, size_t end)
{
  return r->number != NULL ? r->number[r->ends[end]] : r->ends[end];
}

/* The slots of one of the chunks here, grouped by home, in `out`. */
static void
slots_fill(const chunk_reader *r, const mg_owners *homes, const int *have, size_t values,
           size_t k, char *out, size_t *count)
{
  size_t size = 16 + values * sizeof(double), at = 0;
  size_t begin = r->chunk[k].first;
  size_t end = k + 1 < r->chunks ? r->chunk[k + 1].first : r->edges;

  for (int pass = 0; pass < 2; pass++) {
    for (size_t e = begin; e < end; e++) {
      double x[VALUES];
      size_t given = 0;

      if (r->ends[2 * e] == r->ends[2 * e + 1])
        continue;
      for (int v = 0; v < VALUES; v++)
        if (have[v])
          x[given++] = r->value[v] != NULL ? r->value[v][e] : NAN;
      for (size_t side = 0; side < 2; side++) {
        unsigned ends[2] = { node_of(r, 2 * e + side), node_of(r, 2 * e + 1 - side) };
        size_t *c = &count[mg_owners_home(homes, r->ranks, ends[0])];

        if (pass == 1)
          slot_put(out + *c * size, ends, place_of(r->chunk[k].number, e - begin), x,
                   values);
        ++*c;
      }
    }
    for (int h = 0; h < r->ranks->size; h++) {  /* where each begins; then how many */
      size_t own = count[h];

      count[h] = pass == 0 ? at : own - at;
      at = pass == 0 ? at + own : own;
    }
    at = 0;
  }
}

/* Round after round, so that slots arrive in the order of the files. */
static mgnn_status
slots_send(const chunk_reader *r, const mg_owners *homes, const int *have, size_t values,
           mg_slot_records *got, mgnn_error *err)
{
  size_t size = 16 + values * sizeof(double), most = 0;
  size_t *count = mg_alloc((size_t)r->ranks->size, sizeof *count);
  char *out = NULL;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < r->chunks; k++) {
    size_t end = k + 1 < r->chunks ? r->chunk[k + 1].first : r->edges;

    most = end - r->chunk[k].first > most ? end - r->chunk[k].first : most;
  }
  out = mg_alloc(2 * most, size);
  TRY(mg_ranks_agree(r->ranks, count != NULL && out != NULL ? MGNN_OK
                               : mg_fail_memory(err), err));
  for (uint64_t round = 0; round < mg_chunks_rounds(&r->files); round++) {
    mg_mail mail = { 0 };

    memset(count, 0, (size_t)r->ranks->size * sizeof *count);
    if (round < r->chunks)
      slots_fill(r, homes, have, values, (size_t)round, out, count);
    status = mg_mail_send(&mail, r->ranks, size, count, out, err);
    if (status == MGNN_OK)
      status = mg_ranks_agree(r->ranks, mg_slot_records_add(got, mail.item, mail.total, err),
                              err);
    mg_mail_free(&mail);
    TRY(status);
  }
end:
  mg_free(count);
  mg_free(out);
  return status;
}

/* ---- the whole ---- */

/* The numbers of the nodes, and where they are at home. */
static mgnn_status
nodes_number(chunk_reader *r, mg_read_result *out, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (r->files.files > 0 && r->files.file[0].is_matrix) {
    out->names = (mg_node_names){ .n = r->files.file[0].nodes, .first = 1 };
    return mg_owners_init(&out->homes, r->ranks, out->names.n, err);
  }
  r->number = mg_alloc(r->tokens.count, sizeof *r->number);
  TRY(mg_ranks_agree(r->ranks, mg_allocated(r->number, err), err));
  TRY(mg_tokens_number(&r->tokens, r->ranks, r->files.count, r->number, &out->homes,
                       &out->names, err));
end:
  return status;
}

static mgnn_status
edges_check(chunk_reader *r, mg_notes *notes, mgnn_error *err)
{
  const char *stiffness = r->opt->stiffness != NULL ? r->opt->stiffness : "stiffness";
  uint64_t missing;
  mgnn_status status = MGNN_OK;

  TRY(columns_check(r, err));
  TRY(missing_check(r, LOWER, r->length_name, &missing, err));
  TRY(missing_check(r, WEIGHT, stiffness, &missing, err));
  if (missing > 0)
    TRY(weights_complete(r, missing, stiffness, notes, err));
end:
  return status;
}

/* After merging, with `lenient`: edges of which none had a length, and a word on those
 * that differed. */
static mgnn_status
lengths_complete(const chunk_reader *r, mg_read_result *out, mgnn_error *err)
{
  const char *path = r->files.files > 0 ? r->files.file[0].path : "";
  uint64_t missing;
  double mean;
  mgnn_status status = MGNN_OK;

  if (out->rows.length == NULL || !r->opt->lenient)
    return MGNN_OK;
  TRY(mg_ranks_agree(r->ranks, mg_differing_note(&out->notes, path, r->length_name,
                                                 (size_t)out->differing, err), err));
  mean = mg_rows_complete(&out->rows, r->ranks, 0, &missing);
  if (missing > 0)
    TRY(mg_ranks_agree(r->ranks, mg_missing_note(&out->notes, path, r->length_name,
                                                 (size_t)missing, mean, err), err));
end:
  return status;
}

static uint64_t
loops_count(const chunk_reader *r)
{
  uint64_t loops = 0, all;

  for (size_t e = 0; e < r->edges; e++)
    loops += r->ends[2 * e] == r->ends[2 * e + 1];
  mg_ranks_before(r->ranks, loops, &all);
  return all;
}

static mgnn_status
entries_check(const chunk_reader *r, mgnn_error *err)
{
  uint64_t all;

  mg_ranks_before(r->ranks, r->edges, &all);
  if (r->files.files > 0 && r->files.file[0].is_matrix
      && all != r->files.file[0].entries)
    return mg_fail(err, MGNN_EPARSE, "%s: there are %llu entries, not the %llu of the "
                   "size line", r->files.file[0].path, (unsigned long long)all,
                   (unsigned long long)r->files.file[0].entries);
  return MGNN_OK;
}

mgnn_status
mg_read_graph(mg_read_result *out, const mg_ranks *ranks, const mg_read_options *opt,
              mgnn_error *err)
{
  chunk_reader r = { .ranks = ranks, .opt = opt };
  mg_slot_records slots = { 0 };
  mg_merge_conflict conflict;
  int have[VALUES];
  mgnn_status status = MGNN_OK;

  *out = (mg_read_result){ 0 };
  TRY(mg_chunks_open(&r.files, ranks, opt->path, opt->paths, opt->format, opt->chunk,
                     err));
  for (size_t k = 0; k < r.files.files; k++)
    out->bytes += r.files.file[k].size;
  TRY(chunks_take(&r, err));
  TRY(entries_check(&r, err));
  TRY(edges_check(&r, &out->notes, err));
  out->loops = loops_count(&r);
  TRY(nodes_number(&r, out, err));
  slots.values = values_agree(&r, have);
  TRY(slots_send(&r, &out->homes, have, slots.values, &slots, err));
  TRY(mg_merge_rows(out, ranks, &slots, have, opt->lenient, &conflict, err));
  if (conflict.place != UINT64_MAX)
    TRY(conflict_tell(&r, &conflict, err));
  TRY(lengths_complete(&r, out, err));
end:
  mg_slot_records_free(&slots);
  reader_free(&r);
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
