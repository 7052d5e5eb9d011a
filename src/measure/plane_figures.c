/* Measures lengths, paths, crossings and neighbourhoods of a plane drawing. */
#include "plane_figures.h"
#include "base/mem.h"
#include "base/random.h"
#include "measure.h"
#include "problem/paths.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_ALL = 3000, EDGES_ALL = 10000, SOURCES = 300, NODES_SOME = 1000,
       PAIRS_SOME = 20000000 };

/* ---- crossings ---- */

/* The orientation of the triangle a b c: the sign of twice its area. */
static int
side(const double *a, const double *b, const double *c)
{
  double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

  return (area > 0) - (area < 0);
}

/* Whether c, on the line through a and b, is between them. */
static int
between(const double *a, const double *b, const double *c)
{
  return fmin(a[0], b[0]) <= c[0] && c[0] <= fmax(a[0], b[0])
         && fmin(a[1], b[1]) <= c[1] && c[1] <= fmax(a[1], b[1]);
}

int
mg_segments_cross(const double *a, const double *b, const double *c, const double *d)
{
  int p = side(a, b, c), q = side(a, b, d), r = side(c, d, a), s = side(c, d, b);

  if (p * q < 0 && r * s < 0)
    return 1;
  return (p == 0 && between(a, b, c)) || (q == 0 && between(a, b, d))
         || (r == 0 && between(c, d, a)) || (s == 0 && between(c, d, b));
}

static int
edges_cross(const mg_graph *g, const double *xy, size_t e, size_t f)
{
  const unsigned *a = g->ends + 2 * e, *b = g->ends + 2 * f;

  return a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1]
         && mg_segments_cross(xy + 2 * (size_t)a[0], xy + 2 * (size_t)a[1],
                              xy + 2 * (size_t)b[0], xy + 2 * (size_t)b[1]);
}

double
mg_crossings_count(const mg_graph *g, const double *xy, unsigned long seed)
{
  uint64_t stream = mg_random_stream(seed, 1);
  double pairs = (double)g->m * ((double)g->m - 1) / 2;
  size_t found = 0;

  if (g->m <= EDGES_ALL) {
    for (size_t e = 0; e < g->m; e++)
      for (size_t f = 0; f < e; f++)
        found += (size_t)edges_cross(g, xy, e, f);
    return (double)found;
  }
  for (size_t k = 0; k < PAIRS_SOME; k++) {
    size_t e = mg_random_below(&stream, g->m);
    size_t f = mg_random_below(&stream, g->m - 1);

    found += (size_t)edges_cross(g, xy, e, f + (f >= e));
  }
  return (double)found / PAIRS_SOME * pairs;
}

/* ---- paths ---- */

/* The k-th of `some` nodes: node k if these are all, else a random one. */
static size_t
node_of(size_t n, size_t some, size_t k, uint64_t *stream)
{
  return some == n ? k : mg_random_below(stream, n);
}

/* The path stress: the minimum over s of the mean of (s r - d)^2 / d^2, which
 * is 1 - b^2 / (a count), with a = sum (r/d)^2 and b = sum r/d. */
static mgnn_status
path_stress(const mg_graph *g, const double *xy, unsigned long seed,
            double *out, mgnn_error *err)
{
  size_t some = g->n <= NODES_ALL ? g->n : SOURCES, count = 0;
  uint64_t stream = mg_random_stream(seed, 2);
  double a = 0, b = 0;
  mg_paths paths = { 0 };
  mgnn_status status = MGNN_OK;

  *out = NAN;
  TRY(mg_paths_init(&paths, g, err));
  for (size_t k = 0; k < some; k++) {
    size_t i = node_of(g->n, some, k, &stream);

    mg_paths_all(&paths, i);
    for (size_t q = 0; q < paths.reached_count; q++) {
      size_t j = paths.reached[q];
      double d = paths.distance[j], ratio;

      if (!(d > 0) || (some == g->n && j < i))
        continue;
      ratio = mg_distance(xy + 2 * i, xy + 2 * j, 2) / d;
      a += ratio * ratio;
      b += ratio;
      count++;
    }
  }
  if (count > 0)
    *out = a > 0 ? fmax(0, 1 - b * b / (a * (double)count)) : 1;
end:
  mg_paths_free(&paths);
  return status;
}

/* ---- neighbourhoods ---- */

/* The share of the neighbours of node i that are among as many nearest nodes;
 * ties count as near.  sorted: room for the distances of all other nodes. */
static double
kept(const mg_graph *g, const double *xy, size_t i, double *far, double *sorted)
{
  size_t degree = g->row[i + 1] - g->row[i], near = 0, at = 0;

  for (size_t j = 0; j < g->n; j++) {
    far[j] = mg_distance(xy + 2 * i, xy + 2 * j, 2);
    if (j != i)
      sorted[at++] = far[j];
  }
  qsort(sorted, at, sizeof *sorted, mg_ascending);
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    near += far[g->to[k]] <= sorted[degree - 1];
  return degree > 0 ? (double)near / (double)degree : 0;
}

/* The larger side of a drawing. */
static double
extent(size_t n, const double *xy)
{
  double most = 0;

  for (size_t c = 0; c < 2; c++) {
    double low = HUGE_VAL, high = -HUGE_VAL;

    for (size_t i = 0; i < n; i++) {
      low = fmin(low, xy[2 * i + c]);
      high = fmax(high, xy[2 * i + c]);
    }
    most = fmax(most, high - low);
  }
  return most;
}

/* Nodes closer than the drawing's larger side divided by this look like one. */
static const double clump_part = 2000;

static mgnn_status
neighbours(const mg_graph *g, const double *xy, unsigned long seed,
           mg_plane_figures *out, mgnn_error *err)
{
  const double near = extent(g->n, xy) / clump_part;
  size_t some = g->n <= NODES_ALL ? g->n : NODES_SOME, count = 0;
  size_t clumped = 0;
  uint64_t stream = mg_random_stream(seed, 3);
  double *far = mg_alloc(g->n, sizeof *far), sum = 0;
  double *sorted = mg_alloc(g->n, sizeof *sorted);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, far, sorted));
  for (size_t k = 0; k < some; k++) {
    size_t i = node_of(g->n, some, k, &stream);

    sum += kept(g, xy, i, far, sorted);
    count += g->row[i + 1] > g->row[i];
    clumped += g->n > 1 && sorted[0] < near;
  }
  out->neighbours = count > 0 ? sum / (double)count : NAN;
  out->clumped = some > 0 ? round((double)clumped * (double)g->n / (double)some) : 0;
end:
  mg_free_all(far, sorted);
  return status;
}

mgnn_status
mg_plane_measure(const mgnn_problem *p, const double *xy, unsigned long seed,
                   mg_plane_figures *out, mgnn_error *err)
{
  const mg_graph *g = &p->graph;
  double *scaled = mg_alloc(2 * g->n, sizeof *scaled);
  mgnn_figures f;
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  TRY(mg_allocated(scaled, err));
  TRY(mg_stress_scaled(p, 2, xy, &out->scale, &out->stress, err));
  for (size_t k = 0; k < 2 * g->n; k++)
    scaled[k] = isfinite(out->scale) ? out->scale * xy[k] : xy[k];
  TRY(mgnn_measure(p, 2, scaled, NULL, 0, &f, err));
  out->rms = f.rms_relative_error;
  out->worst = f.max_relative_error;
  TRY(path_stress(g, xy, seed, &out->path_stress, err));
  out->crossings = mg_crossings_count(g, xy, seed);
  TRY(neighbours(g, xy, seed, out, err));
  out->sampled = g->n > NODES_ALL || g->m > EDGES_ALL;
end:
  mg_free(scaled);
  return status;
}
