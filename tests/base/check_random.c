/* The seeded generator: directions, normal deviates, independent streams. */
#include "base/random.h"
#include "base/dense.h"
#include "unit.h"

#include <math.h>
#include <stdint.h>

START_TEST(directions_have_length_one_and_turn_with_the_pair)
{
  for (size_t dim = 1; dim <= 7; dim++)
    for (size_t i = 0; i < 20; i++)
      for (size_t j = i + 1; j < 20; j++) {
        double u[7] = { 0 }, v[7] = { 0 }, zero[7] = { 0 };

        mg_random_direction(5, i, j, dim, 3, u);
        mg_random_direction(5, j, i, dim, 3, v);
        ck_assert_double_eq_tol(mg_distance(u, zero, dim), 3, 1e-12);
        for (size_t c = 0; c < dim; c++)
          ck_assert(u[c] == -v[c]);
        /* It adds to what is there. */
        mg_random_direction(5, j, i, dim, 3, u);
        ck_assert_double_eq_tol(mg_distance(u, zero, dim), 0, 1e-12);
      }
}
END_TEST

START_TEST(directions_depend_on_seed_and_pair)
{
  static const size_t from[][3] = {
    { 1, 3, 4 }, { 2, 3, 4 }, { 1, 3, 5 }, { 1, 2, 4 }, { 1, 3, 4 }
  };
  double u[5][2] = { { 0 } };

  for (size_t k = 0; k < 5; k++)
    mg_random_direction(from[k][0], from[k][1], from[k][2], 2, 1, u[k]);
  for (size_t k = 1; k < 4; k++)
    ck_assert(u[k][0] != u[0][0]);
  ck_assert_mem_eq(u[4], u[0], sizeof u[0]);
}
END_TEST

/* The mean of N deviates lies within 5 sigma/sqrt(N) of 0, and so on. */
START_TEST(deviates_are_normal_and_follow_the_seed)
{
  enum { N = 40000 };
  static double x[N], y[N];
  double sum = 0, square = 0, fourth = 0;

  ck_assert_int_eq(mg_random_normal(7, 3, N, x, NULL), MGNN_OK);
  ck_assert_int_eq(mg_random_normal(7, 3, N, y, NULL), MGNN_OK);
  ck_assert_mem_eq(x, y, sizeof x);
  ck_assert_int_eq(mg_random_normal(8, 3, N, y, NULL), MGNN_OK);
  ck_assert_mem_ne(x, y, sizeof x);
  for (int i = 0; i < N; i++) {
    double t = x[i] / 3;

    sum += t;
    square += t * t;
    fourth += t * t * t * t;
  }
  ck_assert_double_eq_tol(sum / N, 0, 5 / sqrt(N));
  ck_assert_double_eq_tol(square / N, 1, 5 * sqrt(2.0 / N));
  ck_assert_double_eq_tol(fourth / N, 3, 5 * sqrt(96.0 / N));
}
END_TEST

/* So are the places of nodes, each from a seed and a node alone; neighbours in
 * number, and the coordinates of one node, have nothing in common.  Products of two
 * deviates have variance 1. */
START_TEST(places_are_normal_and_independent)
{
  enum { N = 40000 };
  double sum = 0, square = 0, fourth = 0, across = 0, along = 0, before = 0, x[3], y[2];

  for (size_t i = 0; i < N; i++) {
    mg_random_place(7, i, 3, 2, x);
    mg_random_place(7, i, 2, 2, y);
    ck_assert(x[0] == y[0] && x[1] == y[1]);
    mg_random_place(8, i, 2, 2, y);
    ck_assert(x[0] != y[0]);
    sum += x[0] / 2;
    square += x[0] * x[0] / 4;
    fourth += x[0] * x[0] * x[0] * x[0] / 16;
    across += x[0] * x[2] / 4;
    along += x[0] * before / 4;
    before = x[0];
  }
  ck_assert_double_eq_tol(sum / N, 0, 5 / sqrt(N));
  ck_assert_double_eq_tol(square / N, 1, 5 * sqrt(2.0 / N));
  ck_assert_double_eq_tol(fourth / N, 3, 5 * sqrt(96.0 / N));
  ck_assert_double_eq_tol(across / N, 0, 5 / sqrt(N));
  ck_assert_double_eq_tol(along / N, 0, 5 / sqrt(N));
}
END_TEST

/* A stream goes on where it was left, and each name has one of its own. */
START_TEST(streams_are_named_and_even)
{
  enum { N = 40000, FACES = 6 };
  uint64_t a = mg_random_stream(3, 1), b = mg_random_stream(3, 1),
           c = mg_random_stream(3, 2);
  double sum = 0, square = 0, uniform = 0;
  size_t faces[FACES] = { 0 }, same = 0;

  for (int i = 0; i < N; i++) {
    double t = mg_random_deviate(&a);

    ck_assert(t == mg_random_deviate(&b));
    same += t == mg_random_deviate(&c);
    sum += t;
    square += t * t;
  }
  ck_assert_uint_eq(same, 0);
  ck_assert_double_eq_tol(sum / N, 0, 5 / sqrt(N));
  ck_assert_double_eq_tol(square / N, 1, 5 * sqrt(2.0 / N));
  for (int i = 0; i < N; i++) {
    uniform += mg_random_uniform(&a);
    faces[mg_random_below(&b, FACES)]++;
  }
  ck_assert_double_eq_tol(uniform / N, 0.5, 5 / sqrt(12.0 * N));
  for (int k = 0; k < FACES; k++)
    ck_assert_double_eq_tol((double)faces[k] / N, 1.0 / 6,
                            5 * sqrt(5.0 / 36 / N));
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(directions_have_length_one_and_turn_with_the_pair),
    TEST(directions_depend_on_seed_and_pair),
    TEST(deviates_are_normal_and_follow_the_seed),
    TEST(places_are_normal_and_independent),
    TEST(streams_are_named_and_even)
  };

  return unit_run("random", tests, COUNT(tests), NULL);
}
