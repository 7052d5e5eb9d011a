/* Places new nodes: they and the nodes their places depend on go to rank 0,
 * which places one after the other, like the ordinary program. */
#include "shard_layout.h"
#include "base/mem.h"
#include "name_map.h"
#include "partition.h"
#include "problem/extend.h"

#include <math.h>
#include <string.h>

/* Numbers sent with each node: whether it has a place, and its place. */
enum { HAS, PLACE };

typedef struct {
  mg_shard *s;
  size_t dim;
  unsigned long seed;
  double *value;               /* width per own node */
  mg_shipment all;
  mg_extend_graph part;        /* on rank 0, from here on */
  unsigned char *placed;
  double *at;                  /* part.n * dim */
} extension;

/* Places depend on nodes up to two steps away from a node without one.  Sets
 * rank[i] to 0 for such own nodes, which sends them to rank 0, else to -1. */
static mgnn_status
wanted_find(const extension *e, const unsigned char *has, int *rank, mgnn_error *err)
{
  mg_shard *s = e->s;
  int *far = mg_alloc(s->own + s->ghosts, sizeof *far);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(s->ranks, mg_allocated(far, err), err));
  for (size_t i = 0; i < s->own; i++)
    far[i] = has[i];
  for (int step = 0; step < 2; step++) {
    TRY(mg_shard_exchange(s, MG_INT32, 1, far, err));
    for (size_t i = 0; i < s->own; i++) {
      rank[i] = far[i];
      for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
        rank[i] &= far[s->to[k]];
    }
    memcpy(far, rank, s->own * sizeof *far);
  }
  for (size_t i = 0; i < s->own; i++)
    rank[i] = rank[i] ? -1 : 0;
end:
  mg_free(far);
  return status;
}

/* ---- on rank 0 ---- */

/* Make the graph of the nodes received; the farthest lose neighbours not received. */
static mgnn_status
part_make(extension *e, mgnn_error *err)
{
  mg_shard_rows *rows = &e->all.rows;
  size_t dim = e->dim, kept = 0, begin = 0;

  PASS(mg_allocated(e->placed = mg_alloc(rows->own, 1), err));
  PASS(mg_allocated(e->at = mg_alloc(rows->own * dim, sizeof *e->at), err));
  for (size_t i = 0; i < rows->own; i++) {
    const double *value = e->all.value + i * e->all.width;

    for (size_t k = begin; k < rows->row[i + 1]; k++)
      if (rows->to[k] != MG_ABSENT)
        rows->to[kept++] = rows->to[k];
    begin = rows->row[i + 1];
    rows->row[i + 1] = kept;
    e->placed[i] = value[HAS] > 0;
    memcpy(e->at + i * dim, value + PLACE, dim * sizeof *value);
  }
  e->part.n = rows->own;
  e->part.name = rows->name;
  e->part.whole = (size_t)e->s->n;
  e->part.row = rows->row;
  e->part.to = rows->to;
  return MGNN_OK;
}

/* ---- back ---- */

/* Send the nodes back from rank 0 with their places.  Collective. */
static mgnn_status
places_return(extension *e, mgnn_error *err)
{
  for (size_t i = 0; i < e->part.n; i++) {
    double *value = e->all.value + i * e->all.width;

    value[HAS] = e->placed[i];
    memcpy(value + PLACE, e->at + i * e->dim, e->dim * sizeof *value);
  }
  return mg_shipment_return(&e->all, e->s->ranks, e->value, err);
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

/* Place the nodes that no edge leads to.  Collective. */
static mgnn_status
rest_place(extension *e, mgnn_error *err)
{
  const mg_shard *s = e->s;
  mg_sum base = { 0 };
  double right = -INFINITY;
  int64_t placed = 0;

  for (size_t i = 0; i < s->own; i++) {
    const double *value = e->value + i * e->all.width;

    if (!(value[HAS] > 0))
      continue;
    right = fmax(right, value[PLACE]);
    mg_sum_add(&base, e->dim > 1 ? value[PLACE + 1] : 0);
    placed++;
  }
  mg_rank_counts(s->ranks, &placed, 1);
  mg_rank_most(s->ranks, &right, 1);
  mg_rank_sums(s->ranks, &base, 1);
  if ((uint64_t)placed == s->n)
    return MGNN_OK;
  if (s->ranks->rank == 0)
    mg_extend_rest(&e->part, e->dim, e->seed, e->placed, placed > 0 ? right : 0,
                   placed > 0 ? mg_sum_value(&base) / (double)placed : 0, e->at);
  return places_return(e, err);
}

mgnn_status
mg_shard_extend(mg_shard *s, size_t dim, unsigned long seed, const unsigned char *has,
                double *x, mgnn_error *err)
{
  extension e = { .s = s, .dim = dim, .seed = seed };
  size_t width = PLACE + dim;
  int *rank = mg_alloc(s->own, sizeof *rank);
  mgnn_status status = MGNN_OK;

  e.value = mg_alloc(s->own, width * sizeof *e.value);
  TRY(mg_ranks_have(s->ranks, rank != NULL && e.value != NULL, err));
  for (size_t i = 0; i < s->own; i++) {
    e.value[i * width + HAS] = has[i];
    memcpy(e.value + i * width + PLACE, x + i * dim, dim * sizeof *x);
  }
  TRY(wanted_find(&e, has, rank, err));
  TRY(mg_shipment_init(&e.all, s, rank, width, e.value, err));
  e.part.length = mean_length(s);
  if (s->ranks->rank == 0) {
    status = part_make(&e, err);
    if (status == MGNN_OK)
      status = mg_extend_reached(&e.part, dim, seed, e.placed, e.at, err);
  }
  TRY(mg_ranks_agree(s->ranks, status, err));
  TRY(places_return(&e, err));
  TRY(rest_place(&e, err));
  for (size_t i = 0; i < s->own; i++)
    memcpy(x + i * dim, e.value + i * width + PLACE, dim * sizeof *x);
end:
  mg_shipment_free(&e.all);
  mg_free_all(rank, e.value, e.placed, e.at);
  return status;
}
