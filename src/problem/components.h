/* Connected components. */
#ifndef MG_COMPONENTS_H
#define MG_COMPONENTS_H

#include "base/graph.h"

/* The nodes of component c are node[first[c]] to node[first[c+1]-1],
 * ascending; components in the order of their lowest nodes. */
typedef struct {
  size_t count;
  size_t *first;               /* count + 1 */
  unsigned *node;              /* n */
} mg_components;

/* Find the components.  Time almost O(n + m).  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_components_find(mg_components *out, const mg_graph *g,
                               mgnn_error *err);
void mg_components_free(mg_components *c);

#endif
