/* What is known of the errors of lengths, and how they count because of it. */
#ifndef MG_NOISE_WEIGHTS_H
#define MG_NOISE_WEIGHTS_H

#include "base/graph.h"

typedef struct {
  const char *kind;            /* "absolute", "relative"; or NULL: none said */
  double sigma;                /* standard deviation: a length, or a share of each;
                                  0: not known */
  double unit;                 /* relative: the length whose weight is its
                                  stiffness, the root mean square; else 1 */
} mg_error_model;

/* Relative errors of lengths l: the weights stiffness (unit/l)^2, m of them, to be
 * freed; of bounds l is the mean.  stiffness NULL: all 1.  MGNN_EINVAL: an edge has
 * the length 0. */
mgnn_status mg_noise_weights(const mg_graph *g, const double *stiffness,
                             double **weight, double *unit, mgnn_error *err);

/* An edge whose error cannot be relative to its length, which is 0; m: none. */
size_t mg_noise_zero(const mg_graph *g);

#endif
