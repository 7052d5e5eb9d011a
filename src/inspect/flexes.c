/* Infinitesimal motions and self-stresses of a framework at given positions, and
 * whether a stress holds what the first order leaves free.  Dense: eigenvectors of
 * R^T R and R R^T for small eigenvalues, R the rigidity matrix with a unit vector
 * for each end of a bar.  What is only to be counted infinitesimal.c counts, in
 * sparse matrices. */
#include "rigidity.h"

#include "base/dense.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

enum {
  ORDER_MOST = 800,            /* of a matrix: some seconds */
  ROUNDS = 300                 /* of the search for a stress that holds */
};

struct mgnn_flexes {
  size_t n, dim, edges;
  size_t motions, stresses;
  double *motion;              /* motions * n*dim, orthonormal */
  double *stress;              /* stresses * edges */
  int stable;
};

typedef struct {
  const mgnn_problem *p;
  const double *y;
  mg_bars b;
  size_t dim, size;            /* size: n*dim */
  double tolerance;
  double *row;                 /* b.real * size: R */
  double *gap;                 /* b.real: lengths */
  double *rigid;               /* rigid motions that the pins allow, orthonormal */
  size_t rigid_count;
} framework;

static mgnn_status
framework_fill(framework *f, mgnn_error *err)
{
  const mg_bars *b = &f->b;
  size_t dim = f->dim;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(f->row = mg_zalloc(b->real, f->size * sizeof *f->row), err));
  TRY(mg_allocated(f->gap = mg_alloc(b->real, sizeof *f->gap), err));
  for (size_t k = 0; k < b->real; k++) {
    const unsigned *ends = b->ends + 2 * k;

    f->gap[k] = mg_distance(f->y + ends[0] * dim, f->y + ends[1] * dim, dim);
    for (size_t side = 0; side < 2 && f->gap[k] > 0; side++)
      for (size_t c = 0; c < dim && !b->pin[ends[side]]; c++)
        f->row[k * f->size + ends[side] * dim + c]
          = (f->y[ends[side] * dim + c] - f->y[ends[!side] * dim + c])
            / f->gap[k];
  }
end:
  return status;
}

/* Generator g of the rigid motions: translations first, then turns about the
 * centre in the plane of two axes. */
static void
generator(const framework *f, size_t g, const double *centre, double *v)
{
  size_t dim = f->dim, a = 0, b = 1;

  memset(v, 0, f->size * sizeof *v);
  for (size_t k = dim; k < g; k++)
    if (++b == dim) {
      a++;
      b = a + 1;
    }
  for (size_t i = 0; i < f->b.n; i++)
    if (g < dim)
      v[i * dim + g] = 1;
    else {
      v[i * dim + a] = f->y[i * dim + b] - centre[b];
      v[i * dim + b] = centre[a] - f->y[i * dim + a];
    }
}

/* Rigid motions that move no pinned node: of all generators, those combinations
 * whose part on the pinned coordinates is 0. */
static mgnn_status
rigid_fill(framework *f, mgnn_error *err)
{
  size_t dim = f->dim, all = dim * (dim + 1) / 2, n = f->b.n;
  double *g = mg_alloc(all, (f->size + 3 * all + 1) * sizeof *g);
  double *gram = g + all * f->size, *vector = gram + all * all;
  double *value = vector + all * all, centre[16] = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(g, err));
  TRY(mg_allocated(f->rigid = mg_zalloc(all, f->size * sizeof *f->rigid), err));
  for (size_t i = 0; i < n * dim; i++)
    centre[i % dim] += f->y[i] / (double)n;
  for (size_t k = 0; k < all; k++) {
    double norm, *v = g + k * f->size;

    generator(f, k, centre, v);
    norm = sqrt(mg_inner(v, v, f->size));
    for (size_t c = 0; c < f->size && norm > 0; c++)
      v[c] /= norm;
  }
  for (size_t k = 0; k < all; k++)
    for (size_t l = 0; l < all; l++) {
      gram[k * all + l] = 0;
      for (size_t c = 0; c < f->size; c++)
        if (f->b.pin[c / dim])
          gram[k * all + l] += g[k * f->size + c] * g[l * f->size + c];
    }
  TRY(mg_eigen_symmetric(all, gram, value, vector, NULL, err));
  for (size_t k = 0; k < all; k++) {
    double *v = f->rigid + f->rigid_count * f->size, norm;

    if (value[k] > 1e-12)      /* it would move a pinned node */
      continue;
    memset(v, 0, f->size * sizeof *v);
    for (size_t l = 0; l < all; l++)
      for (size_t c = 0; c < f->size; c++)
        v[c] += vector[l * all + k] * g[l * f->size + c];
    norm = mg_orthogonalise(f->size, f->rigid, f->rigid_count, v);
    if (!(norm > f->tolerance))
      continue;
    for (size_t c = 0; c < f->size; c++)
      v[c] /= norm;
    f->rigid_count++;
  }
end:
  mg_free(g);
  return status;
}

/* Of `count` vectors of `size` doubles, make `want` orthonormal ones that span, with
 * those of `basis`, what all of them do: the longest remainder first.  They are put
 * in front. */
static size_t
pick(double *v, size_t count, size_t want, size_t size, const double *basis,
     size_t basis_count)
{
  for (size_t k = 0; k < count; k++)
    mg_orthogonalise(size, basis, basis_count, v + k * size);
  for (size_t done = 0; done < want; done++) {
    double longest = 0, *at = v + done * size;
    size_t best = done;

    for (size_t k = done; k < count; k++) {
      double left = mg_orthogonalise(size, v, done, v + k * size);

      if (left > longest) {
        longest = left;
        best = k;
      }
    }
    if (!(longest > 1e-3))
      return done;
    for (size_t c = 0; c < size; c++) {
      double swap = v[best * size + c];

      v[best * size + c] = at[c];
      at[c] = swap / longest;
    }
  }
  return want;
}

/* Eigenvectors of a symmetric matrix for eigenvalues up to tolerance^2, as rows of
 * *out; returns their number in *count. */
static mgnn_status
small_eigenvectors(size_t order, double *a, double tolerance, double **out,
                   size_t *count, mgnn_error *err)
{
  double *value = mg_alloc(order, sizeof *value);
  double *vector = mg_alloc(order, order * sizeof *vector);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(value, err));
  TRY(mg_allocated(vector, err));
  TRY(mg_allocated(*out = mg_alloc(order, order * sizeof **out), err));
  TRY(mg_eigen_symmetric(order, a, value, vector, NULL, err));
  *count = 0;
  for (size_t k = 0; k < order; k++)
    if (value[k] < tolerance * tolerance) {
      for (size_t c = 0; c < order; c++)
        (*out)[*count * order + c] = vector[c * order + k];
      ++*count;
    }
end:
  mg_free(value);
  mg_free(vector);
  return status;
}

/* R^T R, with 1 on the diagonal of pinned coordinates, which do not move. */
static mgnn_status
motions_find(const framework *f, mgnn_flexes *out, mgnn_error *err)
{
  size_t size = f->size, count = 0;
  double *a = mg_zalloc(size, size * sizeof *a);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(a, err));
  for (size_t k = 0; k < f->b.real; k++) {
    const double *r = f->row + k * size;

    for (size_t i = 0; i < size; i++)
      for (size_t j = 0; j <= i && r[i] != 0; j++)
        a[i * size + j] += r[i] * r[j];
  }
  for (size_t i = 0; i < size; i++)
    if (f->b.pin[i / f->dim])
      a[i * size + i] = 1;
  TRY(small_eigenvectors(size, a, f->tolerance, &out->motion, &count, err));
  if (count > f->rigid_count)
    out->motions = pick(out->motion, count, count - f->rigid_count, size,
                        f->rigid, f->rigid_count);
end:
  mg_free(a);
  return status;
}

/* R R^T; its null vectors are forces along the bars, and the stress is force by
 * length.  Edges that are no bars carry none. */
static mgnn_status
stresses_find(const framework *f, mgnn_flexes *out, mgnn_error *err)
{
  size_t m = f->b.real, count = 0;
  double *a = mg_alloc(m, m * sizeof *a), *force = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(a, err));
  for (size_t k = 0; k < m; k++)
    for (size_t l = 0; l <= k; l++)
      a[k * m + l] = mg_inner(f->row + k * f->size, f->row + l * f->size,
                              f->size);
  TRY(small_eigenvectors(m, a, f->tolerance, &force, &count, err));
  out->stresses = pick(force, count, count, m, NULL, 0);
  TRY(mg_allocated(out->stress = mg_zalloc(out->stresses, out->edges
                                           * sizeof *out->stress), err));
  for (size_t s = 0; s < out->stresses; s++)
    for (size_t k = 0; k < m; k++)
      if (f->gap[k] > 0)
        out->stress[s * out->edges + f->b.edge[k]] = force[s * m + k]
                                                     / f->gap[k];
end:
  mg_free(a);
  mg_free(force);
  return status;
}

/* ---- the second order ---- */

/* Q_s(a, b) = sum over edges ij of w_ij (u_i - u_j).(v_i - v_j) for the stress s
 * and the motions u, v number a, b. */
static void
form_fill(const framework *f, const mgnn_flexes *x, size_t s, double *q)
{
  size_t count = x->motions, dim = f->dim;

  memset(q, 0, count * count * sizeof *q);
  for (size_t k = 0; k < f->b.real; k++) {
    const unsigned *ends = f->b.ends + 2 * k;
    double w = x->stress[s * x->edges + f->b.edge[k]];

    for (size_t a = 0; a < count; a++)
      for (size_t b = 0; b < count; b++) {
        const double *u = x->motion + a * f->size, *v = x->motion + b * f->size;

        for (size_t c = 0; c < dim; c++)
          q[a * count + b] += w * (u[ends[0] * dim + c] - u[ends[1] * dim + c])
                              * (v[ends[0] * dim + c] - v[ends[1] * dim + c]);
      }
  }
}

/* The least eigenvalue of a symmetric matrix, and its eigenvector: the last column
 * of `vector`. */
static mgnn_status
least_of(size_t n, const double *a, double *copy, double *value, double *vector,
         double *least, mgnn_error *err)
{
  mgnn_status status;

  memcpy(copy, a, n * n * sizeof *copy);
  status = mg_eigen_symmetric(n, copy, value, vector, NULL, err);
  *least = status == MGNN_OK ? value[n - 1] : NAN;
  return status;
}

/* Look for weights of the stresses whose form is positive on all motions: where it
 * is least, the weights are moved to raise it.  Found: yes.  Not found: no, where
 * there is one stress only or one motion, and the answer is plain. */
static mgnn_status
hold_find(const framework *f, mgnn_flexes *x, mgnn_error *err)
{
  size_t n = x->motions, s = x->stresses, square = n * n;
  double *q = mg_alloc((s + 4) * square + n + s, sizeof *q), largest = 0, least;
  double *sum = q + s * square, *copy = sum + square, *vector = copy + square;
  double *value = vector + square, *weight = value + n;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(q, err));
  for (size_t k = 0; k < s; k++)
    form_fill(f, x, k, q + k * square);
  for (size_t k = 0; k < s * square; k++)
    largest = fmax(largest, fabs(q[k]));
  x->stable = s == 1 || n == 1 || !(largest > 1e-9) ? 0 : -1;
  memset(weight, 0, s * sizeof *weight);
  weight[0] = 1;
  for (int round = 0; round < ROUNDS && largest > 1e-9; round++) {
    memset(sum, 0, square * sizeof *sum);
    for (size_t k = 0; k < s * square; k++)
      sum[k % square] += weight[k / square] * q[k] / largest;
    TRY(least_of(n, sum, copy, value, vector, &least, err));
    if (least > 1e-6) {
      x->stable = 1;
      break;
    }
    if (s == 1 && round == 1)
      break;
    if (s == 1) {              /* the other sign, and no more */
      weight[0] = -1;
      continue;
    }
    for (size_t k = 0; k < s; k++)
      for (size_t a = 0; a < square; a++)
        weight[k] += vector[a / n * n + n - 1] * vector[a % n * n + n - 1]
                     * q[k * square + a] / largest;
  }
end:
  mg_free(q);
  return status;
}

/* ---- the public face ---- */

static mgnn_status
check(const framework *f, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (!(f->tolerance >= 1e-7 && f->tolerance < 1))
    return mg_fail(err, MGNN_EINVAL, "the tolerance is %g, must be at least 1e-7 "
                   "and less than 1", f->tolerance);
  TRY(mg_problem_dim_check(f->p, f->dim, err));
  TRY(mg_positions_check(f->p->graph.n, f->dim, f->y, NULL, err));
  if (f->size > ORDER_MOST || f->b.real > ORDER_MOST || f->dim > 16)
    return mg_fail(err, MGNN_EINVAL, "motions and stresses are found for up to "
                   "%d coordinates and %d bars in 16 dimensions, not %zu and %zu "
                   "in %zu", ORDER_MOST, ORDER_MOST, f->size, f->b.real, f->dim);
end:
  return status;
}

mgnn_status
mgnn_flexes_find(const mgnn_problem *p, size_t dim, const double *y,
                 double tolerance, mgnn_flexes **out, mgnn_error *err)
{
  framework f = { .p = p, .y = y, .dim = dim, .size = p->graph.n * dim,
                  .tolerance = tolerance };
  mgnn_flexes *x = mg_zalloc(1, sizeof *x);
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_allocated(x, err));
  x->n = p->graph.n;
  x->dim = dim;
  x->edges = p->graph.m;
  TRY(mg_problem_dim_check(p, dim, err));
  TRY(mg_bars_init(&f.b, &p->graph, dim, p->pin, err));
  TRY(check(&f, err));
  TRY(framework_fill(&f, err));
  TRY(rigid_fill(&f, err));
  TRY(motions_find(&f, x, err));
  TRY(stresses_find(&f, x, err));
  x->stable = x->motions == 0;
  if (x->motions > 0 && x->stresses > 0)
    TRY(hold_find(&f, x, err));
  *out = x;
  x = NULL;
end:
  mgnn_flexes_free(x);
  mg_bars_free(&f.b);
  mg_free(f.row);
  mg_free(f.gap);
  mg_free(f.rigid);
  return status;
}

void
mgnn_flexes_free(mgnn_flexes *f)
{
  if (f == NULL)
    return;
  mg_free(f->motion);
  mg_free(f->stress);
  mg_free(f);
}

size_t
mgnn_flexes_motions(const mgnn_flexes *f)
{
  return f->motions;
}

size_t
mgnn_flexes_stresses(const mgnn_flexes *f)
{
  return f->stresses;
}

const double *
mgnn_flexes_motion(const mgnn_flexes *f, size_t k)
{
  return f->motion + k * f->n * f->dim;
}

const double *
mgnn_flexes_stress(const mgnn_flexes *f, size_t k)
{
  return f->stress + k * f->edges;
}

int
mgnn_flexes_prestress_stable(const mgnn_flexes *f)
{
  return f->stable;
}
