/* Full stress: exact, over all pairs at their distances. */
#ifndef MG_DENSE_STRESS_H
#define MG_DENSE_STRESS_H

#include "distances.h"
#include "solve/descent/lbfgs.h"

/* Corrections for stiff edges to a stress in which every pair has weight 1. */
typedef struct {
  const mg_graph *graph;
  double *far;                 /* 2m: distances of the ends, in units; NULL:
                                  every stiffness is 1, nothing to correct */
} mg_stiff_pairs;

/* Prepare the corrections for the graph of the distances, or none if it is
 * NULL.  Free with mg_stiff_pairs_free.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_stiff_pairs_init(mg_stiff_pairs *out, const mg_graph *g,
                                const mg_distances *d, mgnn_error *err);
void mg_stiff_pairs_free(mg_stiff_pairs *s);

/* Half the sum over the slots of all nodes of (w - 1) (r/d - 1)^2 at x, in units. */
double mg_stiff_pairs_sum(const mg_stiff_pairs *s, size_t dim, const double *x);

/* Input of the kernels: distances, and positions in single precision,
 * coordinate after coordinate. */
typedef struct {
  const mg_distances *d;
  size_t dim;
  const float *x;              /* dim * width */
} mg_pair_view;

/* Compute for block b the stress of its pairs, the sum of (r/d - 1)^2 over i <
 * j with i in the block.  Half its gradient at the rows is stored in `rows`
 * (MG_PAIR_BLOCK * dim, node after node), that at the columns is added to
 * `columns` (dim times width - first, coordinate after coordinate). */
typedef double mg_pair_kernel(const mg_pair_view *v, size_t b, double *rows,
                              float *columns);

mg_pair_kernel mg_pair_portable;

/* Full stress as an objective to minimise; positions in units. */
typedef struct {
  mg_objective objective;      /* its ctx is this struct */
  const mg_distances *d;
  const mg_stiff_pairs *stiff; /* NULL: all pairs have weight 1 */
  size_t dim;
  int threads;
  mg_pair_kernel *kernel;
  double *inverse, *partial, *rows;
  float *x, *columns;
} mg_full_stress;

/* Prepare full stress.  pin: n*dim bytes, nonzero for pinned coordinates; or
 * NULL.  The distances are borrowed; *s must not be moved in memory. */
mgnn_status mg_full_stress_init(mg_full_stress *s, const mg_distances *d, size_t dim,
                          const unsigned char *pin, int threads,
                          mgnn_error *err);
void mg_full_stress_free(mg_full_stress *s);

/* Weight edges by their stiffness from now on; `stiff` is borrowed. */
void mg_full_stress_stiffen(mg_full_stress *s, const mg_stiff_pairs *stiff);

/* Compute full stress in double precision, with weight 1 for all pairs, for reports. */
mgnn_status mg_full_stress_measure(const mg_distances *d, size_t dim, const double *x,
                            int threads, double *stress, mgnn_error *err);

#endif
