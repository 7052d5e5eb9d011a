/* Shortest paths against Floyd and Warshall. */
#include "base/mem.h"
#include "problem/paths.h"
#include "random_graph.h"

#include <math.h>
#include <stdlib.h>

/* Floyd and Warshall's three loops, the second computation. */
static void
floyd(double d[N][N])
{
  for (size_t k = 0; k < N; k++)
    for (size_t i = 0; i < N; i++)
      for (size_t j = 0; j < N; j++)
        d[i][j] = fmin(d[i][j], d[i][k] + d[k][j]);
}

START_TEST(paths_are_shortest)
{
  for (unsigned seed = 1; seed <= 10; seed++) {
    double d[N][N];
    mgnn_problem *p = random_problem(seed, seed % 2 == 0, d);
    mg_paths paths;

    floyd(d);
    ck_assert_int_eq(mg_paths_init(&paths, &p->graph, NULL), MGNN_OK);
    for (size_t i = 0; i < N; i++) {
      mg_paths_from(&paths, i, N);
      for (size_t j = 0; j < N; j++)
        ck_assert(paths.distance[j] == d[i][j]);
    }
    mg_paths_free(&paths);
    mgnn_problem_free(p);
  }
}
END_TEST

/* To the last bit, whatever was searched before: lengths that are not whole,
 * and with one so long that buckets are of no use. */
START_TEST(a_search_for_all_gives_the_same_distances)
{
  for (unsigned seed = 1; seed <= 8; seed++) {
    double d[N][N], lower[N * N / 2], want[N];
    mgnn_problem *p = random_problem(seed, 0, d);
    unsigned state = seed;
    mg_paths paths;

    for (size_t e = 0; e < p->graph.m; e++)
      lower[e] = e == 0 && seed > 4 ? 1e5 : 3 * random_unit32(&state);
    ck_assert_int_eq(mg_graph_lengths_set(&p->graph, lower, NULL, NULL),
                     MGNN_OK);
    ck_assert_int_eq(mg_paths_init(&paths, &p->graph, NULL), MGNN_OK);
    ck_assert_int_eq(paths.first == NULL, seed > 4);
    for (size_t i = 0; i < N; i++) {
      size_t count;

      mg_paths_from(&paths, i, N);
      memcpy(want, paths.distance, sizeof want);
      count = paths.reached_count;
      mg_paths_from(&paths, (i + 3) % N, 5);
      mg_paths_all(&paths, i);
      ck_assert_mem_eq(paths.distance, want, sizeof want);
      ck_assert_uint_eq(paths.reached_count, count);
    }
    mg_paths_free(&paths);
    mgnn_problem_free(p);
  }
}
END_TEST

START_TEST(a_short_search_finds_the_nearest_and_leaves_no_trace)
{
  double d[N][N];
  mgnn_problem *p = random_problem(3, 0, d);
  mg_paths paths;
  double far = 0;

  floyd(d);
  ck_assert_int_eq(mg_paths_init(&paths, &p->graph, NULL), MGNN_OK);
  for (size_t i = 0; i < N; i++) {
    mg_paths_from(&paths, i, 7);
    ck_assert_uint_le(paths.reached_count, 7);
    far = 0;
    for (size_t k = 0; k < paths.reached_count; k++) {
      ck_assert(paths.distance[paths.reached[k]] == d[i][paths.reached[k]]);
      far = fmax(far, d[i][paths.reached[k]]);
    }
    for (size_t j = 0; j < N; j++)       /* none nearer was left out */
      ck_assert(!isinf(paths.distance[j]) || d[i][j] >= far);
  }
  mg_paths_free(&paths);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(paths_are_shortest),
    TEST(a_search_for_all_gives_the_same_distances),
    TEST(a_short_search_finds_the_nearest_and_leaves_no_trace)
  };

  return unit_run("paths", tests, COUNT(tests), NULL);
}
