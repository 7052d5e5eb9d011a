/* What colours, depth and remarks show: scales and their bars, layers from the
 * back to the front, words at edges, rings around nodes at one point. */
#include "render/canvas/shade.h"
#include "render/canvas/text.h"
#include "render/compose/sheet.h"
#include "render/compose/still.h"
#include "render/figure/project.h"
#include "scratch.h"
#include "random_numbers.h"
#include "unit.h"

#include <math.h>

/* ---- numbers on scales ---- */

START_TEST(round_numbers_are_the_next_above)
{
  static const double row[][2] = {
    { 1, 1 }, { 1.01, 2 }, { 2, 2 }, { 2.5, 5 }, { 5, 5 }, { 5.1, 10 },
    { 0.03, 0.05 }, { 0.2, 0.2 }, { 0.0011, 0.002 }, { 730, 1000 },
    { 1e-150, 1e-150 }, { 3e200, 5e200 }
  };

  for (size_t k = 0; k < sizeof row / sizeof *row; k++)
    ck_assert_double_eq_tol(mg_round_up(row[k][0]) / row[k][1], 1, 1e-12);
}
END_TEST

START_TEST(diverging_scales_are_even_around_0)
{
  double value[] = { -0.1, 0.3, NAN, 0, INFINITY };
  mg_shade s = { .diverging = 1 };

  mg_shade_range(&s, value, 5, 0.01);
  ck_assert_double_eq_tol(s.high, 0.5, 1e-12);
  ck_assert_double_eq(s.low, -s.high);
  ck_assert_double_eq(s.least, -0.1);
  ck_assert_double_eq(s.most, 0.3);
  ck_assert_uint_eq(mg_shade_step(&s, 0), MG_SHADE_STEPS / 2);
  ck_assert_uint_eq(mg_shade_step(&s, -0.5), 0);
  ck_assert_uint_eq(mg_shade_step(&s, -HUGE_VAL), 0);
  ck_assert_uint_eq(mg_shade_step(&s, 0.5), MG_SHADE_STEPS - 1);
  ck_assert_uint_eq(mg_shade_step(&s, HUGE_VAL), MG_SHADE_STEPS - 1);
  ck_assert_uint_eq(mg_shade_step(&s, NAN), MG_SHADE_STEPS);
  for (double x = 0.01; x < 0.5; x += 0.0173)  /* mirrored: the same steps */
    ck_assert_uint_eq(mg_shade_step(&s, x) + mg_shade_step(&s, -x),
                      MG_SHADE_STEPS - 1);
}
END_TEST

START_TEST(small_strain_does_not_fill_the_scale)
{
  double value[] = { 1e-9, -2e-9 };
  mg_shade s = { .diverging = 1 };

  mg_shade_range(&s, value, 2, 0.01);
  ck_assert_double_eq_tol(s.high, 0.01, 1e-15);
  ck_assert_uint_eq(mg_shade_step(&s, 1e-9), MG_SHADE_STEPS / 2);
}
END_TEST

/* 1000 values up to 1 and one of 100: the scale is for the many. */
START_TEST(a_few_far_values_are_cut)
{
  double value[1001];
  mg_shade s = { .diverging = 0 };

  for (int k = 0; k < 1000; k++)
    value[k] = k / 1000.0;
  value[1000] = 100;
  mg_shade_range(&s, value, 1001, 0);
  ck_assert_double_eq(s.low, 0);
  ck_assert_double_eq_tol(s.high, 0.98, 0.002);
  ck_assert_double_eq(s.most, 100);
  for (int k = 0; k < 1000; k++)       /* without it nothing is cut */
    value[k] = k / 1000.0;
  mg_shade_range(&s, value, 1000, 0);
  ck_assert_double_eq(s.high, 0.999);
  ck_assert_double_eq(s.most, s.high);
}
END_TEST

START_TEST(ticks_are_round_and_within)
{
  static const double ends[][2] = { { 0, 1 }, { 3, 97 }, { -5, 5 },
                                    { 1e6, 1000003 }, { 0.00012, 0.0019 } };

  for (size_t k = 0; k < 5; k++)
    for (size_t most = 3; most <= 6; most++) {
      mg_shade s = { .low = ends[k][0], .high = ends[k][1] };
      double tick[6], step;
      size_t count = mg_shade_ticks(&s, tick, most);

      ck_assert_uint_ge(count, 2);
      ck_assert_uint_le(count, most);
      step = tick[1] - tick[0];
      for (size_t t = 0; t < count; t++) {
        ck_assert_double_ge(tick[t], s.low - 1e-9 * fabs(s.low));
        ck_assert_double_le(tick[t], s.high + 1e-9 * fabs(s.high));
        if (count > 2)
          ck_assert_double_eq_tol(tick[t] / step, round(tick[t] / step), 1e-6);
      }
    }
}
END_TEST

START_TEST(numbers_are_written_for_people)
{
  static const struct {
    double x;
    int digits;
    const char *text;
  } row[] = {
    { 0, 3, "0" }, { -0.0, 3, "0" }, { 1, 3, "1" }, { 0.1 + 0.2, 3, "0.3" },
    { 12345.678, 3, "12300" }, { 12345.678, 6, "12345.7" },
    { -2.5, 3, "\xe2\x88\x92" "2.5" }, { 0.00012345, 3, "0.000123" },
    { 1.5e-7, 3, "1.5e-7" }, { 2e9, 3, "2e9" }, { 3.25e12, 3, "3.25e12" },
    { 999.96, 3, "1000" }, { 1e-300, 1, "1e-300" }, { NAN, 3, "none" },
    { INFINITY, 3, "\xe2\x88\x9e" }
  };

  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    char buf[MG_TEXT_NUMBER];

    ck_assert_str_eq(mg_text_number(buf, row[k].x, row[k].digits),
                     row[k].text);
  }
}
END_TEST

START_TEST(long_lines_are_broken_at_blanks)
{
  mg_ruler *ruler = mg_ruler_new();
  mg_pool pool = { NULL, 0, 0, NULL };
  const char *text = "one two three four five six seven eight nine ten eleven";
  double limit = mg_ruler_width(ruler, "three four five six", 10);
  mg_text_lines all;

  mg_ruler_wrap(ruler, &pool, text, 10, limit, &all);
  ck_assert_uint_eq(all.count, 3);
  ck_assert_double_le(all.width, limit);
  ck_assert_int_eq(strncmp(all.line[0], text, strlen(all.line[0])), 0);
  ck_assert_int_ne(all.line[1][0], ' ');
  /* The last line is cut, and says so. */
  ck_assert_str_eq(all.line[2] + strlen(all.line[2]) - 3, "\xe2\x80\xa6");
  mg_ruler_wrap(ruler, &pool, "", 10, 5, &all);
  ck_assert_uint_eq(all.count, 1);
  mg_ruler_wrap(ruler, &pool, "a b", 10, 99, &all);
  ck_assert_uint_eq(all.count, 1);
  ck_assert_str_eq(all.line[0], "a b");
  mg_pool_free(&pool);
  mg_ruler_free(ruler);
}
END_TEST

/* ---- a picture that has everything ---- */

enum { N = 30, M = 60 };

typedef struct {
  mg_picture pic;
  mg_shade edge, node;
  double xy[2 * N], depth[N], size[N], edge_value[M], node_value[N];
  unsigned ends[2 * M];
  unsigned char joined[M];
  mg_remark remark[M];
  const char *names[N];
  char text[N][16];
} full;

static uint64_t state;

static double
uniform(void)
{
  return random_unit(&state);
}

static void
full_init(full *f)
{
  state = 11;
  memset(f, 0, sizeof *f);
  f->edge = (mg_shade){ .kind = MG_SHADE_NUMBER, .title = "strain",
                        .diverging = 1, .percent = 1, .low = -0.5, .high = 0.5,
                        .least = -0.9, .most = 3,
                        .below = "where 0 is asked: something longer" };
  f->node = (mg_shade){ .kind = MG_SHADE_NUMBER, .title = "age", .low = 0,
                        .high = 1, .least = 0, .most = 1 };
  for (int i = 0; i < N; i++) {
    f->xy[2 * i] = uniform();
    f->xy[2 * i + 1] = uniform();
    f->depth[i] = uniform();
    f->size[i] = 0.5 + uniform();
    f->node_value[i] = uniform();
    snprintf(f->text[i], sizeof f->text[i], "v%d", i);
    f->names[i] = f->text[i];
  }
  for (int e = 0; e < M; e++) {
    f->ends[2 * e] = (unsigned)(e % N);
    f->ends[2 * e + 1] = (unsigned)((e + 1 + e / N) % N);
    f->edge_value[e] = e % 7 == 0 ? NAN : uniform() - 0.5;
    f->remark[e] = (mg_remark){ f->ends[2 * e], f->ends[2 * e + 1], (size_t)e,
                                "1.25/3" };
  }
  f->pic = (mg_picture){
    .n = N, .m = M, .ends = f->ends, .xy = f->xy, .names = f->names,
    .depth = f->depth, .size = f->size, .size_title = "area of nodes: age",
    .nodes.shade = &f->node, .edges.shade = &f->edge,
    .nodes.value = f->node_value, .edges.value = f->edge_value,
    .joined = f->joined, .remarks = f->remark, .remark_count = 8,
    .to_scale = 1
  };
}

static mg_scene
scene_of(const full *f, double width, double height)
{
  mgnn_error err = { MGNN_OK, "" };
  mg_style style;
  mg_scene scene;

  mg_style_init(&style);
  style.width = width;
  style.height = height;
  ck_assert_msg(mg_scene_build(&scene, &f->pic, &style, NULL, &err) == MGNN_OK,
                "%s", err.text);
  return scene;
}

static const mg_panel *
panel_named(const mg_scene *scene, const char *name)
{
  for (size_t k = 0; k < scene->panels; k++)
    if (strcmp(scene->panel[k].name, name) == 0)
      return &scene->panel[k];
  return NULL;
}

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
  mg_ruler *ruler = mg_ruler_new();
  full f;

  full_init(&f);
  for (size_t k = 0; k < sizeof pages / sizeof *pages; k++) {
    mg_scene scene = scene_of(&f, pages[k][0], pages[k][1]);
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
  scene = scene_of(&f, 800, 800);
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
  f.pic.remark_count = 0;
  scene = scene_of(&f, 700, 500);
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
  f.pic.size = NULL;
  f.pic.remark_count = 0;
  scene = scene_of(&f, 800, 800);
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

/* Areas of nodes are in proportion to the squares of their sizes. */
START_TEST(sizes_are_kept)
{
  full f;
  mg_scene scene;
  const mg_panel *d;
  double ratio = 0;

  full_init(&f);
  f.pic.depth = NULL;
  scene = scene_of(&f, 800, 800);
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

/* Remarks cover neither each other nor, where there is space, nodes. */
START_TEST(remarks_keep_clear)
{
  mg_ruler *ruler = mg_ruler_new();
  full f;
  mg_scene scene;
  const mg_panel *d;
  size_t shown = 0, covered = 0;

  full_init(&f);
  f.pic.remark_count = M;
  f.pic.size = NULL;
  scene = scene_of(&f, 900, 900);
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

/* How far apart nodes have to be, measured on a finished scene: the largest
 * radius with half of its outline, in units of the picture by how far its
 * diagonal extends. */
static double
diameter_measured(const mg_scene *scene, const mg_picture *pic)
{
  double low = INFINITY, high = -INFINITY, from = INFINITY, to = -INFINITY;
  const mg_panel *panel = panel_named(scene, "drawing");
  double radius = 0;

  for (size_t i = 0; i < pic->n; i++) {
    from = fmin(from, pic->xy[2 * i] + pic->xy[2 * i + 1]);
    to = fmax(to, pic->xy[2 * i] + pic->xy[2 * i + 1]);
  }
  for (size_t r = 0; r < panel->node_runs; r++)
    for (size_t k = 0; k < panel->nodes[r].count; k++) {
      const mg_node_run *run = &panel->nodes[r];
      const mg_dot *dot = &run->dot[k];

      radius = fmax(radius, (dot->radius > 0 ? dot->radius : run->radius)
                            + run->outline_width / 2.0);
      low = fmin(low, dot->at.x - dot->at.y);
      high = fmax(high, dot->at.x - dot->at.y);
    }
  return 2.1 * radius * (to - from) / (high - low);
}

START_TEST(diameter_is_that_of_the_scene)
{
  for (int variant = 0; variant < 8; variant++) {
    double size = NAN;
    mg_style style;
    mg_scene scene;
    full f;

    full_init(&f);
    mg_style_init(&style);
    style.width = variant < 4 ? 700 : 300;
    style.height = 500;
    if (variant % 2 == 1)
      f.pic.size = f.pic.depth = NULL;
    if (variant % 4 > 1) {     /* a ring */
      f.joined[0] = 1;
      memcpy(f.xy + 2 * f.ends[1], f.xy + 2 * f.ends[0], 2 * sizeof *f.xy);
    }
    ck_assert_int_eq(mg_scene_build(&scene, &f.pic, &style, NULL, NULL),
                     MGNN_OK);
    ck_assert_int_eq(mg_still_diameter(&f.pic, &style, &size, NULL), MGNN_OK);
    ck_assert_double_eq(size, diameter_measured(&scene, &f.pic));
    mg_scene_free(&scene);
  }
}
END_TEST

/* Where no node is drawn, or all are at one place, there is nothing to say. */
START_TEST(diameter_of_nothing_is_0)
{
  double size = NAN;
  mg_style style;
  full f;

  full_init(&f);
  mg_style_init(&style);
  style.node_size = 0;
  ck_assert_int_eq(mg_still_diameter(&f.pic, &style, &size, NULL), MGNN_OK);
  ck_assert_double_eq(size, 0);
  style.node_size = NAN;
  memset(f.xy, 0, sizeof f.xy);
  size = NAN;
  ck_assert_int_eq(mg_still_diameter(&f.pic, &style, &size, NULL), MGNN_OK);
  ck_assert_double_eq(size, 0);
}
END_TEST

/* ---- projections ---- */

/* Points far along (1, 1, 1, 1), less far along (1, -1, 0, 0): these are the
 * principal axes, and the share of the two is known. */
START_TEST(principal_axes_are_found)
{
  enum { COUNT = 8, DIM = 4 };
  double x[COUNT * DIM], xy[2 * COUNT], share, shown = 0, all = 0;
  mg_projection p;

  for (int i = 0; i < COUNT; i++) {
    double s = i & 1 ? 3 : -3, t = i & 2 ? 1 : -1, u = i & 4 ? 0.5 : -0.5;

    x[4 * i] = s / 2 + t / sqrt(2);
    x[4 * i + 1] = s / 2 - t / sqrt(2);
    x[4 * i + 2] = s / 2 + u / sqrt(2);
    x[4 * i + 3] = s / 2 - u / sqrt(2);
    shown += s * s + t * t;
    all += s * s + t * t + u * u;
  }
  ck_assert_int_eq(mg_projection_fit(&p, DIM, COUNT, x, NULL), MGNN_OK);
  mg_project(&p, COUNT, x, xy);
  for (int i = 0; i < COUNT; i++) {
    ck_assert_double_eq_tol(fabs(xy[2 * i]), 3, 1e-9);
    ck_assert_double_eq_tol(fabs(xy[2 * i + 1]), 1, 1e-9);
  }
  share = mg_project_share(&p, COUNT, x);
  ck_assert_double_eq_tol(share, shown / all, 1e-12);
  mg_free(p.axis);
}
END_TEST

START_TEST(views_turn_as_they_say)
{
  static const struct {
    double azimuth, elevation;
    double x[2], y[2], z[2];   /* where the axes point on the page */
  } row[] = {
    { 0, 0, { 1, 0 }, { 0, 0 }, { 0, 1 } },
    { 90, 0, { 0, 0 }, { 1, 0 }, { 0, 1 } },
    { 0, 90, { 1, 0 }, { 0, 1 }, { 0, 0 } },
    { 180, 0, { -1, 0 }, { 0, 0 }, { 0, 1 } },
    { 0, -90, { 1, 0 }, { 0, -1 }, { 0, 0 } }
  };
  static const double unit[] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };

  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    double xy[6], depth[3], length = 0;
    mg_projection p;

    ck_assert_int_eq(mg_projection_turn(&p, row[k].azimuth, row[k].elevation,
                                        NULL), MGNN_OK);
    mg_project(&p, 3, unit, xy);
    mg_project_depth(&p, 3, unit, depth);
    for (int c = 0; c < 2; c++) {
      ck_assert_double_eq_tol(xy[c], row[k].x[c], 1e-12);
      ck_assert_double_eq_tol(xy[2 + c], row[k].y[c], 1e-12);
      ck_assert_double_eq_tol(xy[4 + c], row[k].z[c], 1e-12);
    }
    for (int c = 0; c < 3; c++)
      length += depth[c] * depth[c];
    ck_assert_double_eq_tol(length, 1, 1e-12);
    mg_free(p.axis);
  }
}
END_TEST

/* Whatever is chosen, three axes are orthonormal and right-handed: what is
 * drawn is never a mirror image. */
START_TEST(views_are_never_mirrored)
{
  double x[3 * 20];
  mg_projection p;

  state = 5;
  for (int flat = 0; flat < 2; flat++) {
    for (int k = 0; k < 60; k++)
      x[k] = flat && k % 3 == 1 ? 0 : uniform() * (1 + k % 3);
    ck_assert_int_eq(mg_projection_fit(&p, 3, 20, x, NULL), MGNN_OK);
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) {
        double dot = 0;

        for (int c = 0; c < 3; c++)
          dot += p.axis[3 * a + c] * p.axis[3 * b + c];
        ck_assert_double_eq_tol(dot, a == b, 1e-12);
      }
    ck_assert_double_eq_tol(p.axis[0] * (p.axis[4] * p.axis[8]
                                         - p.axis[5] * p.axis[7])
                            - p.axis[1] * (p.axis[3] * p.axis[8]
                                           - p.axis[5] * p.axis[6])
                            + p.axis[2] * (p.axis[3] * p.axis[7]
                                           - p.axis[4] * p.axis[6]), 1, 1e-12);
    if (flat)                  /* what is flat is seen in full */
      ck_assert_double_eq_tol(mg_project_share(&p, 20, x), 1, 1e-12);
    mg_free(p.axis);
  }
}
END_TEST

START_TEST(fuse)
{
  full f;
  mgnn_error err;
  mg_style style;

  full_init(&f);
  f.joined[3] = 1;
  memcpy(f.xy + 2 * f.ends[7], f.xy + 2 * f.ends[6], 2 * sizeof *f.xy);
  mg_style_init(&style);
  style.labels = 1;
  for (int sheet = 0; sheet < 2; sheet++)
    for (long good = 0;; good++) {
      const mg_picture pics[] = { f.pic, f.pic };
      mg_scene scene;
      mgnn_status status;
      int blown;

      mg_fuse_set(good);
      status = sheet ? mg_sheet_build(&scene, pics, 1, 2, NULL, &style, &err)
                     : mg_scene_build(&scene, &f.pic, &style, NULL, &err);
      blown = mg_fuse_blown();
      mg_fuse_set(-1);
      if (!blown) {
        ck_assert_int_eq(status, MGNN_OK);
        mg_scene_free(&scene);
        break;
      }
      ck_assert_int_eq(status, MGNN_ENOMEM);
      ck_assert_ptr_null(scene.panel);
    }
  for (long good = 0;; good++) {
    mg_projection p;
    mgnn_status status;
    int blown;

    mg_fuse_set(good);
    status = mg_projection_fit(&p, 3, N, f.node_value, &err);
    blown = mg_fuse_blown();
    mg_fuse_set(-1);
    ck_assert_int_eq(status, blown ? MGNN_ENOMEM : MGNN_OK);
    if (!blown) {
      mg_free(p.axis);
      break;
    }
    ck_assert_ptr_null(p.axis);
  }
  for (long good = 0;; good++) {
    mg_style style;
    mgnn_status status;
    double size;
    int blown;

    mg_style_init(&style);
    mg_fuse_set(good);
    status = mg_still_diameter(&f.pic, &style, &size, &err);
    blown = mg_fuse_blown();
    mg_fuse_set(-1);
    ck_assert_int_eq(status == MGNN_ENOMEM, blown);
    if (!blown)
      break;
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(round_numbers_are_the_next_above),
    TEST(diverging_scales_are_even_around_0),
    TEST(small_strain_does_not_fill_the_scale),
    TEST(a_few_far_values_are_cut),
    TEST(ticks_are_round_and_within),
    TEST(numbers_are_written_for_people),
    TEST(long_lines_are_broken_at_blanks),
    TEST(bars_never_cover_the_drawing),
    TEST(bars_say_what_lies_beyond),
    TEST(scale_bar_is_true),
    TEST(what_is_near_is_drawn_last_and_larger),
    TEST(sizes_are_kept),
    TEST(remarks_keep_clear),
    TEST(rings_count_the_nodes_at_their_point),
    TEST(diameter_is_that_of_the_scene),
    TEST(diameter_of_nothing_is_0),
    TEST(principal_axes_are_found),
    TEST(views_turn_as_they_say),
    TEST(views_are_never_mirrored),
    TEST(fuse)
  };
  const unit_needs needs = { .seconds = 120 };

  return unit_run("shade", tests, COUNT(tests), &needs);
}
