/* The contents of a graph file: attributes in columns, and names of the nodes. */
#include "source.h"
#include "io/text/message.h"
#include "io/text/stream.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ATTRIBUTES_MAX = 2000,     /* of nodes, and of edges */
       COLUMN_BYTES_MIN = 1000000 };   /* allowed whatever the limit */

void
mg_limits_init(mg_limits *limits)
{
  *limits = (mg_limits){ .nodes = 10000000, .edges = 100000000,
                         .bytes = MG_BYTES_MAX };
}

mgnn_status
mg_source_allows(const mg_source *src, size_t nodes, size_t edges, size_t line,
                 mgnn_error *err)
{
  const mg_limits *most = &src->limits;

  if (nodes > most->nodes)
    return mg_fail_at(err, src->path, line, 0, "there are more than %zu "
                      "nodes; if that is right, raise the limit max-nodes",
                      most->nodes);
  if (edges > most->edges)
    return mg_fail_at(err, src->path, line, 0, "there are more than %zu "
                      "edges; if that is right, raise the limit max-edges",
                      most->edges);
  return MGNN_OK;
}

mgnn_status
mg_attribute_column(mg_source *src, mg_attributes *at, const char *name,
                    size_t *out, mgnn_error *err)
{
  *out = mg_names_find(&at->names, name, strlen(name));
  return *out != MG_NAMES_NONE ? MGNN_OK
         : mg_attribute_add(src, at, name, out, err);
}

mgnn_status
mg_attribute_add(mg_source *src, mg_attributes *at, const char *name,
                 size_t *out, mgnn_error *err)
{
  uint32_t number;
  char *copy;

  if (at->count == ATTRIBUTES_MAX)
    return mg_fail_at(err, src->path, 0, 0, "nodes or edges have more than %d "
                      "different attributes; leave some out", ATTRIBUTES_MAX);
  PASS(mg_names_add(&at->names, name, strlen(name), &number, err));
  PASS(mg_room(&at->column, at->count, &at->cap, sizeof *at->column, err));
  PASS(mg_allocated(copy = mg_pool_keep(&src->pool, name, strlen(name)), err));
  *out = at->count++;
  at->column[*out] = (mg_column){ .name = copy };
  return MGNN_OK;
}

void
mg_column_default(mg_column *col, double number, const char *text)
{
  col->has_default = text != NULL || !isnan(number);
  col->default_number = number;
  col->default_text = text;
}

void
mg_column_free(mg_column *col)
{
  mg_free_all(col->number, col->text);
}

/* Count the memory of all columns, and fail beyond the limit.  A column has places up
 * to the last item with a value, so many attributes with few values can take far more
 * memory than the file. */
static mgnn_status
bytes_take(mg_source *src, size_t values, mgnn_error *err)
{
  size_t most = src->limits.bytes > COLUMN_BYTES_MIN ? src->limits.bytes
                : COLUMN_BYTES_MIN;

  if (values > (most - src->column_bytes) / sizeof(double))
    return mg_fail_at(err, src->path, 0, 0, "so many attributes of so many "
                      "nodes or edges need more than %zu bytes; if that is "
                      "right, raise the limit max-bytes", most);
  src->column_bytes += values * sizeof(double);
  return MGNN_OK;
}

/* Make the two arrays of a column long enough for item i, if they exist or are to be
 * made (want_number, want_text). */
static mgnn_status
column_reserve(mg_source *src, mg_column *col, size_t i, int want_number,
               int want_text, mgnn_error *err)
{
  size_t cap = i < col->cap ? col->cap : i + i / 2 + 16;
  size_t numbers = col->number != NULL ? col->cap : 0;
  size_t texts = col->text != NULL ? col->cap : 0;

  PASS(bytes_take(src, (want_number || numbers > 0 ? cap - numbers : 0)
                  + (want_text || texts > 0 ? cap - texts : 0), err));
  if ((want_number || numbers > 0) && cap > numbers) {
    PASS(mg_resized(&col->number, cap, sizeof *col->number, err));
    for (size_t k = numbers; k < cap; k++)
      col->number[k] = NAN;
  }
  if ((want_text || texts > 0) && cap > texts) {
    PASS(mg_resized(&col->text, cap, sizeof *col->text, err));
    for (size_t k = texts; k < cap; k++)
      col->text[k] = NULL;
  }
  col->cap = cap;
  return MGNN_OK;
}

mgnn_status
mg_column_reserve(mg_source *src, mg_column *col, size_t i, mgnn_error *err)
{
  return column_reserve(src, col, i, 0, 0, err);
}

mgnn_status
mg_column_put_number(mg_source *src, mg_column *col, size_t i, double x,
                     mgnn_error *err)
{
  if (col->number == NULL || i >= col->cap)
    PASS(column_reserve(src, col, i, 1, 0, err));
  col->number[i] = x;
  if (col->text != NULL)
    col->text[i] = NULL;
  return MGNN_OK;
}

mgnn_status
mg_column_put_numbers(mg_source *src, mg_column *col, size_t i, size_t count,
                      const double *x, mgnn_error *err)
{
  if (count == 0)
    return MGNN_OK;
  if (col->number == NULL || i + count > col->cap)
    PASS(column_reserve(src, col, i + count - 1, 1, 0, err));
  memcpy(col->number + i, x, count * sizeof *x);
  return MGNN_OK;
}

mgnn_status
mg_column_put_text(mg_source *src, mg_column *col, size_t i, const char *kept,
                   mgnn_error *err)
{
  if (col->text == NULL || i >= col->cap)
    PASS(column_reserve(src, col, i, 0, 1, err));
  col->text[i] = kept;
  return MGNN_OK;
}

mgnn_status
mg_attribute_number(mg_source *src, mg_attributes *at, const char *name,
                    size_t i, double x, mgnn_error *err)
{
  size_t k;

  PASS(mg_attribute_column(src, at, name, &k, err));
  return mg_column_put_number(src, &at->column[k], i, x, err);
}

mgnn_status
mg_attribute_text(mg_source *src, mg_attributes *at, const char *name,
                  size_t i, const char *s, size_t len, mgnn_error *err)
{
  size_t k;
  char *copy;

  PASS(mg_attribute_column(src, at, name, &k, err));
  PASS(mg_allocated(copy = mg_pool_keep(&src->pool, s, len), err));
  return mg_column_put_text(src, &at->column[k], i, copy, err);
}

mgnn_status
mg_attributes_order(mg_attributes *at, mg_column *column, size_t count,
                    mgnn_error *err)
{
  uint32_t number;

  mg_free(at->column);
  mg_names_free(&at->names);
  at->column = column;
  at->count = at->cap = count;
  for (size_t k = 0; k < count; k++)
    PASS(mg_names_add(&at->names, column[k].name, strlen(column[k].name), &number,
                      err));
  return MGNN_OK;
}

const mg_column *
mg_attribute_find(const mg_attributes *at, const char *name)
{
  for (size_t k = 0; k < at->count; k++)
    if (strcmp(at->column[k].name, name) == 0)
      return &at->column[k];
  return NULL;
}

/* The text of item i, or NULL and *number; NAN there: the value is absent. */
static const char *
column_value(const mg_column *col, size_t i, double *number)
{
  *number = NAN;
  if (col == NULL)
    return NULL;
  if (i < col->cap && col->text != NULL && col->text[i] != NULL)
    return col->text[i];
  if (i < col->cap && col->number != NULL)
    *number = col->number[i];
  if (!col->has_default || !isnan(*number))
    return NULL;
  *number = col->default_number;
  return col->default_text;
}

int
mg_column_has(const mg_column *col, size_t i)
{
  double number;

  return column_value(col, i, &number) != NULL || !isnan(number);
}

int
mg_column_number(const mg_column *col, size_t i, double *out)
{
  double number;
  const char *text = column_value(col, i, &number);

  if (text != NULL)
    return (mg_number_whole(text, strlen(text), out)
            || (col->has_commas && mg_number_comma(text, strlen(text), out)))
           && isfinite(*out);
  if (!isnan(number))
    *out = number;
  return isfinite(number);
}

const char *
mg_column_text(const mg_column *col, size_t i, char *buf)
{
  double number;
  const char *text = column_value(col, i, &number);

  if (text != NULL || isnan(number))
    return text;
  if (isinf(number))
    return number > 0 ? "inf" : "-inf";
  buf[mg_number_write(buf, number)] = '\0';
  return buf;
}

/* Add the texts of a column as names.  A node without text gets `gap` and its place in
 * the file as name; if gap is NULL, no text may be missing or empty.  *unique becomes
 * whether every node got a name of its own. */
static mgnn_status
names_from(const mg_source *src, const mg_column *col, const char *gap,
           mg_names *names, int *unique, mgnn_error *err)
{
  char buf[MG_NUMBER_MAX];

  *unique = 0;
  for (size_t i = 0; i < src->n; i++) {
    const char *s = mg_column_text(col, i, buf);
    uint32_t at;

    if (s == NULL && gap != NULL) {
      snprintf(buf, sizeof buf, "%s%zu", gap, i + 1);
      s = buf;
    }
    if (s == NULL || (*s == '\0' && gap == NULL))
      return MGNN_OK;
    PASS(mg_names_add(names, s, strlen(s), &at, err));
    if (at != i)
      return MGNN_OK;
  }
  *unique = 1;
  return MGNN_OK;
}

int
mg_source_is(const mg_source *src, const char *format)
{
  return src->format != NULL && strcmp(src->format, format) == 0;
}

/* If the reader knows every node by an id and there is no label or name, use the ids
 * as names.  In DOT labels are ignored here: they are texts to draw, not names. */
static mgnn_status
names_of_tokens(mg_source *src, const mg_column *id, mgnn_error *err)
{
  mg_names *names = &src->names;

  if (src->tokens.count + src->tokens.texts.count != src->n || id == NULL
      || id->text == NULL
      || (!mg_source_is(src, "dot")
          && (mg_attribute_find(&src->node, "label") != NULL
              || mg_attribute_find(&src->node, "name") != NULL))) {
    mg_ids_free(&src->tokens);
    return MGNN_OK;
  }
  PASS(mg_allocated(names->text = mg_alloc(src->n, sizeof *names->text), err));
  for (size_t i = 0; i < src->n; i++)
    names->text[i] = (char *)id->text[i];
  names->count = names->cap = src->n;
  return MGNN_OK;
}

/* Name the nodes 1, 2, ...; these are found as integers, without a hash of names. */
static mgnn_status
names_of_numbers(mg_source *src, mgnn_error *err)
{
  char buf[MG_NUMBER_MAX];
  uint32_t at;

  for (size_t i = 0; i < src->n; i++) {
    size_t len = mg_number_write_integer(buf, i + 1);

    PASS(mg_names_append(&src->names, buf, len, &at, err));
    PASS(mg_ids_add(&src->tokens, (int64_t)i + 1, at, err));
  }
  return MGNN_OK;
}

/* Rename the attribute `id` if nodes share ids, as labels of Pajek may do: if it were
 * written as id, two nodes would become one. */
static void
ids_demote(mg_source *src)
{
  static const char *const word[] = { "label", "name", "text", "shared id" };
  size_t k = 0;

  for (size_t c = 0; c < src->node.count; c++)
    if (strcmp(src->node.column[c].name, "id") == 0) {
      while (k < 3 && mg_attribute_find(&src->node, word[k]) != NULL)
        k++;
      src->node.column[c].name = word[k];
    }
}

mgnn_status
mg_source_name_nodes(mg_source *src, mgnn_error *err)
{
  static const char *const choice[] = { "label", "name", "id" };
  const mg_column *id = mg_attribute_find(&src->node, "id");
  int unique;

  PASS(names_of_tokens(src, id, err));
  if (src->names.text != NULL) {
    src->named_by = "id";
    return MGNN_OK;
  }
  for (size_t k = 0; k < sizeof choice / sizeof *choice; k++) {
    const mg_column *col = mg_attribute_find(&src->node, choice[k]);

    if (col == NULL)
      continue;
    PASS(names_from(src, col, col == id ? "#" : NULL, &src->names, &unique, err));
    if (unique) {
      src->named_by = choice[k];
      if (id == NULL || col == id)
        return MGNN_OK;
      PASS(names_from(src, id, "#", &src->ids, &unique, err));
      if (!unique) {
        mg_names_free(&src->ids);
        ids_demote(src);
      }
      return MGNN_OK;
    }
    mg_names_free(&src->names);
  }
  ids_demote(src);
  src->named_by = "number";
  return names_of_numbers(src, err);
}

uint32_t
mg_source_find(const mg_source *src, const char *s, size_t len)
{
  uint32_t at = src->names.slots == 0 ? mg_ids_find_text(&src->tokens, s, len)
                : mg_names_find(&src->names, s, len);

  return at != MG_NAMES_NONE ? at : mg_names_find(&src->ids, s, len);
}

static mgnn_status
name_add(mg_source *src, const char *s, size_t len, uint32_t *out, mgnn_error *err)
{
  if (src->names.slots > 0)
    return mg_names_add(&src->names, s, len, out, err);
  *out = mg_ids_find_text(&src->tokens, s, len);
  if (*out != MG_NAMES_NONE)
    return MGNN_OK;
  PASS(mg_names_append(&src->names, s, len, out, err));
  return mg_ids_add_text(&src->tokens, s, len, *out, err);
}

mgnn_status
mg_source_add_node(mg_source *src, const char *s, size_t len, uint32_t *out,
                   mgnn_error *err)
{
  PASS(name_add(src, s, len, out, err));
  if (*out < src->n)
    return MGNN_OK;
  if (src->node_line != NULL) {
    if (src->line_cap < src->n)
      src->line_cap = src->n;
    PASS(mg_room(&src->node_line, src->n, &src->line_cap, sizeof *src->node_line, err));
    src->node_line[src->n] = 0;
  }
  src->n++;
  return MGNN_OK;
}

/* Reduce the size of a block; keeps the old block if that fails. */
static void *
shrink(void *block, size_t count, size_t size)
{
  void *less = block != NULL ? mg_resize(block, count, size) : NULL;

  return less != NULL ? less : block;
}

static void
attributes_trim(mg_attributes *at, size_t count)
{
  for (size_t k = 0; k < at->count; k++) {
    mg_column *col = &at->column[k];

    if (col->cap <= count)
      continue;
    col->number = shrink(col->number, count, sizeof *col->number);
    col->text = shrink(col->text, count, sizeof *col->text);
    col->cap = count;
  }
}

void
mg_source_trim(mg_source *src)
{
  src->ends = shrink(src->ends, 2 * src->m, sizeof *src->ends);
  src->node_line = shrink(src->node_line, src->n, sizeof *src->node_line);
  attributes_trim(&src->node, src->n);
  attributes_trim(&src->edge, src->m);
}

/* Free the values of all attributes except `but`. */
static void
attributes_empty(mg_attributes *at, const char *but)
{
  for (size_t k = 0; k < at->count; k++) {
    if (but != NULL && strcmp(at->column[k].name, but) == 0)
      continue;
    mg_column_free(&at->column[k]);
    at->column[k] = (mg_column){ .name = at->column[k].name,
                                 .type = at->column[k].type };
  }
}

void
mg_source_release(mg_source *src, mg_keep keep)
{
  mg_free(src->node_line);
  mg_line_runs_free(&src->edge_line);
  src->node_line = NULL;
  if (keep == MG_KEEP_ALL)
    return;
  attributes_empty(&src->node, NULL);
  attributes_empty(&src->edge, keep == MG_KEEP_EDGES ? MG_DIRECTED : NULL);
  attributes_empty(&src->graph, NULL);
  attributes_empty(&src->cluster, NULL);
  if (keep == MG_KEEP_EDGES)
    return;
  mg_free(src->ends);
  src->ends = NULL;
}

int
mg_source_edge_directed(const mg_source *src, size_t e)
{
  double own;

  return mg_column_number(mg_attribute_find(&src->edge, MG_DIRECTED), e, &own)
         ? own == MG_BOTH_WAYS ? MG_BOTH_WAYS : own != 0 : src->directed;
}

int
mg_source_has_directions(const mg_source *src)
{
  return src->directed || mg_attribute_find(&src->edge, MG_DIRECTED) != NULL;
}

mgnn_status
mg_source_direct(mg_source *src, size_t e, int directed, mgnn_error *err)
{
  if (!directed == !src->directed)
    return MGNN_OK;
  return mg_attribute_number(src, &src->edge, MG_DIRECTED, e, directed != 0, err);
}

const char *
mg_source_id(const mg_source *src, size_t i, char *buf)
{
  const char *id = mg_column_text(mg_attribute_find(&src->node, "id"), i, buf);

  return id != NULL && *id != '\0' ? id : src->names.text[i];
}

static void
attributes_free(mg_attributes *at)
{
  attributes_empty(at, NULL);
  mg_free(at->column);
  mg_names_free(&at->names);
}

void
mg_source_free(mg_source *src)
{
  mg_free_all(src->path, src->ends);
  attributes_free(&src->node);
  attributes_free(&src->edge);
  attributes_free(&src->graph);
  attributes_free(&src->cluster);
  mg_free(src->node_line);
  mg_line_runs_free(&src->edge_line);
  mg_notes_free(&src->notes);
  mg_pool_free(&src->pool);
  mg_names_free(&src->names);
  mg_ids_free(&src->tokens);
  mg_names_free(&src->ids);
  memset(src, 0, sizeof *src);
}
