/* Borders, curves, loops and arrowheads, against what geometry says. */
#include "render/canvas/curve.h"
#include "render/canvas/node_shape.h"
#include "unit.h"

#include <math.h>
#include <string.h>

static const double near = 1e-9;

static void
assert_at(mg_xy p, double x, double y)
{
  ck_assert_double_eq_tol(p.x, x, near);
  ck_assert_double_eq_tol(p.y, y, near);
}

/* In direction (1, 1) a box of 6 x 4 is left at (2, 2), an ellipse of half axes 3
 * and 2 where t^2 (1/9 + 1/4) = 1, a diamond where t (1/3 + 1/2) = 1. */
START_TEST(borders_are_where_the_equations_say)
{
  const double at[] = { 6 / sqrt(13), 2, 1.2 };
  const mg_border border[] = { MG_BORDER_ELLIPSE, MG_BORDER_BOX,
                               MG_BORDER_DIAMOND };
  mg_outline s = { border[_i], { 10, 20 }, 3, 2 };
  mg_xy p = mg_outline_border(&s, (mg_xy){ 1, 1 });

  assert_at(p, 10 + at[_i], 20 + at[_i]);
  ck_assert_double_eq_tol(mg_outline_gauge(&s, p), 1, near);
  assert_at(mg_outline_border(&s, (mg_xy){ -5, 0 }), 7, 20);
  assert_at(mg_outline_border(&s, (mg_xy){ 0, 0.1 }), 10, 22);
  assert_at(mg_outline_border(&s, (mg_xy){ 0, 0 }), 10, 20);
  ck_assert_double_eq_tol(mg_outline_gauge(&s, (mg_xy){ 10, 21 }), 0.5, near);
  s.a = 0;
  assert_at(mg_outline_border(&s, (mg_xy){ 1, 1 }), 10, 20);
}
END_TEST

/* The corner of the rectangle is within, and no smaller shape of these
 * proportions would hold it: it is on the border, that of a box too. */
START_TEST(shapes_fit_around_text)
{
  mg_outline s = { (mg_border)_i, { 0, 0 }, 0, 0 };

  mg_outline_around(s.border, 5, 2, &s.a, &s.b);
  ck_assert_double_eq_tol(mg_outline_gauge(&s, (mg_xy){ 5, 2 }), 1, near);
  ck_assert_double_eq_tol(s.a / s.b, 2.5, near);
}
END_TEST

/* 1, 0; 1, 1; 0, 1: a quarter of a circle to within 0.03 %. */
START_TEST(curves_are_bezier_curves)
{
  const double k = 0.5522847498;
  mg_curve c = { { { 1, 0 }, { 1, k }, { k, 1 }, { 0, 1 } } }, part;

  assert_at(mg_curve_at(&c, 0), 1, 0);
  assert_at(mg_curve_at(&c, 1), 0, 1);
  assert_at(mg_curve_at(&c, 0.5), (4 + 3 * k) / 8, (4 + 3 * k) / 8);
  ck_assert_double_eq_tol(mg_curve_length(&c), acos(-1) / 2, 2e-3);
  assert_at(mg_curve_direction(&c, 0), 0, 1);
  assert_at(mg_curve_direction(&c, 0.5), -sqrt(0.5), sqrt(0.5));
  part = mg_curve_part(&c, 0.25, 0.75);
  for (int i = 0; i <= 8; i++) {
    mg_xy p = mg_curve_at(&part, i / 8.0), q = mg_curve_at(&c, 0.25 + i / 16.0);

    assert_at(p, q.x, q.y);
  }
}
END_TEST

START_TEST(a_bend_is_beside_the_middle)
{
  mg_curve c = mg_curve_bent((mg_xy){ 0, 0 }, (mg_xy){ 10, 0 }, 2);

  assert_at(mg_curve_at(&c, 0.5), 5, 2);
  assert_at(mg_curve_at(&c, 0.25), 2.5, 1.5);  /* a parabola: 4t(1-t) of it */
  c = mg_curve_bent((mg_xy){ 10, 0 }, (mg_xy){ 0, 0 }, 2);
  assert_at(mg_curve_at(&c, 0.5), 5, -2);      /* to the left, as seen on the way */
  c = mg_curve_bent((mg_xy){ 1, 2 }, (mg_xy){ 1, 2 }, 2);
  assert_at(mg_curve_at(&c, 0.5), 1, 2);       /* no direction, no bend */
}
END_TEST

/* Opposite edges: place 0 and 1 of 2, each bent to its own right. */
START_TEST(opposite_edges_bend_apart)
{
  mg_xy p = { 0, 0 }, q = { 10, 0 };
  mg_curve there = mg_curve_bent(p, q, mg_fan_bend(0, 2, 3));
  mg_curve back = mg_curve_bent(q, p, -mg_fan_bend(1, 2, 3));

  assert_at(mg_curve_at(&there, 0.5), 5, -1.5);
  assert_at(mg_curve_at(&back, 0.5), 5, 1.5);
  ck_assert_double_eq(mg_fan_bend(0, 1, 3), 0);
  ck_assert_double_eq(mg_fan_bend(1, 3, 3), 0);
  ck_assert_double_eq(mg_fan_bend(4, 5, 3), 6);
}
END_TEST

START_TEST(loops_start_and_end_on_the_border)
{
  mg_outline s = { (mg_border)_i, { 3, 4 }, 2, 2 };
  mg_curve c = mg_curve_loop(&s, acos(-1) / 2, 0.5, 5);
  mg_xy far = mg_curve_at(&c, 0.5);

  ck_assert_double_eq_tol(mg_outline_gauge(&s, c.p[0]), 1, near);
  ck_assert_double_eq_tol(mg_outline_gauge(&s, c.p[3]), 1, near);
  assert_at(far, 3, 4 + 2 + 5);                /* the border, and the reach */
  ck_assert_double_eq_tol(c.p[0].x + c.p[3].x, 6, near);
  for (int i = 1; i < 16; i++)
    ck_assert_double_gt(mg_outline_gauge(&s, mg_curve_at(&c, i / 16.0)), 1);
}
END_TEST

/* A line of length 10 between discs of radius 1 and 2. */
START_TEST(lines_end_where_nodes_begin)
{
  mg_outline a = { MG_BORDER_ELLIPSE, { 0, 0 }, 1, 1 };
  mg_outline b = { MG_BORDER_BOX, { 10, 0 }, 2, 2 };
  mg_curve c = mg_curve_bent(a.at, b.at, 0);
  double t0, t1, t;
  mg_xy p;

  mg_curve_outside(&c, &a, &b, &t0, &t1);
  p = mg_curve_at(&c, t0);
  ck_assert_double_eq_tol(p.x, 1, 1e-7);
  p = mg_curve_at(&c, t1);
  ck_assert_double_eq_tol(p.x, 8, 1e-7);
  t = mg_curve_before(&c, t0, t1, 3);
  p = mg_curve_at(&c, t);
  ck_assert_double_eq_tol(p.x, 5, 1e-6);
  a.a = a.b = 20;                              /* holds all of it */
  mg_curve_outside(&c, &a, &b, &t0, &t1);
  ck_assert_double_ge(t0, t1);
  a.a = a.b = 1;
  b.a = 7;                                     /* more than a half */
  mg_curve_outside(&c, &a, &b, &t0, &t1);
  ck_assert_double_eq_tol(mg_curve_at(&c, t1).x, 3, 1e-7);
  ck_assert_double_eq_tol(mg_curve_at(&c, t0).x, 1, 1e-7);
  b.a = 2;
  c = mg_curve_bent((mg_xy){ 0, 0 }, (mg_xy){ 10, 0 }, 4);
  a.a = a.b = 1;
  mg_curve_outside(&c, &a, &b, &t0, &t1);
  ck_assert_double_eq_tol(mg_outline_gauge(&a, mg_curve_at(&c, t0)), 1, 1e-7);
  ck_assert_double_eq_tol(mg_outline_gauge(&b, mg_curve_at(&c, t1)), 1, 1e-7);
}
END_TEST

START_TEST(arrowheads_point_where_they_should)
{
  mg_xy corner[3];

  mg_arrowhead((mg_xy){ 5, 5 }, (mg_xy){ 0.6, 0.8 }, 10, 4, corner);
  assert_at(corner[0], 5, 5);
  assert_at(corner[1], 5 - 6 - 1.6, 5 - 8 + 1.2);
  assert_at(corner[2], 5 - 6 + 1.6, 5 - 8 - 1.2);
}
END_TEST

START_TEST(loops_turn_to_where_there_is_space)
{
  const double pi = acos(-1);
  double three[] = { pi, 0, pi / 2 }, one[] = { 0.3 };

  ck_assert_double_eq_tol(mg_widest_gap(three, 3, 9), 1.5 * pi, near);
  ck_assert_double_eq_tol(mg_widest_gap(one, 1, 9), 0.3 + pi, near);
  ck_assert_double_eq(mg_widest_gap(one, 0, 9), 9);
}
END_TEST

/* Of each border that is a path: the corners of the text's rectangle are within, and
 * at least one of them on it. */
START_TEST(shapes_of_paths_hold_their_text)
{
  mg_outline s = { (mg_border)_i, { 0, 0 }, 0, 0 };
  double most = 0;
  mg_xy t;

  mg_outline_around(s.border, 5, 2, &s.a, &s.b);
  t = mg_outline_text(&s);
  for (int k = 0; k < 4; k++)
    most = fmax(most, mg_outline_gauge(&s, (mg_xy){ t.x + (k & 1 ? 5 : -5),
                                                    t.y + (k & 2 ? 2 : -2) }));
  ck_assert_double_eq_tol(most, 1, near);
}
END_TEST

/* The corners that a path names are on the border, as the rays from the middle find
 * it, and within its width and height. */
START_TEST(the_border_of_a_path_is_where_it_is_drawn)
{
  mg_outline s = { (mg_border)_i, { 3, 4 }, 50, 20 };
  const mg_path_step *step = mg_border_path(s.border);

  for (; step != NULL && step->op != 0 && step->op != 'm'; step++) {
    mg_xy p = mg_outline_step(&s, step);

    if (step->op == 'T')
      continue;
    ck_assert_double_le(fabs(p.x - 3), 50 + near);
    ck_assert_double_le(fabs(p.y - 4), 20 + near);
    if (s.border != MG_BORDER_COMPONENT && s.border != MG_BORDER_FOLDER
        && s.border != MG_BORDER_TAB && s.border != MG_BORDER_RARROW
        && s.border != MG_BORDER_LARROW)       /* which are not seen wholly from the middle */
      ck_assert_double_eq_tol(mg_outline_gauge(&s, p), 1, 1e-6);
    else
      ck_assert_double_le(mg_outline_gauge(&s, p), 1 + 1e-6);
  }
}
END_TEST

START_TEST(every_shape_is_found_by_its_name)
{
  int exact;

  ck_assert_int_eq(mg_node_shape_find(mg_node_shapes[_i].name, &exact), _i);
  ck_assert_int_eq(exact, 1);
  ck_assert_int_eq(mg_node_shape_find("Rectangle", &exact), MG_NODE_BOX);
  ck_assert_int_eq(exact, 1);
  ck_assert_int_eq(mg_node_shape_find("egg", &exact), MG_NODE_ELLIPSE);
  ck_assert_int_eq(exact, 0);
  ck_assert_int_eq(mg_node_shape_find("doublecircle", &exact), MG_NODE_CIRCLE);
  ck_assert_int_eq(exact, 1);
  ck_assert_int_eq(mg_node_shape_borders("tripleoctagon"), 3);
  ck_assert_int_eq(mg_node_shape_borders("octagon"), 1);
  ck_assert_int_eq(mg_node_shape_find("cloud", &exact), MG_NODE_SHAPES);
  for (int k = 0; k < MG_ARROWS; k++)
    ck_assert_int_eq(mg_arrow_find(mg_arrows[k].name), k);
  ck_assert_int_eq(mg_arrow_find("start"), MG_ARROWS);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(borders_are_where_the_equations_say, 3),
    TEST_EACH(shapes_fit_around_text, 3),
    TEST(curves_are_bezier_curves),
    TEST(a_bend_is_beside_the_middle),
    TEST(opposite_edges_bend_apart),
    TEST_EACH(loops_start_and_end_on_the_border, 3),
    TEST(lines_end_where_nodes_begin),
    TEST(arrowheads_point_where_they_should),
    TEST(loops_turn_to_where_there_is_space),
    TEST_EACH(shapes_of_paths_hold_their_text, MG_BORDERS),
    TEST_EACH(the_border_of_a_path_is_where_it_is_drawn, MG_BORDER_UNDERLINE),
    TEST_EACH(every_shape_is_found_by_its_name, MG_NODE_SHAPES)
  };

  return unit_run("curve", tests, COUNT(tests), NULL);
}
