/* Reads PDB: records in fixed columns, of which ATOM, HETATM, CONECT and the ends of
 * models are used.  And XYZ: a number of atoms, a comment, and a row for each. */
#include "atoms.h"
#include "edge_index.h"
#include "read.h"
#include "base/number.h"
#include "io/text/words.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  mg_words words;
  mg_atoms *atoms;
  mg_ids serial;               /* atoms by their numbers, which CONECT uses */
  mg_edge_index *bonds;        /* bonds from CONECT records */
  int done;                    /* the first model is complete */
  mg_tally models;             /* models after the first */
} pdb_reader;

/* The text in the columns `from` to `to`, counted from 1. */
static mg_token
field(const mg_words *w, size_t from, size_t to)
{
  size_t len = (size_t)(w->stop - w->at);
  mg_token t = { w->at + (from - 1 < len ? from - 1 : len), 0 };

  if (from <= len)
    t.len = (to < len ? to : len) - from + 1;
  while (t.len > 0 && *t.text == ' ') {
    t.text++;
    t.len--;
  }
  while (t.len > 0 && t.text[t.len - 1] == ' ')
    t.len--;
  return t;
}

static int
record_is(const mg_words *w, const char *name)
{
  mg_token t = field(w, 1, 6);

  return t.len == strlen(name) && memcmp(t.text, name, t.len) == 0;
}

static void
word_take(const mg_words *w, size_t from, size_t to, char out[MG_ATOM_WORD])
{
  mg_token t = field(w, from, to);

  mg_atom_word(out, t.text, t.len);
}

static mgnn_status
atom_read(pdb_reader *r, mgnn_error *err)
{
  static const char *const axis[] = { "x", "y", "z" };
  const mg_words *w = &r->words;
  mg_token serial = field(w, 7, 11);
  unsigned node;
  mg_atom atom;
  int64_t id;

  word_take(w, 13, 16, atom.name);
  word_take(w, 18, 21, atom.residue);
  word_take(w, 22, 22, atom.chain);
  word_take(w, 23, 27, atom.number);
  word_take(w, 77, 78, atom.element);
  if (atom.element[0] >= '0' && atom.element[0] <= '9')
    atom.element[0] = '\0';    /* old files have no element here */
  if (atom.name[0] == '\0')
    return mg_words_fail(w, NULL, err, "the atom has no name in columns 13 to "
                         "16");
  for (size_t c = 0; c < 3; c++) {
    mg_token t = field(w, 31 + 8 * c, 38 + 8 * c);

    PASS(mg_words_number(w, &t, axis[c], &atom.x[c], err));
  }
  PASS(mg_atoms_add(r->atoms, &atom, w->line, &node, err));
  if (node != MG_NAMES_NONE && mg_ids_integer(serial.text, serial.len, &id)
      && mg_ids_find(&r->serial, id) == MG_NAMES_NONE)
    PASS(mg_ids_add(&r->serial, id, node, err));
  return MGNN_OK;
}

/* Read the bonds of an atom.  Files list each bond in both directions, and
 * double ones twice.  Bonds of atoms that were left out are ignored. */
static mgnn_status
conect_read(pdb_reader *r, mgnn_error *err)
{
  unsigned from = MG_NAMES_NONE;

  for (size_t k = 0; k < 5; k++) {
    mg_token t = field(&r->words, 7 + 5 * k, 11 + 5 * k);
    unsigned node = MG_NAMES_NONE;
    uint32_t fresh = (uint32_t)r->atoms->src->m, found;
    int64_t id;

    if (t.len > 0 && mg_ids_integer(t.text, t.len, &id))
      node = mg_ids_find(&r->serial, id);
    if (k == 0)
      from = node;
    if (from == MG_NAMES_NONE || node == MG_NAMES_NONE || node == from)
      continue;
    PASS(mg_edge_index_pair(r->bonds, from, node, fresh, &found, err));
    if (found == fresh)
      PASS(mg_atoms_join(r->atoms, from, node, r->words.line, err));
  }
  return MGNN_OK;
}

static mgnn_status
record_read(pdb_reader *r, mgnn_error *err)
{
  const mg_words *w = &r->words;

  if (record_is(w, "ATOM") || record_is(w, "HETATM"))
    return r->done ? MGNN_OK : atom_read(r, err);
  if (record_is(w, "ENDMDL"))
    r->done = 1;
  else if (record_is(w, "MODEL") && r->done)
    mg_tally_add(&r->models, w->line);
  else if (record_is(w, "CONECT"))
    return conect_read(r, err);
  return MGNN_OK;
}

mgnn_status
mg_atoms_read_pdb(mg_atoms *a, const char *path, mgnn_error *err)
{
  mg_edge_index bonds = { 0 };
  pdb_reader r = { .atoms = a, .bonds = &bonds };
  mg_source *src = a->src;
  mgnn_status status = MGNN_OK;
  int found;

  TRY(mg_words_open(&r.words, src, path, err));
  EACH(mg_words_line(&r.words, &found, err), found)
    TRY(record_read(&r, err));
  TRY(status);
  if (src->n == 0)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: there is no ATOM or HETATM record: this "
                "is not a PDB file", src->path));
  if (r.models.count > 0)
    TRY(mg_note(&src->notes, err, "%s:%zu: the first of %zu models is read",
                src->path, r.models.line, r.models.count + 1));
  TRY(mg_atoms_edges(a, 1, err));
end:
  mg_words_close(&r.words);
  mg_ids_free(&r.serial);
  mg_edge_index_free(&bonds);
  return status;
}

/* ---- XYZ ---- */

static mgnn_status
xyz_row(mg_words *w, mg_atoms *a, mgnn_error *err)
{
  static const char *const axis[] = { "x", "y", "z" };
  mg_atom atom = { .name = "" };
  mg_token symbol = mg_words_next(w, 0);
  unsigned node;

  if (symbol.len == 0)
    return mg_words_fail(w, NULL, err, "the row is empty; it must be `element x "
                         "y z`");
  mg_atom_word(atom.element, symbol.text, symbol.len);
  snprintf(atom.name, sizeof atom.name, "%.4s%zu", atom.element,
           a->src->n % 100000000 + 1);
  for (size_t c = 0; c < 3; c++) {
    mg_token t = mg_words_next(w, 0);

    PASS(mg_words_number(w, &t, axis[c], &atom.x[c], err));
  }
  return mg_atoms_add(a, &atom, w->line, &node, err);
}

/* Read the number of atoms in the first line, and the comment after it. */
static mgnn_status
xyz_head(mg_words *w, size_t *count, mgnn_error *err)
{
  mg_token t = { NULL, 0 };
  int64_t n = -1;
  int found;

  PASS(mg_words_line(w, &found, err));
  if (found)
    t = mg_words_next(w, 0);
  if (!found || !mg_ids_integer(t.text, t.len, &n) || n < 0)
    PASS(mg_words_fail(w, NULL, err, "the first line must be the number of "
                       "atoms, and the second a comment"));
  PASS(mg_source_allows(w->src, (size_t)n, 0, 1, err));
  PASS(mg_words_line(w, &found, err));
  *count = (size_t)n;
  return MGNN_OK;
}

mgnn_status
mg_read_xyz(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_words words = { 0 };
  mg_atoms atoms;
  size_t count;
  int found;

  mg_atoms_init(&atoms, out);
  TRY(mg_words_open(&words, out, path, err));
  TRY(xyz_head(&words, &count, err));
  for (size_t k = 0; k < count; k++) {
    TRY(mg_words_line(&words, &found, err));
    if (!found)
      TRY(mg_fail(err, MGNN_EPARSE, "%s: the first line announces %zu atoms, but "
                  "there are %zu", out->path, count, k));
    TRY(xyz_row(&words, &atoms, err));
  }
  TRY(mg_words_line(&words, &found, err));
  if (found && mg_words_next(&words, 0).len > 0)
    TRY(mg_note(&out->notes, err, "%s:%zu: the first structure is read, more "
                "follows", out->path, words.line));
  TRY(mg_atoms_edges(&atoms, 1, err));
  TRY(mg_atoms_finish(&atoms, err));
end:
  mg_words_close(&words);
  mg_atoms_free(&atoms);
  return status;
}

mgnn_status
mg_read_pdb(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_atoms atoms;

  mg_atoms_init(&atoms, out);
  TRY(mg_atoms_read_pdb(&atoms, path, err));
  TRY(mg_atoms_finish(&atoms, err));
end:
  mg_atoms_free(&atoms);
  return status;
}
