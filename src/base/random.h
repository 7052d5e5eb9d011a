/* The only source of random numbers, which all follow from a seed; also quantiles of
 * the normal and the chi-square distribution. */
#ifndef MG_RANDOM_H
#define MG_RANDOM_H

#include "error.h"

#include <stdint.h>

/* Fill x with `count` independent normal deviates of mean 0 and standard
 * deviation `sigma`.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_random_normal(unsigned long seed, double sigma, size_t count,
                             double *x, mgnn_error *err);

/* Streams of random numbers for parallel work, one for each piece of work, so that
 * results do not depend on the order.  A stream is one number, made from the seed
 * and a number that identifies the piece; each random number advances it. */
uint64_t mg_random_stream(uint64_t seed, uint64_t name);
double mg_random_uniform(uint64_t *stream);    /* in (0, 1), neither 0 nor 1 */
double mg_random_deviate(uint64_t *stream);    /* N(0, 1) */
/* An integer from 0 to below - 1; `below` is positive and well below 2^32. */
size_t mg_random_below(uint64_t *stream, size_t below);

/* Random start position of a node: `dim` normal deviates of standard deviation `sigma`.
 * They depend on the seed and the node only, so processes need not exchange them. */
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

/* The quantile of chi-square with k degrees of freedom at the same probability as
 * the quantile z of the normal distribution.  The formula (Wilson and Hilferty, 1931)
 * is right to 10 % for k of at least 3, and too large rather than small in the tail. */
double mg_chi_square_quantile(double k, double z);

#endif
