/* The public handle: what the kernels need, and the checks at the door. */
#include "problem.h"
#include "base/mem.h"
#include "config.h"

#include <string.h>

const char *
mgnn_version(void)
{
  return PACKAGE_VERSION;
}

mgnn_status
mg_problem_take(mgnn_problem **out, size_t n, int dim, size_t m,
                unsigned *ends, int without, mgnn_error *err)
{
  mgnn_problem *p;
  mgnn_status status;

  *out = NULL;
  p = mg_zalloc(1, sizeof *p);
  if (p == NULL)
    status = mg_fail_memory(err);
  else if (dim < 1 || dim > MG_DIM_MAX)
    status = mg_fail(err, MGNN_EINVAL, "the dimension is %d, must be within 1 "
                     "and %d", dim, MG_DIM_MAX);
  else
    status = mg_graph_make(&p->graph, n, m, ends, without, err);
  if (status != MGNN_OK) {
    mg_free(ends);
    mg_free(p);
    return status;
  }
  p->dim = dim;
  *out = p;
  return MGNN_OK;
}

mgnn_status
mgnn_problem_new(mgnn_problem **out, size_t n, int dim, size_t m,
                 const size_t *ends, const double *length, mgnn_error *err)
{
  unsigned *copy;
  mgnn_status status;

  *out = NULL;
  copy = mg_alloc(m, 2 * sizeof *copy);
  if (copy == NULL)
    return mg_fail_memory(err);
  for (size_t k = 0; k < 2 * m; k++)
    copy[k] = ends[k] < n ? (unsigned)ends[k] : 0xffffffffU;
  status = mg_problem_take(out, n, dim, m, copy, 0, err);
  if (status == MGNN_OK && length != NULL) {
    status = mg_graph_lengths_set(&(*out)->graph, length, NULL, err);
    if (status != MGNN_OK) {
      mgnn_problem_free(*out);
      *out = NULL;
    }
  }
  return status;
}

void
mgnn_problem_free(mgnn_problem *p)
{
  if (p == NULL)
    return;
  mg_graph_free(&p->graph);
  mg_free(p->pin);
  mg_free(p);
}

size_t
mgnn_problem_nodes(const mgnn_problem *p)
{
  return p->graph.n;
}

size_t
mgnn_problem_edges(const mgnn_problem *p)
{
  return p->graph.m;
}

int
mgnn_problem_dim(const mgnn_problem *p)
{
  return p->dim;
}

const unsigned *
mgnn_problem_ends(const mgnn_problem *p)
{
  return p->graph.ends;
}

const double *
mgnn_problem_lengths(const mgnn_problem *p)
{
  return p->graph.target;
}

mgnn_status
mgnn_problem_bounds_set(mgnn_problem *p, const double *lower,
                        const double *upper, mgnn_error *err)
{
  return mg_graph_lengths_set(&p->graph, lower, upper, err);
}

mgnn_status
mgnn_problem_stiffness_set(mgnn_problem *p, const double *stiffness,
                           mgnn_error *err)
{
  return mg_graph_stiffness_set(&p->graph, stiffness, err);
}

void
mgnn_problem_self_loops_set(mgnn_problem *p, int on)
{
  mg_graph_loops_set(&p->graph, on);
}

mgnn_status
mgnn_problem_pins_set(mgnn_problem *p, const unsigned char *pin,
                      mgnn_error *err)
{
  size_t size = p->graph.n * (size_t)p->dim;
  unsigned char *copy = NULL;

  if (pin != NULL) {
    copy = mg_alloc(size, 1);
    if (copy == NULL)
      return mg_fail_memory(err);
    memcpy(copy, pin, size);
  }
  mg_free(p->pin);
  p->pin = copy;
  return MGNN_OK;
}

void
mgnn_rescale(const mgnn_problem *p, double *x, int to_y)
{
  size_t dim = (size_t)p->dim;

  for (size_t i = 0; i < p->graph.n; i++) {
    double root = mg_root(&p->graph, i);

    for (size_t c = 0; c < dim; c++)
      if (to_y)
        x[i * dim + c] /= root;
      else
        x[i * dim + c] *= root;
  }
}
