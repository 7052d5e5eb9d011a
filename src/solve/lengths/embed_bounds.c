/* Distance geometry (Crippen and Havel, 1988): smooth the bounds by the triangle
 * inequality, draw random distances between them, embed their metric matrix in one
 * dimension more, where nodes can pass each other and centres change sides, descend
 * there with volumes and repulsion, and squeeze the added coordinate out. */
#include "embed_bounds.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "problem/paths.h"
#include "problem/smooth.h"
#include "solve/descent/descend.h"
#include "solve/descent/length_error.h"
#include "solve/descent/lift.h"

#include <math.h>
#include <string.h>

enum {
  STREAM = 29,                 /* of random numbers, used only here */
  NODES = 4000,                /* limit: 128 MB for bounds and distances */
  AGREE = 3, SQUEEZES = 3,     /* embeddings with equal results that end the search */
  STEPS = 200,                 /* of L-BFGS for each of them */
  LAST_STEPS = 1000,           /* of the last descent, which converges slowly */
  POWERS = 30,                 /* of the metric matrix: a start need not be exact */
  SPACE = 8                    /* vectors in the subspace iteration */
};

static const double squeeze[SQUEEZES] = { 0.003, 0.03, 0.3 };  /* weights of heights */
static const double work = 2e7;         /* iterations times edges: some seconds */
static const double near_enough = 5e-3; /* relative error of bounds that count as met */

typedef struct {
  const mg_task *task;
  mg_task smoothed;            /* the task with narrower bounds */
  mg_subgraph copy;            /* graph of `smoothed` */
  mg_run_control control;      /* without a trajectory */
  size_t n;
  float *bound;                /* n*n: for i < j upper in row i, lower in row j */
  float *square;               /* n*n: squared distances */
  double *x, *next, *high, *trial;     /* SPACE*n vectors twice; n*(dim+1), n*dim */
  double height;               /* standard deviation of random heights */
  uint64_t stream;
} embedding;

int
mg_embed_suits(const mg_task *t)
{
  return t->pin == NULL && t->dim >= 2 && t->dim < SPACE - 1 && t->graph->n <= NODES
         && t->graph->n > t->dim + 1;
}

static mgnn_status
graph_smooth(embedding *s, mgnn_error *err)
{
  unsigned *all = mg_alloc(2 * s->n, sizeof *all);
  mg_bound_smoothing done = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(all, err));
  for (size_t i = 0; i < s->n; i++) {
    all[i] = (unsigned)i;
    all[s->n + i] = MG_NOWHERE;
  }
  TRY(mg_subgraph_init(&s->copy, s->task->graph, all, s->n, all + s->n, NULL, err));
  TRY(mg_smooth(&s->copy.graph, near_enough, &done, err));
end:
  mg_smoothing_free(&done);
  mg_free(all);
  return status;
}

/* Find bounds for all pairs.  Upper: shortest paths.  Lower: l_kj - u_ik over
 * edges kj, or the distance that all pairs keep if that is more. */
static mgnn_status
bounds_find(embedding *s, mgnn_error *err)
{
  const mg_graph *g = &s->copy.graph;
  const double keep = s->task->terms != NULL ? s->task->terms->min_distance : 0;
  size_t n = s->n;
  double most = 0;
  mg_paths paths = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_paths_init(&paths, g, err));
  paths.longest = 1;
  for (size_t i = 0; i < n; i++) {
    mg_paths_from(&paths, i, n);
    for (size_t j = 0; j < i; j++)
      s->bound[i * n + j] = (float)keep;
    for (size_t k = 0; k < n; k++) {
      double far = paths.distance[k];

      most = isfinite(far) ? fmax(most, far) : most;
      for (size_t slot = g->row[k]; slot < g->row[k + 1]; slot++) {
        size_t j = g->to[slot];

        if (j < i)
          s->bound[i * n + j] = fmaxf(s->bound[i * n + j],
                                      (float)(g->length[slot] - far));
      }
      if (k > i)
        s->bound[i * n + k] = (float)far;
    }
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++) {
      float *upper = &s->bound[i * n + j], *lower = &s->bound[j * n + i];

      if (isinf(*upper))
        *upper = (float)most;
      *lower = fminf(*lower, *upper);
    }
end:
  mg_paths_free(&paths);
  return status;
}

/* Draw random distances, mostly near the upper bounds: these are paths, all too
 * long by about the same factor if the arrangement is straight; even ones fold it
 * up.  Then take minus half their squares, with rows and columns of mean 0. */
static void
distances_draw(embedding *s)
{
  size_t n = s->n;
  double *mean = s->next, all = 0;

  memset(mean, 0, n * sizeof *mean);
  for (size_t i = 0; i < n; i++) {
    s->square[i * n + i] = 0;
    for (size_t j = i + 1; j < n; j++) {
      double low = s->bound[j * n + i], high = s->bound[i * n + j];
      double even = mg_random_uniform(&s->stream);
      double r = low + sqrt(sqrt(even)) * (high - low);

      s->square[i * n + j] = s->square[j * n + i] = (float)(r * r);
      mean[i] += r * r / (double)n;
      mean[j] += r * r / (double)n;
    }
  }
  for (size_t i = 0; i < n; i++)
    all += mean[i] / (double)n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      s->square[i * n + j] = (float)(-(s->square[i * n + j] - mean[i] - mean[j] + all)
                                     / 2);
}

/* Make x an orthonormal basis of its span. */
static void
orthonormalise(embedding *s)
{
  size_t n = s->n;

  for (size_t k = 0; k < SPACE; k++) {
    double *v = s->x + k * n, norm = mg_orthogonalise(n, s->x, k, v);

    for (size_t i = 0; i < n; i++)
      v[i] = norm > 1e-300 ? v[i] / norm : mg_random_deviate(&s->stream);
  }
}

/* next = matrix x */
static void
multiply(embedding *s)
{
  size_t n = s->n;

  for (size_t i = 0; i < n; i++) {
    const float *row = s->square + i * n;

    for (size_t k = 0; k < SPACE; k++) {
      double sum = 0;

      for (size_t j = 0; j < n; j++)
        sum += row[j] * s->x[k * n + j];
      s->next[k * n + i] = sum;
    }
  }
}

/* Compute positions in dim + 1 dimensions: the eigenvectors of the largest
 * eigenvalues, by subspace iteration, times the roots of these. */
static mgnn_status
embed(embedding *s, mgnn_error *err)
{
  size_t n = s->n, dim = s->task->dim + 1;
  double small[SPACE * SPACE], value[SPACE], vector[SPACE * SPACE];

  distances_draw(s);
  for (size_t k = 0; k < SPACE * n; k++)
    s->x[k] = mg_random_deviate(&s->stream);
  orthonormalise(s);
  for (int k = 0; k < POWERS; k++) {
    multiply(s);
    memcpy(s->x, s->next, SPACE * n * sizeof *s->x);
    orthonormalise(s);
  }
  multiply(s);
  for (size_t a = 0; a < SPACE; a++)
    for (size_t b = 0; b < SPACE; b++)
      small[a * SPACE + b] = mg_inner(s->x + a * n, s->next + b * n, n);
  PASS(mg_eigen_symmetric(SPACE, small, value, vector, NULL, err));
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < dim; c++) {
      double sum = 0;

      for (size_t a = 0; a < SPACE; a++)
        sum += s->x[a * n + i] * vector[a * SPACE + c];
      s->high[i * dim + c] = sum * sqrt(fmax(value[c], 0));
    }
  return MGNN_OK;
}

/* Make one embedding, or with `again` raise the best so far by random heights;
 * then descend to a drawing in s->trial. */
static mgnn_status
embedding_try(embedding *s, const double *again, mg_search *found, mgnn_error *err)
{
  const mg_task *t = &s->smoothed;
  const mg_chirality *c = t->terms != NULL ? &t->terms->chirality : NULL;
  size_t size = s->n * (t->dim + 1);

  if (again == NULL)
    PASS(embed(s, err));
  else {
    mg_lift_raise(s->n, t->dim, again, NULL, s->high);
    for (size_t k = t->dim; k < size; k += t->dim + 1)
      s->high[k] = s->height * mg_random_deviate(&s->stream);
  }
  if (c != NULL && 2 * mg_chirality_right(c, t->dim + 1, s->high) < c->count)
    for (size_t k = 0; k < size; k += t->dim + 1)
      s->high[k] = -s->high[k];
  PASS(mg_lift_descend(t, NULL, squeeze, SQUEEZES, STEPS, s->high, found, err));
  mg_lift_flatten(s->n, t->dim, s->high, s->trial);
  return mg_descend_from(t, (mg_depth){ 3000, 1e-5, 1e-12, 5 }, s->trial, found, err);
}

/* Whether y meets all bounds and terms. */
static int
is_met(const embedding *s, const double *y, double energy)
{
  const mg_task *t = s->task;

  return mg_length_error_most(t->graph, t->dim, y) <= near_enough
         && (t->terms == NULL
             || (mg_chirality_right(&t->terms->chirality, t->dim, y)
                 == t->terms->chirality.count
                 && energy <= mg_close_energy(t)));
}

mgnn_status
mg_embed_bounds(const mg_task *t, double *y, mg_search *found, mgnn_error *err)
{
  size_t n = t->graph->n, dim = t->dim;
  embedding s = { .task = t, .smoothed = *t, .control = *t->control, .n = n,
                  .height = mg_mean_positive_length(t->graph) / 2,
                  .stream = mg_random_stream(t->control->seed, STREAM) };
  int met = 0, agree = 0;
  mgnn_status status = MGNN_OK;

  s.control.trajectory = NULL, s.smoothed.control = &s.control;
  TRY(mg_allocated(s.bound = mg_alloc(2 * n, n * sizeof *s.bound), err));
  TRY(mg_allocated(s.x = mg_alloc(n, (2 * SPACE + 2 * dim + 1) * sizeof *s.x), err));
  s.square = s.bound + n * n;
  s.next = s.x + SPACE * n, s.high = s.next + SPACE * n;
  s.trial = s.high + n * (dim + 1);
  TRY(graph_smooth(&s, err));
  s.smoothed.graph = &s.copy.graph;
  TRY(bounds_find(&s, err));
  found->energy = INFINITY;
  for (int k = 0; !met && agree < AGREE && !mg_run_over(t->control)
                  && (double)found->iterations * (double)t->graph->m < work; k++) {
    mg_search here = { .energy = INFINITY };

    TRY(embedding_try(&s, k % 2 == 1 ? y : NULL, &here, err));
    found->iterations += here.iterations;
    agree = here.energy < 0.99 * found->energy ? 0
            : agree + (here.energy < 1.01 * found->energy);
    if (!(here.energy < found->energy))
      continue;
    found->energy = here.energy;
    found->stage = "embedding";
    memcpy(y, s.trial, n * dim * sizeof *y);
    met = is_met(&s, y, here.energy);
  }
  TRY(mg_descend_from(t, (mg_depth){ LAST_STEPS, t->control->tolerance, 1e-14, 5 }, y,
                      found, err));
end:
  mg_subgraph_free(&s.copy);
  mg_free_all(s.bound, s.x);
  return status;
}
