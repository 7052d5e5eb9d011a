/* How far single edges are from their lengths. */
#ifndef MG_MEASURE_H
#define MG_MEASURE_H

#include "base/dense.h"
#include "problem/problem.h"

typedef struct {
  size_t edge;
  double length;               /* achieved */
  double target;               /* the bound that is violated, or the length */
  double error;                /* |length - target| / target */
} mg_edge_fit;

/* An edge at length r: its target is r itself within an interval. */
static inline mg_edge_fit
mg_edge_fit_between(size_t e, double lower, double upper, double r)
{
  double m = r < lower ? lower : r > upper ? upper : r;

  return (mg_edge_fit){ e, r, m, r == m ? 0 : fabs(r - m) / m };
}

static inline double
mg_edge_upper(const mg_graph *g, size_t e)
{
  return g->target_upper != NULL ? g->target_upper[e] : g->target[e];
}

static inline mg_edge_fit
mg_edge_fit_of(const mg_graph *g, size_t e, double r)
{
  return mg_edge_fit_between(e, g->target[e], mg_edge_upper(g, e), r);
}

/* Prefetch the ends of an edge some places after e, `width` doubles for a node: in
 * large graphs they are anywhere in memory, and waiting for them takes longer than
 * all the rest.  Inlined in any case: gcc takes a call for one without effect. */
static inline __attribute__((always_inline)) void
mg_edge_fetch(const mg_graph *g, size_t e, size_t width, const double *x)
{
  enum { AHEAD = 16 };

  if (e + AHEAD >= g->m)
    return;
  __builtin_prefetch(x + g->ends[2 * (e + AHEAD)] * width);
  __builtin_prefetch(x + g->ends[2 * (e + AHEAD) + 1] * width);
}

/* Sums over edges from which figures follow.  Zeroed: of no edge. */
typedef struct {
  double energy, target2, length2;       /* w-weighted sums */
  double max_error, sum_error, sum_error2, max_zero;
  double far2;                           /* of errors that are large: see measure.c */
  size_t positive, zero, coincident;
} mg_edge_sums;

/* The squares of relative errors above MG_FAR may overflow; they are summed in
 * this unit, and smaller errors are then left out. */
#define MG_FAR 1e120
#define MG_FAR_UNIT 1e180

/* Add an edge of length r that should be between two bounds. */
static inline void
mg_edge_sums_add(mg_edge_sums *t, double lower, double upper, double w, double r)
{
  const mg_edge_fit fit = mg_edge_fit_between(0, lower, upper, r);

  t->energy += w * (r - fit.target) * (r - fit.target);
  t->target2 += w * fit.target * fit.target;
  t->length2 += w * r * r;
  if (lower == 0 && upper == 0) {
    t->zero++;
    t->max_zero = r > t->max_zero ? r : t->max_zero;
    return;
  }
  t->positive++;
  t->sum_error += fit.error;
  if (fit.error < MG_FAR)
    t->sum_error2 += fit.error * fit.error;
  else
    t->far2 += fit.error / MG_FAR_UNIT * (fit.error / MG_FAR_UNIT);
  t->max_error = fit.error > t->max_error ? fit.error : t->max_error;
  if (r == 0 && lower > 0)
    t->coincident++;
}

/* Add the sums over other edges; what the sums say, where the objective, which
 * knows the start, is the energy; and the objective if there is a start. */
void mg_edge_sums_join(mg_edge_sums *sum, const mg_edge_sums *t);
void mg_edge_sums_figures(const mg_edge_sums *t, mgnn_figures *f);
void mg_objective_set(const mgnn_problem *p, size_t dim, const double *y,
                      const double *origin, double alpha, mgnn_figures *f);

/* Put an edge among the worst by relative error, worst first, ties in the order of their
 * numbers, if it has an error and belongs there; their number is returned. */
size_t mg_worst_add(mg_edge_fit *worst, size_t count, size_t capacity,
                    const mg_edge_fit *fit);

/* The `capacity` worst edges by relative error, worst first, edges without error
 * left out; ties in the order of the edges.  Returns how many there are. */
size_t mg_edges_worst(const mgnn_problem *p, size_t dim, const double *y,
                      size_t capacity, mg_edge_fit *worst);

/* The factor by which y is best multiplied, and the stress E / sum w m^2 that is
 * left then; both NAN if all edges have length 0. */
mgnn_status mg_stress_scaled(const mgnn_problem *p, size_t dim, const double *y,
                          double *scale, double *stress, mgnn_error *err);

/* Nonzero if positions with these figures meet every length within the
 * tolerance: no relative error above it, and no edge of length 0 longer than
 * so much of the mean length. */
int mg_lengths_met(const mg_graph *g, const mgnn_figures *f, double tolerance);

/* Where the bins of mgnn_distribution end; the last has no end. */
extern const double mg_error_bins[MGNN_ERROR_BINS - 1];

#endif
