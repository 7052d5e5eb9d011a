/* Small graphs: classical scaling of shortest paths, and L-BFGS on E with one
 * coordinate more than the space has, pulled to 0 by weights that grow. */
#include "local_solve.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/vec.h"
#include "rigidity_matrix.h"
#include "solve/descent/lbfgs.h"
#include "problem/energy.h"
#include "problem/paths.h"

#include <math.h>
#include <string.h>

enum {
  POWER_STEPS = 15,            /* of the iteration for the scaling's axes */
  LIFT_STEPS = 50,             /* of L-BFGS per weight */
  FLAT_STEPS = 400,            /* after a detour */
  REFINE_MOST = 600            /* nodes * dim that Newton's steps can be used
                                  for: they take dense matrices */
};

static const double
  wrong = 0.01,                /* relative error of an edge */
  near = 1e-6,                 /* stress from which Newton's steps are made */
  enough = 1e-9,               /* stress at which L-BFGS leaves it to them */
  deep = 1e-20,                /* where it goes if they cannot be made */
  zero = 1e-26;                /* and where they end */

mgnn_status
mg_small_init(mg_small *s, const mg_graph *g, size_t dim,
              const unsigned char *fixed, const double *x, uint64_t stream,
              mgnn_error *err)
{
  size_t wide = g->n * (dim + 1);

  memset(s, 0, sizeof *s);
  s->inverse = mg_alloc(2 * wide, sizeof *s->inverse);
  s->shaken = mg_alloc(g->n, 1);
  if (s->inverse == NULL || s->shaken == NULL) {
    mg_small_free(s);
    return mg_fail_memory(err);
  }
  s->wide = s->inverse + wide;
  s->graph = g;
  s->dim = dim;
  s->fixed = fixed;
  s->stream = stream;
  for (size_t e = 0; e < g->m; e++) {
    const unsigned *end = g->ends + 2 * e;
    double w = g->stiffness != NULL ? g->stiffness[e] : 1, m = g->target[e];

    s->mean += m / (double)g->m;
    if (fixed != NULL && fixed[end[0]] && fixed[end[1]]) {
      double r = mg_distance(x + end[0] * dim, x + end[1] * dim, dim);

      s->rest += w * (r - m) * (r - m);
    } else
      s->scale += w * m * m;
  }
  return MGNN_OK;
}

void
mg_small_free(mg_small *s)
{
  mg_free(s->inverse);
  mg_free(s->shaken);
  memset(s, 0, sizeof *s);
}

/* Distances between all pairs, and from the mean of those where there is no
 * path; squared. */
static mgnn_status
squares_fill(const mg_small *s, double *d2, mgnn_error *err)
{
  size_t n = s->graph->n, found = 0;
  double sum = 0;
  mg_paths paths;
  mgnn_status status = mg_paths_init(&paths, s->graph, err);

  if (status != MGNN_OK)
    return status;
  for (size_t i = 0; i < n; i++) {
    mg_paths_from(&paths, i, n);
    for (size_t j = 0; j < n; j++)
      d2[i * n + j] = paths.distance[j] * paths.distance[j];
    for (size_t k = 0; k < paths.reached_count; k++)
      sum += paths.distance[paths.reached[k]];
    found += paths.reached_count;
  }
  mg_paths_free(&paths);
  for (size_t k = 0; k < n * n; k++)
    if (isinf(d2[k]))
      d2[k] = 4 * (sum / (double)found) * (sum / (double)found);
  return MGNN_OK;
}

/* -1/2 of the squares, with the means of rows and columns taken out. */
static void
centre(double *d2, size_t n, double *mean)
{
  double all = 0;

  for (size_t i = 0; i < n; i++) {
    mean[i] = 0;
    for (size_t j = 0; j < n; j++)
      mean[i] += d2[i * n + j] / (double)n;
    all += mean[i] / (double)n;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      d2[i * n + j] = -0.5 * (d2[i * n + j] - mean[i] - mean[j] + all);
}

/* Make the last of `count` axes of n numbers orthogonal to those before it and
 * of length 1; returns the length it had. */
static double
orthonormalise(double *axes, size_t n, size_t count)
{
  double *last = axes + (count - 1) * n, square = 0;

  for (const double *axis = axes; axis < last; axis += n) {
    double dot = 0;

    for (size_t i = 0; i < n; i++)
      dot += axis[i] * last[i];
    for (size_t i = 0; i < n; i++)
      last[i] -= dot * axis[i];
  }
  for (size_t i = 0; i < n; i++)
    square += last[i] * last[i];
  for (size_t i = 0; i < n && square > 0; i++)
    last[i] /= sqrt(square);
  return sqrt(square);
}

/* The leading axes of a symmetric matrix by repeated multiplication.  A few
 * digits are enough for a start.  axes has 2*dim*n numbers; the first half is
 * the result, each axis as long as the root of its eigenvalue. */
static void
axes_find(mg_small *s, const double *matrix, double *axes)
{
  size_t n = s->graph->n, dim = s->dim;
  double *next = axes + dim * n;

  for (size_t k = 0; k < n * dim; k++)
    axes[k] = mg_random_deviate(&s->stream);
  for (int step = 0; step <= POWER_STEPS; step++) {
    memset(next, 0, n * dim * sizeof *next);
    for (size_t c = 0; c < dim; c++)
      for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++)
          next[c * n + i] += matrix[j * n + i] * axes[c * n + j];
    memcpy(axes, next, n * dim * sizeof *axes);
    for (size_t c = 0; c < dim; c++) {
      double value = orthonormalise(axes, n, c + 1);

      for (size_t i = 0; i < n && step == POWER_STEPS; i++)
        next[c * n + i] = axes[c * n + i] * sqrt(value);
    }
  }
  memcpy(axes, next, n * dim * sizeof *axes);
}

mgnn_status
mg_small_start(mg_small *s, double *x, mgnn_error *err)
{
  size_t n = s->graph->n;
  double *matrix = mg_alloc(n + 2 * s->dim, n * sizeof *matrix);
  mgnn_status status;

  if (matrix == NULL)
    return mg_fail_memory(err);
  status = squares_fill(s, matrix, err);
  if (status == MGNN_OK) {
    centre(matrix, n, matrix + n * n);
    axes_find(s, matrix, matrix + n * n);
    for (size_t k = 0; k < n * s->dim; k++)    /* part what lies together */
      x[k] = matrix[n * n + k % s->dim * n + k / s->dim]
             + 1e-3 * s->mean * mg_random_deviate(&s->stream);
  }
  mg_free(matrix);
  return status;
}

/* What L-BFGS minimises: E in `dim` coordinates, of which the last is pulled
 * to 0 if there is a pull: E + pull * sum z^2. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  double pull;
} lifted;

static double
lifted_value(void *ctx, const double *x, double *grad)
{
  const lifted *l = ctx;
  double value = mg_energy_rows(l->graph, l->dim, 0, x, grad, 0, l->graph->n);

  if (l->pull > 0)
    for (size_t c = l->dim - 1; c < l->graph->n * l->dim; c += l->dim) {
      value += l->pull * x[c] * x[c];
      grad[c] += l->pull * x[c];
    }
  return value;
}

static mgnn_status
descend(mg_small *s, size_t dim, double pull, size_t iterations, double *x,
        double *value, mgnn_error *err)
{
  lifted l = { s->graph, dim, pull };
  mg_objective f = { s->graph->n * dim, lifted_value, &l, s->inverse };
  mg_lbfgs_options opt;
  mg_lbfgs_result result;
  mgnn_status status;

  for (size_t c = 0; c < f.size; c++) {
    double degree = mg_degree(s->graph, c / dim);

    s->inverse[c] = degree > 0 && (s->fixed == NULL || !s->fixed[c / dim])
                    ? 1 / (degree + (c % dim == dim - 1 ? pull : 0)) : 0;
  }
  mg_lbfgs_init(&opt);
  opt.max_iterations = iterations;
  opt.tolerance = pull > 0 ? 1e-3 : 1e-4;
  opt.patience = 5;
  opt.floor = s->rest + (f.size > REFINE_MOST ? deep : enough) * s->scale;
  status = mg_lbfgs(&f, &opt, x, &result, err);
  if (status == MGNN_OK)
    *value = s->scale > 0 ? (result.value - s->rest) / s->scale : 0;
  return status;
}

mgnn_status
mg_small_descend(mg_small *s, size_t iterations, double *x, double *stress,
                 mgnn_error *err)
{
  return descend(s, s->dim, 0, iterations, x, stress, err);
}

mgnn_status
mg_small_refine(mg_small *s, double *x, double *stress, mgnn_error *err)
{
  size_t size = s->graph->n * s->dim;
  double energy = 0, *room;
  mg_frame frame;
  mgnn_status status;

  if (size > REFINE_MOST || *stress > near || *stress < zero)
    return MGNN_OK;
  status = mg_frame_init(&frame, s->graph, s->dim, s->fixed, err);
  if (status != MGNN_OK)
    return status;
  room = mg_alloc(s->graph->m + size, sizeof *room);
  if (room != NULL) {
    mg_frame_newton(&frame, s->rest + zero * s->scale, x, &energy,
                    room, room + s->graph->m);
    *stress = fmax(energy - s->rest, 0) / s->scale;
  } else
    status = mg_fail_memory(err);
  mg_free(room);
  mg_frame_free(&frame);
  return status;
}

/* Which nodes to shake: those within one hop of a wrong edge, or all that are
 * free. */
static void
shaken_mark(mg_small *s, int all, const double *x)
{
  const mg_graph *g = s->graph;
  size_t dim = s->dim;

  memset(s->shaken, all, g->n);
  for (size_t e = 0; e < g->m && !all; e++) {
    const unsigned *end = g->ends + 2 * e;
    double r = mg_distance(x + end[0] * dim, x + end[1] * dim, dim);

    if (fabs(r - g->target[e]) > wrong * g->target[e])
      for (int side = 0; side < 2; side++) {
        s->shaken[end[side]] = 1;
        for (size_t k = g->row[end[side]]; k < g->row[end[side] + 1]; k++)
          s->shaken[g->to[k]] = 1;
      }
  }
  for (size_t i = 0; i < g->n && s->fixed != NULL; i++)
    if (s->fixed[i])
      s->shaken[i] = 0;
}

/* One detour from x, into s->wide (its first n*dim numbers). */
static mgnn_status
detour(mg_small *s, size_t number, const double *x, double *stress,
       mgnn_error *err)
{
  static const double pulls[] = { 0.003, 0.01, 0.03, 0.1, 0.3 };
  double height = (number % 2 == 0 ? 0.5 : 1) * s->mean;
  double shift = number >= 3 ? 0.3 * s->mean : 0;
  size_t n = s->graph->n, dim = s->dim;
  mgnn_status status = MGNN_OK;

  shaken_mark(s, number % 3 == 2, x);
  for (size_t i = 0; i < n; i++) {
    for (size_t c = 0; c < dim; c++)
      s->wide[i * (dim + 1) + c] = x[i * dim + c];
    s->wide[i * (dim + 1) + dim] = 0;
    if (!s->shaken[i])
      continue;
    for (size_t c = 0; c < dim && shift > 0; c++)
      s->wide[i * (dim + 1) + c] += shift * mg_random_deviate(&s->stream);
    s->wide[i * (dim + 1) + dim] = height * mg_random_deviate(&s->stream);
  }
  for (size_t k = 0; k < sizeof pulls / sizeof *pulls && status == MGNN_OK; k++)
    status = descend(s, dim + 1, pulls[k], LIFT_STEPS, s->wide, stress, err);
  if (status != MGNN_OK)
    return status;
  for (size_t i = 0; i < n; i++)
    memmove(s->wide + i * dim, s->wide + i * (dim + 1), dim * sizeof *x);
  return descend(s, dim, 0, FLAT_STEPS, s->wide, stress, err);
}

mgnn_status
mg_small_detour(mg_small *s, size_t tries, double good, int refine,
                double *x, double *stress, mgnn_error *err)
{
  for (size_t k = 0; k < tries && *stress > good; k++) {
    double there;
    mgnn_status status = detour(s, k, x, &there, err);

    if (status == MGNN_OK && refine)
      status = mg_small_refine(s, s->wide, &there, err);
    if (status != MGNN_OK)
      return status;
    if (there < *stress) {
      *stress = there;
      memcpy(x, s->wide, s->graph->n * s->dim * sizeof *x);
    }
  }
  return MGNN_OK;
}
