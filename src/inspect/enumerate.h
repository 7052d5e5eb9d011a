/* Other drawings with the same lengths, by branch and prune along a discretization
 * order of the nodes: all drawings if the order uses exact lengths only. */
#ifndef MG_ENUMERATE_H
#define MG_ENUMERATE_H

#include "problem/problem.h"

typedef struct {
  const mgnn_problem *p;
  size_t dim;
  const double *y;             /* n*dim: the known drawing, with the pins' places */
  double tolerance;            /* largest relative error of a length in a
                                  drawing */
  /* Called with every drawing, n*dim doubles that it may change, until it sets
   * *enough to nonzero; later drawings are only counted. */
  mgnn_status (*found)(void *ctx, double *x, int *enough, mgnn_error *err);
  void *ctx;
  const size_t *kept;          /* number of drawings that `found` took as new */
  unsigned long seed;          /* of random places in arcs */
  double work;                 /* > 0: compare at most so many places, try no arcs,
                                  stop at *enough; 0: some seconds */
} mg_enumeration;

typedef struct {
  int ordered;                 /* an order by exact lengths exists */
  int arcs;                    /* else, an order with intervals exists and was used;
                                  if both are 0, nothing was done */
  double count;                /* number of drawings: up to congruence, or with the
                                  pins in place */
  int complete;                /* all drawings were found, up to rounding; always 0
                                  if y meets the lengths only roughly */
} mg_enumerated;

/* Search the whole tree by branch and prune, for some seconds at most.  An order
 * with intervals gives arcs of places, so a continuum of drawings: the search tries
 * the middles of the arcs, then random places, until `found` has enough or further
 * passes find nothing new; `count` is then 0, and only the drawings `found` kept
 * are known.  Returns MGNN_OK, MGNN_ENOMEM or the status that `found` returned. */
mgnn_status mg_enumerate(const mg_enumeration *e, mg_enumerated *out,
                         mgnn_error *err);

/* The number of dimensions that the pinned nodes of a problem span: SIZE_MAX without
 * pins; 0 also if some nodes have only some of their coordinates pinned. */
size_t mg_pins_span(const mgnn_problem *p, size_t dim, const double *y);

#endif
