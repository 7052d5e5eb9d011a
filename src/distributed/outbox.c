/* Items on their way, sorted by the ranks that they go to. */
#include "outbox.h"
#include "base/mem.h"

#include <string.h>

mgnn_status
mg_outbox_add(mg_outbox *box, int rank, const void *item, mgnn_error *err)
{
  char *items = mg_grow(box->item, box->count, &box->cap, box->size);
  int *ranks;

  if (items == NULL)
    return mg_fail_memory(err);
  box->item = items;
  ranks = mg_grow(box->rank, box->count, &box->rank_cap, sizeof *ranks);
  if (ranks == NULL)
    return mg_fail_memory(err);
  box->rank = ranks;
  box->rank[box->count] = rank;
  memcpy(box->item + box->count++ * box->size, item, box->size);
  return MGNN_OK;
}

mgnn_status
mg_outbox_send(mg_outbox *box, const mg_ranks *ranks, mg_mail *got, mgnn_error *err)
{
  size_t *order = mg_alloc(box->count, sizeof *order);
  size_t *number = mg_alloc((size_t)ranks->size, sizeof *number);
  char *sorted = mg_alloc(box->count, box->size);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, order != NULL && number != NULL && sorted != NULL
                            ? MGNN_OK : mg_fail_memory(err), err));
  mg_owners_group(ranks, box->count, box->rank, order, number);
  for (size_t k = 0; k < box->count; k++)
    memcpy(sorted + k * box->size, box->item + order[k] * box->size, box->size);
  TRY(mg_mail_send(got, ranks, box->size, number, sorted, err));
end:
  box->count = 0;
  mg_free(order);
  mg_free(number);
  mg_free(sorted);
  return status;
}

void
mg_outbox_free(mg_outbox *box)
{
  mg_free(box->item);
  mg_free(box->rank);
  *box = (mg_outbox){ 0 };
}
