/* How far a drawing is from the lengths, for those who improve it. */
#ifndef MG_DESCEND_H
#define MG_DESCEND_H

#include "base/graph.h"
#include "edge_energy.h"
#include "solve/run_control.h"

/* The mean of the lengths that are not 0; 1 if there are none. */
double mg_fit_mean_length(const mg_graph *g);

/* What errors are measured by. */
typedef struct {
  double mean;                 /* of the lengths, as above */
  double grain;                /* the last decimal of rounded lengths, or 0 */
} mg_yard;

/* Lengths that are all whole multiples of a decimal unit, at most a thousandth
 * of the mean, were rounded to it: no drawing need meet them more closely.  A
 * coarser unit is no rounding: 1, 2 and 3 mean what they say. */
mg_yard mg_fit_yard(const mg_graph *g);

/* The error of slot k at distance r, beyond the grain, relative to its length,
 * or to the mean where the length asked for is 0. */
double mg_fit_error(const mg_graph *g, size_t k, double r, mg_yard yard);

/* The largest error of all edges. */
double mg_fit_worst(const mg_graph *g, size_t dim, const double *y);

/* Multiply y by the one number that brings the edges nearest to their
 * lengths. */
void mg_fit_scale(const mg_graph *g, size_t dim, double *y);

/* When a descent may end early. */
typedef struct {
  size_t most;                 /* iterations; 0: no limit */
  double tolerance;            /* relative decrease, often enough in a row */
  double floor;                /* stress (or value) that is as good as 0 */
  size_t patience;             /* how often */
} mg_depth;

/* L-BFGS from y, in place; also ends when how->over says so. */
mgnn_status mg_descend_on(const mg_objective *f, const mg_effort *how,
                          mg_depth depth, double *y, mg_lbfgs_result *out,
                          mgnn_error *err);

/* The same on E. */
mgnn_status mg_descend(const mg_edges *e, const mg_effort *how, mg_depth depth,
                       double *y, mg_lbfgs_result *out, mgnn_error *err);

/* The same, with the preparations.  *energy receives E at the new y,
 * *iterations is added to. */
mgnn_status mg_descend_from(const mg_graph *g, size_t dim,
                            const unsigned char *pin, const mg_effort *how,
                            mg_depth depth, double *y, double *energy,
                            size_t *iterations, mgnn_error *err);

#endif
