/* Errors of single edges, and the scale that minimises the sum of their squares. */
#include "length_error.h"
#include "problem/paths.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { DIGITS_MOST = 12 };     /* rounding to more digits is below descents' error */

static const double rounding_most = 1e-3;      /* times the mean length; coarser
                                                  lengths count as exact */

double
mg_mean_positive_length(const mg_graph *g)
{
  double sum = 0;
  size_t count = 0;

  for (size_t k = 0; k < g->row[g->n]; k++) {
    double m = mg_paths_length(g, k);

    sum += m;
    count += m > 0;
  }
  return count > 0 ? sum / (double)count : 1;
}

/* Whether x is a whole multiple of 10^power, up to the rounding of doubles. */
static int
is_multiple(double x, int power)
{
  double unit = pow(10, abs(power));

  x = power < 0 ? x * unit : x / unit;
  return fabs(x - rint(x)) <= 4 * DBL_EPSILON * x;
}

/* The power of ten of the last decimal, if x is written with so many digits. */
static int
last_power(double x, int digits)
{
  return (int)floor(log10(x)) + 1 - digits;
}

/* The quantum of a length m: the step between lengths of the same precision. */
static double
quantum(const mg_error_unit *unit, double m)
{
  return m > 0 ? fmax(unit->finest, pow(10, last_power(m, unit->digits)))
               : unit->finest;
}

mg_error_unit
mg_error_unit_of(const mg_graph *g)
{
  mg_error_unit unit = { .mean = mg_mean_positive_length(g) }, exact = unit;
  int power = 300;
  double sum = 0;

  if (g->upper != NULL || g->m == 0)
    return exact;
  for (size_t e = 0; e < g->m; e++) {
    double x = g->target[e];

    if (!(x > 0))
      continue;
    while (!is_multiple(x, last_power(x, unit.digits)))
      if (++unit.digits > DIGITS_MOST)
        return exact;
    power = (int)fmin(power, last_power(x, 1));
    while (!is_multiple(x, power))
      power--;
  }
  unit.finest = pow(10, power);
  for (size_t e = 0; e < g->m; e++)
    if (g->target[e] > 0) {
      double q = quantum(&unit, g->target[e]);

      sum += q * q;
    }
  unit.typical = sqrt(sum / (double)g->m);
  return unit.typical > 0 && unit.typical <= rounding_most * unit.mean ? unit
                                                                      : exact;
}

double
mg_rounding_at(const mg_error_unit *unit, double m)
{
  return unit->digits == 0 ? 0 : fmax(2 * unit->typical, quantum(unit, m));
}

double
mg_rounding_relative(const mg_graph *g)
{
  mg_error_unit unit = mg_error_unit_of(g);
  double most = 0;

  for (size_t e = 0; e < g->m && unit.digits > 0; e++)
    if (g->target[e] > 0)
      most = fmax(most, quantum(&unit, g->target[e]) / 2 / g->target[e]);
  return fmin(most, 0.01);     /* else one very short edge would excuse all others */
}

double
mg_energy_of_rounding(const mg_graph *g, const mg_error_unit *unit)
{
  double sum = 0, m = (double)g->m;

  for (size_t e = 0; e < g->m; e++)
    sum += g->stiffness != NULL ? g->stiffness[e] : 1;
  return m > 0 ? sum * unit->typical * unit->typical / 12 * (1 + 3 * sqrt(2 / m)) : 0;
}

double
mg_length_error(const mg_graph *g, size_t k, double r, const mg_error_unit *unit)
{
  double m = mg_target(g, k, r), off = fabs(r - m);

  if (off > 0 && unit->digits > 0)
    off -= mg_rounding_at(unit, m);
  return off <= 0 ? 0 : off / (m > 0 ? m : unit->mean);
}

double
mg_length_error_at(const mg_graph *g, size_t i, size_t dim, const double *y,
                   const mg_error_unit *unit)
{
  double worst = 0;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    double r = mg_distance(y + i * dim, y + g->to[k] * dim, dim);

    worst = fmax(worst, mg_length_error(g, k, r, unit));
  }
  return worst;
}

static double
energy_at(const mg_graph *g, size_t dim, const double *y)
{
  double sum = 0;

  for (size_t i = 0; i < g->n; i += MG_BLOCK)
    sum += mg_energy_rows(g, dim, 1, y, NULL, i, mg_block_end(i / MG_BLOCK, g->n));
  return sum;
}

double
mg_length_error_most(const mg_graph *g, size_t dim, const double *y)
{
  mg_error_unit unit = mg_error_unit_of(g);
  double worst = 0;

  if (unit.digits > 0
      && energy_at(g, dim, y) > mg_energy_of_rounding(g, &unit))
    unit.digits = 0;
  for (size_t i = 0; i < g->n; i++)
    worst = fmax(worst, mg_length_error_at(g, i, dim, y, &unit));
  return worst;
}

/* sum w (s r - m)^2 is least at s = sum w r m / sum w r^2. */
void
mg_scale_to_lengths(const mg_graph *g, size_t dim, double *y)
{
  double rm = 0, rr = 0;

  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      double r = mg_distance(y + i * dim, y + g->to[k] * dim, dim);
      double w = g->weight != NULL ? g->weight[k] : 1;

      rm += w * r * mg_paths_length(g, k);
      rr += w * r * r;
    }
  if (!(rm > 0) || !isfinite(rm / rr))
    return;
  for (size_t c = 0; c < g->n * dim; c++)
    y[c] *= rm / rr;
}
