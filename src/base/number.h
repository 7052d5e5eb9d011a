/* Reads and writes numbers as text, independently of the locale. */
#ifndef MG_NUMBER_H
#define MG_NUMBER_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Read a decimal number ("-1.5e3", "7", ".5") that starts at s, before end.
 * Correctly rounded.  Returns the first byte after it, or NULL if there is no
 * number at s; words such as nan and inf are not numbers.  Overflow gives
 * HUGE_VAL, which callers refuse.  Up to 19 digits and small exponents take a
 * fast exact path; the rest goes through strtod in the C locale. */
const char *mg_number_read(const char *s, const char *end, double *out);

/* The same for a whole string: 1 if it is a number, apart from blanks around it,
 * else 0. */
int mg_number_whole(const char *s, size_t len, double *out);

/* The same for a number with a decimal comma, "1,5"; 0 if it has a point. */
int mg_number_comma(const char *s, size_t len, double *out);

/* Write x with the fewest of 15 to 17 digits that read back as the same double.
 * A decimal mark is always a point, whatever the locale.  buf has at least
 * MG_NUMBER_MAX bytes; a 0 is added.  Returns the length.  x must be finite. */
enum { MG_NUMBER_MAX = 32 };
size_t mg_number_write(char *buf, double x);

/* The same for an integer. */
size_t mg_number_write_integer(char *buf, uint64_t x);

/* Read up to eight decimal digits at s as a number, and return how many they are.
 * All eight bytes are read, so they must exist. */
static inline int
mg_number_eight(const char *s, uint64_t *out)
{
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  const uint64_t high = UINT64_C(0x8080808080808080);
  uint64_t v, other;
  int count = 8;

  memcpy(&v, s, 8);
  v ^= UINT64_C(0x3030303030303030);   /* now a digit is a byte from 0 to 9 */
  other = (v | (v + UINT64_C(0x7676767676767676))) & high;
  if (other != 0) {            /* `other` is exact up to the first non-digit */
    count = __builtin_ctzll(other) >> 3;
    if (count == 0)
      return 0;
    v <<= 64 - 8 * count;      /* as if the digits had leading zeros */
  }
  v = (v & UINT64_C(0x0f0f0f0f0f0f0f0f)) * 2561 >> 8;      /* 10 a + b */
  v = (v & UINT64_C(0x00ff00ff00ff00ff)) * 6553601 >> 16;  /* 100 ab + cd */
  *out = (v & UINT64_C(0x0000ffff0000ffff)) * UINT64_C(42949672960001) >> 32;
  return count;
#else
  uint64_t v = 0;
  int count = 0;

  for (; count < 8 && (unsigned)(s[count] - '0') < 10; count++)
    v = v * 10 + (uint64_t)(s[count] - '0');
  *out = v;
  return count;
#endif
}

/* Write the text `before` and then x for a message: with three digits, from 1e3 to
 * 1e9 as a whole number. */
static inline void
mg_number_short(char *out, size_t size, const char *before, double x)
{
  int whole = fabs(x) >= 1e3 && fabs(x) < 1e9;

  snprintf(out, size, whole ? "%s%.0f" : "%s%.3g", before, x);
}

#endif
