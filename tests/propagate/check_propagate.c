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

/* The random map of gcnii in layer l: (1-b) I + b W, b = log(theta/l + 1). */
static void
dense_map(size_t dim, unsigned long seed, double theta, size_t layer, double *map)
{
  uint64_t stream = mg_random_stream(seed, layer);
  double b = log(theta / (double)layer + 1);

  for (size_t k = 0; k < dim * dim; k++)
    map[k] = b * (2 * mg_random_uniform(&stream) - 1) / sqrt((double)dim)
             + (k % (dim + 1) == 0 ? 1 - b : 0);
}

/* next = At x, for A without or with I. */
static void
dense_spread(const dense *x, size_t dim, int loops, const double *z, double *next)
{
  double d[N];

  for (size_t i = 0; i < N; i++)
    d[i] = x->d[i] + loops;
  for (size_t i = 0; i < N; i++)
    for (size_t c = 0; c < dim; c++) {
      next[i * dim + c] = loops ? z[i * dim + c] / d[i] : 0;
      for (size_t j = 0; j < N; j++)
        if (x->a[i][j] > 0)
          next[i * dim + c] += x->a[i][j] * z[j * dim + c] / sqrt(d[i] * d[j]);
    }
}

/* The rules other than those of dense_layer, by their formulas in the manual;
 * the layer is the first. */
static void
dense_other(const dense *x, size_t dim, const mgnn_layer_params *par,
            const double *z0, const double *z, double *next)
{
  int loops = strncmp(par->rule, "gcn", 3) == 0 && x->a[0][0] == 0;
  double *map = malloc(dim * dim * sizeof *map), *mixed = malloc(dim * sizeof *map);

  dense_spread(x, dim, loops, z, next);
  dense_map(dim, par->control.seed, par->theta, 1, map);
  for (size_t i = 0; i < N; i++) {
    double all = 0, pull = 2 * par->mu / par->p;
    double *out = next + i * dim;
    const double *own = z + i * dim, *start = z0 + i * dim;

    if (x->d[i] + loops == 0) {
      memcpy(out, start, dim * sizeof *out);
      continue;
    }
    if (strcmp(par->rule, "gcnii") == 0) {
      memset(mixed, 0, dim * sizeof *mixed);
      for (size_t a = 0; a < dim; a++)
        for (size_t c = 0; c < dim; c++)
          mixed[c] += ((1 - par->alpha) * out[a] + par->alpha * start[a])
                      * map[a * dim + c];
      memcpy(out, mixed, dim * sizeof *mixed);
    }
    if (strcmp(par->rule, "gpr") == 0)
      for (size_t c = 0; c < dim; c++)
        out[c] = par->alpha * own[c] + (1 - par->alpha) * out[c];
    if (strcmp(par->rule, "gat") != 0 && strcmp(par->rule, "pgnn") != 0)
      continue;
    memset(out, 0, dim * sizeof *out);
    for (size_t j = 0; j < N; j++) {
      double r = 0, w = x->a[i][j], both = sqrt(x->d[i] * x->d[j]);

      if (w == 0)
        continue;
      for (size_t c = 0; c < dim; c++)
        r += pow(own[c] / sqrt(x->d[i]) - z[j * dim + c] / sqrt(x->d[j]), 2);
      if (strcmp(par->rule, "pgnn") == 0)
        w = r > 0 ? pow(w, par->p / 2) * pow(r, par->p / 2 - 1) : 0;
      else
        both = x->d[i];
      all += w / x->d[i];
      for (size_t c = 0; c < dim; c++)
        out[c] += w / both * z[j * dim + c];
    }
    for (size_t c = 0; c < dim && strcmp(par->rule, "pgnn") == 0; c++)
      out[c] = (out[c] + pull * start[c]) / (all + pull);
  }
  free(map);
  free(mixed);
}

static int
is_other(const char *rule)
{
  return *rule == 'g' || *rule == 'p';
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
  int metric = strncmp(rule, "mgnn", 4) == 0;
  double step = strcmp(rule, "mgnn-damped") == 0 ? 0.5 : 1;
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
  for (size_t k = 0; k < N * dim && step < 1; k++)
    next[k] = (1 - step) * z[k] + step * next[k];
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
    if (is_other(rule))
      dense_other(&x, s->dim, &par, z0, slow, next);
    else
      dense_layer(&x, s->dim, rule, par.alpha, par.beta, par.eps, z0, slow,
                  next);
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

/* A rule with parameters, from a start of its own; N*3 numbers. */
static void
run_with(const mgnn_problem *p, mgnn_layer_params *par, double *z)
{
  par->size = sizeof *par;
  ck_assert_int_eq(mgnn_place(p, 3, 3, 1, z, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_propagate(p, 3, par, z, NULL), MGNN_OK);
}

/* Each rule beside one that it is for some parameters. */
START_TEST(rules_that_are_others)
{
  const struct {
    mgnn_layer_params one, other;
    int loops;                 /* of the other */
    double within;
  } pairs[] = {
    { { .rule = "gcn" }, { .rule = "sgc" }, 1, 0 },
    { { .rule = "gcnii", .alpha = 0.2 }, { .rule = "appnp", .alpha = 0.2 }, 1,
      1e-15 },
    { { .rule = "gpr", .alpha = 0.2, .filter = "ppr" },
      { .rule = "appnp", .alpha = 0.2 }, 0, 1e-15 },
    { { .rule = "gpr", .alpha = 0.2, .filter = "monomial:9" }, { .rule = "sgc" },
      0, 0 },
    { { .rule = "gpr", .filter = "0,0,0,0,0,0,1" }, { .rule = "sgc" }, 0, 0 },
    { { .rule = "pgnn", .p = 2, .mu = 0.25 }, { .rule = "appnp", .alpha = 0.2 },
      0, 1e-15 },
    { { .rule = "pgnn", .p = 2, .mu = 0 }, { .rule = "sgc" }, 0, 1e-15 },
    { { .rule = "mgnn-damped", .alpha = 0.1, .beta = 0.7, .step = 1 },
      { .rule = "mgnn", .alpha = 0.1, .beta = 0.7 }, 0, 0 }
  };
  sample s;

  sample_fill(&s, 3, 0.3, 2);
  for (size_t k = 0; k < COUNT(pairs); k++) {
    mgnn_layer_params one = pairs[k].one, other = pairs[k].other;
    mgnn_problem *p = problem_of(&s);
    double z[N * 3], same[N * 3];

    one.layers = other.layers = 6;
    one.step = one.step > 0 ? one.step : 1;
    one.p = one.p > 0 ? one.p : 2;
    other.step = other.p = 1;
    run_with(p, &one, z);
    mgnn_problem_self_loops_set(p, pairs[k].loops);
    run_with(p, &other, same);
    ck_assert_double_le(difference(z, same, N * 3), pairs[k].within);
    mgnn_problem_free(p);
  }
}
END_TEST

/* Many layers of pgnn with p 2 come to (mu/(1+mu)) (I - At/(1+mu))^-1 Z0, the
 * minimum of tr(F'(I - At)F) + mu |F - Z0|^2. */
START_TEST(pgnn_with_p_2_comes_to_its_closed_form)
{
  double z[N * 3], z0[N * 3], spread[N * 3], mu = 0.5;
  mgnn_layer_params par;
  mgnn_problem *p;
  sample s;
  dense x;

  sample_fill(&s, 3, 0.3, 2);
  p = problem_of(&s);
  dense_fill(&x, &s, 0, 0, 0);
  mgnn_layer_params_init(&par);
  par.rule = "pgnn";
  par.p = 2;
  par.mu = mu;
  par.layers = 0;
  run_with(p, &par, z0);
  par.layers = 200;
  run_with(p, &par, z);
  dense_spread(&x, 3, 0, z, spread);
  for (size_t k = 0; k < N * 3; k++)   /* ((1+mu) I - At) F = mu Z0 */
    if (x.d[k / 3] > 0)
      ck_assert_double_eq_tol((1 + mu) * z[k] - spread[k], mu * z0[k], 1e-14);
  mgnn_problem_free(p);
}
END_TEST

/* sum_k e^-T T^k/k! At^k Z0, and coefficients that are given, by powers. */
START_TEST(filters_are_sums_of_powers)
{
  static const char *filters[] = { "heat:1.5", "0.5,-0.25,0.125,2" };
  static const double given[] = { 0.5, -0.25, 0.125, 2, 0, 0, 0 };

  for (size_t f = 0; f < 2; f++) {
    double z[N * 3], power[N * 3], next[N * 3], sum[N * 3] = { 0 }, heat = exp(-1.5);
    mgnn_layer_params par;
    mgnn_problem *p;
    sample s;
    dense x;

    sample_fill(&s, 3, 0.3, 5);
    p = problem_of(&s);
    dense_fill(&x, &s, 0, 0, 0);
    mgnn_layer_params_init(&par);
    par.rule = "gpr";
    par.filter = filters[f];
    par.layers = 0;
    run_with(p, &par, power);
    for (int k = 0; k <= 6; k++) {
      for (size_t c = 0; c < N * 3; c++)
        sum[c] += (f == 0 ? heat : given[k]) * power[c];
      heat *= 1.5 / (k + 1);
      dense_spread(&x, 3, 0, power, next);
      memcpy(power, next, sizeof power);
    }
    par.layers = 6;
    run_with(p, &par, z);
    ck_assert_double_le(difference(z, sum, (N - 2) * 3), 1e-14);
    mgnn_problem_free(p);
  }
}
END_TEST

/* Another map in each layer. */
START_TEST(gcnii_maps_each_layer_by_its_own_matrix)
{
  double z[N * 3], slow[N * 3], next[N * 3], z0[N * 3], map[9];
  mgnn_layer_params par;
  mgnn_problem *p;
  sample s;
  dense x;

  sample_fill(&s, 3, 0.3, 6);
  p = problem_of(&s);
  dense_fill(&x, &s, 0, 0, 0);
  mgnn_layer_params_init(&par);
  par.rule = "gcnii";
  par.theta = 0.8;
  par.control.seed = 5;
  par.layers = 0;
  run_with(p, &par, z0);
  memcpy(slow, z0, sizeof slow);
  for (size_t layer = 1; layer <= 4; layer++) {
    dense_spread(&x, 3, 1, slow, next);
    dense_map(3, 5, 0.8, layer, map);
    memset(slow, 0, sizeof slow);
    for (size_t k = 0; k < N * 9; k++)         /* node k/9, from k/3 to k%3 */
      slow[k / 9 * 3 + k % 3] += ((1 - par.alpha) * next[k / 3]
                                  + par.alpha * z0[k / 3])
                                 * map[k / 3 % 3 * 3 + k % 3];
  }
  par.layers = 4;
  run_with(p, &par, z);
  ck_assert_double_le(difference(z, slow, N * 3), 1e-14);
  mgnn_problem_free(p);
}
END_TEST

/* Uniform attention is a random walk, D^-1 A; other weights are theirs, which
 * nothing of the stiffness is left of. */
START_TEST(gat_averages_by_its_attention)
{
  double z[N * 3], z0[N * 3], even[M_MAX];
  mgnn_layer_params par;
  mgnn_problem *p;
  sample s;
  dense x;

  sample_fill(&s, 3, 0.3, 7);
  p = problem_of(&s);
  ck_assert_int_eq(mgnn_problem_stiffness_set(p, s.upper, NULL), MGNN_OK);
  for (size_t e = 0; e < s.m; e++)
    even[e] = 0.25;
  mgnn_layer_params_init(&par);
  par.rule = "gat";
  par.layers = 0;
  run_with(p, &par, z0);
  par.layers = 1;
  for (int stiff = 0; stiff < 2; stiff++) {
    par.attention = stiff ? s.stiffness : even;
    dense_fill(&x, &s, stiff, 0, 0);
    run_with(p, &par, z);
    for (size_t i = 0; i + 2 < N; i++)
      for (size_t c = 0; c < 3; c++) {
        double sum = 0;

        for (size_t j = 0; j < N; j++)
          sum += x.a[i][j] * z0[j * 3 + c];
        ck_assert_double_eq_tol(z[i * 3 + c], sum / x.d[i], 1e-14);
      }
  }
  even[0] = -1;
  par.attention = even;
  ck_assert_int_eq(mgnn_propagate(p, 3, &par, z, NULL), MGNN_EINVAL);
  mgnn_problem_free(p);
}
END_TEST

/* Half a layer with alpha 0, beta 1 and eps 0 never raises E. */
START_TEST(half_a_step_never_raises_the_energy)
{
  for (unsigned seed = 1; seed <= 20; seed++) {
    double z[N * 3], y[N * 3], before = INFINITY;
    mgnn_layer_params par;
    mgnn_figures f;
    mgnn_problem *p;
    sample s;

    sample_fill(&s, 3, 0.3, seed);
    p = problem_of(&s);
    mgnn_layer_params_init(&par);
    par.rule = "mgnn-damped";
    par.alpha = par.eps = 0;
    par.beta = 1;
    par.layers = 0;
    run_with(p, &par, z);
    par.layers = 1;
    for (int layer = 0; layer < 50; layer++) {
      memcpy(y, z, sizeof y);
      mg_graph_rescale(&p->graph, 3, y, 1);
      ck_assert_int_eq(mgnn_measure(p, 3, y, NULL, 0, &f, NULL), MGNN_OK);
      ck_assert_double_le(f.energy, before * (1 + 1e-13));
      before = f.energy;
      ck_assert_int_eq(mgnn_propagate(p, 3, &par, z, NULL), MGNN_OK);
    }
    mgnn_problem_free(p);
  }
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
  const char *rule = mgnn_rule_name((size_t)_i);
  sample s;
  mgnn_problem *p;
  double z[N * 2], start[N * 2];

  sample_fill(&s, 2, 0.3, 4);
  p = problem_of(&s);
  ck_assert_int_eq(mgnn_place(p, 2, 3, 1, z, NULL), MGNN_OK);
  memcpy(start, z, sizeof z);
  run(p, 2, rule, 0.3, 0.4, 1e-5, 9, z);
  /* To gcnii they are nodes like others: its loops are their edges. */
  if (strcmp(rule, "gcnii") != 0)
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
      if (n == 1 && strcmp(mgnn_rule_name((size_t)_i), "gcnii") != 0)
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
  par.rule = "gin";
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "there is no rule named \"gin\", must be mgnn, "
                   "mgnn-message, mgnn-damped, sgc, appnp, gcn, gcnii, gpr, pgnn or "
                   "gat");
  mgnn_layer_params_init(&par);
  par.step = 0;
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the step is 0, must be above 0 and at most 1");
  mgnn_layer_params_init(&par);
  par.theta = -1;
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "theta is -1, must be at least 0 and finite");
  mgnn_layer_params_init(&par);
  par.p = 0.5;
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "p is 0.5, must be between 1 and 100");
  mgnn_layer_params_init(&par);
  par.mu = INFINITY;
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  mgnn_layer_params_init(&par);
  par.rule = "gpr";
  par.filter = "heat:-1";
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the time of the filter heat is \"-1\", must be a "
                   "number from 0 to 700");
  par.filter = "monomial:1.5";
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the power of the filter monomial is \"1.5\", must "
                   "be a whole number from 0 to 1000000");
  par.filter = "1,two";
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the filter is \"1,two\", must be ppr, heat:T, "
                   "monomial:K or numbers with commas between");
  ck_assert_int_eq(memcmp(z, same, sizeof z), 0);
  mgnn_problem_free(p);
}
END_TEST

/* Two and more pushes of 1e308 do not fit a double. */
START_TEST(a_start_that_is_not_finite_is_called_so)
{
  static const mgnn_node ends[4] = { 0, 1, 1, 2 };
  mgnn_problem *p;
  mgnn_layer_params par;
  mgnn_error err;
  double z[6] = { 0, 0, 1, NAN, 2, 0 }, origin[6] = { 0, 0, 0, 0, 0, INFINITY };

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 2, ends, NULL, &err), MGNN_OK);
  mgnn_layer_params_init(&par);
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the start of node 1 is not finite");
  ck_assert(isnan(z[3]) && z[2] == 1);
  z[3] = 0;
  par.origin = origin;
  ck_assert_int_eq(mgnn_propagate(p, 2, &par, z, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the origin of node 2 is not finite");
  mgnn_problem_free(p);
}
END_TEST

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
  const char *rule = mgnn_rule_name((size_t)_i);

  for (long good = 0;; good++) {
    double z[6] = { 0, 0, 1, 0, 0, 1 }, same[6] = { 0, 0, 1, 0, 0, 1 };
    mgnn_problem *p;
    mgnn_layer_params par;
    mgnn_search_params search;
    mgnn_figures f;
    mgnn_outcome out;
    mgnn_status status;

    mgnn_layer_params_init(&par);
    par.rule = rule;
    par.filter = "1,2";
    par.attention = length;
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
    TEST(rules_that_are_others),
    TEST(pgnn_with_p_2_comes_to_its_closed_form),
    TEST(filters_are_sums_of_powers),
    TEST(gcnii_maps_each_layer_by_its_own_matrix),
    TEST(gat_averages_by_its_attention),
    TEST(half_a_step_never_raises_the_energy),
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
    TEST(a_start_that_is_not_finite_is_called_so),
    TEST(divergence_is_an_error_not_a_nan),
    TEST_EACH(every_failed_allocation_leaves_all_as_it_was, rules)
  };

  return unit_run("propagate", tests, COUNT(tests), NULL);
}
