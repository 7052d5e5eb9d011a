/* Used by all readers of molecules: atoms become nodes, and pairs of atoms
 * become edges whose length is the distance between them. */
#ifndef MG_ATOMS_H
#define MG_ATOMS_H

#include "build.h"
#include "io/text/message.h"

enum { MG_ATOM_WORD = 16 };

/* One atom; a text is empty if the file does not give it. */
typedef struct {
  char name[MG_ATOM_WORD];     /* CA */
  char residue[MG_ATOM_WORD];  /* GLY */
  char chain[MG_ATOM_WORD];    /* A */
  char number[MG_ATOM_WORD];   /* of the residue, with its insertion code */
  char element[MG_ATOM_WORD];  /* C; if empty, taken from the name */
  double x[3];
} mg_atom;

enum { MG_ATOM_TEXTS = 5, MG_ATOM_COLUMNS = MG_ATOM_TEXTS + 3 };

/* Atoms and edges read so far.  Made by mg_atoms_init: all zero except src. */
typedef struct {
  mg_source *src;
  mg_builder build;
  mg_bounds bounds;
  size_t column[MG_ATOM_COLUMNS];
  size_t x_cap;
  double *x;                   /* 3 per atom */
  mg_tally repeated;           /* atoms left out: a node of that name exists */
} mg_atoms;

void mg_atoms_init(mg_atoms *a, mg_source *src);
void mg_atoms_free(mg_atoms *a);

/* Copy s without blanks around it, cut to MG_ATOM_WORD - 1 bytes; bytes other
 * than printable ASCII become ?. */
void mg_atom_word(char out[MG_ATOM_WORD], const char *s, size_t len);

/* Add a node CHAIN/NUMBER/NAME; empty parts are left out.  If there is a node
 * of that name already, for example from another alternate location, none is
 * added and *out is MG_NAMES_NONE.  Fails with MGNN_EPARSE if a coordinate is
 * not finite or beyond 1e7. */
mgnn_status mg_atoms_add(mg_atoms *a, mg_atom *atom, size_t line, unsigned *out,
                         mgnn_error *err);
/* Write the name of the atom's node, CHAIN/NUMBER/NAME; returns its length. */
enum { MG_ATOM_ID = 3 * MG_ATOM_WORD };
size_t mg_atom_id(char out[MG_ATOM_ID], const mg_atom *atom);

/* Join two atoms by an edge as long as their distance. */
mgnn_status mg_atoms_join(mg_atoms *a, unsigned i, unsigned j, size_t line,
                          mgnn_error *err);
double mg_atoms_distance(const mg_atoms *a, unsigned i, unsigned j);

/* Add edges once all atoms and the first src->m edges are read: pairs within
 * limits.cutoff; without a cutoff, if `guess` is set, bonds guessed from
 * covalent radii.  Pairs that have an edge already get no second one. */
mgnn_status mg_atoms_edges(mg_atoms *a, int guess, mgnn_error *err);

/* Complete the source, with a note about atoms left out. */
mgnn_status mg_atoms_finish(mg_atoms *a, mgnn_error *err);

/* Read the atoms and edges of a PDB or mmCIF file into an empty list. */
mgnn_status mg_atoms_read_pdb(mg_atoms *a, const char *path, mgnn_error *err);
mgnn_status mg_atoms_read_cif(mg_atoms *a, const char *path, mgnn_error *err);

#endif
