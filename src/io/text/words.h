/* Lines of words between blanks, as Pajek, NCOL and LGL files have them. */
#ifndef MG_WORDS_H
#define MG_WORDS_H

#include "stream.h"
#include "io/source.h"

typedef struct {
  char *text;                  /* no 0 follows */
  size_t len;                  /* 0: there is no word */
} mg_token;

/* Zeroed, it may be closed. */
typedef struct {
  mg_stream in;
  mg_source *src;
  char *rest, *rest_end;       /* lines of in's last line still to come, where
                                  a CR alone ends them */
  char *at, *p, *stop;         /* the present line, and what follows the word
                                  taken last */
  size_t line;
  size_t cr_lines;             /* lines that in does not count */
  size_t latin1;               /* texts that were not UTF-8 */
  size_t beyond;               /* edges that a reader left out, see mg_words_node */
  char *wide;                  /* such a text as UTF-8 */
  size_t wide_cap;
} mg_words;

mgnn_status mg_words_open(mg_words *w, mg_source *src, const char *path,
                          mgnn_error *err);
void mg_words_close(mg_words *w);

/* Go to the next line; LF, CR and both in either order end one.  *found 0: there
 * are no more. */
mgnn_status mg_words_line(mg_words *w, int *found, mgnn_error *err);

/* The next word of the line.  With `quotes`, a word in quotes may hold blanks;
 * the quotes belong to it. */
mg_token mg_words_next(mg_words *w, int quotes);

/* Fail with the place of a word of the line, or of the line if that is NULL. */
mgnn_status mg_words_fail(const mg_words *w, const mg_token *word,
                          mgnn_error *err, const char *fmt, ...)
  MG_PRINTF(4, 5);

/* The finite number that a word must be, called `what` in messages. */
mgnn_status mg_words_number(const mg_words *w, const mg_token *word,
                            const char *what, double *out, mgnn_error *err);

/* The whole number from `least` to `most` that it must be. */
mgnn_status mg_words_count(const mg_words *w, const mg_token *word, const char *what,
                           double least, double most, size_t *out, mgnn_error *err);

/* The number of a node, from 1 to the count that the file declares.  A greater number is
 * refused; with --lenient *out is 0, and the reader leaves the edge out and counts it. */
mgnn_status mg_words_node(const mg_words *w, const mg_token *word, const char *what,
                          size_t nodes, size_t *out, mgnn_error *err);

/* The same word in UTF-8, valid until the next call: what is not valid UTF-8
 * is taken as Latin-1, and counted. */
mgnn_status mg_words_decode(mg_words *w, mg_token *word, mgnn_error *err);

/* Note how many texts were Latin-1, and how many edges were left out. */
mgnn_status mg_words_note(const mg_words *w, mgnn_error *err);

#endif
