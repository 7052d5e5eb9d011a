/* The rigidity matrix is never stored: its products are loops over the edges.
 * R^T R is dense, for graphs of up to some hundred nodes. */
#include "rigidity_matrix.h"
#include "base/dense.h"
#include "base/mem.h"

#include <string.h>

enum { FACTORS = 4, CHORDS = 3 };

/* Added to the diagonal of R^T R, which is singular: its kernel holds at least
 * the rigid motions. */
static const double ridge = 1e-9;

mgnn_status
mg_rigidity_matrix_init(mg_rigidity_matrix *f, const mg_graph *g, size_t dim,
              const unsigned char *fixed, mgnn_error *err)
{
  size_t size = g->n * dim;
  mgnn_status status = MGNN_OK;

  *f = (mg_rigidity_matrix){ .graph = g, .dim = dim, .size = size, .fixed = fixed };
  TRY(mg_allocated(f->unit = mg_alloc(g->m * (dim + 1) + size, sizeof *f->unit), err));
  TRY(mg_allocated(f->normal = mg_alloc(size, size * sizeof *f->normal), err));
  f->length = f->unit + g->m * dim;
  f->force = f->length + g->m;
end:
  if (status != MGNN_OK)
    mg_rigidity_matrix_free(f);
  return status;
}

void
mg_rigidity_matrix_free(mg_rigidity_matrix *f)
{
  mg_free_all(f->unit, f->normal);
  memset(f, 0, sizeof *f);
}

void
mg_rigidity_matrix_set(mg_rigidity_matrix *f, const double *x)
{
  size_t dim = f->dim;

  for (size_t e = 0; e < f->graph->m; e++) {
    const double *xi = x + f->graph->ends[2 * e] * dim;
    const double *xj = x + f->graph->ends[2 * e + 1] * dim;
    double r = mg_distance(xi, xj, dim);

    f->length[e] = r;
    for (size_t c = 0; c < dim; c++)
      f->unit[e * dim + c] = r > 0 ? (xi[c] - xj[c]) / r : 0;
  }
}

/* R^T R is a Laplacian whose weights are the matrices u u^T; of nodes that are
 * fixed only the diagonal is left.  The lower triangle is enough. */
static void
normal_fill(mg_rigidity_matrix *f)
{
  size_t dim = f->dim, size = f->size;

  memset(f->normal, 0, size * size * sizeof *f->normal);
  for (size_t e = 0; e < f->graph->m; e++) {
    const double *u = f->unit + e * dim;
    size_t i = f->graph->ends[2 * e], j = f->graph->ends[2 * e + 1];
    int hold_i = f->fixed != NULL && f->fixed[i];
    int hold_j = f->fixed != NULL && f->fixed[j];

    if (i < j) {
      size_t swap = i;

      i = j;
      j = swap;
    }
    for (size_t a = 0; a < dim; a++)
      for (size_t b = 0; b < dim; b++) {
        double uu = u[a] * u[b];

        f->normal[(i * dim + a) * size + i * dim + b] += uu;
        f->normal[(j * dim + a) * size + j * dim + b] += uu;
        if (!hold_i && !hold_j)
          f->normal[(i * dim + a) * size + j * dim + b] -= uu;
      }
  }
  for (size_t c = 0; c < size; c++)
    f->normal[c * size + c] += ridge;
}

int
mg_rigidity_matrix_factor(mg_rigidity_matrix *f)
{
  normal_fill(f);
  return mg_cholesky(f->size, f->normal);
}

void
mg_rigidity_matrix_solve(mg_rigidity_matrix *f, const double *w)
{
  size_t dim = f->dim;

  memset(f->force, 0, f->size * sizeof *f->force);
  for (size_t e = 0; e < f->graph->m; e++)
    for (size_t c = 0; c < dim; c++) {
      double t = w[e] * f->unit[e * dim + c];

      f->force[f->graph->ends[2 * e] * dim + c] += t;
      f->force[f->graph->ends[2 * e + 1] * dim + c] -= t;
    }
  for (size_t i = 0; i < f->graph->n && f->fixed != NULL; i++)
    if (f->fixed[i])
      memset(f->force + i * dim, 0, dim * sizeof *f->force);
  mg_cholesky_solve(f->size, f->normal, f->force);
}

void
mg_rigidity_matrix_subtract(const mg_rigidity_matrix *f, double *w)
{
  size_t dim = f->dim;

  for (size_t e = 0; e < f->graph->m; e++) {
    const double *vi = f->force + f->graph->ends[2 * e] * dim;
    const double *vj = f->force + f->graph->ends[2 * e + 1] * dim;

    for (size_t c = 0; c < dim; c++)
      w[e] -= f->unit[e * dim + c] * (vi[c] - vj[c]);
  }
}

/* The residual left_e = r_e - M_e that a step removes to first order; returns
 * E. */
static double
left_fill(const mg_rigidity_matrix *f, double *left)
{
  const mg_graph *g = f->graph;
  double energy = 0;

  for (size_t e = 0; e < g->m; e++) {
    left[e] = f->length[e] - g->target[e];
    energy += (g->stiffness != NULL ? g->stiffness[e] : 1) * left[e] * left[e];
  }
  return energy;
}

/* A factor serves for several steps (the chord method): near the solution the
 * positions hardly change it. */
void
mg_rigidity_matrix_newton(mg_rigidity_matrix *f, double floor, double *x, double *energy,
                double *left, double *next)
{
  mg_rigidity_matrix_set(f, x);
  *energy = left_fill(f, left);
  for (int k = 0; k < FACTORS && *energy > floor; k++) {
    double before = *energy;

    if (!mg_rigidity_matrix_factor(f))
      return;
    for (int chord = 0; chord < CHORDS && *energy > floor; chord++) {
      double there;

      mg_rigidity_matrix_solve(f, left);
      for (size_t c = 0; c < f->size; c++)
        next[c] = x[c] - f->force[c];
      mg_rigidity_matrix_set(f, next);
      there = left_fill(f, left);
      if (!(there < *energy)) {
        mg_rigidity_matrix_set(f, x);
        left_fill(f, left);
        break;
      }
      memcpy(x, next, f->size * sizeof *x);
      *energy = there;
    }
    if (*energy > 0.1 * before)
      return;
  }
}
