/* Writes JSON: nodes and edges in NetworkX's node-link form, with positions. */
#include "fields.h"
#include "json.h"

#include <math.h>
#include <stdio.h>

/* Write a value as JSON of its type. */
static void
json_value(mg_json *j, const mg_field_value *v, mg_value_type type)
{
  char buf[MG_NUMBER_MAX + 2];

  if (v->text != NULL && (type == MG_TYPE_JSON || type == MG_TYPE_LONG))
    mg_json_raw(j, v->text);
  else if (v->text != NULL)
    mg_json_text(j, v->text);
  else if (type == MG_TYPE_BOOLEAN)
    mg_json_flag(j, v->number != 0);
  else if ((type == MG_TYPE_DOUBLE || type == MG_TYPE_FLOAT)
           && v->number == floor(v->number) && fabs(v->number) < 1e15) {
    memcpy(buf + mg_number_write(buf, v->number), ".0", 3);
    mg_json_raw(j, buf);
  } else
    mg_json_number(j, v->number);
}

static void
json_fields(mg_json *j, const mg_fields *f, const mg_field_list *list, size_t item)
{
  mg_field_value v;

  for (size_t k = 0; k < list->count; k++) {
    const mg_out_field *field = &list->field[k];

    if (field->from != MG_FROM_COLUMN
        || !mg_field_value_of(f, field, item, &v))
      continue;
    mg_json_key(j, field->name);
    json_value(j, &v, field->type);
  }
}

/* Write the id of a node as it is in the input, or its number if it has no id. */
static void
json_id(mg_json *j, const char *key, const mg_record *r, size_t i)
{
  const mg_column *col = r->given != NULL
                         ? mg_attribute_find(&r->given->src->node, "id") : NULL;
  mg_field_value v = { NULL, NAN };
  char buf[MG_NUMBER_MAX];
  int64_t whole;

  mg_json_key(j, key);
  if (col != NULL && i < col->cap && col->number != NULL)
    v.number = col->number[i];
  if (!isnan(v.number)) {
    mg_json_number(j, v.number);
    return;
  }
  v.text = mg_column_text(col, i, buf);
  if (v.text == NULL)
    mg_json_count(j, i);
  else if (col->type == MG_TYPE_NONE && mg_ids_integer(v.text, strlen(v.text),
                                                       &whole))
    mg_json_raw(j, v.text);    /* from a format without types: 7, not "7" */
  else
    json_value(j, &v, col->type);
}

static void
json_node(mg_json *j, const mg_fields *f, size_t i)
{
  const mg_record *r = f->r;
  const mg_source *src = r->given != NULL ? r->given->src : NULL;
  char buf[MG_COORDINATE_MAX];

  mg_json_row(j, '{');
  json_id(j, "id", r, i);
  if (src == NULL || mg_attribute_find(&src->node, "name") == NULL)
    put_text(j, "name", mg_record_name(r, i, buf));
  if (r->labels != NULL)
    put_text(j, src == NULL || mg_attribute_find(&src->node, "label") == NULL
             ? "label" : "class", r->labels[i]);
  json_fields(j, f, &f->node, i);
  mg_json_key(j, "position");
  mg_json_open(j, '[');
  for (size_t c = 0; c < r->dim; c++)
    mg_json_number(j, r->x[i * r->dim + c]);
  mg_json_close(j);
  mg_json_close(j);
}

/* Write an edge, with its ends by id and by name.  len is written as `length`, and an
 * infinite upper bound as null. */
static void
json_edge(mg_json *j, const mg_fields *f, size_t e)
{
  const mg_record *r = f->r;
  const unsigned *ends = f->ends + 2 * e;
  char buf[MG_COORDINATE_MAX];
  mg_field_value v;

  mg_json_row(j, '{');
  json_id(j, "source", r, ends[0]);
  json_id(j, "target", r, ends[1]);
  put_text(j, "source_name", mg_record_name(r, ends[0], buf));
  put_text(j, "target_name", mg_record_name(r, ends[1], buf));
  if (mg_record_is_mixed(r))
    put_flag(j, "directed", mg_record_edge_directed(r, e));
  json_fields(j, f, &f->edge, e);
  for (size_t k = 0; k < f->edge.count; k++) {
    const mg_out_field *field = &f->edge.field[k];

    if (field->from != MG_FROM_EDGE)
      continue;
    put_number(j, strcmp(field->name, "len") == 0 ? "length" : field->name,
               mg_field_value_of(f, field, e, &v) ? v.number : NAN);
  }
  mg_json_close(j);
}

static void
json_head(mg_json *j, const mg_fields *f, int is_multigraph)
{
  const mg_record *r = f->r;

  if (r->given != NULL) {
    put_flag(j, "directed", mg_record_directed(r));
    put_flag(j, "multigraph", is_multigraph);
    mg_json_key(j, "graph");
    mg_json_row(j, '{');
    json_fields(j, f, &f->graph, 0);
    mg_json_close(j);
  }
  if (r->space != NULL)
    put_text(j, "space", r->space);
  put_count(j, "dim", r->dim);
}

mgnn_status
mg_write_json(const mg_record *r, FILE *out, mgnn_error *err)
{
  static const char *const stale[] = { "source", "target", "source_name",
                                       "target_name", "position", NULL };
  const mg_fields_want want = { .achieved = 1, .stale = stale };
  mgnn_status status = MGNN_OK;
  mg_fields f = { 0 };
  mg_json j;
  int multigraph;

  TRY(mg_record_is_multigraph(r, &multigraph, err));
  TRY(mg_fields_make(&f, r, &want, err));
  mg_json_begin(&j, out);
  mg_json_open(&j, '{');
  json_head(&j, &f, multigraph);
  mg_json_key(&j, "nodes");
  mg_json_open(&j, '[');
  for (size_t i = 0; i < f.n; i++)
    json_node(&j, &f, i);
  mg_json_close(&j);
  mg_json_key(&j, "edges");
  mg_json_open(&j, '[');
  for (size_t e = 0; e < f.m; e++)
    json_edge(&j, &f, e);
  mg_json_close(&j);
  mg_json_close(&j);
  mg_json_end(&j);
end:
  mg_fields_free(&f);
  return status;
}
