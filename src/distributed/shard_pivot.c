/* PivotMDS on many ranks, as solve/stress/pivot_mds does it: the columns of distances
 * are divided, the small matrix is summed in whole numbers and is the same on all
 * ranks. */
#include "shard_task.h"
#include "base/clock.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"
#include "rank_sums.h"
#include "solve/arrange/align_pins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIVOTS = 50, PIVOTS_LARGE = 20, LARGE = 20000, BLOCK = 2048 };

int
mg_shard_over(const mg_ranks *ranks, mg_shard_limits *limits)
{
  int why = 0;

  if (ranks->rank == 0) {
    if (limits->stop != NULL && limits->stop(limits->ctx))
      why = 1;
    else if (limits->seconds > 0 && mg_clock() - limits->began >= limits->seconds)
      why = 2;
  }
  MPI_Bcast(&why, 1, MPI_INT, 0, ranks->comm);
  if (limits->reached == NULL)
    limits->reached = why == 1 ? "stopped" : why == 2 ? "time"
                      : limits->iterations > 0 && limits->done >= limits->iterations
                      ? "iterations" : NULL;
  return limits->reached != NULL;
}

/* The node with the largest value on all ranks; of equals the one with the lowest
 * name, or the highest. */
static int64_t
farthest(const mg_shard *s, const double *value, int lowest, double *most)
{
  int64_t best = INT64_MIN;

  *most = -INFINITY;
  for (size_t i = 0; i < s->own; i++)
    *most = fmax(*most, value[i]);
  mg_rank_most(s->ranks, most, 1);
  for (size_t i = 0; i < s->own; i++) {
    int64_t name = lowest ? -(int64_t)s->name[i] : (int64_t)s->name[i];

    if (value[i] == *most && name > best)
      best = name;
  }
  MPI_Allreduce(MPI_IN_PLACE, &best, 1, MPI_INT64_T, MPI_MAX, s->ranks->comm);
  return lowest ? -best : best;
}

static mgnn_status
search(const mg_shard_task *t, int64_t source, double *far, mgnn_error *err)
{
  mgnn_status status = mg_shard_paths_from(t->paths, 1, &source, err);

  for (size_t i = 0; i < t->shard->own && status == MGNN_OK; i++)
    far[i] = mg_shard_path(t->paths, i, 0);
  return status;
}

/* Columns of distances, pivot after pivot, each the node farthest from those before;
 * in units of the distance between the ends of the first search. */
static mgnn_status
columns_fill(const mg_shard_task *t, size_t *k, double *far, double *nearest, float *d,
             mgnn_error *err)
{
  const mg_shard *s = t->shard;
  size_t own = s->own, p = 0;
  double unit, most;
  int64_t next;
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < own; i++)
    far[i] = 0;
  next = farthest(s, far, 1, &most);     /* the lowest name */
  TRY(search(t, next, far, err));
  next = farthest(s, far, 0, &unit);
  unit = unit > 0 ? unit : 1;
  for (size_t i = 0; i < own; i++)
    nearest[i] = INFINITY;
  do {
    TRY(search(t, next, far, err));
    for (size_t i = 0; i < own; i++) {
      d[p * own + i] = (float)(far[i] / unit);
      nearest[i] = fmin(nearest[i], far[i]);
    }
    p++;
    next = farthest(s, nearest, 1, &most);
  } while (p < *k && most > 0 && !mg_shard_over(s->ranks, t->limits));
  *k = p;
end:
  return status;
}

/* Square the distances and take the means of rows and columns away:
 *   c_ip = -(d_ip^2 - mean_i - mean_p + mean) / 2. */
static void
centre(const mg_shard_task *t, size_t k, float *d)
{
  size_t own = t->shard->own;
  mg_sum sum[PIVOTS] = { { 0 } };
  double column[PIVOTS], mean = 0;

  for (size_t p = 0; p < k; p++)
    for (size_t i = 0; i < own; i += BLOCK) {
      double square[BLOCK];
      size_t count = own - i < BLOCK ? own - i : BLOCK;

      for (size_t a = 0; a < count; a++)
        square[a] = (double)d[p * own + i + a] * d[p * own + i + a];
      mg_sum_add_all(&sum[p], count, square);
    }
  mg_rank_sums(t->shard->ranks, sum, k);
  for (size_t p = 0; p < k; p++) {
    column[p] = mg_sum_value(&sum[p]) / (double)t->nodes;
    mean += column[p] / (double)k;
  }
  for (size_t i = 0; i < own; i++) {
    double row = 0;

    for (size_t p = 0; p < k; p++)
      row += (double)d[p * own + i] * d[p * own + i] / (double)k;
    for (size_t p = 0; p < k; p++) {
      float *c = &d[p * own + i];

      *c = (float)(-((double)*c * *c - row - column[p] + mean) / 2);
    }
  }
}

/* C^T C of the entries in whole 2^-20 of the largest: products of 40 bits, of which
 * 2^11 are added exactly as doubles. */
static void
products(const mg_shard_task *t, size_t k, const float *c, double *whole, mg_sum *sum,
         double *out)
{
  size_t own = t->shard->own;
  double most = 0, unit;

  for (size_t a = 0; a < k * own; a++)
    most = fmax(most, fabs((double)c[a]));
  mg_rank_most(t->shard->ranks, &most, 1);
  unit = most > 0 ? most * 0x1p-20 : 1;
  memset(sum, 0, k * k * sizeof *sum);
  for (size_t i = 0; i < own; i += BLOCK) {
    size_t count = own - i < BLOCK ? own - i : BLOCK;

    for (size_t p = 0; p < k; p++) {
      for (size_t a = 0; a < count; a++)
        whole[p * BLOCK + a] = rint((double)c[p * own + i + a] / unit);
      for (size_t q = 0; q <= p; q++) {
        const double *x = whole + p * BLOCK, *y = whole + q * BLOCK;
        double part = 0;

#pragma omp simd reduction(+ : part)
        for (size_t a = 0; a < count; a++)
          part += x[a] * y[a];
        mg_sum_add(&sum[p * k + q], part);
      }
    }
  }
  mg_rank_sums(t->shard->ranks, sum, k * k);
  for (size_t p = 0; p < k; p++)
    for (size_t q = 0; q <= p; q++)
      out[p * k + q] = out[q * k + p] = mg_sum_value(&sum[p * k + q]) * unit * unit;
}

/* Coordinate a of all nodes is C v / sqrt(sigma), as in solve/stress/pivot_mds. */
static void
project(const mg_shard_task *t, size_t k, const float *c, const double *value,
        const double *vector, double *y)
{
  size_t own = t->shard->own, dim = t->dim;

  memset(y, 0, own * dim * sizeof *y);
  for (size_t a = 0; a < dim && a < k && value[a] > 1e-14 * value[0]; a++) {
    double scale, big = 0;

    for (size_t p = 0; p < k; p++)
      if (fabs(vector[p * k + a]) > fabs(big) * (1 + 1e-9))
        big = vector[p * k + a];
    scale = (big < 0 ? -1 : 1) / sqrt(sqrt(value[a]));
    for (size_t p = 0; p < k; p++)
      for (size_t i = 0; i < own; i++)
        y[i * dim + a] += scale * vector[p * k + a] * c[p * own + i];
  }
}

static mgnn_status
scaling(const mg_shard_task *t, size_t k, const float *c, double *y, mgnn_error *err)
{
  const mg_ranks *ranks = t->shard->ranks;
  double *gram = mg_alloc(2 * k + 1, k * sizeof *gram), *vector, *value;
  double *whole = mg_alloc(k, BLOCK * sizeof *whole);
  mg_sum *sum = mg_alloc(k, k * sizeof *sum);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, gram != NULL && whole != NULL && sum != NULL
                            ? MGNN_OK : mg_fail_memory(err), err));
  vector = gram + k * k;
  value = vector + k * k;
  products(t, k, c, whole, sum, gram);
  if (ranks->rank == 0)
    status = mg_eigen_symmetric(k, gram, value, vector, NULL, err);
  TRY(mg_ranks_agree(ranks, status, err));
  MPI_Bcast(vector, (int)(k * k + k), MPI_DOUBLE, 0, ranks->comm);
  project(t, k, c, value, vector, y);
end:
  mg_free(gram);
  mg_free(whole);
  mg_free(sum);
  return status;
}

/* Multiply y by the one number that brings the edges nearest to their lengths, and add
 * a random thousandth of the mean length, of the name of each node. */
static mgnn_status
scale_and_perturb(const mg_shard_task *t, double *y, mgnn_error *err)
{
  mg_shard *s = t->shard;
  size_t dim = t->dim, own = s->own;
  double *all = mg_alloc(own + s->ghosts, dim * sizeof *all), by = 1, near;
  mg_sum sum[2] = { { 0 } };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(s->ranks, mg_allocated(all, err), err));
  memcpy(all, y, own * dim * sizeof *all);
  TRY(mg_shard_exchange(s, MG_DOUBLE, dim, all, err));
  for (size_t i = 0; i < own; i++) {
    double rm = 0, rr = 0;

    for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
      double r = mg_distance(all + i * dim, all + (size_t)s->to[k] * dim, dim);
      double w = s->weight != NULL ? s->weight[k] : 1;

      rm += w * r * t->paths->length[k];
      rr += w * r * r;
    }
    mg_sum_add(&sum[0], rm);
    mg_sum_add(&sum[1], rr);
  }
  mg_rank_sums(s->ranks, sum, 2);
  if (mg_sum_value(&sum[0]) > 0
      && isfinite(mg_sum_value(&sum[0]) / mg_sum_value(&sum[1])))
    by = mg_sum_value(&sum[0]) / mg_sum_value(&sum[1]);
  near = 1e-3 * t->paths->mean;
  for (size_t i = 0; i < own; i++) {
    uint64_t stream = mg_random_stream(t->seed, s->name[i]);

    for (size_t c = 0; c < dim; c++)
      y[i * dim + c] = by * y[i * dim + c] + near * mg_random_deviate(&stream);
  }
end:
  mg_free(all);
  return status;
}

mgnn_status
mg_shard_pivot(const mg_shard_task *t, double *y, mgnn_error *err)
{
  const mg_shard *s = t->shard;
  size_t k = t->nodes < PIVOTS ? (size_t)t->nodes : PIVOTS;
  float *d = NULL;
  double *far = NULL;
  mgnn_status status = MGNN_OK;

  if (mg_shard_paths_equal(t->paths) && t->nodes > LARGE)
    k = PIVOTS_LARGE;
  d = mg_alloc(s->own, k * sizeof *d);
  far = mg_alloc(2 * s->own, sizeof *far);
  TRY(mg_ranks_agree(s->ranks, d != NULL && far != NULL ? MGNN_OK
                               : mg_fail_memory(err), err));
  TRY(columns_fill(t, &k, far, far + s->own, d, err));
  centre(t, k, d);
  TRY(scaling(t, k, d, y, err));
  TRY(scale_and_perturb(t, y, err));
end:
  mg_free(d);
  mg_free(far);
  return status;
}

/* ---- pins ---- */

/* A node of which a coordinate is pinned. */
typedef struct {
  unsigned name;
  unsigned char pin[8];
  double given[8], at[8];
} pinned;

static size_t
pinned_take(const mg_shard_task *t, const double *given, const double *y, pinned *out)
{
  size_t dim = t->dim, count = 0;

  for (size_t i = 0; i < t->shard->own; i++) {
    pinned p = { .name = t->shard->name[i] };
    int any = 0;

    for (size_t c = 0; c < dim; c++) {
      any |= p.pin[c] = t->pin[i * dim + c];
      p.given[c] = given[i * dim + c];
      p.at[c] = y[i * dim + c];
    }
    if (any && out != NULL)
      out[count] = p;
    count += (size_t)any;
  }
  return count;
}

static int
by_name(const void *left, const void *right)
{
  const pinned *a = left, *b = right;

  return a->name < b->name ? -1 : a->name > b->name;
}

/* Where the motion that aligns the pinned nodes takes 0 and a point on each axis: these
 * are aligned with them, as nodes that are not pinned. */
static mgnn_status
motion_find(const mg_shard_task *t, const pinned *all, size_t count, double far,
            double *to, mgnn_error *err)
{
  size_t dim = t->dim, n = count + dim + 1;
  double *x = mg_zalloc(2 * n, dim * sizeof *x), *given = x != NULL ? x + n * dim : NULL;
  unsigned char *pin = mg_zalloc(n, dim);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(x, err));
  TRY(mg_allocated(pin, err));
  for (size_t k = 0; k < count; k++)
    for (size_t c = 0; c < dim; c++) {
      pin[k * dim + c] = all[k].pin[c];
      given[k * dim + c] = all[k].given[c];
      x[k * dim + c] = all[k].at[c];
    }
  for (size_t c = 0; c < dim; c++)
    x[(count + 1 + c) * dim + c] = far;
  TRY(mg_align_to_pins(n, dim, pin, given, x, err));
  memcpy(to, x + count * dim, (dim + 1) * dim * sizeof *to);
end:
  mg_free(x);
  mg_free(pin);
  return status;
}

mgnn_status
mg_shard_align_pins(const mg_shard_task *t, const double *given, double *y,
                    mgnn_error *err)
{
  const mg_ranks *ranks = t->shard->ranks;
  size_t dim = t->dim, count = pinned_take(t, given, y, NULL), own = t->shard->own;
  size_t *send = mg_zalloc((size_t)ranks->size, sizeof *send);
  pinned *mine = mg_alloc(count, sizeof *mine);
  double to[72], far = t->paths->mean, old[8];
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, send != NULL && mine != NULL ? MGNN_OK
                            : mg_fail_memory(err), err));
  pinned_take(t, given, y, mine);
  send[0] = count;
  TRY(mg_mail_send(&got, ranks, sizeof *mine, send, mine, err));
  if (ranks->rank == 0) {
    qsort(got.item, got.total, sizeof *mine, by_name);
    status = motion_find(t, got.item, got.total, far, to, err);
  }
  TRY(mg_ranks_agree(ranks, status, err));
  MPI_Bcast(to, 72, MPI_DOUBLE, 0, ranks->comm);
  for (size_t i = 0; i < own; i++) {
    memcpy(old, y + i * dim, dim * sizeof *old);
    for (size_t c = 0; c < dim; c++) {
      double at = to[c];

      for (size_t a = 0; a < dim; a++)
        at += old[a] / far * (to[(a + 1) * dim + c] - to[c]);
      y[i * dim + c] = t->pin[i * dim + c] ? given[i * dim + c] : at;
    }
  }
end:
  mg_mail_free(&got);
  mg_free(send);
  mg_free(mine);
  return status;
}
