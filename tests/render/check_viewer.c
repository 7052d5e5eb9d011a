/* The interactive page, as a file: what it holds is read back from its bytes.
 * How it behaves in a browser is tested by tests/browser. */
#define _GNU_SOURCE            /* memmem */
#include "base/mem.h"
#include "render/html/viewer.h"
#include "scratch.h"
#include "unit.h"

#include <math.h>
#include <stdint.h>

/* ---- pages ---- */

enum { N = 3, M = 2, FRAMES = 2 };

/* Three nodes on a path, two frames, two models: a page that can be checked by
 * hand.  The second model stands on its head. */
typedef struct {
  mg_graph graph;
  mg_style style;
  mg_picture picture;
  mg_viewer viewer;
  mg_viewer_run run[2];
  mg_viewer_frame frame[FRAMES];
  size_t dim;
  double at[FRAMES][N * 5];
} sample;

static const char *const plain_names[] = { "a", "b", "c" };
static const char *const plain_groups[] = { "one", "two" };
static const int groups_of_nodes[N] = { 0, 1, -1 };

static void
pose(void *ctx, size_t run, size_t frame, double *y)
{
  const sample *s = ctx;

  for (size_t k = 0; k < s->graph.n * s->dim; k++)
    y[k] = (run == 0 ? 1 : -1) * s->at[frame][k];
}

/* Of frames that are not between others only. */
static void
pose_of_two(void *ctx, size_t run, size_t frame, double *y)
{
  ck_assert(frame != 1);
  pose(ctx, run, 0, y);
}

static void
sample_init(sample *s, size_t dim)
{
  const double lengths[M] = { 1, 2.5 };
  unsigned *ends = mg_alloc(2 * M, sizeof *ends);

  memset(s, 0, sizeof *s);
  memcpy(ends, (unsigned[]){ 0, 1, 1, 2 }, 2 * M * sizeof *ends);
  ck_assert_int_eq(mg_graph_init(&s->graph, N, M, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&s->graph, lengths, NULL, NULL),
                   MGNN_OK);
  mg_style_init(&s->style);
  s->dim = dim;
  for (size_t f = 0; f < FRAMES; f++)
    for (size_t k = 0; k < N * dim; k++)
      s->at[f][k] = (double)((7 * k + 3 * f) % 10) / 4 - 1;
  s->frame[0] = (mg_viewer_frame){ 0, 8.5, 0.5, 0 };
  s->frame[1] = (mg_viewer_frame){ 1, 0.125, NAN, 0 };
  for (size_t r = 0; r < 2; r++)
    s->run[r] = (mg_viewer_run){ .title = r == 0 ? "MGNN" : "SGC",
                                 .frames = FRAMES, .frame = s->frame };
  s->picture = (mg_picture){ .names = plain_names, .group = groups_of_nodes,
                             .groups = plain_groups, .group_count = 2 };
  s->viewer = (mg_viewer){
    .graph = &s->graph, .dim = dim, .picture = &s->picture,
    .style = &s->style, .heading = "path",
    .words = { "layer", "Energy", "E", NULL }, .fps = NAN, .shows_z = 1,
    .runs = 2, .run = s->run, .pose = pose, .ctx = s
  };
}

typedef struct {
  char *text;
  size_t len;
} page;

static page
page_of(const mg_viewer *v)
{
  page p = { NULL, 0 };
  FILE *out = open_memstream(&p.text, &p.len);

  ck_assert_int_eq(mg_viewer_write(v, out, NULL), MGNN_OK);
  fclose(out);
  return p;
}

/* How often a text occurs. */
static size_t
count_of(const char *text, const char *part)
{
  size_t count = 0;

  for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
    count++;
  return count;
}

/* The bytes of the base64 between two texts; *len receives their number. */
static unsigned char *
bytes_of(const page *p, size_t *len)
{
  static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = strstr(p->text, "id=\"bytes\">\n") + 12;
  unsigned char *out = malloc(p->len);
  unsigned bits = 0, held = 0;

  *len = 0;
  for (; *at != '\n' && *at != '='; at++) {
    const char *digit = strchr(digits, *at);

    ck_assert_ptr_nonnull(digit);
    bits = bits << 6 | (unsigned)(digit - digits);
    if ((held += 6) >= 8)
      out[(*len)++] = (unsigned char)(bits >> (held -= 8));
  }
  return out;
}

static double
float_at(const unsigned char *bytes)
{
  uint32_t bits = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8
                  | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
  float x;

  memcpy(&x, &bits, sizeof x);
  return x;
}

/* A first frame before the last, of `count` numbers: a step as a float, then each in steps,
 * 1 + 2 q or -2 q, seven bits per byte.  Returns where the next array begins. */
static const unsigned char *
coarse_read(const unsigned char *at, size_t count, double *out)
{
  const unsigned char *from = at;
  double step = float_at(at);

  at += 4;
  for (size_t k = 0; k < count; k++) {
    double code = 0, unit = 1;

    for (; *at > 127; unit *= 128)
      code += (*at++ & 127) * unit;
    code += *at++ * unit;
    out[k] = step * (fmod(code, 2) == 1 ? (code - 1) / 2 : -code / 2);
  }
  return at + (4 - (size_t)(at - from) % 4) % 4;
}

/* A frame on the line between two others is counted and not written. */
START_TEST(frames_between_others_are_not_written)
{
  const mg_viewer_frame frame[3] = { { 0, 2, 1, 0 }, { 0, 2, 1, 1 },
                                     { 7, 1, 0, 0 } };
  sample s;
  size_t len;
  unsigned char *bytes;
  double first[2 * N];
  page p;

  sample_init(&s, 2);
  s.viewer.runs = 1;
  s.run[0].frames = 3;
  s.run[0].frame = frame;
  memcpy(s.at[1], s.at[0], sizeof s.at[0]);
  s.viewer.pose = pose_of_two;
  p = page_of(&s.viewer);
  bytes = bytes_of(&p, &len);
  ck_assert_ptr_eq(coarse_read(bytes + 16, 2 * N, first) + 4 * 2 * N, bytes + len);
  free(bytes);
  ck_assert_ptr_nonnull(strstr(p.text, "\"steps\": [0, 0, 7]"));
  ck_assert_ptr_nonnull(strstr(p.text, "\"kept\": [0, 2]"));
  free(p.text);
  mg_graph_free(&s.graph);
}
END_TEST

/* Ends as bytes (4), targets (2 floats), labels (3 bytes and one to fill), then
 * two runs of two frames: the last as floats, which hold quarters. */
START_TEST(arrays_hold_edges_lengths_labels_and_frames)
{
  static const unsigned char ends[] = { 0, 1, 1, 2 }, labels[] = { 0, 1, 2 };
  sample s;
  size_t len;
  unsigned char *bytes;
  const unsigned char *run;
  page p;

  sample_init(&s, 2);
  p = page_of(&s.viewer);
  bytes = bytes_of(&p, &len);
  run = bytes + 16;
  ck_assert_mem_eq(bytes, ends, 4);
  ck_assert_double_eq(float_at(bytes + 4), 1);
  ck_assert_double_eq(float_at(bytes + 8), 2.5);
  ck_assert_mem_eq(bytes + 12, labels, 3);
  for (size_t r = 0; r < 2; r++) {
    double sign = r == 0 ? 1 : -1, most = 1.25, first[2 * N];

    run = coarse_read(run, 2 * N, first);
    for (size_t k = 0; k < 2 * N; k++, run += 4) {
      ck_assert_double_eq_tol(first[k], sign * s.at[0][k], most / (1 << 23));
      ck_assert_double_eq(float_at(run), sign * s.at[1][k]);
    }
  }
  ck_assert_ptr_eq(run, bytes + len);
  free(bytes);
  free(p.text);
  mg_graph_free(&s.graph);
}
END_TEST

/* In five dimensions positions are projected, but lengths are the true ones. */
START_TEST(many_dimensions_come_with_their_lengths)
{
  sample s;
  size_t len;
  unsigned char *bytes, *end;
  page p;

  sample_init(&s, 5);
  p = page_of(&s.viewer);
  bytes = bytes_of(&p, &len);
  end = bytes + len - 4 * M;           /* the last frame of the last run */
  for (size_t e = 0; e < M; e++) {
    double sum = 0;

    for (size_t c = 0; c < 5; c++)
      sum += pow(s.at[1][5 * e + c] - s.at[1][5 * (e + 1) + c], 2);
    ck_assert_double_eq_tol(float_at(end + 4 * e), sqrt(sum), 1e-6);
  }
  free(bytes);
  free(p.text);
  mg_graph_free(&s.graph);
}
END_TEST

/* Three points in five dimensions that spread along two of them, more along the
 * second: the page shows these first, whatever their signs, and then nothing. */
START_TEST(many_dimensions_show_the_first_axes)
{
  static const double far[N] = { 8, 0, -8 }, wide[N] = { 2, -4, 2 };
  sample s;
  size_t len;
  unsigned char *bytes;
  const unsigned char *at;
  double first[3 * N];
  page p;

  sample_init(&s, 5);
  memset(s.at[1], 0, sizeof s.at[1]);
  for (size_t i = 0; i < N; i++) {
    s.at[1][5 * i + 1] = far[i];
    s.at[1][5 * i + 2] = wide[i];
  }
  p = page_of(&s.viewer);
  bytes = bytes_of(&p, &len);
  at = coarse_read(bytes + 16, 3 * N, first);          /* the first run's second frame */
  for (size_t i = 0; i < N; i++) {
    ck_assert_double_eq_tol(fabs(float_at(at + 12 * i)), fabs(far[i]), 1e-5);
    ck_assert_double_eq_tol(fabs(float_at(at + 12 * i + 4)), fabs(wide[i]),
                            1e-5);
    ck_assert_double_eq_tol(float_at(at + 12 * i + 8), 0, 1e-5);
  }
  free(bytes);
  free(p.text);
  mg_graph_free(&s.graph);
}
END_TEST

/* The axes of the page's first view. */
static void
view_is(const mg_viewer *v, const double *expected)
{
  page p = page_of(v);
  char *at = strstr(p.text, "\"view\": [");

  ck_assert_ptr_nonnull(at);
  at += strlen("\"view\": [");
  for (size_t k = 0; k < 9; k++, at++) {
    ck_assert_double_eq_tol(strtod(at, &at), expected[k], 1e-15);
    ck_assert_int_eq(*at, k < 8 ? ',' : ']');
  }
  free(p.text);
}

/* Rows: what points right, up and to the reader, who stands in front (-y), at
 * the right (x), above (z), and half-way up at the right. */
START_TEST(space_is_first_seen_from_where_the_user_says)
{
  const double h = sqrt(0.5);
  const struct {
    double from[2], axis[9];
  } side[] = {
    { { 0, 0 }, { 1, 0, 0, 0, 0, 1, 0, -1, 0 } },
    { { 90, 0 }, { 0, 1, 0, 0, 0, 1, 1, 0, 0 } },
    { { 0, 90 }, { 1, 0, 0, 0, 1, 0, 0, 0, 1 } },
    { { 90, 45 }, { 0, 1, 0, -h, 0, h, h, 0, h } }
  };
  sample s;

  sample_init(&s, 3);
  for (size_t k = 0; k < sizeof side / sizeof *side; k++) {
    s.viewer.seen_from = side[k].from;
    view_is(&s.viewer, side[k].axis);
  }
  mg_graph_free(&s.graph);
  sample_init(&s, 2);          /* a plane is seen as it is */
  s.viewer.seen_from = side[0].from;
  view_is(&s.viewer, side[2].axis);
  mg_graph_free(&s.graph);
}
END_TEST

START_TEST(first_choices_are_reported)
{
  static const char *const expected[2][3] = {
    { "\"colour\": null,", "\"space\": \"y\",", "\"names\": false," },
    { "\"colour\": \"strain\",", "\"space\": \"z\",", "\"names\": true," }
  };
  sample s;

  sample_init(&s, 2);
  for (int on = 0; on < 2; on++) {
    page p;

    s.viewer.shows_strain = s.viewer.shows_z = s.style.labels = on;
    p = page_of(&s.viewer);
    for (size_t k = 0; k < 3; k++)
      ck_assert_uint_eq(count_of(p.text, expected[on][k]), 1);
    free(p.text);
  }
  mg_graph_free(&s.graph);
}
END_TEST

/* The page's own sources hold what is counted here; with such names, labels
 * and titles it must not be found once more. */
START_TEST(hostile_text_stays_text)
{
  static const char *const evil[] = {
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(2)>",
    "\xe2\x80\xa8'\"`\\ \x01 ]]>--><!--&lt;\xff"
  };
  static const char *const parts[] = { "<script", "</script", "<img", "<!--",
                                       "<", ">", "&lt;", "\xe2\x80\xa8",
                                       "\x01" };
  sample s;
  page tame, wild;

  sample_init(&s, 2);
  s.style.title = "tame";
  tame = page_of(&s.viewer);
  s.picture.names = s.picture.groups = evil;
  s.style.title = "a";                 /* of titles only the heading differs */
  s.run[0].title = evil[0];
  wild = page_of(&s.viewer);
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
    ck_assert_uint_eq(count_of(tame.text, parts[k]),
                      count_of(wild.text, parts[k]));
  ck_assert_ptr_nonnull(strstr(wild.text, "\"\\u003cimg src=x onerror=alert(2)"
                                          "\\u003e\""));
  free(wild.text);
  s.style.title = evil[0];
  wild = page_of(&s.viewer);
  ck_assert_ptr_nonnull(strstr(wild.text, "<title>&lt;/script&gt;&lt;script&gt;alert"
                                          "(1)&lt;/script&gt;</title>"));
  ck_assert_uint_eq(count_of(tame.text, "<script"),
                    count_of(wild.text, "<script"));
  free(tame.text);
  free(wild.text);
  mg_graph_free(&s.graph);
}
END_TEST

/* Nothing may be fetched, and only what the policy names may run: the hashes
 * of what really stands between the tags, computed by the system's tools. */
START_TEST(policy_names_script_and_style)
{
  static const struct {
    const char *open, *close, *directive;
  } part[] = {
    { "<style>", "</style>", "style-src 'sha256-" },
    { "<script type=\"module\">", "</script>", "script-src 'sha256-" }
  };
  sample s;
  page p;

  sample_init(&s, 2);
  p = page_of(&s.viewer);
  ck_assert_ptr_nonnull(strstr(p.text, "default-src 'none'"));
  ck_assert_ptr_null(strstr(p.text, "unsafe"));
  ck_assert_ptr_null(strstr(p.text, "https:"));
  ck_assert_ptr_null(strstr(p.text, "@DATA@"));
  for (size_t k = 0; k < 2; k++) {
    char *from = strstr(p.text, part[k].open) + strlen(part[k].open), said[64];
    char *to = strstr(from, part[k].close), *policy;
    FILE *tool;

    put_bytes("part", from, (size_t)(to - from));
    tool = popen("openssl dgst -sha256 -binary part 2>/dev/null"
                 " | openssl base64 2>/dev/null", "r");
    ck_assert_ptr_nonnull(tool);
    policy = fgets(said, sizeof said, tool);
    pclose(tool);
    if (policy == NULL)        /* there is no openssl here */
      continue;
    said[strcspn(said, "\n")] = '\0';
    policy = strstr(p.text, part[k].directive) + strlen(part[k].directive);
    ck_assert_int_eq(strncmp(policy, said, strlen(said)), 0);
    ck_assert_int_eq(policy[strlen(said)], '\'');
  }
  free(p.text);
  mg_graph_free(&s.graph);
}
END_TEST

START_TEST(sources_are_small)
{
  ck_assert_uint_gt(mg_viewer_page_size, 10000);
  ck_assert_uint_lt(mg_viewer_page_size, 120000);
}
END_TEST

START_TEST(same_content_gives_same_bytes)
{
  sample s;
  page a, b;

  sample_init(&s, 3);
  a = page_of(&s.viewer);
  b = page_of(&s.viewer);
  ck_assert_uint_eq(a.len, b.len);
  ck_assert_mem_eq(a.text, b.text, a.len);
  free(a.text);
  free(b.text);
  mg_graph_free(&s.graph);
}
END_TEST

/* Lengths that a float cannot hold are scaled, and positions that are no
 * numbers do not stop the page. */
START_TEST(odd_numbers_are_written)
{
  sample s;
  page p;

  sample_init(&s, 2);
  for (size_t k = 0; k < 2 * N; k++)
    s.at[0][k] *= 1e100, s.at[1][k] *= 1e100;
  s.at[0][0] = NAN;
  s.at[0][1] = INFINITY;
  s.frame[0].merit = NAN;
  p = page_of(&s.viewer);
  ck_assert_ptr_nonnull(strstr(p.text, "\"merit\": [null, 0.125]"));
  ck_assert_ptr_null(strstr(p.text, "\"scale\": 1,"));
  free(p.text);
  mg_graph_free(&s.graph);
}
END_TEST

START_TEST(empty_graph_is_a_page)
{
  sample s;
  mg_graph nothing;
  page p;

  sample_init(&s, 2);
  ck_assert_int_eq(mg_graph_init(&nothing, 0, 0, mg_alloc(0, 1), NULL), MGNN_OK);
  s.viewer.graph = &nothing;
  s.picture.group = NULL;
  s.picture.group_count = 0;
  mg_graph_free(&s.graph);
  s.graph.n = 0;
  p = page_of(&s.viewer);
  ck_assert_ptr_nonnull(strstr(p.text, "\"names\": []"));
  free(p.text);
  mg_graph_free(&nothing);
}
END_TEST

START_TEST(unknown_palette_is_refused)
{
  sample s;
  mgnn_error err = { MGNN_OK, "" };
  FILE *out = fopen("refused", "w");

  sample_init(&s, 2);
  s.style.palette = "mud";
  ck_assert_int_eq(mg_viewer_write(&s.viewer, out, &err), MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "mud"));
  fclose(out);
  mg_graph_free(&s.graph);
}
END_TEST

START_TEST(fuse)
{
  static const double front[2] = { 0, 0 };
  sample s;

  for (size_t k = 1; k <= 6; k++) {
    mgnn_status status = MGNN_ENOMEM;

    sample_init(&s, k < 6 ? k : 3);
    s.viewer.seen_from = k < 6 ? NULL : front;
    for (long good = 0; status != MGNN_OK; good++) {
      FILE *out = fopen("fuse", "w");

      ck_assert_int_lt(good, 100);
      mg_fuse_set(good);
      status = mg_viewer_write(&s.viewer, out, NULL);
      if (!mg_fuse_blown())
        ck_assert_int_eq(status, MGNN_OK);
      else
        ck_assert_int_eq(status, MGNN_ENOMEM);
      mg_fuse_set(-1);
      fclose(out);
    }
    mg_graph_free(&s.graph);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(frames_between_others_are_not_written),
    TEST(arrays_hold_edges_lengths_labels_and_frames),
    TEST(many_dimensions_come_with_their_lengths),
    TEST(many_dimensions_show_the_first_axes),
    TEST(space_is_first_seen_from_where_the_user_says),
    TEST(first_choices_are_reported),
    TEST(hostile_text_stays_text),
    TEST(policy_names_script_and_style),
    TEST(sources_are_small),
    TEST(same_content_gives_same_bytes),
    TEST(odd_numbers_are_written),
    TEST(empty_graph_is_a_page),
    TEST(unknown_palette_is_refused),
    TEST(fuse)
  };

  return unit_run("viewer", tests, COUNT(tests), NULL);
}
