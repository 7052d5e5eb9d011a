/* Checkpoints by MPI-IO.  (With PetscViewer ranks hang when the disk is full,
 * or, with its own MPI-IO, accept a truncated file.)  The file has the head, the
 * positions of all nodes, then the vectors of the component being searched,
 * each n * dim doubles in the order of names, 0 for nodes of other components.
 * The checksums do not depend on the order, so every rank adds up its own
 * words. */
#include "checkpoint.h"
#include "write_text.h"
#include "base/threads.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = { 'M', 'G', 'N', 'N', 'K', 'E', 'P', 'T' };

enum { VERSION = 5 };

static mgnn_status
fail_no_file(const char *path, mgnn_error *err)
{
  return mg_fail(err, MGNN_EIO, "%s: a checkpoint has to be a file, not a pipe or a device: "
                 "give another name", path);
}

mgnn_status
mg_checkpoint_try(const char *path, mgnn_error *err)
{
  struct stat about;
  int there = stat(path, &about) == 0;

  if (strcmp(path, "-") == 0
      || (there && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)))
    return fail_no_file(path, err);
  return mg_output_try(path, err);
}

static int
limits_over(const mg_ranks *ranks, mg_shard_limits *limits)
{
  int why = 0;

  if (ranks->rank == 0) {
    if (limits->stop != NULL && limits->stop(limits->ctx))
      why = 1;
    else if (limits->seconds > 0 && mg_clock() - limits->began >= limits->seconds)
      why = 2;
  }
  MPI_Bcast(&why, 1, MPI_INT, 0, ranks->comm);
  if (limits->reached == NULL)
    limits->reached = why == 1 ? "stopped" : why == 2 ? "time"
                      : limits->iterations > 0 && limits->done >= limits->iterations
                      ? "iterations" : NULL;
  return limits->reached != NULL;
}

int
mg_checkpoint_due(const mg_checkpoint *keep, const mg_ranks *ranks,
                  mg_shard_limits *limits, int *over)
{
  int ended = limits->reached != NULL, due;

  *over = limits_over(ranks, limits);
  if (keep == NULL || ended)
    return 0;
  due = *over || mg_clock() - keep->last >= keep->every;
  MPI_Bcast(&due, 1, MPI_INT, 0, ranks->comm);
  return due;
}

/* The part of vector k that belongs to the nodes at home. */
typedef struct {
  uint64_t at, count;          /* first double, counted over all vectors; number */
} block;

static block
block_of(const mg_checkpoint *keep, size_t k)
{
  uint64_t dim = keep->state.of.dim;
  int rank = keep->ranks->rank;

  return (block){ (k * keep->state.of.n + keep->owners->first[rank]) * dim,
                  mg_owners_at_home(keep->owners, rank) * dim };
}

static uint64_t
block_offset(block b)
{
  return sizeof(mg_kept_state) + b.at * sizeof(double);
}

static uint64_t
head_check(const mg_kept_state *head)
{
  mg_kept_state h = *head;

  h.check = 0;
  return mg_items_check(UINT64_C(1) << 63, &h, 8, sizeof h / 8);
}

static uint64_t
bytes_of(const mg_kept_state *head)
{
  return sizeof *head + (head->vectors + 1) * head->of.n * head->of.dim * sizeof(double);
}

/* ---- writing ---- */

/* Write positions and vectors; their checksums go to the state.  *code: from MPI. */
static mgnn_status
vectors_write(mg_checkpoint *keep, MPI_File file, size_t vectors, int *code,
              mgnn_error *err)
{
  size_t dim = (size_t)keep->state.of.dim;
  uint64_t check[2] = { 0, 0 };
  double *home = NULL;
  mgnn_status status = MGNN_OK;

  *code = MPI_File_set_size(file, (MPI_Offset)bytes_of(&keep->state));
  for (size_t k = 0; k <= vectors; k++) {
    const mg_shard *s = k == 0 ? keep->whole : keep->part;
    const double *x = k == 0 ? keep->y : keep->vector + (k - 1) * s->own * dim;
    block b = block_of(keep, k);

    TRY(mg_numbers_home(s, keep->owners, dim, x, &home, err));
    check[k > 0] += mg_items_check(b.at + 1, home, sizeof *home, b.count);
    if (*code == MPI_SUCCESS)
      *code = mg_rank_file_write(file, block_offset(b), home, b.count * sizeof *home);
    mg_free(home);
    home = NULL;
  }
  MPI_Allreduce(MPI_IN_PLACE, check, 2, MPI_UINT64_T, MPI_SUM, keep->ranks->comm);
  keep->state.check_positions = check[0];
  keep->state.check_vectors = check[1];
end:
  mg_free(home);
  return status;
}

mgnn_status
mg_checkpoint_write(mg_checkpoint *keep, size_t vectors, mgnn_error *err)
{
  mg_rank_output out;
  int code = MPI_SUCCESS;
  mgnn_status status = MGNN_OK;

  memcpy(keep->state.magic, magic, sizeof magic);
  keep->state.version = VERSION;
  keep->state.vectors = vectors;
  TRY(mg_rank_output_open(&out, keep->ranks, keep->path, err));
  if (*out.part == '\0')
    TRY(fail_no_file(keep->path, err));
  TRY(vectors_write(keep, out.file, vectors, &code, err));
  TRY(mg_rank_output_close(&out, code, err));
  keep->state.check = head_check(&keep->state);
  if (keep->ranks->rank == 0)            /* commit reports failures */
    fwrite(&keep->state, sizeof keep->state, 1, out.out.file);
  TRY(mg_rank_output_keep(&out, NULL, err));
  keep->last = mg_clock();
  keep->written = 1;
end:
  mg_rank_output_discard(&out);
  if (status == MGNN_EIO && err != NULL && keep->written) {
    size_t used = strlen(err->text);

    snprintf(err->text + used, sizeof err->text - used, "; the last checkpoint is whole: "
             "--resume goes on from there");
  }
  return status;
}

/* ---- reading ---- */

/* Whether the options fit; the graph is checked elsewhere. */
static mgnn_status
options_fit(const mg_checkpoint *keep, const mg_kept_state *head, mgnn_error *err)
{
#define WITH "%s: the checkpoint was written with "
#define SAME ": give the same, or start without --resume"
  static const char *const pairs[] = { "edges", "paths" };
  const struct { const char *option; uint64_t was, is; } whole[] = {
    { "dim", head->of.dim, keep->state.of.dim },
    { "seed", head->of.seed, keep->state.of.seed },
    { "pairs", head->of.paths, keep->state.of.paths },
    { "gather", head->of.gather, keep->state.of.gather }
  };

  for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
    if (whole[k].was != whole[k].is)
      return *whole[k].option == 'p'
             ? mg_fail(err, MGNN_EINVAL, WITH "--pairs %s, not %s" SAME, keep->path,
                       pairs[whole[k].was != 0], pairs[whole[k].is != 0])
             : mg_fail(err, MGNN_EINVAL, WITH "--%s %llu, not %llu" SAME, keep->path,
                       whole[k].option, (unsigned long long)whole[k].was,
                       (unsigned long long)whole[k].is);
  if (head->of.tolerance != keep->state.of.tolerance)
    return mg_fail(err, MGNN_EINVAL, WITH "--tolerance %g, not %g" SAME, keep->path,
                   head->of.tolerance, keep->state.of.tolerance);
  return head->of.start == keep->state.of.start ? MGNN_OK
         : mg_fail(err, MGNN_EINVAL, WITH "another --init or other pins" SAME, keep->path);
}

static mgnn_status
graph_fits(const mg_checkpoint *keep, const mg_kept_state *head, mgnn_error *err)
{
  if (head->of.n != keep->state.of.n || head->of.m != keep->state.of.m)
    return mg_fail(err, MGNN_EINVAL, "%s: the checkpoint is of a graph with %llu nodes "
                   "and %llu edges, this one has %llu and %llu: give that graph, or start "
                   "without --resume", keep->path, (unsigned long long)head->of.n,
                   (unsigned long long)head->of.m, (unsigned long long)keep->state.of.n,
                   (unsigned long long)keep->state.of.m);
  if (head->of.graph != keep->state.of.graph)
    return mg_fail(err, MGNN_EINVAL, "%s: the checkpoint is of a graph with other edges, "
                   "lengths or stiffness: give that graph, or start without --resume",
                   keep->path);
  return MGNN_OK;
}

static mgnn_status
fail_damaged(const mg_checkpoint *keep, mgnn_error *err)
{
  return mg_fail(err, MGNN_EPARSE, "%s: the checkpoint is damaged: start without --resume",
                 keep->path);
}

static mgnn_status
head_fits(const mg_checkpoint *keep, const mg_kept_state *head, uint64_t bytes,
          mgnn_error *err)
{
  if (bytes < sizeof head->magic || memcmp(head->magic, magic, sizeof magic) != 0)
    PASS(mg_fail(err, MGNN_EPARSE, "%s: not a checkpoint of mgnn-layout-mpi: give another "
                "file, or start without --resume", keep->path));
  if (bytes >= offsetof(mg_kept_state, of) && head->version != VERSION)
    PASS(mg_fail(err, MGNN_EPARSE, "%s: a checkpoint of version %llu, this program reads "
                "%d: start without --resume", keep->path,
                (unsigned long long)head->version, VERSION));
  if (bytes < sizeof *head)
    PASS(mg_fail(err, MGNN_EPARSE, "%s: the checkpoint is cut off after %llu bytes: start "
                "without --resume", keep->path, (unsigned long long)bytes));
  /* numbers used as indices must be in range */
  if (head->check != head_check(head)
      || head->vectors > MG_KEPT_VECTORS
      || head->stage < MG_STAGE_FIRST || head->stage > MG_STAGE_DESCENT)
    PASS(fail_damaged(keep, err));
  PASS(graph_fits(keep, head, err));
  PASS(options_fit(keep, head, err));
  if (bytes != bytes_of(head))
    PASS(mg_fail(err, MGNN_EPARSE, "%s: the checkpoint has %llu bytes, should have %llu: it "
                "is cut off or damaged: start without --resume", keep->path,
                (unsigned long long)bytes, (unsigned long long)bytes_of(head)));
  return MGNN_OK;
}

static mgnn_status
fail_read(const mg_checkpoint *keep, const char *reason, mgnn_error *err)
{
  return mg_fail(err, MGNN_EIO, "%s: cannot read the checkpoint: %s: give another "
                 "file, or start without --resume", keep->path, reason);
}

static mgnn_status
head_read(const mg_checkpoint *keep, mg_kept_state *head, mgnn_error *err)
{
  int file = open(keep->path, O_RDONLY);
  struct stat about;
  ssize_t got = -1;
  mgnn_status status = MGNN_OK;

  if (file < 0 || fstat(file, &about) != 0)
    TRY(fail_read(keep, strerror(errno), err));
  if (!S_ISREG(about.st_mode))
    TRY(fail_read(keep, "it is not a file", err));
  got = pread(file, head, sizeof *head, 0);
  if (got < 0)
    TRY(fail_read(keep, strerror(errno), err));
  TRY(head_fits(keep, head, (uint64_t)about.st_size, err));
end:
  if (file >= 0)
    close(file);
  return status;
}

/* Read vectors from `first` on, all of one shard; their checksum must be `check`. */
static mgnn_status
vectors_read(const mg_checkpoint *keep, const mg_shard *s, size_t first, size_t count,
             double *x, uint64_t check, mgnn_error *err)
{
  size_t dim = (size_t)keep->state.of.dim;
  uint64_t size = block_of(keep, 0).count, sum = 0;
  double *home = mg_alloc(size, sizeof *home);
  MPI_File file = MPI_FILE_NULL;
  char text[MPI_MAX_ERROR_STRING];
  int code;
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(keep->ranks, mg_allocated(home, err), err));
  code = MPI_File_open(MPI_COMM_SELF, keep->path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  for (size_t k = 0; k < count; k++) {
    block b = block_of(keep, first + k);

    if (code == MPI_SUCCESS)
      code = mg_rank_file_read(file, block_offset(b), home, size * sizeof *home);
    TRY(mg_ranks_agree(keep->ranks, code == MPI_SUCCESS ? MGNN_OK
                       : fail_read(keep, mg_rank_file_reason(code, text), err), err));
    sum += mg_items_check(b.at + 1, home, sizeof *home, b.count);
    TRY(mg_numbers_fetch(s, keep->owners, dim, home, x + k * s->own * dim, err));
  }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, keep->ranks->comm);
  if (sum != check)
    TRY(fail_damaged(keep, err));
end:
  if (file != MPI_FILE_NULL)
    MPI_File_close(&file);
  mg_free(home);
  return status;
}

mgnn_status
mg_checkpoint_read(mg_checkpoint *keep, double *y, mgnn_error *err)
{
  mg_kept_state head = { .version = 0 };
  mgnn_status status = MGNN_OK;

  if (keep->ranks->rank == 0)
    status = head_read(keep, &head, err);
  TRY(mg_ranks_agree(keep->ranks, status, err));
  MPI_Bcast(&head, sizeof head, MPI_BYTE, 0, keep->ranks->comm);
  TRY(vectors_read(keep, keep->whole, 0, 1, y, head.check_positions, err));
  keep->state = head;
  keep->resumed = keep->written = 1;
end:
  return status;
}

mgnn_status
mg_checkpoint_read_part(mg_checkpoint *keep, mgnn_error *err)
{
  if (keep->state.vectors == 0)
    return MGNN_OK;
  return vectors_read(keep, keep->part, 1, (size_t)keep->state.vectors, keep->vector,
                      keep->state.check_vectors, err);
}
