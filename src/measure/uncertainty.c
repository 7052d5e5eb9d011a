/* Computes the covariance of least squares, sigma^2 N^-1 with N = sum_e w_e a_e
 * a_e^T and a_e the derivative of the length of edge e.  N is singular for the
 * rigid motions G (k columns, those that move no pin).  So k coordinates are
 * held, which gives an inverse Q, and the S-transformation of geodesy (Baarda
 * 1973) removes the effect of this choice, using the nodes D that are not free:
 *   P Q P^T,   P = 1 - G (G_D^T G_D)^-1 G_D^T.
 * If lengths leave more freedom, a ridge makes N regular, and free nodes show
 * by their large variance. */
#include "uncertainty.h"
#include "base/mem.h"
#include "problem/components.h"
#include "problem/energy.h"
#include "solve/descent/edge_metric.h"

#include <math.h>
#include <string.h>

enum { MOTIONS = MG_UNCERTAINTY_DIM * (MG_UNCERTAINTY_DIM + 1) / 2 };

/* The ridge, relative to the mean stiffness at a node; and the largest variance
 * of a node that is not free, times that stiffness. */
#define RIDGE 1e-11
#define VARIANCE_MOST 1e6

typedef struct {
  const mgnn_problem *p;
  size_t n, dim;
  const double *y;
  mg_components parts;
  size_t motions;              /* dim (dim + 1) / 2 */
  double *g, *b;               /* n*dim rows of `motions`: G, and Q G_D */
  size_t *rank;                /* per component: number of its motions, in front */
  unsigned char *held;         /* n*dim: pinned coordinates, and those held */
  unsigned char *lost;         /* n: 1 if the node is free */
  double *q;                   /* n*dim*dim: blocks of Q */
  double *cross;               /* 2m: u^T Q_ij u, half from each slot */
  double ridge;
} state;

static double *
motion_row(const state *s, size_t node, size_t c)
{
  return s->g + (node * s->dim + c) * s->motions;
}

/* ---- rigid motions ---- */

/* Fill in translations, and rotations about the centre with nodes scaled to size 1. */
static void
motions_fill(state *s, size_t part)
{
  size_t begin = s->parts.first[part], end = s->parts.first[part + 1];
  double centre[MG_UNCERTAINTY_DIM] = { 0 }, size = 0;

  for (size_t t = begin; t < end; t++)
    for (size_t c = 0; c < s->dim; c++)
      centre[c] += s->y[s->parts.node[t] * s->dim + c] / (double)(end - begin);
  for (size_t t = begin; t < end; t++)
    size = fmax(size, mg_distance(s->y + s->parts.node[t] * s->dim, centre, s->dim));
  for (size_t t = begin; t < end; t++) {
    size_t i = s->parts.node[t], k = s->dim;

    for (size_t c = 0; c < s->dim; c++)
      motion_row(s, i, c)[c] = 1;
    for (size_t a = 0; a < s->dim && size > 0; a++)
      for (size_t c = a + 1; c < s->dim; c++, k++) {
        motion_row(s, i, a)[k] = (s->y[i * s->dim + c] - centre[c]) / size;
        motion_row(s, i, c)[k] = -(s->y[i * s->dim + a] - centre[a]) / size;
      }
  }
}

/* Make a row 0 after column k by subtracting multiples of column k, which is
 * first exchanged with the column that is largest in that row. */
static void
row_eliminate(state *s, size_t part, const double *pivot_row, size_t k,
              size_t columns)
{
  size_t largest = k;
  double pivot[MOTIONS];

  memcpy(pivot, pivot_row, columns * sizeof *pivot);
  for (size_t q = k; q < columns; q++)
    if (fabs(pivot[q]) > fabs(pivot[largest]))
      largest = q;
  for (size_t t = s->parts.first[part]; t < s->parts.first[part + 1]; t++)
    for (size_t c = 0; c < s->dim; c++) {
      double *row = motion_row(s, s->parts.node[t], c), moved = row[largest];

      row[largest] = row[k];
      row[k] = moved;
      for (size_t q = k + 1; q < columns; q++)
        row[q] -= moved * (q == largest ? pivot[k] : pivot[q]) / pivot[largest];
    }
}

static double
row_largest(const double *row, size_t from, size_t to)
{
  double most = 0;

  for (size_t q = from; q < to; q++)
    most = fmax(most, fabs(row[q]));
  return most;
}

/* Keep the motions that move no pin: each row of a pin eliminates one motion,
 * which moves to the front and is then overwritten by the remaining ones. */
static void
pins_respect(state *s, size_t part)
{
  size_t taken = 0;

  for (size_t t = s->parts.first[part]; t < s->parts.first[part + 1]
       && s->p->pin != NULL; t++)
    for (size_t c = 0; c < s->dim; c++) {
      size_t i = s->parts.node[t];
      const double *row = motion_row(s, i, c);

      if (s->p->pin[i * s->dim + c] && taken < s->motions
          && row_largest(row, taken, s->motions) > 1e-9)
        row_eliminate(s, part, row, taken++, s->motions);
    }
  for (size_t t = s->parts.first[part]; t < s->parts.first[part + 1]; t++)
    for (size_t c = 0; c < s->dim; c++) {
      double *row = motion_row(s, s->parts.node[t], c);

      memmove(row, row + taken, (s->motions - taken) * sizeof *row);
      memset(row + s->motions - taken, 0, taken * sizeof *row);
    }
  s->rank[part] = s->motions - taken;
}

/* Hold one coordinate for each remaining motion, where the motion is largest,
 * preferring nodes with more than dim edges.  Stops at motions that are 0, such
 * as rotations of a single point. */
static void
datum_choose(state *s, size_t part)
{
  const mg_graph *g = &s->p->graph;
  size_t k = 0;

  for (; k < s->rank[part]; k++) {
    const double *best = NULL;
    size_t held = 0;
    double most = 1e-9;

    for (int many = 1; many >= 0 && best == NULL; many--)
      for (size_t t = s->parts.first[part]; t < s->parts.first[part + 1]; t++)
        for (size_t c = 0; c < s->dim; c++) {
          size_t i = s->parts.node[t];
          double here = row_largest(motion_row(s, i, c), k, s->rank[part]);

          if (here > most && !s->held[i * s->dim + c]
              && g->row[i + 1] - g->row[i] >= (many ? s->dim + 1 : 0)) {
            most = here;
            best = motion_row(s, i, c);
            held = i * s->dim + c;
          }
        }
    if (best == NULL)
      break;
    s->held[held] = 1;
    row_eliminate(s, part, best, k, s->rank[part]);
  }
  s->rank[part] = k;
}

/* ---- the inverse ---- */

static mgnn_status
factor_make(state *s, mg_edge_metric **metric, mgnn_error *err)
{
  const mg_graph *g = &s->p->graph;
  double *one = mg_alloc(s->n, sizeof *one), total = 0;
  mg_metric_terms terms = { .by = 1, .share = 0, .node = one, .along = 1 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(one, err));
  for (size_t i = 0; i < s->n; i++) {
    one[i] = 1;
    total += mg_degree(g, i);
  }
  s->ridge = total > 0 ? RIDGE * total / (double)s->n : 1;
  terms.share = s->ridge;
  TRY(mg_edge_metric_init(metric, g, s->dim, s->held, err));
  TRY(mg_edge_metric_factor(*metric, s->y, &terms, err));
  TRY(mg_edge_metric_inverse(*metric, s->y, s->q, s->cross, err));
  for (size_t i = 0; i < s->n; i++)
    for (size_t c = 0; c < s->dim; c++) {
      double *block = s->q + i * s->dim * s->dim;

      for (size_t d = 0; d < s->dim; d++)
        if (s->held[i * s->dim + c] || s->held[i * s->dim + d])
          block[c * s->dim + d] = 0;
      s->lost[i] |= mg_degree(g, i) == 0;
      s->lost[i] |= !(block[c * s->dim + c] * s->ridge
                      <= VARIANCE_MOST * RIDGE);
    }
end:
  mg_free(one);
  return status;
}

/* Solve b = Q G_D, column by column; components do not affect each other. */
static mgnn_status
motions_solve(state *s, mg_edge_metric *metric, mgnn_error *err)
{
  size_t size = s->n * s->dim, most = 0;
  double *x = mg_alloc(size, sizeof *x);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(x, err));
  for (size_t part = 0; part < s->parts.count; part++)
    most = s->rank[part] > most ? s->rank[part] : most;
  for (size_t k = 0; k < most; k++) {
    for (size_t r = 0; r < size; r++)
      x[r] = s->lost[r / s->dim] ? 0 : s->g[r * s->motions + k];
    if (mg_edge_metric_solve(metric, x))
      TRY(mg_fail_memory(err));
    for (size_t r = 0; r < size; r++)
      s->b[r * s->motions + k] = x[r];
  }
end:
  mg_free(x);
  return status;
}

/* ---- free of motions ---- */

/* Invert a symmetric matrix of order k in place, without pivoting, as it should
 * be positive definite; returns 0 if it is not. */
static int
invert(double *a, size_t k)
{
  for (size_t p = 0; p < k; p++) {
    double pivot = a[p * k + p];

    if (!(pivot > 1e-12))
      return 0;
    a[p * k + p] = 1;
    for (size_t q = 0; q < k; q++)
      a[p * k + q] /= pivot;
    for (size_t r = 0; r < k; r++) {
      double by = a[r * k + p];

      if (r == p)
        continue;
      a[r * k + p] = 0;
      for (size_t q = 0; q < k; q++)
        a[r * k + q] -= by * a[p * k + q];
    }
  }
  return 1;
}

/* out = G_D^T times the rows of `with`, k x k. */
static void
product(const state *s, size_t part, const double *with, double *out)
{
  size_t k = s->rank[part];

  memset(out, 0, k * k * sizeof *out);
  for (size_t t = s->parts.first[part]; t < s->parts.first[part + 1]; t++) {
    size_t i = s->parts.node[t];

    for (size_t c = 0; c < s->dim && !s->lost[i]; c++) {
      const double *g = motion_row(s, i, c);
      const double *b = with + (i * s->dim + c) * s->motions;

      for (size_t p = 0; p < k; p++)
        for (size_t q = 0; q < k; q++)
          out[p * k + q] += g[p] * b[q];
    }
  }
}

/* Transform block i to P Q P^T: Q_ii - G_i M B_i^T - B_i M G_i^T + G_i M K M G_i^T. */
static void
block_transform(state *s, size_t i, size_t k, const double *m, const double *mkm)
{
  double *block = s->q + i * s->dim * s->dim;

  for (size_t c = 0; c < s->dim; c++)
    for (size_t d = 0; d < s->dim; d++) {
      const double *gc = motion_row(s, i, c), *gd = motion_row(s, i, d);
      const double *bc = s->b + (i * s->dim + c) * s->motions;
      const double *bd = s->b + (i * s->dim + d) * s->motions;

      for (size_t p = 0; p < k; p++)
        for (size_t q = 0; q < k; q++)
          block[c * s->dim + d] += gc[p] * mkm[p * k + q] * gd[q]
                                   - m[p * k + q] * (gc[p] * bd[q]
                                                     + bc[p] * gd[q]);
    }
}

static mgnn_status
part_transform(state *s, size_t part, mgnn_error *err)
{
  size_t k = s->rank[part], size = k * k + 1;
  double *m = mg_alloc(size, sizeof *m), *mk = mg_alloc(size, sizeof *mk);
  double *kernel = mg_alloc(size, sizeof *kernel);
  double *mkm = mg_zalloc(size, sizeof *mkm);
  mgnn_status status = MGNN_OK;
  int regular;

  TRY(mg_allocated(m != NULL && mk != NULL && kernel != NULL ? mkm : NULL, err));
  product(s, part, s->g, m);
  regular = invert(m, k);
  product(s, part, s->b, kernel);
  memset(mk, 0, size * sizeof *mk);
  for (size_t p = 0; p < k; p++)
    for (size_t q = 0; q < k; q++)
      for (size_t r = 0; r < k; r++)
        mk[p * k + q] += m[p * k + r] * kernel[r * k + q];
  for (size_t p = 0; p < k; p++)
    for (size_t q = 0; q < k; q++)
      for (size_t r = 0; r < k; r++)
        mkm[p * k + q] += mk[p * k + r] * m[r * k + q];
  for (size_t t = s->parts.first[part]; t < s->parts.first[part + 1]; t++)
    if (regular)
      block_transform(s, s->parts.node[t], k, m, mkm);
    else
      s->lost[s->parts.node[t]] = 1;
end:
  mg_free_all(m, mk, kernel, mkm);
  return status;
}

/* ---- residuals ---- */

/* u^T Q_ii u. */
static double
along(const state *s, size_t i, const double *u)
{
  const double *block = s->q + i * s->dim * s->dim;
  double sum = 0;

  for (size_t c = 0; c < s->dim; c++)
    for (size_t d = 0; d < s->dim; d++)
      sum += u[c] * block[c * s->dim + d] * u[d];
  return sum;
}

/* Find leverages and sums of residuals before the transformation, which does
 * not change lengths. */
static mgnn_status
residuals_find(const state *s, mgnn_uncertainty *out, mgnn_error *err)
{
  const mg_graph *g = &s->p->graph;
  size_t *next = mg_alloc(s->n, sizeof *next);

  PASS(mg_allocated(next, err));
  memcpy(next, g->row, s->n * sizeof *next);
  for (size_t e = 0; e < g->m; e++) {
    size_t i = g->ends[2 * e], j = g->ends[2 * e + 1];
    size_t k = next[i]++, other = next[j]++;
    double r = mg_edge_length(g, e, s->dim, s->y), target = mg_target(g, k, r);
    double w = g->weight != NULL ? g->weight[k] : 1, u[MG_UNCERTAINTY_DIM];

    out->leverage[e] = 0;
    if (w == 0 || (g->upper != NULL && g->length[k] < g->upper[k] && target == r))
      continue;
    out->active++;
    out->chi2 += w * (r - target) * (r - target);
    for (size_t c = 0; c < s->dim; c++)
      u[c] = r > 0 ? (s->y[i * s->dim + c] - s->y[j * s->dim + c]) / r : 0;
    out->leverage[e] = fmin(1, fmax(0, w * (along(s, i, u) + along(s, j, u)
                                            - 2 * (s->cross[k]
                                                   + s->cross[other]))));
    out->freedom += 1 - out->leverage[e];
  }
  mg_free(next);
  return MGNN_OK;
}

static void
covariance_scale(const state *s, mgnn_uncertainty *out)
{
  size_t block = s->dim * s->dim;

  for (size_t i = 0; i < s->n; i++) {
    out->free_nodes += s->lost[i];
    for (size_t c = 0; c < block; c++)
      out->covariance[i * block + c] = s->lost[i] ? NAN
        : out->sigma * out->sigma * s->q[i * block + c];
  }
}

static mgnn_status
state_make(state *s, const mgnn_problem *p, size_t dim, const double *y,
           mgnn_error *err)
{
  size_t n = p->graph.n, size = n * dim;

  *s = (state){ .p = p, .n = n, .dim = dim, .y = y,
                .motions = dim * (dim + 1) / 2 };
  PASS(mg_components_find(&s->parts, &p->graph, err));
  PASS(mg_allocated_all(err, s->g = mg_zalloc(size, s->motions * sizeof *s->g),
                        s->b = mg_zalloc(size, s->motions * sizeof *s->b),
                        MG_ZEROS(s->rank, s->parts.count),
                        s->held = mg_zalloc(size, 1),
                        s->lost = mg_zalloc(n, 1),
                        s->q = mg_zalloc(size, dim * sizeof *s->q),
                        MG_ZEROS(s->cross, 2 * p->graph.m)));
  if (p->pin != NULL)
    memcpy(s->held, p->pin, size);
  return MGNN_OK;
}

mgnn_status
mgnn_uncertainty_find(const mgnn_problem *p, size_t dim, const double *y,
                      mgnn_uncertainty **found, mgnn_error *err)
{
  mg_edge_metric *metric = NULL;
  mgnn_uncertainty *out = NULL;
  mgnn_status status = MGNN_OK;
  state s = { .p = p };

  *found = NULL;
  /* Check the positions and the dimension. */
  TRY(mg_problem_dim_check(p, dim, err));
  if (dim > MG_UNCERTAINTY_DIM)
    TRY(mg_fail(err, MGNN_EINVAL, "uncertainties are computed in at most %d "
                "dimensions, these are %zu", MG_UNCERTAINTY_DIM, dim));
  TRY(mg_positions_check(p->graph.n, dim, y, NULL, err));
  TRY(mg_allocated(out = mg_zalloc(1, sizeof *out), err));
  TRY(state_make(&s, p, dim, y, err));
  *out = (mgnn_uncertainty){ .n = s.n, .m = s.p->graph.m, .dim = s.dim,
                             .known = mg_problem_sigma(s.p),
                             .unit = s.p->noise.kind != NULL
                                     ? s.p->noise.unit : 1 };
  out->covariance = mg_alloc(s.n * s.dim, s.dim * sizeof *out->covariance);
  TRY(mg_allocated_all(err, out->covariance, MG_NEW(out->leverage, out->m)));
  for (size_t part = 0; part < s.parts.count; part++) {
    motions_fill(&s, part);
    pins_respect(&s, part);
    datum_choose(&s, part);
  }
  if (s.n > 0)
    TRY(factor_make(&s, &metric, err));
  TRY(residuals_find(&s, out, err));
  if (s.n > 0)
    TRY(motions_solve(&s, metric, err));
  for (size_t part = 0; part < s.parts.count; part++)
    TRY(part_transform(&s, part, err));
  out->estimate = out->freedom > 1e-6 * (double)out->active + 1e-9
                  ? sqrt(out->chi2 / out->freedom) : NAN;
  out->sigma = out->known > 0 ? out->known : out->estimate;
  covariance_scale(&s, out);
  *found = out;
  out = NULL;
end:
  mg_edge_metric_free(metric);
  mg_components_free(&s.parts);
  mg_free_all(s.g, s.b, s.rank, s.held, s.lost, s.q, s.cross);
  mgnn_uncertainty_free(out);
  return status;
}

void
mgnn_uncertainty_free(mgnn_uncertainty *u)
{
  if (u == NULL)
    return;
  mg_free_all(u->covariance, u->leverage, u);
}

/* ---- what is asked of it ---- */

const double *
mgnn_uncertainty_covariance(const mgnn_uncertainty *u, size_t i)
{
  return u->covariance + i * u->dim * u->dim;
}

double
mgnn_uncertainty_error(const mgnn_uncertainty *u, size_t i, size_t c)
{
  double variance = u->covariance[(i * u->dim + c) * u->dim + c];

  return isnan(variance) ? NAN : sqrt(fmax(0, variance));
}

size_t
mgnn_uncertainty_free_nodes(const mgnn_uncertainty *u)
{
  return u->free_nodes;
}

double
mgnn_uncertainty_estimate(const mgnn_uncertainty *u)
{
  return u->estimate / u->unit;
}

double
mgnn_uncertainty_freedom(const mgnn_uncertainty *u)
{
  return u->freedom;
}

double
mgnn_uncertainty_chi2(const mgnn_uncertainty *u)
{
  return u->known > 0 ? u->chi2 / (u->known * u->known) : NAN;
}

double
mgnn_uncertainty_leverage(const mgnn_uncertainty *u, size_t e)
{
  return u->leverage[e];
}
