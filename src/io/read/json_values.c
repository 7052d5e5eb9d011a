/* Columns of numbers, of texts, of both, or of true and false stay so; of any other
 * mixture, or with lists and objects, they become texts of JSON (MG_TYPE_JSON). */
#include "json_values.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

static mgnn_status
column_of(mg_json_values *v, const char *name, mg_column **out, mgnn_error *err)
{
  size_t known = v->names.count;
  uint32_t k;

  PASS(mg_names_add(&v->names, name, strlen(name), &k, err));
  if (k == known) {
    PASS(mg_room(&v->column, k, &v->cap, sizeof *v->column, err));
    PASS(mg_attribute_column(v->src, v->at, name, &v->column[k], err));
    PASS(mg_source_allows(v->src, v->src->n, v->src->m, 0, err));
  }
  *out = &v->at->column[v->column[k]];
  return MGNN_OK;
}

static mgnn_status
put_kept(mg_json_values *v, mg_column *col, size_t i, const char *s, size_t len,
         mgnn_error *err)
{
  const char *kept = NULL;

  /* Neighbours in the file often share a value: keep it once. */
  if (i > 0 && col->text != NULL && i - 1 < col->cap) {
    kept = col->text[i - 1];
    if (kept != NULL && (strncmp(kept, s, len) != 0 || kept[len] != '\0'))
      kept = NULL;
  }
  if (kept == NULL)
    PASS(mg_allocated(kept = mg_pool_keep(&v->src->pool, s, len), err));
  return mg_column_put_text(v->src, col, i, kept, err);
}

/* Turn the values that the column has so far into JSON texts. */
static mgnn_status
make_json(mg_json_values *v, mg_column *col, mgnn_error *err)
{
  char buf[MG_NUMBER_MAX];

  if (col->type == MG_TYPE_JSON)
    return MGNN_OK;
  for (size_t i = 0; i < col->cap; i++) {
    const char *s = mg_column_text(col, i, buf);
    int digits = s == buf || col->type == MG_TYPE_LONG;

    if (s == NULL)
      continue;
    v->buffer.len = 0;
    if (col->type == MG_TYPE_BOOLEAN)
      s = *s == '0' ? "false" : "true";
    else if (!digits) {
      PASS(mg_json_quote(&v->buffer, s, strlen(s), err));
      s = v->buffer.text;
    }
    PASS(put_kept(v, col, i, s, strlen(s), err));
  }
  col->type = MG_TYPE_JSON;
  return MGNN_OK;
}

/* The type of a column after one more value, of type `more`. */
static mg_value_type
type_with(const mg_column *col, mg_value_type more)
{
  mg_value_type type = col->type;
  int numbers = more == MG_TYPE_INT || more == MG_TYPE_DOUBLE;

  if (col->number == NULL && col->text == NULL)
    return more;
  if (type == more)
    return type;
  if (numbers && (type == MG_TYPE_INT || type == MG_TYPE_DOUBLE))
    return MG_TYPE_DOUBLE;
  if ((type == MG_TYPE_INT && more == MG_TYPE_LONG)
      || (type == MG_TYPE_LONG && more == MG_TYPE_INT))
    return MG_TYPE_LONG;
  if ((numbers && (type == MG_TYPE_TEXT || type == MG_TYPE_NONE))
      || (more == MG_TYPE_TEXT && (type == MG_TYPE_INT || type == MG_TYPE_DOUBLE
                                   || type == MG_TYPE_NONE)))
    return MG_TYPE_NONE;       /* numbers and texts, each as it is */
  return MG_TYPE_JSON;
}

/* Integers of 2^53 and more are kept as text: a double would round them. */
static mg_value_type
type_of(const mg_json_scan *s)
{
  switch (s->kind) {
  case MG_JSON_TEXT:
    return MG_TYPE_TEXT;
  case MG_JSON_NUMBER:
    return strpbrk(s->chars.text, ".eE") != NULL ? MG_TYPE_DOUBLE
           : fabs(s->number) < 0x1p53 ? MG_TYPE_INT : MG_TYPE_LONG;
  case MG_JSON_TRUE:
  case MG_JSON_FALSE:
    return MG_TYPE_BOOLEAN;
  default:
    return MG_TYPE_JSON;
  }
}

mgnn_status
mg_json_value_set(mg_json_values *v, const char *name, size_t i,
                  mg_json_scan *s, mgnn_error *err)
{
  mg_value_type type;
  mg_column *col;

  if (s->kind == MG_JSON_NULL)
    return MGNN_OK;
  PASS(column_of(v, name, &col, err));
  if (s->kind == MG_JSON_NUMBER && isinf(s->number))
    return mg_json_fail(s, err, "the number is out of range");
  type = type_with(col, type_of(s));
  if (type == MG_TYPE_JSON) {
    PASS(make_json(v, col, err));
    v->buffer.len = 0;
    PASS(mg_json_copy(s, &v->buffer, err));
    return put_kept(v, col, i, v->buffer.text, v->buffer.len, err);
  }
  col->type = type;
  if (s->kind == MG_JSON_TEXT || (s->kind == MG_JSON_NUMBER
                                  && fabs(s->number) >= 0x1p53
                                  && type == MG_TYPE_LONG))
    return put_kept(v, col, i, s->chars.text, s->chars.len, err);
  return mg_column_put_number(v->src, col, i, s->kind == MG_JSON_NUMBER ? s->number
                              : s->kind == MG_JSON_TRUE, err);
}

mgnn_status
mg_json_number_set(mg_json_values *v, const char *name, size_t i, double x,
                   mgnn_error *err)
{
  mg_column *col;

  PASS(column_of(v, name, &col, err));
  if (col->type == MG_TYPE_JSON || col->type == MG_TYPE_BOOLEAN)
    return MGNN_OK;            /* the file uses this name for other values */
  col->type = type_with(col, MG_TYPE_DOUBLE);
  return mg_column_put_number(v->src, col, i, x, err);
}

void
mg_json_values_free(mg_json_values *v)
{
  mg_names_free(&v->names);
  mg_free_all(v->column, v->buffer.text);
}
