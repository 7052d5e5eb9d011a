/* Every solver of the table: triangles with a known answer, energies that never
 * rise, limits. */
#include "base/mem.h"
#include "base/reproducible_sum.h"
#include "solve/descent/lbfgs.h"
#include "problem/problem.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <string.h>

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

/* sum_i (x_i - 1)^2 + 100 (x_i^2 - z_i)^2 over pairs (x_i, z_i), an order of the
 * pairs being given: Rosenbrock's valley, many times and each at another scale. */
enum { VALLEYS = 50, VARIABLES = 2 * VALLEYS };

typedef struct {
  size_t order[VALLEYS];       /* the valley of a pair of variables */
  size_t stop;                 /* the iteration at which it is left */
  mg_lbfgs_state *state, kept; /* which is then copied */
} valleys;

static double
valleys_value(void *ctx, const double *x, double *grad)
{
  const valleys *v = ctx;
  mg_sum sum = { 0 };

  for (size_t k = 0; k < VALLEYS; k++) {
    double scale = 1 + (double)v->order[k], a = x[2 * k] - 1;
    double b = x[2 * k] * x[2 * k] - x[2 * k + 1];

    mg_sum_add(&sum, scale * (a * a + 100 * b * b));
    grad[2 * k] = scale * (2 * a + 400 * b * x[2 * k]);
    grad[2 * k + 1] = -200 * scale * b;
  }
  return mg_sum_value(&sum);
}

static double
exact_dot(void *ctx, size_t size, const double *a, const double *b)
{
  mg_sum sum = { 0 };

  (void)ctx;
  for (size_t k = 0; k < size; k++)
    mg_sum_add(&sum, a[k] * b[k]);
  return mg_sum_value(&sum);
}

static const mg_sums exact_sums = { exact_dot, NULL };

static void
state_copy(mg_lbfgs_state *to, const mg_lbfgs_state *from)
{
  size_t all = from->opt->memory * from->size * sizeof(double);

  memcpy(to->x, from->x, from->size * sizeof *to->x);
  memcpy(to->grad, from->grad, from->size * sizeof *to->grad);
  memcpy(to->s, from->s, all);
  memcpy(to->y, from->y, all);
  memcpy(to->rho, from->rho, from->opt->memory * sizeof *to->rho);
  to->kept = from->kept;
  to->next = from->next;
  to->idle = from->idle;
  to->result = from->result;
}

static int
leave_at(void *ctx, size_t iteration, const double *x, double value)
{
  valleys *v = ctx;

  (void)x;
  (void)value;
  if (iteration == v->stop && v->state != NULL)
    state_copy(&v->kept, v->state);
  return iteration == v->stop;
}

static void
valleys_run(valleys *v, const mg_lbfgs_state *from, double *x,
            mg_lbfgs_result *result)
{
  static double inverse[VARIABLES];
  mg_objective f = { VARIABLES, valleys_value, v, inverse, NULL };
  mg_lbfgs_options opt;
  mg_lbfgs_state t;

  for (size_t k = 0; k < VARIABLES; k++)
    inverse[k] = 0.01 / (1 + (double)v->order[k / 2]);
  mg_lbfgs_init(&opt);
  opt.sums = &exact_sums;
  opt.tolerance = 1e-9;
  opt.watch = leave_at;
  opt.watch_ctx = v;
  ck_assert_int_eq(mg_lbfgs_state_init(&t, &f, &opt, NULL), MGNN_OK);
  ck_assert_int_eq(mg_lbfgs_state_init(&v->kept, &f, &opt, NULL), MGNN_OK);
  for (size_t k = 0; k < VARIABLES; k++)
    t.x[k] = k % 2 ? 1 : -1.2 + 0.01 * (double)v->order[k / 2];
  if (from != NULL)
    state_copy(&t, from);
  v->state = &t;
  mg_lbfgs_run(&t);
  memcpy(x, t.x, VARIABLES * sizeof *x);
  *result = t.result;
  mg_lbfgs_state_free(&t);
}

/* With sums that have no order the variables have none: turned around, the search
 * goes through the same numbers. */
START_TEST(sums_without_an_order_give_searches_without_one)
{
  double x[VARIABLES], y[VARIABLES];
  mg_lbfgs_result a, b;
  valleys up = { .stop = SIZE_MAX }, down = { .stop = SIZE_MAX };

  for (size_t k = 0; k < VALLEYS; k++) {
    up.order[k] = k;
    down.order[k] = (k * 7 + 3) % VALLEYS;
  }
  valleys_run(&up, NULL, x, &a);
  valleys_run(&down, NULL, y, &b);
  ck_assert(a.iterations > 50 && a.iterations == b.iterations);
  ck_assert_double_le(a.value, 1e-6);
  ck_assert_mem_eq(&a.value, &b.value, sizeof a.value);
  for (size_t k = 0; k < VALLEYS; k++)
    ck_assert_mem_eq(y + 2 * k, x + 2 * down.order[k], 2 * sizeof *x);
  mg_lbfgs_state_free(&up.kept);
  mg_lbfgs_state_free(&down.kept);
}
END_TEST

/* Left after so many iterations, a search goes on to the same last bit. */
START_TEST(a_search_goes_on_from_its_state)
{
  double x[VARIABLES], y[VARIABLES];
  mg_lbfgs_result a, b;
  valleys whole = { .stop = SIZE_MAX }, half = { .stop = (size_t)_i }, rest;
  mg_lbfgs_state kept;

  for (size_t k = 0; k < VALLEYS; k++)
    whole.order[k] = half.order[k] = k;
  valleys_run(&whole, NULL, x, &a);
  valleys_run(&half, NULL, y, &b);
  ck_assert_int_eq(b.end, MG_LBFGS_STOPPED);
  kept = half.kept;
  rest = half;
  rest.stop = SIZE_MAX;
  valleys_run(&rest, &kept, y, &b);
  ck_assert_mem_eq(x, y, sizeof x);
  ck_assert(a.iterations == b.iterations && a.evaluations == b.evaluations);
  mg_lbfgs_state_free(&whole.kept);
  mg_lbfgs_state_free(&kept);
  mg_lbfgs_state_free(&rest.kept);
}
END_TEST

int
main(void)
{
  int solvers = names_count(mgnn_solver_name);
  const unit_test tests[] = {
    TEST_EACH(every_solver_solves_triangles, solvers),
    TEST_EACH(the_energy_never_rises, solvers),
    TEST_EACH(limits_end_a_solve_with_the_best_so_far, solvers),
    TEST(sums_without_an_order_give_searches_without_one),
    TEST_RANGE(a_search_goes_on_from_its_state, 0, 40)
  };

  return unit_run("solver", tests, COUNT(tests), NULL);
}
