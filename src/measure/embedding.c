/* The table of measures, and those that ask for no labels.  Sums are kept per
 * block and added in order, so that they do not depend on the threads. */
#include "embedding.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/threads.h"
#include "measure.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 4096 };

/* Singular values cost dim^3, and more columns than this minutes. */
enum { DIM_MOST = 256 };

/* sum_k term(k) for k below count. */
static mgnn_status
sum_of(const mg_embedding *e, size_t count,
       double (*term)(const mg_embedding *e, size_t k), double *out,
       mgnn_error *err)
{
  size_t blocks = (count + BLOCK - 1) / BLOCK;
  double *block = mg_zalloc(blocks, sizeof *block), sum = 0;

  if (block == NULL)
    return mg_fail_memory(err);
#pragma omp parallel for schedule(dynamic, 4) if (blocks > 4) \
  num_threads(mg_threads(0))
  for (size_t b = 0; b < blocks; b++)
    for (size_t k = b * BLOCK; k < (b + 1) * BLOCK && k < count; k++)
      block[b] += term(e, k);
  for (size_t b = 0; b < blocks; b++)
    sum += block[b];
  mg_free(block);
  *out = sum;
  return MGNN_OK;
}

/* ---- lengths, whatever the scale ---- */

static mgnn_status
scale(const mg_embedding *e, double *out, mgnn_error *err)
{
  double stress;

  return mg_stress_scaled(e->p, e->dim, e->x, out, &stress, err);
}

static mgnn_status
scaled_stress(const mg_embedding *e, double *out, mgnn_error *err)
{
  double factor;

  return mg_stress_scaled(e->p, e->dim, e->x, &factor, out, err);
}

static mgnn_status
gap(const mg_embedding *e, double *out, mgnn_error *err)
{
  mgnn_status status = scaled_stress(e, out, err);

  *out -= e->best;
  return status;
}

/* ---- smoothness ---- */

static double
square(const mg_embedding *e, size_t i)
{
  return mg_inner(e->x + i * e->dim, e->x + i * e->dim, e->dim);
}

/* w |x_i / sqrt d_i - x_j / sqrt d_j|^2 of edge k = (i, j): summed over the
 * edges, tr(X^T (I - D^-1/2 A D^-1/2) X). */
static double
dirichlet_term(const mg_embedding *e, size_t k)
{
  const mg_graph *g = &e->p->graph;
  size_t i = g->ends[2 * k], j = g->ends[2 * k + 1];
  double si = 1 / mg_root(g, i), sj = 1 / mg_root(g, j), sum = 0;

  for (size_t c = 0; c < e->dim; c++) {
    double d = si * e->x[i * e->dim + c] - sj * e->x[j * e->dim + c];

    sum += d * d;
  }
  return (g->stiffness != NULL ? g->stiffness[k] : 1) * sum;
}

/* A node without edges has no part in A, but its 1 in I. */
static double
isolated_square(const mg_embedding *e, size_t i)
{
  return mg_degree(&e->p->graph, i) > 0 ? 0 : square(e, i);
}

static mgnn_status
dirichlet(const mg_embedding *e, double *out, mgnn_error *err)
{
  double energy, isolated, norm;
  mgnn_status status = MGNN_OK;

  TRY(sum_of(e, e->p->graph.m, dirichlet_term, &energy, err));
  TRY(sum_of(e, e->p->graph.n, isolated_square, &isolated, err));
  TRY(sum_of(e, e->p->graph.n, square, &norm, err));
  *out = norm > 0 ? (energy + isolated) / norm : NAN;
end:
  return status;
}

/* Edges with an end at the origin, where there is no angle, do not count. */
static double
angle_counts(const mg_embedding *e, size_t k)
{
  const unsigned *ends = e->p->graph.ends + 2 * k;

  return square(e, ends[0]) > 0 && square(e, ends[1]) > 0;
}

/* 1 - cos(x_i, x_j) of edge k. */
static double
angle_term(const mg_embedding *e, size_t k)
{
  const unsigned *ends = e->p->graph.ends + 2 * k;
  double lengths = sqrt(square(e, ends[0])) * sqrt(square(e, ends[1]));

  return lengths > 0 ? 1 - mg_inner(e->x + ends[0] * e->dim,
                                    e->x + ends[1] * e->dim, e->dim) / lengths
                     : 0;
}

static mgnn_status
mean_average_distance(const mg_embedding *e, double *out, mgnn_error *err)
{
  double sum, count;
  mgnn_status status = MGNN_OK;

  TRY(sum_of(e, e->p->graph.m, angle_term, &sum, err));
  TRY(sum_of(e, e->p->graph.m, angle_counts, &count, err));
  *out = count > 0 ? sum / count : NAN;
end:
  return status;
}

/* ---- directions ---- */

/* C = sum_i (x_i - mean)(x_i - mean)^T, its lower triangle.  mean: dim doubles
 * of work. */
static void
scatter(const mg_embedding *e, double *mean, double *out)
{
  size_t n = e->p->graph.n, dim = e->dim;

  memset(mean, 0, dim * sizeof *mean);
  memset(out, 0, dim * dim * sizeof *out);
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < dim; c++)
      mean[c] += e->x[i * dim + c] / (double)n;
  for (size_t i = 0; i < n; i++)
    for (size_t a = 0; a < dim; a++) {
      double xa = e->x[i * dim + a] - mean[a];

      for (size_t b = 0; b <= a; b++)
        out[a * dim + b] += xa * (e->x[i * dim + b] - mean[b]);
    }
}

/* The singular values of the centred embedding, descending: roots of the
 * eigenvalues of C.  Those below 1e-8 of the largest are rounding of C and
 * become 0.  NULL: not known, for too many columns or too large numbers. */
static mgnn_status
singular_values(const mg_embedding *e, double **out, mgnn_error *err)
{
  size_t dim = e->dim;
  double *c = NULL, *value = NULL;
  mgnn_status status = MGNN_OK;

  *out = NULL;
  if (dim > DIM_MOST)
    return MGNN_OK;
  TRY(mg_allocated(c = mg_alloc(dim, dim * sizeof *c), err));
  TRY(mg_allocated(value = mg_alloc(dim, sizeof *value), err));
  scatter(e, value, c);
  status = mg_eigen_symmetric(dim, c, value, NULL, NULL, err);
  if (status == MGNN_EINVAL) {           /* C overflows: not known */
    status = MGNN_OK;
    goto end;
  }
  TRY(status);
  for (size_t k = 0; k < dim; k++)
    value[k] = value[k] > 1e-16 * value[0] ? sqrt(value[k]) : 0;
  *out = value;
  value = NULL;
end:
  mg_free(c);
  mg_free(value);
  return status;
}

/* exp(-sum_k p_k ln p_k) with p_k = s_k / sum s. */
static mgnn_status
effective_rank(const mg_embedding *e, double *out, mgnn_error *err)
{
  double *s, sum = 0, entropy = 0;
  mgnn_status status = singular_values(e, &s, err);

  *out = NAN;
  if (s == NULL)
    return status;
  for (size_t k = 0; k < e->dim; k++)
    sum += s[k];
  for (size_t k = 0; k < e->dim && s[k] > 0; k++)
    entropy -= s[k] / sum * log(s[k] / sum);
  if (sum > 0)
    *out = exp(entropy);
  mg_free(s);
  return status;
}

static mgnn_status
singular_ratio(const mg_embedding *e, double *out, mgnn_error *err)
{
  double *s;
  mgnn_status status = singular_values(e, &s, err);

  *out = NAN;
  if (s != NULL && e->dim > 1 && s[0] > 0)
    *out = s[1] / s[0];
  mg_free(s);
  return status;
}

/* ---- the table ---- */

const mg_measure mg_measures[MG_MEASURES] = {
  { "scale", "Scale that suits the lengths best", 0, INFINITY, 0, scale },
  { "scaled_stress", "Stress at the best scale", 0, 1, 0, scaled_stress },
  { "gap", "Stress above the best drawing", -1, 1, MG_WITH_BEST, gap },
  { "dirichlet", "Dirichlet energy", 0, 2, 0, dirichlet },
  { "mad", "Mean average distance", 0, 2, 0, mean_average_distance },
  { "effective_rank", "Effective rank", 1, INFINITY, 0, effective_rank },
  { "singular_ratio", "Second singular value to first", 0, 1, 0,
    singular_ratio },
  { "centroid_accuracy", "Nearest-centroid accuracy", 0, 1, MG_WITH_LABELS,
    mg_centroid_accuracy },
  { "knn_accuracy", "10-nearest-neighbour accuracy", 0, 1, MG_WITH_LABELS,
    mg_knn_accuracy },
  { "silhouette", "Silhouette", -1, 1, MG_WITH_LABELS, mg_silhouette },
  { "probe_accuracy", "Linear-probe accuracy", 0, 1,
    MG_WITH_LABELS | MG_WITH_SPLITS, mg_probe_accuracy }
};

size_t
mg_measure_find(const char *name, size_t len)
{
  size_t k = 0;

  while (k < MG_MEASURES && !(strlen(mg_measures[k].name) == len
                              && strncmp(mg_measures[k].name, name, len) == 0))
    k++;
  return k;
}
