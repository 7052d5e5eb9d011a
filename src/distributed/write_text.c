/* Writes files from all ranks: rank 0 makes the part file and renames it. */
#define _POSIX_C_SOURCE 200809L
#include "write_text.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/write/output.h"
#include "io/write/write.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- MPI's errors, checksums, reading and writing by one rank ---- */

const char *
mg_rank_file_reason(int code, char text[MPI_MAX_ERROR_STRING])
{
  static const struct {
    int class, number;
  } known[] = {
    { MPI_ERR_NO_SPACE, ENOSPC }, { MPI_ERR_QUOTA, EDQUOT }, { MPI_ERR_ACCESS, EACCES },
    { MPI_ERR_READ_ONLY, EROFS }, { MPI_ERR_NO_SUCH_FILE, ENOENT }
  };
  int class = MPI_ERR_OTHER, len;

  MPI_Error_class(code, &class);
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (known[k].class == class)
      return strerror(known[k].number);
  MPI_Error_string(code, text, &len);
  return text;
}

uint64_t
mg_items_check(uint64_t first, const void *items, size_t size, uint64_t count)
{
  uint64_t sum = 0;

  for (uint64_t i = 0; i < count; i++) {
    uint64_t bits = 0;

    memcpy(&bits, (const char *)items + i * size, size);
    sum += mg_word_mixed(first + i, bits);
  }
  return sum;
}

enum { PIECE = 1 << 30 };      /* MPI counts in ints */

static int
pieces_move(MPI_File file, uint64_t at, char *bytes, uint64_t size, int writes)
{
  int code = MPI_SUCCESS, count = 0;
  MPI_Status how;

  for (uint64_t done = 0; code == MPI_SUCCESS && done < size; done += PIECE) {
    int piece = size - done < PIECE ? (int)(size - done) : PIECE;
    MPI_Offset from = (MPI_Offset)(at + done);

    code = writes ? MPI_File_write_at(file, from, bytes + done, piece, MPI_BYTE, &how)
                  : MPI_File_read_at(file, from, bytes + done, piece, MPI_BYTE, &how);
    if (code == MPI_SUCCESS)
      MPI_Get_count(&how, MPI_BYTE, &count);
    if (code == MPI_SUCCESS && count != piece)
      code = writes ? MPI_ERR_NO_SPACE : MPI_ERR_IO;
  }
  return code;
}

int
mg_rank_file_write(MPI_File file, uint64_t at, const void *bytes, uint64_t size)
{
  return pieces_move(file, at, (char *)bytes, size, 1);
}

int
mg_rank_file_read(MPI_File file, uint64_t at, void *bytes, uint64_t size)
{
  return pieces_move(file, at, bytes, size, 0);
}

/* Send the name of the part file from rank 0 to all. */
static mgnn_status
part_tell(mg_rank_output *o, mgnn_error *err)
{
  const mg_ranks *ranks = o->ranks;
  const char *own = o->out.part != NULL ? o->out.part : "";
  int len = ranks->rank == 0 ? (int)strlen(own) : 0;

  MPI_Bcast(&len, 1, MPI_INT, 0, ranks->comm);
  o->part = mg_zalloc((size_t)len + 1, 1);
  PASS(mg_ranks_agree(ranks, mg_allocated(o->part, err), err));
  if (ranks->rank == 0)
    memcpy(o->part, own, (size_t)len);
  MPI_Bcast(o->part, len, MPI_BYTE, 0, ranks->comm);
  return MGNN_OK;
}

static mgnn_status
agree_on_code(const mg_rank_output *o, int code, mgnn_error *err)
{
  char text[MPI_MAX_ERROR_STRING];
  mgnn_status status = MGNN_OK;

  if (code != MPI_SUCCESS)
    status = mg_fail(err, MGNN_EIO, "%s: rank %d could not write its part: %s; nothing "
                     "was changed there", o->path, o->ranks->rank,
                     mg_rank_file_reason(code, text));
  return mg_ranks_agree(o->ranks, status, err);
}

mgnn_status
mg_rank_output_open(mg_rank_output *o, const mg_ranks *ranks, const char *path,
                    mgnn_error *err)
{
  int code;
  mgnn_status status = MGNN_OK;

  *o = (mg_rank_output){ .ranks = ranks, .path = path, .file = MPI_FILE_NULL };
  if (ranks->rank == 0)
    status = mg_output_open(&o->out, path, err);
  TRY(mg_ranks_agree(ranks, status, err));
  TRY(part_tell(o, err));
  if (*o->part == '\0')
    goto end;
  /* It exists already; a late rank must not create it again. */
  code = MPI_File_open(ranks->comm, o->part, MPI_MODE_WRONLY, MPI_INFO_NULL, &o->file);
  status = agree_on_code(o, code, err);
  if (status != MGNN_OK)       /* some ranks may have opened it: closing would hang */
    o->file = MPI_FILE_NULL;
end:
  return status;
}

mgnn_status
mg_rank_output_close(mg_rank_output *o, int code, mgnn_error *err)
{
  if (o->file != MPI_FILE_NULL) {
    int synced = MPI_File_sync(o->file), closed = MPI_File_close(&o->file);

    code = code != MPI_SUCCESS ? code : synced != MPI_SUCCESS ? synced : closed;
  }
  return agree_on_code(o, code, err);
}

mgnn_status
mg_rank_output_keep(mg_rank_output *o, mg_output_set *files, mgnn_error *err)
{
  return mg_ranks_agree(o->ranks, o->ranks->rank == 0
                                    ? mg_output_keep(&o->out, files, err) : MGNN_OK, err);
}

void
mg_rank_output_discard(mg_rank_output *o)
{
  if (o->file != MPI_FILE_NULL)
    MPI_File_close(&o->file);
  mg_output_discard(&o->out);
  mg_free(o->part);
  o->part = NULL;
}

/* ---- one file of all ranks ---- */

/* Write through rank 0, rank after rank, if the output is no regular file. */
static void
pipe_write(const mg_ranks *ranks, FILE *out, const char *text, size_t len)
{
  enum { BUFFER = 1 << 16 };
  char buf[BUFFER];

  if (ranks->rank == 0)
    fwrite(text, 1, len, out);
  for (int r = 1; r < ranks->size; r++) {
    uint64_t left = len;

    MPI_Bcast(&left, 1, MPI_UINT64_T, r, ranks->comm);
    for (size_t done = 0; left > 0; done += BUFFER) {
      int size = left < BUFFER ? (int)left : BUFFER;

      if (ranks->rank == r)
        MPI_Send(text + done, size, MPI_BYTE, 0, 0, ranks->comm);
      else if (ranks->rank == 0) {
        MPI_Recv(buf, size, MPI_BYTE, r, 0, ranks->comm, MPI_STATUS_IGNORE);
        fwrite(buf, 1, (size_t)size, out);
      }
      left -= (uint64_t)size;
    }
  }
}

/* ---- numbers of nodes, home and back ---- */

mgnn_status
mg_numbers_home(const mg_shard *s, const mg_owners *homes, size_t dim,
                const double *x, double **out, mgnn_error *err)
{
  *out = mg_zalloc(mg_owners_at_home(homes, s->ranks->rank) * dim, sizeof *x);
  PASS(mg_ranks_agree(s->ranks, mg_allocated(*out, err), err));
  PASS(mg_home_put(&(mg_home_table){ homes, s->ranks, dim * sizeof *x, *out }, s->own,
                   s->name, x, err));
  return MGNN_OK;
}

mgnn_status
mg_numbers_fetch(const mg_shard *s, const mg_owners *homes, size_t dim,
                 const double *at_home, double *out, mgnn_error *err)
{
  return mg_home_get(&(mg_home_table){ homes, s->ranks, dim * sizeof *out,
                                       (double *)at_home }, s->own, s->name, out, err);
}

/* ---- positions ---- */

enum { BLOCK = 4096 };         /* nodes to name at a time */

/* Write rows of the nodes at home with mgnn-layout's writer, which begins with
 * a header each time; only the first header is kept. */
static mgnn_status
rows_write(FILE *to, const mg_node_names *names, uint64_t first, size_t count,
           size_t dim, const double *x, int header, mgnn_error *err)
{
  char (*buf)[MG_NUMBER_MAX] = mg_alloc(BLOCK, sizeof *buf);
  const char **name = mg_alloc(BLOCK, sizeof *name);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(buf, err));
  TRY(mg_allocated(name, err));
  for (size_t done = 0; done < count || header; done += BLOCK) {
    size_t size = count - done < BLOCK ? count - done : BLOCK;
    const mg_graph g = { .n = size };
    char *text = NULL, *rows;
    size_t len = 0;
    mg_output block;

    TRY(mg_output_open_memory(&block, err));
    for (size_t k = 0; k < size; k++)
      name[k] = mg_node_name(names, done + k, first + done + k, buf[k]);
    status = mg_writer_find("csv")->write(&(mg_record){
      .graph = &g, .dim = dim, .x = x + done * dim, .names = name }, block.file, err);
    if (status == MGNN_OK)
      status = mg_output_take(&block, &text, &len, err);
    if (status == MGNN_OK) {
      rows = header ? text : strchr(text, '\n') + 1;
      fwrite(rows, 1, len - (size_t)(rows - text), to);
    }
    mg_output_discard(&block);
    mg_free(text);
    TRY(status);
    header = 0;
  }
end:
  mg_free_all(buf, name);
  return status;
}

/* Where rows go: a single rank writes them to `file`; of several, each gets its
 * text, which belongs to the caller. */
typedef struct {
  FILE *file;
  char *text;
} row_target;

/* Make the rows of the nodes at home, with the header on rank 0.  Collective. */
static mgnn_status
positions_text(const mg_shard *s, const mg_owners *homes, const mg_node_names *names,
               size_t dim, const double *x, row_target *to, mgnn_error *err)
{
  const mg_ranks *ranks = s->ranks;
  int alone = ranks->size == 1;
  double *home = NULL;
  size_t len = 0;
  mg_output memory = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_numbers_home(s, homes, dim, x, &home, err));
  if (!alone)
    status = mg_output_open_memory(&memory, err);
  if (status == MGNN_OK)
    status = rows_write(alone ? to->file : memory.file, names, homes->first[ranks->rank],
                        mg_owners_at_home(homes, ranks->rank), dim, home,
                        ranks->rank == 0, err);
  if (status == MGNN_OK && !alone)
    status = mg_output_take(&memory, &to->text, &len, err);
  mg_output_discard(&memory);
  TRY(mg_ranks_agree(ranks, status, err));
end:
  mg_free(home);
  return status;
}

mgnn_status
mg_write_positions_csv(const mg_shard *s, const mg_owners *homes,
                       const mg_node_names *names, size_t dim, const double *x,
                       const char *path, mgnn_error *err)
{
  const mg_ranks *ranks = s->ranks;
  row_target to = { .text = NULL };
  mg_rank_output out;
  int code = MPI_SUCCESS;
  mgnn_status status = MGNN_OK;

  TRY(mg_rank_output_open(&out, ranks, path, err));
  to.file = out.out.file;
  TRY(positions_text(s, homes, names, dim, x, &to, err));
  if (to.text != NULL && *out.part != '\0')
    code = mg_rank_file_write(out.file, mg_ranks_before(ranks, strlen(to.text), NULL),
                              to.text, strlen(to.text));
  else if (to.text != NULL)
    pipe_write(ranks, out.out.file, to.text, strlen(to.text));
  TRY(mg_rank_output_close(&out, code, err));
  TRY(mg_rank_output_keep(&out, ranks->files, err));
end:
  mg_rank_output_discard(&out);
  mg_free(to.text);
  return status;
}

mgnn_status
mg_gather_positions_csv(const mg_shard *s, const mg_owners *homes,
                        const mg_node_names *names, size_t dim, const double *x,
                        FILE *to, mgnn_error *err)
{
  row_target rows = { .file = to };
  mgnn_status status = MGNN_OK;

  TRY(positions_text(s, homes, names, dim, x, &rows, err));
  if (rows.text != NULL)
    pipe_write(s->ranks, to, rows.text, strlen(rows.text));
end:
  mg_free(rows.text);
  return status;
}
