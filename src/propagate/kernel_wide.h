/* Kernels for positions of several vectors: included by files that define real,
 * VECTOR of LANES numbers, LOAD, STORE, OP (names an instruction), total (the
 * sum of the lanes), NAME, ROOT and DIRECTION.  The width is a multiple of
 * LANES. */

/* Prefetch whole positions, which span several cache lines, so from fewer slots
 * ahead: some 4 kB, into the second cache. */
AVX2_INLINE void
fetch_wide(const mg_rows *rows, const real *near, size_t width, size_t k)
{
  const size_t bytes = width * sizeof *near;
  size_t ahead = bytes < 128 ? MG_AHEAD : bytes < 1024 ? 4096 / bytes : 4;
  const char *y = (const char *)(near + rows->to[k + ahead] * width);

  for (size_t at = 0; at < bytes; at += 64)
    __builtin_prefetch(y + at, 0, 2);
}

/* Squared distances |a - b_k|^2 of two slots at once: each is a chain of
 * dependent additions, and they share the loads of a. */
AVX2_INLINE void
squares(const real *a, const real *const b[2], size_t width, real out[2])
{
  VECTOR even[2], odd[2], u;
  size_t c = 0;

  even[0] = even[1] = odd[0] = odd[1] = OP(setzero)();
  for (; c + 2 * LANES <= width; c += 2 * LANES) {
    const VECTOR x = LOAD(a + c), y = LOAD(a + c + LANES);

    UNROLLED
    for (size_t k = 0; k < 2; k++) {
      u = OP(sub)(x, LOAD(b[k] + c));
      even[k] = OP(fmadd)(u, u, even[k]);
      u = OP(sub)(y, LOAD(b[k] + c + LANES));
      odd[k] = OP(fmadd)(u, u, odd[k]);
    }
  }
  UNROLLED
  for (size_t k = 0; k < 2; k++) {
    if (c < width) {
      u = OP(sub)(LOAD(a + c), LOAD(b[k] + c));
      even[k] = OP(fmadd)(u, u, even[k]);
    }
    out[k] = total(OP(add)(even[k], odd[k]));
  }
}

enum { SLOTS = 32 };

/* A group of slots with known distances, small enough that their neighbours are
 * still in the first or second cache when they are added up. */
typedef struct {
  size_t count;
  real push[SLOTS];            /* beta m_ij / (|y_i - y_j| + eps) */
  const real *y[SLOTS + 1];
  int parted;                  /* the last slot's nodes coincide, and eps is 0 */
  int prefetch;
} slots;

/* Fill in slots from k on, up to `end` or to a slot of coincident nodes. */
AVX2_INLINE void
slots_fill(slots *s, const mg_rows *rows, const mg_rates *rate,
           const mg_positions *f, const real *yi, mg_range at)
{
  const size_t width = f->width, left = at.end - at.begin;
  const size_t count = left < SLOTS ? left : SLOTS;
  const real *near = f->near, eps = (real)rate->eps, beta = (real)rate->beta;

  for (size_t k = 0; k < count; k++)
    s->y[k] = near + rows->to[at.begin + k] * width;
  s->y[count] = yi;            /* dummy pair for an odd last slot */
  for (size_t k = 0; k < count; k += 2) {
    squares(yi, s->y + k, width, s->push + k);
    for (size_t t = k; s->prefetch && t < k + 2 && t < count; t++)
      fetch_wide(rows, near, width, at.begin + t);
  }
  s->parted = 0;
  for (s->count = 0; s->count < count && !s->parted; s->count++) {
    size_t k = at.begin + s->count;
    real gap = ROOT(s->push[s->count]) + eps;
    real m = beta * slot_length(rows, k);

    s->parted = !(gap > 0) && m > 0;
    s->push[s->count] = gap > 0 ? m / gap : 0;
  }
}

/* sum += keep y_j + push_j (y_i - y_j) over the slots, for `count` vectors from
 * coordinate c on, which stay in registers. */
AVX2_INLINE void
metric_piece(real keep, const slots *near, const real *yi, real *sum, size_t c,
             size_t count)
{
  const VECTOR keeps = OP(set1)(keep);
  VECTOR s[4], x[4];

  UNROLLED
  for (size_t v = 0; v < count; v++) {
    s[v] = LOAD(sum + c + LANES * v);
    x[v] = LOAD(yi + c + LANES * v);
  }
  for (size_t k = 0; k < near->count; k++) {
    const VECTOR pushes = OP(set1)(near->push[k]);

    UNROLLED
    for (size_t v = 0; v < count; v++) {
      VECTOR y = LOAD(near->y[k] + c + LANES * v);

      s[v] = OP(fmadd)(pushes, OP(sub)(x[v], y), OP(fmadd)(keeps, y, s[v]));
    }
  }
  UNROLLED
  for (size_t v = 0; v < count; v++)
    STORE(sum + c + LANES * v, s[v]);
}

AVX2_INLINE void
metric_add(real keep, const slots *near, const real *yi, size_t width, real *sum)
{
  size_t c = 0;

  for (; c + 4 * LANES <= width; c += 4 * LANES)
    metric_piece(keep, near, yi, sum, c, 4);
  for (; c < width; c += LANES)
    metric_piece(keep, near, yi, sum, c, 1);
}

/* next = alpha y0 + share next */
AVX2_INLINE void
wide_finish(real alpha, real share, const real *origin, size_t width,
            real *next)
{
  const VECTOR alphas = OP(set1)(alpha), shares = OP(set1)(share);

  for (size_t c = 0; c < width; c += LANES)
    STORE(next + c, OP(fmadd)(alphas, LOAD(origin + c),
                              OP(mul)(shares, LOAD(next + c))));
}

AVX2 void
NAME(metric)(const mg_rows *rows, const mg_rates *rate, const mg_positions *f,
             size_t begin, size_t end, int prefetch)
{
  const real *own = f->own, *origin = f->origin;
  const real keep = (real)(1 - rate->alpha);
  const size_t width = f->width;
  slots held;

  held.prefetch = prefetch;
  for (size_t i = begin; i < end; i++) {
    const real *yi = own + i * width;
    real *out = (real *)f->next + i * width;
    double degree = mg_rows_degree(rows, i);

    if (!(degree > 0)) {
      memcpy(out, origin + i * width, width * sizeof *out);
      continue;
    }
    for (size_t c = 0; c < width; c += LANES)
      STORE(out + c, OP(mul)(OP(set1)((real)rows->loop * keep), LOAD(yi + c)));
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k += held.count) {
      slots_fill(&held, rows, rate, f, yi, (mg_range){ k, rows->row[i + 1] });
      metric_add(keep, &held, yi, width, out);
      if (held.parted) {
        size_t last = k + held.count - 1;

        DIRECTION(rate->seed, mg_rows_name(rows, i),
                  mg_rows_near_name(rows, last), f->dim,
                  (double)((real)rate->beta * slot_length(rows, last)), out);
      }
    }
    wide_finish((real)rate->alpha, (real)(1 / degree), origin + i * width,
                width, out);
  }
}

/* A row whose mean is computed a few coordinates at a time. */
typedef struct {
  size_t i;
  real scale;                  /* (1 - alpha) / degree */
  int prefetch;
} wide_row;

/* For `count` vectors of row i from coordinate c on: sum the neighbours in
 * registers, then next = alpha y0 + scale (loop y + sum). */
AVX2_INLINE void
mean_piece(const mg_rows *rows, const mg_rates *rate, const mg_positions *f,
           wide_row at, size_t c, size_t count)
{
  const size_t width = f->width, i = at.i;
  const real *near = (const real *)f->near + c;
  const real *own = (const real *)f->own + i * width + c;
  const real *origin = (const real *)f->origin + i * width + c;
  real *next = (real *)f->next + i * width + c;
  VECTOR s[16];

  UNROLLED
  for (size_t v = 0; v < count; v++)
    s[v] = OP(setzero)();
  for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++) {
    const real *y = near + rows->to[k] * width;

    if (at.prefetch && c == 0)
      fetch_wide(rows, f->near, width, k);
    UNROLLED
    for (size_t v = 0; v < count; v++)
      s[v] = OP(add)(s[v], LOAD(y + LANES * v));
  }
  UNROLLED
  for (size_t v = 0; v < count; v++) {
    s[v] = OP(fmadd)(OP(set1)((real)rows->loop), LOAD(own + LANES * v), s[v]);
    s[v] = OP(mul)(s[v], OP(set1)(at.scale));
    if (rate->alpha > 0)       /* skip reading the origin if alpha is 0 */
      s[v] = OP(fmadd)(OP(set1)((real)rate->alpha), LOAD(origin + LANES * v),
                       s[v]);
    STORE(next + LANES * v, s[v]);
  }
}

AVX2 void
NAME(mean)(const mg_rows *rows, const mg_rates *rate, const mg_positions *f,
           size_t begin, size_t end, int prefetch)
{
  const size_t width = f->width;

  for (size_t i = begin; i < end; i++) {
    double degree = mg_rows_degree(rows, i);
    wide_row at = { i, (real)((1 - rate->alpha) / degree), prefetch };
    size_t c = 0;

    if (!(degree > 0)) {
      memcpy((real *)f->next + i * width, (const real *)f->origin + i * width,
             width * sizeof (real));
      continue;
    }
    for (; c + 16 * LANES <= width; c += 16 * LANES)
      mean_piece(rows, rate, f, at, c, 16);
    for (; c + 4 * LANES <= width; c += 4 * LANES)
      mean_piece(rows, rate, f, at, c, 4);
    for (; c < width; c += LANES)
      mean_piece(rows, rate, f, at, c, 1);
  }
}
