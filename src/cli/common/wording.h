/* Numbers in words to people. */
#ifndef MG_WORDING_H
#define MG_WORDING_H

#include "io/text/message.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

/* A number after some words: three digits or all of a larger whole part, and an
 * exponent only where it would be unreadable without. */
static inline void
mg_number_short(char *out, size_t size, const char *before, double x)
{
  int whole = fabs(x) >= 1e3 && fabs(x) < 1e9;

  snprintf(out, size, whole ? "%s%.0f" : "%s%.3g", before, x);
}

#endif
