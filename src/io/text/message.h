/* Helpers for messages about input files: the position of an error, and names,
 * cells and numbers made safe to show. */
#ifndef MG_MESSAGE_H
#define MG_MESSAGE_H

#include "base/error.h"
#include "base/number.h"

/* Write "PATH:LINE:COLUMN: " and the text into err (which may be NULL) and
 * return MGNN_EPARSE.  A line or column of 0 is left out. */
mgnn_status mg_fail_at(mgnn_error *err, const char *path, size_t line,
                       size_t column, const char *fmt, ...) MG_PRINTF(5, 6);

/* Counts how often something was met and keeps the line of the first time, for
 * a note given once.  Start zeroed. */
typedef struct {
  size_t count, line;
} mg_tally;

static inline void
mg_tally_add(mg_tally *r, size_t line)
{
  if (r->count++ == 0)
    r->line = line;
}

/* The plural ending of a noun after this count: "" or "s". */
static inline const char *
mg_plural(size_t count)
{
  return count == 1 ? "" : "s";
}

/* The size of a buffer for a name, cell or number in a message. */
enum { MG_SHOW_MAX = 80 };

/* Put a text in quotes: long texts are cut between two characters, and control
 * characters shown as ?.  Returns buf.  mg_show_part does so for len bytes. */
const char *mg_show(char buf[MG_SHOW_MAX], const char *text);
const char *mg_show_part(char buf[MG_SHOW_MAX], const char *text, size_t len);

/* A name without quotes, for use within a sentence: cut after 40 bytes. */
const char *mg_show_name(char buf[MG_SHOW_MAX], const char *text);

/* A number with all the digits it needs; infinity as inf.  Returns buf. */
const char *mg_show_number(char buf[MG_SHOW_MAX], double x);

/* The name of a file, made safe for a terminal.  Returns buf. */
enum { MG_SHOW_PATH = 1000 };
const char *mg_show_path(char buf[MG_SHOW_PATH], const char *path);

#endif
