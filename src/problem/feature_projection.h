/* Reduces many features per node to a few (--project), from which layers start. */
#ifndef MG_FEATURE_PROJECTION_H
#define MG_FEATURE_PROJECTION_H

#include "io/table/features.h"

/* The value of --project. */
typedef struct {
  enum { MG_PROJECT_NONE, MG_PROJECT_PCA, MG_PROJECT_RANDOM } kind;
  size_t dim;
} mg_feature_projection;

/* "pca:D" or "random:D"; NULL: none. */
mgnn_status mg_feature_projection_parse(mg_feature_projection *out,
                                        const char *text, mgnn_error *err);

/* Project: *x receives rows * dim doubles, to be freed.
 *
 * PCA: the scores on the first principal axes of the centred columns, by
 * Musco and Musco's randomized block Krylov method, which keeps sparse features
 * sparse; signs are chosen so that the largest entry of each score is positive.
 * Random: X R, R of normal deviates of variance 1/dim: keeps distances on average.
 *
 * MGNN_EINVAL if there are fewer rows or columns than dim.  Time
 * O((entries + (rows + cols) dim) dim), memory O((rows + cols) dim). */
mgnn_status mg_features_project(const mg_features *given,
                                const mg_feature_projection *how,
                                unsigned long seed, double **x,
                                mgnn_error *err);

#endif
