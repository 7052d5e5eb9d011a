/* Layout with some grossly wrong lengths: least squares reweighted by the
 * residuals until lengths that contradict the others no longer count. */
#ifndef MG_ROBUST_H
#define MG_ROBUST_H

#include "base/graph.h"
#include "problem/problem.h"

/* Move nodes that wrong lengths hold at a wrong place, where reweighting by
 * residuals would leave them.  For each node with mark[i] nonzero and without
 * pins, try the places in y that small samples of its lengths give, and keep
 * the one with the least sum of min((r - m)^2 w, most).  *moved: how many nodes
 * found a better place.  MGNN_OK or MGNN_ENOMEM. */
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
  double *odds;                /* m: odds that the length is wrong */
  double *weight;              /* m: last factor of its stiffness */
  mg_suspect *suspect;         /* edges with odds above 1, the largest first */
  size_t suspects;
  double scale;                /* of the errors of right lengths, at weight 1 */
  double unit;                 /* unit of scale, to report it in the problem's units */
  double share;                /* estimated share of wrong lengths */
  size_t rounds;
};

#endif
