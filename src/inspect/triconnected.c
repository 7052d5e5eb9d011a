/* Tests whether two nodes can cut a graph: the search for separation pairs of
 * Hopcroft and Tarjan (1973), corrected by Gutwenger and Mutzel (2001).  They
 * split the graph at every pair; here the first pair decides, and nothing is
 * split.  igraph finds connectivity by maximum flows only: 0.8 s for 100 nodes
 * with 1000 edges and 6.8 s for 200; this takes 0.05 and 0.1 ms
 * (bench/libraries).
 *
 * Letters follow the papers.  Nodes are numbered by a depth-first walk; a bar
 * is either in the walk's tree (an arc, parent to child) or goes from a node
 * back to an ancestor (a frond). */
#include "rigidity.h"

#include "base/mem.h"
#include "base/subgraph.h"

#include <string.h>

/* A candidate for a separation pair: a and b separate nodes b to h from the rest. */
typedef struct {
  unsigned h, a, b;
} triple;

typedef struct {
  size_t n, m;
  unsigned *number;            /* node: its number, from 1; 0 not seen */
  unsigned *low1, *low2;       /* by number: lowest and second lowest node that
                                  one frond reaches from the subtree */
  unsigned *below;             /* by number: size of the subtree */
  unsigned *father;            /* by number; 0 for the root */
  unsigned *high;              /* by number: source of the first frond to it
                                  that the walk meets; 0: none */
  unsigned *from, *to;         /* m bars, directed, by number */
  unsigned char *starts;       /* m: the bar begins a path */
  size_t *row;                 /* n+2: bars by start, in acceptable order */
  unsigned *out;               /* m */
  size_t *slot;                /* n+1: position of the walk in each row */
  triple *stack;               /* each path's triples lie on a mark, with a = 0 */
  size_t depth;
} palm_tree;

static mgnn_status
palm_tree_init(palm_tree *s, const mg_bars *b, mgnn_error *err)
{
  size_t k = b->n + 1;

  s->n = b->n;
  s->m = b->m;
  PASS(mg_allocated_all(err, s->number = mg_zalloc(k, 6 * sizeof *s->number),
                        s->from = mg_alloc(b->m, 3 * sizeof *s->from),
                        s->starts = mg_zalloc(b->m, 1),
                        MG_ZEROS(s->row, k + 1), MG_NEW(s->slot, k),
                        MG_NEW(s->stack, 2 * b->m + 1)));
  s->low1 = s->number + k;
  s->low2 = s->number + 2 * k;
  s->below = s->number + 3 * k;
  s->father = s->number + 4 * k;
  s->high = s->number + 5 * k;
  s->to = s->from + b->m;
  s->out = s->from + 2 * b->m;
  return MGNN_OK;
}

static void
lower(palm_tree *s, unsigned v, unsigned by)
{
  if (by < s->low1[v]) {
    s->low2[v] = s->low1[v];
    s->low1[v] = by;
  } else if (by > s->low1[v] && by < s->low2[v]) {
    s->low2[v] = by;
  }
}

/* First walk: find directions, fathers, low points and sizes of subtrees. */
static void
explore(palm_tree *s, const mg_bars *b)
{
  unsigned clock = 0, node = 0;
  unsigned *at = s->high;      /* by number: the node; borrows unused high */
  size_t e = 0;

  s->number[0] = ++clock;
  s->low1[1] = s->low2[1] = s->below[1] = 1;
  at[1] = 0;
  s->slot[1] = b->row[0];
  for (unsigned v = 1; v != 0;) {
    node = at[v];
    if (s->slot[v] < b->row[node + 1]) {
      unsigned x = b->to[s->slot[v]++], w = s->number[x];

      if (w == 0) {
        w = s->number[x] = ++clock;
        s->low1[w] = s->low2[w] = w;
        s->below[w] = 1;
        s->father[w] = v;
        at[w] = x;
        s->slot[w] = b->row[x];
        s->from[e] = v;
        s->to[e++] = w;
        v = w;
      } else if (w < v && w != s->father[v]) {
        s->from[e] = v;
        s->to[e++] = w;
        lower(s, v, w);
      }
    } else {
      unsigned up = s->father[v];

      if (up != 0) {
        unsigned first = s->low1[v], second = s->low2[v];

        lower(s, up, first);
        lower(s, up, second);
        s->below[up] += s->below[v];
      }
      v = up;
    }
  }
}

/* The sort key of a node's bars that gives the acceptable order, in which the
 * second walk makes paths; at most 3n + 2, so that sorting takes linear time. */
static size_t
phi(const palm_tree *s, size_t e)
{
  unsigned v = s->from[e], w = s->to[e];

  if (w < v)
    return 3 * (size_t)w + 1;
  return 3 * (size_t)s->low1[w] + (s->low2[w] < v ? 0 : 2);
}

static mgnn_status
arrange(palm_tree *s, mgnn_error *err)
{
  size_t keys = 3 * (s->n + 1) + 3;
  size_t *start = mg_zalloc(keys, sizeof *start);
  unsigned *sorted = mg_alloc(s->m, sizeof *sorted);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, start, sorted));
  memset(s->row, 0, (s->n + 2) * sizeof *s->row);
  for (size_t e = 0; e < s->m; e++) {
    start[phi(s, e) + 1]++;
    s->row[s->from[e] + 1]++;
  }
  for (size_t k = 1; k < keys; k++)
    start[k] += start[k - 1];
  for (size_t v = 1; v < s->n + 2; v++)
    s->row[v] += s->row[v - 1];
  for (size_t e = 0; e < s->m; e++)
    sorted[start[phi(s, e)]++] = (unsigned)e;
  for (size_t v = 0; v <= s->n; v++)
    s->slot[v] = s->row[v];
  for (size_t k = 0; k < s->m; k++)
    s->out[s->slot[s->from[sorted[k]]]++] = sorted[k];
end:
  mg_free_all(start, sorted);
  return status;
}

/* Second walk: find new numbers, lower for children later in the row, and the
 * bars that begin paths; then renumber everything. */
static mgnn_status
renumber(palm_tree *s, mgnn_error *err)
{
  size_t k = s->n + 1;
  unsigned *fresh = mg_alloc(k, 5 * sizeof *fresh), *old;
  unsigned m = (unsigned)s->n, v = 1;
  int begin = 1;

  PASS(mg_allocated(fresh, err));
  memset(s->high, 0, k * sizeof *s->high);
  old = fresh + k;
  memcpy(s->slot, s->row, k * sizeof *s->slot);
  fresh[0] = 0;
  fresh[1] = m - s->below[1] + 1;
  while (v != 0) {
    if (s->slot[v] < s->row[v + 1]) {
      unsigned e = s->out[s->slot[v]++], w = s->to[e];

      s->starts[e] = (unsigned char)begin;
      begin = 0;
      if (w > v) {
        fresh[w] = m - s->below[w] + 1;
        v = w;
      } else {
        begin = 1;             /* a frond ends the current path */
        if (s->high[fresh[w]] == 0)
          s->high[fresh[w]] = fresh[v];
      }
    } else {
      m--;
      v = s->father[v];
    }
  }
  memcpy(old, s->low1, k * sizeof *old);
  memcpy(old + k, s->low2, k * sizeof *old);
  memcpy(old + 2 * k, s->below, k * sizeof *old);
  memcpy(old + 3 * k, s->father, k * sizeof *old);
  for (size_t i = 1; i < k; i++) {
    s->low1[fresh[i]] = fresh[old[i]];
    s->low2[fresh[i]] = fresh[old[k + i]];
    s->below[fresh[i]] = old[2 * k + i];
    s->father[fresh[i]] = fresh[old[3 * k + i]];
  }
  for (size_t e = 0; e < s->m; e++) {
    s->from[e] = fresh[s->from[e]];
    s->to[e] = fresh[s->to[e]];
  }
  mg_free(fresh);
  return MGNN_OK;
}

/* Replace the triples whose a is above `low` by one triple that joins them with
 * the bar that starts here, which alone would be (h, low, b). */
static void
join_triples(palm_tree *s, unsigned low, unsigned h, unsigned b)
{
  while (s->stack[s->depth - 1].a > low) {
    s->depth--;
    if (s->stack[s->depth].h > h)
      h = s->stack[s->depth].h;
    b = s->stack[s->depth].b;
  }
  s->stack[s->depth++] = (triple){ h, low, b };
}

/* Type 1: v and low1(w) separate the subtree of w from other nodes. */
static int
first_type(const palm_tree *s, unsigned v, unsigned w)
{
  if (s->low2[w] < v || s->low1[w] >= v)
    return 0;
  if (s->father[v] != 1)
    return 1;
  for (size_t k = s->slot[v] + 1; k < s->row[v + 1]; k++)
    if (s->to[s->out[k]] > v)
      return 1;
  return 0;
}

/* Return from w to v; 1 if that completes a separation pair. */
static int
pair_found(palm_tree *s, unsigned v, unsigned w, size_t e)
{
  triple *top;

  while (top = &s->stack[s->depth - 1], v != 1 && top->a == v) {
    if (s->father[top->b] != v)
      return 1;                /* type 2 */
    s->depth--;
  }
  if (first_type(s, v, w))
    return 1;
  if (s->starts[e]) {
    while (s->stack[s->depth - 1].a != 0)
      s->depth--;
    s->depth--;
  }
  while (top = &s->stack[s->depth - 1],
         top->a != 0 && top->a != v && top->b != v && s->high[v] > top->h)
    s->depth--;
  return 0;
}

/* Third walk: update the triples until a pair is found or the walk ends. */
static int
has_pair(palm_tree *s)
{
  unsigned v = 1;

  memcpy(s->slot, s->row, (s->n + 1) * sizeof *s->slot);
  s->stack[s->depth++] = (triple){ 0, 0, 0 };
  for (;;) {
    if (s->slot[v] < s->row[v + 1]) {
      size_t e = s->out[s->slot[v]];
      unsigned w = s->to[e];

      if (w > v) {
        if (s->starts[e]) {
          join_triples(s, s->low1[w], w + s->below[w] - 1, v);
          s->stack[s->depth++] = (triple){ 0, 0, 0 };
        }
        v = w;
        continue;
      }
      if (s->starts[e])
        join_triples(s, w, v, v);
    } else {
      unsigned w = v;

      v = s->father[w];
      if (v == 0)
        return 0;
      if (pair_found(s, v, w, s->out[s->slot[v]]))
        return 1;
    }
    s->slot[v]++;
  }
}

mgnn_status
mg_triconnected(const mg_bars *b, int *yes, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  palm_tree s = { 0 };

  TRY(mg_biconnected(b, yes, err));
  for (unsigned i = 0; i < b->n; i++)
    *yes = *yes && mg_bars_degree(b, i) >= 3;
  if (!*yes)
    goto end;
  TRY(palm_tree_init(&s, b, err));
  explore(&s, b);
  TRY(arrange(&s, err));
  TRY(renumber(&s, err));
  TRY(arrange(&s, err));
  *yes = !has_pair(&s);
end:
  mg_free_all(s.number, s.from, s.starts, s.row, s.slot, s.stack);
  return status;
}
