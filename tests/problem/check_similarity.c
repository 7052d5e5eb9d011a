/* Lengths out of similarities, as the library makes them. */
#include "mgnn.h"
#include "problem/similarity.h"
#include "random_numbers.h"
#include "unit.h"

#include <math.h>

enum { N = 30 };

static mgnn_problem *
problem_of(size_t n, size_t m, const unsigned *ends)
{
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, n, m, ends, NULL, NULL), MGNN_OK);
  return p;
}

START_TEST(values_become_lengths_by_their_formula)
{
  static const unsigned ends[] = { 0, 1, 1, 2, 2, 0 };
  static const double w[] = { 1, 0.5, 0.125 };
  static const struct {
    const char *name;
    double want[3];
  } by[] = {
    { "inverse", { 1, 2, 8 } },
    { "neglog", { 0, 0.69314718055994529, 2.0794415416798357 } },
    { "complement", { 0, 0.5, 0.875 } }
  };
  mgnn_problem *p = problem_of(3, 3, ends);
  double length[3];

  for (int k = 0; k < 3; k++) {
    ck_assert_int_eq(mgnn_lengths_make(p, by[k].name, w, length, NULL), MGNN_OK);
    for (int e = 0; e < 3; e++)
      ck_assert_double_eq_tol(length[e], by[k].want[e], 1e-15);
  }
  mgnn_problem_free(p);
}
END_TEST

/* The edges of a random graph, and whether nodes are the same or joined. */
static size_t
random_edges(unsigned long seed, unsigned *ends, int joined[N][N])
{
  uint64_t state = seed;
  size_t m = 0;

  for (unsigned i = 0; i < N; i++)
    for (unsigned j = 0; j < N; j++)
      joined[i][j] = i == j;
  for (unsigned i = 0; i < N; i++)
    for (unsigned j = i + 1; j < N; j++)
      if (random_unit(&state) < (i < 3 ? 0.5 : 0.2)) {
        joined[i][j] = joined[j][i] = 1;
        ends[2 * m] = m % 2 ? i : j;
        ends[2 * m + 1] = m % 2 ? j : i;
        m++;
      }
  return m;
}

/* Beside the definition: sets of nodes, counted. */
START_TEST(jaccard_is_that_of_closed_neighbourhoods)
{
  unsigned ends[N * N];
  int joined[N][N];
  size_t m = random_edges((unsigned long)_i + 1, ends, joined);
  double length[N * N], want[N * N], mean = 0;
  mgnn_problem *p = problem_of(N, m, ends);

  for (size_t e = 0; e < m; e++) {
    int both = 0, either = 0;

    for (int k = 0; k < N; k++) {
      both += joined[ends[2 * e]][k] && joined[ends[2 * e + 1]][k];
      either += joined[ends[2 * e]][k] || joined[ends[2 * e + 1]][k];
    }
    want[e] = 1 - (double)both / either;
    mean += want[e] / (double)m;
  }
  ck_assert_int_eq(mgnn_lengths_make(p, "jaccard", NULL, length, NULL),
                   MGNN_OK);
  for (size_t e = 0; e < m; e++)
    ck_assert_double_eq_tol(length[e], fmax(want[e] / mean, 0.05), 1e-12);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(what_is_wrong_is_said_and_nothing_written)
{
  static const unsigned ends[] = { 0, 1, 1, 2 };
  static const double w[] = { 0.5, 2 };
  mgnn_problem *p = problem_of(3, 2, ends);
  double length[2] = { 7, 7 };
  mgnn_error err;

  ck_assert_int_eq(mgnn_lengths_make(p, "cosine", w, length, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "there is no metric named \"cosine\", must be inverse, "
                   "neglog, complement or jaccard");
  ck_assert_int_eq(mgnn_lengths_make(p, "inverse", NULL, length, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the metric inverse needs values of the edges");
  ck_assert_int_eq(mgnn_lengths_make(p, "complement", w, length, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the value of edge 1 is 2; it must be from 0 to 1 for "
                   "1 - w: divide by the largest value, or use inverse");
  ck_assert_double_eq(length[0] + length[1], 14);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(no_edges_have_no_lengths)
{
  mgnn_problem *p = problem_of(3, 0, NULL);

  ck_assert_int_eq(mgnn_lengths_make(p, "jaccard", NULL, NULL, NULL), MGNN_OK);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(values_become_lengths_by_their_formula),
    TEST_EACH(jaccard_is_that_of_closed_neighbourhoods, 5),
    TEST(what_is_wrong_is_said_and_nothing_written),
    TEST(no_edges_have_no_lengths)
  };

  return unit_run("similarity", tests, COUNT(tests), NULL);
}
