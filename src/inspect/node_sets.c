/* Keeps sets of nodes in one growing array, and finds separators. */
#include "node_sets.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/subgraph.h"

#include <stdlib.h>
#include <string.h>

mgnn_status
mg_node_sets_add(mg_node_sets *sets, const unsigned *node, size_t count,
                 mgnn_error *err)
{
  size_t used = sets->count > 0 ? sets->first[sets->count] : 0;

  if (sets->count + 1 >= sets->count_cap) {
    size_t cap = sets->count_cap * 3 / 2 + 16;
    size_t *first = mg_resize(sets->first, cap, sizeof *first);

    PASS(mg_allocated(first, err));
    sets->first = first;
    sets->count_cap = cap;
  }
  if (used + count > sets->node_cap) {
    size_t cap = (used + count) * 3 / 2;
    unsigned *nodes = mg_resize(sets->node, cap, sizeof *nodes);

    PASS(mg_allocated(nodes, err));
    sets->node = nodes;
    sets->node_cap = cap;
  }
  memcpy(sets->node + used, node, count * sizeof *node);
  qsort(sets->node + used, count, sizeof *node, mg_ascending_nodes);
  sets->first[sets->count] = used;
  sets->first[++sets->count] = used + count;
  return MGNN_OK;
}

/* A set by its place in the array, so that sorting moves no nodes. */
struct row {
  size_t at, size;
  unsigned lowest, number;
};

static int
by_size(const void *a, const void *b)
{
  const struct row *x = a, *y = b;

  if (x->size != y->size)
    return x->size < y->size ? 1 : -1;
  if (x->lowest != y->lowest)
    return x->lowest < y->lowest ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

mgnn_status
mg_node_sets_sort(mg_node_sets *sets, unsigned *set, size_t m, mgnn_error *err)
{
  size_t count = sets->count, used = count > 0 ? sets->first[count] : 0;
  struct row *row = mg_alloc(count, sizeof *row);
  unsigned *node = mg_alloc(used, sizeof *node);
  unsigned *place = mg_alloc(count, sizeof *place);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, row, node, place));
  for (size_t i = 0; i < count; i++)
    row[i] = (struct row){ sets->first[i], mg_node_sets_size(sets, i),
                           sets->node[sets->first[i]], (unsigned)i };
  if (count > 0)
    qsort(row, count, sizeof *row, by_size);
  used = 0;
  for (size_t i = 0; i < count; i++) {
    memcpy(node + used, sets->node + row[i].at, row[i].size * sizeof *node);
    sets->first[i] = used;
    used += row[i].size;
    place[row[i].number] = (unsigned)i;
  }
  if (used > 0)
    memcpy(sets->node, node, used * sizeof *node);
  for (size_t e = 0; e < m; e++)
    if (set[e] != MG_NOWHERE)
      set[e] = place[set[e]];
end:
  mg_free_all(row, node, place);
  return status;
}

void
mg_node_sets_free(mg_node_sets *sets)
{
  mg_free_all(sets->first, sets->node);
  memset(sets, 0, sizeof *sets);
}

/* ---- separators: the cut nodes of what is left of the graph without some nodes ---- */

enum { MOST = 6 };
static const double most_steps = 2e8;

typedef struct {
  const mg_graph *g;
  mg_separators *out;
  size_t most, limit;          /* most nodes in a set, most sets */
  unsigned char *gone;         /* n: removed for now */
  unsigned char *cut;          /* n: 1 for a cut node */
  mg_depth_first tree;
  unsigned taken[MOST];
  size_t taken_count;
  double steps;
} separation;

/* Take nodes in rising order, so that every set occurs once. */
static size_t
next_node(const separation *h)
{
  return h->taken_count > 0 ? h->taken[h->taken_count - 1] + 1 : 0;
}

/* Find all sets that end with a cut node by one linear search, n times faster
 * than testing every set. */
static mgnn_status
cuts_find(separation *h, mgnn_error *err)
{
  const mg_graph *g = h->g;

  h->tree.count = 0;
  memset(h->tree.found, 0, g->n * sizeof *h->tree.found);
  memset(h->cut, 0, g->n);
  h->steps += (double)g->n;
  for (size_t i = 0; i < g->n; i++) {
    if (h->gone[i])
      continue;
    h->steps += (double)(g->row[i + 1] - g->row[i]);
    if (h->tree.found[i] == 0)
      mg_depth_first_search(&h->tree, g->row, g->to, h->gone, (unsigned)i);
  }
  mg_cut_nodes(&h->tree, h->cut);
  for (size_t i = next_node(h); i < g->n; i++) {
    if (!h->cut[i])
      continue;
    if (h->out->sets.count >= h->limit) {
      h->out->complete = 0;
      break;
    }
    h->taken[h->taken_count] = (unsigned)i;
    PASS(mg_node_sets_add(&h->out->sets, h->taken, h->taken_count + 1, err));
  }
  return MGNN_OK;
}

static mgnn_status
descend(separation *h, mgnn_error *err)
{
  PASS(cuts_find(h, err));
  if (h->taken_count + 1 >= h->most)
    return MGNN_OK;
  for (size_t i = next_node(h); i < h->g->n; i++) {
    if (h->steps > most_steps || h->out->sets.count >= h->limit) {
      h->out->complete = 0;
      break;
    }
    h->taken[h->taken_count++] = (unsigned)i;
    h->gone[i] = 1;
    PASS(descend(h, err));
    h->gone[i] = 0;
    h->taken_count--;
  }
  return MGNN_OK;
}

mgnn_status
mg_separators_find(mg_separators *out, const mg_graph *g, size_t most,
                   size_t limit, mgnn_error *err)
{
  separation h = { .g = g, .out = out, .most = most < MOST ? most : MOST,
                   .limit = limit };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  out->complete = most <= MOST;
  TRY(mg_allocated_all(err, h.gone = mg_zalloc(g->n, 1),
                       h.cut = mg_alloc(g->n, 1)));
  TRY(mg_depth_first_init(&h.tree, g->n, err));
  TRY(descend(&h, err));
end:
  mg_free_all(h.gone, h.cut);
  mg_depth_first_free(&h.tree);
  if (status != MGNN_OK)
    mg_node_sets_free(&out->sets);
  return status;
}

size_t
mg_pieces_without(const mg_graph *g, const unsigned *node, size_t size,
                  unsigned *piece, unsigned *queue)
{
  const unsigned open = MG_NO_PIECE - 1;
  size_t count = 0;

  for (size_t i = 0; i < g->n; i++)
    piece[i] = open;
  for (size_t k = 0; k < size; k++)
    piece[node[k]] = MG_NO_PIECE;
  for (size_t i = 0; i < g->n; i++) {
    size_t end = 1;

    if (piece[i] != open)
      continue;
    queue[0] = (unsigned)i;
    piece[i] = (unsigned)count;
    for (size_t k = 0; k < end; k++)
      for (size_t s = g->row[queue[k]]; s < g->row[queue[k] + 1]; s++)
        if (piece[g->to[s]] == open) {
          piece[g->to[s]] = (unsigned)count;
          queue[end++] = g->to[s];
        }
    count++;
  }
  return count;
}
