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
  style.title = "two models";
  ck_assert_int_eq(mg_sheet_build(&scene, pics, 2, 3, NULL, &style, NULL),
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
    TEST(sheet_keeps_to_a_given_page)
  };

  return unit_run("sheet", tests, COUNT(tests), NULL);
}
