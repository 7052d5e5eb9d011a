/* What the readers of graphs in XML have in common: keys of attributes, nodes
 * that edges may name before their tags, nested graphs. */
#ifndef MG_XML_GRAPH_H
#define MG_XML_GRAPH_H

#include "build.h"
#include "io/text/message.h"
#include "io/text/xml.h"

/* A text in the source's pool, or NULL and a number; NULL and NAN: none. */
typedef struct {
  double number;
  const char *text;
} mg_key_value;

/* An attribute that is declared. */
typedef struct {
  const char *name;
  mg_value_type type;
  size_t line;
  size_t column;               /* + 1, of the attributes; 0: none yet */
  size_t same;                 /* + 1, the key whose column it shares; 0: none */
  mg_key_value otherwise;      /* its default */
} mg_xml_key;

/* Those of the nodes, of the edges, or of the graph.  Columns are made for the
 * keys that are used, so that a file costs what it holds, however many keys it
 * declares. */
typedef struct {
  const char *target;          /* "node", "edge" or "graph" */
  mg_attributes *values;
  mg_xml_key *key;
  size_t cap;
  mg_names ids, names;         /* those of key k are the k-th; the name of one
                                  that shares a column is "\n" and its id */
  size_t id_column;            /* + 1, for the ids in the tags */
} mg_key_list;

/* Zeroed, it may be closed. */
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

/* All is read: check that the ends of edges are nodes. */
mgnn_status mg_xml_graph_check(mg_xml_graph *g, mgnn_error *err);
/* Put the columns in order and hand all over to the source. */
mgnn_status mg_xml_graph_finish(mg_xml_graph *g, mgnn_error *err);

/* Declare a key; its type and default are the caller's to set in the last of
 * list->key.  Neither its id nor its name may be there already. */
mgnn_status mg_key_add(mg_xml_graph *g, mg_key_list *list, const char *id,
                       const char *name, size_t line, mgnn_error *err);

/* Declare a further key with the name of key `at`, whose values are that one's; with
 * its id too, it is that key again. */
mgnn_status mg_key_join(mg_xml_graph *g, mg_key_list *list, const char *id,
                        uint32_t at, size_t line, mgnn_error *err);
/* Give a key a type and a default; if it has some, the type that holds both. */
void mg_key_declare(mg_xml_key *k, mg_value_type type,
                    const mg_key_value *otherwise);

/* The value that a text has for a key; it begins in that line.  An empty text is
 * none, unless it takes the place of a default. */
mgnn_status mg_key_value_read(mg_xml_graph *g, const mg_xml_key *k, const char *s,
                              size_t len, size_t line, mg_key_value *out,
                              mgnn_error *err);
/* Give it to an item. */
mgnn_status mg_key_value_put(mg_xml_graph *g, mg_key_list *list, mg_xml_key *k,
                             size_t item, const mg_key_value *v,
                             mgnn_error *err);

/* The node of the tag found last, with that id: none other may have it.
 * parent: the id of the node whose graph it is in, or NULL. */
mgnn_status mg_xml_node(mg_xml_graph *g, const mg_xml_tag *tag,
                        const char *parent, unsigned *out, mgnn_error *err);
/* The id of a node, valid until nodes are added. */
const char *mg_xml_node_id(const mg_xml_graph *g, unsigned node);

/* The edge of the tag found last, with its source, target and id. */
mgnn_status mg_xml_edge(mg_xml_graph *g, const mg_xml_tag *tag, mgnn_error *err);

/* "FILE:LINE: N THINGS (the first here) are ignored"; what: a noun, and what
 * follows it. */
mgnn_status mg_tally_note(const mg_xml_graph *g, const mg_tally *t, const char *noun,
                          const char *what, mgnn_error *err);

#endif
