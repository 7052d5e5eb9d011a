/* Energy first, then path stress.  If most of a drawing is free, the drawing of
 * least path stress is brought to its lengths; if that fails, or if most nodes are
 * determined, the lengths are met first and the free nodes are spread then. */
#include "search_spread.h"
#include "base/mem.h"
#include "base/subgraph.h"
#include "determined_body.h"
#include "problem/energy.h"
#include "renumber.h"
#include "repair.h"
#include "search_lengths.h"
#include "solve/arrange/align.h"
#include "solve/arrange/trajectory.h"
#include "solve/descent/length_error.h"
#include "solve/stress/pivot_mds.h"
#include "solve/stress/search_pairs.h"
#include "solve/stress/sparse_stress.h"
#include "spread.h"

#include <math.h>
#include <string.h>

enum {
  EXACT = 500,                 /* largest graph for which all pairs are used to
                                  find least path stress */
  WHOLE = 200,                 /* largest graph spread as a whole even if most
                                  of it is determined */
  AROUND = 50,                 /* nodes around a free part that it is spread
                                  among, plus three per node of its own */
  LOOSE = 10,                  /* extend the body if more than n / LOOSE are free */
  REPAIRS = 4
};

/* Relative difference of energies that count as equal if lengths cannot be met:
 * folding parts over gains as little, see search_lengths.c. */
#define TIE 1e-2
/* Mean error up to which a large drawing is repaired: if it is larger, lengths
 * cannot be met, and a repair would take minutes. */
#define HOPEFUL 1e-2

#define MET_NEARLY 5e-3        /* error of edges up to which a search for
                                  lengths is good enough */
#define MET_MEAN 1e-3          /* or the mean error up to which it is */
#define GAIN 1e-2              /* gain of a repair after which another is tried */

/* The first lambda: for a drawing not yet at its lengths, and for one that is,
 * which a larger lambda would fold again. */
static const double first_far = 1, first_near = 1e-4;

typedef struct {
  mg_task task;
  mg_run_control control;      /* of the task, without a trajectory */
  mg_spread *with;             /* NULL: not made, or nothing can be spread */
  double *y;                   /* the best positions */
  mg_search found;
  double stress;               /* NAN: not known */
  double *z;                   /* trial positions */
  mg_trajectory *trajectory;   /* of the best, NULL: not wanted */
  mg_trajectory trial;         /* of the trial */
  const double *known;         /* result of a search for lengths, or NULL */
  mg_search known_found;
} search;

static size_t
size_of(const search *s)
{
  return s->task.graph->n * s->task.dim;
}

static mgnn_status
search_init(search *s, const mg_task *t, double *y, mgnn_error *err)
{
  *s = (search){ .task = *t, .control = *t->control, .y = y,
                 .found = { INFINITY, 0, "start" }, .stress = NAN,
                 .trajectory = t->control->trajectory };
  s->control.trajectory = NULL;
  s->task.control = &s->control;
  mg_trajectory_init(&s->trial, t->graph->n, t->dim, 0);
  return mg_allocated(s->z = mg_alloc(size_of(s), sizeof *s->z), err);
}

static void
search_free(search *s)
{
  mg_spread_free(s->with);
  mg_trajectory_free(&s->trial);
  mg_free(s->z);
}

/* Whether the mean relative error is at most `error`. */
static int
is_within(const mg_graph *g, double energy, double error)
{
  double scale = 0;

  for (size_t k = 0; k < g->m; k++)
    scale += (g->stiffness != NULL ? g->stiffness[k] : 1) * g->target[k]
             * g->target[k];
  return energy <= error * error * scale;
}

/* Whether the lengths are met: an error below 1e-7 may be due to rounding of
 * the lengths, as descents go on while there is anything to gain. */
static int
is_met(const mg_graph *g, double energy)
{
  return is_within(g, energy, 1e-7);
}

int
mg_energies_tie(const mg_graph *g, double a, double b)
{
  return fabs(a - b) <= TIE * fmin(a, b) || is_met(g, fmax(a, b));
}

/* Whether the best positions meet their lengths, including short ones. */
static int
best_meets(const search *s)
{
  return is_met(s->task.graph, s->found.energy)
         && mg_length_error_most(s->task.graph, s->task.dim, s->y) < 1e-4;
}

/* Compute the stress of the best if it is not known.  It is measured only when
 * needed, since that takes as long as some descents of a large graph. */
static mgnn_status
stress_know(search *s, mgnn_error *err)
{
  return isnan(s->stress) ? mg_spread_stress(s->with, s->y, &s->stress, err)
                          : MGNN_OK;
}

/* Make the trial the best if its energy is lower, or equal with lower path
 * stress. */
static mgnn_status
judge(search *s, const mg_search *found, mgnn_error *err)
{
  double best = s->found.energy, e = found->energy, stress = NAN;
  int tie = mg_energies_tie(s->task.graph, e, best);

  s->found.iterations += found->iterations;
  if (tie) {
    PASS(mg_spread_stress(s->with, s->z, &stress, err));
    PASS(stress_know(s, err));
  }
  if (tie ? !(stress < s->stress) : !(e < best))
    return MGNN_OK;
  memcpy(s->y, s->z, size_of(s) * sizeof *s->y);
  s->found.energy = e;
  s->found.stage = found->stage;
  s->stress = stress;
  if (s->trajectory != NULL)
    mg_trajectory_swap(s->trajectory, &s->trial);
  return MGNN_OK;
}

/* Spread the trial, and judge it. */
static mgnn_status
spread_trial(search *s, double first, size_t iterations, mgnn_error *err)
{
  mg_search found = { .iterations = iterations, .stage = "spread" };

  mg_trajectory_clear(&s->trial);
  PASS(mg_spread_run(s->with, first, s->z,
                     s->trajectory != NULL ? &s->trial : NULL, &found, err));
  return judge(s, &found, err);
}

static mgnn_status
spread_best(search *s, double first, mgnn_error *err)
{
  memcpy(s->z, s->y, size_of(s) * sizeof *s->z);
  return spread_trial(s, first, 0, err);
}

/* ---- most is free ---- */

static mgnn_status
paths_start(const mg_task *t, double *y, size_t *iterations, mgnn_error *err)
{
  size_t size = t->graph->n * t->dim;
  double *given = mg_alloc(size, sizeof *given);
  mg_search found = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(given, err));
  memcpy(given, y, size * sizeof *y);
  if (t->graph->n <= EXACT)
    TRY(mg_search_pairs(t, 0, y, &found, err));
  else {
    TRY(mg_start_pivot(t, y, err));
    if (t->pin != NULL)
      TRY(mg_align_to_pins(t->graph->n, t->dim, t->pin, given, y, err));
    TRY(mg_sparse_arrange(t, y, &found.iterations, err));
  }
  *iterations = found.iterations;
end:
  mg_free(given);
  return status;
}

/* Repair the trial: parts that are folded over keep their lengths wrong.  After
 * each repair all is spread again, from where the next one may find more. */
static mgnn_status
repairs(search *s, mgnn_error *err)
{
  double before = INFINITY;

  if (s->task.graph->n > EXACT
      && !is_within(s->task.graph, s->found.energy, HOPEFUL))
    return MGNN_OK;
  for (int k = 0; k < REPAIRS && !best_meets(s) && !mg_run_over(&s->control)
                  && s->found.energy < (1 - GAIN) * before; k++) {
    mg_search found = { mg_spread_energy(s->with, s->z), 0, "repair" };

    before = s->found.energy;
    PASS(mg_repair(&s->task, NULL, s->z, &found, err));
    PASS(spread_trial(s, 0, found.iterations, err));
    if (s->task.graph->n <= EXACT)
      PASS(spread_trial(s, first_near, 0, err));
  }
  return MGNN_OK;
}

/* Start from least path stress, and bring that to the lengths. */
static mgnn_status
from_paths(search *s, mgnn_error *err)
{
  size_t iterations;

  memcpy(s->z, s->y, size_of(s) * sizeof *s->z);
  PASS(paths_start(&s->task, s->z, &iterations, err));
  PASS(mg_spread_init(&s->with, &s->task, s->z, err));
  if (s->with == NULL)
    return MGNN_OK;
  PASS(spread_trial(s, first_far, iterations, err));
  return repairs(s, err);
}

/* Meet the lengths without regard to paths, in the trial. */
static mgnn_status
from_lengths(search *s, unsigned char *determined, mg_search *found,
             mgnn_error *err)
{
  mg_run_control recorded = s->control;
  mg_task t = s->task;

  mg_trajectory_clear(&s->trial);
  if (s->known != NULL) {
    memcpy(s->z, s->known, size_of(s) * sizeof *s->z);
    *found = s->known_found;
    return MGNN_OK;
  }
  recorded.trajectory = s->trajectory != NULL ? &s->trial : NULL;
  t.control = &recorded;
  memcpy(s->z, s->y, size_of(s) * sizeof *s->z);       /* pins */
  return mg_search_lengths(&t, s->z, determined, found, err);
}

/* Search from paths; unless that meets the lengths, also from lengths, then
 * spread. */
static mgnn_status
from_paths_or_lengths(search *s, unsigned char *determined, mgnn_error *err)
{
  mg_search found;

  PASS(from_paths(s, err));
  if (s->with != NULL
      && (best_meets(s) || (s->task.graph->n > EXACT
                            && is_within(s->task.graph, s->found.energy, HOPEFUL))))
    return MGNN_OK;
  PASS(from_lengths(s, determined, &found, err));
  if (s->with == NULL) {       /* the time is over, or all lengths are 0 */
    memcpy(s->y, s->z, size_of(s) * sizeof *s->y);
    if (s->trajectory != NULL)
      mg_trajectory_swap(s->trajectory, &s->trial);
    s->found = found;
    return MGNN_OK;
  }
  PASS(judge(s, &found, err));
  if (!mg_run_over(&s->control))
    PASS(spread_best(s, first_near, err));
  return MGNN_OK;
}

static mgnn_status
search_in_order(const mg_task *t, const double *known, double *y,
                unsigned char *determined, mg_search *out, double *stress,
                mgnn_error *err)
{
  search s;
  mgnn_status status = MGNN_OK;

  TRY(search_init(&s, t, y, err));
  s.known = known;
  s.known_found = *out;
  TRY(from_paths_or_lengths(&s, determined, err));
  if (s.with != NULL)
    TRY(stress_know(&s, err));
  *out = s.found;
  *stress = s.stress;
end:
  search_free(&s);
  return status;
}

/* known: positions from a search for lengths, with *out its result; or NULL. */
static mgnn_status
search_mostly_free(const mg_task *t, const double *known, double *y,
                   unsigned char *determined, mg_search *out, double *stress,
                   mgnn_error *err)
{
  size_t n = t->graph->n;
  mg_renumbered r;
  double *other = NULL;
  mgnn_status status = MGNN_OK;

  if (n < MG_RENUMBER_FROM)
    return search_in_order(t, known, y, determined, out, stress, err);
  TRY(mg_renumbered_init(&r, t, y, err));
  for (size_t a = 0; a < n; a++)
    r.determined[a] = determined[r.sub.node[a]];
  if (known != NULL) {
    TRY(mg_allocated(other = mg_alloc(n, t->dim * sizeof *other), err));
    mg_subgraph_take(&r.sub, t->dim, known, other);
  }
  TRY(search_in_order(&r.task, other, r.y, r.determined, out, stress, err));
  TRY(mg_renumbered_give(&r, y, determined, t->control->trajectory, err));
end:
  mg_free(other);
  mg_renumbered_free(&r);
  return status;
}

/* ---- most is determined ---- */

/* Spread y, which meets its lengths, with pins held: from least path stress, or
 * if that is no better only so far that nothing folds over. */
static mgnn_status
spread_free_part(const mg_task *t, double *y, mg_search *found, double *stress,
                 mgnn_error *err)
{
  search s;
  mgnn_status status = MGNN_OK;

  TRY(search_init(&s, t, y, err));
  TRY(mg_spread_init(&s.with, &s.task, y, err));
  if (s.with == NULL)
    goto end;
  s.found.energy = mg_spread_energy(s.with, y);
  s.found.stage = found->stage;
  TRY(spread_best(&s, first_far, err));
  if (strcmp(s.found.stage, "spread") != 0)
    TRY(spread_best(&s, first_near, err));
  found->energy = s.found.energy;
  found->stage = s.found.stage;
  found->iterations += s.found.iterations;
  *stress = s.stress;
end:
  search_free(&s);
  return status;
}

/* Scratch for the free parts of a large graph. */
typedef struct {
  const mg_task *task;
  unsigned char *known;        /* n: in the body, or in an earlier part */
  unsigned char *seen;         /* n: all 0 */
  unsigned *node, *map;        /* n each; map all MG_NOWHERE */
  size_t own;                  /* nodes of the present part, listed first */
} parts;

/* Collect the free part that contains node i, then nodes around it. */
static size_t
part_collect(parts *p, unsigned i)
{
  const mg_graph *g = p->task->graph;
  size_t count, begin = 0, most;

  p->node[0] = i;
  p->known[i] = 1;
  p->own = count = mg_breadth_first_from(g, p->node, 0, 1, SIZE_MAX, p->known);
  most = 4 * p->own + AROUND;
  for (size_t a = 0; a < p->own; a++)
    p->seen[p->node[a]] = 1;
  while (count < most && begin < count) {
    size_t next = mg_breadth_first_from(g, p->node, begin, count, 1, p->seen);

    begin = count;
    count = next;
  }
  for (size_t a = 0; a < count; a++)
    p->seen[p->node[a]] = 0;
  return count;
}

static mgnn_status
part_spread(parts *p, size_t count, double *y, mg_search *found,
            mgnn_error *err)
{
  size_t dim = p->task->dim;
  double *part = mg_alloc(count, dim * sizeof *part), stress;
  unsigned char *pin = mg_alloc(count, dim);
  mg_run_control quiet = *p->task->control;
  mg_subgraph sub = { 0 };
  mg_task t = { &sub.graph, dim, pin, &quiet, NULL };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(part, err));
  TRY(mg_allocated(pin, err));
  TRY(mg_subgraph_init(&sub, p->task->graph, p->node, count, p->map, NULL,
                       err));
  mg_subgraph_take(&sub, dim, y, part);
  memset(pin, 1, count * dim);
  for (size_t c = 0; c < p->own * dim; c++)
    pin[c] = p->task->pin != NULL
             && p->task->pin[p->node[c / dim] * dim + c % dim];
  quiet.trajectory = NULL;
  TRY(spread_free_part(&t, part, found, &stress, err));
  mg_subgraph_give(&sub, dim, part, y);
end:
  mg_subgraph_free(&sub);
  mg_free_all(part, pin);
  return status;
}

/* Spread each free part of a large graph among the nodes around it, which are held. */
static mgnn_status
parts_spread(const mg_task *t, const unsigned char *body, double *y,
             mg_search *found, mgnn_error *err)
{
  size_t n = t->graph->n;
  parts p = { .task = t };
  double *partial = mg_alloc(mg_blocks(n), sizeof *partial);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(partial, err));
  TRY(mg_allocated(p.known = mg_zalloc(2 * n, 1), err));
  TRY(mg_allocated(p.node = mg_alloc(2 * n, sizeof *p.node), err));
  memcpy(p.known, body, n);
  p.seen = p.known + n;
  p.map = p.node + n;
  memset(p.map, 255, n * sizeof *p.map);
  for (size_t i = 0; i < n && !mg_run_over(t->control); i++)
    if (!p.known[i]) {
      mg_search here = *found;

      TRY(part_spread(&p, part_collect(&p, (unsigned)i), y, &here, err));
      found->iterations = here.iterations;
      found->stage = here.stage;
    }
  found->energy = mg_energy(t->graph, t->dim, t->control->seed,
                            t->control->threads, y, NULL, partial);
end:
  mg_free_all(partial, p.known, p.node);
  return status;
}

/* Add nodes that a search found to be determined to the body. */
static void
body_extend(size_t n, const unsigned char *determined, unsigned char *body)
{
  for (size_t i = 0; i < n && determined != NULL; i++)
    body[i] |= determined[i] == 1;
}

static size_t
body_count(size_t n, const unsigned char *body)
{
  size_t count = 0;

  for (size_t i = 0; i < n; i++)
    count += body[i];
  return count;
}

/* Spread the nodes outside of the body; if there are many, most of them hardly move. */
static mgnn_status
spread_around_body(const mg_task *t, unsigned char *body, double *y,
                   mg_search *out, double *stress, mgnn_error *err)
{
  size_t n = t->graph->n;
  unsigned char *pin = NULL;
  mg_task held = *t;
  mgnn_status status = MGNN_OK;

  if (mg_run_over(t->control) || body_count(n, body) == n)
    goto end;
  if (n > WHOLE && n - body_count(n, body) > n / LOOSE)
    TRY(mg_body_extend(t, y, body, err));
  if (n > WHOLE) {
    TRY(parts_spread(t, body, y, out, err));
    goto end;
  }
  TRY(mg_body_hold(t, body, &pin, err));
  held.pin = pin;
  TRY(spread_free_part(&held, y, out, stress, err));
end:
  mg_free(pin);
  return status;
}

/* Search from lengths first if the graph is braced although no large body was found.
 * If they are met, most nodes are where they must be, and those that no motion moves,
 * or that the search found determined, stay.  Else the drawing from paths competes;
 * `known` is not reused if trajectories are recorded, as it has its own. */
static mgnn_status
search_braced(const mg_task *t, unsigned char *body, double *y,
              unsigned char *determined, mg_search *out, double *stress,
              mgnn_error *err)
{
  size_t n = t->graph->n, size = n * t->dim;
  double *known = mg_alloc(size, sizeof *known);
  int met;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(known, err));
  memcpy(known, y, size * sizeof *y);
  TRY(mg_search_lengths(t, known, determined, out, err));
  body_extend(n, determined, body);
  met = mg_length_error_most(t->graph, t->dim, known) < MET_NEARLY
        || is_within(t->graph, out->energy, MET_MEAN);
  if (met && 2 * body_count(n, body) < n && !mg_run_over(t->control))
    TRY(mg_body_extend(t, known, body, err));
  if (mg_run_over(t->control) || (met && 2 * body_count(n, body) >= n)) {
    memcpy(y, known, size * sizeof *y);
    TRY(spread_around_body(t, body, y, out, stress, err));
  } else {
    memset(body, 0, n);
    TRY(search_mostly_free(t, t->control->trajectory == NULL ? known : NULL, y,
                           determined, out, stress, err));
  }
end:
  mg_free(known);
  return status;
}

mgnn_status
mg_search_spread(const mg_task *t, double *y, unsigned char *determined,
                 mg_search *out, mg_spread_facts *facts, mgnn_error *err)
{
  size_t n = t->graph->n, count;
  unsigned char *body = mg_alloc(n, 2), *sure = determined;
  mgnn_status status = MGNN_OK;

  *facts = (mg_spread_facts){ 0, NAN };
  TRY(mg_allocated(body, err));
  if (sure == NULL)
    memset(sure = body + n, 255, n);
  TRY(mg_determined_body(t, body, &count, err));
  if (2 * count >= n) {
    TRY(mg_search_lengths(t, y, sure, out, err));
    body_extend(n, sure, body);
    TRY(spread_around_body(t, body, y, out, &facts->stress, err));
  } else if (t->dim == 1 || mg_graph_braced(t->graph, t->dim))
    TRY(search_braced(t, body, y, sure, out, &facts->stress, err));
  else
    TRY(search_mostly_free(t, NULL, y, sure, out, &facts->stress, err));
  facts->nodes = n - body_count(n, body);
end:
  mg_free(body);
  return status;
}
