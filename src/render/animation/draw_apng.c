/* Writes animated PNG, which standard libpng does not support.  So libpng writes each
 * frame as a separate file into memory, and its chunks are copied from there; from the
 * second frame on, the pixel chunks are renamed.  Only the rectangle of a frame that
 * changed is written. */
#include "movie.h"
#include "io/write/output.h"
#include "render/backend/draw_png.h"

#include <math.h>
#include <string.h>
#include <zlib.h>

typedef struct {
  const mg_movie *movie;
  FILE *out;
  unsigned sequence;           /* of the next fcTL or fdAT */
} apng_file;

static void
put_32(unsigned char *to, unsigned long x)
{
  for (int k = 0; k < 4; k++)
    to[k] = (unsigned char)(x >> (24 - 8 * k) & 255);
}

/* Write seconds as a fraction of two 16-bit numbers, as APNG requires. */
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

/* The rectangle in which two pictures differ; one pixel if they are equal, since an
 * empty rectangle is not allowed. */
static cairo_rectangle_int_t
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
    return (cairo_rectangle_int_t){ 0, 0, 1, 1 };
  return (cairo_rectangle_int_t){ x0, y0, x1 - x0, y1 - y0 };
}

/* Write a chunk whose data is a followed by b. */
static void
put_chunk(FILE *out, const char *type, const unsigned char *a, size_t a_size,
          const unsigned char *b, size_t b_size)
{
  unsigned char head[8], tail[4];
  uLong crc;

  put_32(head, a_size + b_size);
  memcpy(head + 4, type, 4);
  crc = crc32(crc32(0, head + 4, 4), a, (uInt)a_size);
  if (b_size > 0)
    crc = crc32(crc, b, (uInt)b_size);
  put_32(tail, crc);
  fwrite(head, 1, sizeof head, out);
  fwrite(a, 1, a_size, out);
  if (b_size > 0)
    fwrite(b, 1, b_size, out);
  fwrite(tail, 1, sizeof tail, out);
}

/* Write the chunk before the pixels of frame k, with their rectangle and duration.
 * The previous frame stays (dispose 0), and the new pixels replace part of it
 * (blend 0). */
static void
put_control(apng_file *f, size_t k, cairo_rectangle_int_t r)
{
  unsigned char data[26] = { 0 };

  put_32(data, f->sequence++);
  put_32(data + 4, (unsigned long)r.width);
  put_32(data + 8, (unsigned long)r.height);
  put_32(data + 12, (unsigned long)r.x);
  put_32(data + 16, (unsigned long)r.y);
  delay_put(data + 20, mg_movie_seconds(f->movie, k));
  put_chunk(f->out, "fcTL", data, sizeof data, NULL, 0);
}

/* Copy a frame's PNG: the first one without its end, since readers without animation
 * show it as the picture; of the others only the pixels. */
static void
copy_frame(apng_file *f, size_t k, cairo_rectangle_int_t r,
           const unsigned char *png, size_t size)
{
  const size_t start = 8;      /* the signature */
  unsigned char count[8] = { 0 };      /* second number 0: repeat forever */
  int controlled = 0;

  if (k == 0)
    fwrite(png, 1, start, f->out);
  put_32(count, (unsigned long)f->movie->count);
  for (size_t at = start, length; at + 12 <= size; at += 12 + length) {
    const unsigned char *chunk = png + at;
    int is_pixels = memcmp(chunk + 4, "IDAT", 4) == 0;

    length = (unsigned long)chunk[0] << 24 | (unsigned long)chunk[1] << 16
             | (unsigned long)chunk[2] << 8 | chunk[3];
    if (is_pixels && !controlled) {
      if (k == 0)
        put_chunk(f->out, "acTL", count, sizeof count, NULL, 0);
      put_control(f, k, r);
      controlled = 1;
    }
    if (k > 0 && is_pixels) {
      unsigned char number[4];

      put_32(number, f->sequence++);
      put_chunk(f->out, "fdAT", number, 4, chunk + 8, length);
    } else if (k == 0 && memcmp(chunk + 4, "IEND", 4) != 0)
      fwrite(chunk, 1, 12 + length, f->out);
  }
}

/* Write frame k; *before is the previous frame, or NULL, and becomes this one. */
static mgnn_status
put_frame(apng_file *f, size_t k, cairo_surface_t **before, const mg_meta *meta,
          mgnn_error *err)
{
  cairo_surface_t *surface = NULL;
  cairo_rectangle_int_t r;
  mg_output memory = { 0 };
  char *bytes = NULL;
  size_t size = 0;
  mg_scene scene;
  mgnn_status status = MGNN_OK;

  memset(&scene, 0, sizeof scene);
  TRY(f->movie->scene(f->movie->ctx, k, &scene, err));
  TRY(mg_png_paint(&scene, &surface, err));
  r = k == 0 ? mg_png_whole(surface) : changed(*before, surface);
  TRY(mg_output_open_memory(&memory, err));
  TRY(mg_png_write(surface, r, &scene, meta, memory.file, err));
  TRY(mg_output_take(&memory, &bytes, &size, err));
  copy_frame(f, k, r, (const unsigned char *)bytes, size);
end:
  mg_output_discard(&memory);
  mg_free(bytes);
  mg_scene_free(&scene);
  cairo_surface_destroy(*before);
  *before = surface;
  return status;
}

mgnn_status
mg_movie_png(const mg_movie *movie, const mg_meta *meta, FILE *out, mgnn_error *err)
{
  apng_file f = { movie, out, 0 };
  cairo_surface_t *before = NULL;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < movie->count && !ferror(out); k++)
    TRY(put_frame(&f, k, &before, meta, err));
  put_chunk(out, "IEND", (const unsigned char *)"", 0, NULL, 0);
end:
  cairo_surface_destroy(before);
  return status;
}
