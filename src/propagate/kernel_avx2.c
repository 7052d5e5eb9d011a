/* Layers in double precision for machines with AVX2 and FMA: four neighbours
 * at a time in the plane and in space, four coordinates at a time in more
 * dimensions.  Chosen when the program runs; the formulas are those of
 * kernel_body.h, the sums are in another order. */
#include "kernel_avx2.h"

#ifdef MG_HAVE_AVX2

#define LANES 4

/* The coordinates of four neighbours, one vector for each coordinate. */
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

/* All bits set in the first `count` lanes. */
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

/* Of what comes MG_AHEAD slots after `to`. */
AVX2_INLINE void
fetch(const double *near, const unsigned *to, size_t width, size_t count)
{
  UNROLLED
  for (size_t t = 0; t < count; t++)
    __builtin_prefetch(near + to[MG_AHEAD + t] * width);
}

/* What is held while the slots of a row are gone through. */
typedef struct {
  __m256d x[3];                /* y_i */
  __m256d pull[3];             /* sum of y_j */
  __m256d push[3];             /* sum of m_ij (y_i - y_j) / (r + eps) */
} row;

/* Four slots; those not in `mask` add nothing, NULL: all count.  Returns a bit
 * for each slot whose nodes are on one spot, where eps is 0. */
AVX2_INLINE int
metric_step(row *s, size_t dim, int bare, __m256d eps, const double *near,
            const unsigned *to, __m256d length, const __m256d *mask)
{
  const __m256d zero = _mm256_setzero_pd();
  __m256d x[3], away[3], gap, ratio;
  int same = 0;

  load(near, to, dim, x);
  away[0] = _mm256_sub_pd(s->x[0], x[0]);
  gap = _mm256_mul_pd(away[0], away[0]);
  UNROLLED
  for (size_t c = 1; c < dim; c++) {
    away[c] = _mm256_sub_pd(s->x[c], x[c]);
    gap = _mm256_fmadd_pd(away[c], away[c], gap);
  }
  gap = _mm256_sqrt_pd(gap);
  if (!bare)
    gap = _mm256_add_pd(gap, eps);
  ratio = _mm256_div_pd(length, gap);
  if (bare) {
    same = _mm256_movemask_pd(_mm256_cmp_pd(gap, zero, _CMP_EQ_OQ));
    ratio = _mm256_and_pd(ratio, _mm256_cmp_pd(gap, zero, _CMP_NEQ_UQ));
  }
  if (mask != NULL) {
    ratio = _mm256_and_pd(ratio, *mask);
    same &= _mm256_movemask_pd(*mask);
  }
  UNROLLED
  for (size_t c = 0; c < dim; c++) {
    if (mask != NULL) {
      x[c] = _mm256_and_pd(x[c], *mask);
      away[c] = _mm256_and_pd(away[c], *mask);
    }
    s->pull[c] = _mm256_add_pd(s->pull[c], x[c]);
    s->push[c] = _mm256_fmadd_pd(ratio, away[c], s->push[c]);
  }
  return same;
}

/* Nodes on one spot are parted along directions of the seed. */
static void
part(const mg_rows *rows, const mg_rates *rate, size_t i, size_t k, int same,
     size_t dim, double *sum)
{
  for (; same != 0; same >>= 1, k++) {
    double m = rows->length != NULL ? rows->length[k]
                                    : (double)rows->length_single[k];

    if ((same & 1) && m > 0)
      mg_random_direction(rate->seed, mg_rows_name(rows, i),
                          mg_rows_near_name(rows, k), dim, m, sum);
  }
}

/* The last one to three slots of a row.  Where the array of slots goes on, the
 * vector is filled by what comes after the row, else by the first of these. */
AVX2_INLINE int
metric_rest(row *s, size_t dim, int bare, int narrow, __m256d eps,
            const mg_rows *rows, const double *near, size_t k, size_t count)
{
  __m256d mask = first(count);

  if (k + LANES <= rows->row[rows->n])
    return metric_step(s, dim, bare, eps, near, rows->to + k,
                       lengths(rows, narrow, k), &mask);
  else {
    unsigned to[LANES];
    double m[LANES];

    for (size_t t = 0; t < LANES; t++) {
      size_t at = t < count ? k + t : k;

      to[t] = rows->to[at];
      m[t] = narrow ? (double)rows->length_single[at] : rows->length[at];
    }
    return metric_step(s, dim, bare, eps, near, to, _mm256_loadu_pd(m), &mask);
  }
}

/* The sums over the lanes of each of the vectors. */
AVX2_INLINE __m256d
totals(const __m256d *v, size_t dim)
{
  const __m256d zero = _mm256_setzero_pd();
  __m256d ab = _mm256_hadd_pd(v[0], v[1]);
  __m256d cd = dim == 3 ? _mm256_hadd_pd(v[2], zero) : zero;

  return _mm256_add_pd(_mm256_permute2f128_pd(ab, cd, 0x20),
                       _mm256_permute2f128_pd(ab, cd, 0x31));
}

/* next = alpha y0 + (1/d) (keep (loop y + pull) + beta push) */
AVX2_INLINE void
metric_finish(const mg_rows *rows, const mg_rates *rate, const mg_field *f,
              size_t dim, size_t i, __m256d pull, __m256d push)
{
  const size_t width = dim == 2 ? 2 : 4;
  const double *origin = (const double *)f->origin + i * width;
  const double *own = (const double *)f->own + i * width;
  double *out = (double *)f->next + i * width;
  double share = 1 / mg_rows_degree(rows, i);
  __m256d keep = _mm256_set1_pd(share * (1 - rate->alpha));
  __m256d beta = _mm256_set1_pd(share * rate->beta);
  __m256d alpha = _mm256_set1_pd(rate->alpha), sum, o, y;

  if (dim == 2) {
    o = _mm256_castpd128_pd256(_mm_loadu_pd(origin));
    y = _mm256_castpd128_pd256(_mm_loadu_pd(own));
  } else {
    o = _mm256_loadu_pd(origin);
    y = _mm256_loadu_pd(own);
  }
  if (rows->loop > 0)
    pull = _mm256_add_pd(pull, y);
  sum = _mm256_fmadd_pd(keep, pull, _mm256_mul_pd(beta, push));
  sum = _mm256_fmadd_pd(alpha, o, sum);
  if (dim == 2)
    _mm_storeu_pd(out, _mm256_castpd256_pd128(sum));
  else
    _mm256_storeu_pd(out, sum);
}

AVX2_INLINE void
metric(const mg_rows *rows, const mg_rates *rate, const mg_field *f, size_t dim,
       int bare, int narrow, int prefetch, size_t begin, size_t end)
{
  const size_t width = dim == 2 ? 2 : 4;
  const double *own = f->own, *near = f->near;
  const __m256d eps = _mm256_set1_pd(rate->eps);
  const mg_rows held = *rows;  /* what is stored cannot change this copy */

  for (size_t i = begin; i < end; i++) {
    size_t k = held.row[i], stop = held.row[i + 1];
    double parted[LANES] = { 0, 0, 0, 0 };
    __m256d push;
    row s;

    if (!(mg_rows_degree(&held, i) > 0)) {
      memcpy((double *)f->next + i * width,
             (const double *)f->origin + i * width, width * sizeof *own);
      continue;
    }
    UNROLLED
    for (size_t c = 0; c < dim; c++) {
      s.x[c] = _mm256_set1_pd(own[i * width + c]);
      s.pull[c] = s.push[c] = _mm256_setzero_pd();
    }
    for (; k + LANES <= stop; k += LANES) {
      int same = metric_step(&s, dim, bare, eps, near, held.to + k,
                             lengths(&held, narrow, k), NULL);

      if (prefetch)
        fetch(near, held.to + k, width, LANES);
      if (bare && same)
        part(rows, rate, i, k, same, dim, parted);
    }
    if (k < stop) {
      int same = metric_rest(&s, dim, bare, narrow, eps, &held, near, k,
                             stop - k);

      if (prefetch)
        fetch(near, held.to + k, width, LANES);
      if (bare && same)
        part(rows, rate, i, k, same, dim, parted);
    }
    push = totals(s.push, dim);
    if (bare)
      push = _mm256_add_pd(push, _mm256_loadu_pd(parted));
    metric_finish(&held, rate, f, dim, i, totals(s.pull, dim), push);
  }
}

/* One instance for each dimension, for eps 0 or not, for the way that lengths
 * are kept, with prefetch and without. */
#define METRIC_CASE(dim, bare, narrow, prefetch)                             \
  case 4 * bare + 2 * narrow + prefetch:                                     \
    metric(rows, rate, f, dim, bare, narrow, prefetch, begin, end);          \
    break;
#define METRIC_KERNEL(dim)                                                   \
  AVX2 void                                                                  \
  mg_metric_##dim##_avx2(const mg_rows *rows, const mg_rates *rate,          \
                         const mg_field *f, size_t begin, size_t end,        \
                         int prefetch)                                       \
  {                                                                          \
    switch (4 * !(rate->eps > 0) + 2 * (rows->length_single != NULL)         \
            + !!prefetch) {                                                  \
    METRIC_CASE(dim, 0, 0, 0)                                                \
    METRIC_CASE(dim, 0, 0, 1)                                                \
    METRIC_CASE(dim, 0, 1, 0)                                                \
    METRIC_CASE(dim, 0, 1, 1)                                                \
    METRIC_CASE(dim, 1, 0, 0)                                                \
    METRIC_CASE(dim, 1, 0, 1)                                                \
    METRIC_CASE(dim, 1, 1, 0)                                                \
    METRIC_CASE(dim, 1, 1, 1)                                                \
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

/* The mean in the plane: a vector of two for each neighbour. */
#define VECTOR __m128d
#define WIDTH 2
#define LOAD _mm_loadu_pd
#define STORE _mm_storeu_pd
#define OP(name) _mm_##name##_pd
#define MEAN mg_mean_2_avx2
typedef double real;
#include "kernel_mean.h"

/* In space. */
#define VECTOR __m256d
#define WIDTH 4
#define LOAD _mm256_loadu_pd
#define STORE _mm256_storeu_pd
#define OP(name) _mm256_##name##_pd
#define MEAN mg_mean_4_avx2
#include "kernel_mean.h"

/* In more dimensions. */
#define VECTOR __m256d
#define LOAD _mm256_loadu_pd
#define STORE _mm256_storeu_pd
#define OP(name) _mm256_##name##_pd
#define NAME(kind) mg_##kind##_wide_avx2
#define ROOT sqrt
#define DIRECTION mg_random_direction
#include "kernel_wide.h"

#endif
