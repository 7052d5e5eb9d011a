/* The portfolio for prescribed lengths: cheap starts first, costly stages only
 * where edges stay wrong, the lowest energy wins. */
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "solve/run_control.h"
#include "solve/descent/descend.h"
#include "solve/descent/lift.h"
#include "solve/arrange/align_pins.h"
#include "repair.h"
#include "restarts.h"
#include "solve/arrange/trajectory.h"

#include <math.h>
#include <string.h>

enum {
  REORDER = 2000,              /* nodes from which a better numbering pays */
  SMALL = 300,                 /* up to which more starts cost nothing */
  TINY = 50,                   /* up to which it has to be perfect */
  LIFTS = 6                    /* how many more */
};

static const double met = 5e-3;        /* error of an edge that counts as met */
static const double exact = 1e-8;      /* stress below which lengths seem exact */
static const double astray = 1e-4;     /* stress of starts that are beyond repair */

typedef struct {
  const mg_graph *g;
  size_t dim;
  const unsigned char *pin;
  const mg_effort *how;
  const double *given;         /* where pinned coordinates are */
  mg_subgraph joined;          /* with pins: the graph with edges that say how
                                  far they are apart */
  const mg_graph *loose;       /* that, for searches without pins; or g */
  mg_edges edges;
  double *best, *trial;        /* n*dim each */
  double energy, worst;        /* of the best */
  const char *stage;
  int straight;                /* the best came from PivotMDS */
  size_t iterations;
  mg_trace *best_way, *trial_way;      /* NULL: nobody asks */
} search;

static int
is_done(const search *s)
{
  return s->worst < met || mg_effort_over(s->how);
}

/* Take the trial for the best if its energy is lower: by 1 % where lengths are
 * not exact and the best came from PivotMDS, which sees the whole; what gains
 * less may as well have drifted or folded a part over. */
static int
compare(search *s, const char *stage, double energy)
{
  double handicap = s->straight && energy > exact * s->edges.scale ? 0.99 : 1;

  if (!(energy < handicap * s->energy))
    return 0;
  memcpy(s->best, s->trial, s->g->n * s->dim * sizeof *s->best);
  s->energy = energy;
  s->worst = mg_fit_worst(s->g, s->dim, s->best);
  s->stage = stage;
  s->straight = 0;
  return 1;
}

static void
ways_swap(search *s)
{
  if (s->best_way != NULL)
    mg_trace_swap(s->best_way, s->trial_way);
}

/* A new trial begins. */
static void
way_begin(search *s)
{
  if (s->trial_way != NULL)
    mg_trace_clear(s->trial_way);
}

/* Descend from the trial; pins are met on the way, and then held. */
static mgnn_status
descend(search *s, double *energy, mgnn_error *err)
{
  mg_depth depth = { 0, fmax(s->how->tolerance, 1e-4), 1e-16, 5 };
  mg_effort recorded = *s->how;
  mg_lbfgs_result result;
  mgnn_status status = MGNN_OK;

  if (s->pin != NULL)
    status = mg_descend_from(s->loose, s->dim, NULL, s->how, depth, s->trial,
                             energy, &s->iterations, err);
  if (status == MGNN_OK && s->pin != NULL)
    status = mg_pins_align(s->g->n, s->dim, s->pin, s->given, s->trial, err);
  recorded.trace = s->trial_way;
  if (status == MGNN_OK)
    status = mg_descend(&s->edges, &recorded, depth, s->trial, &result, err);
  if (status == MGNN_OK) {
    s->iterations += result.iterations;
    *energy = result.value;
  }
  return status;
}

static mgnn_status
descend_from(search *s, mg_start *start, double *energy, mgnn_error *err)
{
  mgnn_status status = start(s->loose, s->dim, s->how, s->trial, err);

  way_begin(s);
  return status == MGNN_OK ? descend(s, energy, err) : status;
}

/* Mend positions in place, whose energy is *energy. */
static mgnn_status
mend(search *s, double *y, double *energy, mgnn_error *err)
{
  return mg_repair(s->g, s->dim, s->pin, s->how, y, energy, &s->iterations,
                   err);
}

/* The two starts.  *agree is set if both end equally well, so that there is
 * hardly anything better to be found; near 0 that says nothing.  Where lengths
 * are not exact the energy does not tell a drawing that has drifted from one
 * that has not; PivotMDS sees the whole and drifts less, so it is preferred.
 * The loser is left in the trial, its energy in *other. */
static mgnn_status
starts_run(search *s, int *agree, double *other, mgnn_error *err)
{
  double built, pivoted, *swap;
  int noisy;
  mgnn_status status = descend_from(s, mg_start_buildup, &built, err);

  if (status != MGNN_OK)
    return status;
  if (compare(s, "buildup", built))
    ways_swap(s);
  if (is_done(s))
    return MGNN_OK;
  status = descend_from(s, mg_start_pivot, &pivoted, err);
  if (status != MGNN_OK)
    return status;
  noisy = fmin(pivoted, built) > exact * s->edges.scale;
  *agree = noisy && fabs(pivoted - built) <= 1e-3 * fmin(pivoted, built);
  *other = pivoted;
  if (pivoted < (noisy ? 1.05 : 1) * built) {
    *other = built;
    swap = s->best, s->best = s->trial, s->trial = swap;
    ways_swap(s);
    s->energy = pivoted;
    s->worst = mg_fit_worst(s->g, s->dim, s->best);
    s->stage = "pivot";
    s->straight = 1;
  }
  return MGNN_OK;
}

/* Mend both, the better one first. */
static mgnn_status
repairs_run(search *s, double other, mgnn_error *err)
{
  double energy = s->energy;
  mgnn_status status = mend(s, s->best, &s->energy, err);

  if (status != MGNN_OK)
    return status;
  s->worst = mg_fit_worst(s->g, s->dim, s->best);
  if (s->energy < 0.999 * energy)
    s->stage = "repair";
  if (is_done(s))
    return MGNN_OK;
  status = mend(s, s->trial, &other, err);
  if (status == MGNN_OK && compare(s, "repair", other))
    ways_swap(s);
  return status;
}

/* Patch stitching, and mending what it left. */
static mgnn_status
stitch_run(search *s, unsigned char *determined, mgnn_error *err)
{
  int better = 0;
  double energy;
  mgnn_status status;

  memcpy(s->trial, s->best, s->g->n * s->dim * sizeof *s->trial);
  status = mg_stitch(s->loose, s->dim, s->how, s->trial, determined, &better,
                     err);
  way_begin(s);
  if (status == MGNN_OK && better)
    status = descend(s, &energy, err);
  if (status != MGNN_OK || !better)
    return status;
  compare(s, "stitch", energy);        /* it goes on where the best one was */
  if (is_done(s))
    return MGNN_OK;
  status = mend(s, s->best, &s->energy, err);
  s->worst = mg_fit_worst(s->g, s->dim, s->best);
  return status;
}

/* Mirror n points at a plane through 0 by chance: x - 2 (v.x) v. */
static void
mirror(size_t n, size_t dim, unsigned long seed, double *v, double *x)
{
  memset(v, 0, dim * sizeof *v);
  mg_random_direction(seed, 0, 1, dim, 1, v);
  for (size_t i = 0; i < n; i++) {
    double along = 0;

    for (size_t c = 0; c < dim; c++)
      along += v[c] * x[i * dim + c];
    for (size_t c = 0; c < dim; c++)
      x[i * dim + c] -= 2 * along * v[c];
  }
}

/* Press `high` flat and see what comes out. */
static mgnn_status
lift_from(search *s, const double *high, double *height, mgnn_error *err)
{
  size_t dim = s->dim;
  double energy;
  mgnn_status status;

  for (size_t i = 0; i < s->g->n; i++) {
    memcpy(s->trial + i * dim, high + i * (dim + 1), dim * sizeof *high);
    height[i] = high[i * (dim + 1) + dim];
  }
  way_begin(s);
  if (s->trial_way != NULL && s->pin == NULL)
    mg_trace_add(s->trial_way, 0, s->trial,
                 mg_energy(s->g, dim, s->how->seed, s->how->threads, s->trial,
                           NULL, s->edges.partial));
  status = mg_lift(s->loose, dim, NULL, s->how, height, s->trial, &energy,
                   &s->iterations, err);
  if (status == MGNN_OK)
    status = descend(s, &energy, err);
  if (status == MGNN_OK && compare(s, "lift", energy))
    ways_swap(s);
  return status;
}

/* PivotMDS with one dimension more, pressed flat: for lengths that could be
 * had there only.  Along which line matters, so small graphs are tried along
 * several. */
static mgnn_status
lift_run(search *s, mgnn_error *err)
{
  size_t n = s->g->n, up = s->dim + 1;
  double *high = mg_alloc(n + 1, (up + 1) * sizeof *high);
  mgnn_status status;

  if (high == NULL)
    return mg_fail_memory(err);
  status = mg_start_pivot(s->loose, up, s->how, high, err);
  for (int k = 0; k < (n <= SMALL ? LIFTS : 1) && status == MGNN_OK; k++) {
    if (is_done(s))
      break;
    if (k > 0)
      mirror(n, up, s->how->seed + (unsigned)k, high + n * (up + 1), high);
    status = lift_from(s, high, high + n * up, err);
  }
  mg_free(high);
  return status;
}

/* What a few nodes could do better. */
static mgnn_status
retries_run(search *s, mgnn_error *err)
{
  double before = s->energy;
  mgnn_status status;

  if (mg_effort_over(s->how)
      || (is_done(s) && (s->g->n > TINY || before <= 1e-12 * s->edges.scale)))
    return MGNN_OK;
  status = mg_retry(s->g, s->dim, s->pin, s->how, s->best,
                    &s->energy, &s->iterations, err);
  s->worst = mg_fit_worst(s->g, s->dim, s->best);
  if (s->energy < 0.999 * before)
    s->stage = "retry";
  return status;
}

/* Stitching comes before mending where it is cheap, which is in the plane, and
 * where the starts went so wrong that there is no use in mending them; but with
 * lengths that are not exact it is slow and not sure. */
static mgnn_status
stitch_early(search *s, unsigned char *determined, int *stitched,
             mgnn_error *err)
{
  int fits = 0;
  mgnn_status status = MGNN_OK;

  if (s->dim == 2 || s->energy > astray * s->edges.scale)
    status = mg_stitch_probe(s->loose, s->dim, s->how, &fits, err);
  if (status == MGNN_OK && fits) {
    status = stitch_run(s, determined, err);
    *stitched = 1;
  }
  return status;
}

/* What comes after the starts. */
static mgnn_status
later_stages(search *s, double other, unsigned char *determined,
             mgnn_error *err)
{
  int stitched = 0;
  mgnn_status status = stitch_early(s, determined, &stitched, err);

  if (status == MGNN_OK && !stitched && !is_done(s))
    status = repairs_run(s, other, err);
  if (status == MGNN_OK && !stitched && !is_done(s))
    status = lift_run(s, err);
  if (status == MGNN_OK && !stitched && !is_done(s))
    status = stitch_run(s, determined, err);
  return status;
}

static mgnn_status
stages_run(search *s, unsigned char *determined, mgnn_error *err)
{
  double other = INFINITY;
  int agree = 0;
  mgnn_status status = starts_run(s, &agree, &other, err);

  if (status == MGNN_OK && !is_done(s)) {
    if (!agree)
      status = later_stages(s, other, determined, err);
    else if (s->g->n <= SMALL)
      status = lift_run(s, err);
  }
  if (status == MGNN_OK)
    status = retries_run(s, err);
  return status;
}

/* Run the stages in `room`, 2*n*dim doubles, then go down as far as rounding
 * or the tolerance allow; where lengths are not exact well below it: a drawing
 * may be soft, and far from its best place where the energy hardly changes. */
static mgnn_status
search_in(search *s, double *room, unsigned char *determined, mgnn_error *err)
{
  mg_depth depth = { 0, s->how->tolerance, 1e-20, 5 };
  mg_effort recorded = *s->how;
  mg_lbfgs_result result;
  mgnn_status status;

  s->best = room;
  s->trial = room + s->g->n * s->dim;
  if (s->g->upper != NULL)     /* the way into an interval only creeps */
    depth.floor = 1e-14;
  status = stages_run(s, determined, err);
  if (s->energy > exact * s->edges.scale) {
    depth.tolerance *= 1e-2;
    depth.patience *= 2;
  }
  recorded.trace = s->best_way;
  if (status == MGNN_OK)
    status = mg_descend(&s->edges, &recorded, depth, s->best, &result, err);
  if (status == MGNN_OK) {
    s->iterations += result.iterations;
    s->energy = result.value;
  }
  return status;
}

static mgnn_status
search_run(search *s, unsigned char *determined, double *y, mgnn_error *err)
{
  size_t size = s->g->n * s->dim;
  double *room = mg_zalloc(2 * size, sizeof *room);
  mgnn_status status = mg_edges_init(&s->edges, s->g, s->dim, s->pin,
                                     s->how->seed, s->how->threads, err);

  if (status == MGNN_OK && room == NULL)
    status = mg_fail_memory(err);
  memset(determined, 255, s->g->n);
  s->given = y;
  s->loose = s->g;
  if (status == MGNN_OK && s->pin != NULL) {
    status = mg_pins_join(&s->joined, s->g, s->dim, s->pin, y, err);
    s->loose = &s->joined.graph;
  }
  if (status == MGNN_OK)
    status = search_in(s, room, determined, err);
  if (status == MGNN_OK)
    memcpy(y, s->best, size * sizeof *y);
  mg_subgraph_free(&s->joined);
  mg_edges_free(&s->edges);
  mg_free(room);
  return status;
}

/* The same search on renumbered nodes: gathers then stay within the cache. */
static mgnn_status
search_reordered(search *s, unsigned char *determined, double *y,
                 mgnn_error *err)
{
  size_t n = s->g->n, dim = s->dim;
  unsigned *order = mg_alloc(2 * n, sizeof *order);
  double *part = mg_alloc(n, dim * sizeof *part);
  unsigned char *bytes = mg_alloc(n, dim + 1);
  mg_subgraph sub = { 0 };
  search inner = *s;
  mgnn_status status = MGNN_OK;

  if (order == NULL || part == NULL || bytes == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK) {
    mg_breadth_first(n, s->g->row, s->g->to, order, order + n);
    memset(order + n, 255, n * sizeof *order);         /* all MG_NOWHERE */
    status = mg_subgraph_init(&sub, s->g, order, n, order + n, NULL, err);
  }
  if (status == MGNN_OK) {
    mg_subgraph_take(&sub, dim, y, part);
    for (size_t a = 0; a < n && s->pin != NULL; a++)
      memcpy(bytes + a * dim, s->pin + order[a] * dim, dim);
    inner.g = &sub.graph;
    inner.pin = s->pin != NULL ? bytes : NULL;
    status = search_run(&inner, bytes + n * dim, part, err);
  }
  if (status == MGNN_OK) {
    mg_subgraph_give(&sub, dim, part, y);
    for (size_t a = 0; a < n && determined != NULL; a++)
      determined[order[a]] = bytes[n * dim + a];
    if (s->best_way != NULL)
      status = mg_trace_renumber(s->best_way, order, err);
    s->energy = inner.energy;
    s->iterations = inner.iterations;
    s->stage = inner.stage;
  }
  mg_subgraph_free(&sub);
  mg_free(order);
  mg_free(part);
  mg_free(bytes);
  return status;
}

mgnn_status
mg_search_edges(const mg_graph *g, size_t dim, const unsigned char *pin,
                const mg_effort *how, double *y, unsigned char *determined,
                mg_search *out, mgnn_error *err)
{
  mg_effort plain = *how;      /* the stages' own descents are no part of it */
  search s = { .g = g, .dim = dim, .pin = pin, .how = &plain,
               .energy = INFINITY, .worst = INFINITY, .stage = "start",
               .best_way = how->trace };
  unsigned char *known = determined;
  mg_trace other;
  mgnn_status status;

  plain.trace = NULL;
  mg_trace_init(&other, g->n, dim, 0);
  if (how->trace != NULL)
    s.trial_way = &other;
  if (determined == NULL)
    known = mg_alloc(g->n, 1);
  if (known == NULL)
    return mg_fail_memory(err);
  status = g->n >= REORDER ? search_reordered(&s, known, y, err)
                           : search_run(&s, known, y, err);
  if (status == MGNN_OK)
    *out = (mg_search){ s.energy, s.iterations, s.stage };
  if (determined == NULL)
    mg_free(known);
  mg_trace_free(&other);
  return status;
}
