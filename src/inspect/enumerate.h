/* Drawings with the same lengths, where these have a discretization order: all of
 * them if it is one of exact lengths. */
#ifndef MG_ENUMERATE_H
#define MG_ENUMERATE_H

#include "problem/problem.h"

typedef struct {
  const mgnn_problem *p;
  size_t dim;
  const double *y;             /* n*dim: pinned nodes are where it has them */
  double tolerance;            /* relative: drawings that miss a length by more
                                  are none */
  /* Called with every drawing, n*dim doubles that may be changed, until it sets
   * *enough to nonzero: from then on drawings are only counted. */
  mgnn_status (*found)(void *ctx, double *x, int *enough, mgnn_error *err);
  void *ctx;
  const size_t *kept;          /* how many drawings `found` took as new */
  unsigned long seed;          /* of places in arcs */
  double work;                 /* places compared, at most, without arcs, and no
                                  further than it is enough; 0: some seconds */
} mg_enumeration;

typedef struct {
  int ordered;                 /* there is an order of exact lengths */
  int arcs;                    /* there is none, but one with intervals; without
                                  either nothing was done */
  double count;                /* of the drawings up to congruence, or of those
                                  with the pins where they are */
  int complete;                /* there are no others, to rounding; 0 also where
                                  y meets the lengths only nearly */
} mg_enumerated;

/* Branch and prune over all of the tree, for some seconds at most.  Intervals in an
 * order leave arcs, and a continuum of drawings: these are tried at their middles,
 * and then, until it is enough or passes over the tree bring nothing new, at random
 * places; `count` is 0 then, and what `found` keeps is all that is known.  MGNN_OK,
 * MGNN_ENOMEM or what `found` returns. */
mgnn_status mg_enumerate(const mg_enumeration *e, mg_enumerated *out,
                         mgnn_error *err);

/* How many dimensions the pinned nodes of a problem span: SIZE_MAX without pins;
 * 0 also where only some coordinates of nodes are pinned. */
size_t mg_pins_span(const mgnn_problem *p, size_t dim, const double *y);

#endif
