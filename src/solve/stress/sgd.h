/* Stress by one pair after the other, in random order: a method that finds good
 * arrangements, not minima. */
#ifndef MG_SGD_H
#define MG_SGD_H

#include "distances.h"

/* The pairs as in a tournament: `size` rounds, in each of which every node of
 * a circle of `size` nodes but one meets another; so the pairs of a round can
 * be moved side by side.  In round r the nodes r+m and r-m meet, modulo size,
 * m from 1 to `pairs`.  If the nodes are even in number the last one, `hub`,
 * stays outside of the circle and meets node r. */
typedef struct {
  size_t n, size, pairs, width;
  int hub;
  mg_pair_kind kind;
  void *entry;                 /* size * width: those of a round by m - 1, then
                                  that of the hub */
} mg_rounds;

/* Memory as for the distances.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_rounds_init(mg_rounds *out, const mg_distances *d,
                           mgnn_error *err);
void mg_rounds_free(mg_rounds *r);

/* Move all pairs of round k, both nodes by half of r - d each, times
 * min(1, rate/d^2).  x: dim * stride floats, coordinate after coordinate, with
 * 8 floats to spare before and after each. */
typedef void mg_round_kernel(const mg_rounds *r, size_t k, size_t dim,
                             size_t stride, float rate, float *x);

mg_round_kernel mg_round_portable;

/* What is moved, and how the rate falls from epoch to epoch (all pairs once). */
typedef struct {
  size_t dim;
  const unsigned char *pin;    /* n*dim bytes, nonzero coordinates stay; or
                                  NULL */
  unsigned long seed;          /* of the order of the rounds */
  size_t epochs;
  double first, last;          /* rates, in units of distance squared */
} mg_sgd_rules;

/* Move x (n*dim, in units) by Zheng, Pawar and Goodman's scheme ("Graph drawing
 * by stochastic gradient descent", 2019): rounds in a random order in each
 * epoch.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_sgd(const mg_rounds *r, const mg_sgd_rules *rules,
                   const mg_run_control *control, double *x, mgnn_error *err);

#endif
