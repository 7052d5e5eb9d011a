/* Infinitesimal motions and self-stresses of a framework at given positions,
 * and whether stresses block the motions.  Dense: the eigenvectors of R^T R and
 * R R^T for small eigenvalues, where R is the rigidity matrix with a unit
 * vector for each end of a bar.  To count motions only, infinitesimal.c uses
 * sparse matrices. */
#include "flexes.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

/* Second order: a motion v extends to second order exactly if Q_w(v) = sum of
 * w_ij |v_i - v_j|^2 is 0 for every self-stress w (Connelly and Whiteley,
 * 1996).  The forms of a basis of stresses on a basis of motions therefore
 * decide: the framework is rigid if they have no common zero, prestress stable
 * if a combination is positive definite. */

enum {
  ROUNDS = 300,                /* of the search for a blocking stress */
  STEPS = 100,                 /* of Newton's method */
  STARTS = 100,                /* of the search for a common zero */
  ANGLES = 2048                /* directions tried for two motions */
};

static const double nothing = 1e-9, clear = 1e-6;

static int
judge(double value)
{
  return value > clear ? 1 : value < nothing ? 0 : -1;
}

/* a^T Q a and, unless `gradient` (n doubles) is NULL, its gradient. */
static double
form_at(size_t n, const double *q, const double *a, double *gradient)
{
  double sum = 0;

  for (size_t i = 0; i < n; i++) {
    double row = mg_inner(q + i * n, a, n);

    sum += a[i] * row;
    if (gradient != NULL)
      gradient[i] = 2 * row;
  }
  return sum;
}

/* The largest absolute value of a form at a. */
static double
largest_at(size_t n, size_t s, const double *q, const double *a)
{
  double most = 0;

  for (size_t k = 0; k < s; k++)
    most = fmax(most, fabs(form_at(n, q + k * n * n, a, NULL)));
  return most;
}

static void
normalise(size_t n, double *a)
{
  double norm = sqrt(mg_inner(a, a, n));

  for (size_t i = 0; i < n && norm > 0; i++)
    a[i] /= norm;
}

/* Move a, of length 1, to a common zero nearby; returns whether one was found.
 * scratch has s (n + s + 1) doubles.  Steps are -J^T (J J^T + e)^-1 r with r
 * the forms and J their gradients; e, a share of the trace, allows for
 * dependent gradients. */
static int
forms_zero(size_t n, size_t s, const double *q, double *a, double *scratch)
{
  double *jacobian = scratch, *gram = jacobian + s * n, *r = gram + s * s;

  for (int step = 0; step < STEPS; step++) {
    double trace = 0;

    if (largest_at(n, s, q, a) < 0.01 * nothing)
      return 1;
    for (size_t k = 0; k < s; k++)
      r[k] = form_at(n, q + k * n * n, a, jacobian + k * n);
    for (size_t k = 0; k < s * s; k++)
      gram[k] = mg_inner(jacobian + k / s * n, jacobian + k % s * n, n);
    for (size_t k = 0; k < s; k++)
      trace += gram[k * s + k];
    for (size_t k = 0; k < s; k++)
      gram[k * s + k] += 1e-10 * trace;
    if (!(trace > 0) || !mg_cholesky(s, gram))
      break;
    mg_cholesky_solve(s, gram, r);
    for (size_t k = 0; k < s; k++)
      for (size_t i = 0; i < n; i++)
        a[i] -= r[k] * jacobian[k * n + i];
    normalise(n, a);
  }
  return largest_at(n, s, q, a) < nothing;
}

/* ---- is there a common zero? ---- */

/* Two motions: try all directions on a grid, then refine around the best. */
static int
rigid_by_angles(size_t s, const double *q, double *zero)
{
  double turn = acos(-1) / ANGLES, best = 0, least = HUGE_VAL;

  for (int round = 0; round < 8; round++, turn /= 64) {
    double middle = best;

    for (int k = -ANGLES / 2; k < ANGLES / 2; k++) {
      double angle = middle + k * turn, a[2] = { cos(angle), sin(angle) };
      double value = largest_at(2, s, q, a);

      if (value < least) {
        least = value;
        best = angle;
        memcpy(zero, a, sizeof a);
      }
    }
  }
  return judge(least);
}

/* Decide for one or two motions; otherwise search for a common zero: if one is found
 * the answer is no, else it is not known (the caller decides for one stress). */
static mgnn_status
zero_find(size_t n, size_t s, const double *q, double *zero, int *rigid,
          mgnn_error *err)
{
  double *scratch = NULL;
  uint64_t stream = mg_random_stream(1, n);
  mgnn_status status = MGNN_OK;

  *rigid = -1;
  memset(zero, 0, n * sizeof *zero);
  zero[0] = 1;
  if (n <= 2) {
    *rigid = n == 1 ? judge(largest_at(1, s, q, zero))
                    : rigid_by_angles(s, q, zero);
    return MGNN_OK;
  }
  TRY(mg_allocated(scratch = mg_alloc(s, (n + s + 1) * sizeof *scratch), err));
  for (int start = 0; start < STARTS && *rigid < 0; start++) {
    for (size_t i = 0; i < n; i++)
      zero[i] = start < (int)n ? i == (size_t)start
                               : mg_random_uniform(&stream) - 0.5;
    normalise(n, zero);
    if (forms_zero(n, s, q, zero, scratch))
      *rigid = 0;
  }
end:
  mg_free(scratch);
  return status;
}

/* ---- does one stress hold all? ---- */

/* Two motions: forms are vectors of three numbers.  A combination is definite
 * unless a positive semidefinite matrix is orthogonal to all of them.  With two
 * independent forms only one matrix, x, is orthogonal to both. */
static int
stable_by_plane(size_t s, const double *q)
{
  double basis[2][3], x[3], rank = 0, longest = 0, det;

  for (int r = 0; r < 2; r++) {
    longest = 0;
    for (size_t k = 0; k < s; k++) {
      double v[3] = { q[4 * k], sqrt(2) * q[4 * k + 1], q[4 * k + 3] };
      double left = mg_orthogonalise(3, basis[0], (size_t)r, v);

      if (left > longest) {
        longest = left;
        for (int c = 0; c < 3; c++)
          basis[r][c] = v[c] / left;
      }
    }
    rank += longest > clear;
  }
  if (rank < 2)
    return -1;
  for (int c = 0; c < 3; c++)
    x[c] = basis[0][(c + 1) % 3] * basis[1][(c + 2) % 3]
           - basis[0][(c + 2) % 3] * basis[1][(c + 1) % 3];
  for (size_t k = 0; k < s; k++) {
    const double v[3] = { q[4 * k], sqrt(2) * q[4 * k + 1], q[4 * k + 3] };

    if (fabs(mg_inner(x, v, 3)) > clear)
      return 1;                /* the forms span all matrices */
  }
  det = x[0] * x[2] - x[1] * x[1] / 2;
  return det > -nothing ? 0 : det < -clear ? 1 : -1;
}

/* Search for weights of the stresses that make their combined form positive on
 * all motions; each round moves the weights to raise its smallest value. */
static mgnn_status
hold_find(size_t n, size_t s, const double *q, int *stable, mgnn_error *err)
{
  size_t square = n * n;
  double *sum = mg_alloc(3 * square + n + s, sizeof *sum);
  double *copy, *vector, *value, *weight;
  mgnn_status status = MGNN_OK;

  *stable = -1;
  TRY(mg_allocated(sum, err));
  copy = sum + square;
  vector = copy + square;
  value = vector + square;
  weight = value + n;
  memset(weight, 0, s * sizeof *weight);
  weight[0] = 1;
  for (int round = 0; round < ROUNDS && *stable < 1; round++) {
    memset(sum, 0, square * sizeof *sum);
    for (size_t k = 0; k < s * square; k++)
      sum[k % square] += weight[k / square] * q[k];
    /* Find the least eigenvalue of a symmetric matrix, and its eigenvector, the
     * last column of `vector`. */
    memcpy(copy, sum, n * n * sizeof *copy);
    TRY(mg_eigen_symmetric(n, copy, value, vector, NULL, err));
    if (s == 1) {              /* tests both signs at once */
      *stable = judge(fmax(value[n - 1], -value[0]));
      break;
    }
    *stable = value[n - 1] > clear * fmax(1, value[0]) ? 1 : -1;
    for (size_t k = 0; k < s; k++)
      for (size_t a = 0; a < square; a++)
        weight[k] += vector[a / n * n + n - 1] * vector[a % n * n + n - 1]
                     * q[k * square + a];
  }
end:
  mg_free(sum);
  return status;
}

mgnn_status
mg_second_order_find(size_t n, size_t s, const double *q, mg_second_order *out,
                     double *zero, mgnn_error *err)
{
  *out = (mg_second_order){ n == 0, n == 0 };
  if (n == 0)
    return MGNN_OK;
  memset(zero, 0, n * sizeof *zero);
  zero[0] = 1;
  if (s == 0)
    return MGNN_OK;
  PASS(hold_find(n, s, q, &out->stable, err));
  if (out->stable == 1) {
    out->rigid = 1;
    return MGNN_OK;
  }
  PASS(zero_find(n, s, q, zero, &out->rigid, err));
  if (out->rigid == 0 || (n == 1 && out->rigid >= 0))
    out->stable = out->rigid;  /* if all forms are 0 somewhere, none is definite */
  else if (n == 2 && out->stable < 0)
    out->stable = stable_by_plane(s, q);
  if (s == 1 && n > 2 && out->stable == 0)
    out->rigid = 0;
  return MGNN_OK;
}

enum { ORDER_MOST = 800 };     /* order of a matrix: takes some seconds */

struct mgnn_flexes {
  size_t n, dim, edges;
  size_t motions, stresses;
  double *motion;              /* motions * n*dim, orthonormal */
  double *stress;              /* stresses * edges */
  double *form;                /* stresses * motions^2: see flexes.h */
  double *zero;                /* motions: a common zero of them, or 1, 0, ... */
  mg_second_order second;
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

  PASS(mg_allocated_all(err, f->row = mg_zalloc(b->real, f->size * sizeof *f->row),
                        MG_NEW(f->gap, b->real)));
  for (size_t k = 0; k < b->real; k++) {
    const unsigned *ends = b->ends + 2 * k;

    f->gap[k] = mg_distance(f->y + ends[0] * dim, f->y + ends[1] * dim, dim);
    for (size_t side = 0; side < 2 && f->gap[k] > 0; side++)
      for (size_t c = 0; c < dim && !b->pin[ends[side]]; c++)
        f->row[k * f->size + ends[side] * dim + c]
          = (f->y[ends[side] * dim + c] - f->y[ends[!side] * dim + c])
            / f->gap[k];
  }
  return MGNN_OK;
}

/* From `count` vectors of `size` doubles, make `want` orthonormal ones that
 * with `basis` span the same space, longest remainder first, and put them in
 * front. */
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

/* Make orthonormal vectors a unique basis of their span: each vector in turn
 * gets the largest possible component (the first, if several tie), and later
 * vectors are 0 there.  By Householder reflections of the remaining vectors. */
static mgnn_status
settle(double *v, size_t count, size_t size, mgnn_error *err)
{
  double *u = mg_alloc(count + size, sizeof *u), *along;

  PASS(mg_allocated(u, err));
  along = u + count;
  for (size_t done = 0; done < count; done++) {
    double most = 0, norm = 0, sign;
    size_t at = 0;

    for (int choose = 0; choose < 2; choose++)
      for (size_t c = 0; c < size; c++) {
        double sum = 0;

        for (size_t k = done; k < count; k++)
          sum += v[k * size + c] * v[k * size + c];
        if (choose && sum >= (1 - 1e-6) * most) {
          at = c;
          norm = sqrt(sum);
          break;
        }
        most = fmax(most, sum);
      }
    for (size_t k = done; k < count; k++)
      u[k] = v[k * size + at];
    sign = u[done] < 0 ? -1 : 1;
    u[done] += sign * norm;
    memset(along, 0, size * sizeof *along);
    for (size_t k = done; k < count; k++)
      for (size_t c = 0; c < size; c++)
        along[c] += u[k] * v[k * size + c] / (norm * fabs(u[done]));
    for (size_t k = done; k < count; k++)
      for (size_t c = 0; c < size; c++)
        v[k * size + c] -= u[k] * along[c];
    for (size_t c = 0; c < size; c++)
      v[done * size + c] *= -sign;
  }
  mg_free(u);
  return MGNN_OK;
}

/* Find the eigenvectors of a symmetric matrix for eigenvalues up to
 * tolerance^2, as rows of *out; *count: their number. */
static mgnn_status
small_eigenvectors(size_t order, double *a, double tolerance, double **out,
                   size_t *count, mgnn_error *err)
{
  double *value = mg_alloc(order, sizeof *value);
  double *vector = mg_alloc(order, order * sizeof *vector);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, value, vector,
                       *out = mg_alloc(order, order * sizeof **out)));
  TRY(mg_eigen_symmetric(order, a, value, vector, NULL, err));
  *count = 0;
  for (size_t k = 0; k < order; k++)
    if (value[k] < tolerance * tolerance) {
      for (size_t c = 0; c < order; c++)
        (*out)[*count * order + c] = vector[c * order + k];
      ++*count;
    }
end:
  mg_free_all(value, vector);
  return status;
}

/* Motions: R^T R, with 1 on the diagonal of pinned coordinates, which do not move. */
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
  TRY(settle(out->motion, out->motions, size, err));
end:
  mg_free(a);
  return status;
}

/* Stresses, from R R^T: its null vectors are forces along the bars, and a
 * stress is force by length.  Edges that are not bars carry no stress. */
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
  TRY(settle(force, out->stresses, m, err));
  TRY(mg_allocated(out->stress = mg_zalloc(out->stresses, out->edges
                                           * sizeof *out->stress), err));
  for (size_t s = 0; s < out->stresses; s++)
    for (size_t k = 0; k < m; k++)
      if (f->gap[k] > 0)
        out->stress[s * out->edges + f->b.edge[k]] = force[s * m + k]
                                                     / f->gap[k];
end:
  mg_free_all(a, force);
  return status;
}

/* ---- the second order ---- */

/* Q_s(a, b) = sum over edges ij of w_ij (u_i - u_j).(v_i - v_j) for the stress
 * s and the motions u, v numbered a, b. */
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

/* The second-order forms, scaled by mean length to be independent of the unit. */
static mgnn_status
second_find(const framework *f, mgnn_flexes *x, mgnn_error *err)
{
  size_t n = x->motions, s = x->stresses, square = n * n;
  double mean = 0;

  for (size_t k = 0; k < f->b.real; k++)
    mean += f->gap[k] / (double)f->b.real;
  PASS(mg_allocated(x->form = mg_alloc(s * square + n, sizeof *x->form), err));
  x->zero = x->form + s * square;
  for (size_t k = 0; k < s; k++)
    form_fill(f, x, k, x->form + k * square);
  for (size_t k = 0; k < s * square; k++)
    x->form[k] *= mean;
  return mg_second_order_find(n, s, x->form, &x->second, x->zero, err);
}

int
mg_flexes_second_order(const mgnn_flexes *x)
{
  return x->second.rigid;
}

/* ---- the public face ---- */

static mgnn_status
check(const framework *f, mgnn_error *err)
{
  if (!(f->tolerance >= 1e-7 && f->tolerance < 1))
    return mg_fail(err, MGNN_EINVAL, "the tolerance is %g, must be at least 1e-7 "
                   "and less than 1", f->tolerance);
  PASS(mg_problem_dim_check(f->p, f->dim, err));
  PASS(mg_positions_check(f->p->graph.n, f->dim, f->y, NULL, err));
  if (f->size > ORDER_MOST || f->b.real > ORDER_MOST || f->dim > 16)
    return mg_fail(err, MGNN_EINVAL, "motions and stresses are found for up to "
                   "%d coordinates and %d bars in 16 dimensions, not %zu and %zu "
                   "in %zu", ORDER_MOST, ORDER_MOST, f->size, f->b.real, f->dim);
  return MGNN_OK;
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
  TRY(mg_allocated(f.rigid = mg_alloc(dim * (dim + 1) / 2, f.size
                                      * sizeof *f.rigid), err));
  TRY(mg_rigid_basis(&f.b, dim, y, f.rigid, &f.rigid_count, err));
  TRY(motions_find(&f, x, err));
  TRY(stresses_find(&f, x, err));
  TRY(second_find(&f, x, err));
  *out = x;
  x = NULL;
end:
  mgnn_flexes_free(x);
  mg_bars_free(&f.b);
  mg_free_all(f.row, f.gap, f.rigid);
  return status;
}

void
mgnn_flexes_free(mgnn_flexes *f)
{
  if (f == NULL)
    return;
  mg_free_all(f->motion, f->stress, f->form, f);
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
  return f->second.stable;
}
