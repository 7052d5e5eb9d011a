/* Builds the bars of a graph, with its pinned nodes joined into one rigid body;
 * finds cliques; allocates the facts that the rigidity tests find. */
#include "rigidity.h"

#include "base/mem.h"
#include "base/subgraph.h"

#include <string.h>

/* Mark the nodes with all coordinates pinned.  A node that can still move in
 * some direction is not part of the pinned body. */
static size_t
mark_pinned(unsigned char *mark, size_t n, size_t dim,
            const unsigned char *pin)
{
  size_t count = 0;

  memset(mark, 0, n);
  for (size_t i = 0; pin != NULL && i < n; i++) {
    size_t c = 0;

    while (c < dim && pin[i * dim + c])
      c++;
    mark[i] = c == dim;
    count += mark[i];
  }
  return count;
}

mg_edge_kinds
mg_edge_kinds_count(const mg_graph *g)
{
  mg_edge_kinds k = { 0, 0, 0 };

  for (size_t e = 0; e < g->m; e++)
    *(mg_is_bar(g, e) ? &k.bars : mg_is_loose(g, e) ? &k.loose
      : &k.intervals) += 1;
  return k;
}

size_t
mgnn_problem_bars(const mgnn_problem *p)
{
  return mg_edge_kinds_count(&p->graph).bars;
}

/* Filling has moved the start of each bucket to its end; move the starts back. */
static void
rows_rewind(mg_bars *b)
{
  memmove(b->row + 1, b->row, b->n * sizeof *b->row);
  b->row[0] = 0;
}

/* Fill the rows with neighbours in increasing order, for the binary search of
 * `adjacent`: sort the ends of bars by the other end first, then by their own. */
static void
fill_rows(mg_bars *b)
{
  memset(b->row, 0, (b->n + 1) * sizeof *b->row);
  for (size_t k = 0; k < 2 * b->m; k++)
    b->row[b->ends[k] + 1]++;
  for (size_t i = 0; i < b->n; i++)
    b->row[i + 1] += b->row[i];
  for (size_t k = 0; k < 2 * b->m; k++)
    b->to[b->row[b->ends[k ^ 1]]++] = (unsigned)k;
  rows_rewind(b);
  for (size_t k = 0; k < 2 * b->m; k++)
    b->bar[b->row[b->ends[b->to[k]]]++] = b->to[k];
  rows_rewind(b);
  for (size_t k = 0; k < 2 * b->m; k++) {
    b->to[k] = b->ends[b->bar[k] ^ 1];
    b->bar[k] /= 2;
  }
}

static int
adjacent(const mg_bars *b, unsigned i, unsigned j)
{
  size_t from = b->row[i], to = b->row[i + 1];

  if (mg_bars_degree(b, j) < mg_bars_degree(b, i))
    return adjacent(b, j, i);
  while (to - from > 1) {
    size_t middle = from + (to - from) / 2;

    *(b->to[middle] <= j ? &from : &to) = middle;
  }
  return from < to && b->to[from] == j;
}

/* Join every pinned node to the first dim+1 pinned nodes, which makes all of them
 * one globally rigid body with O(pinned) bars; the arrays have room for these. */
static void
add_body(mg_bars *b, size_t dim, unsigned *base)
{
  size_t have = 0;

  for (size_t i = 0; i < b->n; i++) {
    if (!b->pin[i])
      continue;
    for (size_t k = 0; k < have; k++)
      if (!adjacent(b, (unsigned)i, base[k])) {
        b->ends[2 * b->m] = base[k];
        b->ends[2 * b->m++ + 1] = (unsigned)i;
      }
    if (have <= dim)
      base[have++] = (unsigned)i;
  }
}

/* Allocate for up to `most` bars, `edges` of them edges. */
static mgnn_status
bars_alloc(mg_bars *b, size_t edges, size_t most, mgnn_error *err)
{
  PASS(mg_allocated_all(err, MG_NEW(b->edge, edges),
                        b->ends = mg_alloc(most, 2 * sizeof *b->ends),
                        MG_NEW(b->row, b->n + 1),
                        b->to = mg_alloc(most, 2 * sizeof *b->to)));
  return mg_allocated(b->bar = mg_alloc(most, 2 * sizeof *b->bar), err);
}

mgnn_status
mg_bars_init(mg_bars *out, const mg_graph *g, size_t dim,
             const unsigned char *pin, mgnn_error *err)
{
  unsigned *base = mg_alloc(dim + 1, sizeof *base);
  mgnn_status status = MGNN_OK;

  *out = (mg_bars){ .n = g->n };
  TRY(mg_allocated_all(err, base, out->pin = mg_alloc(g->n, 1)));
  out->pinned = mark_pinned(out->pin, g->n, dim, pin);
  TRY(bars_alloc(out, g->m, g->m + out->pinned * (dim + 1), err));
  for (size_t e = 0; e < g->m; e++)
    if (mg_is_bar(g, e)) {
      out->edge[out->real] = (unsigned)e;
      memcpy(out->ends + 2 * out->real++, g->ends + 2 * e, 2 * sizeof *out->ends);
    }
  out->m = out->real;
  fill_rows(out);
  if (out->pinned > 0) {
    add_body(out, dim, base);
    fill_rows(out);
  }
end:
  mg_free(base);
  if (status != MGNN_OK)
    mg_bars_free(out);
  return status;
}

mgnn_status
mg_bars_select(mg_bars *out, const mg_bars *b, const unsigned char *keep,
               mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *out = (mg_bars){ .n = b->n, .pinned = b->pinned };
  TRY(mg_allocated(out->pin = mg_alloc(b->n, 1), err));
  if (b->n > 0)
    memcpy(out->pin, b->pin, b->n);
  TRY(bars_alloc(out, b->real, b->m, err));
  for (size_t k = 0; k < b->m; k++) {
    if (!keep[k])
      continue;
    if (k < b->real)
      out->edge[out->real++] = b->edge[k];
    memcpy(out->ends + 2 * out->m++, b->ends + 2 * k, 2 * sizeof *b->ends);
  }
  fill_rows(out);
end:
  if (status != MGNN_OK)
    mg_bars_free(out);
  return status;
}

/* ---- cliques ---- */

enum { CLIQUE_STEPS = 2000000 };

static int
joins_all(const mg_clique *c, unsigned i)
{
  for (size_t m = 0; m < c->count; m++)
    if (c->node[m] == i || !adjacent(c->b, c->node[m], i))
      return 0;
  return 1;
}

/* Whether some node is joined to all of the clique.  Only neighbours of the member
 * with the fewest bars are tried, lest a hub has each pair of its leaves tried. */
static int
can_grow(const mg_clique *c)
{
  const mg_bars *b = c->b;
  unsigned least = c->node[0];

  for (size_t m = 1; m < c->count; m++)
    if (mg_bars_degree(b, c->node[m]) < mg_bars_degree(b, least))
      least = c->node[m];
  for (size_t k = b->row[least]; k < b->row[least + 1]; k++)
    if (joins_all(c, b->to[k]))
      return 1;
  return 0;
}

/* Extend the clique to its size with neighbours of its first node, in the order
 * of that node's row. */
static int
clique_extend(mg_clique *c, size_t from)
{
  const mg_bars *b = c->b;

  if (c->count == c->size)
    return 1;
  if (!can_grow(c))
    return 0;
  for (size_t k = from; k < b->row[c->node[0] + 1]; k++) {
    if (++c->steps > CLIQUE_STEPS)
      return 0;
    if ((c->ask != NULL && !c->ask[b->to[k]]) || !joins_all(c, b->to[k]))
      continue;
    c->node[c->count++] = b->to[k];
    if (clique_extend(c, k + 1))
      return 1;
    c->count--;
  }
  return 0;
}

int
mg_clique_find(mg_clique *c, unsigned v)
{
  c->count = 0;
  for (unsigned i = 0; i < c->b->n && !c->alone; i++)
    if (c->b->pin[i])
      c->node[c->count++] = i;
  if (c->count == 0)
    c->node[c->count++] = v;
  return clique_extend(c, c->b->row[c->node[0]]);
}

void
mg_bars_free(mg_bars *b)
{
  mg_free_all(b->pin, b->edge, b->ends, b->row, b->to, b->bar);
  memset(b, 0, sizeof *b);
}

mgnn_status
mg_bar_facts_init(mg_bar_facts *out, size_t m, mgnn_error *err)
{
  memset(out, 0, sizeof *out);
  out->redundant = mg_zalloc(m, 1);
  out->part = mg_alloc(m, sizeof *out->part);
  if (out->redundant == NULL || out->part == NULL) {
    mg_bar_facts_free(out);
    return mg_fail_memory(err);
  }
  for (size_t e = 0; e < m; e++)
    out->part[e] = MG_NOWHERE;
  return MGNN_OK;
}

void
mg_bar_facts_free(mg_bar_facts *f)
{
  mg_free_all(f->redundant, f->part);
  mg_node_sets_free(&f->parts);
  memset(f, 0, sizeof *f);
}
