/* Layers in single precision for machines with AVX2 and FMA: eight neighbours
 * at a time in the plane and in space, eight coordinates at a time in more
 * dimensions.  The same as kernel_avx2.c otherwise. */
#include "kernel_avx2.h"

#ifdef MG_HAVE_AVX2

#define LANES 8

typedef float real;

/* A position in the plane. */
AVX2_INLINE __m128
half(const float *y)
{
  return _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)y));
}

/* Two of them. */
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

/* The coordinates of eight neighbours, one vector for each coordinate. */
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

/* All bits set in the first `count` lanes. */
AVX2_INLINE __m256
first(size_t count)
{
  static const int bits[2 * LANES] = { -1, -1, -1, -1, -1, -1, -1, -1 };

  return _mm256_castsi256_ps(
    _mm256_loadu_si256((const __m256i *)(bits + LANES - count)));
}

/* Of what comes MG_AHEAD slots after `to`. */
AVX2_INLINE void
fetch(const float *near, const unsigned *to, size_t width, size_t count)
{
  UNROLLED
  for (size_t t = 0; t < count; t++)
    __builtin_prefetch(near + to[MG_AHEAD + t] * width);
}

/* What is held while the slots of a row are gone through. */
typedef struct {
  __m256 x[3];                 /* y_i */
  __m256 pull[3];              /* sum of y_j */
  __m256 push[3];              /* sum of m_ij (y_i - y_j) / (r + eps) */
} row;

/* Eight slots; those not in `mask` add nothing, NULL: all count.  Returns a bit
 * for each slot whose nodes are on one spot, where eps is 0. */
AVX2_INLINE int
metric_step(row *s, size_t dim, int bare, __m256 eps, const float *near,
            const unsigned *to, __m256 length, const __m256 *mask)
{
  const __m256 zero = _mm256_setzero_ps();
  __m256 x[3], away[3], gap, ratio;
  int same = 0;

  if (dim == 2)
    load_2(near, to, x);
  else
    load_3(near, to, x);
  away[0] = _mm256_sub_ps(s->x[0], x[0]);
  gap = _mm256_mul_ps(away[0], away[0]);
  UNROLLED
  for (size_t c = 1; c < dim; c++) {
    away[c] = _mm256_sub_ps(s->x[c], x[c]);
    gap = _mm256_fmadd_ps(away[c], away[c], gap);
  }
  gap = _mm256_sqrt_ps(gap);
  if (!bare)
    gap = _mm256_add_ps(gap, eps);
  ratio = _mm256_div_ps(length, gap);
  if (bare) {
    same = _mm256_movemask_ps(_mm256_cmp_ps(gap, zero, _CMP_EQ_OQ));
    ratio = _mm256_and_ps(ratio, _mm256_cmp_ps(gap, zero, _CMP_NEQ_UQ));
  }
  if (mask != NULL) {
    ratio = _mm256_and_ps(ratio, *mask);
    same &= _mm256_movemask_ps(*mask);
  }
  UNROLLED
  for (size_t c = 0; c < dim; c++) {
    if (mask != NULL) {
      x[c] = _mm256_and_ps(x[c], *mask);
      away[c] = _mm256_and_ps(away[c], *mask);
    }
    s->pull[c] = _mm256_add_ps(s->pull[c], x[c]);
    s->push[c] = _mm256_fmadd_ps(ratio, away[c], s->push[c]);
  }
  return same;
}

/* Nodes on one spot are parted along directions of the seed. */
static void
part(const mg_rows *rows, const mg_rates *rate, size_t i, size_t k, int same,
     size_t dim, float *sum)
{
  for (; same != 0; same >>= 1, k++)
    if ((same & 1) && rows->length_single[k] > 0)
      mg_random_direction_single(rate->seed, mg_rows_name(rows, i),
                                 mg_rows_near_name(rows, k), dim,
                                 (double)rows->length_single[k], sum);
}

/* The last one to seven slots of a row.  Where the array of slots goes on, the
 * vector is filled by what comes after the row, else by the first of these. */
AVX2_INLINE int
metric_rest(row *s, size_t dim, int bare, __m256 eps, const mg_rows *rows,
            const float *near, size_t k, size_t count)
{
  __m256 mask = first(count);

  if (k + LANES <= rows->row[rows->n])
    return metric_step(s, dim, bare, eps, near, rows->to + k,
                       _mm256_loadu_ps(rows->length_single + k), &mask);
  else {
    unsigned to[LANES];
    float m[LANES];

    for (size_t t = 0; t < LANES; t++) {
      size_t at = t < count ? k + t : k;

      to[t] = rows->to[at];
      m[t] = rows->length_single[at];
    }
    return metric_step(s, dim, bare, eps, near, to, _mm256_loadu_ps(m), &mask);
  }
}

AVX2_INLINE float
total(__m256 v)
{
  __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));

  s = _mm_add_ps(s, _mm_movehl_ps(s, s));
  return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

/* The sums over the lanes of each of the vectors. */
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

/* next = alpha y0 + (1/d) (keep (loop y + pull) + beta push) */
AVX2_INLINE void
metric_finish(const mg_rows *rows, const mg_rates *rate, const mg_field *f,
              size_t dim, size_t i, __m128 pull, __m128 push)
{
  const size_t width = dim == 2 ? 2 : 4;
  double share = 1 / mg_rows_degree(rows, i);
  __m128 keep = _mm_set1_ps((float)(share * (1 - rate->alpha)));
  __m128 beta = _mm_set1_ps((float)(share * rate->beta));
  __m128 sum;

  if (rows->loop > 0)
    pull = _mm_add_ps(pull, position((const float *)f->own + i * width, dim));
  sum = _mm_fmadd_ps(keep, pull, _mm_mul_ps(beta, push));
  sum = _mm_fmadd_ps(_mm_set1_ps((float)rate->alpha),
                     position((const float *)f->origin + i * width, dim), sum);
  position_put((float *)f->next + i * width, sum, dim);
}

AVX2_INLINE void
metric(const mg_rows *rows, const mg_rates *rate, const mg_field *f, size_t dim,
       int bare, int prefetch, size_t begin, size_t end)
{
  const size_t width = dim == 2 ? 2 : 4;
  const float *own = f->own, *near = f->near;
  const __m256 eps = _mm256_set1_ps((float)rate->eps);
  const mg_rows held = *rows;  /* what is stored cannot change this copy */

  for (size_t i = begin; i < end; i++) {
    size_t k = held.row[i], stop = held.row[i + 1];
    float parted[4] = { 0, 0, 0, 0 };
    __m128 push;
    row s;

    if (!(mg_rows_degree(&held, i) > 0)) {
      memcpy((float *)f->next + i * width,
             (const float *)f->origin + i * width, width * sizeof *own);
      continue;
    }
    UNROLLED
    for (size_t c = 0; c < dim; c++) {
      s.x[c] = _mm256_set1_ps(own[i * width + c]);
      s.pull[c] = s.push[c] = _mm256_setzero_ps();
    }
    for (; k + LANES <= stop; k += LANES) {
      int same = metric_step(&s, dim, bare, eps, near, held.to + k,
                             _mm256_loadu_ps(held.length_single + k), NULL);

      if (prefetch)
        fetch(near, held.to + k, width, LANES);
      if (bare && same)
        part(rows, rate, i, k, same, dim, parted);
    }
    if (k < stop) {
      int same = metric_rest(&s, dim, bare, eps, &held, near, k, stop - k);

      if (prefetch)
        fetch(near, held.to + k, width, LANES);
      if (bare && same)
        part(rows, rate, i, k, same, dim, parted);
    }
    push = totals(s.push, dim);
    if (bare)
      push = _mm_add_ps(push, _mm_loadu_ps(parted));
    metric_finish(&held, rate, f, dim, i, totals(s.pull, dim), push);
  }
}

#define METRIC_KERNEL(dim)                                                   \
  AVX2 void                                                                  \
  mg_metric_##dim##_single_avx2(const mg_rows *rows, const mg_rates *rate,   \
                                const mg_field *f, size_t begin, size_t end, \
                                int prefetch)                                \
  {                                                                          \
    int bare = !((float)rate->eps > 0);                                      \
                                                                             \
    if (bare)                                                                \
      metric(rows, rate, f, dim, 1, prefetch, begin, end);                   \
    else if (prefetch)                                                       \
      metric(rows, rate, f, dim, 0, 1, begin, end);                          \
    else                                                                     \
      metric(rows, rate, f, dim, 0, 0, begin, end);                          \
  }
METRIC_KERNEL(2)
METRIC_KERNEL(3)

/* The mean in the plane: a position is half of a vector. */
#define VECTOR __m128
#define WIDTH 2
#define LOAD(y) position(y, 2)
#define STORE(y, x) position_put(y, x, 2)
#define OP(name) _mm_##name##_ps
#define MEAN mg_mean_2_single_avx2
#include "kernel_mean.h"

/* In space. */
#define VECTOR __m128
#define WIDTH 4
#define LOAD _mm_loadu_ps
#define STORE _mm_storeu_ps
#define OP(name) _mm_##name##_ps
#define MEAN mg_mean_4_single_avx2
#include "kernel_mean.h"

/* In more dimensions. */
#define VECTOR __m256
#define LOAD _mm256_loadu_ps
#define STORE _mm256_storeu_ps
#define OP(name) _mm256_##name##_ps
#define NAME(kind) mg_##kind##_wide_single_avx2
#define ROOT sqrtf
#define DIRECTION mg_random_direction_single
#include "kernel_wide.h"

#endif
