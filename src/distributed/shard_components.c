/* Finds components by their lowest names.  Labels spread along edges, first
 * within ranks, then across borders, and by way of the labels' homes: without
 * the homes, a shuffled grid of 5 10^6 nodes in blocks on two ranks took 40 s
 * of CPU time. */
#include "shard_components.h"
#include "base/dense.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* The connected parts of the own nodes, and their labels.  If parts are small,
 * as with nodes in random order, a label would need a step for each border on
 * its way.  So the home of a label keeps a lower label of the same component;
 * parts report such labels there, and look them up. */
typedef struct {
  unsigned *up;                /* own: a parent in the part's tree; later its root */
  unsigned *root;              /* the roots of all parts */
  size_t count;
  unsigned *before;            /* per part: label before a step; below, the label now */
  int64_t *label;
  int64_t *lower;              /* at home: for each name a label not above it */
  unsigned *known;             /* those below their name; next: the `lower` of these */
  int64_t *next;
} part_list;

/* The root of a node's part in a forest over own nodes. */
static unsigned
root_of(unsigned *up, unsigned i)
{
  while (up[i] != i)
    i = up[i] = up[up[i]];
  return i;
}

static void
forest_make(const mg_shard *s, unsigned *up)
{
  for (size_t i = 0; i < s->own; i++)
    up[i] = (unsigned)i;
  for (size_t i = 0; i < s->own; i++)
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
      if (s->to[k] < s->own) {
        unsigned a = root_of(up, (unsigned)i), b = root_of(up, s->to[k]);

        if (a != b)
          up[a < b ? b : a] = a < b ? a : b;
      }
}

/* Make one step: parts take the lowest label of their own and adjacent ghosts.
 * Returns whether a label changed. */
static int
labels_step(mg_shard_components *c, const mg_shard *s, unsigned *up)
{
  int changed = 0;

  for (size_t i = 0; i < s->own; i++) {
    int64_t *root = &c->label[root_of(up, (unsigned)i)], least = c->label[i];

    for (size_t k = i < s->interior ? s->row[i + 1] : s->row[i]; k < s->row[i + 1]; k++)
      if (s->to[k] >= s->own && c->label[s->to[k]] < least)
        least = c->label[s->to[k]];
    if (least < *root) {
      *root = least;
      changed = 1;
    }
  }
  return changed;
}

static void
parts_free(part_list *p)
{
  mg_free_all(p->up, p->root, p->before, p->label, p->lower, p->known, p->next);
}

static mgnn_status
parts_init(part_list *p, const mg_shard *s, const mg_owners *owners, mgnn_error *err)
{
  size_t home = mg_owners_at_home(owners, s->ranks->rank);

  PASS(mg_allocated(p->up = mg_alloc(s->own, sizeof *p->up), err));
  forest_make(s, p->up);
  for (size_t i = 0; i < s->own; i++)
    p->count += root_of(p->up, (unsigned)i) == i;
  p->root = mg_alloc(p->count, sizeof *p->root);
  p->before = mg_alloc(p->count, sizeof *p->before);
  p->label = mg_alloc(p->count, sizeof *p->label);
  p->lower = mg_alloc(home, sizeof *p->lower);
  p->known = mg_alloc(home, sizeof *p->known);
  p->next = mg_alloc(home, sizeof *p->next);
  if (p->root == NULL || p->before == NULL || p->label == NULL || p->lower == NULL
      || p->known == NULL || p->next == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0, k = 0; i < s->own; i++)
    if ((p->up[i] = root_of(p->up, (unsigned)i)) == i) {
      p->root[k] = (unsigned)i;
      p->before[k++] = s->name[i];
    }
  for (size_t k = 0; k < home; k++)
    p->lower[k] = (int64_t)(owners->first[s->ranks->rank] + k);
  return MGNN_OK;
}

/* Spread labels by way of their homes, which follow their chains of lower labels. */
static mgnn_status
labels_link(mg_shard_components *c, part_list *p, const mg_shard *s,
            const mg_owners *owners, mgnn_error *err)
{
  const mg_home_table lower = { owners, s->ranks, sizeof *p->lower, p->lower };
  int64_t first = (int64_t)owners->first[s->ranks->rank];
  size_t home = mg_owners_at_home(owners, s->ranks->rank);

  for (size_t k = 0; k < p->count; k++)
    p->label[k] = c->label[p->root[k]];
  PASS(mg_home_join(&lower, p->count, p->before, p->label, MPI_MIN, err));
  for (int times = 0; times < 2; times++) {
    size_t count = 0;

    for (size_t k = 0; k < home; k++)
      if (p->lower[k] != first + (int64_t)k)
        p->known[count++] = (unsigned)p->lower[k];
    PASS(mg_home_get(&lower, count, p->known, p->next, err));
    for (size_t k = 0, at = 0; k < home; k++)
      if (p->lower[k] != first + (int64_t)k)
        p->lower[k] = p->next[at++];
    for (size_t k = 0; k < p->count; k++)
      p->before[k] = (unsigned)p->label[k];
    PASS(mg_home_get(&lower, p->count, p->before, p->label, err));
  }
  for (size_t k = 0; k < p->count; k++)
    c->label[p->root[k]] = p->before[k] = (unsigned)p->label[k];
  return MGNN_OK;
}

static mgnn_status
labels_spread(mg_shard_components *c, part_list *p, mg_shard *s, const mg_owners *owners,
              mgnn_error *err)
{
  int changed = 1, begun = 0;

  for (size_t i = 0; i < s->own + s->ghosts; i++)
    c->label[i] = s->name[i];
  while (changed) {
    changed = mg_rank_any(s->ranks, labels_step(c, s, p->up) || !begun);
    begun = 1;                   /* from now on ghosts know the labels of their parts */
    if (changed && s->ranks->size > 1)
      PASS(labels_link(c, p, s, owners, err));
    for (size_t i = 0; i < s->own; i++)
      c->label[i] = c->label[p->up[i]];
    if (changed)
      PASS(mg_shard_exchange(s, MG_INT64, 1, c->label, err));
  }
  for (size_t k = 0; k < p->count; k++)
    p->before[k] = (unsigned)c->label[p->root[k]];
  return MGNN_OK;
}

/* Collect the labels of large components from their homes on all ranks. */
static mgnn_status
large_share(mg_shard_components *c, const mg_ranks *ranks, uint64_t first,
            const int64_t *total, size_t home, uint64_t large, mgnn_error *err)
{
  size_t mine = 0;
  int64_t *list = mg_alloc(home, sizeof *list);
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, mg_allocated(list, err), err));
  for (size_t k = 0; k < home; k++)
    if ((uint64_t)total[k] > large)
      list[mine++] = (int64_t)(first + k);
  TRY(mg_mail_share(&got, ranks, sizeof *list, mine, list, err));
  c->large = got.item;
  c->large_count = got.total;
  got.item = NULL;
  qsort(c->large, c->large_count, sizeof *c->large, mg_ascending_words);
end:
  mg_mail_free(&got);
  mg_free(list);
  return status;
}

/* Find the size of each component: the homes of labels add up the sizes of parts. */
static mgnn_status
sizes_find(mg_shard_components *c, part_list *p, const mg_shard *s, const mg_owners *owners,
           uint64_t large, mgnn_error *err)
{
  const mg_ranks *ranks = s->ranks;
  size_t home = mg_owners_at_home(owners, ranks->rank);
  const mg_home_table total = { owners, ranks, sizeof *p->lower, p->lower };
  int64_t all = 0;

  memset(c->size, 0, s->own * sizeof *c->size);
  memset(p->lower, 0, home * sizeof *p->lower);
  for (size_t i = 0; i < s->own; i++)
    c->size[p->up[i]]++;
  for (size_t k = 0; k < p->count; k++)
    p->label[k] = (int64_t)c->size[p->root[k]];
  PASS(mg_home_join(&total, p->count, p->before, p->label, MPI_SUM, err));
  PASS(mg_home_get(&total, p->count, p->before, p->label, err));
  for (size_t k = 0; k < p->count; k++)
    c->size[p->root[k]] = (uint64_t)p->label[k];
  for (size_t i = 0; i < s->own; i++)
    c->size[i] = c->size[p->up[i]];
  for (size_t k = 0; k < home; k++)
    all += p->lower[k] > 0;
  mg_rank_counts(ranks, &all, 1);
  c->count = (uint64_t)all;
  return large_share(c, ranks, owners->first[ranks->rank], p->lower, home, large, err);
}

mgnn_status
mg_shard_components_find(mg_shard_components *out, mg_shard *s,
                         const mg_owners *owners, uint64_t large, mgnn_error *err)
{
  part_list parts = { .count = 0 };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  out->label = mg_alloc(s->own + s->ghosts, sizeof *out->label);
  out->size = mg_alloc(s->own, sizeof *out->size);
  status = out->label == NULL || out->size == NULL ? mg_fail_memory(err)
           : parts_init(&parts, s, owners, err);
  TRY(mg_ranks_agree(s->ranks, status, err));
  TRY(labels_spread(out, &parts, s, owners, err));
  TRY(sizes_find(out, &parts, s, owners, large, err));
end:
  parts_free(&parts);
  return status;
}

void
mg_shard_components_free(mg_shard_components *c)
{
  mg_free_all(c->label, c->size, c->large);
  memset(c, 0, sizeof *c);
}

mgnn_status
mg_shard_component(mg_shard *out, const mg_shard *s, const mg_shard_components *c,
                   int64_t label, const mg_owners *owners, unsigned **at,
                   mgnn_error *err)
{
  size_t own = 0;
  mg_shard_rows rows = { .own = 0 };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  *at = mg_alloc(s->own, sizeof **at);
  TRY(mg_ranks_agree(s->ranks, mg_allocated(*at, err), err));
  for (size_t i = 0; i < s->own; i++)
    if (c->label[i] == label)
      (*at)[own++] = (unsigned)i;
  TRY(mg_ranks_agree(s->ranks, mg_shard_rows_copy(&rows, s, own, *at, err), err));
  TRY(mg_shard_make(out, s->ranks, &rows, owners, err));
  TRY(mg_shard_match(s, out, *at, err));
end:
  mg_shard_rows_free(&rows);
  return status;
}
