/* The layer of SGC by SuiteSparse:GraphBLAS, if configure found it. */
#include "config.h"
#include "layers-worker.h"

#ifdef HAVE_GRAPHBLAS
#include <GraphBLAS.h>

static void
need(GrB_Info info)
{
  if (info != GrB_SUCCESS && info != GrB_NO_VALUE) {
    fprintf(stderr, "GraphBLAS: status %d\n", (int)info);
    exit(EXIT_FAILURE);
  }
}

/* GraphBLAS takes arrays over, so that each is a copy. */
static void *
copy_of(const void *from, size_t bytes)
{
  return memcpy(bench_alloc(bytes, 1), from, bytes);
}

static GrB_Matrix
full_new(const double *x, size_t n, size_t dim)
{
  size_t bytes = n * dim * sizeof *x;
  void *values = copy_of(x, bytes);
  GrB_Matrix out;

  need(GxB_Matrix_import_FullR(&out, GrB_FP64, n, dim, &values, bytes, 0,
                               NULL));
  return out;
}

/* A, with ones that are stored once; its rows are sorted before it is used. */
static GrB_Matrix
adjacency_new(const bench_rows *g)
{
  size_t row_bytes = (g->n + 1) * sizeof *g->row;
  size_t to_bytes = g->slots * sizeof *g->to;
  GrB_Index *row = copy_of(g->row, row_bytes), *to = copy_of(g->to, to_bytes);
  double one = 1;
  void *values = copy_of(&one, sizeof one);
  GrB_Matrix out;

  need(GxB_Matrix_import_CSR(&out, GrB_FP64, g->n, g->n, &row, &to, &values,
                             row_bytes, to_bytes, sizeof one, 1, 1, NULL));
  need(GrB_Matrix_wait(out, GrB_MATERIALIZE));
  return out;
}

static double *
full_take(GrB_Matrix *from)
{
  GrB_Type type;
  GrB_Index rows, cols, bytes;
  void *values;
  bool iso;

  need(GxB_Matrix_export_FullR(from, &type, &rows, &cols, &values, &bytes, &iso,
                               NULL));
  return values;
}

/* y+_i = (1/d_i) sum_j y_j, with z = sqrt(d) y.  Only the sums are timed. */
double
bench_sgc_graphblas(const bench_rows *g, size_t layers, int threads,
                    double *out)
{
  static int started;
  size_t size = g->n * g->dim;
  double *y = bench_alloc(size, sizeof *y), took = 0;
  GrB_Matrix a;

  if (!started)
    need(GrB_init(GrB_NONBLOCKING));
  started = 1;
  need(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads));
  a = adjacency_new(g);
  for (size_t k = 0; k < size; k++)
    y[k] = g->z0[k] / sqrt(g->degree[k / g->dim]);
  memset(out, 0, size * sizeof *out);
  for (size_t l = 0; l < layers; l++) {
    GrB_Matrix from = full_new(y, g->n, g->dim);
    GrB_Matrix to = full_new(out, g->n, g->dim);       /* zero */
    double begin = bench_now(threads), *sum;

    need(GrB_mxm(to, NULL, GrB_PLUS_FP64, GxB_PLUS_SECOND_FP64, a, from, NULL));
    need(GrB_Matrix_wait(to, GrB_MATERIALIZE));
    took += bench_now(threads) - begin;
    sum = full_take(&to);
    for (size_t k = 0; k < size; k++)
      y[k] = sum[k] / g->degree[k / g->dim];
    free(sum);
    need(GrB_Matrix_free(&from));
  }
  need(GrB_Matrix_free(&a));
  for (size_t k = 0; k < size; k++)
    out[k] = y[k] * sqrt(g->degree[k / g->dim]);
  free(y);
  return took;
}

#else

double
bench_sgc_graphblas(const bench_rows *g, size_t layers, int threads,
                    double *out)
{
  (void)g;
  (void)layers;
  (void)threads;
  (void)out;
  return -1;
}

#endif
