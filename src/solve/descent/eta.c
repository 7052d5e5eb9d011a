/* How long a descent will yet take.  Long descents slow down about as a power
 * of the iteration k: the relative decrease is c k^-p, with p and c from the
 * third and fourth, and the second quarter of what has passed. */
#include "eta.h"

#include <math.h>

enum { LEAST = 16 };           /* iterations before there is an answer */

void
mg_eta_add(mg_eta *o, double value)
{
  if (o->stride == 0)
    o->stride = 1;
  if (o->kept == MG_ETA_MOST) {
    for (size_t k = 0; 2 * k < o->kept; k++)
      o->value[k] = o->value[2 * k];
    o->kept /= 2;
    o->stride *= 2;
  }
  if (o->iterations % o->stride == 0)
    o->value[o->kept++] = value;
  o->iterations++;
}

double
mg_eta_left(const mg_eta *o, double tolerance, double floor)
{
  size_t last = o->kept > 0 ? (o->kept - 1) / 4 * 4 : 0;
  double at = (double)(last * o->stride), passed;
  double before, now, power, end = INFINITY, low = INFINITY;

  if (o->iterations < LEAST || last < 4)
    return NAN;
  before = log(o->value[last / 4] / o->value[last / 2]) / (at / 4);
  now = log(o->value[last / 2] / o->value[last]) / (at / 2);
  if (!(now > 0) || !isfinite(before))
    return NAN;
  power = log2(before / now);  /* the middles are at 3/8 and 3/4 of at */
  if (power > 0.05)
    end = 0.75 * at * pow(now / tolerance, 1 / power);
  if (floor > 0)
    low = at + fmax(0, log(o->value[last] / floor)) / now;
  passed = (double)(o->iterations - 1);
  end = fmin(end, low);
  return isfinite(end) ? fmax(0, end - passed) : NAN;
}
