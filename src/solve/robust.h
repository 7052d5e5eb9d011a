/* Lengths among which some are grossly wrong: least squares reweighted by the
 * residuals until those that contradict the others do not count. */
#ifndef MG_ROBUST_H
#define MG_ROBUST_H

#include "problem/problem.h"

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
