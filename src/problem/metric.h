/* Target lengths and stiffness for the edges of a simple graph. */
#ifndef MG_METRIC_H
#define MG_METRIC_H

#include "io/table/chirality.h"
#include "io/table/table.h"
#include "simplify.h"
#include "io/text/csv.h"
#include "specification.h"

/* What was read besides the graph, to make lengths and other terms of the energy
 * from.  Zeroed, nothing. */
typedef struct {
  const double *features;      /* n * dim, not owned; or NULL */
  size_t dim;
  mg_source table;             /* with MG_METRIC_FILE: its pairs are edges */
  int has_table;
  double *coords;              /* n * coords_dim, with MG_METRIC_COORDS */
  int coords_dim;
  mg_centres centres;          /* count 0: none */
} mg_tables;

/* Read the words of --metric, NULL for the default.  Names point into them.  MGNN_EINVAL
 * says what they should be. */
mgnn_status mg_metric_parse(mg_metric_spec *out, const char *words, mgnn_error *err);
/* The file of FILE or FILE:COLUMN; to be freed with mg_free. */
char *mg_metric_path(const mg_metric_spec *metric);

/* Read the table that the metric names, if it does, for the nodes of src. */
mgnn_status mg_tables_read(mg_tables *out, const mg_source *src,
                           const mg_metric_spec *metric, mgnn_error *err);
void mg_tables_free(mg_tables *t);

/* Before merging: append to src the pairs of the metric table that have a length and
 * are not edges of it yet.  The added edges have no attributes and no line. */
mgnn_status mg_metric_add_edges(mg_source *src, mg_tables *tables,
                                const mg_metric_spec *metric, mgnn_error *err);

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
  char unit[MG_UNIT_MAX];      /* of the values, as their title has it; or empty */
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

/* Note each edge attribute of numbers that is not used: it might have been meant as the
 * lengths.  all: src has all edges, so that the range of the numbers can be told. */
mgnn_status mg_metric_unused_note(const mg_metric_input *in, int all, mg_notes *notes,
                                  mgnn_error *err);

#endif
