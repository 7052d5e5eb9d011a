/* The part of the plane that a picture shows, and its transformation to the page. */
#ifndef MG_VIEWPORT_H
#define MG_VIEWPORT_H

#include "picture.h"
#include "render/canvas/page.h"

/* The extent of frames and their typical distances; they share all sizes too. */
typedef struct {
  double x0, y0, x1, y1;       /* extent; x0 > x1: no node yet */
  double z0, z1;               /* range of the depth; z0 > z1: no depth */
  double length;               /* largest mean edge length of a frame; NAN: no edge */
  double gap;                  /* typical distance of neighbouring nodes on the page,
                                * the largest of all frames; NAN: no extent */
  size_t frames;               /* number of frames that it was fitted to */
} mg_viewport;

void mg_viewport_init(mg_viewport *view);

/* Widen the viewport so that it shows this picture too.  Positions that are not
 * finite are ignored.  Time O(n + m).  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_viewport_fit(mg_viewport *view, const mg_picture *pic,
                            mgnn_error *err);

/* Give all viewports the largest width and height of any, each about its own centre,
 * so that all drawings have the same scale and node sizes. */
void mg_viewports_align(mg_viewport *view, size_t count);

/* The map from the plane to the page: half the distance from the viewport's lower left
 * corner, divided by `half`, times 2 px.  Halves are used as the difference of two
 * doubles may overflow; dividing first keeps 1e300 and 1e-300 in range; the corner is
 * used because the centre may lie between two doubles. */
typedef struct {
  double x0, y0, half, px;
  double left, low;            /* the corner, on the page */
  double width, height;        /* of the viewport, on the page */
} mg_transform;

/* Fit the viewport into a box, as large as possible and centred. */
mg_transform mg_viewport_into(const mg_viewport *view, const mg_region *box);

/* The place on the page of a point of the plane; the centre if the point is not
 * finite. */
mg_point mg_transform_point(const mg_transform *t, double x, double y);

/* Choose the size of box for a viewport: of its shape, at most 8 to 1, with the area of
 * a square of this side, but no longer than 1.25 sides; smaller, down to half a side,
 * if there are few nodes with long edges. */
void mg_viewport_shape(const mg_viewport *view, double side, double *width,
                       double *height);

/* A measure of how large the viewport is drawn in a box of this size, to compare
 * boxes. */
double mg_viewport_scale(const mg_viewport *view, double width, double height);

#endif
