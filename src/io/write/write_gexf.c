/* Writes GEXF 1.2, for Gephi and NetworkX.  Labels, weights and types of edges are in
 * the tags; positions, and colours and sizes read from GEXF, in viz elements. */
#include "fields.h"

#include <math.h>
#include <stdlib.h>

/* Prefix of the attributes that the reader makes from viz elements. */
#define VIZ "viz:"

/* Whether a field is written in the tag or a viz element, not as an attribute. */
static int
is_in_tag(const mg_fields *f, const mg_field_list *list, const mg_out_field *field)
{
  static const char *const of_edge[] = { "id", "label" };
  int edges = list == &f->edge;

  if (!edges && strcmp(field->name, "label") == 0)
    return 1;
  for (int k = 0; k < 2 && edges; k++)
    if (strcmp(field->name, of_edge[k]) == 0)
      return 1;
  if (edges && strcmp(field->name, "weight") == 0)
    return mg_field_type(f, field, f->m) != MG_TYPE_TEXT;
  return strncmp(field->name, VIZ, sizeof VIZ - 1) == 0;
}

/* The node or edge fields; in_tag stores is_in_tag, which every item needs. */
typedef struct {
  mg_sink *s;
  const mg_fields *f;
  const mg_field_list *list;
  char *in_tag;                /* one per field */
} part;

static mgnn_status
part_make(part *p, mg_sink *s, const mg_fields *f, const mg_field_list *list,
          mgnn_error *err)
{
  *p = (part){ s, f, list, mg_alloc(list->count, 1) };
  PASS(mg_allocated(p->in_tag, err));
  for (size_t k = 0; k < list->count; k++)
    p->in_tag[k] = (char)is_in_tag(f, list, &list->field[k]);
  return MGNN_OK;
}

static void
put_declared(const part *p, const char *class, size_t items)
{
  static const char *const words[] = {
    [MG_TYPE_NONE] = "string", [MG_TYPE_BOOLEAN] = "boolean",
    [MG_TYPE_INT] = "integer", [MG_TYPE_LONG] = "long",
    [MG_TYPE_FLOAT] = "float", [MG_TYPE_DOUBLE] = "double",
    [MG_TYPE_TEXT] = "string", [MG_TYPE_JSON] = "string"
  };
  mg_sink *s = p->s;
  char buf[MG_COORDINATE_MAX];
  int open = 0;

  for (size_t k = 0; k < p->list->count; k++) {
    const mg_out_field *field = &p->list->field[k];
    mg_value_type type = mg_field_type(p->f, field, items);

    if (p->in_tag[k])
      continue;
    if (!open++)
      mg_put_texts(s, "    <attributes class=\"", class, "\">\n",
                   (char *)NULL);
    mg_put_text(s, "      <attribute id=\"");
    mg_put_count(s, k);
    mg_put_text(s, "\" title=\"");
    mg_put_xml_quoted(s, mg_field_name(p->f, field, buf));
    mg_put_texts(s, "\" type=\"", words[type], "\"", (char *)NULL);
    mg_put_default(s, field, type, "attribute");
  }
  if (open)
    mg_put_text(s, "    </attributes>\n");
}

/* Get the value of the field `name` if it is written in the tag; else 0. */
static int
tag_value(const part *p, const char *name, size_t item, mg_field_value *out)
{
  for (size_t k = 0; k < p->list->count; k++)
    if (p->in_tag[k] && strcmp(p->list->field[k].name, name) == 0)
      return mg_field_value_of(p->f, &p->list->field[k], item, out);
  return 0;
}

/* Write ` of="value"` with the value of field `name`; returns 0 if it has none. */
static int
put_of_tag(const part *p, const char *name, const char *of, size_t item)
{
  mg_field_value v;

  if (!tag_value(p, name, item, &v))
    return 0;
  mg_put_texts(p->s, " ", of, "=\"", (char *)NULL);
  mg_put_plain(p->s, &v, MG_TYPE_NONE, mg_put_xml_quoted);
  mg_put_char(p->s, '"');
  return 1;
}

static void
put_values(const part *p, size_t item)
{
  mg_sink *s = p->s;
  mg_field_value v;
  int open = 0;

  for (size_t k = 0; k < p->list->count; k++) {
    const mg_out_field *field = &p->list->field[k];

    if (p->in_tag[k] || !mg_field_value_of(p->f, field, item, &v))
      continue;
    if (!open)
      mg_put_text(s, "<attvalues>");
    open = 1;
    mg_put_text(s, "<attvalue for=\"");
    mg_put_count(s, k);
    mg_put_text(s, "\" value=\"");
    mg_put_plain(s, &v, field->type, mg_put_xml_quoted);
    mg_put_text(s, "\"/>");
  }
  if (open)
    mg_put_text(s, "</attvalues>");
}

/* Write <viz:color> from #rrggbb, <viz:size> and so on. */
static void
put_viz(const part *p, size_t item)
{
  static const char *const names[] = { VIZ "size", VIZ "thickness", VIZ "shape" };
  mg_sink *s = p->s;
  mg_field_value v;

  if (tag_value(p, VIZ "color", item, &v) && v.text != NULL && v.text[0] == '#'
      && strspn(v.text + 1, "0123456789abcdefABCDEF") == 6) {
    unsigned long rgb = strtoul(v.text + 1, NULL, 16);

    mg_put_text(s, "<viz:color r=\"");
    mg_put_count(s, rgb >> 16 & 255);
    mg_put_text(s, "\" g=\"");
    mg_put_count(s, rgb >> 8 & 255);
    mg_put_text(s, "\" b=\"");
    mg_put_count(s, rgb & 255);
    mg_put_char(s, '"');
    put_of_tag(p, VIZ "alpha", "a", item);
    mg_put_text(s, "/>");
  }
  for (int k = 0; k < 3; k++)
    if (tag_value(p, names[k], item, &v)) {
      mg_put_texts(s, "<", names[k], (char *)NULL);
      put_of_tag(p, names[k], "value", item);
      mg_put_text(s, "/>");
    }
}

static void
put_position(mg_sink *s, const mg_record *r, size_t i)
{
  static const char *const open[] = { "<viz:position x=\"", "\" y=\"",
                                      "\" z=\"" };

  if (r->dim > 3)
    return;
  for (size_t c = 0; c < 3; c++) {
    mg_put_text(s, open[c]);
    mg_put_number(s, c < r->dim ? r->x[i * r->dim + c] : 0);
  }
  mg_put_text(s, "\"/>");
}

static void
put_node(const part *p, size_t i)
{
  const mg_record *r = p->f->r;
  char buf[MG_NUMBER_MAX];

  mg_put_text(p->s, "      <node id=\"");
  mg_put_xml_quoted(p->s, mg_record_id(r, i, buf));
  mg_put_char(p->s, '"');
  if (!put_of_tag(p, "label", "label", i)) {
    mg_put_text(p->s, " label=\"");
    mg_put_xml_quoted(p->s, mg_record_name(r, i, buf));
    mg_put_char(p->s, '"');
  }
  mg_put_char(p->s, '>');
  put_values(p, i);
  put_viz(p, i);
  put_position(p->s, r, i);
  mg_put_text(p->s, "</node>\n");
}

static void
put_edge(const part *p, size_t e)
{
  const mg_record *r = p->f->r;
  const unsigned *ends = p->f->ends;
  char buf[MG_NUMBER_MAX];

  mg_put_text(p->s, "      <edge");
  if (!put_of_tag(p, "id", "id", e)) {
    mg_put_text(p->s, " id=\"");
    mg_put_count(p->s, e);
    mg_put_char(p->s, '"');
  }
  mg_put_text(p->s, " source=\"");
  mg_put_xml_quoted(p->s, mg_record_id(r, ends[2 * e], buf));
  mg_put_text(p->s, "\" target=\"");
  mg_put_xml_quoted(p->s, mg_record_id(r, ends[2 * e + 1], buf));
  mg_put_char(p->s, '"');
  if (mg_record_is_mixed(r))
    mg_put_texts(p->s, " type=\"", mg_record_edge_directed(r, e) ? "directed"
                 : "undirected", "\"", (char *)NULL);
  put_of_tag(p, "weight", "weight", e);
  put_of_tag(p, "label", "label", e);
  mg_put_char(p->s, '>');
  put_values(p, e);
  put_viz(p, e);
  mg_put_text(p->s, "</edge>\n");
}

static void
put_meta(mg_sink *s, const mg_fields *f)
{
  mg_field_value v;
  int open = 0;

  for (size_t k = 0; k < f->graph.count; k++) {
    const mg_out_field *field = &f->graph.field[k];

    if ((strcmp(field->name, "creator") != 0
         && strcmp(field->name, "keywords") != 0
         && strcmp(field->name, "description") != 0)
        || !mg_field_value_of(f, field, 0, &v))
      continue;
    if (!open++)
      mg_put_text(s, "  <meta>");
    mg_put_texts(s, "<", field->name, ">", (char *)NULL);
    mg_put_plain(s, &v, field->type, mg_put_xml);
    mg_put_texts(s, "</", field->name, ">", (char *)NULL);
  }
  if (open)
    mg_put_text(s, "</meta>\n");
}

static void
put_graph(const part *node, const part *edge)
{
  static const char opening[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<gexf xmlns=\"http://www.gexf.net/1.2draft\"\n"
    "    xmlns:viz=\"http://www.gexf.net/1.2draft/viz\" version=\"1.2\">\n";
  const mg_fields *f = node->f;
  mg_sink *s = node->s;

  mg_put_text(s, opening);
  put_meta(s, f);
  mg_put_texts(s, "  <graph defaultedgetype=\"", mg_record_directed(f->r)
               ? "directed" : "undirected", "\">\n", (char *)NULL);
  put_declared(node, "node", f->n);
  put_declared(edge, "edge", f->m);
  mg_put_text(s, "    <nodes>\n");
  for (size_t i = 0; i < f->n; i++)
    put_node(node, i);
  mg_put_text(s, "    </nodes>\n    <edges>\n");
  for (size_t e = 0; e < f->m; e++)
    put_edge(edge, e);
  mg_put_text(s, "    </edges>\n  </graph>\n</gexf>\n");
}

mgnn_status
mg_write_gexf(const mg_record *r, FILE *out, mgnn_error *err)
{
  const mg_fields_want want = { .own_only = 1, .achieved = 1,
                                .coordinates = r->dim > 3 };
  part node = { 0 }, edge = { 0 };
  mgnn_status status = MGNN_OK;
  mg_fields f = { 0 };
  mg_sink s;

  TRY(mg_record_check(r, err));
  TRY(mg_fields_make(&f, r, &want, err));
  mg_sink_init(&s, out);
  TRY(part_make(&node, &s, &f, &f.node, err));
  TRY(part_make(&edge, &s, &f, &f.edge, err));
  put_graph(&node, &edge);
  mg_sink_flush(&s);
end:
  mg_free_all(node.in_tag, edge.in_tag);
  mg_fields_free(&f);
  return status;
}
