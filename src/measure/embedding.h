/* Measures of an embedding before and after layers: how far it is from its
 * lengths at any scale, how smooth it is, how many directions it fills, and how
 * well it separates classes. */
#ifndef MG_EMBEDDING_H
#define MG_EMBEDDING_H

#include "io/table/table.h"
#include "problem/problem.h"
#include <stdint.h>

/* Layers compute Z; lengths are measured in Y = D^-1/2 Z. */
enum { MG_IN_Z, MG_IN_Y, MG_SPACES };

/* The measures that need no labels, all computed together; NAN if not
 * defined. */
typedef struct {
  double scale, scaled_stress, dirichlet, mad, mad_all;
  double effective_rank, singular_ratio, linear_ratio, point_ratio;
} mg_totals;

/* Compute these for y and, if z is not NULL, for z = D^1/2 y, and the figures of merit
 * of y (NULL: not wanted; their objective is the energy).  One pass over the edges. */
mgnn_status mg_totals_find(const mgnn_problem *p, size_t dim, const double *y,
                           const double *z, mg_totals out[MG_SPACES],
                           mgnn_figures *figures, mgnn_error *err);

/* An embedding to be measured. */
typedef struct {
  const mgnn_problem *p;
  size_t dim;
  const double *x;             /* n*dim: Z or Y */
  const int *label;            /* n; -1: node without label; NULL: no labels */
  size_t classes;
  mg_splits splits;            /* count 0: no splits */
  double best;                 /* scale-free stress of the best known drawing;
                                  NAN: no drawing is known */
  uint64_t seed;               /* for random samples */
  const mg_totals *totals;     /* of x; NULL: not computed yet */
} mg_embedding;

enum { MG_WITH_LABELS = 1, MG_WITH_SPLITS = 2, MG_WITH_BEST = 4 };

typedef mgnn_status mg_measure_call(const mg_embedding *e, double *out, mgnn_error *err);
typedef struct {
  const char *name, *title;    /* name in reports; title of charts */
  double least, most;          /* possible values */
  int needs;                   /* sum of MG_WITH_...; NAN without these */
  size_t total;                /* if find is NULL: offset in mg_totals */
  mg_measure_call *find;
} mg_measure;

enum { MG_MEASURES = 14 };
extern const mg_measure mg_measures[MG_MEASURES];

/* The measure k of an embedding; NAN if it is not defined.  Fails with MGNN_ENOMEM. */
mgnn_status mg_measure_value(const mg_embedding *e, size_t k, double *out,
                             mgnn_error *err);

/* The measure with that name, of `len` bytes; MG_MEASURES: no such measure. */
size_t mg_measure_find(const char *name, size_t len);

/* A claim about an embedding holds if a measure is on the right side of a threshold. */
typedef struct mg_claim {
  const char *claim, *measure;
  int at_least;                /* 1: needs a value >= threshold; 0: <= */
  double threshold;
  const struct mg_claim *needs;        /* a claim that must hold, too; or NULL */
  const char *beside;          /* another measure to show with it; or NULL */
} mg_claim;

enum { MG_CLAIMS = 7 };
extern const mg_claim mg_claims[MG_CLAIMS];

/* Whether a claim holds for the values of all measures: 1 or 0; -1: not known,
 * since a measure that it needs is NAN. */
int mg_claim_holds(const mg_claim *c, const double *value);

/* The measures that separation.c computes. */
mg_measure_call mg_centroid_accuracy, mg_knn_accuracy, mg_silhouette, mg_probe_accuracy;

/* The number of nodes to compare with all others: n, or fewer if comparing n
 * nodes in `dim` coordinates takes too long.  A share p found among q nodes has
 * a standard error of sqrt(p (1 - p) / q). */
size_t mg_sample_size(size_t n, size_t dim);

/* The edges between two classes: their number, mean length and mean target; the
 * means are NAN without edges. */
typedef struct {
  size_t edges;
  double length, target;
} mg_class_length;

/* Size of a table of pairs of classes, and the index of the pair a <= b. */
#define MG_CLASS_PAIRS(classes) ((classes) * ((classes) + 1) / 2)
#define MG_CLASS_PAIR(a, b) ((b) * ((b) + 1) / 2 + (a))

void mg_class_lengths(const mg_embedding *e, mg_class_length *out);

#endif
