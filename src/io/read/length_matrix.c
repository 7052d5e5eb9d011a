/* Turns the entries of a matrix into edges. */
#include "length_matrix.h"
#include "base/number.h"
#include "io/text/message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  mg_dense *d;
  mg_builder *b;
  const char *path;
  size_t n;
  unsigned *row, *col;         /* the nodes of rows and columns */
  uint32_t *row_of;            /* n: the row of a node + 1; 0: none */
  double *m;                   /* n * n, by nodes */
  double *own;                 /* the same, to be freed; or NULL */
  int measured;                /* edges get values: not if weights are all 0 or 1 */
  size_t column;               /* of these values */
  size_t zeros, means, loops;  /* pairs of length 0; of two lengths; self-entries */
  int bipartite, triangle;     /* triangle: one triangle is all 0 */
} maker;

/* ---- nodes ---- */

static mgnn_status
nodes_add(maker *t, char **name, size_t count, const char *before, unsigned *node,
          mgnn_error *err)
{
  char text[MG_NUMBER_MAX + 2];

  for (size_t k = 0; k < count; k++) {
    snprintf(text, sizeof text, "%s%zu", before, k + 1);
    PASS(mg_builder_node(t->b, name != NULL ? name[k] : text,
                         strlen(name != NULL ? name[k] : text), &node[k], err));
  }
  return MGNN_OK;
}

/* The line of a row; 0 if it is unknown or the node has no row. */
static size_t
line_of(const maker *t, size_t row)
{
  return t->d->line != NULL && row < t->d->rows ? t->d->line[row] : 0;
}

/* Fail if two rows or two columns have the same name. */
static mgnn_status
twice_check(const maker *t, const unsigned *node, size_t count, int are_rows,
            mgnn_error *err)
{
  uint32_t *seen = mg_zalloc(t->n, sizeof *seen);
  mgnn_status status = MGNN_OK;
  char shown[MG_SHOW_MAX], buf[MG_NUMBER_MAX];

  TRY(mg_allocated(seen, err));
  for (size_t k = 0; k < count; k++) {
    if (seen[node[k]] > 0)
      TRY(mg_fail_at(err, t->path, are_rows ? line_of(t, k) : 0, 0, "%s %u and %zu are "
                     "both called %s", are_rows ? "rows" : "columns", seen[node[k]],
                     k + 1, mg_show(shown, mg_builder_token(t->b, node[k], buf))));
    seen[node[k]] = (uint32_t)k + 1;
  }
end:
  mg_free(seen);
  return status;
}

/* Make the nodes.  If only rows or only columns have names, the others share them. */
static mgnn_status
nodes_make(maker *t, mgnn_error *err)
{
  mg_dense *d = t->d;
  mg_source *src = t->b->src;
  char **row = d->row_name, **col = d->col_name, shown[MG_SHOW_MAX];
  size_t known, added;

  PASS(mg_allocated_all(err, MG_NEW(t->row, d->rows), MG_NEW(t->col, d->cols)));
  t->bipartite = row == NULL && col == NULL && d->rows != d->cols;
  if (row == NULL && col != NULL && d->rows == d->cols)
    row = col;
  if (col == NULL && row != NULL && d->rows == d->cols)
    col = row;
  PASS(nodes_add(t, col, d->cols, t->bipartite ? "c" : "", t->col, err));
  known = src->n;
  PASS(nodes_add(t, row, d->rows, t->bipartite ? "r" : "", t->row, err));
  t->n = src->n;
  added = t->n - known;
  if (d->row_name != NULL)
    PASS(twice_check(t, t->row, d->rows, 1, err));
  PASS(twice_check(t, t->col, d->cols, 0, err));
  t->bipartite = added == d->rows && d->rows > 0;
  if (added == 0 || t->bipartite || d->ragged)
    return MGNN_OK;
  for (size_t k = 0; k < d->rows; k++)
    if (t->row[k] >= known)
      PASS(mg_fail_at(err, t->path, line_of(t, k), 0, "row %s has no column of that "
                      "name; rows and columns of a matrix of lengths are the same nodes",
                      mg_show(shown, row[k])));
  return MGNN_OK;
}

/* ---- entries ---- */

static const char *
show_node(const maker *t, size_t i, char shown[MG_SHOW_MAX])
{
  char buf[MG_NUMBER_MAX];

  return mg_show(shown, mg_builder_token(t->b, i, buf));
}

static mgnn_status
negative_check(const maker *t, mgnn_error *err)
{
  const mg_dense *d = t->d;
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX], x[MG_SHOW_MAX];

  for (size_t k = 0; k < d->rows * d->cols && !d->adjacency; k++)
    if ((d->value[k] < 0 && t->row[k / d->cols] != t->col[k % d->cols])
        || isinf(d->value[k]))
      return mg_fail_at(err, t->path, line_of(t, k / d->cols), 0, "the length of %s - %s "
                        "is %s; it must not be negative%s",
                        show_node(t, t->row[k / d->cols], a),
                        show_node(t, t->col[k % d->cols], b),
                        mg_show_number(x, d->value[k]), d->value[k] < 0 ? ""
                        : " nor larger than numbers can be");
  return MGNN_OK;
}

/* Order the entries by nodes; they stay in place if they have that order already. */
static mgnn_status
entries_order(maker *t, mgnn_error *err)
{
  const mg_dense *d = t->d;
  size_t n = t->n, odd = d->rows != n || d->cols != n;

  PASS(mg_allocated(t->row_of = mg_zalloc(n, sizeof *t->row_of), err));
  for (size_t k = 0; k < d->rows; k++) {
    t->row_of[t->row[k]] = (uint32_t)k + 1;
    odd += t->row[k] != k;
  }
  for (size_t k = 0; k < d->cols; k++)
    odd += t->col[k] != k;
  t->m = d->value;
  if (odd == 0)
    return MGNN_OK;
  PASS(mg_allocated(t->own = mg_alloc(n, n * sizeof *t->own), err));
  t->m = t->own;
  for (size_t k = 0; k < n * n; k++)
    t->m[k] = NAN;
  for (size_t r = 0; r < d->rows; r++)
    for (size_t c = 0; c < d->cols; c++)
      t->m[t->row[r] * n + t->col[c]] = d->value[r * d->cols + c];
  return MGNN_OK;
}

/* If only one triangle is all 0, it was left out, not measured: clear it. */
static void
triangle_clear(maker *t)
{
  size_t n = t->n, above = 0, below = 0;

  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      int some = t->m[i * n + j] != 0 && !isnan(t->m[i * n + j]);

      above += some && j > i;
      below += some && j < i;
    }
  t->triangle = (above == 0) != (below == 0) && n > 2;
  for (size_t i = 0; i < n && t->triangle; i++)
    for (size_t j = 0; j < n; j++)
      if (above == 0 ? j > i : j < i) {
        t->triangle += !isnan(t->m[i * n + j]);
        t->m[i * n + j] = NAN;
      }
}

static mgnn_status
diagonal_check(maker *t, mgnn_error *err)
{
  char a[MG_SHOW_MAX], x[MG_SHOW_MAX];
  double most = 0;

  for (size_t k = 0; k < t->n * t->n; k++)
    most = fmax(most, t->m[k]);
  for (size_t i = 0; i < t->n; i++) {
    double loop = t->m[i * t->n + i];

    if (isnan(loop) || fabs(loop) <= MG_ROUNDING * most)
      continue;
    if (!t->b->src->limits.lenient)
      return mg_fail_at(err, t->path, line_of(t, t->row_of[i] - 1), 0, "the length from "
                        "node %s to itself is %s; it must be 0 (--lenient ignores it); "
                        "if entries are similarities or weights, give -I adjacency",
                        show_node(t, i, a), mg_show_number(x, loop));
    t->loops++;
  }
  return MGNN_OK;
}

/* Whether two numbers are equal up to rounding, or one of them is missing. */
static int
are_same(double x, double y)
{
  return isnan(x) || isnan(y) || fabs(x - y) <= MG_ROUNDING * fmax(fabs(x), fabs(y));
}

static mgnn_status
skew_tell(const maker *t, size_t i, size_t j, mgnn_error *err)
{
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX], x[MG_SHOW_MAX], y[MG_SHOW_MAX];
  char more[60] = "", where[60] = "";
  const double *m = t->m;
  size_t wrong = 0;

  for (size_t r = 0; r < t->n; r++)
    for (size_t c = 0; c < r; c++)
      wrong += !are_same(m[r * t->n + c], m[c * t->n + r]);
  if (wrong > 1)
    snprintf(more, sizeof more, " (and %zu more pair%s)", wrong - 1,
             mg_plural(wrong - 1));
  if (t->d->line != NULL)
    snprintf(where, sizeof where, " in line %zu", line_of(t, t->row_of[j] - 1));
  return mg_fail_at(err, t->path, line_of(t, t->row_of[i] - 1), 0, "the matrix is not "
                    "symmetric: %s - %s is %s here, but %s - %s is %s%s%s; --lenient "
                    "takes the means", show_node(t, i, a), show_node(t, j, b),
                    mg_show_number(x, m[i * t->n + j]), b, a,
                    mg_show_number(y, m[j * t->n + i]), where, more);
}

static mgnn_status
edge_add(maker *t, unsigned a, unsigned b, size_t line, double x, mgnn_error *err)
{
  mg_source *src = t->b->src;

  if (isnan(x) || (t->d->adjacency && x == 0))
    return MGNN_OK;
  t->zeros += x == 0;
  PASS(mg_builder_edge(t->b, a, b, line, err));
  if (t->measured)
    PASS(mg_column_put_number(src, &src->edge.column[t->column], src->m - 1, x, err));
  return MGNN_OK;
}

static mgnn_status
pairs_add(maker *t, mgnn_error *err)
{
  size_t n = t->n;

  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++) {
      double x = t->m[i * n + j], y = t->m[j * n + i];

      if (x != y && !isnan(x) && !isnan(y)) {
        if (!t->b->src->limits.lenient && !are_same(x, y))
          PASS(skew_tell(t, i, j, err));
        t->means++;
        x = x / 2 + y / 2;
      }
      PASS(edge_add(t, (unsigned)i, (unsigned)j,
                    line_of(t, t->row_of[isnan(x) ? j : i] - 1), isnan(x) ? y : x, err));
    }
  return MGNN_OK;
}

/* Add the edges of a graph that may be directed: one for each entry that is not
 * 0, except entries below the diagonal that equal their mirror image. */
static mgnn_status
adjacency_add(maker *t, mgnn_error *err)
{
  size_t n = t->n;

  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      if (i <= j || t->m[i * n + j] != t->m[j * n + i])
        PASS(edge_add(t, (unsigned)i, (unsigned)j, line_of(t, t->row_of[i] - 1),
                      t->m[i * n + j], err));
  return MGNN_OK;
}

static int
has_weights(const mg_dense *d)
{
  for (size_t k = 0; k < d->rows * d->cols; k++)
    if (d->value[k] != 0 && d->value[k] != 1 && !isnan(d->value[k]))
      return 1;
  return 0;
}

static mgnn_status
bipartite_add(maker *t, mgnn_error *err)
{
  const mg_dense *d = t->d;

  for (size_t r = 0; r < d->rows; r++)
    for (size_t c = 0; c < d->cols; c++)
      PASS(edge_add(t, t->row[r], t->col[c], line_of(t, r), d->value[r * d->cols + c],
                    err));
  return MGNN_OK;
}

/* ---- what is said ---- */

static mgnn_status
notes_add(const maker *t, mgnn_error *err)
{
  mg_source *src = t->b->src;
  const mg_dense *d = t->d;

  if (t->means > 0)
    PASS(mg_note(&src->notes, err, "%s: %zu pair%s had two lengths and got the mean",
                 t->path, t->means, mg_plural(t->means)));
  if (t->loops > 0)
    PASS(mg_note(&src->notes, err, "%s: %zu length%s from a node to itself %s ignored",
                 t->path, t->loops, mg_plural(t->loops), t->loops == 1 ? "was" : "were"));
  if (t->triangle > 1)
    PASS(mg_note(&src->notes, err, "%s: one triangle of the matrix is all 0; it is read "
                 "as left out", t->path));
  if (src->limits.lengths || d->adjacency)
    return MGNN_OK;
  PASS(mg_note(&src->notes, err, "%s: the %zu x %zu numbers are read as distances%s: "
               "every %s is an edge of that length", t->path, d->rows, d->cols, t->bipartite
               ? " of rows from columns" : "",
               src->m == (t->bipartite ? d->rows * d->cols : t->n * (t->n - 1) / 2)
               ? "pair of nodes" : "pair with a number"));
  if (t->zeros > 0)
    PASS(mg_note(&src->notes, err, "%s: %zu pair%s the length 0; if 0 means no edge, "
                 "give -I adjacency", t->path, t->zeros, t->zeros == 1 ? " has" : "s have"));
  return MGNN_OK;
}

mgnn_status
mg_dense_edges(mg_dense *d, mg_builder *b, const char *path, mgnn_error *err)
{
  maker t = { .d = d, .b = b, .path = path };
  mg_source *src = b->src;
  mgnn_status status = MGNN_OK;

  src->open_nodes = src->unordered = 0;
  src->unnamed = d->row_name == NULL && d->col_name == NULL;
  src->is_matrix = 1;
  TRY(mg_source_allows(src, d->rows > d->cols ? d->rows : d->cols,
                       d->rows * (d->cols - (d->cols > 0)) / 2, 0, err));
  TRY(nodes_make(&t, err));
  src->unnamed &= !t.bipartite;
  TRY(negative_check(&t, err));
  t.measured = !d->adjacency || has_weights(d);
  if (t.measured)
    TRY(mg_attribute_column(src, &src->edge, d->adjacency ? "weight" : d->title != NULL
                            ? d->title : "len", &t.column, err));
  if (d->title != NULL && t.measured)
    src->lengths = src->edge.column[t.column].name;
  if (t.bipartite)
    TRY(bipartite_add(&t, err));
  else {
    TRY(entries_order(&t, err));
    if (!d->adjacency) {
      triangle_clear(&t);
      TRY(diagonal_check(&t, err));
    }
    TRY(d->adjacency ? adjacency_add(&t, err) : pairs_add(&t, err));
  }
  TRY(notes_add(&t, err));
end:
  mg_free_all(t.row, t.col, t.row_of, t.own);
  return status;
}
