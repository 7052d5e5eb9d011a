/* Branch and prune, beside all combinations of sides tried one by one. */
#include "base/mem.h"
#include "base/random.h"
#include "solve/branch/branch_prune.h"
#include "solve/descent/length_error.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { N_MOST = 60, M_MOST = 400 };

/* A chain: random points, every node joined to the dim before it, and more. */
typedef struct {
  size_t n, m, dim;
  unsigned ends[2 * M_MOST];
  double length[M_MOST], x[N_MOST * 4];
  mg_graph graph;
} chain;

static void
edge_add(chain *c, unsigned i, unsigned j)
{
  for (size_t e = 0; e < c->m; e++)
    if (c->ends[2 * e] == i && c->ends[2 * e + 1] == j)
      return;
  c->ends[2 * c->m] = i;
  c->ends[2 * c->m + 1] = j;
  c->length[c->m++] = mg_distance(c->x + i * c->dim, c->x + j * c->dim, c->dim);
}

/* Steps of length about 1 in random directions, so that contacts are far apart
 * in space as well. */
static void
chain_init(chain *c, size_t n, size_t dim, size_t contacts, unsigned long seed)
{
  uint64_t stream = mg_random_stream(seed, dim);

  *c = (chain){ .n = n, .dim = dim };
  for (size_t k = dim; k < n * dim; k++)
    c->x[k] = c->x[k - dim] + mg_random_deviate(&stream);
  for (size_t j = 1; j < n; j++)
    for (size_t i = j > dim ? j - dim : 0; i < j; i++)
      edge_add(c, (unsigned)i, (unsigned)j);
  for (size_t k = 0; k < contacts; k++) {
    size_t i = mg_random_below(&stream, n - dim - 1);

    edge_add(c, (unsigned)i,
             (unsigned)(i + dim + 1
                        + mg_random_below(&stream, n - i - dim - 1)));
  }
}

static void
graph_make(chain *c, const double *upper)
{
  unsigned *own = mg_alloc(c->m, 2 * sizeof *own);

  ck_assert_ptr_nonnull(own);
  memcpy(own, c->ends, 2 * c->m * sizeof *own);
  ck_assert_int_eq(mg_graph_init(&c->graph, c->n, c->m, own, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&c->graph, c->length, upper, NULL),
                   MGNN_OK);
}

/* ---- one by one ---- */

/* Mirror the nodes from v on in the hyperplane through the dim before it, whose
 * normal is what is left of a random vector across them. */
static void
fold(const chain *c, size_t v, double *x)
{
  size_t dim = c->dim;
  double u[4][4], normal[4] = { 0.3, 0.7, -0.4, 0.9 };
  const double *at = x + (v - dim) * dim;

  for (size_t k = 0; k < dim; k++) {   /* the last of them is the normal */
    double *w = k + 1 < dim ? u[k] : normal, norm;

    for (size_t a = 0; a < dim && k + 1 < dim; a++)
      w[a] = x[(v - dim + k + 1) * dim + a] - at[a];
    for (int twice = 0; twice < 2; twice++)
      for (size_t l = 0; l < k; l++) {
        double along = mg_inner(w, u[l], dim);

        for (size_t a = 0; a < dim; a++)
          w[a] -= along * u[l][a];
      }
    norm = sqrt(mg_inner(w, w, dim));
    for (size_t a = 0; a < dim; a++)
      w[a] /= norm;
  }
  for (size_t i = v; i < c->n; i++) {
    double dot = 0;

    for (size_t a = 0; a < dim; a++)
      dot += (x[i * dim + a] - at[a]) * normal[a];
    for (size_t a = 0; a < dim; a++)
      x[i * dim + a] -= 2 * dot * normal[a];
  }
}

/* How many of all combinations of sides meet the lengths. */
static size_t
brute_count(const chain *c, const double *upper)
{
  size_t bits = c->n - c->dim - 1, count = 0;

  for (size_t k = 0; k < (size_t)1 << bits; k++) {
    double x[N_MOST * 4];
    int met = 1;

    memcpy(x, c->x, sizeof x);
    for (size_t b = 0; b < bits; b++)
      if (k >> b & 1)
        fold(c, c->dim + 1 + b, x);
    for (size_t e = 0; e < c->m && met; e++) {
      double r = mg_distance(x + c->ends[2 * e] * c->dim,
                             x + c->ends[2 * e + 1] * c->dim, c->dim);

      met = r >= c->length[e] - 1e-6
            && r <= (upper != NULL ? upper[e] : c->length[e]) + 1e-6;
    }
    count += (size_t)met;
  }
  return count;
}

/* ---- branch and prune ---- */

typedef struct {
  const chain *c;
  size_t count;                /* positions, with those of the free nodes */
} counter;

static int
count_leaf(void *ctx, const mg_branch_leaf *leaf)
{
  counter *k = ctx;

  ck_assert_double_le(mg_length_error_most(&k->c->graph, k->c->dim, leaf->x),
                      1e-5);
  k->count += (size_t)1 << leaf->count;
  return 0;
}

static size_t
branch_count(const chain *c, int *complete)
{
  counter k = { c, 0 };
  mg_branch_options opt = { 1e-7, 1e8, count_leaf, &k, NULL };
  mg_branch_result result;
  mg_k_tree t;

  ck_assert_int_eq(mg_k_tree_find(&t, &c->graph, c->dim, NULL, NULL), MGNN_OK);
  ck_assert_uint_eq(t.count, c->n);
  ck_assert_int_eq(mg_branch_prune(&t, &opt, &result, NULL), MGNN_OK);
  *complete = result.complete;
  mg_k_tree_free(&t);
  return k.count;
}

START_TEST(as_many_positions_as_one_by_one)
{
  size_t dim = 1 + (size_t)_i % 4, contacts = (size_t)_i / 4 % 5;
  chain c;
  int complete;

  chain_init(&c, dim + 9, dim, contacts, (unsigned long)_i);
  graph_make(&c, NULL);
  ck_assert_uint_eq(branch_count(&c, &complete), brute_count(&c, NULL));
  ck_assert_int_eq(complete, 1);
  mg_graph_free(&c.graph);
}
END_TEST

/* Intervals decide little, and nothing about the rest. */
START_TEST(intervals_leave_as_many_as_one_by_one)
{
  size_t dim = 1 + (size_t)_i % 3;
  double upper[M_MOST];
  chain c;
  int complete;

  chain_init(&c, dim + 8, dim, 4, (unsigned long)_i);
  for (size_t e = 0; e < c.m; e++) {
    int contact = c.ends[2 * e + 1] > c.ends[2 * e] + dim;

    upper[e] = contact && e % 2 == 0 ? 1.3 * c.length[e] : c.length[e];
    c.length[e] *= upper[e] > c.length[e] ? 0.7 : 1;
  }
  graph_make(&c, upper);
  ck_assert_uint_eq(branch_count(&c, &complete), brute_count(&c, upper));
  ck_assert_int_eq(complete, 1);
  mg_graph_free(&c.graph);
}
END_TEST

START_TEST(a_length_that_no_fold_has_leaves_none)
{
  chain c;
  int complete;

  chain_init(&c, 12, 3, 2, 5);
  c.length[c.m - 1] *= 1.1;
  graph_make(&c, NULL);
  ck_assert_uint_eq(branch_count(&c, &complete), 0);
  ck_assert_int_eq(complete, 1);
  mg_graph_free(&c.graph);
}
END_TEST

START_TEST(what_is_not_searched_is_not_complete)
{
  chain c;
  counter k = { &c, 0 };
  mg_branch_options opt = { 1e-7, 100, count_leaf, &k, NULL };
  mg_branch_result result;
  mg_k_tree t;

  chain_init(&c, 50, 3, 1, 1);
  edge_add(&c, 0, 49);
  graph_make(&c, NULL);
  ck_assert_int_eq(mg_k_tree_find(&t, &c.graph, 3, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_branch_prune(&t, &opt, &result, NULL), MGNN_OK);
  ck_assert_int_eq(result.complete, 0);
  mg_k_tree_free(&t);
  mg_graph_free(&c.graph);
}
END_TEST

static const mg_run_control plain = { .seed = 1, .threads = 1,
                                     .tolerance = 1e-6 };

/* The only contact joins the ends: 2^26 combinations, two lists of 2^13. */
START_TEST(a_ring_of_thirty_is_closed)
{
  double y[N_MOST * 4];
  chain c;
  int found;

  chain_init(&c, 30, 3, 0, (unsigned long)_i + 1);
  edge_add(&c, 0, 29);
  graph_make(&c, NULL);
  ck_assert_int_eq(mg_branch_start(&(mg_task){ &c.graph, 3, NULL, &plain, NULL }, NULL,
                                   1e9, y, &found, NULL), MGNN_OK);
  ck_assert_int_eq(found, 1);
  ck_assert_double_le(mg_length_error_most(&c.graph, 3, y), 1e-5);
  mg_graph_free(&c.graph);
}
END_TEST

START_TEST(a_graph_without_an_order_is_left_alone)
{
  const double none = 77;
  double y[N_MOST * 4] = { none };
  chain c = { .n = 5, .dim = 2 };
  int found;

  for (unsigned i = 0; i < 5; i++) {   /* a pentagon */
    c.x[2 * i] = cos(i * 1.2566370614359172);
    c.x[2 * i + 1] = sin(i * 1.2566370614359172);
  }
  for (unsigned i = 0; i < 5; i++)
    edge_add(&c, i, (i + 1) % 5);
  graph_make(&c, NULL);
  ck_assert_int_eq(mg_branch_start(&(mg_task){ &c.graph, 2, NULL, &plain, NULL }, NULL,
                                   1e9, y, &found, NULL), MGNN_OK);
  ck_assert_int_eq(found, 0);
  ck_assert_double_eq(y[0], none);
  mg_graph_free(&c.graph);
}
END_TEST

START_TEST(allocations_may_fail)
{
  double y[N_MOST * 4];
  chain c;
  int found;
  mgnn_status status = MGNN_ENOMEM;

  chain_init(&c, 14, 3, 3, 2);
  graph_make(&c, NULL);
  for (long good = 0; status != MGNN_OK; good++) {
    mg_fuse_set(good);
    status = mg_branch_start(&(mg_task){ &c.graph, 3, NULL, &plain, NULL }, NULL, 1e9,
                             y, &found, NULL);
    ck_assert_int_eq(status == MGNN_OK, !mg_fuse_blown());
    mg_fuse_set(-1);
  }
  ck_assert_int_eq(found, 1);
  mg_graph_free(&c.graph);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(as_many_positions_as_one_by_one, 60),
    TEST_EACH(intervals_leave_as_many_as_one_by_one, 18),
    TEST(a_length_that_no_fold_has_leaves_none),
    TEST(what_is_not_searched_is_not_complete),
    TEST_EACH(a_ring_of_thirty_is_closed, 5),
    TEST(a_graph_without_an_order_is_left_alone),
    TEST(allocations_may_fail)
  };

  return unit_run("branch", tests, COUNT(tests), NULL);
}
