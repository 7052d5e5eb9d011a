/* Motions followed: lengths stay, and the positions are those of mechanisms whose
 * motion has a formula. */
#include "inspect/flexes.h"
#include "base/vec.h"
#include "fuse.h"
#include "unit.h"

#include <math.h>
#include <string.h>

static const mg_flex_params usual = { .most = 400, .open = 400,
                                      .stride = 0.05 };

typedef struct {
  mgnn_problem *p;
  mgnn_flexes *f;
  mg_flex_path path;
} run;

static void
follow(run *r, size_t dim, const double *y, const mg_flex_params *par)
{
  mg_flex_params own = *par;
  double v[32];

  ck_assert_int_eq(mg_flexes_direction(r->f, 0, v, NULL), MGNN_OK);
  own.direction = v;
  ck_assert_int_eq(mg_flex_path_find(r->p, dim, y, r->f, &own, &r->path, NULL),
                   MGNN_OK);
}

static run
run_of(size_t dim, size_t n, size_t m, const mgnn_node *ends, const double *y,
       const unsigned char *pin, const mg_flex_params *par)
{
  run r;

  ck_assert_int_eq(mgnn_problem_new(&r.p, n, m, ends, NULL, NULL), MGNN_OK);
  if (pin != NULL)
    ck_assert_int_eq(mgnn_problem_pins_set(r.p, dim, pin, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_flexes_find(r.p, dim, y, 1e-6, &r.f, NULL), MGNN_OK);
  ck_assert_uint_gt(mgnn_flexes_motions(r.f), 0);
  follow(&r, dim, y, par);
  /* Lengths are kept, by a computation of their own, and the start is there. */
  for (size_t k = 0; k < r.path.count; k++)
    for (size_t e = 0; e < m; e++) {
      const double *at = r.path.y + k * n * dim;
      double was = mg_distance(y + ends[2 * e] * dim, y + ends[2 * e + 1] * dim, dim);

      ck_assert_double_eq_tol(mg_distance(at + ends[2 * e] * dim,
                                          at + ends[2 * e + 1] * dim, dim) / was,
                              1, 1e-9);
    }
  ck_assert_double_le(r.path.max_error, 1e-9);
  for (size_t c = 0; c < n * dim; c++)
    ck_assert_double_eq_tol(r.path.y[r.path.start * n * dim + c], y[c], 1e-9);
  return r;
}

static void
run_free(run *r)
{
  mg_flex_path_free(&r->path);
  mgnn_flexes_free(r->f);
  mgnn_problem_free(r->p);
}

/* The corner between A and D with |AC| = a, |CD| = b, to the left of A to D. */
static void
corner(const double *A, const double *D, double a, double b, double *C)
{
  double d = mg_distance(A, D, 2), t = (a * a - b * b + d * d) / (2 * d);
  double h = sqrt(a * a - t * t), u = (D[0] - A[0]) / d, v = (D[1] - A[1]) / d;

  C[0] = A[0] + t * u - h * v;
  C[1] = A[1] + t * v + h * u;
}

/* A crank of length 1 turns all the way round, a rocker of length 3 with it: for
 * each angle of the crank the end of the rocker has one place on its side. */
START_TEST(a_four_bar_linkage_turns_round)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3 };
  const unsigned char pin[] = { 1, 1, 0, 0, 0, 0, 1, 1 };
  double y[8] = { 0, 0,  cos(0.3), sin(0.3),  0, 0,  4, 0 }, turned = 0, angle = 0.3;
  run r;

  corner(y + 2, y + 6, 3.5, 3, y + 4);
  r = run_of(2, 4, 3, ends, y, pin, &usual);
  ck_assert(r.path.closed);
  ck_assert_str_eq(r.path.forwards, "closed");
  ck_assert_uint_gt(r.path.count, 20);
  ck_assert_uint_eq(r.path.start, 0);
  for (size_t k = 1; k < r.path.count; k++) {
    const double *at = r.path.y + 8 * k;
    double now = atan2(at[3], at[2]), want[2];

    turned += remainder(now - angle, 2 * acos(-1));
    angle = now;
    corner(at + 2, at + 6, 3.5, 3, want);
    ck_assert_double_eq_tol(at[4], want[0], 1e-9);
    ck_assert_double_eq_tol(at[5], want[1], 1e-9);
  }
  ck_assert_double_gt(fabs(turned), 0.9 * 2 * acos(-1));
  ck_assert_double_le(fabs(turned), 2 * acos(-1) + 0.1);
  run_free(&r);
}
END_TEST

/* Without pins the ground stays: here the bar that was pinned. */
START_TEST(the_ground_stays_in_place)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3,  3, 0 };
  const unsigned hold[] = { 0, 3 };
  double y[8] = { 0, 0,  cos(0.3), sin(0.3),  0, 0,  4, 0 };
  mg_flex_params par = usual;
  run r;

  corner(y + 2, y + 6, 3.5, 3, y + 4);
  par.ground = hold;
  par.ground_count = 2;
  r = run_of(2, 4, 4, ends, y, NULL, &par);
  ck_assert(r.path.closed);
  for (size_t k = 0; k < r.path.count; k++) {
    const double *at = r.path.y + 8 * k;

    for (size_t c = 0; c < 2; c++) {
      ck_assert_double_eq_tol(at[c], y[c], 1e-9);
      ck_assert_double_eq_tol(at[6 + c], y[6 + c], 1e-9);
    }
  }
  run_free(&r);
}
END_TEST

static const mgnn_node prism_ends[] = { 0, 1,  1, 2,  2, 0,  3, 4,  4, 5,  5, 3,
                                        0, 3,  1, 4,  2, 5 };

/* A prism of three parallel bars of one length, with a stress all the way, moves as
 * a parallelogram does: its bars stay parallel, and one triangle goes round the
 * other. */
START_TEST(a_parallel_prism_goes_round)
{
  const double y[] = { 0, 0, 2, 0, 1, 3, 1, 5, 3, 5, 2, 8 };
  const unsigned hold[] = { 0, 1, 2 };
  mg_flex_params par = usual;
  run r;

  par.ground = hold;
  par.ground_count = 3;
  r = run_of(2, 6, 9, prism_ends, y, NULL, &par);
  ck_assert(r.path.closed);
  for (size_t k = 0; k < r.path.count; k++) {
    const double *at = r.path.y + 12 * k;

    for (size_t c = 0; c < 6; c++) {
      ck_assert_double_eq_tol(at[c], y[c], 1e-9);
      ck_assert_double_eq_tol(at[6 + c] - at[c], at[6 + c % 2] - at[c % 2], 1e-8);
    }
  }
  run_free(&r);
}
END_TEST

/* Desargues: a motion to first order that a stress holds leads nowhere. */
START_TEST(what_a_stress_holds_does_not_move)
{
  const double y[] = { 1, 0, -1, 1, -1, -2, 3, 0, -2, 2, -1.5, -3 };
  run r = run_of(2, 6, 9, prism_ends, y, NULL, &usual);

  ck_assert_uint_eq(r.path.count, 1);
  ck_assert_str_eq(r.path.forwards, "held");
  ck_assert_str_eq(r.path.backwards, "held");
  run_free(&r);
}
END_TEST

/* Dixon's mechanism of the first kind: three nodes on one axis, three on the other,
 * all joined across.  x_i^2 + t and y_j^2 - t keep all lengths. */
START_TEST(dixons_mechanism_moves_by_its_formula)
{
  const double a[] = { 1, 2, -3 }, b[] = { 1.5, -2.5, 2 };
  mgnn_node ends[18];
  double y[12] = { 0 };
  run r;

  for (unsigned i = 0; i < 3; i++) {
    y[2 * i] = a[i];
    y[6 + 2 * i + 1] = b[i];
    for (unsigned j = 0; j < 3; j++) {
      ends[2 * (3 * i + j)] = i;
      ends[2 * (3 * i + j) + 1] = 3 + j;
    }
  }
  r = run_of(2, 6, 9, ends, y, NULL, &usual);
  ck_assert_uint_gt(r.path.count, 10);
  for (size_t k = 0; k < r.path.count; k++) {
    const double *at = r.path.y + 12 * k;
    double d = mg_distance(at, at + 2, 2), s, t;

    /* d = p - q with q^2 - p^2 = 3 (or with a sum): p + q = 3 / d, so that
     * x_0^2 = ((3/d - d) / 2)^2 either way. */
    s = (3 / d - d) / 2;
    t = s * s - 1;
    if (t < -1 + 1e-6)         /* the first node is in the middle: no sign */
      continue;
    for (size_t i = 0; i < 3; i++)
      for (size_t j = 0; j < i; j++) {
        double across = sqrt(a[i] * a[i] + t) * sqrt(a[j] * a[j] + t);
        double up = sqrt(b[i] * b[i] - t) * sqrt(b[j] * b[j] - t);
        double g = mg_distance(at + 2 * i, at + 2 * j, 2);
        double h = mg_distance(at + 6 + 2 * i, at + 6 + 2 * j, 2);

        ck_assert_double_eq_tol(fabs(g * g - a[i] * a[i] - a[j] * a[j] - 2 * t),
                                2 * across, 1e-7);
        ck_assert_double_eq_tol(fabs(h * h - b[i] * b[i] - b[j] * b[j] + 2 * t),
                                2 * up, 1e-7);
      }
  }
  run_free(&r);
}
END_TEST

/* Bricard's octahedron with an axis: three nodes and what they become by half a turn
 * about it, all joined but opposite ones.  It is generically rigid, and moves. */
START_TEST(bricards_octahedron_moves)
{
  const double half[] = { 1, 0.3, 0.2,  -0.4, 1.1, 0.9,  0.5, 0.8, -0.7 };
  mgnn_node ends[24];
  double y[18], least = HUGE_VAL, most = 0;
  size_t m = 0;
  run r;

  for (unsigned i = 0; i < 6; i++) {
    for (unsigned c = 0; c < 3; c++)
      y[3 * i + c] = (i < 3 || c == 2 ? 1 : -1) * half[3 * (i % 3) + c];
    for (unsigned j = 0; j < i; j++)
      if (j + 3 != i) {
        ends[2 * m] = j;
        ends[2 * m++ + 1] = i;
      }
  }
  ck_assert_uint_eq(m, 12);
  r = run_of(3, 6, m, ends, y, NULL, &usual);
  ck_assert_uint_eq(mgnn_flexes_motions(r.f), 1);
  ck_assert_uint_eq(mgnn_flexes_stresses(r.f), 1);
  ck_assert_uint_gt(r.path.count, 20);
  for (size_t k = 0; k < r.path.count; k++) {
    double d = mg_distance(r.path.y + 18 * k, r.path.y + 18 * k + 9, 3);

    least = fmin(least, d);
    most = fmax(most, d);
  }
  ck_assert_double_gt(most, 1.2 * least);
  run_free(&r);
}
END_TEST

/* A flat parallelogram can become one that is not, or cross over.  Moving one of its
 * nodes alone leads nowhere; a motion near it does, and the rank of the rigidity
 * matrix is higher after the first step. */
START_TEST(a_flat_parallelogram_unfolds)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3 };
  const unsigned char pin[] = { 1, 1, 0, 0, 0, 0, 1, 1 };
  const double y[] = { 0, 0,  1, 0,  3, 0,  2, 0 };
  run r = run_of(2, 4, 3, ends, y, pin, &usual);

  ck_assert_uint_eq(mgnn_flexes_motions(r.f), 2);
  ck_assert_int_eq(mg_flexes_second_order(r.f), 0);
  ck_assert_uint_gt(r.path.count, 10);
  run_free(&r);
}
END_TEST

/* An interval ends the path where it would be left. */
START_TEST(an_interval_stops_the_way)
{
  const mgnn_node ends[] = { 0, 1,  0, 2,  1, 2 };
  const double length[] = { 1, 1, 0.5 }, upper[] = { 1, 1, 1.7 };
  const unsigned char pin[] = { 1, 1, 1, 1, 0, 0 };
  const double y[] = { 0, 0,  1, 0,  0.6, 0.8 };
  run r;

  ck_assert_int_eq(mgnn_problem_new(&r.p, 3, 3, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_bounds_set(r.p, length, upper, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(r.p, 2, pin, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_flexes_find(r.p, 2, y, 1e-6, &r.f, NULL), MGNN_OK);
  follow(&r, 2, y, &usual);
  ck_assert_str_eq(r.path.forwards, "bound");
  ck_assert_str_eq(r.path.backwards, "bound");
  ck_assert_uint_gt(r.path.count, 10);
  for (size_t k = 0; k < r.path.count; k++) {
    double d = mg_distance(r.path.y + 6 * k + 2, r.path.y + 6 * k + 4, 2);

    ck_assert(d > 0.499 && d < 1.701);
  }
  run_free(&r);
}
END_TEST

START_TEST(every_failed_allocation_is_reported)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3,  3, 0 };
  const double y[] = { 0, 0,  1, 0,  1.2, 1,  0, 1 };
  mg_flex_params par = { .most = 5, .open = 3, .stride = 0.05 };
  mgnn_problem *p;
  mgnn_flexes *f;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 4, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_flexes_find(p, 2, y, 1e-6, &f, NULL), MGNN_OK);
  par.direction = mgnn_flexes_motion(f, 0);
  for (long good = 0;; good++) {
    mg_flex_path path;
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_flex_path_find(p, 2, y, f, &par, &path, NULL);
    if (fuse_held(status)) {
      ck_assert_uint_eq(path.count, 7);
      mg_flex_path_free(&path);
      break;
    }
    ck_assert_ptr_null(path.y);
  }
  mgnn_flexes_free(f);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_four_bar_linkage_turns_round),
    TEST(the_ground_stays_in_place),
    TEST(a_parallel_prism_goes_round),
    TEST(what_a_stress_holds_does_not_move),
    TEST(dixons_mechanism_moves_by_its_formula),
    TEST(bricards_octahedron_moves),
    TEST(a_flat_parallelogram_unfolds),
    TEST(an_interval_stops_the_way),
    TEST(every_failed_allocation_is_reported)
  };

  return unit_run("flex path", tests, COUNT(tests), NULL);
}
