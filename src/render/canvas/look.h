/* What a style comes to for a given graph: every colour and every size. */
#ifndef MG_LOOK_H
#define MG_LOOK_H

#include "scene.h"
#include "shade.h"
#include "style.h"

typedef struct {
  mg_palette palette;
  mg_colour background;
  mg_colour ink, faint;        /* of words; of notes and frames */
  mg_colour outline, halo;     /* of nodes, of words: as the page */
  mg_colour edge, within, between;
  mg_colour lone;              /* nodes without a group among nodes with one */
  double node, outline_width;  /* diameter; all sizes in CSS pixels */
  double node_opacity;
  double edge_width, opacity;
  double font;                 /* of names, the largest that is tried */
  double font_least;           /* and the smallest */
} mg_look;

/* Set the colours.  Fails on an unknown palette or colour. */
mgnn_status mg_look_colours(mg_look *look, const mg_style *style, mgnn_error *err);

/* Set the sizes for n nodes and m edges of mean length `length` on `area`
 * square pixels, nodes being about `gap` apart; what is not known is NAN. */
void mg_look_sizes(mg_look *look, const mg_style *style, size_t n, size_t m,
                   double area, double length, double gap);

/* How the nodes of a group are drawn. */
mg_colour mg_look_fill(const mg_look *look, size_t group);
mg_mark mg_look_mark(const mg_look *look, size_t group);

/* The colour of a step of a shade; MG_SHADE_STEPS: of what has no value. */
mg_colour mg_look_step(const mg_look *look, const mg_shade *shade, size_t step);

#endif
