/* Subgraphs keep what their edges have. */
#include "base/mem.h"
#include "base/subgraph.h"
#include "problem/problem.h"
#include "small_graphs.h"
#include "unit.h"

START_TEST(a_subgraph_keeps_what_its_edges_have)
{
  static const double lower[] = { 1, 2, 3, 4, 5 }, upper[] = { 6, 7, 8, 9, 10 };
  static const double stiff[] = { 1, 2, 3, 4, 5 };
  static const unsigned nodes[] = { 2, 0, 3 };
  unsigned map[4] = { MG_NOWHERE, MG_NOWHERE, MG_NOWHERE, MG_NOWHERE };
  double sums[3] = { 0, 0, 0 };
  mgnn_problem *p;
  mg_subgraph s;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 5, kite_ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_stiffness_set(p, stiff, NULL), MGNN_OK);
  ck_assert_int_eq(mg_subgraph_init(&s, &p->graph, nodes, 3, map, NULL, NULL),
                   MGNN_OK);
  ck_assert_uint_eq(s.graph.n, 3);
  ck_assert_uint_eq(s.graph.m, 3);               /* 2-3, 3-0, 0-2 */
  for (size_t e = 0; e < 3; e++) {
    sums[0] += s.graph.target[e];
    sums[1] += s.graph.target_upper[e];
    sums[2] += s.graph.stiffness[e];
    ck_assert_double_eq(s.graph.target[e] + 5, s.graph.target_upper[e]);
    ck_assert_double_eq(s.graph.target[e], s.graph.stiffness[e]);
  }
  ck_assert_double_eq(sums[0], 12);
  ck_assert_double_eq(sums[1], 27);
  for (size_t i = 0; i < 4; i++)
    ck_assert_uint_eq(map[i], MG_NOWHERE);
  mg_subgraph_free(&s);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(extra_edges_join_a_subgraph)
{
  static const unsigned nodes[] = { 0, 1, 2 }, extra[] = { 0, 2 };
  static const double length[] = { 7 };
  const mg_extra_edges more = { extra, length, 1 };
  unsigned map[3] = { MG_NOWHERE, MG_NOWHERE, MG_NOWHERE };
  mgnn_problem *p;
  mg_subgraph s;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 2, path_ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_subgraph_init(&s, &p->graph, nodes, 3, map, &more, NULL),
                   MGNN_OK);
  ck_assert_uint_eq(s.graph.m, 3);
  ck_assert(s.graph.ends[4] == 0 && s.graph.ends[5] == 2);
  ck_assert_double_eq(s.graph.target[2], 7);
  ck_assert_double_eq(s.graph.target[0], 1);
  mg_subgraph_free(&s);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_subgraph_keeps_what_its_edges_have),
    TEST(extra_edges_join_a_subgraph)
  };

  return unit_run("subgraph", tests, COUNT(tests), NULL);
}
