/* Graphs as arrays of NumPy: an edge_index of 2 x m or m x 2 numbers of nodes,
 * in which an edge may stand in both directions; or an adjacency matrix of SciPy.
 * Nodes are called by their numbers, from 0. */
#include "base/mem.h"
#include "base/number.h"
#include "build.h"
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
} reader;

static const struct {
  const char *names, *attribute;
} values[2] = {
  { "edge_weight edge_attr weight edge_weights", "weight" },
  { "length len edge_length", "length" }
};

/* ---- what the file has ---- */

static mgnn_status
edges_find(reader *r, mgnn_error *err)
{
  static const char names[] = "edge_index edges edge_list";
  static const char *const prefix[] = { "adj_", "" };
  char own[100];
  int found = 0;
  mgnn_status status = MGNN_OK;

  snprintf(own, sizeof own, "%.90s_",
           r->arrays.wanted != NULL ? r->arrays.wanted : "");
  if (r->arrays.wanted != NULL)
    TRY(mg_arrays_sparse(&r->arrays, own, &r->matrix, &found, err));
  else
    TRY(mg_arrays_named(&r->arrays, names, &r->index, err));
  for (size_t k = 0; k < 2 && !found && r->index == NULL
       && r->arrays.wanted == NULL; k++)
    TRY(mg_arrays_sparse(&r->arrays, prefix[k], &r->matrix, &found, err));
  if (r->index == NULL && !found)
    TRY(mg_arrays_find(&r->arrays, names, &r->index, err));
  if (r->index == NULL && !found)
    TRY(mg_arrays_missing(&r->arrays, "edges", "edge_index, or a sparse adj",
                          err));
  if (found && r->matrix.rows != r->matrix.cols)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: the matrix has %zu rows and %zu columns; "
                "that of a graph is square", r->arrays.path, r->matrix.rows,
                r->matrix.cols));
  if (!found && r->index->rows != 2 && r->index->cols != 2)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: the array has %zu rows and %zu columns; "
                "edges are two rows or two columns of numbers of nodes",
                r->arrays.path, r->index->rows, r->index->cols));
end:
  return status;
}

static size_t
edge_count(const reader *r)
{
  return r->index == NULL ? r->matrix.row[r->matrix.rows]
         : r->index->rows == 2 ? r->index->cols : r->index->rows;
}

static mgnn_status
values_find(reader *r, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (int k = 0; k < 2 && r->index != NULL; k++) {
    const mg_array *x;

    TRY(mg_arrays_named(&r->arrays, values[k].names, &x, err));
    if (x == NULL || x == r->index || x->cols != 1 || mg_array_is_text(x))
      continue;
    if (x->rows != edge_count(r))
      TRY(mg_fail(err, MGNN_EPARSE, "%s: there are %zu values %s for %zu edges",
                  r->arrays.path, x->rows, values[k].attribute, edge_count(r)));
    r->value[k] = x;
  }
end:
  return status;
}

/* How many nodes the rows of other arrays, or a number, tell. */
static mgnn_status
nodes_count(reader *r, size_t *n, mgnn_error *err)
{
  static const char *const names[] = {
    "x X features attr_matrix node_feat", "y labels Y node_label", "names"
  };
  const mg_array *x;
  double most = -1;
  mgnn_status status = MGNN_OK;

  *n = r->matrix.rows;
  for (size_t i = 0; r->index != NULL && i < r->index->rows; i++)
    for (size_t c = 0; c < r->index->cols; c++)
      most = fmax(most, mg_array_number(r->index, i, c));
  if (most >= (double)*n)
    *n = (size_t)most + 1;
  for (int k = 0; k < 3; k++) {
    TRY(mg_arrays_named(&r->arrays, names[k], &x, err));
    if (x != NULL && x->rows > *n)
      *n = x->rows;
  }
  TRY(mg_arrays_named(&r->arrays, "attr_shape shape_x num_nodes", &x, err));
  if (x != NULL && x->rows > 0 && x->cols > 0
      && mg_array_number(x, 0, 0) > (double)*n
      && mg_array_number(x, 0, 0) < 4e9)
    *n = (size_t)mg_array_number(x, 0, 0);
end:
  return status;
}

/* ---- the graph ---- */

static mgnn_status
nodes_make(reader *r, size_t n, mgnn_error *err)
{
  mg_source *src = r->build.src;
  const mg_array *names;
  char text[400];
  unsigned node;
  size_t len;
  mgnn_status status = MGNN_OK;

  TRY(mg_source_allows(src, n, edge_count(r), 0, err));
  TRY(mg_arrays_named(&r->arrays, "names", &names, err));
  for (size_t i = 0; i < n; i++) {
    mg_number_write(text, (double)i);
    TRY(mg_builder_node_integer(&r->build, (int64_t)i, text, strlen(text), &node,
                                err));
    if (names == NULL || names->rows != n || names->cols != 1
        || !mg_array_is_text(names))
      continue;
    mg_array_text(names, i, 0, text, sizeof text, &len);
    TRY(mg_attribute_text(src, &src->node, "name", i, text, len, err));
  }
end:
  return status;
}

/* Edge e of the file; an edge that is another one backwards, with its values,
 * is that one. */
static mgnn_status
edge_add(reader *r, size_t e, const double end[2], const double x[2],
         mgnn_error *err)
{
  mg_source *src = r->build.src;
  const unsigned a = (unsigned)end[0], b = (unsigned)end[1];
  mg_edge_slot want = { .a = a < b ? a : b, .b = a < b ? b : a };
  uint32_t first;
  int same = 1;
  mgnn_status status = MGNN_OK;

  TRY(mg_edge_index_find(&r->seen, &want, (uint32_t)src->m, &first, err));
  if (first < src->m) {
    for (int k = 0; k < 2; k++)
      same = same && (isnan(x[k])
                      || src->edge.column[r->column[k]].number[first] == x[k]);
    if (same && a != b && src->ends[2 * first] == b)
      return MGNN_OK;
  }
  TRY(mg_builder_edge(&r->build, a, b, e + 1, err));
  for (int k = 0; k < 2; k++)
    if (!isnan(x[k]))
      TRY(mg_column_put_number(src, &src->edge.column[r->column[k]], src->m - 1,
                               x[k], err));
end:
  return status;
}

static mgnn_status
index_take(reader *r, mgnn_error *err)
{
  int flat = r->index->rows == 2;
  mgnn_status status = MGNN_OK;

  for (size_t e = 0; e < edge_count(r); e++) {
    double end[2], x[2] = { NAN, NAN };

    for (size_t k = 0; k < 2; k++) {
      end[k] = mg_array_number(r->index, flat ? k : e, flat ? e : k);
      if (r->value[k] != NULL)
        x[k] = mg_array_number(r->value[k], e, 0);
      if (r->value[k] != NULL && !isfinite(x[k]))
        TRY(mg_fail(err, MGNN_EPARSE, "%s: the %s of edge %zu is not finite",
                    r->arrays.path, values[k].attribute, e));
    }
    TRY(edge_add(r, e, end, x, err));
  }
end:
  return status;
}

/* Entries that are not 0; their values where they are not all 1. */
static mgnn_status
matrix_take(reader *r, int weighted, mgnn_error *err)
{
  const mg_sparse *m = &r->matrix;
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < m->rows; i++)
    for (size_t e = m->row[i]; e < m->row[i + 1]; e++) {
      const double end[2] = { (double)i, m->col[e] };
      const double x[2] = { weighted ? m->value[e] : NAN, NAN };

      if (m->value[e] != 0)
        TRY(edge_add(r, e, end, x, err));
    }
end:
  return status;
}

static int
is_weighted(const mg_sparse *m)
{
  for (size_t e = 0; m->row != NULL && e < m->row[m->rows]; e++)
    if (m->value[e] != 1 && m->value[e] != 0)
      return 1;
  return 0;
}

mgnn_status
mg_read_numpy(mg_source *out, const char *path, mgnn_error *err)
{
  reader r = { 0 };
  size_t n;
  int weighted;
  mgnn_status status = MGNN_OK;

  mg_builder_init(&r.build, out);
  TRY(mg_arrays_open(&r.arrays, path, &out->limits, err));
  TRY(edges_find(&r, err));
  if (r.index != NULL)
    TRY(mg_array_check(r.index, r.arrays.path, 0, (double)out->limits.nodes, 1,
                       err));
  TRY(values_find(&r, err));
  TRY(nodes_count(&r, &n, err));
  TRY(nodes_make(&r, n, err));
  weighted = is_weighted(&r.matrix);
  for (int k = 0; k < 2; k++)
    if (r.value[k] != NULL || (k == 0 && weighted))
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
