/* Methods that lay out one connected graph divided among ranks. */
#ifndef MG_SHARD_TASK_H
#define MG_SHARD_TASK_H

#include "shard_paths.h"

/* Limits that end a search early. */
typedef struct {
  double seconds;              /* after `began`, by mg_clock; 0: no limit */
  double began;
  size_t iterations, done;     /* limit; iterations so far */
  int (*stop)(void *ctx);      /* NULL, or called on rank 0: nonzero ends the search */
  void *ctx;
  const char *reached;         /* "iterations", "time" or "stopped", if reached */
} mg_shard_limits;

typedef struct {
  mg_shard *shard;             /* must be connected */
  const mg_owners *owners;
  mg_shard_paths *paths;       /* the paths in this shard */
  uint64_t nodes;
  size_t dim;
  unsigned long seed;
  const unsigned char *pin;    /* own * dim: nonzero for fixed coordinates; NULL
                                  on all ranks: no pins */
  mg_shard_limits *limits;
} mg_shard_task;

/* Move y rigidly so that pinned coordinates come closest to `given`, then set
 * these exactly.  Collective. */
mgnn_status mg_shard_align_pins(const mg_shard_task *t, const double *given, double *y,
                                mgnn_error *err);

enum { MG_NEAREST = 16 };

/* Make a shard with the same own nodes, in another order.  The row of a node
 * has its MG_NEAREST nearest nodes, with their distances as lengths, then its
 * other neighbours, with the edges' lengths.  Slots have the weight of their
 * edge, 1 without an edge; NULL if the graph has no weights.  Ties go to the
 * lower number.  Collective; mg_shard_free is due in any case. */
mgnn_status mg_shard_nearest(mg_shard *out, const mg_shard_paths *p,
                             const mg_owners *owners, mgnn_error *err);

struct mg_checkpoint;

/* Lower the stress of y (own * dim) like mg_sparse_improve: from y if `given`,
 * else from lengths and pins in y alone; if `rough`, only the first round.  The
 * result does not depend on the division of the nodes.  keep: NULL, or saves
 * the search from time to time and resumes it.  Collective. */
mgnn_status mg_shard_stress(const mg_shard_task *t, int given, int rough, double *y,
                            struct mg_checkpoint *keep, mgnn_error *err);

/* Estimate the full stress from all pairs of some random nodes, like
 * mg_sparse_stress.  Collective. */
mgnn_status mg_shard_stress_estimate(const mg_shard_task *t, const double *y,
                                     double *stress, mgnn_error *err);

/* Minimise E from y (own * dim), in place; *value: the E reached, never above
 * the initial one.  keep: as in mg_shard_stress.  Collective. */
mgnn_status mg_shard_descend(const mg_shard_task *t, double tolerance, double *y,
                             struct mg_checkpoint *keep, double *value,
                             mgnn_error *err);

/* E at the positions y.  Collective. */
mgnn_status mg_shard_energy(mg_shard *s, size_t dim, unsigned long seed,
                            const double *y, double *energy, mgnn_error *err);

#endif
