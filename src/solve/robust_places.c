/* Random samples of as many lengths as give a place, and the lengths that agree with
 * it (Fischler and Bolles 1981). */
#include "robust_places.h"
#include "base/mem.h"
#include "base/random.h"
#include "descent/locate.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 100 };        /* with a third of the lengths wrong, one of dim+1
                                  right ones is missed once in 10^15 in the plane */

typedef struct {
  const mg_graph *g;
  size_t dim;
  double most;
  double *y, *x, *best;        /* the places; one of a node; the best of it */
  unsigned char *use;          /* n: neighbours that count */
  mg_locator locator;
} places;

static double
slot_cost(const places *s, size_t k, const double *x)
{
  const mg_graph *g = s->g;
  double r = mg_distance(x, s->y + g->to[k] * s->dim, s->dim);
  double off = r - mg_target_near(g->length, g->upper, k, r);
  double w = g->weight != NULL ? g->weight[k] : 1;

  return fmin(w * off * off, s->most);
}

static double
cost(const places *s, size_t i, const double *x)
{
  double sum = 0;

  for (size_t k = s->g->row[i]; k < s->g->row[i + 1]; k++)
    sum += slot_cost(s, k, x);
  return sum;
}

static void
nobody(places *s, size_t i)
{
  for (size_t k = s->g->row[i]; k < s->g->row[i + 1]; k++)
    s->use[s->g->to[k]] = 0;
}

/* Keep s->x if it is better. */
static void
offer(places *s, size_t i, double *least)
{
  double here = cost(s, i, s->x);

  if (here < *least) {
    *least = here;
    memcpy(s->best, s->x, s->dim * sizeof *s->x);
  }
}

/* A place from dim+1 lengths, and one from those that agree with it. */
static void
sample(places *s, size_t i, uint64_t *stream, double *least)
{
  const mg_graph *g = s->g;
  size_t degree = g->row[i + 1] - g->row[i];

  nobody(s, i);
  for (size_t count = 0; count <= s->dim; ) {
    size_t k = (size_t)(mg_random_uniform(stream) * (double)degree);
    unsigned char *use = &s->use[g->to[g->row[i] + k]];

    count += !*use;
    *use = 1;
  }
  mg_locate(&s->locator, g, i, s->y, s->use, s->x);
  offer(s, i, least);
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    s->use[g->to[k]] = slot_cost(s, k, s->x) < s->most;
  mg_locate(&s->locator, g, i, s->y, s->use, s->x);
  offer(s, i, least);
}

mgnn_status
mg_robust_places(const mg_graph *g, size_t dim, const unsigned char *pin,
                 const unsigned char *mark, double most, double *y, size_t *moved,
                 mgnn_error *err)
{
  places s = { .g = g, .dim = dim, .most = most, .y = y };
  mgnn_status status = MGNN_OK;

  *moved = 0;
  TRY(mg_allocated(s.x = mg_alloc(2 * dim, sizeof *s.x), err));
  TRY(mg_allocated(s.use = mg_zalloc(g->n, 1), err));
  TRY(mg_locator_init(&s.locator, g, dim, 1, err));
  s.best = s.x + dim;
  for (size_t i = 0; i < g->n; i++) {
    double before = cost(&s, i, y + i * dim), least = before;
    uint64_t stream = mg_random_stream(1, i);

    if (!mark[i] || g->row[i + 1] - g->row[i] < dim + 2
        || (pin != NULL && memchr(pin + i * dim, 1, dim) != NULL))
      continue;
    for (int k = 0; k < SAMPLES; k++)
      sample(&s, i, &stream, &least);
    nobody(&s, i);
    if (least < before * (1 - 1e-6)) {
      memcpy(y + i * dim, s.best, dim * sizeof *y);
      *moved += 1;
    }
  }
end:
  mg_locator_free(&s.locator);
  mg_free(s.use);
  mg_free(s.x);
  return status;
}
