/* The energy E of a drawing as an objective to minimise: edges and further terms. */
#ifndef MG_EDGE_ENERGY_H
#define MG_EDGE_ENERGY_H

#include "base/graph.h"
#include "edge_metric.h"
#include "lbfgs.h"
#include "problem/energy.h"
#include "problem/terms.h"

/* The input of every term. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  unsigned long seed;
  int threads;
  double *partial;             /* mg_blocks(n) doubles of scratch */
  const mg_terms *terms;       /* NULL: only the edges */
  mgnn_status *failed;         /* set if a term runs out of memory; may be NULL */
} mg_energy_input;

/* A term returns its value at y and adds half its gradient to grad, unless that
 * is NULL; the first term overwrites grad instead. */
typedef struct {
  const char *name;
  double (*add)(const mg_energy_input *in, const double *y, double *grad);
} mg_energy_term;

/* The table of terms, edges first; its last row has no name. */
extern const mg_energy_term mg_energy_terms[];

/* The sum of all terms at y; grad, unless NULL, receives half its gradient. */
double mg_energy_sum(const mg_energy_input *in, const double *y, double *grad);

/* How wide the core of g is, an O(n + m) estimate of how much its matrix fills
 * up when factored: the most nodes at the same number of hops from a start node
 * (one per component of the core).  Such a set of nodes cuts the core in two.
 * Trees attached to the core cause no fill.  If much fills up, finding an
 * elimination order may take minutes.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_core_width(const mg_graph *g, size_t *width, mgnn_error *err);

typedef struct {
  mg_objective objective;      /* for mg_lbfgs; its ctx is this struct */
  const mg_graph *graph;
  size_t dim;
  unsigned long seed;
  int threads;
  double scale;                /* sum of w M^2, the scale to compare E with */
  double *inverse, *partial;
  const unsigned char *pin;
  mg_edge_metric *metric;      /* NULL: not made yet, or too expensive */
  size_t width;                /* mg_core_width; 0: not known yet */
  double work;                 /* of a factorization; 0: not known yet */
  const mg_terms *terms;       /* NULL (as after _init): only the edges */
  mgnn_status failed;          /* MGNN_ENOMEM if a term ran out of memory: the
                                  results are then invalid */
} mg_edge_energy;

/* Prepare E(Y) in `dim` dimensions.  pin: n*dim bytes, nonzero for pinned
 * coordinates; or NULL.  Graph and pins are borrowed and must be kept; *e must
 * not be moved in memory.  Free with mg_edge_energy_free. */
mgnn_status mg_edge_energy_init(mg_edge_energy *e, const mg_graph *g, size_t dim,
                          const unsigned char *pin, unsigned long seed,
                          int threads, mgnn_error *err);
void mg_edge_energy_free(mg_edge_energy *e);

/* Make e->metric, unless it exists or a factorization takes longer than about
 * `steps` steps of L-BFGS.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_edge_energy_plan(mg_edge_energy *e, double steps,
                                mgnn_error *err);

#endif
