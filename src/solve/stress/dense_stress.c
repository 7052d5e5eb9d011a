/* Full stress, sum over all pairs of (r/d - 1)^2, exactly: the portable kernel
 * and the sums over blocks.  Each pair is computed once and pushes both its
 * nodes; the pushes of a block of rows on its columns are collected separately
 * and added in the order of the blocks, so that the result does not depend on
 * the threads.
 *
 * Our own, because no library has this sum: igraph's Kamada-Kawai moves one
 * node at a time and stops after 50 steps per node, at stresses of 5 to 17
 * times the lowest for 1000 nodes; Graphviz's majorization is a program and
 * takes 19 to 79 times as long. */
#include "dense_stress.h"
#include "base/mem.h"
#include "problem/energy.h"
#include "stress_avx2.h"

#include <math.h>
#include <string.h>

/* Stiffness is added as a correction over the edges, which are few compared to
 * the pairs, so that the kernels of the pairs need not handle it. */

mgnn_status
mg_stiff_pairs_init(mg_stiff_pairs *out, const mg_graph *g,
                    const mg_distances *d, mgnn_error *err)
{
  *out = (mg_stiff_pairs){ .graph = g };
  if (g == NULL || g->weight == NULL)
    return MGNN_OK;
  PASS(mg_allocated(out->far = mg_alloc(2 * g->m, sizeof *out->far), err));
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      size_t j = g->to[k];
      float far;

      mg_distances_unpack(d, i < j ? i : j, i < j ? j : i, 1, &far);
      out->far[k] = (double)far;
    }
  return MGNN_OK;
}

void
mg_stiff_pairs_free(mg_stiff_pairs *s)
{
  mg_free(s->far);
  s->far = NULL;
}

/* The sum over the slots k of node i of (w - 1) (r/d - 1)^2 at x (n*dim, in
 * units).  If grad is not NULL, it receives half the gradient by x_i in addition,
 * dim numbers: (w - 1) (1/d^2 - 1/(d r)) (x_i - x_j). */
static double
stiff_pairs_at(const mg_stiff_pairs *s, size_t i, size_t dim, const double *x,
               double *grad)
{
  const mg_graph *g = s->graph;
  double sum = 0;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    const double *at = x + i * dim, *other = x + g->to[k] * dim;
    double r = mg_distance(at, other, dim), d = s->far[k];
    double w = g->weight[k] - 1;

    sum += w * (r / d - 1) * (r / d - 1);
    for (size_t c = 0; c < dim && grad != NULL && r > 0; c++)
      grad[c] += w * (1 / (d * d) - 1 / (d * r)) * (at[c] - other[c]);
  }
  return sum;
}

double
mg_stiff_pairs_sum(const mg_stiff_pairs *s, size_t dim, const double *x)
{
  double sum = 0;

  for (size_t i = 0; s->far != NULL && i < s->graph->n; i++)
    sum += stiff_pairs_at(s, i, dim, x, NULL) / 2;
  return sum;
}

/* Lower bound of squared distances, so that coinciding nodes get a gradient of
 * 0. */
#define NEARLY_0 1e-20F

enum { CHUNK = 512 };          /* distances unpacked at a time */

static size_t
blocks_of(size_t n)
{
  return (n + MG_PAIR_BLOCK - 1) / MG_PAIR_BLOCK;
}

static size_t
block_end(size_t n, size_t b)
{
  return (b + 1) * MG_PAIR_BLOCK < n ? (b + 1) * MG_PAIR_BLOCK : n;
}

/* With q = 1/(r d) and u = r/d = r^2 q a pair adds (u - 1)^2 to the stress and
 *   1/d^2 (1 - d/r) (x_i - x_j) = q (u - 1) (x_i - x_j)
 * to half the gradient at i, and the opposite at j. */
double
mg_pair_portable(const mg_pair_view *v, size_t b, double *rows, float *columns)
{
  const mg_distances *d = v->d;
  size_t first = b * MG_PAIR_BLOCK, span = d->width - first;
  size_t end = block_end(d->n, b);
  float far[CHUNK], square[CHUNK], push[CHUNK];
  double stress = 0;

  for (size_t i = first; i < end; i++) {
    double *row = rows + (i - first) * v->dim;

    for (size_t c = 0; c < v->dim; c++)
      row[c] = 0;
    for (size_t j = i + 1; j < d->n; j += CHUNK) {
      size_t count = d->n - j < CHUNK ? d->n - j : CHUNK;
      float part = 0;

      mg_distances_unpack(d, i, j, count, far);
      memset(square, 0, count * sizeof *square);
      for (size_t c = 0; c < v->dim; c++) {
        const float *x = v->x + c * d->width, at = x[i];

        for (size_t k = 0; k < count; k++)
          square[k] += (at - x[j + k]) * (at - x[j + k]);
      }
      for (size_t k = 0; k < count; k++) {
        float q = 1 / (sqrtf(square[k] > NEARLY_0 ? square[k] : NEARLY_0) * far[k]);
        float e = square[k] * q - 1;

        part += e * e;
        push[k] = q * e;
      }
      stress += (double)part;
      for (size_t c = 0; c < v->dim; c++) {
        const float *x = v->x + c * d->width, at = x[i];
        float *column = columns + c * span + (j - first);
        float sum = 0;

        for (size_t k = 0; k < count; k++) {
          float move = push[k] * (at - x[j + k]);

          sum += move;
          column[k] -= move;
        }
        row[c] += (double)sum;
      }
    }
  }
  return stress;
}

/* Start of the columns of block b.  A block has columns from its own first row
 * on only, so later blocks take less. */
static size_t
columns_at(const mg_full_stress *s, size_t b)
{
  return s->dim * (b * s->d->width - MG_PAIR_BLOCK * (b * (b - 1) / 2));
}

/* Sum half the gradient at the nodes of block b: the pushes on its own rows,
 * then those on its columns from this block and earlier ones. */
static void
gather(const mg_full_stress *s, size_t b, double *grad)
{
  size_t first = b * MG_PAIR_BLOCK, end = block_end(s->d->n, b);

  memcpy(grad + first * s->dim, s->rows + first * s->dim,
         (end - first) * s->dim * sizeof *grad);
  for (size_t a = 0; a <= b; a++) {
    size_t start = a * MG_PAIR_BLOCK, span = s->d->width - start;

    for (size_t c = 0; c < s->dim; c++) {
      const float *column = s->columns + columns_at(s, a) + c * span - start;

      for (size_t j = first; j < end; j++)
        grad[j * s->dim + c] += (double)column[j];
    }
  }
}

/* Compute the pushes of block b on its rows and its columns. */
static void
fill(const mg_full_stress *s, size_t b)
{
  mg_pair_view view = { s->d, s->dim, s->x };
  float *columns = s->columns + columns_at(s, b);

  memset(columns, 0, s->dim * (s->d->width - b * MG_PAIR_BLOCK) * sizeof *columns);
  s->partial[b] = s->kernel(&view, b, s->rows + b * MG_PAIR_BLOCK * s->dim, columns);
}

static double
value(void *ctx, const double *x, double *grad)
{
  mg_full_stress *s = ctx;
  const mg_distances *d = s->d;
  size_t blocks = blocks_of(d->n), alone = blocks <= 2 ? blocks : 0;
  double sum = 0;

  for (size_t c = 0; c < s->dim; c++)
    for (size_t i = 0; i < d->n; i++)
      s->x[c * d->width + i] = (float)x[i * s->dim + c];
  /* For small graphs even a parallel region of one thread takes too long. */
  for (size_t b = 0; b < alone; b++) {
    fill(s, b);
    gather(s, b, grad);
  }
  if (alone == 0)
#pragma omp parallel num_threads(mg_threads(s->threads))
  {
#pragma omp for schedule(dynamic, 1)
    for (size_t b = 0; b < blocks; b++)
      fill(s, b);
#pragma omp for
    for (size_t b = 0; b < blocks; b++)
      gather(s, b, grad);
  }
  for (size_t b = 0; b < blocks; b++)
    sum += s->partial[b];
  for (size_t i = 0; i < d->n && s->stiff != NULL; i++)
    sum += stiff_pairs_at(s->stiff, i, s->dim, x, grad + i * s->dim) / 2;
  return sum;
}

/* With stiffness the metric is 1 / sum_j w/d^2, and 0 if nothing moves a node. */
void
mg_full_stress_stiffen(mg_full_stress *s, const mg_stiff_pairs *stiff)
{
  const mg_graph *g = stiff->graph;

  if (stiff->far == NULL)
    return;
  s->stiff = stiff;
  for (size_t i = 0; i < g->n; i++) {
    double degree = s->d->degree[i], extra = 0;

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      extra += (g->weight[k] - 1) / (stiff->far[k] * stiff->far[k]);
    for (size_t c = i * s->dim; c < (i + 1) * s->dim; c++)
      if (s->inverse[c] > 0)
        s->inverse[c] = degree + extra > 1e-9 * degree ? 1 / (degree + extra) : 0;
  }
}

mgnn_status
mg_full_stress_init(mg_full_stress *s, const mg_distances *d, size_t dim,
              const unsigned char *pin, int threads, mgnn_error *err)
{
  const mg_stress_kernels *fast = mg_stress_avx2(dim);
  size_t blocks = blocks_of(d->n);
  mgnn_status status = MGNN_OK;

  *s = (mg_full_stress){ .d = d, .dim = dim, .threads = threads };
  s->kernel = fast != NULL ? fast->pair : mg_pair_portable;
  TRY(mg_allocated(s->inverse = mg_alloc(d->n * dim, sizeof *s->inverse), err));
  TRY(mg_allocated(s->partial = mg_alloc(blocks, sizeof *s->partial), err));
  s->rows = mg_alloc(blocks * MG_PAIR_BLOCK * dim, sizeof *s->rows);
  TRY(mg_allocated(s->rows, err));
  TRY(mg_allocated(s->x = mg_zalloc(d->width * dim, sizeof *s->x), err));
  s->columns = mg_alloc(columns_at(s, blocks), sizeof *s->columns);
  TRY(mg_allocated(s->columns, err));
  for (size_t c = 0; c < d->n * dim; c++)
    s->inverse[c] = d->degree[c / dim] > 0 && (pin == NULL || !pin[c])
                    ? 1 / d->degree[c / dim] : 0;
  s->objective = (mg_objective){ d->n * dim, value, s, s->inverse, NULL };
end:
  if (status != MGNN_OK)
    mg_full_stress_free(s);
  return status;
}

void
mg_full_stress_free(mg_full_stress *s)
{
  mg_free_all(s->inverse, s->partial, s->rows, s->x, s->columns);
  memset(s, 0, sizeof *s);
}

mgnn_status
mg_full_stress_measure(const mg_distances *d, size_t dim, const double *x,
                       int threads, double *stress, mgnn_error *err)
{
  size_t blocks = blocks_of(d->n);
  double *partial = mg_alloc(blocks, sizeof *partial);

  (void)threads;
  PASS(mg_allocated(partial, err));
#pragma omp parallel for schedule(dynamic, 1) num_threads(mg_threads(threads)) \
  if (blocks > 2)
  for (size_t b = 0; b < blocks; b++) {
    double sum = 0;
    float far[CHUNK];

    for (size_t i = b * MG_PAIR_BLOCK; i < block_end(d->n, b); i++)
      for (size_t j = i + 1; j < d->n; j += CHUNK) {
        size_t count = d->n - j < CHUNK ? d->n - j : CHUNK;

        mg_distances_unpack(d, i, j, count, far);
        for (size_t k = 0; k < count; k++) {
          double e = mg_distance(x + i * dim, x + (j + k) * dim, dim)
                     / (double)far[k] - 1;

          sum += e * e;
        }
      }
    partial[b] = sum;
  }
  *stress = 0;
  for (size_t b = 0; b < blocks; b++)
    *stress += partial[b];
  mg_free(partial);
  return MGNN_OK;
}
