/* The picture of rigid parts: colours, joints, legend. */
#include "render/backend/backend.h"
#include "render/compose/rigid_parts.h"
#include "render/compose/still.h"
#include "fuse.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 200 };

/* `count` fans of triangles in a row, each sharing a node with the next, then
 * a chain of two bars.  Fan k has `size` + k % 3 nodes beside its hub. */
typedef struct {
  size_t n, m;
  mgnn_node ends[2 * MOST];
} sketch;

static void
bar(sketch *s, size_t i, size_t j)
{
  ck_assert_uint_lt(s->m, MOST);
  s->ends[2 * s->m] = i;
  s->ends[2 * s->m++ + 1] = j;
}

static mgnn_problem *
fans(size_t count, size_t size)
{
  sketch s = { .n = 1 };
  mgnn_problem *p;

  for (size_t k = 0; k < count; k++) {
    size_t hub = s.n, last = s.n - 1;

    s.n++;
    bar(&s, last, hub);
    for (size_t i = 1; i < size + k % 3; i++) {
      bar(&s, last, s.n);
      bar(&s, hub, s.n);
      last = s.n++;
    }
  }
  for (int k = 0; k < 2; k++, s.n++)
    bar(&s, s.n - 1, s.n);
  ck_assert_int_eq(mgnn_problem_new(&p, s.n, s.m, s.ends, NULL, NULL),
                   MGNN_OK);
  return p;
}

/* The SVG of the parts of a problem; the caller frees it. */
static char *
draw(const mgnn_problem *p, mg_parts_look *look)
{
  size_t n = mgnn_problem_nodes(p), size;
  double *xy = malloc(2 * n * sizeof *xy);
  mg_picture pic = { .n = n, .m = mgnn_problem_edges(p),
                     .ends = mgnn_problem_ends(p), .xy = xy };
  mgnn_rigidity r;
  mg_style style;
  mg_scene scene;
  char *text;
  FILE *out = open_memstream(&text, &size);

  for (size_t k = 0; k < 2 * n; k++)
    xy[k] = (double)(k * k % 23);
  ck_assert_int_eq(mgnn_rigidity_find(p, 2, 1, &r, NULL), MGNN_OK);
  ck_assert_int_eq(mg_parts_look_init(look, &r, NULL), MGNN_OK);
  mgnn_rigidity_free(&r);
  mg_style_init(&style);
  ck_assert_int_eq(mg_parts_scene(&scene, &pic, look, &style, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_draw_svg(&scene, NULL, out, NULL), MGNN_OK);
  mg_scene_free(&scene);
  fclose(out);
  free(xy);
  return text;
}

START_TEST(every_part_has_its_colour)
{
  mgnn_problem *p = fans(3, 3);
  const unsigned *ends = mgnn_problem_ends(p);
  mg_parts_look look;
  char *svg = draw(p, &look);

  ck_assert_uint_eq(look.colours, 3);
  ck_assert_uint_eq(look.single, 2);
  ck_assert_uint_eq(look.joints, 4);   /* between 3 fans and 2 bars */
  for (size_t e = 0; e < mgnn_problem_edges(p); e++)
    for (size_t f = 0; f < e; f++)     /* bars at one hub are of one part */
      if (ends[2 * e] == 1 && ends[2 * f] == 1)
        ck_assert_int_eq(look.colour[e], look.colour[f]);
  ck_assert_ptr_nonnull(strstr(svg, "node joint"));
  ck_assert_ptr_nonnull(strstr(svg, "rigid part of 6 nodes"));
  ck_assert_ptr_nonnull(strstr(svg, "2 single edges"));
  ck_assert_ptr_nonnull(strstr(svg, "joint of several parts"));
  free(svg);
  mg_parts_look_free(&look);
  mgnn_problem_free(p);
}
END_TEST

/* Neighbours in the row never have the same colour, although the smaller parts
 * share two. */
START_TEST(many_parts_share_colours)
{
  mgnn_problem *p = fans(12, 3);
  const unsigned *ends = mgnn_problem_ends(p);
  mg_parts_look look;
  char *svg = draw(p, &look);

  ck_assert_ptr_nonnull(strstr(svg, "8 smaller parts,"));
  ck_assert_ptr_nonnull(strstr(svg, "in two colours"));
  for (size_t e = 0; e < mgnn_problem_edges(p); e++) {
    ck_assert_int_lt(look.colour[e], MG_PART_COLOURS);
    /* The bar that ends in a joint, and those that begin there. */
    if (e > 0 && look.joint[ends[2 * e]] && ends[2 * e] == ends[2 * e - 1]
        && look.colour[e] >= 0)
      ck_assert_int_ne(look.colour[e], look.colour[e - 1]);
  }
  free(svg);
  mg_parts_look_free(&look);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(a_rigid_graph_has_one_colour_and_no_joint)
{
  const mgnn_node ends[] = { 0, 1, 1, 2, 2, 0 };
  mg_parts_look look;
  mgnn_problem *p;
  char *svg;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, ends, NULL, NULL), MGNN_OK);
  svg = draw(p, &look);
  ck_assert_ptr_nonnull(strstr(svg, "rigid: all of 3 nodes"));
  ck_assert_ptr_null(strstr(svg, "joint"));
  ck_assert_ptr_null(strstr(svg, "single"));
  free(svg);
  mg_parts_look_free(&look);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(no_edges_no_parts)
{
  mg_parts_look look;
  mgnn_problem *p;

  for (size_t n = 0; n < 3; n++) {
    ck_assert_int_eq(mgnn_problem_new(&p, n, 0, NULL, NULL, NULL), MGNN_OK);
    free(draw(p, &look));
    ck_assert_uint_eq(look.colours, 0);
    mg_parts_look_free(&look);
    mgnn_problem_free(p);
  }
}
END_TEST

/* Arrows point where they should and end on the page; one of no length is none. */
START_TEST(arrows_go_from_nodes_to_their_tips)
{
  const mgnn_node ends[] = { 0, 1, 1, 2, 2, 0 };
  const double xy[] = { 0, 0, 4, 0, 0, 3 }, arrow[] = { -1, -2, 0, 0, 3, 0 };
  const mg_picture pic = { .n = 3, .m = 3, .ends = ends, .xy = xy,
                           .around = { .arrow = arrow, .arrows_title = "speed" } };
  mgnn_problem *p;
  mgnn_rigidity r;
  mg_parts_look look;
  mg_style style;
  mg_scene scene;
  const mg_panel *panel;
  double unit;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_rigidity_find(p, 2, 1, &r, NULL), MGNN_OK);
  ck_assert_int_eq(mg_parts_look_init(&look, &r, NULL), MGNN_OK);
  mg_style_init(&style);
  ck_assert_int_eq(mg_parts_scene(&scene, &pic, &look, &style, NULL, NULL), MGNN_OK);
  panel = &scene.panel[scene.panels - 1];
  ck_assert_uint_eq(panel->stroke_count, 2);
  unit = (panel->dot[1].at.x - panel->dot[0].at.x) / 4.0;
  for (size_t k = 0; k < 2; k++) {
    const mg_stroke *s = &panel->strokes[k];
    mg_point at = panel->dot[2 * k].at, tip = s->head[0].at[0];

    ck_assert_str_eq(s->name, "velocity");
    ck_assert_int_eq(s->heads, 1);
    ck_assert_double_eq_tol(tip.x - at.x, unit * arrow[4 * k], 3);
    ck_assert_double_eq_tol(tip.y - at.y, -unit * arrow[4 * k + 1], 3);
    ck_assert(tip.x > 0 && tip.x < scene.width && tip.y > 0
              && tip.y < scene.height);
  }
  mg_scene_free(&scene);
  mg_parts_look_free(&look);
  mgnn_rigidity_free(&r);
  mgnn_problem_free(p);
}
END_TEST

/* Beside arrows at nodes, names keep off the edges too: that of a node with an
 * edge to the right is not there. */
START_TEST(names_keep_off_edges_beside_arrows)
{
  const mgnn_node ends[] = { 0, 1 };
  const char *const names[] = { "left", "right" };
  const double xy[] = { 0, 0, 4, 0 }, arrow[] = { 0, 0, 0, 1 };
  const mg_picture pic = { .n = 2, .m = 1, .ends = ends, .xy = xy,
                           .names = names, .around = { .arrow = arrow } };
  mg_style style = mg_style_default;
  mg_scene scene;
  const mg_panel *panel;
  size_t found = 0;

  style.labels = MG_NAMED_ALL;
  ck_assert_int_eq(mg_scene_build(&scene, &pic, &style, NULL, NULL), MGNN_OK);
  panel = &scene.panel[scene.panels - 1];
  for (size_t w = 0; w < panel->word_count; w++)
    if (strcmp(panel->words[w].text, "left") == 0) {
      const mg_word *word = &panel->words[w];
      int down = word->at.y - panel->dot[0].at.y;

      found++;
      ck_assert(word->anchor != MG_START || down < 0 || down > word->size);
    }
  ck_assert_uint_eq(found, 1);
  mg_scene_free(&scene);
}
END_TEST

START_TEST(every_failed_allocation_is_reported)
{
  mgnn_problem *p = fans(3, 3);
  double xy[2 * MOST] = { 0, 1, 2, 5, 3 };
  mg_picture pic = { .n = mgnn_problem_nodes(p), .m = mgnn_problem_edges(p),
                     .ends = mgnn_problem_ends(p), .xy = xy,
                     .around = { .arrow = xy } };
  mgnn_rigidity r;
  mg_style style;
  mg_scene scene;

  mg_style_init(&style);
  ck_assert_int_eq(mgnn_rigidity_find(p, 2, 1, &r, NULL), MGNN_OK);
  for (long good = 0;; good++) {
    mgnn_status status;
    mg_parts_look look;
    int held;

    mg_fuse_set(good);
    status = mg_parts_look_init(&look, &r, NULL);
    if (status == MGNN_OK) {
      status = mg_parts_scene(&scene, &pic, &look, &style, NULL, NULL);
      mg_parts_look_free(&look);
    }
    held = fuse_held(status);
    if (status == MGNN_OK)
      mg_scene_free(&scene);
    if (held)
      break;
  }
  mgnn_rigidity_free(&r);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(every_part_has_its_colour),
    TEST(many_parts_share_colours),
    TEST(a_rigid_graph_has_one_colour_and_no_joint),
    TEST(no_edges_no_parts),
    TEST(arrows_go_from_nodes_to_their_tips),
    TEST(names_keep_off_edges_beside_arrows),
    TEST(every_failed_allocation_is_reported)
  };

  return unit_run("parts", tests, COUNT(tests), NULL);
}
