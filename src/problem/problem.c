/* The public handle of a problem: its values are checked here, when they are set. */
#include "problem.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/threads.h"
#include "config.h"

#include <math.h>
#include <string.h>

const char *
mgnn_version(void)
{
  return PACKAGE_VERSION;
}

mgnn_status
mg_problem_take(mgnn_problem **out, size_t n, size_t m, unsigned *ends,
                int without, mgnn_error *err)
{
  mgnn_problem *p = mg_zalloc(1, sizeof *p);
  mgnn_status status;

  *out = NULL;
  TRY(mg_allocated(p, err));
  TRY(mg_graph_make(&p->graph, n, m, ends, without, err));
  *out = p;
  return MGNN_OK;
end:
  mg_free_all(ends, p);
  return status;
}

mgnn_status
mgnn_problem_new(mgnn_problem **out, size_t n, size_t m, const mgnn_node *ends,
                 const double *length, mgnn_error *err)
{
  unsigned *copy = mg_alloc(m, 2 * sizeof *copy);
  mgnn_status status;

  *out = NULL;
  TRY(mg_allocated(copy, err));
  if (m > 0)
    memcpy(copy, ends, 2 * m * sizeof *copy);
  TRY(mg_problem_take(out, n, m, copy, 0, err));
  if (length != NULL)
    TRY(mg_graph_lengths_set(&(*out)->graph, length, NULL, err));
  return MGNN_OK;
end:
  mgnn_problem_free(*out);
  *out = NULL;
  return status;
}

mgnn_status
mg_dim_check(size_t dim, mgnn_error *err)
{
  if (dim < 1 || dim > MG_DIM_MAX)
    return mg_fail(err, MGNN_EINVAL, "the dimension is %zu, must be between 1 "
                   "and %d", dim, MG_DIM_MAX);
  return MGNN_OK;
}

mgnn_status
mg_problem_dim_check(const mgnn_problem *p, size_t dim, mgnn_error *err)
{
  PASS(mg_dim_check(dim, err));
  if (p->pin != NULL && dim != p->pin_dim)
    return mg_fail(err, MGNN_EINVAL, "the dimension is %zu, but the pins are "
                   "for %zu", dim, p->pin_dim);
  return MGNN_OK;
}

mgnn_status
mg_positions_check(size_t n, size_t dim, const double *y,
                   const unsigned char *held, mgnn_error *err)
{
  for (size_t k = 0; k < n * dim; k++)
    if (!mg_position_allowed(y[k]) && (held == NULL || held[k]))
      return mg_fail(err, MGNN_EINVAL, "the position of node %zu is %s", k / dim,
                     isfinite(y[k]) ? "beyond 1e152: use another unit"
                     : "not finite");
  return MGNN_OK;
}

mgnn_status
mg_control_check(const mgnn_control *control, mgnn_error *err)
{
  return control->time_limit >= 0 ? MGNN_OK
         : mg_fail(err, MGNN_EINVAL, "the time limit is %g, must be at least 0",
                   control->time_limit);
}

mgnn_status
mg_tolerance_check(double tolerance, mgnn_error *err)
{
  return tolerance >= 0 ? MGNN_OK
         : mg_fail(err, MGNN_EINVAL, "the tolerance is %g, must be at least 0",
                   tolerance);
}

void
mgnn_problem_free(mgnn_problem *p)
{
  if (p == NULL)
    return;
  mg_graph_free(&p->graph);
  mg_free(p->pin);
  mg_terms_free(&p->terms);
  mg_free_all(p->given, p->name, p->name_text);
  mg_notes_free(&p->notes);
  mg_free(p);
}

size_t
mgnn_problem_nodes(const mgnn_problem *p)
{
  return p->graph.n;
}

const char *
mgnn_problem_node_name(const mgnn_problem *p, size_t i)
{
  return p->name != NULL && i < p->graph.n ? p->name[i] : NULL;
}

const char *
mgnn_problem_note(const mgnn_problem *p, size_t k)
{
  return k < p->notes.count ? p->notes.text[k] : NULL;
}

size_t
mgnn_problem_edges(const mgnn_problem *p)
{
  return p->graph.m;
}

const mgnn_node *
mgnn_problem_ends(const mgnn_problem *p)
{
  return p->graph.ends;
}

const double *
mgnn_problem_lengths(const mgnn_problem *p)
{
  return p->graph.target;
}

void
mgnn_problem_self_loops_set(mgnn_problem *p, int on)
{
  mg_graph_loops_set(&p->graph, on);
}

const double *
mgnn_problem_upper(const mgnn_problem *p)
{
  return p->graph.target_upper != NULL ? p->graph.target_upper : p->graph.target;
}

int
mgnn_problem_self_loops(const mgnn_problem *p)
{
  return p->graph.loop > 0;
}

const unsigned char *
mgnn_problem_pins(const mgnn_problem *p, size_t *dim)
{
  if (dim != NULL)
    *dim = p->pin != NULL ? p->pin_dim : 0;
  return p->pin;
}

double
mgnn_problem_min_distance(const mgnn_problem *p)
{
  return p->terms.min_distance;
}

mgnn_status
mgnn_problem_pins_set(mgnn_problem *p, size_t dim, const unsigned char *pin,
                      mgnn_error *err)
{
  const mgnn_problem unpinned = { .pin = NULL };
  unsigned char *copy = NULL;

  PASS(mg_problem_dim_check(&unpinned, dim, err));
  if (pin != NULL) {
    PASS(mg_allocated(copy = mg_alloc(p->graph.n, dim), err));
    memcpy(copy, pin, p->graph.n * dim);
  }
  mg_free(p->pin);
  p->pin = copy;
  p->pin_dim = dim;
  return MGNN_OK;
}

mgnn_status
mgnn_place(const mgnn_problem *p, size_t dim, unsigned long seed, double scale,
           double *x, mgnn_error *err)
{
  size_t n = p->graph.n;

  PASS(mg_problem_dim_check(p, dim, err));
#pragma omp parallel for num_threads(mg_threads(0)) if (n > 10000)
  for (size_t i = 0; i < n; i++)
    mg_random_place(seed, i, dim, scale, x + i * dim);
  return MGNN_OK;
}

void
mgnn_rescale(const mgnn_problem *p, size_t dim, double *x, int to_y)
{
  mg_graph_rescale(&p->graph, dim, x, to_y);
}

mgnn_status
mgnn_problem_chirality_set(mgnn_problem *p, size_t count, const mgnn_node *nodes,
                           const signed char *sign, const double *volume,
                           mgnn_error *err)
{
  return mg_chirality_set(&p->terms.chirality, &p->graph, count, nodes, sign,
                          volume, err);
}

size_t
mgnn_problem_chirality_count(const mgnn_problem *p)
{
  return p->terms.chirality.count;
}

int
mgnn_problem_chirality(const mgnn_problem *p, size_t k, mgnn_node *nodes,
                       double *volume)
{
  const mg_chirality *c = &p->terms.chirality;
  double lower = c->lower[k], upper = c->upper[k];

  memcpy(nodes, c->node + 4 * k, 4 * sizeof *nodes);
  if (volume != NULL)
    *volume = isinf(lower) || isinf(upper) ? NAN : fabs(lower);
  return upper > 0 ? 1 : -1;
}

size_t
mgnn_chirality_right(const mgnn_problem *p, size_t dim, const double *y)
{
  return dim < 3 ? 0 : mg_chirality_right(&p->terms.chirality, dim, y);
}

mgnn_status
mgnn_problem_min_distance_set(mgnn_problem *p, double x, mgnn_error *err)
{
  if (!(x >= 0) || !mg_length_allowed(x))
    return mg_fail(err, MGNN_EINVAL, "the least distance is %g, must be 0 or a "
                   "length", x);
  p->terms.min_distance = x;
  return MGNN_OK;
}
