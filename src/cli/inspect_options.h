/* What a user can ask of mgnn-inspect. */
#ifndef MG_INSPECT_OPTIONS_H
#define MG_INSPECT_OPTIONS_H

#include "layout_options.h"

typedef struct {
  mg_layout_options layout;    /* all that mgnn-layout has too */
  int json, no_search;
  double tolerance;            /* relative, of lengths */
  const char *dims;
  long realizations;           /* 0: not asked */
} mg_inspect_options;

extern const mg_option mg_inspect_table[];

void mg_inspect_options_init(mg_inspect_options *o);

#endif
