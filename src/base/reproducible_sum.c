/* The superaccumulator of Kulisch: an integer multiple of 2^-1152, in digits of 32
 * bits.  Carries are propagated every 2^30 terms, before a digit can overflow. */
#include "reproducible_sum.h"

#include <math.h>

enum { DIGIT = 32, LOWEST = -1152, TERMS_MOST = 1 << 30 };

enum { SUM_NAN = 1, SUM_UP = 2, SUM_DOWN = 4 };

/* Bring all digits but the last to 0..2^32 - 1; equal sums then have equal digits. */
static void
digits_carry(mg_sum *s)
{
  for (size_t k = 0; k + 1 < MG_SUM_DIGITS; k++) {
    int64_t carry = s->digit[k] >> DIGIT;

    s->digit[k] -= carry * (INT64_C(1) << DIGIT);
    s->digit[k + 1] += carry;
  }
  s->terms = 1;
}

void
mg_sum_add(mg_sum *s, double x)
{
  int exponent, sign = x < 0 ? -1 : 1;
  uint64_t whole;
  size_t at;

  if (!isfinite(x)) {
    s->special |= isnan(x) ? SUM_NAN : x > 0 ? SUM_UP : SUM_DOWN;
    return;
  }
  whole = (uint64_t)ldexp(fabs(frexp(x, &exponent)), 53);
  at = (size_t)(exponent - 53 - LOWEST);
  for (int part = 0; part < 2; part++, at += DIGIT) {
    uint64_t bits = (whole >> part * DIGIT & UINT32_MAX) << at % DIGIT;

    s->digit[at / DIGIT] += sign * (int64_t)(bits & UINT32_MAX);
    s->digit[at / DIGIT + 1] += sign * (int64_t)(bits >> DIGIT);
  }
  if (++s->terms == TERMS_MOST)
    digits_carry(s);
}

void
mg_sum_merge(mg_sum *s, const mg_sum *other)
{
  mg_sum from = *other;

  digits_carry(&from);
  for (size_t k = 0; k < MG_SUM_DIGITS; k++)
    s->digit[k] += from.digit[k];
  s->special |= from.special;
  digits_carry(s);
}

/* Adds up the three highest digits.  A negative sum is negated first, since its digits
 * below the last would be those of a complement. */
double
mg_sum_value(const mg_sum *s)
{
  mg_sum c = *s;
  double sum = 0, sign = 1;
  size_t top = MG_SUM_DIGITS - 1;

  if (s->special != 0)
    return s->special == SUM_UP ? INFINITY : s->special == SUM_DOWN ? -INFINITY
                                                                    : NAN;
  digits_carry(&c);
  if (c.digit[top] < 0) {
    sign = -1;
    for (size_t k = 0; k < MG_SUM_DIGITS; k++)
      c.digit[k] = -c.digit[k];
    digits_carry(&c);
  }
  while (top > 2 && c.digit[top] == 0)
    top--;
  for (size_t k = top - 2; k <= top; k++)      /* the digits below are less than 2^-64 */
    sum += ldexp((double)c.digit[k], DIGIT * ((int)k - (int)top));
  return sign * ldexp(sum, DIGIT * (int)top + LOWEST);
}
