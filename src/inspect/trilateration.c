/* Finds places that follow, one from another, from lengths that a drawing
 * meets.  Nodes that are all joined, or pinned, have the same distances in
 * every realization.  That stays true with a node added that has bars to such
 * places in general position, and for two such bodies that fit together in one
 * way only.  It holds for the given lengths, generic or not. */
#include "determined.h"

#include "base/dense.h"
#include "base/mem.h"
#include "base/subgraph.h"

#include <math.h>
#include <string.h>

/* Find directions to the farthest points from the span so far, until none is
 * farther than `tolerance` times the first. */
size_t
mg_affine_span(const double *y, size_t n, size_t dim, const unsigned char *pin,
               double tolerance, double *scratch)
{
  double *v = scratch + dim * dim, least = 0;
  size_t first = 0, count = 0;

  while (first < n && pin != NULL && !pin[first])
    first++;
  if (first == n)
    return 0;
  while (count < dim) {
    double far = 0;
    size_t which = first;

    for (int last = 0; last < 2; last++)
      for (size_t i = last ? which : first; i < (last ? which + 1 : n); i++) {
        double left;

        if (pin != NULL && !pin[i])
          continue;
        for (size_t c = 0; c < dim; c++)
          v[c] = y[i * dim + c] - y[first * dim + c];
        left = mg_orthogonalise(dim, scratch, count, v);
        if (left > far || last) {
          far = left;
          which = i;
        }
      }
    if (count == 0)
      least = tolerance * far;
    if (!(far > least))
      break;
    for (size_t c = 0; c < dim; c++)
      scratch[count * dim + c] = v[c] / far;
    count++;
  }
  return count + 1;
}

/* Relative to the extent of the points: `flat`: they count as in a plane if no
 * farther from it; `same`: a node this near the plane of its neighbours has no
 * distinct mirror image. */
static const double flat = 1e-4, same = 1e-4;

/* A mirror image is ruled out if it misses a length by more than this share of
 * it; drawings that miss less count as realizations. */
static const double told = 2e-5;

typedef struct {
  const mg_bars *b;            /* bars that y meets */
  size_t dim;
  const double *y;
  const unsigned char *ask;    /* n: 1 in the body of reference */
  double rounding;             /* rounding of the lengths */
  unsigned *in, stamp;         /* n: equal to stamp: placed */
  unsigned *queue;             /* n: placed nodes */
  size_t count, steps;         /* bars examined so far */
  unsigned *part;              /* n: union-find: nodes that mirror together */
  unsigned *span;              /* n: dimension spanned by the part with this root */
  double *near, *basis;        /* places of neighbours; (dim+2)*dim */
} growth;

static void
put(growth *g, unsigned v)
{
  g->in[v] = g->stamp;
  g->queue[g->count++] = v;
}

/* Whether mirroring v in the hyperplane of its neighbours, without the last
 * dimension that they span, would miss a length or leave v in place. */
static int
tells_sides(const growth *g, unsigned v, size_t count)
{
  size_t dim = g->dim;
  const double *normal = g->basis + (dim - 1) * dim, *x = g->y + v * dim;
  double side = mg_inner(x, normal, dim) - mg_inner(g->near, normal, dim);
  double most = 0;

  for (size_t k = 0; k < count; k++) {
    const double *to = g->near + k * dim;
    double height = mg_inner(to, normal, dim) - mg_inner(g->near, normal, dim);
    double length = mg_distance(x, to, dim);
    double mirrored = sqrt(fmax(0, length * length + 4 * height * side));

    if (fabs(mirrored - length) > told * length + 10 * g->rounding)
      return 1;
    most = fmax(most, length);
  }
  return 2 * fabs(side) <= same * most;
}

/* Whether bars to placed nodes leave v one place; while these do not yet span
 * the space, one place up to rotation and reflection. */
static int
is_placed(growth *g, unsigned v)
{
  const mg_bars *b = g->b;
  size_t dim = g->dim, count = 0, span;
  unsigned *level = &g->span[mg_set_root(g->part, v)];
  double *off = g->basis + (dim + 1) * dim, rest, extent = 0;

  if (*level < dim && !g->ask[v])
    return 0;
  for (size_t k = b->row[v]; k < b->row[v + 1]; k++)
    if (g->in[b->to[k]] == g->stamp) {
      memcpy(g->near + dim * count++, g->y + b->to[k] * dim, dim * sizeof *g->y);
      extent = fmax(extent, mg_distance(g->y + v * dim, g->y + b->to[k] * dim, dim));
    }
  if (count == 0)
    return 0;
  span = mg_affine_span(g->near, count, dim, NULL, flat, g->basis) - 1;
  if (span == dim)
    return tells_sides(g, v, count);
  for (size_t c = 0; c < dim; c++)
    off[c] = g->y[v * dim + c] - g->near[c];
  rest = mg_orthogonalise(dim, g->basis, span, off);
  if (span < *level)
    return rest <= same * extent;
  *level = (unsigned)(rest > same * extent ? span + 1 : span);
  return 1;
}

/* Place nodes, starting from `count` unplaced nodes in the queue. */
static void
grow(growth *g)
{
  size_t first = g->count;

  g->stamp++;
  for (size_t k = 0; k < first; k++)
    g->in[g->queue[k]] = g->stamp;
  for (size_t k = 0; k < g->count; k++) {
    g->steps += mg_bars_degree(g->b, g->queue[k]);
    for (size_t t = g->b->row[g->queue[k]]; t < g->b->row[g->queue[k] + 1]; t++)
      if (g->in[g->b->to[t]] != g->stamp && is_placed(g, g->b->to[t]))
        put(g, g->b->to[t]);
  }
}

/* Give all nodes the dimension that the queue spans: there is one part. */
static void
span_set(growth *g)
{
  size_t dim = g->dim;

  for (size_t k = 0; k < g->count; k++)
    memcpy(g->near + k * dim, g->y + g->queue[k] * dim, dim * sizeof *g->y);
  g->span[0] = (unsigned)mg_affine_span(g->near, g->count, dim, NULL, flat,
                                        g->basis) - 1;
}

static void
grow_from_pins(growth *g)
{
  mg_clique c = { .b = g->b, .ask = g->ask, .size = g->dim + 1,
                  .node = g->queue };

  for (unsigned i = 0; i < g->b->n; i++)
    if (g->b->pin[i])
      g->queue[g->count++] = i;
  if (g->b->pinned <= g->dim && mg_clique_find(&c, 0))
    g->count = c.count;
  span_set(g);
  if (g->b->pinned > g->dim && g->span[0] + 1 == g->dim) {
    /* More anchors than dim, all in one hyperplane: each part that they
     * separate can be mirrored by itself, and is placed up to that. */
    for (unsigned i = 0; i < g->b->n; i++) {
      g->part[i] = i;
      g->span[i] = g->span[0];
    }
    for (size_t k = 0; k < g->b->m; k++)
      if (!g->b->pin[g->b->ends[2 * k]] && !g->b->pin[g->b->ends[2 * k + 1]])
        mg_sets_join(g->part, g->b->ends[2 * k], g->b->ends[2 * k + 1]);
  }
  grow(g);
}

/* Find the normal of the plane that the basis and the first place in `near` span,
 * toward the body's farthest node, and return that node's height above the plane. */
static double
find_normal(const growth *g, const unsigned *node, size_t size, double *normal)
{
  double *v = g->basis + (g->dim + 1) * g->dim, far = 0;

  for (size_t k = 0; k < size; k++) {
    double height;

    for (size_t c = 0; c < g->dim; c++)
      v[c] = g->y[node[k] * g->dim + c] - g->near[c];
    height = mg_orthogonalise(g->dim, g->basis, g->dim - 1, v);
    for (size_t c = 0; c < g->dim && height > far; c++)
      normal[c] = v[c] / height;
    far = fmax(far, height);
  }
  return far;
}

/* Whether a body of nodes, congruent in all realizations, has only one place
 * beside the placed nodes: either the nodes in both span the space; or they span
 * a hyperplane, and the body mirrored in it would miss the length of a bar. */
static int
joins(growth *g, const unsigned *node, size_t size)
{
  const double apart = 1e-3, missed = 10 * told;       /* both bodies have errors */
  const mg_bars *b = g->b;
  size_t dim = g->dim, shared = 0, span;
  double *normal = g->basis + (dim - 1) * dim, height;

  for (size_t k = 0; k < size; k++)
    if (g->in[node[k]] == g->stamp)
      memcpy(g->near + dim * shared++, g->y + node[k] * dim, dim * sizeof *g->y);
  span = mg_affine_span(g->near, shared, dim, NULL, apart, g->basis);
  if (span != dim || find_normal(g, node, size, normal) == 0)
    return span >= dim;
  height = mg_inner(g->near, normal, dim);
  for (size_t k = 0; k < size; k++) {
    const double *x = g->y + node[k] * dim;
    double up = 4 * (mg_inner(x, normal, dim) - height);

    for (size_t t = b->row[node[k]]; t < b->row[node[k] + 1]; t++) {
      const double *to = g->y + b->to[t] * dim;
      double length = mg_distance(x, to, dim), mirrored;

      if (g->in[node[k]] == g->stamp || g->in[b->to[t]] != g->stamp)
        continue;
      mirrored = length * length + up * (mg_inner(to, normal, dim) - height);
      if (fabs(sqrt(fmax(0, mirrored)) - length) > missed * length + 10 * g->rounding)
        return 1;
    }
  }
  return 0;
}

/* Grow bodies from cliques within the body of reference, and join them to the
 * first: the one grown from pins, or else the largest.  Each clique at a hub
 * examines all the hub's bars, so stop when all bars were examined ROUNDS
 * times, or the bodies have MOST times as many nodes as the graph. */
static mgnn_status
grow_from_cliques(growth *g, mgnn_error *err)
{
  enum { ROUNDS = 100, MOST = 8 };
  const size_t n = g->b->n;
  mg_clique c = { .b = g->b, .ask = g->ask, .alone = 1, .size = g->dim + 1,
                  .node = g->queue };
  unsigned *size = mg_alloc(n + 1, (MOST + 2) * sizeof *size), *list;
  size_t bodies = 0, end = g->count, first = 0, most = end, before = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(size, err));
  memcpy(list = size + n + 1, g->queue, end * sizeof *list);
  size[bodies++] = (unsigned)end;
  for (unsigned v = 0; v < n && end < MOST * n && g->steps < ROUNDS * g->b->m; v++) {
    if (!g->ask[v] || g->in[v] > 0 || !mg_clique_find(&c, v))
      continue;
    g->count = c.count;
    span_set(g);
    grow(g);
    if (g->b->pinned == 0 && g->count > most) {
      first = end;
      most = g->count;
    }
    memcpy(list + end, g->queue, g->count * sizeof *list);
    end += size[bodies++] = (unsigned)g->count;
  }
  memcpy(g->queue, list + first, most * sizeof *list);
  for (g->count = most; g->count > before && g->steps < ROUNDS * g->b->m;) {
    before = g->count;
    span_set(g);
    grow(g);
    for (size_t k = 0, at = 0; k < bodies; at += size[k++])
      for (size_t i = joins(g, list + at, size[k]) ? 0 : size[k]; i < size[k]; i++)
        if (g->in[list[at + i]] != g->stamp)
          put(g, list[at + i]);
    g->steps += end;
  }
end:
  mg_free(size);
  return status;
}

mgnn_status
mg_trilaterate(const mg_bars *b, size_t dim, const double *y,
               const unsigned char *ask, double rounding, unsigned char *placed,
               mgnn_error *err)
{
  size_t n = b->n;
  growth g = { .b = b, .dim = dim, .y = y, .ask = ask, .rounding = rounding };
  int general = 0;             /* 1: no hyperplane holds all pins */
  mgnn_status status = MGNN_OK;

  memset(placed, 0, n);
  TRY(mg_allocated_all(err, g.in = mg_zalloc(n + dim + 2, 4 * sizeof *g.in),
                       g.near = mg_alloc(n + dim + 2, dim * sizeof *g.near)));
  g.queue = g.in + n + dim + 2;
  g.part = g.queue + n + dim + 2;
  g.span = g.part + n + dim + 2;
  g.basis = g.near + n * dim;
  if (n <= dim)
    goto end;
  if (b->pinned > 0) {
    grow_from_pins(&g);
    general = mg_affine_span(y, n, dim, b->pin, flat, g.basis) > dim;
  }
  if (b->pinned == 0 || general)
    TRY(grow_from_cliques(&g, err));
  for (size_t k = 0; k < g.count; k++)
    placed[g.queue[k]] = 1;
end:
  mg_free_all(g.in, g.near);
  return status;
}
