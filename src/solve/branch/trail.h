/* Positions that a depth-first search overwrites, so that it finds them again when
 * it goes back. */
#ifndef MG_TRAIL_H
#define MG_TRAIL_H

#include "base/error.h"

#include <stddef.h>

typedef struct {
  unsigned node;
  double was[3];
} mg_trail_note;

/* Zeroed: empty. */
typedef struct {
  mg_trail_note *note;
  size_t count, capacity;
} mg_trail;

/* Note where those of n nodes were, in `before`, that are elsewhere in x: n*dim
 * doubles each, dim at most 3.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_trail_add(mg_trail *t, size_t n, size_t dim, const double *before,
                         const double *x, mgnn_error *err);

/* Put them back, the last first, until `count` notes are left. */
void mg_trail_undo(mg_trail *t, size_t count, size_t dim, double *x);

#endif
