/* The rigidity filter.  A random equilibrium stress of the framework is found
 * by projection; the kernel of its stress matrix holds the affine functions of
 * the positions, and more where the framework can be placed otherwise with the
 * same lengths (Connelly; Gortler, Healy and Thurston).  The nodes on which
 * all of the kernel is affine are the globally rigid part.  One stress finds
 * bodies on hinges, parts that can be mirrored and dangling nodes alike. */
#include "rigid_filter.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"
#include "rigidity_matrix.h"

#include <math.h>
#include <string.h>

enum { PROJECTIONS = 3, BASES = 8 };

static const double
  no_stress = 1e-6,            /* less of z is left: there is no stress */
  null = 1e-6,                 /* eigenvalues below, relatively, are 0 */
  flat = 1e-2,                 /* bases thinner than this are skipped */
  loose = 1e-4, noise = 1e-5;  /* row off the span by loose |row| + noise */

typedef struct {
  const mg_graph *g;
  size_t dim;
  mg_rigidity_matrix frame;
  double *stress;              /* m: w */
  double *matrix;              /* n*n: the stress matrix, then scratch */
  double *vectors, *values;    /* n*n, n: its eigenvectors and eigenvalues */
  double *kernel;              /* n*nullity, row after row */
  size_t nullity;
  double *base;                /* (dim+1) * nullity, orthonormal rows */
} test;

static void
test_free(test *t)
{
  mg_rigidity_matrix_free(&t->frame);
  mg_free(t->stress);
  mg_free(t->matrix);
  mg_free(t->kernel);
}

static mgnn_status
test_init(test *t, const mg_graph *g, size_t dim, mgnn_error *err)
{
  size_t n = g->n;
  mgnn_status status = MGNN_OK;

  *t = (test){ .g = g, .dim = dim };
  TRY(mg_allocated(t->stress = mg_alloc(g->m, sizeof *t->stress), err));
  t->matrix = mg_zalloc(2 * n + 1, n * sizeof *t->matrix);
  TRY(mg_allocated(t->matrix, err));
  t->kernel = mg_alloc(n + dim + 1, n * sizeof *t->kernel);
  TRY(mg_allocated(t->kernel, err));
  TRY(mg_rigidity_matrix_init(&t->frame, g, dim, NULL, err));
  t->vectors = t->matrix + n * n;
  t->values = t->vectors + n * n;
  t->base = t->kernel + n * n;
end:
  return status;
}

/* A random vector over the edges, projected onto the equilibrium stresses:
 *   w <- w - R (R^T R + ridge)^-1 R^T w.
 * Returns what part of its length is left, 0 if the factorisation fails. */
static double
stress_find(test *t, const double *x, uint64_t seed)
{
  uint64_t stream = mg_random_stream(seed, 1);
  double before = 0, after = 0;

  mg_rigidity_matrix_set(&t->frame, x);
  if (!mg_rigidity_matrix_factor(&t->frame))
    return 0;
  for (size_t e = 0; e < t->g->m; e++) {
    t->stress[e] = mg_random_deviate(&stream);
    before += t->stress[e] * t->stress[e];
  }
  for (int k = 0; k < PROJECTIONS; k++) {
    mg_rigidity_matrix_solve(&t->frame, t->stress);
    mg_rigidity_matrix_subtract(&t->frame, t->stress);
  }
  for (size_t e = 0; e < t->g->m; e++)
    after += t->stress[e] * t->stress[e];
  return before > 0 ? sqrt(after / before) : 0;
}

/* O_ij = -w_ij / r_ij, O_ii = -sum_j O_ij, with r the length at the positions:
 * the stress is in equilibrium there, whether or not the targets are met. */
static void
matrix_fill(test *t)
{
  const mg_graph *g = t->g;

  for (size_t e = 0; e < g->m; e++) {
    size_t i = g->ends[2 * e], j = g->ends[2 * e + 1];
    double r = t->frame.length[e], o = r > 0 ? t->stress[e] / r : 0;

    t->matrix[i * g->n + j] -= o;
    t->matrix[j * g->n + i] -= o;
    t->matrix[i * g->n + i] += o;
    t->matrix[j * g->n + j] += o;
  }
}

/* The eigenvectors of eigenvalue 0, as columns of t->kernel. */
static mgnn_status
kernel_find(test *t, mgnn_error *err)
{
  size_t n = t->g->n, k = 0;
  double most = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_eigen_unsorted(n, t->matrix, t->values, t->vectors, NULL, err));
  for (size_t c = 0; c < n; c++)
    most = fmax(most, fabs(t->values[c]));
  t->nullity = 0;
  for (size_t c = 0; c < n; c++)
    t->nullity += fabs(t->values[c]) < null * most;
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < n; c++)
      if (fabs(t->values[c]) < null * most)
        t->kernel[k++] = t->vectors[i * n + c];
end:
  return status;
}

static double
length(const double *row, size_t size)
{
  return sqrt(mg_inner(row, row, size));
}

/* Base the span on the centre and dim of its neighbours, chosen at random.
 * Returns 0 if they are nearly affinely dependent: errors would be magnified. */
static int
base_choose(test *t, size_t centre, uint64_t *stream)
{
  const mg_graph *g = t->g;
  size_t degree = g->row[centre + 1] - g->row[centre];
  size_t taken[16], count = 0;

  if (degree < t->dim || t->dim >= sizeof taken / sizeof *taken)
    return 0;
  for (taken[count++] = centre; count <= t->dim;) {
    size_t j = g->to[g->row[centre] + mg_random_below(stream, degree)], k = 0;

    while (k < count && taken[k] != j)
      k++;
    if (k == count)
      taken[count++] = j;
  }
  for (size_t k = 0; k < count; k++) {
    double *row = t->base + k * t->nullity;
    const double *from = t->kernel + taken[k] * t->nullity;
    double left;

    memcpy(row, from, t->nullity * sizeof *row);
    left = mg_orthogonalise(t->nullity, t->base, k, row);
    if (!(left > flat * length(from, t->nullity)))
      return 0;
    for (size_t c = 0; c < t->nullity; c++)
      row[c] /= left;
  }
  return 1;
}

/* Mark the nodes on which the kernel is the affine extension of the base. */
static size_t
span_mark(test *t, double *scratch, unsigned char *mark)
{
  size_t count = 0;

  for (size_t i = 0; i < t->g->n; i++) {
    const double *row = t->kernel + i * t->nullity;

    memcpy(scratch, row, t->nullity * sizeof *scratch);
    mark[i] = mg_orthogonalise(t->nullity, t->base, t->dim + 1, scratch)
              < loose * length(row, t->nullity) + noise;
    count += mark[i];
  }
  return count;
}

/* The best of several random bases: a neighbour of the centre need not belong to
 * its part, and a base with such a one finds less. */
static size_t
part_find(test *t, size_t centre, uint64_t seed, unsigned char *keep)
{
  uint64_t stream = mg_random_stream(seed, 2);
  size_t n = t->g->n, kept = 0;
  /* Both matrices are no longer needed. */
  double *scratch = t->matrix;
  unsigned char *mark = (unsigned char *)t->vectors;

  if (t->nullity == t->dim + 1) {
    memset(keep, 1, n);
    return n;
  }
  for (int k = 0; k < BASES; k++) {
    size_t count;

    if (!base_choose(t, centre, &stream))
      continue;
    count = span_mark(t, scratch, mark);
    if (mark[centre] && count > kept) {
      kept = count;
      memcpy(keep, mark, n);
    }
  }
  return kept;
}

mgnn_status
mg_rigid_part(const mg_graph *g, size_t dim, const double *x, size_t centre,
              uint64_t seed, unsigned char *keep, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  test t = { 0 };
  size_t kept = 0;

  memset(keep, 0, g->n);
  if (g->n < dim + 2)
    return MGNN_OK;
  TRY(test_init(&t, g, dim, err));
  if (stress_find(&t, x, seed) > no_stress) {
    matrix_fill(&t);
    TRY(kernel_find(&t, err));
    kept = part_find(&t, centre, seed, keep);
  }
  if (kept < dim + 2)
    memset(keep, 0, g->n);
end:
  test_free(&t);
  return status;
}
