/* Discs that may not overlap. */
#ifndef MG_OVERLAP_H
#define MG_OVERLAP_H

#include "base/error.h"
#include "pack.h"

/* Move points of the plane apart until no two are closer than `gap`, to one
 * part in a thousand, each pair by as little as separates it, in the order of
 * the points; points that coincide separate in a direction of the seed.  *pairs
 * receives how many pairs were too close at the beginning.  Gives up, with what
 * there is, after a fixed number of rounds.  Returns MGNN_OK or MGNN_ENOMEM.
 * Time O(n) per round where gaps are small. */
mgnn_status mg_overlap_remove(size_t n, double *xy, double gap,
                              unsigned long seed, size_t *pairs,
                              mgnn_error *err);

/* The pairs that it would find first.  xy is not changed. */
mgnn_status mg_overlap_count(size_t n, double *xy, double gap, size_t *pairs,
                             mgnn_error *err);

/* The same for boxes around the points, as of nodes with names.  Where many cover
 * each other the drawing is enlarged first.  Boxes of which one side is 0 for all are not looked at. */
mgnn_status mg_overlap_remove_boxes(size_t n, double *xy,
                                    const mg_extent *extent, unsigned long seed,
                                    size_t *pairs, mgnn_error *err);

#endif
