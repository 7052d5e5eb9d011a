/* What the files of metric share: how edges of the file and of the simple graph
 * are named in messages. */
#ifndef MG_METRIC_PARTS_H
#define MG_METRIC_PARTS_H

#include "metric.h"
#include "io/message.h"

/* Room for m lengths, and bounds if there are intervals. */
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

/* The edge that edge r of the file became, or MG_DROPPED; the first edge of
 * the file that became edge e. */
size_t mg_edge_of(const mg_simple *simple, size_t r);
size_t mg_first_of(const mg_simple *simple, size_t e);

/* Lengths by the edge attribute spec->name, without --metric, out of a metric
 * table; as mg_metric_lengths, but what a failure leaves in *out is freed by
 * the caller.  mg_values_attribute takes values from `min` on, which is 0, or
 * from -1 to 1 if min is -1; `option` is named in messages. */
mgnn_status mg_values_attribute(mg_lengths *out, const char *name,
                                const char *option, double min,
                                const mg_metric_input *in, mgnn_error *err);
mgnn_status mg_lengths_default(mg_lengths *out, const mg_metric_input *in,
                               mgnn_error *err);
mgnn_status mg_lengths_table(mg_lengths *out, const char *path,
                             const mg_metric_input *in, mgnn_error *err);

#endif
