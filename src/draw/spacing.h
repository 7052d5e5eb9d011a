/* Space between the nodes of a plane drawing, as large as they are drawn. */
#ifndef MG_SPACING_H
#define MG_SPACING_H

#include "encoding.h"
#include "solve/arrange/pack.h"

/* Borrowed, but for the last. */
typedef struct {
  const mg_drawn_graph *drawn;
  mg_encoding *encoding;
  mg_style *style;
  int names;                   /* nonzero: they are drawn */
  mg_apart apart;              /* which shapes are apart, so far */
} mg_spacing;
enum { MG_PART_TURNS = 30 };   /* if it is asked for; most drawings need a few */

/* Of the drawing xy: the least distance of nodes, and, if *named is then not
 * MG_EXTENT_NONE, what each takes with its name. */
mgnn_status mg_spacing_sizes(const mg_spacing *s, const double *xy, double *gap,
                             mg_extent *extent, int *named, mgnn_error *err);

/* Move nodes apart that cover each other, in so many turns; *pairs receives how many did.  How large
 * nodes and names are in the drawing depends on how large the drawing is, so the two
 * are found in turns; but if texts are in boxes, the page grows with them, or letters
 * shrink, and one turn is enough. */
mgnn_status mg_spacing_part(mg_spacing *s, int turns, unsigned long seed, double *y,
                            size_t *pairs, mgnn_error *err);

/* Let the shapes of a picture be apart as they are; *look is lent to it. */
void mg_spacing_show(mg_apart apart, mg_picture *pic, mg_appearance *look);

#endif
