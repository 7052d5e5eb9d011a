/* Patches: the nodes nearest to a centre, solved on their own and reduced to
 * what their lengths hold in one shape. */
#ifndef MG_PATCH_H
#define MG_PATCH_H

#include "solve/run_control.h"
#include "rigid_body.h"

typedef struct {
  size_t dim;
  size_t size;                 /* nodes per patch, before peeling */
  size_t tries;                /* detours */
  int refine;                  /* finish by Newton's steps */
  double good;                 /* stress at which no more are made */
  double accept;               /* patches with more stress are dropped */
  const mg_pieces *known;      /* indexed; distances taken as edges, or NULL */
} mg_patch_rules;

/* Solve a patch around each of the centres and append what is kept to *out, in
 * the order of the centres.  how->over ends the work early.  stress: NULL, or
 * one number per centre: what was reached, INFINITY where the patch fell apart
 * (patches are then not filtered nor appended).  Returns MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_patches_solve(const mg_graph *g, const mg_patch_rules *rules,
                             const mg_effort *how, const unsigned *centre,
                             size_t count, mg_pieces *out, double *stress,
                             mgnn_error *err);

#endif
