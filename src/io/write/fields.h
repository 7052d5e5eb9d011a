/* The fields that writers put out for nodes, edges and the graph: the attributes of
 * the input and the values that a layout adds, the same for all formats. */
#ifndef MG_FIELDS_H
#define MG_FIELDS_H

#include "write.h"
#include "sink.h"

/* The source of a field's values. */
typedef enum {
  MG_FROM_COLUMN, MG_FROM_NAME, MG_FROM_LABEL, MG_FROM_COORDINATE, MG_FROM_EDGE
} mg_field_from;

/* Columns that need special care: pos of nodes, len of edges. */
enum { MG_COLUMN_PLAIN, MG_COLUMN_POS, MG_COLUMN_LEN };

typedef struct {
  const char *name;
  mg_field_from from;
  const mg_column *column;
  size_t which;                /* number of the coordinate or of the edge value;
                                  for a column one of MG_COLUMN_... */
  mg_value_type type;          /* MG_TYPE_NONE: not declared */
} mg_out_field;

typedef struct {
  mg_out_field *field;
  size_t count;
} mg_field_list;

/* A value: a text, or NULL and a number; NULL and NAN: absent. */
typedef struct {
  const char *text;
  double number;
} mg_field_value;

/* The fields that a format needs. */
typedef struct {
  int names;                   /* names as labels, if the input has no labels */
  int coordinates;             /* positions as fields x, y, ... */
  int achieved;                /* the lengths in the layout */
  int own_only;                /* omit values that items have only by a default of
                                  their column */
  const char *const *stale;    /* columns of the input to omit, as a new layout makes
                                  them wrong; ends with NULL; or NULL */
} mg_fields_want;

typedef struct {
  const mg_record *r;
  mg_fields_want want;
  size_t n, m;
  const unsigned *ends;
  mg_field_list node, edge, graph;
} mg_fields;

/* Make the lists of fields.  Fails with MGNN_ENOMEM only.  Call mg_fields_free
 * later, even after a failure. */
mgnn_status mg_fields_make(mg_fields *f, const mg_record *r,
                           const mg_fields_want *want, mgnn_error *err);
void mg_fields_free(mg_fields *f);

/* Fail with MGNN_EINVAL if a position is not finite. */
mgnn_status mg_record_check(const mg_record *r, mgnn_error *err);

/* The name of a field; buf has MG_COORDINATE_MAX bytes. */
const char *mg_field_name(const mg_fields *f, const mg_out_field *field, char *buf);

/* Get the value of a field for a node, an edge or (item 0) the graph; 0: absent. */
int mg_field_value_of(const mg_fields *f, const mg_out_field *field, size_t item,
                      mg_field_value *out);

/* The type of a field; if it is not declared, a type that fits all its values. */
mg_value_type mg_field_type(const mg_fields *f, const mg_out_field *field,
                            size_t items);

/* The id of node i, or its name if it has no id; and its name.  Without names, the
 * number of the node.  buf has MG_NUMBER_MAX bytes. */
const char *mg_record_id(const mg_record *r, size_t i, char *buf);
const char *mg_record_name(const mg_record *r, size_t i, char *buf);

/* Whether the graph is directed, and whether edge e is. */
int mg_record_directed(const mg_record *r);
int mg_record_edge_directed(const mg_record *r, size_t e);
/* Whether the input has both directed and undirected edges. */
int mg_record_is_mixed(const mg_record *r);

/* Set *out to the attribute `multigraph` of the input, or else to whether two nodes are
 * joined twice (directed edges: in one direction).  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_record_is_multigraph(const mg_record *r, int *out, mgnn_error *err);

/* Write several texts; the last argument is NULL. */
void mg_put_texts(mg_sink *s, ...);
/* Write a text in XML, with escapes: in an element, or in a quoted attribute. */
void mg_put_xml(mg_sink *s, const char *text);
void mg_put_xml_quoted(mg_sink *s, const char *text);
/* Write a number; if the type is real, 1 is written as 1.0. */
void mg_put_real(mg_sink *s, double x, mg_value_type type);
/* Write a value as text by the function `put`; booleans become true and false. */
void mg_put_plain(mg_sink *s, const mg_field_value *v, mg_value_type type,
                  void (*put)(mg_sink *s, const char *text));
/* Write the end of the XML element that declares a field, with its default, if any. */
void mg_put_default(mg_sink *s, const mg_out_field *field, mg_value_type type,
                    const char *element);

/* The writers that have files of their own. */
typedef mgnn_status mg_write_call(const mg_record *r, FILE *out, mgnn_error *err);
mg_write_call mg_write_gml, mg_write_graphml, mg_write_positions_npy, mg_write_npz,
  mg_write_svm, mg_write_gexf, mg_write_dot, mg_write_json;

#endif
