/* Thin lines right into pixels: what they cover, and that they stay within. */
#include "render/backend/draw_lines.h"
#include "base/random.h"
#include "pixel.h"
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
        dark += 1 - pixel_colour(data + 4 * k, BLUE) / 255.0;
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
  ck_assert_int_eq(pixel_colour(data + GUARD + 4 * (SIDE * 5 + 15), BLUE), 9);
  ck_assert_int_eq(pixel_colour(data + GUARD + 4 * (SIDE * 15 + 6), BLUE), 9);
  ck_assert_int_eq(pixel_colour(data + GUARD + 4 * (SIDE * 18 + 18), BLUE), 9);
}
END_TEST

/* The same lines, drawn by one or by several in any division, are the same bytes, also
 * where sums are full. */
START_TEST(sums_of_parts_are_the_sum_of_all)
{
  enum { WIDE = 300, HIGH = 170, LINES = 3000 };
  static unsigned char whole[WIDE * HIGH * 4], parts[WIDE * HIGH * 4];
  static mg_segment line[LINES];
  mg_pixels at = { whole, WIDE, HIGH, WIDE * 4 };
  mg_pixels joined = { parts, WIDE, HIGH, WIDE * 4 };
  mg_edge_run run = { "edge", { 20, 90, 200, _i ? 255 : 3 }, 60, LINES, line };
  mg_line_sums sum[4];
  uint64_t stream = mg_random_stream(1, 2);

  for (size_t k = 0; k < LINES; k++)
    line[k] = (mg_segment){
      { (int)mg_random_below(&stream, 2 * WIDE * 100), _i && k % 2 ? 5000
        : (int)mg_random_below(&stream, HIGH * 100) - 20 },
      { (int)mg_random_below(&stream, WIDE * 100) - 100, _i && k % 2 ? 5000
        : (int)mg_random_below(&stream, HIGH * 100) }, 0, 1 };
  line[0] = (mg_segment){ { 0, 0 }, { WIDE * 100, HIGH * 100 }, 0, 1 };
  memset(whole, 255, sizeof whole);
  memset(parts, 255, sizeof parts);
  ck_assert_int_eq(mg_lines_draw(&at, &run, 1), 1);
  for (size_t k = 0; k < 4; k++)
    ck_assert_int_eq(mg_line_sums_init(&sum[k], WIDE, HIGH), 1);
  for (size_t k = 0; k < LINES;) {
    mg_edge_run some = run;

    some.segment = line + k;
    some.count = 1 + mg_random_below(&stream, 400);
    some.count = some.count < LINES - k ? some.count : LINES - k;
    for (int again = 0; again < (_i ? 300 : 1); again++)
      ck_assert_int_eq(mg_lines_add(&sum[mg_random_below(&stream, 4)], &some, 1), 1);
    k += some.count;
  }
  for (size_t k = 1; k < 4; k++)
    mg_lines_join(sum[0].sum, sum[k].sum, sum[0].count);
  ck_assert_int_eq(mg_lines_put(&sum[0], &joined, &run, 1), 1);
  if (_i == 0)
    ck_assert_mem_eq(whole, parts, sizeof whole);
  else                                   /* no sum has wrapped around */
    for (size_t k = 0; k < sizeof whole; k += 4)
      ck_assert(parts[k] <= whole[k]);
  for (size_t k = 0; k < 4; k++)
    mg_line_sums_free(&sum[k]);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(lines_cover_what_they_should),
    TEST(lines_stay_within_the_picture),
    TEST_RANGE(sums_of_parts_are_the_sum_of_all, 0, 2)
  };

  return unit_run("draw_lines", tests, COUNT(tests), NULL);
}
