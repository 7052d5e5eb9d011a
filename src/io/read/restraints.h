/* NMR restraints: bounds on distances between atoms given by residue and atom
 * name, with or without a structure file that lists the atoms. */
#ifndef MG_RESTRAINTS_H
#define MG_RESTRAINTS_H

#include "atoms.h"
#include "edge_index.h"

/* How a restraint names its atoms.  A name may stand for several: HB#, HB*, HB%, QB. */
typedef struct {
  char chain[MG_ATOM_WORD];    /* empty: any chain */
  char number[MG_ATOM_WORD];
  char name[MG_ATOM_WORD];
} mg_atom_reference;

enum { MG_GROUP_MAX = 64 };

/* The atoms at one end of a restraint. */
typedef struct {
  unsigned node[MG_GROUP_MAX];
  size_t count;
  int spread;                  /* they are in several residues, or too many */
} mg_atom_group;

/* State of a reader of restraints; set up by mg_restraints_init. */
typedef struct {
  mg_atoms atoms;
  int structure;               /* a structure was read: its atoms are the nodes */
  size_t given;                /* edges from the structure */
  mg_ids residues;             /* first atom of each NUMBER/ and CHAIN/NUMBER/ */
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

/* Add a restraint: the distance between two groups, by the sum of r^-6 over all
 * pairs, is within bounds.  It becomes an edge between their first atoms, with
 * bounds wide enough for that.  If a pair has several, the tightest count. */
mgnn_status mg_restraints_add(mg_restraints *r, const mg_atom_group end[2],
                              const double bound[2], size_t line,
                              mgnn_error *err);

/* Complete the source, with notes about restraints that were left out. */
mgnn_status mg_restraints_finish(mg_restraints *r, mgnn_error *err);

#endif
