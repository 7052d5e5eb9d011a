/* Edges that are longer than a path between their ends, and what change of the
 * lengths would mend that. */
#include "inspect/violations.h"
#include "problems.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* Floyd and Warshall on the upper bounds, one edge left out. */
static double
path_length_without(const mg_graph *g, size_t without)
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

/* Whether a path is one: along edges, from end to end, of its length. */
static int
path_is_right(const mg_graph *g, const mgnn_violation *v)
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

START_TEST(violations_are_the_edges_with_a_shorter_path)
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
    ck_assert_int_eq(mg_violations_find(&v, g, 0, 1e9, near[seed % 3], NULL),
                     MGNN_OK);
    wrong += v.checked != g->m;
    for (size_t e = 0; e < g->m; e++) {
      double path = path_length_without(g, e);
      size_t k = 0;

      while (k < v.count && v.item[k].edge != e)
        k++;
      wrong += (k < v.count) != (path < g->target[e]);
      if (k < v.count)
        wrong += v.item[k].path_length != path
                 || v.item[k].length != g->target[e]
                 || !path_is_right(g, &v.item[k]);
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

/* Lengths within t of these: all times 1 + t, but none longer than its path
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
      double was = p->graph.target[e], path = path_length_without(&p->graph, e);

      length[e] = (1 + t) * fmin(was, path);
      wrong += length[e] < (1 - t) * was * (1 - 1e-12);
      least = fmax(least, (was - path) / (was + path));
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

/* Shortening these edges to their paths is enough; and no edge may stay longer
 * than its path, since the path can only get shorter. */
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
  const double length[] = { 1, 1, 3 };
  const unsigned path[] = { 2, 1, 0 };
  mgnn_problem *p;
  mgnn_violations v;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, triangle_ends, length, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_violations_find(p, &v, NULL), MGNN_OK);
  ck_assert_uint_eq(v.count, 1);
  ck_assert_uint_eq(v.item[0].edge, 2);
  ck_assert_uint_eq(v.item[0].nodes, 3);
  ck_assert_mem_eq(v.item[0].path, path, sizeof path);
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
  const double flat[] = { 0.1, 0.2, 0.1 + 0.2 + 1e-16 };
  const double more[] = { 0.1, 0.2, 0.3000000001 };
  mgnn_problem *p;
  mgnn_violations v;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, triangle_ends, flat, NULL),
                   MGNN_OK);
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
  ck_assert_int_eq(mg_violations_find(&v, &p->graph, 0, 1,
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

int
main(void)
{
  const unit_test tests[] = {
    TEST(violations_are_the_edges_with_a_shorter_path),
    TEST(the_uniform_change_is_enough_and_the_least),
    TEST(shortening_removes_all_violations),
    TEST(a_triangle_of_1_1_3),
    TEST(rounding_is_no_violation),
    TEST(a_search_ends_with_its_budget)
  };

  return unit_run("violations", tests, COUNT(tests), NULL);
}
