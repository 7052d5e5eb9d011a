/* Nodes outside the main cluster: placed, and placed again where they went
 * wrong, while what is right stays. */
#ifndef MG_FILL_REGIONS_H
#define MG_FILL_REGIONS_H

#include "solve/run_control.h"
#include "rigid_body.h"

typedef struct {
  const mg_graph *graph;
  size_t dim;                  /* up to MG_SETTLE_DIM */
  const mg_effort *how;
  const mg_pieces *clusters;   /* indexed; rigid bodies, or NULL */
  double good;                 /* stress of a region that needs no more */
  size_t tries;                /* per region */
  double *y;                   /* n*dim */
  unsigned char *placed;       /* n: y is known */
} mg_completion;

/* Solve the nodes marked in `loose` again, each connected region of them on
 * its own; other placed nodes stay.  A region whose nodes were all placed
 * before is changed only if its energy falls.  `round` varies the chances.
 * All of them are placed afterwards.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_complete(mg_completion *t, const unsigned char *loose,
                        unsigned round, mgnn_error *err);

/* Mark in `loose` the nodes within `hops` of an edge whose relative error is
 * above `wrong` and above `share` of the largest (a fault spreads over what is
 * loose, and is worst where it is), and with `bodies` also all of those clusters, but for the
 * first, that such nodes are in; never those marked in `held` (or NULL).
 * Returns how many are marked. */
size_t mg_complete_mark(const mg_completion *t, double wrong, double share,
                        size_t hops, int bodies, const unsigned char *held,
                        unsigned char *loose);

#endif
