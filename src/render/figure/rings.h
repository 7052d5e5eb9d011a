/* Rings around places where several nodes are one above the other. */
#ifndef MG_RINGS_H
#define MG_RINGS_H

#include "figure.h"

/* One ring: around node i, which `count` nodes lie on, with a radius in
 * units. */
typedef struct {
  unsigned i;
  size_t count;
  int radius;
} mg_ring;

/* Where nodes lie at one place because edges of length 0 are met, there is a
 * ring.  `out` has n / 2 places, of which *count are filled; none without
 * pic->joined.  Time O(n + m), and O(n) for each ring up to a limit. */
mgnn_status mg_rings_find(const mg_figure *f, mg_ring *out, size_t *count,
                          mgnn_error *err);

/* The width of their line, in units. */
int mg_rings_width(const mg_figure *f);

/* Put them into the panel, where the nodes are already, and for each a remark
 * that says how many nodes it holds. */
mgnn_status mg_rings_put(const mg_figure *f, const mg_ring *ring, size_t count,
                         mg_remark *remark, mgnn_error *err);

#endif
