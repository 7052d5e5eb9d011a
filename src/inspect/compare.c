/* Compares two drawings.  Lengths of edges are compared one by one, all pairs
 * through the best rigid motion: all distances agree exactly if it takes every
 * node onto its counterpart, so no table of pairs is needed. */
#include "base/mem.h"
#include "measure/measure.h"
#include "solve/arrange/align.h"

#include <math.h>
#include <string.h>

typedef struct {
  double rms, max;
} rest;

/* What differs after a motion if points are also scaled by s about `centre`. */
static rest
rest_of(size_t n, size_t dim, const double *moved, const double *centre,
        double s, const double *other)
{
  rest left = { 0, 0 };

  for (size_t i = 0; i < n; i++) {
    double sum = 0;

    for (size_t c = 0; c < dim; c++) {
      double x = centre[c] + s * (moved[i * dim + c] - centre[c]);

      sum += (x - other[i * dim + c]) * (x - other[i * dim + c]);
    }
    left.rms += sum / (double)n;
    left.max = fmax(left.max, sqrt(sum));
  }
  left.rms = sqrt(left.rms);
  return left;
}

/* The scale factor that brings the moved points nearest to their counterparts:
 * sum (x - c).(y - c) / sum |x - c|^2. */
static double
scale_of(size_t n, size_t dim, const double *moved, const double *centre,
         const double *other)
{
  double xy = 0, xx = 0;

  for (size_t k = 0; k < n * dim; k++) {
    double x = moved[k] - centre[k % dim];

    xy += x * (other[k] - centre[k % dim]);
    xx += x * x;
  }
  return xx > 0 ? xy / xx : 1;
}

/* The largest relative difference between an edge's two lengths; for edges of
 * length 0, relative to the mean length. */
static double
edges_differ(const mg_graph *g, size_t dim, const double *y,
             const double *other)
{
  double mean = 0, most = 0;
  size_t zeros = 0;

  for (size_t e = 0; e < g->m; e++)
    zeros += mg_edge_is_zero(g, e);
  for (size_t e = 0; e < g->m && zeros > 0; e++)
    mean += mg_edge_length(g, e, dim, other) / (double)g->m;
  for (size_t e = 0; e < g->m; e++) {
    double a = mg_edge_length(g, e, dim, y);
    double b = mg_edge_length(g, e, dim, other), unit = a > b ? a : b;

    mg_edge_fetch(g, e, dim, y);
    mg_edge_fetch(g, e, dim, other);
    if (zeros > 0 && mg_edge_is_zero(g, e) && mean > unit)
      unit = mean;
    if (fabs(a - b) > most * unit)       /* divides rarely, as divisions are slow */
      most = fabs(a - b) / unit;
  }
  return most;
}

static void
move_all(const mg_motion *motion, size_t n, const double *y, double *moved)
{
  for (size_t i = 0; i < n; i++)
    mg_motion_apply(motion, y + i * motion->dim, moved + i * motion->dim);
}

static void
judge(mgnn_comparison *c, double tolerance, const rest *free,
      const rest *proper, const rest *scaled, const rest *proper_scaled)
{
  double limit = tolerance * c->size;

  c->equivalent = !(c->max_edge_difference > tolerance);
  c->congruent = c->equivalent && free->max <= limit;
  c->similar = c->congruent || (c->scale > 0 && scaled->max <= limit);
  c->mirrored = c->congruent ? proper->max > limit
                : c->similar ? proper_scaled->max > limit : -1;
  c->rmsd = free->rms;
  c->rmsd_unmirrored = proper->rms;
  c->rmsd_scaled = scaled->rms;
  c->max_deviation = free->max;
}

mgnn_status
mgnn_compare(const mgnn_problem *p, size_t dim, const double *y,
             const double *other, double tolerance, mgnn_comparison *out,
             mgnn_error *err)
{
  size_t n = p->graph.n;
  double *moved = mg_alloc(n * dim, sizeof *moved);
  double *twin = mg_alloc(n * dim, sizeof *twin);
  mg_motion any = { 0 }, proper = { 0 };
  mgnn_comparison c = { 0 };
  rest left, plain, scaled, twice;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, moved, twin));
  TRY(mg_problem_dim_check(p, dim, err));
  TRY(mg_tolerance_check(tolerance, err));
  TRY(mg_positions_check(n, dim, y, NULL, err));
  TRY(mg_positions_check(n, dim, other, NULL, err));
  TRY(mg_motion_fit(&any, dim, n, y, other, 0, err));
  TRY(mg_motion_fit(&proper, dim, n, y, other, 1, err));
  move_all(&any, n, y, moved);
  move_all(&proper, n, y, twin);
  for (size_t k = 0; k < n * dim; k++)
    c.size += (other[k] - any.to[k % dim]) * (other[k] - any.to[k % dim]) / (double)n;
  c.size = sqrt(c.size);
  c.scale = scale_of(n, dim, moved, any.to, other);
  c.max_edge_difference = edges_differ(&p->graph, dim, y, other);
  left = rest_of(n, dim, moved, any.to, 1, other);
  plain = rest_of(n, dim, twin, any.to, 1, other);
  scaled = rest_of(n, dim, moved, any.to, c.scale, other);
  twice = rest_of(n, dim, twin, any.to, c.scale, other);
  judge(&c, tolerance, &left, &plain, &scaled, &twice);
  *out = c;
end:
  mg_motion_free(&any);
  mg_motion_free(&proper);
  mg_free_all(moved, twin);
  return status;
}

mgnn_status
mgnn_align(size_t n, size_t dim, const double *other, double *y,
           mgnn_error *err)
{
  double *moved = NULL;
  mg_motion motion = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_dim_check(dim, err));
  TRY(mg_positions_check(n, dim, y, NULL, err));
  TRY(mg_positions_check(n, dim, other, NULL, err));
  TRY(mg_allocated(moved = mg_alloc(n, dim * sizeof *moved), err));
  TRY(mg_motion_fit(&motion, dim, n, y, other, 0, err));
  move_all(&motion, n, y, moved);
  memcpy(y, moved, n * dim * sizeof *y);
end:
  mg_motion_free(&motion);
  mg_free(moved);
  return status;
}
