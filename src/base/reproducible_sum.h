/* Exact sums of doubles.  The result depends neither on the order of the terms nor on
 * their distribution among threads or processes. */
#ifndef MG_REPRODUCIBLE_SUM_H
#define MG_REPRODUCIBLE_SUM_H

#include <stddef.h>
#include <stdint.h>

enum { MG_SUM_DIGITS = 70 };

/* A partial sum; a zeroed struct is 0.  It consists of integers only, so that another
 * process can receive it and add to it. */
typedef struct {
  int64_t digit[MG_SUM_DIGITS];        /* digit k counts 2^(32 k - 1152) */
  int64_t terms;               /* terms added since digits were last carried */
  int64_t special;             /* bits: a term was NaN, +infinity, -infinity */
} mg_sum;

/* Add a term; add another sum. */
void mg_sum_add(mg_sum *s, double x);
void mg_sum_merge(mg_sum *s, const mg_sum *other);

/* The sum, to a relative 2^-51; NaN or infinite if a plain sum is in every order. */
double mg_sum_value(const mg_sum *s);

#endif
