/* A file that all ranks write through MPI-IO, whole or not at all. */
#ifndef MG_RANK_OUTPUT_H
#define MG_RANK_OUTPUT_H

#include "io/write/output.h"
#include "ranks.h"

typedef struct {
  const mg_ranks *ranks;
  const char *path;            /* as given */
  mg_output out;               /* of rank 0: owns the part file */
  char *part;                  /* its name; "": what is no file, as a pipe, which rank 0
                                  writes alone */
  MPI_File file;               /* MPI_FILE_NULL there */
} mg_rank_output;

/* Open it beside `path`, empty.  Collective, and so is the rest; mg_rank_output_discard
 * is due in any case.  Returns MGNN_OK, MGNN_EIO or MGNN_ENOMEM. */
mgnn_status mg_rank_output_open(mg_rank_output *o, const mg_ranks *ranks,
                                const char *path, mgnn_error *err);

/* Close the file and see that it is on the disk.  code: what MPI said of the writes of
 * this rank, MPI_SUCCESS or the first failure. */
mgnn_status mg_rank_output_close(mg_rank_output *o, int code, mgnn_error *err);

/* Put it in its place. */
mgnn_status mg_rank_output_commit(mg_rank_output *o, mgnn_error *err);
void mg_rank_output_discard(mg_rank_output *o);

/* Write or read bytes of this rank alone; not collective, since collective calls may
 * wait for ever for a rank whose disk is full.  Return what MPI says. */
int mg_rank_file_write(MPI_File file, uint64_t at, const void *bytes, uint64_t size);
int mg_rank_file_read(MPI_File file, uint64_t at, void *bytes, uint64_t size);

/* That in words. */
const char *mg_rank_file_reason(int code, char text[MPI_MAX_ERROR_STRING]);

#endif
