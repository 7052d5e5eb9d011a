/* What lies between reading and moving: merging edges, attributes, components;
 * and what positions are measured by. */
#include "base/mem.h"
#include "io/source.h"
#include "measure/measure.h"
#include "problem/attributes.h"
#include "problem/components.h"
#include "problem/problem.h"
#include "problem/simplify.h"
#include "problem/energy.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(loops_are_dropped_and_parallel_edges_merged)
{
  static const unsigned ends[] = { 0, 1,  2, 2,  1, 0,  1, 2,  0, 1,  2, 1 };
  static const uint32_t into[] = { 0, MG_DROPPED, 0, 1, 0, 1 };
  mg_simple s;

  ck_assert_int_eq(mg_simplify(&s, 3, 6, ends, NULL), MGNN_OK);
  ck_assert_uint_eq(s.m, 2);
  ck_assert_uint_eq(s.loops, 1);
  ck_assert_uint_eq(s.merged, 3);
  ck_assert_uint_eq(s.ends[0], 0);
  ck_assert_uint_eq(s.ends[1], 1);
  ck_assert_uint_eq(s.ends[2], 1);
  ck_assert_uint_eq(s.ends[3], 2);
  ck_assert_int_eq(memcmp(s.into, into, sizeof into), 0);
  mg_simple_free(&s);
}
END_TEST

START_TEST(a_simple_graph_stays_as_it_is)
{
  static const unsigned ends[] = { 3, 1,  0, 2,  1, 0 };
  mg_simple s;

  ck_assert_int_eq(mg_simplify(&s, 4, 3, ends, NULL), MGNN_OK);
  ck_assert_ptr_null(s.into);
  ck_assert_int_eq(memcmp(s.ends, ends, sizeof ends), 0);
  mg_simple_free(&s);
  ck_assert_int_eq(mg_simplify(&s, 0, 0, NULL, NULL), MGNN_OK);
  ck_assert_uint_eq(s.m, 0);
  mg_simple_free(&s);
}
END_TEST

/* Against every pair of edges compared, on random ends with loops and pairs
 * that come twice: few, and enough for threads. */
START_TEST(merging_agrees_with_a_search_for_the_first)
{
  enum { N = 400, FEW = 900, MANY = 70000 };
  static unsigned ends[2 * MANY];
  static uint32_t first[N][N];
  unsigned long state = 12345;

  for (size_t k = 0; k < 2 * MANY; k++) {
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    ends[k] = (unsigned)((state >> 33) % N);
  }
  for (size_t m = FEW; m <= MANY; m += MANY - FEW) {
    size_t left = 0, loops = 0, wrong = 0;
    mg_simple s;

    memset(first, 0xff, sizeof first);
    ck_assert_int_eq(mg_simplify(&s, N, m, ends, NULL), MGNN_OK);
    for (size_t r = 0; r < m; r++) {
      unsigned a = ends[2 * r], b = ends[2 * r + 1];

      if (a == b) {
        wrong += s.into[r] != MG_DROPPED;
        loops++;
        continue;
      }
      if (first[a][b] == 0xffffffffU) {
        wrong += s.ends[2 * left] != a || s.ends[2 * left + 1] != b;
        first[a][b] = first[b][a] = (uint32_t)left++;
      }
      wrong += s.into[r] != first[a][b];
    }
    ck_assert_uint_eq(wrong, 0);
    ck_assert_uint_eq(s.m, left);
    ck_assert_uint_eq(s.loops, loops);
    ck_assert_uint_eq(s.merged, m - left - loops);
    mg_simple_free(&s);
  }
}
END_TEST

/* What nothing was done to is not copied, and the source gives it up. */
START_TEST(a_simple_graph_keeps_its_array)
{
  static const unsigned ends[] = { 3, 1,  0, 2,  1, 0 };
  mg_source src = { .n = 4, .m = 3, .ends = mg_alloc(3, 2 * sizeof *ends) };
  unsigned *was = src.ends, *taken;
  mg_simple s;

  ck_assert_ptr_nonnull(src.ends);
  memcpy(src.ends, ends, sizeof ends);
  ck_assert_int_eq(mg_simplify(&s, src.n, src.m, src.ends, NULL), MGNN_OK);
  ck_assert(s.ends == was && s.own == NULL);
  taken = mg_simple_take(&s, &src);
  ck_assert(taken == was && src.ends == NULL);
  mg_free(taken);
  mg_simple_free(&s);
}
END_TEST

START_TEST(merging_survives_want_of_memory)
{
  static const unsigned ends[] = { 0, 1,  2, 2,  1, 0 };
  mgnn_status status;
  mg_simple s;

  for (long good = 0;; good++) {
    mg_fuse_set(good);
    status = mg_simplify(&s, 3, 3, ends, NULL);
    if (status == MGNN_OK)
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert(s.into == NULL && s.own == NULL);
  }
  mg_fuse_set(-1);
  mg_simple_free(&s);
}
END_TEST

START_TEST(components_are_found)
{
  static const mgnn_node ends[] = { 5, 1,  1, 2,  4, 6 };
  static const unsigned node[] = { 0, 1, 2, 5, 3, 4, 6 };
  static const size_t first[] = { 0, 1, 4, 5, 7 };
  mgnn_problem *p;
  mg_components c;

  ck_assert_int_eq(mgnn_problem_new(&p, 7, 3, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_components_find(&c, &p->graph, NULL), MGNN_OK);
  ck_assert_uint_eq(c.count, 4);
  ck_assert_int_eq(memcmp(c.node, node, sizeof node), 0);
  ck_assert_int_eq(memcmp(c.first, first, sizeof first), 0);
  mg_components_free(&c);
  mgnn_problem_free(p);
}
END_TEST

static void
text(mg_source *s, const char *name, size_t i, const char *value)
{
  ck_assert_int_eq(mg_attribute_text(s, &s->node, name, i, value, strlen(value),
                                     NULL), MGNN_OK);
}

static void
number(mg_source *s, const char *name, size_t i, double value)
{
  ck_assert_int_eq(mg_attribute_number(s, &s->node, name, i, value, NULL),
                   MGNN_OK);
}

START_TEST(positions_come_from_the_first_source_there_is)
{
  mg_source s = { .n = 2, .path = NULL };
  double x[6];
  unsigned char has[2];

  text(&s, "pos", 0, "1.5,-2!");
  text(&s, "pos", 1, "3 4 5");
  ck_assert_uint_eq(mg_attribute_positions(&s, 2, x, has), 2);
  ck_assert_double_eq(x[0], 1.5);
  ck_assert_double_eq(x[1], -2);
  ck_assert_double_eq(x[3], 4);
  ck_assert_uint_eq(mg_attribute_positions(&s, 3, x, has), 1);
  ck_assert_int_eq(has[0], 0);
  ck_assert_double_eq(x[5], 5);
  number(&s, "graphics.x", 0, 7);
  number(&s, "graphics.y", 0, 8);
  ck_assert_uint_eq(mg_attribute_positions(&s, 2, x, has), 1);
  ck_assert_double_eq(x[1], 8);
  text(&s, "x", 1, "9");                /* a number in quotes */
  number(&s, "y", 1, 10);
  ck_assert_uint_eq(mg_attribute_positions(&s, 2, x, has), 1);
  ck_assert_int_eq(has[1], 1);
  ck_assert_double_eq(x[2], 9);
  mg_source_free(&s);
}
END_TEST

static mg_source
named(size_t n)
{
  mg_source s = { .n = n };

  s.path = mg_strdup("test.gml");
  ck_assert_int_eq(mg_source_name_nodes(&s, NULL), MGNN_OK);
  return s;
}

START_TEST(pins_hold_nodes_or_single_coordinates)
{
  static const unsigned char expect[] = { 1, 1,  0, 0,  0, 1,  1, 1,  0, 0 };
  mg_source s = named(5);
  unsigned char pin[10];
  size_t count;

  number(&s, "pin", 0, 1);
  number(&s, "pin", 1, 0);
  text(&s, "pin", 2, "y");
  text(&s, "pos", 3, "1,2!");
  text(&s, "pos", 4, "1,2");
  ck_assert_int_eq(mg_attribute_pins(&s, NULL, 2, pin, &count, NULL), MGNN_OK);
  ck_assert_uint_eq(count, 3);
  ck_assert_int_eq(memcmp(pin, expect, sizeof pin), 0);
  mg_source_free(&s);
}
END_TEST

START_TEST(odd_pins_are_a_notice_unless_asked_for)
{
  mg_source s = named(2);
  unsigned char pin[4];
  size_t count;
  mgnn_error err;

  text(&s, "pin", 0, "north");
  ck_assert_int_eq(mg_attribute_pins(&s, NULL, 2, pin, &count, &err), MGNN_OK);
  ck_assert_uint_eq(count, 0);
  ck_assert_uint_eq(s.notes.count, 1);
  ck_assert_int_eq(mg_attribute_pins(&s, "pin", 2, pin, &count, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "test.gml: the pin of node \"1\" is \"north\", "
                   "must be 0, 1, or letters out of x, y, z");
  ck_assert_int_eq(mg_attribute_pins(&s, "hold", 2, pin, &count, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "test.gml: there is no node attribute \"hold\" for "
                   "the pins; there are: pin");
  mg_source_free(&s);
}
END_TEST

START_TEST(numeric_labels_are_sorted_by_value)
{
  mg_source s = named(4);
  mg_groups g;

  number(&s, "block", 0, 10);
  number(&s, "block", 1, 2);
  text(&s, "block", 3, "10");
  ck_assert_int_eq(mg_groups_read(&g, &s, "block", NULL), MGNN_OK);
  ck_assert_uint_eq(g.count, 2);
  ck_assert_str_eq(g.name[0], "2");
  ck_assert_str_eq(g.name[1], "10");
  ck_assert_int_eq(g.group[0], 1);
  ck_assert_int_eq(g.group[1], 0);
  ck_assert_int_eq(g.group[2], -1);
  ck_assert_int_eq(g.group[3], 1);
  mg_groups_free(&g);
  text(&s, "block", 2, "a");
  ck_assert_int_eq(mg_groups_read(&g, &s, "block", NULL), MGNN_OK);
  ck_assert_str_eq(g.name[0], "10");    /* the order of the nodes */
  mg_groups_free(&g);
  mg_source_free(&s);
}
END_TEST

START_TEST(a_problem_is_read_from_a_file)
{
  const char *top = getenv("top_srcdir");
  char path[1000];
  mgnn_problem *p;
  mgnn_error err;

  snprintf(path, sizeof path, "%s/graphs/triangle.gml", top != NULL ? top : ".");
  ck_assert_int_eq(mgnn_problem_read(&p, path, NULL), MGNN_OK);
  ck_assert_uint_eq(mgnn_problem_nodes(p), 3);
  ck_assert_uint_eq(mgnn_problem_edges(p), 3);
  ck_assert_double_eq(mgnn_problem_lengths(p)[0] + mgnn_problem_lengths(p)[1]
                      + mgnn_problem_lengths(p)[2], 5);
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_read(&p, "no-such.gml", &err), MGNN_EIO);
  ck_assert_ptr_null(p);
  ck_assert_ptr_null(p);
  for (long good = 0;; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mgnn_problem_read(&p, path, NULL);
    if (!mg_fuse_blown())
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_ptr_null(p);
  }
  mg_fuse_set(-1);
  mgnn_problem_free(p);
}
END_TEST

/* Three edges by hand: lengths 3, 4, 5 asked for 3, 2, 0 and stiffness. */
START_TEST(figures_follow_their_formulas)
{
  static const mgnn_node ends[] = { 0, 1,  1, 2,  2, 0 };
  static const double asked[] = { 3, 2, 0 }, stiff[] = { 1, 2, 0.5 };
  static const double y[] = { 0, 0,  3, 0,  3, 4 };
  mgnn_problem *p;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, ends, asked, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.energy, 0 + 4 + 25, 1e-12);
  ck_assert_double_eq(f.objective, f.energy);
  ck_assert_double_eq_tol(f.stress, 29. / 13, 1e-12);
  ck_assert_double_eq_tol(f.stress1, sqrt(29. / 50), 1e-12);
  ck_assert_double_eq_tol(f.max_relative_error, 1, 1e-12);
  ck_assert_double_eq_tol(f.rms_relative_error, sqrt(0.5), 1e-12);
  ck_assert_double_eq_tol(f.mean_relative_error, 0.5, 1e-12);
  ck_assert_double_eq_tol(f.max_zero_length, 5, 1e-12);
  ck_assert_uint_eq(f.coincident, 0);
  ck_assert_int_eq(mgnn_problem_stiffness_set(p, stiff, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.energy, 2 * 4 + 0.5 * 25, 1e-12);
  ck_assert_double_eq_tol(f.stress, 20.5 / (9 + 2 * 4), 1e-12);
  mgnn_problem_free(p);
}
END_TEST

/* Lengths of 2e149 where 1e-149 and 1e149 were asked: errors 2e298 and 1. */
START_TEST(figures_of_far_lengths_are_numbers)
{
  static const mgnn_node ends[] = { 0, 1,  1, 2 };
  static const double asked[] = { 1e-149, 1e149 };
  static const double y[] = { 0, 2e149, 0 };
  mgnn_problem *p;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 2, ends, asked, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 1, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.max_relative_error / 2e298, 1, 1e-12);
  ck_assert_double_eq_tol(f.rms_relative_error / 2e298, sqrt(0.5), 1e-12);
  ck_assert_double_eq_tol(f.mean_relative_error / 2e298, 0.5, 1e-12);
  ck_assert(isfinite(f.stress) && isfinite(f.stress1));
  mgnn_problem_free(p);
}
END_TEST

/* Z - Z0 is 1 in one coordinate of one node. */
START_TEST(the_objective_adds_the_drift)
{
  static const mgnn_node ends[] = { 0, 1 };
  static const double asked[] = { 1 }, y[] = { 0, 0,  3, 0 };
  static const double origin[] = { 0, 1,  3, 0 };
  mgnn_problem *p;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, ends, asked, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 2, y, origin, 0.25, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.objective, 0.75 * 4 + 0.25 * 1, 1e-12);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(intervals_count_violations_only)
{
  static const mgnn_node ends[] = { 0, 1,  1, 2,  2, 0 };
  static const double lower[] = { 2, 5, 0 }, upper[] = { 4, 6, 4 };
  static const double y[] = { 0, 0,  3, 0,  3, 4 };       /* 3, 4, 5 */
  mgnn_problem *p;
  mgnn_figures f;
  mg_edge_fit worst[3];

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.energy, 0 + 1 + 1, 1e-12);
  ck_assert_double_eq_tol(f.max_relative_error, 1. / 4, 1e-12);
  ck_assert_double_eq_tol(f.mean_relative_error, (1. / 5 + 1. / 4) / 3, 1e-12);
  ck_assert_uint_eq(mg_edges_worst(p, 2, y, 3, worst), 2);
  ck_assert_uint_eq(worst[0].edge, 2);
  ck_assert_double_eq(worst[0].target, 4);
  ck_assert_uint_eq(worst[1].edge, 1);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(figures_without_edges_are_undefined)
{
  static const double y[] = { 0, 0 };
  mgnn_problem *p;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_new(&p, 1, 0, NULL, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_eq(f.energy, 0);
  ck_assert(isnan(f.stress) && isnan(f.stress1) && isnan(f.max_relative_error)
            && isnan(f.rms_relative_error) && isnan(f.max_zero_length));
  mgnn_problem_free(p);
}
END_TEST

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

START_TEST(bad_problems_are_refused)
{
  static const mgnn_node loop[] = { 1, 1 }, far[] = { 0, 9 };
  static const mgnn_node twice[] = { 0, 1,  1, 0 };
  static const double negative[] = { -1 }, nan_length[] = { NAN };
  mgnn_problem *p;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, loop, NULL, &err), MGNN_EINVAL);
  ck_assert_ptr_null(p);
  ck_assert_str_eq(err.text, "edge 0 joins node 1 to itself");
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, far, NULL, &err), MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 2, twice, NULL, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "nodes 0 and 1 are joined twice");
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, twice, negative, &err),
                   MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, twice, nan_length, &err),
                   MGNN_EINVAL);
  ck_assert_ptr_null(p);
}
END_TEST

/* The dimension is asked for with each call, and pins bind it. */
START_TEST(a_dimension_that_does_not_fit_is_refused)
{
  static const mgnn_node ends[] = { 0, 1 };
  static const unsigned char pin[] = { 1, 1,  0, 0 };
  double y[3 * 2] = { 0 };
  mgnn_search_params par;
  mgnn_problem *p;
  mgnn_figures f;
  mgnn_error err;

  mgnn_search_params_init(&par);
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 0, y, NULL, 0, &f, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the dimension is 0, must be between 1 and 10000");
  ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_layout(p, 3, &par, y, NULL, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the dimension is 3, but the pins are for 2");
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, NULL, &err), MGNN_OK);
  mgnn_problem_free(p);
}
END_TEST

/* The damped solver brings a feasible triangle to its lengths, holds pins, and
 * makes of 1, 1, 3 the least-squares compromise 4/3, 4/3, 8/3. */
START_TEST(every_solver_solves_triangles)
{
  static const mgnn_node ends[] = { 0, 1,  1, 2,  2, 0 };
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
  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, ends, right, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_solve(p, 2, &par, y, &out, NULL), MGNN_OK);
  ck_assert_str_eq(out.reason, "converged");
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_le(f.max_relative_error, 1e-6);
  ck_assert_double_eq(y[0], 0);
  ck_assert_double_eq(y[1], 0);
  ck_assert_double_eq(y[3], 0);
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, ends, wrong, NULL), MGNN_OK);
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

  ck_assert_int_eq(mgnn_measure(last->p, 2, now->x, NULL, 0, &f, NULL), MGNN_OK);
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
  static const mgnn_node ends[] = { 0, 1,  1, 2,  2, 0 };
  double y[] = { 0, 0,  1, 0,  0, 5 };
  mgnn_problem *p;
  mgnn_search_params par;
  mgnn_outcome out;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, ends, NULL, NULL), MGNN_OK);
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

/* How many there are in the table. */
static int
solvers_count(void)
{
  int count = 0;

  while (mgnn_solver_name((size_t)count) != NULL)
    count++;
  return count;
}

int
main(void)
{
  int solvers = solvers_count();
  const unit_test tests[] = {
    TEST(loops_are_dropped_and_parallel_edges_merged),
    TEST(a_simple_graph_stays_as_it_is),
    TEST(merging_agrees_with_a_search_for_the_first),
    TEST(a_simple_graph_keeps_its_array),
    TEST(merging_survives_want_of_memory),
    TEST(components_are_found),
    TEST(positions_come_from_the_first_source_there_is),
    TEST(pins_hold_nodes_or_single_coordinates),
    TEST(odd_pins_are_a_notice_unless_asked_for),
    TEST(numeric_labels_are_sorted_by_value),
    TEST(a_problem_is_read_from_a_file),
    TEST(figures_follow_their_formulas),
    TEST(figures_of_far_lengths_are_numbers),
    TEST(the_objective_adds_the_drift),
    TEST(intervals_count_violations_only),
    TEST(figures_without_edges_are_undefined),
    TEST(energy_and_gradient_are_consistent),
    TEST(bad_problems_are_refused),
    TEST(a_dimension_that_does_not_fit_is_refused),
    TEST_EACH(every_solver_solves_triangles, solvers),
    TEST_EACH(the_energy_never_rises, solvers),
    TEST_EACH(limits_end_a_solve_with_the_best_so_far, solvers)
  };

  return unit_run("problem", tests, COUNT(tests), NULL);
}
