/* Nodes outside the main cluster: placed, and placed again where they went
 * wrong, while what is right stays. */
#ifndef MG_FILL_REGIONS_H
#define MG_FILL_REGIONS_H

#include "rigid_body.h"
#include "solve/descent/locate.h"
#include "solve/run_control.h"

typedef struct {
  const mg_task *task;
  mg_locator locator;          /* for its graph */
  const mg_bodies *clusters;   /* indexed; rigid bodies, or NULL */
  double good;                 /* stress of a region that needs no more */
  size_t tries;                /* per region */
  double *y;                   /* n*dim */
  unsigned char *placed;       /* n: y is known */
} mg_filling;

/* Solve the nodes marked in `loose` again, each connected region of them on
 * its own; other placed nodes stay.  A region whose nodes were all placed
 * before is changed only if its energy falls.  `round` varies the random
 * numbers.  All of them are placed afterwards.  Returns MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_fill_regions(mg_filling *t, const unsigned char *loose,
                            unsigned round, mgnn_error *err);

/* What to solve again. */
typedef struct {
  double error;                /* relative error of an edge that is too large, */
  double share;                /* and above this share of the largest: a fault
                                  spreads over what is loose, and is worst where
                                  it is */
  size_t hops;                 /* around such edges */
  int bodies;                  /* and the clusters, but for the first, that such
                                  nodes are in */
} mg_fill_rules;

/* Mark these nodes in `loose`; never those marked in `held` (or NULL).  Returns
 * how many are marked. */
size_t mg_fill_mark(const mg_filling *t, mg_fill_rules rules,
                    const unsigned char *held, unsigned char *loose);

#endif
