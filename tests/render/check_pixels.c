/* Lines and nodes that are drawn right into pixels, beside Cairo's own: they
 * cannot be distinguished. */
#include "base/mem.h"
#include "render/backend/draw_cairo.h"
#include "render/backend/draw_dots.h"
#include "pixel.h"
#include "random_numbers.h"
#include "unit.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { SIDE = 300 };

static uint64_t state = 1;

static double
uniform(void)
{
  return random_unit(&state);
}

static int
anywhere(void)
{
  return (int)((uniform() * 1.1 - 0.05) * SIDE * MG_UNITS);
}

/* A white page. */
static cairo_surface_t *
page_new(void)
{
  cairo_surface_t *page = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SIDE,
                                                     SIDE);
  cairo_t *cr = cairo_create(page);

  cairo_set_source_rgb(cr, 1, 1, 1);
  cairo_paint(cr);
  cairo_destroy(cr);
  cairo_surface_flush(page);
  return page;
}

static mg_pixels
pixels_of(cairo_surface_t *page)
{
  return (mg_pixels){ cairo_image_surface_get_data(page), SIDE, SIDE,
                      cairo_image_surface_get_stride(page) };
}

static void
ink(cairo_t *cr, mg_colour c)
{
  cairo_set_source_rgba(cr, c.r / 255.0, c.g / 255.0, c.b / 255.0,
                        c.a / 255.0);
}

/* Each line a stroke. */
static cairo_surface_t *
cairo_lines(const mg_edge_run *run, double scale)
{
  cairo_surface_t *page = page_new();
  cairo_t *cr = cairo_create(page);

  cairo_scale(cr, scale / MG_UNITS, scale / MG_UNITS);
  cairo_set_line_width(cr, run->width);
  ink(cr, run->colour);
  for (size_t k = 0; k < run->count; k++) {
    cairo_move_to(cr, run->segment[k].a.x, run->segment[k].a.y);
    cairo_line_to(cr, run->segment[k].b.x, run->segment[k].b.y);
    cairo_stroke(cr);
  }
  cairo_destroy(cr);
  cairo_surface_flush(page);
  return page;
}

static cairo_surface_t *
cairo_dots(const mg_node_run *run, double scale)
{
  cairo_surface_t *page = page_new();
  cairo_t *cr = cairo_create(page);

  cairo_scale(cr, scale / MG_UNITS, scale / MG_UNITS);
  cairo_set_line_width(cr, run->outline_width);
  for (size_t k = 0; k < run->count; k++) {
    mg_cairo_mark(cr, run, &run->dot[k]);
    ink(cr, run->fill);
    cairo_fill_preserve(cr);
    ink(cr, run->outline);
    if (run->outline_width > 0)
      cairo_stroke(cr);
    cairo_new_path(cr);
  }
  cairo_destroy(cr);
  cairo_surface_flush(page);
  return page;
}

/* The mean and the largest difference of two pages' colours, of 255, over the
 * pixels where one of them is not white; and the mean with its sign. */
typedef struct {
  double mean, bias, most;
} gap;

static gap
compare(cairo_surface_t *a, cairo_surface_t *b)
{
  const unsigned char *p = pixels_of(a).data, *q = pixels_of(b).data;
  gap g = { 0, 0, 0 };
  size_t count = 0;

  ck_assert_int_eq(pixels_of(a).stride, SIDE * 4);
  for (size_t k = 0; k < SIDE * SIDE * 4; k += 4)
    for (int colour = BLUE; colour <= RED; colour += 8) {
      int one = pixel_colour(p + k, colour), other = pixel_colour(q + k, colour);

      if (one == 255 && other == 255)
        continue;
      count++;
      g.mean += abs(one - other);
      g.bias += one - other;
      g.most = fmax(g.most, abs(one - other));
    }
  g.mean /= (double)(count > 0 ? count : 1);
  g.bias /= (double)(count > 0 ? count : 1);
  return g;
}

static const int widths[] = { 20, 50, 100 };
static const int alphas[] = { 255, 100, 20 };

enum { LINES = 120 };

/* Lines all over the page, of about this length in pixels. */
static void
lines_make(mg_segment *line, double length)
{
  for (size_t k = 0; k < LINES; k++) {
    double turn = 2 * acos(-1) * uniform(), l = length * (0.5 + uniform());

    line[k].a = (mg_point){ anywhere(), anywhere() };
    line[k].b = (mg_point){
      line[k].a.x + (int)(l * cos(turn) * MG_UNITS),
      line[k].a.y + (int)(l * sin(turn) * MG_UNITS)
    };
  }
}

/* Cairo's own smoothing has 15 steps from one row to the next: a difference of
 * 17 in places is its, not ours. */
START_TEST(lines_look_like_cairos)
{
  static const double lengths[] = { 0.7, 2, 8, 40, 200 };
  static const double scales[] = { 1, 0.37 };

  for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
    for (size_t a = 0; a < sizeof alphas / sizeof *alphas; a++)
      for (size_t l = 0; l < 5; l++)
        for (size_t s = 0; s < 2; s++) {
          mg_segment line[LINES];
          mg_edge_run run = { "edge",
                              { 20, 60, 120, (unsigned char)alphas[a] },
                              (int)(widths[w] / scales[s]), LINES, line };
          cairo_surface_t *ours = page_new(), *theirs;
          mg_pixels pixels = pixels_of(ours);
          gap g;

          lines_make(line, lengths[l] / scales[s]);
          theirs = cairo_lines(&run, scales[s]);
          ck_assert_int_eq(mg_lines_draw(&pixels, &run, scales[s]), 1);
          g = compare(ours, theirs);
          ck_assert_double_lt(g.mean, 6);
          ck_assert_double_lt(fabs(g.bias), 0.6);
          ck_assert_double_lt(g.most, 32);
          cairo_surface_destroy(ours);
          cairo_surface_destroy(theirs);
        }
}
END_TEST

enum { DOTS = 700 };

START_TEST(nodes_look_like_cairos)
{
  static const int radii[] = { 30, 75, 180, 400 };

  for (mg_mark mark = MG_DISC; mark < MG_MARKS; mark++)
    for (size_t r = 0; r < sizeof radii / sizeof *radii; r++)
      for (int outlined = 0; outlined < 2; outlined++) {
        static mg_dot dot[DOTS];
        mg_node_run run = { .name = "node", .fill = { 200, 40, 30, 255 },
                            .outline = { 255, 255, 255, 255 },
                            .radius = radii[r], .outline_width = 30 * outlined,
                            .mark = mark, .count = DOTS, .dot = dot };
        cairo_surface_t *ours = page_new(), *theirs;
        mg_pixels pixels = pixels_of(ours);
        gap g;

        run.fill.a = (unsigned char)(r % 2 == 0 ? 255 : 150);
        for (size_t k = 0; k < DOTS; k++)
          dot[k] = (mg_dot){ { anywhere(), anywhere() }, NULL,
                             k % 3 == 0 ? radii[r] - (int)(k % 5) : 0, 0, 0 };
        theirs = cairo_dots(&run, 1);
        ck_assert_int_eq(mg_dots_draw(&pixels, &run, 1, 1), 1);
        g = compare(ours, theirs);
        ck_assert_double_lt(g.mean, 3);
        ck_assert_double_lt(fabs(g.bias), 1);
        ck_assert_double_lt(g.most, 32);
        cairo_surface_destroy(ours);
        cairo_surface_destroy(theirs);
      }
}
END_TEST

static void
threads_set(int count)
{
#ifdef _OPENMP
  omp_set_num_threads(count);
#else
  (void)count;
#endif
}

START_TEST(threads_change_nothing)
{
  enum { M = 5000 };
  static mg_segment line[M];
  static mg_dot dot[M];
  mg_edge_run lines = { "edge", { 20, 60, 120, 30 }, 40, M, line };
  mg_node_run dots = { .name = "node", .fill = { 200, 40, 30, 200 },
                       .outline = { 255, 255, 255, 255 }, .radius = 150,
                       .outline_width = 30, .mark = MG_STAR, .count = M,
                       .dot = dot };
  static const int threads[] = { 1, 2, 3, 8 };
  cairo_surface_t *page[4];

  for (size_t k = 0; k < M; k++) {
    line[k] = (mg_segment){ { anywhere(), anywhere() },
                            { anywhere(), anywhere() }, 0, 0 };
    dot[k] = (mg_dot){ line[k].a, NULL, 100 + (int)(k % 7), 0, 0 };
  }
  for (int t = 0; t < 4; t++) {
    mg_pixels pixels;

    threads_set(threads[t]);
    page[t] = page_new();
    pixels = pixels_of(page[t]);
    ck_assert_int_eq(mg_lines_draw(&pixels, &lines, 1), 1);
    ck_assert_int_eq(mg_dots_draw(&pixels, &dots, 1, 1), 1);
    ck_assert_mem_eq(pixels.data, pixels_of(page[0]).data, SIDE * SIDE * 4);
  }
  for (int t = 0; t < 4; t++)
    cairo_surface_destroy(page[t]);
}
END_TEST

/* The logarithms of what shows through a million lines are too many for 32
 * bits where the lines are opaque, and not where they are faint. */
START_TEST(a_million_lines_at_one_place_are_opaque)
{
  enum { M = 1100000 };
  mg_segment *line = malloc(M * sizeof *line);

  ck_assert_ptr_nonnull(line);
  for (size_t k = 0; k < M; k++)
    line[k] = (mg_segment){ { 1000, 1050 }, { 2000, 1050 }, 0, 0 };
  for (int faint = 0; faint < 2; faint++) {
    mg_edge_run run = { "edge", { 7, 8, 9, faint ? 1 : 255 }, 100, M, line };
    cairo_surface_t *page = page_new();
    mg_pixels pixels = pixels_of(page);
    const unsigned char *at = pixels.data + 10 * pixels.stride + 4 * 15;

    ck_assert_int_eq(mg_lines_draw(&pixels, &run, 1), 1);
    ck_assert_int_eq(pixel_colour(at, BLUE), 9);
    ck_assert_int_eq(pixel_colour(at, GREEN), 8);
    ck_assert_int_eq(pixel_colour(at, RED), 7);
    ck_assert_int_eq(pixel_colour(at + 2 * pixels.stride, BLUE), 255);
    cairo_surface_destroy(page);
  }
  free(line);
}
END_TEST

/* n faint lines: what shows through is (1 - alpha)^n, whatever the rounding of
 * one of them. */
START_TEST(faint_lines_add_up)
{
  static mg_segment line[400];

  for (size_t k = 0; k < 400; k++)
    line[k] = (mg_segment){ { 1000, 1050 }, { 2000, 1050 }, 0, 0 };
  for (size_t n = 1; n <= 400; n += 57) {
    mg_edge_run run = { "edge", { 0, 0, 0, 1 }, 100, n, line };
    cairo_surface_t *page = page_new();
    mg_pixels pixels = pixels_of(page);

    ck_assert_int_eq(mg_lines_draw(&pixels, &run, 1), 1);
    ck_assert_double_eq_tol(pixel_colour(pixels.data + 10 * pixels.stride + 4 * 15,
                                         BLUE),
                            255 * pow(1 - 1 / 255.0, (double)n), 0.6);
    cairo_surface_destroy(page);
  }
}
END_TEST

/* An opacity that rounds to 0 of 255, a width that rounds to 0. */
START_TEST(lines_that_are_not_seen_change_nothing)
{
  static const mg_segment line[] = { { { 1000, 1050 }, { 2000, 1350 }, 0, 0 },
                                     { { 1000, 1050 }, { 1000, 1050 }, 0, 0 } };
  const mg_edge_run run[] = { { "edge", { 20, 60, 120, 0 }, 100, 2, line },
                              { "edge", { 20, 60, 120, 255 }, 0, 2, line } };
  cairo_surface_t *page = page_new(), *white = page_new();
  mg_pixels pixels = pixels_of(page);

  for (size_t k = 0; k < 2; k++) {
    ck_assert_int_eq(mg_lines_draw(&pixels, &run[k], 1), 1);
    ck_assert_mem_eq(pixels.data, pixels_of(white).data, SIDE * SIDE * 4);
  }
  cairo_surface_destroy(page);
  cairo_surface_destroy(white);
}
END_TEST

START_TEST(nothing_is_drawn_of_what_is_elsewhere)
{
  static const mg_segment line[] = {
    { { -900, -800 }, { -10000, -2000 }, 0, 0 },
    { { 100 * MG_UNITS * SIDE, 0 }, { 100 * MG_UNITS * SIDE, 500 }, 0, 0 }
  };
  cairo_surface_t *page = page_new(), *white = page_new();
  mg_pixels pixels = pixels_of(page);

  for (size_t count = 0; count <= 2; count++) {
    mg_edge_run run = { "edge", { 20, 60, 120, 255 }, 100, count, line };
    mg_node_run none = { .name = "node", .radius = 100 };

    ck_assert_int_eq(mg_lines_draw(&pixels, &run, 1), 1);
    ck_assert_int_eq(mg_dots_draw(&pixels, &none, 1, 1), 1);
    ck_assert_mem_eq(pixels.data, pixels_of(white).data, SIDE * SIDE * 4);
  }
  cairo_surface_destroy(page);
  cairo_surface_destroy(white);
}
END_TEST

START_TEST(nodes_stay_within_the_picture)
{
  enum { SMALL = 20, GUARD = 64 };
  unsigned char data[GUARD + SMALL * SMALL * 4 + GUARD];
  mg_pixels pixels = { data + GUARD, SMALL, SMALL, SMALL * 4 };
  static const mg_dot dot[] = {
    { { 0, 0 }, NULL, 0, 0, 0 }, { { 2000, 2000 }, NULL, 0, 0, 0 },
    { { -300, 1000 }, NULL, 0, 0, 0 }, { { 2300, 0 }, NULL, 300, 0, 0 },
    { { -2000000000, 2000000000 }, NULL, 0, 0, 0 },
    { { 1000, 1000 }, NULL, 1, 0, 0 }
  };
  mg_node_run run = { .name = "node", .fill = { 9, 9, 9, 255 }, .radius = 500,
                      .outline_width = 20, .outline = { 9, 9, 9, 255 },
                      .count = 6, .dot = dot };

  memset(data, 255, sizeof data);
  ck_assert_int_eq(mg_dots_draw(&pixels, &run, 1, 1), 1);
  for (int k = 0; k < GUARD; k++) {
    ck_assert_int_eq(data[k], 255);
    ck_assert_int_eq(data[sizeof data - 1 - (size_t)k], 255);
  }
  ck_assert_int_eq(pixel_colour(data + GUARD, BLUE), 9);
  ck_assert_int_eq(pixel_colour(data + GUARD + SMALL * SMALL * 4 - 4, BLUE), 9);
}
END_TEST

/* What is too large for stamps, or of too many sizes, is left to Cairo, and
 * nothing is drawn before that is known. */
START_TEST(what_is_not_stamped_is_left_alone)
{
  enum { M = 100000 };
  static mg_dot dot[M];
  mg_node_run run = { .name = "node", .fill = { 9, 9, 9, 255 }, .radius = 700,
                      .count = 1, .dot = dot };
  cairo_surface_t *page = page_new(), *white = page_new();
  mg_pixels pixels = pixels_of(page);

  for (size_t k = 0; k < M; k++)
    dot[k] = (mg_dot){ .at = { anywhere(), anywhere() } };
  ck_assert_int_eq(mg_dots_draw(&pixels, &run, 1, 1), 0);
  run.radius = 70000;
  ck_assert_int_eq(mg_dots_draw(&pixels, &run, 1, 0.001), 0);
  run.radius = 500;
  run.count = M;
  for (size_t k = 0; k < M; k++)
    dot[k].radius = 1 + (int)(uniform() * 599);
  ck_assert_int_eq(mg_dots_draw(&pixels, &run, 1, 1), 0);
  ck_assert_mem_eq(pixels.data, pixels_of(white).data, SIDE * SIDE * 4);
  cairo_surface_destroy(page);
  cairo_surface_destroy(white);
}
END_TEST

START_TEST(fuse)
{
  static mg_segment line[20];
  static mg_dot dot[20];
  mg_edge_run lines = { "edge", { 20, 60, 120, 30 }, 40, 20, line };
  mg_node_run dots = { .name = "node", .fill = { 200, 40, 30, 200 },
                       .radius = 150, .mark = MG_STAR, .count = 20,
                       .dot = dot };
  cairo_surface_t *page = page_new(), *white = page_new();
  mg_pixels pixels = pixels_of(page);
  int done = 0;

  for (size_t k = 0; k < 20; k++) {
    line[k] = (mg_segment){ { anywhere(), anywhere() },
                            { anywhere(), anywhere() }, 0, 0 };
    dot[k] = (mg_dot){ line[k].a, NULL, k % 2 == 0 ? 100 : 0, 0, 0 };
  }
  for (int which = 0; which < 2; which++)
    for (long good = 0; ; good++) {
      mg_fuse_set(good);
      done = which == 0 ? mg_lines_draw(&pixels, &lines, 1)
                        : mg_dots_draw(&pixels, &dots, 1, 1);
      if (!mg_fuse_blown())
        break;
      ck_assert_int_eq(done, 0);
      if (which == 0)
        ck_assert_mem_eq(pixels.data, pixels_of(white).data, SIDE * SIDE * 4);
      mg_fuse_set(-1);
    }
  mg_fuse_set(-1);
  ck_assert_int_eq(done, 1);
  cairo_surface_destroy(page);
  cairo_surface_destroy(white);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(lines_look_like_cairos),
    TEST(nodes_look_like_cairos),
    TEST(threads_change_nothing),
    TEST(a_million_lines_at_one_place_are_opaque),
    TEST(faint_lines_add_up),
    TEST(lines_that_are_not_seen_change_nothing),
    TEST(nothing_is_drawn_of_what_is_elsewhere),
    TEST(nodes_stay_within_the_picture),
    TEST(what_is_not_stamped_is_left_alone),
    TEST(fuse)
  };
  const unit_needs needs = { .seconds = 120 };

  return unit_run("pixels", tests, COUNT(tests), &needs);
}
