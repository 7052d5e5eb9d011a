/* From many dimensions to the plane: principal axes and views. */
#include "render/figure/project.h"
#include "sample.h"
#include "unit.h"

#include <math.h>

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

int
main(void)
{
  const unit_test tests[] = {
    TEST(principal_axes_are_found),
    TEST(views_turn_as_they_say),
    TEST(views_are_never_mirrored)
  };

  return unit_run("project", tests, COUNT(tests), NULL);
}
