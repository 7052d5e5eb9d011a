/* Names beside nodes. */
#include "render/canvas/text.h"
#include "sample.h"
#include "unit.h"

#include <math.h>

/* Whether a word's rectangle covers a node. */
static int
covers_node(const mg_panel *p, const double *box)
{
  for (size_t r = 0; r < p->node_runs; r++)
    for (size_t k = 0; k < p->nodes[r].count; k++) {
      double x = mg_px(p->nodes[r].dot[k].at.x);
      double y = mg_px(p->nodes[r].dot[k].at.y);
      double dx = fmax(fmax(box[0] - x, x - box[2]), 0);
      double dy = fmax(fmax(box[1] - y, y - box[3]), 0);

      if (hypot(dx, dy) < mg_px(p->nodes[r].radius))
        return 1;
    }
  return 0;
}

START_TEST(names_do_not_collide_and_stay_on_the_page)
{
  static const size_t counts[] = { 1, 20, 100, 1000 };

  for (int k = 0; k < 4; k++) {
    size_t n = counts[k];
    sample s = sample_new(n, n > 1 ? n : 0, 0);
    mg_style style = plain_style();
    mg_ruler *ruler = mg_ruler_new(NULL);
    mg_scene scene;
    const mg_panel *p;
    double (*box)[4] = calloc(3 * n, sizeof *box);
    size_t whole = 0;

    free(s.names[0]);
    s.names[0] = strdup("a name so long that it can not be shown whole on any "
                        "page, because it goes on and on and on and on and on "
                        "and on and on and on and on and on and on and on");
    style.labels = 1;
    scene = scene_of(&s.pic, &style, NULL);
    p = panel_named(&scene, "drawing");
    for (size_t w = 0; w < p->word_count; w++)
      if (p->words[w].whole != NULL) {
        ck_assert_str_eq(p->words[w].whole, s.names[0]);
        whole++;
      }
    /* The long name has three lines. */
    ck_assert_uint_eq(p->word_count + scene.hidden, n + 2 * whole);
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
      ck_assert_msg(!covers_node(p, box[w]), "'%s' covers a node", it->text);
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

/* If it is up to the scene, as many names as have space.  What the user says counts
 * first, and names that are left out are counted. */
START_TEST(names_are_shown_as_far_as_there_is_space)
{
  static const struct {
    size_t n, m;
    int labels, shown;
  } row[] = {
    { 40, 60, MG_NAMED_AUTO, 1 }, { 100, 0, MG_NAMED_AUTO, 1 },
    { 100, 4000, MG_NAMED_AUTO, 1 }, { 1001, 0, MG_NAMED_AUTO, 1 },
    { 1001, 0, MG_NAMED_ALL, 1 }, { 40, 60, MG_NAMED_NONE, 0 }
  };

  for (size_t k = 0; k < COUNT(row); k++) {
    sample s = sample_new(row[k].n, row[k].m, 0);
    mg_style style = plain_style();
    mg_scene scene;

    for (size_t i = 0; i < row[k].n; i++) {  /* spread evenly */
      s.xy[2 * i] = (double)(i % 20);
      s.xy[2 * i + 1] = (double)(i / 20);
    }
    style.labels = row[k].labels;
    scene = scene_of(&s.pic, &style, NULL);
    ck_assert_uint_eq(panel_named(&scene, "drawing")->word_count,
                      row[k].shown ? row[k].n - scene.hidden : 0);
    ck_assert_uint_eq(scene.named, row[k].labels != MG_NAMED_NONE ? row[k].n : 0);
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

/* 400 names of 23 letters, 20 in a row, have no space on 750 px even in letters of 7 px:
 * a name takes 644 of the 1,300 square pixels that it has with its node, and those at
 * the border have no space to go to.  The page grows until they have it, unless the user
 * has said how large it is. */
START_TEST(the_page_grows_for_names)
{
  for (int given = 0; given < 2; given++) {
    sample s = sample_new(400, 0, 0);
    mg_style style = plain_style();
    mg_scene scene;

    for (size_t i = 0; i < 400; i++) {
      s.xy[2 * i] = (double)(i % 20);
      s.xy[2 * i + 1] = (double)(i / 20);
      free(s.names[i]);
      s.names[i] = malloc(40);
      sprintf(s.names[i], "a town of long name %03zu", i);
    }
    style.labels = MG_NAMED_AUTO;
    style.width = style.height = given ? 750 : NAN;
    scene = scene_of(&s.pic, &style, NULL);
    ck_assert_int_eq(scene.hidden > 0, given);
    ck_assert_int_eq(mg_px(scene.width) > 900, !given);
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

/* Of 1001 nodes the two with most edges have the first names, and as many others as have
 * space have theirs. */
START_TEST(hubs_of_large_graphs_are_named_first)
{
  sample s = sample_new(1001, 999, 0);
  mg_style style = plain_style();
  mg_scene scene;
  const mg_panel *p;

  for (size_t i = 0; i < 1001; i++) {
    s.xy[2 * i] = (i % 2 ? 3 : 0) + cos(0.02 * (double)i) * (i < 2 ? 0 : 1);
    s.xy[2 * i + 1] = sin(0.02 * (double)i) * (i < 2 ? 0 : 1);
  }
  for (size_t e = 0; e < 999; e++) {
    s.ends[2 * e] = (unsigned)(e % 2);
    s.ends[2 * e + 1] = (unsigned)e + 2;
  }
  style.labels = MG_NAMED_AUTO;
  scene = scene_of(&s.pic, &style, NULL);
  p = panel_named(&scene, "drawing");
  ck_assert_uint_gt(p->word_count, 100);
  ck_assert_str_eq(p->words[0].text, "v0");
  ck_assert_str_eq(p->words[1].text, "v1");
  ck_assert_uint_eq(scene.hidden, 1001 - p->word_count);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

/* Another text than the name is written at the nodes, also twice the same; the
 * elements keep the names. */
START_TEST(other_texts_can_be_shown)
{
  static const char *const shown[] = { "x", "x", "" };
  sample s = sample_new(3, 2, 0);
  mg_style style = plain_style();
  mg_scene scene;
  const mg_panel *p;

  style.labels = MG_NAMED_ALL;
  s.pic.shown = shown;
  scene = scene_of(&s.pic, &style, NULL);
  p = panel_named(&scene, "drawing");
  ck_assert_uint_eq(p->word_count, 2);
  ck_assert_str_eq(p->words[0].text, "x");
  ck_assert_str_eq(p->words[1].text, "x");
  ck_assert_str_eq(p->nodes[0].dot[2].name, "v2");
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(names_are_shown_as_far_as_there_is_space),
    TEST(the_page_grows_for_names),
    TEST(hubs_of_large_graphs_are_named_first),
    TEST(other_texts_can_be_shown),
    TEST(names_do_not_collide_and_stay_on_the_page)
  };
  const unit_needs needs = { .seconds = 400 };

  return unit_run("labels", tests, COUNT(tests), &needs);
}
