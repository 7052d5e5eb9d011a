/* PNG of lines that were added up elsewhere. */
#ifndef MG_LINE_PICTURE_H
#define MG_LINE_PICTURE_H

#include "draw_lines.h"

#include <stdio.h>

/* Lines that look alike, and what they do to the pixels. */
typedef struct {
  const mg_edge_run *run;      /* its colour and width */
  const mg_line_sums *sums;    /* of the size of the scene in pixels */
} mg_line_layer;

/* Paint the scene, put the layers over it one after the other, and write PNG.  Returns
 * MGNN_OK, MGNN_ENOMEM or MGNN_EIO. */
mgnn_status mg_line_picture_write(const mg_scene *scene, const mg_line_layer *layer,
                                  size_t layers, FILE *out, mgnn_error *err);

#endif
