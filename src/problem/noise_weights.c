/* Errors of lengths (noise), and the weights of edges that follow from them.  Set once
 * per problem, for fitting and for deciding what the lengths determine. */
#include "base/mem.h"
#include "problem.h"

#include <math.h>
#include <string.h>

/* The length to which the error of edge e is relative: of bounds, the mean. */
static double
typical(const mg_graph *g, size_t e)
{
  double upper = g->target_upper != NULL ? g->target_upper[e] : g->target[e];

  return isinf(upper) ? g->target[e] : (g->target[e] + upper) / 2;
}

size_t
mg_noise_zero(const mg_graph *g)
{
  size_t e = 0;

  while (e < g->m && typical(g, e) > 0)
    e++;
  return e;
}

/* The m weights stiffness (unit/l)^2 for errors relative to lengths l (of bounds, the
 * mean), to be freed.  MGNN_EINVAL if an edge has length 0. */
static mgnn_status
relative_weights(const mg_graph *g, const double *stiffness, double **weight,
                 double *unit, mgnn_error *err)
{
  double *w = NULL, sum = 0;
  size_t zero = mg_noise_zero(g);

  if (zero < g->m)
    PASS(mg_fail(err, MGNN_EINVAL, "edge %zu has the length 0, to which no error is "
                 "relative: noise must be absolute", zero));
  PASS(mg_allocated(w = mg_alloc(g->m, sizeof *w), err));
  for (size_t e = 0; e < g->m; e++)
    sum += typical(g, e) * typical(g, e) / (double)g->m;
  *unit = g->m > 0 ? sqrt(sum) : 1;
  for (size_t e = 0; e < g->m; e++) {
    double ratio = *unit / typical(g, e);

    w[e] = (stiffness != NULL ? stiffness[e] : 1) * ratio * ratio;
  }
  *weight = w;
  return MGNN_OK;
}

/* Set stiffness and noise, and the weights that follow; on failure all stay. */
static mgnn_status
weigh(mgnn_problem *p, const double *stiffness, mg_error_model noise, mgnn_error *err)
{
  double *given = NULL, *weight = NULL;
  int relative = noise.kind != NULL && strcmp(noise.kind, "relative") == 0;
  mgnn_status status = MGNN_OK;

  noise.unit = 1;
  if (relative) {
    TRY(relative_weights(&p->graph, stiffness, &weight, &noise.unit, err));
    if (stiffness != NULL) {
      TRY(mg_allocated(given = mg_alloc(p->graph.m, sizeof *given), err));
      memcpy(given, stiffness, p->graph.m * sizeof *given);
    }
  }
  TRY(mg_graph_stiffness_set(&p->graph, relative ? weight : stiffness, err));
  mg_free(p->given);
  p->given = given;
  p->noise = noise;
  given = NULL;
end:
  mg_free_all(weight, given);
  return status;
}

static int
is_relative(const mgnn_problem *p)
{
  return p->noise.kind != NULL && strcmp(p->noise.kind, "relative") == 0;
}

mgnn_status
mgnn_problem_stiffness_set(mgnn_problem *p, const double *stiffness,
                           mgnn_error *err)
{
  return weigh(p, stiffness, p->noise, err);
}

const double *
mgnn_problem_stiffness(const mgnn_problem *p)
{
  return is_relative(p) ? p->given : p->graph.stiffness;
}

const double *
mgnn_problem_weights(const mgnn_problem *p)
{
  return p->graph.stiffness;
}

mgnn_status
mgnn_problem_noise_set(mgnn_problem *p, const char *kind, double sigma,
                       mgnn_error *err)
{
  static const char *const kinds[] = { "absolute", "relative", NULL };
  mg_error_model noise = { .sigma = kind != NULL ? sigma : 0 };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; kind != NULL && kinds[k] != NULL; k++)
    if (strcmp(kind, kinds[k]) == 0)
      noise.kind = kinds[k];
  if (kind != NULL && noise.kind == NULL)
    TRY(mg_fail(err, MGNN_EINVAL, "the kind of noise is \"%.60s\", must be absolute "
                "or relative", kind));
  if (kind != NULL && (!(sigma >= 0) || isinf(sigma)))
    TRY(mg_fail(err, MGNN_EINVAL, "the standard deviation of lengths is %g, must be "
                "at least 0 (not known) and finite", sigma));
  status = weigh(p, mgnn_problem_stiffness(p), noise, err);
end:
  return status;
}

const char *
mgnn_problem_noise(const mgnn_problem *p, double *sigma)
{
  if (sigma != NULL)
    *sigma = p->noise.sigma;
  return p->noise.kind;
}

mgnn_status
mgnn_problem_bounds_set(mgnn_problem *p, const double *lower,
                        const double *upper, mgnn_error *err)
{
  if (is_relative(p))
    return mg_fail(err, MGNN_EINVAL, "the errors are relative to lengths, which "
                   "therefore stay: set the noise after the bounds");
  if (lower == NULL && p->graph.m > 0)
    return mg_fail(err, MGNN_EINVAL, "the lower bounds are not given");
  return mg_graph_lengths_set(&p->graph, lower, upper, err);
}
