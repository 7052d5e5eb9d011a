/* Sums over ranks, by the type and the operation that these have for them. */
#include "rank_sums.h"

void
mg_rank_sums(const mg_ranks *ranks, mg_sum *sum, size_t count)
{
  if (ranks->size > 1)
    MPI_Allreduce(MPI_IN_PLACE, sum, (int)count, ranks->sum_type, ranks->sum_op,
                  ranks->comm);
}

double
mg_rank_sum_all(const mg_ranks *ranks, size_t count, const double *x)
{
  mg_sum s = { 0 };

  mg_sum_add_all(&s, count, x);
  mg_rank_sums(ranks, &s, 1);
  return mg_sum_value(&s);
}

double
mg_rank_dot(const mg_ranks *ranks, size_t count, const double *a, const double *b)
{
  mg_sum s = { 0 };

  mg_sum_add_dot(&s, count, a, b);
  mg_rank_sums(ranks, &s, 1);
  return mg_sum_value(&s);
}

double
mg_rank_dot_hook(void *ctx, size_t count, const double *a, const double *b)
{
  return mg_rank_dot(ctx, count, a, b);
}

void
mg_rank_least(const mg_ranks *ranks, double *x, size_t count)
{
  MPI_Allreduce(MPI_IN_PLACE, x, (int)count, MPI_DOUBLE, MPI_MIN, ranks->comm);
}

void
mg_rank_most(const mg_ranks *ranks, double *x, size_t count)
{
  MPI_Allreduce(MPI_IN_PLACE, x, (int)count, MPI_DOUBLE, MPI_MAX, ranks->comm);
}

void
mg_rank_counts(const mg_ranks *ranks, int64_t *x, size_t count)
{
  MPI_Allreduce(MPI_IN_PLACE, x, (int)count, MPI_INT64_T, MPI_SUM, ranks->comm);
}

int
mg_rank_any(const mg_ranks *ranks, int x)
{
  int any = x != 0;

  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, ranks->comm);
  return any;
}
