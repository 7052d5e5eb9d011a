/* Exact sums of doubles: they depend neither on the order of the terms nor on how these
 * are divided among threads or processes. */
#ifndef MG_REPRODUCIBLE_SUM_H
#define MG_REPRODUCIBLE_SUM_H

#include <stddef.h>
#include <stdint.h>

enum { MG_SUM_DIGITS = 70 };

/* A sum so far.  A zeroed struct is the sum of nothing.  Whole numbers only, so that
 * it can be sent as it is and added by others. */
typedef struct {
  int64_t digit[MG_SUM_DIGITS];        /* k: of 2^(32 k - 1152) */
  int64_t terms;               /* since digits were carried */
  int64_t special;             /* bits: a NaN, +infinity, -infinity */
} mg_sum;

/* Add a term, and what another sum has. */
void mg_sum_add(mg_sum *s, double x);
void mg_sum_merge(mg_sum *s, const mg_sum *other);

/* The sum, to 2^-51 of itself; NaN or infinite where a plain sum is in every order. */
double mg_sum_value(const mg_sum *s);

#endif
