/* What can be claimed of models: a table of claims, each a measure and the
 * threshold that decides, with its mean and standard deviation over the
 * settings of a sweep. */
#include "io/write/json.h"
#include "io/write/json_items.h"
#include "sweep.h"

#include <math.h>
#include <string.h>

typedef struct {
  const char *claim, *measure;
  int at_least;                /* the value must be; else at most */
  double threshold;
} claim;

static const claim claims[] = {
  { "classes separated", "centroid_accuracy", 1, 0.9 },
  { "classes separated", "silhouette", 1, 0.25 },
  { "collapsed to a line", "singular_ratio", 0, 0.05 },
  { "collapsed to a point", "mad", 0, 0.01 },
  { "arranged to the metric", "scaled_stress", 0, 0.05 },
  { "arranged to the metric", "gap", 0, 0.02 }
};

enum { CLAIMS = sizeof claims / sizeof *claims };

/* One row of the table: a claim about a model after a layer, in a space. */
typedef struct {
  const claim *claim;
  const mg_run *run;
  size_t layer;
  int space;
  double mean, sd;             /* NAN: not known; sd of one setting */
  size_t known, met;           /* settings with a value, and that meet it */
} claim_finding;

/* The last layer is that of each setting. */
static const double *
value_of(const mg_sweep *s, size_t setting, size_t model, size_t layer,
         int space)
{
  return mg_sweep_at(s, setting, model, layer == s->layers
                     ? mg_sweep_last(s, setting) : layer, space);
}

static claim_finding
find(const mg_sweep *s, const mg_results *runs, const claim *c, size_t model,
     size_t layer, int space)
{
  claim_finding f = { .claim = c, .run = &runs->run[model], .layer = layer,
                .space = space };
  size_t m = mg_measure_find(c->measure, strlen(c->measure));
  double sum = 0, square = 0;

  for (size_t k = 0; k < s->settings; k++) {
    double x = value_of(s, k, model, layer, space)[m];

    if (!isfinite(x))
      continue;
    f.known++;
    sum += x;
    f.met += c->at_least ? x >= c->threshold : x <= c->threshold;
  }
  f.mean = f.known > 0 ? sum / (double)f.known : NAN;
  for (size_t k = 0; k < s->settings; k++) {
    double x = value_of(s, k, model, layer, space)[m];

    if (isfinite(x))
      square += (x - f.mean) * (x - f.mean);
  }
  f.sd = f.known > 1 ? sqrt(square / (double)(f.known - 1)) : NAN;
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

/* How a row and what is around the rows look in a format of text; the values
 * are model, layer, space, claim, measure, sign, threshold, mean, sd,
 * verdict. */
typedef struct {
  const char *name, *head, *row, *below, *above, *plus_minus, *tail;
} look;

static const look looks[] = {
  { "text",
    "model         layer space claim                  measure           "
    "threshold value              verdict\n",
    "%-13s %5zu %-5c %-22s %-17s %s %-7g %-18s %s\n", "<=", ">=", " +- ", "" },
  { "markdown",
    "| model | layer | space | claim | measure | threshold | value | verdict |\n"
    "|---|---|---|---|---|---|---|---|\n",
    "| %s | %zu | %c | %s | %s | %s %g | %s | %s |\n", "≤", "≥", " ± ", "" },
  { "latex",
    "\\begin{tabular}{lrlllrll}\n"
    "model & layer & space & claim & measure & threshold & value & verdict "
    "\\\\ \\hline\n",
    "%s & %zu & %c & %s & %s & $%s %g$ & $%s$ & %s \\\\\n", "\\le", "\\ge",
    " \\pm ", "\\end{tabular}\n" }
};

/* The name of a measure; LaTeX wants its underscores escaped. */
static const char *
measure_name(const claim *c, int latex, char *text, size_t size)
{
  size_t at = 0;

  for (const char *s = c->measure; *s != '\0' && at + 2 < size; s++) {
    if (latex && *s == '_')
      text[at++] = '\\';
    text[at++] = *s;
  }
  text[at] = '\0';
  return text;
}

static void
print_row(const claim_finding *f, const look *l)
{
  char value[64] = "", words[64], name[64];

  if (f->known > 0 && isnan(f->sd))
    snprintf(value, sizeof value, "%.4g", f->mean);
  else if (f->known > 0)
    snprintf(value, sizeof value, "%.4g%s%.2g", f->mean, l->plus_minus, f->sd);
  printf(l->row, f->run->name, f->layer, f->space == MG_IN_Z ? 'z' : 'y',
         f->claim->claim,
         measure_name(f->claim, l == &looks[2], name, sizeof name),
         f->claim->at_least ? l->above : l->below, f->claim->threshold, value,
         verdict(f, words, sizeof words));
}

static void
put_row(mg_json *j, const claim_finding *f)
{
  mg_json_row(j, '{');
  put_text(j, "model", f->run->name);
  put_count(j, "layer", f->layer);
  put_text(j, "space", f->space == MG_IN_Z ? "z" : "y");
  put_text(j, "claim", f->claim->claim);
  put_text(j, "measure", f->claim->measure);
  put_text(j, "threshold_is", f->claim->at_least ? "least" : "most");
  put_number(j, "threshold", f->claim->threshold);
  put_number(j, "mean", f->mean);
  put_number(j, "sd", f->sd);
  put_count(j, "settings", f->known);
  put_count(j, "settings_met", f->met);
  put_flag(j, "holds", f->known == 0 ? -1 : f->met == f->known ? 1
           : f->met == 0 ? 0 : -1);
  mg_json_close(j);
}

/* After the first layer and after the last, as is known of the measures that
 * were asked for. */
static void
print_all(const mg_sweep *s, const mg_results *runs, const look *l, mg_json *j)
{
  size_t first = s->layers > 1 ? 1 : s->layers;

  for (size_t model = 0; model < s->models; model++)
    for (size_t c = 0; c < CLAIMS; c++)
      for (int space = 0; space < MG_SPACES; space++)
        for (size_t layer = first; ; layer = s->layers) {
          size_t m = mg_measure_find(claims[c].measure,
                                     strlen(claims[c].measure));
          claim_finding f = find(s, runs, &claims[c], model, layer, space);

          if (runs->plan.wanted[m] && l != NULL)
            print_row(&f, l);
          else if (runs->plan.wanted[m])
            put_row(j, &f);
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
      fputs(looks[k].tail, stdout);
      return;
    }
  mg_json_begin(&json, stdout);
  mg_json_open(&json, '[');
  print_all(s, runs, NULL, &json);
  mg_json_close(&json);
  mg_json_end(&json);
}
