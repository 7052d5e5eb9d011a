/* Polynomial filters of propagation: Z_k = sum over j <= k of g_j At^j Z. */
#ifndef MG_FILTER_H
#define MG_FILTER_H

#include "base/error.h"

typedef struct {
  enum { MG_PPR, MG_HEAT, MG_MONOMIAL, MG_GIVEN } kind;
  double rate;                 /* alpha of ppr, or the time of heat */
  size_t power;                /* of a monomial */
  double *given;               /* `count` coefficients */
  size_t count;
} mg_filter;

/* Parse "ppr", "heat:T", "monomial:K", or coefficients separated by commas, the
 * first for Z itself; alpha is the rate of ppr.  If the call succeeds, free
 * with mg_filter_free. */
mgnn_status mg_filter_parse(mg_filter *out, const char *text, double alpha,
                            mgnn_error *err);
void mg_filter_free(mg_filter *f);

/* The coefficient of At^k Z in sums that go on after it; and in the sum that ends with
 * it, which differs for filters that give the remaining weight to the last term. */
double mg_filter_term(const mg_filter *f, size_t k);
double mg_filter_last(const mg_filter *f, size_t k);

#endif
