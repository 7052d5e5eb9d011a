/* Figures of merit of positions on shards: every edge is counted once, by the owner
 * of one of its ends. */
#include "shard_layers.h"
#include "base/mem.h"
#include "base/reproducible_sum.h"

#include <math.h>
#include <string.h>

double
mg_shard_root(const mg_shard_run *run, size_t i)
{
  double degree = run->shard->degree[i] + run->loop;

  return degree > 0 ? sqrt(degree) : 1;
}

/* Sums without order, and the rest of a tally. */
enum { ENERGY, TARGET2, LENGTH2, ERROR, ERROR2, FAR2, SUMS };

typedef struct {
  mg_sum sum[SUMS];
  mg_sum drift;
  mg_sum product, square;      /* of lengths and targets, for the best factor */
  mg_edge_sums rest;
} shard_tally;

enum { TERMS = 1024 };

/* Terms that wait to be added: many at once are added faster. */
typedef struct {
  double term[SUMS + 2][TERMS];
  size_t count;
} waiting;

static void
waiting_add(shard_tally *t, waiting *w)
{
  for (int k = 0; k < SUMS; k++)
    mg_sum_add_all(&t->sum[k], w->count, w->term[k]);
  mg_sum_add_all(&t->product, w->count, w->term[SUMS]);
  mg_sum_add_all(&t->square, w->count, w->term[SUMS + 1]);
  w->count = 0;
}

static void
edge_add(shard_tally *t, waiting *w, const mg_shard *s, size_t k, double r)
{
  double lower = s->length != NULL ? s->length[k] : 1;
  double upper = s->upper != NULL ? s->upper[k] : lower;
  double weight = s->weight != NULL ? s->weight[k] : 1;
  mg_edge_sums one = { 0 };

  mg_edge_sums_add(&one, lower, upper, weight, r);
  w->term[ENERGY][w->count] = one.energy;
  w->term[TARGET2][w->count] = one.target2;
  w->term[LENGTH2][w->count] = one.length2;
  w->term[ERROR][w->count] = one.sum_error;
  w->term[ERROR2][w->count] = one.sum_error2;
  w->term[FAR2][w->count] = one.far2;
  w->term[SUMS][w->count] = weight * r * lower;
  w->term[SUMS + 1][w->count] = weight * r * r;
  if (++w->count == TERMS)
    waiting_add(t, w);
  t->rest.max_error = fmax(t->rest.max_error, one.max_error);
  t->rest.max_zero = fmax(t->rest.max_zero, one.max_zero);
  t->rest.positive += one.positive;
  t->rest.zero += one.zero;
  t->rest.coincident += one.coincident;
}

/* Whether an edge is counted in slot k of node i: once, by the lower number here, or in
 * the whole graph where the other end is a ghost. */
static inline int
is_counted(const mg_shard *s, size_t i, size_t k)
{
  size_t j = s->to[k];

  return j < s->own ? i < j : s->name[i] < s->name[j];
}

/* Neighbours are anywhere: memory is told of those that come. */
enum { AHEAD = 24 };

static inline double
length_of(const mg_shard *s, size_t dim, const double *y, size_t i, size_t k)
{
  return mg_distance(y + i * dim, y + s->to[k] * dim, dim);
}

static inline void
look_ahead(const mg_shard *s, size_t dim, const double *y, size_t k)
{
  if (k + AHEAD < s->row[s->own])
    __builtin_prefetch(y + s->to[k + AHEAD] * dim);
}

static void
edges_add(shard_tally *t, const mg_shard *s, size_t dim, const double *y, waiting *w)
{
  for (size_t i = 0; i < s->own; i++)
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
      look_ahead(s, dim, y, k);
      if (is_counted(s, i, k))
        edge_add(t, w, s, k, length_of(s, dim, y, i, k));
    }
  waiting_add(t, w);
}

static void
drift_add(shard_tally *t, const mg_shard_run *run, const double *y)
{
  const double *origin = run->par->origin;

  for (size_t i = 0; i < run->shard->own && origin != NULL; i++)
    for (size_t c = 0; c < run->dim; c++) {
      double d = mg_shard_root(run, i) * y[i * run->dim + c]
                 - origin[i * run->dim + c];

      mg_sum_add(&t->drift, d * d);
    }
}

/* What all ranks have, added. */
static mgnn_status
tally_gather(shard_tally *t, const mg_ranks *ranks, mgnn_error *err)
{
  shard_tally *all = mg_alloc((size_t)ranks->size, sizeof *all);

  if (mg_ranks_agree(ranks, mg_allocated(all, err), err) != MGNN_OK) {
    mg_free(all);
    return MGNN_ENOMEM;
  }
  MPI_Allgather(t, sizeof *t, MPI_BYTE, all, sizeof *t, MPI_BYTE, ranks->comm);
  memset(t, 0, sizeof *t);
  for (int r = 0; r < ranks->size; r++) {
    for (int k = 0; k < SUMS; k++)
      mg_sum_merge(&t->sum[k], &all[r].sum[k]);
    mg_sum_merge(&t->drift, &all[r].drift);
    mg_sum_merge(&t->product, &all[r].product);
    mg_sum_merge(&t->square, &all[r].square);
    t->rest.max_error = fmax(t->rest.max_error, all[r].rest.max_error);
    t->rest.max_zero = fmax(t->rest.max_zero, all[r].rest.max_zero);
    t->rest.positive += all[r].rest.positive;
    t->rest.zero += all[r].rest.zero;
    t->rest.coincident += all[r].rest.coincident;
  }
  mg_free(all);
  return MGNN_OK;
}

static void
figures_fill(mg_shard_figures *out, shard_tally *t, const mg_shard_run *run,
             double alpha)
{
  double square = mg_sum_value(&t->square);

  t->rest.energy = mg_sum_value(&t->sum[ENERGY]);
  t->rest.target2 = mg_sum_value(&t->sum[TARGET2]);
  t->rest.length2 = mg_sum_value(&t->sum[LENGTH2]);
  t->rest.sum_error = mg_sum_value(&t->sum[ERROR]);
  t->rest.sum_error2 = mg_sum_value(&t->sum[ERROR2]);
  t->rest.far2 = mg_sum_value(&t->sum[FAR2]);
  mg_edge_sums_figures(&t->rest, &out->figures);
  if (run->par->origin != NULL)
    out->figures.objective = (1 - alpha) * out->figures.energy
                             + alpha * mg_sum_value(&t->drift);
  /* where sum w (f r - m)^2 is least, for exact lengths */
  out->scale = run->shard->upper == NULL && square > 0
               ? mg_sum_value(&t->product) / square : NAN;
}

/* One sum of all ranks, one after the other: a mg_sum is no number of MPI. */
static void
sum_gather(const mg_ranks *ranks, const mg_sum *here, mg_sum *all)
{
  for (int r = 0; r < ranks->size; r++) {
    mg_sum of = *here;

    MPI_Bcast(&of, sizeof of, MPI_BYTE, r, ranks->comm);
    mg_sum_merge(all, &of);
  }
}

/* sum w (f r - m)^2 / sum w m^2. */
static void
scaled_fill(mg_shard_figures *out, const mg_shard_run *run, const double *y,
            double target2, waiting *w)
{
  const mg_shard *s = run->shard;
  size_t dim = run->dim;
  mg_sum here = { 0 }, all = { 0 };

  for (size_t i = 0; i < s->own; i++)
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
      double off;

      look_ahead(s, dim, y, k);
      if (!is_counted(s, i, k))
        continue;
      off = out->scale * length_of(s, dim, y, i, k)
            - (s->length != NULL ? s->length[k] : 1);
      w->term[0][w->count++] = (s->weight != NULL ? s->weight[k] : 1) * off * off;
      if (w->count == TERMS) {
        mg_sum_add_all(&here, w->count, w->term[0]);
        w->count = 0;
      }
    }
  mg_sum_add_all(&here, w->count, w->term[0]);
  sum_gather(s->ranks, &here, &all);
  out->scaled_stress = target2 > 0 ? mg_sum_value(&all) / target2 : NAN;
}

mgnn_status
mg_shard_measure(const mg_shard_run *run, const double *x, int in_z, double alpha,
                 mg_shard_figures *out, mgnn_error *err)
{
  mg_shard *s = run->shard;
  size_t dim = run->dim;
  double *y = mg_alloc_large((s->own + s->ghosts) * dim, sizeof *y);
  shard_tally *t = mg_zalloc(1, sizeof *t);
  waiting *w = mg_zalloc(1, sizeof *w);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(s->ranks, y != NULL && t != NULL && w != NULL
                               ? MGNN_OK : mg_fail_memory(err), err));
  for (size_t i = 0; i < s->own; i++)
    for (size_t c = 0; c < dim; c++)
      y[i * dim + c] = in_z ? x[i * dim + c] / mg_shard_root(run, i)
                            : x[i * dim + c];
  TRY(mg_shard_exchange(s, MG_DOUBLE, dim, y, err));
  edges_add(t, s, dim, y, w);
  drift_add(t, run, y);
  TRY(tally_gather(t, s->ranks, err));
  figures_fill(out, t, run, alpha);
  scaled_fill(out, run, y, t->rest.target2, w);
end:
  mg_free(y);
  mg_free(t);
  mg_free(w);
  return status;
}
