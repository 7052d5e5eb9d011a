/* What single and moving PNG pictures share. */
#ifndef MG_DRAW_PNG_H
#define MG_DRAW_PNG_H

#include "draw_lines.h"

#include <cairo.h>
#include <stdio.h>

/* A scene as pixels, at its resolution; to be destroyed by the caller.  With a
 * page that is not opaque they have alpha. */
mgnn_status mg_png_paint(const mg_scene *scene, cairo_surface_t **out,
                         mgnn_error *err);

/* Write a part of a scene's pixels as a whole PNG file, with the scene's title
 * and `meta` as its texts.  Failures as of a backend. */
mgnn_status mg_png_write(cairo_surface_t *surface, cairo_rectangle_int_t part,
                         const mg_scene *scene, const mg_meta *meta, FILE *out,
                         mgnn_error *err);

/* Lines that look alike, and what they do to the pixels. */
typedef struct {
  const mg_edge_run *run;      /* its colour and width */
  const mg_line_sums *sums;    /* of the size of the scene in pixels */
} mg_line_layer;

/* Paint the scene, put the layers over it one after the other, and write PNG. */
mgnn_status mg_line_picture_write(const mg_scene *scene, const mg_meta *meta,
                                  const mg_line_layer *layer, size_t layers, FILE *out,
                                  mgnn_error *err);

/* All of the pixels. */
static inline cairo_rectangle_int_t
mg_png_whole(cairo_surface_t *surface)
{
  return (cairo_rectangle_int_t){ 0, 0, cairo_image_surface_get_width(surface),
                                  cairo_image_surface_get_height(surface) };
}

#endif
