/* Reads tables of positions or features: a row of numbers for every node. */
#include "table_parts.h"
#include "base/graph.h"
#include "array.h"
#include "base/number.h"
#include "features.h"
#include "io/numbering.h"

#include <stdio.h>
#include <string.h>

enum { DIM_MAX = 10000 };

typedef struct {
  const mg_source *src;
  mg_csv csv;
  mg_rows_head head;
  const char *model;           /* name of the first drawing; others are ignored */
  size_t rows;
  uint32_t *line;              /* per node: the line of its row, or 0 */
  double *x;
  mg_rows_match *match;        /* or NULL: rows of unknown nodes are errors */
} rows_table;

/* ---- the head ---- */

static int
is_number(const mg_csv *csv, size_t k)
{
  double x;

  return mg_csv_number(csv, &csv->cell[k], &x);
}

/* A first row of one name and numbers is refused: most likely its header is missing. */
mgnn_status
mg_rows_head_read(mg_rows_head *h, const mg_csv *csv, mgnn_error *err)
{
  size_t words = 0;

  *h = (mg_rows_head){ .line = csv->line, .columns = csv->count };
  for (size_t k = 0; k < csv->count; k++)
    words += !is_number(csv, k);
  if (words == 0)
    return MGNN_OK;
  if (words == 1 && csv->count > 1 && !is_number(csv, 0))
    return mg_csv_fail(csv, NULL, err, "the table starts with a row of "
                       "numbers that has a name; rows with names need the "
                       "header node,x,y above them");
  if (mg_cell_is(&csv->cell[0], "node") || mg_cell_is(&csv->cell[0], "id")
      || mg_cell_is(&csv->cell[0], "name") || mg_cell_is(&csv->cell[0], "label")
      || csv->cell[0].len == 0)
    h->named = 1;
  else if (!mg_cell_is(&csv->cell[0], "x") && !mg_cell_is(&csv->cell[0], "x1")) {
    char shown[MG_SHOW_MAX];

    return mg_csv_fail(csv, NULL, err, "the first column is called %s; it "
                       "must be \"node\", and name the node of each row, or "
                       "\"x\"", mg_show(shown, csv->cell[0].text));
  }
  PASS(mg_allocated(h->name = mg_alloc(csv->count, sizeof *h->name), err));
  for (size_t k = 0; k < csv->count; k++) {
    h->name[k] = mg_pool_keep(&h->pool, csv->cell[k].text, csv->cell[k].len);
    PASS(mg_allocated(h->name[k], err));
  }
  h->modelled = h->named && csv->count > 2
                && mg_cell_is(&csv->cell[csv->count - 1], "model");
  return MGNN_OK;
}

void
mg_rows_head_free(mg_rows_head *h)
{
  mg_free(h->name);
  mg_pool_free(&h->pool);
  *h = (mg_rows_head){ 0 };
}

size_t
mg_rows_dim(const mg_rows_head *h)
{
  return h->columns - h->named - h->modelled;
}

mgnn_status
mg_rows_dim_check(const mg_rows_head *h, const mg_csv *csv, mgnn_error *err)
{
  size_t dim = mg_rows_dim(h);

  return dim >= 1 && dim <= DIM_MAX ? MGNN_OK
         : mg_csv_fail(csv, NULL, err, "the rows have %zu coordinates; there must be 1 "
                       "to %d", dim, DIM_MAX);
}

int
mg_rows_begin_with_id(const mg_csv *csv)
{
  int64_t id;

  return (csv->count == 3 || csv->count == 4)
         && mg_ids_integer(csv->cell[0].text, csv->cell[0].len, &id);
}

/* ---- what is wrong ---- */

mgnn_status
mg_rows_number(const mg_rows_head *h, const mg_csv *csv, size_t k, const char *node,
               double *out, mgnn_error *err)
{
  char what[3 * MG_SHOW_MAX], name[MG_SHOW_MAX], column[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;

  if (mg_csv_number(csv, &csv->cell[k], out) && mg_position_allowed(*out))
    return MGNN_OK;
  snprintf(what, sizeof what, "%s%s%s%s",
           h->name != NULL ? mg_show(column, h->name[k]) : "",
           h->name != NULL ? " of " : "", node != NULL ? "node " : "a node",
           node != NULL ? mg_show(name, node) : "");
  TRY(mg_table_number(csv, k, what, out, err));
  status = mg_csv_fail(csv, NULL, err, "column %zu (%s): %g is beyond 1e152: "
                       "use another unit", k + 1, what, *out);
end:
  return status;
}

mgnn_status
mg_rows_missing(const char *path, const char *graph, const char *first, size_t missing,
                size_t n, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  if (missing == 1)
    return mg_fail(err, MGNN_EPARSE, "%s: node %s of %s has no row", path,
                   mg_show(shown, first), graph);
  return mg_fail(err, MGNN_EPARSE, "%s: node %s and %zu more of the %zu nodes "
                 "of %s have no row", path, mg_show(shown, first), missing - 1, n,
                 graph);
}

mgnn_status
mg_rows_count_wrong(const char *path, const char *graph, size_t rows, size_t n,
                    mgnn_error *err)
{
  return mg_fail(err, MGNN_EPARSE, "%s: the table has %zu row%s without "
                 "names, but %s has %zu node%s", path, rows, mg_plural(rows), graph, n,
                 mg_plural(n));
}

mgnn_status
mg_rows_none_in_common(const char *path, const char *graph, const char *first,
                       mgnn_error *err)
{
  return mg_fail(err, MGNN_EPARSE, "%s: no row names a node of %s, whose first "
                 "is \"%.60s\"", path, graph, first);
}

mgnn_status
mg_rows_match_note(mg_notes *notes, const char *path, const mg_rows_match *m, size_t n,
                   mgnn_error *err)
{
  size_t lacking = n > m->common ? n - m->common : 0;
  char rows[160] = "";

  if (m->others > 0)
    snprintf(rows, sizeof rows, "%s%zu row%s, the first in line %zu, %s of other "
             "nodes", lacking > 0 ? ", and " : "", m->others, mg_plural(m->others),
             m->other_line, m->others == 1 ? "is" : "are");
  if (lacking > 0)
    return mg_note(notes, err, "%s: %zu of the %zu nodes %s no row%s; those in common "
                   "count", path, lacking, n, lacking == 1 ? "has" : "have", rows);
  return m->others == 0 ? MGNN_OK
         : mg_note(notes, err, "%s: %s; those in common count", path, rows);
}

/* ---- the rows ---- */

/* Set *other to whether the current row belongs to another drawing than the first. */
static mgnn_status
model_look(rows_table *t, int *other, mgnn_error *err)
{
  const mg_cell *cell = &t->csv.cell[t->head.columns - 1];

  *other = 0;
  if (!t->head.modelled)
    return MGNN_OK;
  if (t->model == NULL)
    t->model = mg_pool_keep(&t->head.pool, cell->text, cell->len);
  PASS(mg_allocated(t->model, err));
  *other = strcmp(t->model, cell->text) != 0;
  return MGNN_OK;
}

static int
begins_with_id(const mg_source *src, const mg_csv *csv)
{
  return mg_rows_begin_with_id(csv)
         && mg_source_find(src, csv->cell[0].text, csv->cell[0].len) != MG_NAMES_NONE;
}

/* If all rows of a table without header begin with the name of a node, and some number
 * has a decimal point, take it as column of names.  Not for standard input. */
static mgnn_status
ids_look(rows_table *t, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  int decimals = 0, ids = 1;
  mg_csv csv = { .count = 0 };

  if (t->head.name != NULL || strcmp(path, "-") == 0
      || !begins_with_id(t->src, &t->csv))
    return MGNN_OK;
  TRY(mg_csv_open(&csv, path, 0, &t->src->limits, err));
  for (;;) {
    TRY(mg_csv_row(&csv, err));
    if (csv.count == 0 || !ids)
      break;
    ids = begins_with_id(t->src, &csv);
    for (size_t k = 1; k < csv.count; k++)
      decimals |= strchr(csv.cell[k].text, '.') != NULL;
  }
  t->head.named = ids && decimals;
end:
  mg_csv_close(&csv);
  return status;
}

static mgnn_status
read_first(rows_table *t, const char *path, mgnn_error *err)
{
  const mg_csv *csv = &t->csv;
  size_t dim;

  PASS(mg_csv_row(&t->csv, err));
  if (csv->count == 0)
    return mg_fail(err, MGNN_EPARSE, "%s: the table is empty; it must hold a "
                   "row for each of the %zu nodes of %s", csv->in.path,
                   t->src->n, t->src->path);
  PASS(mg_rows_head_read(&t->head, csv, err));
  PASS(ids_look(t, path, err));
  if (!t->head.named)
    PASS(mg_source_rows_check(t->src, csv->in.path, "put their names into a "
                              "first column, under the header node,x,y", err));
  PASS(mg_rows_dim_check(&t->head, csv, err));
  dim = mg_rows_dim(&t->head);
  return mg_allocated(t->x = mg_alloc(t->src->n, dim * sizeof *t->x), err);
}

static mgnn_status
row_node(rows_table *t, uint32_t *node, mgnn_error *err)
{
  const mg_csv *csv = &t->csv;
  char shown[MG_SHOW_MAX];

  if (!t->head.named) {
    *node = (uint32_t)t->rows; /* the caller checks that this node exists */
    return MGNN_OK;
  }
  if (t->match != NULL && mg_source_find(t->src, csv->cell[0].text,
                                         csv->cell[0].len) == MG_NAMES_NONE) {
    *node = MG_NAMES_NONE;
    if (t->match->others++ == 0)
      t->match->other_line = csv->line;
    return MGNN_OK;
  }
  PASS(mg_table_node(t->src, csv, 0, node, err));
  if (t->line[*node] != 0)
    return mg_csv_fail(csv, NULL, err, "node %s has a row already, in line %u",
                       mg_show(shown, t->src->names.text[*node]),
                       t->line[*node]);
  return MGNN_OK;
}

static mgnn_status
read_row(rows_table *t, mgnn_error *err)
{
  const mg_csv *csv = &t->csv;
  size_t dim = mg_rows_dim(&t->head);
  uint32_t node = 0;
  int other;

  if (csv->count != t->head.columns)
    return mg_table_ragged(csv, t->head.columns, t->head.line, err);
  PASS(model_look(t, &other, err));
  if (other)
    return MGNN_OK;
  PASS(row_node(t, &node, err));
  if (node >= t->src->n)
    return MGNN_OK;
  for (size_t c = 0; c < dim; c++)
    PASS(mg_rows_number(&t->head, csv, c + t->head.named, t->src->names.text[node],
                        &t->x[node * dim + c], err));
  t->line[node] = (uint32_t)csv->line;
  return MGNN_OK;
}

static mgnn_status
check_complete(const rows_table *t, mgnn_error *err)
{
  const mg_source *src = t->src;
  size_t missing = 0, first = 0;

  if (!t->head.named && t->rows != src->n)
    return mg_rows_count_wrong(t->csv.in.path, src->path, t->rows, src->n, err);
  for (size_t i = src->n; i-- > 0;)
    if (t->line[i] == 0) {
      missing++;
      first = i;
    }
  return missing == 0 ? MGNN_OK
         : mg_rows_missing(t->csv.in.path, src->path, src->names.text[first], missing,
                           src->n, err);
}

/* Read an array of NumPy, which has rows of all nodes. */
static mgnn_status
read_arrays(const mg_source *src, const char *path, double **x, int *dim,
            unsigned char *has, mgnn_error *err)
{
  mg_features f = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_read_arrays(src, path, &f, err));
  if (f.cols > DIM_MAX)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: the rows have %zu coordinates; there must "
                "be 1 to %d", path, f.cols, DIM_MAX));
  TRY(mg_allocated(*x = mg_features_dense(&f), err));
  *dim = (int)f.cols;
  if (has != NULL)
    memset(has, 1, src->n);
end:
  mg_features_free(&f);
  return status;
}

/* Read a table; has is NULL if every node must be in it. */
static mgnn_status
read_table(rows_table *as, const char *path, double **x, int *dim,
           unsigned char *has, mgnn_error *err)
{
  const mg_source *src = as->src;
  rows_table t = *as;
  mgnn_status status = MGNN_OK;

  *x = NULL;
  if (mg_is_array_path(path))
    return read_arrays(src, path, x, dim, has, err);
  TRY(mg_csv_open(&t.csv, path, 0, &src->limits, err));
  TRY(mg_allocated(t.line = mg_zalloc(src->n, sizeof *t.line), err));
  TRY(read_first(&t, path, err));
  if (has != NULL && !t.head.named && t.match == NULL)
    TRY(mg_csv_fail(&t.csv, NULL, err, "rows for some of the nodes must name "
                    "them: start with the header node,x,y"));
  if (t.head.name != NULL)          /* else the first row already has numbers */
    TRY(mg_csv_row(&t.csv, err));
  for (; t.csv.count > 0; t.rows++) {
    TRY(read_row(&t, err));
    TRY(mg_csv_row(&t.csv, err));
  }
  if (has == NULL || !t.head.named)
    TRY(check_complete(&t, err));
  for (size_t i = 0; i < src->n && has != NULL; i++)
    has[i] = t.line[i] != 0;
  *x = t.x;
  *dim = (int)mg_rows_dim(&t.head);
  t.x = NULL;
end:
  mg_free_all(t.x, t.line);
  mg_rows_head_free(&t.head);
  mg_csv_close(&t.csv);
  return status;
}

mgnn_status
mg_read_rows(const mg_source *src, const char *path, double **x, int *dim,
             mgnn_error *err)
{
  return read_table(&(rows_table){ .src = src }, path, x, dim, NULL, err);
}

mgnn_status
mg_read_some_rows(const mg_source *src, const char *path, double **x, int *dim,
                  unsigned char *has, mgnn_error *err)
{
  return read_table(&(rows_table){ .src = src }, path, x, dim, has, err);
}

mgnn_status
mg_read_matching_rows(const mg_source *src, const char *path, double **x,
                      int *dim, mg_rows_match *match, mgnn_error *err)
{
  rows_table t = { .src = src, .match = match };

  match->common = match->others = 0;
  PASS(read_table(&t, path, x, dim, match->has, err));
  for (size_t i = 0; i < src->n; i++)
    match->common += match->has[i];
  return MGNN_OK;
}
