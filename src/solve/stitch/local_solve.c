/* Small graphs: classical scaling of shortest paths, L-BFGS on E, and the same
 * with one coordinate more than the space has, brought to 0 by rising weights. */
#include "local_solve.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"
#include "rigidity_matrix.h"
#include "solve/descent/lbfgs.h"
#include "solve/descent/lift.h"
#include "problem/energy.h"
#include "problem/paths.h"

#include <math.h>
#include <string.h>

enum {
  POWER_STEPS = 15,            /* of the iteration for the scaling's axes */
  LIFT_STEPS = 50,             /* of L-BFGS per weight */
  FLAT_STEPS = 400,            /* after a lift */
  REFINE_MOST = 600            /* nodes * dim that Gauss-Newton can be used for:
                                  it takes dense matrices */
};

static const double
  wrong = 0.01,                /* relative error of an edge */
  near = 1e-6,                 /* stress from which Gauss-Newton steps are made */
  enough = 1e-9,               /* stress at which L-BFGS leaves it to them */
  deep = 1e-20,                /* where it goes if they cannot be made */
  zero = 1e-26;                /* and where they end */

mgnn_status
mg_local_init(mg_local *s, const mg_graph *g, size_t dim,
              const unsigned char *fixed, const double *x, uint64_t stream,
              mgnn_error *err)
{
  size_t wide = g->n * (dim + 1);
  mgnn_status status = MGNN_OK;

  *s = (mg_local){ .graph = g, .dim = dim, .fixed = fixed, .stream = stream };
  TRY(mg_allocated(s->inverse = mg_alloc(2 * wide, sizeof *s->inverse), err));
  TRY(mg_allocated(s->perturbed = mg_alloc(g->n, 1), err));
  s->high = s->inverse + wide;
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
end:
  if (status != MGNN_OK)
    mg_local_free(s);
  return status;
}

void
mg_local_free(mg_local *s)
{
  mg_free_all(s->inverse, s->perturbed);
  memset(s, 0, sizeof *s);
}

/* Squared shortest-path distances.  Pairs without a path get twice the mean
 * distance, so that parts come to lie side by side. */
static mgnn_status
squares_fill(const mg_local *s, double *d2, mgnn_error *err)
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

/* Double centring: b_ij = -1/2 (d_ij^2 - mean_i - mean_j + mean). */
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

/* The leading eigenvectors of a symmetric matrix by subspace iteration: O(dim
 * n^2) per step instead of the O(n^3) of a full decomposition, and a few digits
 * are enough for a start.  axes has 2*dim*n numbers; the first half is the
 * result, each axis as long as the root of its eigenvalue. */
static void
axes_find(mg_local *s, const double *matrix, double *axes)
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
      double *axis = axes + c * n, value = mg_orthogonalise(n, axes, c, axis);

      for (size_t i = 0; i < n && value > 0; i++)
        axis[i] /= value;
      for (size_t i = 0; i < n && step == POWER_STEPS; i++)
        next[c * n + i] = axis[i] * sqrt(value);
    }
  }
  memcpy(axes, next, n * dim * sizeof *axes);
}

mgnn_status
mg_local_start(mg_local *s, double *x, mgnn_error *err)
{
  size_t n = s->graph->n;
  double *matrix = mg_alloc(n + 2 * s->dim, n * sizeof *matrix);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(matrix, err));
  TRY(squares_fill(s, matrix, err));
  centre(matrix, n, matrix + n * n);
  axes_find(s, matrix, matrix + n * n);
  for (size_t k = 0; k < n * s->dim; k++)      /* nodes with equal distances
                                                  would coincide */
    x[k] = matrix[n * n + k % s->dim * n + k / s->dim]
           + 1e-3 * s->mean * mg_random_deviate(&s->stream);
end:
  mg_free(matrix);
  return status;
}

/* E in the dimension of the penalty, or in one more where it has a weight. */
static double
value(void *ctx, const double *x, double *grad)
{
  const mg_lift_penalty *p = ctx;
  int high = p->weight > 0;
  double energy = mg_energy_rows(p->graph, p->dim + (high ? 1 : 0), 0, x, grad,
                                 0, p->graph->n);

  return high ? mg_lift_add(p, x, energy, grad) : energy;
}

static mgnn_status
descend(mg_local *s, double weight, size_t steps, double *x, double *stress,
        mgnn_error *err)
{
  mg_lift_penalty penalty = { s->graph, s->dim, weight, 0 };
  size_t dim = weight > 0 ? s->dim + 1 : s->dim;
  mg_objective f = { s->graph->n * dim, value, &penalty, s->inverse, NULL };
  mg_lbfgs_options opt;
  mg_lbfgs_result result;

  for (size_t c = 0; c < f.size; c++) {
    double degree = mg_degree(s->graph, c / dim);

    s->inverse[c] = degree > 0 && (s->fixed == NULL || !s->fixed[c / dim])
                    ? 1 / (degree + (c % dim == dim - 1 ? weight : 0)) : 0;
  }
  mg_lbfgs_init(&opt);
  opt.max_iterations = steps;
  opt.tolerance = weight > 0 ? 1e-3 : 1e-4;
  opt.patience = 5;
  opt.floor = s->rest + (f.size > REFINE_MOST ? deep : enough) * s->scale;
  PASS(mg_lbfgs(&f, &opt, x, &result, err));
  *stress = s->scale > 0 ? (result.value - s->rest) / s->scale : 0;
  return MGNN_OK;
}

static mgnn_status
refine(mg_local *s, double *x, double *stress, mgnn_error *err)
{
  size_t size = s->graph->n * s->dim;
  double energy = 0, *scratch = NULL;
  mg_rigidity_matrix frame = { 0 };
  mgnn_status status = MGNN_OK;

  if (size > REFINE_MOST || *stress > near || *stress < zero)
    return MGNN_OK;
  TRY(mg_rigidity_matrix_init(&frame, s->graph, s->dim, s->fixed, err));
  TRY(mg_allocated(scratch = mg_alloc(s->graph->m + size, sizeof *scratch), err));
  mg_rigidity_matrix_newton(&frame, s->rest + zero * s->scale, x, &energy, scratch,
                  scratch + s->graph->m);
  *stress = fmax(energy - s->rest, 0) / s->scale;
end:
  mg_free(scratch);
  mg_rigidity_matrix_free(&frame);
  return status;
}

/* Nodes within one hop of a wrong edge, or all that are free. */
static void
perturbed_mark(mg_local *s, int all, const double *x)
{
  const mg_graph *g = s->graph;

  memset(s->perturbed, all, g->n);
  for (size_t e = 0; e < g->m && !all; e++) {
    const unsigned *end = g->ends + 2 * e;
    double r = mg_edge_length(g, e, s->dim, x);

    if (fabs(r - g->target[e]) > wrong * g->target[e])
      for (int side = 0; side < 2; side++) {
        s->perturbed[end[side]] = 1;
        for (size_t k = g->row[end[side]]; k < g->row[end[side] + 1]; k++)
          s->perturbed[g->to[k]] = 1;
      }
  }
  for (size_t i = 0; i < g->n && s->fixed != NULL; i++)
    if (s->fixed[i])
      s->perturbed[i] = 0;
}

/* Lift number k from x, into s->high (its first n*dim numbers).  Lifts differ
 * in height, in which nodes they begin with, and later ones in the other
 * coordinates too, so that no two fail for the same reason. */
static mgnn_status
lift(mg_local *s, size_t k, const double *x, double *stress, mgnn_error *err)
{
  double height = (k % 2 == 0 ? 0.5 : 1) * s->mean;
  double shift = k >= 3 ? 0.3 * s->mean : 0;
  size_t n = s->graph->n, dim = s->dim;
  mgnn_status status = MGNN_OK;

  perturbed_mark(s, k % 3 == 2, x);
  mg_lift_raise(n, dim, x, NULL, s->high);
  for (size_t i = 0; i < n; i++) {
    double *at = s->high + i * (dim + 1);

    if (!s->perturbed[i])
      continue;
    for (size_t c = 0; c < dim && shift > 0; c++)
      at[c] += shift * mg_random_deviate(&s->stream);
    at[dim] = height * mg_random_deviate(&s->stream);
  }
  for (size_t stage = 0; stage < MG_LIFT_STAGES; stage++)
    TRY(descend(s, mg_lift_weight[stage], LIFT_STEPS, s->high, stress, err));
  mg_lift_flatten(n, dim, s->high, s->high);
  status = descend(s, 0, FLAT_STEPS, s->high, stress, err);
end:
  return status;
}

mgnn_status
mg_local_solve(mg_local *s, mg_local_effort effort, double *x, double *stress,
               mgnn_error *err)
{
  PASS(descend(s, 0, effort.steps, x, stress, err));
  for (size_t k = 0; k < effort.refinements; k++)
    PASS(refine(s, x, stress, err));
  for (size_t k = 0; k < effort.lifts && *stress > effort.good; k++) {
    double there;

    PASS(lift(s, k, x, &there, err));
    if (effort.refinements > 0)
      PASS(refine(s, s->high, &there, err));
    if (there < *stress) {
      *stress = there;
      memcpy(x, s->high, s->graph->n * s->dim * sizeof *x);
    }
  }
  return MGNN_OK;
}
