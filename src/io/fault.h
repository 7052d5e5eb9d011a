/* What is wrong or strange in an input file: where, then what. */
#ifndef MG_FAULT_H
#define MG_FAULT_H

#include "base/error.h"

/* Write "PATH:LINE:COLUMN: " and the text into err (which may be NULL) and
 * return MGNN_EPARSE.  A line or column of 0 is left out. */
mgnn_status mg_fault(mgnn_error *err, const char *path, size_t line,
                     size_t column, const char *fmt, ...) MG_PRINTF(5, 6);

/* Something to be said once: how often it was met, and the line of the first
 * time.  Zeroed: never. */
typedef struct {
  size_t count, line;
} mg_tally;

static inline void
mg_tally_add(mg_tally *r, size_t line)
{
  if (r->count++ == 0)
    r->line = line;
}

/* The ending of a noun after that number. */
static inline const char *
mg_plural(size_t count)
{
  return count == 1 ? "" : "s";
}

#endif
