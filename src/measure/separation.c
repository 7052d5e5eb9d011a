/* Measures how well an embedding separates the classes of its nodes.  Nodes
 * without a label are ignored.  If comparing all pairs of nodes would take too
 * long, a random sample of nodes is compared with all others. */
#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/threads.h"
#include "embedding.h"

#include <math.h>
#include <string.h>

enum { NEIGHBOURS = 10 };

/* Most coordinate differences that a measure may compute: some 0.4 s. */
#define BUDGET 4e8

/* Largest dimension of the probe, whose normal equations take n dim^2. */
enum { PROBE_DIM_MOST = 512 };

size_t
mg_sample_size(size_t n, size_t dim)
{
  double most = BUDGET / ((double)n * (double)dim + 1);

  return most >= (double)n ? n : most < 100 ? n < 100 ? n : 100 : (size_t)most;
}

/* A function for one node's share of a measure.  work: doubles for one
 * thread. */
typedef double (*question)(const mg_embedding *e, const double *common,
                           size_t i, double *work);

/* List the labelled nodes, with a random sample of `asked` first; *count of them. */
static unsigned *
nodes_shuffled(const mg_embedding *e, size_t asked, size_t *count)
{
  unsigned *node = mg_alloc(e->p->graph.n, sizeof *node);
  uint64_t stream = mg_random_stream(e->seed, 0x5a3b1e);
  size_t n = 0;

  if (node == NULL)
    return NULL;
  for (size_t i = 0; i < e->p->graph.n; i++)
    if (e->label[i] >= 0)
      node[n++] = (unsigned)i;
  for (size_t k = 0; k < asked && asked < n; k++) {
    size_t other = k + mg_random_below(&stream, n - k);
    unsigned chosen = node[other];

    node[other] = node[k];
    node[k] = chosen;
  }
  *count = n;
  return node;
}

/* The mean of `ask` over the labelled nodes, or over `most` of them; NAN if
 * there are no labelled nodes.  work: doubles that `ask` needs. */
static mgnn_status
mean_answer(const mg_embedding *e, const double *common, size_t most,
            size_t work, question ask, double *out, mgnn_error *err)
{
  size_t count = 0;
  unsigned *node = nodes_shuffled(e, most, &count);
  double *answer = NULL, sum = 0;
  int failed = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(node, err));
  if (count > most)
    count = most;
  TRY(mg_allocated(answer = mg_alloc(count, sizeof *answer), err));
#pragma omp parallel reduction(| : failed) if (count > 64) \
  num_threads(mg_threads(0))
  {
    double *mine = mg_alloc(work, sizeof *mine);

    failed = mine == NULL;
#pragma omp for schedule(dynamic, 16)
    for (size_t k = 0; k < count; k++)
      if (!failed)
        answer[k] = ask(e, common, node[k], mine);
    mg_free(mine);
  }
  if (failed)
    TRY(mg_fail_memory(err));
  for (size_t k = 0; k < count; k++)
    sum += answer[k];
  *out = count > 0 ? sum / (double)count : NAN;
end:
  mg_free_all(node, answer);
  return status;
}

/* ---- nearest centroid ---- */

/* Find the mean position of each class, classes*dim, and its number of nodes. */
static void
centroids(const mg_embedding *e, double *mean, double *size)
{
  size_t dim = e->dim;

  memset(mean, 0, e->classes * dim * sizeof *mean);
  memset(size, 0, e->classes * sizeof *size);
  for (size_t i = 0; i < e->p->graph.n; i++)
    if (e->label[i] >= 0)
      size[e->label[i]]++;
  for (size_t i = 0; i < e->p->graph.n; i++)
    for (size_t c = 0; c < dim && e->label[i] >= 0; c++)
      mean[(size_t)e->label[i] * dim + c] += e->x[i * dim + c]
                                             / size[e->label[i]];
}

/* Whether the nearest class mean is that of the node's own class.  The first of
 * equally near means counts; otherwise coincident nodes would seem separated. */
static double
nearest_is_own(const mg_embedding *e, const double *mean, size_t i, double *work)
{
  size_t nearest = 0;
  double least = INFINITY;

  (void)work;
  for (size_t c = 0; c < e->classes; c++) {
    double d = mg_distance(e->x + i * e->dim, mean + c * e->dim, e->dim);

    if (d < least) {
      least = d;
      nearest = c;
    }
  }
  return nearest == (size_t)e->label[i];
}

mgnn_status
mg_centroid_accuracy(const mg_embedding *e, double *out, mgnn_error *err)
{
  double *mean = mg_alloc(e->classes, e->dim * sizeof *mean);
  double *size = mg_alloc(e->classes, sizeof *size);
  double most = BUDGET / (double)(e->classes * e->dim + 1) + 100;
  size_t n = e->p->graph.n;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, mean, size));
  centroids(e, mean, size);
  TRY(mean_answer(e, mean, most < (double)n ? (size_t)most : n, 1,
                  nearest_is_own, out, err));
end:
  mg_free_all(mean, size);
  return status;
}

/* ---- nearest neighbours ---- */

/* Whether the most frequent class among a node's neighbours, the first if several
 * tie, is its own.  work: their distances, their classes, a count per class. */
static double
most_are_own(const mg_embedding *e, const double *common, size_t i, double *work)
{
  double *distance = work, *class = work + NEIGHBOURS;
  double *votes = class + NEIGHBOURS;
  size_t found = 0, winner = 0;

  (void)common;
  for (size_t j = 0; j < e->p->graph.n; j++) {
    size_t at = found < NEIGHBOURS ? found : NEIGHBOURS;
    double d;

    if (j == i || e->label[j] < 0)
      continue;
    d = mg_distance(e->x + i * e->dim, e->x + j * e->dim, e->dim);
    if (at == NEIGHBOURS && !(d < distance[NEIGHBOURS - 1]))
      continue;
    found += at < NEIGHBOURS;
    for (at -= at == NEIGHBOURS; at > 0 && distance[at - 1] > d; at--) {
      distance[at] = distance[at - 1];
      class[at] = class[at - 1];
    }
    distance[at] = d;
    class[at] = e->label[j];
  }
  memset(votes, 0, e->classes * sizeof *votes);
  for (size_t k = 0; k < found; k++)
    votes[(size_t)class[k]]++;
  for (size_t c = 1; c < e->classes; c++)
    if (votes[c] > votes[winner])
      winner = c;
  return found > 0 && winner == (size_t)e->label[i];
}

mgnn_status
mg_knn_accuracy(const mg_embedding *e, double *out, mgnn_error *err)
{
  return mean_answer(e, NULL, mg_sample_size(e->p->graph.n, e->dim),
                     2 * NEIGHBOURS + e->classes, most_are_own, out, err);
}

/* ---- silhouette ---- */

/* The silhouette (b - a) / max(a, b): a is the mean distance to other nodes of
 * the class, b the least mean distance to another class; 0 for a node alone in
 * its class.  size: nodes of each class; work: a sum per class. */
static double
silhouette_of(const mg_embedding *e, const double *size, size_t i, double *work)
{
  size_t own = (size_t)e->label[i];
  double a, b = INFINITY;

  memset(work, 0, e->classes * sizeof *work);
  for (size_t j = 0; j < e->p->graph.n; j++)
    if (e->label[j] >= 0)
      work[e->label[j]] += mg_distance(e->x + i * e->dim, e->x + j * e->dim, e->dim);
  for (size_t c = 0; c < e->classes; c++)
    if (c != own && size[c] > 0)
      b = fmin(b, work[c] / size[c]);
  if (size[own] < 2 || isinf(b))
    return 0;
  a = work[own] / (size[own] - 1);
  return fmax(a, b) > 0 ? (b - a) / fmax(a, b) : 0;
}

mgnn_status
mg_silhouette(const mg_embedding *e, double *out, mgnn_error *err)
{
  double *size = mg_zalloc(e->classes, sizeof *size);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(size, err));
  for (size_t i = 0; i < e->p->graph.n; i++)
    if (e->label[i] >= 0)
      size[e->label[i]]++;
  TRY(mean_answer(e, size, mg_sample_size(e->p->graph.n, e->dim), e->classes,
                  silhouette_of, out, err));
end:
  mg_free(size);
  return status;
}

/* ---- linear probe ---- */

static int
is_in(const mg_embedding *e, size_t split, size_t i, int part)
{
  return e->label[i] >= 0 && e->splits.part[split * e->p->graph.n + i] == part;
}

/* Sum over the training nodes, with u = (x, 1): a = sum u u^T, its lower
 * triangle, and b_c = sum of u over the nodes of class c. */
static void
normal_equations(const mg_embedding *e, size_t split, double *u, double *a,
                 double *b)
{
  size_t dim = e->dim, d = dim + 1;

  memset(a, 0, d * d * sizeof *a);
  memset(b, 0, e->classes * d * sizeof *b);
  u[dim] = 1;
  for (size_t i = 0; i < e->p->graph.n; i++) {
    if (!is_in(e, split, i, MG_TRAIN))
      continue;
    memcpy(u, e->x + i * dim, dim * sizeof *u);
    for (size_t r = 0; r < d; r++) {
      b[(size_t)e->label[i] * d + r] += u[r];
      for (size_t c = 0; c <= r; c++)
        a[r * d + c] += u[r] * u[c];
    }
  }
}

/* The share of the test nodes whose own class c maximises b_c . (x, 1). */
static double
test_share(const mg_embedding *e, size_t split, const double *b)
{
  size_t dim = e->dim, tested = 0, right = 0;

  for (size_t i = 0; i < e->p->graph.n; i++) {
    size_t winner = 0;
    double most = -INFINITY;

    if (!is_in(e, split, i, MG_TEST))
      continue;
    for (size_t c = 0; c < e->classes; c++) {
      const double *w = b + c * (dim + 1);
      double score = mg_inner(w, e->x + i * dim, dim) + w[dim];

      if (score > most) {
        most = score;
        winner = c;
      }
    }
    tested++;
    right += winner == (size_t)e->label[i];
  }
  return tested > 0 ? (double)right / (double)tested : NAN;
}

/* Fit the classes, as unit vectors, by least squares, with a ridge of 1e-9 of
 * the mean diagonal so that collapsed embeddings have a solution too.  u, a, b
 * are scratch.  NAN if there are no training nodes, or no test nodes. */
static double
probe(const mg_embedding *e, size_t split, double *u, double *a, double *b)
{
  size_t d = e->dim + 1;
  double trace = 0;

  normal_equations(e, split, u, a, b);
  for (size_t r = 0; r < d; r++)
    trace += a[r * d + r];
  for (size_t r = 0; r < d; r++)
    a[r * d + r] += 1e-9 * trace / (double)d;
  if (!mg_cholesky(d, a))
    return NAN;
  for (size_t c = 0; c < e->classes; c++)
    mg_cholesky_solve(d, a, b + c * d);
  return test_share(e, split, b);
}

mgnn_status
mg_probe_accuracy(const mg_embedding *e, double *out, mgnn_error *err)
{
  size_t d = e->dim + 1;
  double *u = NULL, *a = NULL, *b = NULL, sum = 0;
  mgnn_status status = MGNN_OK;

  *out = NAN;
  if (e->dim > PROBE_DIM_MOST)
    return MGNN_OK;
  TRY(mg_allocated_all(err, MG_NEW(u, d), a = mg_alloc(d, d * sizeof *a),
                       b = mg_alloc(e->classes, d * sizeof *b)));
  for (size_t split = 0; split < e->splits.count; split++)
    sum += probe(e, split, u, a, b);
  *out = sum / (double)e->splits.count;
end:
  mg_free_all(u, a, b);
  return status;
}

/* ---- lengths between classes ---- */

void
mg_class_lengths(const mg_embedding *e, mg_class_length *out)
{
  const mg_graph *g = &e->p->graph;

  for (size_t k = 0; k < MG_CLASS_PAIRS(e->classes); k++)
    out[k] = (mg_class_length){ 0, 0, 0 };
  for (size_t k = 0; k < g->m; k++) {
    int i = e->label[g->ends[2 * k]], j = e->label[g->ends[2 * k + 1]];
    mg_class_length *pair;

    if (i < 0 || j < 0)
      continue;
    pair = &out[i < j ? MG_CLASS_PAIR((size_t)i, (size_t)j)
                      : MG_CLASS_PAIR((size_t)j, (size_t)i)];
    pair->edges++;
    pair->length += mg_edge_length(g, k, e->dim, e->x);
    pair->target += g->target[k];
  }
  for (size_t k = 0; k < MG_CLASS_PAIRS(e->classes); k++) {
    out[k].length = out[k].edges > 0 ? out[k].length / (double)out[k].edges
                                     : NAN;
    out[k].target = out[k].edges > 0 ? out[k].target / (double)out[k].edges
                                     : NAN;
  }
}
