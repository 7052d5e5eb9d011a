/* Components chosen by size, and the problem that is left of them. */
#include "base/subgraph.h"
#include "problem/components.h"
#include "unit.h"

#include <stdlib.h>

/* Nodes 0 and 9 are isolated; 1-2, 5-6; 3-4-7-8 is the largest. */
static const unsigned ends[] = { 1, 2, 3, 4, 4, 7, 5, 6, 7, 8, 8, 3 };
enum { NODES = 10, EDGES = 6 };
static const double length[EDGES] = { 1, 2, 3, 4, 5, 6 };

static mgnn_problem *
sample(void)
{
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, NODES, EDGES, ends, length, NULL),
                   MGNN_OK);
  return p;
}

START_TEST(components_are_chosen_by_size)
{
  static const struct {
    mg_selection what;
    size_t count, left, left_nodes;
    unsigned first;
  } row[] = {
    { { 1, 0 }, 4, 4, 6, 3 }, { { 2, 0 }, 2, 4, 8, 1 }, { { 3, 1 }, 2, 4, 8, 5 },
    { { 5, 0 }, 1, 4, 9, 9 }, { { 0, 1 }, 8, 2, 2, 1 }, { { 0, 0 }, 10, 0, 0, 0 }
  };
  mgnn_problem *p = sample();
  mgnn_error err;
  mg_selected s;

  for (size_t k = 0; k < COUNT(row); k++) {
    ck_assert_int_eq(mg_select_find(&s, &p->graph, &row[k].what, NULL), MGNN_OK);
    ck_assert_uint_eq(s.count, row[k].count);
    ck_assert_uint_eq(s.left_components, row[k].left);
    ck_assert_uint_eq(s.left_nodes, row[k].left_nodes);
    ck_assert_uint_eq(s.components, 5);
    ck_assert_uint_eq(s.node[0], row[k].first);
    for (size_t a = 1; a < s.count; a++)
      ck_assert_uint_gt(s.node[a], s.node[a - 1]);
    mg_selected_free(&s);
  }
  ck_assert_int_eq(mg_select_find(&s, &p->graph, &(mg_selection){ 6, 0 }, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "there are 5 components, so there is no component "
                   "6");
  mg_selected_free(&s);
  ck_assert_int_eq(mg_select_find(&s, &p->graph, &(mg_selection){ 5, 1 }, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "nothing is left to draw: all nodes are isolated");
  mg_selected_free(&s);
  mgnn_problem_free(p);
}
END_TEST

/* Edges keep their order, lengths, bounds and stiffnesses. */
START_TEST(edges_keep_what_they_have)
{
  static const double upper[EDGES] = { 11, 12, 13, 14, 15, 16 };
  static const double stiff[EDGES] = { 1, 2, 1, 2, 1, 3 };
  static const unsigned want[] = { 0, 1, 1, 2, 2, 3, 3, 0 };
  static const unsigned number[EDGES] = { MG_NOWHERE, 0, 1, MG_NOWHERE, 2, 3 };
  mgnn_problem *p = sample();
  unsigned edge[EDGES];
  mg_selected s;

  ck_assert_int_eq(mg_graph_lengths_set(&p->graph, length, upper, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_graph_stiffness_set(&p->graph, stiff, NULL), MGNN_OK);
  mg_graph_loops_set(&p->graph, 1);
  ck_assert_int_eq(mg_select_find(&s, &p->graph, &(mg_selection){ 1, 0 }, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_select_problem(&p, &s, edge, NULL), MGNN_OK);
  ck_assert_uint_eq(p->graph.n, 4);
  ck_assert_uint_eq(p->graph.m, 4);
  for (size_t k = 0; k < 8; k++)
    ck_assert_uint_eq(p->graph.ends[k], want[k]);
  for (size_t e = 0; e < EDGES; e++) {
    ck_assert_uint_eq(edge[e], number[e]);
    if (edge[e] != MG_NOWHERE) {
      ck_assert_double_eq(p->graph.target[edge[e]], length[e]);
      ck_assert_double_eq(p->graph.target_upper[edge[e]], upper[e]);
      ck_assert_double_eq(p->graph.stiffness[edge[e]], stiff[e]);
    }
  }
  ck_assert_double_eq(mg_degree(&p->graph, 3), 1 + 3 + 1);
  mg_selected_free(&s);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(components_are_chosen_by_size),
    TEST(edges_keep_what_they_have)
  };

  return unit_run("select", tests, COUNT(tests), NULL);
}
