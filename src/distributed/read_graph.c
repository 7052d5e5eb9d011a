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

/* A chunk of this rank, in the order of the rounds. */
typedef struct {
  uint64_t number;
  const mg_chunk_file *file;
  size_t skip, edges;          /* those of the head, passed over; and the others */
  unsigned *ends;              /* 2 for each edge, those passed over too: tokens, or
                                  nodes once these are numbered */
  double *value[MG_ROW_PLACE]; /* of each edge that is not passed over, NAN: none; or
                                  NULL: none has one */
  mg_line_runs lines;
} chunk_edges;

typedef struct {
  const mg_ranks *ranks;
  const mg_read_options *opt;
  mg_chunks files;
  mg_tokens tokens;
  chunk_edges *chunk;
  size_t chunks, chunk_cap;
  unsigned *number;            /* of each token: its node; NULL: ends are tokens yet, or
                                  nodes of a matrix */
  char length_name[64];        /* of the column that has lengths */
} chunk_reader;

static uint64_t
place_of(const chunk_edges *c, size_t e)
{
  return c->number << 32 | (uint32_t)e;
}

static const unsigned *
ends_of(const chunk_edges *c, size_t e)
{
  return c->ends + 2 * (c->skip + e);
}

static int
is_loop(const chunk_edges *c, size_t e)
{
  return ends_of(c, e)[0] == ends_of(c, e)[1];
}

static void
chunk_free(chunk_edges *c)
{
  mg_free(c->ends);
  for (int v = 0; v < MG_ROW_PLACE; v++)
    mg_free(c->value[v]);
  mg_line_runs_free(&c->lines);
}

static void
reader_free(chunk_reader *r)
{
  for (size_t k = 0; k < r->chunks; k++)
    chunk_free(&r->chunk[k]);
  mg_free(r->chunk);
  mg_free(r->number);
  mg_tokens_free(&r->tokens);
  mg_chunks_close(&r->files);
}

/* ---- a chunk ---- */

/* Whether a column is all there is to say of the edges: numbers, each of them valid or
 * none. */
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

/* Exact values, or bounds where `upper` is not NULL. */
static mgnn_status
values_take(chunk_edges *c, const mg_edge_values *from, double **lower, double **upper,
            mgnn_error *err)
{
  int plain = is_plain(from, c->skip + c->edges);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(*lower = mg_alloc(c->edges, sizeof **lower), err));
  if (upper != NULL)
    TRY(mg_allocated(*upper = mg_alloc(c->edges, sizeof **upper), err));
  if (plain && c->edges > 0)
    memcpy(*lower, from->exact->number + c->skip, c->edges * sizeof **lower);
  for (size_t e = 0; e < c->edges && !plain; e++) {
    double x[2] = { NAN, NAN };

    if (!is_loop(c, e))
      TRY(mg_edge_value(from, c->skip + e, x, err));
    (*lower)[e] = x[0];
    if (upper != NULL)
      (*upper)[e] = x[1];
  }
end:
  return status;
}

/* The lengths or bounds, and the stiffness. */
static mgnn_status
columns_take(chunk_reader *r, chunk_edges *c, const mg_source *src, mgnn_error *err)
{
  const char *stiffness = r->opt->stiffness != NULL ? r->opt->stiffness : "stiffness";
  mg_edge_values length, weight;
  mgnn_status status = MGNN_OK;

  mg_edge_values_find(&length, src, r->opt->length);
  mg_edge_values_find(&weight, src, stiffness);
  snprintf(r->length_name, sizeof r->length_name, "%s",
           length.exact != NULL ? length.exact->name : length.name);
  if (!r->opt->no_length && (length.lower != NULL || length.upper != NULL))
    TRY(values_take(c, &length, &c->value[MG_ROW_LOWER], &c->value[MG_ROW_UPPER], err));
  else if (!r->opt->no_length && length.exact != NULL)
    TRY(values_take(c, &length, &c->value[MG_ROW_LOWER], NULL, err));
  if (weight.exact != NULL)
    TRY(values_take(c, &weight, &c->value[MG_ROW_WEIGHT], NULL, err));
end:
  return status;
}

static mgnn_status
chunk_take(void *ctx, const mg_chunk *chunk, uint64_t *place, mgnn_error *err)
{
  chunk_reader *r = ctx;
  chunk_edges c = { .number = chunk->number, .file = chunk->file }, *grown;
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
  c = (chunk_edges){ 0 };
end:
  chunk_free(&c);
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

/* What an end is called; buf has MG_NUMBER_MAX bytes. */
static const char *
end_name(const chunk_reader *r, const chunk_edges *c, size_t end, char *buf)
{
  size_t token = end;

  if (c->file->is_matrix)
    return mg_token_integer((int64_t)end + 1, buf);
  if (r->number != NULL)       /* ends are nodes; one of the tokens is this one */
    for (token = 0; r->number[token] != end;)
      token++;
  return mg_tokens_text(&r->tokens, token, buf);
}

/* "FILE:LINE: edge A - B", of edge e of a chunk. */
static void
edge_show(const chunk_reader *r, const chunk_edges *c, size_t e, char *to, size_t size)
{
  char name[2][MG_SHOW_MAX], buf[MG_NUMBER_MAX];

  for (int k = 0; k < 2; k++)
    mg_show(name[k], end_name(r, c, ends_of(c, e)[k], buf));
  snprintf(to, size, "%s:%u: edge %s - %s", c->file->path,
           mg_line_runs_find(&c->lines, c->skip + e), name[0], name[1]);
}

/* Whether a chunk here has values of a kind. */
static int
has_values(const chunk_reader *r, int v)
{
  int has = 0;

  for (size_t k = 0; k < r->chunks; k++)
    has |= r->chunk[k].value[v] != NULL;
  return has;
}

/* What an option names, and the first chunk does not have. */
static mgnn_status
columns_check(const chunk_reader *r, mgnn_error *err)
{
  const char *path = r->files.files > 0 ? r->files.file[0].path : "";
  static const int value[] = { MG_ROW_LOWER, MG_ROW_WEIGHT };
  const char *name[2] = { r->opt->length, r->opt->stiffness };
  static const char *const what[] = { "the metric", "the stiffness" };

  for (int k = 0; k < 2; k++)
    if (name[k] != NULL && !mg_rank_any(r->ranks, has_values(r, value[k])))
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
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < r->chunks; k++) {
    const double *weight = r->chunk[k].value[MG_ROW_WEIGHT];

    for (size_t e = 0; e < r->chunk[k].edges && weight != NULL; e++)
      if (!isnan(weight[e]) && !is_loop(&r->chunk[k], e)) {
        mg_sum_add(&sum, weight[e]);
        have++;
      }
  }
  mg_rank_sums(r->ranks, &sum, 1);
  mg_ranks_before(r->ranks, have, &have);
  mean = mg_mean_of(&sum, (size_t)have);
  for (size_t k = 0; k < r->chunks && status == MGNN_OK; k++) {
    double **weight = &r->chunk[k].value[MG_ROW_WEIGHT];
    int none = *weight == NULL;

    if (none)
      status = mg_allocated(*weight = mg_alloc(r->chunk[k].edges, sizeof **weight), err);
    for (size_t e = 0; e < r->chunk[k].edges && status == MGNN_OK; e++)
      if (none || isnan((*weight)[e]))
        (*weight)[e] = mean;
  }
  TRY(mg_ranks_agree(r->ranks, status, err));
  TRY(mg_ranks_agree(r->ranks, mg_missing_note(notes, r->files.file[0].path, name,
                                               (size_t)missing, mean, err), err));
end:
  return status;
}

/* How many edges have no value; where some have one, all must, unless `lenient`. */
static mgnn_status
missing_check(chunk_reader *r, int v, const char *name, uint64_t *all, mgnn_error *err)
{
  uint64_t missing = 0, place = UINT64_MAX;
  const chunk_edges *at = NULL;
  size_t first = 0;
  char edge[2 * MG_SHOW_MAX + 400], more[MG_SHOW_MAX] = "";
  mgnn_status status = MGNN_OK;

  *all = 0;
  if (!mg_rank_any(r->ranks, has_values(r, v)))
    return MGNN_OK;
  for (size_t k = 0; k < r->chunks; k++) {
    const chunk_edges *c = &r->chunk[k];

    for (size_t e = 0; e < c->edges; e++)
      if ((c->value[v] == NULL || isnan(c->value[v][e])) && !is_loop(c, e)
          && missing++ == 0) {
        at = c;
        first = e;
        place = place_of(c, e);
      }
  }
  mg_ranks_before(r->ranks, missing, all);
  if (*all > 1)
    snprintf(more, sizeof more, ", nor ha%s %llu other%s", *all == 2 ? "s" : "ve",
             (unsigned long long)*all - 1, *all == 2 ? "" : "s");
  if (at != NULL && !r->opt->lenient) {
    edge_show(r, at, first, edge, sizeof edge);
    status = mg_fail(err, MGNN_EPARSE, "%s has no %s%s; --lenient gives such edges the "
                     "mean of the others", edge, name, more);
  }
  return mg_ranks_agree_at(r->ranks, status, place, err);
}

/* The chunk here that an edge stood in, by its place; or NULL. */
static const chunk_edges *
chunk_of(const chunk_reader *r, uint64_t place)
{
  for (size_t k = 0; k < r->chunks; k++)
    if (r->chunk[k].number == place >> 32)
      return &r->chunk[k];
  return NULL;
}

/* Where merging found two parallel edges with different lengths: the rank that read
 * the later one tells. */
static mgnn_status
conflict_tell(const chunk_reader *r, const mg_merge_conflict *c, mgnn_error *err)
{
  const char *name = r->opt->length != NULL ? r->opt->length : "len";
  char edge[2 * MG_SHOW_MAX + 400], here[MG_SHOW_MAX], there[MG_SHOW_MAX], in[200] = "";
  const chunk_edges *later = chunk_of(r, c->place), *first = chunk_of(r, c->first_place);
  int k = c->x[0] == c->first[0];      /* the bound that differs */
  int exact = c->x[0] == c->x[1] && c->first[0] == c->first[1];
  uint64_t at[2] = { 0, 0 };           /* the file and the line of the earlier one */
  mgnn_status status = MGNN_OK;

  if (first != NULL) {
    at[0] = (uint64_t)(first->file - r->files.file);
    at[1] = mg_line_runs_find(&first->lines, first->skip + (uint32_t)c->first_place);
  }
  MPI_Allreduce(MPI_IN_PLACE, at, 2, MPI_UINT64_T, MPI_MAX, r->ranks->comm);
  if (later != NULL) {
    if (&r->files.file[at[0]] != later->file)
      snprintf(in, sizeof in, " of %.180s", r->files.file[at[0]].path);
    edge_show(r, later, (uint32_t)c->place, edge, sizeof edge);
    status = mg_fail(err, MGNN_EPARSE, "%s is there twice: its %s is %s here and %s in "
                     "line %llu%s; --lenient takes the mean", edge,
                     exact ? name : k == 0 ? "lower bound" : "upper bound",
                     mg_show_number(here, c->x[k]), mg_show_number(there, c->first[k]),
                     (unsigned long long)at[1], in);
  }
  return mg_ranks_agree(r->ranks, status, err);
}

/* ---- to the homes ---- */

/* What is sent of each slot: the row alone, to count, or row, neighbour and values. */
typedef struct {
  const mg_owners *homes;
  int have[MG_ROW_VALUES];     /* on all ranks alike */
  size_t size;                 /* of a record */
  int row_only;
} slot_form;

/* The values of an edge, into a record. */
static void
values_put(const slot_form *form, const chunk_edges *c, size_t e, char *to)
{
  const double *lower = c->value[MG_ROW_LOWER], *upper = c->value[MG_ROW_UPPER];
  const double *weight = c->value[MG_ROW_WEIGHT];
  double x[MG_ROW_PLACE] = { lower != NULL ? lower[e] : NAN, NAN,
                             weight != NULL ? weight[e] : NAN };
  uint64_t place = place_of(c, e);

  x[MG_ROW_UPPER] = upper != NULL ? upper[e] : x[MG_ROW_LOWER];
  for (int v = 0; v < MG_ROW_PLACE; v++)
    if (form->have[v]) {
      memcpy(to, &x[v], sizeof x[v]);
      to += sizeof x[v];
    }
  if (form->have[MG_ROW_PLACE])
    memcpy(to, &place, sizeof place);
}

/* Both slots of an edge; to[h] is where the next of home h goes. */
static inline void
slots_put(const slot_form *form, const mg_ranks *ranks, const chunk_edges *c, size_t e,
          char *out, size_t *to)
{
  const unsigned *ends = ends_of(c, e);

  for (int side = 0; side < 2; side++) {
    unsigned row[2] = { ends[side], ends[1 - side] };
    int home = ranks->size == 1 ? 0 : mg_owners_home(form->homes, ranks, row[0]);
    char *at = out + to[home]++ * form->size;

    memcpy(at, row, form->row_only ? sizeof *row : sizeof row);
    if (form->size > sizeof row)
      values_put(form, c, e, at + sizeof row);
  }
}

/* The slots of a chunk, grouped by home; count[h]: how many go to home h. */
static void
slots_fill(const slot_form *form, const mg_ranks *ranks, const chunk_edges *c, char *out,
           size_t *count)
{
  size_t at = 0;

  for (size_t e = 0; e < c->edges && ranks->size > 1; e++)
    if (!is_loop(c, e))
      for (int side = 0; side < 2; side++)
        count[mg_owners_home(form->homes, ranks, ends_of(c, e)[side])]++;
  for (int h = 0; h < ranks->size; h++) {      /* where each begins */
    size_t own = count[h];

    count[h] = at;
    at += own;
  }
  for (size_t e = 0; e < c->edges; e++)
    if (!is_loop(c, e))
      slots_put(form, ranks, c, e, out, count);
  for (int h = ranks->size - 1; h > 0; h--)    /* where each ended; then how many */
    count[h] -= count[h - 1];
}

/* Send the slots round by round, so that they arrive in the order of the files. */
static mgnn_status
slots_send(const chunk_reader *r, const slot_form *form, mg_row_maker *to,
           mgnn_error *err)
{
  size_t most = 0, *count = mg_alloc((size_t)r->ranks->size, sizeof *count);
  int alone = r->ranks->size == 1;     /* then what is filled in is what comes */
  char *out = NULL;
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < r->chunks; k++)
    most = r->chunk[k].edges > most ? r->chunk[k].edges : most;
  out = mg_alloc_large(2 * most, form->size);
  TRY(mg_ranks_agree(r->ranks, count != NULL && out != NULL ? MGNN_OK
                               : mg_fail_memory(err), err));
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
  mg_free(count);
  mg_free(out);
  return status;
}

/* The rows at home.  Where they show a conflict it is told. */
static mgnn_status
rows_make(const chunk_reader *r, mg_read_result *out, mg_merge_conflict *conflict,
          mgnn_error *err)
{
  slot_form form = { .homes = &out->homes, .size = sizeof (unsigned), .row_only = 1 };
  mg_row_maker maker = { 0 };
  mgnn_status status = MGNN_OK;

  for (int v = 0; v < MG_ROW_PLACE; v++)
    form.have[v] = mg_rank_any(r->ranks, has_values(r, v));
  form.have[MG_ROW_PLACE] = conflict->place != UINT64_MAX;
  TRY(mg_row_maker_init(&maker, out, r->ranks, form.have, err));
  TRY(slots_send(r, &form, &maker, err));
  TRY(mg_row_maker_alloc(&maker, r->ranks, err));
  form.row_only = 0;
  form.size = mg_row_record_size(form.have);
  TRY(slots_send(r, &form, &maker, err));
  mg_row_maker_merge(&maker, r->ranks, r->opt->lenient, conflict);
end:
  mg_row_maker_free(&maker);
  return status;
}

/* ---- the whole ---- */

/* The numbers of the nodes, and where they are at home. */
static mgnn_status
nodes_number(chunk_reader *r, mg_read_result *out, mgnn_error *err)
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

static mgnn_status
edges_check(chunk_reader *r, mg_notes *notes, mgnn_error *err)
{
  const char *stiffness = r->opt->stiffness != NULL ? r->opt->stiffness : "stiffness";
  uint64_t missing;
  mgnn_status status = MGNN_OK;

  TRY(columns_check(r, err));
  TRY(missing_check(r, MG_ROW_LOWER, r->length_name, &missing, err));
  TRY(missing_check(r, MG_ROW_WEIGHT, stiffness, &missing, err));
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

/* Whether an edge after the first of all names one of its ends. */
static int
head_is_met_again(const chunk_reader *r)
{
  const unsigned *head = r->chunk[0].ends;

  for (size_t k = 0; k < r->chunks; k++)
    for (size_t e = r->chunk[k].number == 0; e < r->chunk[k].edges; e++)
      for (int side = 0; side < 2; side++)
        if (ends_of(&r->chunk[k], e)[side] == head[0]
            || ends_of(&r->chunk[k], e)[side] == head[1])
          return 1;
  return 0;
}

/* A first row of words that come in no other row may be a header that is not known.
 * Every rank that has a chunk has met that row. */
static mgnn_status
head_doubt(const chunk_reader *r, mg_notes *notes, mgnn_error *err)
{
  const mg_chunk_file *f = r->files.file;
  const unsigned *head = r->chunks > 0 ? r->chunk[0].ends : NULL;
  char buf[2][MG_NUMBER_MAX];
  uint64_t edges = 0;
  int others;
  mgnn_status status = MGNN_OK;

  if (r->files.files != 1 || !f->head_is_edge || f->is_matrix)
    return MGNN_OK;
  for (size_t k = 0; k < r->chunks; k++)
    edges += r->chunk[k].edges;
  mg_ranks_before(r->ranks, edges, &edges);
  others = mg_rank_any(r->ranks, r->tokens.ids.texts.count > 2);
  if (mg_rank_any(r->ranks, head != NULL && (r->tokens.text[head[0]] == MG_NAMES_NONE
                                             || r->tokens.text[head[1]] == MG_NAMES_NONE
                                             || head_is_met_again(r)))
      || edges < (others ? 3 : 2))
    return MGNN_OK;
  if (r->ranks->rank == 0)
    status = mg_header_doubt(notes, f->path, f->head_lines,
                             mg_tokens_text(&r->tokens, head[0], buf[0]),
                             mg_tokens_text(&r->tokens, head[1], buf[1]), err);
  return mg_ranks_agree(r->ranks, status, err);
}

static uint64_t
loops_count(const chunk_reader *r)
{
  uint64_t loops = 0, all;

  for (size_t k = 0; k < r->chunks; k++)
    for (size_t e = 0; e < r->chunk[k].edges; e++)
      loops += is_loop(&r->chunk[k], e);
  mg_ranks_before(r->ranks, loops, &all);
  return all;
}

static mgnn_status
entries_check(const chunk_reader *r, mgnn_error *err)
{
  uint64_t all = 0;

  for (size_t k = 0; k < r->chunks; k++)
    all += r->chunk[k].edges;
  mg_ranks_before(r->ranks, all, &all);
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
  mg_merge_conflict conflict = { .place = UINT64_MAX };
  mgnn_status status = MGNN_OK;

  *out = (mg_read_result){ 0 };
  TRY(mg_chunks_open(&r.files, ranks, opt->path, opt->paths, opt->format, opt->chunk,
                     err));
  for (size_t k = 0; k < r.files.files; k++)
    out->bytes += r.files.file[k].size;
  TRY(chunks_take(&r, err));
  TRY(entries_check(&r, err));
  TRY(head_doubt(&r, &out->notes, err));
  TRY(edges_check(&r, &out->notes, err));
  out->loops = loops_count(&r);
  TRY(nodes_number(&r, out, err));
  TRY(rows_make(&r, out, &conflict, err));
  if (conflict.place != UINT64_MAX) {  /* once more, with the places of the edges */
    mg_shard_rows_free(&out->rows);
    TRY(rows_make(&r, out, &conflict, err));
    TRY(conflict_tell(&r, &conflict, err));
  }
  TRY(lengths_complete(&r, out, err));
end:
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
