/* A picture of a graph that is divided among ranks. */
#ifndef MG_SHARD_PICTURE_H
#define MG_SHARD_PICTURE_H

#include "shard.h"

/* Draw own nodes at y (2 numbers each) as PNG into the file `path`, whole or not at
 * all: edges as lines and nodes as small squares, with the sizes and colours of
 * mgnn-layout.  Each rank adds up its own edges; bytes do not depend on the ranks.
 * Collective. */
mgnn_status mg_shard_picture(mg_shard *s, const double *y, const char *path,
                             mgnn_error *err);

#endif
