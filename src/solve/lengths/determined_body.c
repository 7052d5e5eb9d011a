/* Trilateration: a node with dim+1 distances to nodes at known places has only
 * one place. */
#include "determined_body.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/dense.h"
#include "solve/descent/edge_energy.h"

#include <math.h>
#include <string.h>

enum { SEEDS = 64 };           /* cliques tried */

#define STEPS_MOST 300.0       /* limit of finding motions, in steps of L-BFGS */
#define SOFT 1e-11             /* relative to the stiffness of an edge: what
                                  resists less is free to move */
#define STILL 1e-3             /* of a push: a node that moves less is held */

typedef struct {
  const mg_graph *g;
  size_t need;                 /* number of neighbours that determine a node */
  unsigned *near;              /* n: number of neighbours in the set */
  unsigned *queue;             /* n: the set */
  size_t count;
} body;

static void
take(body *b, unsigned i)
{
  const mg_graph *g = b->g;

  b->queue[b->count++] = i;
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    b->near[g->to[k]]++;
}

/* Find dim+1 nodes with all edges between them, starting with node i; each next
 * one has the most neighbours among the candidates.  Returns 0 if stuck. */
static int
clique(body *b, unsigned i)
{
  const mg_graph *g = b->g;

  take(b, i);
  while (b->count < b->need) {
    size_t most = 0;
    unsigned best = i;

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k];

      if (b->near[j] == b->count   /* so it is not one of them */
          && g->row[j + 1] - g->row[j] > most) {
        most = g->row[j + 1] - g->row[j];
        best = j;
      }
    }
    if (most == 0)
      return 0;
    take(b, best);
  }
  return 1;
}

/* Extend the set, a clique, by all nodes that it determines. */
static void
close(body *b, unsigned char *in)
{
  const mg_graph *g = b->g;

  for (size_t k = 0; k < b->count; k++)
    in[b->queue[k]] = 1;
  for (size_t k = 0; k < b->count; k++)
    for (size_t a = g->row[b->queue[k]]; a < g->row[b->queue[k] + 1]; a++)
      if (!in[g->to[a]] && b->near[g->to[a]] >= b->need) {
        in[g->to[a]] = 1;
        take(b, g->to[a]);
      }
}

static void
forget(body *b)
{
  const mg_graph *g = b->g;

  for (size_t a = 0; a < b->count; a++)
    for (size_t k = g->row[b->queue[a]]; k < g->row[b->queue[a] + 1]; k++)
      b->near[g->to[k]] = 0;
  b->count = 0;
}

/* Find the largest set.  Seeds are at even distances in the order of the nodes; from
 * each one on, the first clique is used.  Nodes of one set do not begin another. */
static void
largest(body *b, unsigned char *tried, unsigned char *in, size_t *count)
{
  size_t n = b->g->n, step = n / SEEDS + 1;

  for (size_t begin = 0; begin < n && *count <= n / 2; begin += step)
    for (size_t i = begin; i < begin + step && i < n; i++) {
      if (tried[i] || b->g->row[i + 1] - b->g->row[i] + 1 < b->need)
        continue;
      tried[i] = 1;
      if (clique(b, (unsigned)i)) {
        unsigned char *now = tried + n;

        memset(now, 0, n);
        close(b, now);
        for (size_t k = 0; k < b->count; k++)
          tried[b->queue[k]] = 1;
        if (b->count > *count) {
          *count = b->count;
          memcpy(in, now, n);
        }
        forget(b);
        break;
      }
      forget(b);
    }
}

mgnn_status
mg_determined_body(const mg_task *t, unsigned char *in, size_t *count,
                   mgnn_error *err)
{
  size_t n = t->graph->n;
  body b = { .g = t->graph, .need = t->dim + 1 };
  unsigned char *tried = mg_zalloc(2 * n, 1);
  mgnn_status status = MGNN_OK;

  *count = 0;
  memset(in, 0, n);
  TRY(mg_allocated(tried, err));
  TRY(mg_allocated(b.near = mg_zalloc(n, sizeof *b.near), err));
  TRY(mg_allocated(b.queue = mg_alloc(n, sizeof *b.queue), err));
  largest(&b, tried, in, count);
end:
  mg_free_all(tried, b.near, b.queue);
  return status;
}

/* ---- what moves with it ---- */

mgnn_status
mg_body_hold(const mg_task *t, const unsigned char *body, unsigned char **pin,
             mgnn_error *err)
{
  size_t dim = t->dim;

  *pin = mg_alloc(t->graph->n, dim);
  for (size_t c = 0; c < t->graph->n * dim && *pin != NULL; c++)
    (*pin)[c] = body[c / dim] || (t->pin != NULL && t->pin[c]);
  return mg_allocated(*pin, err);
}

/* x = (R^T R + SOFT D)^-1 SOFT D x, R the rigidity matrix at y and D the
 * degrees: removes from x the motions that the lengths resist. */
static mgnn_status
project(const mg_edge_energy *e, const double *y, double *degree, double *x,
        mgnn_error *err)
{
  for (size_t i = 0; i < e->graph->n; i++)
    degree[i] = fmax(mg_degree(e->graph, i), 1e-300);
  PASS(mg_edge_metric_factor(e->metric, y, &(mg_metric_terms){
     .by = 1, .share = SOFT, .node = degree, .along = 1 }, err));
  for (size_t c = 0; c < e->graph->n * e->dim; c++)
    x[c] *= SOFT * degree[c / e->dim];
  if (mg_edge_metric_solve(e->metric, x) != 0)
    PASS(mg_fail_memory(err));
  return MGNN_OK;
}

mgnn_status
mg_body_extend(const mg_task *t, const double *y, unsigned char *body,
               mgnn_error *err)
{
  size_t n = t->graph->n, dim = t->dim;
  mg_edge_energy e = { 0 };
  unsigned char *pin = NULL;
  double *x = NULL;
  mgnn_status status = MGNN_OK;

  if (dim == 1 || memchr(body, 1, n) == NULL)
    return MGNN_OK;
  TRY(mg_body_hold(t, body, &pin, err));
  TRY(mg_edge_energy_init(&e, t->graph, dim, pin, t->control->seed,
                          t->control->threads, err));
  TRY(mg_edge_energy_plan(&e, STEPS_MOST, err));
  if (e.metric == NULL)
    goto end;
  TRY(mg_allocated(x = mg_alloc(n * (dim + 1), sizeof *x), err));
  TRY(mg_random_normal(t->control->seed, 1, n * dim, x, err));
  TRY(project(&e, y, x + n * dim, x, err));
  for (size_t i = 0; i < n; i++)
    body[i] |= t->graph->row[i + 1] - t->graph->row[i] > dim
               && mg_inner(x + i * dim, x + i * dim, dim) < STILL * STILL;
end:
  mg_edge_energy_free(&e);
  mg_free_all(pin, x);
  return status;
}
