/* Local minima of E mostly are nodes, or small groups of them, on the wrong
 * side of their neighbours.  Single nodes are put where their neighbours want
 * them.  Around the wrong edges that remain, groups are taken out and placed
 * again, or get one more dimension to turn round in; each spot is treated, and
 * judged, by itself, all around it held. */
#include "repair.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "solve/descent/descend.h"
#include "solve/descent/lift.h"
#include "solve/descent/locate.h"

#include <math.h>
#include <string.h>

enum {
  ROUNDS = 24,
  IDLE = 3,                    /* rounds without gain end it, */
  PATIENT = 8,                 /* or so many where little is wrong: */
  MANY = 20,                   /* less than one in so many nodes */
  HOPS = 4,                    /* from the middle of a spot to its border */
  SPOT = 400,                  /* nodes: no hop farther from here on */
  MOST_OUT = 200               /* nodes placed again at once */
};

typedef struct {
  const mg_graph *g;
  size_t dim;
  const unsigned char *pin;
  const mg_effort *how;
  double *y;
  mg_yard yard;
  double bad;                  /* error that is too much */
  float *error;                /* n: of the worst edge */
  unsigned char *treated;      /* n: was in the middle of a spot */
  unsigned *nodes;             /* n: one spot and the ring around it */
  unsigned *wrong;             /* n: the nodes with wrong edges */
  size_t count;                /* of them */
  unsigned *map;
  mg_locator locator;
  size_t *iterations;
} repair;

static mgnn_status
repair_init(repair *r, mgnn_error *err)
{
  size_t n = r->g->n;

  r->error = mg_alloc(n, sizeof *r->error);
  r->treated = mg_alloc(n, 1);
  r->nodes = mg_alloc(3 * n, sizeof *r->nodes);
  if (r->error == NULL || r->treated == NULL || r->nodes == NULL
      || mg_locator_init(&r->locator, r->g, r->dim, r->how->seed, err)
         != MGNN_OK) {
    mg_free(r->error);
    mg_free(r->treated);
    mg_free(r->nodes);
    return mg_fail_memory(err);
  }
  r->wrong = r->nodes + n;
  r->map = r->wrong + n;
  memset(r->map, 255, n * sizeof *r->map);
  r->yard = mg_fit_yard(r->g);
  return MGNN_OK;
}

static void
repair_free(repair *r)
{
  mg_free(r->error);
  mg_free(r->treated);
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

    worst = fmax(worst, mg_fit_error(g, k, far, r->yard));
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

/* ---- single nodes ---- */

/* Move single nodes to where their neighbours want them, if that is clearly
 * better.  x is scratch.  Returns how many moved. */
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

/* ---- spots ---- */

/* A spot on its own: what is tried, and what it is measured against. */
typedef struct {
  mg_subgraph sub;
  size_t within[HOPS + 1];     /* its first nodes are so many hops away */
  size_t inner;                /* nodes before the ring */
  double *y, *trial;           /* n*dim each */
  double *height;              /* n */
  double energy, first;        /* at y; when it began */
  unsigned char *pin, *use;    /* n*dim, n */
} spot;

/* The nodes around one, hop after hop, then the ring around them.  Returns how
 * many, with the ring. */
static size_t
nodes_collect(repair *r, spot *s, unsigned from)
{
  const mg_graph *g = r->g;
  size_t count = 1, done = 0;

  r->nodes[0] = from;
  r->map[from] = 0;
  s->within[0] = 1;
  for (int hop = 1; hop <= HOPS + 1; hop++) {
    size_t end = count;

    if (hop <= HOPS && count >= SPOT) {
      s->within[hop] = count;
      continue;
    }
    for (; done < end; done++)
      for (size_t k = g->row[r->nodes[done]]; k < g->row[r->nodes[done] + 1];
           k++)
        if (r->map[g->to[k]] == MG_NOWHERE) {
          r->map[g->to[k]] = 0;
          r->nodes[count++] = g->to[k];
        }
    if (hop <= HOPS)
      s->within[hop] = count;
  }
  s->inner = s->within[HOPS];
  for (size_t a = 0; a < count; a++)
    r->map[r->nodes[a]] = MG_NOWHERE;
  return count;
}

static void
spot_free(spot *s)
{
  mg_subgraph_free(&s->sub);
  mg_free(s->y);
  mg_free(s->pin);
}

/* Cut the spot out; the ring around it is held. */
static mgnn_status
spot_init(spot *s, repair *r, unsigned from, mgnn_error *err)
{
  size_t dim = r->dim, count = nodes_collect(r, s, from);
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
  s->first = s->energy;
  return MGNN_OK;
}

/* Keep the trial of a spot if its energy is clearly lower. */
static void
spot_judge(spot *s, repair *r, double energy)
{
  if (!(energy < 0.999 * s->energy))
    return;
  s->energy = energy;
  memcpy(s->y, s->trial, s->sub.graph.n * r->dim * sizeof *s->y);
  mg_subgraph_give(&s->sub, r->dim, s->y, r->y);
}

/* Give the nodes out of use a height by chance, and as much chance in the other
 * coordinates as `shake` says; then press them flat. */
static mgnn_status
spot_lift(spot *s, repair *r, double amplitude, double shake,
          unsigned long seed, mgnn_error *err)
{
  const mg_graph *g = &s->sub.graph;
  size_t size = g->n * r->dim;
  size_t unused = 0;           /* steps on a spot are not counted */
  double energy = INFINITY;
  mgnn_status status = mg_random_normal(seed, r->yard.mean, size + g->n, s->trial,
                                        err);

  if (status != MGNN_OK)
    return status;
  for (size_t a = 0; a < g->n; a++)    /* the height comes after the trial */
    s->height[a] = s->use[a] ? 0 : amplitude * s->height[a];
  for (size_t c = 0; c < size; c++)
    s->trial[c] = s->y[c] + (s->use[c / r->dim] ? 0 : shake * s->trial[c]);
  status = mg_lift(g, r->dim, s->pin, r->how, s->height, s->trial, &energy,
                   &unused, err);
  if (status == MGNN_OK)
    spot_judge(s, r, energy);
  return status;
}

/* The node out of use that has most neighbours in use; MG_NOWHERE if all are
 * in use. */
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

/* Place the nodes out of use again, one after the other; where a mirror image
 * is about as good, chance decides. */
static mgnn_status
spot_replace(spot *s, repair *r, uint64_t stream, mgnn_error *err)
{
  const mg_graph *g = &s->sub.graph;
  double unit = 1e-3 * r->yard.mean * r->yard.mean, energy = INFINITY;
  size_t unused = 0;
  mgnn_status status;

  memcpy(s->trial, s->y, g->n * r->dim * sizeof *s->y);
  for (unsigned a; (a = most_attached(s)) != MG_NOWHERE; s->use[a] = 1) {
    double *x = s->trial + a * r->dim;
    mg_location found = mg_locate(&r->locator, g, a, s->trial, s->use, x);

    if (found.other < found.energy + unit * (double)found.count
        && mg_random_uniform(&stream) < 0.5)
      memcpy(x, r->locator.rival, r->dim * sizeof *x);
  }
  status = mg_descend_from(g, r->dim, s->pin, r->how,
                           (mg_depth){ 0, 1e-4, 1e-20, 5 }, s->trial, &energy,
                           &unused, err);
  if (status == MGNN_OK)
    spot_judge(s, r, energy);
  return status;
}

/* Ways to choose which nodes are taken out. */
enum { THE_WORST, THE_WRONG, AND_NEIGHBOURS, ONE_HOP, TWO_HOPS, SETS };

static float
worst_neighbour(const spot *s, const repair *r, size_t a)
{
  const mg_graph *g = &s->sub.graph;
  float worst = 0;

  for (size_t k = g->row[a]; k < g->row[a + 1]; k++)
    worst = fmaxf(worst, r->error[s->sub.node[g->to[k]]]);
  return worst;
}

/* Take nodes out of use.  Returns how many. */
static size_t
spot_clear(spot *s, const repair *r, int set)
{
  size_t out = 0, near = s->within[set == ONE_HOP ? 1 : 2];
  float bad = (float)r->bad;

  for (size_t a = 0; a < near && set == THE_WORST; a++)
    bad = fmaxf(bad, r->error[s->sub.node[a]] / 2);
  for (size_t a = 0; a < s->sub.graph.n; a++) {
    unsigned i = s->sub.node[a];
    int away = a < near
               && (set == ONE_HOP || set == TWO_HOPS || r->error[i] >= bad
                   || (set == AND_NEIGHBOURS
                       && worst_neighbour(s, r, a) >= bad));

    s->use[a] = !away || is_pinned(r, i);
    out += !s->use[a];
  }
  return out;
}

/* What is tried with a spot, in this order. */
static const struct {
  int set;                     /* which nodes */
  double height, shake;        /* 0: place them again, one by one */
} tries[] = {
  { THE_WORST, 0, 0 }, { THE_WRONG, 0, 0 }, { AND_NEIGHBOURS, 0, 0 },
  { ONE_HOP, 0, 0 }, { TWO_HOPS, 0, 0 }, { TWO_HOPS, 0.5, 0 },
  { ONE_HOP, 1, 0.5 }, { TWO_HOPS, 1, 0 }
};

static mgnn_status
spot_mend(spot *s, repair *r, unsigned long seed, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < sizeof tries / sizeof *tries && status == MGNN_OK;
       k++) {
    size_t out = spot_clear(s, r, tries[k].set);

    if (s->energy < 1e-6 * s->first || mg_effort_over(r->how))
      break;
    if (tries[k].height > 0)
      status = spot_lift(s, r, tries[k].height, tries[k].shake, seed + k, err);
    else if (out > 0 && out <= MOST_OUT)
      status = spot_replace(s, r, mg_random_stream(seed, k), err);
  }
  return status;
}

/* Find the nodes with wrong edges. */
static size_t
wrong_find(repair *r)
{
  size_t wrong = 0;

  memset(r->treated, 0, r->g->n);
  for (size_t i = 0; i < r->g->n; i++) {
    r->error[i] = (float)error_at(r, i);
    if (r->error[i] >= r->bad)
      r->wrong[wrong++] = (unsigned)i;
  }
  return wrong;
}

static mgnn_status
spots_mend(repair *r, int round, int *changed, mgnn_error *err)
{
  size_t wrong = r->count = wrong_find(r);
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < wrong && status == MGNN_OK; k++) {
    /* Another order in every round: spots meet, and the first one wins. */
    unsigned i = r->wrong[round % 2 ? wrong - 1 - k : k];
    spot s;

    if (r->treated[i] || mg_effort_over(r->how))
      continue;
    status = spot_init(&s, r, i, err);
    if (status != MGNN_OK)
      break;
    status = spot_mend(&s, r, r->how->seed + 31 * i + 7 * (unsigned)round, err);
    for (size_t a = 0; a < s.within[2]; a++)
      r->treated[s.sub.node[a]] = 1;
    *changed |= s.energy < s.first;
    spot_free(&s);
  }
  return status;
}

/* ---- all of it ---- */

/* What counts as wrong: 0.4 %, or well above what most edges have (six times
 * the median, from counts per octave), so that noise is left alone. */
static double
bad_error(const repair *r)
{
  size_t octave[64] = { 0 }, total = 0, seen = 0;
  int at = 0;

  for (size_t i = 0; i < r->g->n; i++)
    for (size_t k = r->g->row[i]; k < r->g->row[i + 1]; k++) {
      double far = mg_distance(r->y + i * r->dim, r->y + r->g->to[k] * r->dim,
                               r->dim);
      double error = mg_fit_error(r->g, k, far, r->yard);
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
       mgnn_error *err)
{
  size_t bytes = r->g->n * r->dim * sizeof *kept;
  mg_lbfgs_result result;

  if (mg_descend(edges, r->how, (mg_depth){ 0, 1e-4, 1e-20, 5 }, r->y, &result,
                 err) != MGNN_OK)
    return MGNN_ENOMEM;
  *r->iterations += result.iterations;
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
  double *scratch = kept + r->g->n * r->dim;

  for (int round = 0, idle = 0, wait = IDLE; round < ROUNDS && idle < wait;
       round++) {
    double before = *energy;
    int changed = 0, many;

    if (mg_effort_over(r->how) || !(mg_fit_worst(r->g, r->dim, r->y) > r->bad))
      break;
    for (int pass = 0; pass < 3 && relocate(r, scratch) > 0; pass++)
      changed = 1;
    if (changed && settle(r, edges, kept, energy, err) != MGNN_OK)
      return MGNN_ENOMEM;
    changed = 0;
    if (spots_mend(r, round, &changed, err) != MGNN_OK
        || (changed && settle(r, edges, kept, energy, err) != MGNN_OK))
      return MGNN_ENOMEM;
    many = r->count > r->g->n / MANY;  /* too much for mending, mostly */
    wait = many ? IDLE : PATIENT;
    idle = *energy < (many ? 0.7 : 0.999) * before ? 0 : idle + 1;
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
