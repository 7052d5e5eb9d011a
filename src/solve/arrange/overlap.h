/* Remove overlaps of discs or boxes. */
#ifndef MG_OVERLAP_H
#define MG_OVERLAP_H

#include "base/error.h"
#include "pack.h"

/* Move points of the plane apart until no two are closer than `gap`, to one
 * part in a thousand.  Pairs are separated in the order of the points, each by
 * as little as suffices; points that coincide separate in a direction from the
 * seed.  *pairs receives how many pairs were too close at the start.  Stops
 * after a fixed number of rounds, even if overlaps remain.  Returns MGNN_OK or
 * MGNN_ENOMEM.  Time O(n) per round if gaps are small. */
mgnn_status mg_overlap_remove(size_t n, double *xy, double gap,
                              unsigned long seed, size_t *pairs,
                              mgnn_error *err);

/* Count the pairs that are closer than `gap`.  xy is not changed. */
mgnn_status mg_overlap_count(size_t n, double *xy, double gap, size_t *pairs,
                             mgnn_error *err);

/* The same for boxes around the points, such as named nodes.  If many overlap the
 * drawing is enlarged first.  Does nothing if all widths or all heights are 0. */
mgnn_status mg_overlap_remove_boxes(size_t n, double *xy,
                                    const mg_extent *extent, unsigned long seed,
                                    size_t *pairs, mgnn_error *err);

#endif
