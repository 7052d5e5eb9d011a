/* Infinitesimal motions and stresses: what they are by definition, their counts
 * against the sparse ones, and frameworks whose second order is known. */
#include "base/dense.h"
#include "inspect/rigidity.h"
#include "inspect/flexes.h"
#include "fuse.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { MOST = 64 };

typedef struct {
  size_t n, m;
  mgnn_node ends[2 * MOST];
} sketch;

static unsigned
below(unsigned *state, unsigned limit)
{
  *state = *state * 1664525u + 1013904223u;
  return (unsigned)(((unsigned long long)(*state >> 8) * limit) >> 24);
}

static void
bar(sketch *s, size_t i, size_t j)
{
  s->ends[2 * s->m] = (mgnn_node)i;
  s->ends[2 * s->m++ + 1] = (mgnn_node)j;
}

static mgnn_problem *
problem_of(const sketch *s, size_t dim, const unsigned char *pin)
{
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, s->n, s->m, s->ends, NULL, NULL),
                   MGNN_OK);
  if (pin != NULL)
    ck_assert_int_eq(mgnn_problem_pins_set(p, dim, pin, NULL), MGNN_OK);
  return p;
}

/* What every motion and stress has to be. */
static void
check_vectors(const sketch *s, size_t dim, const double *y,
              const unsigned char *pin, const mgnn_flexes *f)
{
  for (size_t k = 0; k < mgnn_flexes_motions(f); k++) {
    const double *v = mgnn_flexes_motion(f, k);

    for (size_t l = 0; l <= k; l++)
      ck_assert_double_eq_tol(mg_inner(v, mgnn_flexes_motion(f, l), s->n * dim),
                              k == l, 1e-9);
    for (size_t e = 0; e < s->m; e++) {
      double change = 0;

      for (size_t c = 0; c < dim; c++) {
        size_t i = s->ends[2 * e] * dim + c, j = s->ends[2 * e + 1] * dim + c;

        change += (y[i] - y[j]) * (v[i] - v[j]);
      }
      ck_assert_double_eq_tol(change, 0, 1e-6);
    }
    for (size_t c = 0; c < s->n * dim && pin != NULL; c++)
      ck_assert(!pin[c] || fabs(v[c]) < 1e-9);
  }
  for (size_t k = 0; k < mgnn_flexes_stresses(f); k++) {
    const double *w = mgnn_flexes_stress(f, k);
    double force[MOST] = { 0 }, all = 0;

    for (size_t e = 0; e < s->m; e++) {
      all += fabs(w[e]);
      for (size_t c = 0; c < dim; c++) {
        size_t i = s->ends[2 * e] * dim + c, j = s->ends[2 * e + 1] * dim + c;

        force[i] += w[e] * (y[i] - y[j]);
        force[j] += w[e] * (y[j] - y[i]);
      }
    }
    ck_assert_double_gt(all, 1e-3);
    for (size_t c = 0; c < s->n * dim; c++)
      ck_assert(fabs(force[c]) < 1e-6 || (pin != NULL && pin[c]));
  }
}

/* The counts, as motions and stresses, and whether it is stable. */
static void
expect(const sketch *s, size_t dim, const double *y, const unsigned char *pin,
       size_t motions, size_t stresses, int stable)
{
  mgnn_problem *p = problem_of(s, dim, pin);
  mgnn_flexes *f;

  ck_assert_int_eq(mgnn_flexes_find(p, dim, y, 1e-6, &f, NULL), MGNN_OK);
  ck_assert_uint_eq(mgnn_flexes_motions(f), motions);
  ck_assert_uint_eq(mgnn_flexes_stresses(f), stresses);
  ck_assert_int_eq(mgnn_flexes_prestress_stable(f), stable);
  check_vectors(s, dim, y, pin, f);
  mgnn_flexes_free(f);
  mgnn_problem_free(p);
}

START_TEST(counts_are_those_of_the_sparse_rank)
{
  unsigned state = 5 + (unsigned)_i;

  for (int round = 0; round < 60; round++) {
    size_t dim = 1 + below(&state, 3);
    sketch s = { .n = 2 + below(&state, 6) };
    unsigned char pin[MOST] = { 0 };
    double y[MOST];
    mgnn_infinitesimal at;
    mgnn_flexes *f;
    mgnn_problem *p;

    for (size_t i = 0; i < s.n; i++)
      for (size_t j = 0; j < i; j++)
        if (below(&state, 3))
          bar(&s, i, j);
    for (size_t c = 0; c < s.n * dim; c++)
      y[c] = 0.01 * below(&state, 1000);
    memset(pin, 1, dim * below(&state, 3));
    p = problem_of(&s, dim, pin);
    ck_assert_int_eq(mgnn_infinitesimal_find(p, dim, y, 1e-6, &at, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_flexes_find(p, dim, y, 1e-6, &f, NULL), MGNN_OK);
    ck_assert_uint_eq(mgnn_flexes_motions(f), at.degrees_of_freedom);
    ck_assert_uint_eq(mgnn_flexes_stresses(f), at.stresses);
    if (at.degrees_of_freedom == 0)
      ck_assert_int_eq(mgnn_flexes_prestress_stable(f), 1);
    check_vectors(&s, dim, y, pin, f);
    mgnn_flexes_free(f);
    mgnn_problem_free(p);
  }
}
END_TEST

/* Three nodes in line are held by tension against compression; a square of four
 * bars is not; in space the line bends in two ways, and one stress holds both. */
START_TEST(a_line_is_held_and_a_square_is_not)
{
  sketch s = { .n = 3 };
  const double line[] = { 0, 0, 1, 0, 2, 0 };
  const double space[] = { 0, 0, 0, 1, 0, 0, 2, 0, 0 };
  const double square[] = { 0, 0, 1, 0, 1, 1, 0, 1 };
  const unsigned char ends[] = { 1, 1, 0, 0, 1, 1 };

  bar(&s, 0, 1);
  bar(&s, 1, 2);
  expect(&s, 2, line, ends, 1, 1, 1);
  bar(&s, 0, 2);
  expect(&s, 2, line, NULL, 1, 1, 1);
  expect(&s, 3, space, NULL, 2, 1, 1);
  s = (sketch){ .n = 4 };
  for (size_t i = 0; i < 4; i++)
    bar(&s, i, (i + 1) % 4);
  expect(&s, 2, square, NULL, 1, 0, 0);
}
END_TEST

/* Prisms: with its three lines through a point (Desargues) one has a motion to
 * first order and a stress that holds it; with its lines parallel and of one length
 * it moves, as a parallelogram does, and no stress holds that. */
START_TEST(prisms_that_hold_and_that_move)
{
  sketch s = { .n = 6 };
  const double point[] = { 1, 0, -1, 1, -1, -2, 3, 0, -2, 2, -1.5, -3 };
  const double parallel[] = { 0, 0, 2, 0, 1, 3, 1, 5, 3, 5, 2, 8 };

  for (size_t i = 0; i < 3; i++) {
    bar(&s, i, (i + 1) % 3);
    bar(&s, 3 + i, 3 + (i + 1) % 3);
    bar(&s, i, 3 + i);
  }
  expect(&s, 2, point, NULL, 1, 1, 1);
  expect(&s, 2, parallel, NULL, 1, 1, 0);
}
END_TEST

/* Six nodes of the complete bipartite graph on a conic have a motion and a stress
 * (Bolker and Roth); off it they have none. */
START_TEST(bipartite_nodes_on_a_conic)
{
  sketch s = { .n = 6 };
  double y[12];

  for (size_t i = 0; i < 3; i++)
    for (size_t j = 3; j < 6; j++)
      bar(&s, i, j);
  for (int off = 0; off < 2; off++) {
    mgnn_problem *p = problem_of(&s, 2, NULL);
    mgnn_flexes *f;

    for (size_t i = 0; i < 6; i++) {
      double angle = 0.2 + 1.7 * (double)i + 0.1 * (double)(i * i);

      y[2 * i] = 3 * cos(angle);
      y[2 * i + 1] = 2 * sin(angle) + (i == 4 ? 0.3 * off : 0);
    }
    ck_assert_int_eq(mgnn_flexes_find(p, 2, y, 1e-6, &f, NULL), MGNN_OK);
    ck_assert_uint_eq(mgnn_flexes_motions(f), !off);
    ck_assert_uint_eq(mgnn_flexes_stresses(f), !off);
    check_vectors(&s, 2, y, NULL, f);
    mgnn_flexes_free(f);
    mgnn_problem_free(p);
  }
}
END_TEST

/* Motions depend on their span alone: one that is turned within it comes out the
 * same.  Here a chain whose nodes are numbered in two ways. */
START_TEST(vectors_follow_from_their_span)
{
  const double y[] = { 0, 0, 1, 0.2, 1.9, 1.1, 2.2, 2.5, 3.4, 2.9 };
  double back[10];
  sketch s[2] = { { .n = 5 }, { .n = 5 } };
  mgnn_flexes *f[2];

  for (size_t i = 0; i < 4; i++) {
    bar(&s[0], i, i + 1);
    bar(&s[1], 4 - i, 3 - i);
  }
  for (size_t c = 0; c < 10; c++)
    back[c] = y[2 * (4 - c / 2) + c % 2];
  for (size_t k = 0; k < 2; k++) {
    mgnn_problem *p = problem_of(&s[k], 2, NULL);

    ck_assert_int_eq(mgnn_flexes_find(p, 2, k == 0 ? y : back, 1e-6, &f[k], NULL),
                     MGNN_OK);
    mgnn_problem_free(p);
  }
  ck_assert_uint_eq(mgnn_flexes_motions(f[0]), 3);
  for (size_t k = 0; k < 3; k++)
    for (size_t c = 0; c < 10; c++)
      ck_assert_double_eq_tol(mgnn_flexes_motion(f[0], k)[c],
                              mgnn_flexes_motion(f[1], k)[2 * (4 - c / 2) + c % 2],
                              1e-9);
  mgnn_flexes_free(f[0]);
  mgnn_flexes_free(f[1]);
}
END_TEST

/* Forms on two motions and more: x^2 - y^2 and xy have no common zero, and none of
 * their combinations is definite, as all have trace 0; x^2 and xy vanish at x = 0. */
START_TEST(forms_that_hold_and_that_do_not)
{
  static const struct {
    size_t n, s;
    double q[3 * 9];
    int stable, rigid;
  } known[] = {
    { 1, 1, { 2 }, 1, 1 },
    { 1, 2, { 0, 0 }, 0, 0 },
    { 1, 1, { 1e-7 }, -1, -1 },
    { 2, 1, { 1, 0, 0, 2 }, 1, 1 },
    { 2, 1, { -1, 0, 0, -2 }, 1, 1 },
    { 2, 1, { 1, 0, 0, -2 }, 0, 0 },
    { 2, 1, { 1, 0, 0, 0 }, 0, 0 },
    { 2, 1, { 1, 0, 0, 1e-7 }, -1, -1 },
    { 2, 2, { 1, 0, 0, -1,  0, 1, 1, 0 }, 0, 1 },
    { 2, 2, { 1, 0, 0, 0,  0, 1, 1, 0 }, 0, 0 },
    { 2, 2, { 1, 0, 0, -0.5,  0.5, 0, 0, 1 }, 1, 1 },
    { 2, 3, { 1, 0, 0, 0,  0, 1, 1, 0,  0, 0, 0, 1 }, 1, 1 },
    { 3, 1, { 1, 0, 0,  0, 1, 0,  0, 0, -1 }, 0, 0 },
    { 3, 2, { 1, 0, 0,  0, -1, 0,  0, 0, 0,  0, 0, 0,  0, 1, 0,  0, 0, -1 }, 0, 0 },
    { 3, 2, { 1, 0, 0,  0, -1, 0,  0, 0, 1,  0, 0, 0,  0, 2, 0,  0, 0, 0 }, 1, 1 }
  };
  double zero[3];
  mg_second_order got;

  ck_assert_int_eq(mg_second_order_find(known[_i].n, known[_i].s, known[_i].q, &got,
                                        zero, NULL), MGNN_OK);
  ck_assert_int_eq(got.stable, known[_i].stable);
  ck_assert_int_eq(got.rigid, known[_i].rigid);
  for (size_t k = 0; k < known[_i].s && got.rigid == 0; k++) {
    double sum = 0;

    for (size_t a = 0; a < known[_i].n * known[_i].n; a++)
      sum += known[_i].q[k * known[_i].n * known[_i].n + a]
             * zero[a / known[_i].n] * zero[a % known[_i].n];
    ck_assert_double_eq_tol(sum, 0, 1e-8);
  }
}
END_TEST

START_TEST(what_is_too_large_or_not_finite_is_refused)
{
  mgnn_node ends[] = { 0, 1 };
  static double y[2 * 500];
  mgnn_problem *p;
  mgnn_flexes *f;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 500, 1, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_flexes_find(p, 2, y, 1e-6, &f, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "motions and stresses are found for up to 800 "
                   "coordinates and 800 bars in 16 dimensions, not 1000 and "
                   "1 in 2");
  ck_assert_ptr_null(f);
  y[3] = NAN;
  ck_assert_int_eq(mgnn_flexes_find(p, 2, y, 1e-6, &f, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the position of node 1 is not finite");
  ck_assert_int_eq(mgnn_flexes_find(p, 2, y, 1e-9, &f, &err), MGNN_EINVAL);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(every_failed_allocation_is_reported)
{
  const double line[] = { 0, 0, 1, 0, 2, 0 };
  sketch s = { .n = 3 };

  bar(&s, 0, 1);
  bar(&s, 1, 2);
  bar(&s, 0, 2);
  for (long good = 0;; good++) {
    mgnn_problem *p = problem_of(&s, 2, NULL);
    mgnn_flexes *f;
    mgnn_status status;
    int held;

    mg_fuse_set(good);
    status = mgnn_flexes_find(p, 2, line, 1e-6, &f, NULL);
    held = fuse_held(status);
    mgnn_problem_free(p);
    if (held) {
      mgnn_flexes_free(f);
      break;
    }
    ck_assert_ptr_null(f);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(counts_are_those_of_the_sparse_rank, 3),
    TEST(a_line_is_held_and_a_square_is_not),
    TEST(prisms_that_hold_and_that_move),
    TEST(bipartite_nodes_on_a_conic),
    TEST(vectors_follow_from_their_span),
    TEST_EACH(forms_that_hold_and_that_do_not, 15),
    TEST(what_is_too_large_or_not_finite_is_refused),
    TEST(every_failed_allocation_is_reported)
  };

  return unit_run("flexes", tests, COUNT(tests), NULL);
}
