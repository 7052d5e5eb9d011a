/* The place of a node that most of its lengths agree on. */
#include "solve/robust.h"
#include "fuse.h"
#include "random_numbers.h"
#include "unit.h"

#include <math.h>

enum { NEAR = 9, WRONG = 3, NODES = NEAR + 1, MOST_DIM = 3 };

/* Node 0 and NEAR others, random in a cube; exact lengths between it and them but for
 * WRONG ones, which are twice as long. */
static void
star(mg_graph *g, size_t dim, uint64_t seed, double *y)
{
  unsigned *ends = mg_alloc(2 * NEAR, sizeof *ends);
  double length[NEAR];

  for (size_t k = 0; k < NODES * dim; k++)
    y[k] = random_unit(&seed);
  for (unsigned k = 0; k < NEAR; k++) {
    ends[2 * k] = 0;
    ends[2 * k + 1] = k + 1;
    length[k] = mg_distance(y, y + (k + 1) * dim, dim) * (k < WRONG ? 2 : 1);
  }
  ck_assert_int_eq(mg_graph_init(g, NODES, NEAR, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(g, length, length, NULL), MGNN_OK);
}

START_TEST(a_node_goes_where_most_lengths_agree)
{
  size_t dim = (size_t)_i + 2, moved;
  unsigned char mark[NODES] = { 1 }, none[NODES] = { 0 };
  unsigned char pin[NODES * MOST_DIM] = { 0 };
  double y[NODES * MOST_DIM], truth[NODES * MOST_DIM];
  mg_graph g;

  for (uint64_t seed = 1; seed < 20; seed++) {
    star(&g, dim, seed, truth);
    memcpy(y, truth, sizeof y);
    y[0] += 0.5;
    /* not what is not asked for, not what is pinned */
    pin[dim - 1] = 1;
    ck_assert_int_eq(mg_robust_places(&g, dim, pin, mark, 1e-4, y, &moved, NULL),
                     MGNN_OK);
    ck_assert_uint_eq(moved, 0);
    ck_assert_int_eq(mg_robust_places(&g, dim, NULL, none, 1e-4, y, &moved, NULL),
                     MGNN_OK);
    ck_assert_uint_eq(moved, 0);
    ck_assert_double_eq(y[0], truth[0] + 0.5);
    pin[dim - 1] = 0;
    ck_assert_int_eq(mg_robust_places(&g, dim, pin, mark, 1e-4, y, &moved, NULL),
                     MGNN_OK);
    ck_assert_uint_eq(moved, 1);
    ck_assert_double_le(mg_distance(y, truth, dim), 1e-6);
    ck_assert_mem_eq(y + dim, truth + dim, NEAR * dim * sizeof *y);
    /* and stays there: what is left over is WRONG times the most */
    memcpy(y, truth, sizeof y);
    ck_assert_int_eq(mg_robust_places(&g, dim, NULL, mark, 1e-4, y, &moved, NULL),
                     MGNN_OK);
    ck_assert_uint_eq(moved, 0);
    mg_graph_free(&g);
  }
}
END_TEST

START_TEST(allocation_failures_leave_nothing)
{
  unsigned char mark[NODES] = { 1 };
  double y[NODES * MOST_DIM];
  mg_graph g;
  size_t moved;

  star(&g, 2, 1, y);
  for (long good = 0;; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_robust_places(&g, 2, NULL, mark, 1e-4, y, &moved, NULL);
    if (fuse_held(status))
      break;
    ck_assert_uint_eq(moved, 0);
  }
  mg_graph_free(&g);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(a_node_goes_where_most_lengths_agree, 2),
    TEST(allocation_failures_leave_nothing)
  };

  return unit_run("robust_places", tests, COUNT(tests), NULL);
}
