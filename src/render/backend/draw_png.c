/* PNG: pixels painted by Cairo, written by libpng with its own words.  No time
 * is written: same drawing, same bytes. */
#include "draw_png.h"
#include "backend.h"
#include "draw_cairo.h"
#include "render/canvas/text.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static void
write_bytes(png_structp png, png_bytep data, size_t length)
{
  if (fwrite(data, 1, length, png_get_io_ptr(png)) != length)
    png_error(png, "write error");
}

static void
flush_bytes(png_structp png)
{
  (void)png;
}

static void
on_error(png_structp png, png_const_charp text)
{
  char *reason = png_get_error_ptr(png);

  strncpy(reason, text, MG_PNG_REASON - 1);
  png_longjmp(png, 1);
}

static void
on_warning(png_structp png, png_const_charp text)
{
  (void)png;
  (void)text;
}

png_structp
mg_png_new(char *reason, png_infop *info, FILE *out)
{
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, reason,
                                            on_error, on_warning);

  *info = png != NULL ? png_create_info_struct(png) : NULL;
  if (*info == NULL) {
    png_destroy_write_struct(&png, info);
    return NULL;
  }
  png_set_write_fn(png, out, write_bytes, flush_bytes);
  /* Thin lines on a plain page: by a third smaller than what libpng's choice
   * of filters makes of them, and sooner done. */
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  return png;
}

png_text *
mg_png_texts(const mg_scene *scene, const mg_meta *meta, mg_pool *pool,
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
    c->compression = PNG_TEXT_COMPRESSION_NONE;
    for (const char *p = c->text; *p != '\0'; p++)
      if ((unsigned char)*p >= 0x80)
        c->compression = PNG_ITXT_COMPRESSION_NONE;
    ++*count;
  }
  return chunk;
}

void
mg_png_row(const unsigned char *from, size_t width, int alpha,
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

/* From so many edges on a page has no plain areas left: what zlib finds beyond
 * this level is a fiftieth, for twice the time. */
enum { BUSY = 100000, BUSY_LEVEL = 3 };

void
mg_png_level(png_structp png, const mg_scene *scene)
{
  size_t edges = 0;

  for (size_t k = 0; k < scene->panels; k++)
    for (size_t r = 0; r < scene->panel[k].edge_runs; r++)
      edges += scene->panel[k].edges[r].count;
  if (edges >= BUSY)
    png_set_compression_level(png, BUSY_LEVEL);
}

void
mg_png_head(png_structp png, png_infop info, cairo_surface_t *surface,
            const mg_scene *scene, png_text *chunk, int chunks)
{
  int alpha = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32;
  png_uint_32 metre = (png_uint_32)(scene->dpi / 0.0254 + 0.5);

  mg_png_level(png, scene);
  png_set_IHDR(png, info,
               (png_uint_32)cairo_image_surface_get_width(surface),
               (png_uint_32)cairo_image_surface_get_height(surface), 8,
               alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_pHYs(png, info, metre, metre, PNG_RESOLUTION_METER);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (chunks > 0)
    png_set_text(png, info, chunk, chunks);
  png_write_info(png, info);
}

/* The file, from painted pixels.  Nothing here is allocated but by libpng,
 * which jumps back to the setjmp when it fails. */
static int
write_png(png_structp png, png_infop info, cairo_surface_t *surface,
          const mg_scene *scene, png_text *chunk, int chunks,
          unsigned char *line)
{
  int width = cairo_image_surface_get_width(surface);
  int height = cairo_image_surface_get_height(surface);
  int stride = cairo_image_surface_get_stride(surface);
  int alpha = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32;
  const unsigned char *pixels = cairo_image_surface_get_data(surface);

  if (setjmp(png_jmpbuf(png)))
    return 0;
  mg_png_head(png, info, surface, scene, chunk, chunks);
  for (int y = 0; y < height; y++) {
    mg_png_row(pixels + (size_t)y * (size_t)stride, (size_t)width, alpha,
               line);
    png_write_row(png, line);
  }
  png_write_end(png, NULL);
  return 1;
}

static mgnn_status
encode(cairo_surface_t *surface, const mg_scene *scene, const mg_meta *meta,
       FILE *out, mgnn_error *err)
{
  char reason[MG_PNG_REASON] = "";
  mg_pool pool = { NULL, 0, 0, NULL };
  int chunks = 0;
  png_text *chunk = mg_png_texts(scene, meta, &pool, &chunks);
  unsigned char *line
    = mg_alloc((size_t)cairo_image_surface_get_width(surface), 4);
  png_infop info;
  png_structp png = mg_png_new(reason, &info, out);
  mgnn_status status = MGNN_OK;

  if (png == NULL || line == NULL || chunk == NULL)
    status = mg_fail_memory(err);
  else if (!write_png(png, info, surface, scene, chunk, chunks, line)
           && !ferror(out))
    status = mg_fail(err, MGNN_EIO, "cannot write PNG: %s", reason);
  png_destroy_write_struct(&png, &info);
  mg_free(line);
  mg_free(chunk);
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
  mgnn_status status;

  *out = NULL;
  if (width > most || height > most)
    return mg_fail(err, MGNN_EINVAL, "a picture of %.0f x %.0f pixels is too "
                   "large for PNG: at most %d each way; choose a smaller page "
                   "or resolution, or SVG or PDF", width, height, most);
  surface = cairo_image_surface_create(scene->background.a == 255
                                       ? CAIRO_FORMAT_RGB24
                                       : CAIRO_FORMAT_ARGB32,
                                       width > 1 ? (int)width : 1,
                                       height > 1 ? (int)height : 1);
  status = mg_cairo_fail(cairo_surface_status(surface), err);
  if (status == MGNN_OK)
    status = mg_cairo_paint(surface, scene, scale, 1, err);
  cairo_surface_flush(surface);
  if (status == MGNN_OK)
    *out = surface;
  else
    cairo_surface_destroy(surface);
  return status;
}

mgnn_status
mg_draw_png(const mg_scene *scene, const mg_meta *meta, FILE *out,
            mgnn_error *err)
{
  cairo_surface_t *surface;
  mgnn_status status = mg_png_paint(scene, &surface, err);

  if (status != MGNN_OK)
    return status;
  status = encode(surface, scene, meta, out, err);
  cairo_surface_destroy(surface);
  return status;
}
