/* The trajectory of a search: what is kept of it, and how it is arranged. */
#include "problem/problem.h"
#include "solve/layout_components.h"
#include "solve/solver.h"
#include "fuse.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

START_TEST(a_long_trajectory_is_kept_within_bounds)
{
  mg_trajectory t;
  double gap = 0;

  mg_trajectory_init(&t, 1, 1, 32);
  for (size_t k = 0; k <= 5000; k++) {
    double x = (double)k / 5000;

    mg_trajectory_add(&t, k, &x, 2 - x);
  }
  ck_assert_uint_le(t.count, 32);
  ck_assert_uint_ge(t.count, 8);
  ck_assert_double_eq(t.x[0], 0);
  ck_assert_double_eq(t.x[t.count - 1], 1);
  ck_assert_double_eq_tol(t.length[t.count - 1], 1, 1e-12);
  for (size_t k = 0; k < t.count; k++) {
    ck_assert_uint_eq(t.iteration[k], (size_t)(t.x[k] * 5000 + 0.5));
    ck_assert_double_eq_tol(t.value[k], 2 - t.x[k], 1e-15);
    if (k > 0)
      gap = fmax(gap, t.length[k] - t.length[k - 1]);
  }
  ck_assert_double_le(gap, 2.0 / 8);   /* of a quarter of 32 steps, twice */
  mg_trajectory_free(&t);
}
END_TEST

/* Where the nodes hardly move any more the value still falls by powers. */
START_TEST(a_falling_value_is_kept_by_its_logarithm)
{
  mg_trajectory t;
  double seen = 0;

  mg_trajectory_init(&t, 1, 1, 64);
  for (size_t k = 0; k < 3000; k++) {
    double value = exp(-0.01 * (double)k), x = sqrt(value);

    mg_trajectory_add(&t, k, &x, value);
  }
  for (size_t k = 1; k < t.count; k++)
    seen = fmax(seen, log(t.value[k - 1] / t.value[k]));
  ck_assert_double_le(seen, 30.0 / 4);     /* most hold nearly no motion */
  mg_trajectory_free(&t);
}
END_TEST

START_TEST(what_rises_is_left_out)
{
  const double value[] = { 5, 7, 4, 4, 6, 1 };
  mg_trajectory t;

  mg_trajectory_init(&t, 1, 1, 0);
  for (size_t k = 0; k < 6; k++) {
    double x = (double)k;

    mg_trajectory_add(&t, k, &x, value[k]);
  }
  ck_assert_uint_eq(t.count, 4);
  ck_assert_uint_eq(t.iteration[1], 2);
  ck_assert_uint_eq(t.iteration[2], 3);
  ck_assert_uint_eq(t.iteration[3], 5);
  mg_trajectory_free(&t);
}
END_TEST

static mgnn_status
twice(void *ctx, const double *x, double *value)
{
  ++*(int *)ctx;
  *value = 2 * *x;
  return MGNN_OK;
}

START_TEST(the_judge_is_asked_for_unknown_values)
{
  double x = 3;
  int asked = 0;
  mg_trajectory t;

  mg_trajectory_init(&t, 1, 1, 0);
  t.evaluate = twice;
  t.ctx = &asked;
  mg_trajectory_add(&t, 0, &x, NAN);
  ck_assert_double_eq(t.value[0], 6);
  x = 2;
  mg_trajectory_add(&t, 1, &x, 5);
  ck_assert_int_eq(asked, 1);
  ck_assert_double_eq(t.value[1], 5);
  mg_trajectory_free(&t);
}
END_TEST

/* What is minimised may be beyond all numbers at the beginning. */
START_TEST(an_infinite_value_is_a_value)
{
  const double at[] = { INFINITY, 1e300, 2, 1 };
  mg_trajectory t;
  int asked = 0;

  mg_trajectory_init(&t, 1, 1, 0);
  t.evaluate = twice;
  t.ctx = &asked;
  for (size_t k = 0; k < 4; k++)
    mg_trajectory_add(&t, k, &at[k], k < 2 ? INFINITY : at[k]);
  ck_assert_int_eq(mg_trajectory_check(&t, NULL), MGNN_OK);
  ck_assert_uint_eq(t.count, 4);
  ck_assert_double_eq(t.value[3], 1);
  mg_trajectory_clear(&t);
  mg_trajectory_add(&t, 0, &at[0], NAN);
  ck_assert_int_eq(asked, 1);
  ck_assert_int_eq(mg_trajectory_check(&t, NULL), MGNN_OK);
  mg_trajectory_free(&t);
}
END_TEST

/* Iterations go on counting over the descents of one search. */
START_TEST(descents_follow_each_other)
{
  mg_trajectory t;

  mg_trajectory_init(&t, 1, 1, 0);
  for (size_t k = 0; k < 6; k++) {
    double x = (double)k;

    mg_trajectory_add(&t, k % 3, &x, 10 - x);
  }
  ck_assert_uint_eq(t.count, 6);
  ck_assert_uint_eq(t.iteration[3], 2);
  ck_assert_uint_eq(t.iteration[5], 4);
  mg_trajectory_free(&t);
}
END_TEST

static void
turned(const double *from, size_t n, double angle, double *to)
{
  for (size_t i = 0; i < n; i++) {
    to[2 * i] = cos(angle) * from[2 * i] - sin(angle) * from[2 * i + 1];
    to[2 * i + 1] = sin(angle) * from[2 * i] + cos(angle) * from[2 * i + 1];
  }
}

/* A shape that only turns has not moved; and the mirror image of the last point
 * is where all have gone. */
START_TEST(a_trajectory_neither_spins_nor_mirrors)
{
  const double shape[] = { 0, 0,  4, 0,  4, 1,  -1, 3 };
  double x[8], mirror[8];
  mg_trajectory t;

  mg_trajectory_init(&t, 4, 2, 0);
  for (size_t k = 0; k < 20; k++) {
    turned(shape, 4, 0.3 * (double)k, x);
    mg_trajectory_add(&t, k, x, -(double)k);
  }
  for (size_t c = 0; c < 8; c++)
    mirror[c] = c % 2 ? 7 + shape[c] : 2 - shape[c];
  ck_assert_int_eq(mg_trajectory_align(&t, mirror, 1, NULL), MGNN_OK);
  ck_assert_uint_eq(t.count, 20);
  for (size_t k = 0; k < 20; k++)
    ck_assert_double_le(mg_rms_distance(t.x + 8 * k, mirror, 4, 2), 1e-12);
  ck_assert_double_le(t.length[19], 1e-10);
  mg_trajectory_free(&t);
}
END_TEST

START_TEST(nodes_get_their_own_numbers_back)
{
  const unsigned node[] = { 2, 0, 1 };
  const double x[] = { 10, 20, 30 };
  mg_trajectory t;

  mg_trajectory_init(&t, 3, 1, 0);
  mg_trajectory_add(&t, 0, x, 1);
  ck_assert_int_eq(mg_trajectory_renumber(&t, node, NULL), MGNN_OK);
  ck_assert_double_eq(t.x[0], 20);
  ck_assert_double_eq(t.x[1], 30);
  ck_assert_double_eq(t.x[2], 10);
  mg_trajectory_free(&t);
}
END_TEST

/* Two parts and a node in none: five points beside three. */
START_TEST(parts_move_together)
{
  const unsigned a[] = { 0 }, b[] = { 2 }, *node[] = { a, b };
  const double end[] = { 4, 100, 20 };
  mg_trajectory part[2], t;
  mg_trajectory_parts parts = { part, node, 2 };

  for (size_t p = 0; p < 2; p++) {
    mg_trajectory_init(&part[p], 1, 1, 0);
    for (size_t k = 0; k < (p == 0 ? 5 : 3); k++) {
      double x = (double)k * (p == 0 ? 1 : 10);

      mg_trajectory_add(&part[p], k, &x, 10 - (double)k);
    }
  }
  ck_assert_int_eq(mg_trajectory_join(&t, end, 3, 1, &parts, NULL), MGNN_OK);
  ck_assert_uint_eq(t.count, 5);
  ck_assert_double_eq(t.x[0], 0);
  ck_assert_double_eq(t.x[2], 0);
  ck_assert_double_eq(t.value[0], 20);
  for (size_t k = 0; k < 5; k++) {
    ck_assert_double_eq(t.x[3 * k], (double)k);
    ck_assert_double_eq(t.x[3 * k + 1], 100);
  }
  ck_assert_double_eq(t.x[3 * 4 + 2], 20);
  ck_assert_double_eq(t.value[4], 6 + 8);
  ck_assert_uint_eq(t.iteration[4], 4 + 2);
  mg_trajectory_free(&t);
  for (size_t p = 0; p < 2; p++)
    mg_trajectory_free(&part[p]);
}
END_TEST

/* Two components, one of them with lengths that cannot be met, and a node
 * alone. */
static mgnn_problem *
two_parts(void)
{
  static const mgnn_node ends[] = { 0, 1,  1, 2,  2, 0,  2, 3,  3, 0,  1, 3,
                                 4, 5,  5, 6,  6, 7,  7, 4 };
  static const double length[] = { 1, 2, 3, 4, 5, 2, 1, 1, 1, 1 };
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, 9, 10, ends, length, NULL), MGNN_OK);
  return p;
}

/* The last point is the drawing, to the last bit, and every value is the energy
 * of the positions it stands for. */
START_TEST(the_trajectory_of_a_layout_ends_at_the_layout)
{
  mgnn_problem *p = two_parts();
  double y[18] = { 0 }, plain[18] = { 0 };
  mgnn_search_params par;
  mgnn_figures f;
  mg_trajectory t;

  mgnn_search_params_init(&par);
  ck_assert_int_eq(mgnn_layout(p, 2, &par, plain, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_layout_trajectory(&(mg_descent){ p, 2, &par, 0, 0, NULL }, 0, y,
                                        NULL, &t, NULL), MGNN_OK);
  ck_assert_int_eq(memcmp(y, plain, sizeof y), 0);
  ck_assert_uint_ge(t.count, 3);
  ck_assert_int_eq(memcmp(t.x + (t.count - 1) * 18, y, sizeof y), 0);
  for (size_t k = 0; k < t.count; k++) {
    ck_assert_int_eq(mgnn_measure(p, 2, t.x + k * 18, NULL, 0, &f, NULL),
                     MGNN_OK);
    ck_assert_double_eq_tol(f.energy, t.value[k], 1e-9 * (1 + f.energy));
    if (k > 0) {
      ck_assert_double_le(t.value[k], t.value[k - 1]);
      ck_assert_uint_ge(t.iteration[k], t.iteration[k - 1]);
    }
  }
  mg_trajectory_free(&t);
  mgnn_problem_free(p);
}
END_TEST

/* The same where all pairs count: values are the stress of all pairs, a slow
 * sum over the paths of a ring of 7. */
START_TEST(the_trajectory_of_all_pairs_ends_at_the_drawing)
{
  enum { N = 7 };
  mgnn_node ends[2 * N];
  double y[2 * N] = { 0 };
  mgnn_problem *p;
  mgnn_search_params par;
  mg_trajectory t;

  for (size_t i = 0; i < N; i++) {
    ends[2 * i] = i;
    ends[2 * i + 1] = (i + 1) % N;
  }
  ck_assert_int_eq(mgnn_problem_new(&p, N, N, ends, NULL, NULL), MGNN_OK);
  mgnn_search_params_init(&par);
  par.pairs = "paths";
  ck_assert_int_eq(mg_layout_trajectory(&(mg_descent){ p, 2, &par, 0, 0, NULL }, 0, y,
                                        NULL, &t, NULL), MGNN_OK);
  ck_assert_int_eq(memcmp(t.x + (t.count - 1) * 2 * N, y, sizeof y), 0);
  for (size_t k = 0; k < t.count; k++) {
    const double *x = t.x + k * 2 * N;
    double stress = 0;

    for (size_t i = 0; i < N; i++)
      for (size_t j = 0; j < i; j++) {
        double far = (double)(i - j < N - i + j ? i - j : N - i + j);
        double r = hypot(x[2 * i] - x[2 * j], x[2 * i + 1] - x[2 * j + 1]);

        stress += (r / far - 1) * (r / far - 1);
      }
    ck_assert_double_eq_tol(stress, t.value[k], 1e-5 * stress);
    if (k > 0)
      ck_assert_double_le(t.value[k], t.value[k - 1]);
  }
  mg_trajectory_free(&t);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(every_failed_allocation_is_reported)
{
  for (long good = 0;; good++) {
    mgnn_problem *p = two_parts();
    double y[18] = { 0 }, same[18] = { 0 };
    mg_trajectory t = { 0 };
    mgnn_search_params par;
    mgnn_status status;
    int held;

    mgnn_search_params_init(&par);
    par.control.threads = 1;
    par.pairs = _i == 0 ? "edges" : "paths";
    mg_fuse_set(good);
    status = mg_layout_trajectory(&(mg_descent){ p, 2, &par, 0, 0, NULL }, 0, y, NULL,
                                  &t, NULL);
    held = fuse_held(status);
    mgnn_problem_free(p);
    mg_trajectory_free(&t);
    if (held)
      break;
    ck_assert_int_eq(memcmp(y, same, sizeof y), 0);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_long_trajectory_is_kept_within_bounds),
    TEST(a_falling_value_is_kept_by_its_logarithm),
    TEST(what_rises_is_left_out),
    TEST(the_judge_is_asked_for_unknown_values),
    TEST(an_infinite_value_is_a_value),
    TEST(descents_follow_each_other),
    TEST(a_trajectory_neither_spins_nor_mirrors),
    TEST(nodes_get_their_own_numbers_back),
    TEST(parts_move_together),
    TEST(the_trajectory_of_a_layout_ends_at_the_layout),
    TEST(the_trajectory_of_all_pairs_ends_at_the_drawing),
    TEST_EACH(every_failed_allocation_is_reported, 2)
  };

  return unit_run("trajectory", tests, COUNT(tests), NULL);
}
