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

int
main(void)
{
  const unit_test tests[] = {
    TEST(energy_and_gradient_are_consistent)
  };

  return unit_run("energy", tests, COUNT(tests), NULL);
}
