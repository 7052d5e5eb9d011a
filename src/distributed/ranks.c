/* Start and end of ranks, agreement on failures, and exchange of items. */
#include "ranks.h"
#include "petsc_calls.h"
#include "base/mem.h"

#include <stdio.h>
#include <string.h>

/* The function by which MPI adds sums. */
static void
sums_merge(void *in, void *inout, int *count, MPI_Datatype *type)
{
  const mg_sum *from = in;
  mg_sum *to = inout;

  (void)type;
  for (int k = 0; k < *count; k++)
    mg_sum_merge(&to[k], &from[k]);
}

mgnn_status
mg_ranks_init(mg_ranks *ranks, int words, char **word, mgnn_error *err)
{
  memset(ranks, 0, sizeof *ranks);
  ranks->size = 1;
  if (PetscInitialize(&words, &word, NULL, NULL) != 0)
    return mg_fail(err, MGNN_EIO, "PETSc could not be started");
  PetscPushErrorHandler(PetscIgnoreErrorHandler, NULL);
  PetscLogStagePush(0);
  MPI_Comm_dup(PETSC_COMM_WORLD, &ranks->comm);
  MPI_Comm_rank(ranks->comm, &ranks->rank);
  MPI_Comm_size(ranks->comm, &ranks->size);
  MPI_Type_contiguous((int)(sizeof(mg_sum) / sizeof(int64_t)), MPI_INT64_T,
                      &ranks->sum_type);
  MPI_Type_commit(&ranks->sum_type);
  MPI_Op_create(sums_merge, 1, &ranks->sum_op);
  return MGNN_OK;
}

void
mg_ranks_end(mg_ranks *ranks)
{
  MPI_Op_free(&ranks->sum_op);
  MPI_Type_free(&ranks->sum_type);
  MPI_Comm_free(&ranks->comm);
  PetscPopErrorHandler();
  PetscLogStagePop();
  PetscFinalize();
}

void
mg_ranks_stage(const char *name)
{
  PetscLogStage stage = -1;

  PetscLogStageGetId(name, &stage);
  if (stage < 0)
    PetscLogStageRegister(name, &stage);
  PetscLogStagePop();
  PetscLogStagePush(stage);
}

mgnn_status
mg_ranks_agree_at(const mg_ranks *ranks, mgnn_status status, uint64_t place,
                  mgnn_error *err)
{
  uint64_t mine = status != MGNN_OK ? place : UINT64_MAX, first;
  int who = status != MGNN_OK ? ranks->rank : ranks->size, teller;
  mgnn_error told = { status, "" };

  MPI_Allreduce(&who, &teller, 1, MPI_INT, MPI_MIN, ranks->comm);
  if (teller == ranks->size)
    return MGNN_OK;
  MPI_Allreduce(&mine, &first, 1, MPI_UINT64_T, MPI_MIN, ranks->comm);
  who = status != MGNN_OK && mine == first ? ranks->rank : ranks->size;
  MPI_Allreduce(&who, &teller, 1, MPI_INT, MPI_MIN, ranks->comm);
  if (ranks->rank == teller && err != NULL)
    snprintf(told.text, sizeof told.text, "%s", err->text);
  if (ranks->rank == teller && status == MGNN_ENOMEM && ranks->size > 1
      && strstr(told.text, "on rank ") == NULL) {
    size_t used = strlen(told.text);

    snprintf(told.text + used, sizeof told.text - used, " on rank %d of %d",
             ranks->rank, ranks->size);
  }
  MPI_Bcast(&told, sizeof told, MPI_BYTE, teller, ranks->comm);
  if (err != NULL)
    *err = told;
  return told.status;
}

mgnn_status
mg_ranks_agree(const mg_ranks *ranks, mgnn_status status, mgnn_error *err)
{
  return mg_ranks_agree_at(ranks, status, 0, err);
}

mgnn_status
mg_ranks_have(const mg_ranks *ranks, int all, mgnn_error *err)
{
  return mg_ranks_agree(ranks, all ? MGNN_OK : mg_fail_memory(err), err);
}

uint64_t
mg_ranks_before(const mg_ranks *ranks, uint64_t x, uint64_t *total)
{
  uint64_t before = 0;

  MPI_Exscan(&x, &before, 1, MPI_UINT64_T, MPI_SUM, ranks->comm);
  if (ranks->rank == 0)
    before = 0;
  if (total != NULL)
    MPI_Allreduce(&x, total, 1, MPI_UINT64_T, MPI_SUM, ranks->comm);
  return before;
}

uint64_t
mg_ranks_most(const mg_ranks *ranks, uint64_t x)
{
  uint64_t most;

  MPI_Allreduce(&x, &most, 1, MPI_UINT64_T, MPI_MAX, ranks->comm);
  return most;
}

double
mg_ranks_most_real(const mg_ranks *ranks, double x)
{
  mg_rank_most(ranks, &x, 1);
  return x;
}

/* ---- items from all to all ---- */

/* MPI counts in ints, so larger amounts go from rank to rank in pieces. */
enum { PIECE = 1 << 28 };

/* Send to the rank `shift` above, receive from the rank `shift` below. */
static void
carry_pieces(const mg_ranks *ranks, MPI_Datatype type, size_t size,
             const size_t *count, const char *item, const size_t *coming, char *to,
             int shift)
{
  int up = (ranks->rank + shift) % ranks->size;
  int down = (ranks->rank - shift + ranks->size) % ranks->size;
  size_t out = count[up], in = coming[down];

  for (int r = 0; r < up; r++)
    item += count[r] * size;
  for (int r = 0; r < down; r++)
    to += coming[r] * size;
  while (out > 0 || in > 0) {
    size_t send = out < PIECE ? out : PIECE, take = in < PIECE ? in : PIECE;
    MPI_Request request;

    if (take > 0)
      MPI_Irecv(to, (int)take, type, down, shift, ranks->comm, &request);
    if (send > 0)
      MPI_Send(item, (int)send, type, up, shift, ranks->comm);
    if (take > 0)
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    item += send * size;
    to += take * size;
    out -= send;
    in -= take;
  }
}

/* Exchange items.  at: 4 numbers per rank, for counts and offsets of
 * MPI_Alltoallv. */
static void
carry(const mg_ranks *ranks, size_t size, const size_t *count, const void *item,
      const size_t *coming, void *to, int *at)
{
  int ranks_size = ranks->size, *send = at, *send_at = at + ranks_size;
  int *take = send_at + ranks_size, *take_at = take + ranks_size;
  size_t out = 0, in = 0;
  MPI_Datatype type;

  MPI_Type_contiguous((int)size, MPI_BYTE, &type);
  MPI_Type_commit(&type);
  for (int r = 0; r < ranks_size; r++) {
    send[r] = (int)count[r];
    send_at[r] = (int)out;
    take[r] = (int)coming[r];
    take_at[r] = (int)in;
    out += count[r];
    in += coming[r];
  }
  if (mg_ranks_most(ranks, out > in ? out : in) < PIECE)
    MPI_Alltoallv(item, send, send_at, type, to, take, take_at, type,
                  ranks->comm);
  else
    for (int shift = 0; shift < ranks_size; shift++)
      carry_pieces(ranks, type, size, count, item, coming, to, shift);
  MPI_Type_free(&type);
}

mgnn_status
mg_mail_send(mg_mail *got, const mg_ranks *ranks, size_t size, const size_t *count,
             const void *item, mgnn_error *err)
{
  size_t each = (size_t)ranks->size;

  *got = (mg_mail){ .size = size };
  got->count = mg_alloc(each, sizeof *got->count);
  got->at = mg_alloc(4 * each, sizeof *got->at);
  PASS(mg_ranks_have(ranks, got->count != NULL && got->at != NULL, err));
  MPI_Alltoall(count, sizeof *count, MPI_BYTE, got->count, sizeof *count, MPI_BYTE,
               ranks->comm);
  for (size_t r = 0; r < each; r++)
    got->total += got->count[r];
  got->item = mg_alloc_large(got->total, size);
  PASS(mg_ranks_agree(ranks, mg_allocated(got->item, err), err));
  carry(ranks, size, count, item, got->count, got->item, got->at);
  return MGNN_OK;
}

mgnn_status
mg_mail_share(mg_mail *got, const mg_ranks *ranks, size_t size, size_t count,
              const void *item, mgnn_error *err)
{
  size_t each = (size_t)ranks->size, *send = mg_alloc(each, sizeof *send);
  char *all = mg_alloc(each * count, size);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(ranks, send != NULL && all != NULL, err));
  for (size_t r = 0; r < each; r++) {
    send[r] = count;
    memcpy(all + r * count * size, item, count * size);
  }
  TRY(mg_mail_send(got, ranks, size, send, all, err));
end:
  mg_free_all(send, all);
  return status;
}

void
mg_mail_answer(const mg_mail *got, const mg_ranks *ranks, size_t size,
               const void *answer, const size_t *count, void *back)
{
  carry(ranks, size, got->count, answer, count, back, got->at);
}

void
mg_mail_free(mg_mail *mail)
{
  mg_free_all(mail->count, mail->at, mail->item);
  memset(mail, 0, sizeof *mail);
}

/* ---- sums ---- */

void
mg_rank_sums(const mg_ranks *ranks, mg_sum *sum, size_t count)
{
  if (ranks->size > 1)
    MPI_Allreduce(MPI_IN_PLACE, sum, (int)count, ranks->sum_type, ranks->sum_op,
                  ranks->comm);
}

void
mg_rank_add(const mg_ranks *ranks, double *x, size_t count)
{
  MPI_Allreduce(MPI_IN_PLACE, x, (int)count, MPI_DOUBLE, MPI_SUM, ranks->comm);
}

void
mg_rank_most(const mg_ranks *ranks, double *x, size_t count)
{
  MPI_Allreduce(MPI_IN_PLACE, x, (int)count, MPI_DOUBLE, MPI_MAX, ranks->comm);
}

static void
reduce_add(const void *ranks, double *x, size_t count)
{
  mg_rank_add(ranks, x, count);
}

static void
reduce_most(const void *ranks, double *x, size_t count)
{
  mg_rank_most(ranks, x, count);
}

static mgnn_status
reduce_agree(const void *ranks, mgnn_status status, mgnn_error *err)
{
  return mg_ranks_agree(ranks, status, err);
}

mg_reducer
mg_rank_reducer(const mg_ranks *ranks)
{
  return (mg_reducer){ ranks, reduce_add, reduce_most, reduce_agree };
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
