/* Faults of input files: where, then what. */
#ifndef MG_FAULT_H
#define MG_FAULT_H

#include "base/error.h"

/* Write "PATH:LINE:COLUMN: " and the text into err (which may be NULL) and
 * return MGNN_EPARSE.  A line or column of 0 is left out. */
mgnn_status mg_fault(mgnn_error *err, const char *path, size_t line,
                     size_t column, const char *fmt, ...) MG_PRINTF(5, 6);

#endif
