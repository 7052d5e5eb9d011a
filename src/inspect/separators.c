/* Cut nodes by depth-first search (Hopcroft and Tarjan), in what is left of the
 * graph without some nodes. */
#include "separators.h"
#include "base/mem.h"

#include <string.h>

enum { MOST = 6 };
static const double most_steps = 2e8;

typedef struct {
  const mg_graph *g;
  mg_separators *out;
  size_t room;
  unsigned char *gone;         /* n: left out for now */
  unsigned char *cut;          /* n: found to be a cut node */
  unsigned *time, *low, *from; /* n each */
  size_t *next;                /* n: the slot to look at */
  unsigned taken[MOST];
  size_t taken_count;
  double steps;
} hunt;

/* Walk down from a root and mark the cut nodes of its piece. */
static void
walk(hunt *h, unsigned root, unsigned *clock)
{
  const mg_graph *g = h->g;
  unsigned i = root, children = 0;

  h->from[root] = root;
  h->time[root] = h->low[root] = ++*clock;
  h->next[root] = g->row[root];
  for (;;) {
    if (h->next[i] < g->row[i + 1]) {
      unsigned j = g->to[h->next[i]++];

      h->steps++;
      if (h->gone[j] || j == h->from[i])
        continue;
      if (h->time[j] != 0) {
        if (h->time[j] < h->low[i])
          h->low[i] = h->time[j];
        continue;
      }
      h->from[j] = i;
      h->time[j] = h->low[j] = ++*clock;
      h->next[j] = g->row[j];
      i = j;
      continue;
    }
    if (i == root)
      break;
    {
      unsigned up = h->from[i];

      if (h->low[i] < h->low[up])
        h->low[up] = h->low[i];
      if (up == root)
        children++;
      else if (h->low[i] >= h->time[up])
        h->cut[up] = 1;
      i = up;
    }
  }
  h->cut[root] = children > 1;
}

static mgnn_status
set_add(hunt *h, unsigned last, mgnn_error *err)
{
  mg_separators *s = h->out;
  unsigned *node;
  size_t *size = mg_grow(s->size, s->count, &s->size_cap, sizeof *size);

  if (size == NULL)
    return mg_fail_memory(err);
  s->size = size;
  node = mg_grow(s->node, s->count, &s->node_cap, s->most * sizeof *node);
  if (node == NULL)
    return mg_fail_memory(err);
  s->node = node;
  memset(node + s->count * s->most, 0, s->most * sizeof *node);
  memcpy(node + s->count * s->most, h->taken,
         h->taken_count * sizeof *node);
  node[s->count * s->most + h->taken_count] = last;
  size[s->count++] = h->taken_count + 1;
  return MGNN_OK;
}

/* The cut nodes without those taken. */
static mgnn_status
cuts_find(hunt *h, mgnn_error *err)
{
  size_t n = h->g->n;
  unsigned after = h->taken_count > 0 ? h->taken[h->taken_count - 1] + 1 : 0;
  unsigned clock = 0;
  mgnn_status status = MGNN_OK;

  memset(h->time, 0, n * sizeof *h->time);
  memset(h->cut, 0, n);
  h->steps += (double)n;
  for (size_t i = 0; i < n; i++)
    if (!h->gone[i] && h->time[i] == 0)
      walk(h, (unsigned)i, &clock);
  for (size_t i = after; i < n && status == MGNN_OK; i++)
    if (h->cut[i]) {
      if (h->out->count >= h->room)
        h->out->complete = 0;
      else
        status = set_add(h, (unsigned)i, err);
    }
  return status;
}

/* Leave out one more node, every one in turn. */
static mgnn_status
descend(hunt *h, mgnn_error *err)
{
  size_t first = h->taken_count > 0 ? h->taken[h->taken_count - 1] + 1 : 0;
  mgnn_status status = cuts_find(h, err);

  if (h->taken_count + 1 >= h->out->most)
    return status;
  for (size_t i = first; i < h->g->n && status == MGNN_OK; i++) {
    if (h->steps > most_steps || h->out->count >= h->room) {
      h->out->complete = 0;
      break;
    }
    h->taken[h->taken_count++] = (unsigned)i;
    h->gone[i] = 1;
    status = descend(h, err);
    h->gone[i] = 0;
    h->taken_count--;
  }
  return status;
}

mgnn_status
mg_separators_find(mg_separators *out, const mg_graph *g, size_t most,
                   size_t room, mgnn_error *err)
{
  hunt h = { .g = g, .out = out, .room = room };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  out->most = most < MOST ? most : MOST;
  out->complete = most <= MOST;
  h.gone = mg_zalloc(g->n, 1);
  h.cut = mg_alloc(g->n, 1);
  h.time = mg_alloc(g->n, sizeof *h.time);
  h.low = mg_alloc(g->n, sizeof *h.low);
  h.from = mg_alloc(g->n, sizeof *h.from);
  h.next = mg_alloc(g->n, sizeof *h.next);
  if (h.gone == NULL || h.cut == NULL || h.time == NULL || h.low == NULL
      || h.from == NULL || h.next == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK)
    status = descend(&h, err);
  mg_free(h.gone);
  mg_free(h.cut);
  mg_free(h.time);
  mg_free(h.low);
  mg_free(h.from);
  mg_free(h.next);
  if (status != MGNN_OK)
    mg_separators_free(out);
  return status;
}

void
mg_separators_free(mg_separators *s)
{
  mg_free(s->node);
  mg_free(s->size);
  memset(s, 0, sizeof *s);
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
