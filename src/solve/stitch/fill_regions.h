/* Place the nodes outside the main cluster, region by region, and place badly
 * fitting regions again while the rest stays. */
#ifndef MG_FILL_REGIONS_H
#define MG_FILL_REGIONS_H

#include "rigid_body.h"
#include "solve/descent/locate.h"
#include "solve/run_control.h"

typedef struct {
  const mg_task *task;
  mg_locator locator;          /* for the graph of the task */
  const mg_bodies *clusters;   /* indexed; rigid bodies, or NULL */
  double good;                 /* stress at which a region is good enough */
  size_t tries;                /* per region */
  double *y;                   /* n*dim */
  unsigned char *placed;       /* n: nonzero if y has the node's position */
} mg_filling;

/* Place the nodes marked in `loose` again, each connected region of them
 * separately; other placed nodes stay.  A region whose nodes all had positions
 * is changed only if its energy falls.  `round` varies the random numbers.
 * Afterwards all these nodes are placed.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_fill_regions(mg_filling *t, const unsigned char *loose,
                            unsigned round, mgnn_error *err);

/* Which nodes to solve again. */
typedef struct {
  double error;                /* ends of edges with a larger relative error */
  double share;                /* than this, and than this share of the largest
                                  error: an error spreads over loose nodes, and
                                  is largest near its cause */
  size_t hops;                 /* nodes within so many hops of these ends */
  int bodies;                  /* nonzero: also all clusters, except the first,
                                  with such nodes */
} mg_fill_rules;

/* Mark the nodes that the rules select in `loose`, except those marked in
 * `held` (or NULL).  Returns the number of marked nodes. */
size_t mg_fill_mark(const mg_filling *t, mg_fill_rules rules,
                    const unsigned char *held, unsigned char *loose);

#endif
