/* Makes compact rows from a graph, and renumbers them. */
#include "rows.h"
#include "base/mem.h"
#include "problem/energy.h"

#include <string.h>

void *
mg_rows_alloc(mg_rows *rows, size_t count, size_t size)
{
  void *block = mg_alloc_large(count, size);

  if (block != NULL)
    rows->own[rows->owned++] = block;
  return block;
}

void
mg_rows_free(mg_rows *rows)
{
  for (size_t k = 0; k < rows->owned; k++)
    mg_free(rows->own[k]);
  memset(rows, 0, sizeof *rows);
}

int
mg_rows_fit_single(const double *x, size_t count)
{
  for (size_t k = 0; k < count; k++)
    if ((double)(float)x[k] != x[k])
      return 0;
  return 1;
}

/* Edge values to be copied, times `scale`, to both slots of each edge: to one
 * of the two arrays, the other is NULL. */
typedef struct {
  const double *per_edge;
  double scale;
  float *single;
  double *wide;
} slot_values;

/* Copy values of rows begin to end - 1; cursor: the next free slot of each row. */
static void
spread_rows(const mg_graph *g, const slot_values *v, size_t begin, size_t end,
            size_t *cursor)
{
  const double *per_edge = v->per_edge, scale = v->scale;
  float *single = v->single;
  double *wide = v->wide;

  memcpy(cursor + begin, g->row + begin, (end - begin) * sizeof *cursor);
  for (size_t k = 0; k < 2 * g->m; k++) {
    size_t i = g->ends[k];

    if (i - begin >= end - begin)
      continue;
    if (single != NULL)
      single[cursor[i]++] = (float)(scale * per_edge[k / 2]);
    else
      wide[cursor[i]++] = scale * per_edge[k / 2];
  }
}

/* Copy the values in parallel: each thread fills its own rows and reads all
 * edges, as reading in order is cheap and writing to scattered slots is not. */
static mgnn_status
spread(const mg_graph *g, const slot_values *v, int threads, mgnn_error *err)
{
  size_t *cursor = mg_alloc_large(g->n, sizeof *cursor);
  size_t parts = g->m > 100000 ? (size_t)mg_threads(threads) : 1;

  PASS(mg_allocated(cursor, err));
#pragma omp parallel for num_threads((int)parts) if (parts > 1)
  for (size_t t = 0; t < parts; t++)
    spread_rows(g, v, g->n * t / parts, g->n * (t + 1) / parts, cursor);
  mg_free(cursor);
  return MGNN_OK;
}

static mgnn_status
take(mg_rows *rows, const mg_graph *g, const double *per_edge, double scale,
     int threads, const double **out, mgnn_error *err)
{
  double *wide;

  if (per_edge == NULL)
    return MGNN_OK;
  wide = mg_rows_alloc(rows, 2 * g->m, sizeof *wide);
  *out = wide;
  return wide == NULL ? mg_fail_memory(err)
         : spread(g, &(slot_values){ per_edge, scale, NULL, wide }, threads,
                  err);
}

static mgnn_status
take_lengths(mg_rows *rows, const mg_graph *g, int single, double scale,
             int threads, mgnn_error *err)
{
  float *narrow;

  if (!single && !mg_rows_fit_single(g->target, g->m))
    PASS(take(rows, g, g->target, scale, threads, &rows->length, err));
  else {
    rows->length_single = narrow = mg_rows_alloc(rows, 2 * g->m, sizeof *narrow);
    PASS(mg_allocated(narrow, err));
    PASS(spread(g, &(slot_values){ g->target, scale, narrow, NULL }, threads,
                err));
  }
  return take(rows, g, g->target_upper, scale, threads, &rows->upper, err);
}

static mgnn_status
take_roots(mg_rows *rows, const mg_graph *g, mgnn_error *err)
{
  double *root = mg_rows_alloc(rows, g->n, sizeof *root);

  PASS(mg_allocated(root, err));
  for (size_t i = 0; i < g->n; i++)
    root[i] = mg_root(g, i);
  rows->near_root = root;
  return MGNN_OK;
}

mgnn_status
mg_rows_make(mg_rows *rows, const mg_graph *g, int reads, int single,
             double scale, int threads, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  memset(rows, 0, sizeof *rows);
  rows->n = g->n;
  rows->row = g->row;
  rows->to = g->to;
  rows->loop = g->loop;
  rows->degree = g->degree;
  TRY(take(rows, g, g->stiffness, 1, threads, &rows->weight, err));
  if (reads & MG_ROWS_ROOT)
    TRY(take_roots(rows, g, err));
  if (reads & MG_ROWS_LENGTH)
    TRY(take_lengths(rows, g, single, scale, threads, err));
end:
  if (status != MGNN_OK)
    mg_rows_free(rows);
  return status;
}

/* Copy in the new order, row by row: arrays with a value per slot, and arrays
 * with a value per row.  `size`: bytes of a value. */
static const void *
slots_reorder(mg_rows *made, const mg_rows *from, const unsigned *order,
              const void *values, size_t size, int threads, int *missing)
{
  size_t blocks = mg_blocks(made->n);
  void *out;

  (void)threads;               /* used by OpenMP only */
  if (values == NULL)
    return NULL;
  out = mg_rows_alloc(made, made->row[made->n], size);
  if (out == NULL) {
    *missing = 1;
    return NULL;
  }
#pragma omp parallel for schedule(dynamic, 16) if (blocks > 16) \
  num_threads(mg_threads(threads))
  for (size_t b = 0; b < blocks; b++)
    for (size_t i = b * MG_BLOCK; i < mg_block_end(b, made->n); i++)
      memcpy((char *)out + made->row[i] * size,
             (const char *)values + from->row[order[i]] * size,
             (made->row[i + 1] - made->row[i]) * size);
  return out;
}

static const double *
nodes_reorder(mg_rows *made, const unsigned *order, const double *values,
              int *missing)
{
  double *out;

  if (values == NULL)
    return NULL;
  out = mg_rows_alloc(made, made->n, sizeof *out);
  *missing |= out == NULL;
  for (size_t i = 0; i < made->n && out != NULL; i++)
    out[i] = values[order[i]];
  return out;
}

mgnn_status
mg_rows_reorder(mg_rows *rows, const unsigned *order, const unsigned *place,
                int threads, mgnn_error *err)
{
  size_t n = rows->n, blocks = mg_blocks(n);
  mg_rows made = { .n = n, .loop = rows->loop, .in_z = rows->in_z, .name = order,
                   .near_name = order, .place = order };
  size_t *row = mg_rows_alloc(&made, n + 1, sizeof *row);
  unsigned *to = mg_rows_alloc(&made, rows->row[n], sizeof *to);
  int missing = row == NULL || to == NULL;

  if (missing)
    goto leave;
  row[0] = 0;
  for (size_t i = 0; i < n; i++)
    row[i + 1] = row[i] + rows->row[order[i] + 1] - rows->row[order[i]];
  made.row = row;
  made.to = to;
#pragma omp parallel for schedule(dynamic, 16) if (blocks > 16) \
  num_threads(mg_threads(threads))
  for (size_t b = 0; b < blocks; b++)
    for (size_t i = b * MG_BLOCK; i < mg_block_end(b, n); i++)
      for (size_t k = row[i]; k < row[i + 1]; k++)
        to[k] = place[rows->to[rows->row[order[i]] + k - row[i]]];
  made.length_single = slots_reorder(&made, rows, order, rows->length_single,
                                     sizeof *rows->length_single, threads,
                                     &missing);
  made.length = slots_reorder(&made, rows, order, rows->length,
                              sizeof *rows->length, threads, &missing);
  made.upper = slots_reorder(&made, rows, order, rows->upper,
                             sizeof *rows->upper, threads, &missing);
  made.weight = slots_reorder(&made, rows, order, rows->weight,
                              sizeof *rows->weight, threads, &missing);
  made.degree = nodes_reorder(&made, order, rows->degree, &missing);
  made.near_root = nodes_reorder(&made, order, rows->near_root, &missing);
leave:
  if (missing) {
    mg_rows_free(&made);
    return mg_fail_memory(err);
  }
  mg_rows_free(rows);
  *rows = made;
  return MGNN_OK;
}
