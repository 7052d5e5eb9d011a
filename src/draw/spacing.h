/* Space between the nodes of a plane drawing, for their sizes on the page. */
#ifndef MG_SPACING_H
#define MG_SPACING_H

#include "encoding.h"
#include "solve/arrange/pack.h"

/* All pointers are borrowed. */
typedef struct {
  const mg_drawn_graph *drawn;
  mg_encoding *encoding;
  mg_style *style;
  int names;                   /* nonzero: names are drawn */
  mg_apart apart;              /* which node shapes do not overlap, so far */
} mg_spacing;

/* Measure the drawing xy: *gap is the distance that keeps nodes from overlapping;
 * extent is the space of each node with its name, unless *named is MG_EXTENT_NONE. */
mgnn_status mg_spacing_sizes(const mg_spacing *s, const double *xy, double *gap,
                             mg_extent *extent, int *named, mgnn_error *err);

/* The factor on the usual size of dots; NULL if --node-size sets their size. */
double *mg_spacing_dots(mg_style *style);

/* mg_spacing_sizes as a callback of mg_parting, which moves all nodes apart. */
mgnn_status mg_spacing_measure(void *spacing, const double *xy, double *gap,
                               mg_extent *extent, int *named, mgnn_error *err);

/* Record in a picture which shapes do not overlap; it borrows *look. */
void mg_spacing_show(mg_apart apart, mg_picture *pic, mg_appearance *look);

#endif
