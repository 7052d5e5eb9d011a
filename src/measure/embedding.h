/* What layers do to an embedding, by a table of measures: how far it is from
 * its lengths whatever its scale, how smooth it is, how many directions it
 * fills, and how well it separates classes. */
#ifndef MG_EMBEDDING_H
#define MG_EMBEDDING_H

#include "io/table/table.h"
#include "problem/problem.h"
#include <stdint.h>

/* Z, what layers compute, and Y = D^-1/2 Z, for which lengths are. */
enum { MG_IN_Z, MG_IN_Y, MG_SPACES };

/* The measures that ask for no labels, which are found together; NAN if one is
 * not defined. */
typedef struct {
  double scale, scaled_stress, dirichlet, mad, mad_all;
  double effective_rank, singular_ratio, linear_ratio, point_ratio;
} mg_totals;

/* These of y and of z = D^1/2 y, if z is not NULL, and the figures of merit of y
 * (NULL: not wanted; its objective is the energy).  One pass over the edges. */
mgnn_status mg_totals_find(const mgnn_problem *p, size_t dim, const double *y,
                           const double *z, mg_totals out[MG_SPACES],
                           mgnn_figures *figures, mgnn_error *err);

/* What is measured. */
typedef struct {
  const mgnn_problem *p;
  size_t dim;
  const double *x;             /* n*dim: Z or Y */
  const int *label;            /* n, -1: the node has none; NULL: no labels */
  size_t classes;
  mg_splits splits;            /* count 0: none */
  double best;                 /* scale-free stress of the best drawing that is
                                  known; NAN: none is */
  uint64_t seed;               /* of samples */
  const mg_totals *totals;     /* of x; NULL: not known yet */
} mg_embedding;

enum { MG_WITH_LABELS = 1, MG_WITH_SPLITS = 2, MG_WITH_BEST = 4 };

typedef mgnn_status mg_measure_call(const mg_embedding *e, double *out, mgnn_error *err);
typedef struct {
  const char *name, *title;    /* in reports; in charts */
  double least, most;          /* that it can be */
  int needs;                   /* MG_WITH_...; without them it is NAN */
  size_t total;                /* without find: where it is in mg_totals */
  mg_measure_call *find;
} mg_measure;

enum { MG_MEASURES = 14 };
extern const mg_measure mg_measures[MG_MEASURES];

/* The measure k of an embedding; NAN if it is not defined.  Fails with MGNN_ENOMEM. */
mgnn_status mg_measure_value(const mg_embedding *e, size_t k, double *out,
                             mgnn_error *err);

/* The number of the measure of that name of `len` bytes, MG_MEASURES if there is none. */
size_t mg_measure_find(const char *name, size_t len);

/* What can be claimed of an embedding: a measure and the threshold that decides. */
typedef struct mg_claim {
  const char *claim, *measure;
  int at_least;                /* the value must be; else at most */
  double threshold;
  const struct mg_claim *needs;        /* holds only where this one does, too */
  const char *beside;          /* a measure to be shown with it; or NULL */
} mg_claim;

enum { MG_CLAIMS = 7 };
extern const mg_claim mg_claims[MG_CLAIMS];

/* Whether a claim holds for values of all measures: 1 or 0; -1: not known, as a
 * measure that it needs is NAN. */
int mg_claim_holds(const mg_claim *c, const double *value);

/* The rows of the table that are defined in separation.c. */
mg_measure_call mg_centroid_accuracy, mg_knn_accuracy, mg_silhouette, mg_probe_accuracy;

/* Nodes that are compared with all others where n of them in `dim` coordinates
 * are too many to compare all; n if they are not.  A share p found among q of
 * them has a standard error of sqrt(p (1 - p) / q). */
size_t mg_sample_size(size_t n, size_t dim);

/* The edges between two classes: how many there are, their mean length and mean
 * target, NAN if there is none. */
typedef struct {
  size_t edges;
  double length, target;
} mg_class_length;

/* The pair of classes a <= b in a table of MG_CLASS_PAIRS(classes). */
#define MG_CLASS_PAIRS(classes) ((classes) * ((classes) + 1) / 2)
#define MG_CLASS_PAIR(a, b) ((b) * ((b) + 1) / 2 + (a))

void mg_class_lengths(const mg_embedding *e, mg_class_length *out);

#endif
