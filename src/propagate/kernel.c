/* The table of kernels. */
#include "kernel.h"

#define ANY ((size_t)-1)

const mg_kernel_row mg_kernels[] = {
#ifdef MG_HAVE_AVX2
  { MG_METRIC,  1, 2, 2,   0, MG_AVX2,    2, mg_metric_2_avx2 },
  { MG_METRIC,  1, 3, 3,   0, MG_AVX2,    4, mg_metric_3_avx2 },
  { MG_METRIC,  1, 4, ANY, 0, MG_AVX2,    4, mg_metric_wide_avx2 },
  { MG_MEAN,    1, 2, 2,   0, MG_AVX2,    2, mg_mean_2_avx2 },
  { MG_MEAN,    1, 3, 4,   0, MG_AVX2,    4, mg_mean_4_avx2 },
  { MG_MEAN,    1, 5, ANY, 0, MG_AVX2,    4, mg_mean_wide_avx2 },
  { MG_METRIC,  1, 2, 2,   1, MG_AVX2,    2, mg_metric_2_single_avx2 },
  { MG_METRIC,  1, 3, 3,   1, MG_AVX2,    4, mg_metric_3_single_avx2 },
  { MG_METRIC,  1, 4, ANY, 1, MG_AVX2,    8, mg_metric_wide_single_avx2 },
  { MG_MEAN,    1, 2, 2,   1, MG_AVX2,    2, mg_mean_2_single_avx2 },
  { MG_MEAN,    1, 3, 4,   1, MG_AVX2,    4, mg_mean_4_single_avx2 },
  { MG_MEAN,    1, 5, ANY, 1, MG_AVX2,    8, mg_mean_wide_single_avx2 },
#endif
  { MG_METRIC,  0, 1, ANY, 0, MG_ANY_CPU, 1, mg_metric_double },
  { MG_MESSAGE, 0, 1, ANY, 0, MG_ANY_CPU, 1, mg_message_double },
  { MG_MEAN,    0, 1, ANY, 0, MG_ANY_CPU, 1, mg_mean_double },
  { MG_LAPLACIAN, 0, 1, ANY, 0, MG_ANY_CPU, 1, mg_laplacian_double },
  { MG_METRIC,  0, 1, ANY, 1, MG_ANY_CPU, 1, mg_metric_single },
  { MG_MESSAGE, 0, 1, ANY, 1, MG_ANY_CPU, 1, mg_message_single },
  { MG_MEAN,    0, 1, ANY, 1, MG_ANY_CPU, 1, mg_mean_single },
  { MG_LAPLACIAN, 0, 1, ANY, 1, MG_ANY_CPU, 1, mg_laplacian_single }
};

const size_t mg_kernel_count = sizeof mg_kernels / sizeof *mg_kernels;

mg_cpu
mg_cpu_here(void)
{
#ifdef MG_HAVE_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return MG_AVX2;
#endif
  return MG_ANY_CPU;
}

const mg_kernel_row *
mg_kernel_find(mg_kind kind, const mg_rows *rows, size_t dim, int single,
               mg_cpu cpu)
{
  int plain = rows->weight == NULL && rows->upper == NULL;
  const mg_kernel_row *k = mg_kernels;

  if (cpu > mg_cpu_here())
    cpu = mg_cpu_here();
  while (k->kind != kind || k->single != single || k->cpu > cpu
         || (k->plain && !plain) || dim < k->dim_least || dim > k->dim_most)
    k++;                       /* ends: portable kernels fit all rows */
  return k;
}
