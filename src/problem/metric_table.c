/* Metric tables.  They are read by the readers of graphs, in the same formats; here
 * their pairs of nodes are matched with the edges of the graph. */
#include "metric_parts.h"
#include "attributes.h"
#include "base/number.h"
#include "io/numbering.h"
#include "io/read/edge_index.h"
#include "io/read/read.h"
#include "io/table/table_parts.h"
#include "positions_file.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
by_value(const void *p, const void *q)
{
  uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;

  return (a > b) - (a < b);
}

/* ---- reading ---- */

char *
mg_metric_path(const mg_metric_spec *metric)
{
  return mg_strndup(metric->name, metric->column != NULL
                    ? (size_t)(metric->column - metric->name - 1) : strlen(metric->name));
}

const char *
mg_table_format(const char *path)
{
  const mg_reader *r = mg_reader_of(path);

  return r == NULL || strcmp(r->word, "ampl") == 0 || strcmp(r->word, "tbl") == 0 ? "csv"
         : r->word;
}

mgnn_status
mg_tables_read(mg_tables *out, const mg_source *src, const mg_metric_spec *metric,
               mgnn_error *err)
{
  mg_limits limits = src->limits;
  mgnn_status status = MGNN_OK;
  char *path = NULL;

  if (metric->kind == MG_METRIC_COORDS)
    return mg_positions_read_all(src, metric->name, &out->coords, &out->coords_dim, err);
  if (metric->kind != MG_METRIC_FILE)
    return MGNN_OK;
  limits.lengths = 1;
  limits.directs = src->tokens.directs;
  limits.piece = NULL;
  limits.memory = NULL;
  TRY(mg_allocated(path = mg_metric_path(metric), err));
  status = mg_read_within(&out->table, path, mg_table_format(path), &limits, err);
  for (size_t k = 0; k < src->edge.count && status == MGNN_EIO; k++)
    if (mg_text_like(src->edge.column[k].name, path))
      status = mg_fail(err, MGNN_EINVAL, "--metric %.60s: there is no such file, but an edge "
                       "attribute of that name: --metric attr:%.60s", path,
                       src->edge.column[k].name);
  TRY(status);
  out->has_table = 1;
end:
  mg_free(path);
  return status;
}

void
mg_tables_free(mg_tables *t)
{
  if (t->has_table)
    mg_source_free(&t->table);
  t->has_table = 0;
  mg_free(t->coords);
  t->coords = NULL;
  mg_centres_free(&t->centres);
}

/* ---- which column ---- */

/* The number of edge attributes with numbers; *only becomes the first, and `list` the
 * names of all. */
static size_t
numbers_count(const mg_source *t, const mg_column **only, char *list, size_t size)
{
  size_t found = 0, used = 0;

  for (size_t k = 0; k < t->edge.count; k++) {
    const mg_column *col = &t->edge.column[k];
    size_t numbers = 0;
    double x;

    for (size_t r = 0; r < t->m && numbers == 0; r++)
      numbers += mg_column_number(col, r, &x);
    if (numbers == 0)
      continue;
    *only = found == 0 ? col : *only;
    if (used + 2 < size)
      used += (size_t)snprintf(list + used, size - used, "%s%.60s", found > 0 ? ", " : "",
                               col->name);
    found++;
  }
  return found;
}

mgnn_status
mg_table_values_find(mg_edge_values *from, const mg_source *t,
                     const mg_metric_spec *metric, mgnn_error *err)
{
  char list[300] = "";
  mgnn_status status = MGNN_OK;
  size_t found;

  mg_edge_values_find(from, t, metric->column);
  if (metric->column != NULL)
    return from->exact != NULL ? MGNN_OK
           : mg_attribute_missing(t, &t->edge, "edge", "the lengths", metric->column, err);
  TRY(mg_length_column(t, &from->exact, err));
  if (from->exact != NULL || from->lower != NULL || from->upper != NULL || t->m == 0)
    goto end;
  found = numbers_count(t, &from->exact, list, sizeof list);
  if (found == 0)
    TRY(mg_fail_at(err, t->path, 0, 0, "there are no lengths: besides the two that name "
                   "nodes, no column has numbers"));
  if (found > 1)
    TRY(mg_fail_at(err, t->path, 0, 0, "several columns have numbers: %s; choose one, as in "
                   "--metric %s:%.60s", list, t->path, from->exact->name));
end:
  if (from->exact != NULL)
    from->name = from->exact->name;
  return status;
}

/* ---- which edges ---- */

/* How the nodes and pairs of a table match those of the graph. */
typedef struct {
  const mg_source *table;
  mg_edge_values from;
  uint32_t *node;              /* per node of the table: the graph's or MG_NAMES_NONE */
  uint32_t *into;              /* per row of the table: the edge, or MG_DROPPED */
  uint64_t *other;             /* pairs that are not edges of the graph */
  size_t others, other_cap;
  int zeros;                   /* 0 in a matrix is a length; else it is no entry */
  size_t unknown, loops;       /* rows with unknown nodes; rows with one node twice */
} matching;

static void
matching_free(matching *m)
{
  mg_free_all(m->node, m->into, m->other);
}

/* Match the nodes by their names; without names, row k belongs to node k. */
static mgnn_status
nodes_match(matching *m, const mg_source *src, mgnn_error *err)
{
  const mg_source *t = m->table;

  PASS(mg_allocated(m->node = mg_alloc(t->n, sizeof *m->node), err));
  if (t->unnamed && (t->open_nodes ? t->n > src->n : t->n != src->n))
    PASS(mg_fail(err, MGNN_EPARSE, "%s: the lengths are of %zu nodes without names, but "
                 "%s has %zu", t->path, t->n, src->path, src->n));
  if (t->unnamed)
    PASS(mg_source_rows_check(src, t->path, t->is_matrix ? "put their names into a first "
                              "row" : "use their names", err));
  for (size_t k = 0; k < t->n; k++)
    m->node[k] = t->unnamed ? (uint32_t)k
                 : mg_source_find(src, t->names.text[k], strlen(t->names.text[k]));
  return MGNN_OK;
}

/* Fail: row r has the unknown node `name`.  The message adds a likely reason. */
static mgnn_status
unknown_tell(const mg_source *src, const mg_source *t, size_t r, const char *name,
             mgnn_error *err)
{
  mgnn_error why;
  size_t least = SIZE_MAX, own = SIZE_MAX;
  double x;

  mg_table_unknown(src, t->path, mg_line_runs_find(&t->edge_line, r), name, &why);
  for (size_t from = 2; from-- > 0;) {
    least = mg_source_find(t, from > 0 ? "1" : "0", 1) != MG_NAMES_NONE ? from : least;
    own = mg_source_find(src, from > 0 ? "1" : "0", 1) != MG_NAMES_NONE ? from : own;
  }
  if (least < 2 && own < 2 && least != own && strcmp(src->named_by, "label") != 0)
    return mg_fail(err, MGNN_EPARSE, "%s; the nodes count from %zu there and from %zu here",
                   why.text, own, least);
  return mg_fail(err, MGNN_EPARSE, "%s%s", why.text, !t->is_matrix
                 && mg_number_whole(name, strlen(name), &x) ? "; rows are read as "
                 "`source target length`" : "");
}

/* Count row r, whose nodes are unknown or the same, as ignored; or fail. */
static mgnn_status
row_check(matching *m, const mg_source *src, size_t r, int lenient, mgnn_error *err)
{
  const mg_source *t = m->table;
  const unsigned *ends = t->ends + 2 * r;
  uint32_t a = m->node[ends[0]], b = m->node[ends[1]];
  char at[MG_WHERE_MAX];
  double x[2];

  if (a == MG_NAMES_NONE || b == MG_NAMES_NONE) {
    if (!lenient)
      PASS(unknown_tell(src, t, r, t->names.text[ends[a != MG_NAMES_NONE]], err));
    m->unknown++;
    return MGNN_OK;
  }
  PASS(mg_edge_value(&m->from, r, x, err));
  if (!(x[0] > 0))
    return MGNN_OK;
  if (!lenient)
    PASS(mg_length_loop(mg_where(t, r, at), src->names.text[a], x[0], err));
  m->loops++;
  return MGNN_OK;
}

static mgnn_status
other_keep(matching *m, uint32_t a, uint32_t b, size_t r, mgnn_error *err)
{
  double x[2];

  PASS(mg_edge_value(&m->from, r, x, err));
  if (x[0] != x[0] || (m->table->is_matrix && x[1] == 0 && !m->zeros))
    return MGNN_OK;
  PASS(mg_room(&m->other, m->others, &m->other_cap, sizeof *m->other, err));
  m->other[m->others++] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  return MGNN_OK;
}

/* Find the edge of each row.  Rows in the order of the edges need no search. */
static mgnn_status
edges_match(matching *m, const mg_source *src, const unsigned *ends, size_t count,
            int lenient, mgnn_error *err)
{
  const mg_source *t = m->table;
  mg_edge_index pairs = { 0 };
  size_t next = 0, kept = 0;
  uint32_t found;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(m->into = mg_alloc(t->m, sizeof *m->into), err));
  for (size_t r = 0; r < t->m; r++) {
    uint32_t a = m->node[t->ends[2 * r]], b = m->node[t->ends[2 * r + 1]];

    m->into[r] = MG_DROPPED;
    if (a == b || a == MG_NAMES_NONE || b == MG_NAMES_NONE) {
      TRY(row_check(m, src, r, lenient, err));
      continue;
    }
    if (next < count && ((ends[2 * next] == a && ends[2 * next + 1] == b)
                         || (ends[2 * next] == b && ends[2 * next + 1] == a))) {
      m->into[r] = (uint32_t)next++;
      continue;
    }
    if (pairs.slot == NULL)
      TRY(mg_edge_index_pairs(&pairs, count, ends, err));
    TRY(mg_edge_index_pair(&pairs, a, b, (uint32_t)count, &found, err));
    if (found < count)
      m->into[r] = found;
    else
      TRY(other_keep(m, a, b, r, err));
    next = found < count ? found + 1 : next;
  }
  if (m->others > 1)
    qsort(m->other, m->others, sizeof *m->other, by_value);
  for (size_t k = 0; k < m->others; k++)     /* each pair once */
    if (kept == 0 || m->other[kept - 1] != m->other[k])
      m->other[kept++] = m->other[k];
  m->others = kept;
end:
  mg_edge_index_free(&pairs);
  return status;
}

static mgnn_status
match(matching *m, const mg_tables *tables, const mg_metric_spec *metric,
      const mg_source *src, mgnn_error *err)
{
  m->table = &tables->table;
  PASS(mg_table_values_find(&m->from, m->table, metric, err));
  return nodes_match(m, src, err);
}

/* ---- lengths ---- */

static mgnn_status
fail_without_entry(const mg_metric_input *in, const mg_lengths *l, const char *path,
                   mgnn_error *err)
{
  char pair[MG_PAIR_MAX], at[MG_WHERE_MAX], more[MG_SHOW_MAX] = "";
  size_t missing = 0, first = in->simple->m;

  for (size_t e = in->simple->m; e-- > 0;)
    if (isnan(l->lower[e])) {
      missing++;
      first = e;
    }
  if (missing == 0 || in->spec->lenient)
    return MGNN_OK;
  if (missing > 1)
    snprintf(more, sizeof more, ", nor for %zu more of the %zu edges",
             missing - 1, in->simple->m);
  return mg_fail(err, MGNN_EPARSE, "%.300s: there is no length for edge %s (%s)"
                 "%s%s", path, mg_show_pair(in->src, in->simple->ends + 2 * first, pair),
                 mg_where(in->src, mg_first_of(in->simple, first), at), more,
                 mg_hint_text(in, MG_HINT_MISSING));
}

/* Read stiffnesses from the table; those of a pair given twice do not add up. */
static mgnn_status
stiffness_gather(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  mg_edge_values from;
  mg_lengths values = { 0 };
  mgnn_status status;

  mg_edge_values_find(&from, in->src, "stiffness");
  if (from.exact == NULL)
    return MGNN_OK;
  status = mg_values_gather(&values, in, &from, err);
  out->stiffness = values.lower;
  for (size_t r = 0; status == MGNN_OK && r < in->src->m; r++) {
    size_t e = mg_edge_of(in->simple, r);
    char at[MG_WHERE_MAX], pair[MG_PAIR_MAX];

    if (e != MG_DROPPED && isnan(out->stiffness[e]) && !isnan(out->lower[e]))
      return mg_fail(err, MGNN_EPARSE, "%s: %s has a length but no stiffness",
                     mg_where(in->src, r, at),
                     mg_show_pair(in->src, in->src->ends + 2 * r, pair));
  }
  return status;
}

mgnn_status
mg_lengths_table(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  matching m = { .table = NULL };
  const mg_simple *simple = in->simple;
  mg_simple as_found = { .m = simple->m };
  mg_specification spec = *in->spec;
  mg_source *t = &in->tables->table;
  const mg_metric_input table = { t, &as_found, &spec, in->tables, NULL };
  mgnn_status status = MGNN_OK;
  size_t moved;

  TRY(match(&m, in->tables, &spec.metric, in->src, err));
  TRY(edges_match(&m, in->src, simple->ends, simple->m, spec.lenient, err));
  moved = t->m != simple->m;
  for (size_t r = 0; r < t->m && moved == 0; r++)
    moved += m.into[r] != r;
  as_found.into = moved > 0 ? m.into : NULL;
  spec.stiffness = spec.edge_column = NULL;
  spec.keep_columns = 0;
  TRY(mg_values_gather(out, &table, &m.from, err));
  TRY(stiffness_gather(out, &table, err));
  TRY(fail_without_entry(in, out, t->path, err));
  for (size_t k = 0; k < t->notes.count; k++)
    TRY(mg_note(&in->src->notes, err, "%s", t->notes.text[k]));
  TRY(mg_rows_ignored_note(&in->src->notes, t->path, m.unknown, m.loops, err));
  TRY(mg_pairs_unused_note(&in->src->notes, t->path, in->src->path, m.others,
                           mg_hint_text(in, MG_HINT_PAIRS), err));
  TRY(mg_lengths_complete(out, in, t->path, "a length", err));
end:
  matching_free(&m);
  return status;
}

mgnn_status
mg_metric_add_edges(mg_source *src, mg_tables *tables, const mg_metric_spec *metric,
                    mgnn_error *err)
{
  matching m = { .zeros = 1 };
  size_t to = 2 * src->m;
  mgnn_status status = MGNN_OK;
  char shown[MG_SHOW_MAX];

  TRY(match(&m, tables, metric, src, err));
  TRY(edges_match(&m, src, src->ends, src->m, src->limits.lenient, err));
  if (m.others == 0)
    goto end;
  if (m.others >= MG_DROPPED - src->m)
    TRY(mg_fail(err, MGNN_EINVAL, "%s: with those of the metric table there are "
                "too many edges", src->path));
  TRY(mg_resized(&src->ends, 2 * (src->m + m.others), sizeof *src->ends, err));
  for (size_t k = 0; k < m.others; k++) {
    src->ends[to++] = (unsigned)(m.other[k] >> 32);
    src->ends[to++] = (unsigned)m.other[k];
  }
  if (src->edge_line.count > 0)
    TRY(mg_line_runs_add(&src->edge_line, m.others, 0, err));
  src->m += m.others;
  TRY(mg_note(&src->notes, err, "%.300s: %s added", m.table->path,
              mg_show_edges(m.others, shown)));
end:
  matching_free(&m);
  return status;
}
