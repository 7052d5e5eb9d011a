/* Merge rigid bodies in the order of how many of their nodes are placed, most
 * first, with a bucket queue.  This is local, so it needs no start for the
 * whole. */
#include "merge_patches.h"
#include "solve/arrange/align.h"
#include "base/order.h"
#include "base/mem.h"
#include "base/dense.h"
#include "solve/descent/descend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POLISH_STEPS = 60 };

static const double unlike = 20;       /* mirror image to fit: least ratio of squares */

typedef struct {
  const mg_task *task;
  const mg_merge_rules *rules;
  const mg_bodies *bodies;
  mg_buckets queue;            /* bodies by number of placed nodes */
  size_t *placed;              /* per body: number of nodes in the cluster */
  size_t *wait;                /* per body: placed nodes needed for the next try */
  unsigned char *used;         /* per body: nonzero in a cluster */
  unsigned char *covered;      /* per node: nonzero in a cluster */
  unsigned *at;                /* per node: index in the cluster, or MG_NOWHERE */
  unsigned *node;              /* nodes of the present cluster */
  double *y;
  size_t count;
  unsigned *map;               /* scratch for subgraphs */
  double *from, *to;           /* scratch for fits */
} merging;

static mgnn_status
merging_init(merging *t, mgnn_error *err)
{
  size_t n = t->task->graph->n, dim = t->task->dim, largest = 0;
  size_t count = t->bodies->count;

  for (size_t p = 0; p < count; p++)
    if (t->bodies->body[p].count > largest)
      largest = t->bodies->body[p].count;
  PASS(mg_allocated(t->placed = mg_zalloc(2 * count, sizeof *t->placed), err));
  PASS(mg_allocated(t->used = mg_zalloc(count + n, 1), err));
  PASS(mg_allocated(t->at = mg_alloc(3 * n, sizeof *t->at), err));
  PASS(mg_allocated(t->y = mg_alloc(n + 2 * largest, dim * sizeof *t->y), err));
  PASS(mg_buckets_init(&t->queue, largest, err));
  t->wait = t->placed + count;
  t->covered = t->used + count;
  t->map = t->at + n;
  t->node = t->map + n;
  t->from = t->y + n * dim;
  t->to = t->from + largest * dim;
  memset(t->at, 255, 2 * n * sizeof *t->at);           /* MG_NOWHERE */
  return MGNN_OK;
}

/* The body with most placed nodes, or SIZE_MAX.  A body is queued again whenever
 * more of its nodes are placed, so entries with older counts are skipped. */
static size_t
next_body(merging *t)
{
  size_t placed;
  unsigned p;

  while (mg_buckets_take(&t->queue, &placed, &p))
    if (t->placed[p] == placed && !t->used[p])
      return p;
  return SIZE_MAX;
}

/* Add a node to the cluster, and queue the bodies that contain it if they have
 * at least dim + 1 placed nodes, as fewer do not fix the motion of a body. */
static mgnn_status
node_add(merging *t, unsigned i, const double *y, mgnn_error *err)
{
  const mg_bodies *bodies = t->bodies;
  size_t dim = t->task->dim;

  t->at[i] = (unsigned)t->count;
  t->node[t->count] = i;
  memcpy(t->y + t->count++ * dim, y, dim * sizeof *y);
  for (size_t k = bodies->row[i]; k < bodies->row[i + 1]; k++) {
    unsigned p = bodies->of[k];
    size_t placed = ++t->placed[p];
    double least = t->rules->overlap * (double)bodies->body[p].count;

    if (!t->used[p] && placed >= dim + 1 && placed >= t->wait[p]
        && (double)placed >= least)
      PASS(mg_buckets_put(&t->queue, placed, p, err));
  }
  return MGNN_OK;
}

static mgnn_status
fit(merging *t, const mg_body *p, mg_motion *motion, mgnn_error *err)
{
  size_t dim = t->task->dim, k = 0;

  for (size_t a = 0; a < p->count; a++)
    if (t->at[p->node[a]] != MG_NOWHERE) {
      memcpy(t->from + k * dim, p->x + a * dim, dim * sizeof *p->x);
      memcpy(t->to + k++ * dim, t->y + t->at[p->node[a]] * dim,
             dim * sizeof *t->y);
    }
  return mg_motion_fit(motion, dim, k, t->from, t->to, 0, err);
}

/* Whether the edges from new nodes of the body to placed ones have their
 * lengths.  The fit does not use these edges, so they test it. */
static int
edges_agree(const merging *t, const mg_body *p, const mg_motion *motion)
{
  const mg_graph *g = t->task->graph;
  size_t dim = t->task->dim;

  for (size_t a = 0; a < p->count; a++) {
    unsigned i = p->node[a];
    double y[16];

    if (t->at[i] != MG_NOWHERE)
      continue;
    mg_motion_apply(motion, p->x + a * dim, y);
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned at = t->at[g->to[k]];

      if (at != MG_NOWHERE
          && !(fabs(mg_distance(y, t->y + at * dim, dim) - g->length[k])
               <= t->rules->error * g->length[k]))
        return 0;
    }
  }
  return 1;
}

/* Merge a body if the fit is close, that of its mirror image, which adds 4
 * motion.least to the sum of squares, is much worse, and the edges agree. */
static mgnn_status
join(merging *t, size_t which, mgnn_error *err)
{
  const mg_body *p = &t->bodies->body[which];
  size_t dim = t->task->dim, k = t->placed[which];
  double rms, tol = t->rules->rms;
  mg_motion motion = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(fit(t, p, &motion, err));
  rms = motion.rms;
  if (!(rms <= tol)
      || 4 * motion.least
         < unlike * (double)k * (rms * rms + 1e-6 * tol * tol)
      || !edges_agree(t, p, &motion)) {
    t->wait[which] = k + 1 + k / 8;    /* so large bodies are not tried each time */
    goto end;
  }
  t->used[which] = 1;
  for (size_t a = 0; a < p->count; a++)
    if (t->at[p->node[a]] == MG_NOWHERE) {
      double y[16];

      mg_motion_apply(&motion, p->x + a * dim, y);
      TRY(node_add(t, p->node[a], y, err));
    }
end:
  mg_motion_free(&motion);
  return status;
}

/* Descend on the edges inside the cluster, to spread the errors of fits, which
 * add up along it. */
static mgnn_status
polish(merging *t, mgnn_error *err)
{
  mg_depth depth = { POLISH_STEPS, 1e-6, 1e-20, 5 };
  mg_search found = { 0 };
  mg_subgraph s = { 0 };
  mg_task inside = *t->task;
  mgnn_status status = MGNN_OK;

  TRY(mg_subgraph_init(&s, t->task->graph, t->node, t->count, t->map, NULL,
                       err));
  inside.graph = &s.graph;
  TRY(mg_descend_from(&inside, depth, t->y, &found, err));
end:
  mg_subgraph_free(&s);
  return status;
}

/* Empty the cluster for the next one, which may overlap it; `covered` is kept
 * to choose the next one's first body. */
static void
reset(merging *t)
{
  const mg_bodies *bodies = t->bodies;

  for (size_t a = 0; a < t->count; a++) {
    unsigned i = t->node[a];

    t->covered[i] = 1;
    t->at[i] = MG_NOWHERE;
    for (size_t k = bodies->row[i]; k < bodies->row[i + 1]; k++)
      t->placed[bodies->of[k]] = t->wait[bodies->of[k]] = 0;
  }
  t->count = 0;
}

static mgnn_status
cluster(merging *t, size_t first, mg_bodies *out, mgnn_error *err)
{
  const mg_body *p = &t->bodies->body[first];
  size_t dim = t->task->dim, polished = p->count, next;
  mgnn_status status = MGNN_OK;
  mg_body done = { 0 };

  t->used[first] = 1;
  for (size_t a = 0; a < p->count; a++)
    TRY(node_add(t, p->node[a], p->x + a * dim, err));
  while (!mg_run_over(t->task->control) && (next = next_body(t)) != SIZE_MAX) {
    TRY(join(t, next, err));
    if ((double)t->count > t->rules->polish * (double)polished) {
      polished = t->count;
      TRY(polish(t, err));
    }
  }
  if (t->count > p->count)
    TRY(polish(t, err));
  TRY(mg_body_init(&done, t->count, dim, err));
  memcpy(done.node, t->node, t->count * sizeof *done.node);
  memcpy(done.x, t->y, t->count * dim * sizeof *done.x);
  TRY(mg_bodies_add(out, &done, err));
  reset(t);
end:
  mg_body_free(&done);
  return status;
}

/* The unused body with most nodes in no cluster; SIZE_MAX if none has dim + 2
 * such nodes, as a cluster with fewer new nodes would be useless. */
static size_t
next_first(const merging *t)
{
  size_t best = SIZE_MAX, most = t->task->dim + 1;

  for (size_t p = 0; p < t->bodies->count; p++) {
    const mg_body *body = &t->bodies->body[p];
    size_t free = 0;

    if (t->used[p] || body->count <= most)
      continue;
    for (size_t a = 0; a < body->count; a++)
      free += !t->covered[body->node[a]];
    if (free > most) {
      most = free;
      best = p;
    }
  }
  return best;
}

static int
larger_first(const void *left, const void *right)
{
  const mg_body *a = left, *b = right;

  if (a->count != b->count)
    return a->count > b->count ? -1 : 1;
  return a->node[0] < b->node[0] ? -1 : a->node[0] > b->node[0];
}

mgnn_status
mg_merge_patches(const mg_task *task, const mg_merge_rules *rules,
                 const mg_bodies *bodies, mg_bodies *out, mgnn_error *err)
{
  merging t = { .task = task, .rules = rules, .bodies = bodies };
  mgnn_status status = MGNN_OK;
  size_t first;

  TRY(merging_init(&t, err));
  while (!mg_run_over(task->control) && (first = next_first(&t)) != SIZE_MAX)
    TRY(cluster(&t, first, out, err));
  if (out->count > 1)
    qsort(out->body, out->count, sizeof *out->body, larger_first);
end:
  mg_buckets_free(&t.queue);
  mg_free_all(t.placed, t.used, t.at, t.y);
  return status;
}
