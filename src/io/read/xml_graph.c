/* Shared by the readers of XML formats: keys and their values, nodes and edges. */
#include "xml_graph.h"
#include "io/text/equal.h"
#include "io/text/message.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

/* The attribute for the id of the node that contains a nested graph. */
#define PARENT "parent"

/* ---- keys and values ---- */

static int
is_absent(const mg_key_value *v)
{
  return v->text == NULL && isnan(v->number);
}

/* Read a text as the number of a key.  Returns NULL, or what it should have been. */
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

mgnn_status
mg_key_value_read(mg_xml_graph *g, const mg_xml_key *k, const char *s, size_t len,
                  size_t line, mg_key_value *out, mgnn_error *err)
{
  char shown[MG_SHOW_MAX], name[MG_SHOW_MAX];
  const char *wrong;

  *out = (mg_key_value){ NAN, NULL };
  if (k->type == MG_TYPE_TEXT) {
    if (len > 0 || !is_absent(&k->otherwise))
      PASS(mg_allocated(out->text = mg_pool_keep(&g->src->pool, s, len), err));
    return MGNN_OK;
  }
  for (; len > 0 && strchr(" \t\r\n", *s) != NULL; s++, len--)
    line += *s == '\n';
  while (len > 0 && strchr(" \t\r\n", s[len - 1]) != NULL)
    len--;
  wrong = len > 0 ? parse_number(s, len, k->type == MG_TYPE_BOOLEAN, &out->number)
          : NULL;
  if (wrong != NULL)
    return mg_fail_at(err, g->path, line, 0, "the value %s of %s is not %s",
                      mg_show_part(shown, s, len), mg_show(name, k->name),
                      wrong);
  return MGNN_OK;
}

mgnn_status
mg_key_add(mg_xml_graph *g, mg_key_list *list, const char *id,
           const char *name, size_t line, mgnn_error *err)
{
  size_t count = list->ids.count;
  char shown[MG_SHOW_MAX];
  uint32_t at;

  PASS(mg_room(&list->key, count, &list->cap, sizeof *list->key, err));
  PASS(mg_names_add(&list->names, name, strlen(name), &at, err));
  if (at < count)
    return mg_xml_fail(g->xml, err, "there is already a key with the name %s "
                       "for \"%s\", in line %zu", mg_show(shown, name),
                       list->target, list->key[at].line);
  PASS(mg_names_add(&list->ids, id, strlen(id), &at, err));
  if (at < count)
    return mg_xml_fail(g->xml, err, "there is already a key with the id %s for "
                       "\"%s\", in line %zu", mg_show(shown, id), list->target,
                       list->key[at].line);
  list->key[count] = (mg_xml_key){ .name = list->names.text[count], .line = line,
                                   .otherwise = { NAN, NULL } };
  return MGNN_OK;
}

mgnn_status
mg_key_join(mg_xml_graph *g, mg_key_list *list, const char *id, uint32_t at,
            size_t line, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  char *name = NULL;

  if (mg_names_find(&list->ids, id, strlen(id)) == at)
    return MGNN_OK;
  TRY(mg_allocated(name = mg_alloc(strlen(id) + 2, 1), err));
  name[0] = '\n';
  strcpy(name + 1, id);
  TRY(mg_key_add(g, list, id, name, line, err));
  list->key[list->ids.count - 1].same = at + 1;
end:
  mg_free(name);
  return status;
}

/* The type that holds the values of both. */
static mg_value_type
wider_type(mg_value_type a, mg_value_type b)
{
  mg_value_type low = a < b ? a : b, high = a < b ? b : a;

  if (low == high || low == MG_TYPE_NONE)
    return high;
  if (low < MG_TYPE_INT || high > MG_TYPE_DOUBLE)
    return MG_TYPE_TEXT;
  return low == MG_TYPE_LONG && high == MG_TYPE_FLOAT ? MG_TYPE_DOUBLE : high;
}

void
mg_key_declare(mg_xml_key *k, mg_value_type type, const mg_key_value *otherwise)
{
  mg_value_type wide = wider_type(k->type, type);

  /* A boolean may have the default false only because none was given. */
  if (k->type == MG_TYPE_BOOLEAN && wide != k->type)
    k->otherwise = (mg_key_value){ NAN, NULL };
  if (is_absent(&k->otherwise) && (type != MG_TYPE_BOOLEAN || wide == type))
    k->otherwise = *otherwise;
  k->type = wide;
}

static mgnn_status
make_column(mg_xml_graph *g, mg_key_list *list, mg_xml_key *k, mgnn_error *err)
{
  size_t at;

  PASS(mg_attribute_add(g->src, list->values, k->name, &at, err));
  mg_column_default(&list->values->column[at], k->otherwise.number,
                    k->otherwise.text);
  list->values->column[at].type = k->type;
  k->column = at + 1;
  return MGNN_OK;
}

mgnn_status
mg_key_value_put(mg_xml_graph *g, mg_key_list *list, mg_xml_key *k, size_t item,
                 const mg_key_value *v, mgnn_error *err)
{
  mg_column *column;

  if (is_absent(v))
    return MGNN_OK;
  if (k->column == 0)
    PASS(make_column(g, list, k, err));
  column = &list->values->column[k->column - 1];
  return v->text != NULL ? mg_column_put_text(g->src, column, item, v->text, err)
         : mg_column_put_number(g->src, column, item, v->number, err);
}

/* ---- nodes and edges ---- */

/* Find or make a node.  An edge may name it before its tag: its line is then 0. */
static mgnn_status
find_node(mg_xml_graph *g, const char *id, unsigned *out, mgnn_error *err)
{
  mg_source *src = g->src;
  size_t before = src->n;
  mgnn_status status = mg_builder_node(&g->build, id, strlen(id), out, err);

  if (status != MGNN_OK || src->n == before)
    return status;
  PASS(mg_room(&src->node_line, before, &g->line_cap, sizeof *src->node_line, err));
  src->node_line[before] = 0;
  return MGNN_OK;
}

const char *
mg_xml_node_id(const mg_xml_graph *g, unsigned node)
{
  return g->src->node.column[g->build.id_column - 1].text[node];
}

mgnn_status
mg_xml_node(mg_xml_graph *g, const mg_xml_tag *tag, const char *parent,
            unsigned *out, mgnn_error *err)
{
  const char *id = mg_xml_value(g->xml, "id");
  uint32_t *line;
  char shown[MG_SHOW_MAX];

  if (id == NULL)
    return mg_xml_fail(g->xml, err, "the node has no id");
  PASS(find_node(g, id, out, err));
  line = &g->src->node_line[*out];
  if (*line != 0)
    return mg_xml_fail(g->xml, err, "node %s is there already, in line %u",
                       mg_show(shown, id), *line);
  *line = (uint32_t)tag->line;
  /* unless the file has such an attribute */
  if (parent != NULL && mg_names_find(&g->node.names, PARENT, strlen(PARENT))
                        == MG_NAMES_NONE)
    PASS(mg_attribute_text(g->src, &g->src->node, PARENT, *out, parent,
                           strlen(parent), err));
  return MGNN_OK;
}

static mgnn_status
put_edge_id(mg_xml_graph *g, size_t edge, const char *id, mgnn_error *err)
{
  mg_source *src = g->src;
  char *kept;

  if (g->edge.id_column == 0) {
    PASS(mg_attribute_add(src, &src->edge, "id", &g->edge.id_column, err));
    g->edge.id_column++;
  }
  PASS(mg_allocated(kept = mg_pool_keep(&src->pool, id, strlen(id)), err));
  return mg_column_put_text(src, &src->edge.column[g->edge.id_column - 1], edge,
                            kept, err);
}

mgnn_status
mg_xml_edge(mg_xml_graph *g, const mg_xml_tag *tag, mgnn_error *err)
{
  const char *source = mg_xml_value(g->xml, "source");
  const char *target = mg_xml_value(g->xml, "target");
  const char *id = mg_xml_value(g->xml, "id");
  unsigned from, to;

  if (source == NULL)
    return mg_xml_fail(g->xml, err, "the edge has no source");
  if (target == NULL)
    return mg_xml_fail(g->xml, err, "the edge has no target");
  PASS(find_node(g, source, &from, err));
  PASS(find_node(g, target, &to, err));
  PASS(mg_builder_edge(&g->build, from, to, tag->line, err));
  if (id != NULL && *id != '\0')
    PASS(put_edge_id(g, g->src->m - 1, id, err));
  return MGNN_OK;
}

/* Edges may come before their nodes, so their ends are checked last. */
mgnn_status
mg_xml_graph_check(mg_xml_graph *g, mgnn_error *err)
{
  mg_source *src = g->src;
  mg_unlisted added = { 0 };

  for (size_t k = 0; k < 2 * src->m; k++)
    if (src->node_line[src->ends[k]] == 0) {
      size_t line = mg_line_runs_find(&src->edge_line, k / 2);

      PASS(mg_unlisted_end(&added, &g->build, mg_xml_node_id(g, src->ends[k]), line,
                           &src->ends[k], err));
    }
  return mg_unlisted_note(&added, src, err);
}

/* ---- the file ---- */

/* Put the columns in the order of their keys; columns without a key come last,
 * and among them the ids of the tags, unless a key called id replaces these. */
static mgnn_status
order_columns(mg_xml_graph *g, mg_key_list *list, size_t items, mgnn_error *err)
{
  mg_attributes *values = list->values;
  uint32_t own_id = mg_names_find(&list->names, "id", 2);
  mg_column *sorted = NULL;
  size_t used = 0;

  for (size_t k = 0; k < list->ids.count; k++)
    if (list->key[k].column == 0 && !is_absent(&list->key[k].otherwise)
        && items > 0)
      PASS(make_column(g, list, &list->key[k], err));
  PASS(mg_allocated(sorted = mg_alloc(values->count, sizeof *sorted), err));
  for (size_t k = 0; k < list->ids.count; k++)
    if (list->key[k].column > 0) {
      sorted[used++] = values->column[list->key[k].column - 1];
      values->column[list->key[k].column - 1].name = NULL;
    }
  for (size_t k = 0; k < values->count; k++) {
    mg_column *rest = &values->column[k];

    if (rest->name == NULL)
      continue;
    if (k + 1 == list->id_column && own_id != MG_NAMES_NONE
        && list->key[own_id].column > 0) {
      mg_column_free(rest);
      if (list == &g->node)
        mg_ids_free(&g->build.ids);
    } else
      sorted[used++] = *rest;
  }
  return mg_attributes_order(values, sorted, used, err);
}

static void
key_list_free(mg_key_list *list)
{
  mg_free(list->key);
  mg_names_free(&list->ids);
  mg_names_free(&list->names);
}

mgnn_status
mg_xml_graph_open(mg_xml_graph *g, mg_source *src, const char *path,
                  const char *format, mgnn_error *err)
{
  g->src = src;
  g->path = src->path;
  g->node = (mg_key_list){ .target = "node", .values = &src->node };
  g->edge = (mg_key_list){ .target = "edge", .values = &src->edge };
  g->graph = (mg_key_list){ .target = "graph", .values = &src->graph };
  mg_builder_init(&g->build, src);
  return mg_xml_open(&g->xml, path, format, &src->limits, err);
}

mgnn_status
mg_xml_graph_finish(mg_xml_graph *g, mgnn_error *err)
{
  g->node.id_column = g->build.id_column;
  PASS(order_columns(g, &g->node, g->src->n, err));
  PASS(order_columns(g, &g->edge, g->src->m, err));
  PASS(order_columns(g, &g->graph, 1, err));
  mg_builder_done(&g->build);
  return MGNN_OK;
}

void
mg_xml_graph_close(mg_xml_graph *g)
{
  mg_xml_close(g->xml);
  mg_builder_free(&g->build);
  key_list_free(&g->node);
  key_list_free(&g->graph);
  key_list_free(&g->edge);
}

mgnn_status
mg_tally_note(const mg_xml_graph *g, const mg_tally *t, const char *noun, const char *what,
              mgnn_error *err)
{
  if (t->count == 0)
    return MGNN_OK;
  return mg_note(&g->src->notes, err, "%s:%zu: %zu %s%s%s%s %s ignored", g->path,
                 t->line, t->count, noun, mg_plural(t->count), what,
                 t->count > 1 ? " (the first here)" : "",
                 t->count == 1 ? "is" : "are");
}
