/* Writes PNG: pixels painted by Cairo, written by libpng with title and metadata.  No
 * time is written, so that the same drawing gives the same bytes. */
#include "draw_png.h"
#include "backend.h"
#include "draw_cairo.h"
#include "render/canvas/text.h"

#include <glib.h>
#include <math.h>
#include <png.h>
#include <stdint.h>
#include <string.h>

/* The size of the buffer for the reason of a failure of libpng (not of the file). */
enum { REASON = 200 };

static void
on_error(png_structp png, png_const_charp text)
{
  char *reason = png_get_error_ptr(png);

  strncpy(reason, text, REASON - 1);
  png_longjmp(png, 1);
}

static void
on_warning(png_structp png, png_const_charp text)
{
  (void)png;
  (void)text;
}

/* Make a writer to `out`, with its info; NULL if out of memory.  On a failure it sets
 * the reason, which must be filled with 0 before, and jumps to the caller's setjmp. */
static png_structp
writer_new(char *reason, png_infop *info, FILE *out)
{
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, reason,
                                            on_error, on_warning);

  *info = png != NULL ? png_create_info_struct(png) : NULL;
  if (*info == NULL) {
    png_destroy_write_struct(&png, info);
    return NULL;
  }
  png_init_io(png, out);
  /* No filter: thin lines on a plain page become a third smaller than with the
   * filters that libpng chooses, and faster. */
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  return png;
}

/* Make PNG chunks of the texts: tEXt for ASCII, iTXt for others.  Keys longer than PNG
 * allows are cut.  NULL if out of memory; the texts are in the pool, the chunks belong
 * to the caller. */
static png_text *
text_chunks(const mg_scene *scene, const mg_meta *meta, mg_pool *pool,
            int *count)
{
  size_t most = 1;
  png_text *chunk;

  while (meta != NULL && meta[most - 1].key != NULL)
    most++;
  *count = 0;
  chunk = mg_zalloc(most, sizeof *chunk);
  if (chunk == NULL)
    return NULL;
  for (size_t k = 0; k < most; k++) {
    int own = k == most - 1;   /* the last is the title */
    const char *key = own ? "Title" : meta[k].key;
    const char *text = own ? scene->title : meta[k].text;
    png_text *c = &chunk[*count];
    size_t len;

    if (text == NULL)
      continue;
    len = strlen(key);
    c->key = mg_pool_keep(pool, key, len < 79 ? len : 79);
    c->text = (char *)mg_text_keep(pool, text);
    if (c->key == NULL || c->text == NULL) {
      mg_free(chunk);
      return NULL;
    }
    c->compression = g_str_is_ascii(c->text) ? PNG_TEXT_COMPRESSION_NONE
                                             : PNG_ITXT_COMPRESSION_NONE;
    ++*count;
  }
  return chunk;
}

/* Convert Cairo's pixels, 32 bits each in the machine's byte order and premultiplied
 * by alpha, to the bytes of PNG. */
static void
convert_row(const unsigned char *from, size_t width, int alpha,
            unsigned char *to)
{
  for (size_t x = 0; x < width; x++) {
    uint32_t p;
    unsigned a;

    memcpy(&p, from + 4 * x, 4);
    a = p >> 24;
    for (int shift = 16; shift >= 0; shift -= 8) {
      unsigned c = p >> shift & 255;

      *to++ = (unsigned char)(!alpha ? c : a == 0 ? 0 : (c * 255 + a / 2) / a);
    }
    if (alpha)
      *to++ = (unsigned char)a;
  }
}

/* A page with this many edges has no plain areas left; a higher compression level
 * would save only 1/50 and take twice the time. */
enum { BUSY = 100000, BUSY_LEVEL = 3 };

typedef struct {
  png_structp png;
  png_infop info;
  png_text *chunk;
  int chunks;
  unsigned char *line;         /* a row of bytes */
  char reason[REASON];
} png_file;

/* Write the file; returns 0 if libpng fails and jumps back to the setjmp.  Only libpng
 * allocates memory here. */
static int
put_file(const png_file *f, cairo_surface_t *surface,
         cairo_rectangle_int_t part, const mg_scene *scene)
{
  int alpha = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32;
  size_t stride = (size_t)cairo_image_surface_get_stride(surface);
  const unsigned char *pixels = cairo_image_surface_get_data(surface)
                                + (size_t)part.y * stride + 4 * (size_t)part.x;
  png_uint_32 metre = (png_uint_32)(scene->dpi / 0.0254 + 0.5);

  if (setjmp(png_jmpbuf(f->png)))
    return 0;
  if (mg_scene_edges(scene) >= BUSY)
    png_set_compression_level(f->png, BUSY_LEVEL);
  png_set_IHDR(f->png, f->info, (png_uint_32)part.width,
               (png_uint_32)part.height, 8,
               alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_pHYs(f->png, f->info, metre, metre, PNG_RESOLUTION_METER);
  png_set_sRGB(f->png, f->info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (f->chunks > 0)
    png_set_text(f->png, f->info, f->chunk, f->chunks);
  png_write_info(f->png, f->info);
  for (int y = 0; y < part.height; y++) {
    convert_row(pixels + (size_t)y * stride, (size_t)part.width, alpha,
                f->line);
    png_write_row(f->png, f->line);
  }
  png_write_end(f->png, NULL);
  return 1;
}

mgnn_status
mg_png_write(cairo_surface_t *surface, cairo_rectangle_int_t part,
             const mg_scene *scene, const mg_meta *meta, FILE *out,
             mgnn_error *err)
{
  mg_pool pool = { NULL, 0, 0, NULL };
  png_file f = { .reason = "" };
  mgnn_status status = MGNN_OK;

  f.chunk = text_chunks(scene, meta, &pool, &f.chunks);
  f.line = mg_alloc((size_t)part.width, 4);
  f.png = writer_new(f.reason, &f.info, out);
  TRY(mg_allocated_all(err, f.chunk, f.line, f.png));
  if (!put_file(&f, surface, part, scene) && !ferror(out))
    status = mg_fail(err, MGNN_EIO, "cannot write PNG: %s", f.reason);
end:
  png_destroy_write_struct(&f.png, &f.info);
  mg_free_all(f.line, f.chunk);
  mg_pool_free(&pool);
  return status;
}

mgnn_status
mg_png_paint(const mg_scene *scene, cairo_surface_t **out, mgnn_error *err)
{
  const int most = 32767;      /* Cairo's limit */
  double scale = scene->dpi / 96;
  double width = ceil(scene->width * scale / MG_UNITS - 1e-6);
  double height = ceil(scene->height * scale / MG_UNITS - 1e-6);
  cairo_surface_t *surface;
  mgnn_status status = MGNN_OK;

  *out = NULL;
  if (width > most || height > most)
    return mg_fail(err, MGNN_EINVAL, "a picture of %.0f x %.0f pixels is too "
                   "large for PNG: at most %d on a side; choose a smaller page "
                   "or resolution, or SVG or PDF", width, height, most);
  surface = cairo_image_surface_create(scene->background.a == 255
                                       ? CAIRO_FORMAT_RGB24
                                       : CAIRO_FORMAT_ARGB32,
                                       width > 1 ? (int)width : 1,
                                       height > 1 ? (int)height : 1);
  TRY(mg_cairo_fail(cairo_surface_status(surface), err));
  TRY(mg_cairo_paint(surface, scene, scale, 1, err));
  cairo_surface_flush(surface);
  *out = surface;
end:
  if (status != MGNN_OK)
    cairo_surface_destroy(surface);
  return status;
}

mgnn_status
mg_line_picture_write(const mg_scene *scene, const mg_meta *meta,
                      const mg_line_layer *layer, size_t layers, FILE *out,
                      mgnn_error *err)
{
  cairo_surface_t *surface = NULL;
  mg_pixels pixels;
  mgnn_status status = MGNN_OK;

  TRY(mg_png_paint(scene, &surface, err));
  pixels = (mg_pixels){ cairo_image_surface_get_data(surface),
                        cairo_image_surface_get_width(surface),
                        cairo_image_surface_get_height(surface),
                        cairo_image_surface_get_stride(surface) };
  for (size_t k = 0; k < layers; k++)
    if (!mg_lines_put(layer[k].sums, &pixels, layer[k].run, scene->dpi / 96))
      TRY(mg_fail_memory(err));
  cairo_surface_mark_dirty(surface);
  TRY(mg_png_write(surface, mg_png_whole(surface), scene, meta, out, err));
end:
  cairo_surface_destroy(surface);
  return status;
}

mgnn_status
mg_draw_png(const mg_scene *scene, const mg_meta *meta, FILE *out,
            mgnn_error *err)
{
  return mg_line_picture_write(scene, meta, NULL, 0, out, err);
}
