/* The tables that go with a graph: positions and features, labels, metric. */
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

/* The same for a table of some of the nodes, which must name them.  has: n
 * bytes, set to 1 for nodes with a row and 0 for others; the rows of those are
 * left as they come. */
mgnn_status mg_read_some_rows(const mg_source *src, const char *path,
                              double **x, int *dim, unsigned char *has,
                              mgnn_error *err);

/* How the rows of a table and the nodes of a graph that has changed since fit. */
typedef struct {
  unsigned char *has;          /* n bytes of the caller's: 1 for nodes with a
                                  row */
  size_t common, others;       /* nodes with a row, rows of other nodes; */
  size_t other_line;           /* the first of these */
} mg_rows_match;

/* The same for a table whose rows may name other nodes than there are, and not
 * all that there are: those in common are read.  Rows without names must be
 * those of all nodes. */
mgnn_status mg_read_matching_rows(const mg_source *src, const char *path,
                                  double **x, int *dim, mg_rows_match *match,
                                  mgnn_error *err);

/* Labels, from a table `node,label`.  Where src->open_nodes, nodes not yet
 * known are added to src; elsewhere they are an error.  Nodes not named in the
 * table have no label.  The labels become the node attribute `column`. */
mgnn_status mg_read_labels(mg_source *src, const char *path, const char *column,
                           mgnn_error *err);

/* Splits: which part of each a node is in. */
enum { MG_UNUSED = '-', MG_TRAIN = 't', MG_VALIDATE = 'v', MG_TEST = 'e' };

typedef struct {
  unsigned char *part;         /* count*n: split by split; to be freed */
  size_t count;
} mg_splits;

/* From a table `node,split0,split1,...` with a word for each part: t, train; v,
 * val; e, test; -.  Nodes without a row are unused. */
mgnn_status mg_read_splits(const mg_source *src, const char *path,
                           mg_splits *out, mgnn_error *err);

#endif
