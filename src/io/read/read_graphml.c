/* GraphML: the nodes and edges of the first graph, and the values that they
 * have for keys.  Columns are made for the keys that are used, so that a file
 * costs what it holds, however many keys it declares. */
#include "build.h"
#include "read.h"
#include "io/text/equal.h"
#include "io/text/message.h"
#include "io/text/xml.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

/* A text in the source's pool, or NULL and a number; NULL and NAN: none. */
typedef struct {
  double number;
  const char *text;
} value;

static int
is_absent(const value *v)
{
  return v->text == NULL && isnan(v->number);
}

/* A <key>. */
typedef struct {
  const char *name;            /* of the attribute */
  enum { STRING, NUMBER, BOOLEAN } type;
  size_t line;
  size_t column;               /* + 1, of the attributes; 0: none yet */
  value otherwise;             /* its default */
} key;

/* The keys of the nodes, or of the edges. */
typedef struct {
  const char *target;          /* "node" or "edge" */
  mg_attributes *values;
  key *key;
  size_t cap;
  mg_names ids, names;         /* those of key k are the k-th */
  size_t id_column;            /* + 1, for the ids in the tags */
} key_list;

typedef struct {
  mg_xml *xml;
  const char *path;
  const char *space;           /* the namespace of the root, or NULL */
  mg_source *src;
  mg_builder build;
  size_t line_cap;             /* of node_line */
  key_list node, edge;
  mg_tally hyperedges, inner_graphs, graphs, no_target, no_type, no_key;
} graphml;

/* ---- keys and values ---- */

/* The number that a text spells for a key.  Returns NULL, or what it is not. */
static const char *
parse_number(const char *s, size_t len, int is_boolean, double *out)
{
  if (mg_number_whole(s, len, out)) {
    if (!isfinite(*out))
      return "within the range of numbers";
    *out = is_boolean ? trunc(*out) != 0 : *out;
    return NULL;
  }
  if (is_boolean) {
    *out = mg_text_is(s, len, "true") || mg_text_is(s, len, "yes");
    return *out != 0 || mg_text_is(s, len, "false") || mg_text_is(s, len, "no")
           ? NULL : "true or false";
  }
  *out = mg_text_is(s, len, "nan") ? NAN : s[0] == '-' ? -INFINITY : INFINITY;
  return isnan(*out) || mg_text_is_infinity(s, len) ? NULL : "a number";
}

/* The value that the text of the element found last has for a key; the text
 * begins in that line. */
static mgnn_status
read_value(graphml *g, const key *k, size_t line, value *out, mgnn_error *err)
{
  char shown[MG_SHOW_MAX], name[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;
  const char *s, *wrong;
  size_t len;

  *out = (value){ NAN, NULL };
  TRY(mg_xml_text(g->xml, &s, &len, err));
  if (k->type == STRING) {
    if (len > 0)
      TRY(mg_allocated(out->text = mg_pool_keep(&g->src->pool, s, len), err));
    return MGNN_OK;
  }
  for (; len > 0 && strchr(" \t\r\n", *s) != NULL; s++, len--)
    line += *s == '\n';
  while (len > 0 && strchr(" \t\r\n", s[len - 1]) != NULL)
    len--;
  wrong = len > 0 ? parse_number(s, len, k->type == BOOLEAN, &out->number)
          : NULL;
  if (wrong != NULL)
    return mg_fail_at(err, g->path, line, 0, "the value %s of %s is not %s",
                      mg_show_part(shown, s, len), mg_show(name, k->name),
                      wrong);
end:
  return status;
}

static mgnn_status
add_key(graphml *g, key_list *list, const char *id, const char *name,
        size_t line, mgnn_error *err)
{
  size_t count = list->ids.count;
  key *grown = mg_grow(list->key, count, &list->cap, sizeof *grown);
  char shown[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;
  uint32_t at;

  TRY(mg_allocated(grown, err));
  list->key = grown;
  TRY(mg_names_add(&list->names, name, strlen(name), &at, err));
  if (at < count)
    return mg_xml_fail(g->xml, err, "there is already a key with the name %s "
                       "for \"%s\", in line %zu", mg_show(shown, name),
                       list->target, grown[at].line);
  TRY(mg_names_add(&list->ids, id, strlen(id), &at, err));
  if (at < count)
    return mg_xml_fail(g->xml, err, "there is already a key with the id %s for "
                       "\"%s\", in line %zu", mg_show(shown, id), list->target,
                       grown[at].line);
  grown[count] = (key){ .name = list->names.text[count], .line = line,
                        .otherwise = { NAN, NULL } };
end:
  return status;
}

/* The default of a key.  Without one, a boolean is false. */
static mgnn_status
read_default(graphml *g, key *k, mgnn_error *err)
{
  const mg_xml_tag *tag;
  mgnn_status status = MGNN_OK;

  for (;;) {
    TRY(mg_xml_child(g->xml, 2, &tag, err));
    if (tag == NULL)
      break;
    if (strcmp(tag->name, "default") != 0)
      continue;
    TRY(read_value(g, k, tag->text_line, &k->otherwise, err));
  }
  if (k->type == BOOLEAN && isnan(k->otherwise.number))
    k->otherwise.number = 0;
end:
  return status;
}

/* A <key>; those that are not for nodes or edges are skipped. */
static mgnn_status
read_key(graphml *g, const mg_xml_tag *tag, mgnn_error *err)
{
  const char *id = mg_xml_value(g->xml, "id");
  const char *name = mg_xml_value(g->xml, "attr.name");
  const char *type = mg_xml_value(g->xml, "attr.type");
  const char *target = mg_xml_value(g->xml, "for");
  key_list *list = target == NULL ? NULL : strcmp(target, "node") == 0 ? &g->node
                   : strcmp(target, "edge") == 0 ? &g->edge : NULL;
  char shown[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;
  key *k;

  if (id == NULL)
    return mg_xml_fail(g->xml, err, "the key has no id");
  if (list == NULL) {
    if (target == NULL || strcmp(target, "graph") != 0)
      mg_tally_add(&g->no_target, tag->line);
    return MGNN_OK;
  }
  if (type == NULL) {
    mg_tally_add(&g->no_type, tag->line);
    return MGNN_OK;
  }
  TRY(add_key(g, list, id, name != NULL ? name : id, tag->line, err));
  k = &list->key[list->ids.count - 1];
  k->type = strcmp(type, "int") == 0 || strcmp(type, "long") == 0
            || strcmp(type, "float") == 0 || strcmp(type, "double") == 0
            ? NUMBER : strcmp(type, "boolean") == 0 ? BOOLEAN : STRING;
  if (k->type == STRING && strcmp(type, "string") != 0)
    return mg_xml_fail(g->xml, err, "%s is no attr.type; it must be boolean, "
                       "int, long, float, double or string",
                       mg_show(shown, type));
  TRY(read_default(g, k, err));
end:
  return status;
}

static mgnn_status
make_column(graphml *g, key_list *list, key *k, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  size_t at;

  TRY(mg_attribute_add(g->src, list->values, k->name, &at, err));
  mg_column_default(&list->values->column[at], k->otherwise.number,
                    k->otherwise.text);
  k->column = at + 1;
  TRY(mg_source_allows(g->src, g->src->n, g->src->m, 0, err));
end:
  return status;
}

static mgnn_status
read_data(graphml *g, key_list *list, size_t item, const mg_xml_tag *tag,
          mgnn_error *err)
{
  const char *id = mg_xml_value(g->xml, "key");
  uint32_t at = id != NULL ? mg_names_find(&list->ids, id, strlen(id))
                : MG_NAMES_NONE;
  mgnn_status status = MGNN_OK;
  mg_column *column;
  value v;
  key *k;

  if (at == MG_NAMES_NONE) {
    mg_tally_add(&g->no_key, tag->line);
    return MGNN_OK;
  }
  k = &list->key[at];
  TRY(read_value(g, k, tag->text_line, &v, err));
  if (is_absent(&v))
    return MGNN_OK;
  if (k->column == 0)
    TRY(make_column(g, list, k, err));
  column = &list->values->column[k->column - 1];
  TRY(v.text != NULL ? mg_column_put_text(column, item, v.text, err)
      : mg_column_put_number(column, item, v.number, err));
end:
  return status;
}

/* ---- the graph ---- */

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
read_inside(graphml *g, key_list *list, size_t item, mgnn_error *err)
{
  const mg_xml_tag *tag;
  mgnn_status status = MGNN_OK;

  for (;;) {
    TRY(mg_xml_child(g->xml, 3, &tag, err));
    if (tag == NULL)
      break;
    if (is_ours(g, tag, "data"))
      TRY(read_data(g, list, item, tag, err));
    else if (is_ours(g, tag, "graph"))
      mg_tally_add(&g->inner_graphs, tag->line);
  }
end:
  return status;
}

/* An edge may name a node before its tag: its line stays 0 until then. */
static mgnn_status
find_node(graphml *g, const char *id, unsigned *out, mgnn_error *err)
{
  mg_source *src = g->src;
  size_t before = src->n;
  mgnn_status status = mg_builder_node(&g->build, id, strlen(id), out, err);
  uint32_t *grown;

  if (status != MGNN_OK || src->n == before)
    return status;
  grown = mg_grow(src->node_line, before, &g->line_cap, sizeof *grown);
  if (grown == NULL)
    return mg_fail_memory(err);
  src->node_line = grown;
  grown[before] = 0;
  return MGNN_OK;
}

static mgnn_status
read_node(graphml *g, const mg_xml_tag *tag, mgnn_error *err)
{
  const char *id = mg_xml_value(g->xml, "id");
  char shown[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;
  unsigned node;

  if (id == NULL || *id == '\0')
    return mg_xml_fail(g->xml, err, "the node has no id");
  TRY(find_node(g, id, &node, err));
  if (g->src->node_line[node] != 0)
    return mg_xml_fail(g->xml, err, "node %s is there already, in line %u",
                       mg_show(shown, id), g->src->node_line[node]);
  g->src->node_line[node] = (uint32_t)tag->line;
  TRY(read_inside(g, &g->node, node, err));
end:
  return status;
}

static mgnn_status
put_edge_id(graphml *g, size_t edge, const char *id, mgnn_error *err)
{
  mg_source *src = g->src;
  mgnn_status status = MGNN_OK;
  char *kept;

  if (g->edge.id_column == 0) {
    TRY(mg_attribute_add(src, &src->edge, "id", &g->edge.id_column, err));
    g->edge.id_column++;
  }
  TRY(mg_allocated(kept = mg_pool_keep(&src->pool, id, strlen(id)), err));
  TRY(mg_column_put_text(&src->edge.column[g->edge.id_column - 1], edge, kept,
                         err));
end:
  return status;
}

static mgnn_status
read_edge(graphml *g, const mg_xml_tag *tag, mgnn_error *err)
{
  const char *source = mg_xml_value(g->xml, "source");
  const char *target = mg_xml_value(g->xml, "target");
  const char *directed = mg_xml_value(g->xml, "directed");
  const char *id = mg_xml_value(g->xml, "id");
  mgnn_status status = MGNN_OK;
  unsigned from, to;

  if (source == NULL || *source == '\0')
    return mg_xml_fail(g->xml, err, "the edge has no source");
  if (target == NULL || *target == '\0')
    return mg_xml_fail(g->xml, err, "the edge has no target");
  g->src->directed |= directed != NULL && strcmp(directed, "true") == 0;
  TRY(find_node(g, source, &from, err));
  TRY(find_node(g, target, &to, err));
  TRY(mg_builder_edge(&g->build, from, to, tag->line, err));
  if (id != NULL && *id != '\0')
    TRY(put_edge_id(g, g->src->m - 1, id, err));
  TRY(read_inside(g, &g->edge, g->src->m - 1, err));
end:
  return status;
}

static const char *
node_id(const graphml *g, unsigned node)
{
  return g->src->node.column[g->build.id_column - 1].text[node];
}

/* Edges may come before their nodes, so what they name is checked last. */
static mgnn_status
check_ends(const graphml *g, mgnn_error *err)
{
  const mg_source *src = g->src;
  char shown[MG_SHOW_MAX];

  for (size_t k = 0; k < 2 * src->m; k++)
    if (src->node_line[src->ends[k]] == 0)
      return mg_fail_at(err, g->path,
                        mg_line_runs_find(&src->edge_line, k / 2), 0,
                        "there is no node %s, which is the %s of this edge",
                        mg_show(shown, node_id(g, src->ends[k])),
                        k % 2 == 0 ? "source" : "target");
  return MGNN_OK;
}

static mgnn_status
read_graph(graphml *g, mgnn_error *err)
{
  const char *edges = mg_xml_value(g->xml, "edgedefault");
  const mg_xml_tag *tag;
  mgnn_status status = MGNN_OK;

  g->src->directed = edges != NULL && strcmp(edges, "directed") == 0;
  for (;;) {
    TRY(mg_xml_child(g->xml, 2, &tag, err));
    if (tag == NULL)
      break;
    if (is_ours(g, tag, "node"))
      TRY(read_node(g, tag, err));
    else if (is_ours(g, tag, "edge"))
      TRY(read_edge(g, tag, err));
    else if (is_ours(g, tag, "hyperedge"))
      mg_tally_add(&g->hyperedges, tag->line);
  }
  TRY(check_ends(g, err));
end:
  return status;
}

static mgnn_status
read_root(graphml *g, mgnn_error *err)
{
  const mg_xml_tag *tag;
  mgnn_status status = MGNN_OK;

  TRY(mg_xml_child(g->xml, 0, &tag, err));
  if (tag != NULL && strcmp(tag->name, "graphml") == 0) {
    g->space = tag->space;
    for (;;) {
      TRY(mg_xml_child(g->xml, 1, &tag, err));
      if (tag == NULL)
        break;
      if (is_ours(g, tag, "key"))
        TRY(read_key(g, tag, err));
      else if (is_ours(g, tag, "graph")) {
        mg_tally_add(&g->graphs, tag->line);
        if (g->graphs.count == 1)
          TRY(read_graph(g, err));
      }
    }
  }
  TRY(mg_xml_child(g->xml, 0, &tag, err));     /* nothing may follow */
  if (g->graphs.count == 0)
    return mg_fail_at(err, g->path, 0, 0, "there is no <graph> in the file");
end:
  return status;
}

/* ---- the end ---- */

/* Put the columns in the order of their keys, the ids of the tags last.  A key
 * of the name id takes the place of these. */
static mgnn_status
order_columns(graphml *g, key_list *list, size_t items, mgnn_error *err)
{
  mg_attributes *values = list->values;
  uint32_t own_id = mg_names_find(&list->names, "id", 2);
  mgnn_status status = MGNN_OK;
  mg_column *sorted = NULL;
  size_t used = 0;

  for (size_t k = 0; k < list->ids.count; k++)
    if (list->key[k].column == 0 && !is_absent(&list->key[k].otherwise)
        && items > 0)
      TRY(make_column(g, list, &list->key[k], err));
  TRY(mg_allocated(sorted = mg_alloc(values->count, sizeof *sorted), err));
  for (size_t k = 0; k < list->ids.count; k++)
    if (list->key[k].column > 0)
      sorted[used++] = values->column[list->key[k].column - 1];
  if (list->id_column > 0) {
    mg_column *id = &values->column[list->id_column - 1];

    if (own_id != MG_NAMES_NONE && list->key[own_id].column > 0) {
      mg_column_free(id);
      if (list == &g->node)
        mg_ids_free(&g->build.ids);
    } else
      sorted[used++] = *id;
  }
  mg_free(values->column);
  values->column = sorted;
  values->count = used;
end:
  return status;
}

/* "FILE:LINE: N THINGS (the first here) are ignored"; what: a noun, and what
 * follows it. */
static mgnn_status
note(const graphml *g, const mg_tally *t, const char *noun, const char *what,
     mgnn_error *err)
{
  if (t->count == 0)
    return MGNN_OK;
  return mg_note(&g->src->notes, err, "%s:%zu: %zu %s%s%s%s %s ignored", g->path,
                 t->line, t->count, noun, mg_plural(t->count), what,
                 t->count > 1 ? " (the first here)" : "",
                 t->count == 1 ? "is" : "are");
}

static mgnn_status
note_ignored(const graphml *g, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(note(g, &g->no_target, "key", " for neither nodes, edges nor the graph",
           err));
  TRY(note(g, &g->no_type, "key", " without attr.type", err));
  TRY(note(g, &g->no_key, "value", " without a known key", err));
  TRY(note(g, &g->hyperedges, "hyperedge", "", err));
  TRY(note(g, &g->inner_graphs, "graph", " inside nodes", err));
  if (g->graphs.count > 1)
    TRY(mg_note(&g->src->notes, err, "%s: of %zu graphs only the first is read",
                g->path, g->graphs.count));
end:
  return status;
}

static void
key_list_free(key_list *list)
{
  mg_free(list->key);
  mg_names_free(&list->ids);
  mg_names_free(&list->names);
}

mgnn_status
mg_read_graphml(mg_source *out, const char *path, mgnn_error *err)
{
  graphml g = { .src = out, .path = out->path };
  mgnn_status status = MGNN_OK;

  g.node = (key_list){ .target = "node", .values = &out->node };
  g.edge = (key_list){ .target = "edge", .values = &out->edge };
  mg_builder_init(&g.build, out);
  TRY(mg_xml_open(&g.xml, path, "GraphML", out->limits.bytes, err));
  TRY(read_root(&g, err));
  g.node.id_column = g.build.id_column;
  TRY(order_columns(&g, &g.node, out->n, err));
  TRY(order_columns(&g, &g.edge, out->m, err));
  TRY(note_ignored(&g, err));
  mg_builder_done(&g.build);
end:
  mg_xml_close(g.xml);
  mg_builder_free(&g.build);
  key_list_free(&g.node);
  key_list_free(&g.edge);
  return status;
}
