/* Rows of cells out of a text file: comma, tab, semicolon or blanks between
 * them, quotes as in RFC 4180. */
#ifndef MG_CSV_H
#define MG_CSV_H

#include "stream.h"

typedef struct {
  char *text;                  /* len bytes and a 0; blanks around it are gone */
  size_t len;
  int quoted;                  /* it stood in quotes, which are gone */
} mg_cell;

typedef struct {
  mg_stream in;
  char separator;              /* ',', ';', '\t', or ' ' for runs of blanks and
                                  tabs; 0 until the first row has told it */
  mg_cell *cell;               /* of the row read last */
  size_t count;                /* 0: the end of the file */
  size_t line;                 /* where that row begins, from 1 */
  size_t begun;                /* rows that were begun */
  char *row;                   /* its first byte; its cells are in it too, but
                                  for those of a row that was Latin-1 */
  size_t latin1_line;          /* 0, or the first line that was not UTF-8 and
                                  was taken as Latin-1 */
  size_t cap;
  char *wide;                  /* holds the cells of such a row */
  size_t wide_cap;
} mg_csv;

/* Open a table; `path` and `limit` as in mg_stream_open.  `separator` as above;
 * 0 leaves it to the first row: tab if it has one, else the more frequent of
 * semicolon and comma, else blanks. */
mgnn_status mg_csv_open(mg_csv *csv, const char *path, char separator,
                        const mg_limits *limits, mgnn_error *err);

/* Read the next row; its cells stay valid until the next call.  A first row `sep=;`
 * tells the separator (also , | or a tab) and is skipped.  Empty lines and lines whose
 * first character is # or % are skipped; where blanks separate, a cell that starts with
 * one of the two ends its row as well.  Quoted cells may hold anything, line ends
 * included.  Fails with MGNN_EPARSE (a quote that is not closed, text after a closing
 * quote, a zero byte), MGNN_EIO or MGNN_ENOMEM. */
mgnn_status mg_csv_row(mg_csv *csv, mgnn_error *err);

void mg_csv_close(mg_csv *csv);

/* The number that a cell is, 0 if it is none.  Decimals may be written with a comma
 * where commas do not separate, and in quotes unless three digits follow, which may be
 * thousands. */
int mg_csv_number(const mg_csv *csv, const mg_cell *cell, double *out);
/* Whether the row has separators alone. */
int mg_csv_is_blank(const mg_csv *csv);

/* Whether a text stands for a number that is not there: -, na, nan, inf, none, ... */
int mg_text_is_missing(const char *s, size_t len);

/* Why a text that begins with a number is none, and what to do: it has a unit, or
 * a separator of thousands; NULL if it is neither. */
const char *mg_number_excess(const char *s, size_t len);

/* The unit in a title, such as length (km), length_km, road km or km; empty: none. */
enum { MG_UNIT_MAX = 32 };
void mg_unit_of_title(char unit[MG_UNIT_MAX], const char *title);

/* Fail with MGNN_EPARSE and the place of a cell of the present row, or of the
 * row if that is NULL. */
mgnn_status mg_csv_fail(const mg_csv *csv, const mg_cell *cell, mgnn_error *err,
                        const char *fmt, ...) MG_PRINTF(4, 5);

#endif
