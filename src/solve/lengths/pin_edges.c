/* Edges between anchors.  Edges from a few hubs fix the shape of all anchors as
 * well as edges between all pairs would. */
#include "pin_edges.h"
#include "base/mem.h"

#include <string.h>

/* List the anchors, nodes with all coordinates pinned; the hubs, spread evenly
 * over them, come first.  Returns the number of anchors. */
static size_t
anchors_list(const mg_task *t, size_t hubs, unsigned *node)
{
  size_t count = 0, stride;

  for (size_t i = 0; i < t->graph->n; i++) {
    size_t c = i * t->dim;

    while (c < (i + 1) * t->dim && t->pin[c])
      c++;
    if (c == (i + 1) * t->dim)
      node[count++] = (unsigned)i;
  }
  stride = count > hubs ? count / hubs : 1;
  for (size_t h = 0; h < hubs && h * stride < count; h++) {
    unsigned swap = node[h];

    node[h] = node[h * stride];
    node[h * stride] = swap;
  }
  return count;
}

static void
neighbours_mark(const mg_graph *g, unsigned i, unsigned value, unsigned *mark)
{
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    mark[g->to[k]] = value;
}

mgnn_status
mg_pin_edges_add(mg_subgraph *out, const mg_task *t, const double *given,
                 mgnn_error *err)
{
  size_t n = t->graph->n, dim = t->dim, hubs = 2 * dim + 6, count, m = 0;
  unsigned *node = mg_alloc(2 * n, sizeof *node), *mark, *ends = NULL;
  double *length = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(node, err));
  mark = node + n;
  memset(mark, 255, n * sizeof *mark);         /* MG_NOWHERE */
  count = anchors_list(t, hubs, node);
  TRY(mg_allocated(ends = mg_alloc(count * hubs, 2 * sizeof *ends), err));
  TRY(mg_allocated(length = mg_alloc(count * hubs, sizeof *length), err));
  for (size_t a = 0; a < hubs && a < count; a++) {
    unsigned i = node[a];

    neighbours_mark(t->graph, i, 0, mark);
    for (size_t b = a + 1; b < count; b++)
      if (mark[node[b]] == MG_NOWHERE) {
        ends[2 * m] = i;
        ends[2 * m + 1] = node[b];
        length[m++] = mg_distance(given + i * dim, given + node[b] * dim, dim);
      }
    neighbours_mark(t->graph, i, MG_NOWHERE, mark);
  }
  for (size_t i = 0; i < n; i++)
    node[i] = (unsigned)i;
  TRY(mg_subgraph_init(out, t->graph, node, n, mark,
                       &(mg_extra_edges){ ends, length, m }, err));
end:
  mg_free_all(length, ends, node);
  return status;
}
