/* Local minima of E mostly are nodes, or small groups of them, on the wrong
 * side of their neighbours.  Single nodes are put where their neighbours want
 * them; groups get one more dimension to turn round in.  Each spot is treated,
 * and judged, by itself, all around it held. */
#include "repair.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "fit.h"
#include "lift.h"
#include "locate.h"

#include <math.h>
#include <string.h>

enum {
  ROUNDS = 12,
  IDLE = 3,                    /* rounds without gain end it */
  LIFTED = 2,                  /* hops from a wrong edge: get a height */
  FREE = 4,                    /* may move */
  MOST_OUT = 1000              /* nodes placed again at once */
};

typedef struct {
  const mg_graph *g;
  size_t dim;
  const unsigned char *pin;
  const mg_effort *how;
  double *y;
  double mean, bad;            /* mean length; error that is too much */
  unsigned char *hop;          /* n: from a wrong edge, 255 beyond FREE */
  unsigned *nodes;             /* n: one region and the ring around it */
  unsigned *wrong;             /* n: where regions start */
  unsigned *map;
  mg_locator locator;
  size_t *iterations;
} repair;

static mgnn_status
repair_init(repair *r, mgnn_error *err)
{
  size_t n = r->g->n;

  r->hop = mg_alloc(n, 1);
  r->nodes = mg_alloc(3 * n, sizeof *r->nodes);
  if (r->hop == NULL || r->nodes == NULL
      || mg_locator_init(&r->locator, r->g, r->dim, r->how->seed, err)
         != MGNN_OK) {
    mg_free(r->hop);
    mg_free(r->nodes);
    return mg_fail_memory(err);
  }
  r->wrong = r->nodes + n;
  r->map = r->wrong + n;
  memset(r->map, 255, n * sizeof *r->map);
  r->mean = r->locator.mean;
  return MGNN_OK;
}

static void
repair_free(repair *r)
{
  mg_free(r->hop);
  mg_free(r->nodes);
  mg_locator_free(&r->locator);
}

/* The worst error of an edge of node i. */
static double
error_at(const repair *r, size_t i)
{
  const mg_graph *g = r->g;
  double worst = 0;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    double far = mg_distance(r->y + i * r->dim, r->y + g->to[k] * r->dim,
                             r->dim);

    worst = fmax(worst, mg_fit_error(g, k, far, r->mean));
  }
  return worst;
}

/* The energy of the edges of node i, with the node at x. */
static double
energy_at(const repair *r, size_t i, const double *x)
{
  const mg_graph *g = r->g;
  double sum = 0;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    double far = mg_distance(x, r->y + g->to[k] * r->dim, r->dim);
    double gap = far - mg_target(g, k, far);

    sum += (g->weight != NULL ? g->weight[k] : 1) * gap * gap;
  }
  return sum;
}

static int
is_pinned(const repair *r, size_t i)
{
  for (size_t c = i * r->dim; c < (i + 1) * r->dim; c++)
    if (r->pin != NULL && r->pin[c])
      return 1;
  return 0;
}

/* Move single nodes to where their neighbours want them, if that is clearly
 * better.  Returns how many moved. */
static size_t
relocate(repair *r, double *x)
{
  size_t moved = 0;

  for (size_t i = 0; i < r->g->n; i++) {
    if (is_pinned(r, i) || error_at(r, i) < r->bad)
      continue;
    mg_locate(&r->locator, r->g, i, r->y, NULL, x);
    if (!(energy_at(r, i, x) < 0.5 * energy_at(r, i, r->y + i * r->dim)))
      continue;
    memcpy(r->y + i * r->dim, x, r->dim * sizeof *x);
    moved++;
  }
  return moved;
}

/* Find the ends of wrong edges, and count hops from them.  Returns how many
 * there are; `nodes` is scratch. */
static size_t
mark(repair *r)
{
  const mg_graph *g = r->g;
  size_t wrong = 0, count;

  memset(r->hop, 255, g->n);
  for (size_t i = 0; i < g->n; i++)
    if (error_at(r, i) >= r->bad) {
      r->hop[i] = 0;
      r->wrong[wrong++] = (unsigned)i;
    }
  memcpy(r->nodes, r->wrong, wrong * sizeof *r->nodes);
  count = wrong;
  for (size_t a = 0; a < count && r->hop[r->nodes[a]] < FREE; a++)
    for (size_t k = g->row[r->nodes[a]]; k < g->row[r->nodes[a] + 1]; k++)
      if (r->hop[g->to[k]] == 255) {
        r->hop[g->to[k]] = r->hop[r->nodes[a]] + 1;
        r->nodes[count++] = g->to[k];
      }
  return wrong;
}

/* The region around a wrong node, then the ring of nodes around it.  map marks
 * who was taken; `inner` receives the size without the ring. */
static size_t
region_collect(repair *r, unsigned from, size_t *inner)
{
  const mg_graph *g = r->g;
  size_t count = 1;

  r->nodes[0] = from;
  r->map[from] = 0;
  for (int ring = 0; ring < 2; ring++) {
    size_t end = count;

    for (size_t a = 0; a < (ring ? end : count); a++)
      for (size_t k = g->row[r->nodes[a]]; k < g->row[r->nodes[a] + 1]; k++) {
        unsigned j = g->to[k];

        if (r->map[j] != MG_NOWHERE || (!ring && r->hop[j] == 255))
          continue;
        r->map[j] = 0;
        r->nodes[count++] = j;
      }
    if (!ring)
      *inner = count;
  }
  for (size_t a = 0; a < count; a++)
    r->map[r->nodes[a]] = MG_NOWHERE;
  return count;
}

/* One region on its own: what is tried, and what it is measured against. */
typedef struct {
  mg_subgraph sub;
  size_t inner;                /* nodes before the ring */
  double *y, *trial;           /* n*dim each */
  double *height;              /* n */
  double energy;               /* at y */
  unsigned char *pin, *use;    /* n*dim, n */
} spot;

static void
spot_free(spot *s)
{
  mg_subgraph_free(&s->sub);
  mg_free(s->y);
  mg_free(s->pin);
}

/* Cut the region out; the ring around it is held. */
static mgnn_status
spot_init(spot *s, repair *r, unsigned from, mgnn_error *err)
{
  size_t dim = r->dim, count = region_collect(r, from, &s->inner);
  mgnn_status status = mg_subgraph_init(&s->sub, r->g, r->nodes, count, r->map,
                                        NULL, err);

  s->y = NULL;
  s->pin = NULL;
  if (status != MGNN_OK)
    return status;
  s->y = mg_alloc(count, (2 * dim + 1) * sizeof *s->y);
  s->pin = mg_zalloc(count, dim + 1);
  if (s->y == NULL || s->pin == NULL) {
    spot_free(s);
    return mg_fail_memory(err);
  }
  s->trial = s->y + count * dim;
  s->height = s->trial + count * dim;
  s->use = s->pin + count * dim;
  mg_subgraph_take(&s->sub, dim, r->y, s->y);
  for (size_t a = 0; a < s->inner && r->pin != NULL; a++)
    memcpy(s->pin + a * dim, r->pin + s->sub.node[a] * dim, dim);
  memset(s->pin + s->inner * dim, 1, (count - s->inner) * dim);
  s->energy = mg_energy(&s->sub.graph, dim, r->how->seed, 1, s->y, NULL,
                        s->height);    /* as scratch */
  return MGNN_OK;
}

/* Keep the trial of a spot if its energy is clearly lower. */
static void
spot_judge(spot *s, repair *r, double energy, int *better)
{
  if (!(energy < 0.999 * s->energy))
    return;
  s->energy = energy;
  memcpy(s->y, s->trial, s->sub.graph.n * r->dim * sizeof *s->y);
  mg_subgraph_give(&s->sub, r->dim, s->y, r->y);
  *better = 1;
}

/* Give the nodes near wrong edges a height by chance, and press them flat. */
static mgnn_status
spot_lift(spot *s, repair *r, double amplitude, unsigned long seed, int *better,
          mgnn_error *err)
{
  const mg_graph *g = &s->sub.graph;
  double energy = INFINITY;
  mgnn_status status = mg_random_normal(seed, amplitude * r->mean, g->n,
                                        s->height, err);

  if (status != MGNN_OK)
    return status;
  for (size_t a = 0; a < g->n; a++)
    if (a >= s->inner || r->hop[s->sub.node[a]] > LIFTED
        || is_pinned(r, s->sub.node[a]))
      s->height[a] = 0;
  memcpy(s->trial, s->y, g->n * r->dim * sizeof *s->y);
  status = mg_lift(g, r->dim, s->pin, r->how, s->height, s->trial, &energy,
                   r->iterations, err);
  if (status == MGNN_OK)
    spot_judge(s, r, energy, better);
  return status;
}

/* The node not yet in use that has most neighbours in use; MG_NOWHERE if all
 * are in use. */
static unsigned
most_attached(const spot *s)
{
  const mg_graph *g = &s->sub.graph;
  unsigned best = MG_NOWHERE;
  size_t most = 0;

  for (size_t a = 0; a < s->inner; a++) {
    size_t near = 1;

    if (s->use[a])
      continue;
    for (size_t k = g->row[a]; k < g->row[a + 1]; k++)
      near += s->use[g->to[k]];
    if (near > most) {
      most = near;
      best = (unsigned)a;
    }
  }
  return best;
}

/* Take the nodes up to `reach` hops from wrong edges out and place them again,
 * one after the other; where a mirror image is about as good, chance decides.
 * Too many at once are left to others. */
static mgnn_status
spot_replace(spot *s, repair *r, unsigned reach, uint64_t chance, int *better,
             mgnn_error *err)
{
  const mg_graph *g = &s->sub.graph;
  double unit = 1e-3 * r->mean * r->mean, energy = INFINITY;
  size_t out = 0;
  mgnn_status status;

  for (size_t a = 0; a < g->n; a++) {
    s->use[a] = a >= s->inner || r->hop[s->sub.node[a]] > reach
                || is_pinned(r, s->sub.node[a]);
    out += !s->use[a];
  }
  if (out > MOST_OUT)
    return MGNN_OK;
  memcpy(s->trial, s->y, g->n * r->dim * sizeof *s->y);
  for (unsigned a; (a = most_attached(s)) != MG_NOWHERE; s->use[a] = 1) {
    double *x = s->trial + a * r->dim;
    mg_location found = mg_locate(&r->locator, g, a, s->trial, s->use, x);

    chance = chance * UINT64_C(6364136223846793005) + 1442695040888963407;
    if (found.other < found.energy + unit * (double)found.count
        && chance >> 63)
      memcpy(x, r->locator.rival, r->dim * sizeof *x);
  }
  status = mg_descend_from(g, r->dim, s->pin, r->how,
                           (mg_depth){ 0, 1e-4, 1e-20 }, s->trial, &energy,
                           r->iterations, err);
  if (status == MGNN_OK)
    spot_judge(s, r, energy, better);
  return status;
}

/* All that is tried with one region in one round. */
static mgnn_status
mend_one(repair *r, unsigned from, int round, int *better, mgnn_error *err)
{
  unsigned long seed = r->how->seed + 31 * from + (unsigned long)round;
  mgnn_status status;
  spot s;

  status = spot_init(&s, r, from, err);
  if (status != MGNN_OK)
    return status;
  status = spot_replace(&s, r, (unsigned)round % 3, seed, better, err);
  if (status == MGNN_OK && !*better)
    status = spot_lift(&s, r, round % 2 ? 1 : 0.5, seed, better, err);
  /* Its nodes are no longer wrong, as far as this round goes. */
  for (size_t a = 0; a < s.inner; a++)
    r->hop[s.sub.node[a]] = 254;
  spot_free(&s);
  return status;
}

static mgnn_status
mend_all(repair *r, int round, int *changed, mgnn_error *err)
{
  size_t wrong = mark(r);

  for (size_t k = 0; k < wrong && !mg_effort_over(r->how); k++) {
    int better = 0;

    if (r->hop[r->wrong[k]] != 0)
      continue;
    if (mend_one(r, r->wrong[k], round, &better, err) != MGNN_OK)
      return MGNN_ENOMEM;
    *changed |= better;
  }
  return MGNN_OK;
}

/* What counts as wrong: 0.4 %, or well above what most edges have (six times the
 * median, from counts per octave), so that noise is left alone. */
static double
bad_error(const repair *r)
{
  size_t octave[64] = { 0 }, total = 0, seen = 0;
  int at = 0;

  for (size_t i = 0; i < r->g->n; i++)
    for (size_t k = r->g->row[i]; k < r->g->row[i + 1]; k++) {
      double far = mg_distance(r->y + i * r->dim, r->y + r->g->to[k] * r->dim,
                               r->dim);
      double error = mg_fit_error(r->g, k, far, r->mean);
      int exponent;

      frexp(error, &exponent);
      octave[error > 0x1p-60 && exponent > -60 && exponent < 3 ? exponent + 60
             : error > 1 ? 63 : 0]++;
      total++;
    }
  while (at < 63 && (seen += octave[at]) * 2 < total)
    at++;
  return fmax(0.004, 6 * ldexp(0.75, at - 60));
}

/* Descend from a changed y; go back to `kept` if that was no gain. */
static mgnn_status
settle(repair *r, const mg_edges *edges, double *kept, double *energy,
       int *better, mgnn_error *err)
{
  size_t bytes = r->g->n * r->dim * sizeof *kept;
  mg_lbfgs_result result;

  if (mg_descend(edges, r->how, (mg_depth){ 0, 1e-4, 1e-20 }, r->y, &result,
                 err) != MGNN_OK)
    return MGNN_ENOMEM;
  *r->iterations += result.iterations;
  *better = result.value < 0.999 * *energy;
  if (result.value < *energy) {
    *energy = result.value;
    memcpy(kept, r->y, bytes);
  } else
    memcpy(r->y, kept, bytes);
  return MGNN_OK;
}

static mgnn_status
rounds(repair *r, const mg_edges *edges, double *kept, double *energy,
       mgnn_error *err)
{
  int idle = 0;

  for (int round = 0; round < ROUNDS && idle < IDLE; round++) {
    int better = 0, changed = 0;

    if (mg_effort_over(r->how) || !(mg_fit_worst(r->g, r->dim, r->y) > r->bad))
      break;
    /* kept + n*dim is scratch of one vector. */
    for (int pass = 0; pass < 3 && relocate(r, kept + r->g->n * r->dim) > 0;
         pass++)
      changed = 1;
    if (changed && settle(r, edges, kept, energy, &better, err) != MGNN_OK)
      return MGNN_ENOMEM;
    changed = 0;
    if (mend_all(r, round, &changed, err) != MGNN_OK)
      return MGNN_ENOMEM;
    idle++;
    if (better)
      idle = 0;
    if (changed && settle(r, edges, kept, energy, &better, err) != MGNN_OK)
      return MGNN_ENOMEM;
    if (better)
      idle = 0;
  }
  return MGNN_OK;
}

mgnn_status
mg_repair(const mg_graph *g, size_t dim, const unsigned char *pin,
          const mg_effort *how, double *y, double *energy, size_t *iterations,
          mgnn_error *err)
{
  repair r = { .g = g, .dim = dim, .pin = pin, .how = how, .y = y,
               .iterations = iterations };
  double *kept = mg_alloc(g->n + 1, dim * sizeof *kept);
  mgnn_status status = kept != NULL ? repair_init(&r, err)
                                    : mg_fail_memory(err);
  mg_edges edges;

  if (status != MGNN_OK)
    goto leave;
  status = mg_edges_init(&edges, g, dim, pin, how->seed, how->threads, err);
  if (status == MGNN_OK) {
    memcpy(kept, y, g->n * dim * sizeof *y);
    r.bad = bad_error(&r);
    status = rounds(&r, &edges, kept, energy, err);
    mg_edges_free(&edges);
  }
  repair_free(&r);
leave:
  mg_free(kept);
  return status;
}
