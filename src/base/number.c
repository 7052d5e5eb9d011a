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

static const double power_of_ten[] = {
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
};

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

const char *
mg_number_read(const char *s, const char *end, double *out)
{
  const char *p = s, *mark;
  uint64_t digits = 0;
  int count = 0, scale = 0, exponent = 0, negative = 0;

  if (p < end && (*p == '-' || *p == '+'))
    negative = *p++ == '-';
  for (mark = p; p < end && (unsigned)(*p - '0') < 10; p++)
    if (count < 19 && (digits = digits * 10 + (uint64_t)(*p - '0')) != 0)
      count++;
    else if (digits != 0)
      count++;
  if (p < end && *p == '.') {
    const char *point = ++p;

    for (; p < end && (unsigned)(*p - '0') < 10; p++)
      if (count < 19 && (digits = digits * 10 + (uint64_t)(*p - '0')) != 0)
        count++;
      else if (digits != 0)
        count++;
    if (p - point < 4096)
      scale = (int)(p - point);
    else
      count = 20;              /* leave it to strtod */
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
  exponent -= scale;
  /* Both factors are exact doubles, so one rounding remains. */
  if (count <= 19 && digits <= UINT64_C(1) << 53 && exponent >= -22
      && exponent <= 22) {
    double x = (double)digits;

    x = exponent < 0 ? x / power_of_ten[-exponent] : x * power_of_ten[exponent];
    *out = negative ? -x : x;
  } else
    *out = slow_read(s, (size_t)(p - s));
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

size_t
mg_number_write(char *buf, double x)
{
  int len = 0;

  if (fabs(x) < 1e15 && x == (double)(long)x) {
    len = snprintf(buf, MG_NUMBER_MAX, "%s%ld", x == 0 && signbit(x) ? "-" : "",
                   (long)x);
    return (size_t)len;
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
