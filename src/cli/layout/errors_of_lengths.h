/* Lengths with errors, in layout mode: weights before the search; suspect lengths
 * reweighted and standard errors computed after it. */
#ifndef MG_ERRORS_OF_LENGTHS_H
#define MG_ERRORS_OF_LENGTHS_H

#include "io/write/json.h"
#include "run.h"

typedef struct {
  const char *noise;           /* X, relative:X or estimate; or NULL */
  const char *robust;          /* huber or geman-mcclure; or NULL */
  double ellipses;             /* probability, or in per cent from 1 on; 0: none */
} mg_error_options;

extern const mg_option mg_error_rows[];

/* The options in parsed form, and the results. */
typedef struct {
  const mg_error_options *opt;
  const char *table;           /* file for standard errors; or NULL */
  double sigma;                /* standard error of lengths; 0: to be estimated */
  int relative;                /* nonzero: sigma is relative to each length */
  int wanted;                  /* nonzero: compute the statistics */
  mgnn_robust *robust;
  mgnn_uncertainty *at;
  double *ellipse;             /* 3n, in the form pictures take; or NULL */
} mg_errors;

/* Check the options (table: of --uncertainty; report: one will be written).  Set the
 * noise of a problem that is built.  After a search, reweight the lengths of --robust,
 * starting at run->last.  Compute the wanted statistics at the final positions. */
mgnn_status mg_errors_check(mg_errors *e, const mg_error_options *opt,
                            const char *table, int report, mgnn_error *err);
mgnn_status mg_errors_weigh(mg_errors *e, const mg_input *in, mgnn_error *err);
mgnn_status mg_errors_reweigh(mg_errors *e, const mg_results *runs,
                              mgnn_error *err);
mgnn_status mg_errors_measure(mg_errors *e, const mg_results *runs,
                              mgnn_error *err);
mgnn_status mg_errors_write(const mg_errors *e, const mg_results *runs,
                            mgnn_error *err);
/* Print lines of the summary; write the item `errors` of the report. */
void mg_errors_say(const mg_errors *e, const mg_input *in);
void mg_errors_put(mg_json *j, const mg_errors *e, const mg_results *runs);
void mg_errors_free(mg_errors *e);

#endif
