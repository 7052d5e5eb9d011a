/* Drawings side by side. */
#ifndef MG_PACK_H
#define MG_PACK_H

#include "base/error.h"

typedef struct {
  double width, height;
  double x, y;                 /* output: the lower left corner */
} mg_box;

/* What belongs to a node beside its point, such as its name, in the units of
 * the drawing. */
typedef struct {
  double left, right, below, above;
} mg_extent;

/* What is known of the space that nodes take: nothing; with names beside them,
 * which leave half of the page; with texts in boxes. */
enum { MG_EXTENT_NONE, MG_EXTENT_NAMES, MG_EXTENT_BOXES };

/* Place boxes without overlap on an area of about the given ratio of width to
 * height, as small as the method allows: by falling height onto the lowest
 * place of the skyline (bottom left).  Several widths are tried.  The same
 * boxes give the same places.  Time O(count log count) for each width. */
mgnn_status mg_pack(mg_box *box, size_t count, double aspect, mgnn_error *err);

#endif
