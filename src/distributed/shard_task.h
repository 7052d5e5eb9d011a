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

/* Align y to where pinned coordinates are in `given`, by a rigid motion, and set
 * those.  Collective. */
mgnn_status mg_shard_align_pins(const mg_shard_task *t, const double *given, double *y,
                                mgnn_error *err);

enum { MG_NEAREST = 16 };

/* Make a graph with the same own nodes, in an order of its own, whose rows have the
 * MG_NEAREST nearest nodes, then those neighbours that are not among them.  Its lengths
 * are the distances, for such neighbours the lengths; its weights are those of the
 * edges, 1 elsewhere, and NULL if the graph has none.  Of equals the lower number is
 * nearer.  Collective; mg_shard_free is due in any case. */
mgnn_status mg_shard_nearest(mg_shard *out, const mg_shard_paths *p,
                             const mg_owners *owners, mgnn_error *err);

struct mg_checkpoint;

/* Lower the stress of y (own * dim) as mg_sparse_improve does: from y if `given`, else from
 * nothing but the lengths, and pins in y; if `rough`, only its first round.  y does not
 * depend on the division of the nodes.  `keep` NULL, or where the search is kept from
 * time to time and taken up again.  Collective. */
mgnn_status mg_shard_stress(const mg_shard_task *t, int given, int rough, double *y,
                            struct mg_checkpoint *keep, mgnn_error *err);

/* Full stress, from the pairs of some random nodes with all others, as
 * mg_sparse_stress does it.  Collective. */
mgnn_status mg_shard_stress_estimate(const mg_shard_task *t, const double *y,
                                     double *stress, mgnn_error *err);

/* Minimise E from y (own * dim), in place; *value is E there.  E never rises.  `keep` as in
 * mg_shard_stress.  Collective. */
mgnn_status mg_shard_descend(const mg_shard_task *t, double tolerance, double *y,
                             struct mg_checkpoint *keep, double *value,
                             mgnn_error *err);

/* E of positions.  Collective. */
mgnn_status mg_shard_energy(mg_shard *s, size_t dim, unsigned long seed,
                            const double *y, double *energy, mgnn_error *err);

#endif
