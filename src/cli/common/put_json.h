/* Parts of JSON reports that several programs share. */
#ifndef MG_PUT_JSON_H
#define MG_PUT_JSON_H

#include "io/write/json.h"
#include "input.h"
#include "inspect/determined.h"
#include "measure/measure.h"
#include "program.h"

/* Write the figures of merit as items of the open object. */
void mg_json_figures(mg_json *j, const mgnn_figures *f);

/* Write the items `command` (the command line, quoted for a shell if necessary),
 * `version` and `seed`; write the item `seconds`. */
mgnn_status mg_json_call(mg_json *j, const mg_call *call, mgnn_error *err);
void mg_json_seconds(mg_json *j, const mg_call *call);

/* Write one edge of the item `worst`. */
void mg_json_fit(mg_json *j, const char *source, const char *target,
                 const mg_edge_fit *fit);

/* Write the item `worst`: the edges farthest from their lengths. */
void mg_json_worst(mg_json *j, const mg_input *in, const mg_edge_fit *worst,
                   size_t count);

/* Write the item `edge`, the names of its ends; an item that lists names of nodes; the
 * item `violations`. */
void mg_json_edge(mg_json *j, const mg_input *in, size_t e);
void mg_json_nodes(mg_json *j, const mg_input *in, const char *key,
                   const unsigned *node, size_t count);
void mg_json_violations(mg_json *j, const mg_input *in,
                        const mgnn_violations *v);

/* Write `determined` and `determined_by`, with an item for each node, and the counts
 * and facts that go with them; all null if d is NULL (not known). */
void mg_json_determined(mg_json *j, const mg_input *in,
                        const mgnn_determined *d);

/* Write the items `verified` (one flag per node) and `verified_nodes`. */
void mg_json_verified(mg_json *j, const mg_input *in, const mg_verified *v);

#endif
