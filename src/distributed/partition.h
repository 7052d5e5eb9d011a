/* Which rank gets which rows.  The graph comes with every node at home, in blocks of
 * names; a partition says who is to own it, and rows move there.  No result depends on
 * it, only how much the ranks have to tell each other. */
#ifndef MG_PARTITION_H
#define MG_PARTITION_H

#include "shard.h"

/* Find the owners of the rows at home, which are in the order of their names; they are put
 * into owners->owner, and *used names the kind that was taken.  "block": names stay
 * together, parts have about as many slots each.  "scotch": PT-Scotch, where it is
 * installed; else MGNN_EINVAL.  "auto": blocks where they cut few slots, else PT-Scotch if
 * no node has very many neighbours and neighbours have neighbours in common, else blocks.
 * On one rank there is nothing to divide.  Collective. */
mgnn_status mg_partition_find(const mg_shard_rows *rows, const mg_ranks *ranks,
                              const char *name, mg_owners *owners, const char **used,
                              mgnn_error *err);

/* Bring the rows from home to their owners, in the order of their names.  On failure
 * they are gone.  Collective. */
mgnn_status mg_partition_move(mg_shard_rows *rows, const mg_ranks *ranks,
                              const mg_owners *owners, mgnn_error *err);

/* Some nodes of each rank on their way to others, with their rows and numbers. */
typedef struct {
  mg_shard_rows rows;          /* of those that came, in the order of their names:
                                  neighbours by their numbers among them, MG_ABSENT
                                  if they did not come */
  double *value;               /* width for each of them: may be changed */
  unsigned *order;             /* as which they came */
  size_t width;
  unsigned *node;              /* own nodes that went, in that order; */
  size_t *sent;                /* so many to each rank */
  mg_mail mail;
} mg_shipment;

/* Send own nodes i to rank[i], unless it is negative, with `width` numbers for each of
 * the own nodes; then bring the numbers back.  Collective; mg_shipment_free is due in
 * any case. */
mgnn_status mg_shipment_init(mg_shipment *c, const mg_shard *s, const int *rank,
                               size_t width, const double *value, mgnn_error *err);
mgnn_status mg_shipment_return(mg_shipment *c, const mg_ranks *ranks, double *value,
                                 mgnn_error *err);
void mg_shipment_free(mg_shipment *c);

/* Put the rows of a rank into an order in which neighbours are near, breadth first
 * over its own nodes, if that brings them four times as near as they are.  Slots of a
 * row keep theirs. */
mgnn_status mg_partition_order(mg_shard_rows *rows, mgnn_error *err);

/* What it comes to. */
typedef struct {
  double cut;                  /* share of the slots whose neighbour is a ghost */
  uint64_t ghosts;             /* of all ranks */
  uint64_t ghosts_most;        /* of one rank */
  double imbalance;            /* slots of the busiest rank, over the mean */
} mg_partition_facts;

/* Collective. */
mg_partition_facts mg_partition_measure(const mg_shard *s);

#endif
