/* The same kernels for AVX2 and FMA; mg_learn_kernels_best chooses at run time. */
#if defined(__x86_64__) && defined(__GNUC__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), \
                             apply_to = function)
#else
#pragma GCC target("avx2,fma")
#pragma GCC optimize("O3")
#endif
#define VECTOR_BYTES 32
#define TILE 6
#define KERNELS mg_kernels_avx2
#define KERNELS_NAME "avx2"
#include "vector_kernels.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
