/* Orders for branch and prune with arcs (Lavor, Liberti and Mucherino, "The interval
 * Branch-and-Prune algorithm", 2013): what is placed first should leave few places
 * to what comes later. */
#include "arc_order.h"
#include "base/mem.h"
#include "base/subgraph.h"
#include "k_tree.h"

#include <string.h>

enum { CLIQUES = 4 };          /* that are tried */

typedef struct {
  const mg_graph *g;
  size_t dim;
  const unsigned *number;
  mg_arc_order *out;
  unsigned *exact, *any;       /* n: lengths to what is placed */
  unsigned char *placed;       /* n */
  size_t count, weak;
} grower;

static int
slot_counts(const mg_graph *g, size_t k)
{
  return g->weight == NULL || g->weight[k] > 0;
}

static unsigned
number_of(const grower *w, unsigned i)
{
  return w->number != NULL ? w->number[i] : i;
}

static void
node_take(grower *w, unsigned *order, unsigned i)
{
  const mg_graph *g = w->g;

  w->placed[i] = 1;
  order[w->count++] = i;
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    if (slot_counts(g, k)) {
      w->any[g->to[k]]++;
      w->exact[g->to[k]] += (unsigned)mg_slot_is_bar(g, k);
    }
}

/* Whether node i comes before node j. */
static int
is_first(const grower *w, unsigned i, unsigned j)
{
  unsigned dim = (unsigned)w->dim;
  unsigned a = w->exact[i] < dim ? w->exact[i] : dim;
  unsigned b = w->exact[j] < dim ? w->exact[j] : dim;

  if (a != b)
    return a > b;
  if (w->any[i] != w->any[j])
    return w->any[i] > w->any[j];
  return number_of(w, i) < number_of(w, j);
}

/* The next node; MG_NOWHERE if none is joined to those that are placed. */
static unsigned
node_next(const grower *w)
{
  unsigned best = MG_NOWHERE;

  for (unsigned i = 0; i < w->g->n; i++)
    if (!w->placed[i] && w->any[i] > 0
        && (best == MG_NOWHERE || is_first(w, i, best)))
      best = i;
  return best;
}

/* A clique of exact lengths that begins with node i: each time the first node by
 * number that is joined to all before it. */
static int
clique_take(grower *w, unsigned i, unsigned *order)
{
  size_t n = w->g->n;

  memset(w->placed, 0, n);
  memset(w->exact, 0, 2 * n * sizeof *w->exact);
  w->count = w->weak = 0;
  node_take(w, order, i);
  while (w->count < w->dim) {
    unsigned best = MG_NOWHERE;

    for (unsigned j = 0; j < n; j++)
      if (!w->placed[j] && w->exact[j] == w->count
          && (best == MG_NOWHERE || number_of(w, j) < number_of(w, best)))
        best = j;
    if (best == MG_NOWHERE)
      return 0;
    node_take(w, order, best);
  }
  return 1;
}

/* Grow from a clique at node i; what is better than before is kept. */
static void
grow(grower *w, unsigned i, unsigned *order, int *found)
{
  size_t n = w->g->n;

  if (!clique_take(w, i, order))
    return;
  while (w->count < n) {
    unsigned next = node_next(w);

    if (next == MG_NOWHERE)
      return;
    w->weak += w->exact[next] + 1 < w->dim || w->any[next] < w->dim;
    node_take(w, order, next);
  }
  if (!*found || w->weak < w->out->weak) {
    memcpy(w->out->order, order, n * sizeof *order);
    w->out->weak = w->weak;
  }
  *found = 1;
}

mgnn_status
mg_arc_order_find(mg_arc_order *out, const mg_graph *g, size_t dim,
                  const unsigned *number, mgnn_error *err)
{
  grower w = { .g = g, .dim = dim, .number = number, .out = out };
  size_t n = g->n;
  unsigned *order = NULL, *by_number;
  int found = 0;
  mgnn_status status = MGNN_OK;

  *out = (mg_arc_order){ .weak = 0 };
  if (n <= dim || g->length == NULL)
    return MGNN_OK;
  TRY(mg_allocated(out->order = mg_alloc(2 * n, sizeof *out->order), err));
  TRY(mg_allocated(order = mg_alloc(4 * n, sizeof *order), err));
  TRY(mg_allocated(w.placed = mg_alloc(n, 1), err));
  out->rank = out->order + n;
  by_number = order + n;
  w.exact = by_number + n;
  w.any = w.exact + n;
  for (unsigned i = 0; i < n; i++)
    by_number[number_of(&w, i)] = i;
  for (size_t k = 0; k < CLIQUES && !(found && out->weak == 0); k++)
    grow(&w, by_number[k * n / CLIQUES], order, &found);
  for (size_t k = 0; k < n && found; k++)
    out->rank[out->order[k]] = (unsigned)k;
end:
  mg_free(order);
  mg_free(w.placed);
  if (!found)
    mg_arc_order_free(out);
  return status;
}

void
mg_arc_order_free(mg_arc_order *order)
{
  mg_free(order->order);
  memset(order, 0, sizeof *order);
}
