/* Small graphs that several units use: edge e joins ends[2e] and ends[2e+1].  A
 * path or star with fewer edges is the beginning of the one here. */
#ifndef SMALL_GRAPHS_H
#define SMALL_GRAPHS_H

#include <mgnn.h>

static const mgnn_node path_ends[] = { 0, 1,  1, 2,  2, 3,  3, 4 };
static const mgnn_node star_ends[] = { 0, 1,  0, 2,  0, 3,  0, 4 };
static const mgnn_node triangle_ends[] = { 0, 1,  1, 2,  2, 0 };
static const mgnn_node two_triangles_ends[] = { 0, 1,  1, 2,  2, 0,
                                                3, 4,  4, 5,  5, 3 };
/* A square and one diagonal: two triangles that share an edge. */
static const mgnn_node kite_ends[] = { 0, 1,  1, 2,  2, 3,  3, 0,  0, 2 };
/* The complete graph of four nodes: the square first, then its diagonals; and
 * row by row. */
static const mgnn_node square_ends[] = { 0, 1,  1, 2,  2, 3,  3, 0,
                                         0, 2,  1, 3 };
static const mgnn_node k4_ends[] = { 0, 1,  0, 2,  0, 3,  1, 2,  1, 3,  2, 3 };

#endif
