/* Pieces of JSON that several reports have. */
#ifndef MG_PUT_JSON_H
#define MG_PUT_JSON_H

#include "io/json.h"
#include "job.h"

static inline void
put_number(mg_json *j, const char *key, double x)
{
  mg_json_key(j, key);
  mg_json_number(j, x);
}

static inline void
put_count(mg_json *j, const char *key, size_t count)
{
  mg_json_key(j, key);
  mg_json_count(j, count);
}

static inline void
put_text(mg_json *j, const char *key, const char *text)
{
  mg_json_key(j, key);
  mg_json_text(j, text);
}

/* 1: true, 0: false, below: null. */
static inline void
put_flag(mg_json *j, const char *key, int flag)
{
  mg_json_key(j, key);
  if (flag < 0)
    mg_json_null(j);
  else
    mg_json_flag(j, flag);
}

/* The figures of merit, as items of the object that is open. */
void mg_json_figures(mg_json *j, const mgnn_figures *f);

/* The item `worst`: the ten edges that are farthest from their lengths. */
void mg_json_worst(mg_json *j, const mg_job *job, const double *y);

/* The item `edge`, two names; an item of the names of some nodes; the item
 * `violations`. */
void mg_json_edge(mg_json *j, const mg_job *job, size_t e);
void mg_json_nodes(mg_json *j, const mg_job *job, const char *key,
                   const unsigned *node, size_t count);
void mg_json_violations(mg_json *j, const mg_job *job,
                        const mgnn_violations *v);

#endif
