/* Computes the ends, the steps and the ticks of colour scales. */
#include "shade.h"
#include "base/dense.h"

#include <stdlib.h>

double
mg_round_up(double x)
{
  static const double round[] = { 1, 2, 5, 10 };
  double power = pow(10, floor(log10(x)));
  size_t k = 0;

  while (k < 3 && round[k] * power < x * (1 - 1e-9))
    k++;
  return round[k] * power;
}

/* The scale is cut if the largest value exceeds the 98th percentile by this factor. */
static const double far_out = 1.6;

/* The end of a scale from 0 for sorted values: the last value, or the 98th percentile
 * if the last is far beyond it. */
static double
end_of(const double *value, size_t count)
{
  double most = value[count - 1], many = value[(size_t)(0.98 * (double)count)];

  return most > far_out * many && many > 0 ? many : most;
}

void
mg_shade_range(mg_shade *shade, double *value, size_t count, double floor)
{
  size_t kept = 0;

  for (size_t k = 0; k < count; k++)
    if (isfinite(value[k]))
      value[kept++] = value[k];
  shade->low = shade->least = 0;
  shade->high = shade->most = 0;
  if (kept > 0) {
    qsort(value, kept, sizeof *value, mg_ascending);
    shade->least = value[0];
    shade->most = value[kept - 1];
  }
  if (shade->diverging) {
    for (size_t k = 0; k < kept; k++)
      value[k] = fabs(value[k]);
    if (kept > 0) {
      qsort(value, kept, sizeof *value, mg_ascending);
      floor = fmax(floor, end_of(value, kept));
    }
    shade->high = mg_round_up(floor > 0 ? floor : 1);
    shade->low = -shade->high;
  } else if (kept > 0) {
    double base = value[0];

    for (size_t k = 0; k < kept; k++)
      value[k] -= base;
    shade->low = base;
    shade->high = base + end_of(value, kept);
  }
}

size_t
mg_shade_step(const mg_shade *shade, double value)
{
  double t = (value - shade->low) / (shade->high - shade->low);

  if (isnan(value))
    return MG_SHADE_STEPS;
  if (!(shade->high > shade->low))     /* all values are equal */
    return MG_SHADE_STEPS / 2;
  if (!(t > 0))
    return 0;
  return t < 1 ? (size_t)(t * MG_SHADE_STEPS) : MG_SHADE_STEPS - 1;
}

size_t
mg_shade_ticks(const mg_shade *shade, double *tick, size_t most)
{
  double span = shade->high - shade->low, step, first;
  size_t count = 0;

  if (!(span > 0) || !isfinite(span)) {
    tick[0] = shade->low;
    return 1;
  }
  if (shade->diverging) {      /* ends, middle, and halfway between */
    size_t ticks = most < 5 ? 3 : 5;

    for (; count < ticks; count++)
      tick[count] = shade->high * (2 * (double)count / (double)(ticks - 1) - 1);
    return ticks;
  }
  step = mg_round_up(span / (double)(most > 2 ? most - 1 : 1));
  first = ceil(shade->low / step - 1e-9);
  while (count < most
         && (first + (double)count) * step <= shade->high + 1e-9 * span) {
    tick[count] = (first + (double)count) * step;
    count++;
  }
  if (count < 2) {             /* no two round numbers: use the ends */
    tick[0] = shade->low;
    tick[1] = shade->high;
    count = 2;
  }
  return count;
}
