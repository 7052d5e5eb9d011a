/* Reads GEXF, the format of Gephi: nodes, edges and their attributes; from viz
 * the position, and as viz:color and so on color, alpha, size, shape and
 * thickness.  If a value changes in time, the last one counts. */
#include "read.h"
#include "xml_graph.h"
#include "io/text/message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  mg_xml_graph in;
  size_t graphs;
  mg_tally no_key;
} gexf;

/* ---- attributes ---- */

static mg_value_type
type_of(const char *word)
{
  static const struct {
    const char *word;
    mg_value_type type;
  } known[] = {
    { "boolean", MG_TYPE_BOOLEAN }, { "integer", MG_TYPE_INT },
    { "short", MG_TYPE_INT }, { "byte", MG_TYPE_INT }, { "long", MG_TYPE_LONG },
    { "float", MG_TYPE_FLOAT }, { "double", MG_TYPE_DOUBLE }
  };

  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strcmp(word, known[k].word) == 0)
      return known[k].type;
  return MG_TYPE_TEXT;         /* string, anyURI, lists, dates */
}

/* Read an <attribute>, at depth 4. */
static mgnn_status
read_attribute(gexf *g, mg_key_list *list, const mg_xml_tag *tag, mgnn_error *err)
{
  const char *id = mg_xml_value(g->in.xml, "id");
  const char *title = mg_xml_value(g->in.xml, "title");
  const char *type = mg_xml_value(g->in.xml, "type");
  mg_value_type kind = type_of(type != NULL ? type : "string");
  mg_xml_key *k;
  mgnn_status status;

  if (id == NULL)
    return mg_xml_fail(g->in.xml, err, "the attribute has no id");
  if (title == NULL || mg_names_find(&list->names, title, strlen(title))
                       != MG_NAMES_NONE)
    title = id;                /* two may have the same title */
  PASS(mg_key_add(&g->in, list, id, title, tag->line, err));
  k = &list->key[list->ids.count - 1];
  k->type = kind;
  EACH(mg_xml_child(g->in.xml, 4, &tag, err), tag != NULL) {
    const char *s;
    size_t len;

    if (strcmp(tag->name, "default") != 0)
      continue;
    PASS(mg_xml_text(g->in.xml, &s, &len, err));
    PASS(mg_key_value_read(&g->in, k, s, len, tag->text_line, &k->otherwise, err));
  }
  return status;
}

static mgnn_status
read_attributes(gexf *g, mgnn_error *err)
{
  const char *target = mg_xml_value(g->in.xml, "class");
  mg_key_list *list = target != NULL && strcmp(target, "edge") == 0 ? &g->in.edge
                      : &g->in.node;
  const mg_xml_tag *tag;
  mgnn_status status;

  EACH(mg_xml_child(g->in.xml, 3, &tag, err), tag != NULL)
    if (strcmp(tag->name, "attribute") == 0)
      PASS(read_attribute(g, list, tag, err));
  return status;
}

/* <attvalue for="0" value="x"/>; older files have id for `for`. */
static mgnn_status
read_value(gexf *g, mg_key_list *list, size_t item, const mg_xml_tag *tag,
           mgnn_error *err)
{
  const char *id = mg_xml_value(g->in.xml, "for");
  const char *s = mg_xml_value(g->in.xml, "value");
  mg_key_value v;
  uint32_t at;

  if (id == NULL)
    id = mg_xml_value(g->in.xml, "id");
  at = id != NULL ? mg_names_find(&list->ids, id, strlen(id)) : MG_NAMES_NONE;
  if (at == MG_NAMES_NONE || s == NULL) {
    mg_tally_add(&g->no_key, tag->line);
    return MGNN_OK;
  }
  PASS(mg_key_value_read(&g->in, &list->key[at], s, strlen(s), tag->line, &v, err));
  return mg_key_value_put(&g->in, list, &list->key[at], item, &v, err);
}

static mgnn_status
read_values(gexf *g, mg_key_list *list, size_t item, size_t depth, mgnn_error *err)
{
  const mg_xml_tag *tag;
  mgnn_status status;

  EACH(mg_xml_child(g->in.xml, depth, &tag, err), tag != NULL)
    if (strcmp(tag->name, "attvalue") == 0)
      PASS(read_value(g, list, item, tag, err));
  return status;
}

/* ---- what the tags themselves say ---- */

/* Store a value of the tag found last as an attribute: a number of the type, or a
 * text.  If an attribute of that name was declared, that one counts instead. */
static mgnn_status
put_of_tag(gexf *g, mg_key_list *list, size_t item, const char *of,
           const char *name, mg_value_type type, mgnn_error *err)
{
  const char *s = mg_xml_value(g->in.xml, of);
  mg_xml_key k = { .name = name, .type = type, .otherwise = { NAN, NULL } };
  mg_key_value v;
  size_t at;

  if (s == NULL || mg_names_find(&list->names, name, strlen(name)) != MG_NAMES_NONE)
    return MGNN_OK;
  PASS(mg_key_value_read(&g->in, &k, s, strlen(s), 0, &v, err));
  if (v.text == NULL && isnan(v.number))
    return MGNN_OK;
  PASS(mg_attribute_column(g->in.src, list->values, name, &at, err));
  list->values->column[at].type = type;
  return v.text != NULL
         ? mg_column_put_text(g->in.src, &list->values->column[at], item, v.text,
                              err)
         : mg_column_put_number(g->in.src, &list->values->column[at], item,
                                v.number, err);
}

/* <viz:color r="1" g="2" b="3" a="0.5"/>, or hex="#010203" */
static mgnn_status
read_color(gexf *g, mg_key_list *list, size_t item, mgnn_error *err)
{
  static const char *const part[] = { "r", "g", "b" };
  unsigned rgb[3] = { 0 };
  char hex[8];

  PASS(put_of_tag(g, list, item, "a", "viz:alpha", MG_TYPE_DOUBLE, err));
  if (mg_xml_value(g->in.xml, "hex") != NULL)
    return put_of_tag(g, list, item, "hex", "viz:color", MG_TYPE_TEXT, err);
  for (int c = 0; c < 3; c++) {
    const char *s = mg_xml_value(g->in.xml, part[c]);
    long x = s != NULL ? strtol(s, NULL, 10) : 0;

    rgb[c] = x < 0 ? 0 : x > 255 ? 255 : (unsigned)x;
  }
  snprintf(hex, sizeof hex, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
  return mg_attribute_text(g->in.src, list->values, "viz:color", item, hex, 7, err);
}

static mgnn_status
read_viz(gexf *g, mg_key_list *list, size_t item, const char *name, mgnn_error *err)
{
  static const char *const xyz[] = { "x", "y", "z" };

  if (strcmp(name, "color") == 0)
    return read_color(g, list, item, err);
  if (strcmp(name, "size") == 0)
    return put_of_tag(g, list, item, "value", "viz:size", MG_TYPE_DOUBLE, err);
  if (strcmp(name, "thickness") == 0)
    return put_of_tag(g, list, item, "value", "viz:thickness", MG_TYPE_DOUBLE,
                      err);
  if (strcmp(name, "shape") == 0)
    return put_of_tag(g, list, item, "value", "viz:shape", MG_TYPE_TEXT, err);
  for (int c = 0; c < 3 && strcmp(name, "position") == 0; c++)
    PASS(put_of_tag(g, list, item, xyz[c], xyz[c], MG_TYPE_DOUBLE, err));
  return MGNN_OK;
}

/* ---- the graph ---- */

static mgnn_status read_nodes(gexf *g, size_t depth, const unsigned *parent,
                              mgnn_error *err);
static mgnn_status read_edges(gexf *g, size_t depth, mgnn_error *err);

static mgnn_status
read_inside(gexf *g, mg_key_list *list, size_t item, size_t depth, mgnn_error *err)
{
  const mg_xml_tag *tag;
  unsigned node = (unsigned)item;
  mgnn_status status;

  EACH(mg_xml_child(g->in.xml, depth, &tag, err), tag != NULL)
    if (strcmp(tag->name, "attvalues") == 0)
      PASS(read_values(g, list, item, depth + 1, err));
    else if (list == &g->in.node && strcmp(tag->name, "nodes") == 0)
      PASS(read_nodes(g, depth + 1, &node, err));
    else if (list == &g->in.node && strcmp(tag->name, "edges") == 0)
      PASS(read_edges(g, depth + 1, err));
    else
      PASS(read_viz(g, list, item, tag->name, err));
  return status;
}

/* Read the nodes, or those nested in a node; mg_xml bounds the recursion. */
static mgnn_status
read_nodes(gexf *g, size_t depth, const unsigned *parent, mgnn_error *err)
{
  const mg_xml_tag *tag;
  unsigned node;
  mgnn_status status;

  EACH(mg_xml_child(g->in.xml, depth, &tag, err), tag != NULL) {
    const char *above;

    if (strcmp(tag->name, "node") != 0)
      continue;
    above = parent != NULL ? mg_xml_node_id(&g->in, *parent)
            : mg_xml_value(g->in.xml, "pid");
    PASS(mg_xml_node(&g->in, tag, above, &node, err));
    PASS(put_of_tag(g, &g->in.node, node, "label", "label", MG_TYPE_TEXT, err));
    PASS(read_inside(g, &g->in.node, node, depth + 1, err));
  }
  return status;
}

static mgnn_status
read_edge(gexf *g, const mg_xml_tag *tag, size_t depth, mgnn_error *err)
{
  const char *type = mg_xml_value(g->in.xml, "type");
  mg_source *src = g->in.src;
  size_t e = src->m;
  int directed = type == NULL ? src->directed : strcmp(type, "directed") == 0;

  PASS(mg_xml_edge(&g->in, tag, err));
  PASS(mg_source_direct(src, e, directed, err));
  PASS(put_of_tag(g, &g->in.edge, e, "label", "label", MG_TYPE_TEXT, err));
  PASS(put_of_tag(g, &g->in.edge, e, "weight", "weight", MG_TYPE_DOUBLE, err));
  PASS(put_of_tag(g, &g->in.edge, e, "kind", "kind", MG_TYPE_TEXT, err));
  return read_inside(g, &g->in.edge, e, depth + 1, err);
}

static mgnn_status
read_edges(gexf *g, size_t depth, mgnn_error *err)
{
  const mg_xml_tag *tag;
  mgnn_status status;

  EACH(mg_xml_child(g->in.xml, depth, &tag, err), tag != NULL)
    if (strcmp(tag->name, "edge") == 0)
      PASS(read_edge(g, tag, depth, err));
  return status;
}

static mgnn_status
read_graph(gexf *g, mgnn_error *err)
{
  const char *type = mg_xml_value(g->in.xml, "defaultedgetype");
  const mg_xml_tag *tag;
  mgnn_status status;

  g->in.src->directed = type != NULL && strcmp(type, "directed") == 0;
  EACH(mg_xml_child(g->in.xml, 2, &tag, err), tag != NULL)
    if (strcmp(tag->name, "attributes") == 0)
      PASS(read_attributes(g, err));
    else if (strcmp(tag->name, "nodes") == 0)
      PASS(read_nodes(g, 3, NULL, err));
    else if (strcmp(tag->name, "edges") == 0)
      PASS(read_edges(g, 3, err));
  return status;
}

/* Read <meta>, which holds texts about the graph. */
static mgnn_status
read_meta(gexf *g, mgnn_error *err)
{
  const mg_xml_tag *tag;
  const char *s;
  size_t len;
  mgnn_status status;

  EACH(mg_xml_child(g->in.xml, 2, &tag, err), tag != NULL) {
    char name[32];

    if (strcmp(tag->name, "creator") != 0 && strcmp(tag->name, "keywords") != 0
        && strcmp(tag->name, "description") != 0)
      continue;
    snprintf(name, sizeof name, "%s", tag->name);
    PASS(mg_xml_text(g->in.xml, &s, &len, err));
    if (len > 0)
      PASS(mg_attribute_text(g->in.src, &g->in.src->graph, name, 0, s, len, err));
  }
  return status;
}

static mgnn_status
read_root(gexf *g, mgnn_error *err)
{
  const mg_xml_tag *tag;
  int is_gexf;

  PASS(mg_xml_child(g->in.xml, 0, &tag, err));
  is_gexf = tag != NULL && strcmp(tag->name, "gexf") == 0;
  while (is_gexf) {
    PASS(mg_xml_child(g->in.xml, 1, &tag, err));
    if (tag == NULL)
      break;
    if (strcmp(tag->name, "meta") == 0)
      PASS(read_meta(g, err));
    else if (strcmp(tag->name, "graph") == 0 && g->graphs++ == 0)
      PASS(read_graph(g, err));
  }
  PASS(mg_xml_child(g->in.xml, 0, &tag, err));  /* nothing may follow */
  if (g->graphs == 0)
    return mg_fail_at(err, g->in.path, 0, 0, "there is no <graph> in the file; "
                      "is it GEXF?");
  PASS(mg_xml_graph_check(&g->in, err));
  if (g->graphs > 1)
    PASS(mg_note(&g->in.src->notes, err, "%s: of %zu graphs only the first is "
                 "read", g->in.path, g->graphs));
  return mg_tally_note(&g->in, &g->no_key, "value", " without a known attribute", err);
}

mgnn_status
mg_read_gexf(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  gexf g = { .graphs = 0 };

  TRY(mg_xml_graph_open(&g.in, out, path, "GEXF", err));
  TRY(read_root(&g, err));
  TRY(mg_xml_graph_finish(&g.in, err));
end:
  mg_xml_graph_close(&g.in);
  return status;
}
