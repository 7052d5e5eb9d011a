/* Distances between all pairs of some points: are they Euclidean? */
#ifndef MG_GRAM_H
#define MG_GRAM_H

#include "base/error.h"

/* Pairs of points up to which the nearest matrix is looked for. */
enum { MG_NEAREST_MOST = 64, MG_GRAM_MOST = 1000 };

/* The spectrum of the Gram matrix -1/2 J D J of squared distances D, in units
 * of the largest of them. */
typedef struct {
  size_t n;
  double *value;               /* n eigenvalues, falling */
  double slack;                /* by how much an eigenvalue can change if every
                                  distance changes by the tolerance */
} mg_gram;

/* From n*n distances.  By Weyl's inequality an eigenvalue moves by no more
 * than the norm of the change of the matrix, and that is at most
 * (tolerance + tolerance^2/2) |D|_F, to which rounding is added.  Free with
 * mg_gram_free.  MGNN_OK or MGNN_ENOMEM.  Time O(n^3). */
mgnn_status mg_gram_init(mg_gram *out, size_t n, const double *distance,
                         double tolerance, mgnn_error *err);
void mg_gram_free(mg_gram *g);

/* Whether distances within the tolerance of these can be Euclidean at all;
 * whether they can be those of points in `dim` dimensions.  0: they cannot. */
int mg_gram_euclidean(const mg_gram *g);
int mg_gram_fits(const mg_gram *g, size_t dim);

/* How many eigenvalues are above the slack: the dimension. */
size_t mg_gram_dim(const mg_gram *g);

/* Points whose distances are the given ones as far as the first `dim`
 * eigenvectors go (classical scaling): x has n*dim doubles. */
mgnn_status mg_gram_place(size_t n, const double *distance, size_t dim,
                          double *x, mgnn_error *err);

/* The Euclidean distances, of any dimension, whose squares are nearest to
 * those of the given ones in the sum of squares: alternating projections with
 * Dykstra's correction (Glunt, Hayden, Hong and Wells 1990) onto the matrices
 * that are negative semidefinite across (1, ..., 1) and those with diagonal 0,
 * until a round changes less than 1e-10 of the whole, or 5000 rounds.  nearest
 * has n*n doubles. */
mgnn_status mg_gram_nearest(size_t n, const double *distance, double *nearest,
                            mgnn_error *err);

#endif
