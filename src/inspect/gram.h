/* Tests whether distances between all pairs of points are Euclidean. */
#ifndef MG_GRAM_H
#define MG_GRAM_H

#include "base/error.h"

/* Largest numbers of points: for mg_gram_nearest, for the spectrum. */
enum { MG_NEAREST_MOST = 64, MG_GRAM_MOST = 1000 };

/* The spectrum of the Gram matrix -1/2 J D J of squared distances D, in units
 * of the largest of them. */
typedef struct {
  size_t n;
  double *value;               /* n eigenvalues, decreasing */
  double slack;                /* most that an eigenvalue can change if every
                                  distance changes by the tolerance */
} mg_gram;

/* Find the spectrum from n*n distances.  By Weyl's inequality an eigenvalue
 * changes by at most the norm of the change of the matrix, which is at most
 * (tolerance + tolerance^2/2) |D|_F; rounding is added to that.  Free with
 * mg_gram_free.  MGNN_OK or MGNN_ENOMEM.  Time O(n^3). */
mgnn_status mg_gram_init(mg_gram *out, size_t n, const double *distance,
                         double tolerance, mgnn_error *err);
void mg_gram_free(mg_gram *g);

/* Whether distances within the tolerance of these can be Euclidean in any
 * dimension; in `dim` dimensions.  0: they cannot. */
int mg_gram_euclidean(const mg_gram *g);
int mg_gram_fits(const mg_gram *g, size_t dim);

/* The dimension of the points: the number of eigenvalues above the slack. */
size_t mg_gram_dim(const mg_gram *g);

/* Place points by classical scaling: their distances are the given ones as far
 * as the first `dim` eigenvectors allow.  x has n*dim doubles. */
mgnn_status mg_gram_place(size_t n, const double *distance, size_t dim,
                          double *x, mgnn_error *err);

/* Find the Euclidean distances, of any dimension, whose squares are nearest to
 * the given ones' in the sum of squares.  Alternating projections with
 * Dykstra's correction (Glunt, Hayden, Hong and Wells 1990), onto the matrices
 * that are negative semidefinite across (1, ..., 1) and those with diagonal 0,
 * until a round changes less than 1e-10 of the whole, or 5000 rounds.  nearest
 * has n*n doubles. */
mgnn_status mg_gram_nearest(size_t n, const double *distance, double *nearest,
                            mgnn_error *err);

#endif
