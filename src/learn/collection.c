/* Builds batches of graphs as input of a model. */
#include "collection.h"
#include "base/mem.h"
#include "data.h"

#include <string.h>

void
mg_collection_free(mg_collection *c)
{
  mg_free_all(c->node, c->edge, c->type, c->ends, c->bond, c->target, c->part);
  memset(c, 0, sizeof *c);
}

void
mg_graph_batch_free(mg_graph_batch *b)
{
  mg_matrix_free(&b->features);
  mg_matrix_free(&b->readout);
  mg_slots_free(&b->plain);
  mg_slots_free(&b->loops);
  memset(b, 0, sizeof *b);
}

/* Nodes and edges of a batch while it is built. */
typedef struct {
  const mg_collection *c;
  const unsigned *graph;
  size_t count, nodes, edges;
  unsigned *ends;              /* 2 per edge */
  double *features;            /* nodes x (types + bonds) */
} batch_parts;

static void
parts_fill(batch_parts *p)
{
  const mg_collection *c = p->c;
  size_t cols = c->types + c->bonds, base = 0, at = 0;

  for (size_t k = 0; k < p->count; k++) {
    size_t g = p->graph[k];

    for (size_t i = c->node[g]; i < c->node[g + 1]; i++)
      p->features[(base + i - c->node[g]) * cols + c->type[i]] = 1;
    for (size_t e = c->edge[g]; e < c->edge[g + 1]; e++, at++)
      for (size_t end = 0; end < 2; end++) {
        size_t i = base + c->ends[2 * e + end];

        p->ends[2 * at + end] = (unsigned)i;
        p->features[i * cols + c->types + c->bond[e]] += 1;
      }
    base += c->node[g + 1] - c->node[g];
  }
}

/* The readout, graphs x nodes: 1, or 1/nodes for means, if the node is of the graph. */
static mgnn_status
readout_make(mg_matrix *x, const batch_parts *p, int mean, mgnn_error *err)
{
  mg_csr rows = { 0 };
  size_t at = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_csr_alloc(&rows, p->count, p->nodes, p->nodes, err));
  for (size_t k = 0; k < p->count; k++) {
    size_t n = p->c->node[p->graph[k] + 1] - p->c->node[p->graph[k]];

    for (size_t i = 0; i < n; i++, at++) {
      rows.col[at] = (unsigned)at;
      rows.value[at] = mean ? (mg_real)(1 / (double)n) : 1;
    }
    rows.row[k + 1] = at;
  }
  TRY(mg_matrix_sparse(x, &rows, err));
end:
  mg_csr_free(&rows);
  return status;
}

mgnn_status
mg_graph_batch_make(mg_graph_batch *b, const mg_collection *c,
                    const unsigned *graph, size_t count, int mean,
                    mgnn_error *err)
{
  batch_parts p = { .c = c, .graph = graph, .count = count };
  mgnn_status status = MGNN_OK;

  memset(b, 0, sizeof *b);
  for (size_t k = 0; k < count; k++) {
    p.nodes += c->node[graph[k] + 1] - c->node[graph[k]];
    p.edges += c->edge[graph[k] + 1] - c->edge[graph[k]];
  }
  TRY(mg_allocated(p.ends = mg_alloc(p.edges, 2 * sizeof *p.ends), err));
  p.features = mg_zalloc(p.nodes, (c->types + c->bonds) * sizeof *p.features);
  TRY(mg_allocated(p.features, err));
  parts_fill(&p);
  TRY(mg_matrix_make(&b->features, p.nodes, c->types + c->bonds, p.features,
                     err));
  TRY(readout_make(&b->readout, &p, mean, err));
  TRY(mg_slots_make(&b->plain, p.nodes, p.edges, p.ends, NULL, 0, err));
  TRY(mg_slots_make(&b->loops, p.nodes, p.edges, p.ends, NULL, 1, err));
  b->graphs = count;
  b->inputs = (mg_model_inputs){ .features = &b->features,
                                 .readout = &b->readout, .plain = &b->plain,
                                 .loops = &b->loops, .outputs = 1 };
end:
  mg_free_all(p.ends, p.features);
  if (status != MGNN_OK)
    mg_graph_batch_free(b);
  return status;
}
