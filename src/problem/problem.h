/* Graph, lengths and pins, checked once and then only read. */
#ifndef MG_PROBLEM_H
#define MG_PROBLEM_H

#include "base/graph.h"
#include "terms.h"

enum { MG_DIM_MAX = 10000 };

/* What is known of the errors of lengths, and how they count because of it. */
typedef struct {
  const char *kind;            /* "absolute", "relative"; or NULL: none said */
  double sigma;                /* standard deviation: a length, or a share of each;
                                  0: not known */
  double unit;                 /* relative: the length whose weight is its
                                  stiffness, the root mean square; else 1 */
} mg_error_model;

struct mgnn_problem {
  mg_graph graph;
  size_t pin_dim;              /* coordinates of a node in `pin` */
  unsigned char *pin;          /* n*pin_dim, nonzero is held; or NULL: none */
  mg_terms terms;              /* what is asked for beside lengths */
  mg_error_model noise;        /* errors of lengths */
  double *given;               /* m stiffnesses as given, where the noise is
                                  relative and the graph has others; or NULL */
  char **name, *name_text;     /* n names of nodes, and their bytes; or NULL */
  mg_notes notes;              /* about the file that it was read from */
};

/* An edge whose error cannot be relative to its length, which is 0; m: none. */
size_t mg_noise_zero(const mg_graph *g);

/* The standard deviation of a length of stiffness 1; 0: not known. */
static inline double
mg_problem_sigma(const mgnn_problem *p)
{
  return p->noise.kind != NULL ? p->noise.sigma * p->noise.unit : 0;
}

/* Whether the problem can be placed in so many dimensions: MGNN_EINVAL if there
 * are too many of them, none, or others than the pins have. */
mgnn_status mg_problem_dim_check(const mgnn_problem *p, size_t dim,
                                 mgnn_error *err);

/* The same for points without a problem. */
mgnn_status mg_dim_check(size_t dim, mgnn_error *err);

/* Whether positions, n*dim, can be computed with: MGNN_EINVAL if one is not
 * finite or too large.  held: only those where it is not 0; NULL: all. */
mgnn_status mg_positions_check(size_t n, size_t dim, const double *y,
                               const unsigned char *held, mgnn_error *err);

/* MGNN_EINVAL if a limit or a tolerance is negative or NAN, which no
 * comparison would notice. */
mgnn_status mg_control_check(const mgnn_control *control, mgnn_error *err);
mgnn_status mg_tolerance_check(double tolerance, mgnn_error *err);

/* As mgnn_problem_new, but `ends` is taken over, and freed if the call fails;
 * `without` as in mg_graph_make. */
mgnn_status mg_problem_take(mgnn_problem **out, size_t n, size_t m,
                            unsigned *ends, int without, mgnn_error *err);

#endif
