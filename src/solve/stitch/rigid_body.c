/* Lists of rigid bodies, and the distances inside them. */
#include "rigid_body.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/dense.h"

#include <stdlib.h>
#include <string.h>

mgnn_status
mg_body_init(mg_body *p, size_t count, size_t dim, mgnn_error *err)
{
  memset(p, 0, sizeof *p);
  PASS(mg_allocated(p->x = mg_alloc(count, dim * sizeof *p->x + sizeof *p->node), err));
  p->node = (void *)(p->x + count * dim);
  p->count = count;
  return MGNN_OK;
}

void
mg_body_free(mg_body *p)
{
  mg_free(p->x);
  memset(p, 0, sizeof *p);
}

mgnn_status
mg_bodies_add(mg_bodies *list, mg_body *p, mgnn_error *err)
{
  mg_body *grown = mg_grow(list->body, list->count, &list->capacity,
                            sizeof *grown);

  PASS(mg_allocated(grown, err));
  list->body = grown;
  list->body[list->count++] = *p;
  memset(p, 0, sizeof *p);
  return MGNN_OK;
}

mgnn_status
mg_bodies_index(mg_bodies *list, size_t n, mgnn_error *err)
{
  size_t total = 0;

  for (size_t p = 0; p < list->count; p++)
    total += list->body[p].count;
  mg_free_all(list->row, list->of);
  list->row = mg_zalloc(n + 2, sizeof *list->row);
  list->of = mg_alloc(total, 2 * sizeof *list->of);
  PASS(mg_allocated(list->row, err));
  PASS(mg_allocated(list->of, err));
  list->at = list->of + total;
  for (size_t p = 0; p < list->count; p++)
    for (size_t k = 0; k < list->body[p].count; k++)
      list->row[list->body[p].node[k] + 2]++;
  for (size_t i = 2; i <= n + 1; i++)
    list->row[i] += list->row[i - 1];
  /* row[i + 1] is the next free slot of node i; at the end that is the first
   * slot of node i + 1. */
  for (size_t p = 0; p < list->count; p++)
    for (size_t k = 0; k < list->body[p].count; k++) {
      size_t slot = list->row[list->body[p].node[k] + 1]++;

      list->of[slot] = (unsigned)p;
      list->at[slot] = (unsigned)k;
    }
  return MGNN_OK;
}

void
mg_bodies_free(mg_bodies *list)
{
  for (size_t p = 0; p < list->count; p++)
    mg_body_free(&list->body[p]);
  mg_free_all(list->body, list->row, list->of);
  memset(list, 0, sizeof *list);
}

/* A node of the list in one of its bodies. */
typedef struct {
  unsigned body, at;          /* the body, and the node's index in it */
  unsigned local;              /* index in the list of nodes */
} member;

typedef struct {
  unsigned a, b;               /* a < b, indices in the list of nodes */
  double length;
} candidate;

static int
by_body(const void *left, const void *right)
{
  const member *a = left, *b = right;

  if (a->body != b->body)
    return a->body < b->body ? -1 : 1;
  return a->local < b->local ? -1 : a->local > b->local;
}

/* Order by pair, then by length: bodies may give a pair several lengths, and
 * the one kept must not depend on qsort. */
static int
by_pair(const void *left, const void *right)
{
  const candidate *a = left, *b = right;

  if (a->a != b->a)
    return a->a < b->a ? -1 : 1;
  if (a->b != b->b)
    return a->b < b->b ? -1 : 1;
  return a->length < b->length ? -1 : a->length > b->length;
}

static int
joined(const mg_graph *g, unsigned i, unsigned j)
{
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    if (g->to[k] == j)
      return 1;
  return 0;
}

typedef struct {
  const mg_bodies *bodies;
  const mg_task *task;
  const unsigned *node;
  uint64_t stream;
  candidate *list;
  size_t count, capacity;
} search;

/* Join dim + 4 random hubs among k members of one body to all of them, which
 * makes them rigid with O(k) links instead of O(k^2).  Moves the hubs to the
 * front. */
static mgnn_status
hubs_join(search *s, member *m, size_t k, mgnn_error *err)
{
  const double *x = s->bodies->body[m->body].x;
  size_t dim = s->task->dim, hubs = k < dim + 4 ? k : dim + 4;

  for (size_t h = 0; h < hubs; h++) {
    size_t pick = h + mg_random_below(&s->stream, k - h);
    member swap = m[h];

    m[h] = m[pick];
    m[pick] = swap;
    for (size_t j = h + 1; j < k; j++) {
      candidate *list;
      unsigned a = m[h].local, b = m[j].local;

      if (joined(s->task->graph, s->node[a], s->node[b]))
        continue;
      list = mg_grow(s->list, s->count, &s->capacity, sizeof *list);
      PASS(mg_allocated(list, err));
      s->list = list;
      s->list[s->count++] = (candidate){
        a < b ? a : b, a < b ? b : a,
        mg_distance(x + m[h].at * dim, x + m[j].at * dim, dim)
      };
    }
  }
  return MGNN_OK;
}

static mgnn_status
links_pack(mg_links *out, candidate *list, size_t count, mgnn_error *err)
{
  size_t used = 0;

  if (count > 1)
    qsort(list, count, sizeof *list, by_pair);
  PASS(mg_allocated(out->ends = mg_alloc(count, 2 * sizeof *out->ends), err));
  PASS(mg_allocated(out->length = mg_alloc(count, sizeof *out->length), err));
  for (size_t k = 0; k < count; k++) {
    if (k > 0 && list[k].a == list[k - 1].a && list[k].b == list[k - 1].b)
      continue;
    out->ends[2 * used] = list[k].a;
    out->ends[2 * used + 1] = list[k].b;
    out->length[used++] = list[k].length;
  }
  out->extra = (mg_extra_edges){ out->ends, out->length, used };
  return MGNN_OK;
}

mgnn_status
mg_links_find(mg_links *out, const mg_bodies *bodies, const mg_task *t,
              const unsigned *node, size_t count, uint64_t stream,
              mgnn_error *err)
{
  search s = { .bodies = bodies, .task = t, .node = node, .stream = stream };
  mgnn_status status = MGNN_OK;
  size_t members = 0, begin = 0;
  member *m;

  memset(out, 0, sizeof *out);
  for (size_t a = 0; a < count; a++)
    members += bodies->row[node[a] + 1] - bodies->row[node[a]];
  TRY(mg_allocated(m = mg_alloc(members, sizeof *m), err));
  members = 0;
  for (size_t a = 0; a < count; a++)
    for (size_t k = bodies->row[node[a]]; k < bodies->row[node[a] + 1]; k++)
      m[members++] = (member){ bodies->of[k], bodies->at[k], (unsigned)a };
  if (members > 1)
    qsort(m, members, sizeof *m, by_body);
  while (begin < members) {
    size_t stop = begin + 1;

    while (stop < members && m[stop].body == m[begin].body)
      stop++;
    if (stop - begin >= 2)
      TRY(hubs_join(&s, m + begin, stop - begin, err));
    begin = stop;
  }
  TRY(links_pack(out, s.list, s.count, err));
end:
  if (status != MGNN_OK)
    mg_links_free(out);
  mg_free_all(s.list, m);
  return status;
}

void
mg_links_free(mg_links *l)
{
  mg_free_all(l->ends, l->length);
  memset(l, 0, sizeof *l);
}
