/* Reads graphs from NumPy arrays: an edge_index of 2 x m or m x 2 node numbers,
 * which may list an edge in both directions, or m x 3 with lengths; an n x n
 * matrix of lengths; or an adjacency matrix of SciPy.  Nodes are called by
 * their numbers, from 0. */
#include "base/mem.h"
#include "base/number.h"
#include "build.h"
#include "length_matrix.h"
#include "edge_index.h"
#include "io/table/array.h"
#include "read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  mg_arrays arrays;
  mg_sparse matrix;            /* row NULL: the edges are in `index` */
  const mg_array *index;
  const mg_array *value[2];    /* weight, length: m each; or NULL */
  mg_builder build;
  mg_edge_index seen;
  size_t column[2];
  int lengths;                 /* rows of `index` are two nodes and a length */
} numpy_reader;

static const struct {
  const char *names, *attribute;
} values[2] = {
  { "edge_weight edge_attr weight edge_weights", "weight" },
  { "length len edge_length", "length" }
};

/* ---- what the file has ---- */

/* Whether each row has two node numbers and a length; a 2 x 3 array of whole
 * numbers is three edges instead. */
static int
has_lengths(const mg_array *x)
{
  int whole = x->rows == 2 && !mg_array_is_text(x);

  for (size_t k = 0; k < 6 && whole && x->cols == 3; k++)
    whole = mg_array_number(x, k / 3, k % 3) == floor(mg_array_number(x, k / 3, k % 3));
  return x->cols == 3 && !whole;
}

/* Whether the array is a matrix of lengths: square, and not 2 x 2 whole numbers. */
static int
is_dense(const numpy_reader *r)
{
  const mg_array *x = r->index;

  return x != NULL && x->rows == x->cols && x->rows > 0
         && (x->rows > 2 || x->kind == 'f' || r->build.src->limits.lengths);
}

static mgnn_status
edges_find(numpy_reader *r, mgnn_error *err)
{
  static const char names[] = "edge_index edges edge_list";
  static const char dense[] = "distances distance_matrix distance dist D M metric "
                              "lengths matrix arr_0";
  static const char *const prefix[] = { "adj_", "" };
  char own[100];
  int found = 0;

  snprintf(own, sizeof own, "%.90s_",
           r->arrays.wanted != NULL ? r->arrays.wanted : "");
  if (r->arrays.wanted != NULL)
    PASS(mg_arrays_sparse(&r->arrays, own, &r->matrix, &found, err));
  else
    PASS(mg_arrays_named(&r->arrays, names, &r->index, err));
  for (size_t k = 0; k < 2 && !found && r->index == NULL
       && r->arrays.wanted == NULL; k++)
    PASS(mg_arrays_sparse(&r->arrays, prefix[k], &r->matrix, &found, err));
  if (r->index == NULL && !found)
    PASS(mg_arrays_find(&r->arrays, dense, &r->index, err));
  if (r->index == NULL && !found)
    PASS(mg_arrays_missing(&r->arrays, "edges", "edge_index, distances, or a sparse adj",
                           err));
  if (!found && r->index->rows != 2 && r->index->cols != 2
      && !has_lengths(r->index) && !is_dense(r))
    PASS(mg_fail(err, MGNN_EPARSE, "%s: the array has %zu rows and %zu columns; "
                 "edges are two rows or two columns of numbers of nodes, or three "
                 "columns with the lengths; a matrix of lengths is square", r->arrays.path,
                 r->index->rows, r->index->cols));
  return MGNN_OK;
}

/* Check that node numbers are whole, and the lengths of a third column. */
static mgnn_status
ids_check(const numpy_reader *r, double most, mgnn_error *err)
{
  const mg_array *x = r->index;

  if (!r->lengths)
    return mg_array_check(x, r->arrays.path, 0, most, 1, err);
  for (size_t e = 0; e < x->rows; e++)
    for (size_t k = 0; k < 3; k++) {
      double y = mg_array_number(x, e, k);

      if (!(y >= 0) || isinf(y) || (k < 2 && (y != floor(y) || y > most)))
        return mg_fail(err, MGNN_EPARSE, "%s: row %zu, column %zu: %g is no %s; edges are "
                       "two columns of numbers of nodes, or three with lengths",
                       r->arrays.path, e, k, y, k < 2 ? "number of a node" : "length");
    }
  return MGNN_OK;
}

static size_t
edge_count(const numpy_reader *r)
{
  return r->index == NULL ? r->matrix.row[r->matrix.rows]
         : r->index->rows == 2 && !r->lengths ? r->index->cols : r->index->rows;
}

static mgnn_status
values_find(numpy_reader *r, mgnn_error *err)
{
  for (int k = 0; k < 2 && r->index != NULL && !r->lengths; k++) {
    const mg_array *x;

    PASS(mg_arrays_named(&r->arrays, values[k].names, &x, err));
    if (x == NULL || x == r->index || x->cols != 1 || mg_array_is_text(x))
      continue;
    if (x->rows != edge_count(r))
      PASS(mg_fail(err, MGNN_EPARSE, "%s: there are %zu values %s for %zu edges",
                   r->arrays.path, x->rows, values[k].attribute, edge_count(r)));
    r->value[k] = x;
  }
  return MGNN_OK;
}

/* The number of nodes, from the edges, the rows of other arrays, or a number given. */
static mgnn_status
nodes_count(numpy_reader *r, size_t *n, mgnn_error *err)
{
  static const char *const names[] = {
    "x X features attr_matrix node_feat", "y labels Y node_label", "names"
  };
  const mg_array *x;
  double most = -1;

  *n = r->matrix.rows + (r->matrix.rows != r->matrix.cols ? r->matrix.cols : 0);
  for (size_t i = 0; r->index != NULL && i < r->index->rows; i++)
    for (size_t c = 0; c < r->index->cols - (size_t)r->lengths; c++)
      most = fmax(most, mg_array_number(r->index, i, c));
  if (most >= (double)*n)
    *n = (size_t)most + 1;
  for (int k = 0; k < 3; k++) {
    PASS(mg_arrays_named(&r->arrays, names[k], &x, err));
    if (x != NULL && x->rows > *n)
      *n = x->rows;
  }
  PASS(mg_arrays_named(&r->arrays, "attr_shape shape_x num_nodes", &x, err));
  if (x != NULL && x->rows > 0 && x->cols > 0
      && mg_array_number(x, 0, 0) > (double)*n
      && mg_array_number(x, 0, 0) < 4e9)
    *n = (size_t)mg_array_number(x, 0, 0);
  return MGNN_OK;
}

/* ---- the graph ---- */

static mgnn_status
nodes_make(numpy_reader *r, size_t n, mgnn_error *err)
{
  mg_source *src = r->build.src;
  const mg_array *names;
  char number[MG_NUMBER_MAX], *text = NULL;
  unsigned node;
  size_t size, len;
  mgnn_status status = MGNN_OK;

  if (r->matrix.rows != r->matrix.cols)
    return mg_builder_two_kinds(src, r->matrix.rows, r->matrix.cols, err);
  src->unnamed = 1;
  for (size_t i = 0; i < n; i++) {
    mg_number_write(number, (double)i);
    TRY(mg_builder_node_integer(&r->build, (int64_t)i, number, strlen(number),
                                &node, err));
  }
  TRY(mg_arrays_named(&r->arrays, "names", &names, err));
  if (names == NULL || names->rows != n || names->cols != 1
      || !mg_array_is_text(names))
    goto end;
  src->unnamed = 0;
  size = mg_array_text_size(names);
  TRY(mg_allocated(text = mg_alloc(size, 1), err));
  for (size_t i = 0; i < n; i++) {
    mg_array_text(names, i, 0, text, size, &len);
    TRY(mg_attribute_text(src, &src->node, "name", i, text, len, err));
  }
end:
  mg_free(text);
  return status;
}

/* Add edge e of the file, unless it is another edge backwards, with the same
 * values. */
static mgnn_status
edge_add(numpy_reader *r, size_t e, const double end[2], const double x[2],
         mgnn_error *err)
{
  mg_source *src = r->build.src;
  const unsigned a = (unsigned)end[0], b = (unsigned)end[1];
  uint32_t first;
  int same = 1;

  PASS(mg_edge_index_pair(&r->seen, a, b, (uint32_t)src->m, &first, err));
  if (first < src->m) {
    for (int k = 0; k < 2; k++)
      same = same && (isnan(x[k])
                      || src->edge.column[r->column[k]].number[first] == x[k]);
    if (same && a != b && src->ends[2 * first] == b)
      return MGNN_OK;
  }
  PASS(mg_builder_edge(&r->build, a, b, e + 1, err));
  for (int k = 0; k < 2; k++)
    if (!isnan(x[k]))
      PASS(mg_column_put_number(src, &src->edge.column[r->column[k]], src->m - 1,
                                x[k], err));
  return MGNN_OK;
}

static mgnn_status
index_take(numpy_reader *r, mgnn_error *err)
{
  int flat = r->index->rows == 2 && !r->lengths;

  for (size_t e = 0; e < edge_count(r); e++) {
    double end[2], x[2] = { NAN, NAN };

    for (size_t k = 0; k < 2; k++) {
      end[k] = mg_array_number(r->index, flat ? k : e, flat ? e : k);
      if (r->value[k] != NULL)
        x[k] = mg_array_number(r->value[k], e, 0);
      if (r->value[k] != NULL && !isfinite(x[k]))
        PASS(mg_fail(err, MGNN_EPARSE, "%s: the %s of edge %zu is not finite",
                     r->arrays.path, values[k].attribute, e));
    }
    if (r->lengths)
      x[1] = mg_array_number(r->index, e, 2);
    PASS(edge_add(r, e, end, x, err));
  }
  return MGNN_OK;
}

/* Add the entries that are not 0, with their values if they are not all 1. */
static mgnn_status
matrix_take(numpy_reader *r, int weighted, mgnn_error *err)
{
  const mg_sparse *m = &r->matrix;
  double first = m->rows != m->cols ? (double)m->rows : 0;     /* of columns */

  for (size_t i = 0; i < m->rows; i++)
    for (size_t e = m->row[i]; e < m->row[i + 1]; e++) {
      const double end[2] = { (double)i, first + m->col[e] };
      const double x[2] = { weighted ? m->value[e] : NAN, NAN };

      if (m->value[e] != 0)
        PASS(edge_add(r, e, end, x, err));
    }
  return MGNN_OK;
}

static int
is_weighted(const mg_sparse *m)
{
  for (size_t e = 0; m->row != NULL && e < m->row[m->rows]; e++)
    if (m->value[e] != 1 && m->value[e] != 0)
      return 1;
  return 0;
}

static mgnn_status
dense_take(numpy_reader *r, mgnn_error *err)
{
  const mg_array *x = r->index;
  mg_source *src = r->build.src;
  mg_dense d = { .rows = x->rows, .cols = x->cols };
  char text[MG_NUMBER_MAX];
  int unnamed;
  mgnn_status status = MGNN_OK;

  TRY(nodes_make(r, x->rows, err));
  TRY(mg_allocated_all(err, MG_NEW(d.row_name, d.rows),
                       d.value = mg_alloc(d.rows, d.cols * sizeof *d.value)));
  for (size_t i = 0; i < d.rows; i++) {
    d.row_name[i] = mg_pool_keep(&src->pool, text, mg_number_write_integer(text, i));
    TRY(mg_allocated(d.row_name[i], err));
    for (size_t j = 0; j < d.cols; j++) {
      double y = mg_array_number(x, i, j);

      d.value[i * d.cols + j] = isinf(y) ? NAN : y;
    }
  }
  unnamed = src->unnamed;
  TRY(mg_dense_edges(&d, &r->build, r->arrays.path, err));
  src->unnamed = unnamed;
  mg_builder_done(&r->build);
end:
  mg_free_all(d.row_name, d.value);
  return status;
}

mgnn_status
mg_read_numpy(mg_source *out, const char *path, mgnn_error *err)
{
  numpy_reader r = { 0 };
  size_t n;
  int weighted;
  mgnn_status status = MGNN_OK;

  mg_builder_init(&r.build, out);
  TRY(mg_arrays_open(&r.arrays, path, &out->limits, err));
  TRY(edges_find(&r, err));
  if (is_dense(&r) && !mg_array_is_text(r.index)) {
    TRY(dense_take(&r, err));
    goto end;
  }
  r.lengths = r.index != NULL && has_lengths(r.index);
  if (r.index != NULL)
    TRY(ids_check(&r, (double)out->limits.nodes, err));
  TRY(values_find(&r, err));
  TRY(nodes_count(&r, &n, err));
  TRY(mg_source_allows(out, n, edge_count(&r), 0, err));
  TRY(nodes_make(&r, n, err));
  weighted = is_weighted(&r.matrix);
  for (int k = 0; k < 2; k++)
    if (r.value[k] != NULL || (k == 0 && weighted)
        || (k == 1 && r.index != NULL && has_lengths(r.index)))
      TRY(mg_attribute_column(out, &out->edge, values[k].attribute,
                              &r.column[k], err));
  TRY(r.index != NULL ? index_take(&r, err) : matrix_take(&r, weighted, err));
  out->open_nodes = r.index != NULL;
  mg_builder_done(&r.build);
end:
  mg_edge_index_free(&r.seen);
  mg_sparse_free(&r.matrix);
  mg_arrays_free(&r.arrays);
  mg_builder_free(&r.build);
  return status;
}
