/* What follows --metric. */
#ifndef MG_METRIC_WORDS_H
#define MG_METRIC_WORDS_H

#include "base/error.h"
#include "problem/specification.h"

/* Read the words; NULL is the default.  Names point into them.  MGNN_EINVAL says
 * what they should be. */
mgnn_status mg_metric_parse(mg_metric_spec *out, const char *words,
                            mgnn_error *err);

#endif
