/* The curvature of E as a metric for descents: where lengths leave freedom, a
 * move that changes no length costs nothing in E and one that does costs all,
 * which no diagonal metric can tell apart. */
#ifndef MG_EDGE_METRIC_H
#define MG_EDGE_METRIC_H

#include "base/graph.h"

typedef struct mg_edge_metric mg_edge_metric;

/* Prepare metrics for the graph, which is borrowed, in `dim` dimensions.  pin:
 * n*dim bytes, nonzero coordinates stay; or NULL; borrowed.  Free with
 * mg_edge_metric_free.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_edge_metric_init(mg_edge_metric **out, const mg_graph *g,
                                size_t dim, const unsigned char *pin,
                                mgnn_error *err);
void mg_edge_metric_free(mg_edge_metric *m);

/* About how many multiplications a factorization takes. */
double mg_edge_metric_work(const mg_edge_metric *m);

/* What is added to the curvature of E. */
typedef struct {
  double by;                   /* times the curvature of E */
  double share;                /* times node */
  const double *node;          /* n */
  double damping;              /* times slot */
  const double *slot;          /* 2m, slot by slot of the graph; NULL: 0 */
  int along;                   /* u u^T alone of the curvature of E: the matrix of
                                  Gauss and Newton */
} mg_metric_terms;

/* Factor the metric at y,
 *   by sum_e w_e (u u^T + max(0, 1 - M/r) (1 - u u^T))
 *   + share diag(node) + damping sum_e slot_e 1,
 * u the direction of an edge: the positive part of the curvature of E/2, what
 * moving a node costs, and what moving the ends of an edge apart does, in any
 * direction.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_edge_metric_factor(mg_edge_metric *m, const double *y,
                                  const mg_metric_terms *terms,
                                  mgnn_error *err);

/* x = metric^-1 x, n*dim doubles; 0 if pinned.  Nonzero, and x as it was, if
 * there is no memory. */
int mg_edge_metric_solve(mg_edge_metric *m, double *x);

/* Of the inverse of the metric factored last: the block of each node, n*dim*dim,
 * and for each edge u^T X u, u its direction at y and X the block of its two nodes,
 * as the sum of the values in its two slots, 2m.  Held coordinates are those of
 * the identity in blocks of nodes, 0 in those of edges.  MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_edge_metric_inverse(mg_edge_metric *m, const double *y,
                                   double *node, double *edge, mgnn_error *err);

#endif
