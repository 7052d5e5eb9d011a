/* Bounds on distances between atoms that are named by residue and name, as NMR
 * has them, with or without a structure that says which atoms there are. */
#ifndef MG_RESTRAINTS_H
#define MG_RESTRAINTS_H

#include "atoms.h"
#include "edge_index.h"

/* A name may stand for several atoms: HB#, HB*, HB%, QB. */
typedef struct {
  char chain[MG_ATOM_WORD];    /* or empty: any */
  char number[MG_ATOM_WORD];
  char name[MG_ATOM_WORD];
} mg_atom_reference;

enum { MG_GROUP_MAX = 64 };

/* The atoms at one end. */
typedef struct {
  unsigned node[MG_GROUP_MAX];
  size_t count;
  int spread;                  /* over several residues, or too many */
} mg_atom_group;

/* Zeroed by mg_restraints_init. */
typedef struct {
  mg_atoms atoms;
  int structure;               /* there is one: its atoms are the nodes */
  size_t given;                /* edges that it has */
  mg_ids residues;             /* NUMBER/, and CHAIN/NUMBER/: the first atom */
  mg_edge_index known;
  mg_tally absent, ambiguous, inner, known_pairs;
  char first_absent[MG_ATOM_ID];
  size_t count;                /* restraints read */
} mg_restraints;

/* Read the structure of src->limits.topology, if there is one: its bonds and
 * angles, or the pairs within the cutoff, become edges. */
mgnn_status mg_restraints_init(mg_restraints *r, mg_source *src, mgnn_error *err);
void mg_restraints_free(mg_restraints *r);

/* Add the atoms of a reference to a group. */
mgnn_status mg_restraints_find(mg_restraints *r, const mg_atom_reference *ref,
                               mg_atom_group *group, mgnn_error *err);

/* The distance of two groups, by the sum of r^-6 over all pairs, is within
 * bounds.  Becomes an edge of the first atoms, with bounds wide enough for
 * that; of several for one pair the tightest count. */
mgnn_status mg_restraints_add(mg_restraints *r, const mg_atom_group end[2],
                              const double bound[2], size_t line,
                              mgnn_error *err);

/* Hand all over to the source, with notes about what was left out. */
mgnn_status mg_restraints_finish(mg_restraints *r, mgnn_error *err);

#endif
