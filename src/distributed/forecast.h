/* What a run on many ranks takes in memory and time, by a model that was fitted to
 * measurements (bench/README.md); mgnn-layout-mpi(1) has its formulas.  The graph is
 * estimated from a few parts of the input. */
#ifndef MG_FORECAST_H
#define MG_FORECAST_H

#include "read_graph.h"

/* The graph, the ranks and what is run. */
typedef struct {
  double nodes, edges, bytes;  /* bytes: of the files */
  int named;                   /* by texts */
  int binary;                  /* files are not parsed */
  size_t values;               /* of an edge: length, upper bound, stiffness */
  double ranks;
  double cut;                  /* share of the slots whose neighbour is elsewhere */
  double far;                  /* share of the slots whose neighbour is far in memory */
  double dim, layers;
  double number_bytes;         /* of a coordinate: 8, or 4 in single precision */
} mg_cost_run;

/* What the machine does; mg_cost_here is what was measured, and for the network what is
 * assumed. */
typedef struct {
  double read_numbers, read_names;     /* bytes of text per second and rank */
  double read_binary;          /* bytes per second and rank */
  double slot_near, slot_far;  /* seconds for a slot of a layer in the plane */
  double write;                /* bytes per second and rank */
  double link;                 /* bytes per second and rank */
  double message;              /* seconds */
  double build_edge, build_value, build_node;  /* bytes while rows are made: for an
                                  edge, for each of its values, for a node */
} mg_cost_machine;

extern const mg_cost_machine mg_cost_here;

/* All of one rank. */
typedef struct {
  double ghosts;
  double read_bytes, held_bytes;       /* memory while reading, and in the layers */
  double factor_bytes;         /* of the matrix of edges' lengths, of a graph like a mesh in
                                  the plane */
  double read_seconds, layer_seconds, network_seconds, write_seconds;
  double seconds;              /* of all */
} mg_cost;

mg_cost mg_cost_predict(const mg_cost_run *run, const mg_cost_machine *m);

/* Look at parts of the files that are spread over them evenly, and estimate the graph:
 * nodes, edges, bytes, values, named, cut and far of *run are filled in for its ranks;
 * the cut is that of blocks of names.  A file in binary form tells the sizes itself.
 * Collective. */
mgnn_status mg_forecast(mg_cost_run *run, const mg_ranks *ranks,
                        const mg_read_options *opt, mgnn_error *err);

#endif
