/* Layers on shards, by the engine of src/propagate: its rows are those of a shard, and
 * ghosts travel while rows that need none are computed. */
#ifndef MG_SHARD_LAYERS_H
#define MG_SHARD_LAYERS_H

#include "shard.h"
#include "measure/measure.h"
#include "propagate/engine.h"

/* What is run.  par->origin, if any, has own*dim numbers, par->attention is not looked
 * at; where control.watch is set it is called on all ranks, with the positions of the
 * own nodes.  Its limits of time are not kept. */
typedef struct {
  mg_shard *shard;
  size_t dim;
  const mgnn_layer_params *par;
  double loop;                 /* 1 with self-loops */
  double *waited;              /* processor time spent on ghosts is added; or NULL */
} mg_shard_run;

/* Run the layers from z, own*dim numbers in the space of Z, which become those of the
 * last layer.  Bits do not depend on the ranks, and are those of mgnn_propagate.
 * Collective. */
mgnn_status mg_shard_propagate(const mg_shard_run *run, double *z, mgnn_error *err);

/* The figures of positions of the own nodes, in the space of Y, or of Z with in_z;
 * origin is in Z, or NULL.  The factor by which positions are best multiplied and the
 * stress then are NAN with intervals.  Last bits depend on the ranks.  Collective. */
typedef struct {
  mgnn_figures figures;
  double scale, scaled_stress;
} mg_shard_figures;

mgnn_status mg_shard_measure(const mg_shard_run *run, const double *x, int in_z,
                             double alpha, mg_shard_figures *out, mgnn_error *err);

/* The degree of own node or ghost i, and its root, 1 if it is 0. */
double mg_shard_root(const mg_shard_run *run, size_t i);

/* The `capacity` worst edges by relative error, as mg_edges_worst finds them, the same on
 * all ranks.  The number of an edge has the name of its lower end above 32 bits of the
 * other one.  y has own * dim numbers.  *count: how many there are.  Collective. */
mgnn_status mg_shard_worst(mg_shard *s, size_t dim, const double *y, size_t capacity,
                           mg_edge_fit *worst, size_t *count, mgnn_error *err);

#endif
