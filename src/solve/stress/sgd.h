/* Stochastic gradient descent on stress, pair after pair in random order: finds
 * good arrangements, but no exact minima. */
#ifndef MG_SGD_H
#define MG_SGD_H

#include "distances.h"

/* The pairs in rounds, as in a tournament: in each of `size` rounds every node
 * but one of a circle of `size` nodes meets another, so that the pairs of a
 * round can be moved in parallel.  In round r the nodes r+m and r-m meet,
 * modulo size, m from 1 to `pairs`.  If the number of nodes is even the last
 * one, `hub`, is outside of the circle and meets node r. */
typedef struct {
  size_t n, size, pairs, width;
  int hub;
  mg_pair_kind kind;
  void *entry;                 /* size * width: distances of a round by m - 1,
                                  then that of the hub */
} mg_rounds;

/* Allocates as much memory as the distances.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_rounds_init(mg_rounds *out, const mg_distances *d,
                           mgnn_error *err);
void mg_rounds_free(mg_rounds *r);

/* Move all pairs of round k: each node by half of r - d, times min(1,
 * rate/d^2).  x: dim * stride floats, coordinate after coordinate, with 8 spare
 * floats before and after each coordinate. */
typedef void mg_round_kernel(const mg_rounds *r, size_t k, size_t dim,
                             size_t stride, float rate, float *x);

mg_round_kernel mg_round_portable;

/* Settings of a descent; the rate falls from epoch to epoch (all pairs once). */
typedef struct {
  size_t dim;
  const unsigned char *pin;    /* n*dim bytes, nonzero for pinned coordinates;
                                  or NULL */
  unsigned long seed;          /* for the order of rounds */
  size_t epochs;
  double first, last;          /* rates, in squared distances */
} mg_sgd_rules;

/* Move x (n*dim, in units) by Zheng, Pawar and Goodman's scheme ("Graph drawing
 * by stochastic gradient descent", 2019): rounds in a random order in each
 * epoch.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_sgd(const mg_rounds *r, const mg_sgd_rules *rules,
                   const mg_run_control *control, double *x, mgnn_error *err);

#endif
