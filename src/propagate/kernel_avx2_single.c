/* Layers in single precision for processors with AVX2 and FMA: eight neighbours
 * at a time in the plane and in space, eight coordinates at a time in more
 * dimensions.  Otherwise as kernel_avx2.c. */
#include "kernel_avx2.h"

#ifdef MG_HAVE_AVX2

#define LANES 8

typedef float real;

/* Load a position in the plane. */
AVX2_INLINE __m128
half(const float *y)
{
  return _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)y));
}

/* Load two positions in the plane. */
AVX2_INLINE __m128
pair(const float *a, const float *b)
{
  return _mm_loadh_pi(half(a), (const __m64 *)b);
}

AVX2_INLINE __m256
join(__m128 low, __m128 high)
{
  return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}

/* Load the coordinates of eight neighbours, one vector per coordinate. */
AVX2_INLINE void
load_2(const float *near, const unsigned *to, __m256 *x)
{
  const float *y[LANES];
  __m256 a, b;

  UNROLLED
  for (size_t t = 0; t < LANES; t++)
    y[t] = near + to[t] * (size_t)2;
  a = join(pair(y[0], y[1]), pair(y[4], y[5]));
  b = join(pair(y[2], y[3]), pair(y[6], y[7]));
  x[0] = _mm256_shuffle_ps(a, b, 0x88);
  x[1] = _mm256_shuffle_ps(a, b, 0xdd);
}

AVX2_INLINE void
load_3(const float *near, const unsigned *to, __m256 *x)
{
  __m256 y[4], ab, cd;

  UNROLLED
  for (size_t t = 0; t < 4; t++)
    y[t] = join(_mm_loadu_ps(near + to[t] * (size_t)4),
                _mm_loadu_ps(near + to[t + 4] * (size_t)4));
  ab = _mm256_unpacklo_ps(y[0], y[1]);
  cd = _mm256_unpacklo_ps(y[2], y[3]);
  x[0] = _mm256_shuffle_ps(ab, cd, 0x44);
  x[1] = _mm256_shuffle_ps(ab, cd, 0xee);
  x[2] = _mm256_shuffle_ps(_mm256_unpackhi_ps(y[0], y[1]),
                           _mm256_unpackhi_ps(y[2], y[3]), 0x44);
}

AVX2_INLINE void
load(const float *near, const unsigned *to, size_t dim, __m256 *x)
{
  if (dim == 2)
    load_2(near, to, x);
  else
    load_3(near, to, x);
}

/* Lengths are always floats here. */
AVX2_INLINE __m256
lengths(const mg_rows *rows, int narrow, size_t k)
{
  (void)narrow;
  return _mm256_loadu_ps(rows->length_single + k);
}

/* A mask with all bits set in the first `count` lanes. */
AVX2_INLINE __m256
first(size_t count)
{
  static const int bits[2 * LANES] = { -1, -1, -1, -1, -1, -1, -1, -1 };

  return _mm256_castsi256_ps(
    _mm256_loadu_si256((const __m256i *)(bits + LANES - count)));
}

AVX2_INLINE float
total(__m256 v)
{
  __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));

  s = _mm_add_ps(s, _mm_movehl_ps(s, s));
  return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

/* The sum over the lanes of each vector. */
AVX2_INLINE __m128
totals(const __m256 *v, size_t dim)
{
  const __m256 zero = _mm256_setzero_ps();
  __m256 s = _mm256_hadd_ps(_mm256_hadd_ps(v[0], v[1]),
                            dim == 3 ? _mm256_hadd_ps(v[2], zero) : zero);

  return _mm_add_ps(_mm256_castps256_ps128(s), _mm256_extractf128_ps(s, 1));
}

AVX2_INLINE __m128
position(const float *y, size_t dim)
{
  return dim == 2 ? half(y) : _mm_loadu_ps(y);
}

AVX2_INLINE void
position_put(float *y, __m128 x, size_t dim)
{
  if (dim == 2)
    _mm_storel_pi((__m64 *)y, x);
  else
    _mm_storeu_ps(y, x);
}

#define VECTOR __m256
#define OP(name) _mm256_##name##_ps
#define POSITION __m128
#define POSITION_OP(name) _mm_##name##_ps
#define DIRECTION mg_random_direction_single
#include "kernel_metric.h"
#undef VECTOR
#undef OP

#define METRIC_KERNEL(dim)                                                   \
  AVX2 void                                                                  \
  mg_metric_##dim##_single_avx2(const mg_rows *rows, const mg_rates *rate,   \
                                const mg_positions *f, size_t begin,         \
                                size_t end, int prefetch)                    \
  {                                                                          \
    int bare = !((float)rate->eps > 0);                                      \
                                                                             \
    if (bare && prefetch)                                                    \
      metric(rows, rate, f, dim, BARE + NARROW + PREFETCH, begin, end);      \
    else if (bare)                                                           \
      metric(rows, rate, f, dim, BARE + NARROW, begin, end);                 \
    else if (prefetch)                                                       \
      metric(rows, rate, f, dim, NARROW + PREFETCH, begin, end);             \
    else                                                                     \
      metric(rows, rate, f, dim, NARROW, begin, end);                        \
  }
METRIC_KERNEL(2)
METRIC_KERNEL(3)

/* The mean in the plane: a position is half a vector. */
#define VECTOR __m128
#define WIDTH 2
#define LOAD(y) position(y, 2)
#define STORE(y, x) position_put(y, x, 2)
#define OP(name) _mm_##name##_ps
#define MEAN mg_mean_2_single_avx2
#include "kernel_mean.h"

/* The mean in space. */
#define VECTOR __m128
#define WIDTH 4
#define LOAD _mm_loadu_ps
#define STORE _mm_storeu_ps
#define OP(name) _mm_##name##_ps
#define MEAN mg_mean_4_single_avx2
#include "kernel_mean.h"

/* The kernels for more dimensions. */
#define VECTOR __m256
#define LOAD _mm256_loadu_ps
#define STORE _mm256_storeu_ps
#define OP(name) _mm256_##name##_ps
#define NAME(kind) mg_##kind##_wide_single_avx2
#define ROOT sqrtf
#include "kernel_wide.h"

#endif
