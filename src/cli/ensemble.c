/* Models from sampled bounds: for each interval a random part of it, a tenth as
 * wide, is asked for in a build-up; a descent then pulls the result to where the
 * bounds as given are met, which is another place for each sample. */
#include "ensemble.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/random.h"
#include "inspect/realize.h"
#include "io/write/json_items.h"
#include "measure/measure.h"
#include "options.h"
#include "solve/arrange/align.h"
#include "solve/lengths/search_spread.h"
#include "wording.h"

#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(mg_ensemble_options, member)

enum { STREAM = 7 };           /* of random numbers: no other has it */

static const double part = 0.1;        /* of an interval that is asked for */
static const double rough = 1e-5;      /* tolerance of descents: into intervals they
                                          converge slowly */
static const double good = 1e-2;       /* error of lengths that counts as met */

const mg_option mg_ensemble_rows[] = {
  { 0, "ensemble", "N", MG_COUNT, AT(count), 2, 10000,
    "find N drawings that meet the lengths, write all of them and draw the best" },
  { 0, "cluster", "X", MG_REAL, AT(cluster), 0, 1e100,
    "RMSD of the drawings of an ensemble that count as alike (a tenth of the radius)" },
  MG_OPTIONS_END
};

mgnn_status
mg_ensemble_check(const mg_ensemble_options *opt, const mg_search_options *search,
                  int layers, int robust, mgnn_error *err)
{
  if (opt->count == 0)
    return isnan(opt->cluster)
           ? MGNN_OK
           : mg_fail(err, MGNN_EINVAL, "--cluster belongs to --ensemble N: give "
                     "that too, or leave it out");
  if (layers)
    return mg_fail(err, MGNN_EINVAL, "--ensemble belongs to layout mode: layers have "
                   "one result; leave it out, or --layers");
  if (search->no_layout || search->dim_auto)
    return mg_fail(err, MGNN_EINVAL, "--ensemble does not go with %s: it searches, in "
                   "a dimension that is known", search->no_layout ? "--no-layout"
                                                                  : "--dim auto");
  if (search->no_overlap || robust)
    return mg_fail(err, MGNN_EINVAL, "--ensemble does not go with %s, which changes "
                   "one drawing: leave one of them out",
                   robust ? "--robust" : "--no-overlap");
  if (search->pairs != NULL && strcmp(search->pairs, "paths") == 0)
    return mg_fail(err, MGNN_EINVAL, "--ensemble needs the edges' lengths: leave "
                   "--pairs paths out");
  return MGNN_OK;
}

mgnn_status
mg_ensemble_input_check(const mg_ensemble_options *opt, const mg_results *runs,
                        mgnn_error *err)
{
  const mg_input *in = runs->in;

  if (opt->count == 0)
    return MGNN_OK;
  if (in->start_given)
    return mg_fail(err, MGNN_EINVAL, "--ensemble has starts of its own: leave --init "
                   "out");
  if (!in->lengths_given)
    return mg_fail(err, MGNN_EINVAL, "--ensemble needs lengths, and %.60s has none",
                   in->src.path);
  if (in->parts.count > 1 && in->pinned == 0)
    return mg_fail(err, MGNN_EINVAL, "--ensemble needs a connected graph, and this one "
                   "has %zu components: draw one with --component largest",
                   in->parts.count);
  return MGNN_OK;
}

/* ---- searches ---- */

static volatile sig_atomic_t interrupted;

static void
on_interrupt(int number)
{
  (void)number;
  interrupted = 1;
}

static int
watch(void *ctx, const mgnn_progress *now)
{
  (void)ctx;
  (void)now;
  return interrupted;
}

typedef struct {
  mg_ensemble *e;
  const mg_search_options *opt;
  mg_found *found;
  mg_results *runs;
  mgnn_search_params par;
  double *lower, *upper;       /* m: bounds as given; then sampled ones */
  size_t size;                 /* n*dim */
  int over;                    /* time is up, or the user is tired of it */
} sampler;

/* Ask for a random part of each interval that has an upper bound. */
static mgnn_status
bounds_sample(sampler *s, unsigned long seed, mgnn_error *err)
{
  mg_graph *g = &s->runs->in->problem->graph;
  uint64_t stream = mg_random_stream(seed, STREAM);
  double *low = s->lower + g->m, *high = s->upper + g->m;

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
  const mgnn_problem *p = s->runs->in->problem;
  double limit = s->opt->limits.seconds;
  mgnn_outcome out = { 0 };
  mgnn_status status;

  if (limit > 0)
    s->par.control.time_limit = fmax(1e-3, limit - mg_clock() + s->found->begin);
  status = (again ? mgnn_solve : mgnn_layout)(p, s->runs->dim, &s->par, x, &out, err);
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
  mgnn_status status = mgnn_measure(s->runs->in->problem, s->runs->dim,
                                    s->e->x + k * s->size, NULL, 0, &f, err);

  if (status == MGNN_OK)
    s->e->model[k] = (mg_ensemble_model){ seed, f.energy, f.max_relative_error, 0, 0 };
  return status;
}

/* With sampled bounds a build-up, or a descent from x if there is one (`again`), and
 * a descent with those that were given. */
static mgnn_status
model_build(sampler *s, unsigned long seed, int again, double *x, mgnn_error *err)
{
  mgnn_problem *p = s->runs->in->problem;
  size_t dim = s->runs->dim, centres = p->terms.chirality.count;
  mgnn_status status = MGNN_OK, restored;

  TRY(bounds_sample(s, seed, err));
  status = again ? search_from(s, 1, x, err)
                 : mgnn_start(p, dim, "buildup", &s->par, x, err);
  restored = mg_graph_lengths_set(&p->graph, s->lower, s->upper, err);
  TRY(status);
  TRY(restored);
  if (2 * mgnn_chirality_right(p, dim, x) < centres && s->runs->in->pinned == 0)
    for (size_t c = 0; c < s->size; c += dim)
      x[c] = -x[c];            /* the other hand */
  TRY(search_from(s, 1, x, err));
end:
  return status;
}

/* Model k; where bounds cannot be sampled, or that comes to nothing, by a search of
 * its own. */
static mgnn_status
model_find(sampler *s, size_t k, unsigned long seed, mgnn_error *err)
{
  const mg_input *in = s->runs->in;
  mg_ensemble_model *model = &s->e->model[k];
  size_t centres = in->problem->terms.chirality.count;
  double *x = s->e->x + k * s->size;
  mgnn_status status = MGNN_OK;

  memcpy(x, in->start, s->size * sizeof *x);
  s->par.control.seed = seed;
  model->worst = INFINITY;
  if (s->upper != NULL) {
    TRY(model_build(s, seed, 0, x, err));
    TRY(model_measure(s, k, seed, err));
  }
  if ((model->worst <= limit_of(s->e)
       && mgnn_chirality_right(in->problem, s->runs->dim, x) == centres)
      || s->over)
    goto end;
  memcpy(x, in->start, s->size * sizeof *x);
  TRY(search_from(s, 0, x, err));
  if (s->upper != NULL && !s->over)  /* or seeds would give the same */
    TRY(model_build(s, seed, 1, x, err));
  TRY(model_measure(s, k, seed, err));
end:
  return status;
}

/* Move model k to its place by energy among those after the first. */
static mgnn_status
models_sort(sampler *s, mgnn_error *err)
{
  mg_ensemble *e = s->e;
  double *x = mg_alloc(s->size, sizeof *x);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(x, err));
  for (size_t k = 2; k < e->count; k++) {
    size_t at = k;
    mg_ensemble_model here = e->model[k];

    while (at > 1 && here.energy < e->model[at - 1].energy)
      at--;
    memcpy(x, e->x + k * s->size, s->size * sizeof *x);
    memmove(e->x + (at + 1) * s->size, e->x + at * s->size,
            (k - at) * s->size * sizeof *x);
    memmove(e->model + at + 1, e->model + at, (k - at) * sizeof here);
    memcpy(e->x + at * s->size, x, s->size * sizeof *x);
    e->model[at] = here;
  }
end:
  mg_free(x);
  return status;
}

/* Searches of a millisecond end before they look at the clock. */
static int
is_over(sampler *s)
{
  double limit = s->opt->limits.seconds;

  if (limit > 0 && mg_clock() - s->found->begin >= limit)
    stopped_by(s, "time");
  return s->over;
}

/* The searches: as many as are wanted and, where some of them miss lengths that
 * others meet, up to twice as many; the last place is for what was not kept, as a
 * search that was cut short. */
static mgnn_status
models_find(sampler *s, size_t wanted, mgnn_error *err)
{
  mg_ensemble *e = s->e;
  const mg_graph *g = &s->runs->in->problem->graph;
  unsigned long seed = s->runs->seed;
  mgnn_status status = MGNN_OK;

  memcpy(e->x, s->runs->run[0].last, s->size * sizeof *e->x);
  TRY(model_measure(s, 0, seed, err));
  e->count = 1;
  for (size_t tries = 1; tries < 2 * wanted && !is_over(s); tries++) {
    mg_ensemble_model *last = &e->model[e->count];

    if (e->count == wanted && e->model[wanted - 1].worst <= limit_of(e))
      break;
    TRY(model_find(s, e->count, seed + tries, err));
    if (s->over)
      break;
    if (last->energy < e->model[0].energy
        && !mg_energies_tie(g, last->energy, e->model[0].energy)) {
      mg_ensemble_model swap = *last;   /* a better one to be drawn */

      *last = e->model[0];
      e->model[0] = swap;
      for (size_t c = 0; c < s->size; c++) {
        double x = e->x[c];

        e->x[c] = e->x[e->count * s->size + c];
        e->x[e->count * s->size + c] = x;
      }
    }
    e->count++;
    TRY(models_sort(s, err));
    e->count -= e->count > wanted;
  }
  memcpy(s->runs->run[0].last, e->x, s->size * sizeof *e->x);
end:
  return status;
}

mgnn_status
mg_ensemble_run(mg_ensemble *e, const mg_ensemble_options *opt,
                const mg_search_options *search, mg_found *found, mg_results *runs,
                mgnn_error *err)
{
  struct sigaction ours = { .sa_handler = on_interrupt }, before;
  const mg_graph *g = &runs->in->problem->graph;
  size_t wanted = (size_t)opt->count;
  sampler s = { .e = e, .opt = search, .found = found, .runs = runs,
                .size = g->n * runs->dim,
                .over = found->stopped
                        && strcmp(found->best->reason, "iterations") != 0 };
  mgnn_status status = MGNN_OK;

  if (wanted == 0)
    return MGNN_OK;
  TRY(mg_allocated(e->x = mg_alloc(wanted + 1, s.size * sizeof *e->x), err));
  TRY(mg_allocated(e->model = mg_zalloc(wanted + 1, sizeof *e->model), err));
  if (g->target_upper != NULL) {
    TRY(mg_allocated(s.lower = mg_alloc(g->m, 2 * sizeof *s.lower), err));
    TRY(mg_allocated(s.upper = mg_alloc(g->m, 2 * sizeof *s.upper), err));
    memcpy(s.lower, g->target, g->m * sizeof *s.lower);
    memcpy(s.upper, g->target_upper, g->m * sizeof *s.upper);
  }
  mgnn_search_params_init(&s.par);
  s.par.tolerance = fmax(search->tolerance, rough);
  s.par.pairs = "edges";
  s.par.spread = 0;            /* which would bring all to one drawing */
  s.par.control.max_iterations = (size_t)search->limits.iterations;
  s.par.control.watch = watch;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGINT, &ours, &before);
  status = models_find(&s, wanted, err);
  sigaction(SIGINT, &before, NULL);
end:
  mg_free(s.lower);
  mg_free(s.upper);
  return status;
}

/* ---- clusters ---- */

/* Align model k to another, into `out`; *rms receives what is left.  Pins hold
 * them: then they are only compared.  Lengths do not tell mirror images apart,
 * handedness does. */
static mgnn_status
model_align(const mg_results *runs, const double *x, const double *to, double *out,
            double *rms, mgnn_error *err)
{
  const mg_input *in = runs->in;
  size_t n = in->src.n, dim = runs->dim;
  mg_motion motion = { 0 };
  mgnn_status status = MGNN_OK;

  memcpy(out, x, n * dim * sizeof *out);
  if (in->pinned == 0) {
    TRY(mg_motion_fit(&motion, dim, n, x, to,
                      in->problem->terms.chirality.count > 0, err));
    for (size_t i = 0; i < n; i++)
      mg_motion_apply(&motion, x + i * dim, out + i * dim);
  }
  *rms = mg_rms_distance(out, to, n, dim);
end:
  mg_motion_free(&motion);
  return status;
}

/* A model belongs to the first cluster whose first model is near enough. */
mgnn_status
mg_ensemble_cluster(mg_ensemble *e, const mg_ensemble_options *opt,
                    mg_results *runs, mgnn_error *err)
{
  size_t size = runs->in->src.n * runs->dim;
  double *moved = NULL, rms;
  mgnn_status status = MGNN_OK;

  if (e->count == 0)
    return MGNN_OK;
  TRY(mg_allocated(moved = mg_alloc(size, sizeof *moved), err));
  memcpy(e->x, runs->run[0].last, size * sizeof *e->x);
  e->threshold = !isnan(opt->cluster)
                 ? opt->cluster : mg_radius(runs->in->src.n, runs->dim, e->x) / 10;
  for (size_t k = 0; k < e->count; k++) {
    double *x = e->x + k * size;

    TRY(model_align(runs, x, e->x, moved, &e->model[k].rmsd, err));
    if (k > 0)
      memcpy(x, moved, size * sizeof *x);
    for (size_t first = 0; first < k && e->model[k].cluster == 0; first++) {
      size_t before = e->model[first].cluster, leader = 0;

      while (e->model[leader].cluster != before)
        leader++;
      if (leader != first)
        continue;
      TRY(model_align(runs, x, e->x + first * size, moved, &rms, err));
      if (rms <= e->threshold)
        e->model[k].cluster = before;
    }
    if (e->model[k].cluster == 0)
      e->model[k].cluster = ++e->clusters;
  }
  e->model[0].rmsd = 0;
  runs->models = e->x;
  runs->model_count = e->count;
end:
  mg_free(moved);
  return status;
}

void
mg_ensemble_free(mg_ensemble *e)
{
  mg_free(e->model);
  mg_free(e->x);
}

/* ---- what is told ---- */

void
mg_ensemble_say(const mg_ensemble *e)
{
  double least = INFINITY, most = 0, worst = 0;

  if (e->count == 0)
    return;
  for (size_t k = 0; k < e->count; k++) {
    worst = fmax(worst, e->model[k].worst);
    if (k > 0) {
      least = fmin(least, e->model[k].rmsd);
      most = fmax(most, e->model[k].rmsd);
    }
  }
  fprintf(stderr, "mgnn-layout: ensemble: %zu model%s in %zu cluster%s (RMSD up to "
          "%.3g from the first of it)", e->count, mg_plural(e->count), e->clusters,
          mg_plural(e->clusters), e->threshold);
  if (e->count > 1)
    fprintf(stderr, "; %.3g to %.3g from the best", least, most);
  fprintf(stderr, "; lengths off by %.3g %% at worst in all\n", 100 * worst);
}

void
mg_ensemble_report(mg_json *j, const mg_ensemble *e)
{
  mg_json_key(j, "ensemble");
  if (e->count == 0) {
    mg_json_null(j);
    return;
  }
  mg_json_open(j, '{');
  put_count(j, "clusters", e->clusters);
  put_number(j, "cluster_rmsd", e->threshold);
  mg_json_key(j, "models");
  mg_json_open(j, '[');
  for (size_t k = 0; k < e->count; k++) {
    const mg_ensemble_model *m = &e->model[k];

    mg_json_row(j, '{');
    put_count(j, "model", k + 1);
    put_count(j, "seed", m->seed);
    put_number(j, "energy", m->energy);
    put_number(j, "max_relative_error", m->worst);
    put_count(j, "cluster", m->cluster);
    put_number(j, "rmsd", m->rmsd);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_close(j);
}
