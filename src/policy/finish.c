/* From the result of a search to the drawing that is delivered (see finish.h). */
#include "base/mem.h"
#include "finish.h"
#include "inspect/feasible.h"
#include "measure/plane_figures.h"
#include "solve/arrange/align.h"
#include "solve/arrange/overlap.h"
#include "solve/lengths/search_spread.h"

#include <math.h>
#include <string.h>

enum { FREE_TURNS = 6 };

/* ---- nodes apart ---- */

/* The sum of all edge lengths. */
static double
edges_sum(const mg_graph *g, const double *y)
{
  double sum = 0;

  for (size_t e = 0; e < g->m; e++)
    sum += mg_edge_length(g, e, 2, y);
  return sum;
}

/* Dots shrink by the first factor at a time, down to the second, if otherwise
 * more pairs than half the number of nodes would be moved apart, which tears
 * the fans around hubs, or if parting makes edges of a plane tree cross. */
static const double smaller = 0.8, smallest = 0.4;

static int
can_shrink(const mg_parting *how, int named)
{
  return how->dots != NULL && *how->dots * smaller >= smallest
         && named != MG_EXTENT_BOXES;
}

/* Part nodes of the current size; *shrinks: whether the caller may shrink them. */
static mgnn_status
part_once(const mg_graph *g, const mg_parting *how, double *y, size_t *pairs,
          int *shrinks, mgnn_error *err)
{
  size_t n = g->n, left = 1;
  mg_extent *extent = mg_alloc(n, sizeof *extent);
  double before = edges_sum(g, y), after;
  mgnn_status status = MGNN_OK;
  int named = MG_EXTENT_NONE;

  *pairs = 0;
  TRY(mg_allocated(extent, err));
  for (int turn = 0; turn < how->turns && left > 0 && named != MG_EXTENT_BOXES; turn++) {
    double gap = 0;

    TRY(how->sizes(how->ctx, y, &gap, extent, &named, err));
    *shrinks = can_shrink(how, named);
    if (named != MG_EXTENT_BOXES && !(gap > 0))
      break;
    if (turn == 0 && *shrinks) {
      TRY(mg_overlap_count(n, y, gap, pairs, err));
      if (*pairs > n / 2)
        break;
    }
    TRY(named == MG_EXTENT_BOXES
        ? mg_overlap_remove_boxes(n, y, extent, how->seed, &left, err)
        : mg_overlap_remove(n, y, gap, how->seed, &left, err));
    if (turn == 0)
      *pairs = left;
  }
  if (named == MG_EXTENT_BOXES) {
    after = edges_sum(g, y);
    for (size_t c = 0; c < 2 * n && before > 0 && after > before; c++)
      y[c] *= before / after;  /* smaller: so the page grows or letters shrink */
  }
end:
  mg_free(extent);
  return status;
}

mgnn_status
mg_part(const mg_graph *g, const mg_parting *how, double *y, size_t *pairs,
        mgnn_error *err)
{
  size_t size = 2 * g->n * sizeof *y;
  double *start = mg_alloc(1, size);
  int shrinks = 0, plane = g->m < g->n && mg_crossings_count(g, y, how->seed) == 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(start, err));
  memcpy(start, y, size);
  for (;; *how->dots *= smaller) {
    TRY(part_once(g, how, y, pairs, &shrinks, err));
    if (!shrinks || *pairs == 0
        || (*pairs <= g->n / 2 && !(plane && mg_crossings_count(g, y, how->seed) > 0)))
      break;
    memcpy(y, start, size);
  }
end:
  mg_free(start);
  return status;
}

/* Part nodes within the freedom that lengths leave: move them apart, then back to
 * the lengths, as long as that lowers the number of overlaps.  y changes only if it
 * meets lengths as well as before; parted->left: the pairs that still overlap. */
static mgnn_status
part_freely(const mg_plan *plan, const mg_found *f, const mg_parting *how, double *y,
            mg_parted *parted, mgnn_error *err)
{
  const mg_graph *g = &plan->p->graph;
  size_t size = 2 * g->n * sizeof *y, pairs;
  double *here = mg_alloc(1, size), *apart = mg_alloc(1, size);
  mgnn_search_params par;
  mgnn_outcome out = { 0 };
  mgnn_status status = MGNN_OK;

  mgnn_search_params_init(&par);
  par.pairs = "edges";
  par.tolerance = plan->par.tolerance;
  par.control.seed = plan->par.control.seed;
  TRY(mg_allocated_all(err, here, apart));
  memcpy(here, y, size);
  parted->left = SIZE_MAX;
  for (int turn = 0; turn < FREE_TURNS && parted->left > 0; turn++) {
    memcpy(apart, here, size);
    TRY(mg_part(g, how, apart, &pairs, err));
    if (turn == 0)
      parted->pairs = pairs;
    if (pairs >= parted->left)
      break;
    memcpy(y, here, size);
    parted->left = pairs;
    if (pairs == 0 || how->stopped())
      break;
    memcpy(here, apart, size);
    TRY(mgnn_solve(plan->p, 2, &par, here, &out, err));
    if (!(out.energy < f->best->energy
          || mg_energies_tie(g, out.energy, f->best->energy)))
      break;
    mgnn_outcome_free(&out);
  }
end:
  mgnn_outcome_free(&out);
  mg_free_all(here, apart);
  return status;
}

mgnn_status
mg_found_part(const mg_plan *plan, const mg_found *f, const mg_parting *how, int freely,
              double *y, mg_parted *out, mgnn_error *err)
{
  size_t n = plan->p->graph.n;
  double *before = mg_alloc(2 * n, sizeof *before);
  mgnn_status status = MGNN_OK;

  *out = (mg_parted){ .energy_before = f->best->energy };
  TRY(mg_allocated(before, err));
  memcpy(before, y, 2 * n * sizeof *y);
  TRY(freely ? part_freely(plan, f, how, y, out, err)
             : mg_part(&plan->p->graph, how, y, &out->pairs, err));
  for (size_t i = 0; i < n; i++) {
    double moved = hypot(y[2 * i] - before[2 * i],
                         y[2 * i + 1] - before[2 * i + 1]);

    out->mean_move += moved / (double)n;
    out->max_move = fmax(out->max_move, moved);
  }
end:
  mg_free(before);
  return status;
}

/* ---- figures ---- */

/* End the trajectory with y.  Descents of parts are counted separately, so the
 * last point gets the iterations of the whole search. */
static mgnn_status
trajectory_finish(mg_trajectory *t, const mg_plan *plan, size_t iterations,
                  const double *y, mgnn_error *err)
{
  size_t size = t->n * t->dim, last;

  if (plan->p->pin == NULL)
    PASS(mg_trajectory_align(t, y, plan->given, err));
  if (t->count == 0)
    mg_trajectory_add(t, 0, y, 0);
  else {
    last = t->count - 1;
    if (mg_rms_distance(t->x + last * size, y, t->n, t->dim)
        > 1e-3 * t->length[last])
      mg_trajectory_add(t, t->iteration[last] - t->before, y, t->value[last]);
  }
  PASS(mg_trajectory_check(t, err));
  memcpy(t->x + (t->count - 1) * size, y, size * sizeof *t->x);
  for (size_t k = 0; k < t->count; k++)
    if (k + 1 == t->count || t->iteration[k] > iterations)
      t->iteration[k] = iterations;
  return MGNN_OK;
}

mgnn_status
mg_found_finish(const mg_plan *plan, mg_found *f, const double *y, mgnn_figures *figures,
                mg_edge_fit *worst, size_t *worst_count, mgnn_error *err)
{
  if (plan->record)
    PASS(trajectory_finish(&f->trajectory, plan, f->best->iterations, y, err));
  *worst_count = mg_edges_worst(plan->p, f->dim, y, *worst_count, worst);
  PASS(mgnn_measure(plan->p, f->dim, y, NULL, 0, figures, err));
  f->met = mg_lengths_met(&plan->p->graph, figures, MG_MET);
  return MGNN_OK;
}
