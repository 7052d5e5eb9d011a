/* Layout mode: bounds of lengths tightened before the search. */
#ifndef MG_BOUNDS_H
#define MG_BOUNDS_H

#include "io/write/json.h"
#include "problem/smooth.h"
#include "run.h"

typedef struct {
  int smooth;
} mg_bounds_options;

extern const mg_option mg_bounds_rows[];

/* What came of it. */
typedef struct {
  int smoothed;
  mg_bound_smoothing smoothing;
} mg_bounds_found;

/* Tighten the bounds of a problem that is built. */
mgnn_status mg_bounds_smooth(mg_bounds_found *b, const mg_bounds_options *opt,
                             const mg_input *in, mgnn_error *err);
void mg_bounds_free(mg_bounds_found *b);

/* The line of the summary; the item `smoothing` of the report. */
void mg_bounds_say(const mg_bounds_found *b, const mg_input *in);
void mg_bounds_report(mg_json *j, const mg_bounds_found *b, const mg_input *in);

#endif
