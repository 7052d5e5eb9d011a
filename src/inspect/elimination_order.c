/* The order in which a sparse matrix A^T A is eliminated so that little of it
 * fills up, by SuiteSparse's COLAMD, and the fronts that follow from it.
 *
 * Eliminating node t leaves an element behind: the nodes that come later and
 * share a row of A with it, or an element that it was in itself.  It passes on
 * to the first of these, its parent. */
#include "config.h"
#include "fronts.h"

#include "base/mem.h"
#include "base/subgraph.h"

#ifdef HAVE_SUITESPARSE_COLAMD_H
#include <suitesparse/colamd.h>
#else
#include <colamd.h>
#endif
#include <string.h>

mgnn_status
mg_shape_init(mg_shape *out, size_t rows, size_t nodes, size_t width,
              size_t entries, mgnn_error *err)
{
  out->rows = rows;
  out->nodes = nodes;
  out->width = width;
  out->first = mg_alloc(rows + 1, sizeof *out->first);
  out->node = mg_alloc(entries, sizeof *out->node);
  return out->first != NULL && out->node != NULL ? MGNN_OK
                                                 : mg_fail_memory(err);
}

void
mg_shape_free(mg_shape *s)
{
  mg_free(s->first);
  mg_free(s->node);
}

typedef struct {
  const mg_shape *shape;
  size_t n;
  unsigned *who;               /* n: the node eliminated at time t */
  unsigned *time;              /* n: of each node; the rest is by time */
  unsigned *row_time;          /* rows: when each row comes in */
  unsigned *row_head, *row_next;       /* n, rows: lists of them by time */
  unsigned *parent;            /* n: of the element; MG_NOWHERE: it is empty */
  unsigned *child, *sibling;   /* n: lists of elements by parent */
  unsigned *seen;              /* n: 1 + the last time a node was met */
  size_t *start;               /* n + 1: where the nodes of each element begin */
  unsigned *left;              /* the nodes of the elements */
  size_t cap;
} plan;

static void
plan_free(plan *p)
{
  mg_free(p->who);
  mg_free(p->row_time);
  mg_free(p->start);
  mg_free(p->left);
}

static mgnn_status
plan_init(plan *p, const mg_shape *shape, mgnn_error *err)
{
  size_t n = shape->nodes;
  mgnn_status status = MGNN_OK;

  memset(p, 0, sizeof *p);
  p->shape = shape;
  p->n = n;
  TRY(mg_allocated(p->who = mg_alloc(n, 7 * sizeof *p->who), err));
  TRY(mg_allocated(p->row_time = mg_alloc(shape->rows, 2 * sizeof *p->row_time),
                   err));
  TRY(mg_allocated(p->start = mg_alloc(n + 1, sizeof *p->start), err));
  p->time = p->who + n;
  p->row_head = p->time + n;
  p->parent = p->row_head + n;
  p->child = p->parent + n;
  p->sibling = p->child + n;
  p->seen = p->sibling + n;
  p->row_next = p->row_time + shape->rows;
end:
  return status;
}

/* The columns of A and the rows they have entries in, as COLAMD wants them;
 * the order comes back in the place of `first`, which is n + 1 long. */
static mgnn_status
columns_order(const mg_shape *s, SuiteSparse_long *first, mgnn_error *err)
{
  size_t n = s->nodes, entries = s->first[s->rows];
  size_t size = colamd_l_recommended((SuiteSparse_long)entries,
                                     (SuiteSparse_long)s->rows,
                                     (SuiteSparse_long)n);
  SuiteSparse_long *row = size > 0 ? mg_alloc(size, sizeof *row) : NULL;
  SuiteSparse_long stats[COLAMD_STATS];

  if (row == NULL)
    return mg_fail_memory(err);
  memset(first, 0, (n + 1) * sizeof *first);
  for (size_t k = 0; k < entries; k++)
    first[s->node[k]]++;
  for (size_t i = 0, at = 0; i <= n; i++) {
    at += (size_t)first[i];
    first[i] = (SuiteSparse_long)at;   /* the end of column i */
  }
  for (size_t r = s->rows; r-- > 0;)   /* which becomes its beginning */
    for (size_t k = s->first[r]; k < s->first[r + 1]; k++)
      row[--first[s->node[k]]] = (SuiteSparse_long)r;
  colamd_l((SuiteSparse_long)s->rows, (SuiteSparse_long)n,
           (SuiteSparse_long)size, row, first, NULL, stats);
  mg_free(row);
  return MGNN_OK;
}

static mgnn_status
plan_order(plan *p, mgnn_error *err)
{
  SuiteSparse_long *order = mg_alloc(p->n + 1, sizeof *order);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(order, err));
  TRY(columns_order(p->shape, order, err));
  for (size_t t = 0; t < p->n; t++) {
    p->who[t] = (unsigned)order[t];
    p->time[p->who[t]] = (unsigned)t;
  }
end:
  mg_free(order);
  return status;
}

/* A row comes in with the first of its nodes. */
static void
rows_sort(plan *p)
{
  const mg_shape *s = p->shape;

  for (size_t t = 0; t < p->n; t++) {
    p->row_head[t] = p->child[t] = MG_NOWHERE;
    p->seen[t] = 0;
  }
  for (size_t r = s->rows; r-- > 0;) {
    unsigned first = MG_NOWHERE;

    for (size_t k = s->first[r]; k < s->first[r + 1]; k++)
      if (p->time[s->node[k]] < first)
        first = p->time[s->node[k]];
    p->row_time[r] = first;
    if (first != MG_NOWHERE) {
      p->row_next[r] = p->row_head[first];
      p->row_head[first] = (unsigned)r;
    }
  }
}

/* Add nodes to the element of time t, those that are not yet in it. */
static void
element_add(plan *p, size_t t, const unsigned *node, size_t count)
{
  for (size_t k = 0; k < count; k++) {
    if (p->seen[node[k]] == t + 1)
      continue;
    p->seen[node[k]] = (unsigned)t + 1;
    p->left[p->start[t + 1]++] = node[k];
    if (p->time[node[k]] < p->parent[t])
      p->parent[t] = p->time[node[k]];
  }
}

/* Capacity for the element of time t: what goes into it has so many nodes. */
static mgnn_status
element_reserve(plan *p, size_t t, mgnn_error *err)
{
  const size_t *first = p->shape->first;
  size_t need = p->start[t];
  unsigned *grown;

  for (unsigned r = p->row_head[t]; r != MG_NOWHERE; r = p->row_next[r])
    need += first[r + 1] - first[r];
  for (unsigned c = p->child[t]; c != MG_NOWHERE; c = p->sibling[c])
    need += p->start[c + 1] - p->start[c];
  if (need <= p->cap)
    return MGNN_OK;
  need += need / 2;
  grown = mg_resize(p->left, need, sizeof *grown);
  if (grown == NULL)
    return mg_fail_memory(err);
  p->left = grown;
  p->cap = need;
  return MGNN_OK;
}

/* The union of the rows and of the elements that come in at each time, without
 * the node that is eliminated then. */
static mgnn_status
elements_find(plan *p, mgnn_error *err)
{
  const mg_shape *s = p->shape;
  mgnn_status status = MGNN_OK;

  p->start[0] = 0;
  for (size_t t = 0; t < p->n; t++) {
    TRY(element_reserve(p, t, err));
    p->start[t + 1] = p->start[t];
    p->parent[t] = MG_NOWHERE;
    p->seen[p->who[t]] = (unsigned)t + 1;
    for (unsigned r = p->row_head[t]; r != MG_NOWHERE; r = p->row_next[r])
      element_add(p, t, s->node + s->first[r], s->first[r + 1] - s->first[r]);
    for (unsigned c = p->child[t]; c != MG_NOWHERE; c = p->sibling[c])
      element_add(p, t, p->left + p->start[c], p->start[c + 1] - p->start[c]);
    if (p->parent[t] != MG_NOWHERE) {
      p->sibling[t] = p->child[p->parent[t]];
      p->child[p->parent[t]] = (unsigned)t;
    }
  }
end:
  return status;
}

static size_t
element_size(const plan *p, size_t t)
{
  return p->start[t + 1] - p->start[t];
}

/* Time by time, the front it belongs to: an element whose nodes are those of
 * its parent and one more is eliminated in the parent's front.  One per parent,
 * so that fronts do not grow by nodes that have nothing to do with one another.
 * Fronts are numbered by their last times, which come after all of their
 * children. */
static size_t
fronts_number(const plan *p, unsigned *front)
{
  unsigned *below = p->seen;   /* no more needed: who is in the parent's front */
  size_t count = 0;

  for (size_t t = 0; t < p->n; t++)
    below[t] = MG_NOWHERE;
  for (size_t t = 0; t < p->n; t++) {
    unsigned up = p->parent[t];

    if (up != MG_NOWHERE && element_size(p, t) == element_size(p, up) + 1
        && below[up] == MG_NOWHERE)
      below[up] = (unsigned)t;
  }
  for (size_t t = 0; t < p->n; t++)
    if (p->parent[t] == MG_NOWHERE || below[p->parent[t]] != t)
      front[t] = (unsigned)count++;
    else
      front[t] = MG_NOWHERE;
  for (size_t t = p->n; t-- > 0;)
    if (front[t] == MG_NOWHERE)
      front[t] = front[p->parent[t]];
  return count;
}

/* Whether the element of time t leaves its front. */
static int
is_last(const plan *p, const unsigned *front, size_t t)
{
  return p->parent[t] == MG_NOWHERE || front[p->parent[t]] != front[t];
}

/* (k+r)^3/6 - r^3/6 multiplications for k pivots and r others. */
static double
front_work(double k, double r)
{
  return ((k + r) * (k + r) * (k + r) - r * r * r) / 6;
}

static void
fronts_fill(const plan *p, mg_fronts *f, const unsigned *front)
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
    f->pivot[next[front[t]]++] = p->who[t];
    if (!is_last(p, front, t))
      continue;
    f->parent[front[t]] = p->parent[t] == MG_NOWHERE ? MG_NOWHERE
                        : front[p->parent[t]];
    for (size_t k = p->start[t]; k < p->start[t + 1]; k++)
      f->rest[rest++] = p->left[k];
    f->rest_first[front[t] + 1] = rest;
  }
  memmove(next + 1, next, f->count * sizeof *next);
  next[0] = 0;
  for (size_t r = 0; r < p->shape->rows; r++)
    f->row_front[r] = p->row_time[r] == MG_NOWHERE ? MG_NOWHERE
                    : front[p->row_time[r]];
  for (size_t k = 0; k < f->count; k++)
    f->work += front_work((double)(width * (next[k + 1] - next[k])),
                          (double)(width * (f->rest_first[k + 1]
                                            - f->rest_first[k])));
}

static mgnn_status
fronts_alloc(mg_fronts *f, const plan *p, const unsigned *front,
             mgnn_error *err)
{
  size_t rest = 0;
  mgnn_status status = MGNN_OK;

  for (size_t t = 0; t < p->n; t++)
    rest += is_last(p, front, t) ? element_size(p, t) : 0;
  TRY(mg_allocated(f->pivot_first = mg_alloc(f->count + 1,
                                             2 * sizeof *f->pivot_first), err));
  TRY(mg_allocated(f->pivot = mg_alloc(p->n, sizeof *f->pivot), err));
  TRY(mg_allocated(f->rest = mg_alloc(rest, sizeof *f->rest), err));
  TRY(mg_allocated(f->parent = mg_alloc(f->count, sizeof *f->parent), err));
  TRY(mg_allocated(f->row_front = mg_alloc(p->shape->rows,
                                           sizeof *f->row_front), err));
  f->rest_first = f->pivot_first + f->count + 1;
end:
  return status;
}

mgnn_status
mg_fronts_plan(mg_fronts *out, const mg_shape *shape, mgnn_error *err)
{
  unsigned *front = mg_alloc(shape->nodes, sizeof *front);
  mgnn_status status = MGNN_OK;
  plan p = { 0 };

  memset(out, 0, sizeof *out);
  TRY(mg_allocated(front, err));
  TRY(plan_init(&p, shape, err));
  TRY(plan_order(&p, err));
  rows_sort(&p);
  TRY(elements_find(&p, err));
  out->count = fronts_number(&p, front);
  TRY(fronts_alloc(out, &p, front, err));
  fronts_fill(&p, out, front);
end:
  plan_free(&p);
  mg_free(front);
  if (status != MGNN_OK)
    mg_fronts_free(out);
  return status;
}

void
mg_fronts_free(mg_fronts *f)
{
  mg_free(f->pivot_first);
  mg_free(f->pivot);
  mg_free(f->rest);
  mg_free(f->parent);
  mg_free(f->row_front);
  memset(f, 0, sizeof *f);
}
