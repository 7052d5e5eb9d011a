/* Full stress: all pairs at their distances, exactly. */
#ifndef MG_DENSE_STRESS_H
#define MG_DENSE_STRESS_H

#include "distances.h"
#include "solve/descent/lbfgs.h"

/* What is to be added to a stress in which every pair has the weight 1. */
typedef struct {
  const mg_graph *graph;
  double *far;                 /* 2m: distances of the ends, in units; NULL: all
                                  edges have stiffness 1, nothing is added */
} mg_stiff_pairs;

/* Of the graph whose distances are given; NULL: there is none.  Free with
 * mg_stiff_pairs_free.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_stiff_pairs_init(mg_stiff_pairs *out, const mg_graph *g,
                                const mg_distances *d, mgnn_error *err);
void mg_stiff_pairs_free(mg_stiff_pairs *s);

/* Half the sum over the slots of all nodes of (w - 1) (r/d - 1)^2 at x, in units. */
double mg_stiff_pairs_sum(const mg_stiff_pairs *s, size_t dim, const double *x);

/* The places of all nodes in single precision, one coordinate after the other,
 * and what the kernels make of them. */
typedef struct {
  const mg_distances *d;
  size_t dim;
  const float *x;              /* dim * width */
} mg_pair_view;

/* For block b: the stress of its pairs, sum of (r/d - 1)^2 over i < j with i
 * in the block; half its gradient at the rows goes to `rows` (MG_PAIR_BLOCK
 * * dim, node after node), that at the columns is added to `columns` (dim times
 * width - first, coordinate after coordinate). */
typedef double mg_pair_kernel(const mg_pair_view *v, size_t b, double *rows,
                              float *columns);

mg_pair_kernel mg_pair_portable;

/* Full stress as something to minimise; positions in units. */
typedef struct {
  mg_objective objective;      /* its ctx is this struct */
  const mg_distances *d;
  const mg_stiff_pairs *stiff; /* NULL: all pairs count alike */
  size_t dim;
  int threads;
  mg_pair_kernel *kernel;
  double *inverse, *partial, *rows;
  float *x, *columns;
} mg_full_stress;

/* pin: n*dim bytes, nonzero coordinates stay; or NULL.  *s must not be moved in
 * memory; the distances are borrowed. */
mgnn_status mg_full_stress_init(mg_full_stress *s, const mg_distances *d, size_t dim,
                          const unsigned char *pin, int threads,
                          mgnn_error *err);
void mg_full_stress_free(mg_full_stress *s);

/* From now on edges count by their stiffness, which is borrowed. */
void mg_full_stress_stiffen(mg_full_stress *s, const mg_stiff_pairs *stiff);

/* Full stress in double precision, all pairs alike: what is reported. */
mgnn_status mg_full_stress_measure(const mg_distances *d, size_t dim, const double *x,
                            int threads, double *stress, mgnn_error *err);

#endif
