/* Test whether the remaining E looks like errors of measurement. */
#ifndef MG_NOISE_H
#define MG_NOISE_H

#include "solve/run_control.h"

/* Standard deviations of residuals by length of edge, from medians, which the
 * few residuals of misplaced nodes hardly affect. */
typedef struct {
  size_t bins;
  double *limit;               /* bins: the longest length in each */
  double *deviation;           /* bins: of sqrt(w) (|y_i - y_j| - M_ij) */
  double redundancy;           /* (m - unknowns) / m, of the whole */
  double normal;               /* quantile of the test at a node */
} mg_noise;

/* Estimate the scales of the residuals at y.  Returns MGNN_OK or MGNN_ENOMEM;
 * free with mg_noise_free. */
mgnn_status mg_noise_init(mg_noise *out, const mg_task *t, const double *y,
                          mgnn_error *err);
void mg_noise_free(mg_noise *z);

/* The sum of squared residuals at node i over their variances, divided by the
 * quantile of chi-square that, if errors are independent and normal, some node
 * exceeds in one graph of a hundred: above 1 it is more than noise. */
double mg_noise_excess_at(const mg_noise *z, const mg_task *t, size_t i,
                          const double *y);

/* How much of E, at most, is due to nodes with an excess above 1. */
double mg_noise_excess(const mg_noise *z, const mg_task *t, const double *y);

#endif
