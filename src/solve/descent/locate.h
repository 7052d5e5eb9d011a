/* Where one node belongs, given where its neighbours are. */
#ifndef MG_LOCATE_H
#define MG_LOCATE_H

#include "base/graph.h"

/* Scratch, made once and used for many nodes.  One thread at a time. */
typedef struct {
  size_t dim;
  unsigned long seed;
  double mean;                 /* mean length: the unit of random moves */
  double *at, *length, *weight;  /* of the neighbours that count */
  double *matrix, *axes;       /* dim*dim each */
  double *value, *work;        /* eigenvalues, and what finding them needs */
  double *vector;              /* some vectors of dim */
  double *rival;               /* the best place elsewhere, if there is one */
} mg_locator;

typedef struct {
  size_t count;                /* neighbours that were used */
  double energy;               /* sum of w (r - m)^2 over their edges */
  double other;                /* the same for the best place elsewhere, such
                                  as the mirror image; INFINITY if none */
  double flat;                 /* how far the neighbours are from lying in a
                                  hyperplane, in mean lengths (RMS) */
} mg_location;

/* For the nodes of g, or of parts of it, in `dim` dimensions.  MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_locator_init(mg_locator *l, const mg_graph *g, size_t dim,
                            unsigned long seed, mgnn_error *err);
void mg_locator_free(mg_locator *l);

/* The place x (dim doubles) of node i with the least energy towards its
 * neighbours in y; only those with use[j] nonzero, if use is not NULL.  x is
 * not read, so that a wrong place is not kept.  Without neighbours x is
 * random, near the origin. */
mg_location mg_locate(mg_locator *l, const mg_graph *g, size_t i,
                      const double *y, const unsigned char *use, double *x);

/* The same, written into y; where a mirror image is about as good, one of the
 * two at random. */
void mg_locate_either(mg_locator *l, const mg_graph *g, size_t i, double *y,
                      const unsigned char *use, uint64_t *stream);

#endif
