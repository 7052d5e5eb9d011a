/* Tables with a row of numbers for each node, positions or features, read by all
 * ranks. */
#ifndef MG_READ_ROWS_H
#define MG_READ_ROWS_H

#include "read_graph.h"

/* Which rows there must be, as the readers of io/table have it: of every node
 * (mg_read_rows), of some that are named (mg_read_some_rows), or of any, those in
 * common counting (mg_read_matching_rows). */
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
  unsigned char *has;          /* for each of these: 1 if it has a row */
  uint64_t common, others;     /* nodes with a row, rows of other nodes: of all ranks; */
  uint64_t other_line;         /* the first of these */
} mg_node_rows;

/* Read a table in the forms of mgnn-formats(5) but arrays and graphs: with a header
 * node,x,y,... rows in any order, without one rows in the order of the nodes.
 * MGNN_EPARSE with file and line, MGNN_EIO or MGNN_ENOMEM.  Collective.  mg_node_rows_free
 * is due in any case. */
mgnn_status mg_read_node_rows(mg_node_rows *out, const mg_ranks *ranks,
                              const mg_rows_request *of, mgnn_error *err);
void mg_node_rows_free(mg_node_rows *rows);

/* Fail: no node of the graph is called `name`, as line `line` of `path` has it.  first:
 * the name of the first node. */
mgnn_status mg_node_unknown(const mg_rows_request *of, uint64_t line, const char *name,
                            const char *first, mgnn_error *err);

/* ---- a metric table of pairs ---- */

typedef struct {
  mg_rows_request of;          /* the graph, its path, and that of the table */
  const mg_metric_spec *metric;        /* which column of it has the lengths */
  int lenient;                 /* edges without a length get the mean of the others */
  int adds_edges;              /* pairs that are no edges become edges, after the others
                                  of a row in the order of their numbers */
  int keep_weights;            /* a column stiffness of the table does not count */
} mg_lengths_request;

/* Give the rows of the graph (which is that of the request) the lengths of a table, in
 * place of those they have.  Each pair once, or the same; an edge without a length fails,
 * and so does a row of other nodes, unless that is lenient.
 * Notes go to `notes`, on all ranks.  MGNN_EPARSE with file and line, MGNN_EIO,
 * MGNN_EINVAL or MGNN_ENOMEM.  Collective. */
mgnn_status mg_read_lengths(mg_read_result *g, const mg_ranks *ranks,
                            const mg_lengths_request *how, mg_notes *notes,
                            mgnn_error *err);

#endif
