/* Sums of doubles that do not depend on the order of the terms, nor on how they are
 * divided among threads or processes. */
#ifndef MG_REPRODUCIBLE_SUM_H
#define MG_REPRODUCIBLE_SUM_H

#include <stddef.h>
#include <stdint.h>

enum { MG_SUM_BINS = 3 };

/* A sum so far.  A zeroed struct is the sum of nothing.  Whole numbers only, so that
 * it can be sent as it is and added by others. */
typedef struct {
  int64_t used;                /* nonzero: `top` counts */
  int64_t top;                 /* the bin of the largest term */
  int64_t high[MG_SUM_BINS];   /* of the bins top, top - 1, ...: 2^40 units */
  int64_t low[MG_SUM_BINS];    /* and units */
  int64_t special;             /* bits: a NaN, +infinity, -infinity */
} mg_sum;

/* Add terms, or products a_i b_i, each rounded to a double as C does.  Up to 2^60
 * terms in all. */
void mg_sum_add(mg_sum *s, double x);
void mg_sum_add_all(mg_sum *s, size_t count, const double *x);
void mg_sum_add_dot(mg_sum *s, size_t count, const double *a, const double *b);

/* Add what another sum has. */
void mg_sum_merge(mg_sum *s, const mg_sum *other);

/* The sum, at most count * 2^-80 of the largest term and 2^-51 of itself away from
 * the exact one; NaN or infinite where a plain sum is in every order. */
double mg_sum_value(const mg_sum *s);

#endif
