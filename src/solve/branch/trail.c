/* A stack of overwritten positions, as solvers of constraints have it. */
#include "trail.h"
#include "base/mem.h"

#include <string.h>

mgnn_status
mg_trail_add(mg_trail *t, size_t n, size_t dim, const double *before,
             const double *x, mgnn_error *err)
{
  for (size_t i = 0; i < n; i++) {
    mg_trail_note *more;

    if (memcmp(before + i * dim, x + i * dim, dim * sizeof *x) == 0)
      continue;
    more = mg_grow(t->note, t->count, &t->capacity, sizeof *more);
    if (more == NULL)
      return mg_fail_memory(err);
    t->note = more;
    more[t->count].node = (unsigned)i;
    memcpy(more[t->count++].was, before + i * dim, dim * sizeof *x);
  }
  return MGNN_OK;
}

void
mg_trail_undo(mg_trail *t, size_t count, size_t dim, double *x)
{
  while (t->count > count) {
    const mg_trail_note *note = &t->note[--t->count];

    memcpy(x + note->node * dim, note->was, dim * sizeof *x);
  }
}
