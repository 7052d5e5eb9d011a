/* Connected components, and which of them are drawn. */
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

/* What is kept. */
typedef struct {
  size_t component;            /* the so manyth by size, from 1 on; 0: all */
  int no_isolates;             /* without nodes that have no edges */
} mg_selection;

/* The nodes that are kept, ascending, and what is not. */
typedef struct {
  unsigned *node;
  size_t count;
  size_t components;           /* there are, kept or not */
  size_t left_nodes, left_components;
} mg_selected;

/* Find the nodes.  Of components of one size, the one with the lowest node is
 * first.  MGNN_EINVAL if there are not so many components, or nothing is left.
 * Free it also after a failure; zeroed it is empty. */
mgnn_status mg_select_find(mg_selected *out, const mg_graph *g,
                           const mg_selection *what, mgnn_error *err);
void mg_selected_free(mg_selected *s);

/* Replace a problem without pins by one of these nodes, which no edge leaves,
 * with all that it says about their edges, in their order.  edge has a number
 * for each edge: it receives the new one, MG_NOWHERE if it is not kept. */
mgnn_status mg_select_problem(mgnn_problem **p, const mg_selected *s,
                              unsigned *edge, mgnn_error *err);

#endif
