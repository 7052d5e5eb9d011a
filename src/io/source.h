/* The contents of a graph file as read, before any of it is interpreted: nodes, edges
 * (with loops and parallel edges), attributes, and line numbers. */
#ifndef MG_SOURCE_H
#define MG_SOURCE_H

#include "ids.h"
#include "limits.h"
#include "line_runs.h"

/* The type that a file declares for the values of an attribute.  MG_TYPE_NONE: not
 * declared; each value is a number or a text, as it is written.  MG_TYPE_JSON: texts
 * are JSON values as they stand in the file, so that lists, objects and mixed types
 * are kept. */
typedef enum {
  MG_TYPE_NONE, MG_TYPE_BOOLEAN, MG_TYPE_INT, MG_TYPE_LONG, MG_TYPE_FLOAT,
  MG_TYPE_DOUBLE, MG_TYPE_TEXT, MG_TYPE_JSON
} mg_value_type;

/* One attribute, for all nodes, all edges, or the graph (item 0).  A value is a text if
 * text[i] != NULL, else a number if number[i] is not NAN, else absent.
 * Unquoted numbers are numbers, quoted ones stay text and are read as numbers
 * on demand, so that a label "007" keeps its zeros. */
typedef struct {
  const char *name;            /* in the source's pool */
  mg_value_type type;
  double *number;              /* one per node or edge, or NULL: no numbers */
  const char **text;           /* in the source's pool; or NULL: no texts */
  size_t cap;                  /* values allocated; those not set are absent */
  int has_default;             /* absent values are this number, or this text */
  double default_number;
  const char *default_text;
  int has_commas;              /* texts may be numbers with a decimal comma */
} mg_column;

/* The attributes of the nodes, the edges or the graph.  Zeroed, it is empty. */
typedef struct {
  mg_column *column;
  size_t count, cap;
  mg_names names;              /* of the columns, while a file is read */
} mg_attributes;

/* Set the defaults: ten million nodes, a hundred million edges, MG_BYTES_MAX. */
void mg_limits_init(mg_limits *limits);

typedef struct {
  char *path;                  /* for messages; "stdin" for "-" */
  const char *format;          /* the name of the reader, such as "gml" */
  mg_limits limits;
  size_t column_bytes;         /* allocated for the columns */
  size_t n, m;
  size_t dim;                  /* dimension of the space, if the file implies one;
                                  else 0 */
  unsigned *ends;              /* 2m node numbers */
  mg_attributes node, edge, graph;
  mg_attributes cluster;       /* of DOT: MG_CLUSTER_NAME and _IN, and its own */
  uint32_t *node_line;         /* n lines of the file, or NULL: not known */
  size_t line_cap;             /* capacity of node_line, or less, after reading */
  mg_line_runs edge_line;           /* of m edges, or empty: not known */
  int directed;                /* edges have a direction, from ends[2e] to
                                  ends[2e + 1]; see mg_source_edge_directed */
  int open_nodes;              /* the file has no list of nodes, only edges, so a
                                  table of labels may add nodes */
  int unordered;               /* nodes are in the order in which edges name them,
                                  so rows of a table without names cannot be
                                  matched; see numbering.h */
  int unnamed;                 /* the file has no names: node k is its row k */
  int is_matrix;               /* a matrix, in which every entry is an edge */
  const char *lengths;         /* the edge attribute that is taken for the lengths, as
                                  the table has no other; or NULL */
  mg_notes notes;              /* for the user */
  mg_pool pool;                /* texts of the attributes */

  /* Filled by mg_source_name_nodes: one unique name per node. */
  mg_names names;
  mg_ids tokens;               /* finds names if they are the ids by which the
                                  reader knows its nodes; `names` then has no hash
                                  of its own */
  mg_names ids;                /* tried by mg_source_find after the names; or empty */
  const struct mg_tokens *met; /* tokens of the nodes, for empty `names`; or NULL */
  const char *named_by;        /* "label", "name", "id" or "number" */
} mg_source;

/* For readers: check that the limits allow `nodes` nodes and `edges` edges.  MGNN_OK
 * or MGNN_EPARSE. */
mgnn_status mg_source_allows(const mg_source *src, size_t nodes, size_t edges,
                             size_t line, mgnn_error *err);

/* For readers.  Set attribute `name` of item i (node or edge number); the
 * column is made when first set, and grows.  A second value for the same item
 * replaces the first.  Return MGNN_OK, MGNN_ENOMEM, or MGNN_EPARSE if the
 * columns would need more than limits.bytes. */
mgnn_status mg_attribute_number(mg_source *src, mg_attributes *at,
                                const char *name, size_t i, double x,
                                mgnn_error *err);
mgnn_status mg_attribute_text(mg_source *src, mg_attributes *at,
                              const char *name, size_t i, const char *s,
                              size_t len, mgnn_error *err);

/* The same in two steps, for readers that set many values: the number of the
 * column once (made if it is new), then each value.  A text put into a column
 * is not copied: it lives in the source's pool. */
mgnn_status mg_attribute_column(mg_source *src, mg_attributes *at,
                                const char *name, size_t *out,
                                mgnn_error *err);
/* mg_attribute_column for a name that no column has yet. */
mgnn_status mg_attribute_add(mg_source *src, mg_attributes *at,
                             const char *name, size_t *out, mgnn_error *err);
/* Set the default of a column, for items without a value: a text in the source's
 * pool, or NULL and a number; NULL and NAN: no default. */
void mg_column_default(mg_column *col, double number, const char *text);
void mg_column_free(mg_column *col);

/* Make the existing arrays of a column long enough for item i. */
mgnn_status mg_column_reserve(mg_source *src, mg_column *col, size_t i,
                              mgnn_error *err);

mgnn_status mg_column_put_number(mg_source *src, mg_column *col, size_t i,
                                 double x, mgnn_error *err);
mgnn_status mg_column_put_text(mg_source *src, mg_column *col, size_t i,
                               const char *kept, mgnn_error *err);
/* Set the numbers of `count` items from i on, none of which may have a text. */
mgnn_status mg_column_put_numbers(mg_source *src, mg_column *col, size_t i,
                                  size_t count, const double *x,
                                  mgnn_error *err);
/* Replace the columns by `column`, an allocated array with them in another order. */
mgnn_status mg_attributes_order(mg_attributes *at, mg_column *column,
                                size_t count, mgnn_error *err);

/* Free the unused capacity of the arrays, after reading. */
void mg_source_trim(mg_source *src);

/* Free the parts of a source that are not needed after a problem was made from it:
 * always the line numbers; with MG_KEEP_EDGES also the values of attributes; with
 * MG_KEEP_NAMES the edges as well.  Names and notes stay. */
typedef enum { MG_KEEP_NAMES, MG_KEEP_EDGES, MG_KEEP_ALL } mg_keep;
void mg_source_release(mg_source *src, mg_keep keep);

/* Whether edge e has a direction.  If a file has edges of both kinds, those that
 * differ from `directed` have the edge attribute MG_DIRECTED, 0 or 1; or, in files of
 * arrays, 2 for both directions. */
#define MG_DIRECTED "(directed)"
enum { MG_BOTH_WAYS = 2 };
int mg_source_edge_directed(const mg_source *src, size_t e);
/* Whether any edge may have a direction. */
int mg_source_has_directions(const mg_source *src);
/* For readers, after setting src->directed: set whether edge e is directed. */
mgnn_status mg_source_direct(mg_source *src, size_t e, int directed,
                             mgnn_error *err);

/* Whether the file had that format. */
int mg_source_is(const mg_source *src, const char *format);

/* The name of the node attribute that a table of labels fills. */
#define MG_TABLE_LABEL "label of the table"

/* Attributes of clusters: the name; the number + 1 of the enclosing cluster; and a mark
 * of groups with rank. */
#define MG_CLUSTER_NAME "(name)"
#define MG_CLUSTER_IN "(in)"
#define MG_CLUSTER_RANK "(rank)"

/* The name given to the attribute id of DOT, which is not the id of the node. */
#define MG_DOT_ID "dot:id"

/* The id of node i in the file, or its name if it has no id.  buf has MG_NUMBER_MAX
 * bytes. */
const char *mg_source_id(const mg_source *src, size_t i, char *buf);

/* Find the column of that name, or NULL. */
const mg_column *mg_attribute_find(const mg_attributes *at, const char *name);

/* Whether item i has a value; its value as a number (returns 0 if it is absent or not
 * finite); its value as text (buf, MG_NUMBER_MAX bytes, receives numbers). */
int mg_column_has(const mg_column *col, size_t i);
int mg_column_number(const mg_column *col, size_t i, double *out);
const char *mg_column_text(const mg_column *col, size_t i, char *buf);

/* Choose the nodes' names: the first of `label`, `name`, `id` that every node
 * has and no two share; else 1, 2, ... in the order of the file.  A node
 * without id in a file with ids gets the name #k, k its place in the file.  If
 * nodes share ids, the attribute `id` is renamed. */
mgnn_status mg_source_name_nodes(mg_source *src, mgnn_error *err);

/* The node with that name, or else with that id, or MG_NAMES_NONE. */
uint32_t mg_source_find(const mg_source *src, const char *s, size_t len);

/* Add an isolated node that another table names; only if open_nodes. */
mgnn_status mg_source_add_node(mg_source *src, const char *s, size_t len,
                               uint32_t *out, mgnn_error *err);

void mg_source_free(mg_source *src);

#endif
