/* Finds nodes that a small cut separates from a body: a node is separated by k
 * nodes if at most k paths that share no other node lead from it to the body
 * (Menger).  Paths are found one by one by breadth-first searches that may
 * reroute earlier paths (Ford and Fulkerson).  A search ends at the body,
 * usually nearby, or after all nodes on the source's side of a cut. */
#include "determined.h"

#include "base/mem.h"
#include "base/subgraph.h"

#include <string.h>

/* A node has two states: 2v, where a path enters it, and 2v+1, where it leaves. */
typedef struct {
  const mg_bars *b;
  const unsigned char *body;
  unsigned *next, *prev;       /* n: neighbours on its path, or MG_NOWHERE */
  unsigned *touched;           /* n: nodes that are or were on paths */
  size_t touches;
  unsigned *from;              /* 2n: the previous state of the search */
  unsigned *seen, stamp;       /* 2n: equal to stamp: reached by this search */
  unsigned *queue;             /* 2n */
  size_t reached;
} flow;

static void
reach(flow *f, unsigned state, unsigned from)
{
  if (f->seen[state] == f->stamp)
    return;
  f->seen[state] = f->stamp;
  f->from[state] = from;
  f->queue[f->reached++] = state;
}

static void
step_out(flow *f, unsigned v, unsigned source)
{
  for (size_t k = f->b->row[v]; k < f->b->row[v + 1]; k++) {
    unsigned w = f->b->to[k];

    if (w != source && f->next[v] != w && !(v == source && f->prev[w] == v))
      reach(f, 2 * w, 2 * v + 1);
  }
  if (v != source && f->prev[v] != MG_NOWHERE)
    reach(f, 2 * v, 2 * v + 1);
}

/* Find a node of the body where no path ends yet; MG_NOWHERE: none is reachable. */
static unsigned
search(flow *f, unsigned source)
{
  f->stamp++;
  f->reached = 0;
  reach(f, 2 * source + 1, MG_NOWHERE);
  for (size_t k = 0; k < f->reached; k++) {
    unsigned state = f->queue[k], v = state / 2;

    if (state % 2)
      step_out(f, v, source);
    else if (f->body[v] && f->prev[v] == MG_NOWHERE)
      return v;
    else                       /* onward, or back along the path through v */
      reach(f, 2 * (f->prev[v] == MG_NOWHERE ? v : f->prev[v]) + 1, 2 * v);
  }
  return MG_NOWHERE;
}

/* Add the path that the search has found, going back from its end.  Where it
 * runs backwards along an earlier path, that path is rerouted. */
static void
augment(flow *f, unsigned end, unsigned source)
{
  unsigned state = 2 * end;

  while (f->from[state] != MG_NOWHERE) {
    unsigned before = f->from[state], v = before / 2, w = state / 2;

    if (state % 2 == 0 && before % 2 && v != w) {      /* a bar from v to w */
      f->prev[w] = v;
      if (v != source)
        f->next[v] = w;
      f->touched[f->touches++] = w;
    } else if (state % 2 == 0 && v == w)               /* no path uses v now */
      f->prev[v] = f->next[v] = MG_NOWHERE;
    state = before;
  }
}

static mgnn_status
flow_init(flow *f, const mg_bars *b, size_t most, mgnn_error *err)
{
  size_t n = b->n;

  f->b = b;
  PASS(mg_allocated_all(err, f->next = mg_alloc(n, 8 * sizeof *f->next),
                        f->touched = mg_alloc(n, (most + 1) * sizeof *f->touched)));
  f->prev = f->next + n;
  f->from = f->next + 2 * n;
  f->seen = f->next + 4 * n;
  f->queue = f->next + 6 * n;
  memset(f->next, 255, 2 * n * sizeof *f->next);       /* all MG_NOWHERE */
  memset(f->seen, 0, 2 * n * sizeof *f->seen);
  return MGNN_OK;
}

mgnn_status
mg_separated_find(const mg_bars *b, size_t most, const unsigned char *body,
                  const unsigned char *ask, unsigned char *separated,
                  mgnn_error *err)
{
  flow f = { .body = body };
  mgnn_status status = MGNN_OK;

  TRY(flow_init(&f, b, most, err));
  for (unsigned v = 0; v < b->n; v++) {
    size_t paths = 0;
    unsigned end = 0;

    if (!ask[v] || separated[v])
      continue;
    while (paths <= most && (end = search(&f, v)) != MG_NOWHERE) {
      augment(&f, end, v);
      paths++;
    }
    /* Nodes that a failed search has reached and left are on the source's side. */
    for (size_t k = 0; k < f.reached && end == MG_NOWHERE; k++)
      if (f.queue[k] % 2 && !f.body[f.queue[k] / 2]
          && (k == 0 || f.seen[f.queue[k] - 1] == f.stamp))
        separated[f.queue[k] / 2] = 1;
    for (size_t k = 0; k < f.touches; k++)
      f.prev[f.touched[k]] = f.next[f.touched[k]] = MG_NOWHERE;
    f.touches = 0;
  }
end:
  mg_free_all(f.next, f.touched);
  return status;
}
