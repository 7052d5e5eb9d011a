/* Output files that all ranks write together, complete or not at all; positions
 * as CSV in the order of the input. */
#ifndef MG_WRITE_TEXT_H
#define MG_WRITE_TEXT_H

#include "io/write/output.h"
#include "ranks.h"
#include "read_graph.h"

#include <stdio.h>

typedef struct {
  const mg_ranks *ranks;
  const char *path;            /* where the file will be */
  mg_output out;               /* on rank 0: owns the part file */
  char *part;                  /* its name; "": `path` is no regular file, and
                                  rank 0 alone writes it */
  MPI_File file;               /* MPI_FILE_NULL if rank 0 writes alone */
} mg_rank_output;

/* Open an empty part file beside `path`.  Collective, as are close and keep;
 * mg_rank_output_discard is due in any case.  MGNN_OK, MGNN_EIO or MGNN_ENOMEM. */
mgnn_status mg_rank_output_open(mg_rank_output *o, const mg_ranks *ranks,
                                const char *path, mgnn_error *err);

/* Close the file and make sure it is on the disk.  code: the first failure of
 * this rank's MPI writes, or MPI_SUCCESS. */
mgnn_status mg_rank_output_close(mg_rank_output *o, int code, mgnn_error *err);

/* Rename the part file, or add it to those waiting on rank 0 (mg_output_keep). */
mgnn_status mg_rank_output_keep(mg_rank_output *o, mg_output_set *files,
                                mgnn_error *err);
void mg_rank_output_discard(mg_rank_output *o);

/* Write or read bytes on this rank alone; not collective, because a collective
 * call may hang if the disk of one rank is full.  Return MPI's error code. */
int mg_rank_file_write(MPI_File file, uint64_t at, const void *bytes, uint64_t size);
int mg_rank_file_read(MPI_File file, uint64_t at, void *bytes, uint64_t size);

/* The text of MPI's error code. */
const char *mg_rank_file_reason(int code, char text[MPI_MAX_ERROR_STRING]);

/* The contribution of a word to a file's checksum, which is a sum independent
 * of order, so that every rank can add up its own words. */
static inline uint64_t
mg_word_mixed(uint64_t place, uint64_t bits)
{
  uint64_t h = bits ^ place * UINT64_C(0x9e3779b97f4a7c15);

  h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
  return h ^ h >> 31;
}

/* The checksum of items of at most 8 bytes, numbered from `first` on. */
uint64_t mg_items_check(uint64_t first, const void *items, size_t size, uint64_t count);

/* Send dim numbers of each own node home.  *out: those of the nodes at home, in
 * the order of their numbers, 0 for nodes of no shard; belongs to the caller.
 * Collective. */
mgnn_status mg_numbers_home(const mg_shard *s, const mg_owners *homes, size_t dim,
                            const double *x, double **out, mgnn_error *err);

/* The reverse, from the homes to the owners; out: own * dim.  Collective. */
mgnn_status mg_numbers_fetch(const mg_shard *s, const mg_owners *homes, size_t dim,
                             const double *at_home, double *out, mgnn_error *err);

/* Write positions of the own nodes as CSV, byte for byte as mgnn-layout does.
 * Collective. */
mgnn_status mg_write_positions_csv(const mg_shard *s, const mg_owners *homes,
                                   const mg_node_names *names, size_t dim,
                                   const double *x, const char *path,
                                   mgnn_error *err);

/* Write the same CSV into an open file of rank 0.  Collective. */
mgnn_status mg_gather_positions_csv(const mg_shard *s, const mg_owners *homes,
                                    const mg_node_names *names, size_t dim,
                                    const double *x, FILE *to, mgnn_error *err);

#endif
