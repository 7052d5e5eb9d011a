/* Principal components by a randomized SVD, and random projections.  Matrices
 * with few columns are stored column by column. */
#include "feature_projection.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/random.h"
#include "base/threads.h"

#include <math.h>
#include <string.h>

/* MORE: vectors in a block beyond those wanted.  ROUNDS: power iterations of the first
 * block.  KEPT: most vectors of all blocks together, if KEPT_BYTES allow them. */
enum { DIM_MOST = 1000, MORE = 10, ROUNDS = 3, KEPT = 160,
       KEPT_BYTES = 400000000 };

mgnn_status
mg_feature_projection_parse(mg_feature_projection *out, const char *text,
                            mgnn_error *err)
{
  static const char *const names[] = { "", "pca:", "random:" };
  double dim;

  *out = (mg_feature_projection){ .kind = MG_PROJECT_NONE };
  if (text == NULL)
    return MGNN_OK;
  for (int k = 1; k < 3; k++) {
    size_t len = strlen(names[k]);

    if (strncmp(text, names[k], len) == 0
        && mg_number_whole(text + len, strlen(text + len), &dim) && dim >= 1
        && dim <= DIM_MOST && dim == floor(dim)) {
      out->kind = k;
      out->dim = (size_t)dim;
      return MGNN_OK;
    }
  }
  return mg_fail(err, MGNN_EINVAL, "--project is \"%.60s\", must be pca:D or "
                 "random:D, with D from 1 to %d", text, DIM_MOST);
}

/* The features X, and the mean to subtract from each column, or NULL. */
typedef struct {
  const mg_features *f;
  const double *mean;
} matrix;

/* y = (X - 1 mean') v, for v of cols numbers. */
static void
times(const matrix *m, const double *v, double *y)
{
  const mg_features *f = m->f;
  double shift = m->mean != NULL ? mg_inner(m->mean, v, f->cols) : 0;

  for (size_t i = 0; i < f->rows; i++) {
    double sum = 0;

    if (f->dense != NULL)
      sum = mg_inner(f->dense + i * f->cols, v, f->cols);
    else
      for (size_t e = f->row[i]; e < f->row[i + 1]; e++)
        sum += f->value[e] * v[f->col[e]];
    y[i] = sum - shift;
  }
}

/* w = (X - 1 mean')' y, for y of rows numbers. */
static void
times_back(const matrix *m, const double *y, double *w)
{
  const mg_features *f = m->f;
  double sum = 0;

  memset(w, 0, f->cols * sizeof *w);
  for (size_t i = 0; i < f->rows; i++) {
    sum += y[i];
    if (f->dense != NULL)
      for (size_t c = 0; c < f->cols; c++)
        w[c] += y[i] * f->dense[i * f->cols + c];
    else
      for (size_t e = f->row[i]; e < f->row[i + 1]; e++)
        w[f->col[e]] += y[i] * f->value[e];
  }
  for (size_t c = 0; c < f->cols && m->mean != NULL; c++)
    w[c] -= sum * m->mean[c];
}

/* Gram-Schmidt, done twice, of the columns from `from` on.  A column that depends
 * linearly on those before it becomes 0. */
static void
orthonormalise(size_t n, size_t from, size_t count, double *q)
{
  for (size_t k = from; k < count; k++) {
    double *v = q + k * n, before = sqrt(mg_inner(v, v, n)), length;

    mg_orthogonalise(n, q, k, v);
    length = mg_orthogonalise(n, q, k, v);
    for (size_t i = 0; i < n; i++)
      v[i] = length > 1e-13 * before ? v[i] / length : 0;
  }
}

/* The workspace of a PCA.  q and w have `count` columns, with `rows` and `cols`
 * entries each, which are computed in blocks. */
typedef struct {
  size_t block, count;
  double *mean, *q, *w, *gram, *value, *vector;
} pca;

static mgnn_status
pca_alloc(pca *p, const mg_features *f, size_t dim, mgnn_error *err)
{
  size_t least = f->rows < f->cols ? f->rows : f->cols, k;

  p->block = dim + MORE < least ? dim + MORE : least;
  k = KEPT_BYTES / (8 * (f->rows + f->cols));
  k = k < KEPT ? k : KEPT;
  k = k > p->block ? k / p->block * p->block : p->block;
  p->count = k = k < least ? k : least;
  PASS(mg_allocated_all(err, MG_ZEROS(p->mean, f->cols),
                        p->q = mg_alloc(f->rows, k * sizeof *p->q),
                        p->w = mg_alloc(f->cols, k * sizeof *p->w),
                        p->gram = mg_alloc(k, k * sizeof *p->gram),
                        p->vector = mg_alloc(k, k * sizeof *p->vector)));
  return mg_allocated(p->value = mg_alloc(k, sizeof *p->value), err);
}

static void
means(const mg_features *f, double *mean)
{
  for (size_t i = 0; i < f->rows; i++)
    if (f->dense != NULL)
      for (size_t c = 0; c < f->cols; c++)
        mean[c] += f->dense[i * f->cols + c];
    else
      for (size_t e = f->row[i]; e < f->row[i + 1]; e++)
        mean[f->col[e]] += f->value[e];
  for (size_t c = 0; c < f->cols; c++)
    mean[c] /= (double)f->rows;
}

/* Compute columns from, ..., to - 1 of q from the columns of w that are `back` before
 * them, and then the same columns of w from q. */
static void
block_make(pca *p, const matrix *m, size_t from, size_t to, size_t back)
{
  size_t rows = m->f->rows, cols = m->f->cols;

#pragma omp parallel for schedule(static) num_threads(mg_threads(0))
  for (size_t k = from; k < to; k++)
    times(m, p->w + (k - back) * cols, p->q + k * rows);
  orthonormalise(rows, from, to, p->q);
#pragma omp parallel for schedule(static) num_threads(mg_threads(0))
  for (size_t k = from; k < to; k++)
    times_back(m, p->q + k * rows, p->w + k * cols);
}

/* With A = X - 1 mean', compute in q an orthonormal basis of a space that contains
 * the largest components, and w = A' q.  The first block is A A' to a power times
 * random vectors; each further block has one power more. */
static void
range_find(pca *p, const matrix *m, unsigned long seed)
{
  size_t cols = m->f->cols, b = p->block;
  uint64_t stream = mg_random_stream(seed, 0x50434121);

  for (size_t k = 0; k < cols * b; k++)
    p->w[k] = mg_random_deviate(&stream);
  for (int round = 0; round < ROUNDS; round++) {
    if (round > 0)
      orthonormalise(cols, 0, b, p->w);
    block_make(p, m, 0, b, 0);
  }
  for (size_t from = b; from < p->count; from += b)
    block_make(p, m, from, from + b < p->count ? from + b : p->count, b);
}

/* Score k of all rows: Q v_k sqrt(lambda_k), by the eigenpairs of W' W. */
static void
score(const pca *p, size_t rows, size_t k, size_t dim, double *x)
{
  double root = sqrt(fmax(p->value[k], 0)), most = 0;

  for (size_t i = 0; i < rows; i++) {
    double sum = 0;

    for (size_t a = 0; a < p->count; a++)
      sum += p->q[a * rows + i] * p->vector[a * p->count + k];
    x[i * dim + k] = sum * root;
    if (fabs(x[i * dim + k]) > fabs(most) * (1 + 1e-9))
      most = x[i * dim + k];
  }
  for (size_t i = 0; i < rows && most < 0; i++)
    x[i * dim + k] = -x[i * dim + k];
}

static mgnn_status
principal(const mg_features *f, size_t dim, unsigned long seed, double *x,
          mgnn_error *err)
{
  pca p = { 0 };
  matrix m = { f, NULL };
  mgnn_status status = MGNN_OK;

  TRY(pca_alloc(&p, f, dim, err));
  means(f, p.mean);
  m.mean = p.mean;
  range_find(&p, &m, seed);
  for (size_t a = 0; a < p.count; a++)
    for (size_t b = 0; b <= a; b++)
      p.gram[a * p.count + b] = p.gram[b * p.count + a]
        = mg_inner(p.w + a * f->cols, p.w + b * f->cols, f->cols);
  TRY(mg_eigen_symmetric(p.count, p.gram, p.value, p.vector, NULL, err));
  for (size_t k = 0; k < dim; k++)
    score(&p, f->rows, k, dim, x);
end:
  mg_free_all(p.mean, p.q, p.w, p.gram, p.vector, p.value);
  return status;
}

static mgnn_status
randomly(const mg_features *f, size_t dim, unsigned long seed, double *x,
         mgnn_error *err)
{
  const matrix m = { f, NULL };
  double *r = mg_alloc(f->cols, sizeof *r), *y = mg_alloc(f->rows, sizeof *y);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, r, y));
  for (size_t k = 0; k < dim; k++) {
    uint64_t stream = mg_random_stream(seed, k + 1);

    for (size_t c = 0; c < f->cols; c++)
      r[c] = mg_random_deviate(&stream) / sqrt((double)dim);
    times(&m, r, y);
    for (size_t i = 0; i < f->rows; i++)
      x[i * dim + k] = y[i];
  }
end:
  mg_free_all(r, y);
  return status;
}

/* Make a sparse copy of dense features if at most a quarter of them are nonzero; else
 * out->row stays NULL. */
static mgnn_status
thin(const mg_features *f, mg_features *out, mgnn_error *err)
{
  size_t entries = 0, all = f->rows * f->cols;

  *out = (mg_features){ .rows = f->rows, .cols = f->cols };
  for (size_t k = 0; k < all && f->dense != NULL; k++)
    entries += f->dense[k] != 0;
  if (f->dense == NULL || entries > all / 4)
    return MGNN_OK;
  PASS(mg_allocated_all(err, MG_NEW(out->row, f->rows + 1),
                        MG_NEW(out->col, entries),
                        MG_NEW(out->value, entries)));
  entries = 0;
  for (size_t k = 0; k < all; k++) {
    if (k % f->cols == 0)
      out->row[k / f->cols] = entries;
    if (f->dense[k] != 0) {
      out->col[entries] = (unsigned)(k % f->cols);
      out->value[entries++] = f->dense[k];
    }
  }
  out->row[f->rows] = entries;
  return MGNN_OK;
}

mgnn_status
mg_features_project(const mg_features *given, const mg_feature_projection *how,
                    unsigned long seed, double **x, mgnn_error *err)
{
  mg_features thinned = { 0 };
  const mg_features *f = given;
  size_t dim = how->dim;
  mgnn_status status = MGNN_OK;

  *x = NULL;
  if (how->kind == MG_PROJECT_PCA && (dim > f->rows || dim > f->cols))
    return mg_fail(err, MGNN_EINVAL, "--project pca:%zu: there are %zu nodes with "
                   "%zu features; take no more components than either", dim,
                   f->rows, f->cols);
  TRY(thin(given, &thinned, err));
  if (thinned.row != NULL)
    f = &thinned;
  TRY(mg_allocated(*x = mg_alloc(f->rows, dim * sizeof **x), err));
  TRY(how->kind == MG_PROJECT_PCA ? principal(f, dim, seed, *x, err)
                                  : randomly(f, dim, seed, *x, err));
end:
  mg_features_free(&thinned);
  if (status != MGNN_OK) {
    mg_free(*x);
    *x = NULL;
  }
  return status;
}
