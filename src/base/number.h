/* Numbers from and to text, whatever the locale. */
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

/* The same for a whole string: 1 if all of it, blanks around it aside, is a
 * number, else 0. */
int mg_number_whole(const char *s, size_t len, double *out);

/* The same for a number with a decimal comma, "1,5"; with a point it is none. */
int mg_number_comma(const char *s, size_t len, double *out);

/* Write x with the fewest of 15 to 17 digits that read back as the same
 * double, a decimal point if there is one, no locale.  buf has at least
 * MG_NUMBER_MAX bytes and is ended by a 0.  Returns the length.  x must be
 * finite. */
enum { MG_NUMBER_MAX = 32 };
size_t mg_number_write(char *buf, double x);

/* The same for an integer. */
size_t mg_number_write_integer(char *buf, uint64_t x);

/* The number that the digits at s spell, up to eight of them; returns how many
 * those are.  All eight bytes are looked at, so they must be there. */
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
  if (other != 0) {            /* exact up to the first byte that is none */
    count = __builtin_ctzll(other) >> 3;
    if (count == 0)
      return 0;
    v <<= 64 - 8 * count;      /* as if zeros were before the digits */
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

/* A number after some words: three digits or all of a larger whole part, and an
 * exponent only where it would be unreadable without. */
static inline void
mg_number_short(char *out, size_t size, const char *before, double x)
{
  int whole = fabs(x) >= 1e3 && fabs(x) < 1e9;

  snprintf(out, size, whole ? "%s%.0f" : "%s%.3g", before, x);
}

#endif
