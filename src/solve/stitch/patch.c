/* Solve patches in parallel.  A patch depends on its centre and the seed only,
 * so the number of threads does not change the result. */
#include "patch.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"
#include "local_solve.h"
#include "problem/energy.h"
#include "problem/paths.h"
#include "solve/descent/edge_metric.h"
#include "solve/stress/pivot_mds.h"

#include <math.h>
#include <string.h>

/* The k-core for one k, as by Batagelj and Zaversnik (2003).  Our own, because
 * igraph's coreness does not return the order of removal, which is reversed to
 * put nodes back, and finds the cores for all k: 27 ms for 10^5 nodes, this 0.2
 * ms (bench/libraries). */

mgnn_status
mg_k_core(const mg_graph *g, size_t k, unsigned *order, size_t *outside,
          mgnn_error *err)
{
  size_t *left = mg_alloc(g->n, sizeof *left);
  size_t count = 0, rest;

  PASS(mg_allocated(left, err));
  for (size_t i = 0; i < g->n; i++) {
    left[i] = g->row[i + 1] - g->row[i];
    if (left[i] < k)
      order[count++] = (unsigned)i;
  }
  for (size_t a = 0; a < count; a++)     /* order is the queue as well */
    for (size_t s = g->row[order[a]]; s < g->row[order[a] + 1]; s++)
      if (left[g->to[s]]-- == k)
        order[count++] = g->to[s];
  *outside = rest = count;
  for (size_t i = 0; i < g->n; i++)
    if (left[i] >= k)
      order[rest++] = (unsigned)i;
  mg_free(left);
  return MGNN_OK;
}

/* The rigidity filter.  A random equilibrium stress of the framework is found by
 * projection; the kernel of its stress matrix contains the affine functions of the
 * positions, and more if the framework can be placed otherwise with the same
 * lengths (Connelly; Gortler, Healy and Thurston).  The globally rigid part is the
 * set of nodes on which the whole kernel is affine.  One stress finds bodies on
 * hinges, parts that can be mirrored and dangling nodes alike. */

enum { PROJECTIONS = 3, BASES = 8 };

static const double
  ridge = 1e-9,                /* added to R^T R, which is singular: rigid
                                  motions are its kernel */
  no_stress = 1e-6,            /* if less of z is left there is no stress */
  null = 1e-6,                 /* relatively smaller eigenvalues count as 0 */
  flat = 1e-2,                 /* bases thinner than this, relatively, are skipped */
  loose = 1e-4, noise = 1e-5;  /* row in the span if off by < loose |row| + noise */

typedef struct {
  const mg_graph *g;
  size_t dim;
  mg_edge_metric *frame;       /* R^T R and a ridge */
  double *stress;              /* m: w */
  double *force;               /* n*dim */
  double *matrix;              /* n*n: the stress matrix, then scratch */
  double *vectors, *values;    /* n*n, n: its eigenvectors and eigenvalues */
  double *kernel;              /* n*nullity, row after row */
  size_t nullity;
  double *base;                /* (dim+1) * nullity, orthonormal rows */
} test;

static mgnn_status
test_init(test *t, const mg_graph *g, size_t dim, mgnn_error *err)
{
  size_t n = g->n;

  *t = (test){ .g = g, .dim = dim };
  PASS(mg_allocated(t->stress = mg_alloc(g->m + n * (dim + 1), sizeof *t->stress), err));
  PASS(mg_allocated(t->matrix = mg_zalloc(2 * n + 1, n * sizeof *t->matrix), err));
  PASS(mg_allocated(t->kernel = mg_alloc(n + dim + 1, n * sizeof *t->kernel), err));
  PASS(mg_edge_metric_init(&t->frame, g, dim, NULL, err));
  t->force = t->stress + g->m;
  t->vectors = t->matrix + n * n;
  t->values = t->vectors + n * n;
  t->base = t->kernel + n * n;
  return MGNN_OK;
}

/* Apply the rigidity matrix R, which has a row for each edge: its unit vector u at
 * one end and the opposite at the other.  force = R^T w, or with `back` w -= omega
 * R force, where omega are the stiffnesses in the factored R^T omega R. */
static void
rows_apply(test *t, const double *x, int back)
{
  const mg_graph *g = t->g;
  size_t dim = t->dim;

  if (!back)
    memset(t->force, 0, g->n * dim * sizeof *t->force);
  for (size_t e = 0; e < g->m; e++) {
    size_t i = g->ends[2 * e] * dim, j = g->ends[2 * e + 1] * dim;
    double r = mg_distance(x + i, x + j, dim), sum = 0;

    for (size_t c = 0; c < dim && r > 0; c++) {
      double u = (x[i + c] - x[j + c]) / r;

      sum += u * (t->force[i + c] - t->force[j + c]);
      t->force[i + c] += back ? 0 : t->stress[e] * u;
      t->force[j + c] -= back ? 0 : t->stress[e] * u;
    }
    t->stress[e] -= back ? (g->stiffness != NULL ? g->stiffness[e] : 1) * sum : 0;
  }
}

/* Find an equilibrium stress by projecting a random vector over the edges:
 *   w <- w - omega R (R^T omega R + ridge)^-1 R^T w.
 * *left receives the share of the vector's length that is left. */
static mgnn_status
stress_find(test *t, const double *x, uint64_t seed, double *left, mgnn_error *err)
{
  uint64_t stream = mg_random_stream(seed, 1);
  double before = 0, after = 0, *one = t->force + t->g->n * t->dim;

  for (size_t i = 0; i < t->g->n; i++)
    one[i] = 1;
  PASS(mg_edge_metric_factor(t->frame, x, &(mg_metric_terms){
    .by = 1, .share = ridge, .node = one, .along = 1 }, err));
  for (size_t e = 0; e < t->g->m; e++) {
    t->stress[e] = mg_random_deviate(&stream);
    before += t->stress[e] * t->stress[e];
  }
  for (int k = 0; k < PROJECTIONS; k++) {
    rows_apply(t, x, 0);
    if (mg_edge_metric_solve(t->frame, t->force) != 0)
      return mg_fail_memory(err);
    rows_apply(t, x, 1);
  }
  for (size_t e = 0; e < t->g->m; e++)
    after += t->stress[e] * t->stress[e];
  *left = before > 0 ? sqrt(after / before) : 0;
  return MGNN_OK;
}

/* O_ij = -w_ij / r_ij, O_ii = -sum_j O_ij, with r the length at the positions:
 * the stress is in equilibrium there, even if the targets are not met. */
static void
matrix_fill(test *t, const double *x)
{
  const mg_graph *g = t->g;

  for (size_t e = 0; e < g->m; e++) {
    size_t i = g->ends[2 * e], j = g->ends[2 * e + 1];
    double r = mg_edge_length(g, e, t->dim, x), o = r > 0 ? t->stress[e] / r : 0;

    t->matrix[i * g->n + j] -= o;
    t->matrix[j * g->n + i] -= o;
    t->matrix[i * g->n + i] += o;
    t->matrix[j * g->n + j] += o;
  }
}

/* Find the eigenvectors of eigenvalue 0, as columns of t->kernel. */
static mgnn_status
kernel_find(test *t, mgnn_error *err)
{
  size_t n = t->g->n, k = 0;
  double most = 0;

  PASS(mg_eigen_unsorted(n, t->matrix, t->values, t->vectors, NULL, err));
  for (size_t c = 0; c < n; c++)
    most = fmax(most, fabs(t->values[c]));
  t->nullity = 0;
  for (size_t c = 0; c < n; c++)
    t->nullity += fabs(t->values[c]) < null * most;
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < n; c++)
      if (fabs(t->values[c]) < null * most)
        t->kernel[k++] = t->vectors[i * n + c];
  return MGNN_OK;
}

static double
length(const double *row, size_t size)
{
  return sqrt(mg_inner(row, row, size));
}

/* Choose as base of the span the centre and dim random neighbours of it.  Returns 0
 * if they are nearly affinely dependent, which would magnify errors. */
static int
base_choose(test *t, size_t centre, uint64_t *stream)
{
  const mg_graph *g = t->g;
  size_t degree = g->row[centre + 1] - g->row[centre];
  size_t taken[16], count = 0;

  if (degree < t->dim || t->dim >= sizeof taken / sizeof *taken)
    return 0;
  for (taken[count++] = centre; count <= t->dim;) {
    size_t j = g->to[g->row[centre] + mg_random_below(stream, degree)], k = 0;

    while (k < count && taken[k] != j)
      k++;
    if (k == count)
      taken[count++] = j;
  }
  for (size_t k = 0; k < count; k++) {
    double *row = t->base + k * t->nullity;
    const double *from = t->kernel + taken[k] * t->nullity;
    double left;

    memcpy(row, from, t->nullity * sizeof *row);
    left = mg_orthogonalise(t->nullity, t->base, k, row);
    if (!(left > flat * length(from, t->nullity)))
      return 0;
    for (size_t c = 0; c < t->nullity; c++)
      row[c] /= left;
  }
  return 1;
}

/* Mark the nodes on which the kernel extends the base affinely; count them. */
static size_t
span_mark(test *t, double *scratch, unsigned char *mark)
{
  size_t count = 0;

  for (size_t i = 0; i < t->g->n; i++) {
    const double *row = t->kernel + i * t->nullity;

    memcpy(scratch, row, t->nullity * sizeof *scratch);
    mark[i] = mg_orthogonalise(t->nullity, t->base, t->dim + 1, scratch)
              < loose * length(row, t->nullity) + noise;
    count += mark[i];
  }
  return count;
}

/* Find the largest part with several random bases: neighbours of the centre
 * need not belong to its part, and a base with such a neighbour finds less. */
static size_t
part_find(test *t, size_t centre, uint64_t seed, unsigned char *keep)
{
  uint64_t stream = mg_random_stream(seed, 2);
  size_t n = t->g->n, kept = 0;
  /* Reuse both matrices, which are no longer needed. */
  double *scratch = t->matrix;
  unsigned char *mark = (unsigned char *)t->vectors;

  if (t->nullity == t->dim + 1) {
    memset(keep, 1, n);
    return n;
  }
  for (int k = 0; k < BASES; k++) {
    size_t count;

    if (!base_choose(t, centre, &stream))
      continue;
    count = span_mark(t, scratch, mark);
    if (mark[centre] && count > kept) {
      kept = count;
      memcpy(keep, mark, n);
    }
  }
  return kept;
}

mgnn_status
mg_rigid_part(const mg_graph *g, size_t dim, const double *x, size_t centre,
              uint64_t seed, unsigned char *keep, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  test t = { 0 };
  size_t kept = 0;
  double left = 0;

  memset(keep, 0, g->n);
  if (g->n < dim + 2)
    return MGNN_OK;
  TRY(test_init(&t, g, dim, err));
  TRY(stress_find(&t, x, seed, &left, err));
  if (left > no_stress) {
    matrix_fill(&t, x);
    TRY(kernel_find(&t, err));
    kept = part_find(&t, centre, seed, keep);
  }
  if (kept < dim + 2)
    memset(keep, 0, g->n);
end:
  mg_edge_metric_free(t.frame);
  mg_free_all(t.stress, t.matrix, t.kernel);
  return status;
}

enum { BATCH = 64 };

/* Scratch of one thread. */
typedef struct {
  mg_paths paths;
  unsigned *map;
  mgnn_status status;
} scratch;

static mgnn_status
scratch_init(scratch *s, const mg_graph *g)
{
  s->map = mg_alloc(g->n, sizeof *s->map);
  if (s->map == NULL)
    return MGNN_ENOMEM;
  memset(s->map, 255, g->n * sizeof *s->map);          /* MG_NOWHERE */
  return mg_paths_init(&s->paths, g, NULL);
}

/* Take the nodes nearest to the centre, the centre first, with the edges
 * between them and the known distances. */
static mgnn_status
nearest(mg_subgraph *out, scratch *s, const mg_patch_rules *rules,
        unsigned centre, uint64_t seed)
{
  const mg_paths *p = &s->paths;
  mg_links links = { .ends = NULL };
  mgnn_status status = MGNN_OK;

  mg_paths_from(&s->paths, centre, rules->size);
  if (rules->known != NULL)
    TRY(mg_links_find(&links, rules->known, rules->task, p->reached,
                      p->reached_count, mg_random_stream(seed, 3), NULL));
  TRY(mg_subgraph_init(out, rules->task->graph, p->reached, p->reached_count,
                       s->map, &links.extra, NULL));
end:
  mg_links_free(&links);
  return status;
}

/* Reduce a patch to its own (dim+1)-core: nodes with at most dim neighbours can
 * be mirrored, and only add local minima.  Nodes keep their order, so the
 * centre stays first; if the centre is removed, the result is empty. */
static mgnn_status
core(mg_subgraph *out, const mg_subgraph *whole, size_t dim, unsigned *map)
{
  size_t n = whole->graph.n, outside;
  unsigned *order = mg_alloc(n, sizeof *order);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(order, NULL));
  TRY(mg_k_core(&whole->graph, dim + 1, order, &outside, NULL));
  if (n - outside > dim + 1 && order[outside] == 0) {
    TRY(mg_subgraph_init(out, &whole->graph, order + outside, n - outside, map,
                         NULL, NULL));
    for (size_t a = 0; a < out->graph.n; a++)
      out->node[a] = whole->node[out->node[a]];
  }
end:
  mg_free(order);
  return status;
}

static mgnn_status
positions(const mg_graph *g, const mg_patch_rules *rules, uint64_t seed,
          double *x, double *stress)
{
  mg_local s = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_local_init(&s, g, rules->task->dim, NULL, NULL,
                    mg_random_stream(seed, 4), NULL));
  TRY(mg_start_pivot(&s.task, x, NULL));
  TRY(mg_local_solve(&s, rules->lifts, rules->good, x, stress, NULL));
end:
  mg_local_free(&s);
  return status;
}

/* Keep the globally rigid part around the centre: other nodes may have other
 * places with the same lengths, and would be merged at wrong ones. */
static mgnn_status
filter(mg_body *out, const mg_subgraph *patch, size_t dim, const double *x,
       uint64_t seed)
{
  size_t n = patch->graph.n, kept = 0, next = 0;
  unsigned char *keep = mg_alloc(n, 1);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(keep, NULL));
  TRY(mg_rigid_part(&patch->graph, dim, x, 0, mg_random_stream(seed, 5), keep,
                    NULL));
  for (size_t a = 0; a < n; a++)
    kept += keep[a];
  if (kept == 0)
    goto end;
  TRY(mg_body_init(out, kept, dim, NULL));
  for (size_t a = 0; a < n; a++)
    if (keep[a]) {
      out->node[next] = patch->node[a];
      memcpy(out->x + next++ * dim, x + a * dim, dim * sizeof *x);
    }
end:
  mg_free(keep);
  return status;
}

static mg_patch_fit
fit_of(const mg_graph *g, size_t dim, double stress)
{
  size_t unknowns = g->n * dim - dim * (dim + 1) / 2;

  return (mg_patch_fit){ stress, g->m, g->m > unknowns ? g->m - unknowns : 0 };
}

/* Solve one patch into *out, or with `fit` only measure how well it fits. */
static mgnn_status
solve(scratch *s, const mg_patch_rules *rules, unsigned centre, mg_body *out,
      mg_patch_fit *fit)
{
  size_t dim = rules->task->dim;
  uint64_t seed = mg_random_stream(rules->task->control->seed, centre);
  mg_subgraph whole = { 0 }, patch = { 0 };
  double *x = NULL, reached = INFINITY;
  mgnn_status status = MGNN_OK;

  TRY(nearest(&whole, s, rules, centre, seed));
  TRY(core(&patch, &whole, dim, s->map));
  if (patch.graph.n > 0) {
    x = mg_alloc(patch.graph.n, dim * sizeof *x);
    TRY(mg_allocated(x, NULL));
    TRY(positions(&patch.graph, rules, seed, x, &reached));
  }
  if (fit != NULL)
    *fit = patch.graph.n > 0 ? fit_of(&patch.graph, dim, reached)
                             : (mg_patch_fit){ INFINITY, 0, 0 };
  else if (reached < rules->accept)
    TRY(filter(out, &patch, dim, x, seed));
end:
  mg_free(x);
  mg_subgraph_free(&patch);
  mg_subgraph_free(&whole);
  return status;
}

mgnn_status
mg_patches_solve(const mg_patch_rules *rules, const unsigned *centre,
                 size_t count, mg_bodies *out, mg_patch_fit *fit,
                 mgnn_error *err)
{
  const mg_run_control *control = rules->task->control;
  int threads = mg_threads(control->threads);
  scratch *each = mg_zalloc((size_t)threads, sizeof *each);
  mg_body *done = mg_zalloc(count, sizeof *done);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(each, err));
  TRY(mg_allocated(done, err));
  for (int t = 0; t < threads; t++)
    TRY(scratch_init(&each[t], rules->task->graph));
  /* In batches, so that one thread checks the limits, not after every patch. */
  for (size_t begin = 0; begin < count && !mg_run_over(control);
       begin += BATCH) {
    size_t end = begin + BATCH < count ? begin + BATCH : count;

#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) \
  if (threads > 1)
    for (size_t k = begin; k < end; k++) {
      scratch *s = &each[mg_thread()];
      mgnn_status one = solve(s, rules, centre[k], &done[k],
                              fit != NULL ? &fit[k] : NULL);

      if (one != MGNN_OK)
        s->status = one;
    }
    for (int t = 0; t < threads; t++)
      TRY(each[t].status);
  }
  for (size_t k = 0; k < count && out != NULL; k++)
    if (done[k].count > 0)
      TRY(mg_bodies_add(out, &done[k], err));
end:
  for (size_t k = 0; k < count && done != NULL; k++)
    mg_body_free(&done[k]);
  for (int t = 0; t < threads && each != NULL; t++) {
    mg_paths_free(&each[t].paths);
    mg_free(each[t].map);
  }
  mg_free_all(each, done);
  return status == MGNN_OK ? MGNN_OK : mg_fail_memory(err);
}
