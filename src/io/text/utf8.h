/* Text of files that do not say in which encoding they are written. */
#ifndef MG_UTF8_H
#define MG_UTF8_H

#include <stddef.h>

/* U+FFFD, which stands for what cannot be read. */
#define MG_UTF8_UNKNOWN "\xef\xbf\xbd"

/* Nonzero if the bytes are valid UTF-8: shortest forms, no surrogates, nothing
 * above U+10FFFF.  Fast if all is ASCII. */
int mg_utf8_valid(const char *s, size_t len);

/* The bytes of the character at s, of which `left` > 0 are there; 0 if they do
 * not begin a valid one. */
size_t mg_utf8_length(const char *s, size_t left);

/* Turn Latin-1, which any bytes are, into UTF-8.  `out` holds 2*len bytes;
 * nothing is added at the end.  Returns the number of bytes written. */
size_t mg_utf8_from_latin1(char *out, const char *s, size_t len);

/* Write a character, of at most 4 bytes; returns what follows it. */
char *mg_utf8_put(char *to, unsigned code);

#endif
