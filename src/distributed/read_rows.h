/* Reads tables with a row of numbers per node (positions, features) on all
 * ranks. */
#ifndef MG_READ_ROWS_H
#define MG_READ_ROWS_H

#include "read_graph.h"

/* MG_ROWS_ALL: every node needs a row, as for mg_read_rows of io/table.  MG_ROWS_SOME:
 * some nodes, named in their rows (mg_read_some_rows).  MG_ROWS_MATCHING: rows of other
 * nodes are allowed, too, and ignored (mg_read_matching_rows). */
typedef enum { MG_ROWS_ALL, MG_ROWS_SOME, MG_ROWS_MATCHING } mg_rows_wanted;

typedef struct {
  const mg_read_result *graph;
  const char *graph_path;      /* for messages */
  const char *path;
  mg_rows_wanted wanted;
} mg_rows_request;

typedef struct {
  size_t dim;
  double *x;                   /* dim numbers for each node at home */
  unsigned char *has;          /* for each node at home: 1 if it has a row */
  uint64_t common, others;     /* nodes with a row, rows of other nodes; of all ranks */
  uint64_t other_line;         /* the first line of another node */
} mg_node_rows;

/* Read a table in one of the forms of mgnn-formats(5), except arrays and
 * graphs: with a header node,x,y,... and rows in any order, or without one and
 * rows in the order of the nodes.  MGNN_EPARSE with file and line, MGNN_EIO or
 * MGNN_ENOMEM.  Collective.  mg_node_rows_free is due in any case. */
mgnn_status mg_read_node_rows(mg_node_rows *out, const mg_ranks *ranks,
                              const mg_rows_request *of, mgnn_error *err);
void mg_node_rows_free(mg_node_rows *rows);

/* Fail: line `line` of `path` names a node `name` that the graph does not have.
 * first: the name of the first node, as an example. */
mgnn_status mg_node_unknown(const mg_rows_request *of, uint64_t line, const char *name,
                            const char *first, mgnn_error *err);

/* ---- a metric table of pairs ---- */

typedef struct {
  mg_rows_request of;          /* the graph, its path, the path of the table */
  const mg_metric_spec *metric;        /* the column with the lengths */
  int lenient;                 /* edges without a length get the mean of the others */
  int adds_edges;              /* add edges for other pairs, behind the other
                                  slots of a row, ordered by number */
  int keep_weights;            /* ignore a column stiffness of the table */
} mg_lengths_request;

/* Replace the lengths in the rows of the graph (that of the request) by those
 * of a table.  It may repeat a pair only with the same values, must have all
 * edges, and may not name other nodes; `lenient` lifts these rules.  Notes go
 * to `notes`, on all ranks.  MGNN_EPARSE with file and line, MGNN_EIO,
 * MGNN_EINVAL or MGNN_ENOMEM.  Collective. */
mgnn_status mg_read_lengths(mg_read_result *g, const mg_ranks *ranks,
                            const mg_lengths_request *how, mg_notes *notes,
                            mgnn_error *err);

#endif
