/* Sizes and colours that suit a graph. */
#include "sample.h"
#include "unit.h"

/* From 3 to 100000 nodes: nodes get smaller, never vanish, never crowd out the
 * page; edges stay thinner than nodes. */
START_TEST(sizes_follow_the_graph)
{
  static const size_t sizes[] = { 3, 30, 300, 3000, 30000, 100000 };
  mg_style style = plain_style();
  int last = 1 << 20, last_alpha = 255;

  for (int k = 0; k < 6; k++) {
    sample s = sample_new(sizes[k], 3 * sizes[k], 0);
    mg_scene scene = scene_of(&s.pic, &style, NULL);
    const mg_panel *p = panel_named(&scene, "drawing");

    ck_assert_int_le(p->nodes[0].radius, last);
    ck_assert_int_ge(p->nodes[0].radius, 30);
    ck_assert_int_lt(p->edges[0].width, 2 * p->nodes[0].radius);
    ck_assert_int_gt(p->edges[0].width, 0);
    ck_assert_int_le(p->edges[0].colour.a, last_alpha);
    ck_assert_int_gt(p->edges[0].colour.a, 0);
    last = p->nodes[0].radius;
    last_alpha = p->edges[0].colour.a;
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

START_TEST(given_sizes_are_kept)
{
  sample s = sample_new(10, 20, 0);
  mg_style style = plain_style();
  mg_scene scene;
  const mg_panel *p;

  style.node_size = 7;
  style.edge_width = 2.25;
  style.opacity = 0.4;
  style.width = 500;
  style.height = 333;
  style.dpi = 300;
  scene = scene_of(&s.pic, &style, NULL);
  p = panel_named(&scene, "drawing");
  ck_assert_int_eq(scene.width, 50000);
  ck_assert_int_eq(scene.height, 33300);
  ck_assert_double_eq(scene.dpi, 300);
  ck_assert_int_eq(p->nodes[0].radius, 350);
  ck_assert_int_eq(p->edges[0].width, 225);
  ck_assert_int_eq(p->edges[0].colour.a, 102);
  mg_scene_free(&scene);
  style.node_size = style.edge_width = 0;
  scene = scene_of(&s.pic, &style, NULL);
  ck_assert_uint_eq(panel_named(&scene, "drawing")->node_runs, 0);
  ck_assert_uint_eq(panel_named(&scene, "drawing")->edge_runs, 0);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(dark_pages_have_light_words)
{
  sample s = sample_new(8, 8, 0);
  mg_style style = plain_style();
  mg_scene scene;
  const mg_panel *p;

  style.background = "#101820";
  style.title = "night";
  style.palette = "paper";
  scene = scene_of(&s.pic, &style, NULL);
  p = panel_named(&scene, "heading");
  ck_assert_double_gt(mg_colour_lightness(p->words[0].colour), 0.8);
  p = panel_named(&scene, "drawing");
  ck_assert_double_gt(mg_colour_lightness(p->edges[0].colour), 0.6);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(sizes_follow_the_graph),
    TEST(given_sizes_are_kept),
    TEST(dark_pages_have_light_words)
  };
  const unit_needs needs = { .seconds = 400 };

  return unit_run("look", tests, COUNT(tests), &needs);
}
