/* Triangle smoothing beside the inequalities applied to all triples until nothing
 * changes. */
#include "base/mem.h"
#include "base/random.h"
#include "base/threads.h"
#include "problem/smooth.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { N = 14, M = N * (N - 1) / 2 };

typedef struct {
  mg_graph graph;
  double lower[M], upper[M], x[2 * N];
} bounded;

static void
graph_make(bounded *b, size_t n, size_t m, const unsigned *ends)
{
  unsigned *own = mg_alloc(m, 2 * sizeof *own);

  ck_assert_ptr_nonnull(own);
  memcpy(own, ends, 2 * m * sizeof *own);
  ck_assert_int_eq(mg_graph_init(&b->graph, n, m, own, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&b->graph, b->lower, b->upper, NULL),
                   MGNN_OK);
}

/* Bounds around the distances of random points: some exact, some without an upper
 * bound, some wide. */
static void
bounded_init(bounded *b, unsigned long seed)
{
  uint64_t stream = mg_random_stream(seed, 1);
  unsigned ends[2 * M];
  size_t m = 0;

  for (size_t k = 0; k < 2 * N; k++)
    b->x[k] = mg_random_deviate(&stream);
  for (unsigned i = 0; i < N; i++)
    for (unsigned j = i + 1; j < N; j++) {
      double r = mg_distance(b->x + 2 * i, b->x + 2 * j, 2);
      size_t kind = mg_random_below(&stream, 6);

      if (j > i + 1 && kind > 3)
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      b->lower[m] = kind == 0 ? r : r * (1 - mg_random_uniform(&stream));
      b->upper[m] = kind == 0 ? r : kind == 1 ? INFINITY
                                  : r * (1 + mg_random_uniform(&stream));
      m++;
    }
  graph_make(b, N, m, ends);
}

/* All triples, until nothing changes. */
static void
close_all(const bounded *b, double low[N][N], double high[N][N])
{
  const mg_graph *g = &b->graph;
  int changed = 1;

  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < N; j++) {
      low[i][j] = 0;
      high[i][j] = i == j ? 0 : INFINITY;
    }
  for (size_t e = 0; e < g->m; e++) {
    unsigned i = g->ends[2 * e], j = g->ends[2 * e + 1];

    low[i][j] = low[j][i] = b->lower[e];
    high[i][j] = high[j][i] = b->upper[e];
  }
  while (changed) {
    changed = 0;
    for (size_t i = 0; i < N; i++)
      for (size_t j = 0; j < N; j++)
        for (size_t k = 0; k < N; k++) {
          double up = high[i][k] + high[k][j], down = low[i][k] - high[k][j];

          changed |= up < high[i][j] - 1e-14 || down > low[i][j] + 1e-14;
          high[i][j] = high[j][i] = fmin(high[i][j], up);
          low[i][j] = low[j][i] = fmax(low[i][j], down);
        }
  }
}

START_TEST(bounds_are_those_of_all_triples)
{
  double low[N][N], high[N][N];
  bounded b;
  mg_bound_smoothing s;
  size_t lower = 0, upper = 0;

  bounded_init(&b, (unsigned long)_i + 1);
  close_all(&b, low, high);
  mg_threads_set(1 + _i % 3);
  ck_assert_int_eq(mg_smooth(&b.graph, 1e-5, &s, NULL), MGNN_OK);
  for (size_t e = 0; e < b.graph.m; e++) {
    unsigned i = b.graph.ends[2 * e], j = b.graph.ends[2 * e + 1];
    double r = mg_distance(b.x + 2 * i, b.x + 2 * j, 2);

    if (b.lower[e] == b.upper[e]) {    /* a length stays as it is */
      ck_assert(b.graph.target[e] == b.lower[e]);
      ck_assert(b.graph.target_upper[e] == b.lower[e]);
      continue;
    }
    ck_assert_double_eq_tol(b.graph.target[e], low[i][j], 1e-8);
    ck_assert_double_eq_tol(b.graph.target_upper[e], high[i][j], 1e-8);
    ck_assert_double_le(b.graph.target[e], r + 1e-9);  /* the points still fit */
    ck_assert_double_ge(b.graph.target_upper[e], r - 1e-9);
    lower += low[i][j] > b.lower[e] * (1 + 1e-9);
    upper += high[i][j] < b.upper[e] * (1 - 1e-9);
  }
  ck_assert_uint_eq(s.lower, lower);
  ck_assert_uint_eq(s.upper, upper);
  ck_assert_uint_gt(lower + upper, 0);
  ck_assert_uint_eq(s.contradicted, 0);
  mg_threads_set(0);
  mg_smoothing_free(&s);
  mg_graph_free(&b.graph);
}
END_TEST

/* A triangle with sides 1..2, 1..2 and at least 5. */
START_TEST(a_contradiction_has_a_path)
{
  const unsigned ends[] = { 0, 1, 1, 2, 0, 2 };
  bounded b = { .lower = { 1, 1, 5 }, .upper = { 2, 2, 9 } };
  mg_bound_smoothing s;

  graph_make(&b, 3, 3, ends);
  ck_assert_int_eq(mg_smooth(&b.graph, 1e-5, &s, NULL), MGNN_OK);
  ck_assert_uint_eq(s.contradicted, 1);
  ck_assert_double_eq(s.asked, 5);
  ck_assert_double_eq(s.path_length, 4);
  ck_assert_uint_eq(s.path_nodes, 3);
  ck_assert_uint_eq(s.path[0], 0);
  ck_assert_uint_eq(s.path[1], 1);
  ck_assert_uint_eq(s.path[2], 2);
  ck_assert(b.graph.target[2] == 5 && b.graph.target_upper[2] == 9);
  mg_smoothing_free(&s);
  mg_graph_free(&b.graph);
}
END_TEST

/* Within the tolerance it is none, as for every other witness. */
START_TEST(rounding_is_no_contradiction)
{
  const unsigned ends[] = { 0, 1, 1, 2, 0, 2 };
  bounded b = { .lower = { 1, 1, 4.00001 }, .upper = { 2, 2, 9 } };
  mg_bound_smoothing s;

  graph_make(&b, 3, 3, ends);
  ck_assert_int_eq(mg_smooth(&b.graph, 1e-5, &s, NULL), MGNN_OK);
  ck_assert_uint_eq(s.contradicted, 0);
  mg_smoothing_free(&s);
  ck_assert_int_eq(mg_smooth(&b.graph, 1e-7, &s, NULL), MGNN_OK);
  ck_assert_uint_eq(s.contradicted, 1);
  mg_smoothing_free(&s);
  mg_graph_free(&b.graph);
}
END_TEST

/* The path over the loose edge would be shorter. */
START_TEST(stiffness_0_bounds_nothing)
{
  const unsigned ends[] = { 0, 1, 1, 2, 0, 2 };
  const double stiffness[] = { 1, 0, 1 };
  bounded b = { .lower = { 1, 1, 1 }, .upper = { 2, 2, 9 } };
  mg_bound_smoothing s;

  graph_make(&b, 3, 3, ends);
  ck_assert_int_eq(mg_graph_stiffness_set(&b.graph, stiffness, NULL), MGNN_OK);
  ck_assert_int_eq(mg_smooth(&b.graph, 1e-5, &s, NULL), MGNN_OK);
  ck_assert_uint_eq(s.intervals, 2);
  ck_assert_uint_eq(s.upper, 0);
  ck_assert(b.graph.target_upper[2] == 9);
  ck_assert_int_eq(mg_graph_stiffness_set(&b.graph, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_smooth(&b.graph, 1e-5, &s, NULL), MGNN_OK);
  ck_assert_uint_eq(s.upper, 1);
  ck_assert(b.graph.target_upper[2] == 4);
  mg_smoothing_free(&s);
  mg_graph_free(&b.graph);
}
END_TEST

START_TEST(allocations_may_fail)
{
  bounded b;
  mg_bound_smoothing s;
  mgnn_status status = MGNN_ENOMEM;

  bounded_init(&b, 3);
  mg_threads_set(1);
  for (long good = 0; status != MGNN_OK; good++) {
    mg_fuse_set(good);
    status = mg_smooth(&b.graph, 1e-5, &s, NULL);
    ck_assert_int_eq(status == MGNN_OK, !mg_fuse_blown());
    mg_fuse_set(-1);
    if (status != MGNN_OK)
      ck_assert(memcmp(b.graph.target, b.lower,
                       b.graph.m * sizeof *b.lower) == 0);
  }
  mg_threads_set(0);
  mg_smoothing_free(&s);
  mg_graph_free(&b.graph);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(bounds_are_those_of_all_triples, 30),
    TEST(a_contradiction_has_a_path),
    TEST(rounding_is_no_contradiction),
    TEST(stiffness_0_bounds_nothing),
    TEST(allocations_may_fail)
  };

  return unit_run("smooth", tests, COUNT(tests), NULL);
}
