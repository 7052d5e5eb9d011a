/* One picture on a page: how large its nodes will be, and no memory for it. */
#include "full.h"
#include "render/compose/sheet.h"
#include "render/figure/project.h"
#include "fuse.h"
#include "unit.h"

#include <math.h>

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
  for (size_t r = 0; r < panel->node_runs
                     && strncmp(panel->nodes[r].name, "node", 4) == 0; r++)
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

/* Without a size, the page has the drawing's shape, with space for the words:
 * a path is a strip of at most 1 to 8, a tall drawing is on a tall page; three
 * nodes get half a page, many a whole one; nodes can be seen. */
START_TEST(page_fits_the_drawing)
{
  static const struct {
    size_t n;
    double high;               /* for a width of 1 */
    int low_x, high_x, low_y, high_y; /* of the page */
  } row[] = {
    { 2, 0, 360, 650, 40, 200 }, { 100, 0, 900, 1050, 110, 300 },
    { 1000, 1e-9, 900, 1050, 110, 300 }, { 500, 1, 730, 850, 730, 850 },
    { 500, 4, 230, 330, 920, 1050 }, { 3, 1, 110, 450, 110, 450 }
  };

  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    sample s = sample_new(row[k].n, row[k].n - 1, 0);
    mg_style style;
    mg_scene scene;
    const mg_panel *p;

    mg_style_init(&style);
    style.labels = MG_NAMED_NONE;      /* for which the page grows */
    for (size_t i = 0; i < row[k].n; i++) {
      s.xy[2 * i] = row[k].high < 1e-6 ? (double)i : uniform();
      s.xy[2 * i + 1] = row[k].high * uniform();
    }
    for (size_t e = 0; e + 1 < row[k].n; e++) {
      s.ends[2 * e] = (unsigned)e;
      s.ends[2 * e + 1] = (unsigned)e + 1;
    }
    scene = scene_of(&s.pic, &style, NULL);
    p = panel_named(&scene, "drawing");
    ck_assert_int_ge(scene.width, row[k].low_x * MG_UNITS);
    ck_assert_int_le(scene.width, row[k].high_x * MG_UNITS);
    ck_assert_int_ge(scene.height, row[k].low_y * MG_UNITS);
    ck_assert_int_le(scene.height, row[k].high_y * MG_UNITS);
    ck_assert_int_ge(p->nodes[0].radius, 80);
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

START_TEST(diameter_is_that_of_the_scene)
{
  for (int variant = 0; variant < 8; variant++) {
    double size = NAN;
    int named;
    mg_style style;
    mg_scene scene;
    full f;

    full_init(&f);
    mg_style_init(&style);
    style.width = variant < 4 ? 700 : 300;
    style.height = 500;
    if (variant % 2 == 1)
      f.pic.size.times = f.pic.depth = NULL;
    if (variant % 4 > 1)       /* a ring */
      memcpy(f.xy + 2 * f.ends[1], f.xy + 2 * f.ends[0], 2 * sizeof *f.xy);
    ck_assert_int_eq(mg_scene_build(&scene, &f.pic, &style, NULL, NULL),
                     MGNN_OK);
    ck_assert_int_eq(mg_still_extents(&f.pic, &style, &size, NULL, &named,
                                    NULL), MGNN_OK);
    ck_assert_double_eq(size, diameter_measured(&scene, &f.pic));
    mg_scene_free(&scene);
  }
}
END_TEST

/* Where no node is drawn, or all are at one place, there is nothing to say. */
/* Where names are shown, a node takes its name beside it too: as wide as the
 * word in the scene, on the scale of the page. */
START_TEST(extents_hold_the_names)
{
  sample s = sample_new(4, 3, 0);
  mg_style style = plain_style();
  mg_extent extent[4];
  mg_ruler *ruler = mg_ruler_new(NULL);
  mg_scene scene;
  const mg_panel *p;
  double size, unit;
  int named;

  free(s.names[2]);
  s.names[2] = strdup("wide name");
  for (size_t i = 0; i < 4; i++) {
    s.xy[2 * i] = (double)(i % 2);
    s.xy[2 * i + 1] = (double)(i / 2);
  }
  ck_assert_int_eq(mg_still_extents(&s.pic, &style, &size, extent, &named,
                                    NULL), MGNN_OK);
  ck_assert_int_eq(named, 0);
  style.labels = MG_NAMED_ALL;
  ck_assert_int_eq(mg_still_extents(&s.pic, &style, &size, extent, &named,
                                    NULL), MGNN_OK);
  ck_assert_int_eq(named, 1);
  scene = scene_of(&s.pic, &style, NULL);
  p = panel_named(&scene, "drawing");
  unit = mg_px(node_point(p, "v1").x - node_point(p, "v0").x);
  for (size_t w = 0; w < p->word_count; w++)
    if (strcmp(p->words[w].text, "wide name") == 0)
      ck_assert_double_eq_tol((extent[2].right - extent[2].left) * unit,
                              mg_ruler_width(ruler, "wide name",
                                             1.0 * mg_px(p->words[w].size))
                              + 0.4 * mg_px(p->words[w].size), 1);
  ck_assert_double_gt(extent[2].right, 2 * extent[1].right);
  mg_scene_free(&scene);
  mg_ruler_free(ruler);
  sample_free(&s);
}
END_TEST

/* Twenty boxes in a grid, the last two of them near each other; those after the
 * isolated ones are a path. */
enum { BOXES = 20, ISOLATED = 8 };

typedef struct {
  sample s;
  mg_node_look node[BOXES];
  mg_appearance look;
} boxes;

static boxes *
boxes_new(void)
{
  static const char *const text[] = { "a", "some words in a box", "two\nlines" };
  boxes *b = calloc(1, sizeof *b);

  b->s = sample_new(BOXES, BOXES - ISOLATED - 1, 0);
  for (size_t i = 0; i < BOXES; i++) {
    b->s.xy[2 * i] = (double)(i % 4);
    b->s.xy[2 * i + 1] = 0.3 * (double)(i / 4);
    b->node[i] = (mg_node_look){ .shape = i % 5 == 0 ? MG_NODE_ELLIPSE
                                                     : MG_NODE_BOX,
                                 .text = text[i % 3] };
  }
  b->s.xy[2 * BOXES - 2] = b->s.xy[2 * BOXES - 4] + 0.05;
  for (unsigned e = 0; e + 1 < BOXES - ISOLATED; e++) {
    b->s.ends[2 * e] = ISOLATED + e;
    b->s.ends[2 * e + 1] = ISOLATED + e + 1;
  }
  b->look.node = b->node;
  b->s.pic.appearance = &b->look;
  return b;
}

/* Pairs of plates that overlap; *joined of them on the path. */
static size_t
overlaps(const boxes *b, const mg_style *style, size_t *joined)
{
  mg_scene scene = scene_of(&b->s.pic, style, NULL);
  const mg_panel *p = panel_named(&scene, "drawing");
  size_t count = 0;

  *joined = 0;
  ck_assert_uint_eq(p->plate_count, BOXES);
  for (size_t i = 0; i < BOXES; i++)
    for (size_t j = 0; j < i; j++) {
      const mg_plate *q = &p->plates[i], *r = &p->plates[j];
      int over = abs(q->at.x - r->at.x) < q->half_width + r->half_width
                 && abs(q->at.y - r->at.y) < q->half_height + r->half_height;

      count += (size_t)over;
      *joined += (size_t)(over && j >= ISOLATED);
    }
  mg_scene_free(&scene);
  return count;
}

START_TEST(boxes_that_can_be_apart_are)
{
  static const struct { double width, height, font; } row[] = {
    { NAN, NAN, NAN }, { 600, 400, NAN }, { 200, 150, NAN }, { 300, NAN, NAN },
    { NAN, NAN, 20 }, { 300, 300, 20 }
  };
  boxes *b = boxes_new();

  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    mg_style style = mg_style_default;
    size_t count, joined;

    style.width = row[k].width;
    style.height = row[k].height;
    style.font_size = row[k].font;
    b->look.apart = MG_APART_NONE;
    ck_assert_uint_gt(overlaps(b, &style, &joined), 0);
    b->look.apart = MG_APART_PARTS;
    count = overlaps(b, &style, &joined);
    ck_assert_uint_eq(count, joined);
    ck_assert_uint_gt(joined, 0);
    b->look.apart = MG_APART_ALL;
    ck_assert_uint_eq(overlaps(b, &style, &joined), 0);
  }
  sample_free(&b->s);
  free(b);
}
END_TEST

/* A random text: up to eight lines of up to thirty letters. */
static void
random_text(char *out)
{
  int lines = 1 + (int)(8 * uniform() * uniform());

  for (int k = 0; k < lines; k++) {
    int letters = 1 + (int)(30 * uniform() * uniform());

    for (int c = 0; c < letters; c++)
      *out++ = uniform() < 0.1 ? ' ' : 'm';
    *out++ = '\n';
  }
  *out = '\0';
}

/* Every node is wholly on the page, whatever its text, shape and place, where
 * the page is ours and where it is not. */
START_TEST(page_holds_every_node)
{
  static const double size[][2] = {
    { NAN, NAN }, { NAN, NAN }, { 300, NAN }, { 200, 150 }, { 100, 800 }
  };
  char text[BOXES][300];

  for (size_t k = 0; k < 300; k++) {
    boxes *b = boxes_new();
    mg_style style = mg_style_default;
    mg_scene scene;
    const mg_panel *p;

    state = k;
    style.width = size[k % 5][0];
    style.height = size[k % 5][1];
    b->s.pic.n = 1 + (size_t)(uniform() * (BOXES - ISOLATED));
    b->s.pic.m = k % 7 == 0 ? 0 : b->s.pic.n - 1;
    b->look.apart = (mg_apart)(k % 3);
    for (size_t i = 0; i < b->s.pic.n; i++) {
      b->s.xy[2 * i] = uniform();
      b->s.xy[2 * i + 1] = (double)(k % 4) * uniform();
      random_text(text[i]);
      b->node[i] = (mg_node_look){ .shape = (mg_node_shape)(i % MG_NODE_SHAPES),
                                   .text = text[i] };
    }
    for (unsigned e = 0; e < b->s.pic.m; e++)
      b->s.ends[2 * e + 1] = (b->s.ends[2 * e] = e / 2) + 1 + e % 2;
    scene = scene_of(&b->s.pic, &style, NULL);
    p = panel_named(&scene, "drawing");
    for (size_t i = 0; i < p->plate_count; i++) {
      const mg_plate *q = &p->plates[i];

      ck_assert_int_ge(q->at.x - q->half_width, 0);
      ck_assert_int_ge(q->at.y - q->half_height, 0);
      ck_assert_int_le(q->at.x + q->half_width, scene.width);
      ck_assert_int_le(q->at.y + q->half_height, scene.height);
    }
    for (size_t w = 0; w < p->word_count && isnan(style.width)
                       && b->look.apart == MG_APART_NONE; w++)
      ck_assert_int_ge(p->words[w].size, 7 * MG_UNITS);
    mg_scene_free(&scene);
    b->s.pic.n = BOXES;
    sample_free(&b->s);
    free(b);
  }
}
END_TEST

/* One node with a text. */
static mg_scene
scene_of_one(const char *text)
{
  boxes *b = boxes_new();
  mg_scene scene;

  b->s.pic.n = 1;
  b->s.pic.m = 0;
  b->node[0].text = text;
  scene = scene_of(&b->s.pic, &mg_style_default, NULL);
  b->s.pic.n = BOXES;
  sample_free(&b->s);
  free(b);
  return scene;
}

/* All lines of a text are drawn. */
START_TEST(texts_of_many_lines_are_whole)
{
  mg_scene scene = scene_of_one("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12");

  ck_assert_uint_eq(panel_named(&scene, "drawing")->word_count, 12);
  mg_scene_free(&scene);
}
END_TEST

/* A node alone has a page of about its size. */
START_TEST(page_of_one_node_is_small)
{
  mg_scene scene = scene_of_one("a");

  ck_assert_int_lt(scene.width, 120 * MG_UNITS);
  ck_assert_int_lt(scene.height, 120 * MG_UNITS);
  mg_scene_free(&scene);
}
END_TEST

/* A box takes what it has in the scene, and half a letter on each side. */
START_TEST(extents_hold_the_boxes)
{
  boxes *b = boxes_new();
  mg_style style = mg_style_default;
  mg_extent extent[BOXES];
  mg_scene scene;
  const mg_panel *p;
  double size, unit, font;
  int named;

  ck_assert_int_eq(mg_still_extents(&b->s.pic, &style, &size, extent, &named,
                                    NULL), MGNN_OK);
  ck_assert_int_eq(named, MG_EXTENT_BOXES);
  scene = scene_of(&b->s.pic, &style, NULL);
  p = panel_named(&scene, "drawing");
  unit = mg_px(p->plates[1].at.x - p->plates[0].at.x);
  font = mg_px(p->words[0].size);
  for (size_t i = 0; i < BOXES; i++) {
    ck_assert_double_eq_tol((extent[i].left + extent[i].right) * unit,
                            2 * mg_px(p->plates[i].half_width) + font, 0.2);
    ck_assert_double_eq_tol((extent[i].below + extent[i].above) * unit,
                            2 * mg_px(p->plates[i].half_height) + font, 0.2);
  }
  mg_scene_free(&scene);
  sample_free(&b->s);
  free(b);
}
END_TEST

/* Where there is no memory for it, that is said. */
START_TEST(fuse_of_boxes)
{
  boxes *b = boxes_new();
  mgnn_error err;

  b->look.apart = MG_APART_ALL;
  for (long good = 0;; good++) {
    mg_scene scene;
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_scene_build(&scene, &b->s.pic, &mg_style_default, NULL, &err);
    if (fuse_held(status)) {
      mg_scene_free(&scene);
      break;
    }
    ck_assert_ptr_null(scene.panel);
  }
  sample_free(&b->s);
  free(b);
}
END_TEST

START_TEST(diameter_of_nothing_is_0)
{
  double size = NAN;
  int named;
  mg_style style;
  full f;

  full_init(&f);
  mg_style_init(&style);
  style.node_size = 0;
  ck_assert_int_eq(mg_still_extents(&f.pic, &style, &size, NULL, &named,
                                    NULL), MGNN_OK);
  ck_assert_double_eq(size, 0);
  style.node_size = NAN;
  memset(f.xy, 0, sizeof f.xy);
  size = NAN;
  ck_assert_int_eq(mg_still_extents(&f.pic, &style, &size, NULL, &named,
                                    NULL), MGNN_OK);
  ck_assert_double_eq(size, 0);
}
END_TEST

START_TEST(fuse)
{
  full f;
  mgnn_error err;
  mg_style style;

  full_init(&f);
  memcpy(f.xy + 2 * f.ends[7], f.xy + 2 * f.ends[6], 2 * sizeof *f.xy);
  mg_style_init(&style);
  style.labels = 1;
  for (int sheet = 0; sheet < 2; sheet++)
    for (long good = 0;; good++) {
      const mg_picture pics[] = { f.pic, f.pic };
      mg_scene scene;
      mgnn_status status;

      mg_fuse_set(good);
      status = sheet ? mg_sheet_build(&scene, pics, 1, 2, NULL, &style, &err)
                     : mg_scene_build(&scene, &f.pic, &style, NULL, &err);
      if (fuse_held(status)) {
        mg_scene_free(&scene);
        break;
      }
      ck_assert_ptr_null(scene.panel);
    }
  for (long good = 0;; good++) {
    mg_projection p;
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_projection_fit(&p, 3, N, f.node_value, &err);
    if (fuse_held(status)) {
      mg_free(p.axis);
      break;
    }
    ck_assert_ptr_null(p.axis);
  }
  for (long good = 0;; good++) {
    mg_style style;
    mgnn_status status;
    mg_extent extent[N];
    double size;
    int blown, named;

    mg_style_init(&style);
    mg_fuse_set(good);
    status = mg_still_extents(&f.pic, &style, &size, extent, &named, &err);
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
    TEST(page_fits_the_drawing),
    TEST(diameter_is_that_of_the_scene),
    TEST(extents_hold_the_names),
    TEST(boxes_that_can_be_apart_are),
    TEST(page_holds_every_node),
    TEST(texts_of_many_lines_are_whole),
    TEST(page_of_one_node_is_small),
    TEST(extents_hold_the_boxes),
    TEST(fuse_of_boxes),
    TEST(diameter_of_nothing_is_0),
    TEST(fuse)
  };
  const unit_needs needs = { .seconds = 120 };

  return unit_run("still", tests, COUNT(tests), &needs);
}
