/* Thin lines right into pixels: what they cover, and that they stay within. */
#include "render/backend/draw_lines.h"
#include "unit.h"

#include <math.h>

/* What a black line of width w and length l covers of a white page is w*l,
 * whatever its direction; twice the same line covers 1 - (1 - alpha)^2. */
START_TEST(lines_cover_what_they_should)
{
  enum { SIDE = 200 };
  static unsigned char data[SIDE * SIDE * 4];
  mg_pixels pixels = { data, SIDE, SIDE, SIDE * 4 };

  for (int angle = 0; angle < 360; angle += 7)
    for (int twice = 0; twice < 2; twice++) {
      double turn = angle * acos(-1) / 180, dark = 0, want;
      mg_point a = { 10050, 9980 };
      mg_point b = { a.x + (int)(8000 * cos(turn)),
                     a.y + (int)(8000 * sin(turn)) };
      mg_segment line[] = { { a, b, 0, 1 }, { a, b, 0, 1 } };
      mg_edge_run run = { "edge", { 0, 0, 0, 128 }, 70, 1 + (size_t)twice,
                          line };
      double alpha = 128 / 255.0;

      memset(data, 255, sizeof data);
      ck_assert_int_eq(mg_lines_draw(&pixels, &run, 1), 1);
      for (size_t k = 0; k < SIDE * SIDE; k++)
        dark += 1 - data[4 * k] / 255.0;
      /* Where the line covers a part c of a pixel, twice gives
       * 1 - (1 - alpha c)^2: between what c = 0.35 and c = 0.7 give. */
      want = 80 * 0.7 * alpha;
      if (!twice)
        ck_assert_double_eq_tol(dark, want, 0.02 * want);
      else
        ck_assert(dark > 1.6 * want && dark < 2 * want);
    }
}
END_TEST

START_TEST(lines_stay_within_the_picture)
{
  enum { SIDE = 20, GUARD = 64 };
  unsigned char data[GUARD + SIDE * SIDE * 4 + GUARD];
  mg_pixels pixels = { data + GUARD, SIDE, SIDE, SIDE * 4 };
  static const mg_segment line[] = {
    { { -100000, 500 }, { 100000, 700 }, 0, 0 },
    { { 500, -1000000000 }, { 900, 1000000000 }, 0, 0 },
    { { -5000, -5000 }, { -100, -200 }, 0, 0 },
    { { 2000, 0 }, { 2000, 2000 }, 0, 0 },
    { { 0, 2000 }, { 2000, 2000 }, 0, 0 },
    { { 0, 0 }, { 2000, 2000 }, 0, 0 },
    { { 700, 700 }, { 700, 700 }, 0, 0 },
    { { 3000, -1000 }, { 9000, 90000 }, 0, 0 }
  };
  mg_edge_run run = { "edge", { 9, 9, 9, 255 }, 300, 8, line };

  memset(data, 255, sizeof data);
  ck_assert_int_eq(mg_lines_draw(&pixels, &run, 1), 1);
  for (int k = 0; k < GUARD; k++) {
    ck_assert_int_eq(data[k], 255);
    ck_assert_int_eq(data[sizeof data - 1 - (size_t)k], 255);
  }
  /* the first two lines and the diagonal do cross the picture */
  ck_assert_int_eq(data[GUARD + 4 * (SIDE * 5 + 15)], 9);
  ck_assert_int_eq(data[GUARD + 4 * (SIDE * 15 + 6)], 9);
  ck_assert_int_eq(data[GUARD + 4 * (SIDE * 18 + 18)], 9);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(lines_cover_what_they_should),
    TEST(lines_stay_within_the_picture)
  };

  return unit_run("draw_lines", tests, COUNT(tests), NULL);
}
