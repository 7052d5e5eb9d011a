/* The sentences of summaries about how well lengths are met. */
#include "fit_words.h"
#include "io/text/message.h"

#include <math.h>
#include <stdio.h>

void
mg_say_lengths(const mgnn_figures *f, double mean)
{
  char rms[32], max[32];

  if (isnan(f->max_relative_error))
    return;
  if (f->max_relative_error < 1e-6 && !(f->max_zero_length > 1e-6 * mean)) {
    fputs("; all lengths are met", stderr);
    return;
  }
  mg_number_short(rms, sizeof rms, "", 100 * f->rms_relative_error);
  mg_number_short(max, sizeof max, "", 100 * f->max_relative_error);
  fprintf(stderr, "; lengths off by %s %% (rms), %s %% at worst", rms, max);
  if (!isnan(f->max_zero_length))
    fprintf(stderr, ", up to %.3g where 0 was asked", f->max_zero_length);
}

int
mg_fit_shows(const mgnn_figures *f)
{
  return f->max_relative_error >= 1e-3;
}

void
mg_say_fit(const char *program, size_t k, const char *source, const char *target,
           const mg_edge_fit *fit, const char *unit)
{
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX];

  if (k == 0)
    fprintf(stderr, "\n%s: worst edges: ", program);
  fprintf(stderr, "%s%s - %s: %.4g for %.4g%s%s", k == 0 ? "" : "; ",
          mg_show_name(a, source), mg_show_name(b, target), fit->length, fit->target,
          *unit != '\0' ? " " : "", unit);
}
