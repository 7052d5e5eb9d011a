/* Searches on many ranks.  Each rank settles its own nodes from those whose distances
 * have become less, as if there were no others; then borders are exchanged, nodes that
 * are nearer over a ghost become less, and so on until nothing changes on any rank.
 * Distances only fall, to the least over all paths: no order of events changes them.
 * With few edges between ranks that costs hardly more than one pass.  Where all lengths
 * are the same edges are counted, in a column for each search: one that is in the cache
 * takes less than half of the time of rows of all searches. */
#include "shard_paths.h"
#include "base/dense.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double far;
  unsigned node;
} wave_node;

/* Of one search: nodes that have become nearer, and the queue or the heap. */
struct mg_shard_wave {
  wave_node *seed, *queue;
  size_t seeds, seed_cap, count, cap;
};

static double
path_length(const mg_shard *s, size_t k)
{
  if (s->length == NULL)
    return 1;
  if (s->upper == NULL || isinf(s->upper[k]))
    return s->length[k];
  return (s->length[k] + s->upper[k]) / 2;
}

static void
lengths_measure(mg_shard_paths *p)
{
  const mg_shard *s = p->shard;
  double ends[2] = { INFINITY, INFINITY }, sum = 0;
  int64_t positive = 0;

  for (size_t k = 0; k < s->row[s->own]; k++) {
    double length = p->length[k] = path_length(s, k);

    ends[0] = fmin(ends[0], length);
    ends[1] = fmin(ends[1], -length);
    positive += length > 0;
    sum += length;
  }
  mg_rank_add(s->ranks, &sum, 1);
  mg_rank_least(s->ranks, ends, 2);
  mg_rank_counts(s->ranks, &positive, 1);
  p->least = ends[0];
  p->most = -ends[1];
  p->mean = positive > 0 ? sum / (double)positive : 1;
}

mgnn_status
mg_shard_paths_init(mg_shard_paths *p, mg_shard *s, mgnn_error *err)
{
  size_t nodes = s->own + s->ghosts, slots = s->row[s->own];
  int good;

  *p = (mg_shard_paths){ .shard = s };
  p->length = mg_alloc(slots, sizeof *p->length);
  p->wave = mg_zalloc(MG_PATHS_AT_ONCE, sizeof *p->wave);
  good = p->length != NULL && p->wave != NULL;
  PASS(mg_ranks_have(s->ranks, good, err));
  lengths_measure(p);
  if (mg_shard_paths_equal(p)) {
    p->hops = mg_alloc(nodes, MG_PATHS_AT_ONCE * sizeof *p->hops);
    p->border = mg_alloc(nodes, MG_PATHS_AT_ONCE * sizeof *p->border);
    p->queue = mg_alloc(s->own, sizeof *p->queue);
    good = p->hops != NULL && p->border != NULL && p->queue != NULL;
  } else {
    p->distance = mg_alloc(nodes, MG_PATHS_AT_ONCE * sizeof *p->distance);
    good = p->distance != NULL;
  }
  return mg_ranks_have(s->ranks, good, err);
}

void
mg_shard_paths_free(mg_shard_paths *p)
{
  for (size_t b = 0; p->wave != NULL && b < MG_PATHS_AT_ONCE; b++) {
    mg_free(p->wave[b].seed);
    mg_free(p->wave[b].queue);
  }
  mg_free_all(p->wave, p->length, p->distance, p->hops, p->border, p->queue, p->sum);
  memset(p, 0, sizeof *p);
}

static int
append(wave_node **list, size_t *count, size_t *cap, wave_node e)
{
  wave_node *grown = mg_grow(*list, *count, cap, sizeof **list);

  if (grown == NULL)
    return 0;
  *list = grown;
  grown[(*count)++] = e;
  return 1;
}

static int
seed_add(struct mg_shard_wave *w, unsigned node, double far)
{
  return append(&w->seed, &w->seeds, &w->seed_cap, (wave_node){ far, node });
}

/* ---- edges, where all lengths are equal ---- */

/* Let the table of sums have `hops`.  0: no memory. */
static int
sums_extend(mg_shard_paths *p, size_t hops)
{
  while (p->sums <= hops) {
    double *grown = mg_grow(p->sum, p->sums, &p->sum_cap, sizeof *grown);

    if (grown == NULL)
      return 0;
    p->sum = grown;
    grown[p->sums] = p->sums > 0 ? grown[p->sums - 1] + p->least : 0;
    p->sums++;
  }
  return 1;
}

/* Breadth first: the queue is in order by itself, the seeds are sorted, and the nearer of
 * the two is scanned next, so that no node is in the queue twice.  Ghosts have 0 in the
 * column, and stay.  0: no memory. */
static int
settle_hops(mg_shard_paths *p, size_t b)
{
  const mg_shard *s = p->shard;
  struct mg_shard_wave *w = &p->wave[b];
  unsigned *hops = p->hops + b * (s->own + s->ghosts), *queue = p->queue, next = 0;
  size_t head = 0, tail = 0, seed = 0;

  if (w->seeds > 0)            /* without any there may be no array */
    qsort(w->seed, w->seeds, sizeof *w->seed, mg_ascending);
  while (head < tail || seed < w->seeds) {
    unsigned node;

    if (head == tail || (seed < w->seeds && w->seed[seed].far < hops[queue[head]])) {
      node = w->seed[seed].node;
      if (hops[node] < w->seed[seed++].far)
        continue;
    } else
      node = queue[head++];
    next = hops[node] + 1;
    for (size_t k = s->row[node]; k < s->row[node + 1]; k++)
      if (hops[s->to[k]] > next) {
        hops[s->to[k]] = next;
        queue[tail++] = s->to[k];
      }
  }
  w->seeds = 0;
  return sums_extend(p, next);
}

/* The columns of own nodes beside ghosts, as rows. */
static void
borders_fill(mg_shard_paths *p, size_t count)
{
  const mg_shard *s = p->shard;
  size_t column = s->own + s->ghosts;

  for (size_t i = s->interior; i < s->own; i++)
    for (size_t b = 0; b < count; b++)
      p->border[i * MG_PATHS_AT_ONCE + b] = (int)(p->hops[b * column + i] & INT32_MAX);
}

/* Let node i be as near as over a ghost: its distance then, or -1 if that is not less. */
static double
hops_relax(mg_shard_paths *p, size_t i, size_t b)
{
  const mg_shard *s = p->shard;
  unsigned *here = &p->hops[b * (s->own + s->ghosts) + i], hops = *here;

  for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
    if (s->to[k] >= s->own) {
      unsigned there = (unsigned)p->border[s->to[k] * MG_PATHS_AT_ONCE + b];

      hops = there < INT32_MAX && there + 1 < hops ? there + 1 : hops;
    }
  if (hops == *here)
    return -1;
  *here = hops;
  return hops;
}

/* ---- lengths that differ ---- */

static int
heap_push(struct mg_shard_wave *w, wave_node e)
{
  size_t at = w->count;

  if (!append(&w->queue, &w->count, &w->cap, e))
    return 0;
  for (; at > 0 && e.far < w->queue[(at - 1) / 4].far; at = (at - 1) / 4)
    w->queue[at] = w->queue[(at - 1) / 4];
  w->queue[at] = e;
  return 1;
}

static wave_node
heap_pop(struct mg_shard_wave *w)
{
  wave_node top = w->queue[0], e = w->queue[--w->count];
  size_t at = 0;

  for (;;) {
    size_t child = 4 * at + 1, best = child;
    size_t end = child + 4 < w->count ? child + 4 : w->count;

    if (child >= w->count)
      break;
    while (++child < end)
      if (w->queue[child].far < w->queue[best].far)
        best = child;
    if (!(w->queue[best].far < e.far))
      break;
    w->queue[at] = w->queue[best];
    at = best;
  }
  w->queue[at] = e;
  return top;
}

/* Dijkstra's algorithm from all seeds; what has become nearer since it was put into
 * the heap is in it again.  0: no memory. */
static int
settle_lengths(mg_shard_paths *p, size_t b)
{
  const mg_shard *s = p->shard;
  struct mg_shard_wave *w = &p->wave[b];
  double *distance = p->distance + b;

  w->count = 0;
  for (size_t k = 0; k < w->seeds; k++)
    if (!heap_push(w, w->seed[k]))
      return 0;
  w->seeds = 0;
  while (w->count > 0) {
    wave_node e = heap_pop(w);

    if (distance[e.node * MG_PATHS_AT_ONCE] < e.far)
      continue;
    for (size_t k = s->row[e.node]; k < s->row[e.node + 1]; k++) {
      double *there = &distance[s->to[k] * MG_PATHS_AT_ONCE];
      double far = e.far + p->length[k];

      if (s->to[k] >= s->own || !(far < *there))
        continue;
      *there = far;
      if (!heap_push(w, (wave_node){ far, s->to[k] }))
        return 0;
    }
  }
  return 1;
}

/* The same as hops_relax. */
static double
length_relax(mg_shard_paths *p, size_t i, size_t b)
{
  const mg_shard *s = p->shard;
  double *here = &p->distance[i * MG_PATHS_AT_ONCE + b], far = *here;

  for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
    if (s->to[k] >= s->own)
      far = fmin(far, p->distance[s->to[k] * MG_PATHS_AT_ONCE + b] + p->length[k]);
  if (!(far < *here))
    return -1;
  *here = far;
  return far;
}

/* ---- all of it ---- */

/* Own nodes that are nearer over a ghost: as many, or -1 without memory. */
static int64_t
borders_relax(mg_shard_paths *p, size_t count)
{
  const mg_shard *s = p->shard;
  int64_t changed = 0;

  for (size_t i = s->interior; i < s->own; i++)
    for (size_t b = 0; b < count; b++) {
      double far = p->hops != NULL ? hops_relax(p, i, b) : length_relax(p, i, b);

      if (far >= 0 && !seed_add(&p->wave[b], (unsigned)i, far))
        return -1;
      changed += far >= 0;
    }
  return changed;
}

/* The sources, at 0, and nothing else reached.  0: no memory. */
static int
searches_begin(mg_shard_paths *p, size_t count, const int64_t *source)
{
  const mg_shard *s = p->shard;
  size_t column = s->own + s->ghosts;
  int good = 1;

  for (size_t k = 0; p->distance != NULL && k < column * MG_PATHS_AT_ONCE; k++)
    p->distance[k] = INFINITY;
  for (size_t b = 0; b < count; b++) {
    p->wave[b].seeds = 0;
    if (p->hops != NULL) {
      memset(p->hops + b * column, 255, s->own * sizeof *p->hops);
      memset(p->hops + b * column + s->own, 0, s->ghosts * sizeof *p->hops);
    }
    for (size_t i = 0; i < s->own; i++)
      if ((int64_t)s->name[i] == source[b]) {
        if (p->hops != NULL)
          p->hops[b * column + i] = 0;
        else
          p->distance[i * MG_PATHS_AT_ONCE + b] = 0;
        good &= seed_add(&p->wave[b], (unsigned)i, 0);
      }
  }
  return good;
}

mgnn_status
mg_shard_paths_from(mg_shard_paths *p, size_t count, const int64_t *source,
                    mgnn_error *err)
{
  mg_shard *s = p->shard;
  int equal = p->hops != NULL;
  int64_t state[2] = { 1, 0 };           /* changed; without memory */
  int short_of;

  state[1] = !searches_begin(p, count, source);
  while (state[0] > 0) {
    for (size_t b = 0; b < count && state[1] == 0; b++)
      state[1] |= !(equal ? settle_hops(p, b) : settle_lengths(p, b));
    if (equal) {
      borders_fill(p, count);
      PASS(mg_shard_exchange(s, MG_INT32, MG_PATHS_AT_ONCE, p->border, err));
    } else
      PASS(mg_shard_exchange(s, MG_DOUBLE, MG_PATHS_AT_ONCE, p->distance, err));
    state[0] = borders_relax(p, count);
    state[1] |= state[0] < 0;
    short_of = state[1] != 0;
    mg_rank_counts(s->ranks, state, 2);
    if (state[1] > 0)
      return mg_ranks_agree(s->ranks, short_of ? mg_fail_memory(err) : MGNN_OK, err);
  }
  return MGNN_OK;
}
