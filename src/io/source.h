/* What a graph file said, before anything is decided about it: nodes, edges
 * (loops and parallel ones included), attributes, and where they stood. */
#ifndef MG_SOURCE_H
#define MG_SOURCE_H

#include "ids.h"
#include "line_runs.h"

/* One attribute, for all nodes or all edges.  A value is a text if
 * text[i] != NULL, else a number if number[i] is not NAN, else absent.
 * Unquoted numbers are numbers, quoted ones stay text and are read as numbers
 * on demand, so that a label "007" keeps its zeros. */
typedef struct {
  const char *name;            /* in the source's pool */
  double *number;              /* one per node or edge, or NULL: no numbers */
  const char **text;           /* in the source's pool; or NULL: no texts */
  size_t cap;                  /* values allocated; those not set are absent */
  int has_default;             /* then they are this number, or this text */
  double default_number;
  const char *default_text;
} mg_column;

/* The attributes of the nodes, or of the edges.  Zeroed, it is empty. */
typedef struct {
  mg_column *column;
  size_t count;
} mg_attributes;

/* What a hostile file may cost at most. */
typedef struct {
  size_t nodes, edges;
  size_t bytes;                /* of each file, decompressed */
} mg_limits;

/* The defaults: ten million nodes, a hundred million edges, MG_BYTES_MAX. */
void mg_limits_init(mg_limits *limits);

typedef struct {
  char *path;                  /* for messages; "stdin" where it was "-" */
  mg_limits limits;
  size_t n, m;
  unsigned *ends;              /* 2m node numbers */
  mg_attributes node, edge;
  uint32_t *node_line;         /* n lines of the file, or NULL: not known */
  mg_line_runs edge_line;           /* of m edges, or empty: not known */
  int directed;                /* the file called the graph directed */
  int open_nodes;              /* nodes exist by being named in edges, so a
                                  table of labels may name further ones */
  mg_notes notes;              /* for the user */
  mg_pool pool;                /* texts of the attributes */

  /* Filled by mg_source_name_nodes: one unique name per node. */
  mg_names names;
  mg_ids tokens;               /* where the names are the ids by which a reader
                                  knows its nodes, these find them, and names
                                  has no hash of its own */
  mg_names ids;                /* what mg_source_find tries next; or empty */
  const char *named_by;        /* "label", "name", "id" or "number" */
} mg_source;

/* For readers: whether there may be `nodes` nodes and `edges` edges, with the
 * attributes that are known.  MGNN_OK or MGNN_EPARSE. */
mgnn_status mg_source_allows(const mg_source *src, size_t nodes, size_t edges,
                             size_t line, mgnn_error *err);

/* For readers.  Set attribute `name` of item i (node or edge number); the
 * column is made when first set, and grows.  A second value for the same item
 * replaces the first.  Return MGNN_OK or MGNN_ENOMEM. */
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

mgnn_status mg_column_put_number(mg_column *col, size_t i, double x,
                                 mgnn_error *err);
mgnn_status mg_column_put_text(mg_column *col, size_t i, const char *kept,
                               mgnn_error *err);
/* The numbers of `count` items from i on, none of which has a text. */
mgnn_status mg_column_put_numbers(mg_column *col, size_t i, size_t count,
                                  const double *x, mgnn_error *err);

/* Free the unused capacity of the arrays of a source that is read. */
void mg_source_trim(mg_source *src);

/* Give back the edges and all values of attributes, once all is decided that
 * follows from them; names and notes stay. */
void mg_source_release(mg_source *src);

/* The column of that name, or NULL. */
const mg_column *mg_attribute_find(const mg_attributes *at, const char *name);

/* Whether item i has a value; its value as a number (0: it is absent or not a
 * finite number); as text (numbers are formatted into buf of MG_NUMBER_MAX). */
int mg_column_has(const mg_column *col, size_t i);
int mg_column_number(const mg_column *col, size_t i, double *out);
const char *mg_column_text(const mg_column *col, size_t i, char *buf);

/* Choose the nodes' names: the first of `label`, `name`, `id` that every node
 * has and no two share; else 1, 2, ... in the order of the file.  A node
 * without id in a file with ids gets the name #k, k its place in the file. */
mgnn_status mg_source_name_nodes(mg_source *src, mgnn_error *err);

/* The node of a name, else of an id, or MG_NAMES_NONE. */
uint32_t mg_source_find(const mg_source *src, const char *s, size_t len);

/* Add an isolated node named in another table; only where open_nodes. */
mgnn_status mg_source_add_node(mg_source *src, const char *s, size_t len,
                               uint32_t *out, mgnn_error *err);

void mg_source_free(mg_source *src);

#endif
