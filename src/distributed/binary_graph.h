/* A graph as rows of numbers in a file, which ranks write and read at the speed of the
 * disk: nothing is parsed, numbered or merged.  mgnn-formats(5) has the form. */
#ifndef MG_BINARY_GRAPH_H
#define MG_BINARY_GRAPH_H

#include "read_graph.h"

/* Write a graph as mg_read_graph leaves it, every node at home; the file is written
 * whole or not at all.  MGNN_EIO.  Collective. */
mgnn_status mg_binary_write(const mg_read_result *g, const mg_ranks *ranks,
                            const char *path, mgnn_error *err);

/* Read it: the result is that of mg_read_graph.  Refuses what is of another version or
 * byte order, cut off, changed, or no graph.  Collective. */
mgnn_status mg_binary_read(mg_read_result *out, const mg_ranks *ranks, const char *path,
                           mgnn_error *err);

/* What can be seen of a file without reading it. */
typedef struct {
  uint64_t n, slots, bytes;
  size_t values;               /* of a slot */
  int named;
  double cut, far;             /* shares of a sample of the slots: with `ranks` blocks
                                  of names; `away` names or more apart */
} mg_binary_facts;

/* By one rank, without the others.  The checks are those of the head. */
mgnn_status mg_binary_look(mg_binary_facts *out, const char *path, double ranks,
                           double away, mgnn_error *err);

/* Whether the file begins as one of these does; 0 if it cannot be read. */
int mg_binary_is(const char *path);

#endif
