/* Rings around nodes that are drawn at one place. */
#include "sample.h"
#include "unit.h"

#include <math.h>

enum { NODES = 9 };

/* Five nodes at one point, two at another, one of another group there; two more
 * elsewhere. */
static const double xy[2 * NODES] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1,
                                      1, 1, 1, 1 };
static const unsigned ends[] = { 0, 1, 1, 2, 0, 5, 5, 6 };

static mg_style
ringed_style(void)
{
  mg_style style = plain_style();

  style.rings = 1;
  return style;
}

static const mg_node_run *
run_named(const mg_panel *d, const char *name)
{
  for (size_t r = 0; r < d->node_runs; r++)
    if (strcmp(d->nodes[r].name, name) == 0)
      return &d->nodes[r];
  return NULL;
}

START_TEST(rings_count_the_nodes_at_their_point)
{
  const mg_picture pic = { .n = NODES, .m = 4, .xy = xy, .ends = ends };
  mg_style style = ringed_style();
  mg_scene scene = scene_of(&pic, &style, NULL);
  const mg_panel *d = panel_named(&scene, "drawing");

  ck_assert_uint_eq(run_named(d, "ring")->count, 2);
  ck_assert_uint_eq(d->word_count, 2);
  ck_assert_str_eq(d->words[0].text, "\xc3\x97" "5");
  ck_assert_str_eq(d->words[1].text, "\xc3\x97" "2");
  mg_scene_free(&scene);
  style.rings = 0;
  scene = scene_of(&pic, &style, NULL);
  d = panel_named(&scene, "drawing");
  ck_assert_ptr_null(run_named(d, "ring"));
  ck_assert_uint_eq(d->word_count, 0);
  mg_scene_free(&scene);
}
END_TEST

/* The five are two of group 0, two of group 1 and one without: 144, 144 and 72
 * degrees.  Nodes of one group make no pie. */
START_TEST(pies_show_the_groups)
{
  static const int group[NODES] = { 0, 1, 0, 1, -1, 0, 1, 1, 1 };
  static const char *const groups[] = { "a", "b" };
  static const char *const names[] = { "pie label-0", "pie label-1",
                                       "pie no-label" };
  static const int sweep[] = { 144, 144, 72 };
  const mg_picture pic = { .n = NODES, .m = 4, .xy = xy, .ends = ends,
                           .group = group, .groups = groups, .group_count = 2 };
  mg_style style = ringed_style();
  mg_scene scene = scene_of(&pic, &style, NULL);
  const mg_panel *d = panel_named(&scene, "drawing");
  int at = 0;

  for (int k = 0; k < 3; k++) {
    const mg_node_run *run = run_named(d, names[k]);
    mg_point corner[MG_CORNERS_MAX];
    int sum = 0;

    ck_assert_ptr_nonnull(run);
    ck_assert_int_eq(run->mark, MG_WEDGE);
    ck_assert_int_eq(run->dot[0].from, at);
    for (size_t q = 0; q < run->count; q++) {
      ck_assert_int_le(run->dot[q].sweep, 90);
      sum += run->dot[q].sweep;
      ck_assert_uint_eq(mg_dot_corners(run, &run->dot[q], corner),
                        MG_CORNERS_MAX);
      ck_assert_int_eq(corner[0].x, 0);
      for (size_t c = 1; c < MG_CORNERS_MAX; c++)
        ck_assert_double_eq_tol(hypot(corner[c].x, corner[c].y),
                                run->dot[q].radius, 1);
    }
    ck_assert_int_eq(sum, sweep[k]);
    at += sum;
  }
  ck_assert_int_eq(at, 360);
  mg_scene_free(&scene);
}
END_TEST

/* Where very many places hold two nodes, there are no rings. */
START_TEST(many_rings_are_none)
{
  enum { MANY = 1000 };
  sample s = sample_new(MANY, 0, 2);
  mg_style style = ringed_style();
  mg_scene scene;

  for (size_t i = 0; i < MANY; i++) {
    s.xy[2 * i] = (double)(i / 2 % 25);
    s.xy[2 * i + 1] = (double)(i / 50);
    s.group[i] = (int)(i % 2);
  }
  scene = scene_of(&s.pic, &style, NULL);
  ck_assert_ptr_null(run_named(panel_named(&scene, "drawing"), "ring"));
  ck_assert_uint_eq(run_named(panel_named(&scene, "drawing"),
                              "pie label-0")->count, MANY);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(rings_count_the_nodes_at_their_point),
    TEST(pies_show_the_groups),
    TEST(many_rings_are_none)
  };

  return unit_run("rings", tests, COUNT(tests), NULL);
}
