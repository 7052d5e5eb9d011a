/* Reads the rows of a text table and splits them into cells at commas, tabs,
 * semicolons or blanks; quotes as in RFC 4180. */
#ifndef MG_CSV_H
#define MG_CSV_H

#include "stream.h"

typedef struct {
  char *text;                  /* len bytes and a 0, without blanks around */
  size_t len;
  int quoted;                  /* it was in quotes, which are removed */
} mg_cell;

typedef struct {
  mg_stream in;
  char separator;              /* ',', ';', '\t', or ' ' for runs of blanks and
                                  tabs; 0 until the first row determines it */
  mg_cell *cell;               /* cells of the row read last */
  size_t count;                /* their number; 0: the end of the file */
  size_t line;                 /* where that row begins, from 1 */
  size_t begun;                /* rows started so far */
  char *row;                   /* its first byte; its cells point into it,
                                  unless the row was Latin-1 */
  size_t latin1_line;          /* first line that was not UTF-8 and was read as
                                  Latin-1; 0: no such line */
  size_t cap;
  char *wide;                  /* buffer for the cells of a Latin-1 row */
  size_t wide_cap;
} mg_csv;

/* Open a table; `path` and `limits` as in mg_stream_open.  If `separator` is 0,
 * the first row determines it: tab if it has one, else the more frequent of
 * semicolon and comma, else blanks. */
mgnn_status mg_csv_open(mg_csv *csv, const char *path, char separator,
                        const mg_limits *limits, mgnn_error *err);

/* Read the next row; its cells stay valid until the next call.  A first row
 * `sep=;` (or , | or a tab) sets the separator and is skipped.  Empty lines and
 * lines that start with # or % are skipped; if blanks separate, a cell that
 * starts with # or % ends its row as well.  Quoted cells may hold anything,
 * line ends included.  Fails with MGNN_EPARSE (a quote that is not closed, text
 * after a closing quote, a zero byte), MGNN_EIO or MGNN_ENOMEM. */
mgnn_status mg_csv_row(mg_csv *csv, mgnn_error *err);

void mg_csv_close(mg_csv *csv);

/* Read a cell as a number; returns 0 if it is not one.  A decimal comma is
 * allowed if commas do not separate; in a quoted cell also if they do, unless
 * three digits follow, since these may be thousands. */
int mg_csv_number(const mg_csv *csv, const mg_cell *cell, double *out);
/* Whether the row consists of separators only. */
int mg_csv_is_blank(const mg_csv *csv);

/* Whether a text marks a missing number: -, na, nan, inf, none, ... */
int mg_text_is_missing(const char *s, size_t len);

/* Explain why a text that begins with a number is not one, and what to do: it
 * has a unit or a thousands separator.  NULL if neither is the case. */
const char *mg_number_excess(const char *s, size_t len);

/* Find the unit in a title: length (km), length_km, road km, km; empty if none. */
enum { MG_UNIT_MAX = 32 };
void mg_unit_of_title(char unit[MG_UNIT_MAX], const char *title);

/* Fail with MGNN_EPARSE and the position of a cell in the current row, or of
 * the row if cell is NULL. */
mgnn_status mg_csv_fail(const mg_csv *csv, const mg_cell *cell, mgnn_error *err,
                        const char *fmt, ...) MG_PRINTF(4, 5);

#endif
