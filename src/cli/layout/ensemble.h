/* Layout mode, --ensemble: several drawings that meet the lengths, as different as
 * these allow. */
#ifndef MG_ENSEMBLE_H
#define MG_ENSEMBLE_H

#include "io/write/json.h"
#include "search.h"

extern const mg_option mg_ensemble_rows[];

/* Check what the options ask of the input. */
mgnn_status mg_ensemble_input_check(const mg_ensemble_options *opt,
                                    const mg_results *runs, mgnn_error *err);

/* A line of the summary; the item `ensemble` of the report. */
void mg_ensemble_say(const mg_ensemble *e);
void mg_ensemble_report(mg_json *j, const mg_ensemble *e);

#endif
