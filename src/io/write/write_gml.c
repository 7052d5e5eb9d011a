/* Writes GML, in which ids are integers, keys are words and lists can be nested. */
#include "fields.h"
#include "io/text/equal.h"

#include <math.h>

/* Positions are also written in graphics [ ]; other values in that list are kept. */
#define GRAPHICS "graphics."

/* Most nested lists; further dots in a name do not begin another list. */
enum { DEPTH_MAX = 20 };

/* Write a text in quotes.  A backslash at its end is escaped, as it would hide the
 * closing quote from readers that take \" for an escape. */
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

/* Write a label: as a number if the same text can be recovered from it, so that 7
 * is a number and 007 a text. */
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

/* Write a key: a letter, then letters and digits; other characters become _. */
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

/* The node, edge or graph whose fields are being written. */
typedef struct {
  mg_sink *s;
  const mg_fields *f;
  const mg_field_list *list;
  size_t item;
} gml_item;

/* Whether a key of the graph is reserved in GML (node, edge, directed), in any letter
 * case. */
static int
is_taken(const gml_item *it, const char *key, size_t len)
{
  static const char *const word[] = { "node", "edge", "directed" };
  int taken = 0;

  for (size_t k = 0; k < sizeof word / sizeof *word; k++)
    taken |= it->list == &it->f->graph && mg_text_is(key, len, word[k]);
  return taken;
}

/* Whether a name continues with another list after its first `len` bytes, the names of
 * open lists: in "a.b.c", "b." after "a.".  *end becomes the length with that list. */
static int
is_in_list(const char *name, size_t len, size_t *end)
{
  const char *dot = strchr(name + len, '.');

  if (dot == NULL || dot == name + len || dot[1] == '\0')
    return 0;
  *end = (size_t)(dot - name) + 1;
  return 1;
}

/* Whether field k is the first in the list named by its first `end` bytes, and any
 * field of that list has a value. */
static int
begins_list(const gml_item *it, size_t k, size_t end)
{
  const mg_out_field *field = it->list->field;
  mg_field_value v;
  int any = 0;

  for (size_t j = 0; j < it->list->count && !any; j++) {
    if (strncmp(field[j].name, field[k].name, end) != 0)
      continue;
    if (j < k)
      return 0;
    any = mg_field_value_of(it->f, &field[j], it->item, &v);
  }
  return any;
}

/* Write the fields of the list named by the first `len` bytes of `path`. */
static void
put_fields(const gml_item *it, const char *path, size_t len, size_t depth)
{
  mg_sink *s = it->s;
  char axis[MG_COORDINATE_MAX];
  size_t end;

  for (size_t k = 0; k < it->list->count; k++) {
    const mg_out_field *field = &it->list->field[k];
    const char *name = field->name;
    mg_field_value v;

    if (strncmp(name, path, len) != 0
        || (len == 0 && it->list == &it->f->node
            && strncmp(name, GRAPHICS, sizeof GRAPHICS - 1) == 0))
      continue;                /* in another list, or written with the position */
    if (depth < DEPTH_MAX && is_in_list(name, len, &end)) {
      if (!begins_list(it, k, end))
        continue;
      indent(s, depth);
      if (len == 0 && is_taken(it, name, end - 1))
        mg_put_text(s, "k_");
      put_key(s, name + len, end - 1 - len);
      mg_put_text(s, " [");
      put_fields(it, name, end, depth + 1);
      indent(s, depth);
      mg_put_char(s, ']');
    } else if (mg_field_value_of(it->f, field, it->item, &v)) {
      indent(s, depth);
      name = mg_field_name(it->f, field, axis) + len;
      if (len == 0 && is_taken(it, name, strlen(name)))
        mg_put_text(s, "k_");
      put_key(s, name, strlen(name));
      mg_put_char(s, ' ');
      put_value(s, field, &v);
    }
  }
}

/* Write graphics [ x y z ], with the other values that the input has there. */
static void
put_graphics(mg_sink *s, const mg_fields *f, size_t i)
{
  const gml_item it = { s, f, &f->node, i };
  const mg_record *r = f->r;

  if (r->dim > 3)
    return;
  mg_put_text(s, "\n    graphics [");
  for (size_t c = 0; c < r->dim; c++) {
    mg_put_texts(s, "\n      ", c == 0 ? "x " : c == 1 ? "y " : "z ",
                 (char *)NULL);
    mg_put_number(s, r->x[i * r->dim + c]);
  }
  put_fields(&it, GRAPHICS, sizeof GRAPHICS - 1, 3);
  mg_put_text(s, "\n    ]");
}

/* Whether the ids of all nodes are integers, as GML requires. */
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

/* Other programs identify nodes by their labels, so a node without label gets its name
 * as label.  If the ids are not those of the input and labels are not names, the name
 * is written as well. */
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
put_node(mg_sink *s, const mg_fields *f, int own_ids, size_t i)
{
  const gml_item it = { s, f, &f->node, i };

  mg_put_text(s, "  node [\n    id ");
  put_id(s, f->r, own_ids, i);
  put_names(s, f, own_ids, i);
  put_fields(&it, "", 0, 2);
  put_graphics(s, f, i);
  mg_put_text(s, "\n  ]\n");
}

static void
put_edge(mg_sink *s, const mg_fields *f, int own_ids, size_t e)
{
  const gml_item it = { s, f, &f->edge, e };

  mg_put_text(s, "  edge [\n    source ");
  put_id(s, f->r, own_ids, f->ends[2 * e]);
  mg_put_text(s, "\n    target ");
  put_id(s, f->r, own_ids, f->ends[2 * e + 1]);
  if (mg_record_is_mixed(f->r))
    mg_put_texts(s, "\n    directed ", mg_record_edge_directed(f->r, e) ? "1"
                 : "0", (char *)NULL);
  put_fields(&it, "", 0, 2);
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
  const gml_item graph = { &s, &f, &f.graph, 0 };

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
  put_fields(&graph, "", 0, 1);
  mg_put_char(&s, '\n');
  for (size_t i = 0; i < f.n; i++)
    put_node(&s, &f, own, i);
  for (size_t e = 0; e < f.m; e++)
    put_edge(&s, &f, own, e);
  mg_put_text(&s, "]\n");
  mg_sink_flush(&s);
end:
  mg_fields_free(&f);
  return status;
}
