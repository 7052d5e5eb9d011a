/* Kernels for positions of several vectors: included by files that define real,
 * VECTOR of LANES numbers, LOAD, STORE, OP (the name of an instruction), total
 * (the sum of the lanes), NAME, ROOT and DIRECTION.  The width is a multiple of
 * LANES. */

/* Wide positions span several lines of the cache; all are fetched, fewer slots
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

/* |a - b| */
AVX2_INLINE real
distance(const real *a, const real *b, size_t width)
{
  VECTOR even = OP(setzero)(), odd = even, u, v;
  size_t c = 0;

  for (; c + 2 * LANES <= width; c += 2 * LANES) {
    u = OP(sub)(LOAD(a + c), LOAD(b + c));
    v = OP(sub)(LOAD(a + c + LANES), LOAD(b + c + LANES));
    even = OP(fmadd)(u, u, even);
    odd = OP(fmadd)(v, v, odd);
  }
  if (c < width) {
    u = OP(sub)(LOAD(a + c), LOAD(b + c));
    even = OP(fmadd)(u, u, even);
  }
  return ROOT(total(OP(add)(even, odd)));
}

/* sum += keep y_j + push (y_i - y_j) */
AVX2_INLINE void
metric_add(real keep, real push, const real *yi, const real *yj, size_t width,
           real *sum)
{
  const VECTOR keeps = OP(set1)(keep), pushes = OP(set1)(push);

  for (size_t c = 0; c < width; c += LANES) {
    VECTOR y = LOAD(yj + c), away = OP(sub)(LOAD(yi + c), y);

    STORE(sum + c, OP(fmadd)(pushes, away,
                             OP(fmadd)(keeps, y, LOAD(sum + c))));
  }
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
  const real *own = f->own, *near = f->near, *origin = f->origin;
  const real keep = (real)(1 - rate->alpha), eps = (real)rate->eps;
  const size_t width = f->width;

  for (size_t i = begin; i < end; i++) {
    const real *yi = own + i * width;
    real *out = (real *)f->next + i * width;
    double degree = mg_rows_degree(rows, i);

    if (!(degree > 0)) {
      memcpy(out, origin + i * width, width * sizeof *out);
      continue;
    }
    for (size_t c = 0; c < width; c++)
      out[c] = (real)rows->loop * keep * yi[c];
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++) {
      const real *yj = near + rows->to[k] * width;
      real gap = distance(yi, yj, width) + eps;
      real m = (real)rate->beta
               * (rows->length != NULL ? (real)rows->length[k]
                                       : (real)rows->length_single[k]);

      if (prefetch)
        fetch_wide(rows, near, width, k);
      metric_add(keep, gap > 0 ? m / gap : 0, yi, yj, width, out);
      if (!(gap > 0) && m > 0)
        DIRECTION(rate->seed, mg_rows_name(rows, i), mg_rows_near_name(rows, k),
                  f->dim, (double)m, out);
    }
    wide_finish((real)rate->alpha, (real)(1 / degree), origin + i * width,
                width, out);
  }
}

/* A row whose mean is computed some coordinates at a time. */
typedef struct {
  size_t i;
  real scale;                  /* (1 - alpha) / degree */
  int prefetch;
} wide_row;

/* `count` vectors from coordinate c on of row i: the neighbours' sum, held in
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
    if (rate->alpha > 0)       /* else the origin need not be read */
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
