/* Induced subgraphs.  igraph makes them too, but of its own graphs and without
 * the lengths in the slots. */
#include "subgraph.h"
#include "mem.h"

#include <string.h>

/* Count the edges inside, or with `ends` and `slot` write them down: each at
 * its end with the lower number in the subgraph. */
static size_t
inner_edges(const mg_graph *g, const unsigned *nodes, size_t count,
            const unsigned *map, unsigned *ends, unsigned *slot)
{
  size_t m = 0;

  for (size_t a = 0; a < count; a++)
    for (size_t k = g->row[nodes[a]]; k < g->row[nodes[a] + 1]; k++) {
      unsigned b = map[g->to[k]];

      if (b == MG_NOWHERE || b <= a)
        continue;
      if (ends != NULL) {
        ends[2 * m] = (unsigned)a;
        ends[2 * m + 1] = b;
        slot[m] = (unsigned)k;
      }
      m++;
    }
  return m;
}

/* One value per edge: that of its slot, or of the extra edge. */
static void
pick(const mg_subgraph *s, const double *slots, const double *extra,
     double otherwise, double *out)
{
  size_t inner = 0;

  for (size_t e = 0; e < s->graph.m; e++)
    if (s->edge[e] != MG_NOWHERE) {
      out[e] = slots[s->edge[e]];
      inner++;
    } else
      out[e] = extra != NULL ? extra[e - inner] : otherwise;
}

static mgnn_status
values_set(mg_subgraph *s, const mg_graph *g, const double *extra,
           mgnn_error *err)
{
  double *lower = mg_alloc(s->graph.m, sizeof *lower);
  double *upper = mg_alloc(s->graph.m, sizeof *upper);
  mgnn_status status = MGNN_OK;

  if (lower == NULL || upper == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK) {
    pick(s, g->length, extra, 1, lower);
    if (g->upper != NULL)
      pick(s, g->upper, extra, 1, upper);
    status = mg_graph_lengths_set(&s->graph, lower,
                                  g->upper != NULL ? upper : NULL, err);
  }
  if (status == MGNN_OK && g->weight != NULL) {
    pick(s, g->weight, NULL, 1, lower);
    status = mg_graph_stiffness_set(&s->graph, lower, err);
  }
  mg_free(lower);
  mg_free(upper);
  return status;
}

mgnn_status
mg_subgraph_init(mg_subgraph *out, const mg_graph *g, const unsigned *nodes,
                 size_t count, unsigned *map, const mg_extra_edges *extra,
                 mgnn_error *err)
{
  size_t more = extra != NULL ? extra->count : 0, m;
  unsigned *ends;
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  for (size_t a = 0; a < count; a++)
    map[nodes[a]] = (unsigned)a;
  m = inner_edges(g, nodes, count, map, NULL, NULL);
  ends = mg_alloc(m + more, 2 * sizeof *ends);
  out->node = mg_alloc(count, sizeof *out->node);
  out->edge = mg_alloc(m + more, sizeof *out->edge);
  if (ends == NULL || out->node == NULL || out->edge == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK) {
    memcpy(out->node, nodes, count * sizeof *nodes);
    inner_edges(g, nodes, count, map, ends, out->edge);
    for (size_t k = 0; k < more; k++) {
      ends[2 * (m + k)] = extra->ends[2 * k];
      ends[2 * (m + k) + 1] = extra->ends[2 * k + 1];
      out->edge[m + k] = MG_NOWHERE;
    }
    status = mg_graph_init(&out->graph, count, m + more, ends, err);
    if (status == MGNN_OK) {
      ends = NULL;             /* belongs to the graph now */
      status = values_set(out, g, more > 0 ? extra->length : NULL, err);
    }
  }
  for (size_t a = 0; a < count; a++)
    map[nodes[a]] = MG_NOWHERE;
  if (status != MGNN_OK) {
    mg_free(ends);
    mg_subgraph_free(out);
  }
  return status;
}

void
mg_subgraph_free(mg_subgraph *s)
{
  mg_graph_free(&s->graph);
  mg_free(s->node);
  mg_free(s->edge);
  memset(s, 0, sizeof *s);
}

void
mg_subgraph_take(const mg_subgraph *s, size_t dim, const double *whole,
                 double *part)
{
  for (size_t a = 0; a < s->graph.n; a++)
    memcpy(part + a * dim, whole + s->node[a] * dim, dim * sizeof *part);
}

void
mg_subgraph_give(const mg_subgraph *s, size_t dim, const double *part,
                 double *whole)
{
  for (size_t a = 0; a < s->graph.n; a++)
    memcpy(whole + s->node[a] * dim, part + a * dim, dim * sizeof *part);
}
