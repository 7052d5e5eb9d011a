/* Sums over all ranks that do not depend on who has which term. */
#ifndef MG_RANK_SUMS_H
#define MG_RANK_SUMS_H

#include "base/reproducible_sum.h"
#include "ranks.h"
#include "solve/descent/lbfgs.h"

/* Replace `count` sums by those over all ranks.  Collective. */
void mg_rank_sums(const mg_ranks *ranks, mg_sum *sum, size_t count);

/* One sum of what every rank has, and a dot product.  Collective. */
double mg_rank_sum_all(const mg_ranks *ranks, size_t count, const double *x);
double mg_rank_dot(const mg_ranks *ranks, size_t count, const double *a,
                   const double *b);

/* The same for L-BFGS; ctx is the mg_ranks. */
double mg_rank_dot_hook(void *ctx, size_t count, const double *a, const double *b);

/* Least and largest over all ranks, in place.  Collective. */
void mg_rank_least(const mg_ranks *ranks, double *x, size_t count);
void mg_rank_most(const mg_ranks *ranks, double *x, size_t count);

/* Sums of whole numbers, in place.  Collective. */
void mg_rank_counts(const mg_ranks *ranks, int64_t *x, size_t count);

/* Nonzero if it is on any rank.  Collective. */
int mg_rank_any(const mg_ranks *ranks, int x);

#endif
