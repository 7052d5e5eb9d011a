/* From the plane to the page. */
#include "sample.h"
#include "unit.h"

START_TEST(scales_are_equal_and_y_points_up)
{
  static const double xy[] = { 0, 0, 3, 0, 3, 1, 0, 1 };
  static const char *const names[] = { "a", "b", "c", "d" };
  mg_picture pic = { .n = 4, .xy = xy, .names = names };
  mg_style style = plain_style();

  for (int turned = 0; turned < 2; turned++) {
    mg_scene scene;
    const mg_panel *p;
    mg_point a, b, c, d;

    style.width = turned ? 300 : 900;
    style.height = turned ? 900 : 300;
    scene = scene_of(&pic, &style, NULL);
    p = panel_named(&scene, "drawing");
    a = node_point(p, "a");
    b = node_point(p, "b");
    c = node_point(p, "c");
    d = node_point(p, "d");
    ck_assert_int_gt(b.x, a.x);
    ck_assert_int_eq(b.y, a.y);
    ck_assert_int_lt(c.y, b.y);
    ck_assert_int_eq(d.x, a.x);
    /* three to one, to the rounding of a hundredth */
    ck_assert_int_le(abs(b.x - a.x - 3 * (b.y - c.y)), 4);
    mg_scene_free(&scene);
  }
}
END_TEST

START_TEST(aligned_viewports_have_one_scale)
{
  mg_viewport view[3] = { { 0, 0, 4, 1, 0, 0, 1, NAN, 1 },
                          { 10, 10, 11, 13, 0, 0, 2, 0.5, 1 } };

  mg_viewport_init(&view[2]);  /* of an empty picture */
  mg_viewports_align(view, 3);
  for (int k = 0; k < 2; k++) {
    ck_assert_double_eq(view[k].x1 - view[k].x0, 4);
    ck_assert_double_eq(view[k].y1 - view[k].y0, 3);
    ck_assert_double_eq(view[k].x0 + view[k].x1, k == 0 ? 4 : 21);
    ck_assert_double_eq(view[k].y0 + view[k].y1, k == 0 ? 1 : 23);
    ck_assert_double_eq(view[k].length, 2);
    ck_assert_double_eq(view[k].gap, 0.5);
  }
  ck_assert_double_gt(view[2].x0, view[2].x1);
}
END_TEST

START_TEST(frames_with_one_viewport_agree)
{
  static const double first[] = { 0, 0, 1, 0, 0.5, 0.25 };
  static const double second[] = { 0, 0, 8, 0, 0.5, 0.25 };
  static const unsigned ends[] = { 0, 1, 1, 2 };
  static const char *const names[] = { "fixed", "moves", "too" };
  mg_picture a = { .n = 3, .m = 2, .xy = first, .ends = ends, .names = names };
  mg_picture b = a;
  mg_style style = plain_style();
  mg_viewport view;
  mg_scene one, two;
  const mg_panel *p, *q;

  b.xy = second;
  mg_viewport_init(&view);
  ck_assert_int_eq(mg_viewport_fit(&view, &a, NULL), MGNN_OK);
  ck_assert_int_eq(mg_viewport_fit(&view, &b, NULL), MGNN_OK);
  ck_assert_double_eq(view.x0, 0);
  ck_assert_double_eq(view.x1, 8);
  ck_assert_double_eq(view.y1, 0.25);
  one = scene_of(&a, &style, &view);
  two = scene_of(&b, &style, &view);
  p = panel_named(&one, "drawing");
  q = panel_named(&two, "drawing");
  ck_assert_int_eq(node_point(p, "fixed").x, node_point(q, "fixed").x);
  ck_assert_int_eq(node_point(p, "fixed").y, node_point(q, "fixed").y);
  ck_assert_int_eq(node_point(p, "too").x, node_point(q, "too").x);
  ck_assert_int_lt(node_point(p, "moves").x, node_point(q, "moves").x);
  ck_assert_int_eq(p->nodes[0].radius, q->nodes[0].radius);
  ck_assert_int_eq(p->edges[0].width, q->edges[0].width);
  ck_assert_int_eq(p->edges[0].colour.a, q->edges[0].colour.a);
  mg_scene_free(&one);
  mg_scene_free(&two);
}
END_TEST

/* Node 1 may be 1 to either side and 2 up or down; node 2 anywhere, which counts
 * as half the drawing; node 0 has no ellipse. */
START_TEST(ellipses_are_within_unless_they_are_large)
{
  static const double xy[] = { 0, 0, 4, 0, 0, 4 };
  static const double around[] = { NAN, NAN, NAN, 1, 0, 4, 1e6, 0, 1e6 };
  mg_picture pic = { .n = 3, .xy = xy, .around = { .ellipse = around } };
  mg_viewport view;

  mg_viewport_init(&view);
  ck_assert_int_eq(mg_viewport_fit(&view, &pic, NULL), MGNN_OK);
  ck_assert_double_eq(view.x0, -2);
  ck_assert_double_eq(view.x1, 5);
  ck_assert_double_eq(view.y0, -2);
  ck_assert_double_eq(view.y1, 6);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(scales_are_equal_and_y_points_up),
    TEST(aligned_viewports_have_one_scale),
    TEST(frames_with_one_viewport_agree),
    TEST(ellipses_are_within_unless_they_are_large)
  };

  return unit_run("viewport", tests, COUNT(tests), NULL);
}
