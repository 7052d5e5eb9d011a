/* GML: ids are integers, keys are words, lists are nested. */
#include "fields.h"

#include <math.h>

/* Nodes of positions have graphics, too; what else is in there stays. */
#define GRAPHICS "graphics."

/* A quoted text of GML.  A backslash at its end would hide the closing quote
 * from readers that know \" as an escape. */
static void
put_text(mg_sink *s, const char *text)
{
  mg_put_char(s, '"');
  for (; *text != '\0'; text++)
    if (*text == '&')
      mg_put_text(s, "&amp;");
    else if (*text == '"')
      mg_put_text(s, "&quot;");
    else if (*text == '\r')
      mg_put_text(s, "&#13;");
    else if (*text == '\\' && text[1] == '\0')
      mg_put_text(s, "&#92;");
    else
      mg_put_char(s, *text);
  mg_put_char(s, '"');
}

/* A label: a number stays one if its text can be had back from it, so
 * that 7 is a number and 007 a text. */
static void
put_label(mg_sink *s, const char *text)
{
  size_t len = strlen(text);
  char again[MG_NUMBER_MAX];
  double x;

  if (mg_number_whole(text, len, &x) && isfinite(x)
      && mg_number_write(again, x) == len && memcmp(again, text, len) == 0) {
    mg_put_bytes(s, text, len);
    return;
  }
  put_text(s, text);
}

/* A key is a letter and letters, digits and _; what else is in it is _. */
static void
put_key(mg_sink *s, const char *key, size_t len)
{
  int letter = len > 0 && ((*key >= 'a' && *key <= 'z')
                           || (*key >= 'A' && *key <= 'Z'));

  if (!letter)
    mg_put_char(s, 'k');
  for (size_t k = 0; k < len; k++) {
    char c = key[k];

    mg_put_char(s, (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                   || (c >= '0' && c <= '9') ? c : '_');
  }
}

static void
indent(mg_sink *s, size_t depth)
{
  mg_put_char(s, '\n');
  for (size_t k = 0; k < depth; k++)
    mg_put_text(s, "  ");
}

static void
put_value(mg_sink *s, const mg_out_field *field, const mg_field_value *v)
{
  if (v->text != NULL && field->from == MG_FROM_LABEL)
    put_label(s, v->text);
  else if (v->text != NULL && field->type == MG_TYPE_LONG)
    mg_put_text(s, v->text);
  else if (v->text != NULL)
    put_text(s, v->text);
  else if (isinf(v->number))
    put_text(s, v->number > 0 ? "inf" : "-inf");
  else
    mg_put_real(s, v->number, field->from == MG_FROM_COLUMN ? field->type
                : MG_TYPE_NONE);
}

/* The length of the list that a name stands in: "a.b" of "a.b.c"; 0: none. */
static size_t
list_length(const char *name)
{
  const char *dot = strrchr(name, '.');

  return dot != NULL && dot != name && dot[1] != '\0' ? (size_t)(dot - name) : 0;
}

/* Whether field k stands in a list that an earlier one has begun. */
static int
is_later(const mg_field_list *list, size_t k)
{
  const char *name = list->field[k].name;
  size_t len = list_length(name);

  for (size_t j = 0; j < k && len > 0; j++)
    if (list_length(list->field[j].name) == len
        && memcmp(list->field[j].name, name, len) == 0)
      return 1;
  return 0;
}

/* The fields of a list from field k on, in one [ ]; of an item without any,
 * nothing.  position: that of a node goes first. */
static void
put_list(mg_sink *s, const mg_fields *f, const mg_field_list *list, size_t k,
         size_t item, size_t depth)
{
  const char *name = list->field[k].name;
  size_t len = list_length(name);
  int open = 0;

  for (size_t j = k; j < list->count; j++) {
    const mg_out_field *field = &list->field[j];
    mg_field_value v;

    if (list_length(field->name) != len || memcmp(field->name, name, len) != 0
        || !mg_field_value_of(f, field, item, &v))
      continue;
    if (!open) {
      indent(s, depth);
      put_key(s, name, len);
      mg_put_text(s, " [");
      open = 1;
    }
    indent(s, depth + 1);
    put_key(s, field->name + len + 1, strlen(field->name + len + 1));
    mg_put_char(s, ' ');
    put_value(s, field, &v);
  }
  if (open) {
    indent(s, depth);
    mg_put_char(s, ']');
  }
}

static void
put_fields(mg_sink *s, const mg_fields *f, const mg_field_list *list,
           size_t item, size_t depth)
{
  char axis[MG_COORDINATE_MAX];

  for (size_t k = 0; k < list->count; k++) {
    const mg_out_field *field = &list->field[k];
    const char *name;
    mg_field_value v;

    if (list == &f->node && strncmp(field->name, GRAPHICS, sizeof GRAPHICS - 1)
                            == 0)
      continue;                /* with the position */
    if (list_length(field->name) > 0) {
      if (!is_later(list, k))
        put_list(s, f, list, k, item, depth);
      continue;
    }
    if (!mg_field_value_of(f, field, item, &v))
      continue;
    indent(s, depth);
    name = mg_field_name(f, field, axis);
    put_key(s, name, strlen(name));
    mg_put_char(s, ' ');
    put_value(s, field, &v);
  }
}

/* graphics [ x y z ], and what else the input has there. */
static void
put_graphics(mg_sink *s, const mg_fields *f, size_t i)
{
  const mg_record *r = f->r;

  if (r->dim > 3)
    return;
  mg_put_text(s, "\n    graphics [");
  for (size_t c = 0; c < r->dim; c++) {
    mg_put_texts(s, "\n      ", c == 0 ? "x " : c == 1 ? "y " : "z ",
                 (char *)NULL);
    mg_put_number(s, r->x[i * r->dim + c]);
  }
  for (size_t k = 0; k < f->node.count; k++) {
    const mg_out_field *field = &f->node.field[k];
    const char *name = field->name + sizeof GRAPHICS - 1;
    mg_field_value v;

    if (strncmp(field->name, GRAPHICS, sizeof GRAPHICS - 1) != 0
        || !mg_field_value_of(f, field, i, &v))
      continue;
    indent(s, 3);
    put_key(s, name, strlen(name));
    mg_put_char(s, ' ');
    put_value(s, field, &v);
  }
  mg_put_text(s, "\n    ]");
}

/* Whether the ids of all nodes are integers, as they must be here. */
static int
ids_are_integers(const mg_record *r)
{
  char buf[MG_NUMBER_MAX];
  int64_t whole;

  for (size_t i = 0; i < r->graph->n; i++) {
    const char *id = mg_record_id(r, i, buf);

    if (r->given == NULL || !mg_ids_integer(id, strlen(id), &whole))
      return 0;
  }
  return 1;
}

static void
put_id(mg_sink *s, const mg_record *r, int own, size_t i)
{
  char buf[MG_NUMBER_MAX];

  if (own)
    mg_put_text(s, mg_record_id(r, i, buf));
  else
    mg_put_count(s, i);
}

/* Programs know nodes by their label, so one that has none is called by its
 * name; where ids are not those of the input and labels are not names, the
 * name is kept as well. */
static void
put_names(mg_sink *s, const mg_fields *f, int own_ids, size_t i)
{
  const mg_source *src = f->r->given != NULL ? f->r->given->src : NULL;
  const mg_column *label = src != NULL ? mg_attribute_find(&src->node, "label")
                           : NULL;

  if (label == NULL || f->r->names == NULL)
    return;
  if (!mg_column_has(label, i)) {
    mg_put_text(s, "\n    label ");
    put_text(s, f->r->names[i]);
  }
  if (!own_ids && strcmp(src->named_by, "label") != 0
      && mg_attribute_find(&src->node, "name") == NULL) {
    mg_put_text(s, "\n    name ");
    put_text(s, f->r->names[i]);
  }
}

static void
put_edge(mg_sink *s, const mg_fields *f, int own_ids, size_t e)
{
  mg_put_text(s, "  edge [\n    source ");
  put_id(s, f->r, own_ids, f->ends[2 * e]);
  mg_put_text(s, "\n    target ");
  put_id(s, f->r, own_ids, f->ends[2 * e + 1]);
  if (mg_record_is_mixed(f->r))
    mg_put_texts(s, "\n    directed ", mg_record_edge_directed(f->r, e) ? "1"
                 : "0", (char *)NULL);
  put_fields(s, f, &f->edge, e, 2);
  mg_put_text(s, "\n  ]\n");
}

mgnn_status
mg_write_gml(const mg_record *r, FILE *out, mgnn_error *err)
{
  const mg_fields_want want = { .names = 1, .coordinates = 1, .achieved = 1 };
  mgnn_status status = MGNN_OK;
  mg_fields f = { 0 };
  int own = ids_are_integers(r), multigraph;
  mg_sink s;

  TRY(mg_record_check(r, err));
  TRY(mg_record_is_multigraph(r, &multigraph, err));
  TRY(mg_fields_make(&f, r, &want, err));
  mg_sink_init(&s, out);
  mg_put_texts(&s, "graph [\n  directed ", mg_record_directed(r) ? "1" : "0",
               (char *)NULL);
  if (multigraph)
    mg_put_text(&s, "\n  multigraph 1");
  if (r->space != NULL)
    mg_put_texts(&s, "\n  space \"", r->space, "\"", (char *)NULL);
  put_fields(&s, &f, &f.graph, 0, 1);
  mg_put_char(&s, '\n');
  for (size_t i = 0; i < f.n; i++) {
    mg_put_text(&s, "  node [\n    id ");
    put_id(&s, r, own, i);
    put_names(&s, &f, own, i);
    put_fields(&s, &f, &f.node, i, 2);
    put_graphics(&s, &f, i);
    mg_put_text(&s, "\n  ]\n");
  }
  for (size_t e = 0; e < f.m; e++)
    put_edge(&s, &f, own, e);
  mg_put_text(&s, "]\n");
  mg_sink_flush(&s);
end:
  mg_fields_free(&f);
  return status;
}
