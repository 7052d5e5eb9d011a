/* Patches: the nodes nearest to a centre, solved on their own and reduced to
 * what their lengths hold in one shape. */
#ifndef MG_PATCH_H
#define MG_PATCH_H

#include "solve/run_control.h"
#include "rigid_body.h"

typedef struct {
  const mg_task *task;
  size_t size;                 /* nodes per patch, before it is reduced to its
                                  core */
  size_t lifts;                /* at most */
  int refine;                  /* finish by Gauss-Newton */
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
