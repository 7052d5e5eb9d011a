/* A layout problem: graph, lengths, pins and other constraints. */
#ifndef MG_PROBLEM_H
#define MG_PROBLEM_H

#include "base/graph.h"
#include "terms.h"

enum { MG_DIM_MAX = 10000 };

/* The errors of lengths, as far as they are known; weights follow from them. */
typedef struct {
  const char *kind;            /* "absolute", "relative"; or NULL: not given */
  double sigma;                /* standard deviation, as a length or (relative) as a
                                  share of each length; 0: not known */
  double unit;                 /* relative: the length at which weight equals
                                  stiffness, the root mean square; else 1 */
} mg_error_model;

struct mgnn_problem {
  mg_graph graph;
  size_t pin_dim;              /* coordinates of a node in `pin` */
  unsigned char *pin;          /* n*pin_dim, nonzero: held; or NULL: no pins */
  mg_terms terms;              /* constraints besides lengths */
  mg_error_model noise;        /* errors of lengths */
  double *given;               /* m stiffnesses as given, if the noise is relative,
                                  as the graph then has weights; or NULL */
  char **name, *name_text;     /* n names of nodes, and their bytes; or NULL */
  mg_notes notes;              /* about the file it was read from */
};

/* The first edge of length 0, to which no error can be relative; m: none. */
size_t mg_noise_zero(const mg_graph *g);

/* The standard deviation of a length of stiffness 1; 0: not known. */
static inline double
mg_problem_sigma(const mgnn_problem *p)
{
  return p->noise.kind != NULL ? p->noise.sigma * p->noise.unit : 0;
}

/* Check the dimension of a drawing: MGNN_EINVAL if it is 0, too large, or differs from
 * that of the pins. */
mgnn_status mg_problem_dim_check(const mgnn_problem *p, size_t dim,
                                 mgnn_error *err);

/* The same without a problem, and so without pins. */
mgnn_status mg_dim_check(size_t dim, mgnn_error *err);

/* Check positions, n*dim: MGNN_EINVAL if a coordinate is infinite, NAN or too large.
 * Only coordinates with held nonzero are checked; NULL: all. */
mgnn_status mg_positions_check(size_t n, size_t dim, const double *y,
                               const unsigned char *held, mgnn_error *err);

/* MGNN_EINVAL if a limit or a tolerance is negative or NAN.  (With NAN, later
 * comparisons would silently be false.) */
mgnn_status mg_control_check(const mgnn_control *control, mgnn_error *err);
mgnn_status mg_tolerance_check(double tolerance, mgnn_error *err);

/* As mgnn_problem_new, but `ends` is taken over, and freed if the call fails;
 * `without` as in mg_graph_make. */
mgnn_status mg_problem_take(mgnn_problem **out, size_t n, size_t m,
                            unsigned *ends, int without, mgnn_error *err);

#endif
