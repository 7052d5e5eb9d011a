/* Constraints of a drawing besides lengths: signed volumes of tetrahedra, and a minimum
 * distance of pairs without an edge. */
#ifndef MG_TERMS_H
#define MG_TERMS_H

#include "base/graph.h"

/* Tetrahedra a, b, c, d whose signed volume V = det(b-a, c-a, d-a) / 6 has bounds. */
typedef struct {
  size_t count;
  unsigned *node;              /* 4*count */
  double *lower, *upper;       /* count each; one of them may be infinite */
  double *unit;                /* count: a length, so that V / unit^2 is a length */
} mg_chirality;

typedef struct {
  mg_chirality chirality;
  double min_distance;         /* of pairs without an edge; 0: no minimum */
} mg_terms;

static inline int
mg_terms_any(const mg_terms *t)
{
  return t != NULL && (t->chirality.count > 0 || t->min_distance > 0);
}

/* Signed volume of tetrahedron k, by the first three of dim coordinates. */
double mg_signed_volume(const mg_chirality *c, size_t k, size_t dim,
                        const double *y);

/* The number of tetrahedra that have the required sign. */
size_t mg_chirality_right(const mg_chirality *c, size_t dim, const double *y);

/* Find the pairs without an edge whose distance is less than x: their number, and
 * their least distance (x if there are no such pairs).  `found`, if it is not NULL, is
 * called for each pair, always in the same order.  Uses a grid with cells as wide
 * as x.  MGNN_OK or MGNN_ENOMEM. */
typedef struct {
  void (*found)(void *ctx, unsigned i, unsigned j, double r);
  void *ctx;
  size_t count;
  double least;
} mg_close_pairs;
mgnn_status mg_close_pairs_find(mg_close_pairs *out, const mg_graph *g, size_t dim,
                               const double *y, double x, mgnn_error *err);

/* Copy the tetrahedra that lie in a part of the graph: node i of the graph is node
 * map[i] of the part, or MG_NOWHERE.  MGNN_OK, or MGNN_ENOMEM with *out zeroed. */
mgnn_status mg_terms_take(mg_terms *out, const mg_terms *t, const unsigned *map,
                          mgnn_error *err);
void mg_terms_free(mg_terms *t);

/* Set the tetrahedra, copied from the caller's arrays: mgnn_problem_chirality_set. */
mgnn_status mg_chirality_set(mg_chirality *out, const mg_graph *g, size_t count,
                             const unsigned *node, const signed char *sign,
                             const double *volume, mgnn_error *err);

#endif
