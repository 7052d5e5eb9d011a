/* What a node or a pair of nodes separates from the rest is found by depth-first
 * searches: of the graph, and of the graph without each node at which three edges
 * meet.  A part is moved by a reflection that leaves those nodes where they are, or
 * by two, which is a turn.  The best of some is taken: how far exactly a part
 * should be turned is left to the descent that follows. */
#include "hinges.h"
#include "base/depth_first.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

enum {
  DIM = 3,                     /* at most */
  NORMALS = 13,                /* of mirrors that are tried, at most */
  STEPS = 8,                   /* of them where they are on a half circle */
  MOVING = 32,                 /* nodes of a part that are looked at, and */
  RESTING = 256,               /* of the rest */
  NO_NODE = -1
};

#define GAIN 1e-3              /* least relative gain of a move */
#define PAIRS 30.0             /* looked at, times n^2, and */
#define PAIRS_LEAST 1e6
#define WALK 5e7               /* edges looked at to find pairs of nodes */

typedef struct {
  const mg_task *task;
  const mg_distances *far;
  double *y, *trial;           /* n*dim each */
  mg_depth_first tree;
  unsigned char *gone;         /* n: the node left out */
  unsigned char *moves;        /* n: of the part; all 0 in between */
  unsigned *below;             /* n: nodes of a subtree, itself too */
  unsigned *moving, *resting;  /* n each: the part, the rest without hinge */
  size_t moving_count, resting_count;
  float near[MOVING * RESTING];
  double left;                 /* pairs that may still be looked at */
  size_t turned;
} hinges;

/* x -> x - 2 w w.(x - through), once or with two w. */
typedef struct {
  const double *through;
  double normal[2][DIM];
  int count;
} move;

static void
moved(const move *m, size_t dim, const double *from, double *to)
{
  memcpy(to, from, dim * sizeof *to);
  for (int k = 0; k < m->count; k++) {
    double along = 0;

    for (size_t c = 0; c < dim; c++)
      along += m->normal[k][c] * (to[c] - m->through[c]);
    for (size_t c = 0; c < dim; c++)
      to[c] -= 2 * along * m->normal[k][c];
  }
}

/* The distance of two nodes, in the unit of y. */
static double
path_of(const hinges *h, unsigned i, unsigned j)
{
  float d;

  mg_distances_unpack(h->far, i < j ? i : j, i < j ? j : i, 1, &d);
  return (double)d * h->far->unit;
}

/* ---- what a move gains ---- */

/* Some of the nodes, evenly: every step-th. */
static size_t
step_of(size_t count, size_t most)
{
  return (count + most - 1) / most;
}

static void
near_fill(hinges *h)
{
  size_t a = step_of(h->moving_count, MOVING);
  size_t b = step_of(h->resting_count, RESTING), at = 0;

  for (size_t i = 0; i < h->moving_count; i += a)
    for (size_t j = 0; j < h->resting_count; j += b)
      h->near[at++] = (float)path_of(h, h->moving[i], h->resting[j]);
}

/* The stress between some of the part, moved, and some of the rest; or more than
 * `enough`. */
static double
sample(hinges *h, const move *m, double enough)
{
  size_t a = step_of(h->moving_count, MOVING), dim = h->task->dim;
  size_t b = step_of(h->resting_count, RESTING), at = 0;
  double sum = 0, x[DIM];

  for (size_t i = 0; i < h->moving_count && sum <= enough; i += a) {
    moved(m, dim, h->y + h->moving[i] * dim, x);
    for (size_t j = 0; j < h->resting_count; j += b) {
      double r = mg_distance(x, h->y + h->resting[j] * dim, dim);
      double off = r / (double)h->near[at++] - 1;

      sum += off * off;
    }
  }
  h->left -= (double)at;
  return sum;
}

/* The stress between all nodes of the part, at y, and all of the rest. */
static double
whole(hinges *h, const double *y)
{
  size_t dim = h->task->dim;
  double sum = 0;

  for (size_t i = 0; i < h->moving_count; i++)
    for (size_t j = 0; j < h->resting_count; j++) {
      double off = mg_distance(y + h->moving[i] * dim, h->y + h->resting[j] * dim,
                               dim)
                   / path_of(h, h->moving[i], h->resting[j]) - 1;

      sum += off * off;
    }
  h->left -= (double)h->moving_count * (double)h->resting_count;
  return sum;
}

/* ---- crossings ---- */

/* Twice the area of a triangle in the plane, negative if it runs clockwise. */
static double
area(const double *a, const double *b, const double *c)
{
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static int
cross(const double *y, const unsigned *e, const unsigned *f)
{
  const double *a = y + 2 * e[0], *b = y + 2 * e[1];
  const double *c = y + 2 * f[0], *d = y + 2 * f[1];

  return e[0] != f[0] && e[0] != f[1] && e[1] != f[0] && e[1] != f[1]
         && area(a, b, c) * area(a, b, d) < 0
         && area(c, d, a) * area(c, d, b) < 0;
}

/* How many edges of the part cross edges of the rest. */
static size_t
crossings(hinges *h, const double *y)
{
  const mg_graph *g = h->task->graph;
  size_t count = 0, own = 0;

  for (size_t e = 0; e < g->m; e++)
    if (h->moves[g->ends[2 * e]] || h->moves[g->ends[2 * e + 1]]) {
      own++;
      for (size_t f = 0; f < g->m; f++)
        count += !h->moves[g->ends[2 * f]] && !h->moves[g->ends[2 * f + 1]]
                 && cross(y, g->ends + 2 * e, g->ends + 2 * f);
    }
  h->left -= (double)own * (double)g->m;
  return count;
}

/* Whether the trial is better: less stress, and in the plane no more
 * crossings. */
static int
is_better(hinges *h)
{
  size_t now, then;

  if (!(whole(h, h->trial) < (1 - GAIN) * whole(h, h->y)))
    return 0;
  if (h->task->dim != 2)
    return 1;
  for (size_t k = 0; k < h->moving_count; k++)
    h->moves[h->moving[k]] = 1;
  now = crossings(h, h->trial);
  then = crossings(h, h->y);
  for (size_t k = 0; k < h->moving_count; k++)
    h->moves[h->moving[k]] = 0;
  return now <= then;
}

/* ---- moves ---- */

/* Take from v what it has along the unit vectors before it, and make it one.  The
 * second time takes what rounding left. */
static int
orthonormal(double (*basis)[DIM], size_t count, size_t dim, double *v)
{
  double size = sqrt(mg_inner(v, v, dim)), rest;

  for (size_t k = 0; k < 2 * count; k++) {
    double along = mg_inner(v, basis[k % count], dim);

    for (size_t c = 0; c < dim; c++)
      v[c] -= along * basis[k % count][c];
  }
  rest = sqrt(mg_inner(v, v, dim));
  if (!(rest > 1e-6 * size))
    return 0;
  for (size_t c = 0; c < dim; c++)
    basis[count][c] = v[c] / rest;
  return 1;
}

/* Unit vectors: along the hinge, if it has two nodes; to the middle of the part;
 * then any others.  Returns how many of them are fixed. */
static size_t
basis_make(const hinges *h, int u, unsigned v, double (*basis)[DIM])
{
  size_t dim = h->task->dim, fixed = 0, count;
  const double *at = h->y + v * dim;
  double x[DIM] = { 0 };

  if (u != NO_NODE) {
    for (size_t c = 0; c < dim; c++)
      x[c] = h->y[(size_t)u * dim + c] - at[c];
    fixed = (size_t)orthonormal(basis, 0, dim, x);
  }
  memset(x, 0, sizeof x);
  for (size_t k = 0; k < h->moving_count; k++)
    for (size_t c = 0; c < dim; c++)
      x[c] += h->y[h->moving[k] * dim + c] - at[c];
  count = fixed + (size_t)orthonormal(basis, fixed, dim, x);
  for (size_t c = 0; c < dim && count < dim; c++) {
    memset(x, 0, sizeof x);
    x[c] = 1;
    count += (size_t)orthonormal(basis, count, dim, x);
  }
  return fixed;
}

/* The normals of mirrors that hold the hinge; the first is square to the middle of
 * the part, which that mirror leaves where it is, unless there is only one. */
static size_t
normals_make(const hinges *h, int u, unsigned v, double (*normal)[DIM])
{
  static const signed char cube[NORMALS][DIM] = {
    { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 }, { 0, 1, 1 }, { 0, 1, -1 },
    { 1, 0, 1 }, { 1, 0, -1 }, { 1, 1, 0 }, { 1, -1, 0 }, { 1, 1, 1 },
    { 1, 1, -1 }, { 1, -1, 1 }, { 1, -1, -1 }
  };
  double basis[DIM][DIM];
  size_t dim = h->task->dim, fixed = basis_make(h, u, v, basis);
  size_t free = dim - fixed, count = free == 1 ? 1 : free == 2 ? STEPS : NORMALS;

  for (size_t k = 0; k < count; k++) {
    double turn = acos(-1) * (double)k / STEPS, by[DIM] = { 1 }, size = 0;

    if (free == 2) {
      by[0] = sin(turn);
      by[1] = cos(turn);
    }
    for (size_t c = 0; c < free && free > 2; c++)
      by[c] = (double)cube[k][c];
    for (size_t c = 0; c < free; c++)
      size += by[c] * by[c];
    memset(normal[k], 0, sizeof normal[k]);
    for (size_t a = 0; a < free; a++)
      for (size_t c = 0; c < dim; c++)
        normal[k][c] += by[a] / sqrt(size) * basis[fixed + a][c];
  }
  return count;
}

/* Turn the part as is best. */
static void
part_turn(hinges *h, int u, unsigned v)
{
  size_t dim = h->task->dim, count;
  double normal[NORMALS][DIM], least, now;
  move m = { .through = h->y + v * dim }, best = m;

  near_fill(h);
  least = (1 - GAIN) * sample(h, &m, INFINITY);
  count = normals_make(h, u, v, normal);
  memcpy(m.normal[1], normal[0], sizeof normal[0]);
  for (size_t k = 0; k < count; k++)
    for (m.count = 1; m.count <= (k > 0 ? 2 : 1); m.count++) {
      memcpy(m.normal[0], normal[k], sizeof normal[k]);
      now = sample(h, &m, least);
      if (now < least) {
        least = now;
        best = m;
      }
    }
  if (best.count == 0)
    return;
  memcpy(h->trial, h->y, h->task->graph->n * dim * sizeof *h->trial);
  for (size_t k = 0; k < h->moving_count; k++)
    moved(&best, dim, h->y + h->moving[k] * dim, h->trial + h->moving[k] * dim);
  if (!is_better(h))
    return;
  memcpy(h->y, h->trial, h->task->graph->n * dim * sizeof *h->trial);
  h->turned++;
}

/* ---- parts ---- */

static int
any_pinned(const hinges *h, const unsigned *node, size_t count)
{
  for (size_t k = 0; k < count; k++)
    if (mg_task_pinned(h->task, node[k]))
      return 1;
  return 0;
}

/* The part is the subtree of `child`, the hinge its parent v and u.  Of the part
 * and the rest, the smaller is moved that has no pins. */
static int
part_take(hinges *h, int u, unsigned child)
{
  const mg_depth_first *d = &h->tree;
  unsigned v = d->parent[child], first = d->found[child];
  unsigned last = first + h->below[child] - 1;
  int pinned[2];

  h->moving_count = h->resting_count = 0;
  for (unsigned i = 0; i < h->task->graph->n; i++)
    if (d->found[i] >= first && d->found[i] <= last)
      h->moving[h->moving_count++] = i;
    else if (i != v && (int)i != u)
      h->resting[h->resting_count++] = i;
  if (h->resting_count == 0)
    return 0;
  pinned[0] = any_pinned(h, h->moving, h->moving_count);
  pinned[1] = any_pinned(h, h->resting, h->resting_count);
  if (pinned[0] || (!pinned[1] && h->resting_count < h->moving_count)) {
    unsigned *swap = h->moving;
    size_t count = h->moving_count;

    h->moving = h->resting;
    h->moving_count = h->resting_count;
    h->resting = swap;
    h->resting_count = count;
  }
  return !(pinned[0] && pinned[1]);
}

/* Whether edges of u lead to the part below `child`, and elsewhere other than to
 * its parent: else u is no part of the hinge. */
static int
is_on(const hinges *h, unsigned u, unsigned child)
{
  const mg_graph *g = h->task->graph;
  const mg_depth_first *d = &h->tree;
  size_t in = 0, out = 0;

  for (size_t k = g->row[u]; k < g->row[u + 1]; k++) {
    unsigned j = g->to[k];

    if (d->found[j] >= d->found[child]
        && d->found[j] < d->found[child] + h->below[child])
      in++;
    else
      out += j != d->parent[child];
  }
  return in > 0 && out > 0;
}

/* All parts that hang on a node, and on u unless that is NO_NODE. */
static void
parts_turn(hinges *h, int u)
{
  const mg_graph *g = h->task->graph;
  mg_depth_first *d = &h->tree;

  memset(d->found, 0, g->n * sizeof *d->found);
  d->count = 0;
  if (u != NO_NODE)
    h->gone[u] = 1;
  for (unsigned i = 0; i < g->n; i++)
    if (d->found[i] == 0 && (int)i != u)
      mg_depth_first_search(d, g->row, g->to, h->gone, i);
  if (u != NO_NODE)
    h->gone[u] = 0;
  for (unsigned t = d->count; t-- > 0; )
    h->below[d->order[t]] = 1;
  for (unsigned t = d->count; t-- > 0; )
    if (d->parent[d->order[t]] != d->order[t])
      h->below[d->parent[d->order[t]]] += h->below[d->order[t]];
  for (unsigned t = 0; t < d->count && h->left > 0; t++) {
    unsigned i = d->order[t], v = d->parent[i];

    if (v == i || d->low[i] < d->found[v]
        || (u != NO_NODE && (g->row[v + 1] - g->row[v] < 3
                             || (int)v < u || !is_on(h, (unsigned)u, i))))
      continue;
    if (part_take(h, u, i))
      part_turn(h, u, v);
  }
}

static mgnn_status
hinges_init(hinges *h, size_t n, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_depth_first_init(&h->tree, n, err));
  TRY(mg_allocated(h->gone = mg_zalloc(2 * n, 1), err));
  h->moves = h->gone + n;
  h->trial = mg_alloc(n, h->task->dim * sizeof *h->trial);
  TRY(mg_allocated(h->trial, err));
  TRY(mg_allocated(h->below = mg_alloc(n, sizeof *h->below), err));
  TRY(mg_allocated(h->moving = mg_alloc(n, sizeof *h->moving), err));
  TRY(mg_allocated(h->resting = mg_alloc(n, sizeof *h->resting), err));
end:
  return status;
}

static void
hinges_free(hinges *h)
{
  mg_depth_first_free(&h->tree);
  mg_free(h->gone);
  mg_free(h->trial);
  mg_free(h->below);
  mg_free(h->moving);
  mg_free(h->resting);
  mg_free(h);
}

mgnn_status
mg_hinges_turn(const mg_task *t, const mg_distances *far, double *y,
               size_t *turned, mgnn_error *err)
{
  const mg_graph *g = t->graph;
  double size = (double)g->n, walk = 0;
  hinges *h = NULL;
  mgnn_status status = MGNN_OK;

  *turned = 0;
  if (t->dim > DIM)
    return MGNN_OK;
  TRY(mg_allocated(h = mg_zalloc(1, sizeof *h), err));
  h->task = t;
  h->far = far;
  h->y = y;
  h->left = fmax(PAIRS * size * size, PAIRS_LEAST);
  TRY(hinges_init(h, g->n, err));
  parts_turn(h, NO_NODE);
  for (size_t i = 0; i < g->n && t->dim > 1 && h->left > 0 && walk < WALK; i++)
    if (g->row[i + 1] - g->row[i] > 2 && !mg_run_over(t->control)) {
      parts_turn(h, (int)i);
      walk += size + 2 * (double)g->m;
    }
  *turned = h->turned;
end:
  if (h != NULL)
    hinges_free(h);
  return status;
}
