/* E over the edges of a graph, as something to minimise. */
#ifndef MG_EDGE_ENERGY_H
#define MG_EDGE_ENERGY_H

#include "base/graph.h"
#include "edge_metric.h"
#include "lbfgs.h"
#include "problem/energy.h"
#include "problem/terms.h"

/* What all terms may look at. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  unsigned long seed;
  int threads;
  double *partial;             /* mg_blocks(n) doubles of scratch */
  const mg_terms *terms;       /* NULL: only the edges */
  mgnn_status *failed;         /* set where a term gets no memory; may be NULL */
} mg_energy_input;

/* A term adds half its gradient at y to grad, unless that is NULL, and returns its
 * value; the first fills grad instead. */
typedef struct {
  const char *name;
  double (*add)(const mg_energy_input *in, const double *y, double *grad);
} mg_energy_term;

/* All of them, the edges first; the last has no name. */
extern const mg_energy_term mg_energy_terms[];

/* Their sum, and half its gradient. */
double mg_energy_sum(const mg_energy_input *in, const double *y, double *grad);

/* The most nodes that are equally many hops from some node, each component of the
 * core having one: these cut it in two.  Trees hang on the core and fill nothing.
 * Few such nodes mean that little of a matrix fills up when it is eliminated;
 * where much does, finding an order to eliminate it in may take minutes, this is
 * O(n + m).  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_core_width(const mg_graph *g, size_t *width, mgnn_error *err);

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
  size_t width;                /* of the core; 0: not known yet */
  double work;                 /* of a factor, at least */
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

/* Make e->metric, if there is none yet and to factor it takes no longer than so
 * many steps of L-BFGS, about.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_edge_energy_plan(mg_edge_energy *e, double steps,
                                mgnn_error *err);

#endif
