/* Chance against local minima.  Where few nodes must serve lengths that do not
 * fit, above all on a line, which side of its neighbours each node is on is a
 * puzzle, and no start solves it surely; trying does. */
#include "restarts.h"
#include "base/mem.h"
#include "base/random.h"
#include "solve/descent/descend.h"
#include "solve/descent/lift.h"

#include <math.h>
#include <string.h>

enum {
  WORK = 6000,                 /* nodes times tries, */
  LEAST = 24, MOST = 200,      /* between these numbers of tries */
  AGREE = 3                    /* that found the lowest energy are enough */
};

typedef struct {
  const mg_graph *g;
  size_t dim;
  const unsigned char *pin;
  const mg_effort *how;
  double *y;                   /* the best */
  double energy;
  double mean;                 /* length */
  double *trial, *height;      /* n*dim, n */
  double *centre;              /* dim: of the best */
  double spread;               /* of the best, per coordinate */
  unsigned *ball;              /* n: nodes upset */
  unsigned char *in;           /* n: those are marked */
  uint64_t stream;
  size_t *iterations;
} retry;

static void
spread_find(retry *t)
{
  size_t n = t->g->n, dim = t->dim;
  double sum = 0;

  memset(t->centre, 0, dim * sizeof *t->centre);
  for (size_t c = 0; c < n * dim; c++)
    t->centre[c % dim] += t->y[c] / (double)n;
  for (size_t c = 0; c < n * dim; c++)
    sum += (t->y[c] - t->centre[c % dim]) * (t->y[c] - t->centre[c % dim]);
  t->spread = fmax(sqrt(sum / (double)(n * dim)), t->mean / 2);
}

/* All nodes anywhere, about as widely as the best has them. */
static void
scatter(retry *t)
{
  for (size_t c = 0; c < t->g->n * t->dim; c++)
    t->trial[c] = t->pin != NULL && t->pin[c] ? t->y[c]
                  : t->centre[c % t->dim]
                    + t->spread * mg_random_deviate(&t->stream);
  for (size_t i = 0; i < t->g->n; i++)
    t->height[i] = t->spread * mg_random_deviate(&t->stream);
}

/* A node by chance, and what is within so many hops. */
static size_t
ball_collect(retry *t, int hops)
{
  const mg_graph *g = t->g;
  size_t count = 1, done = 0;

  t->ball[0] = (unsigned)mg_random_below(&t->stream, g->n);
  t->in[t->ball[0]] = 1;
  for (int hop = 0; hop < hops; hop++)
    for (size_t end = count; done < end; done++)
      for (size_t k = g->row[t->ball[done]]; k < g->row[t->ball[done] + 1]; k++)
        if (!t->in[g->to[k]]) {
          t->in[g->to[k]] = 1;
          t->ball[count++] = g->to[k];
        }
  for (size_t a = 0; a < count; a++)
    t->in[t->ball[a]] = 0;
  return count;
}

/* The best, with some nodes close to each other moved away or turned round
 * one of them. */
static void
upset(retry *t)
{
  size_t dim = t->dim, size = t->g->n * dim;
  size_t count = ball_collect(t, (int)mg_random_below(&t->stream, 3));
  int turn = count > 1 && mg_random_uniform(&t->stream) < 0.5;

  memcpy(t->trial, t->y, size * sizeof *t->y);
  memset(t->height, 0, t->g->n * sizeof *t->height);
  for (size_t a = 0; a < count; a++) {
    t->height[t->ball[a]] = t->mean * mg_random_deviate(&t->stream);
    for (size_t c = 0; c < dim; c++) {
      size_t at = t->ball[a] * dim + c;
      double chance = 2 * t->mean * mg_random_deviate(&t->stream);

      if (t->pin == NULL || !t->pin[at])
        t->trial[at] = turn ? 2 * t->y[t->ball[0] * dim + c] - t->y[at]
                       : t->y[at] + chance;
    }
  }
}

/* Go down from the trial, over one more dimension or straight; keep it if it
 * is the best.  *energy receives where it ends. */
static mgnn_status
descend(retry *t, int over, double *energy, mgnn_error *err)
{
  mgnn_status status;

  if (over)
    status = mg_lift(t->g, t->dim, t->pin, t->how, t->height, t->trial, energy,
                     t->iterations, err);
  else
    status = mg_descend_from(t->g, t->dim, t->pin, t->how,
                             (mg_depth){ 0, 1e-5, 1e-20, 5 }, t->trial, energy,
                             t->iterations, err);
  if (status == MGNN_OK && *energy < (1 - 1e-6) * t->energy) {
    t->energy = *energy;
    memcpy(t->y, t->trial, t->g->n * t->dim * sizeof *t->y);
  }
  return status;
}

static mgnn_status
tries(retry *t, mgnn_error *err)
{
  size_t most = WORK / t->g->n, found = 0;
  mgnn_status status = MGNN_OK;

  most = most < LEAST ? LEAST : most > MOST ? MOST : most;
  for (size_t k = 0; k < most && status == MGNN_OK; k++) {
    double before = t->energy, energy = INFINITY;

    if ((found >= AGREE && k >= LEAST) || mg_effort_over(t->how)
        || !(t->energy > 0))
      break;
    if (k % 4 < 2)
      scatter(t);
    else
      upset(t);
    status = descend(t, k % 2 == 0, &energy, err);
    if (energy < (1 - 1e-4) * before)
      found = 0;
    found += k % 4 < 2 && energy <= (1 + 1e-4) * t->energy;
  }
  return status;
}

mgnn_status
mg_retry(const mg_graph *g, size_t dim, const unsigned char *pin,
         const mg_effort *how, double *y, double *energy, size_t *iterations,
         mgnn_error *err)
{
  retry t = { .g = g, .dim = dim, .pin = pin, .how = how, .y = y,
              .energy = *energy, .mean = mg_fit_mean_length(g),
              .stream = mg_random_stream(how->seed, 11),
              .iterations = iterations };
  mgnn_status status = MGNN_OK;

  if (g->n == 0 || g->n > MG_RETRY_MOST)
    return MGNN_OK;
  t.trial = mg_alloc(g->n * (dim + 1) + dim, sizeof *t.trial);
  t.ball = mg_alloc(g->n, sizeof *t.ball);
  t.in = mg_zalloc(g->n, 1);
  if (t.trial == NULL || t.ball == NULL || t.in == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  t.height = t.trial + g->n * dim;
  t.centre = t.height + g->n;
  spread_find(&t);
  status = tries(&t, err);
  *energy = t.energy;
leave:
  mg_free(t.trial);
  mg_free(t.ball);
  mg_free(t.in);
  return status;
}
