/* Many pictures on one page. */
#include "render/compose/sheet.h"
#include "sample.h"
#include "unit.h"

#include <math.h>

START_TEST(sheet_has_a_panel_per_picture)
{
  sample s = sample_new(12, 20, 4);
  mg_style style = plain_style();
  mg_picture pics[6];
  double moved[24];
  mg_scene scene;
  size_t drawings = 0;
  const mg_panel *first[2] = { NULL, NULL };
  mg_viewport views[6];

  style.width = style.height = NAN;
  for (int i = 0; i < 24; i++) {
    s.xy[i] = i == 0 ? 0 : i == 2 ? 1 : s.xy[i];
    if (i % 2 == 1)            /* 1 wide and 0.6 high */
      s.xy[i] = i == 1 ? 0 : i == 3 ? 0.6 : 0.5 * s.xy[i];
    moved[i] = 5 * s.xy[i];
  }
  for (int k = 0; k < 6; k++) {
    pics[k] = s.pic;
    pics[k].caption = k < 3 ? "MGNN-1" : "SGC-1";
    pics[k].note = "energy 1.5";
  }
  pics[1].xy = moved;
  memset(&pics[5], 0, sizeof pics[5]);  /* one frame less in this row */
  for (int k = 0; k < 6; k++) {        /* a row shares one */
    mg_viewport_init(&views[k]);
    for (int col = 0; col < 3; col++)
      ck_assert_int_eq(mg_viewport_fit(&views[k], &pics[k / 3 * 3 + col], NULL), MGNN_OK);
  }
  style.title = "two models";
  ck_assert_int_eq(mg_sheet_build(&scene, pics, 2, 3, views, &style, NULL),
                   MGNN_OK);
  for (size_t k = 0; k < scene.panels; k++) {
    const mg_panel *p = &scene.panel[k];

    ck_assert(p->low.x >= 0 && p->high.x <= scene.width);
    ck_assert(p->low.y >= 0 && p->high.y <= scene.height);
    if (strcmp(p->name, "drawing") != 0)
      continue;
    ck_assert_int_gt(p->frame.a, 0);
    ck_assert_double_eq_tol((p->high.y - p->low.y)
                            / (double)(p->high.x - p->low.x), 0.6, 0.01);
    ck_assert_uint_eq(p->word_count, 2);
    ck_assert_str_eq(p->words[0].text, drawings < 3 ? "MGNN-1" : "SGC-1");
    ck_assert_str_eq(p->words[1].text, "energy 1.5");
    ck_assert_int_gt(p->words[0].at.y, p->high.y);
    ck_assert_int_gt(p->words[1].at.y, p->words[0].at.y);
    if (drawings % 3 == 0)
      first[drawings / 3] = p;
    drawings++;
  }
  ck_assert_uint_eq(drawings, 5);
  ck_assert_ptr_nonnull(panel_named(&scene, "legend"));
  ck_assert_str_eq(panel_named(&scene, "heading")->words[0].text, "two models");
  /* The first row holds a picture five times as wide: its first frame shows
   * the same positions five times smaller than the second row's. */
  {
    double wide = node_point(first[0], "v3").x - node_point(first[0], "v5").x;
    double alone = node_point(first[1], "v3").x - node_point(first[1], "v5").x;

    ck_assert_double_gt(fabs(alone), 2.5 * fabs(wide));
  }
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

/* Three rows, the drawings of the first wide and of the others high: an edge that
 * is as long in all of them is so on the page. */
START_TEST(sheet_without_viewports_has_one_scale)
{
  static const double flat[] = { 0, 0, 1, 0, 2, 0, 3, 0.1 };
  static const double high[] = { 0, 0, 0, 1, 0, 2, 1, 2.1 };
  static const unsigned ends[] = { 0, 1, 1, 2, 2, 3 };
  static const char *const names[] = { "a", "b", "c", "d" };
  mg_picture pics[3];
  mg_style style = plain_style();
  mg_scene scene;
  double length[3];

  style.width = style.height = NAN;
  for (int k = 0; k < 3; k++)
    pics[k] = (mg_picture){ .n = 4, .m = 3, .xy = k == 0 ? flat : high,
                            .ends = ends, .names = names, .caption = "one" };
  ck_assert_int_eq(mg_sheet_build(&scene, pics, 3, 1, NULL, &style, NULL),
                   MGNN_OK);
  for (int k = 0; k < 3; k++) {
    mg_point a = node_point(&scene.panel[k], "a");
    mg_point b = node_point(&scene.panel[k], "b");

    length[k] = hypot(a.x - b.x, a.y - b.y);
    ck_assert_double_gt(length[k], 1000);
    ck_assert_double_eq_tol(length[k], length[0], 2);  /* hundredths of pixels */
  }
  mg_scene_free(&scene);
}
END_TEST

/* In a panel of 60 pixels a note has several lines, and its number is there. */
START_TEST(notes_show_their_values_in_small_panels)
{
  sample s = sample_new(12, 20, 4);
  mg_picture pics[8];
  mg_style style = plain_style();
  mg_scene scene;
  size_t drawings = 0;

  style.height = NAN;
  style.width = 560;
  for (int k = 0; k < 8; k++) {
    pics[k] = s.pic;
    pics[k].caption = "MGNN-1";
    pics[k].note = "centroid accuracy = 0.6855, effective rank = 1.023e-8";
  }
  ck_assert_int_eq(mg_sheet_build(&scene, pics, 1, 8, NULL, &style, NULL),
                   MGNN_OK);
  for (size_t k = 0; k < scene.panels; k++) {
    const mg_panel *p = &scene.panel[k];
    char all[200] = "";

    if (strcmp(p->name, "drawing") != 0)
      continue;
    drawings++;
    for (size_t w = 0; w < p->word_count; w++) {
      ck_assert_int_le(p->words[w].at.y, scene.height);
      if (strcmp(p->words[w].name, "note") != 0)
        continue;
      strcat(all, *all != '\0' ? " " : "");
      strcat(all, p->words[w].text);
      ck_assert(w == 0 || p->words[w].at.y > p->words[w - 1].at.y);
    }
    ck_assert_str_eq(all, pics[0].note);
  }
  ck_assert_uint_eq(drawings, 8);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(sheet_keeps_to_a_given_page)
{
  static const double given[][2] = { { 900, NAN }, { NAN, 700 }, { 640, 480 } };
  sample s = sample_new(12, 20, 4);
  mg_picture pics[8];
  mg_scene scene;
  mgnn_error err;
  mg_style style;

  for (int k = 0; k < 8; k++) {
    pics[k] = s.pic;
    pics[k].caption = "MGNN-1";
  }
  for (int k = 0; k < 3; k++) {
    style = plain_style();
    style.width = given[k][0];
    style.height = given[k][1];
    ck_assert_int_eq(mg_sheet_build(&scene, pics, 2, 4, NULL, &style, NULL),
                     MGNN_OK);
    ck_assert(isnan(style.width) || scene.width == 100 * (int)style.width);
    ck_assert(isnan(style.height) || scene.height == 100 * (int)style.height);
    for (size_t p = 0; p < scene.panels; p++)
      ck_assert(scene.panel[p].low.x >= 0 && scene.panel[p].low.y >= 0
                && scene.panel[p].high.x <= scene.width
                && scene.panel[p].high.y <= scene.height);
    mg_scene_free(&scene);
  }
  style.width = style.height = 60;
  ck_assert_int_eq(mg_sheet_build(&scene, pics, 2, 4, NULL, &style, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "a page of 60 x 60 pixels is too small for 2 rows "
                   "of 4 drawings");
  ck_assert_int_eq(mg_sheet_build(&scene, pics, 0, 4, NULL, &style, &err),
                   MGNN_EINVAL);
  sample_free(&s);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(sheet_has_a_panel_per_picture),
    TEST(sheet_without_viewports_has_one_scale),
    TEST(notes_show_their_values_in_small_panels),
    TEST(sheet_keeps_to_a_given_page)
  };

  return unit_run("sheet", tests, COUNT(tests), NULL);
}
