/* Decimal numbers.  Written by hand because strtod is five times slower on the
 * short decimals that files hold, and follows the locale. */
#define _GNU_SOURCE            /* strtod_l */
#include "number.h"

#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __APPLE__
#include <xlocale.h>           /* strtod_l */
#endif

static const uint64_t integer_power[] = {
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
  10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000,
  1000000000000000, 10000000000000000, 100000000000000000,
  1000000000000000000, UINT64_C(10000000000000000000)
};

static const double power_of_ten[] = {
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
};

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 wide;
#endif

/* newlocale returns glibc's static C locale here and allocates nothing. */
static locale_t
c_locale(void)
{
  return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

static double
slow_read(const char *s, size_t len)
{
  char small[64], *copy = small;
  double x;

  if (len >= sizeof small) {
    copy = malloc(len + 1);
    if (copy == NULL)          /* reported as out of range by the caller */
      return HUGE_VAL;
  }
  memcpy(copy, s, len);
  copy[len] = '\0';
  x = strtod_l(copy, NULL, c_locale());
  if (copy != small)
    free(copy);
  return x;
}

/* digits / 10^k, correctly rounded, for k from 1 to 19.  Returns 0 for other k, if
 * digits is 0, and without 128-bit integers.  Both numbers are shifted to fill 64 bits,
 * digits << up and 10^k << down; then the quotient has 63 or 64 bits, 10 or 11 more
 * than a double, and the remainder shows whether it is exact. */
static int
divide(uint64_t digits, int k, double *out)
{
#ifdef __SIZEOF_INT128__
  int up, down, drop;
  uint64_t unit, q, rest, low, half, m, bits;
  double power;
  wide top;

  if (digits == 0 || k < 1 || k > 19)
    return 0;
  up = __builtin_clzll(digits);
  down = __builtin_clzll(integer_power[k]);
  unit = integer_power[k] << down;
  top = (wide)(digits << up) << 63;
  q = (uint64_t)(top / unit);
  rest = (uint64_t)(top - (wide)q * unit);
  drop = q >> 63 ? 11 : 10;
  half = UINT64_C(1) << (drop - 1);
  low = q & (2 * half - 1);
  m = q >> drop;
  m += low > half || (low == half && (rest != 0 || m % 2 == 1));
  bits = (uint64_t)(1023 + drop - 63 + down - up) << 52;
  memcpy(&power, &bits, sizeof power);
  *out = (double)m * power;
  return 1;
#else
  (void)digits;
  (void)k;
  (void)out;
  return 0;
#endif
}

/* Append the digits at p to a number; returns the position after them.  The caller
 * must count the digits: more than 19 overflow. */
static inline const char *
digits_read(const char *p, const char *end, uint64_t *digits)
{
  while (end - p >= 8) {
    uint64_t eight = 0;
    int count = mg_number_eight(p, &eight);

    *digits = *digits * integer_power[count] + eight;
    p += count;
    if (count < 8)
      return p;
  }
  for (; p < end && (unsigned)(*p - '0') < 10; p++)
    *digits = *digits * 10 + (uint64_t)(*p - '0');
  return p;
}

static inline const char *
zeros_skip(const char *p, const char *end)
{
  while (p < end && *p == '0')
    p++;
  return p;
}

/* The fast path for most numbers: up to 7 digits, perhaps a point and up to 7 more.
 * Returns NULL for anything else at s.  Dividend and divisor are exact, so the result
 * is rounded only once. */
static inline const char *
short_read(const char *s, const char *end, double *out)
{
  uint64_t whole = 0, part = 0;
  const char *p;
  int count;

  if (end - s < 16)
    return NULL;
  count = mg_number_eight(s, &whole);
  p = s + count;
  if (count == 0 || count == 8 || (*p | 32) == 'e')
    return NULL;
  if (*p != '.') {
    *out = (double)whole;
    return p;
  }
  count = mg_number_eight(++p, &part);
  p += count;
  if (count == 8 || (*p | 32) == 'e')
    return NULL;
  *out = (double)(whole * integer_power[count] + part) / power_of_ten[count];
  return p;
}

const char *
mg_number_read(const char *s, const char *end, double *out)
{
  const char *p = short_read(s, end, out), *mark, *first;
  uint64_t digits = 0;         /* overflowed if there are more than 19 */
  ptrdiff_t count, scale = 0;
  int exponent = 0, negative = 0;
  double x;

  if (p != NULL)
    return p;
  p = s;
  if (p < end && (*p == '-' || *p == '+'))
    negative = *p++ == '-';
  mark = p;
  first = zeros_skip(p, end);
  p = digits_read(first, end, &digits);
  count = p - first;
  if (p < end && *p == '.') {
    const char *point = ++p;

    first = count == 0 ? zeros_skip(p, end) : p;
    p = digits_read(first, end, &digits);
    count += p - first;
    scale = p - point;
    if (p == point && point - 1 == mark)
      return NULL;             /* a lone point */
  } else if (p == mark)
    return NULL;
  if (p < end && (*p == 'e' || *p == 'E')) {
    const char *q = p + 1;
    int minus = 0;

    if (q < end && (*q == '-' || *q == '+'))
      minus = *q++ == '-';
    if (q < end && (unsigned)(*q - '0') < 10) {
      for (; q < end && (unsigned)(*q - '0') < 10; q++)
        if (exponent < 100000)
          exponent = exponent * 10 + (*q - '0');
      exponent = minus ? -exponent : exponent;
      p = q;
    }
  }
  if (count > 19 || scale > 4096) {
    *out = slow_read(s, (size_t)(p - s));
    return p;
  }
  exponent -= (int)scale;
  if (digits <= UINT64_C(1) << 53 && exponent >= -22 && exponent <= 22) {
    /* Both factors are exact doubles, so the result is rounded only once. */
    x = (double)digits;
    x = exponent < 0 ? x / power_of_ten[-exponent] : x * power_of_ten[exponent];
  } else if (!divide(digits, -exponent, &x)) {
    *out = slow_read(s, (size_t)(p - s));
    return p;
  }
  *out = negative ? -x : x;
  return p;
}

int
mg_number_whole(const char *s, size_t len, double *out)
{
  const char *end = s + len;

  while (s < end && (*s == ' ' || *s == '\t'))
    s++;
  while (end > s && (end[-1] == ' ' || end[-1] == '\t'))
    end--;
  return s < end && mg_number_read(s, end, out) == end;
}

int
mg_number_comma(const char *s, size_t len, double *out)
{
  const char *comma = memchr(s, ',', len);
  char text[64];

  if (comma == NULL || len >= sizeof text || memchr(s, '.', len) != NULL)
    return 0;
  memcpy(text, s, len);
  text[comma - s] = '.';
  return mg_number_whole(text, len, out);
}

/* Write an integer with a decimal point before its last `decimals` digits, and
 * without trailing zeros after the point.  Returns the length. */
static size_t
point_write(char *buf, uint64_t digits, int decimals)
{
  char text[24], *p = text + sizeof text, *q = buf;
  int len;

  while (decimals > 0 && digits % 10 == 0) {
    digits /= 10;
    decimals--;
  }
  for (; digits > 0; digits /= 10)
    *--p = (char)('0' + digits % 10);
  len = (int)(text + sizeof text - p);
  if (len <= decimals)
    *q++ = '0';
  for (; len > decimals; len--)
    *q++ = *p++;
  if (decimals > 0) {
    *q++ = '.';
    for (int zeros = decimals - len; zeros > 0; zeros--)
      *q++ = '0';
    memcpy(q, p, (size_t)len);
    q += len;
  }
  return (size_t)(q - buf);
}

#ifdef __SIZEOF_INT128__
/* Write x as mg_number_write does, if 1e-4 <= x < 1e14; else return 0.  Ten
 * times faster than printf, and as exact: with x = m / 2^s, every product here
 * is an integer below 2^123. */
static size_t
common_write(char *buf, double x)
{
  int e, power = -4;
  uint64_t m = (uint64_t)ldexp(frexp(x, &e), 53);
  int s = 53 - e;
  double next = 1e-3;
  wide ten = 1;
  wide scaled;

  if (!(x >= 1e-4 && x < 1e14))
    return 0;
  while (x >= next) {          /* 10^power <= x < next */
    power++;
    next = power < 0 ? 1 / power_of_ten[-power - 1] : power_of_ten[power + 1];
  }
  for (int k = 14 - power; k > 0; k--)
    ten *= 10;
  for (int digits = 15; ; digits++, ten *= 10) {
    wide half = (wide)1 << (s - 1), rest, whole;
    int up;

    /* x 10^decimals = whole + rest / 2^s, rounded to nearest or even. */
    scaled = m * ten;
    whole = scaled >> s;
    rest = scaled & (2 * half - 1);
    up = rest > half || (rest == half && (whole & 1) != 0);
    if (up)
      rest = 2 * half - rest;
    /* It reads back as x if its error is at most half the distance from x to the
     * next double on that side; below a power of two, doubles are half as far
     * apart.  17 digits always suffice. */
    if (digits == 17 || 2 * rest < ten || (2 * rest == ten && m % 2 == 0))
      if (digits == 17 || up || m != UINT64_C(1) << 52 || 4 * rest <= ten)
        return point_write(buf, (uint64_t)(whole + (wide)up),
                           digits - 1 - power);
  }
}
#else
static size_t
common_write(char *buf, double x)
{
  (void)buf;
  (void)x;
  return 0;
}
#endif

size_t
mg_number_write_integer(char *buf, uint64_t x)
{
  size_t len = point_write(buf, x, 0);

  buf[len] = '\0';
  return len;
}

size_t
mg_number_write(char *buf, double x)
{
  size_t common, minus = signbit(x) != 0;
  int len = 0;

  if (minus)
    *buf = '-';
  if (fabs(x) < 1e15 && x == (double)(int64_t)x)
    common = point_write(buf + minus, (uint64_t)fabs(x), 0);
  else
    common = common_write(buf + minus, fabs(x));
  if (common > 0) {
    buf[minus + common] = '\0';
    return minus + common;
  }
  {
    locale_t host = uselocale(c_locale());

    for (int digits = 15; digits <= 17; digits++) {
      double back;

      len = snprintf(buf, MG_NUMBER_MAX, "%.*g", digits, x);
      mg_number_read(buf, buf + len, &back);
      if (back == x)
        break;
    }
    uselocale(host);
  }
  return (size_t)len;
}
