/* The metric layer in the plane and in space, LANES neighbours at a time.
 * Included by kernel_avx2.c and kernel_avx2_single.c, which define real, VECTOR
 * of LANES numbers, OP (names an instruction on it), POSITION and POSITION_OP
 * (the same for a vector with one position), DIRECTION, and
 *   load          the coordinates of LANES neighbours, a vector for each
 *   lengths       the lengths of LANES slots
 *   first         all bits set in the first `count` lanes
 *   totals        the sums over the lanes of dim vectors, as a position
 *   position, position_put        one position from memory and into it */

AVX2_INLINE void
fetch(const real *near, const unsigned *to, size_t width, size_t count)
{
  UNROLLED
  for (size_t t = 0; t < count; t++)
    __builtin_prefetch(near + to[MG_AHEAD + t] * width);
}

/* The forms of the layer. */
enum {
  PREFETCH = 1,
  NARROW = 2,                  /* lengths are floats */
  BARE = 4                     /* eps is 0 */
};

/* Sums of a row, one vector per coordinate; lanes are added at the end of the row. */
typedef struct {
  const real *near;
  VECTOR eps;
  VECTOR x[3];                 /* y_i */
  VECTOR pull[3];              /* sum of y_j */
  VECTOR push[3];              /* sum of m_ij (y_i - y_j) / (r + eps) */
} row;

/* Add LANES slots; slots not in `mask` add nothing, NULL: all count.  If eps is
 * 0 (bare), returns a bit for each slot whose nodes coincide. */
AVX2_INLINE int
metric_step(row *s, size_t dim, int bare, const unsigned *to, VECTOR length,
            const VECTOR *mask)
{
  const VECTOR zero = OP(setzero)();
  VECTOR x[3], away[3], gap, ratio;
  int same = 0;

  load(s->near, to, dim, x);
  away[0] = OP(sub)(s->x[0], x[0]);
  gap = OP(mul)(away[0], away[0]);
  UNROLLED
  for (size_t c = 1; c < dim; c++) {
    away[c] = OP(sub)(s->x[c], x[c]);
    gap = OP(fmadd)(away[c], away[c], gap);
  }
  gap = OP(sqrt)(gap);
  if (!bare)
    gap = OP(add)(gap, s->eps);
  ratio = OP(div)(length, gap);
  if (bare) {
    same = OP(movemask)(OP(cmp)(gap, zero, _CMP_EQ_OQ));
    ratio = OP(and)(ratio, OP(cmp)(gap, zero, _CMP_NEQ_UQ));
  }
  if (mask != NULL) {
    ratio = OP(and)(ratio, *mask);
    same &= OP(movemask)(*mask);
  }
  UNROLLED
  for (size_t c = 0; c < dim; c++) {
    if (mask != NULL) {
      x[c] = OP(and)(x[c], *mask);
      away[c] = OP(and)(away[c], *mask);
    }
    s->pull[c] = OP(add)(s->pull[c], x[c]);
    s->push[c] = OP(fmadd)(ratio, away[c], s->push[c]);
  }
  return same;
}

static inline real
slot_length(const mg_rows *rows, size_t k)
{
  return rows->length_single != NULL ? (real)rows->length_single[k]
                                     : (real)rows->length[k];
}

/* Push coincident nodes apart along a direction from the seed, as they have
 * none.  They are rare, so this is not inlined. */
static void
part(const mg_rows *rows, const mg_rates *rate, size_t i, size_t k, int same,
     size_t dim, real *sum)
{
  for (; same != 0; same >>= 1, k++) {
    real m = slot_length(rows, k);

    if ((same & 1) && m > 0)
      DIRECTION(rate->seed, mg_rows_name(rows, i), mg_rows_near_name(rows, k),
                dim, (double)m, sum);
  }
}

/* Add the last slots of a row, fewer than LANES.  The vector is filled up with
 * the slots after the row or, at the end of the array, with copies of the first
 * of these last slots. */
AVX2_INLINE int
metric_rest(row *s, size_t dim, int bare, int narrow, const mg_rows *rows,
            size_t k, size_t count)
{
  VECTOR mask = first(count);

  if (k + LANES <= rows->row[rows->n])
    return metric_step(s, dim, bare, rows->to + k, lengths(rows, narrow, k),
                       &mask);
  else {
    unsigned to[LANES];
    real m[LANES];

    for (size_t t = 0; t < LANES; t++) {
      size_t at = t < count ? k + t : k;

      to[t] = rows->to[at];
      m[t] = slot_length(rows, at);
    }
    return metric_step(s, dim, bare, to, OP(loadu)(m), &mask);
  }
}

/* next = alpha y0 + (1/d) (keep (loop y + pull) + beta push) */
AVX2_INLINE void
metric_finish(const mg_rows *rows, const mg_rates *rate, const mg_positions *f,
              size_t dim, size_t i, POSITION pull, POSITION push)
{
  const size_t width = dim == 2 ? 2 : 4;
  double share = 1 / mg_rows_degree(rows, i);
  POSITION keep = POSITION_OP(set1)((real)(share * (1 - rate->alpha)));
  POSITION beta = POSITION_OP(set1)((real)(share * rate->beta));
  POSITION alpha = POSITION_OP(set1)((real)rate->alpha), sum;

  if (rows->loop > 0)
    pull = POSITION_OP(add)(pull, position((const real *)f->own + i * width,
                                           dim));
  sum = POSITION_OP(fmadd)(keep, pull, POSITION_OP(mul)(beta, push));
  sum = POSITION_OP(fmadd)(alpha, position((const real *)f->origin + i * width,
                                           dim), sum);
  position_put((real *)f->next + i * width, sum, dim);
}

AVX2_INLINE void
metric(const mg_rows *rows, const mg_rates *rate, const mg_positions *f,
       size_t dim, int form, size_t begin, size_t end)
{
  const int bare = form & BARE, narrow = form & NARROW;
  const size_t width = dim == 2 ? 2 : 4;
  const real *own = f->own, *near = f->near;
  const VECTOR eps = OP(set1)((real)rate->eps);
  const mg_rows held = *rows;  /* a copy that stores cannot alias */

  for (size_t i = begin; i < end; i++) {
    size_t k = held.row[i], stop = held.row[i + 1];
    real parted[4] = { 0, 0, 0, 0 };
    POSITION push;
    row s;

    if (!(mg_rows_degree(&held, i) > 0)) {
      memcpy((real *)f->next + i * width, (const real *)f->origin + i * width,
             width * sizeof *own);
      continue;
    }
    s.near = near;
    s.eps = eps;
    UNROLLED
    for (size_t c = 0; c < dim; c++) {
      s.x[c] = OP(set1)(own[i * width + c]);
      s.pull[c] = s.push[c] = OP(setzero)();
    }
    for (; k + LANES <= stop; k += LANES) {
      int same = metric_step(&s, dim, bare, held.to + k,
                             lengths(&held, narrow, k), NULL);

      if (form & PREFETCH)
        fetch(near, held.to + k, width, LANES);
      if (bare && same)
        part(rows, rate, i, k, same, dim, parted);
    }
    if (k < stop) {
      int same = metric_rest(&s, dim, bare, narrow, &held, k, stop - k);

      if (form & PREFETCH)
        fetch(near, held.to + k, width, LANES);
      if (bare && same)
        part(rows, rate, i, k, same, dim, parted);
    }
    push = totals(s.push, dim);
    if (bare)
      push = POSITION_OP(add)(push, POSITION_OP(loadu)(parted));
    metric_finish(&held, rate, f, dim, i, totals(s.pull, dim), push);
  }
}
