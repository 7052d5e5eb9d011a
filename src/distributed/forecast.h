/* Predicts memory and time of a run on many ranks, by a model fitted to
 * measurements (bench/README.md); mgnn-layout-mpi(1) has its formulas.  The
 * graph is estimated from a few parts of the input. */
#ifndef MG_FORECAST_H
#define MG_FORECAST_H

#include "read_graph.h"

/* The run to predict: graph, number of ranks, layers. */
typedef struct {
  double nodes, edges, bytes;  /* bytes: total size of the files */
  int named;                   /* nodes have names, not numbers */
  int binary;                  /* input in binary form, which needs no parsing */
  size_t values;               /* per edge: length, upper bound, stiffness */
  double ranks;
  double cut;                  /* share of the slots with a neighbour on another rank */
  double far;                  /* share of the slots with a neighbour far in memory */
  double dim, layers;
  double number_bytes;         /* bytes per coordinate: 8, or 4 in single precision */
} mg_cost_run;

/* Speed and memory constants of a machine.  Those of mg_cost_here are measured,
 * except for the network, which is assumed. */
typedef struct {
  double read_numbers, read_names;     /* bytes of text per second and rank */
  double read_binary;          /* bytes per second and rank */
  double slot_near, slot_far;  /* seconds per slot of a layer in 2 dimensions */
  double write;                /* bytes per second and rank */
  double link;                 /* bytes per second and rank */
  double message;              /* seconds per message */
  double build_edge, build_value, build_node;  /* bytes while rows are made: per edge,
                                                  per value of an edge, per node */
} mg_cost_machine;

extern const mg_cost_machine mg_cost_here;

/* Predicted costs of one rank. */
typedef struct {
  double ghosts;
  double read_bytes, held_bytes;       /* memory while reading; while running layers */
  double factor_bytes;         /* for factorizing the matrix of the edges'
                                  lengths, if the graph is like a planar mesh */
  double read_seconds, layer_seconds, network_seconds, write_seconds;
  double seconds;              /* of the whole run */
} mg_cost;

mg_cost mg_cost_predict(const mg_cost_run *run, const mg_cost_machine *m);

/* Sample the files at evenly spaced places and estimate the graph.  Fills in
 * nodes, edges, bytes, values, named, cut and far of *run for its number of
 * ranks; the cut assumes blocks of names.  The head of a binary file gives the
 * sizes directly.  Collective. */
mgnn_status mg_forecast(mg_cost_run *run, const mg_ranks *ranks,
                        const mg_read_options *opt, mgnn_error *err);

#endif
