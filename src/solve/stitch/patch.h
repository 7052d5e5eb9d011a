/* Patches: the nodes nearest to a centre, solved on their own and reduced to
 * what their lengths hold in one shape. */
#ifndef MG_PATCH_H
#define MG_PATCH_H

#include "base/graph.h"
#include "rigid_body.h"
#include "solve/run_control.h"

/* Take away nodes with fewer than k neighbours left, as long as there are any.
 * order receives all n nodes: first those taken away, in that order, then the
 * k-core, by number.  *outside is how many were taken away.  Returns MGNN_OK or
 * MGNN_ENOMEM.  Time O(n + m). */
mgnn_status mg_k_core(const mg_graph *g, size_t k, unsigned *order,
                      size_t *outside, mgnn_error *err);

/* The largest part around `centre` that is globally rigid, by a numerical test
 * at the positions x, which must meet the lengths (or be random, if only the
 * graph matters): keep[i] is 1 for its nodes, 0 for others, and for all
 * if there is none of at least dim + 2 nodes.  The test is random, from `seed`;
 * its thresholds are no proof, and near-degenerate positions can deceive it, in
 * space more than in the plane.  Returns MGNN_OK, MGNN_ENOMEM or
 * MGNN_EINVAL (numbers too large).  Time O((n dim)^3), for graphs of up to some
 * hundred nodes. */
mgnn_status mg_rigid_part(const mg_graph *g, size_t dim, const double *x,
                          size_t centre, uint64_t seed, unsigned char *keep,
                          mgnn_error *err);

typedef struct {
  const mg_task *task;
  size_t size;                 /* nodes per patch, before it is reduced to its
                                  core */
  size_t lifts;                /* at most */
  double good;                 /* stress at which no more lifts are made */
  double accept;               /* patches with more stress are dropped */
  const mg_bodies *known;      /* indexed; distances taken as edges, or NULL */
} mg_patch_rules;

/* How well the lengths of a patch fit together. */
typedef struct {
  double stress;               /* that was reached; INFINITY: it fell apart */
  size_t lengths;              /* in its core */
  size_t redundant;            /* those beyond its coordinates up to motion */
} mg_patch_fit;

/* Solve a patch around each of the centres and append what is kept to *out, in
 * the order of the centres.  The work ends early when the run is over.  fit:
 * NULL, or one per centre, filled (patches are then not filtered nor appended).
 * Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_patches_solve(const mg_patch_rules *rules,
                             const unsigned *centre, size_t count,
                             mg_bodies *out, mg_patch_fit *fit, mgnn_error *err);

#endif
