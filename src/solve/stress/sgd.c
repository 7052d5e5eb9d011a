/* Stochastic gradient descent over all pairs.  The pairs of one round have
 * no node in common, so eight can be moved at once with the same result, and
 * an epoch costs no more than a gradient; only the order of the rounds is
 * random. */
#include "sgd.h"
#include "base/mem.h"
#include "base/random.h"
#include "solve/arrange/trajectory.h"
#include "stress_avx2.h"

#include <math.h>
#include <string.h>

enum { SPARE = 8, TOGETHER = 32 };

/* Copy distances to their rounds, several rounds at once, because their pairs
 * are neighbours in the matrix.  row: offsets of the rows. */
static void
rounds_fill(mg_rounds *r, const mg_distances *d, const size_t *row, size_t begin,
            size_t end)
{
  size_t bytes = mg_pair_size(r->kind);
  char *to = r->entry;
  const char *from = d->entry;

  for (size_t m = 1; m <= r->pairs; m++)
    for (size_t k = begin; k < end; k++) {
      size_t a = k + m < r->size ? k + m : k + m - r->size;
      size_t b = m <= k ? k - m : k + r->size - m;
      size_t at = a < b ? row[a] + b : row[b] + a;
      size_t there = k * r->width + m - 1;

      if (bytes == 1)
        to[there] = from[at];
      else
        memcpy(to + there * bytes, from + at * bytes, bytes);
    }
  for (size_t k = begin; k < end && r->hub; k++)
    memcpy(to + (k * r->width + r->pairs) * bytes,
           from + (row[k] + d->n - 1) * bytes, bytes);
}

mgnn_status
mg_rounds_init(mg_rounds *out, const mg_distances *d, mgnn_error *err)
{
  size_t *row = mg_alloc(d->n, sizeof *row);
  mgnn_status status = MGNN_OK;

  *out = (mg_rounds){ .n = d->n, .hub = d->n % 2 == 0, .kind = d->kind };
  out->size = d->n - (out->hub ? 1 : 0);
  out->pairs = (out->size - 1) / 2;
  out->width = out->pairs + 1;
  out->entry = mg_zalloc(out->size * out->width + 4 * SPARE,
                         mg_pair_size(d->kind));
  TRY(mg_allocated(row, err));
  TRY(mg_allocated(out->entry, err));
  for (size_t i = 0; i < d->n; i++)
    row[i] = mg_pair_at(d, i);
  for (size_t k = 0; k < out->size; k += TOGETHER)
    rounds_fill(out, d, row, k,
                k + TOGETHER < out->size ? k + TOGETHER : out->size);
end:
  mg_free(row);
  return status;
}

void
mg_rounds_free(mg_rounds *r)
{
  mg_free(r->entry);
  memset(r, 0, sizeof *r);
}

static float
entry_at(const mg_rounds *r, size_t k)
{
  return r->kind == MG_PAIR_BYTE ? (float)((const uint8_t *)r->entry)[k]
         : r->kind == MG_PAIR_SHORT ? (float)((const uint16_t *)r->entry)[k]
         : ((const float *)r->entry)[k];
}

/* With mu = min(1, rate/d^2) each of the two moves by mu (r - d)/2 towards the
 * other, where r is their distance. */
static void
pair_move(size_t dim, size_t stride, float rate, float far, size_t a, size_t b,
          float *x)
{
  float square = 0, mu = rate / (far * far), go;

  for (size_t c = 0; c < dim; c++) {
    float away = x[c * stride + a] - x[c * stride + b];

    square += away * away;
  }
  square = square > 1e-20F ? square : 1e-20F;
  go = (mu < 1 ? mu : 1) * (0.5F - 0.5F * far / sqrtf(square));
  for (size_t c = 0; c < dim; c++) {
    float away = x[c * stride + a] - x[c * stride + b];

    x[c * stride + a] -= go * away;
    x[c * stride + b] += go * away;
  }
}

void
mg_round_portable(const mg_rounds *r, size_t k, size_t dim, size_t stride,
                  float rate, float *x)
{
  for (size_t m = 1; m <= r->pairs; m++)
    pair_move(dim, stride, rate, entry_at(r, k * r->width + m - 1),
              k + m < r->size ? k + m : k + m - r->size,
              m <= k ? k - m : k + r->size - m, x);
  if (r->hub)
    pair_move(dim, stride, rate, entry_at(r, k * r->width + r->pairs), k,
              r->n - 1, x);
}

static void
shuffle(size_t count, uint64_t *stream, unsigned *order)
{
  for (size_t k = count; k > 1; k--) {
    size_t other = mg_random_below(stream, k);
    unsigned swap = order[k - 1];

    order[k - 1] = order[other];
    order[other] = swap;
  }
}

typedef struct {
  const mg_rounds *r;
  const mg_sgd_rules *rules;
  size_t stride;
  float *x;                    /* dim * stride: the positions */
  float *start;                /* x before the first round, for pins */
  size_t *pinned, pins;        /* indices of pinned coordinates in x; their number */
  unsigned *order;             /* of the rounds */
} descent;

/* Copy the positions to x, except pinned ones, which would lose digits as floats. */
static void
positions_get(const descent *s, double *x)
{
  size_t dim = s->rules->dim;

  for (size_t c = 0; c < dim; c++)
    for (size_t i = 0; i < s->r->n; i++)
      if (s->rules->pin == NULL || !s->rules->pin[i * dim + c])
        x[i * dim + c] = (double)s->x[c * s->stride + i];
}

/* Run all epochs; the rate falls as first exp(fall t).  x receives positions to
 * record. */
static void
epochs_run(descent *s, const mg_run_control *control, double *x)
{
  const mg_rounds *r = s->r;
  const mg_sgd_rules *rules = s->rules;
  const mg_stress_kernels *fast = mg_stress_avx2(rules->dim);
  mg_round_kernel *kernel = fast != NULL ? fast->round : mg_round_portable;
  uint64_t stream = mg_random_stream(rules->seed, r->n);
  double fall = rules->epochs > 1 ? log(rules->last / rules->first)
                                    / (double)(rules->epochs - 1) : 0;

  for (size_t k = 0; k < r->size; k++)
    s->order[k] = (unsigned)k;
  for (size_t t = 0; t < rules->epochs; t++) {
    float rate = (float)(rules->first * exp(fall * (double)t));
    mg_descent_progress progress = { .size = r->n * rules->dim, .iteration = t,
                                     .value = NAN,
                                     .left = (double)(rules->epochs - t) };

    if (control->trajectory != NULL || control->frame != NULL)
      positions_get(s, x);
    if (control->trajectory != NULL)
      mg_trajectory_add(control->trajectory, t, x, NAN);
    if (control->frame != NULL)
      mg_progress_frame(&progress, control, x);
    if (mg_run_step(control, progress))
      break;
    shuffle(r->size, &stream, s->order);
    for (size_t k = 0; k < r->size; k++) {
      kernel(r, s->order[k], rules->dim, s->stride, rate, s->x);
      for (size_t p = 0; p < s->pins; p++)
        s->x[s->pinned[p]] = s->start[s->pinned[p]];
    }
  }
}

mgnn_status
mg_sgd(const mg_rounds *r, const mg_sgd_rules *rules, const mg_run_control *control,
       double *x, mgnn_error *err)
{
  descent s = { .r = r, .rules = rules, .stride = r->n + 2 * SPARE };
  size_t size = s.stride * rules->dim;
  float *both = mg_zalloc(2 * size, sizeof *both);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(both, err));
  TRY(mg_allocated(s.order = mg_alloc(r->size, sizeof *s.order), err));
  TRY(mg_allocated(s.pinned = mg_alloc(rules->pin != NULL ? r->n * rules->dim : 0,
                                       sizeof *s.pinned), err));
  s.x = both + SPARE;
  s.start = s.x + size;
  for (size_t c = 0; c < s.rules->dim; c++)
    for (size_t i = 0; i < s.r->n; i++) {
      s.x[c * s.stride + i] = (float)x[i * s.rules->dim + c];
      if (s.rules->pin != NULL && s.rules->pin[i * s.rules->dim + c])
        s.pinned[s.pins++] = c * s.stride + i;
    }
  memcpy(s.start, s.x, (size - 2 * SPARE) * sizeof *s.x);
  epochs_run(&s, control, x);
  positions_get(&s, x);
end:
  mg_free_all(s.pinned, s.order, both);
  return status;
}
