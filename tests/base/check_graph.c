/* Compressed rows: what is kept of the edges, what is refused, lengths and
 * degrees. */
#include "base/graph.h"
#include "base/mem.h"
#include "unit.h"

#include <math.h>
#include <stdint.h>

/* A generator of the tests' own: what they draw must not change when the
 * library's does. */
static uint64_t
draw(uint64_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* A copy of the ends on the heap, which mg_graph_init takes over. */
static unsigned *
heap_ends(const unsigned *ends, size_t m)
{
  unsigned *copy = mg_alloc(m, 2 * sizeof *copy);

  ck_assert_ptr_nonnull(copy);
  if (m > 0)
    memcpy(copy, ends, 2 * m * sizeof *copy);
  return copy;
}

/* A path 0-1-2-3 with the chord 3-1, and node 4 alone. */
static const unsigned small[] = { 0, 1,  2, 1,  2, 3,  3, 1 };

enum { SMALL_N = 5, SMALL_M = 4 };

static void
small_graph(mg_graph *g)
{
  ck_assert_int_eq(mg_graph_init(g, SMALL_N, SMALL_M,
                                 heap_ends(small, SMALL_M), NULL), MGNN_OK);
}

/* Row i holds exactly the edges at i, in their order; looked up edge by edge. */
START_TEST(rows_hold_each_edge_at_both_ends_in_order)
{
  enum { N = 60, M = 400 };
  unsigned ends[2 * M];
  static char taken[N][N];
  uint64_t state = 99;
  size_t m = 0;
  mg_graph g;

  while (m < M) {
    unsigned a = (unsigned)(draw(&state) % (N - 1)),
             b = (unsigned)(draw(&state) % (N - 1));

    if (a == b || taken[a][b])
      continue;
    taken[a][b] = taken[b][a] = 1;
    ends[2 * m] = a;
    ends[2 * m++ + 1] = b;
  }
  ck_assert_int_eq(mg_graph_init(&g, N, M, heap_ends(ends, M), NULL), MGNN_OK);
  for (unsigned i = 0; i < N; i++) {
    size_t k = g.row[i];

    for (size_t e = 0; e < M; e++)
      for (int side = 0; side < 2; side++)
        if (ends[2 * e + (size_t)side] == i)
          ck_assert_uint_eq(g.to[k++], ends[2 * e + 1 - (size_t)side]);
    ck_assert_uint_eq(k, g.row[i + 1]);
    ck_assert(mg_degree(&g, i) == (double)(g.row[i + 1] - g.row[i]));
    ck_assert(mg_root(&g, i) == (g.row[i + 1] > g.row[i]
                                  ? sqrt((double)(g.row[i + 1] - g.row[i])) : 1));
  }
  ck_assert_uint_eq(g.row[N], 2 * M);
  mg_graph_free(&g);
}
END_TEST

/* Enough edges for threads to share them: every row still has its edges in
 * their order, and both slots of an edge its length. */
START_TEST(rows_of_many_edges_are_in_order_too)
{
  enum { N = 1000, REACH = 70, M = N * REACH };
  unsigned *ends = mg_alloc(M, 2 * sizeof *ends);
  double *length = mg_alloc(M, sizeof *length);
  size_t *cursor = mg_alloc(N, sizeof *cursor);
  uint64_t state = 7;
  size_t wrong = 0;
  mg_graph g;

  ck_assert(ends != NULL && length != NULL && cursor != NULL);
  for (size_t e = 0; e < M; e++) {
    unsigned a = (unsigned)(e * 331 % N), b = (a + 1 + (unsigned)(e / N)) % N;
    int turned = (int)(draw(&state) % 2);

    ends[2 * e] = turned ? a : b;
    ends[2 * e + 1] = turned ? b : a;
    length[e] = (double)e;
  }
  ck_assert_int_eq(mg_graph_init(&g, N, M, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&g, length, NULL, NULL), MGNN_OK);
  memcpy(cursor, g.row, N * sizeof *cursor);
  for (size_t k = 0; k < 2 * M; k++) {
    wrong += g.to[cursor[ends[k]]] != ends[k ^ 1];
    wrong += g.length[cursor[ends[k]]++] != length[k / 2];
  }
  for (size_t i = 0; i < N; i++)
    wrong += cursor[i] != g.row[i + 1];
  ck_assert_uint_eq(wrong, 0);
  mg_graph_free(&g);
  mg_free(length);
  mg_free(cursor);
}
END_TEST

/* A lean graph has the same rows and degrees, and keeps nothing per slot. */
START_TEST(a_lean_graph_has_all_but_the_slots)
{
  static const double stiff[] = { 0.5, 2, 0, 4 };
  double *lower = mg_alloc(SMALL_M, sizeof *lower);
  double *upper = mg_alloc(SMALL_M, sizeof *upper);
  mg_graph g, full;

  ck_assert(lower != NULL && upper != NULL);
  small_graph(&full);
  ck_assert_int_eq(mg_graph_make(&g, SMALL_N, SMALL_M,
                                 heap_ends(small, SMALL_M),
                                 MG_GRAPH_CHECKED | MG_GRAPH_LEAN
                                 | MG_GRAPH_UNMEASURED, NULL), MGNN_OK);
  ck_assert_mem_eq(g.row, full.row, (SMALL_N + 1) * sizeof *g.row);
  ck_assert_mem_eq(g.to, full.to, 2 * SMALL_M * sizeof *g.to);
  ck_assert_ptr_null(g.target);
  for (size_t e = 0; e < SMALL_M; e++) {
    lower[e] = (double)e;
    upper[e] = (double)e + 1;
  }
  ck_assert_int_eq(mg_graph_lengths_take(&g, lower, upper, NULL), MGNN_OK);
  ck_assert(g.target == lower && g.target_upper == upper);
  ck_assert_int_eq(mg_graph_stiffness_set(&g, stiff, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_stiffness_set(&full, stiff, NULL), MGNN_OK);
  for (size_t i = 0; i < SMALL_N; i++)
    ck_assert(mg_degree(&g, i) == mg_degree(&full, i));
  ck_assert(g.length == NULL && g.upper == NULL && g.weight == NULL);
  mg_graph_free(&g);
  mg_graph_free(&full);
}
END_TEST

/* What cannot be taken stays the caller's, and the old lengths stay. */
START_TEST(lengths_that_are_refused_are_not_taken)
{
  double bad[] = { 1, -1, 1, 1 };
  mg_graph g;

  small_graph(&g);
  ck_assert_int_eq(mg_graph_lengths_take(&g, bad, NULL, NULL), MGNN_EINVAL);
  ck_assert(g.target != bad && g.target[1] == 1);
  mg_fuse_set(0);
  bad[1] = 1;
  ck_assert_int_eq(mg_graph_lengths_take(&g, bad, NULL, NULL), MGNN_ENOMEM);
  mg_fuse_set(-1);
  ck_assert(g.target != bad);
  mg_graph_free(&g);
}
END_TEST

START_TEST(graphs_without_nodes_or_edges_exist)
{
  mg_graph g;

  for (size_t n = 0; n < 3; n++) {
    ck_assert_int_eq(mg_graph_init(&g, n, 0, heap_ends(NULL, 0), NULL),
                     MGNN_OK);
    ck_assert_uint_eq(g.row[n], 0);
    ck_assert_int_eq(mg_graph_lengths_set(&g, NULL, NULL, NULL), MGNN_OK);
    mg_graph_free(&g);
  }
  mg_graph_free(&g);            /* twice does no harm */
}
END_TEST

START_TEST(impossible_edges_are_refused_by_name)
{
  static const struct { unsigned ends[6]; const char *text; } cases[] = {
    { { 0, 1, 1, 2, 2, 3 }, "edge 2 joins 2 and 3, but there are only 3 nodes" },
    { { 7, 1, 1, 2, 2, 0 }, "edge 0 joins 7 and 1, but there are only 3 nodes" },
    { { 0, 1, 1, 1, 2, 0 }, "edge 1 joins node 1 to itself" },
    { { 0, 1, 1, 2, 2, 1 }, "nodes 1 and 2 are joined twice" },
    { { 0, 1, 1, 2, 0, 1 }, "nodes 0 and 1 are joined twice" }
  };

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    unsigned *ends = heap_ends(cases[i].ends, 3);
    mgnn_error err;
    mg_graph g;

    ck_assert_int_eq(mg_graph_init(&g, 3, 3, ends, &err), MGNN_EINVAL);
    ck_assert_str_eq(err.text, cases[i].text);
    ck_assert_ptr_null(g.row);
    ck_assert_mem_eq(ends, cases[i].ends, sizeof cases[i].ends);
    mg_free(ends);
  }
}
END_TEST

/* Both slots of an edge hold its value; found through the ends. */
static void
slots_hold(const mg_graph *g, const double *slot, const double *edge)
{
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      for (size_t e = 0; e < g->m; e++)
        if ((g->ends[2 * e] == i && g->ends[2 * e + 1] == g->to[k])
            || (g->ends[2 * e + 1] == i && g->ends[2 * e] == g->to[k]))
          ck_assert(slot[k] == edge[e]);
}

START_TEST(lengths_reach_both_slots_of_an_edge)
{
  static const double one[] = { 1, 1, 1, 1 }, lower[] = { 0, 2, 3.5, 7 },
                      upper[] = { 1, 2, INFINITY, 8 };
  mg_graph g;

  small_graph(&g);
  slots_hold(&g, g.length, one);
  ck_assert_int_eq(mg_graph_lengths_set(&g, lower, upper, NULL), MGNN_OK);
  slots_hold(&g, g.length, lower);
  slots_hold(&g, g.upper, upper);
  ck_assert_mem_eq(g.target, lower, sizeof lower);
  ck_assert_mem_eq(g.target_upper, upper, sizeof upper);
  ck_assert_int_eq(mg_graph_lengths_set(&g, one, NULL, NULL), MGNN_OK);
  slots_hold(&g, g.length, one);
  ck_assert_ptr_null(g.upper);
  ck_assert_ptr_null(g.target_upper);
  mg_graph_free(&g);
}
END_TEST

START_TEST(impossible_lengths_are_refused_and_the_old_ones_stay)
{
  static const double good[] = { 1, 2, 3, 4 };
  static const struct { double lower, upper; const char *text; } cases[] = {
    { -1, 5, "a length of edge 2 is -1, must be 0 or from 1e-150 to 1e150" },
    { NAN, 5, "a length of edge 2 is nan, must be 0 or from 1e-150 to 1e150" },
    { INFINITY, INFINITY,
      "a length of edge 2 is inf, must be 0 or from 1e-150 to 1e150" },
    { 2, 1, "the upper bound of edge 2 is 1, below its lower bound 2" },
    { 2, NAN, "a length of edge 2 is nan, must be 0 or from 1e-150 to 1e150" }
  };
  mg_graph g;

  small_graph(&g);
  ck_assert_int_eq(mg_graph_lengths_set(&g, good, NULL, NULL), MGNN_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double lower[] = { 1, 1, cases[i].lower, 1 },
           upper[] = { 1, 1, cases[i].upper, 1 };
    mgnn_error err;

    ck_assert_int_eq(mg_graph_lengths_set(&g, lower, upper, &err), MGNN_EINVAL);
    ck_assert_str_eq(err.text, cases[i].text);
    slots_hold(&g, g.length, good);
    ck_assert_ptr_null(g.upper);
  }
  mg_graph_free(&g);
}
END_TEST

START_TEST(degrees_add_stiffness_and_self_loops)
{
  static const double stiff[] = { 0.5, 2, 0, 4 }, zero[] = { 0, 0, 0, 0 };
  /* By hand, from the ends of `small`. */
  static const double degree[] = { 0.5, 6.5, 2, 4, 0 };
  double bad[] = { 1, -2, 1, 1 };
  mgnn_error err;
  mg_graph g;

  small_graph(&g);
  ck_assert_int_eq(mg_graph_stiffness_set(&g, stiff, NULL), MGNN_OK);
  slots_hold(&g, g.weight, stiff);
  for (size_t i = 0; i < SMALL_N; i++)
    ck_assert(mg_degree(&g, i) == degree[i]);
  ck_assert(mg_root(&g, 4) == 1);
  mg_graph_loops_set(&g, 1);
  for (size_t i = 0; i < SMALL_N; i++)
    ck_assert(mg_degree(&g, i) == degree[i] + 1 && mg_root(&g, i) == sqrt(degree[i] + 1));
  ck_assert_int_eq(mg_graph_stiffness_set(&g, bad, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text,
                   "the stiffness of edge 1 is -2, must be finite and at least 0");
  bad[1] = INFINITY;
  ck_assert_int_eq(mg_graph_stiffness_set(&g, bad, &err), MGNN_EINVAL);
  slots_hold(&g, g.weight, stiff);
  mg_graph_loops_set(&g, 0);
  ck_assert_int_eq(mg_graph_stiffness_set(&g, zero, NULL), MGNN_OK);
  ck_assert(mg_degree(&g, 1) == 0 && mg_root(&g, 1) == 1);
  ck_assert_int_eq(mg_graph_stiffness_set(&g, NULL, NULL), MGNN_OK);
  bad[1] = 1e301;
  ck_assert_int_eq(mg_graph_stiffness_set(&g, bad, &err), MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "stiffness of edge 1 is 1e+301"));
  ck_assert(mg_degree(&g, 1) == 3 && g.weight == NULL && g.stiffness == NULL);
  mg_graph_free(&g);
}
END_TEST

START_TEST(a_graph_survives_allocation_failure)
{
  static const double lower[] = { 1, 2, 3, 4 }, upper[] = { 2, 3, 4, 5 },
                      old[] = { 1, 1, 1, 1 };
  unsigned *ends = heap_ends(small, SMALL_M);
  mgnn_status status;
  mg_graph g;
  long good = 0;

  do {
    mg_fuse_set(good++);
    status = mg_graph_init(&g, SMALL_N, SMALL_M, ends, NULL);
    if (status != MGNN_OK) {
      ck_assert_int_eq(status, MGNN_ENOMEM);
      ck_assert_ptr_null(g.row);
      ck_assert_mem_eq(ends, small, sizeof small);
    }
  } while (status != MGNN_OK);
  ck_assert_int_gt(good, 3);
  for (good = 0;; good++) {
    mg_fuse_set(good);
    status = mg_graph_lengths_set(&g, lower, upper, NULL);
    if (status == MGNN_OK)
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    slots_hold(&g, g.length, old);
    ck_assert_ptr_null(g.upper);
  }
  for (good = 0;; good++) {
    mg_fuse_set(good);
    status = mg_graph_stiffness_set(&g, upper, NULL);
    if (status == MGNN_OK)
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_ptr_null(g.weight);
    ck_assert(mg_degree(&g, 0) == 1);
  }
  mg_fuse_set(-1);
  mg_graph_free(&g);
}
END_TEST

/* From node 0: one hop to 1, two to its neighbours in the order of the edges,
 * never to 4, which is alone, nor over a node that was seen before. */
START_TEST(a_search_goes_hop_by_hop_around_what_was_seen)
{
  static const size_t reached[] = { 1, 2, 4, 4 };
  mg_graph g;

  small_graph(&g);
  for (size_t hops = 0; hops < 5; hops++) {
    unsigned char seen[SMALL_N] = { 1 };
    unsigned node[SMALL_N] = { 0 };
    size_t count = mg_breadth_first_from(&g, node, 0, 1,
                                         hops < 4 ? hops : SIZE_MAX, seen);

    ck_assert_uint_eq(count, hops < 4 ? reached[hops] : 4);
    if (count == 4)
      ck_assert(node[1] == 1 && node[2] == 2 && node[3] == 3);
    ck_assert_uint_eq(seen[4], 0);
  }
  {
    unsigned char seen[SMALL_N] = { 1, 1 };
    unsigned node[SMALL_N] = { 0 };

    ck_assert_uint_eq(mg_breadth_first_from(&g, node, 0, 1, SIZE_MAX, seen), 1);
  }
  mg_graph_free(&g);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(rows_hold_each_edge_at_both_ends_in_order),
    TEST(rows_of_many_edges_are_in_order_too),
    TEST(a_lean_graph_has_all_but_the_slots),
    TEST(lengths_that_are_refused_are_not_taken),
    TEST(graphs_without_nodes_or_edges_exist),
    TEST(impossible_edges_are_refused_by_name),
    TEST(lengths_reach_both_slots_of_an_edge),
    TEST(impossible_lengths_are_refused_and_the_old_ones_stay),
    TEST(degrees_add_stiffness_and_self_loops),
    TEST(a_graph_survives_allocation_failure),
    TEST(a_search_goes_hop_by_hop_around_what_was_seen)
  };

  return unit_run("graph", tests, COUNT(tests), NULL);
}
