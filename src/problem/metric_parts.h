/* Functions shared by the metric files: edges in messages, edge attributes, and
 * replacement of missing values. */
#ifndef MG_METRIC_PARTS_H
#define MG_METRIC_PARTS_H

#include "metric.h"
#include "base/reproducible_sum.h"
#include "io/text/message.h"

#include <math.h>

/* Allocate m lengths, and upper bounds if there are intervals. */
mgnn_status mg_lengths_alloc(mg_lengths *l, size_t m, int intervals,
                             mgnn_error *err);

/* The place of edge r in the file: FILE:LINE, or FILE if the line is not known. */
enum { MG_WHERE_MAX = 300 };
const char *mg_where(const mg_source *src, size_t r, char buf[MG_WHERE_MAX]);

/* The nodes of an edge: "A" - "B". */
enum { MG_PAIR_MAX = 2 * MG_SHOW_MAX + 8 };
const char *mg_show_pair(const mg_source *src, const unsigned *ends,
                         char buf[MG_PAIR_MAX]);

/* "1 edge", "5 edges". */
const char *mg_show_edges(size_t count, char buf[MG_SHOW_MAX]);

/* The program's text for the end of a message, or "". */
const char *mg_hint_text(const mg_metric_input *in, mg_hint hint);

/* The simple edge that edge r of the file became, or MG_DROPPED; and the first edge
 * of the file that became simple edge e. */
size_t mg_edge_of(const mg_simple *simple, size_t r);
size_t mg_first_of(const mg_simple *simple, size_t e);

/* The columns with the values of edges, and the allowed range. */
typedef struct {
  const mg_source *src;
  const char *name;            /* for messages: the name of `exact`, or len */
  const mg_column *exact, *lower, *upper;      /* NULL: no such column */
  const mg_value_range *range; /* of exact */
} mg_edge_values;

/* Find the edge attribute of that name, or with NULL those with the usual names of
 * lengths and bounds.  Their values must not be negative. */
void mg_edge_values_find(mg_edge_values *out, const mg_source *src, const char *name);

/* Find the edge attribute with the lengths: by the usual names, in any letter case, or
 * the only candidate of a table.  *out NULL: there is none.  MGNN_EPARSE if two with
 * usual names differ. */
mgnn_status mg_length_column(const mg_source *src, const mg_column **out,
                             mgnn_error *err);

/* Find the columns with the lengths or the bounds in a table of lengths.  MGNN_EPARSE
 * if there are none, or several candidates. */
mgnn_status mg_table_values_find(mg_edge_values *out, const mg_source *table,
                                 const mg_metric_spec *metric, mgnn_error *err);
/* The format of such a table: that of a graph file, by its suffix, else csv. */
const char *mg_table_format(const char *path);

/* Fail: the length from a node to itself is not 0.  at: FILE:LINE. */
mgnn_status mg_length_loop(const char *at, const char *node, double length,
                           mgnn_error *err);
/* Note ignored rows of such a table: with unknown nodes, or from a node to itself. */
mgnn_status mg_rows_ignored_note(mg_notes *notes, const char *path, size_t unknown,
                                 size_t loops, mgnn_error *err);

/* Collect the values of the file's edges for the simple edges that they became, in
 * out->lower, and out->upper if there are bounds; NAN: no value.  If parallel edges
 * differ, that is an error, or with `lenient` their mean is taken. */
mgnn_status mg_values_gather(mg_lengths *out, const mg_metric_input *in,
                             const mg_edge_values *from, mgnn_error *err);

/* The value of edge r of the file, as an interval from x[0] to x[1]: the exact value,
 * else the bounds; NAN if it has neither. */
mgnn_status mg_edge_value(const mg_edge_values *from, size_t r, double x[2],
                          mgnn_error *err);

/* Update the mean of parallel edges with x, their k-th value.  Equal values leave it
 * unchanged to the last bit; an infinite value makes it infinite. */
static inline void
mg_mean_add(double *mean, double x, double k)
{
  if (isinf(x) || isinf(*mean))
    *mean = INFINITY;
  else
    *mean += (x - *mean) / k;
}

/* Note that `missing` edges in the file at `path` had no `what` and got the mean. */
mgnn_status mg_missing_note(mg_notes *notes, const char *path, const char *what,
                            size_t missing, double mean, mgnn_error *err);

/* The value of a length in such a mean: of an interval the middle, or the lower bound
 * if there is no upper.  The sums (mg_sum) do not depend on the order. */
static inline double
mg_length_middle(double lower, double upper)
{
  return isfinite(upper) ? lower + (upper - lower) / 2 : lower;
}

static inline double
mg_mean_of(const mg_sum *sum, size_t count)
{
  return count > 0 ? mg_sum_value(sum) / (double)count : 1;
}

/* Note that pairs of a metric table are not edges of the graph, with a hint. */
mgnn_status mg_pairs_unused_note(mg_notes *notes, const char *path, const char *graph,
                                 size_t unused, const char *hint, mgnn_error *err);
/* Note that edges differed in `what` from an earlier one between the same nodes. */
mgnn_status mg_differing_note(mg_notes *notes, const char *path, const char *what,
                              size_t differing, mgnn_error *err);

/* Give edges whose lower bound is NAN the mean length and stiffness of the others,
 * and note that as mg_missing_note does. */
mgnn_status mg_lengths_complete(mg_lengths *l, const mg_metric_input *in,
                                const char *path, const char *what,
                                mgnn_error *err);

/* Make lengths from the edge attribute that the metric names (its values must be in
 * `range`; NULL: not negative), from the usual attributes, by random walks, or from a
 * metric table.  As mg_metric_lengths, but after a failure the caller must free
 * *out. */
mgnn_status mg_lengths_attribute(mg_lengths *out, const mg_value_range *range,
                                 const mg_metric_input *in, mgnn_error *err);
mgnn_status mg_lengths_default(mg_lengths *out, const mg_metric_input *in,
                               mgnn_error *err);
mgnn_status mg_lengths_walk(mg_lengths *out, const mg_metric_input *in,
                             mgnn_error *err);
mgnn_status mg_lengths_table(mg_lengths *out, const mg_metric_input *in,
                             mgnn_error *err);

#endif
