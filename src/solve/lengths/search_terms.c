/* Lengths know no left or right: a drawing and its mirror image have the same, and
 * a centre may be wrong on its own.  Where a centre is to change its sides it has
 * to pass through a plane, which lengths forbid; in one more dimension they do
 * not (Crippen and Havel, 1988). */
#include "search_terms.h"
#include "base/mem.h"
#include "base/random.h"
#include "solve/descent/descend.h"
#include "solve/descent/length_error.h"
#include "solve/descent/lift.h"

#include <math.h>
#include <string.h>

enum {
  TRIES = 12,                  /* lifts that brought nothing */
  SWAPS = 20                   /* tetrahedra whose nodes change places */
};

typedef struct {
  const mg_task *task;
  double *y, *trial, *height;  /* n*dim, n*dim, n */
  unsigned *near;              /* n */
  unsigned char *seen;         /* n */
  uint64_t stream;
  double unit;                 /* of heights */
} search;

static void
mark_pair(void *ctx, unsigned i, unsigned j, double r)
{
  search *s = ctx;

  (void)r;
  s->seen[i] = s->seen[j] = 1;
}

static int
is_wrong(const search *s, size_t k)
{
  const mg_chirality *c = &s->task->terms->chirality;
  double v = mg_signed_volume(c, k, s->task->dim, s->y);

  return c->lower[k] > 0 ? v < c->lower[k] / 2 : v > c->upper[k] / 2;
}

/* The nodes of tetrahedra with the wrong sign, those of pairs too near, and their
 * neighbours; returns how many. */
static mgnn_status
wrong_collect(search *s, size_t *out, mgnn_error *err)
{
  const mg_task *t = s->task;
  const mg_chirality *c = &t->terms->chirality;
  mg_close_pairs pairs = { .found = mark_pair, .ctx = s };
  size_t n = t->graph->n, count = 0;

  memset(s->seen, 0, n);
  for (size_t k = 0; k < c->count; k++)
    if (is_wrong(s, k))
      for (size_t p = 0; p < 4; p++)
        s->seen[c->node[4 * k + p]] = 1;
  if (t->terms->min_distance > 0)
    PASS(mg_close_pairs_find(&pairs, t->graph, t->dim, s->y,
                            0.95 * t->terms->min_distance, err));
  for (size_t i = 0; i < n; i++)
    if (s->seen[i])
      s->near[count++] = (unsigned)i;
  *out = mg_breadth_first_from(t->graph, s->near, 0, count, count > 0, s->seen);
  return MGNN_OK;
}

/* Descend from y; through the mirror image too if nothing is pinned. */
static mgnn_status
sides_try(search *s, mg_search *found, mgnn_error *err)
{
  static const mg_depth depth = { 0, 1e-5, 1e-20, 5 };
  const mg_task *t = s->task;
  size_t size = t->graph->n * t->dim;
  mg_search other = { 0 };

  memcpy(s->trial, s->y, size * sizeof *s->y);
  PASS(mg_descend_from(t, depth, s->y, found, err));
  if (t->pin != NULL || t->terms->chirality.count == 0)
    return MGNN_OK;
  for (size_t k = 0; k < size; k += t->dim)
    s->trial[k] = -s->trial[k];
  PASS(mg_descend_from(t, depth, s->trial, &other, err));
  found->iterations += other.iterations;
  if (!(other.energy < found->energy))
    return MGNN_OK;
  found->energy = other.energy;
  memcpy(s->y, s->trial, size * sizeof *s->y);
  return MGNN_OK;
}

/* Keep s->trial, which a search found, if it is better by more than rounding. */
static int
trial_take(search *s, const mg_search *trial, mg_search *found)
{
  size_t size = s->task->graph->n * s->task->dim;

  found->iterations += trial->iterations;
  if (!(trial->energy < 0.999 * found->energy))
    return 0;
  found->energy = trial->energy;
  memcpy(s->y, s->trial, size * sizeof *s->y);
  return 1;
}

static mgnn_status
lifts_try(search *s, mg_search *found, mgnn_error *err)
{
  const mg_task *t = s->task;
  size_t n = t->graph->n, count;

  for (int idle = 0; idle < TRIES && !mg_run_over(t->control); idle++) {
    mg_search lifted = { 0 };

    PASS(wrong_collect(s, &count, err));
    if (count == 0)
      break;
    memset(s->height, 0, n * sizeof *s->height);
    for (size_t a = 0; a < count; a++)
      s->height[s->near[a]] = s->unit * mg_random_deviate(&s->stream);
    memcpy(s->trial, s->y, n * t->dim * sizeof *s->y);
    PASS(mg_lift(t, s->height, s->trial, &lifted, err));
    if (trial_take(s, &lifted, found))
      idle = -1;
  }
  return MGNN_OK;
}

/* In s->trial corner p of a tetrahedron goes where q is, and takes along those of its
 * neighbours that are nearer to it than to the other corners. */
static void
corner_move(search *s, const unsigned *corner, size_t p, size_t q)
{
  const mg_graph *g = s->task->graph;
  size_t dim = s->task->dim;
  const double *from = s->y + corner[p] * dim, *to = s->y + corner[q] * dim;

  for (size_t a = g->row[corner[p]]; a < g->row[corner[p] + 1]; a++) {
    const double *x = s->y + g->to[a] * dim;
    double reach = mg_distance(x, from, dim);
    size_t nearer = 0;

    for (size_t k = 0; k < 4; k++)
      nearer += corner[k] == g->to[a]
                || (k != p && mg_distance(x, s->y + corner[k] * dim, dim) <= reach);
    for (size_t d = 0; d < dim && nearer == 0; d++)
      s->trial[g->to[a] * dim + d] += to[d] - from[d];
  }
  for (size_t d = 0; d < dim; d++)
    s->trial[corner[p] * dim + d] = to[d];
}

/* Two corners of each tetrahedron that is still wrong change places, whichever two
 * are best: what hangs on one side of it is turned over at once, where a lift would
 * be pulled back by the lengths. */
static mgnn_status
swaps_try(search *s, mg_search *found, mgnn_error *err)
{
  const mg_task *t = s->task;
  const mg_chirality *c = &t->terms->chirality;
  size_t size = t->graph->n * t->dim, tried = 0;

  for (size_t k = 0; k < c->count && tried < SWAPS; k++) {
    if (!is_wrong(s, k))
      continue;
    tried++;
    for (size_t p = 0; p < 3; p++)
      for (size_t q = p + 1; q < 4 && !mg_run_over(t->control); q++) {
        mg_search swapped = { 0 };

        memcpy(s->trial, s->y, size * sizeof *s->y);
        corner_move(s, c->node + 4 * k, p, q);
        corner_move(s, c->node + 4 * k, q, p);
        for (size_t e = 0; e < size && t->pin != NULL; e++)
          s->trial[e] = t->pin[e] ? s->y[e] : s->trial[e];
        PASS(mg_descend_from(t, (mg_depth){ 0, 1e-4, 1e-20, 5 }, s->trial, &swapped,
                             err));
        trial_take(s, &swapped, found);
      }
  }
  return MGNN_OK;
}

mgnn_status
mg_search_terms(const mg_task *t, double *y, mg_search *found, mgnn_error *err)
{
  size_t n = t->graph->n, size = n * t->dim;
  search s = { .task = t, .y = y, .unit = mg_mean_positive_length(t->graph) / 2,
               .stream = mg_random_stream(t->control->seed, 23) };
  double before;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(s.trial = mg_alloc(size + n, sizeof *s.trial), err));
  TRY(mg_allocated(s.near = mg_alloc(n, sizeof *s.near), err));
  TRY(mg_allocated(s.seen = mg_alloc(n, 1), err));
  s.height = s.trial + size;
  TRY(sides_try(&s, found, err));
  do {
    before = found->energy;
    TRY(lifts_try(&s, found, err));
    TRY(swaps_try(&s, found, err));
  } while (found->energy < 0.9 * before);
  TRY(mg_descend_from(t, (mg_depth){ 0, t->control->tolerance, 1e-20, 5 }, y, found,
                      err));
end:
  mg_free(s.trial);
  mg_free(s.near);
  mg_free(s.seen);
  return status;
}
