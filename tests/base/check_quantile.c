/* Quantiles, beside those of GSL. */
#include "base/random.h"
#include "unit.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

START_TEST(normal_quantiles_are_those_of_gsl)
{
  for (double p = 0.5; p > 1e-12; p /= 3)
    ck_assert_double_eq_tol(mg_normal_upper_quantile(p),
                            gsl_cdf_ugaussian_Qinv(p), 1e-9);
}
END_TEST

START_TEST(chi_square_quantiles_are_those_of_gsl_to_some_per_cent)
{
  for (double k = 3; k < 1000; k *= 2)
    for (double p = 0.5; p > 1e-7; p /= 10) {
      double z = mg_normal_upper_quantile(p), q = gsl_cdf_chisq_Qinv(p, k);

      ck_assert_double_eq_tol(mg_chi_square_quantile(k, z), q, 0.1 * q);
    }
  /* Low quantiles, which are asked for from 10 degrees of freedom on. */
  for (double k = 10; k < 1000; k *= 2)
    ck_assert_double_eq_tol(mg_chi_square_quantile(k, -3.5),
                            gsl_cdf_chisq_Pinv(gsl_cdf_ugaussian_Q(3.5), k),
                            0.15 * gsl_cdf_chisq_Pinv(gsl_cdf_ugaussian_Q(3.5),
                                                      k));
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(normal_quantiles_are_those_of_gsl),
    TEST(chi_square_quantiles_are_those_of_gsl_to_some_per_cent)
  };

  return unit_run("quantile", tests, COUNT(tests), NULL);
}
