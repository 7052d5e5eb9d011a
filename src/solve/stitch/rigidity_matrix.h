/* A small graph as a framework of bars: its rigidity matrix at some positions,
 * and the equations that go with it. */
#ifndef MG_RIGIDITY_MATRIX_H
#define MG_RIGIDITY_MATRIX_H

#include "base/graph.h"

/* Row e of the rigidity matrix R holds the unit vector of edge e at one end
 * and its opposite at the other: R v is how fast the lengths change when the
 * nodes move by v, R^T w is what force the tensions w leave at the nodes. */
typedef struct {
  const mg_graph *graph;
  size_t dim, size;            /* size = n * dim */
  const unsigned char *fixed;  /* per node, nonzero: cannot move; or NULL */
  double *unit, *length;       /* m*dim and m: of the edges at the positions */
  double *force;               /* size: R^T w, or how to move */
  double *normal;              /* size^2: Cholesky factor of R^T R + ridge */
} mg_frame;

/* The graph and `fixed` are borrowed.  Free with mg_frame_free. */
mgnn_status mg_frame_init(mg_frame *f, const mg_graph *g, size_t dim,
                          const unsigned char *fixed, mgnn_error *err);
void mg_frame_free(mg_frame *f);

/* Take up the positions x: fills unit and length. */
void mg_frame_at(mg_frame *f, const double *x);

/* Factorise at the positions taken up last.  0 if that fails.  Time
 * O(size^3). */
int mg_frame_factor(mg_frame *f);

/* force = (R^T R + ridge)^-1 R^T w, for w of m numbers, with the factor that
 * there is: how to move so that the lengths change by w, as nearly as they
 * can. */
void mg_frame_answer(mg_frame *f, const double *w);

/* w -= R force */
void mg_frame_subtract(const mg_frame *f, double *w);

/* Gauss-Newton steps from x, in place, as long as they help.  Where the
 * lengths can be met nearby they are met to rounding.  *energy is E at x; at
 * or below `floor` nothing is done.  The factor that stays is of about the
 * final positions.  Extra memory: `left` has m doubles, `next` has size. */
void mg_frame_newton(mg_frame *f, double floor, double *x, double *energy,
                     double *left, double *next);

#endif
