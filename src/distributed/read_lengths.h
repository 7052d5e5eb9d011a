/* A metric table of pairs, read by all ranks: source,target,length[,lower,upper]
 * [,stiffness]. */
#ifndef MG_READ_LENGTHS_H
#define MG_READ_LENGTHS_H

#include "read_rows.h"

typedef struct {
  mg_rows_request of;          /* the graph, its path, and that of the table */
  int lenient;                 /* edges without a length get the mean of the others */
  int adds_edges;              /* pairs that are no edges become edges, after the others
                                  of a row in the order of their numbers */
  int keep_weights;            /* a column stiffness of the table does not count */
} mg_lengths_request;

/* Give the rows of the graph (which is that of the request) the lengths of a table, in
 * place of those they have.  Each pair once, or the same; an edge without a length fails.
 * Notes go to `notes`, on all ranks.  MGNN_EPARSE with file and line, MGNN_EIO,
 * MGNN_EINVAL or MGNN_ENOMEM.  Collective. */
mgnn_status mg_read_lengths(mg_read_result *g, const mg_ranks *ranks,
                            const mg_lengths_request *how, mg_notes *notes,
                            mgnn_error *err);

#endif
