/* Which nodes of a graph, each at home on some rank, are called as tables say. */
#ifndef MG_FIND_NAMES_H
#define MG_FIND_NAMES_H

#include "outbox.h"
#include "read_graph.h"

/* number[k]: the node that token k here names, MG_NAMES_NONE if there is none.
 * Collective. */
mgnn_status mg_tokens_find(const mg_tokens *t, const mg_read_result *g,
                           const mg_ranks *ranks, unsigned *number, mgnn_error *err);

/* The name of a node, for messages, "" without nodes: of less than `size` bytes, the
 * same on all ranks.  Collective. */
void mg_name_share(const mg_read_result *g, const mg_ranks *ranks, uint64_t number,
                   char *to, size_t size);

#endif
