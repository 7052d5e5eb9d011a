/* Reads CYANA upper (.upl) and lower (.lol) limits, one row
 *   number residue atom number residue atom limit
 * per limit; and NMR-STAR, the loops of _Gen_dist_constraint. */
#include "read.h"
#include "restraints.h"
#include "base/number.h"
#include "io/text/star.h"

#include <math.h>
#include <string.h>

/* The reader, with a restraint whose alternatives are still being read. */
typedef struct {
  mg_restraints all;
  mg_atom_group end[2];
  double bound[2];
  size_t line;
  char id[MG_STAR_VALUE];
  int open;
} upl_reader;

static mgnn_status
restraint_close(upl_reader *r, mgnn_error *err)
{
  if (r->open)
    PASS(mg_restraints_add(&r->all, r->end, r->bound, r->line, err));
  memset(r->end, 0, sizeof r->end);
  r->open = 0;
  return MGNN_OK;
}

static mgnn_status
reader_finish(upl_reader *r, mgnn_error *err)
{
  PASS(restraint_close(r, err));
  return mg_restraints_finish(&r->all, err);
}

/* ---- CYANA ---- */

static mgnn_status
end_read(mg_words *w, mg_atom_reference *ref, mgnn_error *err)
{
  static const char *const what[] = { "number of the residue",
                                      "name of the residue", "atom" };

  memset(ref, 0, sizeof *ref);
  for (int k = 0; k < 3; k++) {
    mg_token t = mg_words_next(w, 0);

    if (t.len == 0)
      return mg_words_fail(w, NULL, err, "the row ends before the %s; it must be "
                           "`number residue atom number residue atom limit`",
                           what[k]);
    if (k != 1)
      mg_atom_word(k == 0 ? ref->number : ref->name, t.text, t.len);
  }
  return MGNN_OK;
}

/* A limit of 0 makes the row an alternative of the one before it. */
static mgnn_status
limit_row(upl_reader *r, mg_words *w, int upper, mgnn_error *err)
{
  mg_atom_reference ref[2];
  mg_token t;
  double x;

  PASS(end_read(w, &ref[0], err));
  PASS(end_read(w, &ref[1], err));
  t = mg_words_next(w, 0);
  PASS(mg_words_number(w, &t, "the limit", &x, err));
  if (x < 0)
    PASS(mg_words_fail(w, &t, err, "the limit is %g, must not be negative", x));
  if (x > 0 || !r->open) {
    PASS(restraint_close(r, err));
    r->bound[0] = upper ? 0 : x;
    r->bound[1] = upper ? x : INFINITY;
    r->line = w->line;
    r->open = 1;
  }
  for (int k = 0; k < 2; k++)
    PASS(mg_restraints_find(&r->all, &ref[k], &r->end[k], err));
  return MGNN_OK;
}

static mgnn_status
limits_read(mg_source *out, const char *path, int upper, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_words words = { 0 };
  upl_reader r = { 0 };
  int found;

  TRY(mg_restraints_init(&r.all, out, err));
  TRY(mg_words_open(&words, out, path, err));
  EACH(mg_words_line(&words, &found, err), found) {
    char *p;

    p = memchr(words.at, '#', (size_t)(words.stop - words.at));
    words.stop = p != NULL ? p : words.stop;
    for (p = words.at; p < words.stop && (*p == ' ' || *p == '\t'); p++)
      ;
    if (p < words.stop)
      TRY(limit_row(&r, &words, upper, err));
  }
  TRY(status);
  TRY(reader_finish(&r, err));
end:
  mg_words_close(&words);
  mg_restraints_free(&r.all);
  return status;
}

mgnn_status
mg_read_upl(mg_source *out, const char *path, mgnn_error *err)
{
  return limits_read(out, path, 1, err);
}

mgnn_status
mg_read_lol(mg_source *out, const char *path, mgnn_error *err)
{
  return limits_read(out, path, 0, err);
}

/* ---- NMR-STAR ---- */

enum {
  ID, LIST, CHAIN_1, NUMBER_1, INDEX_1, SEQUENCE_1, ATOM_1, CHAIN_2, NUMBER_2,
  INDEX_2, SEQUENCE_2, ATOM_2, LOWER, UPPER, TARGET, COLUMNS
};

static const char *const columns[COLUMNS] = {
  "ID", "Gen_dist_constraint_list_ID", "Auth_asym_ID_1", "Auth_seq_ID_1",
  "Comp_index_ID_1", "Seq_ID_1", "Atom_ID_1", "Auth_asym_ID_2",
  "Auth_seq_ID_2", "Comp_index_ID_2", "Seq_ID_2", "Atom_ID_2",
  "Distance_lower_bound_val", "Distance_upper_bound_val", "Target_val"
};

/* Read the columns from `at` on, which name an atom. */
static mgnn_status
star_reference(const upl_reader *r, char (*value)[MG_STAR_VALUE], int at,
               size_t line, mg_atom_reference *ref, mgnn_error *err)
{
  const char *number = value[at + 1][0] != '\0' ? value[at + 1]
                       : value[at + 2][0] != '\0' ? value[at + 2]
                       : value[at + 3];

  if (number[0] == '\0' || value[at + 4][0] == '\0')
    return mg_fail_at(err, r->all.atoms.src->path, line, 0, "atom %d has no "
                      "residue or no name (Comp_index_ID_%d, Atom_ID_%d)",
                      at == CHAIN_1 ? 1 : 2, at == CHAIN_1 ? 1 : 2,
                      at == CHAIN_1 ? 1 : 2);
  mg_atom_word(ref->chain, value[at], strlen(value[at]));
  mg_atom_word(ref->number, number, strlen(number));
  mg_atom_word(ref->name, value[at + 4], strlen(value[at + 4]));
  return MGNN_OK;
}

static mgnn_status
star_bound(const upl_reader *r, char (*value)[MG_STAR_VALUE], int column,
           size_t line, double *out, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  if (value[column][0] == '\0')
    return MGNN_OK;
  if (mg_number_whole(value[column], strlen(value[column]), out) && *out >= 0
      && isfinite(*out))
    return MGNN_OK;
  return mg_fail_at(err, r->all.atoms.src->path, line, 0, "%s is %s, must be a "
                    "number that is not negative", columns[column],
                    mg_show(shown, value[column]));
}

/* Rows with the same ID are alternatives of one restraint. */
static mgnn_status
star_row(void *context, char (*value)[MG_STAR_VALUE], size_t line, mgnn_error *err)
{
  upl_reader *r = context;
  mg_atom_reference ref[2];
  double target = NAN;

  PASS(star_reference(r, value, CHAIN_1, line, &ref[0], err));
  PASS(star_reference(r, value, CHAIN_2, line, &ref[1], err));
  if (!r->open || value[ID][0] == '\0' || strcmp(r->id, value[ID]) != 0) {
    PASS(restraint_close(r, err));
    r->bound[0] = 0;
    r->bound[1] = INFINITY;
    PASS(star_bound(r, value, LOWER, line, &r->bound[0], err));
    PASS(star_bound(r, value, TARGET, line, &target, err));
    if (!isnan(target))
      r->bound[1] = target;    /* unless there is an upper bound */
    PASS(star_bound(r, value, UPPER, line, &r->bound[1], err));
    if (r->bound[0] > r->bound[1])
      PASS(mg_fail_at(err, r->all.atoms.src->path, line, 0, "the lower bound %g "
                      "is more than the upper one, %g", r->bound[0],
                      r->bound[1]));
    r->line = line;
    memcpy(r->id, value[ID], sizeof r->id);
    r->open = 1;
  }
  for (int k = 0; k < 2; k++)
    PASS(mg_restraints_find(&r->all, &ref[k], &r->end[k], err));
  return MGNN_OK;
}

mgnn_status
mg_read_nmrstar(mg_source *out, const char *path, mgnn_error *err)
{
  upl_reader r = { 0 };
  const mg_star_table table = { "_Gen_dist_constraint.", columns, COLUMNS,
                                star_row, &r };
  mgnn_status status = MGNN_OK;
  size_t loops;

  TRY(mg_restraints_init(&r.all, out, err));
  TRY(mg_star_read(out, path, &table, &loops, err));
  if (loops == 0)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: there is no loop of distance restraints "
                "(_Gen_dist_constraint)", out->path));
  TRY(reader_finish(&r, err));
end:
  mg_restraints_free(&r.all);
  return status;
}
