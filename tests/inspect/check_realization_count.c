/* Complex realizations of minimally rigid graphs: against the published counts,
 * those of Capco and others (2018), over all such graphs of up to seven nodes. */
#include "inspect/realization_count.h"
#include "fuse.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { MOST = 12, PAIRS = MOST * (MOST - 1) / 2 };

typedef struct {
  size_t n;
  unsigned char joined[MOST][MOST];
} sketch;

static mgnn_problem *
problem_of(const sketch *s)
{
  mgnn_node ends[2 * PAIRS];
  mgnn_problem *p;
  size_t m = 0;

  for (size_t i = 0; i < s->n; i++)
    for (size_t j = 0; j < i; j++)
      if (s->joined[i][j]) {
        ends[2 * m] = (mgnn_node)j;
        ends[2 * m++ + 1] = (mgnn_node)i;
      }
  ck_assert_int_eq(mgnn_problem_new(&p, s->n, m, ends, NULL, NULL), MGNN_OK);
  return p;
}

static mg_realization_count
count_with(const mgnn_problem *p, size_t dim, double work)
{
  mgnn_rigidity r;
  mg_realization_count c;

  ck_assert_int_eq(mgnn_rigidity_find(p, dim, 1, &r, NULL), MGNN_OK);
  ck_assert_int_eq(mg_realization_count_find(p, &r, work, &c, NULL), MGNN_OK);
  mgnn_rigidity_free(&r);
  return c;
}

static double
count_of(const sketch *s)
{
  mgnn_problem *p = problem_of(s);
  mg_realization_count c = count_with(p, 2, MG_COUNT_WORK);

  mgnn_problem_free(p);
  return c.count;
}

static void
join(sketch *s, size_t i, size_t j)
{
  s->joined[i][j] = s->joined[j][i] = 1;
}

/* The upper triangle of the adjacency matrix, row after row, as bits of a number,
 * the last of them the lowest. */
static sketch
sketch_of(size_t n, unsigned long long code)
{
  sketch s = { .n = n };

  for (size_t i = n - 1; i-- > 0;)
    for (size_t j = n - 1; j > i; j--) {
      if (code & 1)
        join(&s, i, j);
      code >>= 1;
    }
  return s;
}

/* The largest code of all numberings, of which the first `done` nodes are chosen. */
static unsigned long long
largest_code(const sketch *s, size_t *order, size_t done)
{
  unsigned long long best = 0;

  if (done == s->n) {
    for (size_t i = 0; i < s->n; i++)
      for (size_t j = i + 1; j < s->n; j++)
        best = 2 * best + s->joined[order[i]][order[j]];
    return best;
  }
  for (size_t k = done; k < s->n; k++) {
    size_t swap = order[k];
    unsigned long long code;

    order[k] = order[done];
    order[done] = swap;
    code = largest_code(s, order, done + 1);
    order[done] = order[k];
    order[k] = swap;
    best = code > best ? code : best;
  }
  return best;
}

enum { GRAPHS = 128 };

typedef struct {
  size_t count;
  unsigned long long code[GRAPHS];
} collection;

static void
collect(collection *all, const sketch *s)
{
  size_t order[MOST] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
  unsigned long long code = largest_code(s, order, 0);

  for (size_t k = 0; k < all->count; k++)
    if (all->code[k] == code)
      return;
  ck_assert_uint_lt(all->count, GRAPHS);
  all->code[all->count++] = code;
}

/* Henneberg's steps: a new node on two nodes, or on the ends of an edge, which
 * goes, and a third. */
static void
extend(collection *all, const sketch *s)
{
  size_t n = s->n;

  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++) {
      sketch next = *s;

      next.n = n + 1;
      join(&next, n, i);
      join(&next, n, j);
      collect(all, &next);
      next.joined[i][j] = next.joined[j][i] = 0;
      for (size_t k = 0; k < n && s->joined[i][j]; k++) {
        sketch third = next;

        if (k == i || k == j)
          continue;
        join(&third, n, k);
        collect(all, &third);
      }
    }
}

/* There are 1, 1, 3, 13 and 70 minimally rigid graphs of 3 to 7 nodes (A227117), and
 * the most realizations are 2, 4, 8, 24 and 56. */
START_TEST(the_most_realizations_of_all_small_graphs)
{
  static const size_t graphs[] = { 1, 1, 3, 13, 70 };
  static const double most[] = { 2, 4, 8, 24, 56 };
  collection now = { 1, { 7 } };

  for (size_t n = 3; n <= 7; n++) {
    collection next = { 0 };
    double best = 0;

    ck_assert_uint_eq(now.count, graphs[n - 3]);
    for (size_t k = 0; k < now.count; k++) {
      sketch s = sketch_of(n, now.code[k]);
      double count = count_of(&s);

      /* A chain of triangles has the fewest. */
      ck_assert_double_ge(count, ldexp(1, (int)n - 2));
      best = fmax(best, count);
      if (n < 7)
        extend(&next, &s);
    }
    ck_assert_double_eq(best, most[n - 3]);
    now = next;
  }
}
END_TEST

/* The prism has 24, the complete bipartite graph of three and three nodes 16, half
 * of them mirror images of the others. */
START_TEST(two_graphs_of_six_nodes)
{
  sketch prism = { .n = 6 }, k33 = { .n = 6 };

  for (size_t i = 0; i < 3; i++) {
    join(&prism, i, (i + 1) % 3);
    join(&prism, 3 + i, 3 + (i + 1) % 3);
    join(&prism, i, 3 + i);
    for (size_t j = 3; j < 6; j++)
      join(&k33, i, j);
  }
  ck_assert_double_eq(count_of(&prism), 24);
  ck_assert_double_eq(count_of(&k33), 16);
}
END_TEST

/* The graphs with the most realizations, in the code of Grasegger, Koutschan and
 * Tsigaridas (Lower bounds on the number of realizations of rigid graphs, 2018). */
START_TEST(published_graphs_of_six_to_twelve_nodes)
{
  static const struct {
    size_t n;
    unsigned long long code;
    double count;
  } known[] = {
    { 6, 7916, 24 },
    { 7, 1269995, 56 },
    { 8, 170989214, 136 },
    { 9, 11177989553, 344 },
    { 10, 4778440734593, 880 },
    { 11, 18120782205838348, 2288 },
    { 12, 252590061719913632, 6180 }
  };
  sketch s = sketch_of(known[_i].n, known[_i].code);

  ck_assert_double_eq(count_of(&s), known[_i].count);
}
END_TEST

/* Three legs hold a platform on the ground: six assembly modes (of planar 3-RPR
 * platforms), and six more of the platform turned over.  Two anchors and a node
 * between them: two. */
START_TEST(anchors_are_where_they_are)
{
  const mgnn_node legs[] = { 0, 1,  1, 2,  2, 0,  0, 3,  1, 4,  2, 5,  3, 4 };
  const mgnn_node two[] = { 0, 2,  1, 2 };
  const unsigned char ground[] = { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1 };
  const unsigned char ends[] = { 1, 1, 1, 1, 0, 0 };
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, 6, 7, legs, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(p, 2, ground, NULL), MGNN_OK);
  ck_assert_double_eq(count_with(p, 2, MG_COUNT_WORK).count, 12);
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_new(&p, 3, 2, two, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(p, 2, ends, NULL), MGNN_OK);
  ck_assert_double_eq(count_with(p, 2, MG_COUNT_WORK).count, 2);
  mgnn_problem_free(p);
}
END_TEST

/* On the line every edge of a tree goes one way or the other. */
START_TEST(trees_on_the_line)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3,  3, 0 };
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 3, ends, NULL, NULL), MGNN_OK);
  ck_assert_double_eq(count_with(p, 1, MG_COUNT_WORK).count, 8);
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_new(&p, 4, 4, ends, NULL, NULL), MGNN_OK);
  ck_assert(isnan(count_with(p, 1, MG_COUNT_WORK).count));
  mgnn_problem_free(p);
}
END_TEST

/* Each node on two others doubles the number; 1500 of them are too many. */
START_TEST(long_strips_of_triangles)
{
  enum { LONG = 1500 };
  static mgnn_node ends[4 * LONG];
  const size_t nodes[] = { 2, 60, LONG };

  for (size_t k = 0; k < 3; k++) {
    size_t m = 0;
    mgnn_problem *p;
    mg_realization_count c;

    for (mgnn_node i = 1; i < nodes[k]; i++)
      for (mgnn_node back = 1; back <= 2 && back <= i; back++) {
        ends[2 * m] = i - back;
        ends[2 * m++ + 1] = i;
      }
    ck_assert_int_eq(mgnn_problem_new(&p, nodes[k], m, ends, NULL, NULL), MGNN_OK);
    c = count_with(p, 2, MG_COUNT_WORK);
    if (k < 2)
      ck_assert_double_eq(c.count, ldexp(1, (int)nodes[k] - 2));
    else
      ck_assert_str_eq(c.unknown, "too large a number");
    mgnn_problem_free(p);
  }
}
END_TEST

START_TEST(what_is_not_counted_says_why)
{
  sketch s = sketch_of(12, 252590061719913632), k4 = { .n = 4 };
  mgnn_problem *p = problem_of(&s);

  ck_assert_str_eq(count_with(p, 2, 1000).unknown, "too much work");
  ck_assert(isnan(count_with(p, 2, 1000).count));
  ck_assert_str_eq(count_with(p, 3, 1000).unknown, "more than two dimensions");
  mgnn_problem_free(p);
  for (size_t i = 0; i < 4; i++)
    for (size_t j = 0; j < i; j++)
      join(&k4, i, j);
  p = problem_of(&k4);
  ck_assert_str_eq(count_with(p, 2, 1000).unknown, "not minimally rigid");
  mgnn_problem_free(p);
  memset(k4.joined[0], 0, sizeof k4.joined[0]);
  for (size_t i = 1; i < 4; i++)
    k4.joined[i][0] = 0;
  p = problem_of(&k4);
  ck_assert_str_eq(count_with(p, 2, 1000).unknown, "flexible");
  mgnn_problem_free(p);
}
END_TEST

START_TEST(every_failed_allocation_is_reported)
{
  sketch s = sketch_of(6, 7916);
  mgnn_problem *p = problem_of(&s);
  mgnn_rigidity r;

  ck_assert_int_eq(mgnn_rigidity_find(p, 2, 1, &r, NULL), MGNN_OK);
  for (long good = 0;; good++) {
    mg_realization_count c;
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_realization_count_find(p, &r, MG_COUNT_WORK, &c, NULL);
    if (fuse_held(status))
      break;
  }
  mgnn_rigidity_free(&r);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(two_graphs_of_six_nodes),
    TEST(the_most_realizations_of_all_small_graphs),
    TEST_EACH(published_graphs_of_six_to_twelve_nodes, 7),
    TEST(anchors_are_where_they_are),
    TEST(trees_on_the_line),
    TEST(long_strips_of_triangles),
    TEST(what_is_not_counted_says_why),
    TEST(every_failed_allocation_is_reported)
  };

  return unit_run("realization count", tests, COUNT(tests), NULL);
}
