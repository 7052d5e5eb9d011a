/* Files that all ranks write, whole or not at all: positions in the order of the
 * input. */
#ifndef MG_WRITE_TEXT_H
#define MG_WRITE_TEXT_H

#include "io/write/output.h"
#include "ranks.h"
#include "read_graph.h"

#include <stdio.h>

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

/* Put it in its place, or add it to the files of rank 0 that wait (mg_output_keep). */
mgnn_status mg_rank_output_keep(mg_rank_output *o, mg_output_set *files,
                                mgnn_error *err);
void mg_rank_output_discard(mg_rank_output *o);

/* Write or read bytes of this rank alone; not collective, since collective calls may
 * wait for ever for a rank whose disk is full.  Return what MPI says. */
int mg_rank_file_write(MPI_File file, uint64_t at, const void *bytes, uint64_t size);
int mg_rank_file_read(MPI_File file, uint64_t at, void *bytes, uint64_t size);

/* That in words. */
const char *mg_rank_file_reason(int code, char text[MPI_MAX_ERROR_STRING]);

/* What a word of a file adds to the sum that checks it: the sum has no order, so that
 * every rank adds what it has. */
static inline uint64_t
mg_word_mixed(uint64_t place, uint64_t bits)
{
  uint64_t h = bits ^ place * UINT64_C(0x9e3779b97f4a7c15);

  h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
  return h ^ h >> 31;
}

/* What items of at most 8 bytes add, whose first has the number `first`. */
uint64_t mg_items_check(uint64_t first, const void *items, size_t size, uint64_t count);

/* Bring dim numbers of each own node home: *out has those of the nodes at home, in the
 * order of their numbers, 0 if no shard has the node, and belongs to the caller.
 * Collective. */
mgnn_status mg_numbers_home(const mg_shard *s, const mg_owners *homes, size_t dim,
                            const double *x, double **out, mgnn_error *err);

/* The other way, from home to the owners: out has own * dim.  Collective. */
mgnn_status mg_numbers_fetch(const mg_shard *s, const mg_owners *homes, size_t dim,
                             const double *at_home, double *out, mgnn_error *err);

/* Write positions of the own nodes as CSV, with the bytes of mgnn-layout.
 * Collective. */
mgnn_status mg_write_positions_csv(const mg_shard *s, const mg_owners *homes,
                                   const mg_node_names *names, size_t dim,
                                   const double *x, const char *path,
                                   mgnn_error *err);

/* The same into an open file of rank 0.  Collective. */
mgnn_status mg_gather_positions_csv(const mg_shard *s, const mg_owners *homes,
                                    const mg_node_names *names, size_t dim,
                                    const double *x, FILE *to, mgnn_error *err);

#endif
