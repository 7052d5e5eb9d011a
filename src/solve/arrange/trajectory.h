/* The trajectory of a search: positions on it, a bounded number of them, at about
 * even steps of motion and of the decrease of what is minimised. */
#ifndef MG_TRAJECTORY_H
#define MG_TRAJECTORY_H

#include "base/error.h"

typedef struct mg_trajectory {
  size_t n, dim;
  size_t most;                 /* points that are kept, at least 8 */
  size_t count;
  double *x;                   /* count * n*dim */
  size_t *iteration;           /* of each; two may share a number where a part
                                  was moved between two descents */
  double *value;               /* of what is minimised; never rises */
  double *length;              /* motion since the first, root mean square over
                                  the nodes, added up along the points */
  /* NULL, or computes the value of a point that comes without; MGNN_ENOMEM on
   * allocation failure. */
  mgnn_status (*evaluate)(void *ctx, const double *x, double *value);
  void *ctx;

  size_t capacity;             /* points that x has memory for */
  size_t before;               /* iterations before the present descent */
  int failed;                  /* an allocation failed: it is not complete */
} mg_trajectory;

/* An empty trajectory of n nodes in dim dimensions.  `most` of 0 chooses a number
 * that keeps the memory within bounds. */
void mg_trajectory_init(mg_trajectory *t, size_t n, size_t dim, size_t most);
void mg_trajectory_free(mg_trajectory *t);

/* Forget the points; swap two trajectories of the same nodes. */
void mg_trajectory_clear(mg_trajectory *t);
void mg_trajectory_swap(mg_trajectory *a, mg_trajectory *b);

/* Add the positions after an iteration; iteration 0 is the beginning of a
 * descent, which goes on where the last one ended or was moved to since.  A
 * point with a value above the last one is left out.  A value of NAN is
 * evaluated.  Cheap: one pass over the positions. */
void mg_trajectory_add(mg_trajectory *t, size_t iteration, const double *x,
                       double value);

/* MGNN_ENOMEM if a point could not be kept. */
mgnn_status mg_trajectory_check(const mg_trajectory *t, mgnn_error *err);

/* Give the points the numbering of a larger or older graph: node a becomes
 * node[a] of n. */
mgnn_status mg_trajectory_renumber(mg_trajectory *t, const unsigned *node,
                                   mgnn_error *err);

/* Align the trajectory to y, where its last point has come to: all points by the
 * one rigid motion (mirror images allowed) that brings the last one to y; with
 * `steady` then each, from the last back, turned and shifted to the one after
 * it, so that the nodes neither spin nor drift. */
mgnn_status mg_trajectory_align(mg_trajectory *t, const double *y, int steady,
                                mgnn_error *err);

/* Trajectories of parts of a graph. */
typedef struct {
  mg_trajectory *part;
  const unsigned **node;       /* part[p] has its nodes in node[p] */
  size_t count;
} mg_trajectory_parts;

/* Put them together: point k of the whole is where every part is after the same
 * share of its points.  Values and iterations are added up.  Nodes in no part
 * stay where `y` (whole n*dim) has them.  out is initialised here. */
mgnn_status mg_trajectory_join(mg_trajectory *out, const double *y, size_t n,
                               size_t dim, const mg_trajectory_parts *parts,
                               mgnn_error *err);

/* The root mean square distance between two sets of n positions. */
double mg_rms_distance(const double *x, const double *y, size_t n, size_t dim);

#endif
