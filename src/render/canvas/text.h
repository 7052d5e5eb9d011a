/* Cleans and measures the texts of a drawing. */
#ifndef MG_TEXT_H
#define MG_TEXT_H

#include "base/error.h"
#include "base/mem.h"

/* All text is set in the first of these families that is installed.  Verdana, which
 * most machines without DejaVu have, is equally wide, so that text fits in either
 * font. */
#define MG_FONT "DejaVu Sans, Verdana, sans-serif"

/* Approximate parts of the font size: from the baseline up to the top of capitals, and
 * down to the foot of a g. */
#define MG_TEXT_RISE 0.76
#define MG_TEXT_DROP 0.24

static inline int
mg_is_text(const char *text)
{
  return text != NULL && text[0] != '\0';
}

/* Keep a clean copy of a text: valid UTF-8 with only characters that XML allows.
 * White space becomes blanks; control characters and bytes that are not UTF-8 become
 * U+FFFD.  NULL if out of memory. */
const char *mg_text_keep(mg_pool *pool, const char *text);

/* Write a number for people: with at most `digits` (up to 15) digits, an exponent only
 * if needed for readability, and a true minus sign, in any locale.  buf has at least
 * MG_TEXT_NUMBER bytes and is returned. */
enum { MG_TEXT_NUMBER = 48 };
const char *mg_text_number(char *buf, double x, int digits);

/* Measures text as Pango sets it.  Aborts only if GLib does (out of memory). */
typedef struct mg_ruler mg_ruler;

/* Make a ruler for a family of fonts, tried before those of MG_FONT, or NULL; the name
 * must outlive the ruler.  NULL if out of memory. */
mg_ruler *mg_ruler_new(const char *family);
void mg_ruler_free(mg_ruler *ruler);

/* MGNN_EIO if a font needed for some text could not be opened; measurements and
 * drawings are then not to be used. */
mgnn_status mg_ruler_check(const mg_ruler *ruler, mgnn_error *err);

/* MGNN_EINVAL if there is no such family of fonts. */
mgnn_status mg_font_check(const char *family, mgnn_error *err);

/* The width of a clean text at a font size, in the unit of the size. */
double mg_ruler_width(mg_ruler *ruler, const char *text, double size);

/* The width of the widest word of a text. */
double mg_ruler_word(mg_ruler *ruler, const char *text, double size);

/* How many characters of a clean text no font has, and the first of them. */
size_t mg_ruler_unknown(mg_ruler *ruler, const char *text, char first[8]);

/* The text if it is at most `limit` wide, otherwise a copy in the pool that fits, with
 * an ellipsis in place of its middle, since the ends of names and notes often hold the
 * numbers that tell them apart.  *width receives the width of the result.  NULL if out
 * of memory. */
const char *mg_ruler_fit(mg_ruler *ruler, mg_pool *pool, const char *text,
                         double size, double limit, double *width);

/* The lines of a text, and the width of the widest.  Names have at most
 * MG_NAME_LINES lines. */
enum { MG_LINES_MAX = 16, MG_NAME_LINES = 3 };
typedef struct {
  const char *line[MG_LINES_MAX];
  size_t count;
  double width;
} mg_text_lines;

/* Break a text at blanks into at most `most` lines, kept in the pool, at most `limit`
 * wide; long words and the last line are cut as above.  No lines if out of memory. */
void mg_ruler_wrap(mg_ruler *ruler, mg_pool *pool, const char *text,
                   double size, double limit, size_t most,
                   mg_text_lines *out);

/* Draw a clean text with Cairo; the current point is on the baseline, at the left
 * (align 0), middle (0.5) or right (1) of the text.  as_path: only add its outlines
 * to the path. */
struct _cairo;
void mg_ruler_draw(mg_ruler *ruler, struct _cairo *cr, const char *text,
                   double size, double align, int as_path);

#endif
