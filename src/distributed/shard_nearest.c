/* Lists of nearest nodes, grown along the edges.  A node near to another is
 * also near to the neighbour on the way, so merging the neighbours' lists, plus
 * the edge, finds all.  Each round goes one edge farther, on all ranks
 * together, until no list changes. */
#include "shard_task.h"
#include "base/mem.h"

#include <string.h>

enum { LIST = MG_NEAREST + 1 };          /* with the node itself as the first */

#define NONE UINT32_MAX

typedef struct {
  const mg_shard_paths *p;
  unsigned *name;              /* own + ghosts rows of LIST, by distance; rest NONE */
  double *far;
  unsigned *next_name;         /* own rows: lists of the next round */
  double *next_far;
  unsigned char *from;         /* own + ghosts: first place at which the list changed in
                                  the last round; 0 for ghosts, where it is unknown */
  unsigned char *next_from;    /* own rows: `from` of the next round */
} near_lists;

static int
before(double a, unsigned a_name, double b, unsigned b_name)
{
  return a < b || (a == b && a_name < b_name);
}

/* Add a node to a list of LIST; if it is listed already, keep the lower distance. */
static void
list_add(unsigned *name, double *far, unsigned node, double distance)
{
  size_t at = 0, stop;

  while (at < LIST && name[at] != NONE
         && before(far[at], name[at], distance, node)) {
    if (name[at] == node)
      return;
    at++;
  }
  if (at == LIST)
    return;
  for (stop = at; stop < LIST - 1 && name[stop] != NONE && name[stop] != node;)
    stop++;
  memmove(name + at + 1, name + at, (stop - at) * sizeof *name);
  memmove(far + at + 1, far + at, (stop - at) * sizeof *far);
  name[at] = node;
  far[at] = distance;
}

/* Grow the list of node i from the entries that changed in lists of neighbours. */
static void
row_grow(near_lists *l, size_t i)
{
  const mg_shard *s = l->p->shard;
  unsigned *name = l->next_name + i * LIST;
  double *far = l->next_far + i * LIST;
  const unsigned *was = l->name + i * LIST;
  size_t from = 0;

  memcpy(name, was, LIST * sizeof *name);
  memcpy(far, l->far + i * LIST, LIST * sizeof *far);
  for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
    const unsigned *other = l->name + (size_t)s->to[k] * LIST;
    const double *there = l->far + (size_t)s->to[k] * LIST;

    for (size_t a = l->from[s->to[k]]; a < LIST && other[a] != NONE; a++) {
      double distance = there[a] + l->p->view.length[k];

      if (name[LIST - 1] != NONE && distance > far[LIST - 1])
        break;
      list_add(name, far, other[a], distance);
    }
  }
  while (from < LIST && name[from] == was[from] && far[from] == l->far[i * LIST + from])
    from++;
  l->next_from[i] = (unsigned char)from;
}

static mgnn_status
lists_grow(near_lists *l, mgnn_error *err)
{
  mg_shard *s = l->p->shard;
  int changed = 1;

  for (size_t k = 0; k < (s->own + s->ghosts) * LIST; k++) {
    l->name[k] = k % LIST == 0 ? s->name[k / LIST] : NONE;
    l->far[k] = 0;
  }
  for (int round = 0; round < LIST && changed; round++) {
    changed = 0;
    for (size_t i = 0; i < s->own; i++) {
      row_grow(l, i);
      changed |= l->next_from[i] < LIST;
    }
    memcpy(l->name, l->next_name, s->own * LIST * sizeof *l->name);
    memcpy(l->far, l->next_far, s->own * LIST * sizeof *l->far);
    memcpy(l->from, l->next_from, s->own);
    changed = mg_rank_any(s->ranks, changed);
    if (changed) {
      PASS(mg_shard_exchange(s, MG_INT32, LIST, l->name, err));
      PASS(mg_shard_exchange(s, MG_DOUBLE, LIST, l->far, err));
    }
  }
  return MGNN_OK;
}

static int
is_listed(const unsigned *name, unsigned node)
{
  for (size_t a = 0; a < LIST && name[a] != NONE; a++)
    if (name[a] == node)
      return 1;
  return 0;
}

/* The weight of the edge from node i to a node; 1 without an edge. */
static double
weight_to(const mg_shard *s, size_t i, unsigned name)
{
  for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
    if (s->name[s->to[k]] == name)
      return s->weight[k];
  return 1;
}

static void
rows_fill(const near_lists *l, mg_shard_rows *rows)
{
  const mg_shard *s = l->p->shard;
  size_t at = 0;

  rows->row[0] = 0;
  for (size_t i = 0; i < s->own; i++) {
    const unsigned *name = l->name + i * LIST;

    rows->name[i] = s->name[i];
    for (size_t a = 1; a < LIST && name[a] != NONE; a++) {
      rows->to[at] = name[a];
      rows->length[at] = l->far[i * LIST + a];
      if (rows->weight != NULL)
        rows->weight[at] = weight_to(s, i, name[a]);
      at++;
    }
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
      if (!is_listed(name, s->name[s->to[k]])) {
        rows->to[at] = s->name[s->to[k]];
        rows->length[at] = l->p->view.length[k];
        if (rows->weight != NULL)
          rows->weight[at] = s->weight[k];
        at++;
      }
    rows->row[i + 1] = at;
  }
  rows->own = s->own;
}

mgnn_status
mg_shard_nearest(mg_shard *out, const mg_shard_paths *p, const mg_owners *owners,
                 mgnn_error *err)
{
  mg_shard *s = p->shard;
  size_t nodes = s->own + s->ghosts;
  size_t slots = s->row[s->own] + MG_NEAREST * s->own;
  near_lists l = { .p = p };
  mg_shard_rows rows = { .n = s->n, .m = s->m };
  int made;
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  l.name = mg_alloc(nodes, LIST * sizeof *l.name);
  l.far = mg_alloc(nodes, LIST * sizeof *l.far);
  l.next_name = mg_alloc(s->own, LIST * sizeof *l.name);
  l.next_far = mg_alloc(s->own, LIST * sizeof *l.far);
  l.from = mg_zalloc(nodes, 1);
  l.next_from = mg_alloc(s->own, 1);
  made = mg_shard_rows_alloc(&rows, s->own, slots, (const int[]){ 1, 0, s->weight != NULL });
  TRY(mg_ranks_have(s->ranks, l.name != NULL && l.far != NULL && l.next_name != NULL
                    && l.next_far != NULL && l.from != NULL && l.next_from != NULL
                    && made, err));
  TRY(lists_grow(&l, err));
  rows_fill(&l, &rows);
  TRY(mg_shard_make(out, s->ranks, &rows, owners, err));
end:
  mg_shard_rows_free(&rows);
  mg_free_all(l.name, l.far, l.next_name, l.next_far, l.from, l.next_from);
  return status;
}
