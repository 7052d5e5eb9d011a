/* Edges one by one and nodes with shapes, as they come onto the page. */
#include "render/backend/backend.h"
#include "render/backend/draw_png.h"
#include "render/figure/hulls.h"
#include "pixel.h"
#include "sample.h"

#include <limits.h>
#include <math.h>

/* Three nodes in a row, 1 apart, with the looks that a test sets. */
typedef struct {
  sample s;
  mg_line_look line[8];
  mg_node_look node[3];
  mg_appearance look;
  mg_scene scene;
  const mg_panel *panel;
} row;

static row *
row_new(size_t lines)
{
  row *r = calloc(1, sizeof *r);

  r->s = sample_new(3, 2, 0);
  for (int i = 0; i < 3; i++) {
    r->s.xy[2 * i] = i;
    r->s.xy[2 * i + 1] = 0;
  }
  for (int e = 0; e < 2; e++) {
    r->s.ends[2 * e] = (unsigned)e;
    r->s.ends[2 * e + 1] = (unsigned)e + 1;
  }
  for (size_t k = 0; k < lines; k++)
    r->line[k] = (mg_line_look){ .a = 0, .b = 1, .edge = 0, .width = 1,
                                 .of = (unsigned short)lines,
                                 .place = (unsigned short)k };
  r->look = (mg_appearance){ .line = r->line, .lines = lines };
  r->s.pic.appearance = &r->look;
  return r;
}

static void
row_draw(row *r)
{
  mg_style style = mg_style_default;
  mgnn_error err;

  ck_assert_int_eq(mg_scene_build(&r->scene, &r->s.pic, &style, NULL, &err),
                   MGNN_OK);
  r->panel = NULL;
  for (size_t k = 0; k < r->scene.panels; k++)
    if (strcmp(r->scene.panel[k].name, "drawing") == 0)
      r->panel = &r->scene.panel[k];
  ck_assert_ptr_nonnull(r->panel);
}

static void
row_free(row *r)
{
  mg_scene_free(&r->scene);
  sample_free(&r->s);
  free(r);
}

static double
apart(mg_point p, mg_point q)
{
  return hypot(p.x - q.x, p.y - q.y);
}

/* The tip is on the border of the disc: its distance from the middle is the
 * radius and half of the outline, to the rounding of places. */
START_TEST(arrows_touch_the_border_of_discs)
{
  row *r = row_new(1);
  const mg_stroke *s;
  const mg_node_run *nodes;

  r->line[0].to_b = MG_ARROW_END;
  row_draw(r);
  ck_assert_uint_eq(r->panel->stroke_count, 1);
  ck_assert_uint_eq(r->panel->edge_runs, 0);
  s = r->panel->strokes;
  nodes = r->panel->nodes;
  ck_assert_int_eq(s->heads, 1);
  ck_assert_double_eq_tol(apart(s->head[0].at[0], nodes->dot[1].at),
                          nodes->radius + nodes->outline_width / 2.0, 2);
  ck_assert_int_lt(s->head[0].at[1].x, s->head[0].at[0].x);
  row_free(r);
}
END_TEST

/* Heads of every shape, filled and empty, begin at the border, reach back by no
 * more than a fourth over their length, and are even about the edge. */
START_TEST(heads_of_every_shape)
{
  double length = 0;

  for (int shape = 0; shape < 2 * MG_HEADS; shape++) {
    row *r = row_new(1);
    const mg_node_run *nodes;
    const mg_head *head;
    int first = 0, last = INT_MAX;
    long across = 0;

    r->line[0].to_a = r->line[0].to_b = MG_ARROW_END;
    r->line[0].head_b = (unsigned char)shape;
    row_draw(r);
    ck_assert_int_eq(r->panel->strokes->heads, 2);
    head = &r->panel->strokes->head[0];
    nodes = r->panel->nodes;
    ck_assert_int_eq(head->corners, mg_heads[shape % MG_HEADS].corners);
    ck_assert_int_eq(head->empty, shape >= MG_HEADS);
    for (int c = 0; c < head->corners; c++) {
      first = first > head->at[c].x ? first : head->at[c].x;
      last = last < head->at[c].x ? last : head->at[c].x;
      across += head->at[c].y - nodes->dot[1].at.y;
    }
    if (shape == 0)
      length = first - last;
    ck_assert_int_le(labs(across), 2 * head->corners);
    ck_assert_double_le(nodes->dot[1].at.x - nodes->radius
                        - nodes->outline_width / 2.0 - first, 0.21 * length);
    ck_assert_double_le(first - last, 1.25 * length);
    row_free(r);
  }
}
END_TEST

/* Labels of loops have places, and none is on its loop, also at the border of the
 * page. */
START_TEST(labels_are_beside_loops)
{
  row *r = row_new(5);
  mg_ruler *ruler = mg_ruler_new(NULL);
  size_t labels = 0;

  for (unsigned k = 0; k < 3; k++) {
    r->line[k] = (mg_line_look){ .a = k, .b = k, .edge = SIZE_MAX, .width = 1,
                                 .of = 1, .label = "a long label" };
    if (k < 2)
      r->line[3 + k] = (mg_line_look){ .a = k, .b = k + 1, .edge = k, .width = 1,
                                       .of = 1 };
    r->node[k] = (mg_node_look){ .shape = MG_NODE_ELLIPSE, .text = "a" };
  }
  r->look.node = r->node;
  row_draw(r);
  ck_assert_uint_eq(r->scene.remarks_hidden, 0);
  for (size_t w = 0; w < r->panel->word_count; w++) {
    const mg_word *word = &r->panel->words[w];
    double wide = mg_ruler_width(ruler, word->text, mg_px(word->size));

    if (strcmp(word->name, "edge-label") != 0)
      continue;
    labels++;
    for (int k = 0; k < 300; k++) {
      const mg_stroke *s = &r->panel->strokes[k / 100];
      mg_curve c;
      mg_xy p;

      for (int q = 0; q < 4; q++)
        c.p[q] = (mg_xy){ mg_px(s->p[q].x), mg_px(s->p[q].y) };
      p = mg_curve_at(&c, k % 100 / 100.0);
      ck_assert(fabs(p.x - mg_px(word->at.x)) > wide / 2
                || p.y > mg_px(word->at.y)
                || p.y < mg_px(word->at.y) - 0.7 * mg_px(word->size));
    }
  }
  ck_assert_uint_eq(labels, 3);
  mg_ruler_free(ruler);
  row_free(r);
}
END_TEST

/* A short name is not put on the arrowhead beside its node. */
START_TEST(names_keep_off_arrowheads)
{
  row *r = row_new(1);
  mg_style style = mg_style_default;
  const mg_panel *p;
  size_t found = 0;

  r->line[0].to_a = MG_ARROW_END;
  r->line[0].width = 4;
  style.labels = MG_NAMED_ALL;
  for (int i = 0; i < 3; i++)
    strcpy(r->s.names[i], i == 0 ? "i" : "");
  r->scene = scene_of(&r->s.pic, &style, NULL);
  p = panel_named(&r->scene, "drawing");
  for (size_t w = 0; w < p->word_count; w++) {
    int down = p->words[w].at.y - p->dot[0].at.y;

    found += strcmp(p->words[w].text, "i") == 0;
    ck_assert(p->words[w].anchor != MG_START || down < 0
              || down > p->words[w].size);
  }
  ck_assert_uint_eq(found, 1);
  row_free(r);
}
END_TEST

/* A box of half sizes a and b is met from the left at its left side. */
START_TEST(arrows_touch_the_border_of_boxes)
{
  row *r = row_new(1);
  const mg_stroke *s;
  const mg_plate *p;

  for (int i = 0; i < 3; i++)
    r->node[i].shape = MG_NODE_BOX;
  r->look.node = r->node;
  r->line[0].to_b = MG_ARROW_END;
  row_draw(r);
  ck_assert_uint_eq(r->panel->plate_count, 3);
  ck_assert_uint_eq(r->panel->node_runs, 0);
  s = r->panel->strokes;
  p = &r->panel->plates[1];
  ck_assert_int_le(abs(s->head[0].at[0].x - (p->at.x - p->half_width)), 100);
  ck_assert_int_eq(s->head[0].at[0].y, p->at.y);
  row_free(r);
}
END_TEST

/* All text of a node is within its shape: the corners of its rectangle are. */
START_TEST(text_fits_into_its_shape)
{
  static const mg_node_shape shape[] = { MG_NODE_BOX, MG_NODE_ELLIPSE,
                                         MG_NODE_DIAMOND, MG_NODE_CIRCLE };
  static const char text[] = "A rather long\ntext, in three\nlines";
  row *r = row_new(1);
  mg_ruler *ruler = mg_ruler_new(NULL);
  size_t seen = 0;

  for (int i = 0; i < 3; i++)
    r->node[i] = (mg_node_look){ .shape = shape[_i], .text = text };
  r->look.node = r->node;
  row_draw(r);
  for (size_t k = 0; k < r->panel->word_count; k++) {
    const mg_word *w = &r->panel->words[k];
    const mg_plate *p = &r->panel->plates[k / 3];
    double size = mg_px(w->size), y = mg_px(w->at.y - p->at.y);
    double wide = mg_ruler_width(ruler, w->text, size) / 2;
    mg_outline s = { mg_node_shapes[p->shape].border, { 0, 0 },
                     mg_px(p->half_width), mg_px(p->half_height) };

    ck_assert_str_eq(w->name, "label within");
    ck_assert_int_eq(w->at.x, p->at.x);
    ck_assert_double_lt(mg_outline_gauge(&s, (mg_xy){ wide, y - 0.5 * size }), 1);
    ck_assert_double_lt(mg_outline_gauge(&s, (mg_xy){ wide, y }), 1);
    seen++;
  }
  ck_assert_uint_eq(seen, 9);
  mg_ruler_free(ruler);
  row_free(r);
}
END_TEST

/* Five parallel edges: their middles are in order, and evenly apart. */
START_TEST(parallel_edges_fan_out)
{
  row *r = row_new(5);
  int middle[5], gap;

  row_draw(r);
  ck_assert_uint_eq(r->panel->stroke_count, 5);
  for (int k = 0; k < 5; k++) {
    const mg_point *p = r->panel->strokes[k].p;

    middle[k] = (p[0].y + 3 * p[1].y + 3 * p[2].y + p[3].y) / 8;
  }
  gap = middle[1] - middle[0];
  ck_assert_int_gt(abs(gap), 2 * r->panel->strokes[0].width);
  for (int k = 1; k < 5; k++)
    ck_assert_int_le(abs(middle[k] - middle[k - 1] - gap), 60);
  row_free(r);
}
END_TEST

START_TEST(loops_are_drawn_within_the_page)
{
  row *r = row_new(3);

  for (int k = 0; k < 3; k++)
    r->line[k] = (mg_line_look){ .a = 2, .b = 2, .edge = SIZE_MAX, .width = 1,
                                 .of = 3, .place = (unsigned short)k,
                                 .to_b = MG_ARROW_END };
  row_draw(r);
  ck_assert_uint_eq(r->panel->stroke_count, 3);
  for (int k = 0; k < 3; k++)
    for (int c = 0; c < 4; c++) {
      mg_point p = r->panel->strokes[k].p[c];

      ck_assert(p.x >= 0 && p.y >= 0 && p.x <= r->scene.width
                && p.y <= r->scene.height);
    }
  row_free(r);
}
END_TEST

/* The label of an edge is written once, beside its middle, and off the nodes. */
START_TEST(labels_of_edges_are_off_the_nodes)
{
  row *r = row_new(1);
  const mg_word *w = NULL;

  for (int i = 0; i < 3; i++)
    r->node[i].shape = MG_NODE_BOX;
  r->look.node = r->node;
  r->line[0].label = "yes";
  row_draw(r);
  for (size_t k = 0; k < r->panel->word_count; k++)
    if (strcmp(r->panel->words[k].name, "edge-label") == 0)
      w = &r->panel->words[k];
  ck_assert_ptr_nonnull(w);
  ck_assert_str_eq(w->text, "yes");
  for (int i = 0; i < 3; i++) {
    const mg_plate *p = &r->panel->plates[i];

    ck_assert(abs(w->at.x - p->at.x) > p->half_width
              || abs(w->at.y - p->at.y) > p->half_height);
  }
  row_free(r);
}
END_TEST

/* A stroke for each line however near the nodes are, in each backend; one that
 * its nodes would hide is above them and has an arrow. */
START_TEST(edges_of_nodes_that_overlap_are_drawn)
{
  static const double gaps[] = { 0, 1e-3, 0.02, 0.1, 1 };
  int covered = 0;

  for (size_t g = 0; g < COUNT(gaps); g++)
    for (int shape = -1; shape < MG_NODE_SHAPES; shape++) {
      row *r = row_new(2);

      r->s.xy[2] = gaps[g];
      r->line[0].to_b = r->line[1].to_a = MG_ARROW_END;
      for (int i = 0; i < 3; i++)
        r->node[i] = (mg_node_look){ .shape = shape > 0 ? shape : 0, .width = 9,
                                     .height = 4 };
      r->look.node = shape >= 0 ? r->node : NULL;      /* or discs */
      row_draw(r);
      ck_assert_uint_eq(r->panel->stroke_count, 2);
      for (int k = 0; k < 2; k++) {
        const mg_stroke *s = &r->panel->strokes[k];

        ck_assert_int_eq(s->heads, 1);
        ck_assert_double_ge(apart(s->p[0], s->p[3]) + apart(s->head[0].at[0],
                                                            s->head[0].at[1]),
                            1.5 * MG_UNITS);
        covered += s->halo.a > 0;
      }
      /* Neither hides the other. */
      ck_assert_double_gt(apart(r->panel->strokes[0].p[1],
                                r->panel->strokes[1].p[1]), 0);
      for (const mg_backend *b = mg_backends; b->name != NULL; b++) {
        char *bytes = NULL;
        size_t len = 0, paths = 0;
        FILE *out = open_memstream(&bytes, &len);

        ck_assert_int_eq(b->draw(&r->scene, NULL, out, NULL), MGNN_OK);
        fclose(out);
        for (const char *at = bytes; (at = strstr(at, "data-a=")) != NULL; at++)
          paths++;
        ck_assert(strcmp(b->name, "svg") != 0 || paths == 2);
        free(bytes);
      }
      row_free(r);
    }
  ck_assert_int_gt(covered, 20);
}
END_TEST

/* The link of two nodes on one spot is seen: red pixels on blue nodes. */
START_TEST(link_above_nodes_is_painted)
{
  row *r = row_new(1);
  cairo_surface_t *surface = NULL;
  const mg_stroke *s;
  const unsigned char *pixel;

  r->s.xy[2] = 0;
  r->line[0].colour = mg_colour_rgb(0xff0000);
  r->line[0].width = 3;
  for (int i = 0; i < 3; i++)
    r->node[i] = (mg_node_look){ .shape = MG_NODE_BOX, .width = 9, .height = 4,
                                 .fill = mg_colour_rgb(0x0000ff) };
  r->look.node = r->node;
  r->s.pic.names = NULL;       /* no text on it */
  row_draw(r);
  s = r->panel->strokes;
  ck_assert_int_eq(mg_png_paint(&r->scene, &surface, NULL), MGNN_OK);
  pixel = cairo_image_surface_get_data(surface)
          + (s->p[0].y + s->p[3].y) / 2 / MG_UNITS
            * cairo_image_surface_get_stride(surface)
          + (s->p[0].x + s->p[3].x) / 2 / MG_UNITS * 4;
  ck_assert_int_gt(pixel_colour(pixel, RED), 200);
  ck_assert_int_lt(pixel_colour(pixel, BLUE), 60);
  cairo_surface_destroy(surface);
  row_free(r);
}
END_TEST

/* Nothing of its own: the scene is that of a picture without appearance. */
START_TEST(plain_pictures_stay_plain)
{
  row *r = row_new(0);
  mg_scene other;
  mg_style style = mg_style_default;

  r->look = (mg_appearance){ .line = NULL };
  row_draw(r);
  r->s.pic.appearance = NULL;
  ck_assert_int_eq(mg_scene_build(&other, &r->s.pic, &style, NULL, NULL),
                   MGNN_OK);
  ck_assert_uint_eq(r->panel->stroke_count + r->panel->plate_count, 0);
  ck_assert_uint_eq(mg_scene_edges(&r->scene), 2);
  ck_assert_uint_eq(mg_scene_edges(&other), 2);
  ck_assert_int_eq(r->scene.width, other.width);
  mg_scene_free(&other);
  row_free(r);
}
END_TEST

/* A node is inside of all sides of the box or hull of its group, and of the one that
 * this is in; groups are in a layer below all else. */
START_TEST(groups_are_around_their_nodes)
{
  static const int of[] = { 1, 1, -1 };
  const mg_group_look group[] = {
    { .text = "outer", .up = -1, .round = _i, .pen = 1 },
    { .text = "inner", .up = 0, .round = _i, .pen = 1 }
  };
  row *r = row_new(2);

  r->look.group = group;
  r->look.groups = 2;
  r->look.group_of = of;
  row_draw(r);
  ck_assert_uint_eq(mg_panel_layers(r->panel), 2);
  ck_assert_uint_eq(mg_panel_layer(r->panel, 0).plates, 2);
  ck_assert_uint_eq(mg_panel_layer(r->panel, 0).strokes, 0);
  for (size_t g = 0; g < 2; g++) {
    const mg_plate *p = &r->panel->plates[g];

    ck_assert_uint_eq(p->corners, _i ? MG_HULL_CORNERS : 4);
    for (size_t k = 0; k < p->corners; k++) {
      mg_point a = p->corner[k], b = p->corner[(k + 1) % p->corners];

      for (int i = 0; i < 2; i++) {
        mg_point at = r->panel->nodes[0].dot[i].at;
        double turn = (double)(b.x - a.x) * (at.y - a.y)
                      - (double)(b.y - a.y) * (at.x - a.x);

        ck_assert_double_gt(turn, 0);
      }
    }
  }
  row_free(r);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(groups_are_around_their_nodes, 2),
    TEST(arrows_touch_the_border_of_discs),
    TEST(heads_of_every_shape),
    TEST(labels_are_beside_loops),
    TEST(names_keep_off_arrowheads),
    TEST(arrows_touch_the_border_of_boxes),
    TEST_EACH(text_fits_into_its_shape, 4),
    TEST(parallel_edges_fan_out),
    TEST(loops_are_drawn_within_the_page),
    TEST(labels_of_edges_are_off_the_nodes),
    TEST(edges_of_nodes_that_overlap_are_drawn),
    TEST(link_above_nodes_is_painted),
    TEST(plain_pictures_stay_plain)
  };

  return unit_run("strokes", tests, COUNT(tests), NULL);
}
