/* Reads the tables that accompany a graph: positions, features, labels and splits. */
#ifndef MG_TABLE_H
#define MG_TABLE_H

#include "io/source.h"

/* Rows of numbers, one per node: positions or features.
 *
 * Accepted: a header `node,x,y[,z]` or `node,x1,...,xd` and rows in any order,
 * each naming its node; or rows of numbers alone in node order.  Every node
 * exactly once; finite numbers; all rows of one width (1 to 10000).
 *
 * *x receives n * *dim doubles, to be freed with mg_free; NULL on failure. */
mgnn_status mg_read_rows(const mg_source *src, const char *path, double **x,
                         int *dim, mgnn_error *err);

/* The same for a table of some of the nodes, whose rows must name them.  has: n
 * bytes, set to 1 for nodes with a row, else 0; the numbers of nodes without a row
 * are not initialised. */
mgnn_status mg_read_some_rows(const mg_source *src, const char *path,
                              double **x, int *dim, unsigned char *has,
                              mgnn_error *err);

/* How the rows of a table match the nodes of a graph that has changed since. */
typedef struct {
  unsigned char *has;          /* n bytes from the caller, set to 1 for nodes
                                  with a row */
  size_t common, others;       /* nodes with a row; rows of other nodes */
  size_t other_line;           /* line of the first row of another node */
} mg_rows_match;

/* The same for a table that may lack nodes and name unknown ones: only rows of nodes
 * in common are read.  If rows have no names, there must be one for every
 * node. */
mgnn_status mg_read_matching_rows(const mg_source *src, const char *path,
                                  double **x, int *dim, mg_rows_match *match,
                                  mgnn_error *err);

/* Read labels from a table `node,label` into the node attribute `column`.  Unknown
 * nodes are added to src if src->open_nodes, else they are an error.  Nodes that the
 * table does not name have no label. */
mgnn_status mg_read_labels(mg_source *src, const char *path, const char *column,
                           mgnn_error *err);

/* Splits of the nodes; each assigns every node to one of these parts. */
enum { MG_UNUSED = '-', MG_TRAIN = 't', MG_VALIDATE = 'v', MG_TEST = 'e' };

typedef struct {
  unsigned char *part;         /* count*n: split by split; to be freed */
  size_t count;
} mg_splits;

/* Read a table `node,split0,split1,...` with a word for the part: t, train; v, val;
 * e, test; -.  Nodes without a row are unused. */
mgnn_status mg_read_splits(const mg_source *src, const char *path,
                           mg_splits *out, mgnn_error *err);

#endif
