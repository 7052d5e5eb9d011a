/* Arcs of circles beside samples of them, and branch and prune with them. */
#include "base/mem.h"
#include "base/random.h"
#include "solve/branch/arc_search.h"
#include "solve/branch/arcs.h"
#include "solve/descent/length_error.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { N_MOST = 60, M_MOST = 400, SAMPLES = 3600 };

static const mg_run_control plain = { .seed = 1, .threads = 1,
                                      .tolerance = 1e-6 };

/* ---- arcs ---- */

static int
holds(const mg_arcs *a, double t, double margin)
{
  for (size_t k = 0; k < a->count; k++)
    if (t >= a->from[k] - margin && t <= a->to[k] + margin)
      return 1;
  return 0;
}

static void
random_circle(mg_circle *c, size_t dim, uint64_t *stream)
{
  double point[6], far[2];

  for (size_t k = 0; k < 6; k++)
    point[k] = mg_random_deviate(stream);
  far[0] = far[1] = 2 + mg_random_uniform(stream);
  far[1] += 0.2;
  ck_assert_int_eq(mg_circle_find(c, dim, point, far), 1);
  for (double t = 0; t < 6; t += 1) {  /* it is that far from the points */
    double at[3];

    mg_circle_at(c, dim, t, at);
    for (size_t k = 0; k + 1 < dim; k++)
      ck_assert_double_eq_tol(mg_distance(at, point + k * dim, dim), far[k],
                              1e-12);
  }
}

START_TEST(arcs_hold_the_angles_within_all_bounds)
{
  uint64_t stream = mg_random_stream(7, (size_t)_i);
  size_t dim = 2 + (size_t)_i % 2, inside = 0;
  double point[4][3], low[4], high[4];
  mg_circle c;
  mg_arcs arcs;

  random_circle(&c, dim, &stream);
  mg_arcs_all(&arcs);
  for (size_t k = 0; k < 4; k++) {
    for (size_t a = 0; a < 3; a++)
      point[k][a] = 2 * mg_random_deviate(&stream);
    low[k] = k == 3 ? 0 : 2 * mg_random_uniform(&stream);
    high[k] = low[k] + 4 * mg_random_uniform(&stream);
    mg_arcs_cut(&arcs, &c, dim, point[k], low[k], high[k]);
  }
  for (size_t s = 0; s < SAMPLES; s++) {
    double t = 6.283185307179586 * (double)s / SAMPLES, at[3];
    int near = 0, in = 1;

    mg_circle_at(&c, dim, t, at);
    for (size_t k = 0; k < 4; k++) {
      double r = mg_distance(at, point[k], dim);

      near |= fabs(r - low[k]) < 1e-9 || fabs(r - high[k]) < 1e-9;
      in &= r >= low[k] && r <= high[k];
    }
    inside += (size_t)in;
    if (!near)
      ck_assert_int_eq(holds(&arcs, t, 0), in);
  }
  for (size_t k = 1; k < arcs.count; k++)
    ck_assert_double_gt(arcs.from[k], arcs.to[k - 1]);
  if (arcs.count == 0)
    ck_assert_uint_eq(inside, 0);
}
END_TEST

START_TEST(an_arc_through_zero_is_joined)
{
  mg_circle c = { .u = { 1, 0 }, .v = { 0, 1 }, .radius = 1 };
  const double right[2] = { 2, 0 };
  mg_arcs arcs;

  mg_arcs_all(&arcs);          /* |t| <= 60 degrees: 5 - 4 cos t <= 3 */
  mg_arcs_cut(&arcs, &c, 2, right, 0, sqrt(3));
  ck_assert_uint_eq(arcs.count, 2);
  mg_arcs_join(&arcs);
  ck_assert_uint_eq(arcs.count, 1);
  ck_assert_double_eq_tol(arcs.to[0] - arcs.from[0], acos(-1) * 2 / 3, 1e-12);
}
END_TEST

/* ---- searches ---- */

/* A chain: a node is joined to those up to dim before it, by exact lengths but to
 * the farthest, whose length is an interval; contacts are intervals. */
typedef struct {
  size_t n, m, dim;
  unsigned ends[2 * M_MOST];
  double lower[M_MOST], upper[M_MOST], x[N_MOST * 3];
  mg_graph graph;
} chain;

static void
edge_add(chain *c, size_t i, size_t j, double width)
{
  double r = mg_distance(c->x + i * c->dim, c->x + j * c->dim, c->dim);

  c->ends[2 * c->m] = (unsigned)i;
  c->ends[2 * c->m + 1] = (unsigned)j;
  c->lower[c->m] = r * (1 - width);
  c->upper[c->m++] = r * (1 + width);
}

static void
chain_init(chain *c, size_t n, size_t dim, unsigned long seed)
{
  uint64_t stream = mg_random_stream(seed, dim);
  unsigned *own;

  *c = (chain){ .n = n, .dim = dim };
  for (size_t k = dim; k < n * dim; k++)
    c->x[k] = c->x[k - dim] + mg_random_deviate(&stream);
  for (size_t j = 1; j < n; j++)
    for (size_t i = j > dim + 2 ? j - dim - 2 : 0; i < j; i++)
      if (j - i < dim || j < dim || mg_random_below(&stream, 2) == 0
          || j - i == dim)
        edge_add(c, i, j, j - i < dim || j < dim ? 0 : 0.02);
  for (size_t k = 0; k < n / 2; k++)
    edge_add(c, k, n - 1 - k > k + dim + 2 ? n - 1 - k : k, 0.05);
  for (size_t e = 0; e < c->m; e++)    /* those that would be loops */
    if (c->ends[2 * e] == c->ends[2 * e + 1]) {
      c->m = e;
      break;
    }
  ck_assert_ptr_nonnull(own = mg_alloc(c->m, 2 * sizeof *own));
  memcpy(own, c->ends, 2 * c->m * sizeof *own);
  ck_assert_int_eq(mg_graph_init(&c->graph, n, c->m, own, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&c->graph, c->lower, c->upper, NULL),
                   MGNN_OK);
}

START_TEST(an_order_has_references_for_all_nodes)
{
  chain c;
  mg_arc_order order;
  unsigned seen[N_MOST] = { 0 };

  chain_init(&c, 40, 2 + (size_t)_i % 2, (unsigned long)_i);
  ck_assert_int_eq(mg_arc_order_find(&order, &c.graph, c.dim, NULL, NULL),
                   MGNN_OK);
  ck_assert_ptr_nonnull(order.order);
  ck_assert_uint_eq(order.weak, 0);
  for (unsigned k = 0; k < c.n; k++) {
    unsigned i = order.order[k];
    size_t exact = 0, all = 0;

    ck_assert_uint_eq(order.rank[i], k);
    ck_assert_uint_eq(seen[i]++, 0);
    for (size_t e = c.graph.row[i]; e < c.graph.row[i + 1]; e++)
      if (order.rank[c.graph.to[e]] < k) {
        exact += c.graph.upper[e] == c.graph.length[e];
        all++;
      }
    ck_assert_uint_ge(exact, k < c.dim ? k : c.dim - 1);
    ck_assert_uint_ge(all, k < c.dim ? k : c.dim);
  }
  mg_arc_order_free(&order);
  mg_graph_free(&c.graph);
}
END_TEST

START_TEST(chains_of_intervals_come_out)
{
  mg_arc_options opt = { .work = 1e8, .good = 5e-3 };
  mg_arc_result result;
  double y[N_MOST * 3];
  chain c;

  chain_init(&c, 40, 2 + (size_t)_i % 2, (unsigned long)_i);
  ck_assert_int_eq(mg_arc_search(&(mg_task){ &c.graph, c.dim, NULL, &plain, NULL },
                                 NULL, &opt, y, &result, NULL), MGNN_OK);
  ck_assert_int_eq(result.ordered, 1);
  ck_assert_uint_eq(result.placed, c.n);
  ck_assert_double_lt(mg_length_error_most(&c.graph, c.dim, y), 5e-3);
  mg_graph_free(&c.graph);
}
END_TEST

/* Without work no node is moved again, and the first that does not fit is the end;
 * the rest gets places all the same. */
START_TEST(a_search_without_work_places_all_it_can)
{
  mg_arc_options opt = { .work = 0, .good = 1e-7 };
  mg_arc_result result;
  double y[N_MOST * 3];
  chain c;

  chain_init(&c, 40, 3, 3);
  for (size_t k = 0; k < N_MOST * 3; k++)
    y[k] = NAN;
  ck_assert_int_eq(mg_arc_search(&(mg_task){ &c.graph, 3, NULL, &plain, NULL },
                                 NULL, &opt, y, &result, NULL), MGNN_OK);
  ck_assert_uint_ge(result.placed, 3);
  ck_assert_uint_lt(result.placed, c.n);
  for (size_t k = 0; k < c.n * 3; k++)
    ck_assert(isfinite(y[k]));
  mg_graph_free(&c.graph);
}
END_TEST

START_TEST(without_an_order_nothing_is_done)
{
  mg_arc_options opt = { .work = 1e8, .good = 5e-3 };
  mg_arc_result result;
  double y[N_MOST * 3];
  chain c;

  chain_init(&c, 40, 2, 1);    /* in space it has one exact length too few */
  ck_assert_int_eq(mg_arc_search(&(mg_task){ &c.graph, 3, NULL, &plain, NULL },
                                 NULL, &opt, y, &result, NULL), MGNN_OK);
  ck_assert_int_eq(result.ordered, 0);
  ck_assert_int_eq(mg_arc_search(&(mg_task){ &c.graph, 4, NULL, &plain, NULL },
                                 NULL, &opt, y, &result, NULL), MGNN_OK);
  ck_assert_int_eq(result.ordered, 0);
  mg_graph_free(&c.graph);
}
END_TEST

START_TEST(allocations_may_fail)
{
  mg_arc_options opt = { .work = 1e8, .good = 5e-3 };
  mg_arc_result result;
  double y[N_MOST * 3];
  chain c;
  mgnn_status status = MGNN_ENOMEM;

  chain_init(&c, 12, 3, 2);
  for (long good = 0; status != MGNN_OK; good++) {
    mg_fuse_set(good);
    status = mg_arc_search(&(mg_task){ &c.graph, 3, NULL, &plain, NULL }, NULL,
                           &opt, y, &result, NULL);
    ck_assert_int_eq(status == MGNN_OK, !mg_fuse_blown());
    mg_fuse_set(-1);
  }
  mg_graph_free(&c.graph);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(arcs_hold_the_angles_within_all_bounds, 40),
    TEST(an_arc_through_zero_is_joined),
    TEST_EACH(an_order_has_references_for_all_nodes, 6),
    TEST_EACH(chains_of_intervals_come_out, 12),
    TEST(a_search_without_work_places_all_it_can),
    TEST(without_an_order_nothing_is_done),
    TEST(allocations_may_fail)
  };

  return unit_run("arcs", tests, COUNT(tests), NULL);
}
