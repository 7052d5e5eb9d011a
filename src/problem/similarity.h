/* Metrics that turn similarities into lengths: similar nodes are close. */
#ifndef MG_SIMILARITY_H
#define MG_SIMILARITY_H

#include "base/error.h"

/* The values that an edge may have, and the text of a message after "it must". */
typedef struct {
  double least, most;
  const char *text;
} mg_value_range;

/* The edges of a simple graph, from which a metric may make lengths. */
typedef struct {
  size_t n, m;
  const unsigned *ends;        /* 2m */
} mg_edge_list;

/* A metric that makes lengths from similarities. */
typedef struct {
  const char *name;
  const char *form;            /* as an argument of --metric: "inverse:NAME" */
  mg_value_range range;              /* of the similarities */
  double (*length)(double similarity);
  /* If `length` is NULL: makes the lengths of all edges from the graph alone. */
  mgnn_status (*from_graph)(const mg_edge_list *g, double *length,
                            mgnn_error *err);
} mg_similarity;

/* The metric named by the first len bytes of s, or NULL. */
const mg_similarity *mg_similarity_find(const char *s, size_t len);

#endif
