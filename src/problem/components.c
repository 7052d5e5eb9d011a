/* Components by union and find.  igraph finds them too, in a graph of its own:
 * with 10^6 edges that takes 0.1 to 0.3 s and 53 MB to make and 0.1 to 0.4 s to
 * search, where this takes 0.01 to 0.02 s and 4 bytes per node. */
#include "components.h"
#include "base/mem.h"

#include <string.h>

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

/* Join the ends of all edges; the root of a tree is its lowest node. */
static void
join(const mg_graph *g, unsigned *parent)
{
  for (size_t i = 0; i < g->n; i++)
    parent[i] = (unsigned)i;
  for (size_t e = 0; e < g->m; e++) {
    unsigned a = root_of(parent, g->ends[2 * e]);
    unsigned b = root_of(parent, g->ends[2 * e + 1]);

    if (a != b)
      parent[a > b ? a : b] = a > b ? b : a;
  }
}

mgnn_status
mg_components_find(mg_components *out, const mg_graph *g, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  unsigned *parent = NULL;

  memset(out, 0, sizeof *out);
  TRY(mg_allocated(parent = mg_alloc(g->n, sizeof *parent), err));
  TRY(mg_allocated(out->first = mg_zalloc(g->n + 2, sizeof *out->first), err));
  TRY(mg_allocated(out->node = mg_alloc(g->n, sizeof *out->node), err));
  join(g, parent);
  /* A root comes before the rest of its tree, so one pass can number the
   * components and note the number in place of the parent. */
  for (size_t i = 0; i < g->n; i++) {
    unsigned root = root_of(parent, (unsigned)i);

    out->node[i] = root == i ? (unsigned)out->count++ : out->node[root];
    out->first[out->node[i] + 2]++;
  }
  for (size_t c = 0; c < out->count; c++)
    out->first[c + 2] += out->first[c + 1];
  memcpy(parent, out->node, g->n * sizeof *parent);
  for (size_t i = 0; i < g->n; i++)
    out->node[out->first[parent[i] + 1]++] = (unsigned)i;
end:
  mg_free(parent);
  if (status != MGNN_OK)
    mg_components_free(out);
  return status;
}

void
mg_components_free(mg_components *c)
{
  mg_free(c->first);
  mg_free(c->node);
  memset(c, 0, sizeof *c);
}
