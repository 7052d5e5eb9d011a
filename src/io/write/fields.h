/* What is written of a graph, item by item: the attributes that the input has,
 * and what a layout adds to them; one list for all formats. */
#ifndef MG_FIELDS_H
#define MG_FIELDS_H

#include "write.h"
#include "sink.h"

/* Where the values of a field come from. */
typedef enum {
  MG_FROM_COLUMN, MG_FROM_NAME, MG_FROM_LABEL, MG_FROM_COORDINATE, MG_FROM_EDGE
} mg_field_from;

/* What a column may be besides an attribute: pos of nodes, len of edges. */
enum { MG_COLUMN_PLAIN, MG_COLUMN_POS, MG_COLUMN_LEN };

typedef struct {
  const char *name;
  mg_field_from from;
  const mg_column *column;
  size_t which;                /* the coordinate, or which value of an edge; of
                                  a column one of the above */
  mg_value_type type;          /* MG_TYPE_NONE: each value is what it is */
} mg_out_field;

typedef struct {
  mg_out_field *field;
  size_t count;
} mg_field_list;

/* A value: a text, or NULL and a number; NULL and NAN: none. */
typedef struct {
  const char *text;
  double number;
} mg_field_value;

/* What a format wants. */
typedef struct {
  int names;                   /* labels where the input has none */
  int coordinates;             /* as fields x, y, ... */
  int achieved;                /* lengths that the layout has */
  int own_only;                /* values that items have by a default are not
                                  values of theirs */
  const char *const *stale;    /* fields that a new layout makes wrong; ends
                                  with NULL; or NULL: none */
} mg_fields_want;

typedef struct {
  const mg_record *r;
  mg_fields_want want;
  size_t n, m;
  const unsigned *ends;
  mg_field_list node, edge, graph;
} mg_fields;

/* Fails with MGNN_ENOMEM, or MGNN_EINVAL if a position is not finite unless
 * that is allowed.  mg_fields_free in any case. */
mgnn_status mg_fields_make(mg_fields *f, const mg_record *r,
                           const mg_fields_want *want, mgnn_error *err);
void mg_fields_free(mg_fields *f);

/* MGNN_EINVAL if a position is not finite. */
mgnn_status mg_record_check(const mg_record *r, mgnn_error *err);

/* The name of a field; buf has MG_COORDINATE_MAX bytes. */
const char *mg_field_name(const mg_fields *f, const mg_out_field *field, char *buf);

/* The value of a field for a node, edge or (item 0) the graph; 0: it has none. */
int mg_field_value_of(const mg_fields *f, const mg_out_field *field, size_t item,
                      mg_field_value *out);

/* The type of a field that is not said: of all its values. */
mg_value_type mg_field_type(const mg_fields *f, const mg_out_field *field,
                            size_t items);

/* The id of node i, its name where it has none; without names its number.  buf
 * has MG_NUMBER_MAX bytes. */
const char *mg_record_id(const mg_record *r, size_t i, char *buf);
const char *mg_record_name(const mg_record *r, size_t i, char *buf);

/* Whether the graph has directions, and whether edge e has. */
int mg_record_directed(const mg_record *r);
int mg_record_edge_directed(const mg_record *r, size_t e);
/* Whether the input has edges of both kinds. */
int mg_record_is_mixed(const mg_record *r);

/* Whether some nodes are joined twice, in the same direction where there are
 * directions; or the input says so.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_record_is_multigraph(const mg_record *r, int *out, mgnn_error *err);

/* Texts one after the other; the last is NULL. */
void mg_put_texts(mg_sink *s, ...);
/* A text within XML, in an element; in quotes. */
void mg_put_xml(mg_sink *s, const char *text);
void mg_put_xml_quoted(mg_sink *s, const char *text);
/* A number as a real one, so that 1 of a column of such is 1.0. */
void mg_put_real(mg_sink *s, double x, mg_value_type type);
/* A value as a text, true and false spelt out. */
void mg_put_plain(mg_sink *s, const mg_field_value *v, mg_value_type type,
                  void (*put)(mg_sink *s, const char *text));
/* The end of the XML element that declares a field, with the default of its column. */
void mg_put_default(mg_sink *s, const mg_out_field *field, mg_value_type type,
                    const char *element);

/* The writers in files of their own. */
typedef mgnn_status mg_write_call(const mg_record *r, FILE *out, mgnn_error *err);
mg_write_call mg_write_gml, mg_write_graphml, mg_write_positions_npy, mg_write_npz,
  mg_write_svm, mg_write_gexf, mg_write_dot, mg_write_json;

#endif
