/* Reads the first graph of a GraphML file, with the graphs nested in its nodes,
 * and the values that nodes, edges and the graph have for the declared keys. */
#include "read.h"
#include "xml_graph.h"
#include "io/text/message.h"

#include <math.h>
#include <string.h>

typedef struct {
  mg_xml_graph in;
  const char *space;           /* the namespace of the root, or NULL */
  mg_tally hyperedges, inner_graphs, graphs, no_target, no_type, no_key;
} graphml;

/* ---- keys and values ---- */

/* Read the default of a key.  A boolean without one is false. */
static mgnn_status
read_default(graphml *g, mg_xml_key *k, mgnn_error *err)
{
  const mg_xml_tag *tag;
  const char *s;
  size_t len;
  mgnn_status status;

  EACH(mg_xml_child(g->in.xml, 2, &tag, err), tag != NULL) {
    if (strcmp(tag->name, "default") != 0)
      continue;
    PASS(mg_xml_text(g->in.xml, &s, &len, err));
    PASS(mg_key_value_read(&g->in, k, s, len, tag->text_line, &k->otherwise, err));
  }
  if (k->type == MG_TYPE_BOOLEAN && isnan(k->otherwise.number))
    k->otherwise.number = 0;
  return status;
}

static mgnn_status
type_of(const graphml *g, const char *word, mg_value_type *out, mgnn_error *err)
{
  static const struct {
    const char *word;
    mg_value_type type;
  } known[] = {
    { "boolean", MG_TYPE_BOOLEAN }, { "int", MG_TYPE_INT },
    { "long", MG_TYPE_LONG }, { "float", MG_TYPE_FLOAT },
    { "double", MG_TYPE_DOUBLE }, { "string", MG_TYPE_TEXT }
  };
  char shown[MG_SHOW_MAX];

  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strcmp(word, known[k].word) == 0) {
      *out = known[k].type;
      return MGNN_OK;
    }
  return mg_xml_fail(g->in.xml, err, "%s is no attr.type; it must be boolean, int, "
                     "long, float, double or string", mg_show(shown, word));
}

/* Read a <key>, for one of the lists, or for all if it does not say which. */
static mgnn_status
read_key(graphml *g, const mg_xml_tag *tag, mgnn_error *err)
{
  const char *id = mg_xml_value(g->in.xml, "id");
  const char *name = mg_xml_value(g->in.xml, "attr.name");
  const char *type = mg_xml_value(g->in.xml, "attr.type");
  const char *target = mg_xml_value(g->in.xml, "for");
  mg_key_list *list[] = { &g->in.node, &g->in.edge, &g->in.graph };
  int all = target == NULL || strcmp(target, "all") == 0;
  mg_xml_key *added[3] = { NULL }, read = { .otherwise = { NAN, NULL } };
  size_t count = 0;

  if (id == NULL)
    return mg_xml_fail(g->in.xml, err, "the key has no id");
  if (type == NULL) {
    mg_tally_add(&g->no_type, tag->line);
    return MGNN_OK;
  }
  PASS(type_of(g, type, &read.type, err));
  name = name != NULL ? name : id;
  for (size_t k = 0; k < 3; k++) {
    uint32_t at = mg_names_find(&list[k]->names, name, strlen(name));

    if (all ? at != MG_NAMES_NONE : strcmp(target, list[k]->target) != 0)
      continue;
    if (at != MG_NAMES_NONE)
      PASS(mg_key_join(&g->in, list[k], id, at, tag->line, err));
    else {
      PASS(mg_key_add(&g->in, list[k], id, name, tag->line, err));
      at = (uint32_t)list[k]->ids.count - 1;
    }
    added[count++] = &list[k]->key[at];
  }
  if (count == 0) {
    mg_tally_add(&g->no_target, tag->line);
    return MGNN_OK;
  }
  read.name = added[0]->name;
  PASS(read_default(g, &read, err));
  for (size_t k = 0; k < count; k++)
    mg_key_declare(added[k], read.type, &read.otherwise);
  return MGNN_OK;
}

static mgnn_status
read_data(graphml *g, mg_key_list *list, size_t item, const mg_xml_tag *tag,
          mgnn_error *err)
{
  const char *id = mg_xml_value(g->in.xml, "key");
  uint32_t at = id != NULL ? mg_names_find(&list->ids, id, strlen(id))
                : MG_NAMES_NONE;
  size_t line = tag->text_line, len;
  const char *s;
  mg_key_value v;

  if (at == MG_NAMES_NONE) {
    mg_tally_add(&g->no_key, tag->line);
    return MGNN_OK;
  }
  if (list->key[at].same > 0)
    at = (uint32_t)list->key[at].same - 1;
  PASS(mg_xml_text(g->in.xml, &s, &len, err));
  PASS(mg_key_value_read(&g->in, &list->key[at], s, len, line, &v, err));
  return mg_key_value_put(&g->in, list, &list->key[at], item, &v, err);
}

/* ---- the graph ---- */

/* The graph that contains an edge: its depth, and whether edges are directed. */
typedef struct {
  size_t depth;
  int directed;
} place;

static mgnn_status read_inside(graphml *g, mg_key_list *list, size_t item,
                               size_t depth, mgnn_error *err);

static int
is_ours(const graphml *g, const mg_xml_tag *tag, const char *name)
{
  static const char graphml_space[] = "http://graphml.graphdrawing.org/xmlns";
  const char *space = tag->space;

  return strcmp(tag->name, name) == 0
         && (space == g->space || (space != NULL && g->space != NULL
                                   && strcmp(space, g->space) == 0)
             || (space != NULL && strcmp(space, graphml_space) == 0));
}

static mgnn_status
read_edge(graphml *g, const mg_xml_tag *tag, const place *at, mgnn_error *err)
{
  const char *directed = mg_xml_value(g->in.xml, "directed");
  int is_directed = directed == NULL ? at->directed
                    : strcmp(directed, "true") == 0;

  PASS(mg_xml_edge(&g->in, tag, err));
  PASS(mg_source_direct(g->in.src, g->in.src->m - 1, is_directed, err));
  return read_inside(g, &g->in.edge, g->in.src->m - 1, at->depth + 1, err);
}

/* Read the graph whose tag was found last; at a depth over 2 it is nested in a node. */
static mgnn_status
read_graph(graphml *g, size_t depth, unsigned parent, mgnn_error *err)
{
  const char *edges = mg_xml_value(g->in.xml, "edgedefault");
  const place at = { depth, edges != NULL && strcmp(edges, "directed") == 0 };
  const mg_xml_tag *tag;
  unsigned node;
  mgnn_status status;

  if (depth == 2)
    g->in.src->directed = at.directed;
  EACH(mg_xml_child(g->in.xml, depth, &tag, err), tag != NULL)
    if (is_ours(g, tag, "node")) {
      PASS(mg_xml_node(&g->in, tag, depth > 2 ? mg_xml_node_id(&g->in, parent) : NULL,
                       &node, err));
      PASS(read_inside(g, &g->in.node, node, depth + 1, err));
    } else if (is_ours(g, tag, "edge"))
      PASS(read_edge(g, tag, &at, err));
    else if (is_ours(g, tag, "hyperedge"))
      mg_tally_add(&g->hyperedges, tag->line);
    else if (depth == 2 && is_ours(g, tag, "data"))
      PASS(read_data(g, &g->in.graph, 0, tag, err));
  return status;
}

/* Read the contents of a node or an edge; mg_xml bounds the recursion. */
static mgnn_status
read_inside(graphml *g, mg_key_list *list, size_t item, size_t depth,
            mgnn_error *err)
{
  const mg_xml_tag *tag;
  mgnn_status status;

  EACH(mg_xml_child(g->in.xml, depth, &tag, err), tag != NULL)
    if (is_ours(g, tag, "data"))
      PASS(read_data(g, list, item, tag, err));
    else if (is_ours(g, tag, "graph") && list == &g->in.node)
      PASS(read_graph(g, depth + 1, (unsigned)item, err));
    else if (is_ours(g, tag, "graph"))
      mg_tally_add(&g->inner_graphs, tag->line);
  return status;
}

static mgnn_status
read_root(graphml *g, mgnn_error *err)
{
  const mg_xml_tag *tag;

  PASS(mg_xml_child(g->in.xml, 0, &tag, err));
  if (tag != NULL && strcmp(tag->name, "graphml") == 0) {
    g->space = tag->space;
    for (;;) {
      PASS(mg_xml_child(g->in.xml, 1, &tag, err));
      if (tag == NULL)
        break;
      if (is_ours(g, tag, "key"))
        PASS(read_key(g, tag, err));
      else if (is_ours(g, tag, "graph")) {
        mg_tally_add(&g->graphs, tag->line);
        if (g->graphs.count == 1)
          PASS(read_graph(g, 2, 0, err));
      }
    }
  }
  PASS(mg_xml_child(g->in.xml, 0, &tag, err));     /* nothing may follow */
  if (g->graphs.count == 0)
    return mg_fail_at(err, g->in.path, 0, 0, "there is no <graph> in the file");
  return mg_xml_graph_check(&g->in, err);
}

/* ---- the end ---- */

static mgnn_status
note_ignored(const graphml *g, mgnn_error *err)
{
  PASS(mg_tally_note(&g->in, &g->no_target, "key",
                     " for neither nodes, edges nor the graph", err));
  PASS(mg_tally_note(&g->in, &g->no_type, "key", " without attr.type", err));
  PASS(mg_tally_note(&g->in, &g->no_key, "value", " without a known key", err));
  PASS(mg_tally_note(&g->in, &g->hyperedges, "hyperedge", "", err));
  PASS(mg_tally_note(&g->in, &g->inner_graphs, "graph", " inside edges", err));
  if (g->graphs.count > 1)
    PASS(mg_note(&g->in.src->notes, err, "%s: of %zu graphs only the first is read",
                 g->in.path, g->graphs.count));
  return MGNN_OK;
}

mgnn_status
mg_read_graphml(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  graphml g = { .space = NULL };

  TRY(mg_xml_graph_open(&g.in, out, path, "GraphML", err));
  TRY(read_root(&g, err));
  TRY(note_ignored(&g, err));
  TRY(mg_xml_graph_finish(&g.in, err));
end:
  mg_xml_graph_close(&g.in);
  return status;
}
