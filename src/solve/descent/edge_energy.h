/* E over the edges of a graph, as something to minimise. */
#ifndef MG_EDGE_ENERGY_H
#define MG_EDGE_ENERGY_H

#include "edge_metric.h"
#include "energy_terms.h"
#include "lbfgs.h"

typedef struct {
  mg_objective objective;      /* for mg_lbfgs; its ctx is this struct */
  const mg_graph *graph;
  size_t dim;
  unsigned long seed;
  int threads;
  double scale;                /* sum of w M^2: what E is small against */
  double *inverse, *partial;
  const unsigned char *pin;
  mg_edge_metric *metric;      /* NULL: not made yet, or it costs too much */
  int planned;
  const mg_terms *terms;       /* NULL: only the edges, as after _init */
  mgnn_status failed;          /* a term got no memory: what was computed is of no
                                  use */
} mg_edge_energy;

/* Prepare E(Y) in `dim` dimensions.  pin: n*dim bytes, nonzero coordinates
 * stay; or NULL.  Graph and pins are borrowed and must stay; *e must not be moved
 * in memory.  Free with mg_edge_energy_free. */
mgnn_status mg_edge_energy_init(mg_edge_energy *e, const mg_graph *g, size_t dim,
                          const unsigned char *pin, unsigned long seed,
                          int threads, mgnn_error *err);
void mg_edge_energy_free(mg_edge_energy *e);

/* Make e->metric, at the first call, if to factor it takes no longer than so many
 * steps of L-BFGS, about.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_edge_energy_plan(mg_edge_energy *e, double steps,
                                mgnn_error *err);

#endif
