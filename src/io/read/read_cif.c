/* Reads mmCIF: the loop of atoms; bonds are guessed from the coordinates. */
#include "atoms.h"
#include "read.h"
#include "base/number.h"
#include "io/text/star.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  SYMBOL, LABEL_ATOM, AUTH_ATOM, RESIDUE, LABEL_CHAIN, AUTH_CHAIN, LABEL_NUMBER,
  AUTH_NUMBER, INSERTION, X, Y, Z, MODEL, COLUMNS
};

static const char *const columns[COLUMNS] = {
  "type_symbol", "label_atom_id", "auth_atom_id", "label_comp_id",
  "label_asym_id", "auth_asym_id", "label_seq_id", "auth_seq_id",
  "pdbx_PDB_ins_code", "Cartn_x", "Cartn_y", "Cartn_z", "pdbx_PDB_model_num"
};

typedef struct {
  mg_atoms *atoms;
  char model[MG_STAR_VALUE];   /* number of the first model */
  int begun;
  mg_tally others;             /* atoms of other models */
} cif_reader;

/* The author's value, as in PDB files, or else that of the archive. */
static const char *
either(char (*value)[MG_STAR_VALUE], int author, int label)
{
  return value[author][0] != '\0' ? value[author] : value[label];
}

static mgnn_status
atom_row(void *context, char (*value)[MG_STAR_VALUE], size_t line, mgnn_error *err)
{
  cif_reader *r = context;
  const char *name = either(value, AUTH_ATOM, LABEL_ATOM);
  const char *chain = either(value, AUTH_CHAIN, LABEL_CHAIN);
  char number[2 * MG_STAR_VALUE], shown[MG_SHOW_MAX];
  mg_atom atom;
  unsigned node;

  if (!r->begun)
    memcpy(r->model, value[MODEL], sizeof r->model);
  r->begun = 1;
  if (strcmp(r->model, value[MODEL]) != 0) {
    mg_tally_add(&r->others, line);
    return MGNN_OK;
  }
  snprintf(number, sizeof number, "%s%s",
           either(value, AUTH_NUMBER, LABEL_NUMBER), value[INSERTION]);
  mg_atom_word(atom.name, name, strlen(name));
  mg_atom_word(atom.residue, value[RESIDUE], strlen(value[RESIDUE]));
  mg_atom_word(atom.chain, chain, strlen(chain));
  mg_atom_word(atom.number, number, strlen(number));
  mg_atom_word(atom.element, value[SYMBOL], strlen(value[SYMBOL]));
  if (atom.name[0] == '\0')
    return mg_fail_at(err, r->atoms->src->path, line, 0, "the atom has no name: "
                      "neither auth_atom_id nor label_atom_id");
  for (int c = 0; c < 3; c++)
    if (!mg_number_whole(value[X + c], strlen(value[X + c]), &atom.x[c]))
      return mg_fail_at(err, r->atoms->src->path, line, 0, "%s is %s, must be a "
                        "number", columns[X + c], mg_show(shown, value[X + c]));
  return mg_atoms_add(r->atoms, &atom, line, &node, err);
}

mgnn_status
mg_atoms_read_cif(mg_atoms *a, const char *path, mgnn_error *err)
{
  cif_reader r = { .atoms = a };
  const mg_star_table table = { "_atom_site.", columns, COLUMNS, atom_row, &r };
  size_t loops;

  PASS(mg_star_read(a->src, path, &table, &loops, err));
  if (a->src->n == 0)
    PASS(mg_fail(err, MGNN_EPARSE, "%s: there is no loop of atoms (_atom_site): "
                 "this is not an mmCIF file of a structure", a->src->path));
  if (r.others.count > 0)
    PASS(mg_note(&a->src->notes, err, "%s:%zu: the first of several models is "
                 "read", a->src->path, r.others.line));
  return mg_atoms_edges(a, 1, err);
}

mgnn_status
mg_read_cif(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_atoms atoms;

  mg_atoms_init(&atoms, out);
  TRY(mg_atoms_read_cif(&atoms, path, err));
  TRY(mg_atoms_finish(&atoms, err));
end:
  mg_atoms_free(&atoms);
  return status;
}
