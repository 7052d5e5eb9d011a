/* Finds several drawings with the same lengths by searches from other seeds; if lengths
 * are intervals, each starts from other random distances within the bounds. */
#include "base/mem.h"
#include "base/threads.h"
#include "inspect/realize.h"
#include "measure/measure.h"
#include "policy.h"
#include "solve/arrange/align.h"
#include "solve/layout_components.h"
#include "solve/lengths/search_spread.h"

#include <math.h>
#include <string.h>

static const double rough = 1e-5;      /* tolerance of descents, which converge
                                          slowly into intervals */
static const double good = 1e-2;       /* length error that counts as met */

typedef struct {
  const mg_plan *plan;
  mg_found *found;
  mg_ensemble *e;
  mgnn_search_params par;
  size_t size;                 /* n*dim */
  int over;                    /* time is up, or the user stopped the run */
} sampler;

/* Record why a search ended.  After an iteration limit other models still run. */
static void
stopped_by(sampler *s, const char *reason)
{
  s->found->stopped = 1;
  s->found->stopped_by = reason;
  s->over = strcmp(reason, "iterations") != 0;
}

static mgnn_status
search_from_start(sampler *s, double *x, mgnn_error *err)
{
  const mg_plan *plan = s->plan;
  const mg_descent d = { plan->p, s->found->dim, &s->par, mg_clock(), 0, NULL };
  double limit = plan->par.control.time_limit;
  mgnn_outcome out = { 0 };
  mgnn_status status;

  if (plan->start != NULL)
    memcpy(x, plan->start, s->size * sizeof *x);
  else
    memset(x, 0, s->size * sizeof *x);
  if (limit > 0)
    s->par.control.time_limit = fmax(1e-3, limit - mg_clock() + plan->begin);
  status = mg_layout_trajectory(&d, 0, x, &out, NULL, err);
  mgnn_outcome_free(&out);
  if (status != MGNN_ENOCONV)
    return status;
  stopped_by(s, out.reason);
  return MGNN_OK;
}

/* Record the figures of the drawing in place k. */
static mgnn_status
model_measure(sampler *s, size_t k, unsigned long seed, mgnn_error *err)
{
  mgnn_figures f;
  mgnn_status status = mgnn_measure(s->plan->p, s->found->dim, s->e->x + k * s->size, NULL,
                                    0, &f, err);

  if (status == MGNN_OK)
    s->e->model[k] = (mg_ensemble_model){ seed, f.energy, f.max_relative_error, 0, 0 };
  return status;
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

/* Check the time here: searches of a millisecond end before they check the clock. */
static int
is_over(sampler *s)
{
  double limit = s->plan->par.control.time_limit;

  if (limit > 0 && mg_clock() - s->plan->begin >= limit)
    stopped_by(s, "time");
  return s->over;
}

/* Run as many searches as models are wanted, up to twice as many if some miss lengths
 * that others meet.  The last place holds a model not kept, for example of a search
 * that was cut short.  The best model comes first, the others by energy. */
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

    if (e->count == wanted && e->model[wanted - 1].worst
                              <= fmax(good, 2 * e->model[0].worst))
      break;
    s->par.control.seed = seed + tries;
    PASS(search_from_start(s, e->x + e->count * s->size, err));
    PASS(model_measure(s, e->count, seed + tries, err));
    if (s->over)
      break;
    if (last->energy < e->model[0].energy
        && !mg_energies_tie(&s->plan->p->graph, last->energy, e->model[0].energy))
      models_swap(s, 0, e->count);
    for (size_t k = e->count; k > 1 && e->model[k].energy < e->model[k - 1].energy; k--)
      models_swap(s, k, k - 1);
    e->count++;
    e->count -= e->count > wanted;
  }
  memcpy(s->found->y, e->x, s->size * sizeof *e->x);
  return MGNN_OK;
}

mgnn_status
mg_ensemble_find(const mg_plan *plan, mg_found *f, mgnn_error *err)
{
  size_t wanted = plan->par.ensemble;
  mg_ensemble *e = &f->ensemble;
  sampler s = { .plan = plan, .found = f, .e = e, .par = plan->par, .size = f->size,
                .over = f->stopped && strcmp(f->stopped_by, "iterations") != 0 };

  PASS(mg_allocated_all(err, e->x = mg_alloc(wanted + 1, s.size * sizeof *e->x),
                        MG_ZEROS(e->model, wanted + 1)));
  s.par.tolerance = fmax(plan->par.tolerance, rough);
  s.par.spread = 0;            /* spreading would make all models alike */
  s.par.aspect = 1;
  return models_find(&s, wanted, err);
}

/* ---- clusters ---- */

/* Align model x to another, into `out`; *rms receives the distance that
 * remains.  With pins they are only compared.  Mirror images count as the same
 * unless handedness is given. */
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
