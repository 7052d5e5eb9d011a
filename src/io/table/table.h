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

/* One entry of a metric table: the pair and its bounds. */
typedef struct {
  unsigned a, b;               /* node numbers, a < b */
  uint32_t line;
  uint32_t row;                /* of the table, from 0 */
  double lower, upper;         /* equal where a length was given */
} mg_metric_entry;

typedef struct {
  mg_metric_entry *entry;      /* sorted by a, then b; each pair once */
  size_t count;
  double *stiffness;           /* count values, or NULL: no such column */
  int intervals;               /* some lower < upper */
  double *length;              /* or NULL; of the wanted pairs that are not in
                                  `entry`: the others are NAN */
} mg_metric_table;

/* A metric table in either form of mgnn-formats(5): n x n numbers with or
 * without names, or the header source,target,length[,lower,upper][,stiffness].
 * Checked, each with file, line and the names involved: square, symmetric,
 * non-negative, finite, zero diagonal, no unknown node, no pair twice with
 * different values.  Whether every edge has an entry is the caller's check.
 * For the matrix form only the pairs in `wanted` (2*wanted_count node numbers)
 * are kept, or all if wanted is NULL, so that the table stays as small as the
 * graph; *ignored counts the pairs left out that were not 0.  Of the form with
 * a header, lengths that come in the order of `wanted`, which then has no pair
 * twice, go to out->length: that costs no sorting. */
mgnn_status mg_read_metric(const mg_source *src, const char *path,
                           const unsigned *wanted, size_t wanted_count,
                           mg_metric_table *out, size_t *ignored,
                           mgnn_error *err);
/* Among entries of one a, from `from` to to - 1, the first whose b is not less;
 * `to` if there is none. */
size_t mg_metric_find(const mg_metric_entry *entry, size_t from, size_t to,
                      unsigned b);
void mg_metric_table_free(mg_metric_table *t);

#endif
