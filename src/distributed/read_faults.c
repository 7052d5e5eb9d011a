/* Reports faults of edges and notes, in the words of mgnn-layout.  Each is
 * reported by the rank that read the edge, or found by all. */
#include "read_faults.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/read/table_shape.h"
#include "problem/attributes.h"
#include "problem/metric_parts.h"

#include <math.h>
#include <stdio.h>

int
mg_chunks_have(const mg_chunk_reader *r, int v)
{
  int has = 0;

  for (size_t k = 0; k < r->chunks; k++)
    has |= r->chunk[k].value[v] != NULL;
  return mg_rank_any(r->ranks, has);
}

/* ---- names of edges ---- */

/* The name of an end; buf has MG_NUMBER_MAX bytes. */
static const char *
end_name(const mg_chunk_reader *r, const mg_chunk_edges *c, size_t end, char *buf)
{
  size_t token = end;

  if (c->file->is_matrix)
    return mg_token_integer((int64_t)end + 1, buf);
  if (r->number != NULL)       /* ends are nodes: find the node's token */
    for (token = 0; r->number[token] != end;)
      token++;
  return mg_tokens_text(&r->tokens, token, buf);
}

/* Write "FILE:LINE: edge A - B" for edge e of a chunk. */
static void
edge_show(const mg_chunk_reader *r, const mg_chunk_edges *c, size_t e, char *to,
          size_t size)
{
  char name[2][MG_SHOW_MAX], buf[MG_NUMBER_MAX];

  for (int k = 0; k < 2; k++)
    mg_show(name[k], end_name(r, c, mg_edge_ends(c, e)[k], buf));
  snprintf(to, size, "%s:%u: edge %s - %s", c->file->path,
           mg_line_runs_find(&c->lines, c->skip + e), name[0], name[1]);
}

/* ---- missing values ---- */

/* Fail if an option names a column of no chunk; lists those of the first chunk. */
static mgnn_status
columns_check(const mg_chunk_reader *r, mgnn_error *err)
{
  static const int value[] = { MG_ROW_LOWER, MG_ROW_WEIGHT };
  const char *name[2] = { mg_read_length(r->opt), r->opt->spec.stiffness };
  static const char *const what[] = { "the metric", "the stiffness" };

  for (int k = 0; k < 2; k++)
    if (name[k] != NULL && !mg_chunks_have(r, value[k]))
      return mg_ranks_agree(r->ranks, r->ranks->rank > 0 ? MGNN_OK
                            : mg_attribute_missing(&r->first, &r->first.edge, "edge",
                                                   what[k], name[k], err), err);
  return MGNN_OK;
}

/* Give edges without a stiffness the mean of the others. */
static mgnn_status
weights_complete(mg_chunk_reader *r, uint64_t missing, const char *name, mg_notes *notes,
                 mgnn_error *err)
{
  mg_sum sum = { 0 };
  uint64_t have = 0;
  double mean;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < r->chunks; k++) {
    const double *weight = r->chunk[k].value[MG_ROW_WEIGHT];

    for (size_t e = 0; e < r->chunk[k].edges && weight != NULL; e++)
      if (!isnan(weight[e]) && !mg_edge_is_loop(&r->chunk[k], e)) {
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

/* Count edges without a value; unless `lenient`, fail if only some have one. */
static mgnn_status
missing_check(mg_chunk_reader *r, int v, const char *name, uint64_t *all, mgnn_error *err)
{
  uint64_t missing = 0, place = UINT64_MAX;
  const mg_chunk_edges *at = NULL;
  size_t first = 0;
  char edge[2 * MG_SHOW_MAX + 400], more[MG_SHOW_MAX] = "";
  mgnn_status status = MGNN_OK;

  *all = 0;
  if (!mg_chunks_have(r, v))
    return MGNN_OK;
  for (size_t k = 0; k < r->chunks; k++) {
    const mg_chunk_edges *c = &r->chunk[k];

    for (size_t e = 0; e < c->edges; e++)
      if ((c->value[v] == NULL || isnan(c->value[v][e])) && !mg_edge_is_loop(c, e)
          && missing++ == 0) {
        at = c;
        first = e;
        place = mg_edge_place(c, e);
      }
  }
  mg_ranks_before(r->ranks, missing, all);
  if (*all > 1)
    snprintf(more, sizeof more, ", nor ha%s %llu other%s", *all == 2 ? "s" : "ve",
             (unsigned long long)*all - 1, *all == 2 ? "" : "s");
  if (at != NULL && !r->opt->spec.lenient) {
    edge_show(r, at, first, edge, sizeof edge);
    status = mg_fail(err, MGNN_EPARSE, "%s has no %s%s; --lenient gives such edges the "
                     "mean of the others", edge, name, more);
  }
  return mg_ranks_agree_at(r->ranks, status, place, err);
}

mgnn_status
mg_read_complete(const mg_chunk_reader *r, mg_read_result *out, mgnn_error *err)
{
  const char *path = r->files.files > 0 ? r->files.file[0].path : "";
  uint64_t missing;
  double mean;

  if (out->rows.length == NULL || !r->opt->spec.lenient)
    return MGNN_OK;
  PASS(mg_ranks_agree(r->ranks, mg_differing_note(&out->notes, path, r->length_name,
                                                  (size_t)out->differing, err), err));
  mean = mg_rows_complete(&out->rows, r->ranks, 0, &missing);
  if (missing > 0)
    PASS(mg_ranks_agree(r->ranks, mg_missing_note(&out->notes, path, r->length_name,
                                                  (size_t)missing, mean, err), err));
  return MGNN_OK;
}

/* ---- parallel edges with different lengths ---- */

/* The chunk of this rank with the edge at a place; NULL if another rank has it. */
static const mg_chunk_edges *
chunk_of(const mg_chunk_reader *r, uint64_t place)
{
  for (size_t k = 0; k < r->chunks; k++)
    if (r->chunk[k].number == place >> 32)
      return &r->chunk[k];
  return NULL;
}

mgnn_status
mg_conflict_tell(const mg_chunk_reader *r, const mg_merge_conflict *c, mgnn_error *err)
{
  const char *name = mg_read_length(r->opt) != NULL ? mg_read_length(r->opt) : "len";
  char edge[2 * MG_SHOW_MAX + 400], here[MG_SHOW_MAX], there[MG_SHOW_MAX], in[200] = "";
  const mg_chunk_edges *later = chunk_of(r, c->place);
  const mg_chunk_edges *first = chunk_of(r, c->first_place);
  int k = c->x[0] == c->first[0];      /* index of the bound that differs */
  int exact = c->x[0] == c->x[1] && c->first[0] == c->first[1];
  uint64_t at[2] = { 0, 0 };           /* file and line of the earlier edge */
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

/* ---- checks of tables ---- */

/* The number of edges on all ranks.  Collective. */
static uint64_t
edges_count(const mg_chunk_reader *r)
{
  uint64_t all = 0;

  for (size_t k = 0; k < r->chunks; k++)
    all += r->chunk[k].edges;
  mg_ranks_before(r->ranks, all, &all);
  return all;
}

/* Whether a later edge has an end in common with the first edge of all. */
static int
head_is_met_again(const mg_chunk_reader *r)
{
  const unsigned *head = r->chunk[0].ends;

  for (size_t k = 0; k < r->chunks; k++)
    for (size_t e = r->chunk[k].number == 0; e < r->chunk[k].edges; e++)
      for (int side = 0; side < 2; side++)
        if (mg_edge_ends(&r->chunk[k], e)[side] == head[0]
            || mg_edge_ends(&r->chunk[k], e)[side] == head[1])
          return 1;
  return 0;
}

/* Note a first row whose words occur in no other row: it may be an unknown header.
 * On every rank with a chunk, chunk[0] begins with the ends of this row. */
static mgnn_status
head_doubt(const mg_chunk_reader *r, mg_notes *notes, mgnn_error *err)
{
  const mg_chunk_file *f = r->files.file;
  const unsigned *head = r->chunks > 0 ? r->chunk[0].ends : NULL;
  char buf[2][MG_NUMBER_MAX];
  uint64_t edges;
  int others;
  mgnn_status status = MGNN_OK;

  if (r->files.files != 1 || !f->head_is_edge || f->is_matrix)
    return MGNN_OK;
  edges = edges_count(r);
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

static mgnn_status
entries_check(const mg_chunk_reader *r, mgnn_error *err)
{
  const mg_chunk_file *f = r->files.file;
  uint64_t all;

  if (r->files.files == 0 || !f->is_matrix || (all = edges_count(r)) == f->entries)
    return MGNN_OK;
  return mg_fail(err, MGNN_EPARSE, "%s: there are %llu entries, not the %llu of the "
                 "size line", f->path, (unsigned long long)all,
                 (unsigned long long)f->entries);
}

mgnn_status
mg_chunk_edges_check(mg_chunk_reader *r, mg_notes *notes, mgnn_error *err)
{
  const mg_metric_input in = { .src = &r->first, .spec = &r->opt->spec };
  const char *stiffness = mg_read_stiffness(r->opt);
  uint64_t missing;
  mgnn_status status = MGNN_OK;

  TRY(entries_check(r, err));
  TRY(head_doubt(r, notes, err));
  TRY(columns_check(r, err));
  TRY(missing_check(r, MG_ROW_LOWER, r->length_name, &missing, err));
  TRY(missing_check(r, MG_ROW_WEIGHT, stiffness, &missing, err));
  if (missing > 0)
    TRY(weights_complete(r, missing, stiffness, notes, err));
  for (size_t k = 0; k < r->first.notes.count && r->ranks->rank == 0; k++)
    status = status != MGNN_OK ? status : mg_note(notes, err, "%s", r->first.notes.text[k]);
  TRY(mg_ranks_agree(r->ranks, status, err));
  status = r->ranks->rank > 0 || r->first.lengths == NULL
           || strcmp(r->first.lengths, r->length_name) != 0
           || mg_title_kind(r->length_name) != MG_TITLE_OTHER ? MGNN_OK
           : mg_note(notes, err, "%s: %.60s is read as the length of the edges",
                     r->files.file->path, r->length_name);
  TRY(mg_ranks_agree(r->ranks, status, err));
  TRY(mg_ranks_agree(r->ranks, r->ranks->rank > 0 ? MGNN_OK
                     : mg_metric_unused_note(&in, 0, notes, err), err));
  mg_source_free(&r->first);
end:
  return status;
}
