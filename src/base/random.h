/* The only source of random numbers (every number follows from a seed), and quantiles
 * of the normal distribution and of chi-square. */
#ifndef MG_RANDOM_H
#define MG_RANDOM_H

#include "error.h"

#include <stdint.h>

/* Fill x with `count` independent normal deviates of mean 0 and standard
 * deviation `sigma`.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_random_normal(unsigned long seed, double sigma, size_t count,
                             double *x, mgnn_error *err);

/* Streams for work done in parallel, where one generator for all would make
 * the results depend on the order: a stream is one number, made from the seed
 * and whatever names the piece of work, and advanced by each random number. */
uint64_t mg_random_stream(uint64_t seed, uint64_t name);
double mg_random_uniform(uint64_t *stream);    /* in (0, 1), never an end */
double mg_random_deviate(uint64_t *stream);    /* N(0, 1) */
/* An integer below `below`, which is not 0 and well below 2^32. */
size_t mg_random_below(uint64_t *stream, size_t below);

/* Where a node starts: `dim` normal deviates of standard deviation `sigma`, which
 * depend on the seed and the node only, so that no process need know of the others. */
void mg_random_place(unsigned long seed, size_t node, size_t dim, double sigma,
                     double *x);

/* Add scale * u_ij to sum, where u_ij is a unit vector in `dim` dimensions
 * that depends on the seed and the two nodes only, with u_ji = -u_ij: the
 * direction in which coincident nodes are separated.  i must differ from j. */
void mg_random_direction(unsigned long seed, size_t i, size_t j, size_t dim,
                         double scale, double *sum);
void mg_random_direction_single(unsigned long seed, size_t i, size_t j,
                                size_t dim, double scale, float *sum);

/* z with P(N(0,1) > z) = p, 0 < p <= 1/2. */
double mg_normal_upper_quantile(double p);

/* The quantile of chi-square with k degrees of freedom that belongs to the
 * quantile z of the normal distribution, by a formula (Wilson and Hilferty, 1931)
 * that is right to 10 % from 3 degrees of freedom on, far out rather too large. */
double mg_chi_square_quantile(double k, double z);

#endif
