/* Handedness: tetrahedra of nodes and the signs of their volumes. */
#ifndef MG_CHIRALITY_TABLE_H
#define MG_CHIRALITY_TABLE_H

#include "io/source.h"

typedef struct {
  size_t count;
  unsigned *node;              /* 4*count */
  signed char *sign;           /* count: 1 or -1 */
  double *volume;              /* count, positive; NAN: only the sign counts */
} mg_centres;

/* From a table a,b,c,d,sign[,volume]: four nodes, + or - (1, +1, -1), and the
 * volume, which may be left empty. */
mgnn_status mg_read_chirality(const mg_source *src, const char *path,
                              mg_centres *out, mgnn_error *err);

/* From the names of nodes, RESIDUE/ATOM as structures have them: N, CA, C, CB of
 * every residue that has them, as L-amino acids have them, whose volume is
 * negative.  MGNN_EINVAL if there is no such residue. */
mgnn_status mg_chirality_by_names(const mg_source *src, mg_centres *out,
                                  mgnn_error *err);
void mg_centres_free(mg_centres *c);

#endif
