/* Errors of single edges, the best scale, and the way down from a start. */
#include "descend.h"
#include "eta.h"
#include "problem/paths.h"
#include "solve/arrange/trajectory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { GRAINS = 7 };           /* decimals that are tried: a finer grain than
                                  the last makes no difference */

double
mg_fit_mean_length(const mg_graph *g)
{
  double sum = 0;
  size_t count = 0;

  for (size_t k = 0; k < g->row[g->n]; k++) {
    double m = mg_paths_length(g, k);

    sum += m;
    count += m > 0;
  }
  return count > 0 ? sum / (double)count : 1;
}

/* Whether all lengths are whole numbers times 10^power, as far as doubles can
 * tell. */
static int
is_grain(const mg_graph *g, int power)
{
  double unit = pow(10, abs(power));

  for (size_t k = 0; k < g->row[g->n]; k++) {
    double m = g->length[k], x = power < 0 ? m * unit : m / unit;

    if (!(fabs(x - rint(x)) <= 4 * DBL_EPSILON * x))
      return 0;
  }
  return 1;
}

mg_yard
mg_fit_yard(const mg_graph *g)
{
  mg_yard yard = { mg_fit_mean_length(g), 0 };
  int most = (int)floor(log10(1e-3 * yard.mean));

  /* Bounds say themselves what is allowed. */
  if (g->upper == NULL && !is_grain(g, most + 1))
    for (int power = most; power > most - GRAINS && yard.grain == 0; power--)
      if (is_grain(g, power))
        yard.grain = pow(10, power);
  return yard;
}

double
mg_fit_error(const mg_graph *g, size_t k, double r, mg_yard yard)
{
  double m = mg_target(g, k, r), off = fabs(r - m);

  return off <= yard.grain ? 0 : (off - yard.grain) / (m > 0 ? m : yard.mean);
}

double
mg_fit_worst(const mg_graph *g, size_t dim, const double *y)
{
  mg_yard yard = mg_fit_yard(g);
  double worst = 0;

  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      double r = mg_distance(y + i * dim, y + g->to[k] * dim, dim);
      double error = mg_fit_error(g, k, r, yard);

      worst = error > worst ? error : worst;
    }
  return worst;
}

/* sum w (s r - m)^2 is least at s = sum w r m / sum w r^2. */
void
mg_fit_scale(const mg_graph *g, size_t dim, double *y)
{
  double rm = 0, rr = 0;

  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      double r = mg_distance(y + i * dim, y + g->to[k] * dim, dim);
      double w = g->weight != NULL ? g->weight[k] : 1;

      rm += w * r * mg_paths_length(g, k);
      rr += w * r * r;
    }
  if (!(rm > 0) || !isfinite(rm / rr))
    return;
  for (size_t c = 0; c < g->n * dim; c++)
    y[c] *= rm / rr;
}

/* What the watcher of a descent needs. */
typedef struct {
  const mg_effort *how;
  size_t size;
  mg_depth depth;
  mg_outlook outlook;
} witness;

static int
on_iteration(void *ctx, size_t iteration, const double *y, double value)
{
  witness *w = ctx;
  mg_stand stand = { w->size, iteration, value, NAN };

  if (w->how->trace != NULL)
    mg_trace_add(w->how->trace, iteration, y, value);
  mg_outlook_add(&w->outlook, value);
  stand.left = mg_outlook_left(&w->outlook, w->depth.tolerance, w->depth.floor);
  if (w->depth.most > 0)
    stand.left = fmin(stand.left, (double)(w->depth.most - iteration));
  return mg_effort_step(w->how, stand);
}

mgnn_status
mg_descend_on(const mg_objective *f, const mg_effort *how, mg_depth depth,
              double *y, mg_lbfgs_result *out, mgnn_error *err)
{
  mg_lbfgs_options opt;
  witness w = { how, f->size, depth, { 0, 0, 0, { 0 } } };
  mgnn_status status;

  mg_lbfgs_init(&opt);
  opt.max_iterations = depth.most;
  opt.tolerance = depth.tolerance;
  opt.patience = depth.patience;
  opt.floor = depth.floor;
  opt.threads = how->threads;
  opt.watch = on_iteration;
  opt.watch_ctx = &w;
  status = mg_lbfgs(f, &opt, y, out, err);
  if (status != MGNN_OK || how->trace == NULL)
    return status;
  mg_trace_add(how->trace, out->iterations, y, out->value);
  return mg_trace_check(how->trace, err);
}

mgnn_status
mg_descend(const mg_edges *e, const mg_effort *how, mg_depth depth, double *y,
           mg_lbfgs_result *out, mgnn_error *err)
{
  depth.floor *= e->scale;
  return mg_descend_on(&e->objective, how, depth, y, out, err);
}

mgnn_status
mg_descend_from(const mg_graph *g, size_t dim, const unsigned char *pin,
                const mg_effort *how, mg_depth depth, double *y, double *energy,
                size_t *iterations, mgnn_error *err)
{
  mg_lbfgs_result result = { 0 };
  mg_edges edges;
  mgnn_status status = mg_edges_init(&edges, g, dim, pin, how->seed,
                                     how->threads, err);

  if (status == MGNN_OK)
    status = mg_descend(&edges, how, depth, y, &result, err);
  mg_edges_free(&edges);
  if (status == MGNN_OK) {
    *energy = result.value;
    *iterations += result.iterations;
  }
  return status;
}
