/* Drawings: what is on the page, that every backend shows it, and that nothing
 * a graph can hold breaks a file.  SVG is read by a small checker of its own,
 * PNG by libpng, and the two are compared through librsvg. */
#define _GNU_SOURCE            /* memmem */
#include "render/backend/backend.h"
#include "render/backend/draw_lines.h"
#include "render/canvas/text.h"
#include "render/compose/sheet.h"
#include "render/compose/still.h"
#include "scratch.h"
#include "random_numbers.h"
#include "unit.h"

#include <math.h>
#include <png.h>
#include <stdint.h>
#include <sys/wait.h>

/* ---- pictures to draw ---- */

static uint64_t state;

static double
uniform(void)
{
  return random_unit(&state);
}

/* A picture of n nodes at random and m edges between any of them. */
typedef struct {
  mg_picture pic;
  double *xy;
  unsigned *ends;
  char **names;
  int *group;
  char **groups;
} sample;

static sample
sample_new(size_t n, size_t m, size_t groups)
{
  sample s;
  char text[40];

  state = 7;
  memset(&s, 0, sizeof s);
  s.xy = calloc(2 * n + 1, sizeof *s.xy);
  s.ends = calloc(2 * m + 1, sizeof *s.ends);
  s.names = calloc(n + 1, sizeof *s.names);
  s.group = calloc(n + 1, sizeof *s.group);
  s.groups = calloc(groups + 1, sizeof *s.groups);
  for (size_t i = 0; i < n; i++) {
    s.xy[2 * i] = uniform();
    s.xy[2 * i + 1] = uniform();
    snprintf(text, sizeof text, "v%zu", i);
    s.names[i] = strdup(text);
    s.group[i] = groups > 0 ? (int)(i % groups) : -1;
  }
  for (size_t e = 0; e < m; e++) {
    s.ends[2 * e] = (unsigned)(uniform() * (double)n);
    do
      s.ends[2 * e + 1] = (unsigned)(uniform() * (double)n);
    while (n > 1 && s.ends[2 * e] == s.ends[2 * e + 1]);
  }
  for (size_t g = 0; g < groups; g++) {
    snprintf(text, sizeof text, "group %zu", g);
    s.groups[g] = strdup(text);
  }
  s.pic.n = n;
  s.pic.m = m;
  s.pic.xy = s.xy;
  s.pic.ends = s.ends;
  s.pic.names = (const char *const *)s.names;
  if (groups > 0) {
    s.pic.group = s.group;
    s.pic.groups = (const char *const *)s.groups;
    s.pic.group_count = groups;
  }
  return s;
}

static void
sample_free(sample *s)
{
  for (size_t i = 0; i < s->pic.n; i++)
    free(s->names[i]);
  for (size_t g = 0; s->groups[g] != NULL; g++)
    free(s->groups[g]);
  free(s->xy);
  free(s->ends);
  free(s->names);
  free(s->group);
  free(s->groups);
}

static const mg_meta some_meta[] = {
  { "command", "mgnn-layout a.gml -o <x>.svg" },
  { "seed", "1" },
  { "label", "Stra\xc3\x9f" "e & \"Weg\"" },
  { NULL, NULL }
};

/* ---- files ---- */

typedef struct {
  char *bytes;
  size_t len;
} blob;

static blob
draw(const mg_backend *b, const mg_scene *scene, const mg_meta *meta)
{
  blob out = { NULL, 0 };
  mgnn_error err = { MGNN_OK, "" };
  FILE *f = open_memstream(&out.bytes, &out.len);

  ck_assert_msg(b->draw(scene, meta, f, &err) == MGNN_OK, "%s: %s", b->name,
                err.text);
  fclose(f);
  return out;
}

static const mg_backend *
backend(const char *name)
{
  for (const mg_backend *b = mg_backends; b->name != NULL; b++)
    if (strcmp(b->name, name) == 0)
      return b;
  ck_abort_msg("no backend %s", name);
  return NULL;
}

static mg_scene
scene_of(const mg_picture *pic, const mg_style *style, const mg_viewport *view)
{
  mg_scene scene;
  mgnn_error err = { MGNN_OK, "" };

  ck_assert_msg(mg_scene_build(&scene, pic, style, view, &err) == MGNN_OK,
                "%s", err.text);
  return scene;
}

static blob
svg_of(const mg_picture *pic, const mg_style *style)
{
  mg_scene scene = scene_of(pic, style, NULL);
  blob svg = draw(backend("svg"), &scene, some_meta);

  mg_scene_free(&scene);
  return svg;
}

static mg_style
plain_style(void)
{
  mg_style style;

  mg_style_init(&style);
  return style;
}

static size_t
occurrences(const char *text, const char *what)
{
  size_t count = 0;

  for (; (text = strstr(text, what)) != NULL; text += strlen(what))
    count++;
  return count;
}

/* ---- a small reader of XML, strict enough for what we write ---- */

static const char *
xml_entity(const char *p)
{
  static const char *const known[] = { "&lt;", "&gt;", "&amp;", "&quot;",
                                       "&#39;" };

  for (size_t k = 0; k < 5; k++)
    if (strncmp(p, known[k], strlen(known[k])) == 0)
      return p + strlen(known[k]);
  ck_abort_msg("a bare & before '%.20s'", p);
  return p;
}

/* Check one attribute list up to > or /> or ?>; returns what comes there. */
static const char *
xml_attributes(const char *p)
{
  while (*p != '>' && *p != '/' && *p != '?') {
    ck_assert_msg(*p == ' ', "no blank before '%.20s'", p);
    p += strcspn(p, "=");
    ck_assert_msg(p[0] == '=' && p[1] == '"', "no value at '%.20s'", p);
    for (p += 2; *p != '"';) {
      ck_assert_msg(*p != '\0' && *p != '<', "open value");
      p = *p == '&' ? xml_entity(p) : p + 1;
    }
    p++;
  }
  return p;
}

static void
xml_check(const char *p)
{
  char open[64][20];
  int depth = 0, roots = 0;

  for (const char *q = p; *q != '\0'; q++)
    ck_assert_msg((unsigned char)*q >= 0x20 || *q == '\n', "control character");
  while (*p != '\0') {
    size_t len;

    if (*p == '&')
      p = xml_entity(p);
    else if (*p != '<') {
      ck_assert_msg(*p != '>', "a bare > before '%.20s'", p);
      ck_assert_msg(depth > 0 || *p == '\n', "text outside the root");
      p++;
    } else if (p[1] == '/') {
      len = strcspn(p + 2, ">");
      ck_assert_int_gt(depth, 0);
      depth--;
      ck_assert_msg(strlen(open[depth]) == len
                    && strncmp(open[depth], p + 2, len) == 0,
                    "%s ended by %.20s", open[depth], p);
      p += len + 3;
    } else {
      int prolog = p[1] == '?';

      p += 1 + prolog;
      len = strcspn(p, " >/");
      ck_assert_uint_lt(len, sizeof open[0]);
      snprintf(open[depth], sizeof open[0], "%.*s", (int)len, p);
      p = xml_attributes(p + len);
      if (*p == '>') {
        roots += depth == 0;
        ck_assert_int_lt(++depth, 64);
        p++;
      } else
        p += 2;
    }
  }
  ck_assert_int_eq(depth, 0);
  ck_assert_int_eq(roots, 1);
}

static int
have(const char *program)
{
  char command[100];

  snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
  return system(command) == 0;
}

/* ---- styles and colours ---- */

START_TEST(colours_are_read_in_every_form)
{
  static const struct {
    const char *text;
    mg_colour want;
  } row[] = {
    { "#fff", { 255, 255, 255, 255 } },
    { "#1a2", { 0x11, 0xaa, 0x22, 255 } },
    { "#1a2c", { 0x11, 0xaa, 0x22, 0xcc } },
    { "#0072B2", { 0, 0x72, 0xb2, 255 } },
    { "#0072b280", { 0, 0x72, 0xb2, 0x80 } },
    { "black", { 0, 0, 0, 255 } },
    { "SteelBlue", { 70, 130, 180, 255 } },
    { "yellowgreen", { 154, 205, 50, 255 } },
    /* Where CSS and X11 differ. */
    { "green", { 0, 128, 0, 255 } },
    { "gray", { 128, 128, 128, 255 } },
    { "maroon", { 128, 0, 0, 255 } },
    { "purple", { 128, 0, 128, 255 } },
    { "rebeccapurple", { 0x66, 0x33, 0x99, 255 } },
    { "none", { 0, 0, 0, 0 } },
    { "transparent", { 0, 0, 0, 0 } }
  };

  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    mg_colour got = { 1, 2, 3, 4 };

    ck_assert_int_eq(mg_colour_parse(row[k].text, &got, NULL), MGNN_OK);
    ck_assert_msg(memcmp(&got, &row[k].want, sizeof got) == 0, "%s",
                  row[k].text);
  }
}
END_TEST

START_TEST(what_is_no_colour_is_refused)
{
  static const char *const bad[] = { "", "#", "#12", "#12345", "#1234567",
                                     "#ggg", "blu", "bluee", "#fff ", "\xff" };
  mgnn_error err;

  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    mg_colour got = { 1, 2, 3, 4 };

    ck_assert_int_eq(mg_colour_parse(bad[k], &got, &err), MGNN_EINVAL);
    ck_assert_int_eq(got.b, 3);
  }
  mg_colour_parse("blu", &(mg_colour){ 0, 0, 0, 0 }, &err);
  ck_assert_str_eq(err.text, "'blu' is not a colour: write #rgb, #rrggbb, "
                   "#rrggbbaa, a CSS colour name such as 'steelblue', or "
                   "'none'");
}
END_TEST

START_TEST(bad_styles_are_refused_with_their_limits)
{
  static const struct {
    size_t at;
    double value;
    const char *text;
  } row[] = {
    { offsetof(mg_style, width), 0, "the width is 0, must be between 1 and "
      "100000" },
    { offsetof(mg_style, height), -2.5, "the height is -2.5, must be between 1 "
      "and 100000" },
    { offsetof(mg_style, dpi), NAN, "the resolution is not a number, must be "
      "between 1 and 10000" },
    { offsetof(mg_style, margin), 1e6, "the margin is 1000000, must be between "
      "0 and 10000" },
    { offsetof(mg_style, opacity), 1.5, "the opacity is 1.5, must be between 0 "
      "and 1" },
    { offsetof(mg_style, edge_width), INFINITY, "the edge width is infinite, "
      "must be between 0 and 10000" },
    { offsetof(mg_style, margin), 400, "a margin of 400 pixels on each side "
      "leaves nothing of a page of 800 x 800 pixels" }
  };
  sample s = sample_new(3, 2, 0);
  mgnn_error err;
  mg_scene scene;

  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    mg_style style = plain_style();

    memcpy((char *)&style + row[k].at, &row[k].value, sizeof(double));
    ck_assert_int_eq(mg_scene_build(&scene, &s.pic, &style, NULL, &err),
                     MGNN_EINVAL);
    ck_assert_str_eq(err.text, row[k].text);
    ck_assert_ptr_null(scene.panel);
  }
  sample_free(&s);
}
END_TEST

START_TEST(unknown_palette_names_those_there_are)
{
  sample s = sample_new(3, 2, 0);
  mg_style style = plain_style();
  mgnn_error err;
  mg_scene scene;

  style.palette = "pretty";
  ck_assert_int_eq(mg_scene_build(&scene, &s.pic, &style, NULL, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "there is no palette 'pretty'; there are safe, "
                   "paper, grey");
  style.palette = "safe";
  style.background = "off-white";
  ck_assert_int_eq(mg_scene_build(&scene, &s.pic, &style, NULL, &err),
                   MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "'off-white' is not a colour"));
  sample_free(&s);
}
END_TEST

START_TEST(colours_of_a_palette_differ)
{
  for (const mg_palette *p = mg_palettes; p->name != NULL; p++) {
    ck_assert_uint_gt(p->count, 0);
    ck_assert_uint_le(p->count, MG_PALETTE_MAX);
    for (size_t i = 0; i < p->count; i++)
      for (size_t j = 0; j < i; j++)
        ck_assert_msg(p->node[i] != p->node[j], "%s: %zu, %zu", p->name, i, j);
  }
}
END_TEST

/* What somebody without one kind of cones sees of a colour, in linear light:
 * Vienot, Brettel and Mollon 1999.  kind 0: without L, 1: without M. */
static void
seen_without(int kind, mg_colour c, double *out)
{
  static const double keep[2][2] = { { 0.11238, 0.88762 },
                                     { 0.29275, 0.70725 } };
  double r = pow(c.r / 255.0, 2.2), g = pow(c.g / 255.0, 2.2);

  out[0] = out[1] = keep[kind][0] * r + keep[kind][1] * g;
  out[2] = pow(c.b / 255.0, 2.2);
  for (int k = 0; k < 3; k++)
    out[k] = pow(out[k], 1 / 2.2);
}

START_TEST(scales_are_read_by_the_colour_blind)
{
  for (const mg_scale *s = mg_scales; s->name != NULL; s++) {
    int diverging = strcmp(s->name, "diverging") == 0;

    ck_assert_ptr_eq(mg_scale_find(s->name, s->dark), s);
    for (int k = 0; k < 40; k++) {
      mg_colour a = mg_scale_colour(s, k / 40.0);
      mg_colour b = mg_scale_colour(s, (k + 1) / 40.0);
      double rise = mg_colour_lightness(b) - mg_colour_lightness(a);
      int up = !diverging || (k < 20) != s->dark;

      ck_assert_msg(up ? rise > 0 : rise < 0, "%s %d, step %d", s->name,
                    s->dark, k);
    }
    for (int kind = 0; diverging && kind < 2; kind++)
      for (double t = 0.1; t <= 0.5; t += 0.1) {
        double a[3], b[3], apart = 0;

        seen_without(kind, mg_scale_colour(s, 0.5 - t), a);
        seen_without(kind, mg_scale_colour(s, 0.5 + t), b);
        for (int k = 0; k < 3; k++)
          apart += (a[k] - b[k]) * (a[k] - b[k]);
        ck_assert_msg(sqrt(apart) > 0.1, "%d: %g at %g", s->dark, sqrt(apart),
                      t);
      }
  }
}
END_TEST

START_TEST(scales_pass_through_their_stops)
{
  const mg_scale *s = mg_scale_find("diverging", 0);
  static const double beyond[] = { -1, -HUGE_VAL, 2, HUGE_VAL, NAN };
  static const int end[] = { 0, 0, MG_SCALE_STOPS - 1, MG_SCALE_STOPS - 1,
                             MG_SCALE_STOPS / 2 };

  for (int k = 0; k < MG_SCALE_STOPS; k++) {
    mg_colour got = mg_scale_colour(s, k / (MG_SCALE_STOPS - 1.0));
    mg_colour want = mg_colour_rgb(s->stop[k]);

    ck_assert_msg(memcmp(&got, &want, sizeof got) == 0, "stop %d", k);
  }
  for (int k = 0; k < 5; k++) {
    mg_colour got = mg_scale_colour(s, beyond[k]);
    mg_colour want = mg_colour_rgb(s->stop[end[k]]);

    ck_assert_msg(memcmp(&got, &want, sizeof got) == 0, "%g", beyond[k]);
  }
  ck_assert_ptr_null(mg_scale_find("rainbow", 0));
}
END_TEST

/* ---- text ---- */

START_TEST(texts_are_made_safe)
{
  static const struct {
    const char *in, *out;
  } row[] = {
    { "plain", "plain" },
    { "", "" },
    { "a\tb\nc\r\nd", "a b c  d" },
    { "\x01\x1f\x7f", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
    { "\xff", "\xef\xbf\xbd" },
    { "\xc3", "\xef\xbf\xbd" },
    { "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
      "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80" },
    { "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd" },             /* overlong */
    { "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" }, /* surrogate */
    { "\xef\xbf\xbe", "\xef\xbf\xbd" },                     /* U+FFFE */
    { "\xc2\x80", "\xef\xbf\xbd" },                         /* C1 control */
    { "a\xe2\x80\xa8z", "a z" }                             /* U+2028 */
  };
  mg_pool pool = { NULL, 0, 0, NULL };

  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++)
    ck_assert_str_eq(mg_text_keep(&pool, row[k].in), row[k].out);
  mg_pool_free(&pool);
}
END_TEST

START_TEST(long_texts_are_cut_to_whole_characters)
{
  static const char text[] = "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
                             "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9";
  mg_pool pool = { NULL, 0, 0, NULL };
  mg_ruler *ruler = mg_ruler_new();
  double full = mg_ruler_width(ruler, text, 10), width;

  ck_assert_double_gt(full, 10);
  ck_assert_double_eq_tol(mg_ruler_width(ruler, text, 20), 2 * full, 1e-9);
  for (double limit = 0; limit <= full + 1; limit += full / 23) {
    const char *cut = mg_ruler_fit(ruler, &pool, text, 10, limit, &width);
    size_t len = strlen(cut);

    if (limit >= full) {
      ck_assert_str_eq(cut, text);
      continue;
    }
    /* n times e-acute, then the ellipsis of three bytes */
    ck_assert_uint_ge(len, 3);
    ck_assert_str_eq(cut + len - 3, "\xe2\x80\xa6");
    ck_assert_uint_eq((len - 3) % 2, 0);
    ck_assert(len == 3 || width <= limit);
    ck_assert_int_eq(strncmp(cut, text, len - 3), 0);
  }
  mg_ruler_free(ruler);
  mg_pool_free(&pool);
}
END_TEST

/* ---- the scene ---- */

static const mg_panel *
panel_named(const mg_scene *scene, const char *name)
{
  for (size_t k = 0; k < scene->panels; k++)
    if (strcmp(scene->panel[k].name, name) == 0)
      return &scene->panel[k];
  return NULL;
}

/* Where a node is, by its name. */
static mg_point
node_point(const mg_panel *panel, const char *name)
{
  for (size_t r = 0; r < panel->node_runs; r++)
    for (size_t k = 0; k < panel->nodes[r].count; k++)
      if (strcmp(panel->nodes[r].dot[k].name, name) == 0)
        return panel->nodes[r].dot[k].at;
  ck_abort_msg("no node %s", name);
  return (mg_point){ 0, 0 };
}

START_TEST(scales_are_equal_and_y_points_up)
{
  static const double xy[] = { 0, 0, 3, 0, 3, 1, 0, 1 };
  static const char *const names[] = { "a", "b", "c", "d" };
  mg_picture pic = { .n = 4, .xy = xy, .names = names };
  mg_style style = plain_style();

  for (int turned = 0; turned < 2; turned++) {
    mg_scene scene;
    const mg_panel *p;
    mg_point a, b, c, d;

    style.width = turned ? 300 : 900;
    style.height = turned ? 900 : 300;
    scene = scene_of(&pic, &style, NULL);
    p = panel_named(&scene, "drawing");
    a = node_point(p, "a");
    b = node_point(p, "b");
    c = node_point(p, "c");
    d = node_point(p, "d");
    ck_assert_int_gt(b.x, a.x);
    ck_assert_int_eq(b.y, a.y);
    ck_assert_int_lt(c.y, b.y);
    ck_assert_int_eq(d.x, a.x);
    /* three to one, to the rounding of a hundredth */
    ck_assert_int_le(abs(b.x - a.x - 3 * (b.y - c.y)), 4);
    mg_scene_free(&scene);
  }
}
END_TEST

START_TEST(frames_with_one_viewport_agree)
{
  static const double first[] = { 0, 0, 1, 0, 0.5, 0.25 };
  static const double second[] = { 0, 0, 8, 0, 0.5, 0.25 };
  static const unsigned ends[] = { 0, 1, 1, 2 };
  static const char *const names[] = { "fixed", "moves", "too" };
  mg_picture a = { .n = 3, .m = 2, .xy = first, .ends = ends, .names = names };
  mg_picture b = a;
  mg_style style = plain_style();
  mg_viewport view;
  mg_scene one, two;
  const mg_panel *p, *q;

  b.xy = second;
  mg_viewport_init(&view);
  mg_viewport_fit(&view, &a);
  mg_viewport_fit(&view, &b);
  ck_assert_double_eq(view.x0, 0);
  ck_assert_double_eq(view.x1, 8);
  ck_assert_double_eq(view.y1, 0.25);
  one = scene_of(&a, &style, &view);
  two = scene_of(&b, &style, &view);
  p = panel_named(&one, "drawing");
  q = panel_named(&two, "drawing");
  ck_assert_int_eq(node_point(p, "fixed").x, node_point(q, "fixed").x);
  ck_assert_int_eq(node_point(p, "fixed").y, node_point(q, "fixed").y);
  ck_assert_int_eq(node_point(p, "too").x, node_point(q, "too").x);
  ck_assert_int_lt(node_point(p, "moves").x, node_point(q, "moves").x);
  ck_assert_int_eq(p->nodes[0].radius, q->nodes[0].radius);
  ck_assert_int_eq(p->edges[0].width, q->edges[0].width);
  ck_assert_int_eq(p->edges[0].colour.a, q->edges[0].colour.a);
  mg_scene_free(&one);
  mg_scene_free(&two);
}
END_TEST

START_TEST(edges_end_at_their_nodes)
{
  sample s = sample_new(30, 60, 3);
  mg_style style = plain_style();
  mg_scene scene = scene_of(&s.pic, &style, NULL);
  const mg_panel *p = panel_named(&scene, "drawing");
  size_t total = 0;

  for (size_t r = 0; r < p->edge_runs; r++)
    for (size_t k = 0; k < p->edges[r].count; k++, total++) {
      const mg_segment *seg = &p->edges[r].segment[k];
      size_t hits = 0;

      for (size_t e = 0; e < s.pic.m; e++) {
        mg_point a = node_point(p, s.names[s.ends[2 * e]]);
        mg_point b = node_point(p, s.names[s.ends[2 * e + 1]]);

        hits += memcmp(&a, &seg->a, sizeof a) == 0
                && memcmp(&b, &seg->b, sizeof b) == 0;
      }
      ck_assert_uint_gt(hits, 0);
    }
  ck_assert_uint_eq(total, 60);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

/* From 3 to 100000 nodes: nodes get smaller, never vanish, never crowd out the
 * page; edges stay thinner than nodes. */
START_TEST(sizes_follow_the_graph)
{
  static const size_t sizes[] = { 3, 30, 300, 3000, 30000, 100000 };
  mg_style style = plain_style();
  int last = 1 << 20, last_alpha = 255;

  for (int k = 0; k < 6; k++) {
    sample s = sample_new(sizes[k], 3 * sizes[k], 0);
    mg_scene scene = scene_of(&s.pic, &style, NULL);
    const mg_panel *p = panel_named(&scene, "drawing");

    ck_assert_int_le(p->nodes[0].radius, last);
    ck_assert_int_ge(p->nodes[0].radius, 30);
    ck_assert_int_lt(p->edges[0].width, 2 * p->nodes[0].radius);
    ck_assert_int_gt(p->edges[0].width, 0);
    ck_assert_int_le(p->edges[0].colour.a, last_alpha);
    ck_assert_int_gt(p->edges[0].colour.a, 0);
    last = p->nodes[0].radius;
    last_alpha = p->edges[0].colour.a;
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

START_TEST(given_sizes_are_kept)
{
  sample s = sample_new(10, 20, 0);
  mg_style style = plain_style();
  mg_scene scene;
  const mg_panel *p;

  style.node_size = 7;
  style.edge_width = 2.25;
  style.opacity = 0.4;
  style.width = 500;
  style.height = 333;
  style.dpi = 300;
  scene = scene_of(&s.pic, &style, NULL);
  p = panel_named(&scene, "drawing");
  ck_assert_int_eq(scene.width, 50000);
  ck_assert_int_eq(scene.height, 33300);
  ck_assert_double_eq(scene.dpi, 300);
  ck_assert_int_eq(p->nodes[0].radius, 350);
  ck_assert_int_eq(p->edges[0].width, 225);
  ck_assert_int_eq(p->edges[0].colour.a, 102);
  mg_scene_free(&scene);
  style.node_size = style.edge_width = 0;
  scene = scene_of(&s.pic, &style, NULL);
  ck_assert_uint_eq(panel_named(&scene, "drawing")->node_runs, 0);
  ck_assert_uint_eq(panel_named(&scene, "drawing")->edge_runs, 0);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(nodes_are_coloured_by_group)
{
  sample s = sample_new(60, 100, 20);
  mg_style style = plain_style();
  mg_scene scene;
  const mg_panel *p;
  size_t total = 0;

  s.group[7] = -1;
  scene = scene_of(&s.pic, &style, NULL);
  p = panel_named(&scene, "drawing");
  ck_assert_uint_eq(p->node_runs, 21);
  for (size_t r = 0; r < p->node_runs; r++) {
    total += p->nodes[r].count;
    /* No two groups look the same: colours come again with another shape. */
    for (size_t q = 0; q < r; q++)
      ck_assert(p->nodes[q].mark != p->nodes[r].mark
                || memcmp(&p->nodes[q].fill, &p->nodes[r].fill,
                          sizeof(mg_colour)) != 0);
  }
  ck_assert_uint_eq(total, 60);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(paper_palette_colours_edges)
{
  static const double xy[] = { 0, 0, 1, 0, 1, 1, 0, 1 };
  static const unsigned ends[] = { 0, 1, 1, 2, 2, 3 };
  static const int group[] = { 0, 0, 1, -1 };
  static const char *const groups[] = { "p", "q" };
  mg_picture pic = { .n = 4, .m = 3, .xy = xy, .ends = ends, .group = group,
                     .groups = groups, .group_count = 2 };
  mg_style style = plain_style();
  mg_scene scene;
  const mg_panel *p;

  style.palette = "paper";
  scene = scene_of(&pic, &style, NULL);
  p = panel_named(&scene, "drawing");
  ck_assert_uint_eq(p->edge_runs, 3);
  for (size_t r = 0; r < 3; r++) {
    mg_colour c = p->edges[r].colour;

    ck_assert_uint_eq(p->edges[r].count, 1);
    if (strcmp(p->edges[r].name, "edge within") == 0)
      ck_assert(c.r == 0 && c.g == 0 && c.b == 0);
    else if (strcmp(p->edges[r].name, "edge between") == 0)
      ck_assert(c.r > 200 && c.g < 60 && c.b < 60);
    else
      ck_assert_str_eq(p->edges[r].name, "edge");
  }
  p = panel_named(&scene, "legend");
  ck_assert_ptr_nonnull(p);
  ck_assert_uint_eq(p->word_count, 5);
  ck_assert_str_eq(p->words[0].text, "p");
  ck_assert_str_eq(p->words[2].text, "no label");
  ck_assert_str_eq(p->words[3].text, "edge within a label");
  ck_assert_str_eq(p->words[4].text, "edge between labels");
  mg_scene_free(&scene);
  style.legend = 0;
  scene = scene_of(&pic, &style, NULL);
  ck_assert_ptr_null(panel_named(&scene, "legend"));
  mg_scene_free(&scene);
}
END_TEST

/* The legend has a strip of its own, whatever the number of groups. */
START_TEST(legend_never_covers_the_drawing)
{
  static const size_t counts[] = { 1, 2, 5, 12, 30, 31, 40, 500 };
  static const double pages[][2] = { { 800, 800 }, { 1200, 400 },
                                     { 300, 900 }, { 200, 200 }, { 60, 60 } };

  for (size_t k = 0; k < 8; k++)
    for (size_t q = 0; q < 5; q++) {
      sample s = sample_new(600, 600, counts[k]);
      mg_style style = plain_style();
      mg_scene scene;
      const mg_panel *d, *l;

      style.width = pages[q][0];
      style.height = pages[q][1];
      scene = scene_of(&s.pic, &style, NULL);
      d = panel_named(&scene, "drawing");
      l = panel_named(&scene, "legend");
      ck_assert_int_gt(d->high.x, d->low.x);
      ck_assert_int_gt(d->high.y, d->low.y);
      if (l != NULL) {
        size_t shown = 0;
        unsigned more = 0;

        ck_assert(l->low.x >= d->high.x || l->low.y >= d->high.y);
        ck_assert(l->low.x >= 0 && l->high.x <= scene.width);
        ck_assert(l->low.y >= 0 && l->high.y <= scene.height);
        for (size_t w = 0; w < l->word_count; w++)
          if (sscanf(l->words[w].text, "and %u more", &more) != 1)
            shown++;
        ck_assert_uint_eq(shown + more, counts[k]);
        ck_assert_uint_le(shown, 30);
      } else
        ck_assert_uint_ge(q, 3);       /* only small pages have none */
      mg_scene_free(&scene);
      sample_free(&s);
    }
}
END_TEST

START_TEST(names_do_not_collide_and_stay_on_the_page)
{
  static const size_t counts[] = { 1, 20, 100, 1000 };

  for (int k = 0; k < 4; k++) {
    size_t n = counts[k];
    sample s = sample_new(n, n > 1 ? n : 0, 0);
    mg_style style = plain_style();
    mg_ruler *ruler = mg_ruler_new();
    mg_scene scene;
    const mg_panel *p;
    double (*box)[4] = calloc(n, sizeof *box);

    free(s.names[0]);
    s.names[0] = strdup("a name so long that it can not be shown whole on any "
                        "page, because it goes on and on and on and on and on "
                        "and on and on and on and on and on and on and on");
    style.labels = 1;
    scene = scene_of(&s.pic, &style, NULL);
    p = panel_named(&scene, "drawing");
    ck_assert_uint_eq(p->word_count + scene.hidden, n);
    if (n <= 100)
      ck_assert_uint_eq(scene.hidden, 0);
    for (size_t w = 0; w < p->word_count; w++) {
      const mg_word *it = &p->words[w];
      double size = it->size / 100.0;
      double width = mg_ruler_width(ruler, it->text, size);

      box[w][0] = it->at.x / 100.0 - width * it->anchor / 2;
      box[w][1] = it->at.y / 100.0 - 0.7 * size;
      box[w][2] = box[w][0] + width;
      box[w][3] = it->at.y / 100.0 + 0.2 * size;
      ck_assert_double_ge(size, 6.9);
      ck_assert(box[w][0] >= 0 && box[w][2] <= 800 && box[w][1] >= 0
                && box[w][3] <= 800);
      for (size_t q = 0; q < w; q++)
        ck_assert_msg(box[w][0] > box[q][2] - 0.1 || box[w][2] < box[q][0] + 0.1
                      || box[w][1] > box[q][3] || box[w][3] < box[q][1],
                      "'%s' covers '%s'", it->text, p->words[q].text);
    }
    free(box);
    mg_ruler_free(ruler);
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

START_TEST(dark_pages_have_light_words)
{
  sample s = sample_new(8, 8, 0);
  mg_style style = plain_style();
  mg_scene scene;
  const mg_panel *p;

  style.background = "#101820";
  style.title = "night";
  style.palette = "paper";
  scene = scene_of(&s.pic, &style, NULL);
  p = panel_named(&scene, "heading");
  ck_assert_double_gt(mg_colour_lightness(p->words[0].colour), 0.8);
  p = panel_named(&scene, "drawing");
  ck_assert_double_gt(mg_colour_lightness(p->edges[0].colour), 0.6);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

/* ---- sheets ---- */

START_TEST(sheet_has_a_panel_per_picture)
{
  sample s = sample_new(12, 20, 4);
  mg_style style = plain_style();
  mg_picture pics[6];
  double moved[24];
  mg_scene scene;
  size_t drawings = 0;
  const mg_panel *first[2] = { NULL, NULL };

  for (int i = 0; i < 24; i++)
    moved[i] = 5 * s.xy[i];
  for (int k = 0; k < 6; k++) {
    pics[k] = s.pic;
    pics[k].caption = k < 3 ? "MGNN-1" : "SGC-1";
    pics[k].note = "energy 1.5";
  }
  pics[1].xy = moved;
  memset(&pics[5], 0, sizeof pics[5]);  /* one frame less in this row */
  style.title = "two models";
  ck_assert_int_eq(mg_sheet_build(&scene, pics, 2, 3, NULL, &style, NULL),
                   MGNN_OK);
  for (size_t k = 0; k < scene.panels; k++) {
    const mg_panel *p = &scene.panel[k];

    ck_assert(p->low.x >= 0 && p->high.x <= scene.width);
    ck_assert(p->low.y >= 0 && p->high.y <= scene.height);
    if (strcmp(p->name, "drawing") != 0)
      continue;
    ck_assert_int_gt(p->frame.a, 0);
    ck_assert_int_eq(p->high.x - p->low.x, p->high.y - p->low.y);
    ck_assert_uint_eq(p->word_count, 2);
    ck_assert_str_eq(p->words[0].text, drawings < 3 ? "MGNN-1" : "SGC-1");
    ck_assert_str_eq(p->words[1].text, "energy 1.5");
    ck_assert_int_gt(p->words[0].at.y, p->high.y);
    ck_assert_int_gt(p->words[1].at.y, p->words[0].at.y);
    if (drawings % 3 == 0)
      first[drawings / 3] = p;
    drawings++;
  }
  ck_assert_uint_eq(drawings, 5);
  ck_assert_ptr_nonnull(panel_named(&scene, "legend"));
  ck_assert_str_eq(panel_named(&scene, "heading")->words[0].text, "two models");
  /* The first row holds a picture five times as wide: its first frame shows
   * the same positions five times smaller than the second row's. */
  {
    double wide = node_point(first[0], "v3").x - node_point(first[0], "v5").x;
    double alone = node_point(first[1], "v3").x - node_point(first[1], "v5").x;

    ck_assert_double_gt(fabs(alone), 2.5 * fabs(wide));
  }
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(sheet_keeps_to_a_given_page)
{
  static const double given[][2] = { { 900, NAN }, { NAN, 700 }, { 640, 480 } };
  sample s = sample_new(12, 20, 4);
  mg_picture pics[8];
  mg_scene scene;
  mgnn_error err;
  mg_style style;

  for (int k = 0; k < 8; k++) {
    pics[k] = s.pic;
    pics[k].caption = "MGNN-1";
  }
  for (int k = 0; k < 3; k++) {
    style = plain_style();
    style.width = given[k][0];
    style.height = given[k][1];
    ck_assert_int_eq(mg_sheet_build(&scene, pics, 2, 4, NULL, &style, NULL),
                     MGNN_OK);
    ck_assert(isnan(style.width) || scene.width == 100 * (int)style.width);
    ck_assert(isnan(style.height) || scene.height == 100 * (int)style.height);
    for (size_t p = 0; p < scene.panels; p++)
      ck_assert(scene.panel[p].low.x >= 0 && scene.panel[p].low.y >= 0
                && scene.panel[p].high.x <= scene.width
                && scene.panel[p].high.y <= scene.height);
    mg_scene_free(&scene);
  }
  style.width = style.height = 60;
  ck_assert_int_eq(mg_sheet_build(&scene, pics, 2, 4, NULL, &style, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "a page of 60 x 60 pixels is too small for 2 rows "
                   "of 4 drawings");
  ck_assert_int_eq(mg_sheet_build(&scene, pics, 0, 4, NULL, &style, &err),
                   MGNN_EINVAL);
  sample_free(&s);
}
END_TEST

/* ---- SVG ---- */

START_TEST(svg_has_an_element_for_everything)
{
  sample s = sample_new(40, 90, 3);
  mg_style style = plain_style();
  blob svg;

  s.pic.caption = "MGNN-3";
  style.title = "forty";
  style.labels = 1;
  svg = svg_of(&s.pic, &style);
  xml_check(svg.bytes);
  ck_assert_uint_eq(occurrences(svg.bytes, " data-a=\"v"), 90);
  ck_assert_uint_eq(occurrences(svg.bytes, " data-b=\"v"), 90);
  ck_assert_uint_eq(occurrences(svg.bytes, " data-name=\"v"), 40);
  ck_assert_uint_eq(occurrences(svg.bytes, "<circle "), 40 + 3);
  ck_assert_uint_eq(occurrences(svg.bytes, "<title>v"), 40);
  ck_assert_uint_eq(occurrences(svg.bytes, "<g class=\"edges\""), 1);
  ck_assert_uint_eq(occurrences(svg.bytes, "<g class=\"nodes\""), 2);
  for (int g = 0; g < 3; g++) {
    char class[40];

    snprintf(class, sizeof class, "<g class=\"node label-%d\"", g);
    ck_assert_uint_eq(occurrences(svg.bytes, class), 2);
  }
  ck_assert_uint_eq(occurrences(svg.bytes, "<g class=\"edge within\""), 1);
  ck_assert_uint_eq(occurrences(svg.bytes, "<g class=\"edge between\""), 1);
  ck_assert_ptr_nonnull(strstr(svg.bytes, "viewBox=\"0 0 800 800\""));
  ck_assert_ptr_nonnull(strstr(svg.bytes, " width=\"800\" height=\"800\""));
  ck_assert_ptr_nonnull(strstr(svg.bytes, "<title>forty</title>"));
  ck_assert_ptr_nonnull(strstr(svg.bytes, ">MGNN-3</text>"));
  ck_assert_ptr_nonnull(strstr(svg.bytes, "<desc>command: mgnn-layout a.gml -o "
                               "&lt;x&gt;.svg\nseed: 1\n"));
  free(svg.bytes);
  sample_free(&s);
}
END_TEST

START_TEST(svg_survives_hostile_names)
{
  static const char *const names[] = {
    "<script>alert(1)</script>", "]]>", "a & b", "\"double\" 'single'",
    "\x01\x02\x1b[31m", "bad \xff\xfe\xc3( utf", "--><!--", "&amp;", "\r\n\t",
    "<![CDATA[x]]>", "", "%s%n", "\xef\xbf\xbf"
  };
  enum { N = sizeof names / sizeof names[0] };
  double xy[2 * N];
  int group[N];
  mg_picture pic = { .n = N, .xy = xy, .names = names, .group = group,
                     .groups = names, .group_count = N };
  mg_meta meta[] = { { "<key>", "\x02</desc><script/>\xff" }, { NULL, NULL } };
  mg_style style = plain_style();
  mg_scene scene;
  blob svg;

  for (int i = 0; i < N; i++) {
    xy[2 * i] = i % 4;
    xy[2 * i + 1] = i;
    group[i] = i;
  }
  pic.caption = names[0];
  pic.note = names[1];
  style.title = names[9];
  style.labels = 1;
  scene = scene_of(&pic, &style, NULL);
  for (const mg_backend *b = mg_backends; b->name != NULL; b++)
    free(draw(b, &scene, meta).bytes);
  svg = draw(backend("svg"), &scene, meta);
  xml_check(svg.bytes);
  ck_assert_ptr_null(strstr(svg.bytes, "<script"));
  ck_assert_ptr_null(strstr(svg.bytes, "CDATA[x]]>"));
  ck_assert_ptr_nonnull(strstr(svg.bytes, "<title>&lt;script&gt;alert(1)&lt;"
                               "/script&gt;</title>"));
  ck_assert_ptr_nonnull(strstr(svg.bytes, "<title>&amp;amp;</title>"));
  ck_assert_ptr_nonnull(strstr(svg.bytes, "bad \xef\xbf\xbd\xef\xbf\xbd"
                               "\xef\xbf\xbd( utf"));
  if (have("xmllint")) {
    put_bytes("hostile.svg", svg.bytes, svg.len);
    ck_assert_int_eq(system("xmllint --noout hostile.svg"), 0);
  }
  free(svg.bytes);
  mg_scene_free(&scene);
}
END_TEST

/* Read one number of a path, in hundredths. */
static long
path_number(const char **p)
{
  const char *q = *p;
  long sign = 1, value = 0;
  int places = 0;

  while (*q == ' ')
    q++;
  if (*q == '-') {
    sign = -1;
    q++;
  }
  ck_assert_msg(*q == '.' || (*q >= '0' && *q <= '9'), "'%.20s'", q);
  while (*q >= '0' && *q <= '9')
    value = 10 * value + *q++ - '0';
  if (*q == '.')
    for (q++; *q >= '0' && *q <= '9'; places++)
      value = 10 * value + *q++ - '0';
  ck_assert_int_le(places, 2);
  for (; places < 2; places++)
    value *= 10;
  *p = q;
  return sign * value;
}

/* Read all edges of a drawing back; each end is as near to where it is as
 * `off` hundredths of a pixel.  Returns how many there are. */
static size_t
edges_follow(const char *svg, const mg_segment *seg, long off)
{
  const char *end = strstr(svg, "class=\"nodes\""), *p = svg;
  size_t k = 0;

  ck_assert_ptr_nonnull(end);
  while ((p = strstr(p, "<path d=\"")) != NULL && p < end) {
    long x = 0, y = 0;

    for (p += 9; *p != '"'; k++) {
      ck_assert(*p == 'M' || *p == 'm');
      p++;
      x += path_number(&p);
      y += path_number(&p);
      ck_assert_int_le(labs(x - seg[k].a.x), off);
      ck_assert_int_le(labs(y - seg[k].a.y), off);
      ck_assert_int_eq(*p, 'l');
      p++;
      x += path_number(&p);
      y += path_number(&p);
      ck_assert_int_le(labs(x - seg[k].b.x), off);
      ck_assert_int_le(labs(y - seg[k].b.y), off);
    }
  }
  return k;
}

START_TEST(svg_paths_hold_every_edge_exactly)
{
  enum { M = 6000 };
  sample s = sample_new(500, M, 0);
  mg_style style = plain_style();
  mg_scene scene = scene_of(&s.pic, &style, NULL);
  blob svg = draw(backend("svg"), &scene, NULL);

  xml_check(svg.bytes);
  ck_assert_uint_eq(occurrences(svg.bytes, "<line "), 0);
  ck_assert_uint_eq(edges_follow(svg.bytes, panel_named(&scene, "drawing")
                                 ->edges[0].segment, 0), M);
  free(svg.bytes);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

/* Very many edges: no end is off by more than a twentieth of a pixel, nodes of
 * one look share paths, and with them the file is small. */
START_TEST(svg_of_very_many_edges_is_coarse)
{
  enum { M = 110000, N = M / 5 };
  sample s = sample_new(N, M, 0);
  mg_style style = plain_style();
  mg_scene scene;
  blob svg;
  const char *p;
  const mg_dot *dot;
  size_t k = 0;

  style.width = style.height = 2000;
  style.node_size = 2;
  scene = scene_of(&s.pic, &style, NULL);
  dot = panel_named(&scene, "drawing")->nodes[0].dot;
  svg = draw(backend("svg"), &scene, NULL);
  xml_check(svg.bytes);
  ck_assert_uint_le(svg.len, 30u * M);
  ck_assert_uint_eq(edges_follow(svg.bytes, panel_named(&scene, "drawing")
                                 ->edges[0].segment, 5), M);
  p = strstr(svg.bytes, "class=\"nodes\"");
  while ((p = strstr(p, "<path d=\"")) != NULL) {
    long x = 0, y = 0;

    for (p += 9; *p != '"'; k++) {
      ck_assert(*p == 'M' || *p == 'm');
      p++;
      x += path_number(&p);
      y += path_number(&p);
      ck_assert_int_le(labs(x - dot[k].at.x), 5);
      ck_assert_int_le(labs(y - dot[k].at.y), 5);
      ck_assert_int_eq(memcmp(p, "h0", 2), 0);
      p += 2;
    }
  }
  ck_assert_uint_eq(k, N);
  free(svg.bytes);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(svg_of_many_edges_is_small)
{
  enum { M = 200000 };
  sample s = sample_new(20000, M, 2);
  mg_style style = plain_style();
  mg_scene scene;
  blob svg;

  style.node_size = 0;
  scene = scene_of(&s.pic, &style, NULL);
  svg = draw(backend("svg"), &scene, NULL);
  ck_assert_uint_le(svg.len, 30u * M);
  free(svg.bytes);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

/* ---- all backends ---- */

/* Nothing of what a drawing can be brings a backend down, and every node is on
 * the page. */
START_TEST(odd_positions_are_drawn)
{
  static const double points[][6] = {
    { 0, 0, 0, 0, 0, 0 },              /* all at one point */
    { 1, 1, 2, 2, 3, 3 },              /* on a line */
    { 0, 5, 0, 6, 0, 7 },              /* on a vertical line */
    { 1e300, -1e300, -1e300, 1e300, 0, 0 },
    { 1.7e308, 0, -1.7e308, 0, 0, 1.7e308 },
    { 1e-300, 0, 0, 2e-300, -1e-300, 0 },
    { 5e-324, 0, 0, 5e-324, 0, 0 },    /* the smallest there are */
    { 1e15, 1e15 + 0.125, 1e15, 1e15, 1e15, 1e15 },
    { NAN, 1, 1, NAN, 0, 0 },
    { INFINITY, 0, -INFINITY, 1, 0, 0 },
    { NAN, NAN, NAN, NAN, NAN, NAN }
  };
  static const unsigned ends[] = { 0, 1, 1, 2 };
  static const char *const names[] = { "one", "two", "three" };

  for (size_t k = 0; k < sizeof points / sizeof points[0]; k++)
    for (size_t n = 0; n <= 3; n++) {
      mg_picture pic = { .n = n, .m = n > 0 ? n - 1 : 0, .xy = points[k],
                         .ends = ends, .names = names };
      mg_style style = plain_style();
      mg_scene scene;
      const mg_panel *p;

      style.labels = k % 2 == 0;
      scene = scene_of(&pic, &style, NULL);
      p = panel_named(&scene, "drawing");
      for (size_t r = 0; r < p->node_runs; r++)
        for (size_t i = 0; i < p->nodes[r].count; i++) {
          mg_point at = p->nodes[r].dot[i].at;

          ck_assert_msg(at.x > 0 && at.x < 80000 && at.y > 0
                        && at.y < 80000, "case %zu: %d %d", k, at.x, at.y);
        }
      for (const mg_backend *b = mg_backends; b->name != NULL; b++) {
        blob out = draw(b, &scene, some_meta);

        ck_assert_uint_gt(out.len, 100);
        free(out.bytes);
      }
      mg_scene_free(&scene);
    }
}
END_TEST

START_TEST(odd_pages_are_drawn)
{
  static const double pages[][2] = { { 1, 1 }, { 5, 3000 }, { 2000, 4 },
                                     { 33.3, 47.1 } };

  for (size_t k = 0; k < 4; k++) {
    sample s = sample_new(10, 10, 4);
    mg_style style = plain_style();
    mg_scene scene;

    style.width = pages[k][0];
    style.height = pages[k][1];
    style.title = "a title that is too long for this page";
    style.labels = 1;
    style.background = k % 2 ? "none" : "#ff000080";
    s.pic.caption = s.pic.note = "a caption";
    scene = scene_of(&s.pic, &style, NULL);
    for (const mg_backend *b = mg_backends; b->name != NULL; b++)
      free(draw(b, &scene, NULL).bytes);
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

START_TEST(same_scene_gives_same_bytes)
{
  sample s = sample_new(50, 120, 14);
  mg_style style = plain_style();

  style.labels = 1;
  style.title = "again";
  for (const mg_backend *b = mg_backends; b->name != NULL; b++) {
    mg_scene one = scene_of(&s.pic, &style, NULL);
    mg_scene two = scene_of(&s.pic, &style, NULL);
    blob first = draw(b, &one, some_meta), second;

    usleep(b->name[0] == 's' ? 0 : 1100000);   /* a clock would show */
    second = draw(b, &two, some_meta);
    ck_assert_uint_eq(first.len, second.len);
    ck_assert_msg(memcmp(first.bytes, second.bytes, first.len) == 0, "%s",
                  b->name);
    free(first.bytes);
    free(second.bytes);
    mg_scene_free(&one);
    mg_scene_free(&two);
  }
  sample_free(&s);
}
END_TEST

START_TEST(failed_writes_stick_to_the_file)
{
  sample s = sample_new(50, 120, 0);
  mg_style style = plain_style();
  mg_scene scene = scene_of(&s.pic, &style, NULL);

  for (const mg_backend *b = mg_backends; b->name != NULL; b++)
    for (int buffered = 0; buffered < 2; buffered++) {
      FILE *full = fopen("/dev/full", "w");
      mgnn_error err = { MGNN_OK, "" };

      if (full == NULL)
        return;                /* not every system has it */
      if (!buffered)
        setvbuf(full, NULL, _IONBF, 0);
      ck_assert_msg(b->draw(&scene, NULL, full, &err) == MGNN_OK, "%s: %s",
                    b->name, err.text);
      ck_assert(fflush(full) != 0 || ferror(full));
      fclose(full);
    }
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(pdf_has_no_date)
{
  sample s = sample_new(5, 5, 0);
  mg_style style = plain_style();
  mg_scene scene;
  blob pdf;

  style.title = "A title";
  scene = scene_of(&s.pic, &style, NULL);
  pdf = draw(backend("pdf"), &scene, some_meta);
  ck_assert_int_eq(strncmp(pdf.bytes, "%PDF-", 5), 0);
  ck_assert_ptr_nonnull(memmem(pdf.bytes, pdf.len, "%%EOF", 5));
  ck_assert_ptr_null(memmem(pdf.bytes, pdf.len, "CreationDate", 12));
  ck_assert_ptr_nonnull(memmem(pdf.bytes, pdf.len, "A title", 7));
  /* 800 CSS pixels are 600 points */
  ck_assert_ptr_nonnull(memmem(pdf.bytes, pdf.len, "0 0 600 600", 11));
  free(pdf.bytes);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

/* ---- PNG ---- */

typedef struct {
  png_uint_32 width, height;
  int channels;
  unsigned char *pixel;        /* row by row */
  png_uint_32 per_metre;
  int texts, timed;
  char text[8][200];           /* key=text */
} image;

static image
image_read(const char *path)
{
  image im;
  FILE *in = fopen(path, "rb");
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL,
                                           NULL);
  png_infop info = png_create_info_struct(png);
  png_textp text;
  png_bytepp rows;
  size_t stride;
  png_timep when;

  memset(&im, 0, sizeof im);
  ck_assert_ptr_nonnull(in);
  png_init_io(png, in);
  png_read_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
  im.width = png_get_image_width(png, info);
  im.height = png_get_image_height(png, info);
  im.channels = png_get_channels(png, info);
  im.per_metre = png_get_pixels_per_meter(png, info);
  im.timed = png_get_tIME(png, info, &when) != 0;
  png_get_text(png, info, &text, &im.texts);
  for (int k = 0; k < im.texts && k < 8; k++)
    snprintf(im.text[k], sizeof im.text[k], "%s=%s", text[k].key,
             text[k].text);
  stride = im.width * (size_t)im.channels;
  im.pixel = malloc(stride * im.height);
  rows = png_get_rows(png, info);
  for (size_t y = 0; y < im.height; y++)
    memcpy(im.pixel + y * stride, rows[y], stride);
  png_destroy_read_struct(&png, &info, NULL);
  fclose(in);
  return im;
}

static image
png_of(const mg_scene *scene, const mg_meta *meta)
{
  blob png = draw(backend("png"), scene, meta);

  put_bytes("x.png", png.bytes, png.len);
  free(png.bytes);
  return image_read("x.png");
}

START_TEST(png_says_what_it_is)
{
  sample s = sample_new(5, 5, 0);
  mg_style style = plain_style();
  mg_scene scene;
  image im;

  style.width = 200;
  style.height = 100;
  style.dpi = 192;
  style.title = "A title";
  scene = scene_of(&s.pic, &style, NULL);
  im = png_of(&scene, some_meta);
  ck_assert_uint_eq(im.width, 400);
  ck_assert_uint_eq(im.height, 200);
  ck_assert_int_eq(im.channels, 3);
  ck_assert_uint_eq(im.per_metre, 7559);       /* 192 / 0.0254 */
  ck_assert_int_eq(im.timed, 0);
  ck_assert_int_eq(im.texts, 4);
  ck_assert_str_eq(im.text[0], "command=mgnn-layout a.gml -o <x>.svg");
  ck_assert_str_eq(im.text[1], "seed=1");
  ck_assert_str_eq(im.text[2], "label=Stra\xc3\x9f" "e & \"Weg\"");
  ck_assert_str_eq(im.text[3], "Title=A title");
  free(im.pixel);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(png_background_may_be_clear)
{
  sample s = sample_new(1, 0, 0);
  mg_style style = plain_style();
  mg_scene scene;
  image im;
  const unsigned char *middle;

  style.width = style.height = 100;
  style.background = "none";
  scene = scene_of(&s.pic, &style, NULL);
  im = png_of(&scene, NULL);
  ck_assert_int_eq(im.channels, 4);
  ck_assert_int_eq(im.pixel[3], 0);
  middle = im.pixel + 4 * (50 * 100 + 50);
  ck_assert_int_eq(middle[0], 0x00);
  ck_assert_int_eq(middle[1], 0x72);
  ck_assert_int_eq(middle[2], 0xb2);
  ck_assert_int_eq(middle[3], 255);
  free(im.pixel);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(too_large_png_is_refused)
{
  sample s = sample_new(2, 1, 0);
  mg_style style = plain_style();
  mg_scene scene;
  mgnn_error err;
  blob out;
  FILE *f = open_memstream(&out.bytes, &out.len);

  style.dpi = 9600;
  scene = scene_of(&s.pic, &style, NULL);
  ck_assert_int_eq(backend("png")->draw(&scene, NULL, f, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "a picture of 80000 x 80000 pixels is too large "
                   "for PNG: at most 32767 on a side; choose a smaller page or "
                   "resolution, or SVG or PDF");
  fclose(f);
  ck_assert_uint_eq(out.len, 0);
  free(out.bytes);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

/* The mean difference of two pictures, of 255. */
static double
difference(const image *a, const image *b)
{
  double sum = 0;
  size_t count = a->width * (size_t)a->height;

  ck_assert_uint_eq(a->width, b->width);
  ck_assert_uint_eq(a->height, b->height);
  for (size_t k = 0; k < count; k++)
    for (int c = 0; c < 3; c++)
      sum += abs(a->pixel[k * (size_t)a->channels + c]
                 - b->pixel[k * (size_t)b->channels + c]);
  return sum / (3.0 * (double)count);
}

/* Small and large graphs, so that both forms of edges are seen. */
START_TEST(png_and_svg_show_the_same)
{
  static const size_t nodes[] = { 3, 40, 2000 }, edges[] = { 3, 100, 8000 };

  if (!have("rsvg-convert")) {
    fprintf(stderr, "# skipped: rsvg-convert is not there\n");
    return;
  }
  for (int k = 0; k < 3; k++) {
    sample s = sample_new(nodes[k], edges[k], k == 1 ? 30 : 0);
    mg_style style = plain_style();
    mg_scene scene;
    blob svg;
    image a, b;

    style.labels = k < 2;
    style.title = "twice";
    style.palette = k == 1 ? "paper" : "safe";
    scene = scene_of(&s.pic, &style, NULL);
    svg = draw(backend("svg"), &scene, NULL);
    put_bytes("a.svg", svg.bytes, svg.len);
    ck_assert_int_eq(system("rsvg-convert a.svg -o a.png"), 0);
    a = image_read("a.png");
    b = png_of(&scene, NULL);
    /* Thin lines and small letters are smoothed in different ways: that is
     * most where there are words everywhere. */
    ck_assert_double_lt(difference(&a, &b), k == 1 ? 1.5 : 1.1);
    free(a.pixel);
    free(b.pixel);
    free(svg.bytes);
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

enum { BLOCK = 8 };

/* The largest difference of the means of two pictures' blocks of 8 x 8 pixels:
 * what smoothing does to single pixels does not show there, what is missing,
 * moved or of another colour does. */
static double
block_difference(const image *a, const image *b)
{
  double most = 0;

  for (size_t y = 0; y + BLOCK <= a->height; y += BLOCK)
    for (size_t x = 0; x + BLOCK <= a->width; x += BLOCK)
      for (int c = 0; c < 3; c++) {
        double sum = 0;

        for (size_t k = 0; k < BLOCK * BLOCK; k++) {
          size_t at = (y + k / BLOCK) * a->width + x + k % BLOCK;

          sum += a->pixel[at * (size_t)a->channels + (size_t)c]
                 - b->pixel[at * (size_t)b->channels + (size_t)c];
        }
        most = fmax(most, fabs(sum) / (BLOCK * BLOCK));
      }
  return most;
}

/* Draw a.svg with a browser into b.png. */
static int
browse(int width, int height)
{
  char command[800];

  /* Browsers put their files where they are told. */
  snprintf(command, sizeof command, "HOME=$PWD timeout 100 chromium --headless "
           "--no-sandbox --disable-gpu --hide-scrollbars "
           "--force-device-scale-factor=1 --user-data-dir=$PWD/profile "
           "--window-size=%d,%d --screenshot=$PWD/b.png file://$PWD/a.svg "
           ">log 2>&1 && test -s b.png; status=$?; rm -rf profile .config "
           ".cache .pki .local; exit $status", width, height);
  return system(command) == 0;
}

/* Two readers of SVG that share nothing show the same: names, legends, scales,
 * layers and shapes are all on the page.  A block has 64 pixels: lines and
 * letters that are smoothed in different ways, or moved by less than a tenth of
 * a pixel, change an eighth of it at most.  In the mean over all pixels the
 * third picture, thousands of lines thinner than a pixel, differs most. */
START_TEST(svg_looks_the_same_in_a_browser)
{
  if (!have("rsvg-convert") || !have("chromium")) {
    fprintf(stderr, "# skipped: rsvg-convert or chromium is not there\n");
    return;
  }
  for (int k = 0; k < 3; k++) {
    sample s = sample_new(k == 2 ? 900 : 60, k == 2 ? 6000 : 150,
                          k == 0 ? 40 : 0);
    mg_shade edge = { .kind = MG_SHADE_NUMBER, .title = "strain", .percent = 1,
                      .diverging = 1, .low = -0.5, .high = 0.5, .least = -2,
                      .most = 0.4 };
    double *value = calloc(6000, sizeof *value), mean;
    mg_style style = plain_style();
    mg_scene scene;
    blob svg;
    image a, b;

    style.labels = k < 2;
    style.title = "in two readers";
    style.palette = k == 0 ? "grey" : "safe";
    for (size_t e = 0; e < s.pic.m; e++)
      value[e] = uniform() - 0.5;
    if (k > 0) {
      s.pic.edges.shade = &edge;
      s.pic.edges.value = value;
      s.pic.depth = k == 1 ? s.xy : NULL;
    }
    scene = scene_of(&s.pic, &style, NULL);
    svg = draw(backend("svg"), &scene, NULL);
    put_bytes("a.svg", svg.bytes, svg.len);
    ck_assert_int_eq(system("rsvg-convert a.svg -o a.png"), 0);
    if (!browse(800, 800)) {
      fprintf(stderr, "# skipped: chromium does not run here\n");
      k = 3;
    } else {
      a = image_read("a.png");
      b = image_read("b.png");
      mean = difference(&a, &b);
      ck_assert_double_lt(mean, k < 2 ? 2 : 6);
      ck_assert_double_lt(block_difference(&a, &b), 32);
      free(a.pixel);
      free(b.pixel);
    }
    free(svg.bytes);
    free(value);
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

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

/* ---- memory ---- */

START_TEST(fuse)
{
  sample s = sample_new(20, 40, 40);
  mg_style style = plain_style();
  mg_picture pics[4];
  mg_scene scene;
  mgnn_error err;

  style.labels = 1;
  style.title = "short of memory";
  s.pic.caption = s.pic.note = "a caption";
  for (int k = 0; k < 4; k++)
    pics[k] = s.pic;
  for (int sheet = 0; sheet < 2; sheet++)
    for (long good = 0;; good++) {
      mgnn_status status;

      mg_fuse_set(good);
      status = sheet ? mg_sheet_build(&scene, pics, 2, 2, NULL, &style, &err)
                     : mg_scene_build(&scene, &s.pic, &style, NULL, &err);
      if (!mg_fuse_blown()) {
        mg_fuse_set(-1);
        ck_assert_int_eq(status, MGNN_OK);
        if (!sheet)
          mg_scene_free(&scene);
        break;
      }
      mg_fuse_set(-1);
      ck_assert_int_eq(status, MGNN_ENOMEM);
      ck_assert_str_eq(err.text, "out of memory");
      ck_assert_ptr_null(scene.panel);
    }
  /* The last scene built is a sheet; now the backends. */
  for (const mg_backend *b = mg_backends; b->name != NULL; b++)
    for (long good = 0;; good++) {
      FILE *null = fopen("/dev/null", "w");
      mgnn_status status;

      mg_fuse_set(good);
      status = b->draw(&scene, some_meta, null, &err);
      fclose(null);
      if (!mg_fuse_blown()) {
        mg_fuse_set(-1);
        ck_assert_int_eq(status, MGNN_OK);
        break;
      }
      mg_fuse_set(-1);
      ck_assert_int_eq(status, MGNN_ENOMEM);
    }
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(colours_are_read_in_every_form),
    TEST(what_is_no_colour_is_refused),
    TEST(bad_styles_are_refused_with_their_limits),
    TEST(unknown_palette_names_those_there_are),
    TEST(colours_of_a_palette_differ),
    TEST(scales_are_read_by_the_colour_blind),
    TEST(scales_pass_through_their_stops),
    TEST(texts_are_made_safe),
    TEST(long_texts_are_cut_to_whole_characters),
    TEST(scales_are_equal_and_y_points_up),
    TEST(frames_with_one_viewport_agree),
    TEST(edges_end_at_their_nodes),
    TEST(sizes_follow_the_graph),
    TEST(given_sizes_are_kept),
    TEST(nodes_are_coloured_by_group),
    TEST(paper_palette_colours_edges),
    TEST(legend_never_covers_the_drawing),
    TEST(names_do_not_collide_and_stay_on_the_page),
    TEST(dark_pages_have_light_words),
    TEST(sheet_has_a_panel_per_picture),
    TEST(sheet_keeps_to_a_given_page),
    TEST(svg_has_an_element_for_everything),
    TEST(svg_survives_hostile_names),
    TEST(svg_paths_hold_every_edge_exactly),
    TEST(svg_of_very_many_edges_is_coarse),
    TEST(svg_of_many_edges_is_small),
    TEST(odd_positions_are_drawn),
    TEST(odd_pages_are_drawn),
    TEST(same_scene_gives_same_bytes),
    TEST(failed_writes_stick_to_the_file),
    TEST(pdf_has_no_date),
    TEST(png_says_what_it_is),
    TEST(png_background_may_be_clear),
    TEST(too_large_png_is_refused),
    TEST(png_and_svg_show_the_same),
    TEST(svg_looks_the_same_in_a_browser),
    TEST(lines_cover_what_they_should),
    TEST(lines_stay_within_the_picture),
    TEST(fuse)
  };
  const unit_needs needs = { .seconds = 400 };

  return unit_run("scene", tests, COUNT(tests), &needs);
}
