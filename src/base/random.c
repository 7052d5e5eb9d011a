/* Seeded random numbers: GSL's generator for mg_random_normal, else a hash. */
#include "random.h"
#include "mem.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdint.h>

mgnn_status
mg_random_normal(unsigned long seed, double sigma, size_t count, double *x,
                 mgnn_error *err)
{
  /* Our own memory: if GSL allocated it and failed, its default handler would abort. */
  gsl_rng rng = { gsl_rng_mt19937, mg_alloc(gsl_rng_mt19937->size, 1) };

  PASS(mg_allocated(rng.state, err));
  gsl_rng_set(&rng, seed);
  for (size_t i = 0; i < count; i++)
    x[i] = gsl_ran_gaussian_ziggurat(&rng, sigma);
  mg_free(rng.state);
  return MGNN_OK;
}

/* Steele, Lea and Flood's splitmix64: a bijection that mixes all bits.  It has no
 * state, so that results do not depend on the order of the calls, and so not on the
 * number of threads. */
static uint64_t
mix(uint64_t h)
{
  h += UINT64_C(0x9e3779b97f4a7c15);
  h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
  return h ^ (h >> 31);
}

/* In (0, 1), neither 0 nor 1, since normal() takes its logarithm. */
static double
uniform(uint64_t h)
{
  return ((double)(h >> 11) + 0.5) * 0x1p-53;
}

/* Box and Muller: sqrt(-2 ln u) cos(2 pi v). */
static double
normal(uint64_t h)
{
  const double tau = 6.283185307179586;

  return sqrt(-2 * log(uniform(mix(h)))) * cos(tau * uniform(mix(h + 1)));
}

/* Returns the factor that makes the vector of deviates normal(h + 2 c) the unit vector
 * u_ij, or 0.  Callers compute the deviates again, because kernels do not allocate;
 * calls are rare. */
static double
direction(unsigned long seed, size_t i, size_t j, size_t dim, uint64_t *h)
{
  double norm = 0;

  *h = mix(mix(mix(seed) ^ (i < j ? i : j)) ^ (i < j ? j : i));
  for (size_t c = 0; c < dim; c++)
    norm += normal(*h + 2 * c) * normal(*h + 2 * c);
  return norm > 0 ? (i < j ? 1 : -1) / sqrt(norm) : 0;
}

void
mg_random_direction(unsigned long seed, size_t i, size_t j, size_t dim,
                    double scale, double *sum)
{
  uint64_t h;
  double by = scale * direction(seed, i, j, dim, &h);

  for (size_t c = 0; c < dim; c++)
    sum[c] += by * normal(h + 2 * c);
}

void
mg_random_direction_single(unsigned long seed, size_t i, size_t j, size_t dim,
                           double scale, float *sum)
{
  uint64_t h;
  double by = scale * direction(seed, i, j, dim, &h);

  for (size_t c = 0; c < dim; c++)
    sum[c] += (float)(by * normal(h + 2 * c));
}

/* Keeps these streams apart from those made of the same seed and small numbers. */
enum { PLACES = 0x706c6163 };

void
mg_random_place(unsigned long seed, size_t node, size_t dim, double sigma,
                double *x)
{
  uint64_t stream = mg_random_stream(mg_random_stream(seed, PLACES), node);

  for (size_t c = 0; c < dim; c++)
    x[c] = sigma * mg_random_deviate(&stream);
}

uint64_t
mg_random_stream(uint64_t seed, uint64_t name)
{
  return mix(mix(seed) ^ name);
}

double
mg_random_uniform(uint64_t *stream)
{
  return uniform(mix((*stream)++));
}

double
mg_random_deviate(uint64_t *stream)
{
  double x = normal(*stream);

  *stream += 2;
  return x;
}

size_t
mg_random_below(uint64_t *stream, size_t below)
{
  return (size_t)(mg_random_uniform(stream) * (double)below);
}

/* Not GSL's quantiles: those are long iterations, and these are computed for each
 * node. */

double
mg_normal_upper_quantile(double p)
{
  double low = 0, high = 40;

  for (int k = 0; k < 60; k++) {
    double z = (low + high) / 2;

    if (erfc(z / sqrt(2)) / 2 > p)
      low = z;
    else
      high = z;
  }
  return low;
}

double
mg_chi_square_quantile(double k, double z)
{
  double root = 1 - 2 / (9 * k) + z * sqrt(2 / (9 * k));

  return k * root * root * root;
}
