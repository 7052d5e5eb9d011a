/* For tests: a graph that every rank has, scattered over the ranks. */
#ifndef SCATTER_H
#define SCATTER_H

#include "base/graph.h"
#include "base/mem.h"
#include "distributed/shard.h"

#include <math.h>

/* Which rank owns a node. */
typedef int scatter_owner(size_t node, size_t n, int ranks);

static inline int
scatter_block(size_t node, size_t n, int ranks)
{
  return (int)(node * (size_t)ranks / n);
}

static inline int
scatter_round(size_t node, size_t n, int ranks)
{
  (void)n;
  return (int)(node % (size_t)ranks);
}

/* All nodes with the last rank: the others have none. */
static inline int
scatter_last(size_t node, size_t n, int ranks)
{
  (void)node;
  (void)n;
  return ranks - 1;
}

/* Copy the slots of the own rows of g. */
static inline void
scatter_rows(const mg_graph *g, const int *owner, int rank, mg_shard_rows *rows)
{
  size_t own = 0, slots = 0;

  for (size_t i = 0; i < g->n; i++)
    if (owner[i] == rank) {
      own++;
      slots += g->row[i + 1] - g->row[i];
    }
  *rows = (mg_shard_rows){ .n = g->n, .m = g->m };
  rows->name = mg_alloc(own, sizeof *rows->name);
  rows->row = mg_alloc(own + 1, sizeof *rows->row);
  rows->to = mg_alloc(slots, sizeof *rows->to);
  rows->length = mg_alloc(slots, sizeof *rows->length);
  if (g->upper != NULL)
    rows->upper = mg_alloc(slots, sizeof *rows->upper);
  if (g->weight != NULL)
    rows->weight = mg_alloc(slots, sizeof *rows->weight);
  rows->row[0] = slots = 0;
  for (size_t i = 0; i < g->n; i++) {
    if (owner[i] != rank)
      continue;
    rows->name[rows->own++] = (unsigned)i;
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++, slots++) {
      rows->to[slots] = g->to[k];
      rows->length[slots] = g->length[k];
      if (g->upper != NULL)
        rows->upper[slots] = g->upper[k];
      if (g->weight != NULL)
        rows->weight[slots] = g->weight[k];
    }
    rows->row[rows->own] = slots;
  }
}

/* Collective.  g is the same on all ranks, and not lean. */
static inline mgnn_status
scatter(mg_shard *s, const mg_ranks *ranks, const mg_graph *g, scatter_owner *who,
        mgnn_error *err)
{
  int *owner = mg_alloc(g->n, sizeof *owner);
  mg_owners owners;
  mg_shard_rows rows;
  mgnn_status status = mg_owners_init(&owners, ranks, g->n, err);
  size_t first = (size_t)owners.first[ranks->rank];
  size_t home = mg_owners_at_home(&owners, ranks->rank);

  for (size_t i = 0; i < g->n; i++)
    owner[i] = who(i, g->n, ranks->size);
  owners.owner = mg_alloc(home, sizeof *owners.owner);
  for (size_t i = 0; i < home; i++)
    owners.owner[i] = owner[first + i];
  scatter_rows(g, owner, ranks->rank, &rows);
  status = mg_shard_make(s, ranks, &rows, &owners, err);
  mg_free(owner);
  mg_owners_free(&owners);
  return status;
}

/* Values of own nodes, on all ranks in the order of the names. */
static inline void
gather(const mg_shard *s, size_t width, const double *x, double *out)
{
  for (size_t k = 0; k < s->n * width; k++)
    out[k] = -INFINITY;
  for (size_t k = 0; k < s->own * width; k++)
    out[s->name[k / width] * width + k % width] = x[k];
  mg_rank_most(s->ranks, out, s->n * width);
}

#endif
