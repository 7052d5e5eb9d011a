/* A graph read by all ranks from edge tables or a matrix: every node at home, in blocks
 * of numbers, with its row.  Numbers, order, merging and faults are those of
 * mgnn-layout. */
#ifndef MG_READ_GRAPH_H
#define MG_READ_GRAPH_H

#include "shard.h"
#include "number_tokens.h"

/* Zeroed but for the paths, it reads what is usual. */
typedef struct {
  char *const *path;           /* files or patterns */
  size_t paths;
  const char *format;          /* a word of -I; NULL: by the suffixes */
  const char *length;          /* the column that has the lengths; NULL: the usual
                                  ones */
  int no_length;               /* no column has: lengths come from elsewhere */
  const char *stiffness;       /* the same */
  int lenient;                 /* parallel edges may differ in length: their mean; what
                                  edges lack is the mean of the others */
  size_t chunk;                /* bytes that a rank reads at a time; 0: 8 MiB */
} mg_read_options;

typedef struct {
  mg_shard_rows rows;          /* of the nodes at home; length NULL: none given */
  mg_owners homes;
  mg_node_names names;
  uint64_t loops, merged;      /* dropped, merged away: of all ranks */
  uint64_t differing;          /* those merged that differed, with `lenient` */
  mg_notes notes;              /* of rank 0: what was filled in or replaced */
  uint64_t bytes;              /* of the files */
} mg_read_result;

/* Collective.  mg_read_result_free is due in any case. */
mgnn_status mg_read_graph(mg_read_result *out, const mg_ranks *ranks,
                          const mg_read_options *opt, mgnn_error *err);
void mg_read_result_free(mg_read_result *r);

#endif
