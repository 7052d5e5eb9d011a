/* Draws very many thin lines directly into pixels, faster than Cairo strokes them. */
#ifndef MG_DRAW_LINES_H
#define MG_DRAW_LINES_H

#include "render/canvas/scene.h"

#include <stdint.h>

/* Pixels as Cairo stores them: 32 bits each, premultiplied by their alpha. */
typedef struct {
  unsigned char *data;
  int width, height, stride;   /* stride in bytes */
} mg_pixels;

/* Draw a run of edges as straight lines with square ends, at `scale` pixels per CSS
 * pixel.  Crossing lines darken each other.  Returns 0, having drawn nothing, if memory
 * is short; then draw them with Cairo. */
int mg_lines_draw(const mg_pixels *pixels, const mg_edge_run *run, double scale);

/* The same in two steps, if many processes have lines of one picture: each process
 * sums the effect of its own lines on the pixels, mg_lines_join adds these sums, and
 * the total is put over the picture once.  The result does not depend on which process
 * has which line. */
typedef struct {
  int width, height;           /* of the whole picture */
  size_t stride, count;        /* how many numbers per column; in all */
  uint32_t *sum;               /* sums of flat lines, then of steep ones */
} mg_line_sums;

/* Allocate sums, all 0; returns 0 if out of memory. */
int mg_line_sums_init(mg_line_sums *s, int width, int height);
void mg_line_sums_free(mg_line_sums *s);

/* Add the lines of a run to the sums; its width and colour must be the same in all
 * calls.  Returns 0 if out of memory. */
int mg_lines_add(mg_line_sums *s, const mg_edge_run *run, double scale);

/* Add sums: to_i = min(to_i + from_i, the largest value of a sum). */
void mg_lines_join(uint32_t *to, const uint32_t *from, size_t count);

/* Put the sums over a picture of the same size, in the colour of the run.  Returns 0 if
 * out of memory. */
int mg_lines_put(const mg_line_sums *s, const mg_pixels *pixels,
                 const mg_edge_run *run, double scale);

#endif
