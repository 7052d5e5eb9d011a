/* Clusters put together from rigid bodies. */
#ifndef MG_MERGE_PATCHES_H
#define MG_MERGE_PATCHES_H

#include "solve/run_control.h"
#include "rigid_body.h"

typedef struct {
  double rms;                  /* of a fit; in units of length */
  double error;                /* of an edge, relative */
  double overlap;              /* the share of a body that must be placed */
  double polish;               /* descend each time a cluster has so many times
                                  as many nodes */
} mg_merge_rules;

/* Put bodies (indexed) together: from the largest on, the body with most
 * nodes in the cluster is aligned to these; it joins if it fits, if its mirror
 * image would not, and if edges to its new nodes have their lengths.  When no
 * more fits another cluster begins, as long as there are bodies with dim + 2
 * nodes in none.  The clusters are appended to *out, the largest first; they
 * may overlap.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_merge_patches(const mg_task *t, const mg_merge_rules *rules,
                             const mg_bodies *bodies, mg_bodies *out,
                             mgnn_error *err);

#endif
