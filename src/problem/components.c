/* Components by union and find.  igraph finds them too, in a graph of its own:
 * with 10^6 edges that takes 0.11 s and 53 MB to make and 0.02 to 0.06 s to
 * search, where this takes 0.005 s and 4 bytes per node (bench/libraries). */
#include "components.h"
#include "base/mem.h"
#include "base/subgraph.h"

#include <string.h>

mgnn_status
mg_components_find(mg_components *out, const mg_graph *g, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  unsigned *parent = NULL;

  memset(out, 0, sizeof *out);
  TRY(mg_allocated(parent = mg_alloc(g->n, sizeof *parent), err));
  TRY(mg_allocated(out->first = mg_zalloc(g->n + 2, sizeof *out->first), err));
  TRY(mg_allocated(out->node = mg_alloc(g->n, sizeof *out->node), err));
  for (size_t i = 0; i < g->n; i++)
    parent[i] = (unsigned)i;
  for (size_t e = 0; e < g->m; e++)
    mg_sets_join(parent, g->ends[2 * e], g->ends[2 * e + 1]);
  /* A root comes before the rest of its tree, so one pass can number the
   * components and note the number in place of the parent. */
  for (size_t i = 0; i < g->n; i++) {
    unsigned root = mg_set_root(parent, (unsigned)i);

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
