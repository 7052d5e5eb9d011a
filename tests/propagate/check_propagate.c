/* Layers: every rule against a dense computation straight from the equations
 * in Z, and the identities between the rules. */
#include "base/graph.h"
#include "base/random.h"
#include "problem/energy.h"
#include "problem/problem.h"
#include "propagate/rule.h"
#include "fuse.h"
#include "random_numbers.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <mgnn.h>
#include <stdlib.h>
#include <string.h>

enum { N = 23, M_MAX = N * (N - 1) / 2 };

/* A random graph with lengths, a few of them 0, and two isolated nodes. */
typedef struct {
  size_t n, m, dim;
  mgnn_node ends[2 * M_MAX];
  double length[M_MAX], upper[M_MAX], stiffness[M_MAX];
} sample;

static void
sample_fill(sample *s, size_t dim, double density, unsigned seed)
{
  s->n = N;
  s->m = 0;
  s->dim = dim;
  for (size_t i = 0; i + 2 < N; i++)
    for (size_t j = i + 1; j + 2 < N; j++)
      if (random_unit32(&seed) < density) {
        size_t e = s->m++, flip = random_unit32(&seed) < 0.5;

        s->ends[2 * e] = flip ? j : i;
        s->ends[2 * e + 1] = flip ? i : j;
        s->length[e] = random_unit32(&seed) < 0.1 ? 0
                       : 3 * random_unit32(&seed);
        s->upper[e] = s->length[e] + (random_unit32(&seed) < 0.5 ? 0
                                      : random_unit32(&seed));
        s->stiffness[e] = 0.1 + 2 * random_unit32(&seed);
      }
}

static mgnn_problem *
problem_of(const sample *s)
{
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, s->n, s->m, s->ends,
                                    s->length, NULL), MGNN_OK);
  return p;
}

/* Dense matrices of the sample: A (with stiffness and self-loops), bounds. */
typedef struct {
  double a[N][N], lower[N][N], upper[N][N], d[N];
} dense;

static void
dense_fill(dense *x, const sample *s, int stiff, int bounds, int loops)
{
  memset(x, 0, sizeof *x);
  for (size_t e = 0; e < s->m; e++) {
    size_t i = s->ends[2 * e], j = s->ends[2 * e + 1];

    x->a[i][j] = x->a[j][i] = stiff ? s->stiffness[e] : 1;
    x->lower[i][j] = x->lower[j][i] = s->length[e];
    x->upper[i][j] = x->upper[j][i] = bounds ? s->upper[e] : s->length[e];
  }
  for (size_t i = 0; i < N; i++) {
    x->a[i][i] = loops ? 1 : 0;
    for (size_t j = 0; j < N; j++)
      x->d[i] += x->a[i][j];
  }
}

/* One layer in Z by the matrix equation (or the message one), as printed:
 *   Z+ = (1-alpha) At Z + beta Lt_H Z + alpha Z0
 *   At = D^-1/2 A D^-1/2,  Lt_H = D^-1/2 (diag(H1) - H) D^-1/2. */
static void
dense_layer(const dense *x, size_t dim, const char *rule, double alpha,
            double beta, double eps, const double *z0, const double *z,
            double *next)
{
  int message = strcmp(rule, "mgnn-message") == 0;
  int metric = message || strcmp(rule, "mgnn") == 0;
  double h[N][N], row[N] = { 0 };

  if (strcmp(rule, "sgc") == 0)
    alpha = 0;
  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < N; j++) {
      double r = 0, m;

      h[i][j] = 0;
      if (x->a[i][j] == 0 || i == j)
        continue;
      for (size_t c = 0; c < dim; c++) {
        double d = z[i * dim + c] / sqrt(x->d[i]) - z[j * dim + c] / sqrt(x->d[j]);

        r += d * d;
      }
      r = sqrt(r);
      m = fmin(fmax(r, x->lower[i][j]), x->upper[i][j]);
      h[i][j] = x->a[i][j] * m / (r + eps);
      row[i] += h[i][j];
    }
  for (size_t i = 0; i < N; i++)
    for (size_t c = 0; c < dim; c++) {
      double sum = 0, push = 0;

      if (x->d[i] == 0) {
        next[i * dim + c] = z0[i * dim + c];
        continue;
      }
      for (size_t j = 0; j < N; j++) {
        if (x->d[j] == 0)
          continue;
        sum += x->a[i][j] / sqrt(x->d[i] * x->d[j]) * z[j * dim + c];
        if (message)
          push += h[i][j] * (z[i * dim + c] - z[j * dim + c])
                  / sqrt(x->d[i] * x->d[j]);
        else
          push -= h[i][j] / sqrt(x->d[i] * x->d[j]) * z[j * dim + c];
      }
      if (!message)
        push += row[i] / x->d[i] * z[i * dim + c];
      next[i * dim + c] = (1 - alpha) * sum + (metric ? beta * push : 0)
                          + alpha * z0[i * dim + c];
    }
}

static double
largest(const double *x, size_t count)
{
  double max = 0;

  for (size_t k = 0; k < count; k++)
    max = fmax(max, fabs(x[k]));
  return max;
}

static double
difference(const double *a, const double *b, size_t count)
{
  double max = 0;

  for (size_t k = 0; k < count; k++)
    max = fmax(max, fabs(a[k] - b[k]));
  return max;
}

/* Five layers of one rule on one sample, by both computations, to 1e-12
 * relative. */
static void
compare(const char *rule, const sample *s, int stiff, int bounds, int loops,
        int other_origin)
{
  size_t size = s->n * s->dim;
  mgnn_problem *p = problem_of(s);
  double *z = malloc(5 * size * sizeof *z), *z0 = z + size;
  double *slow = z + 2 * size, *next = z + 3 * size;
  dense x;
  mgnn_layer_params par;

  if (bounds)
    ck_assert_int_eq(mgnn_problem_bounds_set(p, s->length, s->upper, NULL),
                     MGNN_OK);
  if (stiff)
    ck_assert_int_eq(mgnn_problem_stiffness_set(p, s->stiffness, NULL), MGNN_OK);
  mgnn_problem_self_loops_set(p, loops);
  dense_fill(&x, s, stiff, bounds, loops);
  ck_assert_int_eq(mgnn_place(p, s->dim, 7, 2, z, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_place(p, s->dim, other_origin ? 8 : 7, 2, z0, NULL), MGNN_OK);
  memcpy(slow, z, size * sizeof *z);
  mgnn_layer_params_init(&par);
  par.rule = rule;
  par.alpha = 0.15;
  par.beta = 0.6;
  par.origin = z0;
  for (int k = 0; k < 5; k++) {
    dense_layer(&x, s->dim, rule, par.alpha, par.beta, par.eps, z0, slow, next);
    memcpy(z, slow, size * sizeof *slow);
    ck_assert_int_eq(mgnn_propagate(p, s->dim, &par, z, NULL), MGNN_OK);
    ck_assert_double_le(difference(z, next, size), 1e-12 * largest(next, size));
    memcpy(slow, next, size * sizeof *slow);
  }
  mgnn_problem_free(p);
  free(z);
}

START_TEST(every_rule_agrees_with_the_dense_equations)
{
  static const size_t dims[] = { 1, 2, 3, 5 };
  const char *rule = mgnn_rule_name((size_t)_i);
  sample s;

  for (size_t d = 0; d < 4; d++)
    for (int options = 0; options < 16; options++) {
      sample_fill(&s, dims[d], 0.3, 100u + (unsigned)options);
      compare(rule, &s, options & 1, options & 2, options & 4, options & 8);
    }
}
END_TEST

START_TEST(a_wide_dimension_agrees_with_the_dense_equations)
{
  sample s;

  sample_fill(&s, 300, 0.3, 5);
  compare(mgnn_rule_name((size_t)_i), &s, 0, 0, 0, 0);
}
END_TEST

static void
run(const mgnn_problem *p, size_t dim, const char *rule, double alpha, double beta,
    double eps, size_t steps, double *z)
{
  mgnn_layer_params par;

  mgnn_layer_params_init(&par);
  par.rule = rule;
  par.alpha = alpha;
  par.beta = beta;
  par.eps = eps;
  par.layers = steps;
  ck_assert_int_eq(mgnn_propagate(p, dim, &par, z, NULL), MGNN_OK);
}

START_TEST(mgnn_with_zero_lengths_is_appnp)
{
  sample s;
  mgnn_problem *p;
  double z[N * 2], other[N * 2];

  sample_fill(&s, 2, 0.3, 1);
  memset(s.length, 0, sizeof s.length);
  p = problem_of(&s);
  ck_assert_int_eq(mgnn_place(p, 2, 3, 1, z, NULL), MGNN_OK);
  memcpy(other, z, sizeof z);
  run(p, 2, "mgnn", 0.2, 0.7, 1e-5, 6, z);
  run(p, 2, "appnp", 0.2, 0, 0, 6, other);
  ck_assert_double_le(difference(z, other, N * 2), 1e-14);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(appnp_without_alpha_is_sgc)
{
  sample s;
  mgnn_problem *p;
  double z[N * 3], other[N * 3];

  sample_fill(&s, 3, 0.3, 2);
  p = problem_of(&s);
  ck_assert_int_eq(mgnn_place(p, 3, 3, 1, z, NULL), MGNN_OK);
  memcpy(other, z, sizeof z);
  run(p, 3, "appnp", 0, 0, 0, 6, z);
  run(p, 3, "sgc", 0.3, 0, 0, 6, other);
  ck_assert_double_le(difference(z, other, N * 3), 0);
  mgnn_problem_free(p);
}
END_TEST

/* Layers (alpha, beta, M) = layers (alpha, 1-alpha, M beta/(1-alpha)). */
START_TEST(beta_scales_the_lengths)
{
  sample s;
  mgnn_problem *p, *scaled;
  double z[N * 2], other[N * 2], alpha = 0.3, beta = 0.4;

  sample_fill(&s, 2, 0.4, 3);
  p = problem_of(&s);
  for (size_t e = 0; e < s.m; e++)
    s.length[e] *= beta / (1 - alpha);
  scaled = problem_of(&s);
  ck_assert_int_eq(mgnn_place(p, 2, 3, 1, z, NULL), MGNN_OK);
  memcpy(other, z, sizeof z);
  run(p, 2, "mgnn", alpha, beta, 1e-2, 6, z);
  run(scaled, 2, "mgnn", alpha, 1 - alpha, 1e-2, 6, other);
  ck_assert_double_le(difference(z, other, N * 2), 1e-12);
  mgnn_problem_free(p);
  mgnn_problem_free(scaled);
}
END_TEST

/* On a regular graph the two forms of the MGNN layer are the same. */
START_TEST(both_mgnn_forms_agree_on_a_ring)
{
  mgnn_node ends[2 * N];
  double length[N], z[N * 2], other[N * 2];
  mgnn_problem *p;

  for (size_t i = 0; i < N; i++) {
    ends[2 * i] = i;
    ends[2 * i + 1] = (i + 1) % N;
    length[i] = 1 + 0.1 * (double)i;
  }
  ck_assert_int_eq(mgnn_problem_new(&p, N, N, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_place(p, 2, 3, 1, z, NULL), MGNN_OK);
  memcpy(other, z, sizeof z);
  run(p, 2, "mgnn", 0.1, 0.8, 1e-5, 20, z);
  run(p, 2, "mgnn-message", 0.1, 0.8, 1e-5, 20, other);
  ck_assert_double_le(difference(z, other, N * 2), 1e-12);
  mgnn_problem_free(p);
}
END_TEST

/* With alpha 0 and beta 1 an edge already at its target length is a fixed
 * point: the neighbour's pull and the length's push cancel. */
START_TEST(edge_at_its_length_stays)
{
  static const double unit[] = { 1 };
  double x[] = { 0, 0,  1, 0 };
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, path_ends, unit, NULL), MGNN_OK);
  run(p, 2, "mgnn", 0, 1, 1e-5, 1, x);
  ck_assert_double_eq_tol(x[0], 0, 1e-4);      /* eps moves it by 1e-5 */
  ck_assert_double_eq_tol(x[2], 1, 1e-4);
  mgnn_problem_free(p);
}
END_TEST

/* Step 1 maps the length r of a single edge to |2M - r|. */
START_TEST(a_single_edge_oscillates)
{
  static const double unit[] = { 1 };
  double x[] = { 0, 0,  0.5, 0 };
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, path_ends, unit, NULL), MGNN_OK);
  run(p, 2, "mgnn", 0, 1, 0, 1, x);
  ck_assert_double_eq_tol(x[2] - x[0], 1.5, 1e-15);
  run(p, 2, "mgnn", 0, 1, 0, 1, x);
  ck_assert_double_eq_tol(x[2] - x[0], 0.5, 1e-15);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(isolated_nodes_keep_the_origin)
{
  sample s;
  mgnn_problem *p;
  double z[N * 2], start[N * 2];

  sample_fill(&s, 2, 0.3, 4);
  p = problem_of(&s);
  ck_assert_int_eq(mgnn_place(p, 2, 3, 1, z, NULL), MGNN_OK);
  memcpy(start, z, sizeof z);
  run(p, 2, mgnn_rule_name((size_t)_i), 0.3, 0.4, 1e-5, 9, z);
  ck_assert_double_le(difference(z + 2 * (N - 2), start + 2 * (N - 2), 4), 0);
  mgnn_problem_free(p);
}
END_TEST

/* eps > 0: the equation as it stands, so two nodes at one point stay together;
 * eps = 0: they part along a direction of the seed, and never become NAN. */
START_TEST(nodes_at_one_point)
{
  static const double two[] = { 2 };

  for (size_t dim = 1; dim <= 4; dim++) {
    double x[8] = { 0 }, y[8] = { 0 }, r = 0;
    mgnn_problem *p;

    ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, path_ends, two, NULL),
                     MGNN_OK);
    run(p, dim, "mgnn", 0, 1, 1e-5, 1, x);
    ck_assert_double_le(largest(x, 8), 0);
    run(p, dim, "mgnn", 0, 1, 0, 1, y);
    for (size_t c = 0; c < dim; c++)
      r += (y[c] - y[dim + c]) * (y[c] - y[dim + c]);
    ck_assert_double_eq_tol(sqrt(r), 4, 1e-14);
    mgnn_problem_free(p);
  }
}
END_TEST

/* Relabelling the nodes relabels the result. */
START_TEST(names_do_not_matter)
{
  sample s, t;
  mgnn_problem *p, *q;
  double z[N * 2], other[N * 2];

  sample_fill(&s, 2, 0.3, 6);
  t = s;
  for (size_t k = 0; k < 2 * s.m; k++)
    t.ends[k] = (s.ends[k] * 7 + 3) % N;
  p = problem_of(&s);
  q = problem_of(&t);
  ck_assert_int_eq(mgnn_place(p, 2, 3, 1, z, NULL), MGNN_OK);
  for (size_t i = 0; i < N; i++)
    memcpy(other + 2 * ((i * 7 + 3) % N), z + 2 * i, 2 * sizeof *z);
  run(p, 2, mgnn_rule_name((size_t)_i), 0.1, 0.5, 1e-5, 4, z);
  run(q, 2, mgnn_rule_name((size_t)_i), 0.1, 0.5, 1e-5, 4, other);
  for (size_t i = 0; i < N; i++)
    ck_assert_double_le(difference(other + 2 * ((i * 7 + 3) % N), z + 2 * i, 2),
                        1e-12);
  mgnn_problem_free(p);
  mgnn_problem_free(q);
}
END_TEST

START_TEST(small_and_empty_graphs_run)
{

  for (size_t n = 0; n <= 2; n++)
    for (size_t dim = 1; dim <= 3; dim++) {
      double z[6] = { 1, 2, 3, 4, 5, 6 };
      mgnn_problem *p;

      ck_assert_int_eq(mgnn_problem_new(&p, n, n == 2, path_ends, NULL,
                                        NULL), MGNN_OK);
      run(p, dim, mgnn_rule_name((size_t)_i), 0.1, 0.5, 1e-5, 3, z);
      if (n == 1)
        ck_assert_double_eq(z[0], 1);
      mgnn_problem_free(p);
    }
}
END_TEST

/* Enough rows for several blocks; the bits must agree. */
START_TEST(threads_do_not_matter)
{
  enum { BIG = 5000 };
  mgnn_node *ends = malloc(2 * 2 * BIG * sizeof *ends);
  double *z = malloc(2 * BIG * sizeof *z), *other = malloc(2 * BIG * sizeof *z);
  mgnn_problem *p;
  mgnn_layer_params par;

  for (size_t i = 0; i < BIG; i++) {           /* ring with chords */
    ends[4 * i] = i;
    ends[4 * i + 1] = (i + 1) % BIG;
    ends[4 * i + 2] = i;
    ends[4 * i + 3] = (i + 77) % BIG;
  }
  ck_assert_int_eq(mgnn_problem_new(&p, BIG, 2 * BIG, ends, NULL, NULL),
                   MGNN_OK);
  mgnn_layer_params_init(&par);
  par.rule = mgnn_rule_name((size_t)_i);
  par.layers = 5;
  ck_assert_int_eq(mgnn_place(p, 2, 1, 1, z, NULL), MGNN_OK);
  par.control.threads = 1;
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, NULL), MGNN_OK);
  for (par.control.threads = 2; par.control.threads <= 8; par.control.threads += 3) {
    ck_assert_int_eq(mgnn_place(p, 2, 1, 1, other, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_propagate(p, 2, &par, other, NULL), MGNN_OK);
    ck_assert_int_eq(memcmp(z, other, 2 * BIG * sizeof *z), 0);
  }
  mgnn_problem_free(p);
  free(ends);
  free(z);
  free(other);
}
END_TEST

static int
count_steps(void *ctx, const mgnn_progress *now)
{
  size_t *seen = ctx;

  ck_assert_uint_eq(now->step, *seen);
  return ++*seen > 3;
}

START_TEST(a_watcher_sees_each_layer_and_may_stop)
{
  sample s;
  mgnn_problem *p;
  mgnn_layer_params par;
  mgnn_error err;
  size_t seen = 0;
  double z[N * 2], other[N * 2];

  sample_fill(&s, 2, 0.3, 9);
  p = problem_of(&s);
  ck_assert_int_eq(mgnn_place(p, 2, 3, 1, z, NULL), MGNN_OK);
  memcpy(other, z, sizeof z);
  mgnn_layer_params_init(&par);
  par.layers = 10;
  par.control.watch = count_steps;
  par.control.watch_ctx = &seen;
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_ENOCONV);
  ck_assert_uint_eq(seen, 4);
  run(p, 2, "mgnn", par.alpha, par.beta, par.eps, 3, other);
  ck_assert_int_eq(memcmp(z, other, sizeof z), 0);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(bad_parameters_are_refused_and_nothing_moves)
{
  double z[] = { 0, 0, 1, 0 }, same[] = { 0, 0, 1, 0 };
  mgnn_problem *p;
  mgnn_layer_params par;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, path_ends, NULL, NULL), MGNN_OK);
  mgnn_layer_params_init(&par);
  par.alpha = 1.5;
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "alpha is 1.5, must be between 0 and 1");
  mgnn_layer_params_init(&par);
  par.beta = -1;
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "beta is -1, must be at least 0 and finite");
  mgnn_layer_params_init(&par);
  par.eps = NAN;
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, NULL), MGNN_EINVAL);
  mgnn_layer_params_init(&par);
  par.rule = "gcn";
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "there is no rule named \"gcn\"");
  ck_assert_int_eq(memcmp(z, same, sizeof z), 0);
  mgnn_problem_free(p);
}
END_TEST

/* Two and more pushes of 1e308 do not fit a double. */
START_TEST(divergence_is_an_error_not_a_nan)
{
  mgnn_node ends[20];
  double z[22], start[22];
  mgnn_problem *p;
  mgnn_layer_params par;
  mgnn_error err;

  for (size_t i = 0; i < 10; i++) {
    ends[2 * i] = 0;
    ends[2 * i + 1] = i + 1;
  }
  ck_assert_int_eq(mgnn_problem_new(&p, 11, 10, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_place(p, 2, 3, 1, z, NULL), MGNN_OK);
  memcpy(start, z, sizeof z);
  mgnn_layer_params_init(&par);
  par.rule = "mgnn-message";
  par.alpha = 0;
  par.beta = 1e308;
  par.layers = 50;
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "diverges"));
  ck_assert_int_eq(memcmp(z, start, sizeof z), 0);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(every_failed_allocation_leaves_all_as_it_was)
{
  static const double length[] = { 1, 2 };

  for (long good = 0;; good++) {
    double z[6] = { 0, 0, 1, 0, 0, 1 }, same[6] = { 0, 0, 1, 0, 0, 1 };
    mgnn_problem *p;
    mgnn_layer_params par;
    mgnn_search_params search;
    mgnn_figures f;
    mgnn_outcome out;
    mgnn_status status;

    mgnn_layer_params_init(&par);
    mgnn_search_params_init(&search);
    mg_fuse_set(good);
    status = mgnn_problem_new(&p, 3, 2, path_ends, length, NULL);
    if (status == MGNN_OK)
      status = mgnn_problem_bounds_set(p, length, length, NULL);
    if (status == MGNN_OK)
      status = mgnn_problem_stiffness_set(p, length, NULL);
    if (status == MGNN_OK)
      status = mgnn_measure(p, 2, z, NULL, 0, &f, NULL);
    if (status == MGNN_OK)
      status = mgnn_solve(p, 2, &search, z, &out, NULL);
    if (status == MGNN_OK) {
      memcpy(z, same, sizeof z);
      status = mgnn_propagate(p, 2, &par, z, NULL);
    }
    if (fuse_held(status)) {
      mgnn_problem_free(p);
      break;
    }
    ck_assert_int_eq(memcmp(z, same, sizeof z), 0);
    mgnn_problem_free(p);
  }
}
END_TEST

int
main(void)
{
  int rules = names_count(mgnn_rule_name);
  const unit_test tests[] = {
    TEST_EACH(every_rule_agrees_with_the_dense_equations, rules),
    TEST_EACH(a_wide_dimension_agrees_with_the_dense_equations, rules),
    TEST(mgnn_with_zero_lengths_is_appnp),
    TEST(appnp_without_alpha_is_sgc),
    TEST(beta_scales_the_lengths),
    TEST(both_mgnn_forms_agree_on_a_ring),
    TEST(edge_at_its_length_stays),
    TEST(a_single_edge_oscillates),
    TEST_EACH(isolated_nodes_keep_the_origin, rules),
    TEST(nodes_at_one_point),
    TEST_EACH(names_do_not_matter, rules),
    TEST_EACH(small_and_empty_graphs_run, rules),
    TEST_EACH(threads_do_not_matter, rules),
    TEST(a_watcher_sees_each_layer_and_may_stop),
    TEST(bad_parameters_are_refused_and_nothing_moves),
    TEST(divergence_is_an_error_not_a_nan),
    TEST(every_failed_allocation_leaves_all_as_it_was)
  };

  return unit_run("propagate", tests, COUNT(tests), NULL);
}
