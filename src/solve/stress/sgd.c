/* Stochastic gradient descent over all pairs.  The pairs of one round have no
 * node in common, so that moving them side by side is the same as one after the
 * other; the chance is in the order of the rounds. */
#include "sgd.h"
#include "base/mem.h"
#include "base/random.h"
#include "solve/arrange/trajectory.h"

#include <math.h>
#include <string.h>

enum { SPARE = 8, TOGETHER = 32 };

/* Copy distances to their rounds, some rounds at once, because their pairs are
 * neighbours in the matrix.  row: where the rows begin. */
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

  memset(out, 0, sizeof *out);
  out->n = d->n;
  out->hub = d->n % 2 == 0;
  out->size = d->n - (out->hub ? 1 : 0);
  out->pairs = (out->size - 1) / 2;
  out->width = out->pairs + 1;
  out->kind = d->kind;
  out->entry = mg_zalloc(out->size * out->width + 4 * SPARE,
                         mg_pair_size(d->kind));
  if (row == NULL || out->entry == NULL) {
    mg_free(row);
    mg_rounds_free(out);
    return mg_fail_memory(err);
  }
  for (size_t i = 0; i < d->n; i++)
    row[i] = mg_pair_at(d, i);
  for (size_t k = 0; k < out->size; k += TOGETHER)
    rounds_fill(out, d, row, k,
                k + TOGETHER < out->size ? k + TOGETHER : out->size);
  mg_free(row);
  return MGNN_OK;
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

/* With mu = min(1, rate/d^2) each of the two goes mu (r - d)/2 of the way to
 * the other, r their distance. */
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
shuffle(size_t count, uint64_t *chance, unsigned *order)
{
  for (size_t k = count; k > 1; k--) {
    size_t other = mg_random_below(chance, k);
    unsigned swap = order[k - 1];

    order[k - 1] = order[other];
    order[other] = swap;
  }
}

/* Pinned coordinates: where they are and what they are. */
typedef struct {
  size_t count;
  size_t *at;
  float *value;
} pins;

static mgnn_status
pins_init(pins *p, size_t n, size_t dim, const unsigned char *pin, size_t stride,
          const float *x, mgnn_error *err)
{
  memset(p, 0, sizeof *p);
  for (size_t c = 0; c < n * dim && pin != NULL; c++)
    p->count += pin[c] != 0;
  p->at = mg_alloc(p->count, sizeof *p->at);
  p->value = mg_alloc(p->count, sizeof *p->value);
  if (p->at == NULL || p->value == NULL) {
    mg_free(p->at);
    mg_free(p->value);
    return mg_fail_memory(err);
  }
  p->count = 0;
  for (size_t c = 0; c < n * dim && pin != NULL; c++)
    if (pin[c]) {
      p->at[p->count] = c % dim * stride + c / dim;
      p->value[p->count] = x[p->at[p->count]];
      p->count++;
    }
  return MGNN_OK;
}

static void
pins_restore(const pins *p, float *x)
{
  for (size_t k = 0; k < p->count; k++)
    x[p->at[k]] = p->value[k];
}

/* The positions as everyone else has them. */
static void
give_back(const mg_rounds *r, size_t dim, const unsigned char *pin,
          const float *from, double *x)
{
  for (size_t c = 0; c < dim; c++)
    for (size_t i = 0; i < r->n; i++)
      if (pin == NULL || !pin[i * dim + c])
        x[i * dim + c] = (double)from[c * (r->n + 2 * SPARE) + i];
}

/* All rounds, again and again.  out: scratch for what is recorded. */
static void
epochs_run(const mg_rounds *r, size_t dim, const unsigned char *pin,
           const pins *p, mg_cooling cooling, uint64_t chance,
           const mg_effort *how, unsigned *order, float *x, double *out)
{
  mg_round_kernel *kernel = mg_round_avx2(dim);
  double fall = cooling.epochs > 1 ? log(cooling.last / cooling.first)
                                     / (double)(cooling.epochs - 1) : 0;

  if (kernel == NULL)
    kernel = mg_round_portable;
  for (size_t k = 0; k < r->size; k++)
    order[k] = (unsigned)k;
  for (size_t t = 0; t < cooling.epochs; t++) {
    float rate = (float)(cooling.first * exp(fall * (double)t));
    mg_stand stand = { r->n * dim, t, NAN, (double)(cooling.epochs - t) };

    if (how->trace != NULL) {
      give_back(r, dim, pin, x, out);
      mg_trace_add(how->trace, t, out, NAN);
    }
    if (mg_effort_step(how, stand))
      break;
    shuffle(r->size, &chance, order);
    for (size_t k = 0; k < r->size; k++) {
      kernel(r, order[k], dim, r->n + 2 * SPARE, rate, x);
      pins_restore(p, x);
    }
  }
}

mgnn_status
mg_sgd(const mg_rounds *r, size_t dim, const unsigned char *pin,
       mg_cooling cooling, unsigned long seed, const mg_effort *how, double *x,
       mgnn_error *err)
{
  size_t stride = r->n + 2 * SPARE;
  float *room = mg_zalloc(stride * dim, sizeof *room), *at;
  unsigned *order = mg_alloc(r->size, sizeof *order);
  mgnn_status status;
  pins p;

  if (room == NULL || order == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  at = room + SPARE;
  for (size_t c = 0; c < dim; c++)
    for (size_t i = 0; i < r->n; i++)
      at[c * stride + i] = (float)x[i * dim + c];
  status = pins_init(&p, r->n, dim, pin, stride, at, err);
  if (status != MGNN_OK)
    goto leave;
  epochs_run(r, dim, pin, &p, cooling, mg_random_stream(seed, r->n), how, order,
             at, x);
  give_back(r, dim, pin, at, x);
  mg_free(p.at);
  mg_free(p.value);
leave:
  mg_free(order);
  mg_free(room);
  return status;
}
