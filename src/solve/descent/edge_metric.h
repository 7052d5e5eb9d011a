/* The curvature of E as a metric for descents.  If lengths leave freedom, moves
 * that keep all lengths cost nothing in E and all others do; a diagonal metric
 * cannot tell these apart. */
#ifndef MG_EDGE_METRIC_H
#define MG_EDGE_METRIC_H

#include "base/graph.h"

typedef struct mg_edge_metric mg_edge_metric;

/* Prepare metrics for the graph, which is borrowed, in `dim` dimensions.  pin:
 * n*dim bytes, nonzero for pinned coordinates; or NULL; borrowed.  Free with
 * mg_edge_metric_free.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_edge_metric_init(mg_edge_metric **out, const mg_graph *g,
                                size_t dim, const unsigned char *pin,
                                mgnn_error *err);
void mg_edge_metric_free(mg_edge_metric *m);

/* The number of multiplications of a factorization, about. */
double mg_edge_metric_work(const mg_edge_metric *m);

/* Weights of the parts of the metric. */
typedef struct {
  double by;                   /* factor of the curvature of E */
  double share;                /* factor of node */
  const double *node;          /* n */
  double damping;              /* factor of slot */
  const double *slot;          /* 2m, by slot of the graph; NULL: 0 */
  int along;                   /* nonzero: only the u u^T part of the curvature,
                                  as in Gauss-Newton */
} mg_metric_terms;

/* Factor the metric at y,
 *   by sum_e w_e (u u^T + max(0, 1 - M/r) (1 - u u^T))
 *   + share diag(node) + damping sum_e slot_e 1,
 * u the direction of an edge: the positive part of the curvature of E/2, a cost
 * of moving nodes, and a cost of moving the ends of an edge apart in any
 * direction.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_edge_metric_factor(mg_edge_metric *m, const double *y,
                                  const mg_metric_terms *terms,
                                  mgnn_error *err);

/* x = metric^-1 x, n*dim doubles; 0 if pinned.  If memory runs out it returns
 * nonzero and leaves x as it was. */
int mg_edge_metric_solve(mg_edge_metric *m, double *x);

/* Parts of the inverse of the metric factored last.  node: the block of each
 * node, n*dim*dim.  edge: 2m; the two slots of an edge add up to u^T X u, u its
 * direction at y and X the block of its two nodes.  Pinned coordinates are
 * those of the identity in blocks of nodes, and 0 in those of edges.  MGNN_OK
 * or MGNN_ENOMEM. */
mgnn_status mg_edge_metric_inverse(mg_edge_metric *m, const double *y,
                                   double *node, double *edge, mgnn_error *err);

#endif
