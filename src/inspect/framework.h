/* A framework at random positions over a prime field.  Facts found for it hold
 * for generic positions, except with a small probability. */
#ifndef MG_FRAMEWORK_H
#define MG_FRAMEWORK_H

#include "fronts.h"
#include "rigidity.h"

typedef struct {
  const mg_bars *b;
  size_t dim;
  mg_field field;
  uint64_t *x;                 /* n*dim: the positions */
  uint64_t *value, *weight;    /* the rigidity matrix, 2*dim entries per bar,
                                  and a random number per bar */
  mg_shape shape;
  mg_fronts fronts;
  mg_factor factor;            /* factor whose rank is that of the framework */
  double work;                 /* multiplications that one elimination may take */
} mg_framework;

/* Return MGNN_EINVAL if the elimination needs more than `most`
 * multiplications. */
mgnn_status mg_framework_check(const mg_fronts *fronts, double most,
                               mgnn_error *err);

/* Set up a framework; the bars are borrowed.  On failure *out is left zeroed;
 * MGNN_EINVAL: it would take more than `work` multiplications. */
mgnn_status mg_framework_init(mg_framework *out, const mg_bars *b, size_t dim,
                              uint64_t seed, double work, mgnn_error *err);
void mg_framework_free(mg_framework *f);

/* An upper bound on the probability that the rank is too low; it is never too
 * high. */
double mg_framework_error(const mg_framework *f);

/* A random self-stress, m numbers, with the forces in balance at every node. */
mgnn_status mg_framework_stress(mg_framework *f, uint64_t *stress,
                                mgnn_error *err);

/* The rank of the stress matrix, and a bound on the probability that it is wrong. */
mgnn_status mg_stress_rank(mg_framework *f, const uint64_t *stress,
                           size_t *rank, mgnn_error *err);
double mg_stress_rank_error(const mg_framework *f);

/* A random vector, one number per node, in the kernel of the stress matrices of
 * random stresses.  The coordinates of every framework with the same lengths
 * are in this kernel (Connelly). */
mgnn_status mg_stress_kernel(mg_framework *f, uint64_t *kernel,
                             mgnn_error *err);

/* Find the parts that move rigidly under a random motion, and add them to `out`. */
mgnn_status mg_rigid_components(const mg_framework *f, const uint64_t *motion,
                            mg_bar_facts *out, mgnn_error *err);

/* Find all facts about the bars.  Takes one elimination of the rigidity matrix. */
mgnn_status mg_rigidity_random(mg_framework *f, mg_bar_facts *out,
                           mgnn_error *err);

#endif
