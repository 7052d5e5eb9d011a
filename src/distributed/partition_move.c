/* Moves rows to their owners, or some to other ranks and back; orders rows. */
#include "partition.h"
#include "base/dense.h"
#include "base/graph.h"
#include "base/mem.h"
#include "name_map.h"
#include "propagate/engine.h"

#include <stdlib.h>
#include <string.h>

/* Data to send: nodes grouped by owner, and the number of slots for each rank. */
typedef struct {
  size_t *order, *nodes, *slots;
  void *item;                  /* names and sizes, or values of slots, in that order */
} parcel;

static mgnn_status
parcel_init(parcel *p, const mg_shard_rows *rows, const int *owner,
            const mg_ranks *ranks, mgnn_error *err)
{
  size_t size = (size_t)ranks->size, slots = rows->row[rows->own];

  PASS(mg_allocated(p->order = mg_alloc(rows->own, sizeof *p->order), err));
  PASS(mg_allocated(p->nodes = mg_alloc(size, sizeof *p->nodes), err));
  PASS(mg_allocated(p->slots = mg_zalloc(size, sizeof *p->slots), err));
  PASS(mg_allocated(p->item = mg_alloc(slots + 2 * rows->own, sizeof(double)), err));
  mg_owners_group(ranks, rows->own, owner, p->order, p->nodes);
  for (size_t i = 0; i < rows->own; i++)
    p->slots[owner[i]] += rows->row[i + 1] - rows->row[i];
  return MGNN_OK;
}

/* Move names and numbers of slots, and make the row pointers from those that arrive. */
static mgnn_status
heads_move(mg_shard_rows *to, const mg_shard_rows *from, parcel *p,
           const mg_ranks *ranks, mgnn_error *err)
{
  uint64_t (*head)[2] = p->item;
  mg_mail mail = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < from->own; k++) {
    size_t i = p->order[k];

    head[k][0] = from->name[i];
    head[k][1] = from->row[i + 1] - from->row[i];
  }
  TRY(mg_mail_send(&mail, ranks, sizeof *head, p->nodes, head, err));
  to->own = mail.total;
  to->name = mg_alloc(to->own, sizeof *to->name);
  to->row = mg_alloc(to->own + 1, sizeof *to->row);
  TRY(mg_ranks_have(ranks, to->name != NULL && to->row != NULL, err));
  head = mail.item;
  to->row[0] = 0;
  for (size_t k = 0; k < to->own; k++) {
    to->name[k] = (unsigned)head[k][0];
    to->row[k + 1] = to->row[k] + (size_t)head[k][1];
  }
end:
  mg_mail_free(&mail);
  return status;
}

/* Move one array, with `size` bytes for each slot. */
static mgnn_status
slots_move(void **to, const void *from, size_t size, const mg_shard_rows *rows,
           parcel *p, const mg_ranks *ranks, mgnn_error *err)
{
  mg_mail mail = { 0 };
  char *out = p->item;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < rows->own; k++) {
    size_t begin = rows->row[p->order[k]], end = rows->row[p->order[k] + 1];

    memcpy(out, (const char *)from + begin * size, (end - begin) * size);
    out += (end - begin) * size;
  }
  TRY(mg_mail_send(&mail, ranks, size, p->slots, p->item, err));
  *to = mail.item;
  mail.item = NULL;
end:
  mg_mail_free(&mail);
  return status;
}

mgnn_status
mg_partition_move(mg_shard_rows *rows, const mg_ranks *ranks, const mg_owners *owners,
                  mgnn_error *err)
{
  mg_shard_rows made = { .n = rows->n, .m = rows->m };
  const struct { void **from, **to; size_t size; } part[] = {
    { (void **)&rows->to, (void **)&made.to, sizeof *made.to },
    { (void **)&rows->length, (void **)&made.length, sizeof *made.length },
    { (void **)&rows->upper, (void **)&made.upper, sizeof *made.upper },
    { (void **)&rows->weight, (void **)&made.weight, sizeof *made.weight }
  };
  parcel p = { 0 };
  mgnn_status status = MGNN_OK;

  /* a rank without nodes may have no optional arrays; so ask all ranks */
  if (!mg_rank_any(ranks, owners->owner != NULL))
    return MGNN_OK;
  TRY(mg_ranks_agree(ranks, parcel_init(&p, rows, owners->owner, ranks, err), err));
  TRY(heads_move(&made, rows, &p, ranks, err));
  for (size_t k = 0; k < sizeof part / sizeof *part; k++)
    if (mg_rank_any(ranks, *part[k].from != NULL)) {
      TRY(slots_move(part[k].to, *part[k].from, part[k].size, rows, &p, ranks, err));
      mg_free(*part[k].from);
      *part[k].from = NULL;
    }
end:
  mg_free_all(p.order, p.nodes, p.slots, p.item);
  mg_shard_rows_free(rows);
  if (status != MGNN_OK)
    mg_shard_rows_free(&made);
  *rows = made;
  return status;
}

/* ---- some of the nodes ---- */

/* Sort the nodes received by name, and number the neighbours. */
static mgnn_status
shipment_sort(mg_shipment *c, mgnn_error *err)
{
  mg_shard_rows *rows = &c->rows;
  size_t n = rows->own, width = c->width;
  struct { unsigned name, at; } *node = mg_alloc(n, sizeof *node);
  mg_name_map map = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(node, err));
  TRY(mg_allocated(c->order = mg_alloc(n, sizeof *c->order), err));
  TRY(mg_allocated(c->value = mg_alloc(n, width * sizeof *c->value), err));
  for (size_t k = 0; k < n; k++) {
    node[k].name = rows->name[k];
    node[k].at = (unsigned)k;
  }
  if (n > 1)
    qsort(node, n, sizeof *node, mg_ascending_nodes);
  for (size_t k = 0; k < n; k++) {
    c->order[k] = node[k].at;
    memcpy(c->value + k * width, (double *)c->mail.item + node[k].at * width,
           width * sizeof *c->value);
  }
  TRY(mg_shard_rows_order(rows, n, c->order, err));
  TRY(mg_name_map_make(&map, n, rows->name, err));
  for (size_t k = 0; k < rows->row[n]; k++)
    rows->to[k] = mg_name_find(&map, rows->to[k]);
end:
  mg_name_map_free(&map);
  mg_free(node);
  return status;
}

mgnn_status
mg_shipment_init(mg_shipment *c, const mg_shard *s, const int *rank, size_t width,
                   const double *value, mgnn_error *err)
{
  size_t count = 0, *order = mg_alloc(s->own, sizeof *order);
  unsigned *node = mg_alloc(s->own, sizeof *node);
  mg_owners to = { .owner = mg_alloc(s->own, sizeof *to.owner) };
  double *item = mg_alloc(s->own, width * sizeof *item);
  mgnn_status status = MGNN_OK;

  *c = (mg_shipment){ .width = width };
  c->node = mg_alloc(s->own, sizeof *c->node);
  c->sent = mg_alloc((size_t)s->ranks->size, sizeof *c->sent);
  TRY(mg_ranks_have(s->ranks, order != NULL && node != NULL && to.owner != NULL
                    && item != NULL && c->node != NULL && c->sent != NULL, err));
  for (size_t i = 0; i < s->own; i++)
    if (rank[i] >= 0) {
      to.owner[count] = rank[i];
      node[count++] = (unsigned)i;
    }
  mg_owners_group(s->ranks, count, to.owner, order, c->sent);
  for (size_t k = 0; k < count; k++) {
    c->node[k] = node[order[k]];
    memcpy(item + k * width, value + c->node[k] * width, width * sizeof *item);
  }
  TRY(mg_ranks_agree(s->ranks, mg_shard_rows_copy(&c->rows, s, count, node, err), err));
  TRY(mg_partition_move(&c->rows, s->ranks, &to, err));
  TRY(mg_mail_send(&c->mail, s->ranks, width * sizeof *item, c->sent, item, err));
  TRY(mg_ranks_agree(s->ranks, shipment_sort(c, err), err));
end:
  mg_free_all(order, node, to.owner, item);
  return status;
}

mgnn_status
mg_shipment_return(mg_shipment *c, const mg_ranks *ranks, double *value,
                     mgnn_error *err)
{
  size_t width = c->width, count = 0;
  double *item;
  mgnn_status status = MGNN_OK;

  for (int r = 0; r < ranks->size; r++)
    count += c->sent[r];
  item = mg_alloc(count, width * sizeof *item);
  TRY(mg_ranks_agree(ranks, mg_allocated(item, err), err));
  for (size_t k = 0; k < c->rows.own; k++)
    memcpy((double *)c->mail.item + c->order[k] * width, c->value + k * width,
           width * sizeof *item);
  mg_mail_answer(&c->mail, ranks, c->mail.size, c->mail.item, c->sent, item);
  for (size_t k = 0; k < count; k++)
    memcpy(value + c->node[k] * width, item + k * width, width * sizeof *item);
end:
  mg_free(item);
  return status;
}

void
mg_shipment_free(mg_shipment *c)
{
  mg_shard_rows_free(&c->rows);
  mg_mail_free(&c->mail);
  mg_free_all(c->value, c->order, c->node, c->sent);
}

/* ---- the order on a rank ---- */

/* Rows of own neighbours only, by their numbers here. */
static mgnn_status
inner_make(const mg_shard_rows *rows, size_t *row, unsigned *to, mgnn_error *err)
{
  size_t slots = 0;
  mg_name_map map = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_name_map_make(&map, rows->own, rows->name, err));
  row[0] = 0;
  for (size_t i = 0; i < rows->own; i++) {
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++) {
      unsigned j = mg_name_find(&map, rows->to[k]);

      if (j != MG_ABSENT)
        to[slots++] = j;
    }
    row[i + 1] = slots;
  }
end:
  mg_name_map_free(&map);
  return status;
}

mgnn_status
mg_partition_order(mg_shard_rows *rows, mgnn_error *err)
{
  size_t own = rows->own, *row = mg_alloc(own + 1, sizeof *row);
  unsigned *to = mg_alloc(rows->row[own], sizeof *to);
  unsigned *order = mg_alloc(own, sizeof *order), *place = mg_alloc(own, sizeof *place);
  const mg_rows inner = { .n = own, .row = row, .to = to };
  mgnn_status status = MGNN_OK;

  TRY(row == NULL || to == NULL || order == NULL || place == NULL ? mg_fail_memory(err)
                                                                 : MGNN_OK);
  TRY(inner_make(rows, row, to, err));
  mg_breadth_first(own, row, to, order, place);
  if (4 * mg_order_gap(&inner, place) < mg_order_gap(&inner, NULL))
    TRY(mg_shard_rows_order(rows, own, order, err));
end:
  mg_free_all(row, to, order, place);
  return status;
}
