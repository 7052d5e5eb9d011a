/* Growth: a queue of pieces by the number of nodes already placed, served from
 * the top.  Nothing has to be known about the whole, so no start is needed. */
#include "merge_patches.h"
#include "solve/arrange/align.h"
#include "base/buckets.h"
#include "base/mem.h"
#include "base/vec.h"
#include "solve/descent/descend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POLISH_STEPS = 60 };

static const double unlike = 20;       /* how much worse the mirror image is */

typedef struct {
  const mg_graph *g;
  const mg_grow_rules *rules;
  const mg_effort *how;
  const mg_pieces *pieces;
  mg_buckets queue;            /* pieces by how many nodes are placed */
  size_t *placed;              /* per piece: nodes in the cluster */
  size_t *wait;                /* per piece: not tried before it has so many */
  unsigned char *used;         /* per piece: part of a cluster */
  unsigned char *covered;      /* per node: in some cluster */
  unsigned *at;                /* per node: place in the cluster, MG_NOWHERE */
  unsigned *node;              /* the cluster */
  double *y;
  size_t count;
  unsigned *map;               /* scratch for subgraphs */
  double *from, *to;           /* scratch for fits */
} growth;

static void
growth_free(growth *t)
{
  mg_buckets_free(&t->queue);
  mg_free(t->placed);
  mg_free(t->wait);
  mg_free(t->used);
  mg_free(t->covered);
  mg_free(t->at);
  mg_free(t->node);
  mg_free(t->y);
  mg_free(t->map);
  mg_free(t->from);
}

static mgnn_status
growth_init(growth *t, const mg_graph *g, const mg_grow_rules *rules,
            const mg_effort *how, const mg_pieces *pieces, mgnn_error *err)
{
  size_t n = g->n, largest = 0;

  memset(t, 0, sizeof *t);
  for (size_t p = 0; p < pieces->count; p++)
    if (pieces->piece[p].count > largest)
      largest = pieces->piece[p].count;
  t->g = g;
  t->rules = rules;
  t->how = how;
  t->pieces = pieces;
  t->placed = mg_zalloc(pieces->count, sizeof *t->placed);
  t->wait = mg_zalloc(pieces->count, sizeof *t->wait);
  t->used = mg_zalloc(pieces->count, 1);
  t->covered = mg_zalloc(n, 1);
  t->at = mg_alloc(n, sizeof *t->at);
  t->node = mg_alloc(n, sizeof *t->node);
  t->y = mg_alloc(n, rules->dim * sizeof *t->y);
  t->map = mg_alloc(n, sizeof *t->map);
  t->from = mg_alloc(largest, 2 * rules->dim * sizeof *t->from);
  if (t->placed == NULL || t->wait == NULL || t->used == NULL
      || t->covered == NULL || t->at == NULL || t->node == NULL || t->y == NULL
      || t->map == NULL || t->from == NULL
      || mg_buckets_init(&t->queue, largest, NULL) != MGNN_OK) {
    growth_free(t);
    return mg_fail_memory(err);
  }
  t->to = t->from + largest * rules->dim;
  for (size_t i = 0; i < n; i++)
    t->at[i] = t->map[i] = MG_NOWHERE;
  return MGNN_OK;
}

/* The piece with most placed nodes that waits for its turn; SIZE_MAX: none. */
static size_t
next_piece(growth *t)
{
  size_t placed;
  unsigned p;

  while (mg_buckets_take(&t->queue, &placed, &p))
    if (t->placed[p] == placed && !t->used[p])
      return p;
  return SIZE_MAX;
}

/* Add a node to the cluster; pieces that have enough of theirs queue up. */
static mgnn_status
node_add(growth *t, unsigned i, const double *y, mgnn_error *err)
{
  const mg_pieces *pieces = t->pieces;
  size_t dim = t->rules->dim;

  t->at[i] = (unsigned)t->count;
  t->node[t->count] = i;
  memcpy(t->y + t->count++ * dim, y, dim * sizeof *y);
  for (size_t k = pieces->row[i]; k < pieces->row[i + 1]; k++) {
    unsigned p = pieces->of[k];
    size_t placed = ++t->placed[p];
    mgnn_status status;

    if (t->used[p] || placed < dim + 1 || placed < t->wait[p]
        || (double)placed < t->rules->overlap * (double)pieces->piece[p].count)
      continue;
    status = mg_buckets_put(&t->queue, placed, p, err);
    if (status != MGNN_OK)
      return status;
  }
  return MGNN_OK;
}

/* Lay piece p onto its nodes in the cluster. */
static mgnn_status
fit(growth *t, const mg_piece *p, mg_motion *motion, mgnn_error *err)
{
  size_t dim = t->rules->dim, k = 0;

  for (size_t a = 0; a < p->count; a++)
    if (t->at[p->node[a]] != MG_NOWHERE) {
      memcpy(t->from + k * dim, p->x + a * dim, dim * sizeof *p->x);
      memcpy(t->to + k++ * dim, t->y + t->at[p->node[a]] * dim,
             dim * sizeof *t->y);
    }
  return mg_motion_fit(motion, dim, k, t->from, t->to, 0, err);
}

/* Do the edges from new nodes of the piece to placed ones have their lengths? */
static int
edges_agree(const growth *t, const mg_piece *p, const mg_motion *motion)
{
  const mg_graph *g = t->g;
  size_t dim = t->rules->dim;

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

/* Let piece p join if it fits. */
static mgnn_status
join(growth *t, size_t which, mgnn_error *err)
{
  const mg_piece *p = &t->pieces->piece[which];
  size_t dim = t->rules->dim, k = t->placed[which];
  mg_motion motion;
  mgnn_status status = fit(t, p, &motion, err);
  double rms = motion.rms, tol = t->rules->rms;

  if (status != MGNN_OK)
    return status;
  if (rms <= tol
      && 4 * motion.least
         >= unlike * (double)k * (rms * rms + 1e-6 * tol * tol)
      && edges_agree(t, p, &motion)) {
    t->used[which] = 1;
    for (size_t a = 0; a < p->count && status == MGNN_OK; a++)
      if (t->at[p->node[a]] == MG_NOWHERE) {
        double y[16];

        mg_motion_apply(&motion, p->x + a * dim, y);
        status = node_add(t, p->node[a], y, err);
      }
  } else
    t->wait[which] = k + 1 + k / 8;    /* large ones are not tried each time */
  mg_motion_free(&motion);
  return status;
}

/* Descend on the edges inside the cluster. */
static mgnn_status
polish(growth *t, mgnn_error *err)
{
  mg_depth depth = { POLISH_STEPS, 1e-6, 1e-20, 5 };
  mg_lbfgs_result result;
  mg_subgraph s;
  mg_edges edges;
  mgnn_status status = mg_subgraph_init(&s, t->g, t->node, t->count, t->map,
                                        NULL, err);

  if (status != MGNN_OK)
    return status;
  status = mg_edges_init(&edges, &s.graph, t->rules->dim, NULL, t->how->seed,
                         t->how->threads, err);
  if (status == MGNN_OK) {
    status = mg_descend(&edges, t->how, depth, t->y, &result, err);
    mg_edges_free(&edges);
  }
  mg_subgraph_free(&s);
  return status;
}

/* Forget the cluster, but not what it covered. */
static void
reset(growth *t)
{
  const mg_pieces *pieces = t->pieces;

  for (size_t a = 0; a < t->count; a++) {
    unsigned i = t->node[a];

    t->covered[i] = 1;
    t->at[i] = MG_NOWHERE;
    for (size_t k = pieces->row[i]; k < pieces->row[i + 1]; k++)
      t->placed[pieces->of[k]] = t->wait[pieces->of[k]] = 0;
  }
  t->count = 0;
}

/* One cluster, from piece `first`, appended to *out. */
static mgnn_status
cluster(growth *t, size_t first, mg_pieces *out, mgnn_error *err)
{
  const mg_piece *p = &t->pieces->piece[first];
  size_t dim = t->rules->dim, polished = p->count, next;
  mgnn_status status = MGNN_OK;
  mg_piece done;

  t->used[first] = 1;
  for (size_t a = 0; a < p->count && status == MGNN_OK; a++)
    status = node_add(t, p->node[a], p->x + a * dim, err);
  while (status == MGNN_OK && !mg_effort_over(t->how)
         && (next = next_piece(t)) != SIZE_MAX) {
    status = join(t, next, err);
    if (status == MGNN_OK
        && (double)t->count > t->rules->polish * (double)polished) {
      polished = t->count;
      status = polish(t, err);
    }
  }
  if (status == MGNN_OK && t->count > p->count)
    status = polish(t, err);
  if (status == MGNN_OK)
    status = mg_piece_init(&done, t->count, dim, err);
  if (status == MGNN_OK) {
    memcpy(done.node, t->node, t->count * sizeof *done.node);
    memcpy(done.x, t->y, t->count * dim * sizeof *done.x);
    status = mg_pieces_add(out, &done, err);
    mg_piece_free(&done);
  }
  reset(t);
  return status;
}

/* The unused piece with most nodes in no cluster, if there are enough. */
static size_t
next_first(const growth *t)
{
  size_t best = SIZE_MAX, most = t->rules->dim + 1;

  for (size_t p = 0; p < t->pieces->count; p++) {
    const mg_piece *piece = &t->pieces->piece[p];
    size_t free = 0;

    if (t->used[p] || piece->count <= most)
      continue;
    for (size_t a = 0; a < piece->count; a++)
      free += !t->covered[piece->node[a]];
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
  const mg_piece *a = left, *b = right;

  if (a->count != b->count)
    return a->count > b->count ? -1 : 1;
  return a->node[0] < b->node[0] ? -1 : a->node[0] > b->node[0];
}

mgnn_status
mg_grow_clusters(const mg_graph *g, const mg_grow_rules *rules,
                 const mg_effort *how, const mg_pieces *pieces, mg_pieces *out,
                 mgnn_error *err)
{
  growth t;
  mgnn_status status = growth_init(&t, g, rules, how, pieces, err);
  size_t first;

  if (status != MGNN_OK)
    return status;
  while (status == MGNN_OK && !mg_effort_over(how)
         && (first = next_first(&t)) != SIZE_MAX)
    status = cluster(&t, first, out, err);
  growth_free(&t);
  if (status == MGNN_OK && out->count > 1)
    qsort(out->piece, out->count, sizeof *out->piece, larger_first);
  return status;
}
