/* The rigid parts of a graph, drawn. */
#ifndef MG_RIGID_PARTS_H
#define MG_RIGID_PARTS_H

#include "render/canvas/scene.h"
#include "render/canvas/style.h"
#include "render/figure/viewport.h"

#include <mgnn.h>

/* So many colours can be distinguished on lines; if there are more parts, so
 * many of them have one of their own. */
enum { MG_PART_COLOURS = 6, MG_PART_OWN = 4 };

/* Edges without a colour: intervals and those of stiffness 0, and parts of one
 * edge. */
enum { MG_NO_BAR = -2, MG_SINGLE_BAR = -1 };

/* How parts are shown. */
typedef struct {
  int *colour;                 /* edges: 0 to MG_PART_COLOURS - 1, or as above */
  unsigned char *joint;        /* nodes: 1 if in several parts */
  size_t joints, single, open; /* how many; edges that are parts; no bars */
  size_t colours;              /* in use, from 0 on */
  char text[MG_PART_COLOURS + 1][60]; /* of the colours, then of single edges */
  char open_text[60];
} mg_parts_look;

/* Choose the colours: parts of more than one edge have one, the largest ones
 * of their own; where there are too many, the smaller ones share two, so that
 * as few as possible of those that touch have the same.  The rigidity is not
 * needed any more afterwards.  On failure *out is left zeroed. */
mgnn_status mg_parts_look_init(mg_parts_look *out, const mgnn_rigidity *r,
                               mgnn_error *err);
void mg_parts_look_free(mg_parts_look *look);

/* Lay out a page as mg_scene_build does, with the edges in the colours of
 * their parts, joints as rings, and a legend that says so.  The picture's
 * groups are not shown.  view NULL: fitted to the picture. */
mgnn_status mg_parts_scene(mg_scene *out, const mg_picture *pic,
                           const mg_parts_look *look, const mg_style *style,
                           const mg_viewport *view, mgnn_error *err);

#endif
