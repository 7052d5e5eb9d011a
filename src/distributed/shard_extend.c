/* New nodes and what their places depend on go to rank 0, which places them one after
 * the other, as the ordinary program does. */
#include "shard_extend.h"
#include "base/mem.h"
#include "find_names.h"
#include "problem/extend.h"
#include "rank_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A slot of a row that is sent, in the order of the row. */
typedef struct {
  unsigned from, to;
} slot_item;

typedef struct {
  mg_shard *s;
  size_t dim;
  unsigned long seed;
  int *has;                    /* own + ghosts */
  double *x;                   /* (own + ghosts) * dim */
  size_t item;                 /* bytes of a node: its name, whether it has a place (two
                                  unsigned), and that */
  size_t *count;               /* of nodes for each rank: all go to rank 0 */
  size_t sent, cap;            /* nodes: */
  char *node;
  unsigned *which;             /* by their numbers here */
  size_t which_cap;
  mg_mail nodes, slots;        /* as they came */
  mg_extend_graph part;        /* on rank 0: each node once, by names */
  unsigned *name, *to;
  size_t *row;
  unsigned char *placed;
  double *at;                  /* part.n * dim */
} extension;

static void
extension_free(extension *e)
{
  mg_free(e->has);
  mg_free(e->x);
  mg_free(e->count);
  mg_free(e->node);
  mg_free(e->which);
  mg_mail_free(&e->nodes);
  mg_mail_free(&e->slots);
  mg_free(e->name);
  mg_free(e->to);
  mg_free(e->row);
  mg_free(e->placed);
  mg_free(e->at);
}

/* ---- what is sent ---- */

static mgnn_status
node_send(extension *e, size_t i, mgnn_error *err)
{
  const unsigned head[2] = { e->s->name[i], (unsigned)e->has[i] };
  char *node = mg_grow(e->node, e->sent, &e->cap, e->item);
  unsigned *which;

  if (node == NULL)
    return mg_fail_memory(err);
  e->node = node;
  which = mg_grow(e->which, e->sent, &e->which_cap, sizeof *which);
  if (which == NULL)
    return mg_fail_memory(err);
  e->which = which;
  which[e->sent] = (unsigned)i;
  node += e->sent++ * e->item;
  memcpy(node, head, sizeof head);
  memcpy(node + sizeof head, e->x + i * e->dim, e->dim * sizeof *e->x);
  return MGNN_OK;
}

/* A row of which a node, or a neighbour, has no place: with its neighbours. */
static mgnn_status
rows_send(extension *e, mg_outbox *slots, mgnn_error *err)
{
  const mg_shard *s = e->s;
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < s->own; i++) {
    int wanted = !e->has[i];

    for (size_t k = s->row[i]; k < s->row[i + 1] && !wanted; k++)
      wanted = !e->has[s->to[k]];
    if (!wanted)
      continue;
    TRY(node_send(e, i, err));
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
      const slot_item slot = { s->name[i], s->name[s->to[k]] };

      TRY(node_send(e, s->to[k], err));
      TRY(mg_outbox_add(slots, 0, &slot, err));
    }
  }
end:
  return status;
}

/* ---- on rank 0 ---- */

static int
node_order(const void *left, const void *right)
{
  unsigned a, b;

  memcpy(&a, *(char *const *)left, sizeof a);
  memcpy(&b, *(char *const *)right, sizeof b);
  return a < b ? -1 : a > b;
}

static size_t
number_of(const extension *e, unsigned name)
{
  size_t low = 0, high = e->part.n;

  while (high - low > 1) {
    size_t mid = (low + high) / 2;

    if (e->name[mid] <= name)
      low = mid;
    else
      high = mid;
  }
  return low;
}

/* Each node once. */
static mgnn_status
nodes_make(extension *e, mgnn_error *err)
{
  size_t total = e->nodes.total;
  char **node = mg_alloc(total, sizeof *node);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(node, err));
  TRY(mg_allocated(e->name = mg_alloc(total, sizeof *e->name), err));
  TRY(mg_allocated(e->placed = mg_alloc(total, 1), err));
  TRY(mg_allocated(e->at = mg_alloc(total * e->dim, sizeof *e->at), err));
  for (size_t k = 0; k < total; k++)
    node[k] = (char *)e->nodes.item + k * e->item;
  if (total > 1)
    qsort(node, total, sizeof *node, node_order);
  for (size_t k = 0; k < total; k++) {
    unsigned head[2];
    size_t n = e->part.n;

    memcpy(head, node[k], sizeof head);
    if (n > 0 && e->name[n - 1] == head[0])
      continue;
    e->name[n] = head[0];
    e->placed[n] = head[1] != 0;
    memcpy(e->at + n * e->dim, node[k] + sizeof head, e->dim * sizeof *e->at);
    e->part.n++;
  }
end:
  mg_free(node);
  return status;
}

/* Rows: all slots of one come from one rank, in their order. */
static mgnn_status
part_make(extension *e, mgnn_error *err)
{
  const slot_item *slot = e->slots.item;
  size_t count = e->slots.total, n;
  mgnn_status status = MGNN_OK;

  TRY(nodes_make(e, err));
  n = e->part.n;
  TRY(mg_allocated(e->row = mg_zalloc(n + 2, sizeof *e->row), err));
  TRY(mg_allocated(e->to = mg_alloc(count, sizeof *e->to), err));
  for (size_t k = 0; k < count; k++)
    e->row[number_of(e, slot[k].from) + 2]++;
  for (size_t i = 0; i < n; i++)
    e->row[i + 2] += e->row[i + 1];
  for (size_t k = 0; k < count; k++)
    e->to[e->row[number_of(e, slot[k].from) + 1]++]
      = (unsigned)number_of(e, slot[k].to);
  e->part.name = e->name;
  e->part.whole = (size_t)e->s->n;
  e->part.row = e->row;
  e->part.to = e->to;
end:
  return status;
}

/* ---- back ---- */

/* Nodes as rank 0 has them now, to those that sent them.  Collective. */
static void
places_answer(extension *e)
{
  for (size_t k = 0; k < e->nodes.total; k++) {
    char *node = (char *)e->nodes.item + k * e->item;
    unsigned head[2];
    size_t i;

    memcpy(head, node, sizeof head);
    i = number_of(e, head[0]);
    head[1] = e->placed[i];
    memcpy(node, head, sizeof head);
    memcpy(node + sizeof head, e->at + i * e->dim, e->dim * sizeof *e->at);
  }
  mg_mail_answer(&e->nodes, e->s->ranks, e->item, e->nodes.item, e->count, e->node);
  for (size_t k = 0; k < e->sent; k++) {
    unsigned head[2];

    memcpy(head, e->node + k * e->item, sizeof head);
    e->has[e->which[k]] = (int)head[1];
    memcpy(e->x + e->which[k] * e->dim, e->node + k * e->item + sizeof head,
           e->dim * sizeof *e->x);
  }
}

/* ---- the whole ---- */

static double
mean_length(const mg_shard *s)
{
  mg_sum sum = { 0 };

  for (size_t i = 0; i < s->own; i++)
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
      if (s->name[i] < s->name[s->to[k]])
        mg_sum_add(&sum, s->length != NULL ? s->length[k] : 1);
  mg_rank_sums(s->ranks, &sum, 1);
  return mg_sum_value(&sum) > 0 ? mg_sum_value(&sum) / (double)s->m : 1;
}

/* Nodes that no edge leads to.  Collective. */
static void
rest_place(extension *e)
{
  const mg_shard *s = e->s;
  mg_sum base = { 0 };
  double right = -INFINITY;
  int64_t placed = 0;

  for (size_t i = 0; i < s->own; i++)
    if (e->has[i]) {
      right = fmax(right, e->x[i * e->dim]);
      mg_sum_add(&base, e->dim > 1 ? e->x[i * e->dim + 1] : 0);
      placed++;
    }
  mg_rank_counts(s->ranks, &placed, 1);
  mg_rank_most(s->ranks, &right, 1);
  mg_rank_sums(s->ranks, &base, 1);
  if ((uint64_t)placed == s->n)
    return;
  if (s->ranks->rank == 0) {
    mg_extend_rest(&e->part, e->dim, e->seed, e->placed, placed > 0 ? right : 0,
                   placed > 0 ? mg_sum_value(&base) / (double)placed : 0, e->at);
    memset(e->placed, 1, e->part.n);
  }
  places_answer(e);
}

static mgnn_status
extension_init(extension *e, const unsigned char *has, const double *x, mgnn_error *err)
{
  mg_shard *s = e->s;
  size_t all = s->own + s->ghosts;
  mgnn_status status = MGNN_OK;

  e->has = mg_alloc(all, sizeof *e->has);
  e->x = mg_alloc(all * e->dim, sizeof *e->x);
  e->count = mg_zalloc((size_t)s->ranks->size, sizeof *e->count);
  TRY(mg_ranks_agree(s->ranks, e->has != NULL && e->x != NULL && e->count != NULL
                               ? MGNN_OK : mg_fail_memory(err), err));
  for (size_t i = 0; i < s->own; i++)
    e->has[i] = has[i];
  memcpy(e->x, x, s->own * e->dim * sizeof *x);
  TRY(mg_shard_exchange(s, MG_INT32, 1, e->has, err));
  TRY(mg_shard_exchange(s, MG_DOUBLE, e->dim, e->x, err));
end:
  return status;
}

mgnn_status
mg_shard_extend(mg_shard *s, size_t dim, unsigned long seed, const unsigned char *has,
                double *x, mgnn_error *err)
{
  extension e = { .s = s, .dim = dim, .seed = seed,
                  .item = 2 * sizeof (unsigned) + dim * sizeof (double) };
  mg_outbox slots = { .size = sizeof (slot_item) };
  mgnn_status status = MGNN_OK;

  TRY(extension_init(&e, has, x, err));
  TRY(mg_ranks_agree(s->ranks, rows_send(&e, &slots, err), err));
  e.count[0] = e.sent;
  TRY(mg_mail_send(&e.nodes, s->ranks, e.item, e.count, e.node, err));
  TRY(mg_outbox_send(&slots, s->ranks, &e.slots, err));
  e.part.length = mean_length(s);
  if (s->ranks->rank == 0)
    status = part_make(&e, err);
  TRY(mg_ranks_agree(s->ranks, status, err));
  if (s->ranks->rank == 0)
    status = mg_extend_reached(&e.part, dim, seed, e.placed, e.at, err);
  TRY(mg_ranks_agree(s->ranks, status, err));
  places_answer(&e);
  rest_place(&e);
  memcpy(x, e.x, s->own * dim * sizeof *x);
end:
  mg_outbox_free(&slots);
  extension_free(&e);
  return status;
}
