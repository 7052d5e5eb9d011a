/* Kernels: each computes one kind of layer for a range of rows, and contains
 * only the formula.  The table has a row for each kind of layer, dimension,
 * precision and processor. */
#ifndef MG_KERNEL_H
#define MG_KERNEL_H

#include "rows.h"

/* y_i+ = alpha y0_i + 1/d_i sum_j w_ij [ (1-alpha) y_j + f_ij ], with f_ij */
typedef enum {
  MG_MEAN,                     /* 0 */
  MG_METRIC,                   /* beta m_ij (y_i - y_j) / (|y_i - y_j| + eps) */
  MG_MESSAGE,                  /* as metric, with s_i/s_j y_i for y_i above the
                                  bar, s = sqrt(d) */
  /* y_i+ = [ 1/d_i sum_j m_ij y_j + (2 mu/p) y0_i ] / [ 1/d_i sum_j m_ij + 2 mu/p ]
   * with m_ij = w_ij (sqrt(w_ij) |y_i - y_j|)^(p-2) */
  MG_LAPLACIAN
} mg_kind;

typedef struct {
  double alpha, beta, eps;
  double p, mu;                /* of the p-Laplacian, mu in units of positions */
  unsigned long seed;
} mg_rates;

/* Positions, all doubles or all floats: `width` numbers per node, the first dim
 * of them coordinates, the rest 0. */
typedef struct {
  size_t dim, width;
  const void *origin;          /* y0, of the rows */
  const void *own;             /* y, of the rows */
  const void *near;            /* y, of the neighbours */
  void *next;                  /* of the rows; must not overlap the others */
} mg_positions;

/* Compute rows begin to end-1 of `next`.  A row of degree 0 gets its origin.  The
 * bits of a row depend only on its slots and the positions.  `prefetch` fetches
 * positions ahead; it may be set only if mg_prefetch_allowed is true. */
typedef void mg_kernel(const mg_rows *rows, const mg_rates *rate,
                       const mg_positions *field, size_t begin, size_t end,
                       int prefetch);

enum { MG_AHEAD = 40 };        /* slots */

/* Whether the slots to be prefetched exist. */
static inline int
mg_prefetch_allowed(const mg_rows *rows, size_t end)
{
  return rows->row[end] + MG_AHEAD + 8 <= rows->row[rows->n];
}

typedef enum { MG_ANY_CPU, MG_AVX2 } mg_cpu;

typedef struct {
  mg_kind kind;
  int plain;                   /* takes only rows without weights or intervals */
  size_t dim_least, dim_most;
  int single;                  /* floats, else doubles */
  mg_cpu cpu;
  size_t pad;                  /* width is rounded up to a multiple of this */
  mg_kernel *run;
} mg_kernel_row;

extern const mg_kernel_row mg_kernels[];       /* in order of preference */
extern const size_t mg_kernel_count;

/* The first kernel in the table that fits the rows and runs on this processor,
 * using at most `cpu`. */
const mg_kernel_row *mg_kernel_find(mg_kind kind, const mg_rows *rows,
                                    size_t dim, int single, mg_cpu cpu);

/* The processor of this machine. */
mg_cpu mg_cpu_here(void);

#if defined(__GNUC__) && defined(__x86_64__)
#define MG_HAVE_AVX2 1
#endif

/* Functions for positions of one precision, for a range of rows.  Conversions:
 *   put     y = scale D^-1/2 z, zeros if the width exceeds the dimension
 *   take    z = D^1/2 y / scale
 *   finite  whether all numbers from begin to end - 1 are finite
 * z has dim doubles for each node by its place, and scale is a power of two.
 * Steps that some rules do after the kernel:
 *   blend   to = from + share (to - from), numbers begin to end - 1
 *   map     to = keep from + from W, W dim*dim, for a range of rows
 *   add     shown = sum + last h, then sum = sum + term h; a row of degree 0
 *           shows its origin */
typedef struct {
  const void *origin, *h;
  void *sum, *shown;
  double term, last;
} mg_addition;

typedef struct {
  size_t size;                 /* of a number, in bytes */
  void (*put)(const mg_rows *rows, size_t dim, size_t width, double scale,
              const double *z, void *y, mg_range range);
  void (*take)(const mg_rows *rows, size_t dim, size_t width, double scale,
               const void *y, double *z, mg_range range);
  int (*finite)(const void *y, size_t begin, size_t end);
  void (*blend)(const void *from, double share, void *to, size_t begin,
                size_t end);
  void (*map)(const mg_positions *field, double keep, const double *matrix,
              mg_range range);
  void (*add)(const mg_rows *rows, size_t width, const mg_addition *a,
              mg_range range);
} mg_numbers;

extern const mg_numbers mg_doubles, mg_singles;

mg_kernel mg_mean_double, mg_metric_double, mg_message_double,
          mg_laplacian_double;
mg_kernel mg_mean_single, mg_metric_single, mg_message_single,
          mg_laplacian_single;
mg_kernel mg_mean_2_avx2, mg_mean_4_avx2, mg_mean_wide_avx2;
mg_kernel mg_metric_2_avx2, mg_metric_3_avx2, mg_metric_wide_avx2;
mg_kernel mg_mean_2_single_avx2, mg_mean_4_single_avx2,
          mg_mean_wide_single_avx2;
mg_kernel mg_metric_2_single_avx2, mg_metric_3_single_avx2,
          mg_metric_wide_single_avx2;

#endif
