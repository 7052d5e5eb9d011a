/* How far single edges are from their lengths. */
#ifndef MG_MEASURE_H
#define MG_MEASURE_H

#include "base/vec.h"
#include "problem/problem.h"

typedef struct {
  size_t edge;
  double length;               /* achieved */
  double target;               /* the bound that is violated, or the length */
  double error;                /* |length - target| / target */
} mg_edge_fit;

/* Edge e at length r: its target is r itself within an interval. */
static inline mg_edge_fit
mg_edge_fit_of(const mg_graph *g, size_t e, double r)
{
  double lower = g->target[e];
  double upper = g->target_upper != NULL ? g->target_upper[e] : lower;
  double m = r < lower ? lower : r > upper ? upper : r;

  return (mg_edge_fit){ e, r, m, r == m ? 0 : fabs(r - m) / m };
}

/* Nonzero if edge e asks for length 0 and nothing else. */
static inline int
mg_edge_is_zero(const mg_graph *g, size_t e)
{
  return g->target[e] == 0
         && (g->target_upper == NULL || g->target_upper[e] == 0);
}

/* The `capacity` worst edges by relative error, worst first, edges without error
 * left out; ties in the order of the edges.  Returns how many there are. */
size_t mg_edges_worst(const mgnn_problem *p, size_t dim, const double *y,
                      size_t capacity, mg_edge_fit *worst);

/* The factor by which y is best multiplied, and the stress E / sum w m^2 that is
 * left then; both NAN where all edges have length 0. */
mgnn_status mg_stress_scaled(const mgnn_problem *p, size_t dim, const double *y,
                          double *scale, double *stress, mgnn_error *err);

/* Nonzero if positions with these figures meet every length within the
 * tolerance: no relative error above it, and no edge of length 0 longer than
 * so much of the mean length. */
int mg_lengths_met(const mg_graph *g, const mgnn_figures *f, double tolerance);

/* Where the bins of mgnn_distribution end; the last has no end. */
extern const double mg_error_bins[MGNN_ERROR_BINS - 1];

#endif
