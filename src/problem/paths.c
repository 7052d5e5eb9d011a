/* Dijkstra's algorithm on a binary heap, and a plain queue where all lengths
 * are equal.  igraph has both, but only on a graph of its own and into a fresh
 * matrix for every call; thousands of searches for the few nearest nodes need
 * scratch that is cleared by what was touched. */
#include "paths.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

double
mg_paths_length(const mg_graph *g, size_t k)
{
  if (g->upper == NULL || isinf(g->upper[k]))
    return g->length[k];
  return (g->length[k] + g->upper[k]) / 2;
}

mgnn_status
mg_paths_init(mg_paths *p, const mg_graph *g, mgnn_error *err)
{
  memset(p, 0, sizeof *p);
  p->graph = g;
  p->heap = mg_alloc(g->n, sizeof *p->heap);
  p->place = mg_alloc(g->n, sizeof *p->place);
  p->distance = mg_alloc(g->n, sizeof *p->distance);
  p->reached = mg_alloc(g->n, sizeof *p->reached);
  if (p->heap == NULL || p->place == NULL || p->distance == NULL
      || p->reached == NULL) {
    mg_paths_free(p);
    return mg_fail_memory(err);
  }
  for (size_t i = 0; i < g->n; i++)
    p->distance[i] = INFINITY;
  p->reach = INFINITY;
  p->unit = g->upper == NULL;
  for (size_t e = 1; e < g->m && p->unit; e++)
    p->unit = g->target[e] == g->target[0];
  return MGNN_OK;
}

void
mg_paths_free(mg_paths *p)
{
  mg_free(p->heap);
  mg_free(p->place);
  mg_free(p->distance);
  mg_free(p->reached);
  memset(p, 0, sizeof *p);
}

/* Nearer first; of equals the one with the lower number. */
static int
before(const mg_paths *p, unsigned a, unsigned b)
{
  return p->distance[a] < p->distance[b]
         || (p->distance[a] == p->distance[b] && a < b);
}

static void
sift_up(mg_paths *p, size_t at)
{
  unsigned node = p->heap[at];

  while (at > 0 && before(p, node, p->heap[(at - 1) / 2])) {
    p->heap[at] = p->heap[(at - 1) / 2];
    p->place[p->heap[at]] = at;
    at = (at - 1) / 2;
  }
  p->heap[at] = node;
  p->place[node] = at;
}

static void
sift_down(mg_paths *p, size_t size, size_t at)
{
  unsigned node = p->heap[at];

  for (;;) {
    size_t child = 2 * at + 1;

    if (child >= size)
      break;
    if (child + 1 < size && before(p, p->heap[child + 1], p->heap[child]))
      child++;
    if (!before(p, p->heap[child], node))
      break;
    p->heap[at] = p->heap[child];
    p->place[p->heap[at]] = at;
    at = child;
  }
  p->heap[at] = node;
  p->place[node] = at;
}

static void
breadth_first(mg_paths *p, size_t source, size_t most)
{
  const mg_graph *g = p->graph;
  double length = g->m > 0 ? g->target[0] : 0;

  p->distance[source] = 0;
  p->reached[p->reached_count++] = (unsigned)source;
  /* Where all are reached the last of them need not be looked at. */
  for (size_t k = 0; k < p->reached_count && p->reached_count < most; k++) {
    unsigned i = p->reached[k];

    /* A hub may have far more neighbours than are asked for. */
    for (size_t s = g->row[i]; s < g->row[i + 1] && p->reached_count < most; s++)
      if (isinf(p->distance[g->to[s]])) {
        p->distance[g->to[s]] = p->distance[i] + length;
        p->reached[p->reached_count++] = g->to[s];
      }
  }
}

/* The length of slot k, as this search takes it. */
static double
slot_length(const mg_paths *p, size_t k)
{
  return p->longest && p->graph->upper != NULL ? p->graph->upper[k]
                                               : mg_paths_length(p->graph, k);
}

static void
forget(mg_paths *p)
{
  for (size_t k = 0; k < p->reached_count; k++)
    p->distance[p->reached[k]] = INFINITY;
  p->reached_count = 0;
}

void
mg_paths_begin(mg_paths *p, size_t source)
{
  forget(p);
  p->distance[source] = 0;
  p->heap[0] = (unsigned)source;
  p->place[source] = 0;
  p->open = 1;
}

double
mg_paths_next(const mg_paths *p)
{
  return p->open > 0 ? p->distance[p->heap[0]] : INFINITY;
}

unsigned
mg_paths_step(mg_paths *p)
{
  const mg_graph *g = p->graph;
  unsigned i = p->heap[0];

  p->reached[p->reached_count++] = i;
  p->place[i] = SIZE_MAX;      /* settled */
  if (--p->open > 0) {
    p->heap[0] = p->heap[p->open];
    sift_down(p, p->open, 0);
  }
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    unsigned j = g->to[k];
    double far = p->distance[i] + slot_length(p, k);

    if (!(far < p->distance[j]) || far >= p->reach)
      continue;
    if (isinf(p->distance[j])) {
      p->place[j] = p->open;
      p->heap[p->open++] = j;
    }
    p->distance[j] = far;
    if (p->from != NULL)
      p->from[j] = i;
    sift_up(p, p->place[j]);
  }
  return i;
}

void
mg_paths_end(mg_paths *p)
{
  for (size_t k = 0; k < p->open; k++)   /* touched, but not settled */
    p->distance[p->heap[k]] = INFINITY;
  p->open = 0;
}

void
mg_paths_from(mg_paths *p, size_t source, size_t most)
{
  if (p->unit) {
    forget(p);
    breadth_first(p, source, most);
    return;
  }
  mg_paths_begin(p, source);
  while (p->open > 0 && p->reached_count < most)
    mg_paths_step(p);
  mg_paths_end(p);
}
