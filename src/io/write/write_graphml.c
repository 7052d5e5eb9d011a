/* Writes GraphML, with the types and defaults that the input declares. */
#include "fields.h"

/* Write the id of a key: node_weight, or node_3 if the name is not allowed in ids. */
static void
put_key_id(mg_sink *s, size_t k, const char *owner, const char *name)
{
  static const char letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-0123456789";

  mg_put_texts(s, owner, "_", (char *)NULL);
  if (*name != '\0' && strspn(name, letters) == strlen(name)
      && strspn(name, letters + 54) != strlen(name))
    mg_put_text(s, name);
  else
    mg_put_count(s, k);
}

/* Whether a field is written in the tag of its item: the id of an edge. */
static int
is_in_tag(const mg_fields *f, const mg_field_list *list, size_t k)
{
  return list == &f->edge && strcmp(list->field[k].name, "id") == 0;
}

static void
put_keys(mg_sink *s, const mg_fields *f, const mg_field_list *list,
         const char *owner, size_t items)
{
  static const char *const words[] = {
    [MG_TYPE_NONE] = "string", [MG_TYPE_BOOLEAN] = "boolean",
    [MG_TYPE_INT] = "int", [MG_TYPE_LONG] = "long", [MG_TYPE_FLOAT] = "float",
    [MG_TYPE_DOUBLE] = "double", [MG_TYPE_TEXT] = "string",
    [MG_TYPE_JSON] = "string"
  };
  char buf[MG_COORDINATE_MAX];

  for (size_t k = 0; k < list->count; k++) {
    const mg_out_field *field = &list->field[k];
    mg_value_type type = mg_field_type(f, field, items);
    const char *name = mg_field_name(f, field, buf);

    if (is_in_tag(f, list, k))
      continue;
    mg_put_text(s, "  <key id=\"");
    put_key_id(s, k, owner, name);
    mg_put_texts(s, "\" for=\"", owner, "\" attr.name=\"", (char *)NULL);
    mg_put_xml_quoted(s, name);
    mg_put_texts(s, "\" attr.type=\"", words[type], "\"", (char *)NULL);
    mg_put_default(s, field, type, "key");
  }
}

static void
put_data(mg_sink *s, const mg_fields *f, const mg_field_list *list,
         const char *owner, size_t item)
{
  char buf[MG_COORDINATE_MAX];
  mg_field_value v;

  for (size_t k = 0; k < list->count; k++) {
    const mg_out_field *field = &list->field[k];

    if (is_in_tag(f, list, k) || !mg_field_value_of(f, field, item, &v))
      continue;
    mg_put_text(s, "<data key=\"");
    put_key_id(s, k, owner, mg_field_name(f, field, buf));
    mg_put_text(s, "\">");
    mg_put_plain(s, &v, field->type, mg_put_xml);
    mg_put_text(s, "</data>");
  }
}

static void
put_head(mg_sink *s, const mg_fields *f)
{
  static const char opening[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"\n"
    "    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n"
    "    xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns"
    " http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n";
  const char *space = f->r->space;

  mg_put_text(s, opening);
  if (space != NULL)
    mg_put_text(s, "  <key id=\"graph_space\" for=\"graph\" attr.name=\"space\" "
                "attr.type=\"string\"/>\n");
  put_keys(s, f, &f->graph, "graph", 1);
  put_keys(s, f, &f->node, "node", f->n);
  put_keys(s, f, &f->edge, "edge", f->m);
  mg_put_texts(s, "  <graph edgedefault=\"", mg_record_directed(f->r)
               ? "directed" : "undirected", "\">\n", (char *)NULL);
  if (space == NULL && f->graph.count == 0)
    return;
  mg_put_text(s, "    ");
  if (space != NULL)
    mg_put_texts(s, "<data key=\"graph_space\">", space, "</data>",
                 (char *)NULL);
  put_data(s, f, &f->graph, "graph", 0);
  mg_put_char(s, '\n');
}

static void
put_id(mg_sink *s, const mg_record *r, size_t i)
{
  char buf[MG_NUMBER_MAX];

  if (r->given != NULL)
    mg_put_xml_quoted(s, mg_record_id(r, i, buf));
  else {
    mg_put_char(s, 'n');
    mg_put_count(s, i);
  }
}

static void
put_edge(mg_sink *s, const mg_fields *f, size_t e)
{
  mg_field_value v;

  mg_put_text(s, "    <edge");
  for (size_t k = 0; k < f->edge.count; k++)
    if (is_in_tag(f, &f->edge, k)
        && mg_field_value_of(f, &f->edge.field[k], e, &v)) {
      mg_put_text(s, " id=\"");
      mg_put_plain(s, &v, MG_TYPE_NONE, mg_put_xml_quoted);
      mg_put_char(s, '"');
    }
  mg_put_text(s, " source=\"");
  put_id(s, f->r, f->ends[2 * e]);
  mg_put_text(s, "\" target=\"");
  put_id(s, f->r, f->ends[2 * e + 1]);
  if (mg_record_is_mixed(f->r))
    mg_put_texts(s, "\" directed=\"", mg_record_edge_directed(f->r, e) ? "true"
                 : "false", (char *)NULL);
  mg_put_text(s, "\">");
  put_data(s, f, &f->edge, "edge", e);
  mg_put_text(s, "</edge>\n");
}

mgnn_status
mg_write_graphml(const mg_record *r, FILE *out, mgnn_error *err)
{
  const mg_fields_want want = { .names = r->given == NULL, .coordinates = 1,
                                .achieved = 1, .own_only = 1 };
  mgnn_status status = MGNN_OK;
  mg_fields f = { 0 };
  mg_sink s;

  TRY(mg_record_check(r, err));
  TRY(mg_fields_make(&f, r, &want, err));
  mg_sink_init(&s, out);
  put_head(&s, &f);
  for (size_t i = 0; i < f.n; i++) {
    mg_put_text(&s, "    <node id=\"");
    put_id(&s, r, i);
    mg_put_text(&s, "\">");
    put_data(&s, &f, &f.node, "node", i);
    mg_put_text(&s, "</node>\n");
  }
  for (size_t e = 0; e < f.m; e++)
    put_edge(&s, &f, e);
  mg_put_text(&s, "  </graph>\n</graphml>\n");
  mg_sink_flush(&s);
end:
  mg_fields_free(&f);
  return status;
}
