/* The kernels of kernels.h for one vector width.  The including file defines
 * VECTOR_BYTES, TILE (rows of a product computed at once) and KERNELS (the
 * table's name).  All sums are in a fixed order. */
#include "kernels.h"

#include <string.h>

#if VECTOR_BYTES == 32
#include <immintrin.h>
#endif

typedef mg_real vector __attribute__((vector_size(VECTOR_BYTES),
                                      aligned(sizeof(mg_real)), may_alias));
typedef uint32_t words __attribute__((vector_size(VECTOR_BYTES),
                                      aligned(4), may_alias));
enum { LANES = VECTOR_BYTES / sizeof(mg_real), WORDS = VECTOR_BYTES / 4 };

#define INLINE static inline __attribute__((always_inline))
#define AT(p) (*(vector *)(p))
#define IN(p) (*(const vector *)(p))

/* a b + c; rounded once if the processor has FMA. */
#if VECTOR_BYTES == 32 && !defined(MG_LEARN_DOUBLE)
#define FMA(a, b, c) ((vector)_mm256_fmadd_ps((__m256)(a), (__m256)(b), \
                                              (__m256)(c)))
#elif VECTOR_BYTES == 32
#define FMA(a, b, c) ((vector)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), \
                                              (__m256d)(c)))
#else
#define FMA(a, b, c) ((a) * (b) + (c))
#endif

INLINE vector
all(mg_real x)
{
  return x - (vector){ 0 };
}

INLINE mg_real
total(vector v)
{
#if VECTOR_BYTES == 32 && !defined(MG_LEARN_DOUBLE)
  __m128 h = _mm_add_ps(_mm256_castps256_ps128((__m256)v),
                        _mm256_extractf128_ps((__m256)v, 1));

  h = _mm_add_ps(h, _mm_movehl_ps(h, h));
  return _mm_cvtss_f32(_mm_add_ss(h, _mm_shuffle_ps(h, h, 1)));
#else
  mg_real sum = v[0];

  for (int k = 1; k < LANES; k++)
    sum += v[k];
  return sum;
#endif
}

INLINE mg_real
inner(const mg_real *a, const mg_real *b, size_t ld)
{
  vector even = { 0 }, odd = { 0 };
  size_t c = 0;

  for (; c + 2 * LANES <= ld; c += 2 * LANES) {
    even = FMA(IN(a + c), IN(b + c), even);
    odd = FMA(IN(a + c + LANES), IN(b + c + LANES), odd);
  }
  for (; c < ld; c += LANES)
    even = FMA(IN(a + c), IN(b + c), even);
  return total(even + odd);
}

/* y += f x */
INLINE void
add_row(mg_real *y, mg_real f, const mg_real *x, size_t ld)
{
  const vector by = all(f);

  for (size_t c = 0; c < ld; c += LANES)
    AT(y + c) = FMA(by, IN(x + c), IN(y + c));
}

/* y = f x */
INLINE void
set_row(mg_real *y, mg_real f, const mg_real *x, size_t ld)
{
  const vector by = all(f);

  for (size_t c = 0; c < ld; c += LANES)
    AT(y + c) = by * IN(x + c);
}

/* Most rows have 64 numbers; for this constant width loops are unrolled. */
#define FOR_WIDTH(ld, call) \
  do { \
    if ((ld) == 64) { enum { width = 64 }; call; } \
    else { const size_t width = (ld); call; } \
  } while (0)

/* ---- products ---- */

/* Some rows of c = a b.  The numbers of a are `down` apart between rows and
 * `right` apart along the sum, which has `terms` terms. */
typedef struct {
  const mg_real *a, *b;
  mg_real *c;
  size_t down, right, terms;
} strip;

/* Compute a tile of `rows` x `vectors` vectors, beginning at column j. */
INLINE void
tile(const mg_product *p, strip s, size_t j, int rows, int vectors)
{
  vector sum[8][2];

  for (int r = 0; r < rows; r++)
    for (int v = 0; v < vectors; v++)
      sum[r][v] = p->add ? IN(s.c + (size_t)r * p->ldc + j + v * LANES)
                  : p->bias != NULL ? IN(p->bias + j + v * LANES)
                  : (vector){ 0 };
  for (size_t k = 0; k < s.terms; k++)
    for (int r = 0; r < rows; r++) {
      const vector by = all(s.a[(size_t)r * s.down + k * s.right]);

      for (int v = 0; v < vectors; v++)
        sum[r][v] = FMA(by, IN(s.b + k * p->ldb + j + v * LANES), sum[r][v]);
    }
  for (int r = 0; r < rows; r++)
    for (int v = 0; v < vectors; v++)
      AT(s.c + (size_t)r * p->ldc + j + v * LANES) = sum[r][v];
}

/* Compute all columns of `rows` rows. */
INLINE void
tile_row(const mg_product *p, strip s, int rows)
{
  size_t j = 0;

  for (; j + 2 * LANES <= p->cols; j += 2 * LANES)
    tile(p, s, j, rows, 2);
  for (; j < p->cols; j += LANES)
    tile(p, s, j, rows, 1);
}

static void
multiply(const mg_product *p)
{
  strip s = { p->a, p->b, p->c, p->lda, 1, p->inner };
  size_t i = 0;

  for (; i + TILE <= p->rows; i += TILE) {
    tile_row(p, s, TILE);
    s.a += TILE * p->lda;
    s.c += TILE * p->ldc;
  }
  for (; i < p->rows; i++) {
    tile_row(p, s, 1);
    s.a += p->lda;
    s.c += p->ldc;
  }
}

/* The sum is divided into blocks that stay in the cache. */
static void
multiply_by_transposed(const mg_product *p)
{
  enum { BLOCK = 128 };
  mg_product q = *p;

  q.add = 1;
  q.bias = NULL;
  for (size_t k = 0; k < p->inner; k += BLOCK) {
    size_t terms = p->inner - k < BLOCK ? p->inner - k : BLOCK, i = 0;
    strip s = { p->a + k * p->lda, p->b + k * p->ldb, p->c, 1, p->lda, terms };

    for (; i + TILE <= p->rows; i += TILE, s.a += TILE, s.c += TILE * p->ldc)
      tile_row(&q, s, TILE);
    for (; i + 4 <= p->rows; i += 4, s.a += 4, s.c += 4 * p->ldc)
      tile_row(&q, s, 4);
    for (; i < p->rows; i++, s.a++, s.c += p->ldc)
      tile_row(&q, s, 1);
  }
}

INLINE void
sparse_rows(const mg_csr *x, const mg_real *w, const mg_real *bias,
            mg_real *out, size_t ld, int add)
{
  for (size_t i = 0; i < x->rows; i++) {
    mg_real *y = out + i * ld;

    if (bias != NULL)
      memcpy(y, bias, ld * sizeof *y);
    else if (!add)
      memset(y, 0, ld * sizeof *y);
    for (size_t k = x->row[i]; k < x->row[i + 1]; k++)
      add_row(y, x->value[k], w + x->col[k] * ld, ld);
  }
}

static void
sparse(const mg_csr *x, const mg_real *w, const mg_real *bias, mg_real *out,
       size_t ld, int add)
{
  FOR_WIDTH(ld, sparse_rows(x, w, bias, out, width, add));
}

/* ---- layers ---- */

INLINE void
smooth_rows(const mg_slots *g, const mg_smoothing *s, size_t ld)
{
  for (size_t i = 0; i < g->n; i++) {
    mg_real *y = s->out + i * ld;

    if (!s->add)
      memset(y, 0, ld * sizeof *y);
    if (s->origin != NULL)
      add_row(y, s->keep, s->origin + i * ld, ld);
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k];
      mg_real w = s->normal ? g->scale[i] * g->scale[j] : 1;

      add_row(y, s->share * w, s->z + j * ld, ld);
    }
  }
}

static void
smooth(const mg_slots *g, const mg_smoothing *s)
{
  FOR_WIDTH(s->ld, smooth_rows(g, s, width));
}

/* |a x - b y| */
INLINE mg_real
gap(mg_real a, const mg_real *x, mg_real b, const mg_real *y, size_t ld)
{
  const vector fa = all(a), fb = all(b);
  vector even = { 0 }, odd = { 0 }, u;
  size_t c = 0;

  for (; c + 2 * LANES <= ld; c += 2 * LANES) {
    u = fa * IN(x + c) - fb * IN(y + c);
    even = FMA(u, u, even);
    u = fa * IN(x + c + LANES) - fb * IN(y + c + LANES);
    odd = FMA(u, u, odd);
  }
  for (; c < ld; c += LANES) {
    u = fa * IN(x + c) - fb * IN(y + c);
    even = FMA(u, u, even);
  }
  return MG_REAL_ROOT(total(even + odd));
}

/* Slot e = (i from j), c = s_i s_j, r = |s_i z_i - s_j z_j|.  Message form:
 *   q_e = beta M_e c / (r + eps)
 *   out_i = alpha z0_i + sum_j ((1-alpha) c - q_e) z_j + (sum_j q_e) z_i
 * and matrix form, with f_e = beta M_e / (r + eps):
 *   out_i = alpha z0_i + sum_j ((1-alpha) c - f_e s_i s_j) z_j
 *           + (sum_j f_e s_i^2) z_i.
 * So they differ in the last factor only. */
INLINE void
push_rows(const mg_slots *g, const mg_push *p, size_t ld)
{
  for (size_t i = 0; i < g->n; i++) {
    const mg_real *zi = p->z + i * ld;
    const mg_real si = g->scale[i];
    mg_real *y = p->out + i * ld, own = 0;

    set_row(y, p->alpha, p->origin + i * ld, ld);
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k];
      const mg_real *zj = p->z + j * ld;
      mg_real sj = g->scale[j], c = si * sj, f;

      p->distance[k] = j < i ? p->distance[g->rev[k]] : gap(si, zi, sj, zj, ld);
      f = p->beta * p->metric[k] / (p->distance[k] + p->eps);
      own += f * (p->matrix ? si * si : c);
      add_row(y, (1 - p->alpha) * c - f * c, zj, ld);
    }
    add_row(y, own, zi, ld);
  }
}

static void
push(const mg_slots *g, const mg_push *p)
{
  FOR_WIDTH(p->ld, push_rows(g, p, width));
}

/* With G = dL/dout and a_e = G_i.(d_i z_i - c z_j), where d_i is c in message
 * form and s_i^2 in matrix form, so that out_i holds f_e (d_i z_i - c z_j):
 *   dM_e = beta a_e / (r + eps)
 *   h    = (a_e f_e + a_e' f_e') / ((r + eps) r), 0 if r is 0
 *   dz_i = sum_j ((1-alpha) c - f_e' c) G_j + f_e d_i G_i
 *          - h s_i (s_i z_i - s_j z_j),   dz0_i = alpha G_i.
 * Each node gathers from its slots. */
INLINE void
push_back_rows(const mg_slots *g, const mg_push *p, size_t ld)
{
  for (size_t i = 0; i < g->n; i++) {
    const mg_real *gi = p->dout + i * ld, *zi = p->z + i * ld;
    const mg_real si = g->scale[i], own = inner(gi, zi, ld);

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k];
      mg_real c = si * g->scale[j], d = p->matrix ? si * si : c;
      mg_real a = d * own - c * inner(gi, p->z + j * ld, ld);

      p->work[k] = a;
      p->dmetric[k] += p->beta * a / (p->distance[k] + p->eps);
    }
  }
  for (size_t i = 0; i < g->n; i++) {
    const mg_real *gi = p->dout + i * ld;
    const mg_real si = g->scale[i];
    mg_real *y = p->dz + i * ld, own_g = 0, own_z = 0;

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k], e = g->rev[k];
      mg_real sj = g->scale[j], c = si * sj, r = p->distance[k];
      mg_real f = p->beta * p->metric[k] / (r + p->eps);
      mg_real other = p->beta * p->metric[e] / (r + p->eps);
      mg_real h = r > 0 ? (p->work[k] * f + p->work[e] * other)
                          / ((r + p->eps) * r) : 0;

      own_g += f * (p->matrix ? si * si : c);
      own_z -= h * si * si;
      add_row(y, (1 - p->alpha) * c - other * c, p->dout + j * ld, ld);
      add_row(y, h * c, p->z + j * ld, ld);
    }
    add_row(y, own_g, gi, ld);
    add_row(y, own_z, p->z + i * ld, ld);
    add_row(p->dorigin + i * ld, p->alpha, gi, ld);
  }
}

static void
push_back(const mg_slots *g, const mg_push *p)
{
  FOR_WIDTH(p->ld, push_back_rows(g, p, width));
}

/* ---- operations on single numbers ---- */

/* 32 pseudorandom bits for each place. */
INLINE words
mix(words x, uint32_t key)
{
  x = (x ^ key) * 0x9e3779b1U;
  x = (x ^ (x >> 15)) * 0x85ebca77U;
  x = (x ^ (x >> 13)) * 0xc2b2ae3dU;
  return x ^ (x >> 16);
}

/* All bits set in lanes that dropout keeps; the first lane is place k. */
INLINE void
kept(size_t k, uint32_t key, uint32_t least, words *out)
{
  words place = (words){ 0 } + (uint32_t)k;

  for (int c = 0; c < WORDS; c++)
    place[c] += (uint32_t)c;
  place = mix(place, key);
#ifdef MG_LEARN_DOUBLE         /* a number has two words */
  for (int c = WORDS - 1; c >= 0; c--)
    (*out)[c] = place[c / 2] >= least ? 0xffffffffU : 0;
#else
  *out = (words)(place >= least);
#endif
}

static uint32_t
threshold(double drop)
{
  return (uint32_t)(drop * 4294967295.0);
}

/* count must be a multiple of MG_PAD. */
static void
activate(mg_real *y, size_t count, int relu, double drop, uint32_t key)
{
  const uint32_t least = threshold(drop);
  const vector keep = all((mg_real)(1 / (1 - drop))), zero = { 0 };
  words pass;

  if (drop == 0 && relu)
    for (size_t k = 0; k < count; k += LANES) {
      vector v = IN(y + k);

      AT(y + k) = (vector)((words)v & (words)(v > zero));
    }
  for (size_t k = 0; k < count && drop > 0; k += LANES) {
    vector v = IN(y + k);

    kept(k, key, least, &pass);
    if (relu)
      pass &= (words)(v > zero);
    AT(y + k) = (vector)((words)(keep * v) & pass);
  }
}

static void
activate_back(const mg_real *y, mg_real *dy, size_t count, int relu,
              double drop, uint32_t key)
{
  const uint32_t least = threshold(drop);
  const vector keep = all((mg_real)(1 / (1 - drop))), zero = { 0 };
  words pass;

  for (size_t k = 0; k < count && (relu || drop > 0); k += LANES) {
    if (relu)
      pass = (words)(IN(y + k) > zero);
    else
      kept(k, key, least, &pass);
    AT(dy + k) = (vector)((words)(keep * IN(dy + k)) & pass);
  }
}

static void
adam(const mg_adam_step *s, size_t count, mg_real *w, const mg_real *g,
     mg_real *m, mg_real *v)
{
  const mg_real first = (mg_real)0.9, second = (mg_real)0.999;
  const mg_real eps = (mg_real)1e-8;

  for (size_t k = 0; k < count; k++) {
    mg_real d = g[k] + s->decay * w[k];

    m[k] = first * m[k] + (1 - first) * d;
    v[k] = second * v[k] + (1 - second) * d * d;
    w[k] -= s->rate * m[k] / (MG_REAL_ROOT(v[k]) * s->root + eps);
  }
}

static mg_real
row_inner(const mg_real *a, const mg_real *b, size_t ld)
{
  return inner(a, b, ld);
}

static mg_real
row_gap(mg_real fa, const mg_real *a, mg_real fb, const mg_real *b, size_t ld)
{
  return gap(fa, a, fb, b, ld);
}

static void
row_add(mg_real *y, mg_real f, const mg_real *x, size_t ld)
{
  add_row(y, f, x, ld);
}

const mg_learn_kernels KERNELS = {
  KERNELS_NAME, multiply, multiply_by_transposed, smooth, push, push_back,
  sparse, activate, activate_back, adam, row_inner, row_gap, row_add
};
