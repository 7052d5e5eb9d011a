/* Stress if there are too many pairs.  Every node is pushed by the nodes
 * nearest to it, each individually, and by pivots that represent all others:
 * one pivot for each section of a Hilbert curve through the positions so far,
 * nearest to the middle of the section.  That is a sum over all nodes by a
 * quadrature rule, and better than new random nodes in every step: a binary
 * tree of depth 15 reaches a stress per pair of .142 instead of .151.
 *
 * Pivots push nodes, but the nodes that a pivot represents do not push it in
 * return: the pushes approximate the rows of full stress, and are not the
 * gradient of any function (Ortmann, Klimenta and Brandes, 2017).  So they are
 * followed by the MGNN step with momentum, not by L-BFGS. */
#include "sparse_stress.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/order.h"
#include "solve/descent/descend.h"
#include "batch_bfs.h"
#include "problem/energy.h"
#include "problem/paths.h"
#include "search_exact.h"
#include "stress_avx2.h"

#include <math.h>
#include <string.h>

enum {
  NEAREST = MG_SPARSE_NEAREST, /* nodes that push each node exactly */
  FIRST_PIVOTS = 200,          /* limit, beside half of the last round's */
  LAST_PIVOTS = MG_SPARSE_PIVOTS,      /* at most */
  MANY_PIVOTS = 500,           /* for graphs that are not very large */
  LEAST_PIVOTS = 100,
  ROWS = MG_SPARSE_ROWS        /* nodes in a block of work */
};

/* More pivots for large graphs would take longer than they are worth.  With
 * 500, road-like graphs of 20,000 nodes end 1.3 % above the stress of a search
 * over all pairs, 3elt 0.8 and USPowerGrid 0.6; with 1000 0.5, 0.7 and 0.3. */
#define PIVOTS_TIMES_NODES 2e8
#define LAST_PIVOTS_TIMES_NODES 5e7

/* Largest share of the last move. */
#define MOMENTUM 0.95F

static const float nearly_0 = 1e-20F;

/* Scratch of one thread. */
typedef struct {
  mg_paths paths;              /* for nearest nodes, and if lengths differ */
  unsigned *within;            /* 2 hops + 1: number of nodes by distance */
} scratch;

typedef struct {
  const mg_task *task;
  const mg_graph *g;
  size_t dim;
  mg_sparse_search m;
  size_t hops;                 /* if all lengths are the unit: hops from some
                                  node to the farthest; else 0 */
  float *radius;               /* radius within which a pivot has as many nodes
                                  as it represents */
  scratch *each;               /* one per thread */
  struct {                     /* in double precision */
    double *moved;             /* per block */
    double *y, *mid;           /* n*dim, dim: the caller's positions and their
                                  mean */
  } exact;
  int threads, over;
} sparse;

size_t
mg_sparse_pivots(size_t n)
{
  double many = fmin(PIVOTS_TIMES_NODES / (double)n, MANY_PIVOTS);
  double last = fmin(LAST_PIVOTS_TIMES_NODES / (double)n, LAST_PIVOTS);
  double most = fmax(fmax(many, last), LEAST_PIVOTS);

  return most < (double)n ? (size_t)most : n;
}

size_t
mg_sparse_first_pivots(size_t n)
{
  size_t most = mg_sparse_pivots(n);

  return most / 2 < FIRST_PIVOTS ? (most + 1) / 2 : FIRST_PIVOTS;
}

void
mg_sparse_begin(mg_sparse_search *s, size_t dim)
{
  const mg_stress_kernels *fast = mg_stress_avx2(dim);

  s->p.dim = s->near.dim = dim;
  s->near.stride = dim == 3 ? 4 : dim;
  s->kernel.pivot = fast != NULL ? fast->pivot : mg_pivot_portable;
  s->kernel.near = fast != NULL ? fast->near : mg_near_portable;
}

/* Slots of node i, at most: nearest nodes, other neighbours, and padding for
 * the kernels. */
static size_t
near_most(const mg_graph *g, size_t i)
{
  return (g->row[i + 1] - g->row[i] + NEAREST + 7) / 8 * 8;
}

mgnn_status
mg_sparse_search_alloc(mg_sparse_search *s, size_t looked, size_t pivots, size_t slots,
                   int weighted, mgnn_error *err)
{
  size_t n = s->p.n, size = s->p.dim * s->p.width;
  mgnn_status status = MGNN_OK;

  s->near.width = s->p.width;
  TRY(mg_allocated(s->p.column = mg_zalloc(pivots, s->p.width * mg_pair_size(s->p.kind)),
                   err));
  TRY(mg_allocated(s->place = mg_alloc(pivots, sizeof *s->place), err));
  TRY(mg_allocated(s->near.row = mg_alloc(2 * n, sizeof *s->near.row), err));
  TRY(mg_allocated(s->near.to = mg_alloc(slots, sizeof *s->near.to), err));
  TRY(mg_allocated(s->near.far = mg_alloc(slots, sizeof *s->near.far), err));
  if (weighted)
    TRY(mg_allocated(s->near.weight = mg_alloc(slots, sizeof *s->near.weight), err));
  TRY(mg_allocated(s->looked = mg_zalloc(looked, s->near.stride * sizeof *s->looked), err));
  TRY(mg_allocated(s->degree = mg_alloc(s->p.width, sizeof *s->degree), err));
  TRY(mg_allocated(s->x = mg_zalloc(3 * size, sizeof *s->x), err));
  s->p.pivot = s->place;
  s->near.end = s->near.row + n;
  s->ahead = s->x + size;
  s->push = s->ahead + size;
end:
  return status;
}

void
mg_sparse_search_free(mg_sparse_search *s)
{
  mg_free(s->p.column);
  mg_free(s->place);
  mg_free(s->near.row);
  mg_free(s->near.to);
  mg_free(s->near.far);
  mg_free(s->near.weight);
  mg_free(s->looked);
  mg_free(s->degree);
  mg_free(s->x);
}

static void
sparse_free(sparse *s)
{
  for (int k = 0; s->each != NULL && k < s->threads; k++) {
    mg_paths_free(&s->each[k].paths);
    mg_free(s->each[k].within);
  }
  mg_free(s->each);
  mg_free(s->radius);
  mg_free(s->exact.moved);
  mg_sparse_search_free(&s->m);
}

static mgnn_status
sparse_allocate(sparse *s, mgnn_error *err)
{
  size_t n = s->g->n, most = mg_sparse_pivots(n), slots = 0;
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < n; i++)
    slots += near_most(s->g, i);
  TRY(mg_sparse_search_alloc(&s->m, n, most, slots, s->g->weight != NULL, err));
  TRY(mg_allocated(s->radius = mg_alloc(most, sizeof *s->radius), err));
  TRY(mg_allocated(s->exact.moved = mg_alloc(n / ROWS + 1, sizeof *s->exact.moved), err));
  TRY(mg_allocated(s->each = mg_zalloc((size_t)s->threads, sizeof *s->each), err));
  for (int k = 0; k < s->threads; k++) {
    scratch *own = &s->each[k];

    PASS(mg_allocated(own->within = mg_alloc(2 * s->hops + 1, sizeof *own->within), err));
    PASS(mg_paths_init(&own->paths, s->g, err));
  }
end:
  return status;
}

size_t
mg_sparse_row_end(mg_sparse_search *s, size_t i, size_t at)
{
  s->near.end[i] = at;
  for (; at % 8 != 0; at++) {
    s->near.to[at] = (unsigned)i;
    s->near.far[at] = 1;
  }
  return at;
}

float
mg_sparse_units(const mg_sparse_search *s, double length)
{
  float far = (float)(length / s->unit);

  return far > 0 ? far : (float)MG_PAIR_COINCIDE;
}

/* Fill the slots of node i: the nearest nodes at their distances, then its
 * other neighbours, at the length of the edge. */
static void
near_fill(sparse *s, size_t i, mg_paths *p)
{
  const mg_graph *g = s->g;
  const mg_near *near = &s->m.near;
  size_t at = near->row[i], first = at;

  mg_paths_from(p, i, NEAREST + 1);
  for (size_t k = 1; k < p->reached_count; k++) {
    near->to[at] = p->reached[k];
    near->far[at++] = mg_sparse_units(&s->m, p->distance[p->reached[k]]);
  }
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    if (isinf(p->distance[g->to[k]])) {
      near->to[at] = g->to[k];
      near->far[at++] = mg_sparse_units(&s->m, mg_paths_length(g, k));
    }
  for (size_t q = first; q < at && near->weight != NULL; q++) {
    near->weight[q] = 1;
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      if (g->to[k] == near->to[q])
        near->weight[q] = (float)g->weight[k];
  }
  mg_sparse_row_end(&s->m, i, at);
}

static unsigned
middle_node(const sparse *s, const unsigned *list, size_t count)
{
  unsigned best = list[0];

  for (size_t k = 0; k < count; k++)
    s->m.degree[list[k]] = 0;              /* as scratch: squared distances */
  for (size_t c = 0; c < s->dim; c++) {
    const float *x = s->m.x + c * s->m.p.width;
    double mid = 0;

    for (size_t k = 0; k < count; k++)
      mid += (double)x[list[k]] / (double)count;
    for (size_t k = 0; k < count; k++) {
      float off = x[list[k]] - (float)mid;

      s->m.degree[list[k]] += off * off;
    }
  }
  for (size_t k = 1; k < count; k++)
    if (s->m.degree[list[k]] < s->m.degree[best])
      best = list[k];
  return best;
}

/* Choose one pivot for each of `count` equal sections of a Hilbert curve, so
 * that every pivot represents the same number of nodes, which are near it. */
static mgnn_status
pivots_choose(sparse *s, size_t count, mgnn_error *err)
{
  size_t n = s->g->n;
  unsigned *order = mg_alloc(n, sizeof *order);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(order, err));
  TRY(mg_hilbert_order(n, s->dim, s->m.p.width, s->m.x, order, err));
  for (size_t p = 0; p < count; p++) {
    size_t begin = p * n / count;

    s->m.place[p] = middle_node(s, order + begin, (p + 1) * n / count - begin);
  }
  s->m.p.count = count;
  s->m.p.share = (float)n / (float)count;
end:
  mg_free(order);
  return status;
}

void
mg_column_set(const mg_pivots *p, size_t k, float far)
{
  if (p->kind == MG_PAIR_SHORT)
    ((uint16_t *)p->column)[k] = (uint16_t)lrintf(far);
  else
    ((float *)p->column)[k] = far;
}

static void
column_measure(sparse *s, size_t p, mg_paths *paths)
{
  mg_paths_all(paths, s->m.place[p]);
  for (size_t i = 0; i < s->m.p.width; i++)
    mg_column_set(&s->m.p, p * s->m.p.width + i, i < s->g->n && i != s->m.place[p]
                  ? mg_sparse_units(&s->m, paths->distance[i]) : 0);
}

/* Fill the columns of all pivots by counting edges.  The radius is the first
 * one within which there are as many nodes as the pivot represents. */
static mgnn_status
columns_count(sparse *s, mgnn_error *err)
{
  size_t n = s->g->n, stand = (size_t)s->m.p.share;
  uint16_t *column = s->m.p.column;
  mg_batch batch = { s->g, s->task->control, s->hops, s->m.place, s->m.p.count,
                     s->m.p.width };
  mgnn_status status = mg_batch_bfs(&batch, column, &s->over, err);

  if (status != MGNN_OK || s->over)
    return status;
  stand = stand < n ? stand : n - 1;
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->threads)
  for (size_t p = 0; p < s->m.p.count; p++) {
    unsigned *within = s->each[mg_thread()].within;
    size_t sum = 0, radius = 0;

    memset(within, 0, (2 * s->hops + 1) * sizeof *within);
    for (size_t i = 0; i < n; i++)
      within[column[p * s->m.p.width + i]]++;
    while ((sum += within[radius]) <= stand)
      radius++;
    s->radius[p] = (float)radius;
  }
  return MGNN_OK;
}

static void
columns_fill(sparse *s)
{
  size_t stand = (size_t)s->m.p.share;

#pragma omp parallel for schedule(dynamic, 1) num_threads(s->threads)
  for (size_t p = 0; p < s->m.p.count; p++) {
    mg_paths *paths = &s->each[mg_thread()].paths;
    unsigned at;

    if (mg_run_over_any(s->task->control, &s->over))
      continue;
    column_measure(s, p, paths);
    /* Nodes are reached nearly in the order of their distances. */
    at = paths->reached[stand < s->g->n ? stand : s->g->n - 1];
    s->radius[p] = mg_sparse_units(&s->m, paths->distance[at]);
  }
}

/* A pivot represents nodes within about its radius.  For nodes nearer than
 * twice that it is a poor approximation, so its weight there is bounded; the
 * nearest nodes push individually anyway. */
void
mg_sparse_bound(mg_sparse_search *s, double radius)
{
  double clear = radius > 0.5 ? 2 * radius : 1;

  s->p.most = (float)((double)s->p.share / (clear * clear));
}

void
mg_sparse_weigh(const mg_sparse_search *s, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i++) {
    s->degree[i] = 0;
    for (size_t k = s->near.row[i]; k < s->near.end[i]; k++)
      s->degree[i] += (s->near.weight != NULL ? s->near.weight[k] : 1)
                      / (s->near.far[k] * s->near.far[k]);
  }
  for (size_t p = 0; p < s->p.count; p++)
    for (size_t i = begin; i < end; i++) {
      float far = mg_column_at(&s->p, p * s->p.width + i);
      float weight = s->p.share / (far * far);

      if (far > 0)
        s->degree[i] += weight < s->p.most ? weight : s->p.most;
    }
}

static void
weights_set(sparse *s)
{
  double radius = 0;

  for (size_t p = 0; p < s->m.p.count; p++)
    radius += (double)s->radius[p] / (double)s->m.p.count;
  mg_sparse_bound(&s->m, radius);
#pragma omp parallel for schedule(static) num_threads(s->threads)
  for (size_t b = 0; b < s->g->n; b += ROWS)
    mg_sparse_weigh(&s->m, b, b + ROWS < s->g->n ? b + ROWS : s->g->n);
}

/* Place the pivots alone, by full stress of their distances; x is count *
 * dim. */
static mgnn_status
skeleton_place(const sparse *s, double *x, size_t *iterations, mgnn_error *err)
{
  size_t count = s->m.p.count, width = s->m.p.width;
  float *all = mg_alloc(count, count * sizeof *all);
  double mean = 0;
  mg_task pivots = *s->task;
  mg_search found;
  mg_distances d = { 0 };
  mgnn_status status = MGNN_OK;

  pivots.pin = NULL;
  pivots.graph = NULL;         /* pivots have no edges */
  TRY(mg_allocated(all, err));
  for (size_t p = 0; p < count; p++) {
    for (size_t q = 0; q < count; q++)
      all[p * count + q] = mg_column_at(&s->m.p, p * width + s->m.place[q]);
    mean += (double)s->radius[p] / (double)count;
    for (size_t c = 0; c < s->dim; c++)
      x[p * s->dim + c] = (double)s->m.x[c * width + s->m.place[p]];
  }
  TRY(mg_distances_take(&d, count, all, err));
  TRY(mg_search_exact(&d, &pivots, mean, x, &found, err));
  *iterations += found.iterations;
end:
  mg_distances_free(&d);
  mg_free(all);
  return status;
}

/* Place each node at the mean of the pivots, weighted by d^-4, plus a random
 * hundredth of a unit, because the leaves of one hub are equally far from
 * everything and would never separate.  The steps that follow improve this. */
void
mg_sparse_interpolate(const mg_sparse_search *s, const double *x, unsigned long seed,
                      const unsigned *name, size_t begin, size_t end)
{
  size_t width = s->p.width, dim = s->p.dim;

  for (size_t i = begin; i < end; i++) {
    uint64_t stream = mg_random_stream(seed, name != NULL ? name[i] : i);
    float total = 0;

    for (size_t c = 0; c < dim; c++)
      s->push[c * width + i] = 0;
    for (size_t p = 0; p < s->p.count; p++) {
      float far = mg_column_at(&s->p, p * width + i) + 0.1F;
      float weight = 1 / (far * far * far * far);

      total += weight;
      for (size_t c = 0; c < dim; c++)
        s->push[c * width + i] += weight * (float)x[p * dim + c];
    }
    for (size_t c = 0; c < dim; c++)
      s->x[c * width + i] = s->push[c * width + i] / total
                            + (float)(0.02 * mg_random_uniform(&stream) - 0.01);
  }
}

static mgnn_status
skeleton_interpolate(sparse *s, size_t *iterations, mgnn_error *err)
{
  size_t n = s->g->n;
  double *x = mg_alloc(s->m.p.count, s->dim * sizeof *x);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(x, err));
  TRY(skeleton_place(s, x, iterations, err));
#pragma omp parallel for schedule(static) num_threads(s->threads)
  for (size_t b = 0; b < n; b += ROWS)
    mg_sparse_interpolate(&s->m, x, s->task->control->seed, NULL, b,
                          b + ROWS < n ? b + ROWS : n);
end:
  mg_free(x);
  return status;
}

void
mg_pivot_portable(const mg_pivots *p, const float *x, size_t begin, size_t end,
                  float *grad)
{
  for (size_t k = 0; k < p->count; k++)
    for (size_t i = begin; i < end; i++) {
      float far = mg_column_at(p, k * p->width + i), square = 0, weight, push;

      for (size_t c = 0; c < p->dim; c++) {
        float away = x[c * p->width + i] - x[c * p->width + p->pivot[k]];

        square += away * away;
      }
      if (!(far > 0))
        continue;
      weight = p->share / (far * far);
      weight = weight < p->most ? weight : p->most;
      push = weight * (1 - far / sqrtf(square > nearly_0 ? square : nearly_0));
      for (size_t c = 0; c < p->dim; c++)
        grad[c * p->width + i] += push * (x[c * p->width + i]
                                          - x[c * p->width + p->pivot[k]]);
    }
}

void
mg_near_portable(const mg_near *s, const float *x, size_t begin, size_t end,
                 float *grad)
{
  for (size_t i = begin; i < end; i++) {
    const float *at = x + i * s->stride;

    for (size_t c = 0; c < s->dim; c++)
      grad[c * s->width + i] = 0;
    for (size_t k = s->row[i]; k < s->end[i]; k++) {
      const float *other = x + s->to[k] * s->stride;
      float square = 0, far = s->far[k], push;

      for (size_t c = 0; c < s->dim; c++)
        square += (at[c] - other[c]) * (at[c] - other[c]);
      push = (1 - far / sqrtf(square > nearly_0 ? square : nearly_0))
             / (far * far);
      for (size_t c = 0; c < s->dim; c++)
        grad[c * s->width + i] += push * (at[c] - other[c]);
    }
  }
}

/* Copy `ahead` of the nodes from begin to end - 1, node after node: neighbours
 * are accessed at random, and then have all coordinates in one cache line. */
void
mg_sparse_look(const mg_sparse_search *s, size_t begin, size_t end)
{
  for (size_t c = 0; c < s->p.dim; c++)
    for (size_t i = begin; i < end; i++)
      s->looked[i * s->near.stride + c] = s->ahead[c * s->p.width + i];
}

/* Add the pushes of stiff edges beyond those of near nodes, whose weight is 1:
 *   sum_j (w - 1)/d^2 (1 - d/r) (x_i - x_j). */
static void
stiff_push(const mg_sparse_search *s, size_t begin, size_t end)
{
  const mg_near *near = &s->near;

  for (size_t i = begin; i < end; i++)
    for (size_t k = near->row[i]; k < near->end[i]; k++) {
      const float *at = s->looked + i * near->stride;
      const float *other = s->looked + near->to[k] * near->stride;
      float far = near->far[k], square = 0, push;

      if (near->weight[k] == 1)
        continue;
      for (size_t c = 0; c < near->dim; c++)
        square += (at[c] - other[c]) * (at[c] - other[c]);
      push = (near->weight[k] - 1) / (far * far)
             * (1 - far / sqrtf(square > nearly_0 ? square : nearly_0));
      for (size_t c = 0; c < near->dim; c++)
        s->push[c * s->p.width + i] += push * (at[c] - other[c]);
    }
}

void
mg_sparse_push(const mg_sparse_search *s, size_t begin, size_t end)
{
  s->kernel.near(&s->near, s->looked, begin, end, s->push);
  s->kernel.pivot(&s->p, s->ahead, begin, end, s->push);
  if (s->near.weight != NULL)
    stiff_push(s, begin, end);
}

/* Nesterov's scheme with half an MGNN step:
 *   next = ahead - push / (2 degree),  ahead = next + momentum (next - x). */
double
mg_sparse_step(const mg_sparse_search *s, size_t k, size_t begin, size_t end)
{
  float momentum = fminf((float)k / ((float)k + 3), MOMENTUM);
  double sum = 0;

  for (size_t c = 0; c < s->p.dim; c++)
    for (size_t i = begin; i < end; i++) {
      size_t at = c * s->p.width + i;
      float next, move;

      if (s->pin != NULL && s->pin[i * s->p.dim + c])
        continue;
      next = s->ahead[at] - 0.5F * s->push[at] / s->degree[i];
      move = next - s->x[at];
      s->x[at] = next;
      s->ahead[at] = next + momentum * move;
      sum += (double)move * (double)move;
    }
  mg_sparse_look(s, begin, end);
  return sum;
}

/* Move all nodes by one step.  Moves are summed per block, in order, so that
 * the sum does not depend on the threads.  Returns their mean square. */
static double
step_all(sparse *s, size_t k)
{
  size_t n = s->g->n, blocks = (n + ROWS - 1) / ROWS;
  double sum = 0;

#pragma omp parallel num_threads(s->threads)
  {
#pragma omp for schedule(dynamic, 1)
    for (size_t b = 0; b < blocks; b++)
      mg_sparse_push(&s->m, b * ROWS, (b + 1) * ROWS < n ? (b + 1) * ROWS : n);
#pragma omp for schedule(static)
    for (size_t b = 0; b < blocks; b++)
      s->exact.moved[b] = mg_sparse_step(&s->m, k, b * ROWS,
                                         (b + 1) * ROWS < n ? (b + 1) * ROWS : n);
  }
  for (size_t b = 0; b < blocks; b++)
    sum += s->exact.moved[b];
  return sum / (double)n;
}

void
mg_sparse_places_set(mg_sparse_search *s, const unsigned *at, const double *mid,
                     const double *y)
{
  size_t dim = s->p.dim;

  for (size_t c = 0; c < dim; c++)
    for (size_t i = 0; i < s->p.n; i++)
      s->x[c * s->p.width + i] = (float)((y[(at != NULL ? at[i] : i) * dim + c] - mid[c])
                                         / s->unit);
}

void
mg_sparse_places_get(const mg_sparse_search *s, const unsigned char *pin,
                     const unsigned *at, const double *mid, double *y)
{
  size_t dim = s->p.dim;

  for (size_t i = 0; i < s->p.n; i++)
    for (size_t c = 0; c < dim; c++)
      if (pin == NULL || !pin[i * dim + c])
        y[(at != NULL ? at[i] : i) * dim + c] = (double)s->x[c * s->p.width + i] * s->unit
                                                + mid[c];
}

static void
places_set(sparse *s)
{
  double *mid = s->exact.mid;

  for (size_t c = 0; c < s->dim; c++) {
    mid[c] = 0;
    for (size_t i = 0; i < s->g->n; i++)
      mid[c] += s->exact.y[i * s->dim + c] / (double)s->g->n;
  }
  mg_sparse_places_set(&s->m, NULL, mid, s->exact.y);
}

/* Choose pivots and make some steps.  With `skeleton` the pivots are placed
 * alone first, which removes folds that PivotMDS leaves and steps would keep:
 * the tree of depth 15 reaches .139 instead of .142. */
static mgnn_status
round_run(sparse *s, size_t pivots, size_t steps, int skeleton,
          size_t *iterations, mgnn_error *err)
{
  PASS(pivots_choose(s, pivots, err));
  if (s->hops > 0)
    PASS(columns_count(s, err));
  else
    columns_fill(s);
  if (s->over)
    return MGNN_OK;
  weights_set(s);
  if (skeleton)
    PASS(skeleton_interpolate(s, iterations, err));
  memcpy(s->m.ahead, s->m.x, s->dim * s->m.p.width * sizeof *s->m.x);
  mg_sparse_look(&s->m, 0, s->g->n);
  for (size_t k = 0; k < steps; k++) {
    mg_descent_progress progress = { .size = s->g->n * s->dim, .iteration = k,
                                     .value = NAN, .left = (double)(steps - k) };

    if (s->task->control->frame != NULL) {
      mg_sparse_places_get(&s->m, s->m.pin, NULL, s->exact.mid, s->exact.y);
      mg_progress_frame(&progress, s->task->control, s->exact.y);
    }
    if (mg_run_step(s->task->control, progress))
      break;
    step_all(s, k);
    ++*iterations;
  }
  return MGNN_OK;
}

/* Find the unit and the number of hops, by a search from one node. */
static mgnn_status
sparse_measure(sparse *s, mgnn_error *err)
{
  mg_paths p;
  mgnn_status status = mg_paths_init(&p, s->g, err);
  double far;

  if (status != MGNN_OK)
    return status;
  mg_paths_from(&p, 0, s->g->n);
  far = p.distance[p.reached[p.reached_count - 1]];
  s->m.p.kind = mg_pair_unit(s->g, far, &s->m.unit);
  if (s->m.p.kind == MG_PAIR_BYTE)
    s->m.p.kind = MG_PAIR_SHORT;
  if (p.unit && s->m.p.kind == MG_PAIR_SHORT)
    s->hops = (size_t)lround(far / s->m.unit);
  mg_paths_free(&p);
  return MGNN_OK;
}

/* Improve y in two rounds.  The last one has all pivots; `rough` leaves it out. */
static mgnn_status
improve(const mg_task *t, int given, int rough, double *y, size_t *iterations,
        mgnn_error *err)
{
  size_t n = t->graph->n, dim = t->dim;
  sparse s = { .task = t, .g = t->graph, .dim = dim,
               .threads = mg_threads(t->control->threads) };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(s.exact.mid = mg_alloc(dim, sizeof *y), err));
  s.exact.y = y;
  s.m.p = (mg_pivots){ .n = n, .width = (n + 7) / 8 * 8 };
  s.m.pin = t->pin;
  mg_sparse_begin(&s.m, dim);
  TRY(sparse_measure(&s, err));
  if (!(s.m.unit > 0))
    goto end;
  TRY(sparse_allocate(&s, err));
  places_set(&s);
  s.m.near.row[0] = 0;
  for (size_t i = 1; i < s.g->n; i++)
    s.m.near.row[i] = s.m.near.row[i - 1] + near_most(s.g, i - 1);
#pragma omp parallel for schedule(dynamic, 1) num_threads(s.threads)
  for (size_t b = 0; b < s.g->n; b += ROWS)
    for (size_t i = b; i < b + ROWS && i < s.g->n; i++)
      near_fill(&s, i, &s.each[mg_thread()].paths);
  TRY(round_run(&s, mg_sparse_first_pivots(n), MG_SPARSE_FIRST_STEPS,
                t->pin == NULL && !given, iterations, err));
  if (!s.over && !rough)
    TRY(round_run(&s, mg_sparse_pivots(n), MG_SPARSE_LAST_STEPS, 0, iterations, err));
  mg_sparse_places_get(&s.m, s.m.pin, NULL, s.exact.mid, y);
end:
  mg_free(s.exact.mid);
  sparse_free(&s);
  return status;
}

mgnn_status
mg_sparse_improve(const mg_task *t, int given, double *y, size_t *iterations,
                  mgnn_error *err)
{
  return improve(t, given, 0, y, iterations, err);
}

mgnn_status
mg_sparse_arrange(const mg_task *t, double *y, size_t *iterations,
                  mgnn_error *err)
{
  return improve(t, 0, 1, y, iterations, err);
}
