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
} mg_rigidity_matrix;

/* The graph and `fixed` are borrowed.  Free with mg_rigidity_matrix_free. */
mgnn_status mg_rigidity_matrix_init(mg_rigidity_matrix *f, const mg_graph *g, size_t dim,
                          const unsigned char *fixed, mgnn_error *err);
void mg_rigidity_matrix_free(mg_rigidity_matrix *f);

/* Take up the positions x: fills unit and length. */
void mg_rigidity_matrix_set(mg_rigidity_matrix *f, const double *x);

/* Factorise at the positions taken up last.  0 if that fails.  Time
 * O(size^3). */
int mg_rigidity_matrix_factor(mg_rigidity_matrix *f);

/* force = (R^T R + ridge)^-1 R^T w, for w of m numbers, with the factor that
 * there is: how to move so that the lengths change by w, as nearly as they
 * can. */
void mg_rigidity_matrix_solve(mg_rigidity_matrix *f, const double *w);

/* w -= R force */
void mg_rigidity_matrix_subtract(const mg_rigidity_matrix *f, double *w);

/* Gauss-Newton steps from x, in place, as long as they help.  Where the
 * lengths can be met nearby they are met to rounding.  *energy is E at x; at
 * or below `floor` nothing is done.  The factor that stays is of about the
 * final positions.  Extra memory: `left` has m doubles, `next` has size. */
void mg_rigidity_matrix_newton(mg_rigidity_matrix *f, double floor, double *x, double *energy,
                     double *left, double *next);

#endif
