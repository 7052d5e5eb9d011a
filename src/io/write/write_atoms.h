/* Drawings as atoms. */
#ifndef MG_WRITE_ATOMS_H
#define MG_WRITE_ATOMS_H

#include "write.h"

mgnn_status mg_write_xyz(const mg_record *r, FILE *out, mgnn_error *err);
mgnn_status mg_write_pdb(const mg_record *r, FILE *out, mgnn_error *err);

/* Several drawings of one graph as models: x has `count` arrays of n*dim; r->x
 * is not looked at.  MGNN_EINVAL where columns of PDB cannot hold a
 * coordinate. */
mgnn_status mg_write_pdb_models(const mg_record *r, const double *const *x,
                                size_t count, FILE *out, mgnn_error *err);

#endif
