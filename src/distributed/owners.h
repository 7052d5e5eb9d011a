/* Which rank owns which node.  Without a partition, ranks own blocks of names:
 * rank r those from first[r] to first[r + 1] - 1.  With a partition, that rank
 * is only the node's home, which knows the owner. */
#ifndef MG_OWNERS_H
#define MG_OWNERS_H

#include "ranks.h"

typedef struct {
  uint64_t *first;             /* size + 1: the blocks of the homes */
  int *owner;                  /* of the nodes at home here; NULL: their homes */
  double ranks_per_node;
} mg_owners;

/* Make blocks of equal size, up to one node. */
mgnn_status mg_owners_init(mg_owners *owners, const mg_ranks *ranks, uint64_t n,
                           mgnn_error *err);
void mg_owners_free(mg_owners *owners);

/* The home of a node; the number of nodes at home on a rank. */
static inline int
mg_owners_home(const mg_owners *owners, const mg_ranks *ranks, uint64_t name)
{
  int home = (int)((double)name * owners->ranks_per_node);   /* or one off */

  if (home >= ranks->size)
    home = ranks->size - 1;
  while (name < owners->first[home])
    home--;
  while (name >= owners->first[home + 1])
    home++;
  return home;
}

static inline size_t
mg_owners_at_home(const mg_owners *owners, int rank)
{
  return (size_t)(owners->first[rank + 1] - owners->first[rank]);
}

/* A table at the homes: `size` bytes for each node at home. */
typedef struct {
  const mg_owners *owners;
  const mg_ranks *ranks;
  size_t size;
  void *table;
} mg_home_table;

/* Copy entries of some nodes from their homes to this rank, or back.  Collective. */
mgnn_status mg_home_get(const mg_home_table *t, size_t count, const unsigned *name,
                        void *out, mgnn_error *err);
mgnn_status mg_home_put(const mg_home_table *t, size_t count, const unsigned *name,
                        const void *x, mgnn_error *err);

/* Combine x with int64_t entries at the homes by MPI_MIN or MPI_SUM.  Collective. */
mgnn_status mg_home_join(const mg_home_table *t, size_t count, const unsigned *name,
                         const int64_t *x, MPI_Op op, mgnn_error *err);

/* Sort the numbers 0 to count - 1 by their ranks: order[] begins with those of
 * rank 0, ascending within a rank; number[r] is how many rank r has. */
void mg_owners_group(const mg_ranks *ranks, size_t count, const int *rank,
                     size_t *order, size_t *number);

/* ---- items that are collected one by one and then sent to the rank of each ---- */

/* Items of `size` bytes with their destination ranks; empty if all else is zeroed. */
typedef struct {
  size_t size, count, cap, rank_cap;
  char *item;
  int *rank;
} mg_outbox;

mgnn_status mg_outbox_add(mg_outbox *box, int rank, const void *item, mgnn_error *err);
void mg_outbox_free(mg_outbox *box);

/* Send all items and empty the box.  Collective.  mg_mail_free is due in any case. */
mgnn_status mg_outbox_send(mg_outbox *box, const mg_ranks *ranks, mg_mail *got,
                           mgnn_error *err);

#endif
