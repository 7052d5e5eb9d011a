/* Rings around nodes that are drawn at one place. */
#include "sample.h"
#include "unit.h"

/* Five nodes at one point, three of them joined by edges of length 0, two more
 * elsewhere: one ring, and it counts all five. */
START_TEST(rings_count_the_nodes_at_their_point)
{
  static const double xy[] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1 };
  static const unsigned ends[] = { 0, 1, 1, 2, 0, 5, 5, 6 };
  static const unsigned char joined[] = { 1, 1, 0, 1 };
  const mg_picture pic = { .n = 7, .m = 4, .xy = xy, .ends = ends,
                           .joined = joined };
  mg_style style;
  mg_scene scene;
  const mg_panel *d;
  const mg_node_run *ring;

  mg_style_init(&style);
  ck_assert_int_eq(mg_scene_build(&scene, &pic, &style, NULL, NULL), MGNN_OK);
  d = panel_named(&scene, "drawing");
  ring = &d->nodes[d->node_runs - 1];
  ck_assert_str_eq(ring->name, "ring");
  ck_assert_uint_eq(ring->count, 1);
  ck_assert_uint_eq(d->word_count, 1);
  ck_assert_str_eq(d->words[0].text, "\xc3\x97" "5");
  mg_scene_free(&scene);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(rings_count_the_nodes_at_their_point)
  };

  return unit_run("rings", tests, COUNT(tests), NULL);
}
