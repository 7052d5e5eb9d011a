/* Labels, and the parts that all tables share.  Rows of numbers are in
 * table_rows.c, lengths in table_metric.c and table_matrix.c. */
#include "table_parts.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

int
mg_cell_is(const mg_cell *cell, const char *word)
{
  size_t k;

  for (k = 0; word[k] != '\0'; k++) {
    char c = cell->text[k];

    if (c >= 'A' && c <= 'Z')
      c = (char)(c - 'A' + 'a');
    if (c != word[k])
      return 0;
  }
  return cell->len == k;
}

size_t
mg_table_column(const mg_csv *csv, const char *word, const char *other)
{
  for (size_t k = 0; k < csv->count; k++)
    if (mg_cell_is(&csv->cell[k], word))
      return k;
  return other != NULL ? mg_table_column(csv, other, NULL) : csv->count;
}

mgnn_status
mg_table_unknown(const mg_source *src, const char *path, size_t line,
                 const char *name, mgnn_error *err)
{
  char shown[MG_SHOW_MAX], example[MG_SHOW_MAX];
  const char *by = src->named_by != NULL ? src->named_by : "number";

  if (*name == '\0')
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: the name of the node is empty",
                   path, line);
  if (src->n == 0)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: no node is called %s: %s has no "
                   "nodes", path, line, mg_show(shown, name), src->path);
  if (strcmp(by, "number") == 0)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: no node is called %s: the nodes "
                   "of %s are numbered from 1 to %zu", path, line,
                   mg_show(shown, name), src->path, src->n);
  return mg_fail(err, MGNN_EPARSE, "%s:%zu: no node is called %s: the nodes of "
                 "%s go by their %s, the first is %s", path, line,
                 mg_show(shown, name), src->path, by,
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
  mg_cell word = { (char *)p, strlen(p), 0 };
  double x;

  if (*text == '\0')
    return "is empty";
  if (mg_cell_is(&word, "nan") || mg_cell_is(&word, "inf")
      || mg_cell_is(&word, "infinity"))
    return "is not a finite number";
  if (mg_number_whole(text, strlen(text), &x))
    return "is out of range";
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

  if (mg_number_whole(cell->text, cell->len, out) && isfinite(*out))
    return MGNN_OK;
  return mg_fail(err, MGNN_EPARSE, "%s:%zu: column %zu (%s)%s%s %s",
                 csv->in.path, csv->line, k + 1, what,
                 cell->len > 0 ? ": " : "",
                 cell->len > 0 ? mg_show(shown, cell->text) : "",
                 mg_table_fault(cell->text));
}

mgnn_status
mg_table_ragged(const mg_csv *csv, size_t want, size_t like, mgnn_error *err)
{
  return mg_fail(err, MGNN_EPARSE, "%s:%zu: this row has %zu column%s, line %zu "
                 "has %zu", csv->in.path, csv->line, csv->count,
                 csv->count == 1 ? "" : "s", like, want);
}

/* Find the columns of a table of labels: `node`, and `label` or the only other
 * one. */
static mgnn_status
label_columns(const mg_csv *csv, size_t *node, size_t *label, mgnn_error *err)
{
  if (csv->count == 0)
    return mg_fail(err, MGNN_EPARSE, "%s: the table is empty; it must start "
                   "with the header node,label", csv->in.path);
  *node = mg_table_column(csv, "node", NULL);
  *label = mg_table_column(csv, "label", NULL);
  if (csv->count == 2 && *node < 2 && *label == 2)
    *label = 1 - *node;
  if (*node == csv->count || *label == csv->count || *node == *label)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: a table of labels must start with "
                   "the header node,label", csv->in.path, csv->line);
  return MGNN_OK;
}

/* Forget the values of a column, so that a second table replaces the first. */
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

/* The node of the present row; one that is not known yet is added where the
 * graph allows it. */
static mgnn_status
label_node(mg_source *src, const mg_csv *csv, size_t k, uint32_t *node,
           mgnn_error *err)
{
  const mg_cell *cell = &csv->cell[k];
  mgnn_status status;

  if (!src->open_nodes || cell->len == 0
      || mg_source_find(src, cell->text, cell->len) != MG_NAMES_NONE)
    return mg_table_node(src, csv, k, node, err);
  status = mg_source_allows(src, src->n + 1, src->m, 0, err);
  if (status == MGNN_OK)
    status = mg_source_add_node(src, cell->text, cell->len, node, err);
  return status;
}

/* One row: `line` has, per node, the line that named it, or 0. */
static mgnn_status
label_row(mg_source *src, const mg_csv *csv, size_t at, size_t label,
          const char *column, uint32_t **line, size_t *lines, mgnn_error *err)
{
  const mg_cell *cell = &csv->cell[label];
  uint32_t node, *grown;
  mgnn_status status = label_node(src, csv, at, &node, err);

  if (status != MGNN_OK)
    return status;
  if (node >= *lines) {        /* added just now */
    grown = mg_grow(*line, node, lines, sizeof *grown);
    if (grown == NULL)
      return mg_fail_memory(err);
    for (size_t i = node; i < *lines; i++)
      grown[i] = 0;
    *line = grown;
  }
  if ((*line)[node] != 0) {
    const mg_column *col = mg_attribute_find(&src->node, column);
    char name[MG_SHOW_MAX], here[MG_SHOW_MAX], there[MG_SHOW_MAX], buf[32];
    const char *old = mg_column_text(col, node, buf);

    if (strcmp(old != NULL ? old : "", cell->text) != 0)
      return mg_fail(err, MGNN_EPARSE, "%s:%zu: node %s has the label %s here "
                     "and %s in line %u", csv->in.path, csv->line,
                     mg_show(name, src->names.text[node]),
                     mg_show(here, cell->text),
                     mg_show(there, old != NULL ? old : ""), (*line)[node]);
    return MGNN_OK;
  }
  (*line)[node] = (uint32_t)csv->line;
  if (cell->len == 0)
    return MGNN_OK;
  return mg_attribute_text(src, &src->node, column, node, cell->text, cell->len,
                           err);
}

mgnn_status
mg_read_labels(mg_source *src, const char *path, const char *column,
               mgnn_error *err)
{
  size_t node = 0, label = 0, columns, lines = src->n, known = src->n, head;
  uint32_t *line = mg_zalloc(lines, sizeof *line);
  mgnn_status status;
  mg_csv csv;

  if (line == NULL)
    return mg_fail_memory(err);
  status = mg_csv_open_within(&csv, path, 0, src->limits.bytes, err);
  if (status != MGNN_OK)
    goto free_line;
  status = mg_csv_row(&csv, err);
  if (status == MGNN_OK)
    status = label_columns(&csv, &node, &label, err);
  if (status != MGNN_OK)
    goto close;
  columns = csv.count;
  head = csv.line;
  column_clear(&src->node, column);
  while ((status = mg_csv_row(&csv, err)) == MGNN_OK && csv.count > 0) {
    if (csv.count != columns)
      status = mg_table_ragged(&csv, columns, head, err);
    else
      status = label_row(src, &csv, node, label, column, &line, &lines, err);
    if (status != MGNN_OK)
      goto close;
  }
  if (status == MGNN_OK && src->n > known) {
    char shown[MG_SHOW_MAX];

    status = mg_note(&src->notes, err, "%s: %zu node%s in no edge of %s %s "
                     "added (first: %s)", csv.in.path, src->n - known,
                     src->n - known == 1 ? " is" : "s are", src->path,
                     src->n - known == 1 ? "and was" : "and were",
                     mg_show(shown, src->names.text[known]));
  }
close:
  mg_csv_close(&csv);
free_line:
  mg_free(line);
  return status;
}
