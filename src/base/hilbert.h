/* The Hilbert curve: points in an order in which neighbours are near. */
#ifndef MG_HILBERT_H
#define MG_HILBERT_H

#include "error.h"
#include <stdint.h>

enum { MG_HILBERT_BITS = 16, MG_HILBERT_DIM = 3 };

/* How far along the curve a cell is, among 2^MG_HILBERT_BITS cells in each of
 * `dim` directions, 2 or 3 (a line is its own curve).  cell is overwritten. */
uint64_t mg_hilbert_key(uint32_t *cell, size_t dim);

/* Fill `order` with the numbers of n points as the curve passes them.  x:
 * coordinate after coordinate, `stride` apart; of more than three coordinates
 * the first three count.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_hilbert_order(size_t n, size_t dim, size_t stride,
                             const float *x, unsigned *order, mgnn_error *err);

#endif
