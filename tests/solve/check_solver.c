/* Every solver of the table: triangles with a known answer, energies that never
 * rise, limits. */
#include "base/mem.h"
#include "problem/problem.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>

/* The damped solver brings a feasible triangle to its lengths, holds pins, and
 * makes of 1, 1, 3 the least-squares compromise 4/3, 4/3, 8/3. */
START_TEST(every_solver_solves_triangles)
{
  static const double right[] = { 3, 4, 5 }, wrong[] = { 1, 1, 3 };
  static const unsigned char pin[] = { 1, 1,  0, 1,  0, 0 };
  double y[] = { 0, 0,  1, 0,  0, 1 };
  mgnn_problem *p;
  mgnn_search_params par;
  mgnn_outcome out;
  mgnn_figures f;

  mgnn_search_params_init(&par);
  par.solver = mgnn_solver_name((size_t)_i);
  par.tolerance = 1e-14;
  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, triangle_ends, right, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_solve(p, 2, &par, y, &out, NULL), MGNN_OK);
  ck_assert_str_eq(out.reason, "converged");
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_le(f.max_relative_error, 1e-6);
  ck_assert_double_eq(y[0], 0);
  ck_assert_double_eq(y[1], 0);
  ck_assert_double_eq(y[3], 0);
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, triangle_ends, wrong, NULL),
                   MGNN_OK);
  y[2] = 1;
  y[4] = 0.3;
  y[5] = 0.7;
  ck_assert_int_eq(mgnn_solve(p, 2, &par, y, &out, NULL), MGNN_OK);
  ck_assert_double_eq_tol(out.energy, 1. / 3, 1e-9);
  ck_assert_double_eq_tol(mg_distance(y, y + 4, 2), 8. / 3, 1e-4);
  mgnn_problem_free(p);
}
END_TEST

/* The energy of the iteration before. */
typedef struct {
  const mgnn_problem *p;
  double energy;
} descent;

static int
never_rises(void *ctx, const mgnn_progress *now)
{
  descent *last = ctx;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_measure(last->p, 2, now->x, NULL, 0, &f, NULL),
                   MGNN_OK);
  if (now->step > 0)
    ck_assert_double_le(f.energy, last->energy * (1 + 1e-14));
  last->energy = f.energy;
  return 0;
}

START_TEST(the_energy_never_rises)
{
  enum { N = 30 };

  for (unsigned seed = 1; seed <= 20; seed++) {
    size_t m = 0;
    mgnn_node ends[N * N];
    double length[N * N / 2], y[N * 2];
    unsigned state = seed;
    mgnn_problem *p;
    mgnn_search_params par;
    descent last;

    for (size_t i = 0; i < N; i++)
      for (size_t j = i + 1; j < N; j++) {
        state = state * 1664525u + 1013904223u;
        if (state >> 30 != 0)
          continue;
        ends[2 * m] = i;
        ends[2 * m + 1] = j;
        length[m++] = (double)(state >> 8 & 7);       /* 0 to 7 */
      }
    ck_assert_int_eq(mgnn_problem_new(&p, N, m, ends, length, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_place(p, 2, seed, 1, y, NULL), MGNN_OK);
    mgnn_search_params_init(&par);
    par.solver = mgnn_solver_name((size_t)_i);
    last.p = p;
    par.control.watch = never_rises;
    par.control.watch_ctx = &last;
    ck_assert_int_eq(mgnn_solve(p, 2, &par, y, NULL, NULL), MGNN_OK);
    mgnn_problem_free(p);
  }
}
END_TEST

START_TEST(limits_end_a_solve_with_the_best_so_far)
{
  double y[] = { 0, 0,  1, 0,  0, 5 };
  mgnn_problem *p;
  mgnn_search_params par;
  mgnn_outcome out;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, triangle_ends, NULL, NULL),
                   MGNN_OK);
  mgnn_search_params_init(&par);
  par.solver = mgnn_solver_name((size_t)_i);
  par.control.max_iterations = 2;
  par.tolerance = 0;
  ck_assert_int_eq(mgnn_solve(p, 2, &par, y, &out, NULL), MGNN_ENOCONV);
  ck_assert_str_eq(out.reason, "iterations");
  ck_assert_uint_eq(out.iterations, 2);
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.energy, out.energy, 1e-12);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  int solvers = names_count(mgnn_solver_name);
  const unit_test tests[] = {
    TEST_EACH(every_solver_solves_triangles, solvers),
    TEST_EACH(the_energy_never_rises, solvers),
    TEST_EACH(limits_end_a_solve_with_the_best_so_far, solvers)
  };

  return unit_run("solver", tests, COUNT(tests), NULL);
}
