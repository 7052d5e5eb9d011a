/* GSL's eigenvalues and Cholesky factors, made safe; own singular values. */
#include "dense.h"
#include "mem.h"

/* Calling GSL's BLAS here by name makes the linker prefer it to the BLAS that igraph
 * may bring along, which may round differently: without this, programs with and
 * without igraph gave different bytes for the same graph. */
#include <gsl/gsl_cblas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_sort_vector.h>
#include <pthread.h>
#include <string.h>

/* ---- the error handler ---- */

/* GSL has one error handler for the whole process and calls it, in any thread, for
 * matrices that are not positive definite.  So the handler is off while any thread is
 * inside, and the last to leave restores the one that the first had found.  If each
 * thread restored the handler it had found, the second of two would restore "off". */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t inside;          /* threads */
static gsl_error_handler_t *host;

static void
handler_off(void)
{
  pthread_mutex_lock(&lock);
  if (inside++ == 0)
    host = gsl_set_error_handler_off();
  pthread_mutex_unlock(&lock);
}

static void
handler_back(void)
{
  pthread_mutex_lock(&lock);
  if (--inside == 0)
    gsl_set_error_handler(host);
  pthread_mutex_unlock(&lock);
}

/* ---- scale ---- */

static mgnn_status
finite_check(size_t count, const double *x, mgnn_error *err)
{
  for (size_t k = 0; k < count; k++)
    if (!isfinite(x[k]))
      return mg_fail(err, MGNN_EINVAL, "numbers too large to compute with");
  return MGNN_OK;
}

/* Scale the entries so that the largest is near 1; they are divided by 2^*exponent.
 * Entries below 2^-500 after that become 0: GSL's iteration compares with the last
 * digit of its numbers, and would never end if that underflowed.  Matrices whose
 * entries are all 0 or near 1, as most are, stay as they are. */
static mgnn_status
scale(size_t count, double *a, int *exponent, mgnn_error *err)
{
  double most = 0;
  int near = 1;

  *exponent = 0;
  for (size_t k = 0; k < count; k++)
    near &= a[k] == 0 || (fabs(a[k]) >= 0x1p-100 && fabs(a[k]) <= 0x1p100);
  if (near)
    return MGNN_OK;
  PASS(finite_check(count, a, err));
  most = fabs(a[cblas_idamax((int)count, a, 1)]);
  if (most > 0 && (most > 0x1p100 || most < 0x1p-100))
    frexp(most, exponent);
  for (size_t k = 0; k < count; k++) {
    if (*exponent != 0)
      a[k] = ldexp(a[k], -*exponent);
    if (fabs(a[k]) < 0x1p-500)
      a[k] *= 0;               /* 0 with its sign */
  }
  return MGNN_OK;
}

static mgnn_status
scale_back(size_t count, double *value, int exponent, mgnn_error *err)
{
  for (size_t k = 0; k < count && exponent != 0; k++)
    value[k] = ldexp(value[k], exponent);
  return finite_check(count, value, err);
}

/* ---- eigenvalues ---- */

/* gsl_eigen_symm(v) can fail only when it allocates its workspace, and here the
 * workspace is our own memory, so this cannot fail. */
static void
eigen(size_t n, double *a, double *value, double *vector, double *work,
      int sort)
{
  gsl_matrix_view m = gsl_matrix_view_array(a, n, n);
  gsl_vector_view e = gsl_vector_view_array(value, n);

  if (vector == NULL) {
    gsl_eigen_symm_workspace space = { .size = n, .d = work, .sd = work + n };

    gsl_eigen_symm(&m.matrix, &e.vector, &space);
    gsl_sort_vector(&e.vector);
    gsl_vector_reverse(&e.vector);
  } else {
    gsl_matrix_view v = gsl_matrix_view_array(vector, n, n);
    gsl_eigen_symmv_workspace space = { .size = n, .d = work, .sd = work + n,
                                        .gc = work + 2 * n,
                                        .gs = work + 3 * n };

    gsl_eigen_symmv(&m.matrix, &e.vector, &v.matrix, &space);
    if (sort)
      gsl_eigen_symmv_sort(&e.vector, &v.matrix, GSL_EIGEN_SORT_VAL_DESC);
  }
}

static mgnn_status
eigen_scaled(size_t n, double *a, double *value, double *vector, double *work,
             int sort, mgnn_error *err)
{
  double *own = NULL;
  int exponent;
  mgnn_status status = MGNN_OK;

  if (n == 0)
    return MGNN_OK;
  /* GSL reads the lower triangle only, but scale looks at all entries, and the
   * caller need not have set those above the diagonal. */
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      a[j * n + i] = a[i * n + j];
  TRY(scale(n * n, a, &exponent, err));
  if (work == NULL) {
    TRY(mg_allocated(own = mg_alloc(MG_EIGEN_WORK(n), sizeof *own), err));
    work = own;
  }
  eigen(n, a, value, vector, work, sort);
  if (vector != NULL)
    TRY(finite_check(n * n, vector, err));
  TRY(scale_back(n, value, exponent, err));
end:
  mg_free(own);
  return status;
}

mgnn_status
mg_eigen_symmetric(size_t n, double *a, double *value, double *vector,
                   double *work, mgnn_error *err)
{
  return eigen_scaled(n, a, value, vector, work, 1, err);
}

mgnn_status
mg_eigen_unsorted(size_t n, double *a, double *value, double *vector,
                  double *work, mgnn_error *err)
{
  return eigen_scaled(n, a, value, vector, work, 0, err);
}

/* ---- singular values ---- */

/* Rotate rows p and q of `a` so that they become orthogonal, and those of r with them.
 * Returns 0 if they already are, to rounding, or if one of them is negligible. */
static int
rows_turn(size_t n, double *a, double *r, size_t p, size_t q, double negligible)
{
  double *x = a + p * n, *y = a + q * n;
  double xx = mg_inner(x, x, n), yy = mg_inner(y, y, n), xy = mg_inner(x, y, n);
  double zeta, t, c, s;

  if (!(fabs(xy) > fmax(0x1p-51 * (double)n * sqrt(xx) * sqrt(yy),
                          negligible)))
    return 0;
  zeta = (yy - xx) / (2 * xy);
  t = (zeta >= 0 ? 1 : -1) / (fabs(zeta) + hypot(1, zeta));
  c = 1 / sqrt(1 + t * t);
  s = c * t;
  for (size_t k = 0; k < n; k++) {
    double u = x[k], v = r[p * n + k];

    x[k] = c * u - s * y[k];
    y[k] = s * u + c * y[k];
    r[p * n + k] = c * v - s * r[q * n + k];
    r[q * n + k] = s * v + c * r[q * n + k];
  }
  return 1;
}

static void
rows_swap(size_t n, double *x, double *y)
{
  for (size_t k = 0; k < n; k++) {
    double keep = x[k];

    x[k] = y[k];
    y[k] = keep;
  }
}

/* Scale the rows of `a`, which are orthogonal, with lengths s, the longest first, to
 * length 1.  Rows that vanish are replaced by unit vectors orthogonal to all others. */
static void
rows_normalise(size_t n, double *a, double *s)
{
  for (size_t j = 0; j < n; j++) {
    double *row = a + j * n, length = s[j];

    if (!(length > 0x1p-52 * (double)n * s[0])) {
      double best = 0;         /* length of the e-th axis after orthogonalising */

      for (size_t e = 0; e < n && best * best * (double)n < 0.5; e++) {
        memset(row, 0, n * sizeof *row);
        row[e] = 1;
        mg_orthogonalise(n, a, j, row);
        best = length = mg_orthogonalise(n, a, j, row);
      }
    }
    for (size_t k = 0; k < n; k++)
      row[k] /= length;
  }
}

/* One-sided Jacobi (Hestenes): rotates pairs of rows of `a` until all rows are
 * orthogonal, R a = S V^T.  GSL's method is faster, but only for large matrices, and
 * does not check its allocations; this one allocates nothing.  Returns 0 if it did not
 * converge. */
static int
jacobi(size_t n, double *a, double *r, double *s)
{
  enum { SWEEPS = 60 };        /* about ten suffice: convergence is quadratic */
  double negligible = 0x1p-200 * mg_inner(a, a, n * n);
  int turned = 1;

  for (size_t i = 0; i < n * n; i++)
    r[i] = i % (n + 1) == 0;
  for (int sweep = 0; turned && sweep < SWEEPS; sweep++) {
    turned = 0;
    for (size_t p = 0; p < n; p++)
      for (size_t q = p + 1; q < n; q++)
        turned |= rows_turn(n, a, r, p, q, negligible);
  }
  for (size_t j = 0; j < n; j++)
    s[j] = sqrt(mg_inner(a + j * n, a + j * n, n));
  for (size_t j = 0; j < n; j++) {
    size_t most = j;

    for (size_t k = j + 1; k < n; k++)
      most = s[k] > s[most] ? k : most;
    if (most != j) {
      rows_swap(n, a + j * n, a + most * n);
      rows_swap(n, r + j * n, r + most * n);
      rows_swap(1, s + j, s + most);
    }
  }
  rows_normalise(n, a, s);
  return !turned;
}

/* Store U = R^T in `a`, and V, from the rows of `a`, in r. */
static void
exchange(size_t n, double *a, double *r)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      double a_ij = a[i * n + j], a_ji = a[j * n + i];

      a[i * n + j] = r[j * n + i];
      a[j * n + i] = r[i * n + j];
      r[i * n + j] = a_ji;
      r[j * n + i] = a_ij;
    }
}

mgnn_status
mg_singular_values(size_t n, double *a, double *v, double *s, mgnn_error *err)
{
  int exponent;

  if (n == 0)
    return MGNN_OK;
  PASS(scale(n * n, a, &exponent, err));
  if (!jacobi(n, a, v, s))
    return mg_fail(err, MGNN_EINVAL, "singular values were not found");
  exchange(n, a, v);
  PASS(finite_check(n * n, a, err));
  PASS(finite_check(n * n, v, err));
  return scale_back(n, s, exponent, err);
}

/* ---- Cholesky ---- */

/* Column after column, l_ij = (a_ij - sum over k < j of l_ik l_jk) / l_jj.  For
 * matrices up to this order, where GSL does not use blocks yet, the operations and so
 * the bits are the same as GSL's.  GSL would report "not positive definite" through the
 * error handler, and the lock around that, for which all threads wait, would take
 * longer than the factorisation. */
enum { CROSSOVER = 24 };

static int
cholesky_small(size_t n, double *a)
{
  for (size_t j = 0; j < n; j++) {
    double by;

    for (size_t i = j; i < n; i++)
      a[i * n + j] -= mg_inner(a + j * n, a + i * n, j);
    if (!(a[j * n + j] > 0))
      return 0;
    by = 1 / sqrt(a[j * n + j]);
    for (size_t i = j; i < n; i++)
      a[i * n + j] *= by;
  }
  return 1;
}

/* This needs no scaling: the squares of row i of L sum to a_ii, so that nothing
 * computed here exceeds the largest entry. */
int
mg_cholesky(size_t n, double *a)
{
  int failed = 0;

  if (n > CROSSOVER) {
    gsl_matrix_view m = gsl_matrix_view_array(a, n, n);

    handler_off();
    failed = gsl_linalg_cholesky_decomp1(&m.matrix);
    handler_back();
  } else {
    failed = !cholesky_small(n, a);
  }
  for (size_t i = 0; i < n && !failed; i++)
    failed = !isfinite(a[i * n + i]);          /* depends on all before it */
  return !failed;
}

void
mg_cholesky_solve(size_t n, const double *l, double *x)
{
  if (n > 0) {                 /* GSL cannot make views of 0 elements */
    gsl_matrix_const_view m = gsl_matrix_const_view_array(l, n, n);
    gsl_vector_view b = gsl_vector_view_array(x, n);

    gsl_linalg_cholesky_svx(&m.matrix, &b.vector);
  }
}
