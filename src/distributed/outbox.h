/* Items that are collected one by one and then sent to the rank of each. */
#ifndef MG_OUTBOX_H
#define MG_OUTBOX_H

#include "owners.h"

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
