/* Figures of merit on shards.  Every edge is counted once, by the owner of one
 * of its ends. */
#include "shard_layers.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

double
mg_shard_root(const mg_shard_run *run, size_t i)
{
  double degree = run->shard->degree[i] + run->loop;

  return degree > 0 ? sqrt(degree) : 1;
}

/* Whether slot k of node i counts its edge: if i is the lower end, by numbers
 * here or, for a ghost, by names. */
static inline int
is_counted(const mg_shard *s, size_t i, size_t k)
{
  size_t j = s->to[k];

  return j < s->own ? i < j : s->name[i] < s->name[j];
}

/* Neighbours are scattered in memory, so those to come are prefetched. */
enum { AHEAD = 24 };

/* Sums over the edges of this rank.  *product: sum of w r m, for the best
 * factor. */
static mg_edge_sums
edges_add(const mg_shard *s, size_t dim, const double *y, double *product)
{
  mg_edge_sums sum = { 0 };

  *product = 0;
  for (size_t i = 0; i < s->own; i++)
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
      double lower = s->length != NULL ? s->length[k] : 1;
      double weight = s->weight != NULL ? s->weight[k] : 1, r;

      if (k + AHEAD < s->row[s->own])
        __builtin_prefetch(y + s->to[k + AHEAD] * dim);
      if (!is_counted(s, i, k))
        continue;
      r = mg_distance(y + i * dim, y + s->to[k] * dim, dim);
      mg_edge_sums_add(&sum, lower, s->upper != NULL ? s->upper[k] : lower, weight, r);
      *product += weight * r * lower;
    }
  return sum;
}

static double
drift(const mg_shard_run *run, const double *y)
{
  const double *origin = run->par->origin;
  double sum = 0;

  for (size_t i = 0; i < run->shard->own && origin != NULL; i++)
    for (size_t c = 0; c < run->dim; c++) {
      double d = mg_shard_root(run, i) * y[i * run->dim + c]
                 - origin[i * run->dim + c];

      sum += d * d;
    }
  return sum;
}

/* Add up the sums of all ranks. */
static void
sums_gather(mg_edge_sums *t, const mg_ranks *ranks)
{
  double sum[] = { t->energy, t->target2, t->length2, t->sum_error, t->sum_error2,
                   t->far2 };
  double most[] = { t->max_error, t->max_zero };
  int64_t count[] = { (int64_t)t->positive, (int64_t)t->zero, (int64_t)t->coincident };

  mg_rank_add(ranks, sum, 6);
  mg_rank_most(ranks, most, 2);
  mg_rank_counts(ranks, count, 3);
  *t = (mg_edge_sums){ sum[0], sum[1], sum[2], most[0], sum[3], sum[4], most[1], sum[5],
                       (size_t)count[0], (size_t)count[1], (size_t)count[2] };
}

mgnn_status
mg_shard_measure(const mg_shard_run *run, const double *x, int in_z, double alpha,
                 mg_shard_figures *out, mgnn_error *err)
{
  mg_shard *s = run->shard;
  size_t dim = run->dim;
  double *y = mg_alloc_large((s->own + s->ghosts) * dim, sizeof *y);
  double more[2];              /* sum of w r m; sum of squared moves from the origin */
  mg_edge_sums t;
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(s->ranks, mg_allocated(y, err), err));
  for (size_t i = 0; i < s->own; i++)
    for (size_t c = 0; c < dim; c++)
      y[i * dim + c] = in_z ? x[i * dim + c] / mg_shard_root(run, i)
                            : x[i * dim + c];
  TRY(mg_shard_exchange(s, MG_DOUBLE, dim, y, err));
  t = edges_add(s, dim, y, &more[0]);
  more[1] = drift(run, y);
  sums_gather(&t, s->ranks);
  mg_rank_add(s->ranks, more, 2);
  mg_edge_sums_figures(&t, &out->figures);
  if (run->par->origin != NULL)
    out->figures.objective = (1 - alpha) * t.energy + alpha * more[1];
  /* sum w (f r - m)^2 is least at this f, with the value sum w m^2 - f sum w r m */
  out->scale = s->upper == NULL && t.length2 > 0 ? more[0] / t.length2 : NAN;
  out->scaled_stress = isnan(out->scale) || !(t.target2 > 0) ? NAN
                       : fmax(0, 1 - out->scale * more[0] / t.target2);
end:
  mg_free(y);
  return status;
}

/* ---- the worst edges: every rank finds its own, and the worst of these are
 * the worst of all ---- */

/* Edges whose lower end is an own node; y includes ghosts. */
static size_t
own_worst(const mg_shard *s, size_t dim, const double *y, size_t capacity,
          mg_edge_fit *worst)
{
  size_t count = 0;

  for (size_t i = 0; i < s->own; i++)
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
      double lower = s->length != NULL ? s->length[k] : 1;
      double upper = s->upper != NULL ? s->upper[k] : lower;
      unsigned from = s->name[i], to = s->name[s->to[k]];
      const mg_edge_fit fit
        = mg_edge_fit_between((size_t)from << 32 | to, lower, upper,
                              mg_distance(y + i * dim, y + s->to[k] * dim, dim));

      if (from < to && upper > 0)
        count = mg_worst_add(worst, count, capacity, &fit);
    }
  return count;
}

mgnn_status
mg_shard_worst(mg_shard *s, size_t dim, const double *y, size_t capacity,
               mg_edge_fit *worst, size_t *count, mgnn_error *err)
{
  double *x = mg_alloc((s->own + s->ghosts) * dim, sizeof *x);
  mg_edge_fit *own = mg_alloc(capacity, sizeof *own);
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(s->ranks, x != NULL && own != NULL, err));
  memcpy(x, y, s->own * dim * sizeof *x);
  TRY(mg_shard_exchange(s, MG_DOUBLE, dim, x, err));
  TRY(mg_mail_share(&got, s->ranks, sizeof *own, own_worst(s, dim, x, capacity, own), own,
                    err));
  *count = 0;
  for (size_t k = 0; k < got.total; k++)
    *count = mg_worst_add(worst, *count, capacity, (mg_edge_fit *)got.item + k);
end:
  mg_mail_free(&got);
  mg_free_all(x, own);
  return status;
}
