/* One picture on a page: how large its nodes will be, and no memory for it. */
#include "full.h"
#include "render/compose/sheet.h"
#include "render/figure/project.h"
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
    TEST(diameter_is_that_of_the_scene),
    TEST(diameter_of_nothing_is_0),
    TEST(fuse)
  };
  const unit_needs needs = { .seconds = 120 };

  return unit_run("still", tests, COUNT(tests), &needs);
}
