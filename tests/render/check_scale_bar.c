/* The scale bar. */
#include "full.h"
#include "unit.h"

#include <math.h>

/* The scale bar: its length on the page, over the distance of two nodes there,
 * is the length that it names over their distance. */
START_TEST(scale_bar_is_true)
{
  full f;
  mg_scene scene;
  const mg_panel *d, *p;
  const mg_segment *bar;
  mg_point a = { 0, 0 }, b = { 0, 0 };
  double named, ratio;

  full_init(&f);
  f.pic.depth = NULL;
  f.pic.remarks.count = 0;
  scene = full_scene(&f, 700, 500);
  p = panel_named(&scene, "scale-bar");
  d = panel_named(&scene, "drawing");
  ck_assert_int_eq(sscanf(p->words[0].text, "length %lf", &named), 1);
  bar = &p->edges[0].segment[0];
  for (size_t r = 0; r < d->node_runs; r++)
    for (size_t k = 0; k < d->nodes[r].count; k++) {
      const mg_dot *dot = &d->nodes[r].dot[k];

      if (dot->name != NULL && strcmp(dot->name, "v3") == 0)
        a = dot->at;
      if (dot->name != NULL && strcmp(dot->name, "v4") == 0)
        b = dot->at;
    }
  ratio = hypot(a.x - b.x, a.y - b.y)
          / hypot(f.xy[6] - f.xy[8], f.xy[7] - f.xy[9]);
  ck_assert_double_eq_tol((bar->b.x - bar->a.x) / named / ratio, 1, 1e-3);
  mg_scene_free(&scene);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(scale_bar_is_true)
  };

  return unit_run("scale_bar", tests, COUNT(tests), NULL);
}
