/* Distributes the rows among ranks.  A graph is read with every node at home,
 * in blocks of names; a partition assigns owners, and the rows move to them.
 * Partitions affect the amount of communication, never the results. */
#ifndef MG_PARTITION_H
#define MG_PARTITION_H

#include "shard.h"

/* Choose owners for the rows at home, which must be in the order of their
 * names; fills owners->owner and sets *used to "block" or "scotch".  name:
 * "block": consecutive names, about equally many slots per rank.  "scotch":
 * PT-Scotch; MGNN_EINVAL without it.  "auto": blocks if they cut few slots;
 * else PT-Scotch, unless the graph has hubs or is dense with few triangles;
 * else blocks.  A single rank owns all.  Collective. */
mgnn_status mg_partition_find(const mg_shard_rows *rows, const mg_ranks *ranks,
                              const char *name, mg_owners *owners, const char **used,
                              mgnn_error *err);

/* Move the rows from their homes to their owners, in the order of their names.
 * After a failure the rows are lost.  Collective. */
mgnn_status mg_partition_move(mg_shard_rows *rows, const mg_ranks *ranks,
                              const mg_owners *owners, mgnn_error *err);

/* Nodes sent temporarily to other ranks, with their rows and numbers. */
typedef struct {
  mg_shard_rows rows;          /* of the nodes received, ordered by name;
                                  neighbours by their numbers among these,
                                  MG_ABSENT if they were not sent here */
  double *value;               /* width for each node received; may be changed */
  unsigned *order;             /* places at which they arrived */
  size_t width;
  unsigned *node;              /* own nodes sent away, grouped by rank */
  size_t *sent;                /* number of nodes sent to each rank */
  mg_mail mail;
} mg_shipment;

/* Init sends own node i to rank[i], unless it is negative, with `width` numbers
 * per node; return brings the numbers back.  Collective; mg_shipment_free is
 * due in any case. */
mgnn_status mg_shipment_init(mg_shipment *c, const mg_shard *s, const int *rank,
                               size_t width, const double *value, mgnn_error *err);
mgnn_status mg_shipment_return(mg_shipment *c, const mg_ranks *ranks, double *value,
                                 mgnn_error *err);
void mg_shipment_free(mg_shipment *c);

/* Reorder the rows of a rank breadth first over its own nodes, so that
 * neighbours are close in memory, if this makes them at least four times
 * closer.  The order of slots within a row stays. */
mgnn_status mg_partition_order(mg_shard_rows *rows, mgnn_error *err);

/* How good a partition is. */
typedef struct {
  double cut;                  /* share of the slots whose neighbour is a ghost */
  uint64_t ghosts;             /* sum over all ranks */
  uint64_t ghosts_most;        /* the largest number on one rank */
  double imbalance;            /* most slots of a rank, divided by the mean */
} mg_partition_facts;

/* Collective. */
mg_partition_facts mg_partition_measure(const mg_shard *s);

#endif
