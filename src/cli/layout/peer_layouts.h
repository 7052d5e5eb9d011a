/* Layouts by igraph, for comparison with ours. */
#ifndef MG_PEER_LAYOUTS_H
#define MG_PEER_LAYOUTS_H

#include "base/graph.h"
#include "mgnn.h"

/* The title of the layout with the name of `len` bytes; NULL: there is no such. */
const char *mg_peer_title(const char *name, size_t len);

/* The k-th name; NULL after the last. */
const char *mg_peer_name(size_t k);

/* Compute positions, 2*n doubles, by the layout with that title, from the seed.  The
 * layout gets the lengths in the form it takes, if any.  The first call loads igraph.
 * MGNN_ENOCONV: a signal or the time limit ended it.  MGNN_EINVAL: igraph failed, or
 * is not installed. */
mgnn_status mg_peer_layout(const char *title, const mg_graph *g, const mgnn_control *control,
                           double *xy, mgnn_error *err);

#endif
