/* Models from sampled bounds: for each interval a random part of it, a tenth as
 * wide, is asked for in a build-up; a descent then pulls the result to where the
 * bounds as given are met, which is another place for each sample. */
#include "base/mem.h"
#include "base/random.h"
#include "base/threads.h"
#include "inspect/realize.h"
#include "measure/measure.h"
#include "policy.h"
#include "solve/arrange/align.h"
#include "solve/layout_components.h"
#include "solve/lengths/search_spread.h"

#include <math.h>
#include <string.h>

enum { STREAM = 7 };           /* of random numbers: no other has it */

static const double part = 0.1;        /* of an interval that is asked for */
static const double rough = 1e-5;      /* tolerance of descents: into intervals they
                                          converge slowly */
static const double good = 1e-2;       /* error of lengths that counts as met */

typedef struct {
  const mg_plan *plan;
  mg_found *found;
  mg_ensemble *e;
  mgnn_problem p;              /* the caller's, but for its lengths where these are
                                  sampled */
  mgnn_search_params par;
  const double *lower, *upper; /* m: bounds as given; NULL: lengths are exact */
  double *low, *high;          /* m: sampled ones */
  size_t size;                 /* n*dim */
  int over;                    /* time is up, or the user is tired of it */
} sampler;

/* Ask for a random part of each interval that has an upper bound. */
static mgnn_status
bounds_sample(sampler *s, unsigned long seed, mgnn_error *err)
{
  mg_graph *g = &s->p.graph;
  uint64_t stream = mg_random_stream(seed, STREAM);
  double *low = s->low, *high = s->high;

  for (size_t e = 0; e < g->m; e++) {
    double width = s->upper[e] - s->lower[e];
    double at = mg_random_uniform(&stream);

    low[e] = s->lower[e];
    high[e] = s->upper[e];
    if (isinf(width))
      continue;
    low[e] += (1 - part) * at * width;
    high[e] -= (1 - part) * (1 - at) * width;
    high[e] = fmax(high[e], low[e]);
  }
  return mg_graph_lengths_set(g, low, high, err);
}

/* Note why a search ended early.  Other models would have as many iterations. */
static void
stopped_by(sampler *s, const char *reason)
{
  s->found->stopped = 1;
  s->found->stopped_by = reason;
  s->over = strcmp(reason, "iterations") != 0;
}

/* Search, or with `again` descend from x. */
static mgnn_status
search_from(sampler *s, int again, double *x, mgnn_error *err)
{
  const mg_descent d = { &s->p, s->found->dim, &s->par, mg_clock(), 0, NULL };
  double limit = s->plan->par.control.time_limit;
  mgnn_outcome out = { 0 };
  mgnn_status status;

  if (limit > 0)
    s->par.control.time_limit = fmax(1e-3, limit - mg_clock() + s->plan->begin);
  status = again ? mgnn_solve(&s->p, s->found->dim, &s->par, x, &out, err)
                 : mg_layout_trajectory(&d, 0, x, &out, NULL, err);
  mgnn_outcome_free(&out);
  if (status != MGNN_ENOCONV)
    return status;
  stopped_by(s, out.reason);
  return MGNN_OK;
}

/* How far off a drawing may be beside the best so far. */
static double
limit_of(const mg_ensemble *e)
{
  return fmax(good, 2 * e->model[0].worst);
}

/* What is known of the drawing in place k. */
static mgnn_status
model_measure(sampler *s, size_t k, unsigned long seed, mgnn_error *err)
{
  mgnn_figures f;
  mgnn_status status = mgnn_measure(&s->p, s->found->dim, s->e->x + k * s->size, NULL,
                                    0, &f, err);

  if (status == MGNN_OK)
    s->e->model[k] = (mg_ensemble_model){ seed, f.energy, f.max_relative_error, 0, 0 };
  return status;
}

/* With sampled bounds a build-up, or a descent from x if there is one (`again`), and
 * a descent with those that were given. */
static mgnn_status
model_build(sampler *s, unsigned long seed, int again, double *x, mgnn_error *err)
{
  size_t dim = s->found->dim, centres = s->p.terms.chirality.count;
  mgnn_status status = MGNN_OK, restored;

  TRY(bounds_sample(s, seed, err));
  status = again ? search_from(s, 1, x, err)
                 : mgnn_start(&s->p, dim, "buildup", &s->par, x, err);
  restored = mg_graph_lengths_set(&s->p.graph, s->lower, s->upper, err);
  TRY(status);
  TRY(restored);
  if (2 * mgnn_chirality_right(&s->p, dim, x) < centres && s->p.pin == NULL)
    for (size_t c = 0; c < s->size; c += dim)
      x[c] = -x[c];            /* the other hand */
  TRY(search_from(s, 1, x, err));
end:
  return status;
}

static void
start_put(const sampler *s, double *x)
{
  if (s->plan->start != NULL)
    memcpy(x, s->plan->start, s->size * sizeof *x);
  else
    memset(x, 0, s->size * sizeof *x);
}

/* Model k; where bounds cannot be sampled, or that comes to nothing, by a search of
 * its own. */
static mgnn_status
model_find(sampler *s, size_t k, unsigned long seed, mgnn_error *err)
{
  mg_ensemble_model *model = &s->e->model[k];
  double *x = s->e->x + k * s->size;

  start_put(s, x);
  s->par.control.seed = seed;
  model->worst = INFINITY;
  if (s->upper != NULL) {
    PASS(model_build(s, seed, 0, x, err));
    PASS(model_measure(s, k, seed, err));
  }
  if ((model->worst <= limit_of(s->e)
       && mgnn_chirality_right(&s->p, s->found->dim, x) == s->p.terms.chirality.count)
      || s->over)
    return MGNN_OK;
  start_put(s, x);
  PASS(search_from(s, 0, x, err));
  if (s->upper != NULL && !s->over)  /* or seeds would give the same */
    PASS(model_build(s, seed, 1, x, err));
  return model_measure(s, k, seed, err);
}

static void
models_swap(sampler *s, size_t a, size_t b)
{
  mg_ensemble_model model = s->e->model[a];

  s->e->model[a] = s->e->model[b];
  s->e->model[b] = model;
  for (size_t c = 0; c < s->size; c++) {
    double x = s->e->x[a * s->size + c];

    s->e->x[a * s->size + c] = s->e->x[b * s->size + c];
    s->e->x[b * s->size + c] = x;
  }
}

/* Searches of a millisecond end before they look at the clock. */
static int
is_over(sampler *s)
{
  double limit = s->plan->par.control.time_limit;

  if (limit > 0 && mg_clock() - s->plan->begin >= limit)
    stopped_by(s, "time");
  return s->over;
}

/* The searches: as many as are wanted and, where some of them miss lengths that
 * others meet, up to twice as many; the last place is for what was not kept, as a
 * search that was cut short.  The best is first, the others are by energy. */
static mgnn_status
models_find(sampler *s, size_t wanted, mgnn_error *err)
{
  mg_ensemble *e = s->e;
  unsigned long seed = s->plan->par.control.seed;

  memcpy(e->x, s->found->y, s->size * sizeof *e->x);
  PASS(model_measure(s, 0, seed, err));
  e->count = 1;
  for (size_t tries = 1; tries < 2 * wanted && !is_over(s); tries++) {
    mg_ensemble_model *last = &e->model[e->count];

    if (e->count == wanted && e->model[wanted - 1].worst <= limit_of(e))
      break;
    PASS(model_find(s, e->count, seed + tries, err));
    if (s->over)
      break;
    if (last->energy < e->model[0].energy
        && !mg_energies_tie(&s->p.graph, last->energy, e->model[0].energy))
      models_swap(s, 0, e->count);
    for (size_t k = e->count; k > 1 && e->model[k].energy < e->model[k - 1].energy; k--)
      models_swap(s, k, k - 1);
    e->count++;
    e->count -= e->count > wanted;
  }
  memcpy(s->found->y, e->x, s->size * sizeof *e->x);
  return MGNN_OK;
}

/* Lengths of its own for a copy of the problem that shares the rest. */
static mgnn_status
lengths_own(sampler *s, mgnn_error *err)
{
  mg_graph *g = &s->p.graph;

  s->lower = g->target;
  s->upper = g->target_upper;
  g->target = g->target_upper = g->upper = NULL;
  if (g->length != NULL) {
    g->length = NULL;
    PASS(mg_allocated(g->length = mg_alloc(g->m, 2 * sizeof *g->length), err));
  }
  PASS(mg_allocated(s->low = mg_alloc(g->m, 2 * sizeof *s->low), err));
  s->high = s->low + g->m;
  return mg_graph_lengths_set(g, s->lower, s->upper, err);
}

mgnn_status
mg_ensemble_find(const mg_plan *plan, mg_found *f, mgnn_error *err)
{
  size_t wanted = plan->par.ensemble;
  mg_ensemble *e = &f->ensemble;
  sampler s = { .plan = plan, .found = f, .e = e, .p = *plan->p, .par = plan->par,
                .size = f->size,
                .over = f->stopped && strcmp(f->best->reason, "iterations") != 0 };
  mgnn_status status = MGNN_OK;

  if (s.p.graph.target_upper != NULL)
    TRY(lengths_own(&s, err));
  TRY(mg_allocated(e->x = mg_alloc(wanted + 1, s.size * sizeof *e->x), err));
  TRY(mg_allocated(e->model = mg_zalloc(wanted + 1, sizeof *e->model), err));
  s.par.tolerance = fmax(plan->par.tolerance, rough);
  s.par.spread = 0;            /* which would bring all to one drawing */
  s.par.aspect = 1;
  TRY(models_find(&s, wanted, err));
end:
  if (plan->p->graph.target_upper != NULL) {
    mg_free(s.p.graph.target);
    mg_free(s.p.graph.target_upper);
    mg_free(s.p.graph.length);
    mg_free(s.p.graph.upper);
    mg_free(s.low);
  }
  return status;
}

/* ---- clusters ---- */

/* Align model x to another, into `out`; *rms receives what is left.  Pins hold
 * them: then they are only compared.  Lengths do not tell mirror images apart,
 * handedness does. */
static mgnn_status
model_align(const mg_plan *plan, size_t dim, const double *x, const double *to,
            double *out, double *rms, mgnn_error *err)
{
  const mgnn_problem *p = plan->p;
  size_t n = p->graph.n;
  mg_motion motion = { 0 };
  mgnn_status status = MGNN_OK;

  memcpy(out, x, n * dim * sizeof *out);
  if (p->pin == NULL) {
    TRY(mg_motion_fit(&motion, dim, n, x, to, p->terms.chirality.count > 0, err));
    for (size_t i = 0; i < n; i++)
      mg_motion_apply(&motion, x + i * dim, out + i * dim);
  }
  *rms = mg_rms_distance(out, to, n, dim);
end:
  mg_motion_free(&motion);
  return status;
}

mgnn_status
mg_ensemble_cluster(const mg_plan *plan, mg_found *f, const double *y, mgnn_error *err)
{
  mg_ensemble *e = &f->ensemble;
  size_t n = plan->p->graph.n, size = f->size;
  double *moved = NULL, rms;
  mgnn_status status = MGNN_OK;

  if (e->count == 0)
    return MGNN_OK;
  TRY(mg_allocated(moved = mg_alloc(size, sizeof *moved), err));
  memcpy(e->x, y, size * sizeof *e->x);
  e->threshold = plan->par.cluster > 0 ? plan->par.cluster
                                       : mg_radius(n, f->dim, e->x) / 10;
  for (size_t k = 0; k < e->count; k++) {
    double *x = e->x + k * size;

    TRY(model_align(plan, f->dim, x, e->x, moved, &e->model[k].rmsd, err));
    if (k > 0)
      memcpy(x, moved, size * sizeof *x);
    for (size_t first = 0; first < k && e->model[k].cluster == 0; first++) {
      size_t before = e->model[first].cluster, leader = 0;

      while (e->model[leader].cluster != before)
        leader++;
      if (leader != first)
        continue;
      TRY(model_align(plan, f->dim, x, e->x + first * size, moved, &rms, err));
      if (rms <= e->threshold)
        e->model[k].cluster = before;
    }
    if (e->model[k].cluster == 0)
      e->model[k].cluster = ++e->clusters;
  }
  e->model[0].rmsd = 0;
end:
  mg_free(moved);
  return status;
}
