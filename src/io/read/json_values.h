/* Stores JSON values as attributes and keeps track of the type of each column. */
#ifndef MG_JSON_VALUES_H
#define MG_JSON_VALUES_H

#include "io/source.h"
#include "io/text/json_scan.h"

/* Start zeroed, with src and at set. */
typedef struct {
  mg_source *src;
  mg_attributes *at;
  mg_names names;              /* of the attributes seen so far */
  size_t *column, cap;         /* the number of each one's column */
  mg_json_buffer buffer;
} mg_json_values;

/* Store the value that starts at the scanner's current token as an attribute of
 * item i; null stores nothing. */
mgnn_status mg_json_value_set(mg_json_values *v, const char *name, size_t i,
                              mg_json_scan *s, mgnn_error *err);

/* The same for a number. */
mgnn_status mg_json_number_set(mg_json_values *v, const char *name, size_t i,
                               double x, mgnn_error *err);

void mg_json_values_free(mg_json_values *v);

#endif
