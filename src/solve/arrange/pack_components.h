/* Place the components of a drawing side by side. */
#ifndef MG_PACK_COMPONENTS_H
#define MG_PACK_COMPONENTS_H

#include "pack.h"
#include "problem/components.h"

typedef struct {
  const mg_graph *graph;
  const mg_components *parts;
  size_t dim;
  const unsigned char *pin;    /* n*dim; or NULL */
  double aspect;               /* of the page, width to height */
  const mg_extent *extent;     /* n; or NULL: nodes are points */
} mg_packing;

/* Move the components of a drawing, y with n*dim coordinates, so that they are
 * about a mean length apart in the first two coordinates: the highest at the
 * top left, isolated nodes together in a block of rows below.  Components with
 * pins stay, and the others go to their right.  A drawing of one component is
 * not changed. */
mgnn_status mg_pack_components(const mg_packing *p, double *y, mgnn_error *err);

#endif
