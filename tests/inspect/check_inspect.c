/* Whether lengths can be met, how well they are, and whether two drawings are
 * the same. */
#include "base/mem.h"
#include "base/random.h"
#include "base/vec.h"
#include "inspect/clique.h"
#include "inspect/feasible.h"
#include "inspect/gram.h"
#include "inspect/realize.h"
#include "inspect/separators.h"
#include "inspect/violations.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 30 };

/* ---- graphs to test with ---- */

/* A random graph with whole lengths from 0 to 9, and intervals if asked. */
static mgnn_problem *
random_problem(uint64_t seed, double density, int intervals)
{
  uint64_t stream = mg_random_stream(seed, 1);
  size_t m = 0;
  mgnn_node ends[N * N];
  double lower[N * N / 2], upper[N * N / 2];
  mgnn_problem *p;

  for (size_t i = 0; i < N; i++)
    for (size_t j = i + 1; j < N; j++) {
      if (mg_random_uniform(&stream) > density)
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      lower[m] = (double)mg_random_below(&stream, 10);
      upper[m] = lower[m] + (intervals ? (double)mg_random_below(&stream, 4)
                                       : 0);
      m++;
    }
  ck_assert_int_eq(mgnn_problem_new(&p, N, m, ends, lower, NULL), MGNN_OK);
  if (intervals)
    ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  return p;
}

/* All pairs of n points, with their distances. */
static mgnn_problem *
points_problem(size_t n, size_t dim, const double *x)
{
  size_t m = n * (n - 1) / 2, e = 0;
  mgnn_node *ends = mg_alloc(m, 2 * sizeof *ends);
  double *length = mg_alloc(m, sizeof *length);
  mgnn_problem *p;

  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++, e++) {
      ends[2 * e] = i;
      ends[2 * e + 1] = j;
      length[e] = mg_distance(x + i * dim, x + j * dim, dim);
    }
  ck_assert_int_eq(mgnn_problem_new(&p, n, m, ends, length, NULL),
                   MGNN_OK);
  mg_free(ends);
  mg_free(length);
  return p;
}

/* ---- violations ---- */

/* Floyd and Warshall on the upper bounds, one edge left out. */
static double
way_round(const mg_graph *g, size_t without)
{
  static double d[N][N];

  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < N; j++)
      d[i][j] = i == j ? 0 : INFINITY;
  for (size_t e = 0; e < g->m; e++) {
    unsigned a = g->ends[2 * e], b = g->ends[2 * e + 1];

    if (e != without)
      d[a][b] = d[b][a] = g->target_upper != NULL ? g->target_upper[e]
                                                  : g->target[e];
  }
  for (size_t k = 0; k < N; k++)
    for (size_t i = 0; i < N; i++)
      for (size_t j = 0; j < N; j++)
        d[i][j] = fmin(d[i][j], d[i][k] + d[k][j]);
  return d[g->ends[2 * without]][g->ends[2 * without + 1]];
}

/* Whether a way is one: along edges, from end to end, of its length. */
static int
way_is_right(const mg_graph *g, const mgnn_violation *v)
{
  double sum = 0;

  if (v->path[0] != g->ends[2 * v->edge]
      || v->path[v->nodes - 1] != g->ends[2 * v->edge + 1])
    return 0;
  for (size_t k = 1; k < v->nodes; k++) {
    size_t e = 0;

    while (e < g->m && !((g->ends[2 * e] == v->path[k - 1]
                          && g->ends[2 * e + 1] == v->path[k])
                         || (g->ends[2 * e] == v->path[k]
                             && g->ends[2 * e + 1] == v->path[k - 1])))
      e++;
    if (e == g->m || e == v->edge)
      return 0;
    sum += g->target_upper != NULL ? g->target_upper[e] : g->target[e];
  }
  return sum == v->path_length;
}

START_TEST(violations_are_the_edges_with_a_shorter_way_round)
{
  static const size_t near[] = { 1000, 1, 10 };
  size_t wrong = 0;

  for (uint64_t seed = 0; seed < 36; seed++) {
    mgnn_problem *p = random_problem(seed, seed % 4 == 0 ? 0.1 : 0.3,
                                     seed / 3 % 2 == 1);
    const mg_graph *g = &p->graph;
    mgnn_violations v;
    size_t count = 0;

    /* One search per node, one per edge, and some of each. */
    ck_assert_int_eq(mg_violations_find(&v, g, 1e9, near[seed % 3], NULL),
                     MGNN_OK);
    wrong += v.checked != g->m;
    for (size_t e = 0; e < g->m; e++) {
      double way = way_round(g, e);
      size_t k = 0;

      while (k < v.count && v.item[k].edge != e)
        k++;
      wrong += (k < v.count) != (way < g->target[e]);
      if (k < v.count)
        wrong += v.item[k].path_length != way || v.item[k].length != g->target[e]
                 || !way_is_right(g, &v.item[k]);
      count += k < v.count;
    }
    wrong += count != v.count;
    for (size_t k = 1; k < v.count; k++)
      wrong += v.item[k - 1].length - v.item[k - 1].path_length
               < v.item[k].length - v.item[k].path_length;
    mgnn_violations_free(&v);
    mgnn_problem_free(p);
  }
  ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* Lengths within t of these: all times 1 + t, but none longer than its way
 * round, which is what keeps them above 1 - t. */
START_TEST(the_uniform_change_is_enough_and_the_least)
{
  size_t wrong = 0;

  for (uint64_t seed = 0; seed < 10; seed++) {
    mgnn_problem *p = random_problem(seed, 0.3, 0);
    size_t m = p->graph.m;
    double *length = mg_alloc(m, sizeof *length), t, least = 0;
    mgnn_violations v, after;

    ck_assert_int_eq(mgnn_violations_find(p, &v, NULL), MGNN_OK);
    t = v.uniform_change;
    for (size_t e = 0; e < m; e++) {
      double was = p->graph.target[e], way = way_round(&p->graph, e);

      length[e] = (1 + t) * fmin(was, way);
      wrong += length[e] < (1 - t) * was * (1 - 1e-12);
      least = fmax(least, (was - way) / (was + way));
    }
    wrong += v.count > 0 && fabs(least - t) > 1e-15;
    ck_assert_int_eq(mgnn_problem_bounds_set(p, length, NULL, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_violations_find(p, &after, NULL), MGNN_OK);
    wrong += after.count != 0;
    mgnn_violations_free(&v);
    mgnn_violations_free(&after);
    mg_free(length);
    mgnn_problem_free(p);
  }
  ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* Shortening these edges to their ways is enough; and no edge may stay longer
 * than its way, since the way can only get shorter. */
START_TEST(shortening_removes_all_violations)
{
  mgnn_problem *p = random_problem(7, 0.3, 0);
  double *length = mg_alloc(p->graph.m, sizeof *length), sum = 0;
  mgnn_violations v, after;

  ck_assert_int_eq(mgnn_violations_find(p, &v, NULL), MGNN_OK);
  ck_assert_uint_gt(v.count, 0);
  memcpy(length, p->graph.target, p->graph.m * sizeof *length);
  for (size_t k = 0; k < v.count; k++) {
    sum += length[v.item[k].edge] - v.item[k].path_length;
    length[v.item[k].edge] = v.item[k].path_length;
  }
  ck_assert_double_eq(sum, v.shortening);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, length, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_violations_find(p, &after, NULL), MGNN_OK);
  ck_assert_uint_eq(after.count, 0);
  mgnn_violations_free(&v);
  mgnn_violations_free(&after);
  mg_free(length);
  mgnn_problem_free(p);
}
END_TEST

/* The triangle 1, 1, 3: (3 - 2) / (3 + 2). */
START_TEST(a_triangle_of_1_1_3)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 0 };
  const double length[] = { 1, 1, 3 };
  const unsigned way[] = { 2, 1, 0 };
  mgnn_problem *p;
  mgnn_violations v;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_violations_find(p, &v, NULL), MGNN_OK);
  ck_assert_uint_eq(v.count, 1);
  ck_assert_uint_eq(v.item[0].edge, 2);
  ck_assert_uint_eq(v.item[0].nodes, 3);
  ck_assert_mem_eq(v.item[0].path, way, sizeof way);
  ck_assert_double_eq(v.item[0].path_length, 2);
  ck_assert_double_eq(v.uniform_change, 0.2);
  ck_assert_double_eq(v.shortening, 1);
  mgnn_violations_free(&v);
  mgnn_problem_free(p);
}
END_TEST

/* 0.1 + 0.2 is not 0.3, but no triangle is refused for that. */
START_TEST(rounding_is_no_violation)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 0 };
  const double flat[] = { 0.1, 0.2, 0.1 + 0.2 + 1e-16 };
  const double more[] = { 0.1, 0.2, 0.3000000001 };
  mgnn_problem *p;
  mgnn_violations v;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, ends, flat, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_violations_find(p, &v, NULL), MGNN_OK);
  ck_assert_uint_eq(v.count, 0);
  mgnn_violations_free(&v);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, more, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_violations_find(p, &v, NULL), MGNN_OK);
  ck_assert_uint_eq(v.count, 1);
  mgnn_violations_free(&v);
  mgnn_problem_free(p);
}
END_TEST

/* Ten thousand triangles 1, 1, 3 in a row: a batch of nodes is judged, and
 * the rest is left. */
START_TEST(a_search_ends_with_its_budget)
{
  enum { COUNT = 10000 };
  mgnn_node *ends = mg_alloc(6 * COUNT, sizeof *ends);
  double *length = mg_alloc(3 * COUNT, sizeof *length);
  mgnn_problem *p;
  mgnn_violations v;

  for (size_t k = 0; k < COUNT; k++) {
    const mgnn_node a = 3 * (mgnn_node)k;
    const mgnn_node six[] = { a, a + 1, a + 1, a + 2, a, a + 2 };
    const double three[] = { 1, 1, 3 };

    memcpy(ends + 6 * k, six, sizeof six);
    memcpy(length + 3 * k, three, sizeof three);
  }
  ck_assert_int_eq(mgnn_problem_new(&p, 3 * COUNT, 3 * COUNT, ends, length,
                                    NULL), MGNN_OK);
  ck_assert_int_eq(mg_violations_find(&v, &p->graph, 1,
                                      MG_VIOLATIONS_NEAR, NULL), MGNN_OK);
  ck_assert_uint_gt(v.count, 0);
  ck_assert_uint_lt(v.count, COUNT);
  ck_assert_uint_lt(v.checked, 3 * COUNT);
  mgnn_violations_free(&v);
  ck_assert_int_eq(mgnn_violations_find(p, &v, NULL), MGNN_OK);
  ck_assert_uint_eq(v.count, COUNT);
  ck_assert_uint_eq(v.checked, 3 * COUNT);
  mgnn_violations_free(&v);
  mgnn_problem_free(p);
  mg_free(ends);
  mg_free(length);
}
END_TEST

/* ---- Euclidean distances ---- */

/* Random points in k dimensions: yes from there on, no below. */
START_TEST(distances_of_points_tell_their_dimension)
{
  enum { COUNT = 12 };

  for (size_t k = 1; k <= 4; k++)
    for (size_t dim = 1; dim <= 5; dim++) {
      double x[COUNT * 4];
      mgnn_problem *p;
      mgnn_feasibility f;

      ck_assert_int_eq(mg_random_normal(k, 3, COUNT * k, x, NULL), MGNN_OK);
      p = points_problem(COUNT, k, x);
      ck_assert_int_eq(mgnn_feasibility_find(p, dim, 1e-6, &f, NULL), MGNN_OK);
      ck_assert_int_eq(f.edm, 1);
      ck_assert_uint_eq(f.edm_dim, k);
      ck_assert_int_eq(f.feasible, dim >= k);
      ck_assert_str_eq(f.method, dim >= k ? "spectrum" : "rank");
      ck_assert_uint_eq(f.violations.count, 0);
      ck_assert_ptr_null(f.nearest);
      mgnn_feasibility_free(&f);
      mgnn_problem_free(p);
    }
}
END_TEST

/* The star with three rays of length 1, as a metric: its leaves are a triangle
 * of side 2, whose corners are 2/sqrt(3) from the nearest centre, not 1. */
static const double star_length[] = { 1, 1, 1, 2, 2, 2 };

START_TEST(a_metric_need_not_be_euclidean)
{
  mgnn_problem *p;
  mgnn_feasibility f;

  for (int dim = 1; dim <= 4; dim++) {
    ck_assert_int_eq(mgnn_problem_new(&p, 4, 6, k4_ends, star_length,
                                      NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_feasibility_find(p, dim, 1e-6, &f, NULL), MGNN_OK);
    ck_assert_int_eq(f.feasible, 0);
    ck_assert_str_eq(f.method, "spectrum");
    ck_assert_uint_eq(f.violations.count, 0);
    ck_assert_int_eq(f.edm, 0);
    ck_assert_ptr_nonnull(f.nearest);
    mgnn_feasibility_free(&f);
    mgnn_problem_free(p);
  }
}
END_TEST

/* P is the point of a cone nearest to D if and only if <D - P, P> = 0 and
 * <D - P, Q> <= 0 for all Q in it: here other matrices of squares. */
START_TEST(the_nearest_distances_are_a_projection)
{
  enum { COUNT = 7 };
  double d[COUNT * COUNT], near[COUNT * COUNT], q[COUNT * 3];

  for (unsigned long seed = 1; seed <= 5; seed++) {
    uint64_t stream = mg_random_stream(seed, 2);
    double own = 0, norm = 0;
    mg_gram gram;

    for (size_t i = 0; i < COUNT; i++)
      for (size_t j = 0; j <= i; j++)
        d[i * COUNT + j] = d[j * COUNT + i]
          = i == j ? 0 : 1 + mg_random_uniform(&stream) * (double)(seed * seed);
    ck_assert_int_eq(mg_gram_nearest(COUNT, d, near, NULL), MGNN_OK);
    ck_assert_int_eq(mg_gram_init(&gram, COUNT, near, 1e-7, NULL), MGNN_OK);
    ck_assert(mg_gram_euclidean(&gram));
    mg_gram_free(&gram);
    for (size_t k = 0; k < COUNT * COUNT; k++) {
      own += (d[k] * d[k] - near[k] * near[k]) * near[k] * near[k];
      norm += d[k] * d[k] * d[k] * d[k];
    }
    ck_assert_double_le(fabs(own), 1e-6 * norm);
    for (unsigned long other = 0; other < 50; other++) {
      double sum = 0, size = 0;

      ck_assert_int_eq(mg_random_normal(other, 2, COUNT * 3, q, NULL), MGNN_OK);
      for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < COUNT; j++) {
          double r = mg_distance(q + 3 * i, q + 3 * j, 3);
          size_t k = i * COUNT + j;

          sum += (d[k] * d[k] - near[k] * near[k]) * r * r;
          size += r * r * r * r;
        }
      ck_assert_double_le(sum, 1e-6 * sqrt(norm * size));
    }
  }
}
END_TEST

/* Four at mutual distance 5: not in the plane, yes in space.  A fifth node
 * hangs on one of them, so that not all pairs are given. */
START_TEST(a_tetrahedron_does_not_lie_flat)
{
  const mgnn_node ends[] = { 0, 1,  0, 2,  0, 3,  1, 2,  1, 3,  2, 3,  3, 4 };
  const double length[] = { 5, 5, 5, 5, 5, 5, 1 };
  const unsigned all[] = { 0, 1, 2, 3 };

  for (int dim = 1; dim <= 3; dim++) {
    mgnn_problem *p;
    mgnn_feasibility f;

    ck_assert_int_eq(mgnn_problem_new(&p, 5, 7, ends, length, NULL),
                     MGNN_OK);
    ck_assert_int_eq(mgnn_feasibility_find(p, dim, 1e-6, &f, NULL), MGNN_OK);
    ck_assert_int_eq(f.feasible, dim < 3 ? 0 : -1);
    ck_assert_int_eq(f.edm, -1);
    ck_assert_uint_eq(f.group_size, dim < 3 ? (size_t)dim + 2 : 0);
    if (dim < 3)
      ck_assert_mem_eq(f.group, all, f.group_size * sizeof *all);
    mgnn_feasibility_free(&f);
    mgnn_problem_free(p);
  }
}
END_TEST

/* The same of four pairs, each of length 0, no two edges at one node. */
START_TEST(nodes_at_length_0_count_as_one)
{
  const mgnn_node ends[] = { 0, 4,  1, 5,  2, 6,  3, 7,   0, 1,  4, 2,  0, 3,
                          1, 6,  5, 7,  2, 3 };
  const double length[] = { 0, 0, 0, 0, 5, 5, 5, 5, 5, 5 };
  mgnn_problem *p;
  mgnn_feasibility f;

  ck_assert_int_eq(mgnn_problem_new(&p, 8, 10, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_feasibility_find(p, 2, 1e-5, &f, NULL), MGNN_OK);
  ck_assert_int_eq(f.feasible, 0);
  ck_assert_str_eq(f.method, "clique");
  mgnn_feasibility_free(&f);
  mgnn_problem_free(p);
}
END_TEST

/* A square whose lengths are bounds is not judged by its exact size. */
START_TEST(groups_are_of_exact_lengths)
{
  const mgnn_node ends[] = { 0, 1,  0, 2,  0, 3,  1, 2,  1, 3,  2, 3 };
  const double lower[] = { 5, 5, 5, 5, 5, 5 }, upper[] = { 5, 5, 5, 5, 5, 9 };
  const double y[] = { 0, 0,  5, 0,  2.5, 4.330127018922193,
                       2.5, -4.330127018922193 };
  mgnn_problem *p;
  mgnn_feasibility f;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 6, ends, lower, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_feasibility_find(p, 2, 1e-6, &f, NULL), MGNN_OK);
  ck_assert_int_eq(f.feasible, -1);
  ck_assert_int_eq(f.edm, -1);
  ck_assert_int_eq(mgnn_feasibility_certify(&f, p, y, NULL), MGNN_OK);
  ck_assert_int_eq(f.feasible, 1);
  ck_assert_str_eq(f.method, "drawing");
  mgnn_feasibility_free(&f);
  mgnn_problem_free(p);
}
END_TEST

/* Small changes of the lengths, up to the tolerance, change no verdict of the
 * spectrum from yes to no. */
START_TEST(lengths_within_the_tolerance_are_not_refused)
{
  enum { COUNT = 9 };

  for (unsigned long seed = 1; seed <= 20; seed++) {
    double x[COUNT * 2], length[COUNT * COUNT];
    uint64_t stream = mg_random_stream(seed, 3);
    mgnn_problem *p;
    mgnn_feasibility f;

    ck_assert_int_eq(mg_random_normal(seed, 1, COUNT * 2, x, NULL), MGNN_OK);
    p = points_problem(COUNT, 2, x);
    for (size_t e = 0; e < p->graph.m; e++)
      length[e] = p->graph.target[e]
                  * (1 + 1e-3 * (2 * mg_random_uniform(&stream) - 1));
    ck_assert_int_eq(mgnn_problem_bounds_set(p, length, NULL, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_feasibility_find(p, 2, 1e-3, &f, NULL), MGNN_OK);
    ck_assert(f.feasible != 0 || f.violations.count > 0);
    mgnn_feasibility_free(&f);
    mgnn_problem_free(p);
  }
}
END_TEST

/* What is not a number is told, by every call that takes one. */
START_TEST(nan_is_refused)
{
  static const double bad[] = { NAN, -1 };
  static const char *const word[] = { "nan", "-1" };
  const mgnn_node ends[] = { 0, 1 };
  const double one = 1;
  double y[] = { 0, 0, 1, 0 };
  mgnn_problem *p;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, ends, &one, NULL), MGNN_OK);
  for (size_t b = 0; b < COUNT(bad); b++)
    for (int field = 0; field < 3; field++)
      for (int call = 0; call < 3; call++) {
        static const char *const text[] = {
          "the tolerance is %s, must be at least 0 and below 1",
          "the aspect is %s, must be positive and finite",
          "the time limit is %s, must be at least 0"
        };
        mgnn_search_params par;
        char want[100];

        mgnn_search_params_init(&par);
        *(field == 0 ? &par.tolerance : field == 1 ? &par.aspect
          : &par.control.time_limit) = bad[b];
        snprintf(want, sizeof want, text[field], word[b]);
        ck_assert_int_eq(call == 0 ? mgnn_solve(p, 2, &par, y, NULL, &err)
                         : call == 1 ? mgnn_layout(p, 2, &par, y, NULL, &err)
                         : mgnn_start(p, 2, "pivot", &par, y, &err),
                         MGNN_EINVAL);
        ck_assert_str_eq(err.text, want);
      }
  for (size_t b = 0; b < COUNT(bad); b++) {
    mgnn_layer_params par;
    mgnn_distribution d;
    mgnn_comparison c;
    mgnn_feasibility f;

    mgnn_layer_params_init(&par);
    par.control.time_limit = bad[b];
    ck_assert_int_eq(mgnn_propagate(p, 2, &par, y, &err), MGNN_EINVAL);
    ck_assert_int_eq(mgnn_distribution_find(p, 2, y, bad[b], &d, &err),
                     MGNN_EINVAL);
    ck_assert_int_eq(mgnn_compare(p, 2, y, y, bad[b], &c, &err), MGNN_EINVAL);
    ck_assert_int_eq(mgnn_feasibility_find(p, 2, bad[b], &f, &err),
                     MGNN_EINVAL);
  }
  mgnn_problem_free(p);
}
END_TEST

START_TEST(a_tolerance_of_1_is_refused)
{
  mgnn_problem *p;
  mgnn_feasibility f;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 0, 0, NULL, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_feasibility_find(p, 2, 1, &f, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the tolerance is 1, must be at least 0 and below "
                   "1");
  ck_assert_int_eq(mgnn_feasibility_find(p, 2, 0, &f, &err), MGNN_OK);
  ck_assert_int_eq(f.feasible, -1);
  mgnn_feasibility_free(&f);
  mgnn_problem_free(p);
}
END_TEST

/* ---- how well lengths are met ---- */

START_TEST(errors_are_counted_by_size)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3,  3, 4 };
  const double length[] = { 1, 1, 2, 0 };
  const double y[] = { 0, 1.5, 1.5, 3, 4 };    /* 1.5, 0, 1.5, 1 */
  mgnn_problem *p;
  mgnn_distribution d;

  ck_assert_int_eq(mgnn_problem_new(&p, 5, 4, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_distribution_find(p, 1, y, 0.3, &d, NULL), MGNN_OK);
  ck_assert_uint_eq(d.met, 1);           /* 2 at 1.5: off by 1/4 */
  ck_assert_uint_eq(d.too_long, 1);
  ck_assert_uint_eq(d.too_short, 1);
  ck_assert_double_eq(d.quantile[0], 0.25);
  ck_assert_double_eq(d.quantile[1], 0.5);
  ck_assert_double_eq(d.quantile[4], 1);
  ck_assert_uint_eq(d.bin[6], 3);        /* above 0.1, up to 1 */
  /* s = sum r m / sum r^2 = 4.5 / 5.5, E = sum m^2 - s sum r m */
  ck_assert_double_eq_tol(d.scale, 4.5 / 5.5, 1e-15);
  ck_assert_double_eq_tol(d.scaled_stress, (6 - 4.5 * 4.5 / 5.5) / 6, 1e-15);
  mgnn_problem_free(p);
}
END_TEST

/* No other scale is better, with intervals too. */
START_TEST(the_best_scale_is_the_best)
{
  for (uint64_t seed = 0; seed < 8; seed++) {
    mgnn_problem *p = random_problem(seed, 0.2, seed % 2 == 1);
    double x[2 * N], y[2 * N];
    mgnn_distribution d;
    mgnn_figures f, best;

    ck_assert_int_eq(mg_random_normal(seed, 5, 2 * N, x, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_distribution_find(p, 2, x, 0, &d, NULL), MGNN_OK);
    for (int k = -20; k <= 20; k++) {
      double s = d.scale * (1 + 0.01 * k);

      for (size_t c = 0; c < 2 * N; c++)
        y[c] = s * x[c];
      ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
      for (size_t c = 0; c < 2 * N; c++)
        y[c] = d.scale * x[c];
      ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &best, NULL), MGNN_OK);
      ck_assert_double_ge(f.energy, best.energy * (1 - 1e-12));
    }
    ck_assert_double_eq_tol(best.stress, d.scaled_stress, 1e-12);
    mgnn_problem_free(p);
  }
}
END_TEST

/* ---- the same drawing ---- */

/* x turned by `angle` in the first two coordinates, shifted, scaled, and
 * mirrored in the first if asked. */
static void
move(size_t n, size_t dim, const double *x, double angle, double scale,
     int mirror, double *out)
{
  for (size_t i = 0; i < n; i++) {
    double a = mirror ? -x[i * dim] : x[i * dim], b = x[i * dim + 1];

    memcpy(out + i * dim, x + i * dim, dim * sizeof *out);
    out[i * dim] = a * cos(angle) - b * sin(angle);
    out[i * dim + 1] = a * sin(angle) + b * cos(angle);
    for (size_t c = 0; c < dim; c++)
      out[i * dim + c] = scale * out[i * dim + c] + 10 * (double)(c + 1);
  }
}

START_TEST(a_moved_drawing_is_the_same)
{
  for (size_t dim = 2; dim <= 4; dim++)
    for (int mirror = 0; mirror < 2; mirror++)
      for (int k = 0; k < 2; k++) {
        double x[N * 4], y[N * 4], back[N * 4], scale = k == 0 ? 1 : 2.5;
        mgnn_problem *p = random_problem(1, 0.2, 0);
        mgnn_comparison c;

        ck_assert_int_eq(mg_random_normal(5, 2, N * dim, x, NULL),
                         MGNN_OK);
        move(N, dim, x, 1, scale, mirror, y);
        ck_assert_int_eq(mgnn_compare(p, dim, x, y, 1e-9, &c, NULL), MGNN_OK);
        memcpy(back, x, sizeof x);
        ck_assert_int_eq(mgnn_align(N, dim, y, back, NULL), MGNN_OK);
        ck_assert_int_eq(c.equivalent, scale == 1);
        ck_assert_int_eq(c.congruent, scale == 1);
        ck_assert_int_eq(c.similar, 1);
        ck_assert_int_eq(c.mirrored, mirror);
        ck_assert_double_eq_tol(c.scale, scale, 1e-12);
        ck_assert_double_le(c.rmsd_scaled, 1e-12);
        for (size_t i = 0; i < N * dim && scale == 1; i++)
          ck_assert_double_eq_tol(back[i], y[i], 1e-12);
        if (mirror)
          ck_assert_double_gt(c.rmsd_unmirrored, 0.1);
        mgnn_problem_free(p);
      }
}
END_TEST

/* The kite, and the same folded over its short diagonal. */
START_TEST(a_folded_kite_is_equivalent_and_not_congruent)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3,  3, 0,  0, 2 };
  const double x[] = { -3, 0,  0, 4,  3, 0,  0, -4 };
  const double y[] = { -3, 0,  0, 4,  3, 0,  0, 4 };
  mgnn_problem *p;
  mgnn_comparison c;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 5, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_compare(p, 2, x, y, 1e-9, &c, NULL), MGNN_OK);
  ck_assert_int_eq(c.equivalent, 1);
  ck_assert_int_eq(c.congruent, 0);
  ck_assert_int_eq(c.similar, 0);
  ck_assert_int_eq(c.mirrored, -1);
  ck_assert_double_eq(c.max_edge_difference, 0);
  mgnn_problem_free(p);
}
END_TEST

/* Points on a line have no mirror image of their own. */
START_TEST(a_flat_drawing_is_not_mirrored)
{
  const mgnn_node ends[] = { 0, 1,  1, 2 };
  const double x[] = { 0, 0,  1, 0,  3, 0 }, y[] = { 3, 0,  2, 0,  0, 0 };
  mgnn_problem *p;
  mgnn_comparison c;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 2, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_compare(p, 2, x, y, 1e-9, &c, NULL), MGNN_OK);
  ck_assert_int_eq(c.congruent, 1);
  ck_assert_int_eq(c.mirrored, 0);
  mgnn_problem_free(p);
}
END_TEST

/* One point moved by h off a square: the rest is told by the deviation. */
START_TEST(one_moved_node_is_noticed)
{
  const mgnn_node ends[] = { 0, 1 };
  double x[] = { 0, 0,  1, 0,  1, 1,  0, 1 }, y[8];
  mgnn_problem *p;
  mgnn_comparison c;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 1, ends, NULL, NULL), MGNN_OK);
  move(4, 2, x, 2, 1, 0, y);
  x[4] += 1e-3;
  ck_assert_int_eq(mgnn_compare(p, 2, x, y, 1e-5, &c, NULL), MGNN_OK);
  ck_assert_int_eq(c.equivalent, 1);
  ck_assert_int_eq(c.congruent, 0);
  ck_assert_double_gt(c.max_deviation, 1e-4);
  ck_assert_double_lt(c.max_deviation, 1e-3);
  ck_assert_int_eq(mgnn_compare(p, 2, x, y, 1e-2, &c, NULL), MGNN_OK);
  ck_assert_int_eq(c.congruent, 1);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(empty_and_single_drawings_are_the_same)
{
  for (size_t n = 0; n <= 2; n++) {
    const double x[] = { 1, 2,  1, 2 }, y[] = { 5, 6,  5, 6 };
    mgnn_problem *p;
    mgnn_comparison c;
    mgnn_distribution d;
    mgnn_feasibility f;

    ck_assert_int_eq(mgnn_problem_new(&p, n, 0, NULL, NULL, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_compare(p, 2, x, y, 0, &c, NULL), MGNN_OK);
    ck_assert_int_eq(c.congruent, 1);
    ck_assert_int_eq(c.mirrored, 0);
    ck_assert_int_eq(mgnn_distribution_find(p, 2, x, 0, &d, NULL), MGNN_OK);
    ck_assert(isnan(d.scale) && isnan(d.quantile[0]));
    ck_assert_int_eq(mgnn_feasibility_find(p, 2, 0, &f, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_feasibility_certify(&f, p, x, NULL), MGNN_OK);
    ck_assert_int_eq(f.feasible, 1);
    mgnn_feasibility_free(&f);
    mgnn_problem_free(p);
  }
}
END_TEST

/* ---- other drawings ---- */

/* Whether a set takes apart a piece of the graph that its own last node, put
 * back, would hold together. */
static int
parts_at_last(const mg_graph *g, const unsigned *node, size_t size)
{
  unsigned piece[N], queue[N];
  size_t with = mg_pieces_without(g, node, size - 1, piece, queue), seen = 0;
  unsigned home = piece[node[size - 1]];
  unsigned char other[N] = { 0 };

  for (size_t i = 0; i < g->n; i++)      /* the nodes of its piece */
    other[i] = piece[i] == home && i != node[size - 1];
  ck_assert_uint_gt(with, 0);
  mg_pieces_without(g, node, size, piece, queue);
  for (size_t i = 0; i < g->n; i++) {
    size_t j = 0;

    while (j < i && !(other[j] && piece[j] == piece[i]))
      j++;
    seen += other[i] && j == i;
  }
  return seen > 1;
}

START_TEST(separators_are_those_that_part_the_graph)
{
  size_t wrong = 0;

  for (uint64_t seed = 0; seed < 6; seed++) {
    mgnn_problem *p = random_problem(seed, 0.09, 0);
    const mg_graph *g = &p->graph;
    mg_separators s;
    size_t count = 0;

    ck_assert_int_eq(mg_separators_find(&s, g, 2, 100000, NULL), MGNN_OK);
    for (unsigned a = 0; a < N; a++) {
      const unsigned one[] = { a };

      count += (size_t)parts_at_last(g, one, 1);
      for (unsigned b = a + 1; b < N; b++) {
        const unsigned two[] = { a, b };

        count += (size_t)parts_at_last(g, two, 2);
      }
    }
    for (size_t k = 0; k < s.sets.count; k++)
      wrong += !parts_at_last(g, s.sets.node + s.sets.first[k],
                              mg_node_sets_size(&s.sets, k));
    wrong += s.sets.count != count || !s.complete;
    mg_node_sets_free(&s.sets);
    mgnn_problem_free(p);
  }
  ck_assert_uint_eq(wrong, 0);
}
END_TEST

static mgnn_status
find_others(mg_realizations *r, const mgnn_problem *p, size_t dim,
            const double *x, size_t most)
{
  const mg_realize_options opt = { .seed = 1, .most = most, .tolerance = 1e-5 };

  return mg_realizations_find(r, p, dim, &opt, x, NULL);
}

/* All drawings meet the lengths, and no two are congruent. */
static void
drawings_check(const mgnn_problem *p, size_t dim, const mg_realizations *r)
{
  size_t size = p->graph.n * dim;

  for (size_t k = 0; k < r->count; k++) {
    mgnn_figures f;

    ck_assert_int_eq(mgnn_measure(p, dim, r->y + k * size, NULL, 0, &f, NULL),
                     MGNN_OK);
    ck_assert_double_le(f.max_relative_error, 1e-5);
    for (size_t a = 0; a < k; a++) {
      mgnn_comparison c;

      ck_assert_int_eq(mgnn_compare(p, dim, r->y + k * size, r->y + a * size,
                                    1e-4, &c, NULL), MGNN_OK);
      ck_assert_int_eq(c.equivalent, 1);
      ck_assert_int_eq(c.congruent, 0);
    }
  }
}

/* A strip of k simplices, each glued to the one before by a facet: every one
 * after the first can be on either side of it, 2^(k-1) drawings. */
START_TEST(a_strip_of_simplices_folds_at_every_facet)
{
  for (size_t dim = 1; dim <= 3; dim++)
    for (size_t k = 1; k <= 4; k++) {
      size_t n = dim + k, m = 0;
      mgnn_node ends[40];
      double x[7 * 3], length[20];
      mgnn_problem *p;
      mg_realizations r;

      ck_assert_int_eq(mg_random_normal(7 * k + dim, 1, n * dim, x, NULL),
                       MGNN_OK);
      for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n && j <= i + dim; j++, m++) {
          ends[2 * m] = i;
          ends[2 * m + 1] = j;
          length[m] = mg_distance(x + i * dim, x + j * dim, dim);
        }
      ck_assert_int_eq(mgnn_problem_new(&p, n, m, ends, length, NULL),
                       MGNN_OK);
      ck_assert_int_eq(find_others(&r, p, dim, x, 50),
                       MGNN_OK);
      ck_assert_uint_eq(r.count, (size_t)1 << (k - 1));
      drawings_check(p, dim, &r);
      mg_realizations_free(&r);
      mgnn_problem_free(p);
    }
}
END_TEST

/* The triangular prism has no two nodes to reflect through.  It has at most
 * 24 drawings up to orientation-preserving motion (Borcea and Streinu 2004),
 * 12 up to congruence; all points given has one. */
START_TEST(a_prism_has_other_drawings_and_a_complete_graph_has_none)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  0, 2,  3, 4,  4, 5,  3, 5,  0, 3,  1, 4,
                          2, 5 };
  double x[12], length[9];
  mgnn_problem *p;
  mg_realizations r;

  ck_assert_int_eq(mg_random_normal(1, 2, 12, x, NULL), MGNN_OK);
  for (size_t e = 0; e < 9; e++)
    length[e] = mg_distance(x + 2 * ends[2 * e], x + 2 * ends[2 * e + 1], 2);
  ck_assert_int_eq(mgnn_problem_new(&p, 6, 9, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(find_others(&r, p, 2, x, 50), MGNN_OK);
  ck_assert_uint_eq(r.separators, 0);
  ck_assert_uint_ge(r.count, 2);
  ck_assert_uint_le(r.count, 12);
  drawings_check(p, 2, &r);
  mg_realizations_free(&r);
  mgnn_problem_free(p);
  p = points_problem(6, 2, x);
  ck_assert_int_eq(find_others(&r, p, 2, x, 50), MGNN_OK);
  ck_assert_uint_eq(r.count, 1);
  mg_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

/* A square swings: as many as are wanted. */
START_TEST(a_flexible_graph_has_as_many_as_are_asked_for)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3,  3, 0 };
  const double x[] = { 0, 0,  1, 0,  1, 1,  0, 1 };
  mgnn_problem *p;
  mg_realizations r;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 4, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(find_others(&r, p, 2, x, 8), MGNN_OK);
  ck_assert_uint_eq(r.count, 8);
  drawings_check(p, 2, &r);
  mg_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

/* ---- memory ---- */

START_TEST(every_allocation_may_fail)
{
  mgnn_problem *p = random_problem(3, 0.4, 0), *star;
  double x[2 * N] = { 0 }, y[2 * N] = { 1 };
  mgnn_status status = MGNN_ENOMEM;

  ck_assert_int_eq(mgnn_problem_new(&star, 4, 6, k4_ends, star_length,
                                    NULL), MGNN_OK);
  for (long good = 0; status != MGNN_OK; good++) {
    mgnn_feasibility f, g;
    mgnn_distribution d;
    mgnn_comparison c;

    mg_fuse_set(good);
    status = mgnn_feasibility_find(p, 2, 1e-6, &f, NULL);
    if (status == MGNN_OK) {
      status = mgnn_feasibility_find(star, 2, 1e-6, &g, NULL);
      if (status == MGNN_OK)
        mgnn_feasibility_free(&g);
      mgnn_feasibility_free(&f);
    }
    if (status == MGNN_OK)
      status = mgnn_distribution_find(p, 2, x, 0, &d, NULL);
    if (status == MGNN_OK)
      status = mgnn_compare(p, 2, x, y, 0, &c, NULL);
    mg_fuse_set(-1);
    ck_assert(status == MGNN_OK || status == MGNN_ENOMEM);
  }
  mgnn_problem_free(p);
  mgnn_problem_free(star);
}
END_TEST

/* A triangle and a square that share a node. */
START_TEST(every_allocation_of_a_search_may_fail)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 0,  2, 3,  3, 4,  4, 5,  5, 2 };
  const double x[] = { 0, 0,  1, 0,  0, 1,  0, 2,  1, 2,  1, 1 };
  double length[7];
  mgnn_problem *p;
  mg_realizations r;
  mgnn_status status = MGNN_ENOMEM;

  for (size_t e = 0; e < 7; e++)
    length[e] = mg_distance(x + 2 * ends[2 * e], x + 2 * ends[2 * e + 1], 2);
  ck_assert_int_eq(mgnn_problem_new(&p, 6, 7, ends, length, NULL), MGNN_OK);
  for (long good = 0; status != MGNN_OK; good++) {
    mg_fuse_set(good);
    status = find_others(&r, p, 2, x, 3);
    mg_fuse_set(-1);
    ck_assert(status == MGNN_OK || status == MGNN_ENOMEM);
  }
  ck_assert_uint_eq(r.count, 3);
  mg_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(violations_are_the_edges_with_a_shorter_way_round),
    TEST(the_uniform_change_is_enough_and_the_least),
    TEST(shortening_removes_all_violations),
    TEST(a_triangle_of_1_1_3),
    TEST(rounding_is_no_violation),
    TEST(a_search_ends_with_its_budget),
    TEST(distances_of_points_tell_their_dimension),
    TEST(a_metric_need_not_be_euclidean),
    TEST(the_nearest_distances_are_a_projection),
    TEST(a_tetrahedron_does_not_lie_flat),
    TEST(nodes_at_length_0_count_as_one),
    TEST(groups_are_of_exact_lengths),
    TEST(lengths_within_the_tolerance_are_not_refused),
    TEST(nan_is_refused),
    TEST(a_tolerance_of_1_is_refused),
    TEST(errors_are_counted_by_size),
    TEST(the_best_scale_is_the_best),
    TEST(a_moved_drawing_is_the_same),
    TEST(a_folded_kite_is_equivalent_and_not_congruent),
    TEST(a_flat_drawing_is_not_mirrored),
    TEST(one_moved_node_is_noticed),
    TEST(empty_and_single_drawings_are_the_same),
    TEST(separators_are_those_that_part_the_graph),
    TEST(a_strip_of_simplices_folds_at_every_facet),
    TEST(a_prism_has_other_drawings_and_a_complete_graph_has_none),
    TEST(a_flexible_graph_has_as_many_as_are_asked_for),
    TEST(every_allocation_may_fail),
    TEST(every_allocation_of_a_search_may_fail)
  };

  return unit_run("inspect", tests, COUNT(tests), NULL);
}
