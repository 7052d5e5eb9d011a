/* Checkpoints by MPI-IO.  The file has the head, the positions of all nodes, then the
 * vectors of the component at work, each n * dim doubles in the order of the names: of
 * nodes outside of the component nothing is written.  The sum that checks it does not
 * depend on the order, so that every rank adds what it has. */
#include "checkpoint.h"
#include "word_mixed.h"
#include "base/clock.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char magic[8] = { 'M', 'G', 'N', 'N', 'K', 'E', 'P', 'T' };

enum { VERSION = 1 };

int
mg_checkpoint_due(mg_checkpoint *keep)
{
  int due = 0;

  if (keep->ranks->rank == 0)
    due = *keep->ended == NULL && mg_clock() - keep->last >= keep->every;
  MPI_Bcast(&due, 1, MPI_INT, 0, keep->ranks->comm);
  return due;
}

/* The nodes of a shard in the order of their names, as the file has them. */
typedef struct {
  const mg_shard *s;
  size_t dim;
  uint64_t *order;             /* own: name << 32 | number */
  double *buffer;              /* own * dim */
  MPI_Datatype rows;
} ordered;

static int
by_name(const void *left, const void *right)
{
  const uint64_t *a = left, *b = right;

  return *a < *b ? -1 : *a > *b;
}

static void
ordered_free(ordered *o)
{
  if (o->rows != MPI_DATATYPE_NULL)
    MPI_Type_free(&o->rows);
  mg_free(o->order);
  mg_free(o->buffer);
}

static mgnn_status
ordered_init(ordered *o, const mg_shard *s, size_t dim, mgnn_error *err)
{
  MPI_Aint *at = mg_alloc(s->own, sizeof *at);
  mgnn_status status = MGNN_OK;

  *o = (ordered){ s, dim, mg_alloc(s->own, sizeof *o->order),
                  mg_alloc(s->own, dim * sizeof *o->buffer), MPI_DATATYPE_NULL };
  TRY(mg_ranks_agree(s->ranks, at != NULL && o->order != NULL && o->buffer != NULL
                               ? MGNN_OK : mg_fail_memory(err), err));
  for (size_t i = 0; i < s->own; i++)
    o->order[i] = (uint64_t)s->name[i] << 32 | i;
  qsort(o->order, s->own, sizeof *o->order, by_name);
  for (size_t k = 0; k < s->own; k++)
    at[k] = (MPI_Aint)((o->order[k] >> 32) * dim * sizeof(double));
  MPI_Type_create_hindexed_block((int)s->own, (int)dim, at, MPI_DOUBLE, &o->rows);
  MPI_Type_commit(&o->rows);
end:
  mg_free(at);
  return status;
}

/* Vector k of the file: to or from x, added to the sum; 0 if the file fails. */
static int
vector_move(const ordered *o, MPI_File file, size_t k, double *x, int reading,
            uint64_t *check)
{
  size_t own = o->s->own, dim = o->dim;
  MPI_Offset from = (MPI_Offset)(sizeof(mg_kept_state)
                                 + k * o->s->n * dim * sizeof(double));
  MPI_Status got;
  int count = (int)(own * dim), moved = 0, good;

  for (size_t a = 0; a < own && !reading; a++)
    memcpy(o->buffer + a * dim, x + (uint32_t)o->order[a] * dim, dim * sizeof *x);
  good = MPI_File_set_view(file, from, MPI_DOUBLE, o->rows, "native", MPI_INFO_NULL)
         == MPI_SUCCESS;
  good &= (reading ? MPI_File_read_all(file, o->buffer, count, MPI_DOUBLE, &got)
                   : MPI_File_write_all(file, o->buffer, count, MPI_DOUBLE, &got))
          == MPI_SUCCESS;
  if (good)
    MPI_Get_count(&got, MPI_DOUBLE, &moved);
  for (size_t a = 0; a < own; a++) {
    for (size_t c = 0; c < dim; c++) {
      uint64_t bits;

      memcpy(&bits, &o->buffer[a * dim + c], sizeof bits);
      *check += mg_word_mixed((k * o->s->n + (o->order[a] >> 32)) * dim + c + 1, bits);
    }
    if (reading)
      memcpy(x + (uint32_t)o->order[a] * dim, o->buffer + a * dim, dim * sizeof *x);
  }
  return good && moved == count;
}

static uint64_t
head_check(const mg_kept_state *head)
{
  mg_kept_state h = *head;
  uint64_t word[sizeof h / 8], sum = 0;

  h.check = 0;
  memcpy(word, &h, sizeof h);
  for (size_t k = 0; k < sizeof h / 8; k++)
    sum += mg_word_mixed(~(uint64_t)k, word[k]);
  return sum;
}

static mgnn_status
fail_file(const mg_checkpoint *keep, const char *what, mgnn_error *err)
{
  return mg_fail(err, MGNN_EIO, "%s: cannot %s the checkpoint: %s", keep->path, what,
                 errno != 0 ? strerror(errno) : "the file system failed");
}

/* Rank 0 writes the head, syncs and renames. */
static mgnn_status
head_write(mg_checkpoint *keep, const char *beside, mgnn_error *err)
{
  const mg_kept_state head = keep->state;
  int file = open(beside, O_WRONLY), good;

  errno = 0;
  good = file >= 0 && pwrite(file, &head, sizeof head, 0) == (ssize_t)sizeof head;
  good = good && fsync(file) == 0;
  if (file >= 0)
    good &= close(file) == 0;
  if (good && rename(beside, keep->path) == 0)
    return MGNN_OK;
  unlink(beside);
  return fail_file(keep, "write", err);
}

static mgnn_status
vectors_write(mg_checkpoint *keep, const char *beside, size_t vectors, uint64_t *check,
              mgnn_error *err)
{
  size_t dim = (size_t)keep->state.dim;
  ordered all, part = { .rows = MPI_DATATYPE_NULL };
  MPI_File file = MPI_FILE_NULL;
  int good;
  mgnn_status status = MGNN_OK;

  TRY(ordered_init(&all, keep->whole, dim, err));
  TRY(ordered_init(&part, keep->part, dim, err));
  errno = 0;
  good = MPI_File_open(keep->ranks->comm, beside, MPI_MODE_CREATE | MPI_MODE_WRONLY,
                       MPI_INFO_NULL, &file) == MPI_SUCCESS;
  TRY(mg_ranks_agree(keep->ranks, good ? MGNN_OK : fail_file(keep, "write", err),
                     err));
  good = vector_move(&all, file, 0, (double *)keep->y, 0, check);
  for (size_t k = 0; k < vectors; k++)
    good &= vector_move(&part, file, k + 1,
                        keep->vector + k * keep->part->own * dim, 0, check);
  good &= MPI_File_sync(file) == MPI_SUCCESS;
  good &= MPI_File_close(&file) == MPI_SUCCESS;
  TRY(mg_ranks_agree(keep->ranks, good ? MGNN_OK : fail_file(keep, "write", err),
                     err));
end:
  ordered_free(&all);
  ordered_free(&part);
  return status;
}

mgnn_status
mg_checkpoint_write(mg_checkpoint *keep, size_t vectors, mgnn_error *err)
{
  char beside[4096];
  uint64_t check = 0;
  mgnn_status status = MGNN_OK;

  snprintf(beside, sizeof beside, "%s.part", keep->path);
  TRY(vectors_write(keep, beside, vectors, &check, err));
  memcpy(keep->state.magic, magic, sizeof magic);
  keep->state.version = VERSION;
  keep->state.vectors = vectors;
  MPI_Allreduce(MPI_IN_PLACE, &check, 1, MPI_UINT64_T, MPI_SUM, keep->ranks->comm);
  keep->state.check = 0;
  keep->state.check = check + head_check(&keep->state);
  if (keep->ranks->rank == 0)
    status = head_write(keep, beside, err);
  TRY(mg_ranks_agree(keep->ranks, status, err));
  keep->last = mg_clock();
end:
  return status;
}

/* ---- reading ---- */

static mgnn_status
head_fits(const mg_checkpoint *keep, const mg_kept_state *head, mgnn_error *err)
{
  const mg_kept_state *want = &keep->state;

  if (memcmp(head->magic, magic, sizeof magic) != 0)
    return mg_fail(err, MGNN_EPARSE, "%s: not a checkpoint of mgnn-layout-mpi",
                   keep->path);
  if (head->version != VERSION)
    return mg_fail(err, MGNN_EPARSE, "%s: a checkpoint of version %llu, this program "
                   "reads %d: start without --resume", keep->path,
                   (unsigned long long)head->version, VERSION);
  if (head->n != want->n || head->m != want->m)
    return mg_fail(err, MGNN_EINVAL, "%s: the checkpoint is of a graph with %llu nodes "
                   "and %llu edges, this one has %llu and %llu", keep->path,
                   (unsigned long long)head->n, (unsigned long long)head->m,
                   (unsigned long long)want->n, (unsigned long long)want->m);
  if (head->dim != want->dim || head->seed != want->seed
      || head->options != want->options)
    return mg_fail(err, MGNN_EINVAL, "%s: the checkpoint was written with another "
                   "--dim, --seed, --pairs, --init or other lengths: give the same, or "
                   "start without --resume", keep->path);
  return MGNN_OK;
}

static mgnn_status
head_read(mg_checkpoint *keep, mg_kept_state *head, mgnn_error *err)
{
  int file = open(keep->path, O_RDONLY);
  ssize_t got = -1;

  if (file < 0)
    return fail_file(keep, "read", err);
  errno = 0;
  got = pread(file, head, sizeof *head, 0);
  close(file);
  if (got != (ssize_t)sizeof *head)
    return mg_fail(err, MGNN_EPARSE, "%s: not a checkpoint of mgnn-layout-mpi, or cut "
                   "off: start without --resume", keep->path);
  return head_fits(keep, head, err);
}

/* Read some vectors from `first` on; all of one shard. */
static mgnn_status
vectors_read(mg_checkpoint *keep, const mg_shard *s, size_t first, size_t count,
             double *x, uint64_t *check, mgnn_error *err)
{
  size_t dim = (size_t)keep->state.dim;
  ordered o;
  MPI_File file = MPI_FILE_NULL;
  int good;
  mgnn_status status = MGNN_OK;

  TRY(ordered_init(&o, s, dim, err));
  errno = 0;
  good = MPI_File_open(keep->ranks->comm, keep->path, MPI_MODE_RDONLY, MPI_INFO_NULL,
                       &file) == MPI_SUCCESS;
  TRY(mg_ranks_agree(keep->ranks, good ? MGNN_OK : fail_file(keep, "read", err), err));
  for (size_t k = 0; k < count; k++)
    good &= vector_move(&o, file, first + k, x + k * s->own * dim, 1, check);
  MPI_File_close(&file);
  TRY(mg_ranks_agree(keep->ranks, good ? MGNN_OK : mg_fail(err, MGNN_EPARSE, "%s: the "
                     "checkpoint is cut off: start without --resume", keep->path),
                     err));
  MPI_Allreduce(MPI_IN_PLACE, check, 1, MPI_UINT64_T, MPI_SUM, keep->ranks->comm);
end:
  ordered_free(&o);
  return status;
}

mgnn_status
mg_checkpoint_read(mg_checkpoint *keep, double *y, mgnn_error *err)
{
  mg_kept_state head = { .version = 0 };
  uint64_t check = 0;
  mgnn_status status = MGNN_OK;

  if (keep->ranks->rank == 0)
    status = head_read(keep, &head, err);
  TRY(mg_ranks_agree(keep->ranks, status, err));
  MPI_Bcast(&head, sizeof head, MPI_BYTE, 0, keep->ranks->comm);
  TRY(vectors_read(keep, keep->whole, 0, 1, y, &check, err));
  keep->state = head;
  keep->resumed = 1;
  /* What is left of the sum are the vectors, which are read later. */
  keep->state.check -= head_check(&head) + check;
  if (head.vectors == 0 && keep->state.check != 0)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: the checkpoint is damaged: start without "
                "--resume", keep->path));
end:
  return status;
}

mgnn_status
mg_checkpoint_read_part(mg_checkpoint *keep, mgnn_error *err)
{
  uint64_t check = 0;
  mgnn_status status = MGNN_OK;

  if (keep->state.vectors == 0)
    goto end;
  TRY(vectors_read(keep, keep->part, 1, (size_t)keep->state.vectors, keep->vector,
                   &check, err));
  if (check != keep->state.check)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: the checkpoint is damaged: start without "
                "--resume", keep->path));
end:
  return status;
}
