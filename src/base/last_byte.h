/* memrchr, which macOS does not have.  Who includes this has _GNU_SOURCE defined. */
#ifndef MG_LAST_BYTE_H
#define MG_LAST_BYTE_H

#include "config.h"

#include <string.h>

/* The last byte c of the n bytes at p; NULL: there is none. */
static inline char *
mg_last_byte(const char *p, char c, size_t n)
{
#ifdef HAVE_MEMRCHR
  return memrchr(p, c, n);
#else
  while (n > 0)
    if (p[--n] == c)
      return (char *)p + n;
  return NULL;
#endif
}

#endif
