/* Definitions shared by the AVX2 kernels. */
#ifndef MG_KERNEL_AVX2_H
#define MG_KERNEL_AVX2_H

#include "base/random.h"
#include "kernel.h"

#ifdef MG_HAVE_AVX2

#include <immintrin.h>
#include <math.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2,fma")))
#define AVX2_INLINE AVX2 __attribute__((always_inline)) static inline

/* Unroll short loops over coordinates; otherwise the compiler keeps the vectors
 * that they index in memory. */
#ifdef __clang__
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

#endif

#endif
