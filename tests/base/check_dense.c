/* Dense linear algebra: known matrices, the identities that define a
 * decomposition, extreme scales, and the host's error handler. */
#include "base/dense.h"
#include "base/mem.h"
#include "unit.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };

/* A generator of the tests' own, uniform between -1 and 1. */
static double
uniform(uint64_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (double)(int64_t)*state * 0x1p-63;
}

static void
symmetric_fill(size_t n, double *a, double scale, uint64_t *state)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      a[i * n + j] = a[j * n + i] = scale * uniform(state);
}

/* |A v - lambda v| for each pair, and |V^T V - 1|, all relative to `scale`. */
static void
check_eigen(size_t n, const double *a, const double *value, const double *v,
            double scale)
{
  for (size_t c = 0; c < n; c++) {
    if (c > 0)
      ck_assert_double_ge(value[c - 1], value[c]);
    for (size_t i = 0; i < n; i++) {
      double sum = 0;

      for (size_t j = 0; j < n; j++)
        sum += a[i * n + j] / scale * v[j * n + c];
      ck_assert_double_eq_tol(sum, value[c] / scale * v[i * n + c],
                              1e-13 * (double)n);
    }
    for (size_t d = 0; d < n; d++) {
      double dot = 0;

      for (size_t i = 0; i < n; i++)
        dot += v[i * n + c] * v[i * n + d];
      ck_assert_double_eq_tol(dot, c == d, 1e-13 * (double)n);
    }
  }
}

/* 2 on the diagonal and -1 beside it: 2 - 2 cos(k pi / (n+1)). */
START_TEST(eigenvalues_of_a_path_are_known)
{
  enum { N = 12 };
  double a[N * N] = { 0 }, value[N], alone[N];

  for (int with = 0; with < 2; with++) {
    double vector[N * N];

    memset(a, 0, sizeof a);
    for (size_t i = 0; i < N; i++) {
      a[i * N + i] = 2;
      if (i > 0)
        a[i * N + i - 1] = -1;                 /* below the diagonal only */
    }
    ck_assert_int_eq(mg_eigen_symmetric(N, a, with ? value : alone,
                                        with ? vector : NULL, NULL, NULL),
                     MGNN_OK);
  }
  for (int k = 0; k < N; k++) {
    double exact = 2 - 2 * cos((N - k) * acos(-1) / (N + 1));

    ck_assert_double_eq_tol(value[k], exact, 1e-13);
    ck_assert_double_eq_tol(alone[k], exact, 1e-13);
  }
}
END_TEST

/* All sizes, and scales from 1e-300 to 1e300; unsorted, the same values. */
START_TEST(eigenvectors_satisfy_their_equation)
{
  const double scale[] = { 1, 1e-7, 1e40, 1e150, 1e-150, 1e300, 1e-300 };
  uint64_t state = 7;

  for (size_t s = 0; s < sizeof scale / sizeof *scale; s++)
    for (size_t n = 0; n <= MOST; n += n < 6 ? 1 : 17) {
      double a[MOST * MOST], copy[MOST * MOST], v[MOST * MOST], value[MOST];
      double other[MOST], work[MG_EIGEN_WORK(MOST)], sum[2] = { 0, 0 };

      symmetric_fill(n, a, scale[s], &state);
      memcpy(copy, a, sizeof a);
      ck_assert_int_eq(mg_eigen_symmetric(n, copy, value, v, work, NULL),
                       MGNN_OK);
      check_eigen(n, a, value, v, scale[s]);
      memcpy(copy, a, sizeof a);
      ck_assert_int_eq(mg_eigen_unsorted(n, copy, other, v, NULL, NULL),
                       MGNN_OK);
      for (size_t k = 0; k < n; k++) {
        sum[0] += value[k] / scale[s];
        sum[1] += other[k] / scale[s];
      }
      ck_assert_double_eq_tol(sum[0], sum[1], 1e-12);
    }
}
END_TEST

/* A power of two more or less changes no digit of the result. */
START_TEST(scaling_changes_no_digit)
{
  enum { N = 9 };
  uint64_t state = 3;
  double a[N * N], b[N * N], value[2][N], v[2][N * N];

  symmetric_fill(N, a, 1, &state);
  for (size_t k = 0; k < N * N; k++)
    b[k] = ldexp(a[k], 700);
  ck_assert_int_eq(mg_eigen_symmetric(N, a, value[0], v[0], NULL, NULL), 0);
  ck_assert_int_eq(mg_eigen_symmetric(N, b, value[1], v[1], NULL, NULL), 0);
  for (size_t k = 0; k < N; k++)
    ck_assert(ldexp(value[0][k], 700) == value[1][k]);
  ck_assert_mem_eq(v[0], v[1], sizeof v[0]);
}
END_TEST

/* Blocks of very different sizes, zeros, rank one, the smallest numbers: what
 * makes an iteration run for ever if it compares with a product that is 0. */
START_TEST(unusual_matrices_come_to_an_end)
{
  const double tiny[] = { 0, 5e-324, 1e-310, 1e-300, 1e-200, 1e-160, 1e-100 };
  uint64_t state = 11;

  for (size_t t = 0; t < sizeof tiny / sizeof *tiny; t++)
    for (int round = 0; round < 300; round++) {
      size_t n = 2 + (size_t)round % 9, cut = (size_t)round % n;
      double a[100], v[100], u[100], value[10], s[10], work[40], x[10];

      for (size_t i = 0; i < n; i++)
        x[i] = round % 3 == 0 && i < cut ? tiny[t] : uniform(&state);
      for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
          a[i * n + j] = a[j * n + i]
            = round % 2 ? x[i] * x[j]
                        : (i < cut && j < cut ? tiny[t] : 1) * uniform(&state)
                          * (round % 4 == 0 || (i < cut) == (j < cut));
      memcpy(u, a, sizeof a);
      ck_assert_int_eq(mg_singular_values(n, u, v, s, NULL), MGNN_OK);
      ck_assert_int_eq(mg_eigen_symmetric(n, a, value, v, work, NULL),
                       MGNN_OK);
      for (size_t k = 0; k < n; k++)
        ck_assert(isfinite(value[k]) && isfinite(s[k]));
    }
}
END_TEST

START_TEST(numbers_that_are_not_finite_are_refused)
{
  const double bad[] = { NAN, INFINITY, -INFINITY };

  for (int k = 0; k < 3; k++) {
    double a[4] = { 1, 0, bad[k], 1 }, v[4], s[2];
    mgnn_error err;

    ck_assert_int_eq(mg_eigen_symmetric(2, a, s, v, NULL, &err), MGNN_EINVAL);
    ck_assert_str_eq(err.text, "numbers too large to compute with");
    ck_assert_int_eq(mg_eigen_symmetric(2, a, s, NULL, NULL, NULL),
                     MGNN_EINVAL);
    ck_assert_int_eq(mg_singular_values(2, a, v, s, NULL), MGNN_EINVAL);
    ck_assert(!mg_cholesky(2, a));
  }
}
END_TEST

static void
is_orthogonal(size_t n, const double *u)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double sum = 0;

      for (size_t c = 0; c < n; c++)
        sum += u[c * n + i] * u[c * n + j];
      ck_assert_double_eq_tol(sum, i == j, 1e-13);
    }
}

/* a = U diag(s) V^T, for a random matrix of that rank. */
static void
factors_check(size_t n, size_t rank, double scale, uint64_t *state)
{
  double a[64] = { 0 }, u[64], v[64], s[8];

  for (size_t r = 0; r < rank; r++) {
    double x[8], y[8];

    for (size_t i = 0; i < n; i++) {
      x[i] = uniform(state);
      y[i] = uniform(state) * scale;
    }
    for (size_t i = 0; i < n * n; i++)
      a[i] += x[i / n] * y[i % n];
  }
  memcpy(u, a, sizeof a);
  ck_assert_int_eq(mg_singular_values(n, u, v, s, NULL), MGNN_OK);
  for (size_t i = 0; i < n * n; i++) {
    double sum = 0;

    for (size_t c = 0; c < n; c++)
      sum += u[i / n * n + c] * (s[c] / scale) * v[i % n * n + c];
    ck_assert_double_eq_tol(sum, a[i] / scale, 1e-13);
  }
  is_orthogonal(n, u);
  is_orthogonal(n, v);
  for (size_t i = 0; i < n; i++) {
    ck_assert(i == 0 || s[i] <= s[i - 1]);
    ck_assert((s[i] > 1e-12 * s[0]) == (i < rank));
  }
}

START_TEST(singular_values_give_the_matrix_back)
{
  const double scale[] = { 1, 1e150, 1e-150, 1e300 };
  uint64_t state = 5;

  for (size_t k = 0; k < COUNT(scale); k++)
    for (size_t n = 1; n < 8; n++)
      for (size_t rank = 0; rank <= n; rank++)
        factors_check(n, rank, scale[k], &state);
}
END_TEST

START_TEST(cholesky_solves_and_refuses)
{
  const double scale[] = { 1, 1e150, 1e-150, 1e300 };
  uint64_t state = 9;

  for (size_t k = 0; k < sizeof scale / sizeof *scale; k++)
    for (size_t n = 0; n <= MOST; n += n < 6 ? 1 : 17) {
      double b[MOST * MOST], a[MOST * MOST], x[MOST], want[MOST];

      for (size_t i = 0; i < n * n; i++)
        b[i] = uniform(&state);
      for (size_t i = 0; i < n; i++)
        want[i] = uniform(&state);
      for (size_t i = 0; i < n; i++) {
        x[i] = 0;
        for (size_t j = 0; j < n; j++) {
          a[i * n + j] = scale[k] * (mg_inner(b + i * n, b + j * n, n) + (i == j));
          x[i] += a[i * n + j] * want[j];
        }
      }
      ck_assert(mg_cholesky(n, a));
      mg_cholesky_solve(n, a, x);
      for (size_t i = 0; i < n; i++)
        ck_assert_double_eq_tol(x[i], want[i], 1e-12);
    }
  ck_assert(!mg_cholesky(2, (double[4]){ 1, 2, 2, 1 }));
  ck_assert(!mg_cholesky(1, (double[1]){ 0 }));
}
END_TEST

/* Small matrices are not left to GSL, but come out with its bits.  Where compilers
 * fuse multiplications and additions unasked, such as for s390x and arm64, GSL is built
 * that way and we are not: there to rounding only. */
#ifdef __FP_FAST_FMA
#define SAME_BITS(a, b) (fabs((a) - (b)) <= 1e-12 * (1 + fabs(b)))
#else
#define SAME_BITS(a, b) ((a) == (b))
#endif

START_TEST(cholesky_has_the_bits_of_gsl)
{
  uint64_t state = 13;

  for (size_t n = 1; n <= 30; n++) {
    double b[30 * 30], a[30 * 30], other[30 * 30];
    gsl_matrix_view m = gsl_matrix_view_array(other, n, n);

    for (size_t i = 0; i < n * n; i++)
      b[i] = uniform(&state);
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
        a[i * n + j] = other[i * n + j]
          = mg_inner(b + i * n, b + j * n, n) + (i == j) * 1e-3;
    ck_assert_int_eq(gsl_linalg_cholesky_decomp1(&m.matrix), 0);
    ck_assert(mg_cholesky(n, a));
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j <= i; j++)
        ck_assert(SAME_BITS(a[i * n + j], other[i * n + j]));
  }
}
END_TEST

START_TEST(gram_schmidt_leaves_what_is_orthogonal)
{
  double basis[6] = { 0.6, 0.8, 0, -0.8, 0.6, 0 }, v[3] = { 3, 4, 12 };

  ck_assert_double_eq_tol(mg_orthogonalise(3, basis, 0, v), 13, 1e-14);
  ck_assert_double_eq_tol(mg_orthogonalise(3, basis, 2, v), 12, 1e-14);
  ck_assert_double_eq_tol(v[0], 0, 1e-14);
  ck_assert_double_eq_tol(v[1], 0, 1e-14);
  ck_assert(v[2] == 12);
}
END_TEST

static void
host_handler(const char *reason, const char *file, int line, int code)
{
  (void)reason;
  (void)file;
  (void)line;
  (void)code;
  abort();
}

/* Each refusal would call the handler. */
static void *
refuse(void *unused)
{
  for (int k = 0; k < 2000; k++) {
    double a[MOST * MOST] = { 0 };             /* large enough for GSL */

    a[0] = 1;
    if (mg_cholesky(MOST, a))
      abort();
  }
  return unused;
}

START_TEST(the_hosts_handler_survives_threads)
{
  enum { THREADS = 8 };
  pthread_t thread[THREADS];

  gsl_set_error_handler(host_handler);
  for (int k = 0; k < THREADS; k++)
    ck_assert_int_eq(pthread_create(&thread[k], NULL, refuse, NULL), 0);
  for (int k = 0; k < THREADS; k++)
    pthread_join(thread[k], NULL);
  ck_assert(gsl_set_error_handler(NULL) == host_handler);
}
END_TEST

START_TEST(allocation_failure_is_reported)
{
  double a[1] = { 1 }, value[1];

  mg_fuse_set(0);
  ck_assert_int_eq(mg_eigen_symmetric(1, a, value, NULL, NULL, NULL),
                   MGNN_ENOMEM);
  mg_fuse_set(-1);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(eigenvalues_of_a_path_are_known),
    TEST(eigenvectors_satisfy_their_equation),
    TEST(scaling_changes_no_digit),
    TEST(unusual_matrices_come_to_an_end),
    TEST(numbers_that_are_not_finite_are_refused),
    TEST(singular_values_give_the_matrix_back),
    TEST(cholesky_solves_and_refuses),
    TEST(cholesky_has_the_bits_of_gsl),
    TEST(gram_schmidt_leaves_what_is_orthogonal),
    TEST(the_hosts_handler_survives_threads),
    TEST(allocation_failure_is_reported)
  };

  return unit_run("dense", tests, COUNT(tests), NULL);
}
