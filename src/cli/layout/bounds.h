/* --smooth: tightens bounds of lengths before the search, in layout mode. */
#ifndef MG_BOUNDS_H
#define MG_BOUNDS_H

#include "io/write/json.h"
#include "problem/smooth.h"
#include "run.h"

typedef struct {
  int smooth;
} mg_bounds_options;

extern const mg_option mg_bounds_rows[];

/* The result of smoothing; smoothed 0: --smooth was not given. */
typedef struct {
  int smoothed;
  mg_bound_smoothing smoothing;
} mg_bounds_found;

/* Tighten the bounds of a problem after it was built. */
mgnn_status mg_bounds_smooth(mg_bounds_found *b, const mg_bounds_options *opt,
                             const mg_input *in, mgnn_error *err);
void mg_bounds_free(mg_bounds_found *b);

/* Print the line of the summary; write the item `smoothing` of the report. */
void mg_bounds_say(const mg_bounds_found *b, const mg_input *in);
void mg_bounds_report(mg_json *j, const mg_bounds_found *b, const mg_input *in);

#endif
