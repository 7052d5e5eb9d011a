/* Draws the rigid parts of a graph in colours of their own. */
#ifndef MG_RIGID_PARTS_H
#define MG_RIGID_PARTS_H

#include "render/canvas/scene.h"
#include "render/canvas/style.h"
#include "render/figure/viewport.h"

#include <mgnn.h>

/* The number of colours that can be told apart on lines; and, if there are more parts
 * than that, the number of parts that have a colour to themselves. */
enum { MG_PART_COLOURS = 6, MG_PART_OWN = 4 };

/* Edges without a colour: MG_NO_BAR for intervals and for stiffness 0,
 * MG_SINGLE_BAR for parts that consist of one edge. */
enum { MG_NO_BAR = -2, MG_SINGLE_BAR = -1 };

/* The colours of edges, the joints, and the texts of the legend. */
typedef struct {
  int *colour;                 /* edges: 0 to MG_PART_COLOURS - 1, or as above */
  unsigned char *joint;        /* nodes: 1 if in several parts */
  size_t joints, single, open; /* how many joints, MG_SINGLE_BAR, MG_NO_BAR */
  size_t colours;              /* number of colours in use */
  char text[MG_PART_COLOURS + 1][60]; /* of the colours, then of single edges */
  char open_text[60];
} mg_parts_look;

/* Choose the colours: each part of more than one edge gets its own.  If there are too
 * many parts, the largest have their own colours and the others share two, chosen so
 * that few parts that touch have the same one.  The rigidity is only needed during
 * the call.  On failure *out is left zeroed. */
mgnn_status mg_parts_look_init(mg_parts_look *out, const mgnn_rigidity *r,
                               mgnn_error *err);
void mg_parts_look_free(mg_parts_look *look);

/* Lay out a page as mg_scene_build does, with the edges in the colours of their
 * parts, joints as rings, and a legend of both.  The picture's groups are not shown.
 * view NULL: fitted to the picture. */
mgnn_status mg_parts_scene(mg_scene *out, const mg_picture *pic,
                           const mg_parts_look *look, const mg_style *style,
                           const mg_viewport *view, mgnn_error *err);

#endif
