/* Finds connected components, and selects those to draw. */
#ifndef MG_COMPONENTS_H
#define MG_COMPONENTS_H

#include "base/graph.h"
#include "problem.h"

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

/* Which nodes to keep. */
typedef struct {
  size_t component;            /* only the k-th largest, from 1; 0: all */
  int no_isolates;             /* drop nodes without edges */
} mg_selection;

/* The nodes that are kept, ascending, and counts of what is left out. */
typedef struct {
  unsigned *node;
  size_t count;
  size_t components;           /* of the whole graph, kept or not */
  size_t left_nodes, left_components;
} mg_selected;

/* Find the nodes to keep.  Components of equal size rank by their lowest nodes.
 * MGNN_EINVAL if there are too few components, or nothing is left.  Free *out also
 * after a failure; zeroed it is empty. */
mgnn_status mg_select_find(mg_selected *out, const mg_graph *g,
                           const mg_selection *what, mgnn_error *err);
void mg_selected_free(mg_selected *s);

/* Replace a problem without pins by its part with these nodes, which must be whole
 * components; their edges keep their order and values.  edge has an entry per old
 * edge: it receives the new number, or MG_NOWHERE if the edge is left out. */
mgnn_status mg_select_problem(mgnn_problem **p, const mg_selected *s,
                              unsigned *edge, mgnn_error *err);

#endif
