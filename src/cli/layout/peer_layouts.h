/* Layouts of igraph, beside which ours can be put. */
#ifndef MG_PEER_LAYOUTS_H
#define MG_PEER_LAYOUTS_H

#include "base/graph.h"
#include "mgnn.h"

/* Whether there is a layout of that name of `len` bytes; its title. */
const char *mg_peer_title(const char *name, size_t len);

/* The names; NULL after the last. */
const char *mg_peer_name(size_t k);

/* Place the nodes, 2*n doubles, by the layout of that title, from the seed.
 * Lengths are given to it in the form that it takes, if any.  igraph is loaded by
 * the first call.  MGNN_ENOCONV: a signal or the time limit ended it.  MGNN_EINVAL:
 * igraph failed, or is not there. */
mgnn_status mg_peer_layout(const char *title, const mg_graph *g, const mgnn_control *control,
                           double *xy, mgnn_error *err);

#endif
