/* Files that all ranks write: rank 0 makes the part file and renames it. */
#include "rank_output.h"
#include "base/mem.h"

#include <errno.h>
#include <string.h>

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

enum { PIECE = 1 << 30 };      /* MPI counts in ints */

int
mg_rank_file_write(MPI_File file, uint64_t at, const void *bytes, uint64_t size)
{
  int code = MPI_SUCCESS, count = 0;
  MPI_Status how;

  for (uint64_t done = 0; code == MPI_SUCCESS && done < size; done += PIECE) {
    int piece = size - done < PIECE ? (int)(size - done) : PIECE;

    code = MPI_File_write_at(file, (MPI_Offset)(at + done), (const char *)bytes + done,
                             piece, MPI_BYTE, &how);
    if (code == MPI_SUCCESS)
      MPI_Get_count(&how, MPI_BYTE, &count);
    if (code == MPI_SUCCESS && count != piece)
      code = MPI_ERR_NO_SPACE;
  }
  return code;
}

int
mg_rank_file_read(MPI_File file, uint64_t at, void *bytes, uint64_t size)
{
  int code = MPI_SUCCESS, count = 0;
  MPI_Status how;

  for (uint64_t done = 0; code == MPI_SUCCESS && done < size; done += PIECE) {
    int piece = size - done < PIECE ? (int)(size - done) : PIECE;

    code = MPI_File_read_at(file, (MPI_Offset)(at + done), (char *)bytes + done, piece,
                            MPI_BYTE, &how);
    if (code == MPI_SUCCESS)
      MPI_Get_count(&how, MPI_BYTE, &count);
    if (code == MPI_SUCCESS && count != piece)
      code = MPI_ERR_IO;
  }
  return code;
}

/* The name of the part file, from rank 0 to all. */
static mgnn_status
part_tell(mg_rank_output *o, mgnn_error *err)
{
  const mg_ranks *ranks = o->ranks;
  const char *own = o->out.part != NULL ? o->out.part : "";
  int len = ranks->rank == 0 ? (int)strlen(own) : 0;
  mgnn_status status = MGNN_OK;

  MPI_Bcast(&len, 1, MPI_INT, 0, ranks->comm);
  o->part = mg_zalloc((size_t)len + 1, 1);
  TRY(mg_ranks_agree(ranks, mg_allocated(o->part, err), err));
  if (ranks->rank == 0)
    memcpy(o->part, own, (size_t)len);
  MPI_Bcast(o->part, len, MPI_BYTE, 0, ranks->comm);
end:
  return status;
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
  /* It is there: a rank that comes late must not make it again. */
  code = MPI_File_open(ranks->comm, o->part, MPI_MODE_WRONLY, MPI_INFO_NULL, &o->file);
  status = agree_on_code(o, code, err);
  if (status != MGNN_OK)       /* some ranks may have it: closing would wait for all */
    o->file = MPI_FILE_NULL;
end:
  return status;
}

/* The first of two failures. */
static int
first_of(int code, int next)
{
  return code != MPI_SUCCESS ? code : next;
}

mgnn_status
mg_rank_output_close(mg_rank_output *o, int code, mgnn_error *err)
{
  if (o->file != MPI_FILE_NULL) {
    code = first_of(code, MPI_File_sync(o->file));
    code = first_of(code, MPI_File_close(&o->file));
  }
  return agree_on_code(o, code, err);
}

mgnn_status
mg_rank_output_commit(mg_rank_output *o, mgnn_error *err)
{
  return mg_ranks_agree(o->ranks, o->ranks->rank == 0 ? mg_output_commit(&o->out, err)
                                                      : MGNN_OK, err);
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
