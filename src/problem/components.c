/* Components by union and find.  igraph counts them too, but only of a graph of
 * its own, which costs more memory than all of ours. */
#include "components.h"
#include "base/mem.h"

/* The root of i's tree; the path to it is halved on the way. */
static unsigned
root_of(unsigned *parent, unsigned i)
{
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

mgnn_status
mg_components_count(const mg_graph *g, size_t *count, mgnn_error *err)
{
  unsigned *parent = mg_alloc(g->n, sizeof *parent);

  if (parent == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0; i < g->n; i++)
    parent[i] = (unsigned)i;
  *count = g->n;
  for (size_t e = 0; e < g->m; e++) {
    unsigned a = root_of(parent, g->ends[2 * e]);
    unsigned b = root_of(parent, g->ends[2 * e + 1]);

    if (a != b) {
      parent[a > b ? a : b] = a > b ? b : a;
      --*count;
    }
  }
  mg_free(parent);
  return MGNN_OK;
}
