/* Layout mode, lengths that have errors: their weights before the search, lengths
 * left out and standard errors after it. */
#ifndef MG_ERRORS_OF_LENGTHS_H
#define MG_ERRORS_OF_LENGTHS_H

#include "io/write/json.h"
#include "run.h"

typedef struct {
  const char *noise;           /* X, relative:X or estimate; or NULL */
  const char *robust;          /* huber or geman-mcclure; or NULL */
  double ellipses;             /* the percentage that they hold; 0: none */
} mg_error_options;

extern const mg_option mg_error_rows[];

/* What the options ask for, and what came of it. */
typedef struct {
  const mg_error_options *opt;
  const char *table;           /* of standard errors, to be written; or NULL */
  double sigma;                /* of a length, or relative; 0: to be estimated */
  int relative;
  int wanted;                  /* the statistics */
  mgnn_robust *robust;
  mgnn_uncertainty *at;
  double *ellipse;             /* 3n, as a picture has them; or NULL */
} mg_errors;

/* Check the options (table is that of --uncertainty, report: there will be one);
 * tell the noise to a problem that is built; reweight after a
 * search, at run->last; compute what is wanted at the positions measured. */
mgnn_status mg_errors_check(mg_errors *e, const mg_error_options *opt,
                            const char *table, int report, mgnn_error *err);
mgnn_status mg_errors_weigh(mg_errors *e, const mg_input *in, mgnn_error *err);
mgnn_status mg_errors_reweigh(mg_errors *e, const mg_results *runs,
                              mgnn_error *err);
mgnn_status mg_errors_measure(mg_errors *e, const mg_results *runs,
                              mgnn_error *err);
mgnn_status mg_errors_write(const mg_errors *e, const mg_results *runs,
                            mgnn_error *err);
/* Lines for a person; keys of the report. */
void mg_errors_say(const mg_errors *e, const mg_input *in);
void mg_errors_put(mg_json *j, const mg_errors *e, const mg_results *runs);
void mg_errors_free(mg_errors *e);

#endif
