/* What node attributes say about positions, pins and labels. */
#ifndef MG_ATTRIBUTES_H
#define MG_ATTRIBUTES_H

#include "io/source.h"

/* Positions from the attributes x, y, z, from GML's graphics [ x y z ], or from pos
 * "x,y[,z]", whichever is found first.  x has n*dim doubles, have n bytes: 1 if a
 * node has all its coordinates, which are then set in x. Returns how many do. */
size_t mg_attribute_positions(const mg_source *src, size_t dim, double *x,
                              unsigned char *have);

/* Fail if one of these positions is too large, or a node that needs one (with
 * a pin, or pin NULL: any) has none; `why` says what needs it. */
mgnn_status mg_attribute_positions_check(const mg_source *src, size_t dim,
                                         const double *x,
                                         const unsigned char *have,
                                         const unsigned char *pin,
                                         const char *why, mgnn_error *err);

/* Pins from a node attribute (`name`, or if that is NULL the attribute `pin`,
 * if there is one) and from pos "x,y!".  A value of 0, false or no leaves a
 * node free, letters out of x, y, z hold those coordinates, and 1, true or yes
 * hold all.  pin has n*dim bytes, nonzero is held.  *count is the number of
 * nodes with a pin.  With a name, an attribute that does not exist or another
 * value is an error; without, it is a note. */
mgnn_status mg_attribute_pins(mg_source *src, const char *name, size_t dim,
                              unsigned char *pin, size_t *count,
                              mgnn_error *err);

/* Labels as numbers.  A zeroed one has none. */
typedef struct {
  int *group;                  /* n: the label of a node, -1: it has none */
  char **name;                 /* count texts: by value if all are numbers,
                                  else in the order of the nodes */
  size_t count;
} mg_groups;

/* From the node attribute of that name.  MGNN_EINVAL if there is none: the
 * message names those that there are. */
mgnn_status mg_groups_read(mg_groups *out, const mg_source *src,
                           const char *name, mgnn_error *err);
void mg_groups_free(mg_groups *g);

/* The same from the first `count` values of a column, of nodes or of edges. */
mgnn_status mg_groups_make(mg_groups *out, const mg_column *col, size_t count,
                           mgnn_error *err);

/* Fail with MGNN_EINVAL: no attribute of that name; says which there are.
 * `what` is "node" or "edge", `purpose` what it is wanted for. */
mgnn_status mg_attribute_missing(const mg_source *src, const mg_attributes *at,
                                 const char *what, const char *purpose,
                                 const char *name, mgnn_error *err);

#endif
