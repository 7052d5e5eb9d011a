/* The trajectory of a search: a bounded number of its positions, at about even
 * steps of motion and of decrease of the objective. */
#ifndef MG_TRAJECTORY_H
#define MG_TRAJECTORY_H

#include "base/error.h"

typedef struct mg_trajectory {
  size_t n, dim;
  size_t most;                 /* largest number of points kept, at least 8 */
  size_t count;
  double *x;                   /* count * n*dim */
  size_t *iteration;           /* of each point; two may share a number if a
                                  part was moved between descents */
  double *value;               /* of the objective; never rises */
  double *length;              /* distance travelled from the first point, root
                                  mean square over the nodes */
  /* NULL, or computes the value of a point added without one; MGNN_ENOMEM on
   * allocation failure. */
  mgnn_status (*evaluate)(void *ctx, const double *x, double *value);
  void *ctx;

  size_t capacity;             /* points that x has memory for */
  size_t before;               /* iterations before the present descent */
  int failed;                  /* nonzero: an allocation failed, points are missing */
} mg_trajectory;

/* Make an empty trajectory of n nodes in dim dimensions.  `most` of 0 chooses a
 * number that keeps the memory within bounds. */
void mg_trajectory_init(mg_trajectory *t, size_t n, size_t dim, size_t most);
void mg_trajectory_free(mg_trajectory *t);

/* Remove all points; swap two trajectories of the same nodes. */
void mg_trajectory_clear(mg_trajectory *t);
void mg_trajectory_swap(mg_trajectory *a, mg_trajectory *b);

/* Add the positions after an iteration; iteration 0 begins a descent, which
 * continues from the last point, moved or not.  A point with a value above the
 * last one is left out.  A value of NAN is evaluated.  Cheap: one pass over the
 * positions. */
void mg_trajectory_add(mg_trajectory *t, size_t iteration, const double *x,
                       double value);

/* MGNN_ENOMEM if a point could not be stored. */
mgnn_status mg_trajectory_check(const mg_trajectory *t, mgnn_error *err);

/* Renumber the nodes of all points for a graph in other numbers: node a becomes
 * node[a] of n. */
mgnn_status mg_trajectory_renumber(mg_trajectory *t, const unsigned *node,
                                   mgnn_error *err);

/* Align the trajectory to its final positions y: move all points by the one
 * rigid motion (mirror images allowed) that brings the last one nearest to y.
 * With `steady` then turn and shift each point, from the last back, to fit the
 * one after it, so that the nodes neither spin nor drift. */
mgnn_status mg_trajectory_align(mg_trajectory *t, const double *y, int steady,
                                mgnn_error *err);

/* Trajectories of parts of a graph. */
typedef struct {
  mg_trajectory *part;
  const unsigned **node;       /* node numbers of part[p]: node[p] */
  size_t count;
} mg_trajectory_parts;

/* Join the parts: point k of the whole shows every part after the same share of
 * its points.  Values and iterations are added up.  Nodes in no part stay at y
 * (whole n*dim).  out is initialised here. */
mgnn_status mg_trajectory_join(mg_trajectory *out, const double *y, size_t n,
                               size_t dim, const mg_trajectory_parts *parts,
                               mgnn_error *err);

/* The root mean square distance between two sets of n positions. */
double mg_rms_distance(const double *x, const double *y, size_t n, size_t dim);

#endif
