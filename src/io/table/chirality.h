/* Reads handedness: tetrahedra of nodes and the signs of their volumes. */
#ifndef MG_CHIRALITY_TABLE_H
#define MG_CHIRALITY_TABLE_H

#include "io/source.h"

typedef struct {
  size_t count;
  unsigned *node;              /* 4*count */
  signed char *sign;           /* count: 1 or -1 */
  double *volume;              /* count, positive; NAN: only the sign counts */
} mg_centres;

/* Read a table a,b,c,d,sign[,volume]: four nodes, a sign + or - (also 1, +1, -1), and
 * a volume, which may be empty. */
mgnn_status mg_read_chirality(const mg_source *src, const char *path,
                              mg_centres *out, mgnn_error *err);

/* Make tetrahedra from nodes named RESIDUE/ATOM, as in protein structures: N, CA, C,
 * CB of every residue that has these atoms, with the negative volume of L-amino
 * acids.  MGNN_EINVAL if there is no such residue. */
mgnn_status mg_chirality_by_names(const mg_source *src, mg_centres *out,
                                  mgnn_error *err);
void mg_centres_free(mg_centres *c);

#endif
