/* Lengths among which some are grossly wrong: least squares reweighted by the
 * residuals until those that contradict the others do not count. */
#ifndef MG_ROBUST_H
#define MG_ROBUST_H

#include "base/graph.h"
#include "problem/problem.h"

/* Where a wrong length and some right ones agree on another place, weights that
 * follow from residuals keep a node there.  Look, for each node with mark[i] nonzero
 * and without pin, for the place in y where the sum of min((r - m)^2 w, most) is least,
 * among those that few of its lengths give.  *moved: how many nodes found a better
 * one.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_robust_places(const mg_graph *g, size_t dim, const unsigned char *pin,
                             const unsigned char *mark, double most, double *y,
                             size_t *moved, mgnn_error *err);

/* An edge whose length is more likely wrong than right. */
typedef struct {
  double odds;
  size_t edge;
} mg_suspect;

struct mgnn_robust {
  size_t m;
  double *odds;                /* m: that the length is wrong, to that it is not */
  double *weight;              /* m: what its stiffness was multiplied by, last */
  mg_suspect *suspect;         /* those with odds above 1, the largest first */
  size_t suspects;
  double scale;                /* of the errors of the others, at weight 1 */
  double unit;                 /* of what is said in the problem's terms */
  double share;                /* of wrong lengths, estimated */
  size_t rounds;
};

#endif
