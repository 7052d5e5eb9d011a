/* Numbers as text, both ways, whatever the locale. */
#ifndef MG_NUMBER_H
#define MG_NUMBER_H

#include <stddef.h>

/* Read a decimal number ("-1.5e3", "7", ".5") that starts at s, before end.
 * Correctly rounded.  Returns the first byte after it, or NULL if there is no
 * number at s; words such as nan and inf are not numbers.  Overflow gives
 * HUGE_VAL, which callers refuse.  Up to 19 digits and small exponents take a
 * fast exact path; the rest goes through strtod in the C locale. */
const char *mg_number_read(const char *s, const char *end, double *out);

/* The same for a whole string: 1 if all of it, blanks around it aside, is a
 * number, else 0. */
int mg_number_whole(const char *s, size_t len, double *out);

/* Write x with the fewest of 15 to 17 digits that read back as the same
 * double, a decimal point where there is one, no locale.  buf has at least
 * MG_NUMBER_MAX bytes and is ended by a 0.  Returns the length.  x must be
 * finite. */
enum { MG_NUMBER_MAX = 32 };
size_t mg_number_write(char *buf, double x);

#endif
