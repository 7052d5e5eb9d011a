/* Reads MOL files and the first record of an SDF, both V2000 and V3000: atoms,
 * and bonds with the lengths given by the coordinates. */
#include "atoms.h"
#include "read.h"
#include "io/text/equal.h"
#include "io/text/words.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  mg_words words;
  mg_atoms atoms;
  size_t atom_count, bond_count;
  int v3000;
  size_t order;                /* edge attribute `order` */
  int has_order;
} sdf_reader;

static mgnn_status
line_next(sdf_reader *r, const char *what, mgnn_error *err)
{
  int found;

  PASS(mg_words_line(&r->words, &found, err));
  if (!found)
    PASS(mg_fail(err, MGNN_EPARSE, "%s: the file ends before %s",
                 r->words.src->path, what));
  return MGNN_OK;
}

/* Read a number without sign from three columns; `from` counts from 0. */
static mgnn_status
count_read(const mg_words *w, size_t from, const char *what, size_t *out,
           mgnn_error *err)
{
  size_t len = (size_t)(w->stop - w->at), end = from + 3 < len ? from + 3 : len;
  mg_token t = { w->at + (from < len ? from : len), 0 };

  t.len = end > from ? end - from : 0;
  while (t.len > 0 && *t.text == ' ') {
    t.text++;
    t.len--;
  }
  return mg_words_count(w, &t, what, 0, 999, out, err);
}

static mgnn_status
number_read(sdf_reader *r, const char *what, size_t *out, mgnn_error *err)
{
  mg_token t = mg_words_next(&r->words, 0);

  return mg_words_count(&r->words, &t, what, 0, 1e9, out, err);
}

/* Go to the next line and past the words `M V30` at its start. */
static mgnn_status
v30_next(sdf_reader *r, const char *what, mgnn_error *err)
{
  mg_token m, v;

  PASS(line_next(r, what, err));
  m = mg_words_next(&r->words, 0);
  v = mg_words_next(&r->words, 0);
  if (!mg_text_is(m.text, m.len, "m") || !mg_text_is(v.text, v.len, "v30"))
    PASS(mg_words_fail(&r->words, NULL, err, "the line must begin with M  V30"));
  return MGNN_OK;
}

/* Go on to a line `M V30 FIRST SECOND`; second may be NULL. */
static mgnn_status
v30_find(sdf_reader *r, const char *first, const char *second, mgnn_error *err)
{
  for (;;) {
    mg_token a, b = { NULL, 0 };

    PASS(v30_next(r, "its atoms and bonds", err));
    a = mg_words_next(&r->words, 0);
    if (!mg_text_is(a.text, a.len, first))
      continue;
    if (second != NULL)
      b = mg_words_next(&r->words, 0);
    if (second == NULL || mg_text_is(b.text, b.len, second))
      break;
  }
  return MGNN_OK;
}

static mgnn_status
head_read(sdf_reader *r, mgnn_error *err)
{
  const mg_words *w = &r->words;

  for (int k = 0; k < 4; k++)
    PASS(line_next(r, "its fourth line, which has the numbers of atoms and bonds",
                   err));
  r->v3000 = w->stop - w->at >= 39 && memcmp(w->at + 34, "V3000", 5) == 0;
  if (r->v3000) {
    PASS(v30_find(r, "counts", NULL, err));
    PASS(number_read(r, "the number of atoms", &r->atom_count, err));
    PASS(number_read(r, "the number of bonds", &r->bond_count, err));
    PASS(v30_find(r, "begin", "atom", err));
  } else {
    PASS(count_read(w, 0, "the number of atoms", &r->atom_count, err));
    PASS(count_read(w, 3, "the number of bonds", &r->bond_count, err));
  }
  return mg_source_allows(w->src, r->atom_count, r->bond_count, w->line, err);
}

/* Read an atom: x y z symbol, or in V3000 index symbol x y z. */
static mgnn_status
atom_read(sdf_reader *r, mgnn_error *err)
{
  static const char *const axis[] = { "x", "y", "z" };
  mg_words *w = &r->words;
  mg_atom atom = { .name = "" };
  mg_token symbol = { NULL, 0 };
  unsigned node;
  size_t index;

  if (r->v3000) {
    PASS(v30_next(r, "the last of its atoms", err));
    PASS(number_read(r, "the number of the atom", &index, err));
    symbol = mg_words_next(w, 0);
  } else
    PASS(line_next(r, "the last of its atoms", err));
  for (size_t c = 0; c < 3; c++) {
    mg_token t = mg_words_next(w, 0);

    PASS(mg_words_number(w, &t, axis[c], &atom.x[c], err));
  }
  if (!r->v3000)
    symbol = mg_words_next(w, 0);
  if (symbol.len == 0)
    PASS(mg_words_fail(w, NULL, err, "the atom has no element"));
  mg_atom_word(atom.element, symbol.text, symbol.len);
  snprintf(atom.name, sizeof atom.name, "%.4s%zu", atom.element,
           r->atoms.src->n + 1);
  return mg_atoms_add(&r->atoms, &atom, w->line, &node, err);
}

static mgnn_status
bond_read(sdf_reader *r, mgnn_error *err)
{
  mg_words *w = &r->words;
  mg_source *src = w->src;
  size_t a, b, order, index;

  if (r->v3000) {
    PASS(v30_next(r, "the last of its bonds", err));
    PASS(number_read(r, "the number of the bond", &index, err));
    PASS(number_read(r, "the order of the bond", &order, err));
    PASS(number_read(r, "the first atom", &a, err));
    PASS(number_read(r, "the second atom", &b, err));
  } else {
    PASS(line_next(r, "the last of its bonds", err));
    PASS(count_read(w, 0, "the first atom", &a, err));
    PASS(count_read(w, 3, "the second atom", &b, err));
    PASS(count_read(w, 6, "the order of the bond", &order, err));
  }
  if (a < 1 || b < 1 || a > src->n || b > src->n || a == b)
    PASS(mg_words_fail(w, NULL, err, "a bond joins the atoms %zu and %zu; they "
                       "must be two of 1 to %zu", a, b, src->n));
  PASS(mg_atoms_join(&r->atoms, (unsigned)a - 1, (unsigned)b - 1, w->line, err));
  if (!r->has_order)
    PASS(mg_attribute_add(src, &src->edge, "order", &r->order, err));
  r->has_order = 1;
  return mg_column_put_number(src, &src->edge.column[r->order], src->m - 1,
                              (double)order, err);
}

static mgnn_status
more_note(sdf_reader *r, mgnn_error *err)
{
  int found, next = 0;
  mgnn_status status;

  EACH(mg_words_line(&r->words, &found, err), found) {
    if (next && mg_words_next(&r->words, 0).len > 0) {
      PASS(mg_note(&r->words.src->notes, err, "%s:%zu: the first molecule is "
                   "read, more follow", r->words.src->path, r->words.line));
      break;
    }
    next = next || (r->words.stop - r->words.at >= 4
                    && memcmp(r->words.at, "$$$$", 4) == 0);
  }
  return status;
}

mgnn_status
mg_read_sdf(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  sdf_reader r = { 0 };

  mg_atoms_init(&r.atoms, out);
  TRY(mg_words_open(&r.words, out, path, err));
  TRY(head_read(&r, err));
  for (size_t k = 0; k < r.atom_count; k++)
    TRY(atom_read(&r, err));
  if (r.v3000 && r.bond_count > 0)
    TRY(v30_find(&r, "begin", "bond", err));
  for (size_t k = 0; k < r.bond_count; k++)
    TRY(bond_read(&r, err));
  TRY(more_note(&r, err));
  TRY(mg_atoms_edges(&r.atoms, 0, err));
  TRY(mg_atoms_finish(&r.atoms, err));
end:
  mg_words_close(&r.words);
  mg_atoms_free(&r.atoms);
  return status;
}
