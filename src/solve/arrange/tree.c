/* Trees by equal angle and equal daylight (Felsenstein, Inferring Phylogenies,
 * chapter 34).  Both turn subtrees about nodes, which keeps all lengths. */
#include "tree.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/subgraph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* ---- what hangs ---- */

void
mg_forest_free(mg_forest *f)
{
  mg_free_all(f->parent, f->leaves);
  *f = (mg_forest){ 0 };
}

/* Remove leaves in the order in which they become leaves, so that the middle of
 * a tree remains.  `order` receives each node before its parent. */
static void
peel(mg_forest *f, const mg_graph *g, unsigned *left, unsigned *order)
{
  size_t next = 0;

  for (size_t i = 0; i < g->n; i++) {
    f->parent[i] = MG_NOWHERE;
    left[i] = (unsigned)(g->row[i + 1] - g->row[i]);
    if (left[i] == 1)
      order[f->hanging++] = (unsigned)i;
  }
  for (; next < f->hanging; next++) {
    size_t i = order[next];

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k];

      if (left[i] == 0 || left[j] == 0)
        continue;              /* its child, or a middle already removed */
      f->parent[i] = j;
      f->edge[i] = g->length[k];
      if (--left[j] == 1)
        order[f->hanging++] = j;
    }
    left[i] = 0;
  }
  /* the last node of a tree has no parent */
  if (f->hanging > 0 && f->parent[order[f->hanging - 1]] == MG_NOWHERE)
    f->hanging--;
}

/* Sum up from the leaves, then number the nodes from the roots down. */
static void
number(mg_forest *f, const unsigned *order)
{
  unsigned at = 0;

  for (size_t i = 0; i < f->n; i++)
    f->size[i] = 1;
  for (size_t k = 0; k < f->hanging; k++) {
    unsigned i = order[k], up = f->parent[i];

    f->leaves[i] += f->height[i] == 0;
    f->leaves[up] += f->leaves[i];
    f->height[up] = fmax(f->height[up], f->height[i] + 1);
    f->size[up] += f->size[i];
  }
  for (size_t i = 0; i < f->n; i++)
    if (f->parent[i] == MG_NOWHERE) {
      f->start[i] = at;
      at += f->size[i];
    }
  /* advance a parent's start over its children; it is reset below */
  for (size_t k = f->hanging; k-- > 0;) {
    unsigned i = order[k], up = f->parent[i];

    f->start[i] = f->start[up] + 1;
    f->start[up] += f->size[i];
  }
  for (size_t k = 0; k < f->hanging; k++)
    f->start[f->parent[order[k]]] -= f->size[order[k]];
  for (size_t i = 0; i < f->n; i++)
    f->list[f->start[i]] = (unsigned)i;
}

mgnn_status
mg_forest_find(mg_forest *out, const mg_graph *g, mgnn_error *err)
{
  size_t n = g->n;
  mg_forest f = { .n = n };
  unsigned *left = mg_alloc(2 * n, sizeof *left);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(left, err));
  TRY(mg_allocated(f.parent = mg_alloc(n, 4 * sizeof *f.parent), err));
  TRY(mg_allocated(f.leaves = mg_zalloc(n, 3 * sizeof *f.leaves), err));
  f.list = f.parent + n;
  f.start = f.list + n;
  f.size = f.start + n;
  f.height = f.leaves + n;
  f.edge = f.height + n;
  peel(&f, g, left, left + n);
  number(&f, left + n);
  *out = f;
  f = (mg_forest){ 0 };
end:
  mg_forest_free(&f);
  mg_free(left);
  return status;
}

/* ---- lengths ---- */

/* Up to this many leaves of a node each get an angle of their own; beyond, the
 * angle grows with the root of their number, as do the rings on which they lie. */
static const double leaves_abreast = 16;

/* The distance of leaves from their node, their distance from each other, and the room
 * that a leaf adds to a root, in units of an edge between nodes with few leaves.
 * Chosen by eye on graphs of hubs and leaves.  Edges grow with the root of the leaves
 * beyond them, as their area does; but not along a chain with a leaf at each node. */
static const double leaf_near = 0.7, leaf_apart = 0.3, leaf_room = 0.6;

void
mg_forest_lengths_choose(mg_forest *f, const mg_graph *g, double *room)
{
  f->free = 1;
  for (size_t i = 0; i < f->n; i++)
    room[i] = leaf_room * sqrt(f->leaves[i] * f->height[i]);
  for (size_t at = f->n; at-- > 0;) {
    size_t i = f->list[at], count = 0, rings, ring = 0;
    double far, share;

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      count += f->parent[g->to[k]] == i && f->height[g->to[k]] == 0;
    /* Rings over half a circle: pi/2 (far^2 - near^2) = count apart^2. */
    far = sqrt(leaf_near * leaf_near
               + 2 / pi * (double)count * leaf_apart * leaf_apart);
    rings = (size_t)((far - leaf_near) / leaf_apart + 1);
    share = fmin(1, sqrt(leaves_abreast / fmax(1, (double)count)));
    f->leaves[i] = f->height[i] == 0;
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k];

      if (f->parent[j] != i)
        continue;
      if (f->height[j] == 0) {
        f->edge[j] = leaf_near + leaf_apart * (double)(ring++ % rings);
        f->leaves[j] = share;
      } else if (rings > 1)    /* outside the leaves */
        f->edge[j] = fmax(f->edge[j], far + leaf_near);
      f->leaves[i] += f->leaves[j];
    }
    if (f->parent[i] != MG_NOWHERE && f->height[i] > 0)
      f->edge[i] = fmax(fmax(1, fmin(sqrt(f->leaves[i]), f->leaves[i] / f->height[i])),
                        0.5 + far);
  }
}

/* ---- equal angle ---- */

typedef struct {
  double from, width;          /* directions, in radians, rising */
} wedge;

static double
direction(const double *from, const double *to)
{
  return atan2(to[1] - from[1], to[0] - from[0]);
}

/* The widest gap between the edges of a root to other core nodes, less a tenth
 * on either side; all directions if it has no such edges.  work: a double for
 * each of its edges. */
static wedge
gap_find(const mg_forest *f, const mg_graph *g, size_t root, const double *y,
         double *work)
{
  size_t count = 0;
  wedge widest = { 0, 2 * pi };

  for (size_t k = g->row[root]; k < g->row[root + 1]; k++)
    if (f->parent[g->to[k]] == MG_NOWHERE)
      work[count++] = direction(y + 2 * root, y + 2 * g->to[k]);
  if (count == 0)
    return widest;
  qsort(work, count, sizeof *work, mg_ascending);
  widest = (wedge){ work[count - 1], work[0] + 2 * pi - work[count - 1] };
  for (size_t k = 0; k + 1 < count; k++)
    if (work[k + 1] - work[k] > widest.width)
      widest = (wedge){ work[k], work[k + 1] - work[k] };
  return (wedge){ widest.from + 0.1 * widest.width, 0.8 * widest.width };
}

/* ---- equal daylight ---- */

/* A branch of the tree as seen from a node: it fills the directions from
 * at - before to at + after. */
typedef struct {
  double at, before, after;
  unsigned child;              /* MG_NOWHERE: the branch towards the root */
} tree_branch;

/* State of drawing one tree. */
typedef struct {
  const mg_forest *f;
  const mg_graph *g;
  size_t root;
  wedge gap;
  double *y;
  tree_branch *b;                   /* the branches at a node */
  double *look;                /* n: directions of nodes from that node, */
  double *off;                 /* n: and relative to their branch */
} tree_drawing;

/* Place each child in the middle of its share, by leaves, of its parent's directions:
 * seen from the parent, in nested wedges that no edge leaves.  Concentric: seen from
 * the root, at the length of its path; siblings with children share one radius. */
static void
equal_angle(tree_drawing *d, int concentric, wedge *of)
{
  const mg_forest *f = d->f;
  size_t root = d->root, first = f->start[root], end = first + f->size[root];
  double *far = d->look, *most = d->off, *y = d->y;

  of[root] = d->gap;
  for (size_t k = first; k < end; k++)
    far[f->list[k]] = most[f->list[k]] = 0;
  for (size_t k = first + 1; k < end; k++)
    if (f->height[f->list[k]] > 0)
      most[f->parent[f->list[k]]] = fmax(most[f->parent[f->list[k]]],
                                         f->edge[f->list[k]]);
  for (size_t k = first + 1; k < end; k++) {
    unsigned i = f->list[k], up = f->parent[i];
    size_t from = concentric ? root : up;
    wedge *w = &of[i], *rest = &of[up];
    double middle;

    /* `rest` is the wedge left for later children of `up` */
    *w = (wedge){ rest->from, d->gap.width * f->leaves[i] / f->leaves[root] };
    rest->from += w->width;
    middle = w->from + w->width / 2;
    far[i] = concentric ? far[up] + (f->height[i] > 0 ? most[up] : f->edge[i])
                        : f->edge[i];
    y[2 * i] = y[2 * from] + far[i] * cos(middle);
    y[2 * i + 1] = y[2 * from + 1] + far[i] * sin(middle);
  }
}

/* Add node j to a branch seen from `here`; k is its neighbour in the branch
 * (MG_NOWHERE: j is the first).  Along an edge the direction changes by less
 * than pi, so a branch may wind around by any angle. */
static void
branch_add(tree_drawing *d, tree_branch *b, const double *here, size_t j, size_t k)
{
  d->look[j] = direction(here, d->y + 2 * j);
  d->off[j] = k == MG_NOWHERE ? 0
              : d->off[k] + remainder(d->look[j] - d->look[k], 2 * pi);
  if (k == MG_NOWHERE)
    b->at = d->look[j];
  b->before = fmax(b->before, -d->off[j]);
  b->after = fmax(b->after, d->off[j]);
}

static int
by_direction(const void *a, const void *b)
{
  return mg_ascending(&((const tree_branch *)a)->at, &((const tree_branch *)b)->at);
}

/* Turn the branch of a child about node i. */
static void
branch_turn(const mg_forest *f, size_t i, unsigned child, double by, double *y)
{
  double c = cos(by), s = sin(by);

  for (size_t k = f->start[child]; k < f->start[child] + f->size[child]; k++) {
    double *p = y + 2 * f->list[k], x = p[0] - y[2 * i], z = p[1] - y[2 * i + 1];

    p[0] = y[2 * i] + c * x - s * z;
    p[1] = y[2 * i + 1] + s * x + c * z;
  }
}

/* The branch at node i towards the root: its ancestors, then their other
 * subtrees.  Directions outside the gap at the root count as part of it. */
static tree_branch
branch_up(tree_drawing *d, size_t i)
{
  const mg_forest *f = d->f;
  const double *here = d->y + 2 * i;
  double far = 1e3 * (f->height[d->root] + 1);
  size_t end = f->start[d->root] + f->size[d->root];
  tree_branch b = { .child = MG_NOWHERE };

  for (size_t j = i; j != d->root; j = f->parent[j])
    branch_add(d, &b, here, f->parent[j], j == i ? MG_NOWHERE : j);
  for (size_t at = f->start[d->root]; at < end; at++) {
    unsigned j = f->list[at];

    if (f->start[j] <= f->start[i] && f->start[i] < f->start[j] + f->size[j])
      continue;                /* an ancestor, or the node itself */
    if (at >= f->start[i] && at < f->start[i] + f->size[i])
      continue;
    branch_add(d, &b, here, j, f->parent[j]);
  }
  for (int side = 0; side < 2 && d->gap.width < 1.99 * pi; side++) {
    double a = d->gap.from + side * d->gap.width;
    const double edge[2] = { d->y[2 * d->root] + far * cos(a),
                             d->y[2 * d->root + 1] + far * sin(a) };
    double off = d->off[d->root]
                 + remainder(direction(here, edge) - d->look[d->root], 2 * pi);

    b.before = fmax(b.before, -off);
    b.after = fmax(b.after, off);
  }
  return b;
}

/* Find the branches at node i, into d->b; returns their number. */
static size_t
branches_find(tree_drawing *d, size_t i)
{
  const mg_forest *f = d->f;
  size_t count = 0;

  for (size_t k = d->g->row[i]; k < d->g->row[i + 1]; k++) {
    unsigned j = d->g->to[k];
    tree_branch *b = &d->b[count];

    if (f->parent[j] != i)
      continue;
    *b = (tree_branch){ .child = j };
    count++;
    for (size_t at = f->start[j]; at < f->start[j] + f->size[j]; at++)
      branch_add(d, b, d->y + 2 * i, f->list[at],
                 f->list[at] == j ? MG_NOWHERE : f->parent[f->list[at]]);
  }
  if (i != d->root)
    d->b[count++] = branch_up(d, i);
  else if (d->gap.width < 1.99 * pi)
    d->b[count++] = (tree_branch){
      remainder(d->gap.from + d->gap.width / 2 + pi, 2 * pi),
      pi - d->gap.width / 2, pi - d->gap.width / 2, MG_NOWHERE
    };
  return count;
}

/* Turn the branches at node i until the gaps between them are equal.  One of
 * them stays: the branch towards the root if there is one. */
static void
daylight(tree_drawing *d, size_t i)
{
  tree_branch *b = d->b;
  double light = 2 * pi, edge;
  size_t first = 0, count = branches_find(d, i);

  qsort(b, count, sizeof *b, by_direction);
  for (size_t k = 0; k < count; k++) {
    light -= b[k].before + b[k].after;
    if (b[k].child == MG_NOWHERE)
      first = k;
  }
  if (count < 2 || !(light > 0))
    return;
  edge = b[first].at + b[first].after;
  for (size_t k = 1; k < count; k++) {
    tree_branch *next = &b[(first + k) % count];
    double at = edge + light / (double)count + next->before;

    branch_turn(d->f, i, next->child, at - next->at, d->y);
    edge = at + next->after;
  }
}

/* ---- all of it ---- */

enum { SWEEPS = 4 };           /* later sweeps turn hardly anything */

/* Limit of directions computed: about .5 s. */
static const double budget = 1e7;

mgnn_status
mg_forest_place(const mg_forest *f, const mg_graph *g, double *y, mgnn_error *err)
{
  size_t most = 0;
  wedge *of = mg_alloc(f->n, sizeof *of);
  tree_drawing d = { .f = f, .g = g, .y = y };
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < f->n; i++)
    most = g->row[i + 1] - g->row[i] > most ? g->row[i + 1] - g->row[i] : most;
  TRY(mg_allocated(of, err));
  TRY(mg_allocated(d.b = mg_alloc(most + 1, sizeof *d.b), err));
  TRY(mg_allocated(d.look = mg_alloc(f->n, sizeof *d.look), err));
  TRY(mg_allocated(d.off = mg_alloc(f->n, sizeof *d.off), err));
  for (size_t root = 0; root < f->n; root++) {
    size_t end = f->start[root] + f->size[root], inner = 0;
    int slow;

    if (f->parent[root] != MG_NOWHERE || f->size[root] == 1)
      continue;
    d.root = root;
    d.gap = gap_find(f, g, root, y, d.look);
    for (size_t k = f->start[root]; k < end; k++)
      inner += f->height[f->list[k]] > 0;
    slow = (double)inner * (double)f->size[root] * SWEEPS >= budget;
    equal_angle(&d, f->free && slow, of);
    for (int sweep = 0; sweep < SWEEPS && !slow; sweep++)
      for (size_t k = f->start[root]; k < end; k++)
        if (f->height[f->list[k]] > 0)
          daylight(&d, f->list[k]);
  }
end:
  mg_free_all(of, d.b, d.look, d.off);
  return status;
}
