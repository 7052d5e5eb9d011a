/* Graphs like road networks: the Delaunay triangulation of random points, of
 * which the shortest spanning tree and a quarter of the other edges stay, with
 * their true lengths.  Much of it hangs on few nodes, and cycles are long. */
#ifndef BENCH_ROAD_H
#define BENCH_ROAD_H

#include "common.h"

/* Triangle t has the corners v[3t] to v[3t+2], counterclockwise; beyond the side
 * opposite corner k is triangle next[3t+k], NONE outside. */
typedef struct {
  const double *at;            /* 2 for each point */
  unsigned *v, *next;
  size_t count;
} triangulation;

enum { NONE = 0xffffffffU };

static inline double
road_turn(const double *a, const double *b, const double *c)
{
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* Whether d is inside the circle through a, b and c. */
static inline int
road_inside(const double *a, const double *b, const double *c, const double *d)
{
  double p[3][3];
  const double *of[3] = { a, b, c };

  for (int k = 0; k < 3; k++) {
    p[k][0] = of[k][0] - d[0];
    p[k][1] = of[k][1] - d[1];
    p[k][2] = p[k][0] * p[k][0] + p[k][1] * p[k][1];
  }
  return p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1])
         - p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0])
         + p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]) > 0;
}

/* The corner of t that is opposite triangle s. */
static inline int
road_corner(const triangulation *d, unsigned t, unsigned s)
{
  return d->next[3 * t] == s ? 0 : d->next[3 * t + 1] == s ? 1 : 2;
}

static inline void
road_relink(triangulation *d, unsigned t, unsigned was, unsigned is)
{
  if (t != NONE)
    d->next[3 * t + (unsigned)road_corner(d, t, was)] = is;
}

/* Corner 0 of t is new: while the side opposite lies in a circle that holds the
 * corner beyond, flip it, and go on with both triangles. */
static inline void
road_legalise(triangulation *d, unsigned t)
{
  unsigned s = d->next[3 * t], *a = d->v + 3 * t, *b, *na = d->next + 3 * t, *nb;
  unsigned p, q, old;
  int k;

  if (s == NONE)
    return;
  k = road_corner(d, s, t);
  b = d->v + 3 * s, nb = d->next + 3 * s;
  q = b[k];
  if (!road_inside(d->at + 2 * a[0], d->at + 2 * a[1], d->at + 2 * a[2],
                   d->at + 2 * q))
    return;
  /* a = (p, x, y), beyond xy is q: becomes (p, x, q) and (p, q, y). */
  p = a[0], old = na[1];       /* beyond y p */
  unsigned y = a[2], beyond_qy = nb[(k + 2) % 3], beyond_xq = nb[(k + 1) % 3];

  a[2] = q;
  na[0] = beyond_xq, na[1] = s;
  b[0] = p, b[1] = q, b[2] = y;
  nb[0] = beyond_qy, nb[1] = old, nb[2] = t;
  road_relink(d, beyond_xq, s, t);
  road_relink(d, old, t, s);
  road_legalise(d, t);
  road_legalise(d, s);
}

/* Put point p into the triangle that holds it, found by walking from t. */
static inline unsigned
road_insert(triangulation *d, unsigned p, unsigned t)
{
  unsigned s = d->count, u = s + 1, *v, *n, b, c, beyond_b, beyond_c;

  for (int k = 0; k < 3;) {
    v = d->v + 3 * t;
    if (road_turn(d->at + 2 * v[(k + 1) % 3], d->at + 2 * v[(k + 2) % 3],
                  d->at + 2 * p) < 0) {
      t = d->next[3 * t + (unsigned)k];
      k = 0;
    } else
      k++;
  }
  v = d->v + 3 * t, n = d->next + 3 * t;
  b = v[1], c = v[2], beyond_b = n[1], beyond_c = n[2];
  d->count += 2;
  d->v[3 * s] = p, d->v[3 * s + 1] = c, d->v[3 * s + 2] = v[0];
  d->next[3 * s] = beyond_b, d->next[3 * s + 1] = u, d->next[3 * s + 2] = t;
  d->v[3 * u] = p, d->v[3 * u + 1] = v[0], d->v[3 * u + 2] = b;
  d->next[3 * u] = beyond_c, d->next[3 * u + 1] = t, d->next[3 * u + 2] = s;
  v[0] = p;
  n[1] = s, n[2] = u;
  road_relink(d, beyond_b, t, s);
  road_relink(d, beyond_c, t, u);
  road_legalise(d, t);
  road_legalise(d, s);
  road_legalise(d, u);
  return t;
}

typedef struct {
  double length;
  unsigned a, b;
} road_edge;

static inline int
road_by_length(const void *left, const void *right)
{
  const road_edge *x = left, *y = right;

  return x->length != y->length ? (x->length < y->length ? -1 : 1)
         : x->a != y->a ? (x->a < y->a ? -1 : 1) : (x->b > y->b) - (x->b < y->b);
}

static inline unsigned
road_root(unsigned *up, unsigned i)
{
  for (; up[i] != i; i = up[i])
    up[i] = up[up[i]];
  return i;
}

/* The points in the order of Hilbert's curve, then a triangle around them. */
static inline double *
road_points(size_t n)
{
  size_t side = 1, seen = 0, *cell;
  double *raw = bench_alloc(2 * n, sizeof *raw);
  double *at = bench_alloc(2 * n + 6, sizeof *at);
  const double around[] = { -9, -9, 19, -9, 0.5, 19 };
  uint64_t state = 1;
  size_t *order = bench_alloc(n, sizeof *order);

  while (side * side < n)
    side *= 2;
  cell = bench_alloc(side * side + 1, sizeof *cell);
  memset(cell, 0, (side * side + 1) * sizeof *cell);
  for (size_t k = 0; k < 2 * n; k++)
    raw[k] = bench_uniform(&state);
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i < n; i++) {
      size_t h = bench_hilbert(side, (size_t)(raw[2 * i] * (double)side),
                               (size_t)(raw[2 * i + 1] * (double)side));

      if (pass == 0)
        cell[h + 1]++;
      else
        order[cell[h]++] = i;
    }
    for (size_t h = 0; h < side * side && pass == 0; h++)
      cell[h + 1] += cell[h];
  }
  for (; seen < n; seen++)
    memcpy(at + 2 * seen, raw + 2 * order[seen], 2 * sizeof *at);
  memcpy(at + 2 * n, around, sizeof around);
  free(raw);
  free(order);
  free(cell);
  return at;
}

/* Its edges between the points, each once. */
static inline road_edge *
road_triangulate(size_t n, const double *at, size_t *count)
{
  size_t room = 2 * n + 8;
  triangulation d = { at, bench_alloc(3 * room, sizeof *d.v),
                      bench_alloc(3 * room, sizeof *d.next), 1 };
  road_edge *edge = bench_alloc(3 * n + 8, sizeof *edge);
  unsigned t = 0;

  for (unsigned k = 0; k < 3; k++) {
    d.v[k] = (unsigned)n + k;
    d.next[k] = NONE;
  }
  for (size_t i = 0; i < n; i++)
    t = road_insert(&d, (unsigned)i, t);
  *count = 0;
  for (size_t k = 0; k < 3 * d.count; k++) {
    unsigned a = d.v[k / 3 * 3 + (k + 1) % 3], b = d.v[k / 3 * 3 + (k + 2) % 3];

    if (a < b && b < n)        /* the triangle beyond has it the other way */
      edge[(*count)++] = (road_edge){ hypot(at[2 * a] - at[2 * b],
                                            at[2 * a + 1] - at[2 * b + 1])
                                      * sqrt((double)n), a, b };
  }
  free(d.v);
  free(d.next);
  return edge;
}

static inline bench_graph
bench_graph_road(size_t n)
{
  double *at = road_points(n);
  size_t count;
  road_edge *edge = road_triangulate(n, at, &count);
  unsigned *up = bench_alloc(n, sizeof *up);
  bench_graph g = { n, 0, bench_alloc(2 * count, sizeof *g.ends),
                    bench_alloc(count, sizeof *g.length) };
  uint64_t state = 2;

  for (size_t i = 0; i < n; i++)
    up[i] = (unsigned)i;
  qsort(edge, count, sizeof *edge, road_by_length);
  for (size_t e = 0; e < count; e++) {
    unsigned a = road_root(up, edge[e].a), b = road_root(up, edge[e].b);

    if (a == b && bench_below(&state, 4) > 0)
      continue;
    up[a] = b;
    g.ends[2 * g.m] = edge[e].a;
    g.ends[2 * g.m + 1] = edge[e].b;
    g.length[g.m++] = edge[e].length;
  }
  free(at);
  free(edge);
  free(up);
  return g;
}

#endif
