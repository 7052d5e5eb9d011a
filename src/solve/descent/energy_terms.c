/* The terms of the energy: the edges, signed volumes, pairs without an edge. */
#include "energy_terms.h"
#include "base/random.h"

#include <string.h>

static double
edges_add(const mg_energy_input *in, const double *y, double *grad)
{
  return mg_energy(in->graph, in->dim, in->seed, in->threads, y, grad,
                   in->partial);
}

/* The other three corners of each, so that V = (p-o).((q-o) x (r-o)) / 6 for every
 * corner p with an even permutation (o, p, q, r). */
static const unsigned char corners[4][4] = {
  { 0, 1, 2, 3 }, { 0, 2, 3, 1 }, { 0, 3, 1, 2 }, { 1, 0, 3, 2 }
};

/* sum_k ((V_k - v_k) / u_k^2)^2, v_k the volume clamped into its bounds: in units
 * of squared lengths, as the edges.  The derivative of V by corner p is
 * ((q-o) x (r-o)) / 6. */
static double
chirality_add(const mg_energy_input *in, const double *y, double *grad)
{
  const mg_chirality *c = &in->terms->chirality;
  size_t dim = in->dim;
  double sum = 0;

  for (size_t k = 0; k < c->count && dim >= 3; k++) {
    double v = mg_signed_volume(c, k, dim, y);
    double off = v - fmax(c->lower[k], fmin(c->upper[k], v));
    double scale = 1 / (c->unit[k] * c->unit[k]);

    sum += off * scale * off * scale;
    for (size_t p = 0; p < 4 && grad != NULL && off != 0; p++) {
      const unsigned *node = c->node + 4 * k;
      const double *o = y + node[corners[p][0]] * dim;
      const double *q = y + node[corners[p][2]] * dim;
      const double *r = y + node[corners[p][3]] * dim;
      double *g = grad + node[corners[p][1]] * dim;

      for (size_t x = 0; x < 3; x++) {
        size_t s = (x + 1) % 3, t = (x + 2) % 3;

        g[x] += off * scale * scale / 6
                * ((q[s] - o[s]) * (r[t] - o[t]) - (q[t] - o[t]) * (r[s] - o[s]));
      }
    }
  }
  return sum;
}

/* sum over pairs without an edge of (X - r)^2 where r < X. */
typedef struct {
  const mg_energy_input *in;
  const double *y;
  double *grad, sum;
} near_sum;

static void
near_add(void *ctx, unsigned i, unsigned j, double r)
{
  near_sum *s = ctx;
  size_t dim = s->in->dim;
  double x = s->in->terms->min_distance;

  s->sum += (x - r) * (x - r);
  if (s->grad == NULL)
    return;
  for (size_t c = 0; c < dim && r > 0; c++) {
    double push = (1 - x / r) * (s->y[i * dim + c] - s->y[j * dim + c]);

    s->grad[i * dim + c] += push;
    s->grad[j * dim + c] -= push;
  }
  if (!(r > 0)) {
    mg_random_direction(s->in->seed, i, j, dim, -x, s->grad + i * dim);
    mg_random_direction(s->in->seed, j, i, dim, -x, s->grad + j * dim);
  }
}

static double
distance_add(const mg_energy_input *in, const double *y, double *grad)
{
  near_sum sum = { in, y, grad, 0 };
  mg_close_pairs pairs = { .found = near_add, .ctx = &sum };
  mgnn_status status;

  if (!(in->terms->min_distance > 0))
    return 0;
  status = mg_close_pairs_find(&pairs, in->graph, in->dim, y,
                              in->terms->min_distance, NULL);
  if (status != MGNN_OK && in->failed != NULL)
    *in->failed = status;
  return sum.sum;
}

const mg_energy_term mg_energy_terms[] = {
  { "edges", edges_add },
  { "chirality", chirality_add },
  { "min-distance", distance_add },
  { NULL, NULL }
};

double
mg_energy_sum(const mg_energy_input *in, const double *y, double *grad)
{
  double sum = 0;

  for (const mg_energy_term *t = mg_energy_terms; t->name != NULL; t++)
    if (t == mg_energy_terms || in->terms != NULL)
      sum += t->add(in, y, grad);
  return sum;
}
