/* Rigidity on the line, by connectivity: a graph is rigid if it is connected, a
 * bar is redundant unless it is a bridge, and a graph is globally rigid if it
 * is 2-connected. */
#include "rigidity.h"

#include "base/subgraph.h"
#include "base/mem.h"

#include <string.h>

mgnn_status
mg_rigidity_1d(const mg_bars *b, mg_bar_facts *out, mgnn_error *err)
{
  unsigned *part = mg_alloc(b->n, sizeof *part);
  mg_depth_first d = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(part, err));
  TRY(mg_depth_first_init(&d, b->n, err));
  for (size_t i = 0; i < b->n; i++) {
    unsigned before = d.count;

    if (d.found[i] != 0)
      continue;
    mg_depth_first_search(&d, b->row, b->to, NULL, (unsigned)i);
    out->rank += d.count - before - 1;
    for (unsigned t = before; t < d.count; t++)
      part[d.order[t]] = (unsigned)out->parts.count;
    if (d.count > before + 1)  /* a lone node is not a part */
      TRY(mg_node_sets_add(&out->parts, d.order + before, d.count - before, err));
  }
  for (size_t e = 0; e < b->m; e++) {
    out->part[e] = part[b->ends[2 * e]];
    out->redundant[e] = !mg_is_bridge(&d, b->ends[2 * e], b->ends[2 * e + 1]);
  }
end:
  mg_depth_first_free(&d);
  mg_free(part);
  return status;
}

mgnn_status
mg_biconnected(const mg_bars *b, int *yes, mgnn_error *err)
{
  unsigned char *cut = mg_zalloc(b->n, 1);
  mg_depth_first d = { 0 };
  mgnn_status status = MGNN_OK;

  *yes = 0;
  TRY(mg_allocated(cut, err));
  if (b->n < 3)
    goto end;
  TRY(mg_depth_first_init(&d, b->n, err));
  mg_depth_first_search(&d, b->row, b->to, NULL, 0);
  mg_cut_nodes(&d, cut);
  *yes = d.count == b->n && memchr(cut, 1, b->n) == NULL;
end:
  mg_depth_first_free(&d);
  mg_free(cut);
  return status;
}
