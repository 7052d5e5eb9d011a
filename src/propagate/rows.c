/* Compact rows from a graph, and their renumbering. */
#include "rows.h"
#include "base/mem.h"
#include "problem/energy.h"

#include <string.h>

/* An array that belongs to the rows; NULL if there is no memory. */
static void *
own(mg_rows *rows, size_t count, size_t size)
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

static int
fits_single(const double *x, size_t count)
{
  for (size_t k = 0; k < count; k++)
    if ((double)(float)x[k] != x[k])
      return 0;
  return 1;
}

/* A value per edge into both its slots, for the rows from begin to end - 1;
 * cursor holds the next free slot of each.  One of the two arrays is given. */
static void
spread_rows(const mg_graph *g, const double *per_edge, double scale,
            size_t begin, size_t end, size_t *cursor, float *single,
            double *wide)
{
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

/* Each thread has its own part of the rows and looks at all edges: reading
 * them in order is cheap, writing to slots here and there is not. */
static mgnn_status
spread(const mg_graph *g, const double *per_edge, double scale, int threads,
       float *single, double *wide, mgnn_error *err)
{
  size_t *cursor = mg_alloc_large(g->n, sizeof *cursor);
  size_t parts = g->m > 100000 ? (size_t)mg_threads(threads) : 1;

  if (cursor == NULL)
    return mg_fail_memory(err);
#pragma omp parallel for num_threads((int)parts) if (parts > 1)
  for (size_t t = 0; t < parts; t++)
    spread_rows(g, per_edge, scale, g->n * t / parts, g->n * (t + 1) / parts,
                cursor, single, wide);
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
  wide = own(rows, 2 * g->m, sizeof *wide);
  *out = wide;
  return wide == NULL ? mg_fail_memory(err)
         : spread(g, per_edge, scale, threads, NULL, wide, err);
}

static mgnn_status
take_lengths(mg_rows *rows, const mg_graph *g, int single, double scale,
             int threads, mgnn_error *err)
{
  float *narrow;
  mgnn_status status;

  if (!single && !fits_single(g->target, g->m))
    status = take(rows, g, g->target, scale, threads, &rows->length, err);
  else {
    rows->length_single = narrow = own(rows, 2 * g->m, sizeof *narrow);
    status = narrow == NULL ? mg_fail_memory(err)
             : spread(g, g->target, scale, threads, narrow, NULL, err);
  }
  if (status == MGNN_OK)
    status = take(rows, g, g->target_upper, scale, threads, &rows->upper, err);
  return status;
}

mgnn_status
mg_rows_make(mg_rows *rows, const mg_graph *g, int reads, int single,
             double scale, int threads, mgnn_error *err)
{
  mgnn_status status;

  memset(rows, 0, sizeof *rows);
  rows->n = g->n;
  rows->row = g->row;
  rows->to = g->to;
  rows->loop = g->loop;
  status = take(rows, g, g->stiffness, 1, threads, &rows->weight, err);
  if (g->stiffness != NULL)
    rows->degree = g->degree;
  if (reads & MG_ROWS_ROOT)
    rows->near_root = g->root;
  if (status == MGNN_OK && (reads & MG_ROWS_LENGTH))
    status = take_lengths(rows, g, single, scale, threads, err);
  if (status != MGNN_OK)
    mg_rows_free(rows);
  return status;
}
