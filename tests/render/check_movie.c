/* Moving drawings: an APNG taken apart chunk by chunk shows, frame after frame,
 * what the single pictures show; an SVG holds every place and no script. */
#define _GNU_SOURCE            /* memmem */
#include "render/animation/movie.h"
#include "render/backend/backend.h"
#include "render/compose/sheet.h"
#include "render/compose/still.h"
#include "fuse.h"
#include "unit.h"

#include <math.h>
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* ---- a movie to draw ---- */

enum { NODES = 12, FRAMES = 5 };

typedef struct {
  mg_style style;
  int models;                  /* panels side by side; 1: a page of one */
  int turning;                 /* groups change from frame to frame */
  int still;                   /* nothing moves */
} play;

static const unsigned ring[] = { 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6,
                                 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 0 };
static const char *const group_names[] = { "left", "<right>" };

/* Nodes on a circle that grows; nodes 0 to 3 stay. */
static mgnn_status
scene(void *ctx, size_t k, mg_scene *out, mgnn_error *err)
{
  const play *p = ctx;
  double xy[2 * NODES], far = p->still ? 2 : 1 + 0.3 * (double)k;
  int group[NODES];
  char caption[20];
  mg_picture pic[3];
  mg_viewport view[3];

  for (int v = 0; v < 3; v++) {
    double half = v < 2 ? 3 : 4;

    mg_viewport_init(&view[v]);
    view[v].x0 = view[v].y0 = -half;
    view[v].x1 = view[v].y1 = half;
    view[v].length = 1;
  }
  for (size_t i = 0; i < NODES; i++) {
    double r = i < 4 ? 1 : far;

    xy[2 * i] = r * cos((double)i * 0.5236);
    xy[2 * i + 1] = r * sin((double)i * 0.5236);
    group[i] = (i + (p->turning ? k : 0)) % NODES < 5;
  }
  snprintf(caption, sizeof caption, "Step %zu", p->still ? 0 : k);
  for (int r = 0; r < 3; r++)
    pic[r] = (mg_picture){ .n = NODES, .m = NODES, .ends = ring, .xy = xy,
                           .group = group, .groups = group_names,
                           .group_count = 2, .caption = caption };
  if (p->models == 1)
    return mg_scene_build(out, pic, &p->style, view, err);
  return mg_sheet_build(out, pic, 1, (size_t)p->models, view, &p->style, err);
}

static play
play_new(int models)
{
  play p = { .models = models };

  mg_style_init(&p.style);
  p.style.width = models == 1 ? 160 : 330;
  p.style.height = 140;
  return p;
}

typedef struct {
  char *bytes;
  size_t len;
} blob;

typedef mgnn_status writer(const mg_movie *movie, const mg_meta *meta,
                           FILE *out, mgnn_error *err);

static blob
film(writer *write, play *p, size_t count, int steady)
{
  const mg_movie movie = { count, 8, 1.5, steady, scene, p };
  const mg_meta meta[] = { { "Command", "a & b" }, { NULL, NULL } };
  mgnn_error err = { MGNN_OK, "" };
  blob out = { NULL, 0 };
  FILE *f = open_memstream(&out.bytes, &out.len);

  ck_assert_msg(write(&movie, meta, f, &err) == MGNN_OK, "%s", err.text);
  fclose(f);
  return out;
}

/* ---- APNG, taken apart ---- */

typedef struct {
  const unsigned char *at;     /* of the length */
  char type[5];
  size_t length;
} chunk;

static uint32_t
number(const unsigned char *p)
{
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The next chunk, its CRC checked; 0 at the end. */
static int
chunk_next(const blob *file, size_t *at, chunk *c)
{
  const unsigned char *p = (const unsigned char *)file->bytes + *at;

  if (*at == file->len)
    return 0;
  ck_assert_uint_le(*at + 12, file->len);
  c->at = p;
  c->length = number(p);
  memcpy(c->type, p + 4, 4);
  c->type[4] = '\0';
  ck_assert_uint_le(*at + 12 + c->length, file->len);
  ck_assert_uint_eq(number(p + 8 + c->length),
                    crc32(0, p + 4, (unsigned)c->length + 4));
  *at += 12 + c->length;
  return 1;
}

typedef struct {
  unsigned width, height;
  int channels;
  unsigned char *pixels;
} image;

static image
image_read(blob png)
{
  png_image head = { .version = PNG_IMAGE_VERSION };
  image im;

  ck_assert_int_ne(png_image_begin_read_from_memory(&head, png.bytes, png.len),
                   0);
  im.channels = head.format & PNG_FORMAT_FLAG_ALPHA ? 4 : 3;
  head.format = im.channels == 4 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
  im.width = head.width;
  im.height = head.height;
  im.pixels = malloc(PNG_IMAGE_SIZE(head));
  ck_assert_int_ne(png_image_finish_read(&head, NULL, im.pixels, 0, NULL), 0);
  return im;
}

static void
chunk_write(FILE *out, const char *type, const void *data, size_t length)
{
  unsigned char word[4];
  uLong crc = crc32(crc32(0, (const Bytef *)type, 4), data, (unsigned)length);

  for (int k = 0; k < 4; k++)
    word[k] = (unsigned char)(length >> (24 - 8 * k));
  fwrite(word, 1, 4, out);
  fwrite(type, 1, 4, out);
  fwrite(data, 1, length, out);
  for (int k = 0; k < 4; k++)
    word[k] = (unsigned char)(crc >> (24 - 8 * k));
  fwrite(word, 1, 4, out);
}

/* One frame: what fcTL said, and its pixels as a PNG of their own. */
typedef struct {
  unsigned x, y, delay, unit;
  blob png;
  FILE *out;
} shot;

static void
shot_begin(shot *s, const unsigned char *head, const unsigned char *control)
{
  unsigned char own[13];

  memcpy(own, head, 13);
  memcpy(own, control + 4, 8);
  s->x = number(control + 12);
  s->y = number(control + 16);
  s->delay = (unsigned)control[20] << 8 | control[21];
  s->unit = (unsigned)control[22] << 8 | control[23];
  ck_assert_uint_eq(control[24], 0);   /* what was there stays, */
  ck_assert_uint_eq(control[25], 0);   /* and is replaced */
  s->out = open_memstream(&s->png.bytes, &s->png.len);
  fwrite("\x89PNG\r\n\x1a\n", 1, 8, s->out);
  chunk_write(s->out, "IHDR", own, 13);
}

/* All frames; their number is checked against acTL. */
static size_t
take_apart(const blob *file, shot *shots, size_t most)
{
  size_t at = 8, count = 0;
  uint32_t sequence = 0, declared = 0;
  const unsigned char *head = NULL;
  int data = 0;
  chunk c = { NULL, "", 0 };

  ck_assert_int_eq(memcmp(file->bytes, "\x89PNG\r\n\x1a\n", 8), 0);
  while (chunk_next(file, &at, &c)) {
    const unsigned char *p = c.at + 8;

    if (strcmp(c.type, "IHDR") == 0)
      head = p;
    else if (strcmp(c.type, "acTL") == 0) {
      ck_assert(!data);        /* before the first pixels */
      declared = number(p);
      ck_assert_uint_eq(number(p + 4), 0);     /* for ever */
    } else if (strcmp(c.type, "fcTL") == 0) {
      ck_assert_uint_lt(count, most);
      ck_assert_uint_eq(c.length, 26);
      ck_assert_uint_eq(number(p), sequence++);
      shot_begin(&shots[count++], head, p);
    } else if (strcmp(c.type, "IDAT") == 0) {
      data = 1;
      ck_assert_uint_eq(count, 1);
      chunk_write(shots[0].out, "IDAT", p, c.length);
    } else if (strcmp(c.type, "fdAT") == 0) {
      ck_assert_uint_gt(count, 1);
      ck_assert_uint_eq(number(p), sequence++);
      chunk_write(shots[count - 1].out, "IDAT", p + 4, c.length - 4);
    }
  }
  ck_assert_str_eq(c.type, "IEND");
  ck_assert_uint_eq(declared, count);
  for (size_t k = 0; k < count; k++) {
    chunk_write(shots[k].out, "IEND", "", 0);
    fclose(shots[k].out);
  }
  return count;
}

/* Put a frame's pixels over the picture so far. */
static void
lay_over(image *all, const shot *s)
{
  image part = image_read(s->png);
  size_t bytes = (size_t)all->channels;

  ck_assert_int_eq(part.channels, all->channels);
  ck_assert_uint_le(s->x + part.width, all->width);
  ck_assert_uint_le(s->y + part.height, all->height);
  for (unsigned y = 0; y < part.height; y++)
    memcpy(all->pixels + ((s->y + y) * all->width + s->x) * bytes,
           part.pixels + y * part.width * bytes, part.width * bytes);
  free(part.pixels);
}

static blob
single(play *p, size_t k)
{
  mgnn_error err = { MGNN_OK, "" };
  blob out = { NULL, 0 };
  FILE *f = open_memstream(&out.bytes, &out.len);
  mg_scene one;

  memset(&one, 0, sizeof one);
  ck_assert_int_eq(scene(p, k, &one, &err), MGNN_OK);
  ck_assert_int_eq(mg_draw_png(&one, NULL, f, &err), MGNN_OK);
  mg_scene_free(&one);
  fclose(f);
  return out;
}

/* 0, 1: one panel; 2, 3: two; with a page, or through it. */
START_TEST(every_frame_is_the_picture_of_its_scene)
{
  play p = play_new(1 + _i / 2);
  shot shots[FRAMES];
  image all;
  blob file;

  if (_i % 2)
    p.style.background = "none";
  file = film(mg_movie_png, &p, FRAMES, 1);
  ck_assert_uint_eq(take_apart(&file, shots, FRAMES), FRAMES);
  all = image_read(shots[0].png);
  for (size_t k = 0; k < FRAMES; k++) {
    blob one = single(&p, k);
    image im = image_read(one);

    lay_over(&all, &shots[k]);
    ck_assert_uint_eq(im.width, all.width);
    ck_assert_uint_eq(im.height, all.height);
    ck_assert_int_eq(im.channels, all.channels);
    ck_assert_int_eq(im.channels, _i % 2 ? 4 : 3);
    ck_assert_int_eq(memcmp(im.pixels, all.pixels,
                            (size_t)im.width * im.height
                            * (size_t)im.channels), 0);
    ck_assert_double_eq_tol(shots[k].delay / (double)shots[k].unit,
                            k + 1 < FRAMES ? 0.125 : 1.5, 1e-3);
    free(im.pixels);
    free(one.bytes);
    free(shots[k].png.bytes);
  }
  free(all.pixels);
  free(file.bytes);
}
END_TEST

/* Frames that are all alike cost a pixel each. */
START_TEST(what_stands_still_is_not_written_again)
{
  play p = play_new(1);
  shot shots[FRAMES];
  blob file;

  p.still = 1;
  file = film(mg_movie_png, &p, FRAMES, 1);
  ck_assert_uint_eq(take_apart(&file, shots, FRAMES), FRAMES);
  for (size_t k = 0; k < FRAMES; k++) {
    image im = image_read(shots[k].png);

    ck_assert_uint_eq(im.width, k == 0 ? 160 : 1);
    ck_assert_uint_eq(im.height, k == 0 ? 140 : 1);
    free(im.pixels);
    free(shots[k].png.bytes);
  }
  free(file.bytes);
}
END_TEST

START_TEST(a_movie_of_one_frame_is_one)
{
  play p = play_new(1);
  blob file = film(mg_movie_png, &p, 1, 1);
  shot shots[1];

  ck_assert_uint_eq(take_apart(&file, shots, 1), 1);
  free(shots[0].png.bytes);
  free(file.bytes);
  file = film(mg_movie_svg, &p, 1, 1);
  ck_assert_ptr_nonnull(strstr(file.bytes, "</svg>"));
  ck_assert_ptr_null(strstr(file.bytes, "values=\"M"));
  free(file.bytes);
}
END_TEST

START_TEST(same_movie_same_bytes)
{
  static writer *const write[] = { mg_movie_png, mg_movie_svg };
  play p = play_new(2);
  blob a = film(write[_i], &p, FRAMES, 1), b = film(write[_i], &p, FRAMES, 1);

  ck_assert_uint_eq(a.len, b.len);
  ck_assert_int_eq(memcmp(a.bytes, b.bytes, a.len), 0);
  free(a.bytes);
  free(b.bytes);
}
END_TEST

/* ---- SVG ---- */

static size_t
count_of(const blob *file, const char *text)
{
  size_t count = 0, len = strlen(text);

  for (const char *p = file->bytes;
       (p = memmem(p, file->len - (size_t)(p - file->bytes), text, len))
       != NULL; p += len)
    count++;
  return count;
}

/* Of 12 nodes 8 move, of 12 edges those with such an end: 9.  Each has a list
 * of 5 places, so 4 semicolons. */
START_TEST(svg_holds_every_place_once)
{
  play p = play_new(1);
  blob file = film(mg_movie_svg, &p, FRAMES, 1);
  size_t lists = 0;

  ck_assert_uint_eq(count_of(&file, "<animateTransform"), 8);
  ck_assert_uint_eq(count_of(&file, "attributeName=\"d\""), 9);
  ck_assert_uint_eq(count_of(&file, "<circle"), NODES + 2);     /* and legend */
  ck_assert_uint_eq(count_of(&file, "<script"), 0);
  ck_assert_uint_eq(count_of(&file, "&lt;right&gt;"), 1);
  ck_assert_uint_eq(count_of(&file, ">Step "), FRAMES + 1);   /* the title */
  ck_assert_uint_eq(count_of(&file, "id=\"mgnnclock\""), 1);
  /* 4 steps of 1/8 s, and 1.5 s for the last */
  ck_assert_uint_eq(count_of(&file, "dur=\"2s\""), 1);
  ck_assert_uint_eq(count_of(&file, "dur=\"0.5s\""), 8 + 9 + 1);
  for (const char *v = file.bytes; (v = strstr(v, "values=\"")) != NULL; v++) {
    const char *end = strchr(v + 8, '"');
    size_t semicolons = 0;

    for (const char *c = v + 8; c < end; c++)
      semicolons += *c == ';';
    if (v[8] == '1' && v[9] == '"')    /* the clock */
      continue;
    ck_assert_uint_eq(semicolons, FRAMES - 1);
    lists++;
  }
  ck_assert_uint_eq(lists, 8 + 9);
  free(file.bytes);
}
END_TEST

/* Groups that change make other runs: frame after frame then, all of them. */
START_TEST(svg_shows_frames_where_nothing_can_glide)
{
  play p = play_new(1);
  blob file;

  p.turning = 1;
  file = film(mg_movie_svg, &p, FRAMES, 0);
  ck_assert_uint_eq(count_of(&file, "<animateTransform"), 0);
  ck_assert_uint_eq(count_of(&file, "display=\"none\">"), FRAMES - 1);
  ck_assert_uint_eq(count_of(&file, "<circle"), FRAMES * (NODES + 2));
  free(file.bytes);
}
END_TEST

START_TEST(every_failed_allocation_is_reported)
{
  static writer *const write[] = { mg_movie_png, mg_movie_svg };
  play p = play_new(2);
  const mg_movie movie = { 3, 8, 1.5, 1, scene, &p };

  for (long good = 0;; good++) {
    blob out = { NULL, 0 };
    FILE *f = open_memstream(&out.bytes, &out.len);
    mgnn_status status;
    int held;

    mg_fuse_set(good);
    status = write[_i](&movie, NULL, f, NULL);
    held = fuse_held(status);
    fclose(f);
    free(out.bytes);
    if (held)
      break;
  }
}
END_TEST

START_TEST(a_full_disk_is_left_to_the_file)
{
  static writer *const write[] = { mg_movie_png, mg_movie_svg };
  play p = play_new(2);
  const mg_movie movie = { 3, 8, 1.5, 1, scene, &p };
  FILE *f = fopen("/dev/full", "w");

  if (f == NULL)
    return;
  ck_assert_int_eq(write[_i](&movie, NULL, f, NULL), MGNN_OK);
  ck_assert(fflush(f) != 0 || ferror(f));
  fclose(f);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(every_frame_is_the_picture_of_its_scene, 4),
    TEST(what_stands_still_is_not_written_again),
    TEST(a_movie_of_one_frame_is_one),
    TEST_EACH(same_movie_same_bytes, 2),
    TEST(svg_holds_every_place_once),
    TEST(svg_shows_frames_where_nothing_can_glide),
    TEST_EACH(every_failed_allocation_is_reported, 2),
    TEST_EACH(a_full_disk_is_left_to_the_file, 2)
  };

  return unit_run("movie", tests, COUNT(tests), NULL);
}
