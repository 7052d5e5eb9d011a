/* Shortest paths on many ranks.  Each rank settles its own nodes from those whose
 * distance has decreased, ignoring other ranks.  Then borders are exchanged; own nodes
 * nearer by way of a ghost come next, until nothing changes on any rank.  Distances
 * only fall, to the least over all paths, so the order of events has no effect.  With
 * few edges between ranks this costs little more than one pass.  Each search has a
 * column: one in the cache takes half the time of rows of all searches. */
#include "shard_paths.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

static void
lengths_measure(mg_shard_paths *p)
{
  const mg_shard *s = p->shard;
  const mg_graph g = { .length = s->length, .upper = s->upper };
  double ends[2] = { -INFINITY, -INFINITY }, sums[2] = { 0, 0 };

  for (size_t k = 0; k < s->row[s->own]; k++) {
    double length = p->view.length[k] = s->length != NULL ? mg_paths_length(&g, k) : 1;

    ends[0] = fmax(ends[0], -length);
    ends[1] = fmax(ends[1], length);
    sums[0] += length;
    sums[1] += length > 0;
  }
  mg_rank_most(s->ranks, ends, 2);
  mg_rank_add(s->ranks, sums, 2);
  p->least = -ends[0];
  p->most = ends[1];
  p->mean = sums[1] > 0 ? sums[0] / sums[1] : 1;
}

mgnn_status
mg_shard_paths_init(mg_shard_paths *p, mg_shard *s, mgnn_error *err)
{
  size_t nodes = s->own + s->ghosts;

  *p = (mg_shard_paths){ .shard = s, .view = { .n = nodes, .to = s->to } };
  p->view.row = mg_alloc(nodes + 1, sizeof *p->view.row);
  p->view.length = mg_alloc(s->row[s->own], sizeof *p->view.length);
  p->distance = mg_alloc(nodes, MG_PATHS_AT_ONCE * sizeof *p->distance);
  p->seed = mg_alloc(s->own, sizeof *p->seed);
  PASS(mg_ranks_have(s->ranks, p->view.row != NULL && p->view.length != NULL
                     && p->distance != NULL && p->seed != NULL, err));
  for (size_t i = 0; i <= nodes; i++)
    p->view.row[i] = s->row[i < s->own ? i : s->own];
  lengths_measure(p);
  return mg_ranks_agree(s->ranks, mg_paths_init_seeds(&p->search, &p->view, err), err);
}

void
mg_shard_paths_free(mg_shard_paths *p)
{
  mg_paths_free(&p->search);
  mg_free_all(p->view.row, p->view.length, p->distance, p->seed);
  memset(p, 0, sizeof *p);
}

/* Own nodes nearer by way of a ghost become seeds; returns the number of seeds. */
static size_t
border_relax(mg_shard_paths *p, double *distance)
{
  const mg_shard *s = p->shard;
  size_t count = 0;

  for (size_t i = s->interior; i < s->own; i++) {
    double far = distance[i];

    for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
      if (s->to[k] >= s->own)
        far = fmin(far, distance[s->to[k]] + p->view.length[k]);
    if (far < distance[i]) {
      distance[i] = far;
      p->seed[count++] = (unsigned)i;
    }
  }
  return count;
}

/* Set the source to 0, other nodes to not reached; returns the number of seeds. */
static size_t
search_begin(mg_shard_paths *p, double *distance, int64_t source)
{
  size_t count = 0;

  for (size_t i = 0; i < p->view.n; i++)
    distance[i] = INFINITY;
  for (size_t i = 0; i < p->shard->own; i++)
    if ((int64_t)p->shard->name[i] == source) {
      distance[i] = 0;
      p->seed[count++] = (unsigned)i;
    }
  return count;
}

mgnn_status
mg_shard_paths_from(mg_shard_paths *p, size_t count, const int64_t *source,
                    mgnn_error *err)
{
  mg_shard *s = p->shard;
  int64_t changed = 1;

  for (int begun = 0; changed > 0; begun = 1) {
    changed = 0;
    for (size_t b = 0; b < count; b++) {
      double *distance = mg_shard_path(p, b);
      size_t seeds = begun ? border_relax(p, distance)
                           : search_begin(p, distance, source[b]);

      mg_paths_settle(&p->search, distance, seeds, p->seed);
      changed += (int64_t)seeds;
    }
    mg_rank_counts(s->ranks, &changed, 1);
    for (size_t b = 0; b < count && changed > 0; b++)
      PASS(mg_shard_exchange_begin(s, MG_DOUBLE, 1, mg_shard_path(p, b), err));
    for (size_t b = 0; b < count && changed > 0; b++)
      PASS(mg_shard_exchange_end(s, MG_DOUBLE, 1, mg_shard_path(p, b), err));
  }
  return MGNN_OK;
}
