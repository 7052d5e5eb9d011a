/* SVG, read by a small checker of its own and looked at through librsvg and a
 * browser: everything is in it, and nothing a graph can hold breaks it. */
#include "image.h"
#include "sample.h"
#include "scratch.h"
#include "unit.h"

#include <math.h>

static blob
svg_of(const mg_picture *pic, const mg_style *style)
{
  mg_scene scene = scene_of(pic, style, NULL);
  blob svg = draw(backend("svg"), &scene, some_meta);

  mg_scene_free(&scene);
  return svg;
}

static size_t
occurrences(const char *text, const char *what)
{
  size_t count = 0;

  for (; (text = strstr(text, what)) != NULL; text += strlen(what))
    count++;
  return count;
}

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
    ck_assert_uint_ge(occurrences(svg.bytes, class), 2);
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

int
main(void)
{
  const unit_test tests[] = {
    TEST(svg_has_an_element_for_everything),
    TEST(svg_survives_hostile_names),
    TEST(svg_paths_hold_every_edge_exactly),
    TEST(svg_of_very_many_edges_is_coarse),
    TEST(svg_of_many_edges_is_small),
    TEST(svg_looks_the_same_in_a_browser)
  };
  const unit_needs needs = { .seconds = 400 };

  return unit_run("draw_svg", tests, COUNT(tests), &needs);
}
