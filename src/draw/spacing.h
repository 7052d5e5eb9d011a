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

/* Of the drawing xy: the least distance of nodes, and, if *named is then not
 * MG_EXTENT_NONE, what each takes with its name. */
mgnn_status mg_spacing_sizes(const mg_spacing *s, const double *xy, double *gap,
                             mg_extent *extent, int *named, mgnn_error *err);

/* What part of their usual size dots have; NULL: theirs is given. */
double *mg_spacing_dots(mg_style *style);

/* The same for an mg_parting, by which all nodes will then be apart. */
mgnn_status mg_spacing_measure(void *spacing, const double *xy, double *gap,
                               mg_extent *extent, int *named, mgnn_error *err);

/* Let the shapes of a picture be apart as they are; *look is lent to it. */
void mg_spacing_show(mg_apart apart, mg_picture *pic, mg_appearance *look);

#endif
