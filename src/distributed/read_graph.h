/* Reads a graph on all ranks from edge tables or a matrix.  Every node is at
 * home, in blocks of numbers, with its row.  Numbering, order of slots, merging
 * and error messages are those of mgnn-layout. */
#ifndef MG_READ_GRAPH_H
#define MG_READ_GRAPH_H

#include "shard.h"
#include "number_tokens.h"
#include "problem/specification.h"

/* Set the paths and zero the rest for the defaults. */
typedef struct {
  char *const *path;           /* files or patterns */
  size_t paths;
  const char *format;          /* a word of -I; NULL: by the suffixes */
  mg_specification spec;       /* metric, stiffness, leniency, hints; lengths
                                  that no column has are read elsewhere */
  size_t chunk;                /* bytes that a rank reads at a time; 0: 8 MiB */
} mg_read_options;

/* The column of the lengths (NULL: a usual one); the column of the stiffness. */
static inline const char *
mg_read_length(const mg_read_options *opt)
{
  return opt->spec.metric.kind == MG_METRIC_ATTR ? opt->spec.metric.name : NULL;
}

static inline const char *
mg_read_stiffness(const mg_read_options *opt)
{
  return opt->spec.stiffness != NULL ? opt->spec.stiffness : "stiffness";
}

typedef struct {
  mg_shard_rows rows;          /* of the nodes at home; length NULL: none given */
  mg_owners homes;
  mg_node_names names;
  uint64_t loops, merged;      /* loops dropped, edges merged away; of all ranks */
  uint64_t differing;          /* merged edges with differing lengths, with `lenient` */
  mg_notes notes;              /* on rank 0: values filled in or replaced */
  uint64_t bytes;              /* total size of the files */
} mg_read_result;

/* Collective.  mg_read_result_free is due in any case. */
mgnn_status mg_read_graph(mg_read_result *out, const mg_ranks *ranks,
                          const mg_read_options *opt, mgnn_error *err);
void mg_read_result_free(mg_read_result *r);

/* Copy the name of a node to all ranks, for messages; "" if there are no nodes.
 * to: `size` bytes.  Collective. */
void mg_name_share(const mg_read_result *g, const mg_ranks *ranks, uint64_t number,
                   char *to, size_t size);

#endif
