/* Edges and nodes: where they are, what they look like, and in which order they
 * are drawn. */
#include "full.h"
#include "sample.h"
#include "unit.h"

#include <math.h>

START_TEST(edges_end_at_their_nodes)
{
  sample s = sample_new(30, 60, 3);
  mg_style style = plain_style();
  mg_scene scene = scene_of(&s.pic, &style, NULL);
  const mg_panel *p = panel_named(&scene, "drawing");
  size_t total = 0;

  for (size_t r = 0; r < p->edge_runs; r++)
    for (size_t k = 0; k < p->edges[r].count; k++, total++) {
      const mg_segment *seg = &p->edges[r].segment[k];
      size_t hits = 0;

      for (size_t e = 0; e < s.pic.m; e++) {
        mg_point a = node_point(p, s.names[s.ends[2 * e]]);
        mg_point b = node_point(p, s.names[s.ends[2 * e + 1]]);

        hits += memcmp(&a, &seg->a, sizeof a) == 0
                && memcmp(&b, &seg->b, sizeof b) == 0;
      }
      ck_assert_uint_gt(hits, 0);
    }
  ck_assert_uint_eq(total, 60);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

/* 400 nodes of four groups at one place: which of them is drawn after which is
 * as in a shuffled pack.  The mean place of a group in the order is then 199.5,
 * with a deviation of 115/10 for the nodes, and for rounds of 25 in which
 * groups are whole somewhat more; class by class it would be 49.5 for one of
 * them.  Between-group edges are not below those within. */
START_TEST(no_group_is_below_the_others)
{
  sample s = sample_new(400, 800, 4);
  mg_style style = plain_style();
  double place[4] = { 0 }, within = 0, between = 0;
  size_t at = 0, edges[2] = { 0, 0 };
  mg_scene scene;
  const mg_panel *p;

  style.palette = "paper";
  for (size_t i = 0; i < 400; i++)
    s.group[i] = (int)(i / 100);
  scene = scene_of(&s.pic, &style, NULL);
  p = panel_named(&scene, "drawing");
  for (size_t r = 0; r < p->node_runs; r++) {
    int group = p->nodes[r].name[strlen(p->nodes[r].name) - 1] - '0';

    for (size_t k = 0; k < p->nodes[r].count; k++)
      place[group] += (double)at++ / 100;
  }
  ck_assert_uint_eq(at, 400);
  for (int g = 0; g < 4; g++)
    ck_assert_double_lt(fabs(place[g] - 199.5), 60);
  for (size_t r = 0; r < p->edge_runs; r++)
    if (strcmp(p->edges[r].name, "edge between") == 0) {
      between += (double)(r * p->edges[r].count);
      edges[1] += p->edges[r].count;
    } else {
      within += (double)(r * p->edges[r].count);
      edges[0] += p->edges[r].count;
    }
  ck_assert_uint_eq(edges[0] + edges[1], 800);
  ck_assert_double_gt(between / (double)edges[1], within / (double)edges[0]);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(nodes_are_coloured_by_group)
{
  sample s = sample_new(60, 100, 20);
  mg_style style = plain_style();
  mg_scene scene;
  const mg_panel *p;
  size_t total = 0;

  s.group[7] = -1;
  scene = scene_of(&s.pic, &style, NULL);
  p = panel_named(&scene, "drawing");
  for (size_t r = 0; r < p->node_runs; r++) {
    total += p->nodes[r].count;
    /* No two groups look the same: colours come again with another shape. */
    for (size_t q = 0; q < r; q++)
      ck_assert_int_eq(p->nodes[q].mark == p->nodes[r].mark
                       && memcmp(&p->nodes[q].fill, &p->nodes[r].fill,
                                 sizeof(mg_colour)) == 0,
                       strcmp(p->nodes[q].name, p->nodes[r].name) == 0);
  }
  ck_assert_uint_eq(total, 60);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(paper_palette_colours_edges)
{
  static const double xy[] = { 0, 0, 1, 0, 1, 1, 0, 1 };
  static const unsigned ends[] = { 0, 1, 1, 2, 2, 3 };
  static const int group[] = { 0, 0, 1, -1 };
  static const char *const groups[] = { "p", "q" };
  mg_picture pic = { .n = 4, .m = 3, .xy = xy, .ends = ends, .group = group,
                     .groups = groups, .group_count = 2 };
  mg_style style = plain_style();
  mg_scene scene;
  const mg_panel *p;

  style.palette = "paper";
  scene = scene_of(&pic, &style, NULL);
  p = panel_named(&scene, "drawing");
  ck_assert_uint_eq(p->edge_runs, 3);
  for (size_t r = 0; r < 3; r++) {
    mg_colour c = p->edges[r].colour;

    ck_assert_uint_eq(p->edges[r].count, 1);
    if (strcmp(p->edges[r].name, "edge within") == 0)
      ck_assert(c.r == 0 && c.g == 0 && c.b == 0);
    else if (strcmp(p->edges[r].name, "edge between") == 0)
      ck_assert(c.r > 200 && c.g < 60 && c.b < 60);
    else
      ck_assert_str_eq(p->edges[r].name, "edge");
  }
  p = panel_named(&scene, "legend");
  ck_assert_ptr_nonnull(p);
  ck_assert_uint_eq(p->word_count, 5);
  ck_assert_str_eq(p->words[0].text, "p");
  ck_assert_str_eq(p->words[2].text, "no label");
  ck_assert_str_eq(p->words[3].text, "edge within a label");
  ck_assert_str_eq(p->words[4].text, "edge between labels");
  mg_scene_free(&scene);
  style.legend = 0;
  scene = scene_of(&pic, &style, NULL);
  ck_assert_ptr_null(panel_named(&scene, "legend"));
  mg_scene_free(&scene);
}
END_TEST

/* From the back to the front: every node of a layer is nearer than those of
 * the layers before, larger for its size, and darker. */
START_TEST(what_is_near_is_drawn_last_and_larger)
{
  full f;
  mg_scene scene;
  const mg_panel *d;
  double before = -1, lightness = 2;
  size_t r = 0, e = 0, total = 0;

  full_init(&f);
  f.pic.nodes.shade = NULL;
  f.pic.size.times = NULL;
  f.pic.remarks.count = 0;
  scene = full_scene(&f, 800, 800);
  d = panel_named(&scene, "drawing");
  ck_assert_uint_gt(d->layers, 1);
  ck_assert_uint_eq(d->layer[d->layers - 1].edge_runs, d->edge_runs);
  ck_assert_uint_eq(d->layer[d->layers - 1].node_runs, d->node_runs);
  for (size_t l = 0; l < d->layers; l++) {
    double nearest = before;

    ck_assert_uint_ge(d->layer[l].edge_runs, e);
    e = d->layer[l].edge_runs;
    for (; r < d->layer[l].node_runs; r++) {
      double light = mg_colour_lightness(d->nodes[r].fill);

      ck_assert_double_lt(light, lightness);
      lightness = light;
      for (size_t k = 0; k < d->nodes[r].count; k++, total++) {
        const mg_dot *dot = &d->nodes[r].dot[k];
        double z = f.depth[atoi(dot->name + 1)];

        ck_assert_double_gt(z, before);
        nearest = fmax(nearest, z);
      }
    }
    before = nearest;
  }
  ck_assert_uint_eq(total, N);
  for (size_t q = 0; q < d->node_runs; q++)
    for (size_t k = 0; k < d->nodes[q].count; k++) {
      const mg_dot *dot = &d->nodes[q].dot[k];
      const mg_dot *other = &d->nodes[0].dot[0];

      if (f.depth[atoi(dot->name + 1)] > f.depth[atoi(other->name + 1)])
        ck_assert_int_ge(dot->radius, other->radius);
    }
  mg_scene_free(&scene);
}
END_TEST

/* A drawing that is flat but for a little looks as a flat one; one that is a tenth
 * as deep as wide shows a fifth of the difference. */
START_TEST(depth_is_measured_by_the_width)
{
  static const double deep[] = { 1e-5, 0.1, 0.5, 5 };
  static const double range[] = { 0, 0.2, 1, 1 };

  for (size_t k = 0; k < sizeof deep / sizeof *deep; k++) {
    double depth[N], low = INFINITY, high = 0;
    full f;
    mg_scene scene;
    const mg_panel *d;

    full_init(&f);
    for (size_t i = 0; i < N; i++)
      depth[i] = deep[k] * (double)i / (N - 1);
    f.xy[0] = f.xy[1] = 0;
    f.xy[2] = f.xy[3] = 1;
    f.pic.depth = depth;
    f.pic.size.times = NULL;
    f.pic.remarks.count = 0;
    scene = full_scene(&f, 800, 800);
    d = panel_named(&scene, "drawing");
    ck_assert_uint_eq(d->layers > 1, range[k] > 0);
    for (size_t r = 0; r < d->node_runs; r++)
      for (size_t i = 0; i < d->nodes[r].count; i++) {
        low = fmin(low, mg_dot_radius(&d->nodes[r], &d->nodes[r].dot[i]));
        high = fmax(high, mg_dot_radius(&d->nodes[r], &d->nodes[r].dot[i]));
      }
    ck_assert_double_eq_tol(low / high, 1 - 0.6 / 1.25 * range[k], 0.01);
    mg_scene_free(&scene);
  }
}
END_TEST

/* Areas of nodes are in proportion to the squares of their sizes. */
START_TEST(sizes_are_kept)
{
  full f;
  mg_scene scene;
  const mg_panel *d;
  double ratio = 0;

  full_init(&f);
  f.pic.depth = NULL;
  scene = full_scene(&f, 800, 800);
  d = panel_named(&scene, "drawing");
  for (size_t r = 0; r < d->node_runs; r++)
    for (size_t k = 0; k < d->nodes[r].count; k++) {
      const mg_dot *dot = &d->nodes[r].dot[k];
      double now = dot->radius / f.size[atoi(dot->name + 1)];

      if (ratio > 0)
        ck_assert_double_eq_tol(now / ratio, 1, 0.01);
      ratio = now;
    }
  mg_scene_free(&scene);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(edges_end_at_their_nodes),
    TEST(no_group_is_below_the_others),
    TEST(nodes_are_coloured_by_group),
    TEST(paper_palette_colours_edges),
    TEST(what_is_near_is_drawn_last_and_larger),
    TEST(depth_is_measured_by_the_width),
    TEST(sizes_are_kept)
  };

  return unit_run("figure", tests, COUNT(tests), NULL);
}
