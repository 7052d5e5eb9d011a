/* Geometric build-up (Dong and Wu, 2002): solve a small dense core, then place
 * node after node by the lengths to its placed neighbours, nodes with most of
 * them first, and refine all placed nodes whenever there are half as many
 * again.  It does not need straight paths, so it copes with any shape, but it
 * needs enough neighbours. */
#include "search_lengths.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "solve/descent/descend.h"
#include "solve/descent/locate.h"
#include "solve/stress/pivot_mds.h"

#include <math.h>
#include <string.h>

enum { CORES = 8, KEYS = 64 };
static const double growth = 1.5;

/* Nodes by the number of their placed neighbours: one list per number, in order
 * of arrival.  A node without placed neighbours is in no list. */
typedef struct {
  unsigned *next, *prev, *key; /* n each; key MG_NOWHERE: in no list */
  unsigned head[KEYS], tail[KEYS];
} queue;

typedef struct {
  mg_task task;
  double *y;
  queue q;
  unsigned *order;             /* the placed nodes, in order */
  size_t count;                /* number of placed nodes */
  unsigned char *placed;       /* n */
  unsigned *near;              /* n: number of placed neighbours */
  unsigned *map;               /* for subgraphs */
  mg_locator locator;
} buildup;

static void
queue_leave(queue *q, unsigned i)
{
  unsigned k = q->key[i];

  if (k == MG_NOWHERE)
    return;
  if (q->prev[i] != MG_NOWHERE)
    q->next[q->prev[i]] = q->next[i];
  else
    q->head[k] = q->next[i];
  if (q->next[i] != MG_NOWHERE)
    q->prev[q->next[i]] = q->prev[i];
  else
    q->tail[k] = q->prev[i];
  q->key[i] = MG_NOWHERE;
}

static void
queue_enter(queue *q, unsigned i, unsigned k)
{
  queue_leave(q, i);
  k = k < KEYS ? k : KEYS - 1;
  q->key[i] = k;
  q->next[i] = MG_NOWHERE;
  q->prev[i] = q->tail[k];
  if (q->tail[k] != MG_NOWHERE)
    q->next[q->tail[k]] = i;
  else
    q->head[k] = i;
  q->tail[k] = i;
}

/* The first node with the highest key; MG_NOWHERE if all lists are empty. */
static unsigned
queue_first(const queue *q)
{
  for (size_t k = KEYS; k-- > 0;)
    if (q->head[k] != MG_NOWHERE)
      return q->head[k];
  return MG_NOWHERE;
}

static void
place(buildup *b, unsigned i)
{
  const mg_graph *g = b->task.graph;

  queue_leave(&b->q, i);
  b->placed[i] = 1;
  b->order[b->count++] = i;
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    unsigned j = g->to[k];

    b->near[j]++;
    if (!b->placed[j])
      queue_enter(&b->q, j, b->near[j]);
  }
}

static mgnn_status
buildup_init(buildup *b, mgnn_error *err)
{
  size_t n = b->task.graph->n;

  PASS(mg_allocated(b->q.next = mg_alloc(6 * n, sizeof *b->q.next), err));
  PASS(mg_allocated(b->placed = mg_alloc(n, 1), err));
  PASS(mg_locator_init(&b->locator, b->task.graph, b->task.dim,
                       b->task.control->seed, err));
  b->q.prev = b->q.next + n;
  b->q.key = b->q.prev + n;
  b->order = b->q.key + n;
  b->near = b->order + n;
  b->map = b->near + n;
  memset(b->map, 255, n * sizeof *b->map);
  return MGNN_OK;
}

/* Refine the placed nodes as a graph of its own, so that the cost depends on
 * their number only.  With `start`, from PivotMDS instead of the present
 * positions.  *stress receives the remaining stress. */
static mgnn_status
refine(buildup *b, int start, size_t most, double *stress, mgnn_error *err)
{
  const mg_run_control *control = b->task.control;
  size_t dim = b->task.dim;
  mg_depth depth = { most, 1e-3, 1e-20, 5 };
  mg_lbfgs_result result;
  mg_subgraph sub = { 0 };
  mg_edge_energy edges = { 0 };
  double *y = mg_alloc(b->count * dim, sizeof *y);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(y, err));
  TRY(mg_subgraph_init(&sub, b->task.graph, b->order, b->count, b->map, NULL,
                       err));
  TRY(mg_edge_energy_init(&edges, &sub.graph, dim, NULL, control->seed, control->threads,
                    err));
  mg_subgraph_take(&sub, dim, b->y, y);
  if (start)
    TRY(mg_start_pivot(&(mg_task){ &sub.graph, dim, NULL, control, NULL }, y, err));
  TRY(mg_descend(&edges, control, depth, y, &result, err));
  mg_subgraph_give(&sub, dim, y, b->y);
  *stress = edges.scale > 0 ? result.value / edges.scale : 0;
end:
  mg_free(y);
  mg_edge_energy_free(&edges);
  mg_subgraph_free(&sub);
  return status;
}

/* Collect a dense core: always add the node with most neighbours in it. */
static void
core_collect(buildup *b, unsigned from, size_t size)
{
  memset(b->q.key, 255, b->task.graph->n * sizeof *b->q.key);
  memset(b->q.head, 255, sizeof b->q.head);
  memset(b->q.tail, 255, sizeof b->q.tail);
  memset(b->placed, 0, b->task.graph->n);
  memset(b->near, 0, b->task.graph->n * sizeof *b->near);
  b->count = 0;
  place(b, from);
  while (b->count < size) {
    unsigned i = queue_first(&b->q);

    if (i == MG_NOWHERE)
      break;
    place(b, i);
  }
}

/* Solve cores at a few random nodes until one is exact, because everything else
 * is built on the core; the best one stays placed. */
static mgnn_status
core_solve(buildup *b, mgnn_error *err)
{
  size_t dim = b->task.dim, size = dim < 3 ? 30 : 15 * dim + 5;
  uint64_t stream = mg_random_stream(b->task.control->seed, 0);
  unsigned best = 0;
  double least = INFINITY, stress;

  for (size_t k = 0; k < CORES && least > 1e-12; k++) {
    unsigned from = (unsigned)mg_random_below(&stream, b->task.graph->n);

    core_collect(b, from, size);
    PASS(refine(b, 1, 0, &stress, err));
    if (stress < least) {
      least = stress;
      best = from;
    }
  }
  if (least > 1e-12) {
    core_collect(b, best, size);
    PASS(refine(b, 1, 0, &stress, err));
  }
  return MGNN_OK;
}

/* Place the other nodes.  Errors of a node spread to nodes placed by it, so all
 * are refined whenever there are half as many more: O(log n) refinements, whose
 * sizes add up to three times the last. */
static mgnn_status
rest_place(buildup *b, mgnn_error *err)
{
  size_t n = b->task.graph->n, dim = b->task.dim, refined = b->count;
  double stress;

  while (b->count < n) {
    unsigned i = queue_first(&b->q);

    if (i == MG_NOWHERE) {
      /* In a graph that is not connected the queue can become empty too early:
       * go on at the first node not placed. */
      i = 0;
      while (b->placed[i])
        i++;
    }
    mg_locate(&b->locator, b->task.graph, i, b->y, b->placed, b->y + i * dim);
    place(b, i);
    if ((double)b->count < growth * (double)refined || b->count == n
        || mg_run_over(b->task.control))
      continue;
    refined = b->count;
    PASS(refine(b, 0, 100, &stress, err));
  }
  return MGNN_OK;
}

mgnn_status
mg_start_buildup(const mg_task *t, double *y, mgnn_error *err)
{
  buildup b = { .task = *t, .y = y };
  mgnn_status status = MGNN_OK;

  if (t->graph->n == 0)
    return MGNN_OK;
  TRY(buildup_init(&b, err));
  TRY(core_solve(&b, err));
  TRY(rest_place(&b, err));
end:
  mg_free_all(b.q.next, b.placed);
  mg_locator_free(&b.locator);
  return status;
}
