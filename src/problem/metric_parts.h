/* What the files of metric share: how edges are named in messages, and how
 * values that are missing are replaced. */
#ifndef MG_METRIC_PARTS_H
#define MG_METRIC_PARTS_H

#include "metric.h"
#include "base/reproducible_sum.h"
#include "io/text/message.h"

#include <math.h>

/* Allocate m lengths, and upper bounds if there are intervals. */
mgnn_status mg_lengths_alloc(mg_lengths *l, size_t m, int intervals,
                             mgnn_error *err);

/* Where the file has edge r: FILE:LINE, or FILE if the line is not known. */
enum { MG_WHERE_MAX = 300 };
const char *mg_where(const mg_source *src, size_t r, char buf[MG_WHERE_MAX]);

/* The nodes of an edge: "A" - "B". */
enum { MG_PAIR_MAX = 2 * MG_SHOW_MAX + 8 };
const char *mg_show_pair(const mg_source *src, const unsigned *ends,
                         char buf[MG_PAIR_MAX]);

/* "1 edge", "5 edges". */
const char *mg_show_edges(size_t count, char buf[MG_SHOW_MAX]);

/* What a message ends in, "" if the program has nothing to say about it. */
const char *mg_hint_text(const mg_metric_input *in, mg_hint hint);

/* The edge that edge r of the file became, or MG_DROPPED; the first edge of
 * the file that became edge e. */
size_t mg_edge_of(const mg_simple *simple, size_t r);
size_t mg_first_of(const mg_simple *simple, size_t e);

/* Which columns say the value of an edge, and what is allowed. */
typedef struct {
  const mg_source *src;
  const char *name;            /* for messages: that of `exact`, or len */
  const mg_column *exact, *lower, *upper;      /* NULL: there is none */
  const mg_value_range *range; /* of exact */
} mg_edge_values;

/* The edge attribute of that name, with values that are not negative; NULL: the usual
 * ones for lengths and bounds. */
void mg_edge_values_find(mg_edge_values *out, const mg_source *src, const char *name);

/* The edge attribute that the usual names make lengths, in any letter case, or that a
 * table means by having no other; *out NULL: none.  MGNN_EPARSE if two of them
 * differ. */
mgnn_status mg_length_column(const mg_source *src, const mg_column **out,
                             mgnn_error *err);

/* Of a table of lengths, the column with them, or those with the bounds; MGNN_EPARSE
 * if there is none or it is not clear. */
mgnn_status mg_table_values_find(mg_edge_values *out, const mg_source *table,
                                 const mg_metric_spec *metric, mgnn_error *err);
/* The format to read such a table in: any file not of a graph's format is one. */
const char *mg_table_format(const char *path);

/* Fail: the length of a node to itself is not 0.  at: FILE:LINE. */
mgnn_status mg_length_loop(const char *at, const char *node, double length,
                           mgnn_error *err);
/* Note rows of such a table that are passed over: of other nodes, and of one node. */
mgnn_status mg_rows_ignored_note(mg_notes *notes, const char *path, size_t unknown,
                                 size_t loops, mgnn_error *err);

/* Values of the edges of the file, gathered into those of the graph that they became:
 * out->lower, and out->upper where it is there.  NAN if there is none; what
 * contradicts an earlier one is an error, or lenient, a mean. */
mgnn_status mg_values_gather(mg_lengths *out, const mg_metric_input *in,
                             const mg_edge_values *from, mgnn_error *err);

/* The value of edge r of the file, from x[0] to x[1]: exact, else bounds; NAN if it
 * has neither. */
mgnn_status mg_edge_value(const mg_edge_values *from, size_t r, double x[2],
                          mgnn_error *err);

/* Take x, the k-th value of parallel edges, into their mean.  Equal values leave it as
 * it is, to the last bit; one bound that is infinite makes all so. */
static inline void
mg_mean_add(double *mean, double x, double k)
{
  if (isinf(x) || isinf(*mean))
    *mean = INFINITY;
  else
    *mean += (x - *mean) / k;
}

/* Note that edges of the graph, or of the table at `path`, had no `what`. */
mgnn_status mg_missing_note(mg_notes *notes, const char *path, const char *what,
                            size_t missing, double mean, mgnn_error *err);

/* What a length counts in such a mean: an interval with its middle; without an upper
 * bound, with its lower one.  Means are of sums that do not depend on the order. */
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

/* Note the pairs of a metric table that are no edges, and what helps. */
mgnn_status mg_pairs_unused_note(mg_notes *notes, const char *path, const char *graph,
                                 size_t unused, const char *hint, mgnn_error *err);
/* Note edges that differed from an earlier one between the same nodes. */
mgnn_status mg_differing_note(mg_notes *notes, const char *path, const char *what,
                              size_t differing, mgnn_error *err);

/* Give the edges whose lower bound is NAN the mean of the others, in length and
 * in stiffness, with a note as above. */
mgnn_status mg_lengths_complete(mg_lengths *l, const mg_metric_input *in,
                                const char *path, const char *what,
                                mgnn_error *err);

/* Lengths by the edge attribute that the metric names, by the usual attributes,
 * by random walks, out of a metric table; as mg_metric_lengths, but what a
 * failure leaves in *out is freed by the caller.  The values of an attribute are
 * in a range; NULL: not negative. */
mgnn_status mg_lengths_attribute(mg_lengths *out, const mg_value_range *range,
                                 const mg_metric_input *in, mgnn_error *err);
mgnn_status mg_lengths_default(mg_lengths *out, const mg_metric_input *in,
                               mgnn_error *err);
mgnn_status mg_lengths_walk(mg_lengths *out, const mg_metric_input *in,
                             mgnn_error *err);
mgnn_status mg_lengths_table(mg_lengths *out, const mg_metric_input *in,
                             mgnn_error *err);

#endif
