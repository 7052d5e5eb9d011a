/* The mean of the neighbours,
 *   next_i = alpha y0_i + (1-alpha) (1/d_i) sum_j y_j,
 * for positions that fit in one vector.  Included once per kind of vector, by
 * files that define VECTOR, WIDTH (numbers in a position), LOAD, STORE, OP
 * (names an instruction) and MEAN (names the kernel).  Four sums run side by
 * side, as an addition takes four times as long as a load. */
AVX2 void
MEAN(const mg_rows *rows, const mg_rates *rate, const mg_positions *f,
     size_t begin, size_t end, int prefetch)
{
  const real *own = f->own, *near = f->near, *origin = f->origin;
  const real alpha = (real)rate->alpha, loop = (real)rows->loop;
  const unsigned *to = rows->to;
  real *next = f->next;

  for (size_t i = begin; i < end; i++) {
    size_t k = rows->row[i], stop = rows->row[i + 1];
    double degree = mg_rows_degree(rows, i);
    VECTOR s[4], o = LOAD(origin + WIDTH * i);

    if (!(degree > 0)) {
      STORE(next + WIDTH * i, o);
      continue;
    }
    s[0] = OP(mul)(OP(set1)(loop), LOAD(own + WIDTH * i));
    s[1] = s[2] = s[3] = OP(setzero)();
    for (; k + 4 <= stop; k += 4) {
      UNROLLED
      for (size_t t = 0; t < 4; t++)
        s[t] = OP(add)(s[t], LOAD(near + WIDTH * (size_t)to[k + t]));
      if (prefetch)
        fetch(near, to + k, WIDTH, 4);
    }
    if (prefetch && k < stop)
      fetch(near, to + k, WIDTH, 4);
    for (; k < stop; k++)
      s[1] = OP(add)(s[1], LOAD(near + WIDTH * (size_t)to[k]));
    s[0] = OP(add)(OP(add)(s[0], s[1]), OP(add)(s[2], s[3]));
    s[0] = OP(mul)(s[0], OP(set1)((real)((1 - rate->alpha) / degree)));
    STORE(next + WIDTH * i, OP(fmadd)(OP(set1)(alpha), o, s[0]));
  }
}

#undef VECTOR
#undef WIDTH
#undef LOAD
#undef STORE
#undef OP
#undef MEAN
