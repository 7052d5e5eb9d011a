/* The table of measures, and the measures that need no labels.  Sums are kept per
 * block and added in order, so that they do not depend on the number of threads. */
#include "embedding.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/threads.h"
#include "measure.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { BLOCK = 4096 };

/* Singular values take time dim^3: minutes for more columns than this. */
enum { DIM_MOST = 256 };

/* ---- one pass over the edges ---- */

/* Sums over edges, for positions y and for z = sqrt(d) y. */
typedef struct {
  mg_edge_sums fit;            /* of y */
  double rm[MG_SPACES], rr[MG_SPACES]; /* w r m, w r^2 */
  double slope[MG_SPACES], energy[MG_SPACES];  /* w r (s r - m), w (s r - m)^2 */
  double apart;                /* w |y_i / sqrt d_i - y_j / sqrt d_j|^2 */
  double cosines, angles;      /* sum over edges off the origin; their number */
} edge_totals;

/* Each node's record: z, y, y / sqrt(d) and y / |y|, next to each other.  In
 * the plane a record fills one cache line. */
enum { PARTS = 4, LINE = 8 };

static void
record_fill(const mg_graph *g, size_t dim, const double *y, double *record)
{
#pragma omp parallel for if (g->n > BLOCK) num_threads(mg_threads(0))
  for (size_t i = 0; i < g->n; i++) {
    const double *yi = y + i * dim;
    double *r = record + i * PARTS * dim, root = mg_root(g, i);
    double norm = sqrt(mg_inner(yi, yi, dim));

    for (size_t c = 0; c < dim; c++) {
      r[c] = root * yi[c];
      r[dim + c] = yi[c];
      r[2 * dim + c] = yi[c] / root;
      r[3 * dim + c] = norm > 0 ? yi[c] / norm : 0;
    }
  }
}

/* Add an edge.  s: factors of z and y for the slope and the energy.  Inlined,
 * so that a constant dim unrolls the loops. */
static inline __attribute__((always_inline)) void
edge_totals_add(edge_totals *t, const mg_graph *g, size_t e, size_t dim,
                const double *record, const double s[MG_SPACES])
{
  const double *a = record + g->ends[2 * e] * PARTS * dim;
  const double *b = record + g->ends[2 * e + 1] * PARTS * dim;
  double square[3] = { 0, 0, 0 }, cosine = 0, m = g->target[e];
  double w = g->stiffness != NULL ? g->stiffness[e] : 1;
  int angle = 0;

  for (size_t part = 0; part < 3; part++)
    for (size_t c = part * dim; c < (part + 1) * dim; c++)
      square[part] += (a[c] - b[c]) * (a[c] - b[c]);
  for (size_t c = 3 * dim; c < 4 * dim; c++) {
    cosine += a[c] * b[c];
    angle |= (a[c] != 0) | (b[c] != 0) << 1;
  }
  for (int space = 0; space < MG_SPACES; space++) {
    double r = sqrt(square[space]), off = s[space] * r - m;

    t->rm[space] += w * r * m;
    t->rr[space] += w * square[space];
    t->slope[space] += w * r * off;
    t->energy[space] += w * off * off;
    if (space == MG_IN_Y)
      mg_edge_sums_add(&t->fit, m, mg_edge_upper(g, e), w, r);
  }
  t->apart += w * square[2];
  t->cosines += cosine;
  t->angles += angle == 3;
}

/* Add the edges of a block, in order. */
static void
block_add(edge_totals *t, const mg_graph *g, size_t block, size_t dim,
          const double *record, const double s[MG_SPACES])
{
  const size_t end = (block + 1) * BLOCK < g->m ? (block + 1) * BLOCK : g->m;

  for (size_t e = block * BLOCK; e < end; e++) {
    mg_edge_fetch(g, e, PARTS * dim, record);
    if (dim == 2)
      edge_totals_add(t, g, e, 2, record, s);
    else
      edge_totals_add(t, g, e, dim, record, s);
  }
}

/* Sum over all edges, with factors s from the first block, which are near the best:
 * what is then subtracted from E(s) to get the minimum is small beside it. */
static mgnn_status
edge_totals_find(const mg_graph *g, size_t dim, const double *y, edge_totals *sum,
                 mgnn_error *err)
{
  size_t blocks = (g->m + BLOCK - 1) / BLOCK;
  edge_totals *block = mg_zalloc(blocks, sizeof *block), first = { 0 };
  double *room = mg_alloc(g->n * PARTS * dim + LINE, sizeof *room), *record;
  double s[MG_SPACES] = { 1, 1 };
  mgnn_status status;

  TRY(mg_allocated_all(err, block, room));
  record = room + (LINE - (uintptr_t)room / sizeof *room % LINE) % LINE;
  record_fill(g, dim, y, record);
  if (blocks > 0)
    block_add(&first, g, 0, dim, record, s);
  for (int space = 0; space < MG_SPACES; space++)
    s[space] = first.rr[space] > 0 ? first.rm[space] / first.rr[space] : 1;
#pragma omp parallel for schedule(dynamic, 4) if (blocks > 4) \
  num_threads(mg_threads(0))
  for (size_t b = 0; b < blocks; b++)
    block_add(&block[b], g, b, dim, record, s);
  *sum = (edge_totals){ 0 };
  for (size_t b = 0; b < blocks; b++) {
    mg_edge_sums_join(&sum->fit, &block[b].fit);
    for (int k = 0; k < MG_SPACES; k++) {
      sum->rm[k] += block[b].rm[k];
      sum->rr[k] += block[b].rr[k];
      sum->slope[k] += block[b].slope[k];
      sum->energy[k] += block[b].energy[k];
    }
    sum->apart += block[b].apart;
    sum->cosines += block[b].cosines;
    sum->angles += block[b].angles;
  }
end:
  mg_free_all(block, room);
  return status;
}

/* ---- two over the nodes ---- */

static double
square(size_t dim, const double *x)
{
  return mg_inner(x, x, dim);
}

/* Fill in the lower triangle of C = sum_i (x_i - mean)(x_i - mean)^T, unless
 * only the diagonal is wanted.  Returns the trace. */
static double
scatter(size_t n, size_t dim, const double *x, const double *mean, int diagonal,
        double *out)
{
  double trace = 0;

  for (size_t i = 0; i < n; i++)
    for (size_t a = 0; a < dim; a++) {
      double xa = x[i * dim + a] - mean[a];

      trace += xa * xa;
      for (size_t b = 0; b <= a && !diagonal; b++)
        out[a * dim + b] += xa * (x[i * dim + b] - mean[b]);
    }
  return trace;
}

/* exp(-sum_k p_k ln p_k) with p_k = s_k / sum s. */
static double
effective_rank(size_t dim, const double *s)
{
  double sum = 0, entropy = 0;

  for (size_t k = 0; k < dim; k++)
    sum += s[k];
  for (size_t k = 0; k < dim && s[k] > 0; k++)
    entropy -= s[k] / sum * log(s[k] / sum);
  return sum > 0 ? exp(entropy) : NAN;
}

/* The ratio of the second singular value to the first, and the effective rank.
 * Singular values are roots of the eigenvalues of C, which is overwritten.  Values
 * below 1e-8 of the largest are rounding errors and become 0.  NAN: C overflows. */
static mgnn_status
spectrum(size_t dim, double *c, double *value, double *ratio, double *rank,
         mgnn_error *err)
{
  mgnn_status status = mg_eigen_symmetric(dim, c, value, NULL, NULL, err);

  *ratio = *rank = NAN;
  if (status != MGNN_OK)
    return status == MGNN_EINVAL ? MGNN_OK : status;
  for (size_t k = 0; k < dim; k++)
    value[k] = value[k] > 1e-16 * value[0] ? sqrt(value[k]) : 0;
  if (value[0] > 0)
    *ratio = dim > 1 ? value[1] / value[0] : 0;
  *rank = effective_rank(dim, value);
  return MGNN_OK;
}

/* Find the mean row, and the mean of 1 - cos over all pairs of nodes off the
 * origin, pairs of a node with itself included: 1 - |mean of x_i/|x_i||^2.
 * Returns the sum of squares of isolated nodes. */
static double
node_sums(const mg_graph *g, size_t dim, const double *x, double *mean,
          double *unit, double *mad_all)
{
  double count = 0, isolated = 0;

  for (size_t i = 0; i < g->n; i++) {
    const double *xi = x + i * dim;
    double length = sqrt(square(dim, xi));

    count += length > 0;
    isolated += mg_degree(g, i) > 0 ? 0 : length * length;
    for (size_t c = 0; c < dim; c++) {
      mean[c] += xi[c] / (double)g->n;
      unit[c] += length > 0 ? xi[c] / length : 0;
    }
  }
  *mad_all = count > 0 ? fmax(0, 1 - square(dim, unit) / (count * count)) : NAN;
  return isolated;
}

/* Find the measures that need only the nodes, and the Dirichlet energy from its sum
 * over edges: an isolated node counts by its 1 in I, as it has no entry in A. */
static mgnn_status
node_totals_find(const mg_graph *g, size_t dim, const double *x, double apart,
                 mg_totals *out, mgnn_error *err)
{
  int narrow = dim <= DIM_MOST;
  double *c = mg_zalloc(narrow ? dim * dim : 1, sizeof *c), spread, all, unused;
  double *mean = mg_zalloc(2 * dim, sizeof *mean), *work = NULL, isolated;
  mgnn_status status;

  TRY(mg_allocated_all(err, c, mean, MG_NEW(work, narrow ? dim * dim : 1)));
  isolated = node_sums(g, dim, x, mean, mean + dim, &out->mad_all);
  spread = scatter(g->n, dim, x, mean, !narrow, c);
  all = spread + (double)g->n * square(dim, mean);
  out->point_ratio = all > 0 ? sqrt(spread / all) : NAN;
  out->dirichlet = all > 0 ? (apart + isolated) / all : NAN;
  out->effective_rank = out->singular_ratio = out->linear_ratio = NAN;
  if (!narrow)
    goto end;
  /* C before centring: C + n mean mean^T */
  for (size_t a = 0; a < dim; a++)
    for (size_t b = 0; b <= a; b++)
      work[a * dim + b] = c[a * dim + b] + (double)g->n * mean[a] * mean[b];
  TRY(spectrum(dim, work, mean, &out->linear_ratio, &unused, err));
  TRY(spectrum(dim, c, mean, &out->singular_ratio, &out->effective_rank, err));
end:
  mg_free_all(c, mean, work);
  return status;
}

/* The best factor for exact lengths, and the stress there: with s near the
 * best, it is E(s) - slope(s)^2 / rr. */
static void
scale_find(const edge_totals *t, int space, mg_totals *out)
{
  double rr = t->rr[space], slope = t->slope[space], m2 = t->fit.target2;
  double least = t->energy[space] - slope * slope / rr;

  out->scale = rr > 0 ? t->rm[space] / rr : NAN;
  out->scaled_stress = !(rr > 0 && m2 > 0) ? NAN : least < 0 ? 0 : least / m2;
}

mgnn_status
mg_totals_find(const mgnn_problem *p, size_t dim, const double *y, const double *z,
               mg_totals out[MG_SPACES], mgnn_figures *figures, mgnn_error *err)
{
  const double *x[MG_SPACES] = { z, y };
  edge_totals t;

  PASS(edge_totals_find(&p->graph, dim, y, &t, err));
  for (int space = 0; space < MG_SPACES; space++) {
    mg_totals *o = &out[space];

    if (x[space] == NULL)
      continue;
    o->mad = t.angles > 0 ? (t.angles - t.cosines) / t.angles : NAN;
    PASS(node_totals_find(&p->graph, dim, x[space], space == MG_IN_Y ? t.apart
                          : t.fit.length2, o, err));
    if (p->graph.target_upper == NULL)
      scale_find(&t, space, o);
    else
      PASS(mg_stress_scaled(p, dim, x[space], &o->scale, &o->scaled_stress, err));
  }
  if (figures != NULL)
    mg_edge_sums_figures(&t.fit, figures);
  return MGNN_OK;
}

/* ---- the table ---- */

#define OF(member) offsetof(mg_totals, member)

const mg_measure mg_measures[MG_MEASURES] = {
  { "scale", "Scale that suits the lengths best", 0, INFINITY, 0, OF(scale), NULL },
  { "scaled_stress", "Stress at the best scale", 0, 1, 0, OF(scaled_stress), NULL },
  { "gap", "Stress above the best drawing", -1, 1, MG_WITH_BEST, OF(scaled_stress),
    NULL },
  { "dirichlet", "Dirichlet energy", 0, 2, 0, OF(dirichlet), NULL },
  { "mad", "Mean average distance", 0, 2, 0, OF(mad), NULL },
  { "mad_all", "Mean average distance of all pairs", 0, 1, 0, OF(mad_all),
    NULL },
  { "effective_rank", "Effective rank", 1, INFINITY, 0, OF(effective_rank), NULL },
  { "singular_ratio", "Second singular value to first", 0, 1, 0, OF(singular_ratio), NULL },
  { "linear_ratio", "The same, not centred", 0, 1, 0, OF(linear_ratio), NULL },
  { "point_ratio", "Distance from the mean to that from 0", 0, 1, 0, OF(point_ratio), NULL },
  { "centroid_accuracy", "Nearest-centroid accuracy", 0, 1, MG_WITH_LABELS, 0,
    mg_centroid_accuracy },
  { "knn_accuracy", "10-nearest-neighbour accuracy", 0, 1, MG_WITH_LABELS, 0,
    mg_knn_accuracy },
  { "silhouette", "Silhouette", -1, 1, MG_WITH_LABELS, 0, mg_silhouette },
  { "probe_accuracy", "Linear-probe accuracy", 0, 1,
    MG_WITH_LABELS | MG_WITH_SPLITS, 0, mg_probe_accuracy }
};

mgnn_status
mg_measure_value(const mg_embedding *e, size_t k, double *out, mgnn_error *err)
{
  const mg_measure *m = &mg_measures[k];
  mg_totals own[MG_SPACES];
  const mg_totals *totals = e->totals != NULL ? e->totals : &own[MG_IN_Y];

  if (m->find != NULL)
    return m->find(e, out, err);
  if (e->totals == NULL)
    PASS(mg_totals_find(e->p, e->dim, e->x, NULL, own, NULL, err));
  memcpy(out, (const char *)totals + m->total, sizeof *out);
  if (m->needs & MG_WITH_BEST)
    *out -= e->best;
  return MGNN_OK;
}

size_t
mg_measure_find(const char *name, size_t len)
{
  size_t k = 0;

  while (k < MG_MEASURES && !(strlen(mg_measures[k].name) == len
                              && strncmp(mg_measures[k].name, name, len) == 0))
    k++;
  return k;
}

/* ---- claims ---- */

/* A line goes through the origin, as the linear subspace of the paper does, and a ray
 * starts there.  Nodes at one point are on one ray, and a ray is on a line: if
 * point_ratio is p, linear_ratio is at most p/sqrt(1 - p^2), and mad_all, ignoring
 * nodes at the origin, at most 4 p^2/(1 - p^2).  mad_all implies nothing for
 * linear_ratio, as it counts long and short rows alike, so that a ray needs both. */
const mg_claim mg_claims[MG_CLAIMS] = {
  { "centroids tell classes", "centroid_accuracy", 1, 0.9, NULL, NULL },
  { "classes are clusters", "silhouette", 1, 0.25, NULL, NULL },
  { "collapsed to a line", "linear_ratio", 0, 0.05, NULL, "singular_ratio" },
  { "collapsed to a ray", "mad_all", 0, 0.01, &mg_claims[2], NULL },
  { "collapsed to a point", "point_ratio", 0, 0.03, &mg_claims[3], NULL },
  { "arranged to the metric", "scaled_stress", 0, 0.05, NULL, NULL },
  { "as good as layout mode", "gap", 0, 0.02, NULL, NULL }
};

int
mg_claim_holds(const mg_claim *c, const double *value)
{
  int holds = 1;

  for (; c != NULL; c = c->needs) {
    double x = value[mg_measure_find(c->measure, strlen(c->measure))];

    if (!isfinite(x))
      return -1;
    holds &= c->at_least ? x >= c->threshold : x <= c->threshold;
  }
  return holds;
}
