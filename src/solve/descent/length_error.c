/* Errors of single edges, and the scale with the least sum of their squares. */
#include "length_error.h"
#include "problem/paths.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { DECIMALS = 7 };         /* that are tried: a finer rounding than the
                                  last makes no difference */

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

/* Whether all lengths are whole multiples of 10^power, up to the rounding of
 * doubles. */
static int
is_rounded(const mg_graph *g, int power)
{
  double unit = pow(10, abs(power));

  for (size_t k = 0; k < g->row[g->n]; k++) {
    double m = g->length[k], x = power < 0 ? m * unit : m / unit;

    if (!(fabs(x - rint(x)) <= 4 * DBL_EPSILON * x))
      return 0;
  }
  return 1;
}

mg_error_unit
mg_error_unit_of(const mg_graph *g)
{
  mg_error_unit unit = { mg_mean_positive_length(g), 0 };
  int most = (int)floor(log10(1e-3 * unit.mean));

  /* Bounds say themselves what is allowed. */
  if (g->upper == NULL && !is_rounded(g, most + 1))
    for (int power = most; power > most - DECIMALS && unit.rounding == 0;
         power--)
      if (is_rounded(g, power))
        unit.rounding = pow(10, power);
  return unit;
}

double
mg_length_error(const mg_graph *g, size_t k, double r, mg_error_unit unit)
{
  double m = mg_target(g, k, r), off = fabs(r - m) - unit.rounding;

  return off <= 0 ? 0 : off / (m > 0 ? m : unit.mean);
}

double
mg_length_error_at(const mg_graph *g, size_t i, size_t dim, const double *y,
                   mg_error_unit unit)
{
  double worst = 0;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    double r = mg_distance(y + i * dim, y + g->to[k] * dim, dim);

    worst = fmax(worst, mg_length_error(g, k, r, unit));
  }
  return worst;
}

double
mg_length_error_most(const mg_graph *g, size_t dim, const double *y)
{
  mg_error_unit unit = mg_error_unit_of(g);
  double worst = 0;

  for (size_t i = 0; i < g->n; i++)
    worst = fmax(worst, mg_length_error_at(g, i, dim, y, unit));
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
