/* Enumerates groups of nodes in rising order: the candidates at one level are
 * those of the level before that are also neighbours of the node just taken.
 * igraph lists cliques by cliquer, which begins with a matrix of n^2/8 bytes (10
 * GB for 300,000 nodes) and an ordering that takes as long: of 1500 nodes it lists
 * 138,000 groups of 4 in 0.05 s, which this lists and tests in 0.12 s, but the
 * first 200,000 of 16,000 nodes in 2.2 s, this in 0.17 s (bench/libraries).  It
 * finds another group first, too. */
#include "clique.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/subgraph.h"
#include "gram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MOST = MG_CLIQUE_DIM + 2 };

static const size_t most_groups = 200000, most_steps = 50000000;

/* A neighbour with a higher number, and how far it should be. */
typedef struct {
  unsigned node;
  double length;
} link;

typedef struct {
  size_t size, depth;
  double tolerance;
  const size_t *row;           /* n+1 */
  const link *up;              /* exact edges to higher nodes, rising */
  link *candidate[SIZE_MOST];  /* at each level; the length is to the node
                                  taken last */
  unsigned node[SIZE_MOST];
  double distance[SIZE_MOST * SIZE_MOST];
  size_t groups, steps;
  int found;
} enumeration;

static double
length_between(const enumeration *h, unsigned low, unsigned high)
{
  const link key = { high, 0 };
  const link *at = bsearch(&key, h->up + h->row[low],
                           h->row[low + 1] - h->row[low], sizeof key, mg_ascending_nodes);

  return at != NULL ? at->length : 0;
}

static mgnn_status
group_judge(enumeration *h, mgnn_error *err)
{
  mg_gram gram = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t a = 0; a < h->size; a++)
    for (size_t b = a + 1; b < h->size; b++)
      h->distance[a * h->size + b] = h->distance[b * h->size + a]
        = length_between(h, h->node[a], h->node[b]);
  TRY(mg_gram_init(&gram, h->size, h->distance, h->tolerance, err));
  h->found = !mg_gram_fits(&gram, h->size - 2);
  h->groups++;
end:
  mg_gram_free(&gram);
  return status;
}

/* Take every candidate of this level in turn.  Higher ones that are its
 * neighbours too are the candidates of the next; both lists are in rising order,
 * so that they are intersected by merging. */
static mgnn_status
descend(enumeration *h, const link *from, size_t count, mgnn_error *err)
{
  size_t level = h->depth;

  if (count + level < h->size)
    return MGNN_OK;
  for (size_t a = 0; a < count && !h->found; a++) {
    unsigned node = from[a].node;
    const link *up = h->up + h->row[node], *end = h->up + h->row[node + 1];
    size_t next = 0;

    if (h->groups >= most_groups || h->steps >= most_steps)
      break;
    h->node[level] = node;
    if (level + 1 == h->size) {
      PASS(group_judge(h, err));
      continue;
    }
    for (size_t b = a + 1; b < count && up < end;) {
      h->steps++;
      if (up->node == from[b].node) {
        h->candidate[level][next++] = from[b++];
        up++;
      } else if (up->node < from[b].node)
        up++;
      else
        b++;
    }
    h->depth = level + 1;
    PASS(descend(h, h->candidate[level], next, err));
    h->depth = level;
  }
  return MGNN_OK;
}

/* Nodes joined by edges of length 0 are one: each gets the lowest number of
 * its kind.  Returns how many such edges there are. */
static size_t
nodes_merge(const mg_graph *g, unsigned *as)
{
  size_t count = 0;

  for (size_t i = 0; i < g->n; i++)
    as[i] = (unsigned)i;
  for (size_t e = 0; e < g->m; e++) {
    if (g->target[e] > 0 || (g->target_upper != NULL && g->target_upper[e] > 0))
      continue;
    count++;
    mg_sets_join(as, g->ends[2 * e], g->ends[2 * e + 1]);
  }
  for (size_t i = 0; i < g->n; i++)      /* a lower number is done already */
    as[i] = as[as[i]];
  return count;
}

/* An exact edge between nodes that may be several. */
typedef struct {
  unsigned low, high;
  double length;
} bar;

static int
by_ends(const void *a, const void *b)
{
  const bar *x = a, *y = b;

  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  return x->high < y->high ? -1 : x->high > y->high;
}

/* The exact edges between merged nodes, each pair once, at its lower end.
 * (Two lengths for one pair are a violation, which violations.c finds.) */
static mgnn_status
links_fill(const mg_graph *g, const unsigned *as, size_t *row, link *up,
           mgnn_error *err)
{
  bar *all = mg_alloc(g->m, sizeof *all);
  size_t count = 0, used = 0, k = 0;

  PASS(mg_allocated(all, err));
  for (size_t e = 0; e < g->m; e++) {
    unsigned a = as[g->ends[2 * e]], b = as[g->ends[2 * e + 1]];

    if (a != b && (g->target_upper == NULL
                   || g->target_upper[e] == g->target[e]))
      all[count++] = (bar){ a < b ? a : b, a < b ? b : a, g->target[e] };
  }
  qsort(all, count, sizeof *all, by_ends);
  for (size_t i = 0; i < g->n; i++) {
    row[i] = used;
    for (; k < count && all[k].low == i; k++)
      if (used == row[i] || up[used - 1].node != all[k].high)
        up[used++] = (link){ all[k].high, all[k].length };
  }
  row[g->n] = used;
  mg_free(all);
  return MGNN_OK;
}

/* Nodes that should be one may be apart by the tolerance of every edge between
 * them: what a length has to bear on top of its own tolerance. */
static double
tolerance_of(const mg_graph *g, size_t zeros, double tolerance)
{
  double least = INFINITY;

  for (size_t e = 0; e < g->m; e++)
    if (g->target[e] > 0)
      least = fmin(least, g->target[e]);
  if (zeros == 0 || !isfinite(least))
    return tolerance;
  return tolerance * (1 + (double)zeros * mg_mean_length(g) / least);
}

mgnn_status
mg_clique_misfit(const mg_graph *g, size_t dim, double tolerance,
                 unsigned *nodes, int *found, mgnn_error *err)
{
  size_t *row = mg_alloc(g->n + 1, sizeof *row), most = 0;
  unsigned *as = mg_alloc(g->n, sizeof *as);
  link *up = mg_alloc(g->m, sizeof *up), *candidates = NULL;
  enumeration h = { .size = dim + 2, .row = row, .up = up };
  mgnn_status status = MGNN_OK;

  *found = 0;
  TRY(mg_allocated(row, err));
  TRY(mg_allocated(as, err));
  TRY(mg_allocated(up, err));
  if (dim > MG_CLIQUE_DIM)
    goto end;
  h.tolerance = tolerance_of(g, nodes_merge(g, as), tolerance);
  TRY(links_fill(g, as, row, up, err));
  for (size_t i = 0; i < g->n; i++)
    most = row[i + 1] - row[i] > most ? row[i + 1] - row[i] : most;
  TRY(mg_allocated(candidates = mg_alloc(most, SIZE_MOST * sizeof *candidates), err));
  for (size_t k = 0; k < SIZE_MOST; k++)
    h.candidate[k] = candidates + k * most;
  h.depth = 1;
  for (size_t i = 0; i < g->n && !h.found; i++) {
    h.node[0] = (unsigned)i;
    TRY(descend(&h, up + row[i], row[i + 1] - row[i], err));
  }
  if (h.found)
    memcpy(nodes, h.node, h.size * sizeof *nodes);
  *found = h.found;
end:
  mg_free(row);
  mg_free(as);
  mg_free(up);
  mg_free(candidates);
  return status;
}
