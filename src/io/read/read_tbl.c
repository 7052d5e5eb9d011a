/* Reads distance restraints of XPLOR and CNS:
 *   assign (resid 3 and name HN) (resid 4 and name HB#) 3.0 1.2 0.5
 * for a distance of 3.0 - 1.2 to 3.0 + 0.5; `or` and two more selections give an
 * alternative.  Comments are in braces, or from ! to the end of the line. */
#include "read.h"
#include "restraints.h"
#include "base/number.h"
#include "io/text/equal.h"
#include "io/text/words.h"

#include <string.h>

enum { DEEP = 20 };

typedef struct {
  mg_words words;
  mg_restraints all;
  mg_token token;              /* the current one; len 0: the end of the file */
} tbl_reader;

static mgnn_status
comment_skip(tbl_reader *r, mgnn_error *err)
{
  mg_words *w = &r->words;
  size_t line = w->line;
  int found;

  for (;;) {
    char *close = memchr(w->p, '}', (size_t)(w->stop - w->p));

    if (close != NULL) {
      w->p = close + 1;
      return MGNN_OK;
    }
    PASS(mg_words_line(w, &found, err));
    if (!found)
      PASS(mg_fail_at(err, w->src->path, line, 0, "a comment is opened with { in "
                      "this line and never closed"));
  }
  return MGNN_OK;
}

static int
ends_word(char c)
{
  return c == ' ' || c == '\t' || c == '(' || c == ')' || c == '!' || c == '{'
         || c == '=';
}

static mgnn_status
token_next(tbl_reader *r, mgnn_error *err)
{
  mg_words *w = &r->words;
  int found;

  for (;;) {
    while (w->p < w->stop && (*w->p == ' ' || *w->p == '\t'))
      w->p++;
    if (w->p < w->stop && *w->p == '{')
      PASS(comment_skip(r, err));
    else if (w->p < w->stop && *w->p != '!')
      break;
    else {
      PASS(mg_words_line(w, &found, err));
      if (!found) {
        r->token = (mg_token){ NULL, 0 };
        return MGNN_OK;
      }
    }
  }
  r->token.text = w->p++;
  if (!ends_word(*r->token.text))
    while (w->p < w->stop && !ends_word(*w->p))
      w->p++;
  r->token.len = (size_t)(w->p - r->token.text);
  return MGNN_OK;
}

static int
token_is(const tbl_reader *r, const char *word)
{
  return mg_text_is(r->token.text, r->token.len, word);
}

static mgnn_status
token_fail(const tbl_reader *r, const char *want, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  if (r->token.len == 0)
    return mg_fail(err, MGNN_EPARSE, "%s: the file ends where %s should follow",
                   r->words.src->path, want);
  return mg_words_fail(&r->words, &r->token, err, "%s stands where %s should",
                       mg_show_part(shown, r->token.text, r->token.len), want);
}

/* Read the word after resid, name or segid, without quotes. */
static mgnn_status
word_read(tbl_reader *r, char out[MG_ATOM_WORD], mgnn_error *err)
{
  mg_token t;

  PASS(token_next(r, err));
  t = r->token;
  if (t.len == 0 || ends_word(t.text[0]))
    PASS(token_fail(r, "a name or number", err));
  if (t.len >= 2 && t.text[0] == '"' && t.text[t.len - 1] == '"') {
    t.text++;
    t.len -= 2;
  }
  mg_atom_word(out, t.text, t.len);
  return token_next(r, err);
}

/* Add the atoms of the selection so far; the next selection has the same
 * residue unless it names another. */
static mgnn_status
reference_add(tbl_reader *r, mg_atom_reference *ref, mg_atom_group *group,
              mgnn_error *err)
{
  if (ref->number[0] == '\0' || ref->name[0] == '\0')
    PASS(mg_words_fail(&r->words, NULL, err, "a selection must have a resid and "
                       "a name"));
  PASS(mg_restraints_find(&r->all, ref, group, err));
  ref->name[0] = '\0';
  return MGNN_OK;
}

/* Read ( resid N and name X ), with segid, or, and parentheses within. */
static mgnn_status
selection_read(tbl_reader *r, mg_atom_group *group, mgnn_error *err)
{
  mg_atom_reference ref = { "", "", "" };
  char ignored[MG_ATOM_WORD];
  int depth = 0;

  do {
    if (token_is(r, "(")) {
      if (++depth > DEEP)
        PASS(mg_words_fail(&r->words, &r->token, err, "parentheses are nested "
                           "more than %d deep", DEEP));
      PASS(token_next(r, err));
    } else if (token_is(r, ")")) {
      depth--;
      PASS(token_next(r, err));
    } else if (token_is(r, "and"))
      PASS(token_next(r, err));
    else if (token_is(r, "or")) {
      PASS(reference_add(r, &ref, group, err));
      PASS(token_next(r, err));
    } else if (token_is(r, "resid") || token_is(r, "resi")
               || token_is(r, "residue"))
      PASS(word_read(r, ref.number, err));
    else if (token_is(r, "name"))
      PASS(word_read(r, ref.name, err));
    else if (token_is(r, "segid") || token_is(r, "segi"))
      PASS(word_read(r, ref.chain, err));
    else if (token_is(r, "resn") || token_is(r, "resname"))
      PASS(word_read(r, ignored, err));
    else
      PASS(token_fail(r, "resid, name, segid, resn, and, or, or a parenthesis",
                      err));
  } while (depth > 0);
  return reference_add(r, &ref, group, err);
}

static mgnn_status
two_selections(tbl_reader *r, mg_atom_group end[2], mgnn_error *err)
{
  for (int k = 0; k < 2; k++) {
    if (!token_is(r, "("))
      PASS(token_fail(r, "a selection in parentheses", err));
    PASS(selection_read(r, &end[k], err));
  }
  return MGNN_OK;
}

static mgnn_status
assign_read(tbl_reader *r, mgnn_error *err)
{
  static const char *const what[] = { "the distance", "what it may be less",
                                      "what it may be more" };
  mg_atom_group end[2] = { { .count = 0 }, { .count = 0 } };
  double x[3], bound[2];
  size_t line = r->words.line;

  PASS(token_next(r, err));
  PASS(two_selections(r, end, err));
  if (token_is(r, "("))
    PASS(mg_words_fail(&r->words, &r->token, err, "a third selection: this "
                       "restraint is of an angle, only distances are read"));
  for (int k = 0; k < 3; k++) {
    if (r->token.len == 0)
      PASS(token_fail(r, what[k], err));
    PASS(mg_words_number(&r->words, &r->token, what[k], &x[k], err));
    PASS(token_next(r, err));
  }
  if (x[0] < 0 || x[1] < 0 || x[2] < 0)
    PASS(mg_fail_at(err, r->words.src->path, line, 0, "the distance is %g - %g + "
                    "%g; none of them may be negative", x[0], x[1], x[2]));
  while (token_is(r, "or")) {
    PASS(token_next(r, err));
    PASS(two_selections(r, end, err));
  }
  bound[0] = x[0] > x[1] ? x[0] - x[1] : 0;
  bound[1] = x[0] + x[2];
  return mg_restraints_add(&r->all, end, bound, line, err);
}

mgnn_status
mg_read_tbl(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  tbl_reader r = { .token = { NULL, 0 } };

  TRY(mg_restraints_init(&r.all, out, err));
  TRY(mg_words_open(&r.words, out, path, err));
  TRY(token_next(&r, err));
  while (r.token.len > 0)
    TRY(token_is(&r, "assign") || token_is(&r, "assi") ? assign_read(&r, err)
        : token_next(&r, err));
  if (r.all.count == 0)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: there is no assign statement: this is not "
                "a table of restraints", out->path));
  TRY(mg_restraints_finish(&r.all, err));
end:
  mg_words_close(&r.words);
  mg_restraints_free(&r.all);
  return status;
}
