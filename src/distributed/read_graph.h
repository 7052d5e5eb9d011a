/* A graph read by all ranks from edge tables or a matrix: every node at home, in blocks
 * of numbers, with its row.  Numbers, order, merging and faults are those of
 * mgnn-layout. */
#ifndef MG_READ_GRAPH_H
#define MG_READ_GRAPH_H

#include "shard.h"
#include "number_tokens.h"
#include "problem/specification.h"

/* Zeroed but for the paths, it reads what is usual. */
typedef struct {
  char *const *path;           /* files or patterns */
  size_t paths;
  const char *format;          /* a word of -I; NULL: by the suffixes */
  mg_specification spec;       /* its metric, stiffness, leniency and hints; lengths that
                                  are in no column come from elsewhere */
  size_t chunk;                /* bytes that a rank reads at a time; 0: 8 MiB */
} mg_read_options;

/* The columns of the lengths, NULL: the usual ones, and of the stiffness. */
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
  uint64_t loops, merged;      /* dropped, merged away: of all ranks */
  uint64_t differing;          /* those merged that differed, with `lenient` */
  mg_notes notes;              /* of rank 0: what was filled in or replaced */
  uint64_t bytes;              /* of the files */
} mg_read_result;

/* Collective.  mg_read_result_free is due in any case. */
mgnn_status mg_read_graph(mg_read_result *out, const mg_ranks *ranks,
                          const mg_read_options *opt, mgnn_error *err);
void mg_read_result_free(mg_read_result *r);

/* The name of a node, for messages, "" without nodes: of less than `size` bytes, the
 * same on all ranks.  Collective. */
void mg_name_share(const mg_read_result *g, const mg_ranks *ranks, uint64_t number,
                   char *to, size_t size);

#endif
