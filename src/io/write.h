/* Positions as data files: CSV, GML, GraphML, JSON, XYZ.  Own writers, because
 * igraph's keep 15 digits and stamp the time. */
#ifndef MG_WRITE_H
#define MG_WRITE_H

#include "base/error.h"
#include "base/graph.h"
#include <stdio.h>

/* What there is to write.  Borrowed for the call. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  const double *x;             /* n*dim, as they are to be written */
  const double *y;             /* n*dim in Y, for the achieved lengths */
  const char *const *names;    /* n */
  const char *const *labels;   /* n, entries may be NULL; or NULL: none */
  const char *space;           /* "z" or "y" */
} mg_record;

typedef struct {
  const char *word;            /* after -T, and the suffix */
  const char *summary;
  mgnn_status (*write)(const mg_record *r, FILE *out, mgnn_error *err);
} mg_writer;

extern const mg_writer mg_writers[];   /* ends with word NULL */

#endif
