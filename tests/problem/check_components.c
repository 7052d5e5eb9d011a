/* Connected components, in the order of their first nodes. */
#include "base/mem.h"
#include "problem/components.h"
#include "problem/problem.h"
#include "unit.h"

START_TEST(components_are_found)
{
  static const mgnn_node ends[] = { 5, 1,  1, 2,  4, 6 };
  static const unsigned node[] = { 0, 1, 2, 5, 3, 4, 6 };
  static const size_t first[] = { 0, 1, 4, 5, 7 };
  mgnn_problem *p;
  mg_components c;

  ck_assert_int_eq(mgnn_problem_new(&p, 7, 3, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_components_find(&c, &p->graph, NULL), MGNN_OK);
  ck_assert_uint_eq(c.count, 4);
  ck_assert_int_eq(memcmp(c.node, node, sizeof node), 0);
  ck_assert_int_eq(memcmp(c.first, first, sizeof first), 0);
  mg_components_free(&c);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(components_are_found)
  };

  return unit_run("components", tests, COUNT(tests), NULL);
}
