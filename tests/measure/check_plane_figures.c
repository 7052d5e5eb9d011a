/* Figures of plane drawings: by hand, and by slower second computations. */
#include "measure/plane_figures.h"
#include "random_numbers.h"
#include "unit.h"

#include <math.h>
#include <mgnn.h>
#include <string.h>

/* A unit square with both diagonals, each length as drawn: all is kept, and the
 * diagonals cross.  Size and place do not matter. */
START_TEST(a_square_with_diagonals)
{
  static const mgnn_node ends[] = { 0, 1, 1, 2, 2, 3, 3, 0, 0, 2, 1, 3 };
  const double length[] = { 1, 1, 1, 1, sqrt(2), sqrt(2) };
  double xy[] = { 5, 5, 12, 5, 12, 12, 5, 12 };
  mg_plane_figures f;
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 6, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mg_plane_measure(p, xy, 1, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.scale, 1.0 / 7, 1e-15);
  ck_assert_double_le(f.rms, 1e-15);
  ck_assert_double_le(f.worst, 1e-15);
  ck_assert_double_le(f.path_stress, 1e-15);
  ck_assert_double_eq(f.crossings, 1);
  ck_assert_double_eq(f.neighbours, 1);
  ck_assert_int_eq(f.sampled, 0);
  mgnn_problem_free(p);
}
END_TEST

/* A path 0-1-2-3 of unit lengths, drawn as 0-2-1-3 on a line: nodes 0 and 3 have
 * their neighbour at distance 2, where another is nearer; 1 and 2 have two
 * nearest, of which one is a neighbour and one, at distance 1, is not. */
START_TEST(neighbours_that_are_not_near)
{
  static const mgnn_node ends[] = { 0, 1, 1, 2, 2, 3 };
  const double xy[] = { 0, 0, 2, 0, 1, 0, 3, 0 };
  mg_plane_figures f;
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 3, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_plane_measure(p, xy, 1, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.neighbours, (0 + 0.5 + 0.5 + 0) / 4, 1e-15);
  ck_assert_double_eq(f.crossings, 1);         /* 0-1 and 2-3 overlap */
  ck_assert_double_eq(f.clumped, 0);
  mgnn_problem_free(p);
}
END_TEST

/* Of five nodes in a square of side 1 two are .0004 apart, two .0006, one is alone: the
 * limit is .0005. */
START_TEST(nodes_on_one_spot_are_counted)
{
  static const mgnn_node ends[] = { 0, 1, 2, 3, 3, 4 };
  const double xy[] = { 0, 0, 0.0004, 0, 1, 1, 1, 0.9994, 1, 0 };
  mg_plane_figures f;
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, 5, 3, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_plane_measure(p, xy, 1, &f, NULL), MGNN_OK);
  ck_assert_double_eq(f.clumped, 2);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(segments)
{
  static const struct {
    double a[2], b[2], c[2], d[2];
    int cross;
  } pairs[] = {
    { { 0, 0 }, { 2, 2 }, { 0, 2 }, { 2, 0 }, 1 },
    { { 0, 0 }, { 1, 1 }, { 0, 2 }, { 2, 0 }, 1 },     /* an end on the other */
    { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 3, 0 }, 0 },     /* on one line, apart */
    { { 0, 0 }, { 2, 0 }, { 1, 0 }, { 3, 0 }, 1 },     /* and not */
    { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 1, 1 }, 0 },     /* parallel */
    { { 0, 0 }, { 0.9, 0.9 }, { 0, 2 }, { 2, 0 }, 0 },
    { { 0, 0 }, { 0, 0 }, { 0, 2 }, { 2, 0 }, 0 }      /* a point */
  };

  ck_assert_int_eq(mg_segments_cross(pairs[_i].a, pairs[_i].b, pairs[_i].c,
                                     pairs[_i].d), pairs[_i].cross);
  ck_assert_int_eq(mg_segments_cross(pairs[_i].d, pairs[_i].c, pairs[_i].b,
                                     pairs[_i].a), pairs[_i].cross);
}
END_TEST

enum { N = 14 };

/* Crossings by the parameters of the lines, paths by Floyd and Warshall, the best
 * scale of the path stress by trying. */
START_TEST(random_drawings_by_other_ways)
{
  unsigned seed = 10u + (unsigned)_i;
  mgnn_node ends[N * N];
  double length[N * N], xy[2 * N], d[N][N], least = INFINITY, crossings = 0;
  size_t m = 0, pairs = 0;
  mg_plane_figures f;
  mgnn_problem *p;

  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < N; j++)
      d[i][j] = i == j ? 0 : INFINITY;
  for (size_t i = 0; i < 2 * N; i++)
    xy[i] = random_unit32(&seed);
  for (size_t i = 1; i < N; i++)
    for (size_t j = 0; j < i; j++)
      if (j + 1 == i || random_unit32(&seed) < 0.2) {
        ends[2 * m] = (mgnn_node)i;
        ends[2 * m + 1] = (mgnn_node)j;
        length[m] = d[i][j] = d[j][i] = 0.5 + random_unit32(&seed);
        m++;
      }
  for (size_t k = 0; k < N; k++)
    for (size_t i = 0; i < N; i++)
      for (size_t j = 0; j < N; j++)
        d[i][j] = fmin(d[i][j], d[i][k] + d[k][j]);
  for (int t = 1; t < 20000; t++) {
    double sum = 0;

    pairs = 0;
    for (size_t i = 0; i < N; i++)
      for (size_t j = 0; j < i; j++, pairs++)
        sum += pow(t * 1e-3 * hypot(xy[2 * i] - xy[2 * j],
                                    xy[2 * i + 1] - xy[2 * j + 1]) / d[i][j] - 1, 2);
    least = fmin(least, sum / (double)pairs);
  }
  for (size_t e = 0; e < m; e++)
    for (size_t g = 0; g < e; g++) {
      const double *a = xy + 2 * ends[2 * e], *b = xy + 2 * ends[2 * e + 1];
      const double *c = xy + 2 * ends[2 * g], *q = xy + 2 * ends[2 * g + 1];
      double det = (b[0] - a[0]) * (c[1] - q[1]) - (b[1] - a[1]) * (c[0] - q[0]);
      double s = ((c[0] - a[0]) * (c[1] - q[1]) - (c[1] - a[1]) * (c[0] - q[0])) / det;
      double t = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / det;

      if (a != c && a != q && b != c && b != q)
        crossings += s > 0 && s < 1 && t > 0 && t < 1;
    }
  ck_assert_int_eq(mgnn_problem_new(&p, N, m, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mg_plane_measure(p, xy, 1, &f, NULL), MGNN_OK);
  ck_assert_double_eq(f.crossings, crossings);
  ck_assert_double_le(f.path_stress, least + 1e-12);
  ck_assert_double_ge(f.path_stress, least - 1e-4);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_square_with_diagonals),
    TEST(neighbours_that_are_not_near),
    TEST(nodes_on_one_spot_are_counted),
    TEST_EACH(segments, 7),
    TEST_EACH(random_drawings_by_other_ways, 10)
  };

  return unit_run("plane_figures", tests, COUNT(tests), NULL);
}
