/* Drawings as atoms; several of them are frames of XYZ and models of PDB.  MGNN_EINVAL
 * where columns of PDB cannot hold a coordinate. */
#ifndef MG_WRITE_ATOMS_H
#define MG_WRITE_ATOMS_H

#include "write.h"

mgnn_status mg_write_xyz(const mg_record *r, FILE *out, mgnn_error *err);
mgnn_status mg_write_pdb(const mg_record *r, FILE *out, mgnn_error *err);

#endif
