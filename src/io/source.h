/* What a graph file said, before anything is decided about it: nodes, edges
 * (loops and parallel ones included), attributes, and where they stood. */
#ifndef MG_SOURCE_H
#define MG_SOURCE_H

#include "ids.h"
#include "limits.h"
#include "line_runs.h"

/* What a file declares the values of an attribute to be.  MG_TYPE_NONE: it does
 * not; then each value is what it is.  MG_TYPE_JSON: texts are values of JSON as
 * they are written there, so that lists, objects and a mixture of types stay
 * what they are. */
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
  int has_default;             /* then they are this number, or this text */
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

/* The defaults: ten million nodes, a hundred million edges, MG_BYTES_MAX. */
void mg_limits_init(mg_limits *limits);

typedef struct {
  char *path;                  /* for messages; "stdin" where it was "-" */
  const char *format;          /* the reader's word, "gml" */
  mg_limits limits;
  size_t column_bytes;         /* allocated for the columns */
  size_t n, m;
  size_t dim;                  /* of the space that the file is about; 0: it does
                                  not say */
  unsigned *ends;              /* 2m node numbers */
  mg_attributes node, edge, graph;
  mg_attributes cluster;       /* of DOT: MG_CLUSTER_NAME and _IN, and its own */
  uint32_t *node_line;         /* n lines of the file, or NULL: not known */
  size_t line_cap;             /* of node_line, once it is read; or less */
  mg_line_runs edge_line;           /* of m edges, or empty: not known */
  int directed;                /* edges have a direction, from ends[2e] to
                                  ends[2e + 1]; see mg_source_edge_directed */
  int open_nodes;              /* nodes exist by being named in edges, so a
                                  table of labels may name further ones */
  int unordered;               /* they stand in the order in which edges name
                                  them, which a table without names cannot
                                  follow; see numbering.h */
  int unnamed;                 /* the file has no names: nodes are its rows */
  int is_matrix;               /* every pair with an entry is an edge */
  const char *lengths;         /* the edge attribute that a table means as the lengths,
                                  by having no other; or NULL */
  mg_notes notes;              /* for the user */
  mg_pool pool;                /* texts of the attributes */

  /* Filled by mg_source_name_nodes: one unique name per node. */
  mg_names names;
  mg_ids tokens;               /* where the names are the ids by which a reader
                                  knows its nodes, these find them, and names
                                  has no hash of its own */
  mg_names ids;                /* what mg_source_find tries next; or empty */
  const struct mg_tokens *met; /* where names has none: the nodes are these; or NULL */
  const char *named_by;        /* "label", "name", "id" or "number" */
} mg_source;

/* For readers: whether there may be `nodes` nodes and `edges` edges.  MGNN_OK or
 * MGNN_EPARSE. */
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
/* The same for a name that no column has yet. */
mgnn_status mg_attribute_add(mg_source *src, mg_attributes *at,
                             const char *name, size_t *out, mgnn_error *err);
/* What items without a value have: a text in the source's pool, or NULL and a
 * number; NULL and NAN: nothing. */
void mg_column_default(mg_column *col, double number, const char *text);
void mg_column_free(mg_column *col);

/* Make the arrays that a column has long enough for item i. */
mgnn_status mg_column_reserve(mg_source *src, mg_column *col, size_t i,
                              mgnn_error *err);

mgnn_status mg_column_put_number(mg_source *src, mg_column *col, size_t i,
                                 double x, mgnn_error *err);
mgnn_status mg_column_put_text(mg_source *src, mg_column *col, size_t i,
                               const char *kept, mgnn_error *err);
/* The numbers of `count` items from i on, none of which has a text. */
mgnn_status mg_column_put_numbers(mg_source *src, mg_column *col, size_t i,
                                  size_t count, const double *x,
                                  mgnn_error *err);
/* The columns, allocated, take the place of those there, in another order. */
mgnn_status mg_attributes_order(mg_attributes *at, mg_column *column,
                                size_t count, mgnn_error *err);

/* Free the unused capacity of the arrays of a source that is read. */
void mg_source_trim(mg_source *src);

/* Give back what is not wanted any more once all is decided that follows from
 * it: the lines, then the values of attributes and the ids that are no names,
 * then the edges as well.  Names and notes stay. */
typedef enum { MG_KEEP_NAMES, MG_KEEP_EDGES, MG_KEEP_ALL } mg_keep;
void mg_source_release(mg_source *src, mg_keep keep);

/* Whether edge e has a direction.  Where a file has edges of both kinds, those
 * that differ from `directed` have the edge attribute MG_DIRECTED, 0 or 1; of the
 * edges of arrays, 2 is both directions. */
#define MG_DIRECTED "(directed)"
enum { MG_BOTH_WAYS = 2 };
int mg_source_edge_directed(const mg_source *src, size_t e);
/* Whether any has. */
int mg_source_has_directions(const mg_source *src);
/* For readers, which have set src->directed: edge e is of that kind. */
mgnn_status mg_source_direct(mg_source *src, size_t e, int directed,
                             mgnn_error *err);

/* Whether the file was of that format. */
int mg_source_is(const mg_source *src, const char *format);

/* What the attribute is called that a table of labels fills. */
#define MG_TABLE_LABEL "label of the table"

/* The name of a cluster, and the number of the one that it is in, + 1; and what says
 * that there is a group with rank. */
#define MG_CLUSTER_NAME "(name)"
#define MG_CLUSTER_IN "(in)"
#define MG_CLUSTER_RANK "(rank)"

/* What the attribute id of DOT, which is not that of the node, is called. */
#define MG_DOT_ID "dot:id"

/* The id of node i as the file has it; its name where it has none.  buf has
 * MG_NUMBER_MAX bytes. */
const char *mg_source_id(const mg_source *src, size_t i, char *buf);

/* The column of that name, or NULL. */
const mg_column *mg_attribute_find(const mg_attributes *at, const char *name);

/* Whether item i has a value; its value as a number (0: it is absent or not a
 * finite number); as text (numbers are formatted into buf of MG_NUMBER_MAX). */
int mg_column_has(const mg_column *col, size_t i);
int mg_column_number(const mg_column *col, size_t i, double *out);
const char *mg_column_text(const mg_column *col, size_t i, char *buf);

/* Choose the nodes' names: the first of `label`, `name`, `id` that every node
 * has and no two share; else 1, 2, ... in the order of the file.  A node
 * without id in a file with ids gets the name #k, k its place in the file.  Ids
 * that nodes share are attributes of another name after it. */
mgnn_status mg_source_name_nodes(mg_source *src, mgnn_error *err);

/* The node of a name, else of an id, or MG_NAMES_NONE. */
uint32_t mg_source_find(const mg_source *src, const char *s, size_t len);

/* Add an isolated node named in another table; only where open_nodes. */
mgnn_status mg_source_add_node(mg_source *src, const char *s, size_t len,
                               uint32_t *out, mgnn_error *err);

void mg_source_free(mg_source *src);

#endif
