/* Very many thin lines into pixels, faster than Cairo strokes them. */
#ifndef MG_DRAW_LINES_H
#define MG_DRAW_LINES_H

#include "render/canvas/scene.h"

/* Pixels as Cairo keeps them: 32 bits each, multiplied by their alpha. */
typedef struct {
  unsigned char *data;
  int width, height, stride;   /* stride in bytes */
} mg_pixels;

/* Draw a run of edges, each a straight line with square ends, `scale` pixels
 * to the CSS pixel.  Their colours add up where they cross.  Returns 0, having
 * drawn nothing, if there is no memory for it: let Cairo do it then. */
int mg_lines_draw(const mg_pixels *pixels, const mg_edge_run *run,
                  double scale);

#endif
