/* What single and moving PNG pictures share. */
#ifndef MG_DRAW_PNG_H
#define MG_DRAW_PNG_H

#include "render/canvas/scene.h"

#include <cairo.h>
#include <png.h>
#include <stdio.h>

/* The size of the buffer that receives the reason of a failure, if it was not
 * the file. */
enum { MG_PNG_REASON = 200 };

/* A writer to `out`, with its info; NULL if out of memory.  After a failure it
 * jumps to the caller's setjmp, with the reason (filled with 0 before) told. */
png_structp mg_png_new(char *reason, png_infop *info, FILE *out);

/* The texts as PNG chunks: tEXt for ASCII, iTXt for the rest.  Keys longer
 * than PNG allows are cut.  NULL if out of memory; the texts are in the pool,
 * the chunks belong to the caller. */
png_text *mg_png_texts(const mg_scene *scene, const mg_meta *meta,
                       mg_pool *pool, int *count);

/* A scene as pixels, at its resolution; to be destroyed by the caller.  With a
 * page that is not opaque they have alpha. */
mgnn_status mg_png_paint(const mg_scene *scene, cairo_surface_t **out,
                         mgnn_error *err);

/* How hard to compress the pixels of a scene. */
void mg_png_level(png_structp png, const mg_scene *scene);

/* All chunks before the pixels, and the level. */
void mg_png_head(png_structp png, png_infop info, cairo_surface_t *surface,
                 const mg_scene *scene, png_text *chunk, int chunks);

/* Cairo's pixels, 32 bits each in the machine's byte order and multiplied by
 * their alpha, as PNG's bytes. */
void mg_png_row(const unsigned char *from, size_t width, int alpha,
                unsigned char *to);

#endif
