/* Files that all ranks write, whole or not at all: positions in the order of the
 * input. */
#ifndef MG_WRITE_TEXT_H
#define MG_WRITE_TEXT_H

#include "read_graph.h"

#include <stdio.h>

/* Write what every rank has, that of rank 0 first, through MPI-IO, into a file beside
 * `path` that is renamed when it is complete; pipes and standard output are written by
 * rank 0.  MGNN_EIO or MGNN_ENOMEM.  Collective. */
mgnn_status mg_write_text(const mg_ranks *ranks, const char *path, const char *text,
                          size_t len, mgnn_error *err);

/* Bring dim numbers of each own node home: *out has those of the nodes at home, in the
 * order of their numbers, 0 where no shard has the node, and belongs to the caller.
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
