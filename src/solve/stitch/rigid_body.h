/* Rigid bodies: sets of nodes with coordinates of their own that are right up
 * to a motion of the whole.  Patches are bodies, clusters are larger ones. */
#ifndef MG_RIGID_BODY_H
#define MG_RIGID_BODY_H

#include "base/subgraph.h"
#include "solve/run_control.h"

typedef struct {
  size_t count;
  unsigned *node;              /* count; allocated together with x */
  double *x;                   /* count*dim */
} mg_body;

/* Allocate a body of count nodes.  count stays 0 if that fails. */
mgnn_status mg_body_init(mg_body *p, size_t count, size_t dim,
                          mgnn_error *err);
void mg_body_free(mg_body *p);

/* A list of bodies, and an index of the bodies that contain each node. */
typedef struct {
  mg_body *body;
  size_t count, capacity;
  size_t *row;                 /* n+1; NULL before mg_bodies_index */
  unsigned *of;                /* bodies of node i: of[row[i]] to of[row[i+1]-1] */
  unsigned *at;                /* index of node i in each of these bodies */
} mg_bodies;

/* Append a body, which then belongs to the list. */
mgnn_status mg_bodies_add(mg_bodies *list, mg_body *p, mgnn_error *err);
/* Fill in row, of and at, for a graph of n nodes. */
mgnn_status mg_bodies_index(mg_bodies *list, size_t n, mgnn_error *err);
void mg_bodies_free(mg_bodies *list);

/* Distances known from bodies, as extra edges for mg_subgraph_init.  In every
 * body with at least two of the nodes, dim + 4 of these (or all, if fewer) are
 * joined to all of them.  Pairs joined in g are left out, and each pair comes
 * once.  Use the same nodes in mg_subgraph_init; free with mg_links_free. */
typedef struct {
  mg_extra_edges extra;
  unsigned *ends;
  double *length;
} mg_links;

mgnn_status mg_links_find(mg_links *out, const mg_bodies *bodies,
                          const mg_task *t, const unsigned *node, size_t count,
                          uint64_t stream, mgnn_error *err);
void mg_links_free(mg_links *l);

#endif
