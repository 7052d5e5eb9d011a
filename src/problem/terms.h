/* What a drawing in space is asked for beside lengths: signed volumes, and a
 * distance that all other pairs keep. */
#ifndef MG_TERMS_H
#define MG_TERMS_H

#include "base/graph.h"

/* Tetrahedra a, b, c, d whose signed volume V = det(b-a, c-a, d-a) / 6 has bounds. */
typedef struct {
  size_t count;
  unsigned *node;              /* 4*count */
  double *lower, *upper;       /* count each; one of them may be infinite */
  double *unit;                /* count: of length, so that V / unit^2 is one */
} mg_chirality;

typedef struct {
  mg_chirality chirality;
  double min_distance;         /* of pairs without an edge; 0: none asked for */
} mg_terms;

static inline int
mg_terms_any(const mg_terms *t)
{
  return t != NULL && (t->chirality.count > 0 || t->min_distance > 0);
}

/* Signed volume of tetrahedron k, by the first three of dim coordinates. */
double mg_signed_volume(const mg_chirality *c, size_t k, size_t dim,
                        const double *y);

/* How many tetrahedra have the sign that is asked for. */
size_t mg_chirality_right(const mg_chirality *c, size_t dim, const double *y);

/* Pairs without an edge that are nearer than X: how many, and the least distance
 * of all such pairs that are nearer than X (X if there are none).  found, where
 * it is not NULL, is called with each pair, always in the same order.  By a grid
 * with cells as wide as X.  MGNN_OK or MGNN_ENOMEM. */
typedef struct {
  void (*found)(void *ctx, unsigned i, unsigned j, double r);
  void *ctx;
  size_t count;
  double least;
} mg_close_pairs;
mgnn_status mg_close_pairs_find(mg_close_pairs *out, const mg_graph *g, size_t dim,
                               const double *y, double x, mgnn_error *err);

/* Copy the tetrahedra all whose nodes are in a part: node i of the whole is node
 * map[i] of it, or MG_NOWHERE.  MGNN_OK or MGNN_ENOMEM; *out is zeroed then. */
mgnn_status mg_terms_take(mg_terms *out, const mg_terms *t, const unsigned *map,
                          mgnn_error *err);
void mg_terms_free(mg_terms *t);

/* Set the tetrahedra, taken from the caller's arrays; see mgnn_problem_chirality_set. */
mgnn_status mg_chirality_set(mg_chirality *out, const mg_graph *g, size_t count,
                             const unsigned *node, const signed char *sign,
                             const double *volume, mgnn_error *err);

#endif
