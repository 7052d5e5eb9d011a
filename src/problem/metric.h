/* Target lengths and stiffness for the edges of a simple graph. */
#ifndef MG_METRIC_H
#define MG_METRIC_H

#include "io/table/chirality.h"
#include "io/table/table.h"
#include "simplify.h"
#include "specification.h"

/* What was read besides the graph, to make lengths and other terms of the energy
 * from.  Zeroed, nothing. */
typedef struct {
  const double *features;      /* n * dim, not owned; or NULL */
  size_t dim;
  mg_metric_table metric;      /* with MG_METRIC_FILE */
  size_t ignored;              /* pairs that the reader of it left out */
  double *coords;              /* n * coords_dim, with MG_METRIC_COORDS */
  int coords_dim;
  mg_centres centres;          /* count 0: none */
} mg_tables;

/* Read the table that the metric names, if it does, for the edges of `simple`;
 * NULL: for all pairs of nodes. */
mgnn_status mg_tables_read(mg_tables *out, const mg_source *src,
                           const mg_metric_spec *metric,
                           const mg_simple *simple, mgnn_error *err);
void mg_tables_free(mg_tables *t);

/* Before merging: append to src the pairs of a metric table that are not edges
 * of it yet (pairs with a length, that is; in a matrix also those of 0).  The
 * added edges have no attributes and no line.  `path` is the table's. */
mgnn_status mg_metric_add_edges(mg_source *src, const mg_metric_table *t,
                                const char *path, mgnn_error *err);

/* What lengths are made from. */
typedef struct {
  mg_source *src;              /* notes are added to it */
  const mg_simple *simple;     /* its edges after merging */
  const mg_specification *spec;
  mg_tables *tables;           /* its lengths may be taken out */
  const int *group;            /* labels of the nodes, -1 none; or NULL */
} mg_metric_input;

/* Values per edge of the simple graph; freed with mg_lengths_free. */
typedef struct {
  double *lower;
  double *upper;               /* NULL: all lengths exact */
  double *stiffness;           /* NULL: the table named none */
  int given;                   /* 0: all 1, because there is nothing else */
} mg_lengths;

/* Lengths as spec->metric asks.  A column that is the lengths as it stands is
 * taken out of the source, unless the columns must stay.  Messages name file,
 * line and nodes.  On failure *out is left zeroed. */
mgnn_status mg_metric_lengths(mg_lengths *out, const mg_metric_input *in,
                              mgnn_error *err);
void mg_lengths_free(mg_lengths *l);

/* Stiffness by the edge attribute spec->stiffness or, unless a table had them
 * already (have), by the usual one: *out receives one value per edge, the sum over
 * the edges merged into it, to be freed with mg_free; or NULL. */
mgnn_status mg_metric_stiffness(double **out, const mg_metric_input *in,
                                int have, mgnn_error *err);

/* Note what might have been meant as lengths, and was not used: the edge
 * attribute `weight` (length to some tools, stiffness to others), and in an
 * edge table without lengths a column of numbers.  given: as in mg_lengths. */
mgnn_status mg_metric_unused_note(const mg_metric_input *in, int given, mg_notes *notes,
                                  mgnn_error *err);

#endif
