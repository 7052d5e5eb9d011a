/* Words in a drawing: made safe, and measured. */
#ifndef MG_TEXT_H
#define MG_TEXT_H

#include "base/error.h"
#include "base/mem.h"

/* All text is set in the first of these that there is.  Verdana, which most
 * machines without DejaVu have, is as wide: what fits in one fits in the
 * other. */
#define MG_FONT "DejaVu Sans, Verdana, sans-serif"

/* Of a font size, about, in that font: from the baseline up to the top of
 * capitals, down to the foot of a g. */
#define MG_TEXT_RISE 0.76
#define MG_TEXT_DROP 0.24

static inline int
mg_is_text(const char *text)
{
  return text != NULL && text[0] != '\0';
}

/* Keep a copy of a text that is valid UTF-8 and holds only characters that XML
 * allows: blanks for white space, U+FFFD for control characters and for bytes
 * that are not UTF-8.  NULL if out of memory. */
const char *mg_text_keep(mg_pool *pool, const char *text);

/* A number for people: at most `digits` (up to 15) of it, an exponent only
 * where it would be unreadable without, a true minus sign, no locale.  buf has
 * at least MG_TEXT_NUMBER bytes; returned. */
enum { MG_TEXT_NUMBER = 48 };
const char *mg_text_number(char *buf, double x, int digits);

/* Measures text as Pango sets it.  Aborts only where GLib does (memory). */
typedef struct mg_ruler mg_ruler;

/* For a family of fonts, which is kept, before those of MG_FONT, or NULL.  NULL if
 * out of memory. */
mg_ruler *mg_ruler_new(const char *family);
void mg_ruler_free(mg_ruler *ruler);

/* MGNN_EIO if a font that some text needed could not be opened: what was
 * measured or drawn is not to be used. */
mgnn_status mg_ruler_check(const mg_ruler *ruler, mgnn_error *err);

/* MGNN_EINVAL if there is no such family of fonts. */
mgnn_status mg_font_check(const char *family, mgnn_error *err);

/* The width of a clean text at a font size, in the unit of the size. */
double mg_ruler_width(mg_ruler *ruler, const char *text, double size);

/* The width of its widest word. */
double mg_ruler_word(mg_ruler *ruler, const char *text, double size);

/* How many characters of a clean text no font has, and the first of them. */
size_t mg_ruler_unknown(mg_ruler *ruler, const char *text, char first[8]);

/* The text if it is at most `limit` wide, otherwise a copy in the pool with an
 * ellipsis in place of its middle, so that it fits: the ends of names and notes
 * tell them apart, and hold numbers.  *width receives the width of the result.
 * NULL if out of memory. */
const char *mg_ruler_fit(mg_ruler *ruler, mg_pool *pool, const char *text,
                         double size, double limit, double *width);

/* The lines of a text, and the width of the widest.  Names have up to
 * MG_NAME_LINES of them. */
enum { MG_LINES_MAX = 16, MG_NAME_LINES = 3 };
typedef struct {
  const char *line[MG_LINES_MAX];
  size_t count;
  double width;
} mg_text_lines;

/* Break a text at blanks into at most `most` lines, from the pool, that are at
 * most `limit` wide, words that are too long and the last line cut as above.  No lines if out of memory. */
void mg_ruler_wrap(mg_ruler *ruler, mg_pool *pool, const char *text,
                   double size, double limit, size_t most,
                   mg_text_lines *out);

/* Draw a clean text with Cairo at its current point, which is on the baseline,
 * where `align` (0 left, 0.5 middle, 1 right) says.  as_path: its outlines are
 * added to the path instead. */
struct _cairo;
void mg_ruler_draw(mg_ruler *ruler, struct _cairo *cr, const char *text,
                   double size, double align, int as_path);

#endif
