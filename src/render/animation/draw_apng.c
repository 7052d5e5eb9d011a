/* Animated PNG.  libpng as it comes does not know it: the frames after the
 * first are compressed by a libpng writer of their own into memory, and the
 * bytes of its IDAT chunks go out as fdAT chunks, with CRCs by the writer of
 * the file.  Of each frame only the rectangle that changed is written. */
#include "render/backend/draw_png.h"
#include "movie.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int x, y, width, height;
} rectangle;

/* Everything at hand while the file is written. */
typedef struct {
  const mg_movie *movie;
  const mg_meta *meta;
  FILE *out;
  png_structp png;
  png_infop info;
  char reason[MG_PNG_REASON];
  unsigned sequence;           /* of the next fcTL or fdAT */
  unsigned char *line;         /* one row */
} reel;

double
mg_movie_seconds(const mg_movie *movie, size_t k)
{
  double each = 1 / movie->fps;

  return k + 1 < movie->count ? each : fmax(each, movie->hold);
}

static void
put_32(unsigned char *to, unsigned long x)
{
  for (int k = 0; k < 4; k++)
    to[k] = (unsigned char)(x >> (24 - 8 * k) & 255);
}

/* Seconds as the fraction of two 16-bit numbers that APNG wants. */
static void
delay_put(unsigned char *to, double seconds)
{
  unsigned den = seconds < 65 ? 1000 : seconds < 650 ? 100 : 1;
  double num = fmin(floor(seconds * den + 0.5), 65535);

  to[0] = (unsigned char)((unsigned)num >> 8);
  to[1] = (unsigned char)((unsigned)num & 255);
  to[2] = (unsigned char)(den >> 8);
  to[3] = (unsigned char)(den & 255);
}

/* The rectangle where two pictures differ; one pixel where they do not, since
 * an empty one is not allowed. */
static rectangle
changed(cairo_surface_t *before, cairo_surface_t *after)
{
  int width = cairo_image_surface_get_width(after);
  int height = cairo_image_surface_get_height(after);
  size_t stride = (size_t)cairo_image_surface_get_stride(after);
  const unsigned char *a = cairo_image_surface_get_data(before);
  const unsigned char *b = cairo_image_surface_get_data(after);
  int x0 = width, x1 = 0, y0 = height, y1 = 0;

  for (int y = 0; y < height; y++, a += stride, b += stride) {
    int first = 0, last = width;

    if (memcmp(a, b, 4 * (size_t)width) == 0)
      continue;
    while (memcmp(a + 4 * first, b + 4 * first, 4) == 0)
      first++;
    while (memcmp(a + 4 * (last - 1), b + 4 * (last - 1), 4) == 0)
      last--;
    x0 = first < x0 ? first : x0;
    x1 = last > x1 ? last : x1;
    y0 = y < y0 ? y : y0;
    y1 = y + 1;
  }
  if (x1 == 0)
    return (rectangle){ 0, 0, 1, 1 };
  return (rectangle){ x0, y0, x1 - x0, y1 - y0 };
}

/* The rows of a part of the picture, by libpng. */
static void
put_rows(png_structp png, cairo_surface_t *surface, rectangle r,
         unsigned char *line)
{
  size_t stride = (size_t)cairo_image_surface_get_stride(surface);
  int alpha = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32;
  const unsigned char *pixels = cairo_image_surface_get_data(surface)
                                + (size_t)r.y * stride + 4 * (size_t)r.x;

  for (int y = 0; y < r.height; y++, pixels += stride) {
    mg_png_row(pixels, (size_t)r.width, alpha, line);
    png_write_row(png, line);
  }
}

/* A PNG of part of a picture, into a stream. */
static int
part_write(png_structp png, png_infop info, cairo_surface_t *surface,
           rectangle r, unsigned char *line)
{
  int alpha = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32;

  if (setjmp(png_jmpbuf(png)))
    return 0;
  png_set_IHDR(png, info, (png_uint_32)r.width, (png_uint_32)r.height, 8,
               alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  put_rows(png, surface, r, line);
  png_write_end(png, NULL);
  return 1;
}

static mgnn_status
part_encode(reel *f, cairo_surface_t *surface, const mg_scene *scene,
            rectangle r, char **bytes, size_t *size, mgnn_error *err)
{
  char reason[MG_PNG_REASON] = "";
  FILE *memory = open_memstream(bytes, size);
  png_infop info = NULL;
  png_structp png = memory != NULL ? mg_png_new(reason, &info, memory) : NULL;
  mgnn_status status = MGNN_OK;

  if (png != NULL)
    mg_png_level(png, scene);
  if (png == NULL)
    status = mg_fail_memory(err);
  else if (!part_write(png, info, surface, r, f->line))
    status = mg_fail(err, MGNN_EIO, "cannot write PNG: %s", reason);
  png_destroy_write_struct(&png, &info);
  if (memory != NULL && fclose(memory) != 0 && status == MGNN_OK)
    status = mg_fail_memory(err);
  return status;
}

/* The chunk before the pixels of frame k: what they replace, and for how long
 * they stand.  What was there stays (dispose 0), the new pixels take its place
 * (blend 0). */
static void
put_control(reel *f, size_t k, rectangle r)
{
  unsigned char data[26] = { 0 };

  put_32(data, f->sequence++);
  put_32(data + 4, (unsigned long)r.width);
  put_32(data + 8, (unsigned long)r.height);
  put_32(data + 12, (unsigned long)r.x);
  put_32(data + 16, (unsigned long)r.y);
  delay_put(data + 20, mg_movie_seconds(f->movie, k));
  png_write_chunk(f->png, (png_const_bytep)"fcTL", data, sizeof data);
}

/* Frame 0: the picture of those who know no animation. */
static int
first_write(reel *f, cairo_surface_t *surface, const mg_scene *scene,
            png_text *chunk, int chunks)
{
  rectangle all = { 0, 0, cairo_image_surface_get_width(surface),
                    cairo_image_surface_get_height(surface) };
  unsigned char data[8] = { 0 };       /* the second number: for ever */

  if (setjmp(png_jmpbuf(f->png)))
    return 0;
  mg_png_head(f->png, f->info, surface, scene, chunk, chunks);
  put_32(data, (unsigned long)f->movie->count);
  png_write_chunk(f->png, (png_const_bytep)"acTL", data, sizeof data);
  put_control(f, 0, all);
  put_rows(f->png, surface, all, f->line);
  return 1;
}

static unsigned long
get_32(const unsigned char *from)
{
  return (unsigned long)from[0] << 24 | (unsigned long)from[1] << 16
         | (unsigned long)from[2] << 8 | from[3];
}

/* The IDAT chunks of a PNG in memory as fdAT chunks of the file. */
static int
part_copy(reel *f, size_t k, rectangle r, const unsigned char *bytes,
          size_t size)
{
  if (setjmp(png_jmpbuf(f->png)))
    return 0;
  put_control(f, k, r);
  for (size_t at = 8; at + 12 <= size; at += 12 + get_32(bytes + at)) {
    unsigned char number[4];
    unsigned long length = get_32(bytes + at);

    if (memcmp(bytes + at + 4, "IDAT", 4) != 0)
      continue;
    put_32(number, f->sequence++);
    png_write_chunk_start(f->png, (png_const_bytep)"fdAT",
                          (png_uint_32)(length + 4));
    png_write_chunk_data(f->png, number, 4);
    png_write_chunk_data(f->png, bytes + at + 8, length);
    png_write_chunk_end(f->png);
  }
  return 1;
}

static int
end_write(reel *f)
{
  if (setjmp(png_jmpbuf(f->png)))
    return 0;
  png_write_end(f->png, NULL);
  return 1;
}

/* What libpng says, unless it was the file: that is found by its owner. */
static mgnn_status
verdict(const reel *f, int done, mgnn_error *err)
{
  return done || ferror(f->out) ? MGNN_OK
         : mg_fail(err, MGNN_EIO, "cannot write PNG: %s", f->reason);
}

static mgnn_status
frame_first(reel *f, cairo_surface_t *surface, const mg_scene *scene,
            mgnn_error *err)
{
  mg_pool pool = { NULL, 0, 0, NULL };
  int chunks = 0;
  png_text *chunk = mg_png_texts(scene, f->meta, &pool, &chunks);
  mgnn_status status = MGNN_OK;

  f->line = mg_alloc((size_t)cairo_image_surface_get_width(surface), 4);
  f->png = mg_png_new(f->reason, &f->info, f->out);
  if (chunk == NULL || f->line == NULL || f->png == NULL)
    status = mg_fail_memory(err);
  else
    status = verdict(f, first_write(f, surface, scene, chunk, chunks), err);
  mg_free(chunk);
  mg_pool_free(&pool);
  return status;
}

static mgnn_status
frame_next(reel *f, size_t k, cairo_surface_t *before, cairo_surface_t *surface,
           const mg_scene *scene, mgnn_error *err)
{
  rectangle r = changed(before, surface);
  char *bytes = NULL;
  size_t size = 0;
  mgnn_status status = part_encode(f, surface, scene, r, &bytes, &size, err);

  if (status == MGNN_OK)
    status = verdict(f, part_copy(f, k, r, (const unsigned char *)bytes, size),
                     err);
  free(bytes);
  return status;
}

static mgnn_status
frame_put(reel *f, size_t k, cairo_surface_t **before, mgnn_error *err)
{
  cairo_surface_t *surface = NULL;
  mg_scene scene;
  mgnn_status status;

  memset(&scene, 0, sizeof scene);
  status = f->movie->scene(f->movie->ctx, k, &scene, err);
  if (status == MGNN_OK)
    status = mg_png_paint(&scene, &surface, err);
  if (status == MGNN_OK)
    status = k == 0 ? frame_first(f, surface, &scene, err)
                    : frame_next(f, k, *before, surface, &scene, err);
  mg_scene_free(&scene);
  cairo_surface_destroy(*before);
  *before = surface;
  return status;
}

mgnn_status
mg_movie_png(const mg_movie *movie, const mg_meta *meta, FILE *out,
             mgnn_error *err)
{
  reel f = { .movie = movie, .meta = meta, .out = out };
  cairo_surface_t *before = NULL;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < movie->count && status == MGNN_OK && !ferror(out); k++)
    status = frame_put(&f, k, &before, err);
  if (status == MGNN_OK && f.png != NULL && !ferror(out))
    status = verdict(&f, end_write(&f), err);
  cairo_surface_destroy(before);
  png_destroy_write_struct(&f.png, &f.info);
  mg_free(f.line);
  return status;
}
