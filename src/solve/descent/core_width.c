/* How wide a graph is, by a breadth-first search of its core. */
#include "core_width.h"
#include "base/mem.h"

#include <string.h>

/* The nodes that stay when nodes of one neighbour are taken away, until there
 * are none: alive[i] is set to 1 for those.  queue: n numbers. */
static void
core_find(const mg_graph *g, unsigned *queue, unsigned char *alive)
{
  size_t count = 0;

  memset(alive, 1, g->n);
  for (size_t i = 0; i < g->n; i++)
    if (g->row[i + 1] - g->row[i] < 2) {
      alive[i] = 0;
      queue[count++] = (unsigned)i;
    }
  for (size_t q = 0; q < count; q++)
    for (size_t k = g->row[queue[q]]; k < g->row[queue[q] + 1]; k++) {
      unsigned j = g->to[k];
      size_t left = 0;

      for (size_t s = g->row[j]; s < g->row[j + 1] && alive[j]; s++)
        left += alive[g->to[s]];
      if (alive[j] && left < 2) {
        alive[j] = 0;
        queue[count++] = j;
      }
    }
}

mgnn_status
mg_core_width(const mg_graph *g, size_t *width, mgnn_error *err)
{
  unsigned *queue = mg_alloc(g->n, sizeof *queue);
  unsigned char *alive = mg_alloc(g->n, 1);
  mgnn_status status = MGNN_OK;

  *width = 0;
  TRY(mg_allocated(queue, err));
  TRY(mg_allocated(alive, err));
  core_find(g, queue, alive);
  for (size_t i = 0; i < g->n; i++) {
    size_t count = 1, begin = 0;

    if (!alive[i])
      continue;
    queue[0] = (unsigned)i;
    for (alive[i] = 0; begin < count;) {
      size_t end = count;

      *width = end - begin > *width ? end - begin : *width;
      for (; begin < end; begin++)
        for (size_t k = g->row[queue[begin]]; k < g->row[queue[begin] + 1]; k++)
          if (alive[g->to[k]]) {
            alive[g->to[k]] = 0;
            queue[count++] = g->to[k];
          }
    }
  }
end:
  mg_free(queue);
  mg_free(alive);
  return status;
}
