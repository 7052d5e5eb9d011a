/* The legend beside or below the drawing. */
#include "sample.h"
#include "unit.h"

/* The legend has a strip of its own, whatever the number of groups. */
START_TEST(legend_never_covers_the_drawing)
{
  static const size_t counts[] = { 1, 2, 5, 12, 30, 31, 40, 500 };
  static const double pages[][2] = { { 800, 800 }, { 1200, 400 },
                                     { 300, 900 }, { 200, 200 }, { 60, 60 } };

  for (size_t k = 0; k < 8; k++)
    for (size_t q = 0; q < 5; q++) {
      sample s = sample_new(600, 600, counts[k]);
      mg_style style = plain_style();
      mg_scene scene;
      const mg_panel *d, *l;

      style.width = pages[q][0];
      style.height = pages[q][1];
      scene = scene_of(&s.pic, &style, NULL);
      d = panel_named(&scene, "drawing");
      l = panel_named(&scene, "legend");
      ck_assert_int_gt(d->high.x, d->low.x);
      ck_assert_int_gt(d->high.y, d->low.y);
      if (l != NULL) {
        size_t shown = 0;
        unsigned more = 0;

        ck_assert(l->low.x >= d->high.x || l->low.y >= d->high.y);
        ck_assert(l->low.x >= 0 && l->high.x <= scene.width);
        ck_assert(l->low.y >= 0 && l->high.y <= scene.height);
        for (size_t w = 0; w < l->word_count; w++)
          if (sscanf(l->words[w].text, "and %u more", &more) != 1)
            shown++;
        ck_assert_uint_eq(shown + more, counts[k]);
        ck_assert_uint_le(shown, 30);
      } else
        ck_assert_uint_ge(q, 3);       /* only small pages have none */
      mg_scene_free(&scene);
      sample_free(&s);
    }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(legend_never_covers_the_drawing)
  };
  const unit_needs needs = { .seconds = 400 };

  return unit_run("legend", tests, COUNT(tests), &needs);
}
