/* One connected graph that is divided among ranks, for which positions are sought. */
#ifndef MG_SHARD_TASK_H
#define MG_SHARD_TASK_H

#include "shard_paths.h"

/* What ends a search early. */
typedef struct {
  double seconds;              /* after `began`, by mg_clock; 0: no limit */
  double began;
  size_t iterations, done;     /* at most; so far */
  int (*stop)(void *ctx);      /* NULL, or asked on rank 0: nonzero ends it */
  void *ctx;
  const char *reached;         /* NULL, or "iterations", "time" or "stopped" */
} mg_shard_limits;

/* Nonzero if one is reached, on all ranks alike.  Collective. */
int mg_shard_over(const mg_ranks *ranks, mg_shard_limits *limits);

typedef struct {
  mg_shard *shard;             /* connected */
  const mg_owners *owners;
  mg_shard_paths *paths;       /* of the shard */
  uint64_t nodes;
  size_t dim;
  unsigned long seed;
  const unsigned char *pin;    /* own * dim: nonzero coordinates stay; NULL on all
                                  ranks: none do */
  mg_shard_limits *limits;
} mg_shard_task;

/* PivotMDS: y (own * dim) from nothing but the lengths.  Collective. */
mgnn_status mg_shard_pivot(const mg_shard_task *t, double *y, mgnn_error *err);

/* Align y to where pinned coordinates are in `given`, by a rigid motion, and set
 * those.  Collective. */
mgnn_status mg_shard_align_pins(const mg_shard_task *t, const double *given, double *y,
                                mgnn_error *err);

#endif
