/* All colours and sizes of a drawing, computed from the style and the graph. */
#ifndef MG_LOOK_H
#define MG_LOOK_H

#include "scene.h"
#include "shade.h"
#include "style.h"

typedef struct {
  mg_palette palette;
  mg_colour background;
  mg_colour ink, faint;        /* of texts; of notes and frames */
  mg_colour outline, halo;     /* around nodes and texts, in the colour of the page */
  mg_colour edge, within, between;
  mg_colour lone;              /* of nodes without a group, if others have groups */
  double node, outline_width;  /* diameter; all sizes in CSS pixels */
  double node_opacity;
  double edge_width, opacity;
  double font;                 /* of names: the largest size tried */
  double font_least;           /* and the smallest */
} mg_look;

/* Set the colours.  Fails on an unknown palette or colour. */
mgnn_status mg_look_colours(mg_look *look, const mg_style *style, mgnn_error *err);

/* Set the sizes for n nodes, about `gap` pixels apart, and m edges of mean length
 * `length` on `area` square pixels; gap and length are NAN if not known. */
void mg_look_sizes(mg_look *look, const mg_style *style, size_t n, size_t m,
                   double area, double length, double gap);

/* The colour and the shape of the nodes of a group. */
mg_colour mg_look_fill(const mg_look *look, size_t group);
mg_mark mg_look_mark(const mg_look *look, size_t group);

/* The colour of a step of a shade; MG_SHADE_STEPS: for items without value. */
mg_colour mg_look_step(const mg_look *look, const mg_shade *shade, size_t step);

#endif
