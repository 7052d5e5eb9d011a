/* The portfolio for prescribed lengths: cheap starts first, costly stages only
 * where edges stay wrong, the lowest energy wins. */
#include "base/mem.h"
#include "effort.h"
#include "fit.h"
#include "pins.h"

#include <math.h>
#include <string.h>


typedef struct {
  const mg_graph *g;
  size_t dim;
  const unsigned char *pin;
  const mg_effort *how;
  const double *given;         /* where pinned coordinates are */
  mg_edges edges;
  double *best, *trial;        /* n*dim each */
  double energy, worst;        /* of the best */
  const char *stage;
  size_t iterations;
} search;

/* Descend from the trial and keep it if it is better. */
static mgnn_status
consider(search *s, const char *stage, mgnn_error *err)
{
  mg_depth depth = { 0, fmax(s->how->tolerance, 1e-4), 1e-20 };
  size_t bytes = s->g->n * s->dim * sizeof *s->trial;
  mg_lbfgs_result result;

  if (s->pin != NULL
      && mg_pins_align(s->g->n, s->dim, s->pin, s->given, s->trial, err)
         != MGNN_OK)
    return MGNN_ENOMEM;
  if (mg_descend(&s->edges, s->how, depth, s->trial, &result, err) != MGNN_OK)
    return MGNN_ENOMEM;
  s->iterations += result.iterations;
  if (!(result.value < s->energy))
    return MGNN_OK;
  memcpy(s->best, s->trial, bytes);
  s->energy = result.value;
  s->worst = mg_fit_worst(s->g, s->dim, s->best);
  s->stage = stage;
  return MGNN_OK;
}

static mgnn_status
stages_run(search *s, mgnn_error *err)
{
  mgnn_status status = mg_start_pivot(s->g, s->dim, s->how, s->trial, err);

  if (status == MGNN_OK)
    status = consider(s, "pivot", err);
  return status;
}

/* Down to where rounding or the tolerance ends it. */
static mgnn_status
polish(search *s, mgnn_error *err)
{
  mg_depth depth = { 0, s->how->tolerance, 1e-24 };
  mg_lbfgs_result result;
  mgnn_status status = mg_descend(&s->edges, s->how, depth, s->best, &result,
                                  err);

  if (status == MGNN_OK) {
    s->iterations += result.iterations;
    s->energy = result.value;
  }
  return status;
}

mgnn_status
mg_search_edges(const mg_graph *g, size_t dim, const unsigned char *pin,
                const mg_effort *how, double *y, unsigned char *determined,
                mg_search *out, mgnn_error *err)
{
  size_t size = g->n * dim;
  search s = { .g = g, .dim = dim, .pin = pin, .how = how, .given = y,
               .energy = INFINITY, .stage = "start" };
  mgnn_status status = mg_edges_init(&s.edges, g, dim, pin, how->seed,
                                     how->threads, err);

  if (status != MGNN_OK)
    return status;
  s.best = mg_zalloc(2 * size, sizeof *s.best);
  if (s.best == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  s.trial = s.best + size;
  if (determined != NULL)
    memset(determined, 255, g->n);
  status = stages_run(&s, err);
  if (status == MGNN_OK)
    status = polish(&s, err);
  if (status == MGNN_OK) {
    memcpy(y, s.best, size * sizeof *y);
    *out = (mg_search){ s.energy, s.iterations, s.stage };
  }
leave:
  mg_free(s.best);
  mg_edges_free(&s.edges);
  return status;
}
