/* Small dense linear algebra on top of GSL.  Only this module uses GSL's matrix
 * functions and its error handler.  Matrices are stored row after row.
 *
 * Entries may have any finite size: a matrix whose largest entry is beyond
 * 2^100 or below 2^-100 is scaled by a power of two, which changes no digit, so
 * that squares neither overflow nor vanish.  No call prints, aborts or leaves
 * the host's handler changed, however many threads call at once. */
#ifndef MG_DENSE_H
#define MG_DENSE_H

#include "error.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* Short vectors of `dim` doubles.  Inline, so that a constant dim unrolls. */
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

/* Ascending order for qsort and bsearch: of doubles, unsigned numbers or 64-bit
 * integers, or of structs whose first member is one of these. */
static inline int
mg_ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return x < y ? -1 : x > y;
}

static inline int
mg_ascending_nodes(const void *a, const void *b)
{
  unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

  return x < y ? -1 : x > y;
}

static inline int
mg_ascending_words(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

  return x < y ? -1 : x > y;
}

/* Doubles of scratch memory that an eigen-decomposition of order n needs. */
#define MG_EIGEN_WORK(n) (4 * (n))

/* Eigenvalues of a symmetric matrix.  Only the lower triangle is read.
 *
 * a       n*n, overwritten
 * value   n eigenvalues, descending
 * vector  n*n: the eigenvectors, of length 1, as columns; NULL: not wanted
 * work    MG_EIGEN_WORK(n) doubles; NULL: allocated here
 *
 * Returns MGNN_OK, MGNN_EINVAL (an entry or a result is not finite) or
 * MGNN_ENOMEM (only without `work`). */
mgnn_status mg_eigen_symmetric(size_t n, double *a, double *value,
                               double *vector, double *work, mgnn_error *err);
/* The same, but the eigenvalues are not sorted; vector must not be NULL. */
mgnn_status mg_eigen_unsorted(size_t n, double *a, double *value,
                              double *vector, double *work, mgnn_error *err);

/* Singular values: a = U diag(s) V^T.  a, n*n, becomes U; v is n*n, s has n
 * values, descending.  U and V are orthogonal, whatever the rank.  Allocates
 * nothing.  Returns MGNN_OK or MGNN_EINVAL (an entry or a result is not finite,
 * or there was no convergence). */
mgnn_status mg_singular_values(size_t n, double *a, double *v, double *s,
                               mgnn_error *err);

/* Cholesky factorisation a = L L^T.  Reads the lower triangle of a and overwrites it
 * with L; returns 0 if a is not positive definite or not finite.  With that L,
 * mg_cholesky_solve overwrites x, which holds b, with the solution of a x = b. */
int mg_cholesky(size_t n, double *a);
void mg_cholesky_solve(size_t n, const double *l, double *x);

/* Gram-Schmidt: subtract from v its components along `count` orthonormal
 * vectors of n doubles; returns the length of what remains. */
static inline double
mg_orthogonalise(size_t n, const double *basis, size_t count, double *v)
{
  for (size_t k = 0; k < count; k++) {
    const double *u = basis + k * n;
    double along = mg_inner(u, v, n);

    for (size_t c = 0; c < n; c++)
      v[c] -= along * u[c];
  }
  return sqrt(mg_inner(v, v, n));
}

#endif
