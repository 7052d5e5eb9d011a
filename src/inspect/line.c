/* Rigidity on the line, where a graph is rigid if it is connected and globally
 * rigid if no single node cuts it (or it is one bar). */
#include "rigidity.h"

#include "base/mem.h"
#include "base/subgraph.h"

#include <string.h>

/* A depth-first walk: when nodes were found, and the earliest node that can be
 * reached from below each by one step back. */
typedef struct {
  const mg_bars *b;
  unsigned *found, *low;       /* n; found: 0 not yet */
  unsigned *path, *via;        /* n: nodes on the way, the bars between them */
  size_t *slot;                /* n: the next neighbour to look at */
  unsigned clock;
  size_t bridges, cuts;        /* bridges, and nodes that part the graph */
  unsigned char *bridge;       /* m, or NULL */
} walk;

static mgnn_status
walk_init(walk *w, const mg_bars *b, unsigned char *bridge, mgnn_error *err)
{
  memset(w, 0, sizeof *w);
  w->b = b;
  w->bridge = bridge;
  w->found = mg_zalloc(b->n, 4 * sizeof *w->found);
  w->slot = mg_alloc(b->n, sizeof *w->slot);
  if (w->found == NULL || w->slot == NULL) {
    mg_free(w->found);
    mg_free(w->slot);
    return mg_fail_memory(err);
  }
  w->low = w->found + b->n;
  w->path = w->found + 2 * b->n;
  w->via = w->found + 3 * b->n;
  return MGNN_OK;
}

static void
walk_free(walk *w)
{
  mg_free(w->found);
  mg_free(w->slot);
}

static void
enter(walk *w, size_t depth, unsigned v, unsigned bar)
{
  w->path[depth] = v;
  w->via[depth] = bar;
  w->slot[v] = w->b->row[v];
  w->found[v] = w->low[v] = ++w->clock;
}

/* Leave the node at `depth`: what it reached its parent reaches too. */
static void
leave(walk *w, size_t depth, size_t *children)
{
  unsigned v = w->path[depth], up = w->path[depth - 1];

  if (w->low[v] < w->low[up])
    w->low[up] = w->low[v];
  if (w->low[v] > w->found[up]) {
    w->bridges++;
    if (w->bridge != NULL)
      w->bridge[w->via[depth]] = 1;
  }
  if (depth == 1)
    ++*children;
  else if (w->low[v] >= w->found[up])
    w->cuts++;
}

/* Walk through the component of `root`. */
static void
walk_component(walk *w, unsigned root)
{
  const mg_bars *b = w->b;
  size_t depth = 0, children = 0;

  enter(w, 0, root, MG_NOWHERE);
  for (;;) {
    unsigned v = w->path[depth];

    if (w->slot[v] < b->row[v + 1]) {
      size_t k = w->slot[v]++;
      unsigned x = b->to[k];

      if (w->found[x] == 0)
        enter(w, ++depth, x, b->bar[k]);
      else if (b->bar[k] != w->via[depth] && w->found[x] < w->low[v])
        w->low[v] = w->found[x];
    } else if (depth == 0) {
      break;
    } else {
      leave(w, depth, &children);
      depth--;
    }
  }
  w->cuts += children > 1;
}

/* The part of every bar on the line is the component it is in. */
static mgnn_status
component_part(walk *w, unsigned root, unsigned *member, mg_bar_facts *out,
               mgnn_error *err)
{
  const mg_bars *b = w->b;
  unsigned number = (unsigned)out->parts.count;
  unsigned before = w->clock;
  size_t count = 1;

  walk_component(w, root);
  out->rank += w->clock - before - 1;
  if (w->clock == before + 1)
    return MGNN_OK;            /* a lone node is no part */
  member[0] = root;
  w->low[root] = 0;            /* from here on: collected */
  for (size_t k = 0; k < count; k++)
    for (size_t s = b->row[member[k]]; s < b->row[member[k] + 1]; s++) {
      out->part[b->bar[s]] = number;
      if (w->low[b->to[s]] != 0) {
        w->low[b->to[s]] = 0;
        member[count++] = b->to[s];
      }
    }
  return mg_parts_add(&out->parts, member, count, err);
}

mgnn_status
mg_line_play(const mg_bars *b, mg_bar_facts *out, mgnn_error *err)
{
  unsigned *member = mg_alloc(b->n, sizeof *member);
  mgnn_status status;
  walk w;

  if (member == NULL)
    return mg_fail_memory(err);
  status = walk_init(&w, b, out->redundant, err);
  if (status != MGNN_OK)
    goto leave;
  for (size_t i = 0; i < b->n && status == MGNN_OK; i++)
    if (w.found[i] == 0)
      status = component_part(&w, (unsigned)i, member, out, err);
  for (size_t e = 0; e < b->m; e++)
    out->redundant[e] = !out->redundant[e];    /* the walk marked bridges */
  walk_free(&w);
leave:
  mg_free(member);
  return status;
}

mgnn_status
mg_biconnected(const mg_bars *b, int *yes, mgnn_error *err)
{
  mgnn_status status;
  walk w;

  *yes = 0;
  if (b->n < 3)
    return MGNN_OK;
  status = walk_init(&w, b, NULL, err);
  if (status != MGNN_OK)
    return status;
  walk_component(&w, 0);
  *yes = w.clock == b->n && w.cuts == 0;
  walk_free(&w);
  return MGNN_OK;
}
