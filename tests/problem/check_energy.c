/* The energy and its gradient. */
#include "base/mem.h"
#include "problem/energy.h"
#include "problem/problem.h"
#include "unit.h"

#include <math.h>

/* E does not change when Y is turned, mirrored or shifted, and its gradient is
 * what small steps say. */
START_TEST(energy_and_gradient_are_consistent)
{
  enum { N = 12 };
  size_t m = 0;
  mgnn_node ends[2 * N];
  double length[N], y[2 * N], moved[2 * N], grad[2 * N], partial[1];
  double e0, e1, h = 1e-6;
  mgnn_problem *p;

  for (size_t i = 0; i < N; i++, m++) {
    ends[2 * m] = i;
    ends[2 * m + 1] = (i + 1) % N;
    length[m] = 0.5 + 0.1 * (double)i;
  }
  ck_assert_int_eq(mgnn_problem_new(&p, N, m, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_place(p, 2, 4, 1, y, NULL), MGNN_OK);
  e0 = mg_energy(&p->graph, 2, 1, 1, y, grad, partial);
  for (size_t i = 0; i < N; i++) {
    moved[2 * i] = 0.6 * y[2 * i] - 0.8 * y[2 * i + 1] + 5;
    moved[2 * i + 1] = -0.8 * y[2 * i] - 0.6 * y[2 * i + 1] - 7;
  }
  e1 = mg_energy(&p->graph, 2, 1, 1, moved, NULL, partial);
  ck_assert_double_eq_tol(e0, e1, 1e-12 * e0);
  for (size_t k = 0; k < 2 * N; k++) {
    double keep = y[k], up, down;

    y[k] = keep + h;
    up = mg_energy(&p->graph, 2, 1, 1, y, NULL, partial);
    y[k] = keep - h;
    down = mg_energy(&p->graph, 2, 1, 1, y, NULL, partial);
    y[k] = keep;
    ck_assert_double_eq_tol(2 * grad[k], (up - down) / (2 * h), 1e-6);
  }
  mgnn_problem_free(p);
}
END_TEST

/* w (r - m)^2 / 2 of an edge from a to the origin, m bounded by 1 and `upper`. */
static mg_edge_block
edge_at(const double *a, size_t dim, double upper)
{
  const double zero[4] = { 0, 0, 0, 0 }, lower = 1;
  double r = mg_distance(a, zero, dim);

  return mg_edge_block_at(r, mg_target_near(&lower, &upper, 0, r), 1.7,
                          r > lower && r < upper);
}

/* Derivatives by small steps: of half the energy once, the gradient `pull a`;
 * twice, the curvature, whose negative part across a short edge is left out. */
START_TEST(block_of_an_edge_is_the_curvature_without_its_negative_part)
{
  static const double radius[] = { 0.6, 1.2, 1.9 }, upper[] = { 1, 1.4 };
  const double h = 1e-4;

  for (size_t t = 0; t < 2 * 3 * 4; t++) {
    size_t dim = t % 4 + 1;
    double r = radius[t / 4 % 3], top = upper[t / 12], a[4], u[4], norm = 0;
    mg_edge_block b, near;

    for (size_t c = 0; c < dim; c++)
      norm += (double)((c + 1) * (c + 1));
    for (size_t c = 0; c < dim; c++)
      a[c] = r * (u[c] = (double)(c + 1) / sqrt(norm));
    b = edge_at(a, dim, top);
    for (size_t c = 0; c < dim; c++) {
      double up, down, slope[2][4];

      for (int side = 0; side < 2; side++) {
        a[c] += side == 0 ? h : -2 * h;
        near = edge_at(a, dim, top);
        *(side == 0 ? &up : &down) = near.energy;
        for (size_t d = 0; d < dim; d++)
          slope[side][d] = near.pull * a[d];
      }
      a[c] += h;
      ck_assert_double_eq_tol(b.pull * a[c], (up - down) / (4 * h), 1e-6);
      for (size_t d = 0; d < dim; d++) {
        double exact = (slope[0][d] - slope[1][d]) / (2 * h);
        double left_out = fmin(0, b.pull) * ((c == d) - u[c] * u[d]);

        ck_assert_double_eq_tol(mg_edge_block_entry(&b, u, c, d) + left_out, exact,
                                1e-5);
      }
    }
  }
}
END_TEST

/* No direction: the curvature is that of a spring, w in all directions. */
START_TEST(block_of_two_nodes_on_one_spot_has_no_direction)
{
  mg_edge_block b = mg_edge_block_at(0, 2, 3, 0);
  const double u[] = { 0, 0 };

  ck_assert_double_eq(b.energy, 12);
  ck_assert_double_eq(b.pull, 0);
  ck_assert_double_eq(mg_edge_block_entry(&b, u, 0, 0), 3);
  ck_assert_double_eq(mg_edge_block_entry(&b, u, 0, 1), 0);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(energy_and_gradient_are_consistent),
    TEST(block_of_an_edge_is_the_curvature_without_its_negative_part),
    TEST(block_of_two_nodes_on_one_spot_has_no_direction)
  };

  return unit_run("energy", tests, COUNT(tests), NULL);
}
