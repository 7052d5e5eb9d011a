/* Faster kernels of stress, for machines with AVX2 and FMA. */
#ifndef MG_STRESS_AVX2_H
#define MG_STRESS_AVX2_H

#include "dense_stress.h"
#include "sgd.h"
#include "sparse_stress.h"

typedef struct {
  mg_pair_kernel *pair;
  mg_round_kernel *round;
  mg_pivot_kernel *pivot;
  mg_near_kernel *near;
} mg_stress_kernels;

/* The kernels, or NULL without AVX2 and FMA or if dim is not 2 or 3. */
const mg_stress_kernels *mg_stress_avx2(size_t dim);

#endif
