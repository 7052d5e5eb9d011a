/* Gauss and Newton's steps on E in a graph that is divided among ranks. */
#ifndef MG_SHARD_NEWTON_H
#define MG_SHARD_NEWTON_H

#include "base/graph.h"
#include "checkpoint.h"
#include "shard_task.h"
#include "solve/descent/lbfgs.h"

/* E as it is minimised. */
typedef struct {
  const mg_shard_task *task;
  const mg_graph *view;        /* the own rows; neighbours may be ghosts */
  const mg_objective *f;       /* E and half its gradient */
  double tolerance;            /* as in mg_lbfgs_options, where patience is 2; as much per
                                  iteration of conjugate gradients is asked for too */
  double scale;                /* sum of w M^2 */
  double floor;                /* of the scale: as good as 0, unless less is cheap */
  mg_checkpoint *keep;         /* NULL, or as in mg_shard_stress */
} mg_shard_newton_task;

/* Minimise E from y (own * dim), in place: E never rises, and the bits are the same for
 * every division of the nodes.  Adds to *out and to the limits.  Collective. */
mgnn_status mg_shard_newton(const mg_shard_newton_task *t, double *y,
                            mg_lbfgs_result *out, mgnn_error *err);

#endif
