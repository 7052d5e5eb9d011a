/* Makes the lists of fields: the columns of the input, without those that a layout
 * replaces, and the values that it adds. */
#include "fields.h"
#include "io/read/edge_index.h"
#include "io/text/utf8.h"

#include <math.h>
#include <stdarg.h>

void
mg_put_texts(mg_sink *s, ...)
{
  const char *text;
  va_list args;

  va_start(args, s);
  while ((text = va_arg(args, const char *)) != NULL)
    mg_put_text(s, text);
  va_end(args);
}

/* Write a text in XML.  Bytes that are not UTF-8, and control characters that XML 1.0
 * forbids, are replaced. */
static void
put_xml(mg_sink *s, const char *text, int quoted)
{
  size_t left = strlen(text), len;

  for (; left > 0; text += len, left -= len) {
    char c = *text;

    len = mg_utf8_length(text, left);
    if (c == '&')
      mg_put_text(s, "&amp;");
    else if (c == '<')
      mg_put_text(s, "&lt;");
    else if (c == '>')
      mg_put_text(s, "&gt;");
    else if (quoted && c == '"')
      mg_put_text(s, "&quot;");
    else if (quoted && c == '\n')
      mg_put_text(s, "&#10;");
    else if (quoted && c == '\t')
      mg_put_text(s, "&#9;");
    else if (c == '\r')        /* without escape it would be read as a newline */
      mg_put_text(s, "&#13;");
    else if (len == 0 || (len == 1 && (unsigned char)c < 0x20 && c != '\t'
                          && c != '\n')
             || (len == 3 && (memcmp(text, "\xef\xbf\xbe", 3) == 0
                              || memcmp(text, "\xef\xbf\xbf", 3) == 0)))
      mg_put_text(s, MG_UTF8_UNKNOWN);
    else
      mg_put_bytes(s, text, len);
    len = len > 0 ? len : 1;
  }
}

void
mg_put_xml(mg_sink *s, const char *text)
{
  put_xml(s, text, 0);
}

void
mg_put_xml_quoted(mg_sink *s, const char *text)
{
  put_xml(s, text, 1);
}

void
mg_put_real(mg_sink *s, double x, mg_value_type type)
{
  char buf[MG_NUMBER_MAX];
  size_t len = mg_number_write(buf, x);

  mg_put_bytes(s, buf, len);
  if ((type == MG_TYPE_DOUBLE || type == MG_TYPE_FLOAT)
      && strpbrk(buf, ".en") == NULL)
    mg_put_text(s, ".0");
}

void
mg_put_plain(mg_sink *s, const mg_field_value *v, mg_value_type type,
             void (*put)(mg_sink *s, const char *text))
{
  char buf[MG_NUMBER_MAX];

  if (v->text != NULL) {
    put(s, v->text);
    return;
  }
  if (type == MG_TYPE_BOOLEAN) {
    put(s, v->number != 0 ? "true" : "false");
    return;
  }
  if (isinf(v->number)) {
    put(s, v->number > 0 ? "INF" : "-INF");
    return;
  }
  buf[mg_number_write(buf, v->number)] = '\0';
  put(s, buf);
}

void
mg_put_default(mg_sink *s, const mg_out_field *field, mg_value_type type,
               const char *element)
{
  const mg_column *col = field->column;

  if (field->from == MG_FROM_COLUMN && col->has_default) {
    mg_put_text(s, "><default>");
    mg_put_plain(s, &(mg_field_value){ col->default_text, col->default_number }, type,
                 mg_put_xml);
    mg_put_texts(s, "</default></", element, ">\n", (char *)NULL);
  } else
    mg_put_text(s, "/>\n");
}

/* ---- nodes and edges ---- */

const char *
mg_coordinate_name(size_t dim, size_t c, char *buf)
{
  if (dim <= 3)
    snprintf(buf, MG_COORDINATE_MAX, "%c", "xyz"[c]);
  else
    snprintf(buf, MG_COORDINATE_MAX, "x%zu", c + 1);
  return buf;
}

const char *
mg_record_name(const mg_record *r, size_t i, char *buf)
{
  if (r->names != NULL)
    return r->names[i];
  buf[mg_number_write_integer(buf, i)] = '\0';
  return buf;
}

const char *
mg_record_id(const mg_record *r, size_t i, char *buf)
{
  return r->given != NULL ? mg_source_id(r->given->src, i, buf)
         : mg_record_name(r, i, buf);
}

int
mg_record_directed(const mg_record *r)
{
  return r->given != NULL && r->given->src->directed;
}

int
mg_record_edge_directed(const mg_record *r, size_t e)
{
  return r->given != NULL && mg_source_edge_directed(r->given->src, e);
}

int
mg_record_is_mixed(const mg_record *r)
{
  return r->given != NULL
         && mg_attribute_find(&r->given->src->edge, MG_DIRECTED) != NULL;
}

mgnn_status
mg_record_is_multigraph(const mg_record *r, int *out, mgnn_error *err)
{
  const mg_given *g = r->given;
  mgnn_status status = MGNN_OK;
  mg_edge_index seen = { 0 };
  double said;

  *out = 0;
  if (g == NULL)
    return MGNN_OK;
  if (mg_column_number(mg_attribute_find(&g->src->graph, "multigraph"), 0,
                       &said)) {
    *out = said != 0;
    return MGNN_OK;
  }
  for (size_t e = 0; e < g->src->m && g->merged > 0 && !*out; e++) {
    unsigned a = g->ends[2 * e], b = g->ends[2 * e + 1];
    int swap = !mg_source_edge_directed(g->src, e) && b < a;
    const mg_edge_slot want = { swap ? b : a, swap ? a : b, 0, 0 };
    uint32_t first;

    TRY(mg_edge_index_find(&seen, &want, (uint32_t)e, &first, err));
    *out = first != e;
  }
end:
  mg_edge_index_free(&seen);
  return status;
}

mgnn_status
mg_record_check(const mg_record *r, mgnn_error *err)
{
  for (size_t k = 0; k < r->graph->n * r->dim; k++)
    if (!isfinite(r->x[k])) {
      char name[MG_NUMBER_MAX], axis[MG_COORDINATE_MAX];

      return mg_fail(err, MGNN_EINVAL, "node %s: its coordinate %s is %s: the "
                     "positions have diverged, and only json can hold that",
                     mg_record_name(r, k / r->dim, name),
                     mg_coordinate_name(r->dim, k % r->dim, axis),
                     isnan(r->x[k]) ? "not a number" : "infinite");
    }
  return MGNN_OK;
}

/* Values of edges that the layout knows, by the names that our readers use by default:
 * `len`, or in a graph with intervals `lower` and `upper`, and so on. */
enum { LEN, LOWER, UPPER, STIFFNESS, ACHIEVED, EDGE_KEYS };
static const char *const edge_key[EDGE_KEYS] = {
  "len", "lower", "upper", "stiffness", "achieved"
};

/* Get one of these values of edge e; 0: absent.  An infinite upper bound counts as
 * absent, since GML has no infinity. */
static int
edge_value(const mg_record *r, int key, size_t e, double *out)
{
  const mg_graph *g = r->graph;

  switch (key) {
  case LEN:
    *out = g->target[e];
    return g->target_upper == NULL && !r->without_lengths;
  case LOWER:
    *out = g->target[e];
    return g->target_upper != NULL;
  case UPPER:
    *out = g->target_upper != NULL ? g->target_upper[e] : INFINITY;
    return isfinite(*out);
  case STIFFNESS:
    *out = g->stiffness != NULL ? g->stiffness[e] : 1;
    return g->stiffness != NULL;
  default:
    *out = r->y == NULL ? NAN : mg_edge_length(g, e, r->dim, r->y);
    return isfinite(*out);
  }
}

/* ---- which fields there are ---- */

/* Whether a text can be the key of labels in GML and GraphML: a letter followed by
 * letters, digits and _, and not a key that has another meaning. */
static int
is_key(const char *text)
{
  static const char *const taken[] = {
    "id", "label", "name", "x", "y", "z", "pos", "pin", "graphics"
  };
  static const char letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

  if (text == NULL || strspn(text, letters) != strlen(text)
      || strchr(letters + 52, text[0]) != NULL)
    return 0;
  for (size_t k = 0; k < sizeof taken / sizeof *taken; k++)
    if (strcmp(text, taken[k]) == 0)
      return 0;
  return text[0] != 'x' || text[1 + strspn(text + 1, "0123456789")] != '\0';
}

static const char *
label_key(const mg_record *r)
{
  return is_key(r->label_key) ? r->label_key : "class";
}

static mgnn_status
field_add(mg_field_list *list, mg_out_field field, mgnn_error *err)
{
  PASS(mg_resized(&list->field, list->count + 1, sizeof *list->field, err));
  list->field[list->count++] = field;
  return MGNN_OK;
}

static int
has_field(const mg_field_list *list, const char *name)
{
  for (size_t k = 0; k < list->count; k++)
    if (strcmp(list->field[k].name, name) == 0)
      return 1;
  return 0;
}

/* Whether a column of nodes is a coordinate for our readers: x, y, z, x1, x2, ..., or
 * graphics.x and so on, as in GML. */
static int
is_coordinate(const char *name)
{
  static const char list[] = "graphics.";

  if (strncmp(name, list, sizeof list - 1) == 0)
    return strchr("xyz", name[sizeof list - 1]) != NULL
           && strlen(name) == sizeof list;
  return ((*name == 'x' || *name == 'y' || *name == 'z') && name[1] == '\0')
         || (*name == 'x' && name[1] != '\0'
             && name[1 + strspn(name + 1, "0123456789")] == '\0');
}

static int
is_stale(const mg_fields *f, const mg_attributes *at, const char *name)
{
  const mg_source *src = f->r->given->src;

  if (at == &src->node && (strcmp(name, "id") == 0 || is_coordinate(name)
                           || strcmp(name, MG_TABLE_LABEL) == 0))
    return 1;
  if (at == &src->edge && (strcmp(name, MG_DIRECTED) == 0
                           || strcmp(name, "achieved") == 0))
    return 1;
  if (at == &src->graph && (strcmp(name, "space") == 0
                            || strcmp(name, "multigraph") == 0))
    return 1;
  for (size_t k = 0; f->want.stale != NULL && f->want.stale[k] != NULL; k++)
    if (strcmp(name, f->want.stale[k]) == 0)
      return 1;
  return 0;
}

static mgnn_status
columns_add(mg_fields *f, mg_field_list *list, const mg_attributes *at,
            mgnn_error *err)
{
  for (size_t k = 0; k < at->count; k++) {
    const mg_column *col = &at->column[k];
    size_t which = list == &f->node && strcmp(col->name, "pos") == 0
                   ? MG_COLUMN_POS
                   : list == &f->edge && strcmp(col->name, edge_key[LEN]) == 0
                   ? MG_COLUMN_LEN : MG_COLUMN_PLAIN;

    if (!is_stale(f, at, col->name)
        && (col->number != NULL || col->text != NULL || col->has_default))
      PASS(field_add(list, (mg_out_field){ col->name, MG_FROM_COLUMN, col, which,
                                       col->type }, err));
  }
  return MGNN_OK;
}

static mgnn_status
node_fields(mg_fields *f, mgnn_error *err)
{
  static const char *const axis[] = { "x", "y", "z" };
  const mg_record *r = f->r;
  const mg_source *src = r->given != NULL ? r->given->src : NULL;
  const char *key = label_key(r);

  if (f->want.names && r->names != NULL
      && (src == NULL || mg_attribute_find(&src->node, "label") == NULL))
    PASS(field_add(&f->node, (mg_out_field){ "label", MG_FROM_NAME, NULL, 0,
                                         MG_TYPE_TEXT }, err));
  if (r->labels != NULL && (src == NULL || mg_attribute_find(&src->node, key)
                                           == NULL))
    PASS(field_add(&f->node, (mg_out_field){ key, MG_FROM_LABEL, NULL, 0,
                                         MG_TYPE_TEXT }, err));
  if (src != NULL)
    PASS(columns_add(f, &f->node, &src->node, err));
  for (size_t c = 0; c < r->dim && f->want.coordinates; c++)
    PASS(field_add(&f->node, (mg_out_field){ r->dim <= 3 ? axis[c] : "",
                                         MG_FROM_COORDINATE, NULL, c,
                                         MG_TYPE_DOUBLE }, err));
  return MGNN_OK;
}

/* Add the columns of the input, and those values of edges that are not among them. */
static mgnn_status
edge_fields(mg_fields *f, mgnn_error *err)
{
  const mg_graph *g = f->r->graph;
  double ignored;

  if (f->r->given != NULL)
    PASS(columns_add(f, &f->edge, &f->r->given->src->edge, err));
  /* Edge 0 shows which values all edges have, except upper bounds and ACHIEVED. */
  for (int k = 0; k < EDGE_KEYS && g->m > 0; k++)
    if ((edge_value(f->r, k, 0, &ignored)
         || (k == UPPER && g->target_upper != NULL)
         || (k == ACHIEVED && f->r->y != NULL))
        && (k != ACHIEVED || f->want.achieved)
        && !has_field(&f->edge, edge_key[k]))
      PASS(field_add(&f->edge, (mg_out_field){ edge_key[k], MG_FROM_EDGE, NULL,
                                           (size_t)k, MG_TYPE_NONE }, err));
  return MGNN_OK;
}

mgnn_status
mg_fields_make(mg_fields *f, const mg_record *r, const mg_fields_want *want,
               mgnn_error *err)
{
  *f = (mg_fields){ .r = r, .want = *want, .n = r->graph->n, .m = r->graph->m,
                    .ends = r->graph->ends };
  if (r->given != NULL) {
    f->m = r->given->src->m;
    f->ends = r->given->ends;
    PASS(columns_add(f, &f->graph, &r->given->src->graph, err));
  }
  PASS(node_fields(f, err));
  return edge_fields(f, err);
}

void
mg_fields_free(mg_fields *f)
{
  mg_free_all(f->node.field, f->edge.field, f->graph.field);
}

const char *
mg_field_name(const mg_fields *f, const mg_out_field *field, char *buf)
{
  return field->from == MG_FROM_COORDINATE
         ? mg_coordinate_name(f->r->dim, field->which, buf) : field->name;
}

/* ---- values ---- */

static int
column_value(const mg_fields *f, const mg_column *col, size_t i,
             mg_field_value *out)
{
  if (i < col->cap && col->text != NULL && col->text[i] != NULL) {
    out->text = col->text[i];
    return 1;
  }
  if (i < col->cap && col->number != NULL)
    out->number = col->number[i];
  if (isnan(out->number) && col->has_default && !f->want.own_only) {
    out->text = col->default_text;
    out->number = col->default_number;
  }
  return out->text != NULL || !isnan(out->number);
}

/* Whether pos is that of a pinned node, "1,2!"; all others are out of date. */
static int
is_pin(const char *pos)
{
  return pos != NULL && *pos != '\0' && pos[strlen(pos) - 1] == '!';
}

/* Get a value of edge `item` of the output, by its simple edge; 0: absent. */
static int
value_of_edge(const mg_record *r, int key, size_t item, mg_field_value *out)
{
  uint32_t e = r->given != NULL ? mg_given_simple(r->given, item)
               : (uint32_t)item;

  *out = (mg_field_value){ NULL, NAN };
  return e != MG_NAMES_NONE && edge_value(r, key, e, &out->number);
}

int
mg_field_value_of(const mg_fields *f, const mg_out_field *field, size_t item,
                  mg_field_value *out)
{
  const mg_record *r = f->r;
  int found;

  *out = (mg_field_value){ NULL, NAN };
  switch (field->from) {
  case MG_FROM_COLUMN:
    found = column_value(f, field->column, item, out);
    /* An edge without len gets the length that the layout used. */
    if (field->which == MG_COLUMN_LEN && !field->column->has_default
        && (!found || (out->text != NULL && *out->text == '\0')))
      return value_of_edge(r, LEN, item, out);
    return found && (field->which != MG_COLUMN_POS || is_pin(out->text));
  case MG_FROM_NAME:
    out->text = r->names[item];
    return 1;
  case MG_FROM_LABEL:
    out->text = r->labels[item];
    return out->text != NULL;
  case MG_FROM_COORDINATE:
    out->number = r->x[item * r->dim + field->which];
    return 1;
  default:
    return value_of_edge(r, (int)field->which, item, out);
  }
}

mg_value_type
mg_field_type(const mg_fields *f, const mg_out_field *field, size_t items)
{
  mg_value_type type = MG_TYPE_INT;

  if (field->type == MG_TYPE_JSON)
    return MG_TYPE_TEXT;
  if (field->type != MG_TYPE_NONE)
    return field->type;
  if (field->from != MG_FROM_COLUMN)
    return MG_TYPE_DOUBLE;
  for (size_t i = 0; i < items; i++) {
    mg_field_value v;

    if (!mg_field_value_of(f, field, i, &v))
      continue;
    if (v.text != NULL)
      return MG_TYPE_TEXT;
    if (v.number != floor(v.number) || fabs(v.number) > 0x7fffffff)
      type = MG_TYPE_DOUBLE;
  }
  return field->column->has_default && field->column->default_text != NULL
         ? MG_TYPE_TEXT : type;
}
