/* Parses filters, given by name or by coefficients, and computes their coefficients. */
#include "filter.h"
#include "base/mem.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

enum { HEAT_MOST = 700, POWER_MOST = 1000000 };

/* The text after a name and its colon; NULL if the name is another. */
static const char *
value_of(const char *text, const char *name)
{
  size_t len = strlen(name);

  return strncmp(text, name, len) == 0 && text[len] == ':' ? text + len + 1
                                                           : NULL;
}

static mgnn_status
given_parse(mg_filter *out, const char *text, mgnn_error *err)
{
  size_t count = 1;
  const char *word = text;

  for (const char *c = text; *c != '\0'; c++)
    count += *c == ',';
  PASS(mg_allocated(out->given = mg_alloc(count, sizeof *out->given), err));
  while (out->count < count) {
    size_t len = strcspn(word, ",");

    if (!mg_number_whole(word, len, &out->given[out->count])
        || !isfinite(out->given[out->count]))
      return mg_fail(err, MGNN_EINVAL, "the filter is \"%.60s\", must be ppr, "
                     "heat:T, monomial:K or numbers with commas between", text);
    out->count++;
    word += len + (word[len] == ',');
  }
  return MGNN_OK;
}

mgnn_status
mg_filter_parse(mg_filter *out, const char *text, double alpha, mgnn_error *err)
{
  const char *time = value_of(text, "heat");
  const char *power = value_of(text, "monomial");
  mgnn_status status = MGNN_OK;
  double x = 0;

  *out = (mg_filter){ .kind = MG_PPR, .rate = alpha };
  if (time != NULL) {
    out->kind = MG_HEAT;
    if (!mg_number_whole(time, strlen(time), &x) || !(x >= 0 && x <= HEAT_MOST))
      return mg_fail(err, MGNN_EINVAL, "the time of the filter heat is "
                     "\"%.60s\", must be a number from 0 to %d", time, HEAT_MOST);
    out->rate = x;
  } else if (power != NULL) {
    out->kind = MG_MONOMIAL;
    if (!mg_number_whole(power, strlen(power), &x)
        || !(x >= 0 && x <= POWER_MOST && x == floor(x)))
      return mg_fail(err, MGNN_EINVAL, "the power of the filter monomial is "
                     "\"%.60s\", must be a whole number from 0 to %d", power,
                     POWER_MOST);
    out->power = (size_t)x;
  } else if (strcmp(text, "ppr") != 0) {
    out->kind = MG_GIVEN;
    status = given_parse(out, text, err);
  }
  if (status != MGNN_OK)
    mg_filter_free(out);
  return status;
}

void
mg_filter_free(mg_filter *f)
{
  mg_free(f->given);
  memset(f, 0, sizeof *f);
}

double
mg_filter_term(const mg_filter *f, size_t k)
{
  double power = (double)k;

  switch (f->kind) {
  case MG_PPR:
    return f->rate * pow(1 - f->rate, power);
  case MG_HEAT:                /* e^-T T^k / k! */
    return f->rate > 0 ? exp(power * log(f->rate) - f->rate - lgamma(power + 1))
                       : k == 0;
  case MG_MONOMIAL:
    return k == f->power;
  case MG_GIVEN:
    return k < f->count ? f->given[k] : 0;
  }
  return 0;
}

double
mg_filter_last(const mg_filter *f, size_t k)
{
  if (f->kind == MG_PPR)
    return pow(1 - f->rate, (double)k);
  return f->kind == MG_MONOMIAL ? k <= f->power : mg_filter_term(f, k);
}
