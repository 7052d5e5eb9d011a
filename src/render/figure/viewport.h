/* The part of the plane that a picture shows, and how it is put on the page. */
#ifndef MG_VIEWPORT_H
#define MG_VIEWPORT_H

#include "picture.h"
#include "render/canvas/page.h"

/* Frames that are drawn with one viewport also share all sizes. */
typedef struct {
  double x0, y0, x1, y1;       /* x0 > x1: nothing yet */
  double z0, z1;               /* of the depth; z0 > z1: all is flat */
  double length;               /* the largest mean of a frame; NAN: no edge */
  double gap;                  /* the largest of a frame between a node and its
                                * neighbours on the page, about; NAN: no node */
  size_t frames;               /* that it was fitted to */
} mg_viewport;

void mg_viewport_init(mg_viewport *view);

/* Widen the viewport so that it shows this picture too.  Positions that are
 * not finite count for nothing.  Time O(n + m).  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_viewport_fit(mg_viewport *view, const mg_picture *pic,
                            mgnn_error *err);

/* Give all viewports the extent of the largest in each direction, each about its
 * own middle: drawings have one scale then, and sizes of nodes too. */
void mg_viewports_align(mg_viewport *view, size_t count);

/* How the plane is put on the page: half the distance from the viewport's lower
 * left corner, divided by `half`, times 2 px.  Halves, because the distance of
 * two doubles may not be one; divided first, so that 1e300 and 1e-300 stay in
 * range; from the corner, because a middle may lie between two doubles. */
typedef struct {
  double x0, y0, half, px;
  double left, low;            /* the corner, on the page */
  double width, height;        /* of the viewport, on the page */
} mg_transform;

/* The viewport as large as a box allows, in its middle. */
mg_transform mg_viewport_into(const mg_viewport *view, const mg_region *box);

/* Where a point of the plane is on the page; one that is not finite is in the
 * middle. */
mg_point mg_transform_point(const mg_transform *t, double x, double y);

/* The box that suits a viewport: of its shape, within 1 to 8, as large as a
 * square of that side, but no longer than 1.25 sides, and smaller, down to half
 * a side, where few nodes have long edges. */
void mg_viewport_shape(const mg_viewport *view, double side, double *width,
                       double *height);

/* How many pixels a unit of the viewport gets in a box of this size, compared
 * with other boxes. */
double mg_viewport_scale(const mg_viewport *view, double width, double height);

#endif
