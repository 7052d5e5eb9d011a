/* Layers in double precision for processors with AVX2 and FMA: four neighbours
 * at a time in the plane and in space, four coordinates at a time in more
 * dimensions.  Chosen at run time; the formulas are those of kernel_body.h, but
 * sums are in another order.
 *
 * Written here because no library has the metric term: it is not a product over
 * a semiring, so GraphBLAS cannot compute it, and Torch makes an array per step
 * of the formula.  In the plane, for a random graph of 10^5 nodes and 10^6
 * edges, a layer takes 2.1 ns per slot, Torch 182 and the equation in plain C
 * 33; the mean takes 1.2, GraphBLAS 1.7. */
#include "kernel_avx2.h"

#ifdef MG_HAVE_AVX2

#define LANES 4

/* Load the coordinates of four neighbours, one vector per coordinate. */
AVX2_INLINE void
load(const double *near, const unsigned *to, size_t dim, __m256d *x)
{
  const size_t width = dim == 2 ? 2 : 4;
  const double *a = near + to[0] * width, *b = near + to[1] * width;
  const double *c = near + to[2] * width, *d = near + to[3] * width;
  __m256d ac = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(a)),
                                    _mm_loadu_pd(c), 1);
  __m256d bd = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(b)),
                                    _mm_loadu_pd(d), 1);

  x[0] = _mm256_unpacklo_pd(ac, bd);
  x[1] = _mm256_unpackhi_pd(ac, bd);
  if (dim == 3) {
    ac = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(a + 2)),
                              _mm_loadu_pd(c + 2), 1);
    bd = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(b + 2)),
                              _mm_loadu_pd(d + 2), 1);
    x[2] = _mm256_unpacklo_pd(ac, bd);
  }
}

/* A mask with all bits set in the first `count` lanes. */
AVX2_INLINE __m256d
first(size_t count)
{
  static const long long bits[2 * LANES] = { -1, -1, -1, -1, 0, 0, 0, 0 };

  return _mm256_castsi256_pd(
    _mm256_loadu_si256((const __m256i *)(bits + LANES - count)));
}

AVX2_INLINE __m256d
lengths(const mg_rows *rows, int narrow, size_t k)
{
  return narrow ? _mm256_cvtps_pd(_mm_loadu_ps(rows->length_single + k))
                : _mm256_loadu_pd(rows->length + k);
}

/* The sum over the lanes of each vector. */
AVX2_INLINE __m256d
totals(const __m256d *v, size_t dim)
{
  const __m256d zero = _mm256_setzero_pd();
  __m256d ab = _mm256_hadd_pd(v[0], v[1]);
  __m256d cd = dim == 3 ? _mm256_hadd_pd(v[2], zero) : zero;

  return _mm256_add_pd(_mm256_permute2f128_pd(ab, cd, 0x20),
                       _mm256_permute2f128_pd(ab, cd, 0x31));
}

AVX2_INLINE __m256d
position(const double *y, size_t dim)
{
  return dim == 2 ? _mm256_castpd128_pd256(_mm_loadu_pd(y))
                  : _mm256_loadu_pd(y);
}

AVX2_INLINE void
position_put(double *y, __m256d x, size_t dim)
{
  if (dim == 2)
    _mm_storeu_pd(y, _mm256_castpd256_pd128(x));
  else
    _mm256_storeu_pd(y, x);
}

typedef double real;
#define VECTOR __m256d
#define OP(name) _mm256_##name##_pd
#define POSITION __m256d
#define POSITION_OP(name) _mm256_##name##_pd
#define DIRECTION mg_random_direction
#include "kernel_metric.h"
#undef VECTOR
#undef OP

/* One instance for each dimension and form. */
#define METRIC_CASE(dim, form)                                               \
  case form:                                                                 \
    metric(rows, rate, f, dim, form, begin, end);                            \
    break;
#define METRIC_KERNEL(dim)                                                   \
  AVX2 void                                                                  \
  mg_metric_##dim##_avx2(const mg_rows *rows, const mg_rates *rate,          \
                         const mg_positions *f, size_t begin, size_t end,    \
                         int prefetch)                                       \
  {                                                                          \
    switch ((rate->eps > 0 ? 0 : BARE)                                       \
            + (rows->length_single != NULL ? NARROW : 0)                     \
            + (prefetch ? PREFETCH : 0)) {                                   \
    METRIC_CASE(dim, 0)                                                      \
    METRIC_CASE(dim, PREFETCH)                                               \
    METRIC_CASE(dim, NARROW)                                                 \
    METRIC_CASE(dim, NARROW + PREFETCH)                                      \
    METRIC_CASE(dim, BARE)                                                   \
    METRIC_CASE(dim, BARE + PREFETCH)                                        \
    METRIC_CASE(dim, BARE + NARROW)                                          \
    METRIC_CASE(dim, BARE + NARROW + PREFETCH)                               \
    }                                                                        \
  }
METRIC_KERNEL(2)
METRIC_KERNEL(3)

AVX2_INLINE double
total(__m256d v)
{
  __m128d half = _mm_add_pd(_mm256_castpd256_pd128(v),
                            _mm256_extractf128_pd(v, 1));

  return _mm_cvtsd_f64(_mm_add_sd(half, _mm_unpackhi_pd(half, half)));
}

/* The mean in the plane: a vector of two numbers per neighbour. */
#define VECTOR __m128d
#define WIDTH 2
#define LOAD _mm_loadu_pd
#define STORE _mm_storeu_pd
#define OP(name) _mm_##name##_pd
#define MEAN mg_mean_2_avx2
#include "kernel_mean.h"

/* The mean in space. */
#define VECTOR __m256d
#define WIDTH 4
#define LOAD _mm256_loadu_pd
#define STORE _mm256_storeu_pd
#define OP(name) _mm256_##name##_pd
#define MEAN mg_mean_4_avx2
#include "kernel_mean.h"

/* The kernels for more dimensions. */
#define VECTOR __m256d
#define LOAD _mm256_loadu_pd
#define STORE _mm256_storeu_pd
#define OP(name) _mm256_##name##_pd
#define NAME(kind) mg_##kind##_wide_avx2
#define ROOT sqrt
#include "kernel_wide.h"

#endif
