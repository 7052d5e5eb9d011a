/* Local minima of E are mostly nodes, or small groups, on the wrong side of their
 * neighbours.  Single nodes are moved by multilateration.  Around the remaining
 * wrong edges, groups of nodes are removed and placed again; each such region is
 * solved, and judged, separately, with the nodes around it fixed. */
#include "repair.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "solve/descent/descend.h"
#include "solve/descent/length_error.h"
#include "solve/descent/locate.h"

#include <math.h>
#include <string.h>

enum {
  ROUNDS = 24,
  IDLE = 3,                    /* rounds without gain that end it, */
  NOISY_IDLE = 2,
  START_ROUNDS = 12, START_LEAST = 40, /* limit of wrong nodes: some misplaced nodes
                                          and their neighbours */
  PATIENT = 3,                 /* or so many if little is wrong: */
  MANY = 20,                   /* fewer than one in so many nodes */
  HOPS = 4,                    /* hops from the middle of a region to its border, */
  REGION_LEAST = 100,          /* or more if these contain fewer nodes, which */
  HOPS_MOST = 24,              /* along chains leave no freedom (not if edges
                                  brace the graph), */
  REGION = 400,                /* but none beyond so many nodes */
  MOST_OUT = 200,              /* nodes placed again at once */
  FEW = 200, FEW_LEAST = 4     /* few nodes: these, and one in so many */
};

/* Relative error of a wrong edge, and that if few are wrong and all others met. */
static const double wrong = 0.004, wrong_where_few = 1e-5;
static const double nearly_met = 1e-7; /* stress in the latter case */

static const mg_depth depth = { 0, 1e-4, 1e-20, 5 };

typedef struct {
  const mg_task *task;
  double *y;
  mg_error_unit unit;
  const mg_noise *noise;       /* of the lengths; NULL: they are exact */
  double bad;                  /* error from which an edge is wrong */
  double gain;                 /* a region's energy must fall to this share */
  float *error;                /* n: error of the worst edge */
  unsigned char *treated;      /* n: nonzero if it was in the middle of a region */
  unsigned char *seen;         /* n: scratch, all 0 */
  unsigned *nodes;             /* n: one region and the ring around it */
  unsigned *wrong;             /* n: the nodes with wrong edges */
  size_t count;                /* number of these */
  size_t least;                /* least number of nodes in a region */
  unsigned *map;
  mg_locator locator;
} repair;

static mgnn_status
repair_init(repair *r, mgnn_error *err)
{
  const mg_graph *g = r->task->graph;
  size_t n = g->n;

  PASS(mg_allocated(r->error = mg_alloc(n, sizeof *r->error), err));
  PASS(mg_allocated(r->treated = mg_zalloc(2 * n, 1), err));
  PASS(mg_allocated(r->nodes = mg_alloc(3 * n, sizeof *r->nodes), err));
  PASS(mg_locator_init(&r->locator, g, r->task->dim, r->task->control->seed, err));
  r->seen = r->treated + n;
  r->wrong = r->nodes + n;
  r->map = r->wrong + n;
  memset(r->map, 255, n * sizeof *r->map);
  r->unit = mg_error_unit_of(g);
  return MGNN_OK;
}

static void
repair_free(repair *r)
{
  mg_free_all(r->error, r->treated, r->nodes);
  mg_locator_free(&r->locator);
}

static double
error_at(const repair *r, size_t i)
{
  if (r->noise != NULL)
    return mg_noise_excess_at(r->noise, r->task, i, r->y);
  return mg_length_error_at(r->task->graph, i, r->task->dim, r->y, &r->unit);
}

static double
worst_error(const repair *r)
{
  double worst = 0;

  for (size_t i = 0; i < r->task->graph->n; i++)
    worst = fmax(worst, error_at(r, i));
  return worst;
}

static double
energy_at(const repair *r, size_t i, const double *x)
{
  const mg_graph *g = r->task->graph;
  size_t dim = r->task->dim;
  double sum = 0;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    double far = mg_distance(x, r->y + g->to[k] * dim, dim);
    double gap = far - mg_target(g, k, far);

    sum += (g->weight != NULL ? g->weight[k] : 1) * gap * gap;
  }
  return sum;
}

/* ---- single nodes ---- */

/* Move single nodes to the best place for their neighbours if that halves the
 * energy of their edges.  x is scratch.  Returns the number of nodes moved. */
static size_t
relocate(repair *r, double *x)
{
  const mg_graph *g = r->task->graph;
  size_t dim = r->task->dim, moved = 0;

  for (size_t i = 0; i < g->n; i++) {
    if (mg_task_pinned(r->task, i) || error_at(r, i) < r->bad)
      continue;
    mg_locate(&r->locator, g, i, r->y, NULL, x);
    if (!(energy_at(r, i, x) < 0.5 * energy_at(r, i, r->y + i * dim)))
      continue;
    memcpy(r->y + i * dim, x, dim * sizeof *x);
    moved++;
  }
  return moved;
}

/* ---- regions ---- */

typedef struct {
  mg_subgraph sub;
  mg_task task;                /* on the region, with the ring pinned */
  size_t within[HOPS + 1];     /* number of nodes within so many hops */
  size_t inner;                /* number of nodes without the ring */
  double *y, *trial;           /* n*dim each */
  double *scratch;             /* n */
  double energy, first;        /* at y; at the start */
  unsigned char *pin, *use;    /* n*dim, n */
} region;

/* Append to r->nodes the neighbours of the last hop, which begins at *done.
 * Returns the number of nodes then. */
static size_t
hop_farther(repair *r, size_t *done, size_t count)
{
  size_t begin = *done;

  *done = count;
  return mg_breadth_first_from(r->task->graph, r->nodes, begin, count, 1,
                               r->seen);
}

/* Collect the nodes around a node, hop after hop, then the ring around them.
 * Returns their number, including the ring. */
static size_t
nodes_collect(repair *r, region *s, unsigned from)
{
  size_t count = 1, done = 0;

  r->nodes[0] = from;
  r->seen[from] = 1;
  s->within[0] = 1;
  for (int hop = 1; hop <= HOPS; hop++) {
    if (count < REGION)
      count = hop_farther(r, &done, count);
    s->within[hop] = count;
  }
  for (int hop = HOPS; hop < HOPS_MOST && count < r->least; hop++)
    count = hop_farther(r, &done, count);
  s->inner = count;
  count = hop_farther(r, &done, count);
  for (size_t a = 0; a < count; a++)
    r->seen[r->nodes[a]] = 0;
  return count;
}

static void
region_free(region *s)
{
  mg_subgraph_free(&s->sub);
  mg_free_all(s->y, s->pin);
  memset(s, 0, sizeof *s);
}

/* Cut out a region.  The ring around it is pinned, so that a solution of the
 * region fits the whole, and the energy of the region decides. */
static mgnn_status
region_init(region *s, repair *r, unsigned from, mgnn_error *err)
{
  const mg_task *t = r->task;
  size_t dim = t->dim, count = nodes_collect(r, s, from);

  PASS(mg_subgraph_init(&s->sub, t->graph, r->nodes, count, r->map, NULL, err));
  PASS(mg_allocated(s->y = mg_alloc(count, (2 * dim + 1) * sizeof *s->y), err));
  PASS(mg_allocated(s->pin = mg_zalloc(count, dim + 1), err));
  s->task = (mg_task){ &s->sub.graph, dim, s->pin, t->control, NULL };
  s->trial = s->y + count * dim;
  s->scratch = s->trial + count * dim;
  s->use = s->pin + count * dim;
  mg_subgraph_take(&s->sub, dim, r->y, s->y);
  for (size_t a = 0; a < s->inner && t->pin != NULL; a++)
    memcpy(s->pin + a * dim, t->pin + s->sub.node[a] * dim, dim);
  memset(s->pin + s->inner * dim, 1, (count - s->inner) * dim);
  s->energy = mg_energy(&s->sub.graph, dim, t->control->seed, 1, s->y, NULL,
                        s->scratch);
  s->first = s->energy;
  return MGNN_OK;
}

static void
region_judge(region *s, repair *r, double energy)
{
  size_t dim = s->task.dim;

  if (!(energy < r->gain * s->energy))
    return;
  s->energy = energy;
  memcpy(s->y, s->trial, s->sub.graph.n * dim * sizeof *s->y);
  mg_subgraph_give(&s->sub, dim, s->y, r->y);
}

/* The unused node with most neighbours in use, whose place is best determined;
 * MG_NOWHERE if all are in use. */
static unsigned
most_attached(const region *s)
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

/* Place the unused nodes again, one after the other; if a mirror image is about
 * as good, one of the two at random. */
static mgnn_status
region_replace(region *s, repair *r, uint64_t stream, mgnn_error *err)
{
  const mg_graph *g = &s->sub.graph;
  size_t dim = s->task.dim;
  mg_search found = { .energy = INFINITY };

  memcpy(s->trial, s->y, g->n * dim * sizeof *s->y);
  for (unsigned a; (a = most_attached(s)) != MG_NOWHERE; s->use[a] = 1)
    mg_locate_either(&r->locator, g, a, s->trial, s->use, &stream);
  PASS(mg_descend_from(&s->task, depth, s->trial, &found, err));
  region_judge(s, r, found.energy);
  return MGNN_OK;
}

/* The sets of nodes that are removed and placed again, the smallest first. */
enum { THE_WORST, THE_WRONG, AND_NEIGHBOURS, ONE_HOP, TWO_HOPS, SETS };

static float
worst_neighbour(const region *s, const repair *r, size_t a)
{
  const mg_graph *g = &s->sub.graph;
  float worst = 0;

  for (size_t k = g->row[a]; k < g->row[a + 1]; k++)
    worst = fmaxf(worst, r->error[s->sub.node[g->to[k]]]);
  return worst;
}

/* Take the nodes of a set out of use, except pinned ones.  Returns their
 * number. */
static size_t
region_clear(region *s, const repair *r, int set)
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

    s->use[a] = !away || mg_task_pinned(r->task, i);
    out += !s->use[a];
  }
  return out;
}

static mgnn_status
region_repair(region *s, repair *r, unsigned long seed, mgnn_error *err)
{
  for (int set = 0; set < SETS; set++) {
    size_t out = region_clear(s, r, set);

    if (s->energy < 1e-6 * s->first || mg_run_over(r->task->control))
      break;
    if (out > 0 && out <= MOST_OUT)
      PASS(region_replace(s, r, mg_random_stream(seed, (uint64_t)set), err));
  }
  return MGNN_OK;
}

static size_t
wrong_find(repair *r)
{
  size_t n = r->task->graph->n, count = 0;

  memset(r->treated, 0, n);
  for (size_t i = 0; i < n; i++) {
    r->error[i] = (float)error_at(r, i);
    if (r->error[i] >= r->bad)
      r->wrong[count++] = (unsigned)i;
  }
  return count;
}

static mgnn_status
regions_repair(repair *r, int round, int *changed, mgnn_error *err)
{
  size_t count = r->count = wrong_find(r);
  unsigned long seed = r->task->control->seed + 7 * (unsigned)round;
  region s = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < count; k++) {
    /* Each round in another order: regions overlap, and the first one wins. */
    unsigned i = r->wrong[round % 2 ? count - 1 - k : k];

    if (r->treated[i] || mg_run_over(r->task->control))
      continue;
    TRY(region_init(&s, r, i, err));
    TRY(region_repair(&s, r, seed + 31 * i, err));
    for (size_t a = 0; a < s.within[2]; a++)
      r->treated[s.sub.node[a]] = 1;
    *changed |= s.energy < s.first;
    region_free(&s);
  }
end:
  region_free(&s);
  return status;
}

/* ---- all of it ---- */

/* The error from which an edge is wrong: `least`, or six times the median error
 * if that is more (from counts per octave), so that noise is left alone. */
static double
bad_error(const repair *r, double least)
{
  const mg_graph *g = r->task->graph;
  size_t dim = r->task->dim, octave[64] = { 0 }, total = 0, seen = 0;
  int at = 0;

  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      double far = mg_distance(r->y + i * dim, r->y + g->to[k] * dim, dim);
      double error = mg_length_error(g, k, far, &r->unit);
      int exponent;

      frexp(error, &exponent);
      octave[error > 0x1p-60 && exponent > -60 && exponent < 3 ? exponent + 60
             : error > 1 ? 63 : 0]++;
      total++;
    }
  while (at < 63 && (seen += octave[at]) * 2 < total)
    at++;
  return fmax(least, 6 * ldexp(0.75, at - 60));
}

/* Descend on all nodes, since regions are judged separately: this shows whether
 * they improved the whole.  If not, `kept` is restored. */
static mgnn_status
improve(repair *r, mg_edge_energy *edges, double *kept, mg_search *found,
        mgnn_error *err)
{
  size_t bytes = r->task->graph->n * r->task->dim * sizeof *kept;
  mg_lbfgs_result result;

  PASS(mg_descend(edges, r->task->control, depth, r->y, &result, err));
  found->iterations += result.iterations;
  if (result.value < found->energy) {
    found->energy = result.value;
    memcpy(kept, r->y, bytes);
  } else
    memcpy(r->y, kept, bytes);
  return MGNN_OK;
}

static mgnn_status
rounds(repair *r, mg_edge_energy *edges, double *kept, mg_search *found,
       mgnn_error *err)
{
  size_t n = r->task->graph->n, dim = r->task->dim;

  for (int round = 0, idle = 0, wait = IDLE; round < ROUNDS && idle < wait;
       round++) {
    double before = found->energy;
    int changed = 0, many;

    if (mg_run_over(r->task->control) || !(worst_error(r) > r->bad))
      break;
    for (int pass = 0; pass < 3 && relocate(r, kept + n * dim) > 0; pass++)
      changed = 1;
    if (changed)
      PASS(improve(r, edges, kept, found, err));
    changed = 0;
    r->least = mg_graph_braced(r->task->graph, dim) ? 0
               : REGION_LEAST * (size_t)(idle + 1);
    PASS(regions_repair(r, round, &changed, err));
    if (changed)
      PASS(improve(r, edges, kept, found, err));
    many = r->count > n / MANY;        /* mostly too much to be repaired */
    wait = r->noise != NULL ? NOISY_IDLE : many ? IDLE : PATIENT;
    idle = found->energy < (many ? 0.7 : 0.999) * before ? 0 : idle + 1;
  }
  return MGNN_OK;
}

mgnn_status
mg_repair(const mg_task *t, const mg_noise *noise, double *y, mg_search *found,
          mgnn_error *err)
{
  repair own = { .task = t, .y = y, .gain = 0.999, .noise = noise }, *r = &own;
  double *kept = mg_alloc(t->graph->n + 1, t->dim * sizeof *kept);
  mg_edge_energy edges = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(kept, err));
  TRY(repair_init(r, err));
  TRY(mg_edge_energy_init(&edges, t->graph, t->dim, t->pin, t->control->seed,
                    t->control->threads, err));
  memcpy(kept, r->y, t->graph->n * t->dim * sizeof *kept);
  r->bad = r->noise != NULL ? 1 : bad_error(r, wrong);
  TRY(rounds(r, &edges, kept, found, err));
  if (r->noise != NULL)
    goto end;
  r->bad = bad_error(r, wrong_where_few);
  if (found->energy < nearly_met * edges.scale
      && wrong_find(r) <= FEW_LEAST + t->graph->n / FEW)
    TRY(rounds(r, &edges, kept, found, err));
end:
  mg_edge_energy_free(&edges);
  repair_free(r);
  mg_free(kept);
  return status;
}

mgnn_status
mg_repair_start(const mg_task *t, double *y, mgnn_error *err)
{
  repair r = { .task = t, .y = y, .bad = wrong_where_few,
               .gain = 1e-4 };     /* the rest is exact, so all or nothing */
  double *x = mg_alloc(t->dim, sizeof *x);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(x, err));
  TRY(repair_init(&r, err));
  for (int round = 0, idle = 0; round < START_ROUNDS && idle < IDLE; round++) {
    int changed = 0;

    r.count = wrong_find(&r);
    if (r.count == 0 || r.count > START_LEAST + t->graph->n / FEW)
      break;
    r.least = REGION_LEAST * (size_t)(idle + 1);
    for (int pass = 0; pass < 3 && relocate(&r, x) > 0; pass++)
      changed = 1;
    TRY(regions_repair(&r, round, &changed, err));
    idle = changed ? 0 : idle + 1;
  }
end:
  repair_free(&r);
  mg_free(x);
  return status;
}
