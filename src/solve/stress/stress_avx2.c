/* The kernels of stress for machines with AVX2 and FMA: eight pairs at a time,
 * in the plane and in space.  They are chosen at run time; the rest of the
 * program is compiled for any machine.  Full stress in the plane takes 0.45 ns
 * per pair; the portable kernel takes 5.3 (4000 nodes, distances in bytes,
 * -O2). */
#include "stress_avx2.h"

#if defined(__GNUC__) && defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,fma")))
#define AVX2_INLINE AVX2 __attribute__((always_inline)) static inline

/* Unroll short loops over coordinates and rows: otherwise gcc keeps the vectors
 * that they index in memory, which halves the speed. */
#ifdef __clang__
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 4")
#endif

enum { LANES = 8, CHUNK = 512 };

/* Constants of each instance of a kernel. */
typedef struct {
  size_t dim;
  mg_pair_kind kind;
} shape;

AVX2_INLINE __m256
load(const void *entry, mg_pair_kind kind, size_t at)
{
  switch (kind) {
  case MG_PAIR_BYTE:
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(
      _mm_loadl_epi64((const __m128i *)((const uint8_t *)entry + at))));
  case MG_PAIR_SHORT:
    return _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(
      _mm_loadu_si128((const __m128i *)((const uint16_t *)entry + at))));
  default:
    return _mm256_loadu_ps((const float *)entry + at);
  }
}

/* 2/sqrt(a): the machine's estimate (12 bits) and one step of Newton's method,
 * omitting the factor 1/2, which would cost one more multiplication. */
AVX2_INLINE __m256
twice_inverse_root(__m256 a)
{
  __m256 first = _mm256_rsqrt_ps(a);

  return _mm256_mul_ps(first, _mm256_fnmadd_ps(_mm256_mul_ps(a, first), first,
                                               _mm256_set1_ps(3)));
}

AVX2_INLINE double
total(__m256 v)
{
  float lane[LANES];
  double sum = 0;

  _mm256_storeu_ps(lane, v);
  for (int k = 0; k < LANES; k++)
    sum += (double)lane[k];
  return sum;
}

/* Registers of a row while it runs over its columns. */
typedef struct {
  __m256 x[3], sum[3], stress;
  size_t at;                   /* offset of the row's distances */
} row;

/* Compute eight pairs of a row, with the variables of mg_pair_portable, but q
 * and e doubled, so that stress and pushes are four times as large.  Pairs not
 * in `mask` add nothing.  away: the distance vectors, for the caller. */
AVX2_INLINE __m256
push(row *r, shape s, const mg_distances *d, size_t j, const __m256 *xj,
     __m256 *away, const __m256 *mask)
{
  __m256 far = load(d->entry, s.kind, r->at + j), square, q, e, f;

  away[0] = _mm256_sub_ps(r->x[0], xj[0]);
  square = _mm256_mul_ps(away[0], away[0]);
  UNROLLED
  for (size_t c = 1; c < s.dim; c++) {
    away[c] = _mm256_sub_ps(r->x[c], xj[c]);
    square = _mm256_fmadd_ps(away[c], away[c], square);
  }
  q = twice_inverse_root(
    _mm256_mul_ps(_mm256_max_ps(square, _mm256_set1_ps(1e-20f)),
                  _mm256_mul_ps(far, far)));
  e = _mm256_fmsub_ps(square, q, _mm256_set1_ps(2));
  if (mask != NULL) {
    e = _mm256_and_ps(e, *mask);
    q = _mm256_and_ps(q, *mask); /* q would be NaN outside the mask */
  }
  r->stress = _mm256_fmadd_ps(e, e, r->stress);
  f = _mm256_mul_ps(q, e);
  UNROLLED
  for (size_t c = 0; c < s.dim; c++)
    r->sum[c] = _mm256_fmadd_ps(f, away[c], r->sum[c]);
  return f;
}

typedef struct {
  const mg_pair_view *v;
  shape s;
  size_t first, span;          /* first row; columns from it on */
  double *rows;                /* as in mg_pair_kernel */
  float *column;               /* the same, offset to column 0 */
} pass;

/* Compute `count` rows (1 or 2) from i on against columns j to end - 1, in
 * whole vectors.  Masked: only columns beyond the row and below n count. */
AVX2_INLINE void
run(const pass *p, row *r, size_t count, size_t i, size_t j, size_t end,
    int masked)
{
  const mg_distances *d = p->v->d;
  size_t dim = p->s.dim, span = p->span;
  float *column = p->column;

  for (; j < end; j += LANES) {
    __m256 xj[3], pull[3], away[3], mask, f;

    UNROLLED
    for (size_t c = 0; c < dim; c++) {
      xj[c] = _mm256_loadu_ps(p->v->x + c * d->width + j);
      pull[c] = _mm256_loadu_ps(column + c * span + j);
    }
    UNROLLED
    for (size_t k = 0; k < count; k++) {
      if (masked) {
        __m256i at = _mm256_add_epi32(_mm256_set1_epi32((int)j),
                                      _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));

        mask = _mm256_castsi256_ps(_mm256_and_si256(
          _mm256_cmpgt_epi32(at, _mm256_set1_epi32((int)(i + k))),
          _mm256_cmpgt_epi32(_mm256_set1_epi32((int)d->n), at)));
      }
      f = push(&r[k], p->s, d, j, xj, away, masked ? &mask : NULL);
      UNROLLED
      for (size_t c = 0; c < dim; c++)
        pull[c] = _mm256_fnmadd_ps(f, away[c], pull[c]);
    }
    UNROLLED
    for (size_t c = 0; c < dim; c++)
      _mm256_storeu_ps(column + c * span + j, pull[c]);
  }
}

/* Compute one or two rows against a chunk of columns.  Chunks are summed in floats,
 * and their sums in doubles, so that rounding does not add up over a row. */
AVX2_INLINE double
rows_against(const pass *p, size_t count, size_t i, size_t from, size_t to)
{
  const mg_distances *d = p->v->d;
  size_t dim = p->s.dim, plain = to < d->n ? to : d->n / LANES * LANES;
  double stress = 0;
  row r[2];

  UNROLLED
  for (size_t k = 0; k < count; k++) {
    r[k].stress = _mm256_setzero_ps();
    r[k].at = mg_pair_at(d, i + k);
    UNROLLED
    for (size_t c = 0; c < dim; c++) {
      r[k].x[c] = _mm256_set1_ps(p->v->x[c * d->width + i + k]);
      r[k].sum[c] = _mm256_setzero_ps();
    }
  }
  /* Only around the diagonal and in the last columns some pairs must be
   * masked. */
  if (from == p->first) {
    size_t clear = (i + count + LANES - 1) / LANES * LANES;

    run(p, r, count, i, i / LANES * LANES, clear < to ? clear : to, 1);
    from = clear;
  }
  run(p, r, count, i, from, plain, 0);
  if (from < to && plain < to)
    run(p, r, count, i, from > plain ? from : plain, to, 1);
  UNROLLED
  for (size_t k = 0; k < count; k++) {
    stress += total(r[k].stress) / 4;
    UNROLLED
    for (size_t c = 0; c < dim; c++)
      p->rows[(i + k - p->first) * dim + c] += total(r[k].sum[c]) / 4;
  }
  return stress;
}

AVX2_INLINE double
block(const mg_pair_view *v, shape s, size_t b, double *rows, float *columns)
{
  const mg_distances *d = v->d;
  size_t first = b * MG_PAIR_BLOCK, span = d->width - first;
  size_t end = first + MG_PAIR_BLOCK < d->n ? first + MG_PAIR_BLOCK : d->n;
  pass p = { v, s, first, span, rows, columns - first };
  double stress = 0;

  for (size_t c = 0; c < (end - first) * s.dim; c++)
    rows[c] = 0;
  for (size_t from = first; from < d->width; from += CHUNK) {
    size_t to = from + CHUNK < d->width ? from + CHUNK : d->width, i;

    for (i = first; i + 1 < end; i += 2)
      stress += rows_against(&p, 2, i, from, to);
    if (i < end)
      stress += rows_against(&p, 1, i, from, to);
  }
  for (size_t c = 0; c < s.dim * span; c++)
    columns[c] *= 0.25f;
  return stress;
}

/* Push eight nodes from `count` pivots (1 or 4), with the variables of
 * mg_pivot_portable, but q = 2/(r d), so that 4/d^2 = q^2 r^2 and 2 d/r = q
 * d^2; the weights (share / 8, most / 2) cancel these factors.  A pivot does
 * not push itself, as its distance vector is 0. */
AVX2_INLINE void
pivots_push(const mg_pivots *p, shape s, const float *x, size_t k, size_t count,
            size_t i, float *grad)
{
  __m256 share = _mm256_set1_ps(p->share / 8), most = _mm256_set1_ps(p->most / 2);
  __m256 tiny = _mm256_set1_ps(1e-20f), two = _mm256_set1_ps(2), at[3], sum[3];

  UNROLLED
  for (size_t c = 0; c < s.dim; c++) {
    at[c] = _mm256_loadu_ps(x + c * p->width + i);
    sum[c] = _mm256_loadu_ps(grad + c * p->width + i);
  }
  UNROLLED
  for (size_t b = k; b < k + count; b++) {
    __m256 far = load(p->column, s.kind, b * p->width + i);
    __m256 far2 = _mm256_mul_ps(far, far), away[3], square, q, weight;

    away[0] = _mm256_sub_ps(at[0], _mm256_broadcast_ss(x + p->pivot[b]));
    square = _mm256_fmadd_ps(away[0], away[0], tiny);
    UNROLLED
    for (size_t c = 1; c < s.dim; c++) {
      away[c] = _mm256_sub_ps(at[c], _mm256_broadcast_ss(x + c * p->width
                                                         + p->pivot[b]));
      square = _mm256_fmadd_ps(away[c], away[c], square);
    }
    q = twice_inverse_root(_mm256_max_ps(_mm256_mul_ps(square, far2), tiny));
    weight = _mm256_mul_ps(_mm256_mul_ps(q, q), _mm256_mul_ps(square, share));
    weight = _mm256_mul_ps(_mm256_min_ps(weight, most),
                           _mm256_fnmadd_ps(q, far2, two));
    UNROLLED
    for (size_t c = 0; c < s.dim; c++)
      sum[c] = _mm256_fmadd_ps(weight, away[c], sum[c]);
  }
  UNROLLED
  for (size_t c = 0; c < s.dim; c++)
    _mm256_storeu_ps(grad + c * p->width + i, sum[c]);
}

AVX2_INLINE void
pivots_all(const mg_pivots *p, shape s, const float *x, size_t begin,
           size_t end, float *grad)
{
  size_t k = 0;

  for (; k + 4 <= p->count; k += 4)
    for (size_t i = begin; i < end; i += LANES)
      pivots_push(p, s, x, k, 4, i, grad);
  for (; k < p->count; k++)
    for (size_t i = begin; i < end; i += LANES)
      pivots_push(p, s, x, k, 1, i, grad);
}

AVX2_INLINE __m256
two_pairs(const float *a, const float *b, const float *c, const float *d)
{
  __m128 zero = _mm_setzero_ps();
  __m128 low = _mm_loadh_pi(_mm_loadl_pi(zero, (const __m64 *)a),
                            (const __m64 *)b);
  __m128 high = _mm_loadh_pi(_mm_loadl_pi(zero, (const __m64 *)c),
                             (const __m64 *)d);

  return _mm256_set_m128(high, low);
}

/* Positions of eight nodes, coordinate after coordinate. */
AVX2_INLINE void
look_up(const float *x, const unsigned *to, size_t dim, __m256 *out)
{
  if (dim == 2) {
    __m256 a = two_pairs(x + 2 * (size_t)to[0], x + 2 * (size_t)to[1],
                         x + 2 * (size_t)to[4], x + 2 * (size_t)to[5]);
    __m256 b = two_pairs(x + 2 * (size_t)to[2], x + 2 * (size_t)to[3],
                         x + 2 * (size_t)to[6], x + 2 * (size_t)to[7]);

    out[0] = _mm256_shuffle_ps(a, b, 0x88);
    out[1] = _mm256_shuffle_ps(a, b, 0xdd);
  } else {
    __m256 r[4], low, high;

    UNROLLED
    for (size_t k = 0; k < 4; k++)
      r[k] = _mm256_set_m128(_mm_loadu_ps(x + 4 * (size_t)to[k + 4]),
                             _mm_loadu_ps(x + 4 * (size_t)to[k]));
    low = _mm256_unpacklo_ps(r[0], r[1]);        /* x0 x1 y0 y1 */
    high = _mm256_unpacklo_ps(r[2], r[3]);
    out[0] = _mm256_shuffle_ps(low, high, 0x44);
    out[1] = _mm256_shuffle_ps(low, high, 0xee);
    out[2] = _mm256_shuffle_ps(_mm256_unpackhi_ps(r[0], r[1]),
                               _mm256_unpackhi_ps(r[2], r[3]), 0x44);
  }
}

AVX2_INLINE float
together(__m256 v)
{
  __m128 sum = _mm_add_ps(_mm256_castps256_ps128(v),
                          _mm256_extractf128_ps(v, 1));

  sum = _mm_add_ps(sum, _mm_movehl_ps(sum, sum));
  return _mm_cvtss_f32(_mm_add_ss(sum, _mm_movehdup_ps(sum)));
}

/* The variables of mg_pair_portable, with q and e doubled. */
AVX2_INLINE void
near_rows(const mg_near *s, size_t dim, const float *x, size_t begin,
          size_t end, float *grad)
{
  for (size_t i = begin; i < end; i++) {
    __m256 at[3], sum[3];

    UNROLLED
    for (size_t c = 0; c < dim; c++) {
      at[c] = _mm256_broadcast_ss(x + i * (dim == 2 ? 2 : 4) + c);
      sum[c] = _mm256_setzero_ps();
    }
    for (size_t k = s->row[i]; k < s->end[i]; k += LANES) {
      __m256 far = _mm256_loadu_ps(s->far + k), away[3], square, q, f;

      look_up(x, s->to + k, dim, away);
      square = _mm256_set1_ps(1e-20f);
      UNROLLED
      for (size_t c = 0; c < dim; c++) {
        away[c] = _mm256_sub_ps(at[c], away[c]);
        square = _mm256_fmadd_ps(away[c], away[c], square);
      }
      q = twice_inverse_root(_mm256_mul_ps(square, _mm256_mul_ps(far, far)));
      f = _mm256_mul_ps(q, _mm256_fmsub_ps(square, q, _mm256_set1_ps(2)));
      UNROLLED
      for (size_t c = 0; c < dim; c++)
        sum[c] = _mm256_fmadd_ps(f, away[c], sum[c]);
    }
    UNROLLED
    for (size_t c = 0; c < dim; c++)
      grad[c * s->width + i] = 0.25f * together(sum[c]);
  }
}

AVX2_INLINE __m256
reverse(__m256 v)
{
  return _mm256_permutevar8x32_ps(v, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0));
}

typedef struct {
  const mg_rounds *r;
  shape s;
  size_t stride;
  float rate;
} moving;

/* Move eight pairs of a round, of the nodes a, a + 1, ... and b, b - 1, ...,
 * whose distances begin at entry `at`, with the variables of pair_move.  Only
 * pairs with bits set in `mask` are moved; NULL: all.  There is no Newton step
 * here: a little noise does no harm. */
AVX2_INLINE void
pairs_move(const moving *m, size_t at, float *a, float *b, const __m256i *mask)
{
  size_t dim = m->s.dim, stride = m->stride;
  __m256 far = load(m->r->entry, m->s.kind, at), rate = _mm256_set1_ps(m->rate);
  __m256 half = _mm256_set1_ps(0.5f), xa[3], xb[3], away[3], square, mu, go;

  xa[0] = _mm256_loadu_ps(a);
  xb[0] = reverse(_mm256_loadu_ps(b - 7));
  away[0] = _mm256_sub_ps(xa[0], xb[0]);
  square = _mm256_mul_ps(away[0], away[0]);
  UNROLLED
  for (size_t c = 1; c < dim; c++) {
    xa[c] = _mm256_loadu_ps(a + c * stride);
    xb[c] = reverse(_mm256_loadu_ps(b + c * stride - 7));
    away[c] = _mm256_sub_ps(xa[c], xb[c]);
    square = _mm256_fmadd_ps(away[c], away[c], square);
  }
  square = _mm256_max_ps(square, _mm256_set1_ps(1e-20f));
  mu = _mm256_min_ps(_mm256_mul_ps(rate, _mm256_rcp_ps(_mm256_mul_ps(far, far))),
                     _mm256_set1_ps(1));
  go = _mm256_mul_ps(mu, _mm256_fnmadd_ps(_mm256_mul_ps(far, half),
                                          _mm256_rsqrt_ps(square), half));
  UNROLLED
  for (size_t c = 0; c < dim; c++) {
    xa[c] = _mm256_fnmadd_ps(go, away[c], xa[c]);
    xb[c] = reverse(_mm256_fmadd_ps(go, away[c], xb[c]));
    if (mask == NULL) {
      _mm256_storeu_ps(a + c * stride, xa[c]);
      _mm256_storeu_ps(b + c * stride - 7, xb[c]);
    } else {
      _mm256_maskstore_ps(a + c * stride, *mask, xa[c]);
      _mm256_maskstore_ps(b + c * stride - 7, _mm256_castps_si256(
        reverse(_mm256_castsi256_ps(*mask))), xb[c]);
    }
  }
}

/* Move `count` pairs whose nodes run up from a and down from b without a jump. */
AVX2_INLINE void
stretch(const moving *m, size_t at, size_t count, float *a, float *b)
{
  size_t k = 0;

  for (; k + LANES <= count; k += LANES)
    pairs_move(m, at + k, a + k, b - k, NULL);
  if (k < count) {
    __m256i mask = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)(count - k)),
                                      _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));

    pairs_move(m, at + k, a + k, b - k, &mask);
  }
}

/* Move the pairs of a round, in stretches between the jumps: b from 0 to the
 * last node of the circle, and a from the last to 0. */
AVX2_INLINE void
round_run(const moving *m, size_t k, float *x)
{
  const mg_rounds *r = m->r;
  size_t low = k, high = r->size - 1 - k, done = 0, at = k * r->width;

  while (done < r->pairs) {
    size_t a = done < high ? k + 1 + done : done - high;
    size_t b = done < low ? k - 1 - done : r->size - 1 - (done - low);
    size_t until = r->pairs;

    if (done < high && high < until)
      until = high;
    if (done < low && low < until)
      until = low;
    stretch(m, at + done, until - done, x + a, x + b);
    done = until;
  }
  if (r->hub) {
    __m256i mask = _mm256_setr_epi32(-1, 0, 0, 0, 0, 0, 0, 0);

    pairs_move(m, at + r->pairs, x + k, x + r->n - 1, &mask);
  }
}

/* Instantiate the kernels for each dimension and, if they read distances, for
 * each kind of storage. */
#define KERNELS(dim)                                                         \
  AVX2 static double block_##dim(const mg_pair_view *v, size_t b,            \
                                 double *rows, float *columns)               \
  {                                                                          \
    switch (v->d->kind) {                                                    \
    case MG_PAIR_BYTE:                                                       \
      return block(v, (shape){ dim, MG_PAIR_BYTE }, b, rows, columns);       \
    case MG_PAIR_SHORT:                                                      \
      return block(v, (shape){ dim, MG_PAIR_SHORT }, b, rows, columns);      \
    default:                                                                 \
      return block(v, (shape){ dim, MG_PAIR_FLOAT }, b, rows, columns);      \
    }                                                                        \
  }                                                                          \
  AVX2 static void pivots_##dim(const mg_pivots *p, const float *x,          \
                                size_t begin, size_t end, float *grad)       \
  {                                                                          \
    if (p->kind == MG_PAIR_SHORT)                                            \
      pivots_all(p, (shape){ dim, MG_PAIR_SHORT }, x, begin, end, grad);     \
    else                                                                     \
      pivots_all(p, (shape){ dim, MG_PAIR_FLOAT }, x, begin, end, grad);     \
  }                                                                          \
  AVX2 static void near_##dim(const mg_near *s, const float *x,              \
                              size_t begin, size_t end, float *grad)         \
  {                                                                          \
    near_rows(s, dim, x, begin, end, grad);                                  \
  }                                                                          \
  AVX2 static void round_##dim(const mg_rounds *r, size_t k, size_t unused,  \
                               size_t stride, float rate, float *x)          \
  {                                                                          \
    moving byte = { r, { dim, MG_PAIR_BYTE }, stride, rate };                \
    moving whole = { r, { dim, MG_PAIR_SHORT }, stride, rate };              \
    moving real = { r, { dim, MG_PAIR_FLOAT }, stride, rate };               \
                                                                             \
    (void)unused;                                                            \
    if (r->kind == MG_PAIR_BYTE)                                             \
      round_run(&byte, k, x);                                                \
    else if (r->kind == MG_PAIR_SHORT)                                       \
      round_run(&whole, k, x);                                               \
    else                                                                     \
      round_run(&real, k, x);                                                \
  }
KERNELS(2)
KERNELS(3)

const mg_stress_kernels *
mg_stress_avx2(size_t dim)
{
  static const mg_stress_kernels plane = { block_2, round_2, pivots_2, near_2 };
  static const mg_stress_kernels space = { block_3, round_3, pivots_3, near_3 };

  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return NULL;
  return dim == 2 ? &plane : dim == 3 ? &space : NULL;
}

#else

const mg_stress_kernels *
mg_stress_avx2(size_t dim)
{
  (void)dim;
  return NULL;
}

#endif
