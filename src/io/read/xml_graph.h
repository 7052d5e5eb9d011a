/* Shared by the readers of XML formats: keys of attributes, nodes (which edges
 * may name before their tags), and nested graphs. */
#ifndef MG_XML_GRAPH_H
#define MG_XML_GRAPH_H

#include "build.h"
#include "io/text/message.h"
#include "io/text/xml.h"

/* A value: a text in the source's pool, or NULL and a number; NULL and NAN: none. */
typedef struct {
  double number;
  const char *text;
} mg_key_value;

/* A declared attribute. */
typedef struct {
  const char *name;
  mg_value_type type;
  size_t line;
  size_t column;               /* its number + 1 as an attribute; 0: none yet */
  size_t same;                 /* + 1, the key whose column it shares; 0: none */
  mg_key_value otherwise;      /* its default */
} mg_xml_key;

/* The keys of the nodes, of the edges, or of the graph.  Columns are made only
 * for keys that are used, so that keys declared but not used cost almost
 * nothing. */
typedef struct {
  const char *target;          /* "node", "edge" or "graph" */
  mg_attributes *values;
  mg_xml_key *key;
  size_t cap;
  mg_names ids, names;         /* of key k the k-th; the name of a key that
                                  shares a column is "\n" and its id */
  size_t id_column;            /* + 1, of the column for ids in tags */
} mg_key_list;

/* If zeroed, it may be closed. */
typedef struct {
  mg_xml *xml;
  const char *path;
  mg_source *src;
  mg_builder build;
  size_t line_cap;             /* of node_line */
  mg_key_list node, edge, graph;
} mg_xml_graph;

mgnn_status mg_xml_graph_open(mg_xml_graph *g, mg_source *src, const char *path,
                              const char *format, mgnn_error *err);
void mg_xml_graph_close(mg_xml_graph *g);

/* Check, after the whole file is read, that the ends of edges are nodes. */
mgnn_status mg_xml_graph_check(mg_xml_graph *g, mgnn_error *err);
/* Put the columns in order and complete the source. */
mgnn_status mg_xml_graph_finish(mg_xml_graph *g, mgnn_error *err);

/* Declare a key; the caller then sets type and default in the last of
 * list->key.  Fails if its id or its name is declared already. */
mgnn_status mg_key_add(mg_xml_graph *g, mg_key_list *list, const char *id,
                       const char *name, size_t line, mgnn_error *err);

/* Declare another key with the name of key `at`; it shares that key's column.
 * If the id is the same too, it is that key again. */
mgnn_status mg_key_join(mg_xml_graph *g, mg_key_list *list, const char *id,
                        uint32_t at, size_t line, mgnn_error *err);
/* Give a key a type and a default; if it has a type, the type that holds both. */
void mg_key_declare(mg_xml_key *k, mg_value_type type,
                    const mg_key_value *otherwise);

/* Read a text as the value of a key; `line` is where it begins.  An empty text
 * is no value, unless it replaces a default. */
mgnn_status mg_key_value_read(mg_xml_graph *g, const mg_xml_key *k, const char *s,
                              size_t len, size_t line, mg_key_value *out,
                              mgnn_error *err);
/* Store the value of an item. */
mgnn_status mg_key_value_put(mg_xml_graph *g, mg_key_list *list, mg_xml_key *k,
                             size_t item, const mg_key_value *v,
                             mgnn_error *err);

/* Add the node of the tag found last; its id must be new.  parent: the id of
 * the node whose graph contains it, or NULL. */
mgnn_status mg_xml_node(mg_xml_graph *g, const mg_xml_tag *tag,
                        const char *parent, unsigned *out, mgnn_error *err);
/* The id of a node, valid until the next node is added. */
const char *mg_xml_node_id(const mg_xml_graph *g, unsigned node);

/* Add the edge of the tag found last, with its source, target and id. */
mgnn_status mg_xml_edge(mg_xml_graph *g, const mg_xml_tag *tag, mgnn_error *err);

/* Note "FILE:LINE: N THINGS (the first here) are ignored"; noun is the name of
 * a thing, and `what` follows it. */
mgnn_status mg_tally_note(const mg_xml_graph *g, const mg_tally *t, const char *noun,
                          const char *what, mgnn_error *err);

#endif
