/* By hand: GSL's are iterations of many pages, and these are asked for at each
 * node. */
#include "quantile.h"

#include <math.h>

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
