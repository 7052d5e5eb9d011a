/* Lengths out of similarities: strong ties are short. */
#ifndef MG_SIMILARITY_H
#define MG_SIMILARITY_H

#include "base/error.h"

/* Which values an edge may have, and how a message says so, after "it must". */
typedef struct {
  double least, most;
  const char *text;
} mg_value_range;

/* Simple edges: what a metric may know of the graph. */
typedef struct {
  size_t n, m;
  const unsigned *ends;        /* 2m */
} mg_edge_list;

/* A metric that makes lengths of similarities. */
typedef struct {
  const char *name;
  const char *form;            /* how it is asked for */
  mg_value_range range;              /* of the values that it takes */
  double (*length)(double similarity);
  /* Instead of values: the lengths of all edges, from the graph alone. */
  mgnn_status (*from_graph)(const mg_edge_list *g, double *length,
                            mgnn_error *err);
} mg_similarity;

/* The one with the name that takes up len bytes of s, or NULL. */
const mg_similarity *mg_similarity_find(const char *s, size_t len);

#endif
