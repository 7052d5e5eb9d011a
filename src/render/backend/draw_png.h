/* Functions shared by the writers of still and animated PNG. */
#ifndef MG_DRAW_PNG_H
#define MG_DRAW_PNG_H

#include "draw_lines.h"

#include <cairo.h>
#include <stdio.h>

/* Paint a scene as pixels, at its resolution, with alpha if the page is not opaque.
 * The caller destroys the surface. */
mgnn_status mg_png_paint(const mg_scene *scene, cairo_surface_t **out,
                         mgnn_error *err);

/* Write a part of a scene's pixels as a complete PNG file, with the scene's title and
 * `meta` as its texts.  Fails as backends do. */
mgnn_status mg_png_write(cairo_surface_t *surface, cairo_rectangle_int_t part,
                         const mg_scene *scene, const mg_meta *meta, FILE *out,
                         mgnn_error *err);

/* The sums of lines that look alike (see draw_lines.h). */
typedef struct {
  const mg_edge_run *run;      /* its colour and width */
  const mg_line_sums *sums;    /* of the size of the scene in pixels */
} mg_line_layer;

/* Paint the scene, put the layers over it one after the other, and write PNG. */
mgnn_status mg_line_picture_write(const mg_scene *scene, const mg_meta *meta,
                                  const mg_line_layer *layer, size_t layers, FILE *out,
                                  mgnn_error *err);

/* The rectangle of all pixels. */
static inline cairo_rectangle_int_t
mg_png_whole(cairo_surface_t *surface)
{
  return (cairo_rectangle_int_t){ 0, 0, cairo_image_surface_get_width(surface),
                                  cairo_image_surface_get_height(surface) };
}

#endif
