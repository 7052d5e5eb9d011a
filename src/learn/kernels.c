/* The kernels for any processor, and the choice of the fastest ones. */
#define VECTOR_BYTES 16
#define TILE 4
#define KERNELS mg_kernels_plain
#define KERNELS_NAME "plain"
#include "vector_kernels.h"

const mg_learn_kernels *
mg_learn_kernels_best(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return &mg_kernels_avx2;
#endif
  return &mg_kernels_plain;
}
