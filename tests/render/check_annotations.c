/* Remarks at edges. */
#include "full.h"
#include "render/canvas/text.h"
#include "unit.h"

/* Remarks cover neither each other nor, where there is space, nodes. */
START_TEST(remarks_keep_clear)
{
  mg_ruler *ruler = mg_ruler_new(NULL);
  full f;
  mg_scene scene;
  const mg_panel *d;
  size_t shown = 0, covered = 0;

  full_init(&f);
  f.pic.remarks.count = M;
  f.pic.size.times = NULL;
  scene = full_scene(&f, 900, 900);
  d = panel_named(&scene, "drawing");
  for (size_t k = 0; k < d->word_count; k++) {
    const mg_word *w = &d->words[k];
    double half = mg_ruler_width(ruler, w->text, w->size) / 2;

    if (strcmp(w->name, "length") != 0)
      continue;
    shown++;
    ck_assert(w->at.x - half >= d->low.x && w->at.x + half <= d->high.x);
    for (size_t q = 0; q < k; q++)
      ck_assert(abs(w->at.x - d->words[q].at.x) >= half
                || abs(w->at.y - d->words[q].at.y) >= 0.9 * w->size);
    for (size_t r = 0; r < d->node_runs; r++)
      for (size_t n = 0; n < d->nodes[r].count; n++) {
        mg_point at = d->nodes[r].dot[n].at;

        covered += abs(at.x - w->at.x) < half && at.y < w->at.y
                   && at.y > w->at.y - 0.7 * w->size;
      }
  }
  ck_assert_uint_eq(shown + scene.remarks_hidden, M);
  ck_assert_uint_gt(shown, M / 2);
  ck_assert_uint_le(covered, 2);
  mg_scene_free(&scene);
  mg_ruler_free(ruler);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(remarks_keep_clear)
  };

  return unit_run("annotations", tests, COUNT(tests), NULL);
}
