/* Layout mode for prescribed lengths: what must come out, whatever the stages
 * do in between. */
#include "base/dense.h"
#include "problem/problem.h"
#include "fuse.h"
#include "random_numbers.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Lay out and measure; y has n*dim doubles. */
static mgnn_figures
lay_out(const mgnn_problem *p, size_t dim, int threads, double *y)
{
  mgnn_search_params par;
  mgnn_figures f;

  mgnn_search_params_init(&par);
  par.control.threads = threads;
  ck_assert_int_eq(mgnn_layout(p, dim, &par, y, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, dim, y, NULL, 0, &f, NULL), MGNN_OK);
  return f;
}

static mgnn_problem *
make(size_t n, size_t m, const mgnn_node *ends, const double *length)
{
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, n, m, ends, length, NULL), MGNN_OK);
  return p;
}

/* A random geometric graph in the unit square or cube with mean degree about
 * `degree`; lengths from the true positions. */
static mgnn_problem *
geometric(size_t n, int dim, double degree, unsigned seed, double noise)
{
  double *x = malloc(n * (size_t)dim * sizeof *x), r;
  size_t m = 0;
  mgnn_node *ends = malloc(n * n * sizeof *ends);
  double *length = malloc(n * n / 2 * sizeof *length);
  mgnn_problem *p;

  for (size_t k = 0; k < n * (size_t)dim; k++)
    x[k] = random_unit32(&seed);
  r = dim == 2 ? sqrt(degree / (3.14159 * (double)n))
               : cbrt(degree * 3 / (4 * 3.14159 * (double)n));
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++) {
      double d = mg_distance(x + i * (size_t)dim, x + j * (size_t)dim,
                             (size_t)dim);

      if (d > r)
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      length[m++] = d * (1 + noise * (random_unit32(&seed) - 0.5));
    }
  p = make(n, m, ends, length);
  free(x);
  free(ends);
  free(length);
  return p;
}

START_TEST(an_impossible_triangle_is_the_least_squares_compromise)
{
  static const double length[] = { 1, 1, 3 };
  mgnn_problem *p = make(3, 3, triangle_ends, length);
  double y[6] = { 0 };
  mgnn_figures f = lay_out(p, 2, 1, y);

  ck_assert_double_eq_tol(f.energy, 1. / 3, 1e-6);
  ck_assert_double_eq_tol(mg_distance(y, y + 2, 2), 4. / 3, 1e-2);
  ck_assert_double_eq_tol(mg_distance(y, y + 4, 2), 8. / 3, 1e-2);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(a_square_with_its_diagonals_is_found)
{
  const double d = sqrt(2), length[] = { 1, 1, 1, 1, d, d };
  mgnn_problem *p = make(4, 6, square_ends, length);
  double y[8] = { 0 };

  ck_assert_double_le(lay_out(p, 2, 1, y).max_relative_error, 1e-6);
  mgnn_problem_free(p);
}
END_TEST

/* Four blocks of 3 at mutual distance 5, 0 within: in space a tetrahedron, in
 * the plane impossible. */
START_TEST(four_blocks_exist_in_space_only)
{
  enum { NODES = 12 };
  size_t m = 0;
  mgnn_node ends[NODES * NODES];
  double length[NODES * NODES / 2], y[NODES * 3] = { 0 };
  mgnn_problem *p;
  mgnn_figures f;

  for (size_t i = 0; i < NODES; i++)
    for (size_t j = i + 1; j < NODES; j++) {
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      length[m++] = i / 3 == j / 3 ? 0 : 5;
    }
  p = make(NODES, m, ends, length);
  f = lay_out(p, 3, 1, y);
  ck_assert_double_le(f.max_relative_error, 1e-6);
  ck_assert_double_le(f.max_zero_length, 1e-5);
  mgnn_problem_free(p);
  p = make(NODES, m, ends, length);
  f = lay_out(p, 2, 1, y);
  ck_assert_double_ge(f.max_relative_error, 0.05);
  mgnn_problem_free(p);
}
END_TEST

/* Trees, paths and stars can always be drawn to length, in any dimension; the
 * lengths here span six orders. */
START_TEST(trees_are_drawn_to_length)
{
  enum { NODES = 60 };

  for (int shape = 0; shape < 3; shape++)
    for (int dim = 1; dim <= 4; dim++) {
      mgnn_node ends[2 * NODES];
      double length[NODES], y[NODES * 4] = { 0 };
      mgnn_problem *p;

      for (size_t k = 0; k + 1 < NODES; k++) {
        ends[2 * k] = shape == 0 ? k : shape == 1 ? 0 : k / 2;
        ends[2 * k + 1] = k + 1;
        length[k] = pow(10, (double)(k % 7) - 3);
      }
      p = make(NODES, NODES - 1, ends, length);
      ck_assert_double_le(lay_out(p, dim, 1, y).max_relative_error, 5e-3);
      mgnn_problem_free(p);
    }
}
END_TEST

START_TEST(odd_lengths_give_finite_drawings)
{
  static const double odd[][5] = {
    { 0, 0, 0, 0, 0 }, { 1e-140, 1e140, 1, 0, 1e-6 },
    { 1e150, 1e150, 1e150, 1e150, 1e150 },
    { 1e-150, 1e-150, 1e-150, 1e-150, 1e-150 }
  };

  for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
    mgnn_problem *p = make(4, 5, kite_ends, odd[k]);
    double y[8] = { 0 };

    ck_assert(isfinite(lay_out(p, 2, 1, y).energy));
    for (size_t c = 0; c < 8; c++)
      ck_assert(isfinite(y[c]));
    mgnn_problem_free(p);
  }
}
END_TEST

START_TEST(intervals_are_met)
{
  static const double lower[] = { 1, 1, 1, 1, 0, 1.7 };
  static const double upper[] = { 2, 2, 2, 2, 1, INFINITY };
  mgnn_problem *p = make(4, 6, square_ends, NULL);
  double y[8] = { 0 };

  ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  ck_assert_double_le(lay_out(p, 2, 1, y).max_relative_error, 1e-4);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(geometric_graphs_are_recovered)
{
  static const struct { int dim; double degree; } kinds[] = {
    { 2, 20 }, { 2, 12 }, { 3, 20 }
  };
  const size_t n = 300;
  mgnn_problem *p = geometric(n, kinds[_i].dim, kinds[_i].degree, 7, 0);
  double *y = calloc(n * 3, sizeof *y);

  ck_assert_double_le(lay_out(p, (size_t)kinds[_i].dim, 0, y).max_relative_error, 5e-3);
  mgnn_problem_free(p);
  free(y);
}
END_TEST

/* The stages with threads of their own: the bits agree. */
START_TEST(threads_do_not_matter)
{
  const size_t n = 160;
  mgnn_problem *p = geometric(n, 2, 9, 3, 0.01);
  double *one = calloc(n * 2, sizeof *one), *more = calloc(n * 2, sizeof *more);

  lay_out(p, 2, 1, one);
  for (int threads = 2; threads <= 3; threads++) {
    lay_out(p, 2, threads, more);
    ck_assert_int_eq(memcmp(one, more, n * 2 * sizeof *one), 0);
  }
  mgnn_problem_free(p);
  free(one);
  free(more);
}
END_TEST

START_TEST(every_failed_allocation_leaves_the_positions)
{
  static const double length[] = { 1, 1, 1, 1, 1 };

  for (long good = 0;; good++) {
    mgnn_problem *p = make(4, 5, kite_ends, length);
    double y[8] = { 0 }, same[8] = { 0 };
    mgnn_search_params par;
    mgnn_status status;
    int held;

    mgnn_search_params_init(&par);
    par.control.threads = 1;
    mg_fuse_set(good);
    status = mgnn_layout(p, 2, &par, y, NULL, NULL);
    held = fuse_held(status);
    mgnn_problem_free(p);
    if (held)
      break;
    ck_assert_int_eq(memcmp(y, same, sizeof y), 0);
  }
}
END_TEST

/* Beyond 1e152 squares overflow; what is not held is not looked at. */
START_TEST(positions_that_are_too_large_are_refused)
{
  static const mgnn_node ends[] = { 0, 1,  1, 2 };
  static const unsigned char pin[] = { 1, 1,  0, 0,  0, 0 };
  static const double wrong[] = { 1e153, -1e200, INFINITY, -INFINITY, NAN };
  mgnn_search_params par;
  mgnn_problem *p;
  mgnn_error err;

  mgnn_search_params_init(&par);
  ck_assert_int_eq(mgnn_problem_new(&p, 3, 2, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    double y[] = { 0, wrong[k], 1, 0, 2, 0 }, free_y[] = { 0, 0, wrong[k], 0, 2, 0 };
    const char *text = k < 2 ? "the position of node 0 is beyond 1e152: use "
                               "another unit"
                             : "the position of node 0 is not finite";
    mgnn_outcome out;

    ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, &err), MGNN_EINVAL);
    ck_assert_str_eq(err.text, text);
    ck_assert_int_eq(mgnn_solve(p, 2, &par, y, NULL, &err), MGNN_EINVAL);
    ck_assert_str_eq(err.text, text);
    ck_assert_mem_eq(&y[1], &wrong[k], sizeof *y);
    ck_assert_int_eq(mgnn_layout(p, 2, &par, free_y, &out, &err), MGNN_OK);
    ck_assert_double_eq_tol(out.energy, 0, 1e-9);
    mgnn_outcome_free(&out);
  }
  mgnn_problem_free(p);
}
END_TEST

/* Pins that are far apart, and lengths that are next to nothing beside them. */
START_TEST(pins_and_lengths_of_other_scales_are_no_obstacle)
{
  static const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3,  3, 0,  0, 2 };
  static const unsigned char pin[] = { 1, 1, 1,  1, 1, 1,  0, 0, 0,  0, 0, 0 };

  for (int scale = -150; scale <= 150; scale += 75) {
    double y[12] = { 0, 1e6, 1e6,  1e6, 0, 1e6 }, length[5];
    mgnn_search_params par;
    mgnn_problem *p;
    mgnn_status status;

    mgnn_search_params_init(&par);
    par.control.time_limit = 5;
    for (size_t e = 0; e < 5; e++)
      length[e] = pow(10, scale);
    ck_assert_int_eq(mgnn_problem_new(&p, 4, 5, ends, length, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_problem_pins_set(p, 3, pin, NULL), MGNN_OK);
    status = mgnn_layout(p, 3, &par, y, NULL, NULL);
    ck_assert(status == MGNN_OK || status == MGNN_ENOCONV);
    for (size_t k = 0; k < 12; k++)
      ck_assert(isfinite(y[k]));
    ck_assert_double_eq(y[1], 1e6);
    mgnn_problem_free(p);
  }
}
END_TEST

typedef struct {
  const mgnn_problem *p;
  size_t told;
  double last;                 /* energy of the positions told last, */
  double least;                /* and of those before */
} told;

static int
energy_of_what_is_told(void *ctx, const mgnn_progress *now)
{
  told *t = ctx;
  mgnn_figures f;

  ck_assert_ptr_nonnull(now->x);
  ck_assert_int_eq(mgnn_measure(t->p, 2, now->x, NULL, 0, &f, NULL), MGNN_OK);
  t->least = fmin(t->least, t->last);
  t->last = f.energy;
  t->told++;
  return 0;
}

/* Two components, and nodes that the search numbers in another order: positions are
 * told by the caller's numbers, and come to what is delivered; all pairs by their
 * matrix, and from a sample, too. */
START_TEST(the_watcher_is_told_positions)
{
  static const size_t halves[] = { 60, 2050, 60, 5200 };
  size_t half = halves[_i], n = 2 * half, m;
  mgnn_problem *one = geometric(half, 2, 12, 3, 0), *p;
  double *y = calloc(2 * n, sizeof *y), *length;
  mgnn_node *ends;
  mgnn_search_params par;
  mgnn_outcome out = { 0 };
  told t = { .last = INFINITY, .least = INFINITY };

  m = mgnn_problem_edges(one);
  ends = malloc(4 * m * sizeof *ends);
  length = malloc(2 * m * sizeof *length);
  for (size_t k = 0; k < 2 * m; k++) {
    ends[k] = mgnn_problem_ends(one)[k];
    ends[2 * m + k] = ends[k] + (mgnn_node)half;
    length[k] = mgnn_problem_lengths(one)[k % m];
  }
  p = make(n, 2 * m, ends, length);
  mgnn_search_params_init(&par);
  par.spread = 0;
  par.pairs = _i < 2 ? "edges" : "paths";
  par.control.threads = 1;
  par.control.watch = energy_of_what_is_told;
  par.control.watch_ctx = &t;
  t.p = p;
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, NULL), MGNN_OK);
  ck_assert_uint_gt(t.told, 20);
  ck_assert_double_le(fabs(t.last - out.energy), 1e-9 + 1e-9 * out.energy);
  /* By other numbers E would be about 0.1 for each edge. */
  ck_assert_double_le(t.least, 0.02 * (double)(2 * m));
  mgnn_outcome_free(&out);
  mgnn_problem_free(one);
  mgnn_problem_free(p);
  free(y);
  free(ends);
  free(length);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(an_impossible_triangle_is_the_least_squares_compromise),
    TEST(a_square_with_its_diagonals_is_found),
    TEST(four_blocks_exist_in_space_only),
    TEST(trees_are_drawn_to_length),
    TEST(odd_lengths_give_finite_drawings),
    TEST(intervals_are_met),
    TEST_EACH(geometric_graphs_are_recovered, 3),
    TEST(threads_do_not_matter),
    TEST(every_failed_allocation_leaves_the_positions),
    TEST(positions_that_are_too_large_are_refused),
    TEST(pins_and_lengths_of_other_scales_are_no_obstacle),
    TEST_EACH(the_watcher_is_told_positions, 4)
  };

  return unit_run("layout", tests, COUNT(tests), NULL);
}
