/* Reads lines of words separated by blanks, as in Pajek, NCOL and LGL files. */
#ifndef MG_WORDS_H
#define MG_WORDS_H

#include "stream.h"
#include "io/source.h"

typedef struct {
  char *text;                  /* not followed by a 0 */
  size_t len;                  /* 0: no word is left */
} mg_token;

/* If zeroed, it may be closed without being opened. */
typedef struct {
  mg_stream in;
  mg_source *src;
  char *rest, *rest_end;       /* the part of in's last line still to come, if a
                                  CR alone ends lines */
  char *at, *p, *stop;         /* the current line, where its next word is
                                  searched, and its end */
  size_t line;
  size_t cr_lines;             /* lines ended by a CR alone, which in does not count */
  size_t latin1;               /* texts that were not UTF-8 */
  size_t beyond;               /* edges that a reader left out, see mg_words_node */
  char *wide;                  /* buffer to decode such a text */
  size_t wide_cap;
} mg_words;

mgnn_status mg_words_open(mg_words *w, mg_source *src, const char *path,
                          mgnn_error *err);
void mg_words_close(mg_words *w);

/* Go to the next line; it ends with LF, CR or both in either order.  *found is
 * 0 at the end of the file. */
mgnn_status mg_words_line(mg_words *w, int *found, mgnn_error *err);

/* The next word of the line.  With `quotes`, a quoted word may contain blanks,
 * and it includes its quotes. */
mg_token mg_words_next(mg_words *w, int quotes);

/* Fail with the position of a word in the line, or of the line if that is NULL. */
mgnn_status mg_words_fail(const mg_words *w, const mg_token *word,
                          mgnn_error *err, const char *fmt, ...)
  MG_PRINTF(4, 5);

/* Read a word as a finite number, called `what` in messages. */
mgnn_status mg_words_number(const mg_words *w, const mg_token *word,
                            const char *what, double *out, mgnn_error *err);

/* Read a word as a whole number from `least` to `most`. */
mgnn_status mg_words_count(const mg_words *w, const mg_token *word, const char *what,
                           double least, double most, size_t *out, mgnn_error *err);

/* Read a node's number, from 1 to the count declared in the file.  A greater one is
 * an error; with --lenient *out is 0, and the reader skips and counts the edge. */
mgnn_status mg_words_node(const mg_words *w, const mg_token *word, const char *what,
                          size_t nodes, size_t *out, mgnn_error *err);

/* Convert a word to UTF-8, valid until the next call: if it is not valid UTF-8
 * it is read as Latin-1, and counted. */
mgnn_status mg_words_decode(mg_words *w, mg_token *word, mgnn_error *err);

/* Add notes on the number of Latin-1 texts and of edges left out. */
mgnn_status mg_words_note(const mg_words *w, mgnn_error *err);

#endif
