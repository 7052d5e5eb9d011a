/* The errors of edge lengths, per edge and in sums. */
#ifndef MG_MEASURE_H
#define MG_MEASURE_H

#include "base/dense.h"
#include "problem/problem.h"

typedef struct {
  size_t edge;
  double length;               /* achieved */
  double target;               /* the violated bound, or the length itself */
  double error;                /* |length - target| / target */
} mg_edge_fit;

/* The fit of an edge of length r; within an interval, r itself is the target. */
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

/* Prefetch the ends of an edge some places after e, `width` doubles per node: in
 * large graphs they are scattered in memory, and waiting for them takes most of
 * the time.  Must be inlined: gcc drops a call, which has no visible effect. */
static inline __attribute__((always_inline)) void
mg_edge_fetch(const mg_graph *g, size_t e, size_t width, const double *x)
{
  enum { AHEAD = 16 };

  if (e + AHEAD >= g->m)
    return;
  __builtin_prefetch(x + g->ends[2 * (e + AHEAD)] * width);
  __builtin_prefetch(x + g->ends[2 * (e + AHEAD) + 1] * width);
}

/* Sums over edges from which the figures of merit are computed.  Zeroed: no edges. */
typedef struct {
  double energy, target2, length2;       /* w-weighted sums */
  double max_error, sum_error, sum_error2, max_zero;
  double far2;                           /* squares of large errors / MG_FAR_UNIT */
  size_t positive, zero, coincident;
} mg_edge_sums;

/* Squares of relative errors above MG_FAR may overflow.  They are summed in
 * MG_FAR_UNIT, and smaller errors are then ignored. */
#define MG_FAR 1e120
#define MG_FAR_UNIT 1e180

/* Add an edge of length r whose length should be between two bounds. */
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

/* Add the sums over other edges; compute figures from sums, with the energy as
 * objective; set the true objective, if the start `origin` is known. */
void mg_edge_sums_join(mg_edge_sums *sum, const mg_edge_sums *t);
void mg_edge_sums_figures(const mg_edge_sums *t, mgnn_figures *f);
void mg_objective_set(const mgnn_problem *p, size_t dim, const double *y,
                      const double *origin, double alpha, mgnn_figures *f);

/* Insert an edge into the list of worst edges by relative error, worst first, ties
 * by edge number, if it has an error and belongs there.  Returns the new count. */
size_t mg_worst_add(mg_edge_fit *worst, size_t count, size_t capacity,
                    const mg_edge_fit *fit);

/* List the `capacity` worst edges by relative error, worst first, ties by edge
 * number, without edges that have no error.  Returns their number. */
size_t mg_edges_worst(const mgnn_problem *p, size_t dim, const double *y,
                      size_t capacity, mg_edge_fit *worst);

/* Find the best factor to multiply y by, and the stress E / sum w m^2 after
 * that; both are NAN if all edges have length 0. */
mgnn_status mg_stress_scaled(const mgnn_problem *p, size_t dim, const double *y,
                          double *scale, double *stress, mgnn_error *err);

/* Nonzero if positions with these figures meet all lengths within the
 * tolerance: every relative error is at most that, and every edge of length 0
 * at most as long as the tolerance times the mean length. */
int mg_lengths_met(const mg_graph *g, const mgnn_figures *f, double tolerance);

/* Upper ends of the bins of mgnn_distribution; the last bin has none. */
extern const double mg_error_bins[MGNN_ERROR_BINS - 1];

#endif
