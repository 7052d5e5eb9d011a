/* Path stress as an objective if there are too many pairs: each node with the
 * nodes nearest to it, and with regions that represent all others. */
#ifndef MG_REGION_STRESS_H
#define MG_REGION_STRESS_H

#include "solve/descent/lbfgs.h"
#include "solve/run_control.h"

/* The pairs counted individually, stored at both ends. */
typedef struct {
  size_t *row;                 /* n+1: the slots of each node */
  unsigned *to;
  float *far;                  /* in units */
} mg_near_pairs;

typedef struct {
  mg_objective objective;      /* positions in units; its ctx is this struct */
  size_t n, dim, width;        /* width: n rounded up */
  int threads;
  double unit;                 /* the mean length */
  mg_near_pairs near;
  size_t regions;
  unsigned *region;            /* n: the region of a node */
  float *share;                /* regions: half of the number of nodes */
  float *far, *weight;         /* regions * width: from the middle node of a
                                  region to all nodes */
  double *degree;              /* n: the sum of the weights at a node */
  float *x;                    /* dim * width */
  double *centre, *push;       /* regions * dim; the same per block */
  double *partial;             /* per block */
  float *pull;                 /* BLOCK*dim per thread */
} mg_region_stress;

/* Prepare path stress, with sections of a Hilbert curve through y, n*dim, as
 * regions.  If the run is over *stopped is 1 and *s is useless.  *s must not be
 * moved in memory.  Returns MGNN_OK or MGNN_ENOMEM.  Time O(k m) for a hundred
 * regions k, memory 8 k n bytes. */
mgnn_status mg_region_stress_init(mg_region_stress *s, const mg_task *t,
                                  const double *y, int *stopped,
                                  mgnn_error *err);
void mg_region_stress_free(mg_region_stress *s);

#endif
