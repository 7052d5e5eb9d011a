/* The framework of a graph, with its pinned nodes as one body; and what the
 * tests fill in. */
#include "rigidity.h"

#include "base/mem.h"
#include "base/subgraph.h"

#include <string.h>

/* Only nodes all of whose coordinates are pinned: one that can still move in
 * some direction is no part of the body. */
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

static int
adjacent(const mg_graph *g, unsigned i, unsigned j)
{
  size_t di = g->row[i + 1] - g->row[i], dj = g->row[j + 1] - g->row[j];

  if (dj < di)
    return adjacent(g, j, i);
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    if (g->to[k] == j)
      return 1;
  return 0;
}

/* Join every pinned node to the dim+1 first ones, which makes them one globally
 * rigid body with O(pinned) bars; returns the new count of bars, for which `ends`
 * has the capacity. */
static size_t
add_body(const mg_graph *g, size_t dim, const unsigned char *mark,
         unsigned *ends, unsigned *base)
{
  size_t m = g->m, have = 0;

  for (size_t i = 0; i < g->n; i++) {
    if (!mark[i])
      continue;
    for (size_t k = 0; k < have; k++)
      if (!adjacent(g, (unsigned)i, base[k])) {
        ends[2 * m] = base[k];
        ends[2 * m + 1] = (unsigned)i;
        m++;
      }
    if (have <= dim)
      base[have++] = (unsigned)i;
  }
  return m;
}

static void
fill_rows(mg_bars *b)
{
  for (size_t k = 0; k < 2 * b->m; k++)
    b->row[b->ends[k] + 1]++;
  for (size_t i = 0; i < b->n; i++)
    b->row[i + 1] += b->row[i];
  for (size_t k = 0; k < 2 * b->m; k++) {
    size_t at = b->row[b->ends[k]]++;

    b->to[at] = b->ends[k ^ 1];
    b->bar[at] = (unsigned)(k / 2);
  }
  memmove(b->row + 1, b->row, b->n * sizeof *b->row);
  b->row[0] = 0;
}

mgnn_status
mg_bars_init(mg_bars *out, const mg_graph *g, size_t dim,
             const unsigned char *pin, mgnn_error *err)
{
  unsigned *base = mg_alloc(dim + 1, sizeof *base);
  size_t most;
  mgnn_status status = MGNN_OK;

  *out = (mg_bars){ .n = g->n, .m = g->m, .real = g->m };
  TRY(mg_allocated(base, err));
  TRY(mg_allocated(out->pin = mg_alloc(g->n, 1), err));
  out->pinned = mark_pinned(out->pin, g->n, dim, pin);
  most = g->m + out->pinned * (dim + 1);
  TRY(mg_allocated(out->ends = mg_alloc(most, 2 * sizeof *out->ends), err));
  TRY(mg_allocated(out->row = mg_zalloc(g->n + 1, sizeof *out->row), err));
  TRY(mg_allocated(out->to = mg_alloc(most, 2 * sizeof *out->to), err));
  TRY(mg_allocated(out->bar = mg_alloc(most, 2 * sizeof *out->bar), err));
  if (g->m > 0)
    memcpy(out->ends, g->ends, 2 * g->m * sizeof *out->ends);
  out->m = add_body(g, dim, out->pin, out->ends, base);
  fill_rows(out);
end:
  mg_free(base);
  if (status != MGNN_OK)
    mg_bars_free(out);
  return status;
}

void
mg_bars_free(mg_bars *b)
{
  mg_free(b->pin);
  mg_free(b->ends);
  mg_free(b->row);
  mg_free(b->to);
  mg_free(b->bar);
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
  mg_free(f->redundant);
  mg_free(f->part);
  mg_node_sets_free(&f->parts);
  memset(f, 0, sizeof *f);
}
