/* Layout of small graphs: descents on E, and lifts through one more dimension. */
#include "local_solve.h"
#include "base/mem.h"
#include "base/random.h"
#include "problem/energy.h"
#include "solve/descent/descend.h"
#include "solve/descent/lift.h"

#include <math.h>
#include <string.h>

static const double wrong = 0.01;      /* relative error above which an edge is wrong */
static const double zero = 1e-26;      /* stress low enough to end descents */

mgnn_status
mg_local_init(mg_local *s, const mg_graph *g, size_t dim,
              const unsigned char *fixed, const double *x, uint64_t stream,
              mgnn_error *err)
{
  double all = 0;
  mgnn_status status = MGNN_OK;

  *s = (mg_local){ .control = { .threads = 1, .seed = (unsigned long)stream },
                   .stream = stream };
  s->task = (mg_task){ g, dim, NULL, &s->control, NULL };
  TRY(mg_allocated(s->high = mg_alloc(g->n, (dim + 1) * sizeof *s->high), err));
  TRY(mg_allocated(s->bytes = mg_alloc(g->n, dim + 1), err));
  for (size_t c = 0; c < g->n * dim && fixed != NULL; c++)
    s->bytes[g->n + c] = fixed[c / dim] != 0;
  s->task.pin = fixed != NULL ? s->bytes + g->n : NULL;
  for (size_t e = 0; e < g->m; e++) {
    const unsigned *end = g->ends + 2 * e;
    double w = g->stiffness != NULL ? g->stiffness[e] : 1, m = g->target[e];

    s->mean += m / (double)g->m;
    all += w * m * m;
    if (fixed != NULL && fixed[end[0]] && fixed[end[1]]) {
      double r = mg_distance(x + end[0] * dim, x + end[1] * dim, dim);

      s->rest += w * (r - m) * (r - m);
    } else
      s->scale += w * m * m;
  }
  s->depth = (mg_depth){ 0, 1e-4, (s->rest + zero * s->scale) / fmax(all, 1e-300), 5 };
end:
  if (status != MGNN_OK)
    mg_local_free(s);
  return status;
}

void
mg_local_free(mg_local *s)
{
  mg_free_all(s->high, s->bytes);
  memset(s, 0, sizeof *s);
}

static double
stress_of(const mg_local *s, const mg_search *found)
{
  return s->scale > 0 ? fmax(found->energy - s->rest, 0) / s->scale : 0;
}

/* Mark the nodes within one hop of a wrong edge, or all (`all`), except fixed ones. */
static void
perturbed_mark(mg_local *s, int all, const double *x)
{
  const mg_graph *g = s->task.graph;
  unsigned char *mark = s->bytes;

  memset(mark, all, g->n);
  for (size_t e = 0; e < g->m && !all; e++) {
    const unsigned *end = g->ends + 2 * e;
    double r = mg_edge_length(g, e, s->task.dim, x);

    if (fabs(r - g->target[e]) > wrong * g->target[e])
      for (int side = 0; side < 2; side++) {
        mark[end[side]] = 1;
        for (size_t k = g->row[end[side]]; k < g->row[end[side] + 1]; k++)
          mark[g->to[k]] = 1;
      }
  }
  for (size_t i = 0; i < g->n; i++)
    if (mg_task_pinned(&s->task, i))
      mark[i] = 0;
}

/* Lift number k from x, into s->high (its first n*dim numbers).  Lifts differ
 * in the heights, in the nodes lifted, and from the fourth on by random shifts
 * of the other coordinates, so that no two fail for the same reason. */
static mgnn_status
lift(mg_local *s, size_t k, const double *x, double *stress, mgnn_error *err)
{
  double height = (k % 2 == 0 ? 0.5 : 1) * s->mean;
  double shift = k >= 3 ? 0.3 * s->mean : 0;
  size_t n = s->task.graph->n, dim = s->task.dim;
  double *high = s->high, *up = high + n * dim;
  mg_search found = { 0 };

  perturbed_mark(s, k % 3 == 2, x);
  memcpy(high, x, n * dim * sizeof *x);
  for (size_t i = 0; i < n; i++) {
    for (size_t c = 0; c < dim && s->bytes[i] && shift > 0; c++)
      high[i * dim + c] += shift * mg_random_deviate(&s->stream);
    up[i] = s->bytes[i] ? height * mg_random_deviate(&s->stream) : 0;
  }
  PASS(mg_lift(&s->task, up, high, &found, err));
  *stress = stress_of(s, &found);
  return MGNN_OK;
}

mgnn_status
mg_local_solve(mg_local *s, size_t lifts, double good, double *x, double *stress,
               mgnn_error *err)
{
  mg_search found = { 0 };

  PASS(mg_descend_from(&s->task, s->depth, x, &found, err));
  *stress = stress_of(s, &found);
  for (size_t k = 0; k < lifts && *stress > good; k++) {
    double there;

    PASS(lift(s, k, x, &there, err));
    if (there < *stress) {
      *stress = there;
      memcpy(x, s->high, s->task.graph->n * s->task.dim * sizeof *x);
    }
  }
  return MGNN_OK;
}
