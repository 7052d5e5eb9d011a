/* Checks and converts text of unknown encoding: UTF-8 or Latin-1. */
#ifndef MG_UTF8_H
#define MG_UTF8_H

#include <stddef.h>

/* U+FFFD, the replacement for characters that cannot be read. */
#define MG_UTF8_UNKNOWN "\xef\xbf\xbd"

/* Nonzero if the bytes are valid UTF-8: shortest forms, no surrogates, nothing
 * above U+10FFFF.  Fast if all is ASCII. */
int mg_utf8_valid(const char *s, size_t len);

/* The number of bytes of the character at s, of which `left` > 0 are available;
 * 0 if it is not a valid character. */
size_t mg_utf8_length(const char *s, size_t left);

/* Convert Latin-1, as which any bytes are valid, to UTF-8.  `out` holds 2*len
 * bytes; no 0 is added at the end.  Returns the number of bytes written. */
size_t mg_utf8_from_latin1(char *out, const char *s, size_t len);

/* Write a character as UTF-8, at most 4 bytes; returns the end of it. */
char *mg_utf8_put(char *to, unsigned code);

#endif
