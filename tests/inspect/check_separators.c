/* Sets of nodes that part a graph, against all sets of as many. */
#include "inspect/node_sets.h"
#include "problems.h"
#include "unit.h"

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

int
main(void)
{
  const unit_test tests[] = {
    TEST(separators_are_those_that_part_the_graph)
  };

  return unit_run("separators", tests, COUNT(tests), NULL);
}
