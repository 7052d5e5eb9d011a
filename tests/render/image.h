/* PNG read back by libpng, and how much two pictures differ. */
#ifndef IMAGE_H
#define IMAGE_H

#include "unit.h"

#include <png.h>

/* Whether a program is installed. */
static inline int
have(const char *program)
{
  char command[100];

  snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
  return system(command) == 0;
}

typedef struct {
  png_uint_32 width, height;
  int channels;
  unsigned char *pixel;        /* row by row */
  png_uint_32 per_metre;
  int texts, timed;
  char text[8][200];           /* key=text */
} image;

static inline image
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

/* The mean difference of two pictures, of 255. */
static inline double
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

#endif
