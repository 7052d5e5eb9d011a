/* The type of backends, and their table. */
#ifndef MG_BACKEND_H
#define MG_BACKEND_H

#include "render/canvas/scene.h"
#include <stdio.h>

/* A backend turns one finished scene into bytes on `out`.  It reads the scene,
 * keeps nothing, and never opens or closes files.  `meta` may be NULL.  The
 * same scene and meta give the same bytes.  Returns MGNN_OK, MGNN_ENOMEM,
 * MGNN_EINVAL (a page too large for the format) or MGNN_EIO (Cairo or libpng
 * gave up).  A failed write to `out` sticks to it, as everywhere, and is found
 * by mg_output_commit, which knows the file's name. */
typedef struct {
  const char *name;            /* the word after -T, and the file suffix */
  mgnn_status (*draw)(const mg_scene *scene, const mg_meta *meta, FILE *out,
                      mgnn_error *err);
} mg_backend;

extern const mg_backend mg_backends[];   /* ends with name NULL */

/* Load the drawing libraries, if they are loaded on demand; call it before opening a
 * file for a drawing. */
mgnn_status mg_drawing_load(mgnn_error *err);

/* The functions of the table's rows, one file each. */
mgnn_status mg_draw_svg(const mg_scene *scene, const mg_meta *meta, FILE *out,
                        mgnn_error *err);
mgnn_status mg_draw_png(const mg_scene *scene, const mg_meta *meta, FILE *out,
                        mgnn_error *err);
mgnn_status mg_draw_pdf(const mg_scene *scene, const mg_meta *meta, FILE *out,
                        mgnn_error *err);

#endif
