/* The order in which a sparse matrix A^T A is eliminated, so that little of it
 * fills up: approximate minimum degree on the quotient graph.
 *
 * An element is a set of nodes that are all joined to one another: at first
 * the rows of A, later what each eliminated node has left behind.  Eliminating
 * a node replaces the elements it is in by their union without it. */
#include "fronts.h"

#include "base/mem.h"
#include "base/subgraph.h"

#include <string.h>

typedef struct {
  const mg_shape *shape;
  size_t rows, n, left;
  /* Elements: the rows, then one per eliminated node, in the order of time. */
  size_t elements;
  size_t *start;               /* rows + n: where the nodes of each begin */
  unsigned *size;              /* rows + n */
  unsigned *up;                /* rows + n: the element that took it in */
  unsigned *outside;           /* rows + n: nodes outside the new element, */
  unsigned *outside_at;        /*           if counted at this time */
  unsigned *who;               /* n: the node of element rows + t */
  unsigned *pool;              /* nodes of the elements */
  size_t used, cap;
  /* Nodes. */
  size_t *list;                /* n: where the elements of each begin */
  unsigned *in;                /* the elements of nodes */
  unsigned *count;             /* n: how many */
  unsigned *degree;            /* n */
  unsigned *seen;              /* n, by time */
  unsigned *next, *prev;       /* n: of the same degree */
  unsigned *head;              /* n: by degree */
  size_t least;                /* no degree below is in use */
  unsigned char *gone;         /* n */
} plan;

static void
plan_free(plan *p)
{
  mg_free(p->start);
  mg_free(p->size);
  mg_free(p->pool);
  mg_free(p->list);
  mg_free(p->in);
  mg_free(p->count);
  mg_free(p->gone);
}

static mgnn_status
plan_init(plan *p, const mg_shape *shape, mgnn_error *err)
{
  size_t n = shape->nodes, all = shape->rows + n;
  size_t entries = shape->first[shape->rows];

  memset(p, 0, sizeof *p);
  p->shape = shape;
  p->rows = p->elements = shape->rows;
  p->n = p->left = n;
  p->cap = entries + 4 * n + 16;
  p->start = mg_alloc(all, sizeof *p->start);
  p->size = mg_zalloc(all, 4 * sizeof *p->size);
  p->pool = mg_alloc(p->cap, sizeof *p->pool);
  p->list = mg_alloc(n + 1, sizeof *p->list);
  p->in = mg_alloc(entries, sizeof *p->in);
  p->count = mg_zalloc(n, 7 * sizeof *p->count);
  p->gone = mg_zalloc(n, 1);
  if (p->start == NULL || p->size == NULL || p->pool == NULL || p->list == NULL
      || p->in == NULL || p->count == NULL || p->gone == NULL) {
    plan_free(p);
    return mg_fail_memory(err);
  }
  p->up = p->size + all;
  p->outside = p->size + 2 * all;
  p->outside_at = p->size + 3 * all;
  p->degree = p->count + n;
  p->seen = p->count + 2 * n;
  p->next = p->count + 3 * n;
  p->prev = p->count + 4 * n;
  p->head = p->count + 5 * n;
  p->who = p->count + 6 * n;
  return MGNN_OK;
}

static void
queue_put(plan *p, unsigned i)
{
  unsigned d = p->degree[i];

  p->next[i] = p->head[d];
  p->prev[i] = MG_NOWHERE;
  if (p->head[d] != MG_NOWHERE)
    p->prev[p->head[d]] = i;
  p->head[d] = i;
  if (d < p->least)
    p->least = d;
}

static void
queue_remove(plan *p, unsigned i)
{
  if (p->prev[i] != MG_NOWHERE)
    p->next[p->prev[i]] = p->next[i];
  else
    p->head[p->degree[i]] = p->next[i];
  if (p->next[i] != MG_NOWHERE)
    p->prev[p->next[i]] = p->prev[i];
}

/* The rows become elements, and nodes know theirs. */
static void
plan_begin(plan *p)
{
  const mg_shape *s = p->shape;
  size_t at = 0;

  for (size_t e = 0; e < p->rows; e++) {
    p->start[e] = s->first[e];
    p->size[e] = (unsigned)(s->first[e + 1] - s->first[e]);
    p->up[e] = MG_NOWHERE;
    for (size_t k = s->first[e]; k < s->first[e + 1]; k++)
      p->count[s->node[k]]++;
  }
  p->used = s->first[p->rows];
  if (p->used > 0)
    memcpy(p->pool, s->node, p->used * sizeof *p->pool);
  for (size_t i = 0; i < p->n; i++) {
    p->list[i] = at;
    at += p->count[i];
    p->count[i] = 0;
    p->head[i] = MG_NOWHERE;
  }
  for (size_t e = 0; e < p->rows; e++)
    for (size_t k = s->first[e]; k < s->first[e + 1]; k++) {
      unsigned i = s->node[k];

      p->in[p->list[i] + p->count[i]++] = (unsigned)e;
      p->degree[i] += p->size[e] - 1;
    }
  for (size_t i = p->n; i-- > 0;) {
    if (p->degree[i] >= p->n)
      p->degree[i] = (unsigned)p->n - 1;
    queue_put(p, (unsigned)i);
  }
}

static mgnn_status
reserve(plan *p, size_t more, mgnn_error *err)
{
  size_t cap = (p->used + more) * 3 / 2;
  unsigned *grown;

  if (p->used + more <= p->cap)
    return MGNN_OK;
  grown = mg_resize(p->pool, cap, sizeof *grown);
  if (grown == NULL)
    return mg_fail_memory(err);
  p->pool = grown;
  p->cap = cap;
  return MGNN_OK;
}

/* The union of i's elements without i becomes the next element, new. */
static mgnn_status
unite(plan *p, unsigned i, unsigned time, mgnn_error *err)
{
  size_t fresh = p->elements;

  p->start[fresh] = p->used;
  p->up[fresh] = MG_NOWHERE;
  p->seen[i] = time;
  for (size_t k = 0; k < p->count[i]; k++) {
    unsigned e = p->in[p->list[i] + k];

    if (reserve(p, p->size[e], err) != MGNN_OK)
      return MGNN_ENOMEM;
    for (size_t s = p->start[e]; s < p->start[e] + p->size[e]; s++)
      if (p->seen[p->pool[s]] != time) {
        p->seen[p->pool[s]] = time;
        p->pool[p->used++] = p->pool[s];
      }
    p->up[e] = (unsigned)fresh;
  }
  p->size[fresh] = (unsigned)(p->used - p->start[fresh]);
  p->elements++;
  return MGNN_OK;
}

/* For every element that shares nodes with the new one: how many of its nodes
 * are outside. */
static void
count_outside(plan *p, size_t fresh, unsigned time)
{
  for (size_t s = p->start[fresh]; s < p->start[fresh] + p->size[fresh]; s++) {
    unsigned i = p->pool[s];

    for (size_t k = 0; k < p->count[i]; k++) {
      unsigned e = p->in[p->list[i] + k];

      if (p->up[e] != MG_NOWHERE)
        continue;
      if (p->outside_at[e] != time) {
        p->outside_at[e] = time;
        p->outside[e] = p->size[e];
      }
      p->outside[e]--;
    }
  }
}

/* A node of the new element: it forgets those taken in, and gets a new degree,
 *   |new| - 1 + the sum of what its other elements have outside. */
static void
update(plan *p, unsigned i, size_t fresh)
{
  size_t kept = 0, degree = p->size[fresh] - 1;
  unsigned *in = p->in + p->list[i];

  for (size_t k = 0; k < p->count[i]; k++) {
    unsigned e = in[k];

    if (p->up[e] == MG_NOWHERE && p->outside[e] == 0)
      p->up[e] = (unsigned)fresh;      /* it is wholly inside */
    if (p->up[e] != MG_NOWHERE)
      continue;
    degree += p->outside[e];
    in[kept++] = e;
  }
  in[kept++] = (unsigned)fresh;        /* in the place of one taken in */
  p->count[i] = (unsigned)kept;
  queue_remove(p, i);
  p->degree[i] = (unsigned)(degree < p->left - 1 ? degree : p->left - 1);
  queue_put(p, i);
}

static mgnn_status
eliminate(plan *p, unsigned i, mgnn_error *err)
{
  size_t fresh = p->elements;
  unsigned time = (unsigned)(fresh - p->rows) + 1;

  p->who[fresh - p->rows] = i;
  p->gone[i] = 1;
  queue_remove(p, i);
  if (unite(p, i, time, err) != MGNN_OK)
    return MGNN_ENOMEM;
  p->left--;
  count_outside(p, fresh, time);
  for (size_t s = p->start[fresh]; s < p->start[fresh] + p->size[fresh]; s++)
    update(p, p->pool[s], fresh);
  return MGNN_OK;
}

static mgnn_status
eliminate_all(plan *p, mgnn_error *err)
{
  while (p->left > 0) {
    while (p->head[p->least] == MG_NOWHERE)
      p->least++;
    if (eliminate(p, p->head[p->least], err) != MGNN_OK)
      return MGNN_ENOMEM;
  }
  return MGNN_OK;
}

/* Element by element, the front it belongs to: an element whose nodes are
 * those of the one above it and one more is eliminated in the same front.  One
 * per front above, so that nothing is blown up. */
static size_t
number_fronts(const plan *p, unsigned *front, unsigned *below)
{
  size_t count = 0;

  for (size_t t = 0; t < p->n; t++)
    below[t] = MG_NOWHERE;
  for (size_t t = 0; t < p->n; t++) {
    unsigned e = (unsigned)(p->rows + t), up = p->up[e];

    if (up != MG_NOWHERE && p->size[e] == p->size[up] + 1
        && below[up - p->rows] == MG_NOWHERE)
      below[up - p->rows] = (unsigned)t;
  }
  /* Numbered by their last elements, which come after all of their children. */
  for (size_t t = 0; t < p->n; t++) {
    unsigned up = p->up[p->rows + t];

    front[t] = MG_NOWHERE;
    if (up == MG_NOWHERE || below[up - p->rows] != t)
      front[t] = (unsigned)count++;
  }
  for (size_t t = p->n; t-- > 0;)
    if (front[t] == MG_NOWHERE)
      front[t] = front[p->up[p->rows + t] - p->rows];
  return count;
}

/* (k+r)^3/6 - r^3/6 multiplications for k pivots and r others. */
static double
front_work(double k, double r)
{
  return ((k + r) * (k + r) * (k + r) - r * r * r) / 6;
}

static void
fill_fronts(const plan *p, mg_fronts *f, const unsigned *front)
{
  size_t pivots = 0, rest = 0, width = p->shape->width, *next = f->pivot_first;

  memset(f->pivot_first, 0, (f->count + 1) * sizeof *next);
  for (size_t t = 0; t < p->n; t++)
    next[front[t]]++;
  for (size_t k = 0; k <= f->count; k++) {
    size_t here = k < f->count ? next[k] : 0;

    next[k] = pivots;
    pivots += here;
  }
  f->rest_first[0] = 0;
  for (size_t t = 0; t < p->n; t++) {
    size_t e = p->rows + t;

    f->pivot[next[front[t]]++] = p->who[t];
    if (p->up[e] != MG_NOWHERE && front[p->up[e] - p->rows] == front[t])
      continue;
    f->parent[front[t]] = p->up[e] == MG_NOWHERE ? MG_NOWHERE
                        : front[p->up[e] - p->rows];
    if (p->size[e] > 0)
      memcpy(f->rest + rest, p->pool + p->start[e],
             p->size[e] * sizeof *f->rest);
    rest += p->size[e];
    f->rest_first[front[t] + 1] = rest;
  }
  memmove(next + 1, next, f->count * sizeof *next);
  next[0] = 0;
  for (size_t e = 0; e < p->rows; e++)
    f->row_front[e] = p->up[e] == MG_NOWHERE ? MG_NOWHERE
                    : front[p->up[e] - p->rows];
  for (size_t k = 0; k < f->count; k++)
    f->work += front_work((double)(width * (next[k + 1] - next[k])),
                          (double)(width * (f->rest_first[k + 1]
                                            - f->rest_first[k])));
}

/* Room for what the plan has come to. */
static size_t
rest_total(const plan *p, const unsigned *front)
{
  size_t sum = 0;

  for (size_t t = 0; t < p->n; t++) {
    unsigned up = p->up[p->rows + t];

    if (up == MG_NOWHERE || front[up - p->rows] != front[t])
      sum += p->size[p->rows + t];
  }
  return sum;
}

mgnn_status
mg_fronts_plan(mg_fronts *out, const mg_shape *shape, mgnn_error *err)
{
  unsigned *front = mg_alloc(shape->nodes, 2 * sizeof *front);
  mgnn_status status;
  plan p;

  memset(out, 0, sizeof *out);
  if (front == NULL)
    return mg_fail_memory(err);
  status = plan_init(&p, shape, err);
  if (status != MGNN_OK)
    goto leave;
  plan_begin(&p);
  status = eliminate_all(&p, err);
  if (status != MGNN_OK)
    goto plan;
  out->count = number_fronts(&p, front, front + shape->nodes);
  out->pivot_first = mg_alloc(out->count + 1, sizeof *out->pivot_first);
  out->rest_first = mg_alloc(out->count + 1, sizeof *out->rest_first);
  out->pivot = mg_alloc(shape->nodes, sizeof *out->pivot);
  out->rest = mg_alloc(rest_total(&p, front), sizeof *out->rest);
  out->parent = mg_alloc(out->count, sizeof *out->parent);
  out->row_front = mg_alloc(shape->rows, sizeof *out->row_front);
  if (out->pivot_first == NULL || out->rest_first == NULL || out->pivot == NULL
      || out->rest == NULL || out->parent == NULL || out->row_front == NULL) {
    mg_fronts_free(out);
    status = mg_fail_memory(err);
    goto plan;
  }
  fill_fronts(&p, out, front);
plan:
  plan_free(&p);
leave:
  mg_free(front);
  return status;
}

void
mg_fronts_free(mg_fronts *f)
{
  mg_free(f->pivot_first);
  mg_free(f->rest_first);
  mg_free(f->pivot);
  mg_free(f->rest);
  mg_free(f->parent);
  mg_free(f->row_front);
  memset(f, 0, sizeof *f);
}
