/* Very many thin lines into pixels, faster than Cairo strokes them. */
#ifndef MG_DRAW_LINES_H
#define MG_DRAW_LINES_H

#include "render/canvas/scene.h"

#include <stdint.h>

/* Pixels as Cairo keeps them: 32 bits each, multiplied by their alpha. */
typedef struct {
  unsigned char *data;
  int width, height, stride;   /* stride in bytes */
} mg_pixels;

/* Draw a run of edges, each a straight line with square ends, `scale` pixels
 * to the CSS pixel.  Their colours add up where they cross.  Returns 0, having
 * drawn nothing, if there is no memory for it: let Cairo do it then. */
int mg_lines_draw(const mg_pixels *pixels, const mg_edge_run *run, double scale);

/* The same in two steps, where the lines of one picture come from many processes:
 * each adds up what its own lines do to the pixels, the sums are added, by
 * mg_lines_join, and put over the picture once.  The result does not depend on who has
 * drawn which line. */
typedef struct {
  int width, height;           /* of the whole picture */
  size_t stride, count;        /* numbers of a column; of all */
  uint32_t *sum;               /* flat lines, then steep ones */
} mg_line_sums;

/* All 0; 0 if there is no memory. */
int mg_line_sums_init(mg_line_sums *s, int width, int height);
void mg_line_sums_free(mg_line_sums *s);

/* Add the lines of a run, of whose looks width and colour count, and must be the same
 * for all.  0 if there is no memory. */
int mg_lines_add(mg_line_sums *s, const mg_edge_run *run, double scale);

/* to_i = min(to_i + from_i, the most that a sum can be). */
void mg_lines_join(uint32_t *to, const uint32_t *from, size_t count);

/* Put the sums over a picture of their size, in the colour of the run.  0 if there is
 * no memory. */
int mg_lines_put(const mg_line_sums *s, const mg_pixels *pixels,
                 const mg_edge_run *run, double scale);

#endif
