/* Values of JSON as attributes, whose columns keep the types. */
#ifndef MG_JSON_VALUES_H
#define MG_JSON_VALUES_H

#include "io/source.h"
#include "io/text/json_scan.h"

/* Zeroed but for the first two, it is ready. */
typedef struct {
  mg_source *src;
  mg_attributes *at;
  mg_names names;              /* of the columns; */
  size_t *column, cap;         /* which they are */
  mg_json_buffer buffer;
} mg_json_values;

/* Make the value that begins with the scanner's present token that of an
 * attribute of item i; null is none. */
mgnn_status mg_json_value_set(mg_json_values *v, const char *name, size_t i,
                              mg_json_scan *s, mgnn_error *err);

/* The same for a number. */
mgnn_status mg_json_number_set(mg_json_values *v, const char *name, size_t i,
                               double x, mgnn_error *err);

void mg_json_values_free(mg_json_values *v);

#endif
