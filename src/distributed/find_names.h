/* Which nodes of a graph, each at home on some rank, are called as tables say. */
#ifndef MG_FIND_NAMES_H
#define MG_FIND_NAMES_H

#include "read_graph.h"

/* number[k]: the node that token k here names, MG_NAMES_NONE if there is none.
 * Collective. */
mgnn_status mg_tokens_find(const mg_tokens *t, const mg_read_result *g,
                           const mg_ranks *ranks, unsigned *number, mgnn_error *err);

/* The name of a node, for messages, "" without nodes: of less than `size` bytes, the
 * same on all ranks.  Collective. */
void mg_name_share(const mg_read_result *g, const mg_ranks *ranks, uint64_t number,
                   char *to, size_t size);

/* Items of a size, each with a rank to go to.  Zeroed but for the size, it has none. */
typedef struct {
  size_t size, count, cap, rank_cap;
  char *item;
  int *rank;
} mg_outbox;

mgnn_status mg_outbox_add(mg_outbox *box, int rank, const void *item, mgnn_error *err);
void mg_outbox_free(mg_outbox *box);

/* Send all, and empty it.  Collective.  mg_mail_free is due in any case. */
mgnn_status mg_outbox_send(mg_outbox *box, const mg_ranks *ranks, mg_mail *got,
                           mgnn_error *err);

#endif
