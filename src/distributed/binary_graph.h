/* The binary graph file: rows of numbers that ranks write and read at the speed of
 * the disk, without parsing, numbering or merging.  mgnn-formats(5) describes it. */
#ifndef MG_BINARY_GRAPH_H
#define MG_BINARY_GRAPH_H

#include "read_graph.h"

/* Write a graph as mg_read_graph leaves it, with every node at home.  On
 * failure (MGNN_EIO) no partial file is left.  Collective. */
mgnn_status mg_binary_write(const mg_read_result *g, const mg_ranks *ranks,
                            const char *path, mgnn_error *err);

/* Read such a file, with the same result as mg_read_graph.  Refuses files of another
 * version or byte order, cut off or changed ones, and other data.  Collective. */
mgnn_status mg_binary_read(mg_read_result *out, const mg_ranks *ranks, const char *path,
                           mgnn_error *err);

/* Facts from the head of a file and a sample of its rows. */
typedef struct {
  uint64_t n, slots, bytes;
  size_t values;               /* numbers stored for each slot */
  int named;
  double cut, far;             /* shares of sampled slots with the neighbour in another
                                  of `ranks` blocks; at least `away` names off */
} mg_binary_facts;

/* Called on one rank alone.  Checks the head only. */
mgnn_status mg_binary_look(mg_binary_facts *out, const char *path, double ranks,
                           double away, mgnn_error *err);

/* Whether the file begins like a binary graph; 0 if it cannot be read. */
int mg_binary_is(const char *path);

#endif
