/* Merge rigid bodies into clusters. */
#ifndef MG_MERGE_PATCHES_H
#define MG_MERGE_PATCHES_H

#include "solve/run_control.h"
#include "rigid_body.h"

typedef struct {
  double rms;                  /* largest residual of a fit; in units of length */
  double error;                /* largest relative error of an edge */
  double overlap;              /* share of a body's nodes that must be placed */
  double polish;               /* descend whenever a cluster has grown by this
                                  factor */
} mg_merge_rules;

/* Merge bodies (indexed).  A cluster begins with the largest body; then the
 * body with most nodes in it is aligned to these, and joins if the fit is
 * close, that of its mirror image is not, and edges to its new nodes have their
 * lengths.  If no more bodies fit another cluster begins, as long as a body has
 * dim + 2 nodes in no cluster.  The clusters are appended to *out, the largest
 * first, and may overlap.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_merge_patches(const mg_task *t, const mg_merge_rules *rules,
                             const mg_bodies *bodies, mg_bodies *out,
                             mgnn_error *err);

#endif
