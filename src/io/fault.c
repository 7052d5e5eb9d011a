/* One form for the messages of all readers. */
#include "fault.h"

#include <stdio.h>

mgnn_status
mg_fault(mgnn_error *err, const char *path, size_t line, size_t column,
         const char *fmt, ...)
{
  char where[64] = "", what[sizeof err->text];
  va_list args;

  if (line > 0 && column > 0)
    snprintf(where, sizeof where, ":%zu:%zu", line, column);
  else if (line > 0)
    snprintf(where, sizeof where, ":%zu", line);
  va_start(args, fmt);
  vsnprintf(what, sizeof what, fmt, args);
  va_end(args);
  return mg_fail(err, MGNN_EPARSE, "%s%s: %s", path, where, what);
}
