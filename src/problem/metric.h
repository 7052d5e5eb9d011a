/* Makes target lengths and stiffness for the edges of a simple graph. */
#ifndef MG_METRIC_H
#define MG_METRIC_H

#include "io/table/chirality.h"
#include "io/table/table.h"
#include "simplify.h"
#include "io/text/csv.h"
#include "specification.h"

/* Tables read besides the graph, from which lengths and other terms of the energy
 * are made.  Zeroed, it is empty. */
typedef struct {
  const double *features;      /* n * dim, not owned; or NULL */
  size_t dim;
  mg_source table;             /* of MG_METRIC_FILE, read as a graph */
  int has_table;
  double *coords;              /* n * coords_dim, with MG_METRIC_COORDS */
  int coords_dim;
  mg_centres centres;          /* tetrahedra; count 0: none */
} mg_tables;

/* Parse the value of --metric (NULL: the default).  Names in *out point into it.  The
 * message of MGNN_EINVAL tells the right form. */
mgnn_status mg_metric_parse(mg_metric_spec *out, const char *words, mgnn_error *err);
/* The file name in FILE or FILE:COLUMN; free it with mg_free. */
char *mg_metric_path(const mg_metric_spec *metric);

/* Read the table that the metric names, if any, for the nodes of src. */
mgnn_status mg_tables_read(mg_tables *out, const mg_source *src,
                           const mg_metric_spec *metric, mgnn_error *err);
void mg_tables_free(mg_tables *t);

/* Add to src, as edges, the pairs of the metric table that have a length and are not
 * edges yet.  To be called before merging.  Added edges have no attributes or lines. */
mgnn_status mg_metric_add_edges(mg_source *src, mg_tables *tables,
                                const mg_metric_spec *metric, mgnn_error *err);

/* The input from which lengths are made. */
typedef struct {
  mg_source *src;              /* notes are added to it */
  const mg_simple *simple;     /* its edges after merging */
  const mg_specification *spec;
  mg_tables *tables;           /* its lengths may be moved to the result */
  const int *group;            /* labels of the nodes, -1: no label; or NULL */
} mg_metric_input;


/* Values per edge of the simple graph; freed with mg_lengths_free. */
typedef struct {
  double *lower;
  double *upper;               /* NULL: all lengths exact */
  double *stiffness;           /* NULL: not in the table */
  int given;                   /* 0: no lengths were found, so all are 1 */
  char unit[MG_UNIT_MAX];      /* unit in the title of the values; or empty */
} mg_lengths;

/* Make the lengths of spec->metric.  A column that already is the array of lengths
 * is moved out of the source, unless the columns must stay.  Messages name file,
 * line and nodes.  On failure *out is left zeroed. */
mgnn_status mg_metric_lengths(mg_lengths *out, const mg_metric_input *in,
                              mgnn_error *err);
void mg_lengths_free(mg_lengths *l);

/* Read stiffnesses from the edge attribute spec->stiffness, else, unless a table gave
 * them (have), from `stiffness`.  *out receives one value per edge, the sum over the
 * edges merged into it, to be freed with mg_free; or NULL. */
mgnn_status mg_metric_stiffness(double **out, const mg_metric_input *in,
                                int have, mgnn_error *err);

/* Add a note for each numeric edge attribute that is not used: the user may have meant
 * it as the lengths.  all: src has all edges, so that notes can give the range. */
mgnn_status mg_metric_unused_note(const mg_metric_input *in, int all, mg_notes *notes,
                                  mgnn_error *err);

#endif
