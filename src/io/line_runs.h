/* Line numbers of the items of a file, stored as runs with equal steps: the edges of
 * a large file are mostly a single run. */
#ifndef MG_LINE_RUNS_H
#define MG_LINE_RUNS_H

#include "base/error.h"
#include <stdint.h>

typedef struct {
  uint32_t item;               /* the first of the run */
  uint32_t line, step;         /* its line, and the step from each item to the next */
} mg_line_run;

/* Zeroed, it is empty. */
typedef struct {
  mg_line_run *run;
  size_t runs, cap;
  size_t count;                /* items */
} mg_line_runs;

/* Append `count` items, in the lines `line`, line + 1, ...; or, with line 0, all in
 * unknown lines.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_line_runs_add(mg_line_runs *r, size_t count, size_t line,
                        mgnn_error *err);

/* The line of an item; 0 if it is not known. */
uint32_t mg_line_runs_find(const mg_line_runs *r, size_t item);

void mg_line_runs_free(mg_line_runs *r);

#endif
