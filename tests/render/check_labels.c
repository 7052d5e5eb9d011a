/* Names beside nodes. */
#include "render/canvas/text.h"
#include "sample.h"
#include "unit.h"

START_TEST(names_do_not_collide_and_stay_on_the_page)
{
  static const size_t counts[] = { 1, 20, 100, 1000 };

  for (int k = 0; k < 4; k++) {
    size_t n = counts[k];
    sample s = sample_new(n, n > 1 ? n : 0, 0);
    mg_style style = plain_style();
    mg_ruler *ruler = mg_ruler_new();
    mg_scene scene;
    const mg_panel *p;
    double (*box)[4] = calloc(n, sizeof *box);

    free(s.names[0]);
    s.names[0] = strdup("a name so long that it can not be shown whole on any "
                        "page, because it goes on and on and on and on and on "
                        "and on and on and on and on and on and on and on");
    style.labels = 1;
    scene = scene_of(&s.pic, &style, NULL);
    p = panel_named(&scene, "drawing");
    ck_assert_uint_eq(p->word_count + scene.hidden, n);
    if (n <= 100)
      ck_assert_uint_eq(scene.hidden, 0);
    for (size_t w = 0; w < p->word_count; w++) {
      const mg_word *it = &p->words[w];
      double size = it->size / 100.0;
      double width = mg_ruler_width(ruler, it->text, size);

      box[w][0] = it->at.x / 100.0 - width * it->anchor / 2;
      box[w][1] = it->at.y / 100.0 - 0.7 * size;
      box[w][2] = box[w][0] + width;
      box[w][3] = it->at.y / 100.0 + 0.2 * size;
      ck_assert_double_ge(size, 6.9);
      ck_assert(box[w][0] >= 0 && box[w][2] <= 800 && box[w][1] >= 0
                && box[w][3] <= 800);
      for (size_t q = 0; q < w; q++)
        ck_assert_msg(box[w][0] > box[q][2] - 0.1 || box[w][2] < box[q][0] + 0.1
                      || box[w][1] > box[q][3] || box[w][3] < box[q][1],
                      "'%s' covers '%s'", it->text, p->words[q].text);
    }
    free(box);
    mg_ruler_free(ruler);
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(names_do_not_collide_and_stay_on_the_page)
  };
  const unit_needs needs = { .seconds = 400 };

  return unit_run("labels", tests, COUNT(tests), &needs);
}
