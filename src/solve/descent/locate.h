/* Multilateration: find the place of one node from those of its neighbours. */
#ifndef MG_LOCATE_H
#define MG_LOCATE_H

#include "base/graph.h"

/* Scratch memory, allocated once for many nodes.  One thread at a time. */
typedef struct {
  size_t dim;
  unsigned long seed;
  double mean;                 /* mean length: the unit of random moves */
  double *at, *length, *weight;  /* of the neighbours used */
  double *matrix, *axes;       /* dim*dim each */
  double *value, *work;        /* eigenvalues, and scratch to find them */
  double *vector;              /* several vectors of length dim */
  double *rival;               /* the second best place, if any */
} mg_locator;

typedef struct {
  size_t count;                /* neighbours that were used */
  double energy;               /* sum of w (r - m)^2 over their edges */
  double other;                /* the same for the second best place, such as
                                  the mirror image; INFINITY if none */
  double flat;                 /* distance of the neighbours from their best
                                  hyperplane, in mean lengths (RMS) */
} mg_location;

/* Prepare to locate nodes of g, or of parts of it, in `dim` dimensions.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_locator_init(mg_locator *l, const mg_graph *g, size_t dim,
                            unsigned long seed, mgnn_error *err);
void mg_locator_free(mg_locator *l);

/* Find the place x (dim doubles) of node i with the least energy towards its
 * neighbours in y (if use is not NULL, only those with use[j] nonzero).  x is
 * output only, so a wrong place is not kept.  Without neighbours x is random,
 * near the origin. */
mg_location mg_locate(mg_locator *l, const mg_graph *g, size_t i,
                      const double *y, const unsigned char *use, double *x);

/* The same, written into y; if a mirror image is about as good, one of the two
 * at random. */
void mg_locate_either(mg_locator *l, const mg_graph *g, size_t i, double *y,
                      const unsigned char *use, uint64_t *stream);

#endif
