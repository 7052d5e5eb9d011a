/* Parameters whose struct may have been shorter, or longer, when the caller was
 * compiled: the first member is the size that it had there. */
#ifndef MG_PARAMS_H
#define MG_PARAMS_H

#include "error.h"

/* What is known of a kind of parameters here. */
typedef struct {
  const char *type;            /* "mgnn_search_params", for messages */
  size_t size;                 /* of the struct here */
  size_t least;                /* of the first version that had a size */
  const void *defaults;
} mg_params_kind;

/* Set the defaults of a caller's struct of `size` bytes: those that it has. */
void mg_params_init(const mg_params_kind *kind, void *par, size_t size);

/* Copy what a caller gives; what that caller does not know has its default.
 * NULL: all have.  MGNN_EINVAL: the size is none, so the defaults were never
 * set, or members that are not known here are not 0. */
mgnn_status mg_params_take(const mg_params_kind *kind, void *own,
                           const void *given, mgnn_error *err);

/* The names of a table for a message, "a, b or c", as far as they fit; returns
 * buf. */
const char *mg_choices(char *buf, size_t size, const char *(*name)(size_t i));

#endif
