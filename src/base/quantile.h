/* Quantiles of the normal distribution and of chi-square. */
#ifndef MG_QUANTILE_H
#define MG_QUANTILE_H

/* z with P(N(0,1) > z) = p, 0 < p <= 1/2. */
double mg_normal_upper_quantile(double p);

/* The quantile of chi-square with k degrees of freedom that belongs to the
 * quantile z of the normal distribution, by a formula (Wilson and Hilferty, 1931)
 * that is right to 10 % from 3 degrees of freedom on, far out rather too large. */
double mg_chi_square_quantile(double k, double z);

#endif
