/* Sums over ranks: mg_sum as a type of MPI, and its addition as an operation. */
#include "rank_sums.h"

static void
merge_all(void *in, void *inout, int *count, MPI_Datatype *type)
{
  const mg_sum *from = in;
  mg_sum *to = inout;

  (void)type;
  for (int k = 0; k < *count; k++)
    mg_sum_merge(&to[k], &from[k]);
}

void
mg_rank_sums(const mg_ranks *ranks, mg_sum *sum, size_t count)
{
  MPI_Datatype type;
  MPI_Op op;

  if (ranks->size == 1)
    return;
  MPI_Type_contiguous((int)(sizeof *sum / sizeof(int64_t)), MPI_INT64_T, &type);
  MPI_Type_commit(&type);
  MPI_Op_create(merge_all, 1, &op);
  MPI_Allreduce(MPI_IN_PLACE, sum, (int)count, type, op, ranks->comm);
  MPI_Op_free(&op);
  MPI_Type_free(&type);
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
