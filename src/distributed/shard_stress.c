/* Sparse stress on many ranks: the model, its constants and its kernels are those of
 * solve/stress/sparse_stress, which says why.  Each rank has the rows of its own nodes:
 * near nodes are exchanged as ghosts of a graph of their own, pivots are the same on
 * all ranks, and their positions are sent to all in every step.  Pivots are random nodes,
 * and positions start where the pivots alone put them.
 *
 * Majorisation would solve a Laplacian system in each step by a product with this same
 * matrix, near pairs and pivots, for every iteration of its solver; a step here is one
 * such product. */
#include "checkpoint.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"
#include "solve/stress/search_exact.h"
#include "solve/stress/sparse_stress.h"
#include "solve/stress/stress_avx2.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  FIRST_PIVOTS = 200, LAST_PIVOTS = 1000, MANY_PIVOTS = 500, LEAST_PIVOTS = 100,
  FIRST_STEPS = 40, LAST_STEPS = 60,
  ROWS = 1024,                 /* nodes worked on at once */
  HISTOGRAM = 1024,            /* classes of distances from a pivot */
  ESTIMATE_ROWS = 400, ROUGH_ROWS = 20, ESTIMATE_PAIRS = 20000000
};

#define MOMENTUM 0.95F

typedef struct {
  const mg_shard_task *task;
  mg_shard near;               /* lengths are distances; it numbers own nodes anew */
  size_t dim, own, own8;
  unsigned *at;                /* own: their numbers in the graph of the task */
  double unit;                 /* distances are counted in it */
  double mid[8];               /* positions are counted from it */
  mg_pivots p;                 /* pivots are behind the own nodes, from own8 on */
  mg_near list;
  struct {
    unsigned *place;           /* in x */
    int64_t *name;
    unsigned *own;             /* among the own nodes, UINT32_MAX: not here */
    double radius;             /* mean */
  } pivot;
  float *degree;
  float *x, *ahead, *push, *looked;
  float *positions;            /* of pivots: dim * most */
  struct {
    mg_pivot_kernel *pivot;
    mg_near_kernel *near;
  } kernel;
} sampled;

static size_t
pivots_most(uint64_t n)
{
  double many = fmin(2e8 / (double)n, MANY_PIVOTS);
  double last = fmin(5e7 / (double)n, LAST_PIVOTS);
  double most = fmax(fmax(many, last), LEAST_PIVOTS);

  return most < (double)n ? (size_t)most : (size_t)n;
}

static const mg_ranks *
ranks_of(const sampled *s)
{
  return s->task->shard->ranks;
}

static float
in_units(const sampled *s, double length)
{
  float far = (float)(length / s->unit);

  return far > 0 ? far : (float)MG_PAIR_COINCIDE;
}

static mgnn_status
sparse_allocate(sampled *s, size_t most, mgnn_error *err)
{
  size_t size = s->dim * s->p.width, slots = 0;
  int good;

  for (size_t i = 0; i < s->own; i++)
    slots += (s->near.row[i + 1] - s->near.row[i] + 7) / 8 * 8;
  s->at = mg_alloc(s->own, sizeof *s->at);
  s->p.column = mg_zalloc(most, s->p.width * mg_pair_size(s->p.kind));
  s->pivot.place = mg_alloc(most, sizeof *s->pivot.place);
  s->pivot.name = mg_alloc(most, sizeof *s->pivot.name);
  s->pivot.own = mg_alloc(most, sizeof *s->pivot.own);
  s->degree = mg_alloc(s->own8 + 1, sizeof *s->degree);
  s->x = mg_zalloc(3 * size + 1, sizeof *s->x);
  s->looked = mg_zalloc(s->own + s->near.ghosts + 1,
                        s->list.stride * sizeof *s->looked);
  s->positions = mg_alloc(most * s->dim, sizeof *s->positions);
  s->list.row = mg_alloc(2 * s->own + 1, sizeof *s->list.row);
  s->list.to = mg_alloc(slots, sizeof *s->list.to);
  s->list.far = mg_alloc(slots, sizeof *s->list.far);
  good = s->at != NULL && s->p.column != NULL && s->pivot.place != NULL
         && s->pivot.name != NULL && s->pivot.own != NULL && s->degree != NULL
         && s->x != NULL && s->looked != NULL && s->positions != NULL
         && s->list.row != NULL && s->list.to != NULL
         && s->list.far != NULL;
  if (good) {
    s->list.end = s->list.row + s->own;
    s->ahead = s->x + size;
    s->push = s->ahead + size;
    s->p.pivot = s->pivot.place;
  }
  return mg_ranks_have(ranks_of(s), good, err);
}

static void
lists_fill(sampled *s)
{
  size_t at = 0;

  for (size_t i = 0; i < s->own; i++) {
    s->list.row[i] = at;
    for (size_t k = s->near.row[i]; k < s->near.row[i + 1]; k++) {
      s->list.to[at] = s->near.to[k];
      s->list.far[at++] = in_units(s, s->near.length[k]);
    }
    s->list.end[i] = at;
    for (; at % 8 != 0; at++) {
      s->list.to[at] = (unsigned)i;
      s->list.far[at] = 1;
    }
  }
}

/* ---- pivots ---- */

/* How many of some sorted keys are below one. */
static int64_t
keys_below(const uint64_t *sorted, size_t count, uint64_t key)
{
  size_t low = 0, high = count;

  while (low < high) {
    size_t mid = (low + high) / 2;

    if (sorted[mid] < key)
      low = mid + 1;
    else
      high = mid;
  }
  return (int64_t)low;
}

/* The largest keys with no more than want[k] nodes below them, bit by bit and all at
 * once; `below` is scratch. */
static void
keys_at(const mg_ranks *ranks, const uint64_t *sorted, size_t own, int bits,
        const int64_t *want, size_t count, uint64_t *key)
{
  int64_t below[LAST_PIVOTS];

  memset(key, 0, count * sizeof *key);
  for (int bit = bits; bit-- > 0;) {
    for (size_t k = 0; k < count; k++)
      below[k] = keys_below(sorted, own, key[k] | UINT64_C(1) << bit);
    mg_rank_counts(ranks, below, count);
    for (size_t k = 0; k < count; k++)
      if (below[k] <= want[k])
        key[k] |= UINT64_C(1) << bit;
  }
}

/* Random nodes: one of each of as many equal parts of the nodes in the order of their
 * names. */
static mgnn_status
nodes_choose(const mg_shard_task *t, unsigned stream_of, size_t rows, int64_t *row,
             mgnn_error *err)
{
  const mg_shard *s = t->shard;
  uint64_t stream = mg_random_stream(t->seed, stream_of);
  uint64_t *name = mg_alloc(s->own, sizeof *name), found[LAST_PIVOTS];
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(s->ranks, mg_allocated(name, err), err));
  for (size_t i = 0; i < s->own; i++)
    name[i] = s->name[i];
  qsort(name, s->own, sizeof *name, mg_ascending_words);
  for (size_t k = 0; k < rows; k++) {
    uint64_t begin = k * t->nodes / rows, stop = (k + 1) * t->nodes / rows;

    row[k] = (int64_t)(begin + mg_random_below(&stream, (size_t)(stop - begin)));
  }
  keys_at(s->ranks, name, s->own, 32, row, rows, found);
  for (size_t k = 0; k < rows; k++)
    row[k] = (int64_t)found[k];
end:
  mg_free(name);
  return status;
}

/* The pivots are known by their names: where they are. */
static void
pivots_place(sampled *s, size_t count)
{
  s->p.count = count;
  for (size_t p = 0; p < s->p.count; p++) {
    s->pivot.place[p] = (unsigned)(s->own8 + p);
    s->pivot.own[p] = UINT32_MAX;
  }
  for (size_t i = 0; i < s->own; i++)
    for (size_t p = 0; p < s->p.count; p++)
      if ((int64_t)s->near.name[i] == s->pivot.name[p])
        s->pivot.own[p] = (unsigned)i;
  s->p.share = (float)s->task->nodes / (float)s->p.count;
}

/* ---- distances from the pivots ---- */

static void
column_set(sampled *s, size_t p, size_t b)
{
  uint16_t *whole = (uint16_t *)s->p.column + p * s->p.width;
  float *real = (float *)s->p.column + p * s->p.width;

  for (size_t i = 0; i < s->own; i++) {
    double d = mg_shard_path(s->task->paths, s->at[i], b);
    float far = (int64_t)s->near.name[i] == s->pivot.name[p] ? 0 : in_units(s, d);

    if (s->p.kind == MG_PAIR_SHORT)
      whole[i] = (uint16_t)lrintf(far);
    else
      real[i] = far;
  }
}

static inline float
column_at(const mg_pivots *p, size_t k)
{
  return p->kind == MG_PAIR_SHORT ? (float)((const uint16_t *)p->column)[k]
                                  : ((const float *)p->column)[k];
}

/* The pivots that are searched from at once: p, p + stride, ...; all along the curve, so
 * that every rank has something to do from the beginning. */
typedef struct {
  size_t count, pivot[MG_PATHS_AT_ONCE];
} batch;

/* The radii of pivots, within which there are as many nodes as one stands for, from
 * counts of the distances by classes. */
static void
radii_find(const sampled *s, const batch *of, int64_t *class, double *radius)
{
  double most[MG_PATHS_AT_ONCE] = { 0 };

  for (size_t b = 0; b < of->count; b++)
    for (size_t i = 0; i < s->own; i++) {
      double far = (double)column_at(&s->p, of->pivot[b] * s->p.width + i);

      most[b] = far > most[b] ? far : most[b];
    }
  mg_rank_most(ranks_of(s), most, of->count);
  memset(class, 0, of->count * HISTOGRAM * sizeof *class);
  for (size_t b = 0; b < of->count; b++) {
    int whole = s->p.kind == MG_PAIR_SHORT && most[b] < HISTOGRAM;
    double per = whole ? 1 : most[b] > 0 ? (HISTOGRAM - 1) / most[b] : 0;

    for (size_t i = 0; i < s->own; i++)
      class[b * HISTOGRAM
            + (size_t)((double)column_at(&s->p, of->pivot[b] * s->p.width + i)
                       * per)]++;
  }
  mg_rank_counts(ranks_of(s), class, of->count * HISTOGRAM);
  for (size_t b = 0; b < of->count; b++) {
    int whole = s->p.kind == MG_PAIR_SHORT && most[b] < HISTOGRAM;
    int64_t sum = 0;
    size_t classes = 0;

    while (classes + 1 < HISTOGRAM
           && (sum += class[b * HISTOGRAM + classes]) <= (int64_t)s->p.share)
      classes++;
    radius[of->pivot[b]] = whole ? (double)classes
                                 : most[b] * (double)classes / (HISTOGRAM - 1);
  }
}

static mgnn_status
columns_fill(sampled *s, mgnn_error *err)
{
  int64_t *class = mg_alloc(MG_PATHS_AT_ONCE, HISTOGRAM * sizeof *class);
  double *radius = mg_alloc(s->p.count, sizeof *radius);
  size_t stride = (s->p.count + MG_PATHS_AT_ONCE - 1) / MG_PATHS_AT_ONCE;
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(ranks_of(s), class != NULL && radius != NULL, err));
  for (size_t p = 0; p < stride; p++) {
    int64_t name[MG_PATHS_AT_ONCE];
    batch of = { 0 };

    for (size_t q = p; q < s->p.count; q += stride) {
      name[of.count] = s->pivot.name[q];
      of.pivot[of.count++] = q;
    }
    TRY(mg_shard_paths_from(s->task->paths, of.count, name, err));
    for (size_t b = 0; b < of.count; b++)
      column_set(s, of.pivot[b], b);
    radii_find(s, &of, class, radius);
  }
  s->pivot.radius = 0;
  for (size_t p = 0; p < s->p.count; p++)
    s->pivot.radius += radius[p] / (double)s->p.count;
end:
  mg_free(class);
  mg_free(radius);
  return status;
}

static void
weights_set(sampled *s)
{
  double clear = s->pivot.radius > 0.5 ? 2 * s->pivot.radius : 1;

  s->p.most = (float)((double)s->p.share / (clear * clear));
  for (size_t i = 0; i < s->own; i++) {
    s->degree[i] = 0;
    for (size_t k = s->list.row[i]; k < s->list.end[i]; k++) {
      float w = s->near.weight == NULL ? 1
                : (float)s->near.weight[s->near.row[i] + k - s->list.row[i]];

      s->degree[i] += w / (s->list.far[k] * s->list.far[k]);
    }
  }
  for (size_t p = 0; p < s->p.count; p++)
    for (size_t i = 0; i < s->own; i++) {
      float far = column_at(&s->p, p * s->p.width + i);
      float weight = s->p.share / (far * far);

      if (far > 0)
        s->degree[i] += weight < s->p.most ? weight : s->p.most;
    }
}

/* ---- the pivots alone ---- */

/* The search has starts of its own, so that any will do. */
static mgnn_status
skeleton_search(const sampled *s, const float *all, double *x, mgnn_error *err)
{
  mg_run_control control = { .seed = s->task->seed, .threads = 1, .tolerance = 1e-6 };
  mg_task pivots = { .dim = s->dim, .control = &control };
  mg_search found;
  mg_distances d = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t p = 0; p < s->p.count; p++)
    mg_random_place(s->task->seed, p, s->dim, s->pivot.radius, x + p * s->dim);
  TRY(mg_distances_take(&d, s->p.count, all, err));
  TRY(mg_search_exact(&d, &pivots, s->pivot.radius, x, &found, err));
end:
  mg_distances_free(&d);
  return status;
}

/* Each node at the mean of the pivots, weighted by d^-4, and a random hundredth of a
 * unit away. */
static void
nodes_interpolate(sampled *s, const double *x)
{
  size_t width = s->p.width;

  for (size_t i = 0; i < s->own; i++) {
    uint64_t stream = mg_random_stream(s->task->seed, s->near.name[i]);
    float total = 0, sum[8] = { 0 };

    for (size_t p = 0; p < s->p.count; p++) {
      float far = column_at(&s->p, p * width + i) + 0.1F;
      float weight = 1 / (far * far * far * far);

      total += weight;
      for (size_t c = 0; c < s->dim; c++)
        sum[c] += weight * (float)x[p * s->dim + c];
    }
    for (size_t c = 0; c < s->dim; c++)
      s->x[c * width + i] = sum[c] / total
                            + (float)(0.02 * mg_random_uniform(&stream) - 0.01);
  }
}

static mgnn_status
skeleton_interpolate(sampled *s, mgnn_error *err)
{
  const mg_ranks *ranks = ranks_of(s);
  size_t count = s->p.count;
  float *all = mg_alloc(count, count * sizeof *all);
  double *x = mg_alloc(count, s->dim * sizeof *x);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(ranks, all != NULL && x != NULL, err));
  /* Their distances, to all ranks. */
  memset(all, 0, s->p.count * s->p.count * sizeof *all);
  for (size_t q = 0; q < s->p.count; q++)
    for (size_t p = 0; p < s->p.count && s->pivot.own[q] != UINT32_MAX; p++)
      all[p * s->p.count + q] = column_at(&s->p, p * s->p.width + s->pivot.own[q]);
  MPI_Allreduce(MPI_IN_PLACE, all, (int)(s->p.count * s->p.count), MPI_FLOAT, MPI_SUM,
                ranks_of(s)->comm);
  if (ranks->rank == 0)
    status = skeleton_search(s, all, x, err);
  TRY(mg_ranks_agree(ranks, status, err));
  MPI_Bcast(x, (int)(count * s->dim), MPI_DOUBLE, 0, ranks->comm);
  nodes_interpolate(s, x);
end:
  mg_free(all);
  mg_free(x);
  return status;
}

/* ---- positions ---- */

/* x is in units, from the middle of what is given. */
static void
places_set(sampled *s, const double *y)
{
  for (size_t c = 0; c < s->dim; c++)
    for (size_t i = 0; i < s->own; i++)
      s->x[c * s->p.width + i] = (float)((y[s->at[i] * s->dim + c] - s->mid[c])
                                         / s->unit);
}

static void
places_get(const sampled *s, double *y)
{
  for (size_t i = 0; i < s->own; i++)
    for (size_t c = 0; c < s->dim; c++)
      y[s->at[i] * s->dim + c] = (double)s->x[c * s->p.width + i] * s->unit + s->mid[c];
}

static void
middle_find(sampled *s, const double *y)
{
  double ends[16];

  for (size_t c = 0; c < 2 * s->dim; c++)
    ends[c] = INFINITY;
  for (size_t k = 0; k < s->own * s->dim; k++) {
    size_t c = k % s->dim;

    ends[2 * c] = fmin(ends[2 * c], y[k]);
    ends[2 * c + 1] = fmin(ends[2 * c + 1], -y[k]);
  }
  mg_rank_least(ranks_of(s), ends, 2 * s->dim);
  for (size_t c = 0; c < s->dim; c++)
    s->mid[c] = (ends[2 * c] - ends[2 * c + 1]) / 2;
}

static mgnn_status
to_pins(sampled *s, const double *given, mgnn_error *err)
{
  double *y = mg_alloc(s->own, s->dim * sizeof *y);
  mgnn_status status = MGNN_OK;

  if (s->task->pin == NULL)
    goto end;
  TRY(mg_ranks_agree(ranks_of(s), mg_allocated(y, err), err));
  places_get(s, y);
  TRY(mg_shard_align_pins(s->task, given, y, err));
  places_set(s, y);
end:
  mg_free(y);
  return status;
}

/* ---- steps ---- */

/* `ahead` to where it is looked up: of ghosts, node after node, and of pivots. */
static mgnn_status
ahead_send(sampled *s, mgnn_error *err)
{
  size_t stride = s->list.stride, width = s->p.width, count = s->p.count;

  for (size_t i = 0; i < s->own; i++)
    for (size_t c = 0; c < s->dim; c++)
      s->looked[i * stride + c] = s->ahead[c * width + i];
  memset(s->positions, 0, count * s->dim * sizeof *s->positions);
  for (size_t p = 0; p < count; p++)
    for (size_t c = 0; c < s->dim && s->pivot.own[p] != UINT32_MAX; c++)
      s->positions[c * count + p] = s->ahead[c * width + s->pivot.own[p]];
  MPI_Allreduce(MPI_IN_PLACE, s->positions, (int)(count * s->dim), MPI_FLOAT, MPI_SUM,
                ranks_of(s)->comm);
  for (size_t c = 0; c < s->dim; c++)
    memcpy(s->ahead + c * width + s->own8, s->positions + c * count,
           count * sizeof *s->ahead);
  return mg_shard_exchange(&s->near, MG_FLOAT, stride, s->looked, err);
}

/* sum_j (w - 1)/d^2 (1 - d/r) (x_i - x_j), over edges whose weight is not 1. */
static void
stiff_push(const sampled *s)
{
  size_t stride = s->list.stride;

  for (size_t i = 0; i < s->own; i++)
    for (size_t k = s->list.row[i]; k < s->list.end[i]; k++) {
      float w = (float)s->near.weight[s->near.row[i] + k - s->list.row[i]] - 1;
      const float *at = s->looked + i * stride;
      const float *other = s->looked + s->list.to[k] * stride;
      float far = s->list.far[k], square = 0, push;

      if (w == 0)
        continue;
      for (size_t c = 0; c < s->dim; c++)
        square += (at[c] - other[c]) * (at[c] - other[c]);
      push = w / (far * far) * (1 - far / sqrtf(square > 1e-20F ? square : 1e-20F));
      for (size_t c = 0; c < s->dim; c++)
        s->push[c * s->p.width + i] += push * (at[c] - other[c]);
    }
}

/* Nesterov's scheme with half an MGNN step. */
static void
step_make(sampled *s, float momentum)
{
  const unsigned char *pin = s->task->pin;

  for (size_t c = 0; c < s->dim; c++)
    for (size_t i = 0; i < s->own; i++) {
      size_t at = c * s->p.width + i;
      float next, move;

      if (pin != NULL && pin[s->at[i] * s->dim + c])
        continue;
      next = s->ahead[at] - 0.5F * s->push[at] / s->degree[i];
      move = next - s->x[at];
      s->x[at] = next;
      s->ahead[at] = next + momentum * move;
    }
}

/* What is kept of a round: x and ahead, as doubles, in the order of the task. */
static void
keep_exchange(sampled *s, double *kept, int back)
{
  size_t size = s->own * s->dim;

  for (size_t i = 0; i < s->own; i++)
    for (size_t c = 0; c < s->dim; c++) {
      float *x = &s->x[c * s->p.width + i], *ahead = &s->ahead[c * s->p.width + i];
      double *at = &kept[s->at[i] * s->dim + c];

      if (back) {
        *x = (float)at[0];
        *ahead = (float)at[size];
      } else {
        at[0] = (double)*x;
        at[size] = (double)*ahead;
      }
    }
}

static mgnn_status
steps_run(sampled *s, size_t from, size_t steps, int round, mg_checkpoint *keep,
          mgnn_error *err)
{
  mg_shard_limits *limits = s->task->limits;
  int over;

  for (size_t k = from; k < steps; k++) {
    float momentum = (float)k / ((float)k + 3);

    if (mg_checkpoint_due(keep, ranks_of(s), limits, &over)) {
      keep_exchange(s, keep->vector, 0);
      keep->state.stage = round;
      keep->state.step = k;
      keep->state.iterations = limits->done;
      PASS(mg_checkpoint_write(keep, 2, err));
    }
    if (over)
      break;
    PASS(ahead_send(s, err));
    for (size_t i = 0; i < s->own; i += ROWS) {
      size_t end = i + ROWS < s->own ? i + ROWS : s->own;

      s->kernel.near(&s->list, s->looked, i, end, s->push);
      s->kernel.pivot(&s->p, s->ahead, i, end, s->push);
    }
    if (s->near.weight != NULL)
      stiff_push(s);
    step_make(s, momentum < MOMENTUM ? momentum : MOMENTUM);
    limits->done++;
  }
  return MGNN_OK;
}

/* A round as in solve/stress/sparse_stress, or the rest of one that was kept.  y: NULL, or
 * it starts where the pivots put the nodes, moved as a whole to the pins in y. */
static mgnn_status
round_run(sampled *s, size_t pivots, int round, double *y, mg_checkpoint *keep,
          mgnn_error *err)
{
  size_t from = 0, steps = round == MG_STAGE_FIRST ? FIRST_STEPS : LAST_STEPS;
  int resumed = keep != NULL && keep->resumed && keep->state.stage == round;

  PASS(nodes_choose(s->task, (unsigned)round, pivots, s->pivot.name, err));
  pivots_place(s, pivots);
  PASS(columns_fill(s, err));
  weights_set(s);
  if (y != NULL && !resumed) {
    PASS(skeleton_interpolate(s, err));
    PASS(to_pins(s, y, err));
  }
  memcpy(s->ahead, s->x, s->dim * s->p.width * sizeof *s->x);
  if (resumed) {
    keep_exchange(s, keep->vector, 1);
    from = keep->state.step;
    keep->resumed = 0;
  }
  return steps_run(s, from, steps, round, keep, err);
}

/* ---- all of it ---- */

/* The unit: the length where all are equal, and so distances whole; else the mean. */
static mgnn_status
unit_find(sampled *s, mgnn_error *err)
{
  const mg_shard_paths *paths = s->task->paths;
  const mg_shard *g = s->task->shard;
  int64_t lowest = INT64_MAX;
  double far = 0;

  s->unit = paths->most > 0 ? paths->mean : 0;
  s->p.kind = MG_PAIR_FLOAT;
  if (!mg_shard_paths_equal(paths) || !(s->unit > 0))
    return MGNN_OK;
  for (size_t i = 0; i < g->own; i++)
    lowest = g->name[i] < lowest ? g->name[i] : lowest;
  MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT64_T, MPI_MIN, g->ranks->comm);
  PASS(mg_shard_paths_from(s->task->paths, 1, &lowest, err));
  for (size_t i = 0; i < g->own; i++)
    far = fmax(far, mg_shard_path(paths, i, 0));
  mg_rank_most(g->ranks, &far, 1);
  s->unit = paths->least;
  if (2 * far / s->unit < 32000)
    s->p.kind = MG_PAIR_SHORT;
  return MGNN_OK;
}

static mgnn_status
sparse_init(sampled *s, size_t most, mgnn_error *err)
{
  const mg_stress_kernels *fast = mg_stress_avx2(s->dim);

  PASS(mg_shard_nearest(&s->near, s->task->paths, s->task->owners, err));
  s->own = s->near.own;
  s->own8 = (s->own + 7) / 8 * 8;
  s->p.n = s->own;
  s->p.dim = s->dim;
  s->p.width = s->own8 + (most + 7) / 8 * 8;
  s->list = (mg_near){ .width = s->p.width, .dim = s->dim,
                       .stride = s->dim == 3 ? 4 : s->dim };
  s->kernel.pivot = fast != NULL ? fast->pivot : mg_pivot_portable;
  s->kernel.near = fast != NULL ? fast->near : mg_near_portable;
  PASS(sparse_allocate(s, most, err));
  PASS(mg_shard_match(s->task->shard, &s->near, s->at, err));
  lists_fill(s);
  return MGNN_OK;
}

mgnn_status
mg_shard_stress(const mg_shard_task *t, int given, int rough, double *y,
                mg_checkpoint *keep, mgnn_error *err)
{
  size_t most = pivots_most(t->nodes);
  sampled s = { .task = t, .dim = t->dim };
  int later = keep != NULL && keep->resumed && keep->state.stage == MG_STAGE_LAST;
  double *pinned = mg_alloc(t->shard->own, t->dim * sizeof *pinned);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(t->shard->ranks, mg_allocated(pinned, err), err));
  memcpy(pinned, y, t->shard->own * t->dim * sizeof *y);
  TRY(unit_find(&s, err));
  if (!(s.unit > 0))
    goto end;
  TRY(sparse_init(&s, most, err));
  middle_find(&s, y);
  places_set(&s, y);
  if (!later)
    TRY(round_run(&s, most / 2 < FIRST_PIVOTS ? (most + 1) / 2 : FIRST_PIVOTS,
                  MG_STAGE_FIRST, given ? NULL : pinned, keep, err));
  if (!rough && t->limits->reached == NULL)
    TRY(round_run(&s, most, MG_STAGE_LAST, NULL, keep, err));
  places_get(&s, y);
  for (size_t k = 0; k < s.own * s.dim && s.task->pin != NULL; k++)
    if (s.task->pin[k])
      y[k] = pinned[k];
end:
  mg_shard_free(&s.near);
  mg_free(s.at);
  mg_free(s.p.column);
  mg_free(s.pivot.place);
  mg_free(s.pivot.name);
  mg_free(s.pivot.own);
  mg_free(s.degree);
  mg_free(s.x);
  mg_free(s.looked);
  mg_free(s.positions);
  mg_free(s.list.row);
  mg_free(s.list.to);
  mg_free(s.list.far);
  mg_free(pinned);
  return status;
}

/* ---- the estimate ---- */

/* The position of the node of each row, on all ranks; its rank has it. */
static void
rows_place(const mg_shard_task *t, size_t count, const int64_t *row, const double *y,
           double *at)
{
  const mg_shard *s = t->shard;

  for (size_t k = 0; k < count * t->dim; k++)
    at[k] = -INFINITY;
  for (size_t i = 0; i < s->own; i++)
    for (size_t b = 0; b < count; b++)
      if ((int64_t)s->name[i] == row[b])
        memcpy(at + b * t->dim, y + i * t->dim, t->dim * sizeof *at);
  mg_rank_most(s->ranks, at, count * t->dim);
}

/* (w - 1) (r/d - 1)^2 of the edges between an own node and that of a row. */
static double
stiff_more(const mg_shard_task *t, size_t i, int64_t row, double e)
{
  const mg_shard *s = t->shard;

  for (size_t k = s->row[i]; k < s->row[i + 1] && s->weight != NULL; k++)
    if ((int64_t)s->name[s->to[k]] == row)
      return (s->weight[k] - 1) * e * e;
  return 0;
}

mgnn_status
mg_shard_stress_estimate(const mg_shard_task *t, const double *y, double *stress,
                         mgnn_error *err)
{
  const mg_shard *s = t->shard;
  size_t rows = (size_t)fmin(fmax((double)ESTIMATE_PAIRS / (double)t->nodes,
                                  ROUGH_ROWS), ESTIMATE_ROWS);
  int64_t row[ESTIMATE_ROWS];
  double at[MG_PATHS_AT_ONCE * 8], coincide = MG_PAIR_COINCIDE * t->paths->mean;
  double sum = 0;

  rows = rows < t->nodes ? rows : (size_t)t->nodes;
  PASS(nodes_choose(t, 0, rows, row, err));
  for (size_t k = 0; k < rows; k += MG_PATHS_AT_ONCE) {
    size_t count = rows - k < MG_PATHS_AT_ONCE ? rows - k : MG_PATHS_AT_ONCE;

    PASS(mg_shard_paths_from(t->paths, count, row + k, err));
    rows_place(t, count, row + k, y, at);
    for (size_t i = 0; i < s->own; i++)
      for (size_t b = 0; b < count; b++) {
        double d = mg_shard_path(t->paths, i, b), e;

        if ((int64_t)s->name[i] == row[k + b])
          continue;
        e = mg_distance(at + b * t->dim, y + i * t->dim, t->dim)
            / (d > 0 ? d : coincide) - 1;
        sum += e * e + stiff_more(t, i, row[k + b], e);
      }
  }
  mg_rank_add(s->ranks, &sum, 1);
  *stress = sum / 2 * ((double)t->nodes / (double)rows);
  return MGNN_OK;
}
