/* The figures of merit: one pass over the edges, sums kept per block and added
 * in order, so that they do not depend on the threads. */
#include "base/mem.h"
#include "problem/energy.h"
#include "problem/problem.h"

#include <math.h>

enum { EDGE_BLOCK = 4096 };

/* What a block of edges adds up to. */
typedef struct {
  double energy, target2, length2;       /* w-weighted sums */
  double max_error, sum_error, sum_error2, max_zero;
  size_t positive, zero, coincident;
} tally;

/* Edge e of length r: the violation is r - m, and relative to the bound that
 * is violated; with an interval it is 0 inside. */
static void
edge_add(const mg_graph *g, size_t e, double r, tally *t)
{
  double lower = g->target[e];
  double upper = g->target_upper != NULL ? g->target_upper[e] : lower;
  double m = r < lower ? lower : r > upper ? upper : r;
  double w = g->stiffness != NULL ? g->stiffness[e] : 1;
  double aim = g->target_upper == NULL ? lower : m;

  t->energy += w * (r - m) * (r - m);
  t->target2 += w * aim * aim;
  t->length2 += w * r * r;
  if (upper > 0) {
    double error = r == m ? 0 : fabs(r - m) / m;

    t->positive++;
    t->sum_error += error;
    t->sum_error2 += error * error;
    if (error > t->max_error)
      t->max_error = error;
    if (r == 0 && lower > 0)
      t->coincident++;
  } else {
    t->zero++;
    if (r > t->max_zero)
      t->max_zero = r;
  }
}

static void
tally_add(tally *sum, const tally *t)
{
  sum->energy += t->energy;
  sum->target2 += t->target2;
  sum->length2 += t->length2;
  sum->sum_error += t->sum_error;
  sum->sum_error2 += t->sum_error2;
  sum->max_error = fmax(sum->max_error, t->max_error);
  sum->max_zero = fmax(sum->max_zero, t->max_zero);
  sum->positive += t->positive;
  sum->zero += t->zero;
  sum->coincident += t->coincident;
}

/* |Z - Z0|_F^2 with Z = D^1/2 Y. */
static double
drift(const mgnn_problem *p, const double *y, const double *origin)
{
  size_t dim = (size_t)p->dim;
  double sum = 0;

  for (size_t i = 0; i < p->graph.n; i++)
    for (size_t c = 0; c < dim; c++) {
      double d = p->graph.root[i] * y[i * dim + c] - origin[i * dim + c];

      sum += d * d;
    }
  return sum;
}

static void
figures_fill(mgnn_figures *f, const tally *t)
{
  double count = (double)t->positive;

  f->energy = t->energy;
  f->stress = t->target2 > 0 ? t->energy / t->target2 : NAN;
  f->stress1 = t->length2 > 0 ? sqrt(t->energy / t->length2) : NAN;
  f->max_relative_error = t->positive > 0 ? t->max_error : NAN;
  f->rms_relative_error = t->positive > 0 ? sqrt(t->sum_error2 / count) : NAN;
  f->mean_relative_error = t->positive > 0 ? t->sum_error / count : NAN;
  f->max_zero_length = t->zero > 0 ? t->max_zero : NAN;
  f->coincident = t->coincident;
}

mgnn_status
mgnn_measure(const mgnn_problem *p, const double *y, const double *origin,
             double alpha, mgnn_figures *out, mgnn_error *err)
{
  const mg_graph *g = &p->graph;
  size_t dim = (size_t)p->dim, blocks = (g->m + EDGE_BLOCK - 1) / EDGE_BLOCK;
  tally *block = mg_zalloc(blocks, sizeof *block), sum = { 0 };

  if (block == NULL)
    return mg_fail_memory(err);
#pragma omp parallel for schedule(dynamic, 4)
  for (size_t b = 0; b < blocks; b++) {
    size_t end = (b + 1) * EDGE_BLOCK;

    for (size_t e = b * EDGE_BLOCK; e < end && e < g->m; e++)
      edge_add(g, e, mg_distance(y + g->ends[2 * e] * dim,
                                 y + g->ends[2 * e + 1] * dim, dim), &block[b]);
  }
  for (size_t b = 0; b < blocks; b++)
    tally_add(&sum, &block[b]);
  mg_free(block);
  figures_fill(out, &sum);
  out->objective = out->energy;
  if (origin != NULL)
    out->objective = (1 - alpha) * out->energy + alpha * drift(p, y, origin);
  return MGNN_OK;
}
