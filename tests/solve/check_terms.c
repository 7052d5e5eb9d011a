/* Terms of the energy: gradients beside finite differences, pairs beside all
 * pairs, and drawings whose handedness is known. */
#include "base/mem.h"
#include "base/random.h"
#include "problem/problem.h"
#include "solve/descent/edge_energy.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { N = 12, SIZE = 4 * N };

static mgnn_problem *
problem_make(unsigned long seed, double *x)
{
  mgnn_node ends[2 * N];
  double length[N];
  mgnn_problem *p;

  ck_assert_int_eq(mg_random_normal(seed, 1, SIZE, x, NULL), MGNN_OK);
  for (unsigned i = 0; i < N; i++) {
    ends[2 * i] = i;
    ends[2 * i + 1] = (i + 1) % N;
    length[i] = 0.5 + 0.1 * i;
  }
  ck_assert_int_eq(mgnn_problem_new(&p, N, N, ends, length, NULL), MGNN_OK);
  return p;
}

static void
chirality_put(mgnn_problem *p, const double *volume)
{
  const mgnn_node node[] = { 0, 1, 2, 3,  7, 5, 2, 9,  4, 3, 11, 10,  6, 8, 1, 0 };
  const signed char sign[] = { 1, -1, 1, -1 };

  ck_assert_int_eq(mgnn_problem_chirality_set(p, 4, node, sign, volume, NULL),
                   MGNN_OK);
}

/* Half the gradient of every row of the table, in 3 and 4 dimensions. */
START_TEST(gradients_are_those_of_finite_differences)
{
  const double volume[] = { NAN, 0.7, 2, NAN }, h = 1e-6;
  size_t dim = 3 + (size_t)_i % 2;
  double x[SIZE], grad[SIZE] = { 0 }, unused[SIZE], partial[4];
  mgnn_problem *p = problem_make((unsigned long)_i, x);

  chirality_put(p, volume);
  ck_assert_int_eq(mgnn_problem_min_distance_set(p, 1.3, NULL), MGNN_OK);
  for (const mg_energy_term *t = mg_energy_terms; t->name != NULL; t++) {
    const mg_energy_input in = { &p->graph, dim, 1, 1, partial, &p->terms, NULL };

    memset(grad, 0, sizeof grad);
    ck_assert_double_gt(t->add(&in, x, grad), 0);
    for (size_t k = 0; k < N * dim; k++) {
      double at = x[k], up, down;

      x[k] = at + h;
      up = t->add(&in, x, unused);
      x[k] = at - h;
      down = t->add(&in, x, unused);
      x[k] = at;
      ck_assert_double_eq_tol(2 * grad[k], (up - down) / (2 * h), 1e-6);
    }
  }
  mgnn_problem_free(p);
}
END_TEST

/* The corner of a cube: det(e1, e2, e3) / 6. */
START_TEST(volumes_have_the_sign_of_the_determinant)
{
  const double y[] = { 0, 0, 0,  1, 0, 0,  0, 1, 0,  0, 0, 1 };
  unsigned node[] = { 0, 1, 2, 3,  0, 2, 1, 3 };
  double lower[] = { 0.1, 0.1 }, upper[] = { INFINITY, INFINITY }, unit[] = { 1, 1 };
  const mg_chirality c = { 2, node, lower, upper, unit };

  ck_assert_double_eq_tol(mg_signed_volume(&c, 0, 3, y), 1.0 / 6, 1e-15);
  ck_assert_double_eq_tol(mg_signed_volume(&c, 1, 3, y), -1.0 / 6, 1e-15);
  ck_assert_uint_eq(mg_chirality_right(&c, 3, y), 1);
}
END_TEST

START_TEST(near_pairs_are_those_of_all_pairs)
{
  size_t dim = 1 + (size_t)_i % 4, count = 0;
  double x[SIZE], least = 0.3 + 0.1 * _i;
  double limit = least;
  mgnn_problem *p = problem_make((unsigned long)_i + 50, x);
  mg_close_pairs near = { .found = NULL };

  for (size_t i = 0; i < N; i++)
    for (size_t j = i + 1; j < N; j++) {
      double r = mg_distance(x + i * dim, x + j * dim, dim);

      if (j == i + 1 || (i == 0 && j == N - 1) || r >= limit)
        continue;
      count++;
      least = fmin(least, r);
    }
  ck_assert_int_eq(mg_close_pairs_find(&near, &p->graph, dim, x, limit, NULL),
                   MGNN_OK);
  ck_assert_uint_eq(near.count, count);
  ck_assert_double_eq(near.least, least);
  mgnn_problem_free(p);
}
END_TEST

/* All pairs of a tetrahedron fit both hands; the sign decides, for either, whichever
 * pairs count. */
START_TEST(a_tetrahedron_comes_out_with_the_hand_asked_for)
{
  const mgnn_node ends[] = { 0, 1,  0, 2,  0, 3,  1, 2,  1, 3,  2, 3 };
  const mgnn_node node[] = { 0, 1, 2, 3 };
  const double length[] = { 1, 1.1, 1.2, 1.3, 1.4, 1.5 };
  const signed char sign = _i % 2 == 0 ? 1 : -1;
  double y[12] = { 0 };
  mgnn_search_params par;
  mgnn_problem *p;
  mgnn_outcome out;

  mgnn_search_params_init(&par);
  par.control.seed = (unsigned long)_i / 4 + 1;
  par.pairs = _i / 2 % 2 == 0 ? "edges" : "paths";
  ck_assert_int_eq(mgnn_problem_new(&p, 4, 6, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_chirality_set(p, 1, node, &sign, NULL, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_layout(p, 3, &par, y, &out, NULL), MGNN_OK);
  /* Majorization of stress ends by the change, far from rounding. */
  ck_assert_double_le(out.energy, _i / 2 % 2 == 0 ? 1e-12 : 1e-9);
  ck_assert_double_gt(sign * mg_signed_volume(&p->terms.chirality, 0, 3, y), 0);
  ck_assert_uint_eq(mgnn_chirality_right(p, 3, y), 1);
  mgnn_outcome_free(&out);
  mgnn_problem_free(p);
}
END_TEST

/* A path whose ends may meet: they are kept apart. */
START_TEST(nodes_without_an_edge_keep_their_distance)
{
  mgnn_node ends[22];
  double y[36] = { 0 };
  mgnn_search_params par;
  mgnn_problem *p;
  mg_close_pairs near = { .found = NULL };

  for (unsigned i = 0; i < 11; i++) {
    ends[2 * i] = i / 3;
    ends[2 * i + 1] = i + 1;
  }
  mgnn_search_params_init(&par);
  ck_assert_int_eq(mgnn_problem_new(&p, 12, 11, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_min_distance_set(p, 1.2, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_layout(p, 3, &par, y, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_close_pairs_find(&near, &p->graph, 3, y, 1.199, NULL), MGNN_OK);
  ck_assert_uint_eq(near.count, 0);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(what_cannot_be_is_refused)
{
  const mgnn_node twice[] = { 0, 1, 2, 1 }, far[] = { 0, 1, 2, N },
                  good[] = { 0, 1, 2, 3 };
  const signed char plus = 1, zero = 0;
  const double none = -1;
  double x[SIZE];
  mgnn_problem *p = problem_make(1, x);
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_chirality_set(p, 1, twice, &plus, NULL, &err),
                   MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_chirality_set(p, 1, far, &plus, NULL, &err),
                   MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_chirality_set(p, 1, good, &zero, NULL, &err),
                   MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_chirality_set(p, 1, good, &plus, &none, &err),
                   MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_min_distance_set(p, -1, &err), MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_min_distance_set(p, NAN, &err), MGNN_EINVAL);
  ck_assert_uint_eq(p->terms.chirality.count, 0);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(allocations_may_fail)
{
  const mgnn_node ends[] = { 0, 1,  0, 2,  0, 3,  1, 2,  1, 3,  2, 3 };
  const mgnn_node node[] = { 0, 1, 2, 3 };
  const signed char sign = 1;
  mgnn_status status = MGNN_ENOMEM;
  mgnn_search_params par;

  mgnn_search_params_init(&par);
  par.control.threads = 1;
  for (long good = 0; status != MGNN_OK; good++) {
    double y[12] = { 0 };
    mgnn_problem *p = NULL;

    mg_fuse_set(good);
    status = mgnn_problem_new(&p, 4, 6, ends, NULL, NULL);
    if (status == MGNN_OK)
      status = mgnn_problem_chirality_set(p, 1, node, &sign, NULL, NULL);
    if (status == MGNN_OK)
      status = mgnn_problem_min_distance_set(p, 0.1, NULL);
    if (status == MGNN_OK)
      status = mgnn_layout(p, 3, &par, y, NULL, NULL);
    mg_fuse_set(-1);
    ck_assert(status == MGNN_OK || status == MGNN_ENOMEM);
    mgnn_problem_free(p);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(gradients_are_those_of_finite_differences, 6),
    TEST(volumes_have_the_sign_of_the_determinant),
    TEST_EACH(near_pairs_are_those_of_all_pairs, 12),
    TEST_EACH(a_tetrahedron_comes_out_with_the_hand_asked_for, 12),
    TEST(nodes_without_an_edge_keep_their_distance),
    TEST(what_cannot_be_is_refused),
    TEST(allocations_may_fail)
  };

  return unit_run("terms", tests, COUNT(tests), NULL);
}
