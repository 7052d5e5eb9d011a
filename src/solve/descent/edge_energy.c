/* E as an objective: the sum of its terms, with D^-1 as the metric. */
#include "edge_energy.h"
#include "base/mem.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

/* The terms of the energy: edges, signed volumes, and pairs too near. */

static double
edges_add(const mg_energy_input *in, const double *y, double *grad)
{
  return mg_energy(in->graph, in->dim, in->seed, in->threads, y, grad,
                   in->partial);
}

/* For each corner p the other three, as an even permutation (o, p, q, r), so
 * that V = (p-o).((q-o) x (r-o)) / 6. */
static const unsigned char corners[4][4] = {
  { 0, 1, 2, 3 }, { 0, 2, 3, 1 }, { 0, 3, 1, 2 }, { 1, 0, 3, 2 }
};

/* sum_k (3 (V_k - v_k) / u_k^2)^2, v_k the volume clamped into its bounds: in
 * squared lengths, as for edges.  With a factor below 3, lengths hold centres on
 * the wrong side.  The derivative of V by corner p is ((q-o) x (r-o)) / 6. */
static double
chirality_add(const mg_energy_input *in, const double *y, double *grad)
{
  const mg_chirality *c = &in->terms->chirality;
  size_t dim = in->dim;
  double sum = 0;

  for (size_t k = 0; k < c->count && dim >= 3; k++) {
    double v = mg_signed_volume(c, k, dim, y);
    double off = v - fmax(c->lower[k], fmin(c->upper[k], v));
    double scale = 3 / (c->unit[k] * c->unit[k]);

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

/* sum of (X - r)^2 over the pairs without an edge that have r < X. */
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

/* The width of a graph, by a breadth-first search of its core. */

/* Find the core, the nodes that remain when nodes with fewer than two neighbours
 * are removed repeatedly: alive[i] is 1 for these.  queue: n numbers. */
static void
core_find(const mg_graph *g, unsigned *queue, unsigned char *alive)
{
  size_t count = 0;

  memset(alive, 1, g->n);
  for (size_t i = 0; i < g->n; i++)
    if (g->row[i + 1] - g->row[i] < 2) {
      alive[i] = 0;
      queue[count++] = (unsigned)i;
    }
  for (size_t q = 0; q < count; q++)
    for (size_t k = g->row[queue[q]]; k < g->row[queue[q] + 1]; k++) {
      unsigned j = g->to[k];
      size_t left = 0;

      for (size_t s = g->row[j]; s < g->row[j + 1] && alive[j]; s++)
        left += alive[g->to[s]];
      if (alive[j] && left < 2) {
        alive[j] = 0;
        queue[count++] = j;
      }
    }
}

mgnn_status
mg_core_width(const mg_graph *g, size_t *width, mgnn_error *err)
{
  unsigned *queue = mg_alloc(g->n, sizeof *queue);
  unsigned char *alive = mg_alloc(g->n, 1);
  mgnn_status status = MGNN_OK;

  *width = 0;
  TRY(mg_allocated(queue, err));
  TRY(mg_allocated(alive, err));
  core_find(g, queue, alive);
  for (size_t i = 0; i < g->n; i++) {
    size_t count = 1, begin = 0;

    if (!alive[i])
      continue;
    queue[0] = (unsigned)i;
    for (alive[i] = 0; begin < count;) {
      size_t end = count;

      *width = end - begin > *width ? end - begin : *width;
      for (; begin < end; begin++)
        for (size_t k = g->row[queue[begin]]; k < g->row[queue[begin] + 1]; k++)
          if (alive[g->to[k]]) {
            alive[g->to[k]] = 0;
            queue[count++] = g->to[k];
          }
    }
  }
end:
  mg_free_all(queue, alive);
  return status;
}

static double
value(void *ctx, const double *y, double *grad)
{
  mg_edge_energy *e = ctx;
  const mg_energy_input in = { e->graph, e->dim, e->seed, e->threads, e->partial,
                               e->terms, &e->failed };

  return mg_energy_sum(&in, y, grad);
}

mgnn_status
mg_edge_energy_init(mg_edge_energy *e, const mg_graph *g, size_t dim,
              const unsigned char *pin, unsigned long seed, int threads,
              mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *e = (mg_edge_energy){ .graph = g, .dim = dim, .seed = seed,
                         .threads = threads, .pin = pin };
  TRY(mg_allocated(e->inverse = mg_alloc(g->n * dim, sizeof *e->inverse), err));
  TRY(mg_allocated(e->partial = mg_alloc(mg_blocks(g->n), sizeof *e->partial), err));
  for (size_t c = 0; c < g->n * dim; c++)
    e->inverse[c] = mg_degree(g, c / dim) > 0 && (pin == NULL || !pin[c])
                    ? 1 / mg_degree(g, c / dim) : 0;
  for (size_t k = 0; k < g->m; k++)
    e->scale += (g->stiffness != NULL ? g->stiffness[k] : 1) * g->target[k]
                * g->target[k];
  e->objective = (mg_objective){ g->n * dim, value, e, e->inverse, NULL };
end:
  if (status != MGNN_OK)
    mg_edge_energy_free(e);
  return status;
}

void
mg_edge_energy_free(mg_edge_energy *e)
{
  mg_edge_metric_free(e->metric);
  mg_free_all(e->inverse, e->partial);
  memset(e, 0, sizeof *e);
}

/* Costs: a step of L-BFGS passes about forty times over the coordinates, and
 * once per dimension over the slots with about ten operations.  A factor has at
 * least a dense block of the core's width, which takes width^3 / 6. */
mgnn_status
mg_edge_energy_plan(mg_edge_energy *e, double steps, mgnn_error *err)
{
  const mg_graph *g = e->graph;
  double dim = (double)e->dim, most, block;

  if (e->metric != NULL)
    return MGNN_OK;
  most = steps * dim * (40.0 * (double)g->n + 20.0 * (double)g->m);
  if (e->width == 0)
    PASS(mg_core_width(g, &e->width, err));
  block = dim * (double)e->width;
  if (fmax(block * block * block / 6 / 8, e->work) > most)
    return MGNN_OK;
  PASS(mg_edge_metric_init(&e->metric, g, e->dim, e->pin, err));
  e->work = mg_edge_metric_work(e->metric);
  if (e->work <= most)
    return MGNN_OK;
  mg_edge_metric_free(e->metric);
  e->metric = NULL;
  return MGNN_OK;
}
