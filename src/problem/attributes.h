/* Reads positions, pins and labels from node attributes. */
#ifndef MG_ATTRIBUTES_H
#define MG_ATTRIBUTES_H

#include "io/source.h"

/* Read positions from the attributes x, y, z, from GML's graphics [ x y z ], or from
 * pos "x,y[,z]", whichever is found first.  x has n*dim doubles; have, n bytes, is set
 * to 1 for nodes with all coordinates, which are set in x.  Returns their number. */
size_t mg_attribute_positions(const mg_source *src, size_t dim, double *x,
                              unsigned char *have);

/* Fail if one of these positions is too large, or if a node with a pin (pin NULL:
 * any node) has no position; `why` tells in the message why it needs one. */
mgnn_status mg_attribute_positions_check(const mg_source *src, size_t dim,
                                         const double *x,
                                         const unsigned char *have,
                                         const unsigned char *pin,
                                         const char *why, mgnn_error *err);

/* Read pins from a node attribute (`name`, or if that is NULL the attribute `pin`,
 * if there is one) and from pos "x,y!".  A value of 0, false or no leaves a
 * node free, letters out of x, y, z hold those coordinates, and 1, true or yes
 * hold all.  pin has n*dim bytes, nonzero: held.  *count is the number of nodes
 * with a pin.  If name is given, a missing attribute or any other value is an
 * error; else other values only cause a note. */
mgnn_status mg_attribute_pins(mg_source *src, const char *name, size_t dim,
                              unsigned char *pin, size_t *count,
                              mgnn_error *err);

/* Labels as numbers; zeroed: no labels. */
typedef struct {
  int *group;                  /* n: number of a node's label, -1: no label */
  char **name;                 /* count texts: sorted by value if all are numbers,
                                  else in the order of first appearance */
  size_t count;
} mg_groups;

/* Read labels from the node attribute `name`.  MGNN_EINVAL if it does not exist; the
 * message lists the attributes that do. */
mgnn_status mg_groups_read(mg_groups *out, const mg_source *src,
                           const char *name, mgnn_error *err);
void mg_groups_free(mg_groups *g);

/* Make labels of the first `count` values of a column, of nodes or of edges. */
mgnn_status mg_groups_make(mg_groups *out, const mg_column *col, size_t count,
                           mgnn_error *err);

/* Fail with MGNN_EINVAL: there is no attribute `name`; the message lists those that
 * exist.  `what` is "node" or "edge", `purpose` the use of the attribute. */
mgnn_status mg_attribute_missing(const mg_source *src, const mg_attributes *at,
                                 const char *what, const char *purpose,
                                 const char *name, mgnn_error *err);

#endif
