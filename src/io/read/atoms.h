/* The atoms of a structure as nodes, and pairs of them as edges whose lengths
 * are their distances: what the readers of molecules share. */
#ifndef MG_ATOMS_H
#define MG_ATOMS_H

#include "build.h"
#include "io/text/message.h"

enum { MG_ATOM_WORD = 16 };

/* Texts that the file does not have are empty. */
typedef struct {
  char name[MG_ATOM_WORD];     /* CA */
  char residue[MG_ATOM_WORD];  /* GLY */
  char chain[MG_ATOM_WORD];    /* A */
  char number[MG_ATOM_WORD];   /* of the residue, with its insertion code */
  char element[MG_ATOM_WORD];  /* C; empty: by the name */
  double x[3];
} mg_atom;

enum { MG_ATOM_TEXTS = 5, MG_ATOM_COLUMNS = MG_ATOM_TEXTS + 3 };

/* Zeroed but for src, by mg_atoms_init. */
typedef struct {
  mg_source *src;
  mg_builder build;
  mg_bounds bounds;
  size_t column[MG_ATOM_COLUMNS];
  size_t x_cap;
  double *x;                   /* 3 per atom */
  mg_tally repeated;           /* atoms that were there already */
} mg_atoms;

void mg_atoms_init(mg_atoms *a, mg_source *src);
void mg_atoms_free(mg_atoms *a);

/* The word between blanks, cut to MG_ATOM_WORD - 1 bytes of ASCII: others
 * become ?. */
void mg_atom_word(char out[MG_ATOM_WORD], const char *s, size_t len);

/* Add a node CHAIN/NUMBER/NAME, leaving out what is empty.  An atom of that name
 * may be there already, such as the other of two alternate locations: *out is
 * MG_NAMES_NONE then.  Fails with MGNN_EPARSE if a coordinate is not
 * sensible. */
mgnn_status mg_atoms_add(mg_atoms *a, mg_atom *atom, size_t line, unsigned *out,
                         mgnn_error *err);
/* The name that it has there. */
enum { MG_ATOM_ID = 3 * MG_ATOM_WORD };
size_t mg_atom_id(char out[MG_ATOM_ID], const mg_atom *atom);

/* Join two atoms by an edge of their distance. */
mgnn_status mg_atoms_join(mg_atoms *a, unsigned i, unsigned j, size_t line,
                          mgnn_error *err);
double mg_atoms_distance(const mg_atoms *a, unsigned i, unsigned j);

/* All atoms are there, and the first src->m edges: add those of the cutoff, or,
 * where `guess` is set, the bonds that the radii of the elements tell.  Pairs
 * that have an edge get no second one. */
mgnn_status mg_atoms_edges(mg_atoms *a, int guess, mgnn_error *err);

/* Hand all over to the source, with a note about atoms left out. */
mgnn_status mg_atoms_finish(mg_atoms *a, mgnn_error *err);

/* Read the atoms and edges of a file into an empty list, by its suffix. */
mgnn_status mg_atoms_read_pdb(mg_atoms *a, const char *path, mgnn_error *err);
mgnn_status mg_atoms_read_cif(mg_atoms *a, const char *path, mgnn_error *err);

#endif
