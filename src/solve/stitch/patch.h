/* Patches: the nodes nearest to a centre, laid out separately and reduced to
 * the part that the lengths make globally rigid. */
#ifndef MG_PATCH_H
#define MG_PATCH_H

#include "base/graph.h"
#include "rigid_body.h"
#include "solve/run_control.h"

/* Remove nodes with fewer than k remaining neighbours, until there are no more.
 * order receives all n nodes: the removed ones in order of removal, then the
 * k-core by number.  *outside is how many were removed.  Returns MGNN_OK or
 * MGNN_ENOMEM.  Time O(n + m). */
mgnn_status mg_k_core(const mg_graph *g, size_t k, unsigned *order,
                      size_t *outside, mgnn_error *err);

/* Find the largest globally rigid part around `centre`, by a numerical test at
 * the positions x, which must meet the lengths (or be random, if only the graph
 * matters): keep[i] is 1 for its nodes, 0 for others, and 0 for all if it has
 * fewer than dim + 2 nodes.  The test is random, from `seed`; its thresholds
 * are no proof, and near-degenerate positions can deceive it, in space more
 * than in the plane.  Returns MGNN_OK, MGNN_ENOMEM or MGNN_EINVAL (numbers too
 * large).  Time O((n dim)^3), for graphs of up to some hundred nodes. */
mgnn_status mg_rigid_part(const mg_graph *g, size_t dim, const double *x,
                          size_t centre, uint64_t seed, unsigned char *keep,
                          mgnn_error *err);

typedef struct {
  const mg_task *task;
  size_t size;                 /* nodes per patch, before it is reduced */
  size_t lifts;                /* at most */
  double good;                 /* stress at which no more lifts are made */
  double accept;               /* patches with more stress are dropped */
  const mg_bodies *known;      /* indexed; gives known distances as extra edges; or
                                  NULL */
} mg_patch_rules;

/* How well the lengths of a patch fit together. */
typedef struct {
  double stress;               /* stress reached; INFINITY: the patch has no core */
  size_t lengths;              /* number of lengths in its core */
  size_t redundant;            /* lengths more than its degrees of freedom */
} mg_patch_fit;

/* Solve a patch around each centre and append the rigid parts to *out, in the
 * order of the centres.  Ends early when the run is over.  fit: NULL, or one
 * per centre, filled in (patches are then not filtered or appended).  Returns
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_patches_solve(const mg_patch_rules *rules,
                             const unsigned *centre, size_t count,
                             mg_bodies *out, mg_patch_fit *fit, mgnn_error *err);

#endif
