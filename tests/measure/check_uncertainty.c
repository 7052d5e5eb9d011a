/* Covariances against dense algebra, against formulas, and against what random
 * errors do. */
#include "measure/uncertainty.h"
#include "fuse.h"
#include "random_numbers.h"
#include "unit.h"

#include <math.h>

enum { NODES = 24, MOST = 3 * NODES };   /* 48 coordinates, dense; 72, by CHOLMOD */

/* Inverse of a dense matrix, by Gauss and Jordan with pivots. */
static void
invert(double a[MOST][MOST], size_t size)
{
  static double b[MOST][MOST];

  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < size; j++)
      b[i][j] = i == j;
  for (size_t p = 0; p < size; p++) {
    size_t best = p;

    for (size_t r = p; r < size; r++)
      if (fabs(a[r][p]) > fabs(a[best][p]))
        best = r;
    for (size_t c = 0; c < size; c++) {
      double x = a[p][c], y = b[p][c];

      a[p][c] = a[best][c];
      a[best][c] = x;
      b[p][c] = b[best][c];
      b[best][c] = y;
    }
    for (size_t r = 0; r < size; r++) {
      double by = r == p ? 0 : a[r][p] / a[p][p];

      for (size_t c = 0; c < size && r != p; c++) {
        a[r][c] -= by * a[p][c];
        b[r][c] -= by * b[p][c];
      }
    }
    for (size_t c = 0, done = 0; c < size && !done; c++)
      if (c == size - 1) {
        double pivot = a[p][p];

        for (size_t k = 0; k < size; k++) {
          a[p][k] /= pivot;
          b[p][k] /= pivot;
        }
        done = 1;
      }
  }
  memcpy(a, b, sizeof b);
}

/* A random graph of every pair but one in seven, lengths as they are at y. */
static mgnn_problem *
network(size_t dim, double *y, double *stiffness, size_t *edges)
{
  unsigned ends[NODES * NODES];
  double length[NODES * NODES];
  mgnn_problem *p;
  uint64_t seed = 7;
  size_t m = 0;

  for (size_t k = 0; k < NODES * dim; k++)
    y[k] = 10 * random_unit(&seed);
  for (unsigned i = 0; i < NODES; i++)
    for (unsigned j = 0; j < i; j++)
      if ((3 * i + 5 * j) % 7 != 0) {
        ends[2 * m] = i;
        ends[2 * m + 1] = j;
        length[m] = mg_distance(y + i * dim, y + j * dim, dim);
        stiffness[m++] = 0.5 + random_unit(&seed);
      }
  ck_assert_int_eq(mgnn_problem_new(&p, NODES, m, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_stiffness_set(p, stiffness, NULL), MGNN_OK);
  *edges = m;
  return p;
}

/* The uncertainty at y; sigma 0: it is estimated. */
static mgnn_uncertainty *
find(mgnn_problem *p, size_t dim, const double *y, double sigma)
{
  mgnn_uncertainty *u;

  ck_assert_int_eq(mgnn_problem_noise_set(p, "absolute", sigma, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_uncertainty_find(p, dim, y, &u, NULL), MGNN_OK);
  return u;
}

/* N, dense. */
static void
normal_matrix(const mgnn_problem *p, size_t dim, const double *y,
              const double *w, double a[MOST][MOST])
{
  const mg_graph *g = &p->graph;

  memset(a, 0, sizeof(double[MOST][MOST]));
  for (size_t e = 0; e < g->m; e++) {
    size_t i = g->ends[2 * e] * dim, j = g->ends[2 * e + 1] * dim;
    double r = mg_distance(y + i, y + j, dim);

    for (size_t c = 0; c < dim; c++)
      for (size_t d = 0; d < dim; d++) {
        double x = w[e] * (y[i + c] - y[j + c]) * (y[i + d] - y[j + d]) / r / r;

        a[i + c][i + d] += x;
        a[j + c][j + d] += x;
        a[i + c][j + d] -= x;
        a[j + c][i + d] -= x;
      }
  }
}

/* Pinned nodes: N without their rows and columns is inverted. */
START_TEST(pinned_covariance_is_the_dense_inverse)
{
  static double a[MOST][MOST];
  double y[MOST], w[NODES * NODES];
  size_t dim = _i == 0 ? 2 : 3, m, first = (dim + 1) * dim;
  mgnn_problem *p = network(dim, y, w, &m);
  unsigned char pin[MOST] = { 0 };
  mgnn_uncertainty *u;

  memset(pin, 1, first);
  ck_assert_int_eq(mgnn_problem_pins_set(p, dim, pin, NULL), MGNN_OK);
  u = find(p, dim, y, 0.3);
  normal_matrix(p, dim, y, w, a);
  for (size_t r = 0; r < first; r++)
    for (size_t c = 0; c < NODES * dim; c++)
      a[r][c] = a[c][r] = r == c;
  invert(a, NODES * dim);
  for (size_t i = 0; i < NODES; i++)
    for (size_t c = 0; c < dim; c++)
      for (size_t d = 0; d < dim; d++)
        ck_assert_double_eq_tol(u->covariance[(i * dim + c) * dim + d],
                                i <= dim ? 0
                                : 0.09 * a[i * dim + c][i * dim + d], 1e-8);
  ck_assert_uint_eq(u->active, m);
  ck_assert_uint_eq(mgnn_uncertainty_free_nodes(u), 0);
  /* Edges between pins have no leverage; sum h = rank. */
  ck_assert_double_eq_tol(mgnn_uncertainty_freedom(u), (double)m - (double)(NODES * dim - first),
                          1e-6);
  mgnn_uncertainty_free(u);
  mgnn_problem_free(p);
}
END_TEST

/* Orthonormal rigid motions, by Gram and Schmidt. */
static size_t
rigid_motions(size_t dim, const double *y, double g[6][MOST])
{
  size_t k = 0, size = NODES * dim;

  memset(g, 0, sizeof(double[6][MOST]));
  for (size_t c = 0; c < dim; c++, k++)
    for (size_t i = 0; i < NODES; i++)
      g[k][i * dim + c] = 1;
  for (size_t a = 0; a < dim; a++)
    for (size_t c = a + 1; c < dim; c++, k++)
      for (size_t i = 0; i < NODES; i++) {
        g[k][i * dim + a] = y[i * dim + c];
        g[k][i * dim + c] = -y[i * dim + a];
      }
  for (size_t p = 0; p < k; p++) {
    double norm = 0;

    for (size_t q = 0; q < p; q++) {
      double dot = 0;

      for (size_t r = 0; r < size; r++)
        dot += g[p][r] * g[q][r];
      for (size_t r = 0; r < size; r++)
        g[p][r] -= dot * g[q][r];
    }
    for (size_t r = 0; r < size; r++)
      norm += g[p][r] * g[p][r];
    for (size_t r = 0; r < size; r++)
      g[p][r] /= sqrt(norm);
  }
  return k;
}

/* Without pins it is the pseudo-inverse, (N + G G^T)^-1 - G G^T with orthonormal
 * rigid motions G. */
START_TEST(free_covariance_is_the_pseudo_inverse)
{
  static double a[MOST][MOST], g[6][MOST];
  double y[MOST], w[NODES * NODES];
  size_t dim = _i == 0 ? 2 : 3, m, k, size = NODES * dim;
  mgnn_problem *p = network(dim, y, w, &m);
  mgnn_uncertainty *u;

  u = find(p, dim, y, 1);
  normal_matrix(p, dim, y, w, a);
  k = rigid_motions(dim, y, g);
  for (size_t q = 0; q < k; q++)
    for (size_t r = 0; r < size; r++)
      for (size_t c = 0; c < size; c++)
        a[r][c] += g[q][r] * g[q][c];
  invert(a, size);
  for (size_t i = 0; i < NODES; i++)
    for (size_t c = 0; c < dim; c++)
      for (size_t d = 0; d < dim; d++) {
        double want = a[i * dim + c][i * dim + d];

        for (size_t q = 0; q < k; q++)
          want -= g[q][i * dim + c] * g[q][i * dim + d];
        ck_assert_double_eq_tol(u->covariance[(i * dim + c) * dim + d], want,
                                1e-7);
      }
  ck_assert_double_eq_tol(mgnn_uncertainty_freedom(u), (double)m - (double)(size - k), 1e-6);
  mgnn_uncertainty_free(u);
  mgnn_problem_free(p);
}
END_TEST

/* One node between two pins on a line: the lengths a and b have the same error
 * s, and the mean of both estimates has s / sqrt 2. */
START_TEST(two_lengths_of_one_point_average)
{
  static const unsigned ends[] = { 0, 1, 1, 2 };
  static const double length[] = { 1, 2.2 }, y[] = { 0, 0.9, 3 };
  static const unsigned char pin[] = { 1, 0, 1 };
  mgnn_problem *p;
  mgnn_uncertainty *u;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 2, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(p, 1, pin, NULL), MGNN_OK);
  u = find(p, 1, y, 0.2);
  ck_assert_double_eq_tol(mgnn_uncertainty_error(u, 1, 0), 0.2 / sqrt(2), 1e-9);
  ck_assert_double_eq_tol(mgnn_uncertainty_leverage(u, 0), 0.5, 1e-9);
  /* Residuals -0.1 and -0.1, one degree of freedom. */
  ck_assert_double_eq_tol(mgnn_uncertainty_chi2(u), 0.02 / 0.04, 1e-12);
  ck_assert_double_eq_tol(mgnn_uncertainty_freedom(u), 1, 1e-9);
  ck_assert_double_eq_tol(mgnn_uncertainty_estimate(u), sqrt(0.02), 1e-9);
  mgnn_uncertainty_free(u);
  mgnn_problem_free(p);
}
END_TEST

/* A node that hangs on one edge, and one without any, have no covariance; the
 * others have theirs. */
START_TEST(free_nodes_are_told)
{
  static const unsigned ends[] = { 0, 1, 1, 2, 2, 0, 0, 3, 1, 3, 2, 3, 3, 4 };
  static const double y[] = { 0, 0, 4, 0, 0, 3, 3, 3, 5, 5, 9, 9 };
  double length[7];
  mgnn_problem *p;
  mgnn_uncertainty *u;

  for (size_t e = 0; e < 7; e++)
    length[e] = mg_distance(y + 2 * ends[2 * e], y + 2 * ends[2 * e + 1], 2);
  ck_assert_int_eq(mgnn_problem_new(&p, 6, 7, ends, length, NULL), MGNN_OK);
  u = find(p, 2, y, 1);
  ck_assert_uint_eq(mgnn_uncertainty_free_nodes(u), 2);
  for (size_t i = 0; i < 6; i++)
    ck_assert_int_eq(isnan(mgnn_uncertainty_error(u, i, 0)) != 0, i >= 4);
  /* The variance of what is free is 1e11, and rounded to 1e-5. */
  ck_assert_double_eq_tol(mgnn_uncertainty_freedom(u), 1, 1e-4);
  mgnn_uncertainty_free(u);
  mgnn_problem_free(p);
}
END_TEST

/* 400 times lengths with normal errors, least squares, positions: their standard
 * deviations are the standard errors to 10 % in the mean. */
START_TEST(random_errors_move_nodes_so_far)
{
  enum { TIMES = 400 };
  double y[MOST], w[NODES * NODES], x[MOST], length[NODES * NODES];
  double sum[MOST] = { 0 }, ratio = 0, sigma = 0.05, estimates = 0;
  size_t m, counted = 0;
  mgnn_problem *p = network(2, y, w, &m);
  unsigned char pin[MOST] = { 1, 1, 1, 1, 1, 1 };
  mgnn_search_params par;
  mgnn_uncertainty *u;
  uint64_t seed = 11;

  ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
  u = find(p, 2, y, sigma);
  mgnn_search_params_init(&par);
  for (int t = 0; t < TIMES; t++) {
    mgnn_outcome out = { 0 };
    mgnn_uncertainty *at;

    for (size_t e = 0; e < m; e++) {
      const unsigned *ends = p->graph.ends + 2 * e;
      double z = sqrt(-2 * log(1 - random_unit(&seed)))
                 * cos(8 * atan(1) * random_unit(&seed));

      length[e] = mg_distance(y + 2 * ends[0], y + 2 * ends[1], 2)
                  + sigma / sqrt(w[e]) * z;
    }
    ck_assert_int_eq(mgnn_problem_bounds_set(p, length, length, NULL), MGNN_OK);
    memcpy(x, y, sizeof x);
    ck_assert_int_eq(mgnn_solve(p, 2, &par, x, &out, NULL), MGNN_OK);
    mgnn_outcome_free(&out);
    for (size_t k = 0; k < 2 * NODES; k++)
      sum[k] += (x[k] - y[k]) * (x[k] - y[k]);
    at = find(p, 2, x, 0);
    estimates += mgnn_uncertainty_estimate(at) * mgnn_uncertainty_estimate(at) / TIMES;
    mgnn_uncertainty_free(at);
  }
  for (size_t k = 6; k < 2 * NODES; k++, counted++) {
    double one = sqrt(sum[k] / TIMES) / mgnn_uncertainty_error(u, k / 2, k % 2);

    ck_assert_double_eq_tol(one, 1, 0.15);     /* 400 times: 3.5 % each */
    ratio += one;
  }
  ck_assert_double_eq_tol(ratio / (double)counted, 1, 0.03);
  ck_assert_double_eq_tol(sqrt(estimates) / sigma, 1, 0.03);
  mgnn_uncertainty_free(u);
  mgnn_problem_free(p);
}
END_TEST

/* Relative errors are absolute ones of the stiffness 1/length^2: covariance, chi2 and
 * estimate are those of that problem, with sigma 1 for a share of sigma. */
START_TEST(relative_noise_is_stiffness_by_length)
{
  double y[MOST], w[NODES * NODES];
  size_t m;
  mgnn_problem *p = network(2, y, w, &m), *q = network(2, y, w, &m);
  mgnn_uncertainty *relative, *absolute;

  for (size_t k = 0; k < 2 * NODES; k++)       /* residuals that are not 0 */
    y[k] += 0.01 * sin((double)(7 * k));
  for (size_t e = 0; e < m; e++)
    w[e] /= mgnn_problem_lengths(p)[e] * mgnn_problem_lengths(p)[e];
  ck_assert_int_eq(mgnn_problem_stiffness_set(q, w, NULL), MGNN_OK);
  absolute = find(q, 2, y, 0.05);
  ck_assert_int_eq(mgnn_problem_noise_set(p, "relative", 0.05, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_uncertainty_find(p, 2, y, &relative, NULL), MGNN_OK);
  for (size_t k = 0; k < 4 * NODES; k++)
    ck_assert_double_eq_tol(mgnn_uncertainty_covariance(relative, k / 4)[k % 4],
                            mgnn_uncertainty_covariance(absolute, k / 4)[k % 4],
                            1e-9);
  ck_assert_double_eq_tol(mgnn_uncertainty_chi2(relative),
                          mgnn_uncertainty_chi2(absolute), 1e-9);
  ck_assert_double_eq_tol(mgnn_uncertainty_estimate(relative),
                          mgnn_uncertainty_estimate(absolute), 1e-9);
  mgnn_uncertainty_free(relative);
  mgnn_uncertainty_free(absolute);
  mgnn_problem_free(p);
  mgnn_problem_free(q);
}
END_TEST

START_TEST(what_cannot_be_is_refused)
{
  double y[MOST], w[NODES * NODES], wide[11 * NODES] = { 0 };
  size_t m;
  mgnn_problem *p = network(2, y, w, &m);
  mgnn_uncertainty *u;
  mgnn_error err;

  ck_assert_int_eq(mgnn_uncertainty_find(p, 11, wide, &u, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "uncertainties are computed in at most 10 dimensions, "
                   "these are 11");
  y[5] = NAN;
  ck_assert_int_eq(mgnn_uncertainty_find(p, 2, y, &u, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the position of node 2 is not finite");
  ck_assert_ptr_null(u);
  mgnn_uncertainty_free(u);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(allocation_failures_leave_nothing)
{
  double y[MOST], w[NODES * NODES];
  size_t m;
  mgnn_problem *p = network(2, y, w, &m);

  for (long good = 0;; good++) {
    mgnn_uncertainty *u;
    mgnn_status status;
    int held;

    mg_fuse_set(good);
    status = mgnn_uncertainty_find(p, 2, y, &u, NULL);
    held = fuse_held(status);
    ck_assert_int_eq(u != NULL, held);
    mgnn_uncertainty_free(u);
    if (held)
      break;
  }
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(pinned_covariance_is_the_dense_inverse, 2),
    TEST_EACH(free_covariance_is_the_pseudo_inverse, 2),
    TEST(two_lengths_of_one_point_average),
    TEST(free_nodes_are_told),
    TEST(random_errors_move_nodes_so_far),
    TEST(relative_noise_is_stiffness_by_length),
    TEST(what_cannot_be_is_refused),
    TEST(allocation_failures_leave_nothing)
  };

  return unit_run("uncertainty", tests, COUNT(tests), NULL);
}
