/* Pack boxes side by side. */
#ifndef MG_PACK_H
#define MG_PACK_H

#include "base/error.h"

typedef struct {
  double width, height;
  double x, y;                 /* output: the lower left corner */
} mg_box;

/* The space that a node takes around its point, for instance for its name, in
 * the units of the drawing. */
typedef struct {
  double left, right, below, above;
} mg_extent;

/* What is known of the space of nodes: nothing; names beside them, which leave
 * half of the page free; or texts in boxes. */
enum { MG_EXTENT_NONE, MG_EXTENT_NAMES, MG_EXTENT_BOXES };

/* Place boxes without overlap on an area of about the given ratio of width to
 * height, as small as the method allows: by falling height, each at the lowest
 * place of the skyline (bottom left).  Several widths are tried.  The same
 * boxes always get the same places.  Time O(count log count) for each width. */
mgnn_status mg_pack(mg_box *box, size_t count, double aspect, mgnn_error *err);

#endif
