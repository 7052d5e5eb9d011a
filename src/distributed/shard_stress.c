/* Sparse stress on many ranks, with the model, constants and kernels of
 * solve/stress/sparse_stress, where they are explained.  Each rank has the rows
 * of its own nodes.  Near nodes are exchanged as ghosts of a separate graph.
 * All ranks have the same pivots, and receive their positions in every step.
 * Pivots are random nodes; positions start from a layout of the pivots alone.
 *
 * Majorisation would solve a Laplacian system in each step, with one product by
 * this same matrix (near pairs and pivots) per iteration of its solver; a step
 * here takes a single such product. */
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
  HISTOGRAM = 1024,            /* classes of distances from a pivot */
  ESTIMATE_ROWS = 400, ROUGH_ROWS = 20, ESTIMATE_PAIRS = 20000000
};

typedef struct {
  const mg_shard_task *task;
  mg_shard near;               /* lengths are distances; numbers own nodes anew */
  size_t dim, own, own8;
  unsigned *at;                /* own: their numbers in the task's graph */
  double mid[8];               /* origin of the positions */
  mg_sparse_search m;                 /* pivots follow own nodes, from own8 on */
  unsigned char *pin;
  struct {
    int64_t *name;
    unsigned *own;             /* number among own nodes; UINT32_MAX: not own */
    double radius;             /* mean over all pivots */
  } pivot;
  float *positions;            /* of pivots: dim * most */
} sampled;

static const mg_ranks *
ranks_of(const sampled *s)
{
  return s->task->shard->ranks;
}

static mgnn_status
sparse_allocate(sampled *s, size_t most, mgnn_error *err)
{
  size_t slots = 0;
  mgnn_status status;

  for (size_t i = 0; i < s->own; i++)
    slots += (s->near.row[i + 1] - s->near.row[i] + 7) / 8 * 8;
  status = mg_sparse_search_alloc(&s->m, s->own + s->near.ghosts, most, slots,
                              s->near.weight != NULL, err);
  s->at = mg_alloc(s->own, sizeof *s->at);
  s->pivot.name = mg_alloc(most, sizeof *s->pivot.name);
  s->pivot.own = mg_alloc(most, sizeof *s->pivot.own);
  s->positions = mg_alloc(most * s->dim, sizeof *s->positions);
  s->pin = s->task->pin != NULL ? mg_alloc(s->own, s->dim) : NULL;
  return mg_ranks_have(ranks_of(s), status == MGNN_OK && s->at != NULL
                       && s->pivot.name != NULL && s->pivot.own != NULL
                       && s->positions != NULL && (s->pin != NULL || s->task->pin == NULL),
                       err);
}

static void
lists_fill(sampled *s)
{
  size_t at = 0;

  for (size_t i = 0; i < s->own; i++) {
    s->m.near.row[i] = at;
    for (size_t k = s->near.row[i]; k < s->near.row[i + 1]; k++) {
      s->m.near.to[at] = s->near.to[k];
      if (s->m.near.weight != NULL)
        s->m.near.weight[at] = (float)s->near.weight[k];
      s->m.near.far[at++] = mg_sparse_units(&s->m, s->near.length[k]);
    }
    at = mg_sparse_row_end(&s->m, i, at);
    for (size_t c = 0; c < s->dim && s->pin != NULL; c++)
      s->pin[i * s->dim + c] = s->task->pin[s->at[i] * s->dim + c];
  }
}

/* ---- pivots ---- */

static int64_t
names_below(const unsigned *name, size_t count, uint64_t bound)
{
  size_t low = 0, high = count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;

    if (name[middle] < bound)
      low = middle + 1;
    else
      high = middle;
  }
  return (int64_t)low;
}

/* Choose random nodes, one from each of `rows` equal parts of the nodes ordered
 * by name.  Their names are found by bisection, bit by bit. */
static mgnn_status
nodes_choose(const mg_shard_task *t, unsigned stream_of, size_t rows, int64_t *row,
             mgnn_error *err)
{
  const mg_shard *s = t->shard;
  uint64_t stream = mg_random_stream(t->seed, stream_of);
  unsigned *name = mg_alloc(s->own, sizeof *name);
  int64_t found[MG_SPARSE_PIVOTS] = { 0 }, below[MG_SPARSE_PIVOTS];
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(s->ranks, mg_allocated(name, err), err));
  if (s->own > 0)
    memcpy(name, s->name, s->own * sizeof *name);
  if (s->own > 1)
    qsort(name, s->own, sizeof *name, mg_ascending_nodes);
  for (size_t k = 0; k < rows; k++) {
    uint64_t begin = k * t->nodes / rows, stop = (k + 1) * t->nodes / rows;

    row[k] = (int64_t)(begin + mg_random_below(&stream, (size_t)(stop - begin)));
  }
  for (int64_t bit = INT64_C(1) << 31; bit > 0; bit >>= 1) {
    for (size_t k = 0; k < rows; k++)
      below[k] = names_below(name, s->own, (uint64_t)(found[k] | bit));
    mg_rank_counts(s->ranks, below, rows);
    for (size_t k = 0; k < rows; k++)
      found[k] |= below[k] <= row[k] ? bit : 0;
  }
  memcpy(row, found, rows * sizeof *row);
end:
  mg_free(name);
  return status;
}

/* Find which pivots, known by their names, are own nodes. */
static void
pivots_place(sampled *s, size_t count)
{
  s->m.p.count = count;
  for (size_t p = 0; p < s->m.p.count; p++) {
    s->m.place[p] = (unsigned)(s->own8 + p);
    s->pivot.own[p] = UINT32_MAX;
  }
  for (size_t i = 0; i < s->own; i++)
    for (size_t p = 0; p < s->m.p.count; p++)
      if ((int64_t)s->near.name[i] == s->pivot.name[p])
        s->pivot.own[p] = (unsigned)i;
  s->m.p.share = (float)s->task->nodes / (float)s->m.p.count;
}

/* ---- distances from the pivots ---- */

static void
column_set(sampled *s, size_t p, size_t b)
{
  for (size_t i = 0; i < s->own; i++) {
    double d = mg_shard_path(s->task->paths, b)[s->at[i]];

    mg_column_set(&s->m.p, p * s->m.p.width + i, (int64_t)s->near.name[i] == s->pivot.name[p]
                                             ? 0 : mg_sparse_units(&s->m, d));
  }
}

/* Pivots searched from at once: p, p + stride, ...; spread over the order of
 * names, so that every rank has work from the beginning. */
typedef struct {
  size_t count, pivot[MG_PATHS_AT_ONCE];
} batch;

/* Radii of pivots that contain as many nodes as a pivot represents, from
 * histograms of distances. */
static void
radii_find(const sampled *s, const batch *of, int64_t *class, double *radius)
{
  double most[MG_PATHS_AT_ONCE] = { 0 };

  for (size_t b = 0; b < of->count; b++)
    for (size_t i = 0; i < s->own; i++) {
      double far = (double)mg_column_at(&s->m.p, of->pivot[b] * s->m.p.width + i);

      most[b] = far > most[b] ? far : most[b];
    }
  mg_rank_most(ranks_of(s), most, of->count);
  memset(class, 0, of->count * HISTOGRAM * sizeof *class);
  for (size_t b = 0; b < of->count; b++) {
    int whole = s->m.p.kind == MG_PAIR_SHORT && most[b] < HISTOGRAM;
    double per = whole ? 1 : most[b] > 0 ? (HISTOGRAM - 1) / most[b] : 0;

    for (size_t i = 0; i < s->own; i++)
      class[b * HISTOGRAM
            + (size_t)((double)mg_column_at(&s->m.p, of->pivot[b] * s->m.p.width + i)
                       * per)]++;
  }
  mg_rank_counts(ranks_of(s), class, of->count * HISTOGRAM);
  for (size_t b = 0; b < of->count; b++) {
    int whole = s->m.p.kind == MG_PAIR_SHORT && most[b] < HISTOGRAM;
    int64_t sum = 0;
    size_t classes = 0;

    while (classes + 1 < HISTOGRAM
           && (sum += class[b * HISTOGRAM + classes]) <= (int64_t)s->m.p.share)
      classes++;
    radius[of->pivot[b]] = whole ? (double)classes
                                 : most[b] * (double)classes / (HISTOGRAM - 1);
  }
}

static mgnn_status
columns_fill(sampled *s, mgnn_error *err)
{
  int64_t *class = mg_alloc(MG_PATHS_AT_ONCE, HISTOGRAM * sizeof *class);
  double *radius = mg_alloc(s->m.p.count, sizeof *radius);
  size_t stride = (s->m.p.count + MG_PATHS_AT_ONCE - 1) / MG_PATHS_AT_ONCE;
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(ranks_of(s), class != NULL && radius != NULL, err));
  for (size_t p = 0; p < stride; p++) {
    int64_t name[MG_PATHS_AT_ONCE];
    batch of = { 0 };

    for (size_t q = p; q < s->m.p.count; q += stride) {
      name[of.count] = s->pivot.name[q];
      of.pivot[of.count++] = q;
    }
    TRY(mg_shard_paths_from(s->task->paths, of.count, name, err));
    for (size_t b = 0; b < of.count; b++)
      column_set(s, of.pivot[b], b);
    radii_find(s, &of, class, radius);
  }
  s->pivot.radius = 0;
  for (size_t p = 0; p < s->m.p.count; p++)
    s->pivot.radius += radius[p] / (double)s->m.p.count;
end:
  mg_free_all(class, radius);
  return status;
}

/* ---- the pivots alone ---- */

/* Lay out the pivots.  The search has starts of its own, so any x will do. */
static mgnn_status
skeleton_search(const sampled *s, const float *all, double *x, mgnn_error *err)
{
  mg_run_control control = { .seed = s->task->seed, .threads = 1, .tolerance = 1e-6 };
  mg_task pivots = { .dim = s->dim, .control = &control };
  mg_search found;
  mg_distances d = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t p = 0; p < s->m.p.count; p++)
    mg_random_place(s->task->seed, p, s->dim, s->pivot.radius, x + p * s->dim);
  TRY(mg_distances_take(&d, s->m.p.count, all, err));
  TRY(mg_search_exact(&d, &pivots, s->pivot.radius, x, &found, err));
end:
  mg_distances_free(&d);
  return status;
}

static mgnn_status
skeleton_interpolate(sampled *s, mgnn_error *err)
{
  const mg_ranks *ranks = ranks_of(s);
  size_t count = s->m.p.count;
  float *all = mg_alloc(count, count * sizeof *all);
  double *x = mg_alloc(count, s->dim * sizeof *x);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(ranks, all != NULL && x != NULL, err));
  /* Collect the distances between pivots on all ranks. */
  memset(all, 0, s->m.p.count * s->m.p.count * sizeof *all);
  for (size_t q = 0; q < s->m.p.count; q++)
    for (size_t p = 0; p < s->m.p.count && s->pivot.own[q] != UINT32_MAX; p++)
      all[p * s->m.p.count + q] = mg_column_at(&s->m.p, p * s->m.p.width + s->pivot.own[q]);
  MPI_Allreduce(MPI_IN_PLACE, all, (int)(s->m.p.count * s->m.p.count), MPI_FLOAT, MPI_SUM,
                ranks_of(s)->comm);
  if (ranks->rank == 0)
    status = skeleton_search(s, all, x, err);
  TRY(mg_ranks_agree(ranks, status, err));
  MPI_Bcast(x, (int)(count * s->dim), MPI_DOUBLE, 0, ranks->comm);
  mg_sparse_interpolate(&s->m, x, s->task->seed, s->near.name, 0, s->own);
end:
  mg_free_all(all, x);
  return status;
}

/* ---- positions ---- */

static void
middle_find(sampled *s, const double *y)
{
  double ends[16];

  for (size_t c = 0; c < 2 * s->dim; c++)
    ends[c] = -INFINITY;
  for (size_t k = 0; k < s->own * s->dim; k++) {
    size_t c = k % s->dim;

    ends[2 * c] = fmax(ends[2 * c], y[k]);
    ends[2 * c + 1] = fmax(ends[2 * c + 1], -y[k]);
  }
  mg_rank_most(ranks_of(s), ends, 2 * s->dim);
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
  mg_sparse_places_get(&s->m, NULL, s->at, s->mid, y);
  TRY(mg_shard_align_pins(s->task, given, y, err));
  mg_sparse_places_set(&s->m, s->at, s->mid, y);
end:
  mg_free(y);
  return status;
}

/* ---- steps ---- */

/* Send `ahead` to where it is read: to ghosts and, for pivots, to all ranks. */
static mgnn_status
ahead_send(sampled *s, mgnn_error *err)
{
  size_t stride = s->m.near.stride, width = s->m.p.width, count = s->m.p.count;

  memset(s->positions, 0, count * s->dim * sizeof *s->positions);
  for (size_t p = 0; p < count; p++)
    for (size_t c = 0; c < s->dim && s->pivot.own[p] != UINT32_MAX; c++)
      s->positions[c * count + p] = s->m.ahead[c * width + s->pivot.own[p]];
  MPI_Allreduce(MPI_IN_PLACE, s->positions, (int)(count * s->dim), MPI_FLOAT, MPI_SUM,
                ranks_of(s)->comm);
  for (size_t c = 0; c < s->dim; c++)
    memcpy(s->m.ahead + c * width + s->own8, s->positions + c * count,
           count * sizeof *s->m.ahead);
  return mg_shard_exchange(&s->near, MG_FLOAT, stride, s->m.looked, err);
}

/* Save x and ahead of a round as doubles, in the task's order; or restore them. */
static void
keep_exchange(sampled *s, double *kept, int back)
{
  size_t size = s->own * s->dim;

  for (size_t i = 0; i < s->own; i++)
    for (size_t c = 0; c < s->dim; c++) {
      float *x = &s->m.x[c * s->m.p.width + i], *ahead = &s->m.ahead[c * s->m.p.width + i];
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
    for (size_t i = 0; i < s->own; i += MG_SPARSE_ROWS)
      mg_sparse_push(&s->m, i, i + MG_SPARSE_ROWS < s->own ? i + MG_SPARSE_ROWS : s->own);
    mg_sparse_step(&s->m, k, 0, s->own);
    limits->done++;
  }
  return MGNN_OK;
}

/* Run a round as in solve/stress/sparse_stress, or the rest of a resumed one.  y:
 * NULL, or start from the layout of the pivots, moved rigidly to the pins in y. */
static mgnn_status
round_run(sampled *s, size_t pivots, int round, double *y, mg_checkpoint *keep,
          mgnn_error *err)
{
  size_t from = 0, steps = round == MG_STAGE_FIRST ? MG_SPARSE_FIRST_STEPS
                                                   : MG_SPARSE_LAST_STEPS;
  int resumed = keep != NULL && keep->resumed && keep->state.stage == round;

  PASS(nodes_choose(s->task, (unsigned)round, pivots, s->pivot.name, err));
  pivots_place(s, pivots);
  PASS(columns_fill(s, err));
  mg_sparse_bound(&s->m, s->pivot.radius);
  mg_sparse_weigh(&s->m, 0, s->own);
  if (y != NULL && !resumed) {
    PASS(skeleton_interpolate(s, err));
    PASS(to_pins(s, y, err));
  }
  memcpy(s->m.ahead, s->m.x, s->dim * s->m.p.width * sizeof *s->m.x);
  if (resumed) {
    keep_exchange(s, keep->vector, 1);
    from = keep->state.step;
    keep->resumed = 0;
  }
  mg_sparse_look(&s->m, 0, s->own);
  return steps_run(s, from, steps, round, keep, err);
}

/* ---- all of it ---- */

/* The unit: the length if all are equal (then distances are whole), else the mean. */
static mgnn_status
unit_find(sampled *s, mgnn_error *err)
{
  const mg_shard_paths *paths = s->task->paths;
  const mg_shard *g = s->task->shard;
  int64_t lowest = INT64_MAX;
  double far = 0;

  s->m.unit = paths->most > 0 ? paths->mean : 0;
  s->m.p.kind = MG_PAIR_FLOAT;
  if (paths->least != paths->most || !(s->m.unit > 0))
    return MGNN_OK;
  for (size_t i = 0; i < g->own; i++)
    lowest = g->name[i] < lowest ? g->name[i] : lowest;
  MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT64_T, MPI_MIN, g->ranks->comm);
  PASS(mg_shard_paths_from(s->task->paths, 1, &lowest, err));
  for (size_t i = 0; i < g->own; i++)
    far = fmax(far, mg_shard_path(paths, 0)[i]);
  mg_rank_most(g->ranks, &far, 1);
  s->m.unit = paths->least;
  if (2 * far / s->m.unit < 32000)
    s->m.p.kind = MG_PAIR_SHORT;
  return MGNN_OK;
}

static mgnn_status
sparse_init(sampled *s, size_t most, mgnn_error *err)
{
  PASS(mg_shard_nearest(&s->near, s->task->paths, s->task->owners, err));
  s->own = s->near.own;
  s->own8 = (s->own + 7) / 8 * 8;
  s->m.p.n = s->own;
  s->m.p.width = s->own8 + (most + 7) / 8 * 8;
  mg_sparse_begin(&s->m, s->dim);
  PASS(sparse_allocate(s, most, err));
  PASS(mg_shard_match(s->task->shard, &s->near, s->at, err));
  lists_fill(s);
  s->m.pin = s->pin;
  return MGNN_OK;
}

mgnn_status
mg_shard_stress(const mg_shard_task *t, int given, int rough, double *y,
                mg_checkpoint *keep, mgnn_error *err)
{
  size_t most = mg_sparse_pivots((size_t)t->nodes);
  sampled s = { .task = t, .dim = t->dim };
  int later = keep != NULL && keep->resumed && keep->state.stage == MG_STAGE_LAST;
  mgnn_status status = MGNN_OK;

  TRY(unit_find(&s, err));
  if (!(s.m.unit > 0))
    goto end;
  TRY(sparse_init(&s, most, err));
  middle_find(&s, y);
  mg_sparse_places_set(&s.m, s.at, s.mid, y);
  if (!later)
    TRY(round_run(&s, mg_sparse_first_pivots((size_t)t->nodes), MG_STAGE_FIRST,
                  given ? NULL : y, keep, err));
  if (!rough && t->limits->reached == NULL)
    TRY(round_run(&s, most, MG_STAGE_LAST, NULL, keep, err));
  mg_sparse_places_get(&s.m, s.pin, s.at, s.mid, y);
end:
  mg_shard_free(&s.near);
  mg_free_all(s.at, s.pivot.name, s.pivot.own, s.positions);
  mg_sparse_search_free(&s.m);
  mg_free(s.pin);
  return status;
}

/* ---- the estimate ---- */

/* Copy the position of each row's node from its rank to all ranks. */
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

/* (w - 1) (r/d - 1)^2 for the edge between own node i and the row's node. */
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
        double d = mg_shard_path(t->paths, b)[i], e;

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
