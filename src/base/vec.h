/* Short vectors of `dim` doubles.  Inline, so that a constant dim unrolls. */
#ifndef MG_VEC_H
#define MG_VEC_H

#include <math.h>
#include <stddef.h>

static inline double
mg_distance(const double *a, const double *b, size_t dim)
{
  double sum = 0;

  for (size_t c = 0; c < dim; c++)
    sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sqrt(sum);
}

static inline double
mg_inner(const double *a, const double *b, size_t dim)
{
  double sum = 0;

  for (size_t c = 0; c < dim; c++)
    sum += a[c] * b[c];
  return sum;
}

/* For qsort: doubles in rising order. */
static inline int
mg_ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return x < y ? -1 : x > y;
}

#endif
