/* The portfolio for prescribed lengths: cheap starts first, costly stages only
 * if edges stay wrong; the lowest energy wins. */
#include "search_lengths.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "embed_bounds.h"
#include "noise.h"
#include "pin_edges.h"
#include "renumber.h"
#include "repair.h"
#include "restarts.h"
#include "solve/arrange/align.h"
#include "solve/arrange/trajectory.h"
#include "solve/branch/arc_search.h"
#include "solve/branch/branch_prune.h"
#include "solve/descent/descend.h"
#include "solve/descent/length_error.h"
#include "solve/stitch/stitch.h"
#include "solve/stress/pivot_mds.h"

#include <math.h>
#include <string.h>

enum {
  SMALL = 300,                 /* largest graph not tested for noise */
  TINY = 50,                   /* largest graph whose lengths are improved even
                                  if they are met to `met` */
  NOISE_ROUNDS = 4,
  BUILDS = 4,                  /* more build-ups, if lengths are intervals */
  BUILD_SEED = 1000,           /* difference of their seeds */
  LAST_STEPS = 8000,           /* of the last descent into intervals; as many
                                  more steps would halve what remains */
  FEW = 200                    /* few: at most one in so many nodes is wrong */
};

static const double met = 5e-3;        /* error of an edge that counts as met */
static const double as_given = 1e-5;   /* the same for exact lengths: chains
                                          bend to wrong positions that are off
                                          by only 1e-3 */
static const double met_bounds = 2e-3; /* the same for intervals, into which
                                          descents converge slowly */
static const double negligible = 1e-10;        /* stress of relative errors of 1e-5 */
static const double exact = 1e-8;      /* stress below which lengths seem exact */
static const double hopeless = 1e-4;   /* stress beyond which repair fails */
static const double noise_most = 1e-2; /* variance of relative errors: if it is
                                          larger, lengths probably do not fit */
static const double suspect = 0.05;    /* share of correct nodes tried in vain */
static const double leave = 1e-2;      /* stop if wrong nodes have less of E */
static const double branch_work = 3e9; /* limit of places compared: some seconds */
static const double arc_work = 2e7;    /* limit of iterations times edges: seconds; */
static const double arc_each = 2e4;    /* and per edge, for small graphs, as
                                          other starts take less time there */

typedef struct {
  mg_task task;                /* as asked */
  mg_task loose;               /* without pins, but with edges of their
                                  distances between pinned nodes */
  const double *given;         /* positions of pinned coordinates */
  mg_subgraph joined;          /* graph of `loose`, if there are pins */
  mg_edge_energy edges;
  double *best, *trial;        /* n*dim each */
  double worst;                /* largest error of the best */
  double rounding;             /* energy that rounding of the lengths explains */
  mg_search found;             /* the best */
  int straight;                /* nonzero: the best is from PivotMDS */
  int agree;                   /* nonzero: it and build-up end equally well */
  int stitched;
  unsigned char *determined;   /* n: by stitching; 255: not known */
  mg_probe probe;              /* of patches; variance 0: not made yet */
  int noisy;                   /* nonzero: the lengths have errors, */
  int enough;                  /* and the rest of E is explained by these */
  const unsigned *number;      /* n: the input's numbers of nodes; NULL: the same */
  mg_trajectory *best_trajectory, *trial_trajectory;   /* NULL: not wanted */
} search;

/* Whether the best is as good as the precision of the lengths allows: rounding
 * explains its energy, and no single edge stands out. */
static int
is_met(const search *s)
{
  return s->found.energy <= s->rounding + negligible * s->edges.scale
         && s->worst <= (s->task.graph->upper != NULL ? met_bounds : as_given);
}

static int
is_done(const search *s)
{
  return is_met(s) || s->enough || mg_run_over(s->task.control)
         || mg_run_floored(s->task.control, s->found.energy);
}

static void
worst_find(search *s)
{
  s->worst = mg_length_error_most(s->task.graph, s->task.dim, s->best);
}

/* Make the trial the best if its energy is lower: by at least 1 % if lengths
 * are not exact and the best came from PivotMDS, which sees the whole; a
 * smaller gain may also come from drift or a folded part. */
static int
compare(search *s, const char *stage, double energy)
{
  double handicap = s->straight && energy > exact * s->edges.scale ? 0.99 : 1;

  if (!(energy < handicap * s->found.energy))
    return 0;
  memcpy(s->best, s->trial, s->task.graph->n * s->task.dim * sizeof *s->best);
  worst_find(s);
  s->found.energy = energy;
  s->found.stage = stage;
  s->straight = 0;
  return 1;
}

static void
trajectories_swap(search *s)
{
  if (s->best_trajectory != NULL)
    mg_trajectory_swap(s->best_trajectory, s->trial_trajectory);
}

static void
trajectory_begin(search *s)
{
  if (s->trial_trajectory != NULL)
    mg_trajectory_clear(s->trial_trajectory);
}

static mgnn_status
descend_recorded(search *s, mg_trajectory *trajectory, mg_depth depth,
                 double *y, double *energy, mgnn_error *err)
{
  mg_run_control recorded = *s->task.control;
  mg_lbfgs_result result;

  recorded.trajectory = trajectory;
  PASS(mg_descend(&s->edges, &recorded, depth, y, &result, err));
  s->found.iterations += result.iterations;
  *energy = result.value;
  return MGNN_OK;
}

/* Descend from the trial.  Pins are ignored at first, because they keep other
 * nodes from passing to their right side; then the whole is aligned to the
 * pins, and these are held. */
static mgnn_status
descend(search *s, double *energy, mgnn_error *err)
{
  const mg_task *t = &s->task;
  mg_depth depth = { 0, fmax(t->control->tolerance, 1e-4), 1e-16, 5 };
  mg_search free = { 0 };

  if (t->pin != NULL) {
    PASS(mg_descend_from(&s->loose, depth, s->trial, &free, err));
    s->found.iterations += free.iterations;
    PASS(mg_align_to_pins(t->graph->n, t->dim, t->pin, s->given, s->trial, err));
  }
  return descend_recorded(s, s->trial_trajectory, depth, s->trial, energy, err);
}

/* Descend from the trial, and make the result the best if it is better. */
static mgnn_status
trial_judge(search *s, const char *stage, mgnn_error *err)
{
  double energy;

  trajectory_begin(s);
  PASS(descend(s, &energy, err));
  if (compare(s, stage, energy))
    trajectories_swap(s);
  return MGNN_OK;
}

static mgnn_status
start_make(search *s, mg_start *start, mgnn_error *err)
{
  PASS(start(&s->loose, s->trial, err));
  return s->loose.graph->upper != NULL ? MGNN_OK
                                       : mg_repair_start(&s->loose, s->trial, err);
}

static mgnn_status
buildup_run(search *s, mgnn_error *err)
{
  PASS(start_make(s, mg_start_buildup, err));
  return trial_judge(s, "buildup", err);
}

/* Try branch and prune, if the lengths have a discretization order. */
static mgnn_status
branch_run(search *s, mgnn_error *err)
{
  int found;

  PASS(mg_branch_start(&s->loose, s->number, branch_work, s->trial, &found, err));
  return found ? trial_judge(s, "branch", err) : MGNN_OK;
}

/* Try build-ups on other cores.  With intervals a bad one is recognised early,
 * in a tenth of the time of a descent from a good one. */
static mgnn_status
builds_run(search *s, mgnn_error *err)
{
  mg_run_control control = *s->task.control;
  mg_task task = s->loose;

  task.control = &control;
  for (unsigned k = 1; k <= BUILDS && s->worst > met_bounds
                       && !mg_run_over(s->task.control); k++) {
    control.seed = s->task.control->seed + k * BUILD_SEED;
    PASS(mg_start_buildup(&task, s->trial, err));
    PASS(trial_judge(s, "buildup", err));
  }
  return MGNN_OK;
}

/* Try branch and prune with intervals as arcs. */
static mgnn_status
arcs_run(search *s, mgnn_error *err)
{
  mg_arc_options opt = { .work = fmin(arc_work, arc_each * (double)s->task.graph->m),
                         .good = met };
  mg_arc_result result;

  if (s->worst <= met_bounds || mg_run_over(s->task.control))
    return MGNN_OK;
  PASS(mg_arc_search(&s->loose, s->number, &opt, s->trial, &result, err));
  return result.ordered ? trial_judge(s, "arcs", err) : MGNN_OK;
}

/* Try embeddings, which vary most: an ensemble's models start here. */
static mgnn_status
embedding_run(search *s, mgnn_error *err)
{
  mg_search found = { 0 };

  if (!mg_embed_suits(&s->loose) || mg_terms_any(s->task.terms))
    return MGNN_OK;
  PASS(mg_embed_bounds(&s->loose, s->trial, &found, err));
  s->found.iterations += found.iterations;
  return trial_judge(s, "embedding", err);
}

/* ---- lengths with errors ---- */

static mgnn_status
probe_make(search *s, mgnn_error *err)
{
  return s->probe.variance != 0 ? MGNN_OK
                                : mg_stitch_probe(&s->loose, &s->probe, err);
}

/* The energy per redundant length, relative to that of patches: 1 or less if
 * the whole fits as well as its parts. */
static double
excess_of_whole(const search *s, double energy)
{
  const mg_graph *g = s->task.graph;
  double unknowns = (double)(g->n * s->task.dim), m = (double)g->m;

  return energy / s->edges.scale * m / fmax(m - unknowns, 0.1 * m)
         / s->probe.variance;
}

/* Find whether the lengths have errors, so that they cannot be met: they are
 * not rounded, there are more lengths than coordinates, and patches do not meet
 * them. */
static mgnn_status
noise_find(search *s, mgnn_error *err)
{
  const mg_graph *g = s->task.graph;

  if (g->n <= SMALL || mg_terms_any(s->task.terms)
      || s->found.energy <= exact * s->edges.scale
      || g->m < g->n * s->task.dim || g->upper != NULL
      || mg_error_unit_of(g).digits > 0)
    return MGNN_OK;
  PASS(probe_make(s, err));
  s->noisy = s->probe.noisy && s->probe.variance < noise_most;
  return MGNN_OK;
}

/* Decide whether only measurement errors remain: the best is as good as patches
 * are, to three standard errors, and nodes with larger errors hold so little of
 * E that repairing them would gain less than the results vary. */
static mgnn_status
noise_judge(search *s, mgnn_error *err)
{
  mg_noise noise = { 0 };
  mgnn_status status = MGNN_OK;

  if (!s->noisy)
    return MGNN_OK;
  TRY(mg_noise_init(&noise, &s->task, s->best, err));
  s->enough = excess_of_whole(s, s->found.energy) < 1 + 3 * s->probe.uncertain
              && mg_noise_excess(&noise, &s->task, s->best)
                 < leave * s->found.energy;
end:
  mg_noise_free(&noise);
  return status;
}

/* Repair y; if lengths have errors, only the nodes that these probably do not explain,
 * so that one in twenty correct nodes is tried in vain.  The fewer are wrong, the
 * better the errors are known, and the more wrong nodes are recognised. */
static mgnn_status
repair(const search *s, double *y, mg_search *found, mgnn_error *err)
{
  double before = INFINITY;
  mg_noise noise = { 0 };
  mgnn_status status = MGNN_OK;

  if (!s->noisy)
    return mg_repair(&s->task, NULL, y, found, err);
  for (int k = 0; k < NOISE_ROUNDS && found->energy < 0.999 * before
                  && !mg_run_over(s->task.control); k++) {
    before = found->energy;
    TRY(mg_noise_init(&noise, &s->task, y, err));
    noise.normal = mg_normal_upper_quantile(suspect);
    TRY(mg_repair(&s->task, &noise, y, found, err));
    mg_noise_free(&noise);
  }
end:
  mg_noise_free(&noise);
  return status;
}

static mgnn_status
best_repair(search *s, mgnn_error *err)
{
  double energy = s->found.energy;

  PASS(repair(s, s->best, &s->found, err));
  worst_find(s);
  if (s->found.energy < 0.999 * energy)
    s->found.stage = "repair";
  return noise_judge(s, err);
}

/* If few nodes are wrong, repair them before stitching: in a road-like graph of
 * 20,000 nodes 30 were wrong, which takes a second to repair and 23 s to
 * stitch. */
static mgnn_status
repair_few(search *s, mgnn_error *err)
{
  const mg_task *t = &s->task;
  mg_error_unit unit = mg_error_unit_of(t->graph);
  size_t wrong = 0;

  for (size_t i = 0; i < t->graph->n; i++)
    wrong += mg_length_error_at(t->graph, i, t->dim, s->best, &unit) >= met;
  if (wrong <= t->graph->n / FEW)
    PASS(best_repair(s, err));
  return MGNN_OK;
}

/* ---- starts ---- */

/* Start from PivotMDS.  If it and the build-up end equally well, they agree, and
 * there is hardly anything better to find; near 0 this means nothing.  If lengths
 * are not exact, positions that have drifted may have as low an energy as others;
 * PivotMDS uses distances across the whole and drifts less, so it is preferred. */
static mgnn_status
pivot_run(search *s, mgnn_error *err)
{
  double built = s->found.energy, pivoted, *swap;
  int noisy;

  PASS(start_make(s, mg_start_pivot, err));
  trajectory_begin(s);
  PASS(descend(s, &pivoted, err));
  noisy = fmin(pivoted, built) > exact * s->edges.scale;
  if (pivoted < (noisy ? 1.05 : 1) * built) {
    swap = s->best, s->best = s->trial, s->trial = swap;
    trajectories_swap(s);
    worst_find(s);
    s->found.energy = pivoted;
    s->found.stage = "pivot";
    s->straight = 1;
  }
  s->agree = noisy && fabs(pivoted - built) <= 1e-3 * fmin(pivoted, built);
  return MGNN_OK;
}

/* ---- further stages ---- */

static mgnn_status
stitch_run(search *s, mgnn_error *err)
{
  int better = 0;
  double energy;

  memcpy(s->trial, s->best, s->task.graph->n * s->task.dim * sizeof *s->trial);
  PASS(mg_stitch(&s->loose, s->trial, s->determined, &better, err));
  trajectory_begin(s);
  if (!better)
    return MGNN_OK;
  PASS(descend(s, &energy, err));
  compare(s, "stitch", energy);        /* the trajectory of the best continues */
  if (!is_done(s))
    PASS(best_repair(s, err));
  return MGNN_OK;
}

/* Try more starts, unless the lengths are met; tiny graphs go on until they are
 * met exactly, which costs nothing. */
static mgnn_status
restarts_run(search *s, mgnn_error *err)
{
  double before = s->found.energy;

  if (mg_run_over(s->task.control) || mg_run_floored(s->task.control, before)
      || (is_done(s) && (s->task.graph->n > TINY
                         || before <= 1e-12 * s->edges.scale)))
    return MGNN_OK;
  PASS(mg_restarts(&s->task, s->best, &s->found, err));
  worst_find(s);
  if (s->found.energy < 0.999 * before)
    s->found.stage = "retry";
  return MGNN_OK;
}

/* Stitch before repair if that is cheap, which it is in the plane, or if the
 * starts are so wrong that repair would fail: 100,000 nodes of degree 12 take
 * 32 s instead of more than 130.  With inexact lengths it is slow and
 * uncertain. */
static mgnn_status
stitch_early(search *s, mgnn_error *err)
{
  if (s->noisy || (s->task.dim != 2 && s->found.energy <= hopeless * s->edges.scale))
    return MGNN_OK;
  PASS(probe_make(s, err));
  s->stitched = s->probe.exact;
  return s->stitched ? stitch_run(s, err) : MGNN_OK;
}

/* Conditions for running a stage. */
typedef enum { ALWAYS, VARIED, UNMET, LATE, NEARLY_MET, OFF, INTERVALS, OPEN, UNSTITCHED } when;

static int
is_due(const search *s, when due)
{
  const mg_graph *g = s->task.graph;

  switch (due) {
  case VARIED:
    return g->upper != NULL && s->task.control->varied;
  case UNMET:
    return s->worst > met_bounds;
  case LATE:
    return is_due(s, UNMET) && g->upper != NULL && !is_due(s, VARIED) && !is_done(s);
  case NEARLY_MET:
    return !is_done(s) && s->found.energy < exact * s->edges.scale && g->upper == NULL;
  case OFF:
    return s->worst > as_given && !mg_run_over(s->task.control);
  case INTERVALS:
    return g->upper != NULL && g->n <= MG_ARC_NODES;
  case OPEN:
    return !is_done(s) && !s->agree;
  case UNSTITCHED:
    return is_due(s, OPEN) && !s->stitched;
  default:
    return 1;
  }
}

/* The stages in order; each one starts from the best result so far. */
static const struct {
  when due;
  mgnn_status (*run)(search *s, mgnn_error *err);
} stages[] = {
  { VARIED, embedding_run }, { UNMET, buildup_run }, { NEARLY_MET, repair_few },
  { OFF, branch_run }, { INTERVALS, builds_run }, { INTERVALS, arcs_run },
  { OPEN, pivot_run }, { OPEN, repair_few },
  { OPEN, noise_find }, { OPEN, stitch_early }, { UNSTITCHED, best_repair },
  { UNSTITCHED, stitch_run }, { LATE, embedding_run }, { ALWAYS, restarts_run }
};

/* Run the stages, then descend as far as rounding or the tolerance allow; if
 * lengths are not exact, well below the tolerance, as a realization may be
 * soft, and far from its minimum although the energy hardly changes. */
static mgnn_status
search_run(search *s, double *y, mgnn_error *err)
{
  const mg_task *t = &s->task;
  size_t size = t->graph->n * t->dim;
  mg_depth depth = { 0, t->control->tolerance, 1e-20, 5 };
  double *both = mg_zalloc(2 * size, sizeof *both);
  mg_error_unit unit;
  mgnn_status status = MGNN_OK;

  memset(s->determined, 255, t->graph->n);
  TRY(mg_allocated(both, err));
  TRY(mg_edge_energy_init(&s->edges, t->graph, t->dim, t->pin, t->control->seed,
                    t->control->threads, err));
  unit = mg_error_unit_of(t->graph);
  s->rounding = mg_energy_of_rounding(t->graph, &unit);
  s->best = both;
  s->trial = both + size;
  s->given = y;
  s->loose = *t;
  if (t->pin != NULL) {
    TRY(mg_pin_edges_add(&s->joined, t, y, err));
    s->loose.graph = &s->joined.graph;
    s->loose.pin = NULL;
  }
  for (size_t k = 0; k < sizeof stages / sizeof *stages; k++)
    if (is_due(s, stages[k].due))
      TRY(stages[k].run(s, err));
  if (t->graph->upper != NULL) {       /* descents into an interval converge slowly */
    depth.floor = 1e-14;
    depth.most = LAST_STEPS;
  }
  if (s->found.energy > exact * s->edges.scale) {
    depth.tolerance *= 1e-2;
    depth.patience *= 2;
  }
  TRY(descend_recorded(s, s->best_trajectory, depth, s->best, &s->found.energy, err));
  memcpy(y, s->best, size * sizeof *y);
end:
  mg_subgraph_free(&s->joined);
  mg_edge_energy_free(&s->edges);
  mg_free(both);
  return status;
}

/* Run the search on renumbered nodes. */
static mgnn_status
search_renumbered(search *s, double *y, mgnn_error *err)
{
  mg_renumbered r;
  search inner = *s;
  mgnn_status status = MGNN_OK;

  TRY(mg_renumbered_init(&r, &s->task, y, err));
  inner.task = r.task;
  inner.number = r.sub.node;
  inner.determined = r.determined;
  TRY(search_run(&inner, r.y, err));
  s->found = inner.found;
  TRY(mg_renumbered_give(&r, y, s->determined, s->best_trajectory, err));
end:
  mg_renumbered_free(&r);
  return status;
}

mgnn_status
mg_search_lengths(const mg_task *t, double *y, unsigned char *determined,
                  mg_search *out, mgnn_error *err)
{
  /* The stages' own descents are not recorded in the trajectory. */
  mg_run_control plain = *t->control;
  search s = { .task = *t, .worst = INFINITY,
               .found = { INFINITY, 0, "start" }, .determined = determined,
               .best_trajectory = t->control->trajectory };
  size_t n = t->graph->n;
  mg_trajectory other;
  mgnn_status status = MGNN_OK;

  plain.trajectory = NULL;
  s.task.control = &plain;
  mg_trajectory_init(&other, n, t->dim, 0);
  if (t->control->trajectory != NULL)
    s.trial_trajectory = &other;
  if (determined == NULL)
    TRY(mg_allocated(s.determined = mg_alloc(n, 1), err));
  TRY(n >= MG_RENUMBER_FROM ? search_renumbered(&s, y, err) : search_run(&s, y, err));
  *out = s.found;
end:
  mg_trajectory_free(&other);
  if (determined == NULL)
    mg_free(s.determined);
  return status;
}
