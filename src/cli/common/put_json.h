/* Pieces of JSON that several reports have. */
#ifndef MG_PUT_JSON_H
#define MG_PUT_JSON_H

#include "io/write/json.h"
#include "input.h"
#include "inspect/determined.h"
#include "measure/measure.h"
#include "program.h"

/* The figures of merit, as items of the object that is open. */
void mg_json_figures(mg_json *j, const mgnn_figures *f);

/* The items `command`, the words of the command line, quoted for a shell where they need
 * it, `version` and `seed`; the item `seconds`. */
mgnn_status mg_json_call(mg_json *j, const mg_call *call, mgnn_error *err);
void mg_json_seconds(mg_json *j, const mg_call *call);

/* One edge of these. */
void mg_json_fit(mg_json *j, const char *source, const char *target,
                 const mg_edge_fit *fit);

/* The item `worst`: the edges that are farthest from their lengths. */
void mg_json_worst(mg_json *j, const mg_input *in, const mg_edge_fit *worst,
                   size_t count);

/* The item `edge`, two names; an item of the names of some nodes; the item
 * `violations`. */
void mg_json_edge(mg_json *j, const mg_input *in, size_t e);
void mg_json_nodes(mg_json *j, const mg_input *in, const char *key,
                   const unsigned *node, size_t count);
void mg_json_violations(mg_json *j, const mg_input *in,
                        const mgnn_violations *v);

/* The items `determined` and `determined_by`, which have one for each node, and
 * those that start in the same way; NULL: nothing is known. */
void mg_json_determined(mg_json *j, const mg_input *in,
                        const mgnn_determined *d);

/* The items `verified`, one for each node, and `verified_nodes`. */
void mg_json_verified(mg_json *j, const mg_input *in, const mg_verified *v);

#endif
