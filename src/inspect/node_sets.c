/* Sets of nodes in one growing array. */
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

/* A set by its place, so that sorting moves no nodes. */
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

  TRY(mg_allocated(row, err));
  TRY(mg_allocated(node, err));
  TRY(mg_allocated(place, err));
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
  mg_free(row);
  mg_free(node);
  mg_free(place);
  return status;
}

void
mg_node_sets_free(mg_node_sets *sets)
{
  mg_free(sets->first);
  mg_free(sets->node);
  memset(sets, 0, sizeof *sets);
}
