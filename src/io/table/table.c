/* Reads tables of labels, and has the functions shared by all tables.  table_rows.c
 * reads rows of numbers; the readers of graphs read tables of lengths. */
#include "array.h"
#include "table_arrays.h"
#include "features.h"
#include "table_parts.h"
#include "base/number.h"
#include "io/numbering.h"

#include <math.h>
#include <string.h>

size_t
mg_table_column(const mg_csv *csv, const char *word, const char *other)
{
  for (size_t k = 0; k < csv->count; k++)
    if (mg_cell_is(&csv->cell[k], word))
      return k;
  return other != NULL ? mg_table_column(csv, other, NULL) : csv->count;
}

/* The name of a node that differs from `name` only in case and blanks; or NULL. */
static const char *
name_like(const mg_source *src, const char *name)
{
  for (size_t i = 0; i < src->names.count; i++)
    if (mg_text_like(src->names.text[i], name))
      return src->names.text[i];
  return NULL;
}

mgnn_status
mg_table_unknown(const mg_source *src, const char *path, size_t line,
                 const char *name, mgnn_error *err)
{
  char shown[MG_SHOW_MAX], example[MG_SHOW_MAX];
  const char *by = src->named_by != NULL ? src->named_by : "number";

  if (*name == '\0')
    return mg_fail_at(err, path, line, 0, "the name of the node is empty");
  if (src->n == 0)
    return mg_fail_at(err, path, line, 0, "no node is called %s: %s has no nodes",
                      mg_show(shown, name), src->path);
  if (name_like(src, name) != NULL)
    return mg_fail_at(err, path, line, 0, "no node of %s is called %s, but one is called "
                      "%s; write both alike", src->path, mg_show(shown, name),
                      mg_show(example, name_like(src, name)));
  if (strcmp(by, "number") == 0)
    return mg_fail_at(err, path, line, 0, "no node is called %s: the nodes of %s are "
                      "numbered from 1 to %zu", mg_show(shown, name), src->path, src->n);
  return mg_fail_at(err, path, line, 0, "no node is called %s: the nodes of %s go by their "
                    "%s, the first is %s", mg_show(shown, name), src->path, by,
                 mg_show(example, src->names.text[0]));
}

mgnn_status
mg_table_node(const mg_source *src, const mg_csv *csv, size_t k, uint32_t *out,
              mgnn_error *err)
{
  const mg_cell *cell = &csv->cell[k];

  *out = mg_source_find(src, cell->text, cell->len);
  if (*out == MG_NAMES_NONE)
    return mg_table_unknown(src, csv->in.path, csv->line, cell->text, err);
  return MGNN_OK;
}

const char *
mg_table_fault(const char *text)
{
  const char *comma = strchr(text, ',');
  const char *p = text + (*text == '-' || *text == '+');
  double x;

  if (*text == '\0')
    return "is empty";
  if (mg_text_is(p, strlen(p), "nan") || mg_text_is_infinity(p, strlen(p)))
    return "is not a finite number";
  if (mg_number_whole(text, strlen(text), &x))
    return "is out of range";
  if (mg_number_excess(text, strlen(text)) != NULL)
    return mg_number_excess(text, strlen(text));
  if (comma != NULL && mg_number_whole(text, (size_t)(comma - text), &x))
    return "is not a number (decimals are written with a point)";
  return "is not a number";
}

mgnn_status
mg_table_number(const mg_csv *csv, size_t k, const char *what, double *out,
                mgnn_error *err)
{
  const mg_cell *cell = &csv->cell[k];
  char shown[MG_SHOW_MAX];

  if (mg_csv_number(csv, cell, out) && isfinite(*out))
    return MGNN_OK;
  return mg_csv_fail(csv, NULL, err, "column %zu (%s)%s%s %s", k + 1, what,
                     cell->len > 0 ? ": " : "",
                     cell->len > 0 ? mg_show(shown, cell->text) : "",
                     mg_table_fault(cell->text));
}

mgnn_status
mg_table_ragged(const mg_csv *csv, size_t want, size_t like, mgnn_error *err)
{
  return mg_csv_fail(csv, NULL, err, "this row has %zu column%s, line %zu has "
                     "%zu", csv->count, csv->count == 1 ? "" : "s", like,
                     want);
}

/* Find the columns of a table of labels: `node`, and `label` or the only other one.
 * A single column has the labels of the nodes in their order; *node is then 1. */
static mgnn_status
label_columns(const mg_csv *csv, size_t *node, size_t *label, mgnn_error *err)
{
  if (csv->count == 0)
    return mg_fail(err, MGNN_EPARSE, "%s: the table is empty; it must start "
                   "with the header node,label", csv->in.path);
  *node = 1;
  *label = 0;
  if (csv->count == 1 && !mg_cell_is(&csv->cell[0], "node"))
    return MGNN_OK;
  *node = mg_table_column(csv, "node", "id");
  *label = mg_table_column(csv, "label", NULL);
  if (csv->count == 2 && *node < 2 && *label == 2)
    *label = 1 - *node;
  if (*node == csv->count || *label == csv->count || *node == *label)
    return mg_csv_fail(csv, NULL, err, "a table of labels must start with the "
                       "header node,label");
  return MGNN_OK;
}

/* Remove the values of a column, so that a second table replaces the first. */
static void
column_clear(mg_attributes *at, const char *name)
{
  mg_column *col = (mg_column *)mg_attribute_find(at, name);

  if (col == NULL)
    return;
  for (size_t i = 0; i < col->cap; i++) {
    if (col->number != NULL)
      col->number[i] = NAN;
    if (col->text != NULL)
      col->text[i] = NULL;
  }
}

/* Find the node named in cell k of the current row.  An unknown node is added if the
 * graph allows it. */
static mgnn_status
label_node(mg_source *src, const mg_csv *csv, size_t k, uint32_t *node,
           mgnn_error *err)
{
  const mg_cell *cell = &csv->cell[k];

  if (!src->open_nodes || cell->len == 0
      || mg_source_find(src, cell->text, cell->len) != MG_NAMES_NONE)
    return mg_table_node(src, csv, k, node, err);
  PASS(mg_source_allows(src, src->n + 1, src->m, 0, err));
  return mg_source_add_node(src, cell->text, cell->len, node, err);
}

typedef struct {
  mg_source *src;
  mg_csv csv;
  const char *attribute;       /* the node attribute to fill */
  size_t node, label;          /* columns of node and label */
  size_t head;                 /* the line of the first row */
  uint32_t *line;              /* per node: the line that named it, or 0 */
  size_t lines;
} label_table;

static mgnn_status
label_row(label_table *t, mgnn_error *err)
{
  mg_source *src = t->src;
  const mg_csv *csv = &t->csv;
  const mg_cell *cell = &csv->cell[t->label];
  uint32_t node;

  PASS(label_node(src, csv, t->node, &node, err));
  if (node >= t->lines) {      /* added just now */
    PASS(mg_room(&t->line, node, &t->lines, sizeof *t->line, err));
    for (size_t i = node; i < t->lines; i++)
      t->line[i] = 0;
  }
  if (t->line[node] != 0) {
    const mg_column *col = mg_attribute_find(&src->node, t->attribute);
    char name[MG_SHOW_MAX], here[MG_SHOW_MAX], there[MG_SHOW_MAX], buf[32];
    const char *old = mg_column_text(col, node, buf);

    if (strcmp(old != NULL ? old : "", cell->text) != 0)
      return mg_csv_fail(csv, NULL, err, "node %s has the label %s here and "
                         "%s in line %u", mg_show(name, src->names.text[node]),
                         mg_show(here, cell->text),
                         mg_show(there, old != NULL ? old : ""),
                         t->line[node]);
    return MGNN_OK;
  }
  t->line[node] = (uint32_t)csv->line;
  if (cell->len > 0)
    PASS(mg_attribute_text(src, &src->node, t->attribute, node, cell->text,
                           cell->len, err));
  return MGNN_OK;
}

/* Read the labels of a single column, with or without the header `label`, whose rows
 * are the nodes in their order. */
static mgnn_status
label_rows(label_table *t, mgnn_error *err)
{
  mg_source *src = t->src;
  const mg_csv *csv = &t->csv;
  size_t rows = 0;

  PASS(mg_source_rows_check(src, csv->in.path, "put their names into a first "
                            "column, under the header node,label", err));
  if (mg_cell_is(&csv->cell[0], "label"))
    PASS(mg_csv_row(&t->csv, err));
  for (; csv->count > 0; rows++) {
    if (csv->count != 1)
      PASS(mg_table_ragged(csv, 1, t->head, err));
    if (rows < src->n && csv->cell[0].len > 0)
      PASS(mg_attribute_text(src, &src->node, t->attribute, rows,
                             csv->cell[0].text, csv->cell[0].len, err));
    PASS(mg_csv_row(&t->csv, err));
  }
  if (rows != src->n)
    PASS(mg_fail(err, MGNN_EPARSE, "%s: the table has %zu label%s without names "
                 "of nodes, but %s has %zu node%s", csv->in.path, rows,
                 mg_plural(rows), src->path, src->n, mg_plural(src->n)));
  return MGNN_OK;
}

static mgnn_status
label_named_rows(label_table *t, mgnn_error *err)
{
  mg_source *src = t->src;
  size_t columns = t->csv.count, known = src->n;
  char shown[MG_SHOW_MAX];

  for (;;) {
    PASS(mg_csv_row(&t->csv, err));
    if (t->csv.count == 0)
      break;
    if (t->csv.count != columns)
      PASS(mg_table_ragged(&t->csv, columns, t->head, err));
    PASS(label_row(t, err));
  }
  if (src->n > known) {
    PASS(mg_note(&src->notes, err, "%s: %zu node%s in no edge of %s %s added "
                 "(first: %s)", t->csv.in.path, src->n - known,
                 src->n - known == 1 ? " is" : "s are", src->path,
                 src->n - known == 1 ? "and was" : "and were",
                 mg_show(shown, src->names.text[known])));
    PASS(mg_source_number(src, err));
  }
  return MGNN_OK;
}

mgnn_status
mg_read_labels(mg_source *src, const char *path, const char *column,
               mgnn_error *err)
{
  label_table t = { .src = src, .attribute = column, .lines = src->n };
  mgnn_status status = MGNN_OK;

  if (mg_is_array_path(path)) {
    column_clear(&src->node, column);
    return mg_read_label_array(src, path, column, err);
  }
  if (mg_is_svm_path(path)) {
    column_clear(&src->node, column);
    return mg_read_svm_labels(src, path, column, err);
  }
  TRY(mg_allocated(t.line = mg_zalloc(t.lines, sizeof *t.line), err));
  TRY(mg_csv_open(&t.csv, path, 0, &src->limits, err));
  TRY(mg_csv_row(&t.csv, err));
  TRY(label_columns(&t.csv, &t.node, &t.label, err));
  t.head = t.csv.line;
  column_clear(&src->node, column);
  TRY(t.csv.count == 1 ? label_rows(&t, err)
      : label_named_rows(&t, err));
end:
  mg_csv_close(&t.csv);
  mg_free(t.line);
  return status;
}
