/* The bars of colour scales. */
#include "full.h"
#include "render/canvas/text.h"
#include "unit.h"

#include <math.h>

/* All that is in a panel, words as wide as they are. */
static void
extent(const mg_panel *p, mg_ruler *ruler, double *low, double *high)
{
  low[0] = low[1] = 1e9;
  high[0] = high[1] = -1e9;
  for (size_t r = 0; r < p->edge_runs; r++)
    for (size_t k = 0; k < p->edges[r].count; k++) {
      const mg_segment *s = &p->edges[r].segment[k];

      low[0] = fmin(low[0], fmin(s->a.x, s->b.x));
      low[1] = fmin(low[1], fmin(s->a.y, s->b.y));
      high[0] = fmax(high[0], fmax(s->a.x, s->b.x));
      high[1] = fmax(high[1], fmax(s->a.y, s->b.y));
    }
  for (size_t k = 0; k < p->word_count; k++) {
    const mg_word *w = &p->words[k];
    double wide = mg_ruler_width(ruler, w->text, w->size);
    double x = w->at.x - wide * (w->anchor == MG_START ? 0
                                 : w->anchor == MG_MIDDLE ? 0.5 : 1);

    low[0] = fmin(low[0], x);
    high[0] = fmax(high[0], x + wide);
    low[1] = fmin(low[1], w->at.y - MG_TEXT_RISE * w->size);
    high[1] = fmax(high[1], w->at.y + MG_TEXT_DROP * w->size);
  }
}

/* Bars, keys and the scale bar stay on the page and off the drawing, on pages
 * of any form. */
START_TEST(bars_never_cover_the_drawing)
{
  static const double pages[][2] = { { 800, 800 }, { 1200, 400 }, { 400, 1200 },
                                     { 250, 250 }, { 90, 90 }, { 3000, 200 } };
  mg_ruler *ruler = mg_ruler_new(NULL);
  full f;

  full_init(&f);
  for (size_t k = 0; k < sizeof pages / sizeof *pages; k++) {
    mg_scene scene = full_scene(&f, pages[k][0], pages[k][1]);
    const mg_panel *d = panel_named(&scene, "drawing");
    const char *const others[] = { "legend", "scale-bar" };

    for (int o = 0; o < 2; o++) {
      const mg_panel *p = panel_named(&scene, others[o]);
      double low[2], high[2];

      if (p == NULL) {
        ck_assert_msg(pages[k][0] < 300 || pages[k][1] < 300, "page %zu", k);
        continue;
      }
      extent(p, ruler, low, high);
      ck_assert_msg(low[0] >= 0 && low[1] >= 0 && high[0] <= scene.width
                    && high[1] <= scene.height, "page %zu, %s: %g %g %g %g", k,
                    others[o], low[0], low[1], high[0], high[1]);
      ck_assert_msg(low[0] >= d->high.x || low[1] >= d->high.y,
                    "page %zu: %s covers the drawing", k, others[o]);
    }
    /* and the drawing keeps the better part of the page */
    ck_assert_msg((double)(d->high.x - d->low.x) * (d->high.y - d->low.y)
                  > 0.35 * scene.width * scene.height, "page %zu", k);
    mg_scene_free(&scene);
  }
  mg_ruler_free(ruler);
}
END_TEST

START_TEST(bars_say_what_lies_beyond)
{
  full f;
  mg_scene scene;
  const mg_panel *p;
  size_t found = 0;

  full_init(&f);
  scene = full_scene(&f, 800, 800);
  p = panel_named(&scene, "legend");
  for (size_t k = 0; k < p->word_count; k++)
    found += strcmp(p->words[k].text, "to \xe2\x88\x92" "90 %") == 0
             || strcmp(p->words[k].text, "to 300 %") == 0
             || strcmp(p->words[k].text, "50 %") == 0
             || strcmp(p->words[k].text, "strain") == 0
             || strcmp(p->words[k].text, "age") == 0
             || strcmp(p->words[k].text, "area of nodes: age") == 0;
  ck_assert_uint_eq(found, 6);
  mg_scene_free(&scene);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(bars_never_cover_the_drawing),
    TEST(bars_say_what_lies_beyond)
  };

  return unit_run("colour_bar", tests, COUNT(tests), NULL);
}
