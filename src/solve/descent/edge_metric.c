/* The metric is a sparse matrix with a block of dim x dim for each node and
 * each edge.  CHOLMOD orders it once and factors it whenever positions change:
 * by columns, or by supernodes with BLAS if much fills up.  OpenBLAS is held to
 * one thread while a metric exists (mg_blas_single), so that its sums do not
 * depend on the number of threads.  Up to SMALL rows the matrix is dense,
 * because loading CHOLMOD takes 2 ms, longer than drawing a few nodes. */
#include "config.h"
#include "edge_metric.h"
#include "base/cholmod_late.h"
#include "base/dense.h"
#include "base/error.h"
#include "base/mem.h"
#include "problem/energy.h"

#include <math.h>
#include <string.h>

/* Selected inversion.  From A = L D L^T follows for Z = A^-1
 *   Z = D^-1 L^-1 + (1 - L^T) Z,
 * whose first term has only its diagonal in the triangle needed, so that
 *   Z_ij = - sum_k>j Z_ik L_kj  (i > j),   Z_jj = 1/D_j - sum_k>j Z_kj L_kj,
 * k over the rows of column j; all these Z_ik are known, as L has their entries. */

/* factor: from CHOLMOD, simplicial L D L^T with long indices.  z: an array as
 * long as factor->x, which receives each entry of the inverse at the position
 * of that entry of L (the diagonal at that of D).  About as much work as the
 * factorization.  MGNN_OK or MGNN_ENOMEM. */
static mgnn_status
selected_inverse(const cholmod_factor *factor, double *z, mgnn_error *err)
{
  const SuiteSparse_long *first = factor->p, *count = factor->nz;
  const SuiteSparse_long *row = factor->i;
  const double *l = factor->x;
  SuiteSparse_long *slot = mg_zalloc(factor->n, sizeof *slot);

  PASS(mg_allocated(slot, err));
  for (SuiteSparse_long j = (SuiteSparse_long)factor->n; j-- > 0;) {
    SuiteSparse_long begin = first[j] + 1, end = first[j] + count[j];
    double sum = 1 / l[first[j]];

    for (SuiteSparse_long q = begin; q < end; q++) {
      slot[row[q]] = q;
      z[q] = 0;
    }
    for (SuiteSparse_long q = begin; q < end; q++) {
      SuiteSparse_long k = row[q];

      z[q] -= l[q] * z[first[k]];
      for (SuiteSparse_long t = first[k] + 1; t < first[k] + count[k]; t++) {
        SuiteSparse_long s = slot[row[t]];

        if (s == 0)            /* slot 0 is a diagonal: row not in this column */
          continue;
        z[s] -= l[q] * z[t];
        z[q] -= l[s] * z[t];
      }
    }
    for (SuiteSparse_long q = begin; q < end; q++) {
      sum -= l[q] * z[q];
      slot[row[q]] = 0;
    }
    z[first[j]] = sum;
  }
  mg_free(slot);
  return MGNN_OK;
}

enum { SMALL = 100 };

/* Speed of supernodes relative to columns, per multiplication: measured on
 * fronts of 10^4 to 10^5 nodes in the plane, OpenBLAS on one thread. */
#define BLAS_GAIN 8

/* Multiplications of a factorization from which METIS is tried for a better order:
 * it takes about as long as 1e9 of them, and halves their number for a mesh. */
static const double metis_from = 3e9;

struct mg_edge_metric {
  const mg_graph *graph;
  size_t dim;
  const unsigned char *pin;
  cholmod_sparse matrix;       /* lower triangle; we own its arrays */
  double *dense;               /* dense Cholesky factor; NULL: CHOLMOD is used */
  int started;                 /* CHOLMOD was started */
  cholmod_common common;
  cholmod_factor *factor;
  double work;                 /* multiplications of a factorization */
  cholmod_dense *right, *solution, *scratch[2];
};

/* Whether slot k of node i has a block in the lower triangle: each edge has one, at its
 * lower node, unless all coordinates of an end are pinned (the block is then 0). */
static int
has_block(const mg_edge_metric *m, size_t i, size_t k)
{
  size_t j = m->graph->to[k];

  if (j < i)
    return 0;
  if (m->pin == NULL)
    return 1;
  return memchr(m->pin + i * m->dim, 0, m->dim) != NULL
         && memchr(m->pin + j * m->dim, 0, m->dim) != NULL;
}

/* Fill in the sparsity pattern.  Column c of node i holds the node's own block
 * from row c on, then one column of the block of each edge. */
static void
pattern_fill(const mg_edge_metric *m)
{
  const mg_graph *g = m->graph;
  SuiteSparse_long *first = m->matrix.p, *row = m->matrix.i, at = 0;
  size_t dim = m->dim;

  for (size_t i = 0; i < g->n; i++)
    for (size_t c = 0; c < dim; c++) {
      first[i * dim + c] = at;
      for (size_t d = c; d < dim; d++)
        row[at++] = (SuiteSparse_long)(i * dim + d);
      for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
        for (size_t d = 0; d < dim && has_block(m, i, k); d++)
          row[at++] = (SuiteSparse_long)(g->to[k] * dim + d);
    }
  first[g->n * dim] = at;
}

static size_t
size_of(const mg_edge_metric *m)
{
  return m->graph->n * m->dim;
}

static cholmod_factor *
order(mg_edge_metric *m, int ordering)
{
  m->common.method[0].ordering = ordering;
  return cholmod_l_analyze(&m->matrix, &m->common);
}

/* Order the matrix and find the pattern of its factor. */
static mgnn_status
analyze(mg_edge_metric *m, int supernodal, mgnn_error *err)
{
  cholmod_l_free_factor(&m->factor, &m->common);
  m->common.supernodal = supernodal;
  PASS(mg_allocated(m->factor = order(m, CHOLMOD_AMD), err));
  m->work = m->common.fl;
  if (m->work > metis_from) {
    cholmod_factor *other = order(m, CHOLMOD_METIS);

    if (other != NULL && m->common.fl < m->work) {
      cholmod_factor *worse = m->factor;

      m->factor = other;
      m->work = m->common.fl;
      other = worse;
    }
    cholmod_l_free_factor(&other, &m->common);
  }
  return MGNN_OK;
}

/* Start CHOLMOD, to replace the dense factor. */
static mgnn_status
sparse_start(mg_edge_metric *m, mgnn_error *err)
{
  mg_free(m->dense);
  m->dense = NULL;
  PASS(mg_library_load(CHOLMOD_LIBRARY, err));
  mg_blas_single(CHOLMOD_LIBRARY, 1);
  cholmod_l_start(&m->common);
  m->started = 1;
  m->common.print = 0;
  m->common.nmethods = 1;
  PASS(analyze(m, CHOLMOD_AUTO, err));
  m->right = cholmod_l_zeros(size_of(m), 1, CHOLMOD_REAL, &m->common);
  return mg_allocated(m->right, err);
}

static mgnn_status
matrix_init(mg_edge_metric *m, mgnn_error *err)
{
  size_t size = size_of(m), dim = m->dim;
  size_t entries = size * (dim + 1) / 2 + m->graph->m * dim * dim;
  cholmod_sparse *a = &m->matrix;

  *a = (cholmod_sparse){ .nrow = size, .ncol = size, .nzmax = entries, .stype = -1,
                         .itype = CHOLMOD_LONG, .xtype = CHOLMOD_REAL,
                         .dtype = CHOLMOD_DOUBLE, .packed = 1 };
  PASS(mg_allocated(a->p = mg_alloc(size + 1, sizeof(SuiteSparse_long)), err));
  PASS(mg_allocated(a->i = mg_alloc(entries, sizeof(SuiteSparse_long)), err));
  PASS(mg_allocated(a->x = mg_alloc(entries, sizeof(double)), err));
  pattern_fill(m);
  return MGNN_OK;
}

mgnn_status
mg_edge_metric_init(mg_edge_metric **out, const mg_graph *g, size_t dim,
                    const unsigned char *pin, mgnn_error *err)
{
  size_t size = g->n * dim;
  mg_edge_metric *m = mg_zalloc(1, sizeof *m);
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_allocated(m, err));
  m->graph = g;
  m->dim = dim;
  m->pin = pin;
  TRY(matrix_init(m, err));
  if (size <= SMALL)
    TRY(mg_allocated(m->dense = mg_alloc(size, size * sizeof *m->dense), err));
  else
    TRY(sparse_start(m, err));
  *out = m;
end:
  if (*out == NULL)
    mg_edge_metric_free(m);
  return status;
}

void
mg_edge_metric_free(mg_edge_metric *m)
{
  if (m == NULL)
    return;
  if (m->started) {
    cholmod_l_free_dense(&m->right, &m->common);
    cholmod_l_free_dense(&m->solution, &m->common);
    cholmod_l_free_dense(&m->scratch[0], &m->common);
    cholmod_l_free_dense(&m->scratch[1], &m->common);
    cholmod_l_free_factor(&m->factor, &m->common);
    cholmod_l_finish(&m->common);
    mg_blas_single(CHOLMOD_LIBRARY, 0);
  }
  mg_free_all(m->matrix.p, m->matrix.i, m->matrix.x, m->dense, m);
}

/* The curvature of the edge in slot k of node i, and its direction u. */
static mg_edge_block
curvature(const mg_edge_metric *m, size_t i, size_t k, const double *y,
          const mg_metric_terms *terms, double *u)
{
  double apart = terms->slot != NULL ? terms->damping * terms->slot[k] : 0;
  const mg_graph *g = m->graph;
  const double *a = y + i * m->dim, *b = y + g->to[k] * m->dim;
  double r = mg_distance(a, b, m->dim);
  mg_edge_block edge = mg_edge_block_of(g, k, r, terms->by);

  for (size_t c = 0; c < m->dim; c++)
    u[c] = r > 0 ? (a[c] - b[c]) / r : 0;
  edge.across = (terms->along ? 0 : edge.across) + apart;
  edge.along += apart;
  return edge;
}

static void
values_fill(const mg_edge_metric *m, const double *y,
            const mg_metric_terms *terms, double *u)
{
  const mg_graph *g = m->graph;
  const SuiteSparse_long *first = m->matrix.p;
  double *value = m->matrix.x;
  size_t dim = m->dim;

  for (size_t i = 0; i < g->n; i++) {
    size_t above = 0;

    for (size_t c = 0; c < dim; c++)
      for (size_t d = c; d < dim; d++)
        value[first[i * dim + c] + (SuiteSparse_long)(d - c)] =
          d == c ? terms->share * terms->node[i] : 0;
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      int block = has_block(m, i, k);
      mg_edge_block edge = curvature(m, i, k, y, terms, u);

      for (size_t c = 0; c < dim; c++) {
        double *column = value + first[i * dim + c];

        for (size_t d = 0; d < dim; d++) {
          double x = mg_edge_block_entry(&edge, u, c, d);

          if (d >= c)
            column[d - c] += x;
          if (block)
            column[dim - c + above * dim + d] = -x;
        }
      }
      above += (size_t)block;
    }
  }
}

/* Replace the rows and columns of pinned coordinates by those of the identity. */
static void
pins_hold(const mg_edge_metric *m)
{
  const SuiteSparse_long *first = m->matrix.p, *row = m->matrix.i;
  double *value = m->matrix.x;
  size_t size = size_of(m);

  for (size_t c = 0; c < size && m->pin != NULL; c++)
    for (SuiteSparse_long k = first[c]; k < first[c + 1]; k++)
      if (m->pin[c] || m->pin[row[k]])
        value[k] = (size_t)row[k] == c;
}

/* Factor the dense matrix.  Returns nonzero if it is positive definite. */
static int
dense_factor(mg_edge_metric *m)
{
  const SuiteSparse_long *first = m->matrix.p, *row = m->matrix.i;
  const double *value = m->matrix.x;
  size_t size = size_of(m);

  memset(m->dense, 0, size * size * sizeof *m->dense);
  for (size_t c = 0; c < size; c++)
    for (SuiteSparse_long k = first[c]; k < first[c + 1]; k++)
      m->dense[(size_t)row[k] * size + c] = value[k];
  return mg_cholesky(size, m->dense);
}

/* L L^T by supernodes needs positive pivots, L D L^T any but 0: the latter is
 * used if rounding made the matrix indefinite. */
static mgnn_status
sparse_factor(mg_edge_metric *m, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  int done;

  done = cholmod_l_factorize(&m->matrix, m->factor, &m->common);
  if (done && m->common.status == CHOLMOD_NOT_POSDEF && m->factor->is_super) {
    TRY(analyze(m, CHOLMOD_SIMPLICIAL, err));
    done = cholmod_l_factorize(&m->matrix, m->factor, &m->common);
  }
  if (!done)
    status = mg_fail_memory(err);
end:
  return status;
}

mgnn_status
mg_edge_metric_factor(mg_edge_metric *m, const double *y,
                      const mg_metric_terms *terms, mgnn_error *err)
{
  double *u = mg_alloc(m->dim, sizeof *u);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(u, err));
  values_fill(m, y, terms, u);
  pins_hold(m);
  if (m->dense != NULL) {
    if (dense_factor(m))
      goto end;
    TRY(sparse_start(m, err));         /* its L D L^T takes any pivot but 0 */
  }
  TRY(sparse_factor(m, err));
end:
  mg_free(u);
  return status;
}

int
mg_edge_metric_solve(mg_edge_metric *m, double *x)
{
  size_t size = size_of(m);
  double *right = m->dense != NULL ? x : m->right->x;
  int done;

  for (size_t c = 0; c < size; c++)
    right[c] = m->pin != NULL && m->pin[c] ? 0 : x[c];
  if (m->dense != NULL) {
    mg_cholesky_solve(size, m->dense, x);
    return 0;
  }
  done = cholmod_l_solve2(CHOLMOD_A, m->factor, m->right, NULL, &m->solution, NULL,
                          &m->scratch[0], &m->scratch[1], &m->common);
  if (!done)
    return 1;
  memcpy(x, m->solution->x, size * sizeof *x);
  return 0;
}

/* Collect from column a of the inverse the entries of its node's block, and of its
 * blocks with neighbours that come later; value[b] points to the entry in row b. */
static void
inverse_take(const mg_edge_metric *m, const double *y, size_t a,
             const double **value, double *node, double *edge)
{
  const mg_graph *g = m->graph;
  size_t dim = m->dim, i = a / dim, c = a % dim;

  for (size_t d = 0; d < dim; d++) {
    const double *z = value[i * dim + d];

    if (z != NULL)
      node[(i * dim + c) * dim + d] = node[(i * dim + d) * dim + c] = *z;
  }
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    const double *p = y + i * dim, *q = y + g->to[k] * dim;
    double r = mg_distance(p, q, dim);

    for (size_t d = 0; d < dim && r > 0; d++) {
      size_t b = g->to[k] * dim + d;

      if (value[b] != NULL && !(m->pin != NULL && (m->pin[a] || m->pin[b])))
        edge[k] += (p[c] - q[c]) / r * *value[b] * (p[d] - q[d]) / r;
    }
  }
}

static mgnn_status
sparse_inverse(mg_edge_metric *m, const double *y, const double **value,
               double *node, double *edge, mgnn_error *err)
{
  cholmod_factor *f = m->factor;
  const SuiteSparse_long *first, *count, *row, *perm = f->Perm;
  double *z = NULL;
  mgnn_status status = MGNN_OK;

  if (f->is_super || f->is_ll)
    TRY(cholmod_l_change_factor(CHOLMOD_REAL, 0, 0, 0, 0, f, &m->common)
        ? MGNN_OK : mg_fail_memory(err));
  first = f->p;
  count = f->nz;
  row = f->i;
  TRY(mg_allocated(z = mg_alloc(f->nzmax, sizeof *z), err));
  TRY(selected_inverse(f, z, err));
  for (SuiteSparse_long j = 0; j < (SuiteSparse_long)f->n; j++) {
    for (SuiteSparse_long q = first[j]; q < first[j] + count[j]; q++)
      value[perm[row[q]]] = &z[q];
    inverse_take(m, y, (size_t)perm[j], value, node, edge);
    for (SuiteSparse_long q = first[j]; q < first[j] + count[j]; q++)
      value[perm[row[q]]] = NULL;
  }
end:
  mg_free(z);
  return status;
}

/* Collect the inverse column by column, from the diagonal down. */
static void
dense_inverse(const mg_edge_metric *m, const double *y, const double **value,
              double *node, double *edge)
{
  size_t size = size_of(m);

  for (size_t a = 0; a < size; a++) {
    double x[SMALL] = { 0 };

    x[a] = 1;
    mg_cholesky_solve(size, m->dense, x);
    for (size_t b = 0; b < size; b++)
      value[b] = b < a ? NULL : &x[b];
    inverse_take(m, y, a, value, node, edge);
  }
}

mgnn_status
mg_edge_metric_inverse(mg_edge_metric *m, const double *y, double *node,
                       double *edge, mgnn_error *err)
{
  size_t size = size_of(m);
  const double **value = mg_zalloc(size, sizeof *value);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(value, err));
  memset(node, 0, size * m->dim * sizeof *node);
  memset(edge, 0, 2 * m->graph->m * sizeof *edge);
  if (m->dense != NULL)
    dense_inverse(m, y, value, node, edge);
  else
    TRY(sparse_inverse(m, y, value, node, edge, err));
end:
  mg_free(value);
  return status;
}

double
mg_edge_metric_work(const mg_edge_metric *m)
{
  double size = (double)size_of(m);

  return m->dense != NULL ? size * size * size / 6
         : m->factor->is_super ? m->work / BLAS_GAIN : m->work;
}
