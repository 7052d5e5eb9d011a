/* What a style may not be. */
#include "sample.h"
#include "unit.h"

#include <math.h>
#include <stddef.h>

START_TEST(bad_styles_are_refused_with_their_limits)
{
  static const struct {
    size_t at;
    double value;
    const char *text;
  } row[] = {
    { offsetof(mg_style, width), 0, "the width is 0, must be between 1 and "
      "100000" },
    { offsetof(mg_style, height), -2.5, "the height is -2.5, must be between 1 "
      "and 100000" },
    { offsetof(mg_style, dpi), NAN, "the resolution is not a number, must be "
      "between 1 and 10000" },
    { offsetof(mg_style, margin), 1e6, "the margin is 1000000, must be between "
      "0 and 10000" },
    { offsetof(mg_style, opacity), 1.5, "the opacity is 1.5, must be between 0 "
      "and 1" },
    { offsetof(mg_style, edge_width), INFINITY, "the edge width is infinite, "
      "must be between 0 and 10000" },
    { offsetof(mg_style, margin), 400, "a margin of 400 pixels on each side "
      "leaves nothing of a page of 800 x 800 pixels" }
  };
  sample s = sample_new(3, 2, 0);
  mgnn_error err;
  mg_scene scene;

  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    mg_style style = plain_style();

    memcpy((char *)&style + row[k].at, &row[k].value, sizeof(double));
    ck_assert_int_eq(mg_scene_build(&scene, &s.pic, &style, NULL, &err),
                     MGNN_EINVAL);
    ck_assert_str_eq(err.text, row[k].text);
    ck_assert_ptr_null(scene.panel);
  }
  sample_free(&s);
}
END_TEST

START_TEST(unknown_palette_names_those_there_are)
{
  sample s = sample_new(3, 2, 0);
  mg_style style = plain_style();
  mgnn_error err;
  mg_scene scene;

  style.palette = "pretty";
  ck_assert_int_eq(mg_scene_build(&scene, &s.pic, &style, NULL, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "there is no palette 'pretty'; there are safe, paper, grey; "
                   "or give a list, such as a=#0072b2,b=orange, or a file of such lines");
  style.palette = "safe";
  style.background = "off-white";
  ck_assert_int_eq(mg_scene_build(&scene, &s.pic, &style, NULL, &err),
                   MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "'off-white' is not a colour"));
  sample_free(&s);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(bad_styles_are_refused_with_their_limits),
    TEST(unknown_palette_names_those_there_are)
  };

  return unit_run("style", tests, COUNT(tests), NULL);
}
