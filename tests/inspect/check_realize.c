/* Other drawings with the same lengths. */
#include "base/random.h"
#include "inspect/realize.h"
#include "problems.h"
#include "small_graphs.h"
#include "unit.h"

static mgnn_status
find_others(mgnn_realizations *r, const mgnn_problem *p, size_t dim,
            const double *x, size_t most)
{
  mgnn_realization_params par;

  mgnn_realization_params_init(&par);
  par.most = most;
  return mgnn_realizations_find(p, dim, x, &par, r, NULL);
}

/* All drawings meet the lengths, and no two are congruent. */
static void
drawings_check(const mgnn_problem *p, size_t dim, const mgnn_realizations *r)
{
  size_t size = p->graph.n * dim;

  for (size_t k = 0; k < r->count; k++) {
    mgnn_figures f;

    ck_assert_int_eq(mgnn_measure(p, dim, r->y + k * size, NULL, 0, &f, NULL),
                     MGNN_OK);
    ck_assert_double_le(f.max_relative_error, 1e-5);
    for (size_t a = 0; a < k; a++) {
      mgnn_comparison c;

      ck_assert_int_eq(mgnn_compare(p, dim, r->y + k * size, r->y + a * size,
                                    1e-4, &c, NULL), MGNN_OK);
      ck_assert_int_eq(c.equivalent, 1);
      ck_assert_int_eq(c.congruent, 0);
    }
  }
}

/* A strip of k simplices, each glued to the one before by a facet: every one
 * after the first can be on either side of it, 2^(k-1) drawings. */
START_TEST(a_strip_of_simplices_folds_at_every_facet)
{
  for (size_t dim = 1; dim <= 3; dim++)
    for (size_t k = 1; k <= 4; k++) {
      size_t n = dim + k, m = 0;
      mgnn_node ends[40];
      double x[7 * 3], length[20];
      mgnn_problem *p;
      mgnn_realizations r;

      ck_assert_int_eq(mg_random_normal(7 * k + dim, 1, n * dim, x, NULL),
                       MGNN_OK);
      for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n && j <= i + dim; j++, m++) {
          ends[2 * m] = i;
          ends[2 * m + 1] = j;
          length[m] = mg_distance(x + i * dim, x + j * dim, dim);
        }
      ck_assert_int_eq(mgnn_problem_new(&p, n, m, ends, length, NULL),
                       MGNN_OK);
      ck_assert_int_eq(find_others(&r, p, dim, x, 50),
                       MGNN_OK);
      ck_assert_uint_eq(r.count, (size_t)1 << (k - 1));
      drawings_check(p, dim, &r);
      mgnn_realizations_free(&r);
      mgnn_problem_free(p);
    }
}
END_TEST

/* Two triangles at an edge.  Held at this edge, each can be on either side of it;
 * held at three nodes, one of them still can. */
START_TEST(pins_stay_and_count_places)
{
  const mgnn_node ends[] = { 0, 1,  0, 2,  1, 2,  0, 3,  1, 3 };
  const double x[] = { 0, 0,  1, 0,  0.3, 0.8,  0.6, -0.7 };
  static const size_t held[] = { 2, 3, 0 }, want[] = { 4, 2, 2 };
  double length[5];

  for (size_t e = 0; e < 5; e++)
    length[e] = mg_distance(x + ends[2 * e] * 2, x + ends[2 * e + 1] * 2, 2);
  for (size_t k = 0; k < 3; k++) {
    unsigned char pin[8] = { 0 };
    mgnn_problem *p;
    mgnn_realizations r;

    memset(pin, 1, 2 * held[k]);
    ck_assert_int_eq(mgnn_problem_new(&p, 4, 5, ends, length, NULL), MGNN_OK);
    if (held[k] > 0)
      ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
    ck_assert_int_eq(find_others(&r, p, 2, x, 20), MGNN_OK);
    ck_assert_uint_eq(r.count, want[k]);
    ck_assert_double_eq(r.total, (double)want[k]);
    ck_assert_int_eq(r.complete, 1);
    for (size_t a = 0; a < r.count; a++)
      ck_assert_mem_eq(r.y + 8 * a, x, 2 * held[k] * sizeof *x);
    mgnn_realizations_free(&r);
    mgnn_problem_free(p);
  }
}
END_TEST

/* ---- one by one ---- */

enum { NODES = 7, LINKS = NODES * (NODES - 1) / 2, PLACES = 1 << (NODES - 2) };

/* A plane graph in which every node after the first two is joined to both ends of
 * an edge before it, and some other pairs. */
typedef struct {
  mgnn_node ends[2 * LINKS];
  double lower[LINKS], upper[LINKS], x[2 * NODES];
  size_t m, ref[NODES][2];
} two_tree;

static void
link_add(two_tree *t, size_t i, size_t j, double width)
{
  double r = mg_distance(t->x + 2 * i, t->x + 2 * j, 2);

  for (size_t e = 0; e < t->m; e++)
    if (t->ends[2 * e] == i && t->ends[2 * e + 1] == j)
      return;
  t->ends[2 * t->m] = i;
  t->ends[2 * t->m + 1] = j;
  t->lower[t->m] = r * (1 - width);
  t->upper[t->m++] = r * (1 + width);
}

/* Whether node i is where one before it is. */
static int
is_taken(const double *x, size_t i)
{
  for (size_t a = 0; a < i; a++)
    if (mg_distance(x + 2 * i, x + 2 * a, 2) < 0.1)
      return 1;
  return 0;
}

/* Random points, or points of a triangular grid, whose lengths fit by chance in many
 * ways, and some of which lie on a line with their references. */
static void
two_tree_init(two_tree *t, unsigned seed)
{
  uint64_t stream = mg_random_stream(seed, 3);
  int grid = seed % 2;

  *t = (two_tree){ .m = 0 };
  for (size_t i = 0; i < NODES; i++) {
    size_t b;

    do {                       /* no two on one point */
      double u = (double)mg_random_below(&stream, 4);
      double v = (double)mg_random_below(&stream, 4);

      t->x[2 * i] = grid ? u + v / 2 : mg_random_deviate(&stream);
      t->x[2 * i + 1] = grid ? v * sqrt(3) / 2 : mg_random_deviate(&stream);
    } while (is_taken(t->x, i));
    if (i == 0)
      continue;
    if (i == 1) {
      link_add(t, 0, 1, 0);
      continue;
    }
    b = mg_random_below(&stream, t->m);
    t->ref[i][0] = t->ends[2 * b];
    t->ref[i][1] = t->ends[2 * b + 1];
    link_add(t, t->ref[i][0], i, 0);
    link_add(t, t->ref[i][1], i, 0);
  }
  for (size_t k = seed % 3; k > 0; k--) {
    size_t i = mg_random_below(&stream, NODES - 1);

    link_add(t, i, i + 1 + mg_random_below(&stream, NODES - 1 - i),
             seed % 5 == 0 ? 0.05 : 0);
  }
}

/* The drawing in which bit i - 2 tells the side of node i; 0 if it misses a length. */
static int
side_by_side(const two_tree *t, size_t bits, double *x)
{
  memcpy(x, t->x, 4 * sizeof *x);
  for (size_t i = 2; i < NODES; i++) {
    const double *a = x + 2 * t->ref[i][0], *b = x + 2 * t->ref[i][1];
    double p = mg_distance(t->x + 2 * i, t->x + 2 * t->ref[i][0], 2);
    double q = mg_distance(t->x + 2 * i, t->x + 2 * t->ref[i][1], 2);
    double gap = mg_distance(a, b, 2);
    double along = (p * p - q * q + gap * gap) / (2 * gap);
    double up = sqrt(fmax(0, p * p - along * along));

    if (bits >> (i - 2) & 1)
      up = -up;
    for (size_t c = 0; c < 2; c++)
      x[2 * i + c] = a[c] + (along * (b[c] - a[c])
                             + (c == 0 ? -1 : 1) * up * (b[1 - c] - a[1 - c])) / gap;
  }
  for (size_t e = 0; e < t->m; e++) {
    double r = mg_distance(x + 2 * t->ends[2 * e], x + 2 * t->ends[2 * e + 1], 2);

    if (r < t->lower[e] - 1e-6 || r > t->upper[e] + 1e-6)
      return 0;
  }
  return 1;
}

/* Whether all distances are the same, or, of drawings with pins, all places. */
static int
is_same(const double *a, const double *b, int pinned)
{
  for (size_t i = 0; i < NODES; i++)
    for (size_t j = 0; j < i || (pinned && j == i); j++) {
      double off = j == i ? mg_distance(a + 2 * i, b + 2 * i, 2)
                   : mg_distance(a + 2 * i, a + 2 * j, 2)
                     - mg_distance(b + 2 * i, b + 2 * j, 2);

      if (fabs(off) > 1e-5)
        return 0;
    }
  return 1;
}

static size_t
brute_count(const two_tree *t, int pinned)
{
  static double found[PLACES][2 * NODES];
  size_t count = 0;

  for (size_t bits = 0; bits < PLACES; bits++) {
    size_t k = 0;

    if (!side_by_side(t, bits, found[count]))
      continue;
    while (k < count && !is_same(found[k], found[count], pinned))
      k++;
    count += k == count;
  }
  return count;
}

/* As many as all combinations of sides give, none twice, with and without pins. */
START_TEST(as_many_as_one_by_one)
{
  const unsigned char pin[2 * NODES] = { 1, 1, 1, 1 };
  int pinned = _i % 4 == 3;
  two_tree t;
  mgnn_problem *p;
  mgnn_realizations r;
  size_t want;

  two_tree_init(&t, (unsigned)_i);
  want = brute_count(&t, pinned);
  ck_assert_int_eq(mgnn_problem_new(&p, NODES, t.m, t.ends, t.lower, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, t.lower, t.upper, NULL), MGNN_OK);
  if (pinned)
    ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
  ck_assert_int_eq(find_others(&r, p, 2, t.x, 2 * PLACES), MGNN_OK);
  if (r.complete)
    ck_assert_double_eq(r.total, (double)want);
  ck_assert_uint_le(r.count, want);
  if (r.complete)
    ck_assert_uint_eq(r.count, want);
  for (size_t a = 0; a < r.count; a++)
    for (size_t b = 0; b < a; b++)
      ck_assert(!is_same(r.y + a * 2 * NODES, r.y + b * 2 * NODES, pinned));
  if (_i % 2 == 0)             /* generic lengths are decided */
    ck_assert_int_eq(r.complete, 1);
  mgnn_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(a_flexible_graph_has_no_certain_count)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3,  3, 0 };
  const double x[] = { 0, 0,  1, 0,  1, 1,  0, 1 };
  mgnn_problem *p;
  mgnn_realizations r;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 4, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(find_others(&r, p, 2, x, 3), MGNN_OK);
  ck_assert_int_eq(r.complete, 0);
  ck_assert_double_eq(r.total, (double)r.count);
  mgnn_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

/* A strip of 40 triangles: more than can be kept are counted, 2^39. */
START_TEST(more_than_can_be_kept_are_counted)
{
  mgnn_node ends[2 * 81];
  double x[42 * 2], length[81];
  size_t m = 0;
  mgnn_problem *p;
  mgnn_realizations r;

  ck_assert_int_eq(mg_random_normal(3, 1, 42 * 2, x, NULL), MGNN_OK);
  for (size_t i = 0; i < 42; i++)
    for (size_t j = i + 1; j < 42 && j <= i + 2; j++, m++) {
      ends[2 * m] = (mgnn_node)i;
      ends[2 * m + 1] = (mgnn_node)j;
      length[m] = mg_distance(x + i * 2, x + j * 2, 2);
    }
  ck_assert_int_eq(mgnn_problem_new(&p, 42, m, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(find_others(&r, p, 2, x, 5), MGNN_OK);
  ck_assert_uint_eq(r.count, 5);
  ck_assert_double_eq(r.total, 549755813888.0);
  ck_assert_int_eq(r.complete, 1);
  drawings_check(p, 2, &r);
  mgnn_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

/* The triangular prism has no two nodes to reflect through.  It has at most
 * 24 drawings up to orientation-preserving motion (Borcea and Streinu 2004),
 * 12 up to congruence; all points given has one. */
START_TEST(a_prism_has_other_drawings_and_a_complete_graph_has_none)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  0, 2,  3, 4,  4, 5,  3, 5,  0, 3,  1, 4,
                          2, 5 };
  double x[12], length[9];
  mgnn_problem *p;
  mgnn_realizations r;

  ck_assert_int_eq(mg_random_normal(1, 2, 12, x, NULL), MGNN_OK);
  for (size_t e = 0; e < 9; e++)
    length[e] = mg_distance(x + 2 * ends[2 * e], x + 2 * ends[2 * e + 1], 2);
  ck_assert_int_eq(mgnn_problem_new(&p, 6, 9, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(find_others(&r, p, 2, x, 50), MGNN_OK);
  ck_assert_uint_eq(r.separators, 0);
  ck_assert_uint_ge(r.count, 2);
  ck_assert_uint_le(r.count, 12);
  drawings_check(p, 2, &r);
  mgnn_realizations_free(&r);
  mgnn_problem_free(p);
  p = points_problem(6, 2, x);
  ck_assert_int_eq(find_others(&r, p, 2, x, 50), MGNN_OK);
  ck_assert_uint_eq(r.count, 1);
  mgnn_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

/* A square swings: as many as are wanted. */
START_TEST(a_flexible_graph_has_as_many_as_are_asked_for)
{
  const double x[] = { 0, 0,  1, 0,  1, 1,  0, 1 };
  mgnn_problem *p;
  mgnn_realizations r;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 4, square_ends, NULL, NULL),
                   MGNN_OK);
  ck_assert_int_eq(find_others(&r, p, 2, x, 8), MGNN_OK);
  ck_assert_uint_eq(r.count, 8);
  drawings_check(p, 2, &r);
  mgnn_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

/* A path folds in every dimension above 1, however few its nodes are; a
 * lone edge does not. */
START_TEST(fewer_nodes_than_dimensions_are_no_obstacle)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3 };

  for (size_t dim = 2; dim <= 12; dim += 5)
    for (size_t n = 2; n <= 4; n++) {
      double x[4 * 12] = { 0 };
      mgnn_problem *p;
      mgnn_realizations r;

      for (size_t i = 0; i < n; i++)
        x[i * dim] = (double)i;
      ck_assert_int_eq(mgnn_problem_new(&p, n, n - 1, ends, NULL, NULL), MGNN_OK);
      ck_assert_int_eq(find_others(&r, p, dim, x, 4), MGNN_OK);
      ck_assert_uint_eq(r.count, n > 2 ? 4 : 1);
      drawings_check(p, dim, &r);
      mgnn_realizations_free(&r);
      mgnn_problem_free(p);
    }
}
END_TEST

/* A triangle and a square that share a node. */
START_TEST(every_allocation_of_a_search_may_fail)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 0,  2, 3,  3, 4,  4, 5,  5, 2 };
  const double x[] = { 0, 0,  1, 0,  0, 1,  0, 2,  1, 2,  1, 1 };
  double length[7];
  mgnn_problem *p;
  mgnn_realizations r;
  mgnn_status status = MGNN_ENOMEM;

  for (size_t e = 0; e < 7; e++)
    length[e] = mg_distance(x + 2 * ends[2 * e], x + 2 * ends[2 * e + 1], 2);
  ck_assert_int_eq(mgnn_problem_new(&p, 6, 7, ends, length, NULL), MGNN_OK);
  for (long good = 0; status != MGNN_OK; good++) {
    mg_fuse_set(good);
    status = find_others(&r, p, 2, x, 3);
    mg_fuse_set(-1);
    ck_assert(status == MGNN_OK || status == MGNN_ENOMEM);
  }
  ck_assert_uint_eq(r.count, 3);
  mgnn_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

/* Refused with a text, and *out is all zero; positions that do not meet the
 * lengths are no fault: nothing is found. */
START_TEST(what_cannot_be_asked_is_refused)
{
  const double x[] = { 0, 0,  1, 0,  1, 1,  0, 1 }, wide[] = { 0, 0,  2, 0,  2, 2,  0, 2 };
  const double nowhere[] = { 0, 0,  NAN, 0,  1, 1,  0, 1 };
  const unsigned char pin[8] = { 1, 1 };
  const struct { size_t dim, most; double tolerance; const double *x; int pins; } bad[] = {
    { 0, 1, 1e-5, x, 0 }, { 2, 0, 1e-5, x, 0 }, { 2, 1, -1, x, 0 },
    { 2, 1, 1e-5, nowhere, 0 }, { 3, 1, 1e-5, x, 1 }
  };
  mgnn_realization_params par;
  mgnn_realizations r;
  mgnn_problem *p;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 4, square_ends, NULL, NULL), MGNN_OK);
  mgnn_realization_params_init(&par);
  ck_assert_int_eq(mgnn_realizations_find(p, 2, wide, &par, &r, NULL), MGNN_OK);
  ck_assert_uint_eq(r.count, 0);
  mgnn_realizations_free(&r);
  for (size_t k = 0; k < COUNT(bad); k++) {
    par.most = bad[k].most;
    par.tolerance = bad[k].tolerance;
    ck_assert_int_eq(mgnn_problem_pins_set(p, 2, bad[k].pins ? pin : NULL, NULL),
                     MGNN_OK);
    r.count = 99;
    ck_assert_int_eq(mgnn_realizations_find(p, bad[k].dim, bad[k].x, &par, &r, &err),
                     MGNN_EINVAL);
    ck_assert_uint_gt(strlen(err.text), 0);
    ck_assert_uint_eq(r.count, 0);
  }
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_strip_of_simplices_folds_at_every_facet),
    TEST(pins_stay_and_count_places),
    TEST_EACH(as_many_as_one_by_one, 60),
    TEST(a_flexible_graph_has_no_certain_count),
    TEST(more_than_can_be_kept_are_counted),
    TEST(a_prism_has_other_drawings_and_a_complete_graph_has_none),
    TEST(a_flexible_graph_has_as_many_as_are_asked_for),
    TEST(fewer_nodes_than_dimensions_are_no_obstacle),
    TEST(every_allocation_of_a_search_may_fail),
    TEST(what_cannot_be_asked_is_refused)
  };

  return unit_run("realize", tests, COUNT(tests), NULL);
}
