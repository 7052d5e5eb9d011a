/* The public calls of mgnn-draw.h: what they draw, what they refuse, and that a
 * failure leaves nothing behind. */
#define _GNU_SOURCE
#include <mgnn-draw.h>

#include "fuse.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { N = 4, M = 4 };
static const mgnn_node ends[2 * M] = { 0, 1, 1, 2, 2, 3, 3, 0 };
static const double unit_lengths[M] = { 1, 1, 1, 1 };
static const double square[2 * N] = { 0, 0, 1, 0, 1, 1, 0, 1 };
static const double space[3 * N] = { 0, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 1 };
static const char *const names[N] = { "ann", "bob", "cid", "d & <e>" };
static const char *const clubs[N] = { "red club", "red club", "blue club", NULL };
static const double ages[N] = { 10, 20, 40, NAN };
static const double weights[M] = { 1, 2, 3, 4 };

static mgnn_draw *
drawing_new(void)
{
  const mgnn_draw_graph g = { .nodes = N, .edges = M, .ends = ends,
                              .length = unit_lengths };
  mgnn_draw *d;

  ck_assert_int_eq(mgnn_draw_new(&d, &g, NULL), MGNN_OK);
  return d;
}

/* The same with all that can be known. */
static mgnn_draw *
drawing_full(void)
{
  mgnn_draw *d = drawing_new();

  ck_assert_int_eq(mgnn_draw_names(d, names, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_draw_texts(d, MGNN_DRAW_NODES, "club", clubs, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_draw_numbers(d, MGNN_DRAW_NODES, "age", ages, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_draw_numbers(d, MGNN_DRAW_EDGES, "weight", weights, NULL),
                   MGNN_OK);
  return d;
}

static void
set(mgnn_draw *d, const char *option, const char *value)
{
  mgnn_error err = { MGNN_OK, "" };

  ck_assert_msg(mgnn_draw_set(d, option, value, &err) == MGNN_OK, "%s", err.text);
}

/* The SVG as a text, to be freed with mgnn_draw_bytes_free. */
static char *
svg_of(const mgnn_draw *d, size_t dim, const double *y)
{
  unsigned char *bytes;
  mgnn_error err = { MGNN_OK, "" };
  size_t size;

  ck_assert_msg(mgnn_draw_bytes(d, dim, y, "svg", &bytes, &size, &err) == MGNN_OK,
                "%s", err.text);
  ck_assert_uint_eq(size, strlen((char *)bytes));
  return (char *)bytes;
}

static void
shows(const mgnn_draw *d, const char *text, int shown)
{
  char *svg = svg_of(d, 2, square);

  ck_assert_msg((strstr(svg, text) != NULL) == shown, "%s %s in %s", text,
                shown ? "is not" : "is", svg);
  mgnn_draw_bytes_free((unsigned char *)svg);
}

START_TEST(every_format_starts_as_it_should)
{
  static const struct {
    const char *format, *start;
  } row[] = { { "svg", "<" }, { "png", "\x89PNG" }, { "pdf", "%PDF" },
              { "html", "<!DOCTYPE html>" } };
  mgnn_draw *d = drawing_full();
  unsigned char *bytes, start[16] = "";
  char path[20];
  FILE *file;
  size_t size;

  ck_assert_str_eq(mgnn_draw_format((size_t)_i), row[_i].format);
  ck_assert_ptr_null(mgnn_draw_format(COUNT(row)));
  ck_assert_int_eq(mgnn_draw_bytes(d, 3, space, row[_i].format, &bytes, &size, NULL),
                   MGNN_OK);
  ck_assert_uint_gt(size, strlen(row[_i].start));
  ck_assert_int_eq(memcmp(bytes, row[_i].start, strlen(row[_i].start)), 0);
  mgnn_draw_bytes_free(bytes);
  snprintf(path, sizeof path, "x.%s", row[_i].format);
  ck_assert_int_eq(mgnn_draw_file(d, 3, space, NULL, path, NULL), MGNN_OK);
  file = fopen(path, "rb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_gt(fread(start, 1, 15, file), 0);
  fclose(file);
  ck_assert_int_eq(memcmp(start, row[_i].start, strlen(row[_i].start)), 0);
  mgnn_draw_free(d);
}
END_TEST

START_TEST(what_is_known_is_shown)
{
  mgnn_draw *d = drawing_full();

  shows(d, "red club", 0);
  set(d, "labels", "club");
  shows(d, "red club", 1);
  shows(d, "blue club", 1);
  set(d, "node-labels", NULL);
  shows(d, ">bob</text>", 1);
  shows(d, "d &amp; &lt;e&gt;", 1);
  set(d, "names", "club");             /* takes the place of the names */
  shows(d, ">bob</text>", 0);
  set(d, "node-color", "attr:age");
  shows(d, ">age<", 1);
  set(d, "edge-color", "attr:weight");
  shows(d, ">weight<", 1);
  set(d, "edge-color", "strain");      /* the last one counts */
  shows(d, ">weight<", 0);
  shows(d, ">strain<", 1);
  set(d, "title", "A square");
  shows(d, "A square", 1);
  mgnn_draw_free(d);
}
END_TEST

/* A page has all frames, a picture the last: that of the positions alone. */
START_TEST(frames_follow_one_another)
{
  mgnn_draw *d = drawing_new(), *one = drawing_new();
  double both[4 * N] = { 0 };
  unsigned char *page;
  char *a, *b;
  size_t size;

  for (size_t i = 0; i < N; i++)
    both[2 * i] = (double)i;
  memcpy(both + 2 * N, square, 2 * N * sizeof *both);
  ck_assert_int_eq(mgnn_draw_frames(d, 0, NULL), MGNN_EINVAL);
  ck_assert_int_eq(mgnn_draw_frames(d, 2, NULL), MGNN_OK);
  a = svg_of(d, 2, both);
  b = svg_of(one, 2, square);
  ck_assert_str_eq(a, b);
  ck_assert_int_eq(mgnn_draw_bytes(d, 2, both, "html", &page, &size, NULL), MGNN_OK);
  ck_assert_ptr_nonnull(strstr((char *)page, "\"steps\": [0, 1]"));
  mgnn_draw_bytes_free(page);
  mgnn_draw_bytes_free((unsigned char *)a);
  mgnn_draw_bytes_free((unsigned char *)b);
  mgnn_draw_free(d);
  mgnn_draw_free(one);
}
END_TEST

/* How often a text occurs in the SVG. */
static int
occurs(const mgnn_draw *d, const double *y, const char *text)
{
  char *svg = svg_of(d, 2, y);
  int count = 0;

  for (const char *at = svg; (at = strstr(at, text)) != NULL; at++)
    count++;
  mgnn_draw_bytes_free((unsigned char *)svg);
  return count;
}

/* Two frames of the square: all of both on a sheet, and moving in an animation. */
START_TEST(all_frames_are_drawn_if_asked_for)
{
  mgnn_draw *d = drawing_full();
  double both[4 * N];
  unsigned char *bytes;
  mgnn_error err;
  size_t size;

  memcpy(both, square, 2 * N * sizeof *both);
  for (size_t k = 0; k < 2 * N; k++)
    both[2 * N + k] = 2 * square[k];
  ck_assert_int_eq(mgnn_draw_frames(d, 2, NULL), MGNN_OK);
  set(d, "node-labels", NULL);
  ck_assert_int_eq(occurs(d, both, ">bob</text>"), 1);
  set(d, "frames", "sheet");
  ck_assert_int_eq(occurs(d, both, ">bob</text>"), 2);
  ck_assert_int_eq(occurs(d, both, ">layer 0</text>"), 1);
  ck_assert_int_eq(occurs(d, both, ">layer 1</text>"), 1);
  ck_assert_int_eq(occurs(d, both, "<animate"), 0);
  set(d, "frames", "animation");
  ck_assert_int_gt(occurs(d, both, "<animate"), 0);
  ck_assert_int_eq(mgnn_draw_bytes(d, 2, both, "pdf", &bytes, &size, &err), MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "svg, png or html, not pdf"));
  ck_assert_int_eq(mgnn_draw_bytes(d, 2, both, "png", &bytes, &size, NULL), MGNN_OK);
  ck_assert_ptr_nonnull(memmem(bytes, size, "acTL", 4));  /* of an animated PNG */
  mgnn_draw_bytes_free(bytes);
  ck_assert_int_eq(mgnn_draw_set(d, "frames", "first", NULL), MGNN_EINVAL);
  set(d, "no-overlap", NULL);
  ck_assert_int_eq(mgnn_draw_bytes(d, 2, both, "svg", &bytes, &size, &err), MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "for one drawing in the plane"));
  mgnn_draw_free(d);
}
END_TEST

/* Heads are the only closed outlines where nodes are discs. */
static int
heads(const mgnn_draw *d)
{
  return occurs(d, square, "z\"") + occurs(d, square, "zM");
}

/* One head at the edge with a direction, two at that with both, and none without. */
START_TEST(edges_have_heads_and_words)
{
  static const double none[M] = { 0 }, both[M] = { 2 }, one[M] = { 1 };
  static const char *const roads[M] = { "A1", NULL, "B 27", NULL };
  mgnn_draw *d = drawing_new();

  ck_assert_int_eq(mgnn_draw_texts(d, MGNN_DRAW_EDGES, "road", roads, NULL), MGNN_OK);
  set(d, "edge-labels", "road");
  ck_assert_int_eq(mgnn_draw_numbers(d, MGNN_DRAW_EDGES, "(directed)", none, NULL), MGNN_OK);
  ck_assert_int_eq(heads(d), 0);
  ck_assert_int_eq(occurs(d, square, ">B 27</text>"), 1);
  ck_assert_int_eq(mgnn_draw_numbers(d, MGNN_DRAW_EDGES, "(directed)", one, NULL), MGNN_OK);
  ck_assert_int_eq(heads(d), 1);
  ck_assert_int_eq(mgnn_draw_numbers(d, MGNN_DRAW_EDGES, "(directed)", both, NULL), MGNN_OK);
  ck_assert_int_eq(heads(d), 2);
  set(d, "arrows", "no");
  ck_assert_int_eq(heads(d), 0);
  mgnn_draw_free(d);
}
END_TEST

/* Texts are within boxes, and boxes that cover each other move apart. */
START_TEST(nodes_have_shapes_and_space)
{
  static const double near[2 * N] = { 0, 0, 0.01, 0, 1, 1, 0, 1 };
  mgnn_draw *d = drawing_full();
  char *covered, *apart;

  set(d, "node-shape", "box");
  covered = svg_of(d, 2, near);
  set(d, "no-overlap", NULL);
  apart = svg_of(d, 2, near);
  ck_assert_int_ne(strcmp(covered, apart), 0);
  ck_assert_ptr_nonnull(strstr(apart, ">bob</text>"));
  mgnn_draw_bytes_free((unsigned char *)covered);
  mgnn_draw_bytes_free((unsigned char *)apart);
  ck_assert_int_eq(mgnn_draw_set(d, "node-shape", "egg", NULL), MGNN_EINVAL);
  mgnn_draw_free(d);
}
END_TEST

/* Without lengths distances say nothing, so there is no scale; with them a square
 * of side 1 has the scale 1 or a part of it. */
START_TEST(a_scale_is_shown_where_there_are_lengths)
{
  const mgnn_draw_graph g = { .nodes = N, .edges = M, .ends = ends };
  mgnn_draw *with = drawing_new(), *without;
  char *a, *b;

  ck_assert_int_eq(mgnn_draw_new(&without, &g, NULL), MGNN_OK);
  a = svg_of(with, 2, square);
  b = svg_of(without, 2, square);
  ck_assert_ptr_nonnull(strstr(a, "scale"));
  ck_assert_ptr_null(strstr(b, "scale"));
  mgnn_draw_bytes_free((unsigned char *)a);
  mgnn_draw_bytes_free((unsigned char *)b);
  mgnn_draw_free(with);
  mgnn_draw_free(without);
}
END_TEST

/* One edge of length 1 that should be 2 to 3 is too short by half; within its
 * interval it is met. */
START_TEST(intervals_are_met_between_their_ends)
{
  static const double low[] = { 2 }, high[] = { 3 }, near[] = { 0, 0, 1, 0 },
                      right[] = { 0, 0, 2.5, 0 };
  const mgnn_draw_graph g = { .nodes = 2, .edges = 1, .ends = ends, .length = low,
                              .upper = high };
  mgnn_draw *d;
  char *svg;

  ck_assert_int_eq(mgnn_draw_new(&d, &g, NULL), MGNN_OK);
  set(d, "annotate", "lengths");
  svg = svg_of(d, 2, near);
  ck_assert_ptr_nonnull(strstr(svg, "1/2"));
  mgnn_draw_bytes_free((unsigned char *)svg);
  svg = svg_of(d, 2, right);
  ck_assert_ptr_nonnull(strstr(svg, "2.5/2\xe2\x80\x93" "3"));
  mgnn_draw_bytes_free((unsigned char *)svg);
  mgnn_draw_free(d);
}
END_TEST

START_TEST(what_is_wrong_is_named)
{
  static const struct {
    const char *option, *value, *text;
  } row[] = {
    { "hue", "red", "there is no option --hue to draw with" },
    { "edge-colour", "red", "did you mean --edge-color?" },
    { "output", "x.svg", "there is no option --output" },
    { "edge-color", "invisible pink", "--edge-color is \"invisible pink\"" },
    { "edge-color", "", "--edge-color needs a value" },
    { "size", "big", "--size is \"big\"" },
    { "dpi", "1", "--dpi is 1, must be at least 10" },
    { "no-legend", "yes", "--no-legend takes no value" },
    { "palette", "neon", "palette" }
  };
  mgnn_draw *d = drawing_new();
  mgnn_error err = { MGNN_OK, "" };
  char *svg;

  if (strcmp(row[_i].option, "palette") != 0)  /* known when it is drawn */
    ck_assert_int_eq(mgnn_draw_set(d, row[_i].option, row[_i].value, &err),
                     MGNN_EINVAL);
  else {
    unsigned char *bytes;
    size_t size;

    set(d, row[_i].option, row[_i].value);
    ck_assert_int_eq(mgnn_draw_bytes(d, 2, square, "svg", &bytes, &size, &err),
                     MGNN_EINVAL);
    ck_assert_ptr_null(bytes);
  }
  ck_assert_msg(strstr(err.text, row[_i].text) != NULL, "%s", err.text);
  set(d, "palette", "safe");
  svg = svg_of(d, 2, square);          /* the drawing is as it was */
  mgnn_draw_bytes_free((unsigned char *)svg);
  mgnn_draw_free(d);
}
END_TEST

START_TEST(what_is_missing_is_named)
{
  mgnn_draw *d = drawing_full();
  mgnn_error err = { MGNN_OK, "" };
  double lost[2 * N];
  unsigned char *bytes;
  size_t size;

  set(d, "node-size", "attr:height");
  ck_assert_int_eq(mgnn_draw_bytes(d, 2, square, "svg", &bytes, &size, &err),
                   MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "there are: club, age"));
  set(d, "node-size", "5");
  ck_assert_int_eq(mgnn_draw_bytes(d, 2, square, "gif", &bytes, &size, &err),
                   MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "svg, png, pdf, html"));
  ck_assert_int_eq(mgnn_draw_file(d, 2, square, NULL, "drawing", &err), MGNN_EINVAL);
  ck_assert_int_eq(mgnn_draw_file(d, 2, square, NULL, "no/such/x.svg", &err), MGNN_EIO);
  ck_assert_int_eq(mgnn_draw_bytes(d, 0, square, "svg", &bytes, &size, &err),
                   MGNN_EINVAL);
  memcpy(lost, square, sizeof lost);
  lost[3] = NAN;
  ck_assert_int_eq(mgnn_draw_file(d, 2, lost, NULL, "lost.svg", &err), MGNN_EINVAL);
  ck_assert_int_ne(access("lost.svg", F_OK), 0);
  mgnn_draw_free(d);
}
END_TEST

START_TEST(graphs_that_are_none_are_refused)
{
  static const mgnn_node loop[] = { 1, 1 }, far[] = { 0, 9 };
  static const double high[] = { 2 };
  const mgnn_draw_graph row[] = {
    { .nodes = 2, .edges = 1, .ends = loop }, { .nodes = 2, .edges = 1, .ends = far },
    { .nodes = 2, .edges = 1, .ends = ends, .upper = high }
  };
  mgnn_draw *d = (mgnn_draw *)&loop;

  for (size_t k = 0; k < COUNT(row); k++) {
    ck_assert_int_eq(mgnn_draw_new(&d, &row[k], NULL), MGNN_EINVAL);
    ck_assert_ptr_null(d);
  }
  mgnn_draw_free(NULL);
}
END_TEST

START_TEST(no_nodes_can_be_drawn)
{
  const mgnn_draw_graph g = { 0 };
  mgnn_draw *d;
  char *svg;

  ck_assert_int_eq(mgnn_draw_new(&d, &g, NULL), MGNN_OK);
  svg = svg_of(d, 2, NULL);
  mgnn_draw_bytes_free((unsigned char *)svg);
  mgnn_draw_free(d);
}
END_TEST

START_TEST(options_are_listed_with_what_they_take)
{
  const char *word, *value, *help;
  int found = 0;

  for (size_t k = 0; (word = mgnn_draw_option(k, &value, &help)) != NULL; k++) {
    ck_assert_uint_gt(strlen(help), 5);
    if (strcmp(word, "no-legend") == 0)
      ck_assert_ptr_null(value);
    found += strcmp(word, "edge-color") == 0 && strcmp(value, "SPEC") == 0;
  }
  ck_assert_int_eq(found, 1);
}
END_TEST

START_TEST(failing_allocations_are_told)
{
  const mgnn_draw_graph g = { .nodes = N, .edges = M, .ends = ends,
                              .length = unit_lengths };
  unsigned char *bytes;
  mgnn_draw *d;
  size_t size;

  for (long good = 0;; good++) {
    mgnn_status status;

    d = NULL;
    mg_fuse_set(good);
    status = mgnn_draw_new(&d, &g, NULL);
    if (status == MGNN_OK)
      status = mgnn_draw_names(d, names, NULL);
    if (status == MGNN_OK)
      status = mgnn_draw_texts(d, MGNN_DRAW_NODES, "club", clubs, NULL);
    if (status == MGNN_OK)
      status = mgnn_draw_numbers(d, MGNN_DRAW_EDGES, "weight", weights, NULL);
    if (status == MGNN_OK)
      status = mgnn_draw_set(d, "labels", "club", NULL);
    if (status == MGNN_OK)
      status = mgnn_draw_set(d, "edge-color", "attr:weight", NULL);
    if (status == MGNN_OK)
      status = mgnn_draw_set(d, "edge-labels", "weight", NULL);
    if (status == MGNN_OK)
      status = mgnn_draw_bytes(d, 3, space, "svg", &bytes, &size, NULL);
    if (fuse_held(status))
      break;
    mgnn_draw_free(d);
  }
  mgnn_draw_bytes_free(bytes);
  mgnn_draw_free(d);
}
END_TEST

/* The same for sheets, animations and nodes that move apart. */
START_TEST(failing_allocations_of_frames_are_told)
{
  static const char *const option[] = { "frames", "frames", "no-overlap" };
  static const char *const value[] = { "sheet", "animation", NULL };
  double all[4 * N] = { 0 };

  for (long good = 0;; good++) {
    mgnn_draw *d = drawing_full();
    unsigned char *bytes;
    mgnn_status status;
    size_t size;

    set(d, "node-shape", "box");
    set(d, option[_i], value[_i]);
    ck_assert_int_eq(mgnn_draw_frames(d, _i < 2 ? 2 : 1, NULL), MGNN_OK);
    mg_fuse_set(good);
    status = mgnn_draw_bytes(d, 2, all, "svg", &bytes, &size, NULL);
    mgnn_draw_free(d);
    if (fuse_held(status)) {
      mgnn_draw_bytes_free(bytes);
      break;
    }
    ck_assert_ptr_null(bytes);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(every_format_starts_as_it_should, 4),
    TEST(what_is_known_is_shown),
    TEST(frames_follow_one_another),
    TEST(a_scale_is_shown_where_there_are_lengths),
    TEST(intervals_are_met_between_their_ends),
    TEST_EACH(what_is_wrong_is_named, 9),
    TEST(what_is_missing_is_named),
    TEST(graphs_that_are_none_are_refused),
    TEST(no_nodes_can_be_drawn),
    TEST(options_are_listed_with_what_they_take),
    TEST(all_frames_are_drawn_if_asked_for),
    TEST(edges_have_heads_and_words),
    TEST(nodes_have_shapes_and_space),
    TEST(failing_allocations_are_told),
    TEST_EACH(failing_allocations_of_frames_are_told, 3)
  };

  return unit_run("drawing_calls", tests, COUNT(tests), NULL);
}
