/* Peeling a graph down to its core: what is left of it when every node keeps
 * more than so many neighbours. */
#include "k_core.h"
#include "base/mem.h"

mgnn_status
mg_peel(const mg_graph *g, size_t degree, unsigned *order, size_t *peeled,
        mgnn_error *err)
{
  size_t *left = mg_alloc(g->n, sizeof *left);
  size_t count = 0, rest;

  if (left == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0; i < g->n; i++) {
    left[i] = g->row[i + 1] - g->row[i];
    if (left[i] <= degree)
      order[count++] = (unsigned)i;
  }
  for (size_t k = 0; k < count; k++)     /* order is the queue as well */
    for (size_t s = g->row[order[k]]; s < g->row[order[k] + 1]; s++)
      if (left[g->to[s]]-- == degree + 1)
        order[count++] = g->to[s];
  *peeled = count;
  rest = count;
  for (size_t i = 0; i < g->n; i++)
    if (left[i] > degree)
      order[rest++] = (unsigned)i;
  mg_free(left);
  return MGNN_OK;
}
