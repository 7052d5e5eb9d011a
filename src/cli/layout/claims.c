/* --claims: prints a table of claims about models, each with the mean and standard
 * deviation of its measure over the settings of a sweep. */
#include "io/write/json.h"
#include "sweep.h"

#include <math.h>
#include <string.h>

/* One row of the table: a claim about a model, after a layer, in Z or in Y. */
typedef struct {
  const mg_claim *claim;
  const mg_run *run;
  size_t layer;
  int space;
  double value[2], beside[2];  /* mean and standard deviation of its measure, and of
                                  the measure shown beside it; NAN: not known */
  size_t known, met;           /* settings with a value; settings that meet it */
} claim_finding;

/* The measures of a layer.  layer == s->layers means the last layer of the setting. */
static const double *
value_of(const mg_sweep *s, size_t setting, size_t model, size_t layer,
         int space)
{
  return mg_sweep_at(s, setting, model, layer == s->layers
                     ? mg_sweep_last(s, setting) : layer, space);
}

/* Find the mean of a measure over the settings that have it, and its standard
 * deviation (n - 1); NAN if there are too few such settings. */
static void
mean_find(const mg_sweep *s, const char *measure, const claim_finding *f,
          size_t model, double out[2])
{
  size_t m = mg_measure_find(measure, strlen(measure));
  double known = 0, sum = 0, square = 0;

  for (int pass = 0; pass < 2; pass++)
    for (size_t k = 0; k < s->settings; k++) {
      double x = value_of(s, k, model, f->layer, f->space)[m];

      if (isfinite(x) && pass == 0) {
        known++;
        sum += x;
      } else if (isfinite(x))
        square += (x - sum / known) * (x - sum / known);
    }
  out[0] = known > 0 ? sum / known : NAN;
  out[1] = known > 1 ? sqrt(square / (known - 1)) : NAN;
}

static claim_finding
find(const mg_sweep *s, const mg_results *runs, const mg_claim *c, size_t model,
     size_t layer, int space)
{
  claim_finding f = { .claim = c, .run = &runs->run[model], .layer = layer,
                      .space = space, .beside = { NAN } };

  mean_find(s, c->measure, &f, model, f.value);
  if (c->beside != NULL)
    mean_find(s, c->beside, &f, model, f.beside);
  for (size_t k = 0; k < s->settings; k++) {
    int holds = mg_claim_holds(c, value_of(s, k, model, layer, space));

    f.known += holds >= 0;
    f.met += holds == 1;
  }
  return f;
}

static const char *
verdict(const claim_finding *f, char *text, size_t size)
{
  if (f->known == 0)
    return "not known";
  if (f->met == f->known)
    return "yes";
  if (f->met == 0)
    return "no";
  snprintf(text, size, "in %zu of %zu", f->met, f->known);
  return text;
}

/* A text format: its head, its rows, and the signs used in them.  A row has model,
 * layer, space, claim, measure, sign, threshold, value (mean and standard deviation)
 * and verdict. */
typedef struct {
  const char *name, *head, *row, *below, *above, *plus_minus;
} look;

static const look looks[] = {
  { "text",
    "model         layer space claim                  measure           "
    "threshold value                    verdict\n",
    "%-13s %5zu %-5c %-22s %-17s %s %-7g %-24s %s\n", "<=", ">=", " +- " },
  { "markdown",
    "| model | layer | space | claim | measure | threshold | value | verdict |\n"
    "|---|---|---|---|---|---|---|---|\n",
    "| %s | %zu | %c | %s | %s | %s %g | %s | %s |\n", "≤", "≥", " ± " }
};

static void
print_row(const claim_finding *f, const look *l)
{
  char value[96] = "", words[64];
  size_t len = 0;

  if (!isnan(f->value[0]))
    len = (size_t)snprintf(value, sizeof value, "%.4g", f->value[0]);
  if (!isnan(f->value[1]))
    len += (size_t)snprintf(value + len, sizeof value - len, "%s%.2g",
                            l->plus_minus, f->value[1]);
  if (!isnan(f->beside[0]))
    snprintf(value + len, sizeof value - len, " (centred %.4g)", f->beside[0]);
  printf(l->row, f->run->name, f->layer, f->space == MG_IN_Z ? 'z' : 'y',
         f->claim->claim, f->claim->measure,
         f->claim->at_least ? l->above : l->below, f->claim->threshold, value,
         verdict(f, words, sizeof words));
}

static void
put_finding(mg_json *j, const claim_finding *f)
{
  mg_json_row(j, '{');
  put_text(j, "model", f->run->name);
  put_count(j, "layer", f->layer);
  put_text(j, "space", f->space == MG_IN_Z ? "z" : "y");
  put_text(j, "claim", f->claim->claim);
  put_text(j, "measure", f->claim->measure);
  put_text(j, "threshold_is", f->claim->at_least ? "least" : "most");
  put_number(j, "threshold", f->claim->threshold);
  put_number(j, "mean", f->value[0]);
  put_number(j, "sd", f->value[1]);
  if (f->claim->beside != NULL)
    put_number(j, f->claim->beside, f->beside[0]);
  put_count(j, "settings", f->known);
  put_count(j, "settings_met", f->met);
  put_flag(j, "holds", f->known == 0 ? -1 : f->met == f->known ? 1
           : f->met == 0 ? 0 : -1);
  mg_json_close(j);
}

/* Print the claims whose measures are wanted, after the first and the last layer. */
static void
print_all(const mg_sweep *s, const mg_results *runs, const look *l, mg_json *j)
{
  size_t first = s->layers > 1 ? 1 : s->layers;

  for (size_t model = 0; model < s->models; model++)
    for (size_t c = 0; c < MG_CLAIMS; c++)
      for (int space = 0; space < MG_SPACES; space++)
        for (size_t layer = first; ; layer = s->layers) {
          size_t m = mg_measure_find(mg_claims[c].measure,
                                     strlen(mg_claims[c].measure));
          claim_finding f = find(s, runs, &mg_claims[c], model, layer, space);

          if (runs->plan.wanted[m] && l != NULL)
            print_row(&f, l);
          else if (runs->plan.wanted[m])
            put_finding(j, &f);
          if (layer == s->layers)
            break;
        }
}

void
mg_claims_print(const mg_sweep *s, const char *format, const mg_results *runs)
{
  const char *word = *format != '\0' ? format : "text";
  mg_json json;

  for (size_t k = 0; k < sizeof looks / sizeof *looks; k++)
    if (strcmp(looks[k].name, word) == 0) {
      fputs(looks[k].head, stdout);
      print_all(s, runs, &looks[k], NULL);
      return;
    }
  mg_json_begin(&json, stdout);
  mg_json_open(&json, '[');
  print_all(s, runs, NULL, &json);
  mg_json_close(&json);
  mg_json_end(&json);
}
