/* Runs and measures layers on shards, with the engine of src/propagate.  Rows
 * that need no ghosts are computed while ghosts are sent. */
#ifndef MG_SHARD_LAYERS_H
#define MG_SHARD_LAYERS_H

#include "shard.h"
#include "measure/measure.h"
#include "propagate/engine.h"

/* A run of layers.  par->origin is own*dim numbers or NULL; par->attention and
 * limits of time in control are ignored; control.watch, if set, is called on
 * all ranks with the positions of the own nodes. */
typedef struct {
  mg_shard *shard;
  size_t dim;
  const mgnn_layer_params *par;
  double loop;                 /* 1 with self-loops, else 0 */
  double *waited;              /* NULL, or where to add the CPU time spent on ghosts */
} mg_shard_run;

/* Replace z, own*dim numbers in the space of Z, by the result of the last
 * layer.  It has the same bits as mgnn_propagate, on any number of ranks.
 * Collective. */
mgnn_status mg_shard_propagate(const mg_shard_run *run, double *z, mgnn_error *err);

/* Measure positions of the own nodes, in the space of Y, or with in_z of Z; origin
 * is in Z, or NULL.  Also finds the factor that minimises the stress, and that
 * stress; both NAN with intervals.  Last bits depend on the ranks.  Collective. */
typedef struct {
  mgnn_figures figures;
  double scale, scaled_stress;
} mg_shard_figures;

mgnn_status mg_shard_measure(const mg_shard_run *run, const double *x, int in_z,
                             double alpha, mg_shard_figures *out, mgnn_error *err);

/* The square root of the degree, with loops, of own node or ghost i; 1 for degree 0. */
double mg_shard_root(const mg_shard_run *run, size_t i);

/* The `capacity` worst edges by relative error, as in mg_edges_worst, the same on all
 * ranks.  The number of an edge is the name of its lower end in the upper 32 bits and
 * that of the other below.  y: own * dim numbers.  *count: edges found.  Collective. */
mgnn_status mg_shard_worst(mg_shard *s, size_t dim, const double *y, size_t capacity,
                           mg_edge_fit *worst, size_t *count, mgnn_error *err);

#endif
