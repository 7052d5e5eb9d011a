/* Builds the input data of models: rows of slots and constant matrices. */
#include "data.h"
#include "base/mem.h"
#include "problem/simplify.h"

#include <string.h>

void
mg_slots_free(mg_slots *g)
{
  mg_free_all(g->row, g->to, g->rev, g->scale);
  memset(g, 0, sizeof *g);
}

/* Fill in the slots; a loop is the last slot of its node. */
static void
slots_fill(mg_slots *g, size_t m, const unsigned *ends,
           const unsigned char *loop, int all_loops)
{
  size_t *next = g->row + 1;   /* next[i]: from the begin of row i to its end */

  for (size_t e = 0; e < m; e++) {
    unsigned a = ends[2 * e], b = ends[2 * e + 1];

    g->to[next[a]] = b;
    g->to[next[b]] = a;
    g->rev[next[a]] = (unsigned)next[b];
    g->rev[next[b]] = (unsigned)next[a];
    next[a]++;
    next[b]++;
  }
  for (size_t i = 0; i < g->n; i++)
    if (all_loops || (loop != NULL && loop[i])) {
      g->to[next[i]] = (unsigned)i;
      g->rev[next[i]] = (unsigned)next[i];
      next[i]++;
    }
}

mgnn_status
mg_slots_make(mg_slots *g, size_t n, size_t m, const unsigned *ends,
              const unsigned char *loop, int all_loops, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  memset(g, 0, sizeof *g);
  g->n = n;
  TRY(mg_allocated(g->row = mg_zalloc(n + 2, sizeof *g->row), err));
  for (size_t k = 0; k < 2 * m; k++)
    g->row[ends[k] + 2 <= n ? ends[k] + 2 : n + 1]++;
  for (size_t i = 0; i < n; i++)
    g->row[i + 2] += all_loops || (loop != NULL && loop[i]);
  for (size_t i = 2; i < n + 2; i++)
    g->row[i] += g->row[i - 1];
  g->slots = g->row[n + 1];
  TRY(mg_allocated_all(err, MG_NEW(g->to, g->slots), MG_NEW(g->rev, g->slots),
                       MG_NEW(g->scale, n)));
  slots_fill(g, m, ends, loop, all_loops);
  for (size_t i = 0; i < n; i++) {
    size_t degree = g->row[i + 1] - g->row[i];

    g->scale[i] = degree > 0 ? (mg_real)(1 / sqrt((double)degree)) : 0;
  }
end:
  if (status != MGNN_OK)
    mg_slots_free(g);
  return status;
}

/* ---- matrices ---- */

void
mg_csr_free(mg_csr *x)
{
  mg_free_all(x->row, x->col, x->value);
}

void
mg_matrix_free(mg_matrix *x)
{
  mg_csr_free(&x->by_row);
  mg_csr_free(&x->by_col);
  mg_free(x->dense);
  memset(x, 0, sizeof *x);
}

mgnn_status
mg_csr_alloc(mg_csr *x, size_t rows, size_t cols, size_t entries,
             mgnn_error *err)
{
  *x = (mg_csr){ .rows = rows, .cols = cols };
  PASS(mg_allocated_all(err, MG_ZEROS(x->row, rows + 2), MG_NEW(x->col, entries)));
  return mg_allocated(x->value = mg_alloc(entries, sizeof *x->value), err);
}

/* Transpose a matrix; within its columns, entries keep the order of the rows. */
static void
transpose(const mg_csr *a, mg_csr *out)
{
  size_t entries = a->row[a->rows], *next = out->row + 1;

  for (size_t k = 0; k < entries; k++)
    out->row[a->col[k] + 2]++;
  for (size_t c = 2; c < a->cols + 2; c++)
    out->row[c] += out->row[c - 1];
  for (size_t i = 0; i < a->rows; i++)
    for (size_t k = a->row[i]; k < a->row[i + 1]; k++) {
      size_t at = next[a->col[k]]++;

      out->col[at] = (unsigned)i;
      out->value[at] = a->value[k];
    }
}

mgnn_status
mg_matrix_sparse(mg_matrix *x, mg_csr *by_row, mgnn_error *err)
{
  mg_csr other = { 0 };
  mgnn_status status = MGNN_OK;

  memset(x, 0, sizeof *x);
  TRY(mg_csr_alloc(&other, by_row->cols, by_row->rows,
                   by_row->row[by_row->rows], err));
  transpose(by_row, &other);
  *x = (mg_matrix){ .rows = by_row->rows, .cols = by_row->cols,
                    .by_row = *by_row, .by_col = other };
  memset(&other, 0, sizeof other);
  memset(by_row, 0, sizeof *by_row);
end:
  mg_csr_free(&other);
  return status;
}

static mgnn_status
matrix_dense(mg_matrix *x, size_t rows, size_t cols, const double *value,
             mgnn_error *err)
{
  size_t ld = mg_padded(cols);

  PASS(mg_allocated(x->dense = mg_zalloc(rows, ld * sizeof *x->dense), err));
  x->rows = rows;
  x->cols = cols;
  for (size_t i = 0; i < rows; i++)
    for (size_t c = 0; c < cols; c++)
      x->dense[i * ld + c] = (mg_real)value[i * cols + c];
  return MGNN_OK;
}

mgnn_status
mg_matrix_make(mg_matrix *x, size_t rows, size_t cols, const double *value,
               mgnn_error *err)
{
  size_t entries = 0, at = 0;
  mg_csr by_row = { 0 };
  mgnn_status status = MGNN_OK;

  memset(x, 0, sizeof *x);
  for (size_t k = 0; k < rows * cols; k++)
    entries += value[k] != 0;
  if (4 * entries > rows * cols)
    return matrix_dense(x, rows, cols, value, err);
  TRY(mg_csr_alloc(&by_row, rows, cols, entries, err));
  for (size_t i = 0; i < rows; i++) {
    for (size_t c = 0; c < cols; c++)
      if (value[i * cols + c] != 0) {
        by_row.col[at] = (unsigned)c;
        by_row.value[at++] = (mg_real)value[i * cols + c];
      }
    by_row.row[i + 1] = at;
  }
  TRY(mg_matrix_sparse(x, &by_row, err));
end:
  mg_csr_free(&by_row);
  return status;
}

mgnn_status
mg_matrix_adjacency(mg_matrix *x, const mg_slots *g, mgnn_error *err)
{
  mg_csr by_row = { 0 };
  mgnn_status status = MGNN_OK;

  memset(x, 0, sizeof *x);
  TRY(mg_csr_alloc(&by_row, g->n, g->n, g->slots, err));
  memcpy(by_row.row, g->row, (g->n + 1) * sizeof *by_row.row);
  memcpy(by_row.col, g->to, g->slots * sizeof *by_row.col);
  for (size_t k = 0; k < g->slots; k++)
    by_row.value[k] = 1;
  TRY(mg_matrix_sparse(x, &by_row, err));
end:
  mg_csr_free(&by_row);
  return status;
}

mgnn_status
mg_matrix_widen(mg_matrix *x, size_t cols, mgnn_error *err)
{
  mg_csr *t = &x->by_col;
  size_t *row = mg_resize(t->row, cols + 2, sizeof *row);

  PASS(mg_allocated(row, err));
  t->row = row;
  for (size_t c = x->cols; c < cols; c++)
    row[c + 1] = row[c];
  x->cols = x->by_row.cols = t->rows = cols;
  return MGNN_OK;
}

size_t
mg_matrix_entries(const mg_matrix *x)
{
  size_t count = 0;

  if (x->dense == NULL)
    return x->by_row.row[x->rows];
  for (size_t k = 0; k < x->rows * mg_padded(x->cols); k++)
    count += x->dense[k] != 0;
  return count;
}

/* ---- graphs ---- */

mgnn_status
mg_learn_graph_make(mg_learn_graph *g, size_t n, size_t m, const unsigned *ends,
                    mgnn_error *err)
{
  unsigned char *loop = mg_zalloc(n, 1);
  mg_simple simple = { 0 };
  mgnn_status status = MGNN_OK;

  memset(g, 0, sizeof *g);
  TRY(mg_allocated(loop, err));
  for (size_t e = 0; e < m; e++)
    if (ends[2 * e] == ends[2 * e + 1])
      loop[ends[2 * e]] = 1;
  TRY(mg_simplify(&simple, n, m, ends, err));
  g->edges = simple.m;
  TRY(mg_slots_make(&g->plain, n, simple.m, simple.ends, loop, 0, err));
  TRY(mg_slots_make(&g->loops, n, simple.m, simple.ends, loop, 1, err));
  TRY(mg_matrix_adjacency(&g->adjacency, &g->plain, err));
end:
  mg_simple_free(&simple);
  mg_free(loop);
  if (status != MGNN_OK)
    mg_learn_graph_free(g);
  return status;
}

void
mg_learn_graph_free(mg_learn_graph *g)
{
  mg_slots_free(&g->plain);
  mg_slots_free(&g->loops);
  mg_matrix_free(&g->adjacency);
  memset(g, 0, sizeof *g);
}
