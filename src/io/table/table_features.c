/* Reads features: from svmlight files here, else from arrays of NumPy or tables. */
#include "features.h"
#include "array.h"
#include "base/mem.h"
#include "base/number.h"
#include "table_parts.h"

#include <math.h>
#include <string.h>

enum { COLUMNS_MAX = 10000000 };

/* ---- svmlight ---- */

/* The entries of an svmlight file, line after line. */
typedef struct {
  mg_stream in;
  size_t *row;                 /* first entry of each line */
  size_t rows, row_cap;
  unsigned *col;
  double *value;
  size_t entries, col_cap, value_cap, cols;
} svm_lines;

static mgnn_status
svm_entry(svm_lines *t, const char *at, double index, double value, mgnn_error *err)
{
  if (!(index >= 0 && index < COLUMNS_MAX) || index != floor(index))
    return mg_fail_at(err, t->in.path, t->in.line, 0, "an index is %g; it must "
                      "be a whole number from 0 to %d", index, COLUMNS_MAX - 1);
  if (t->entries > t->row[t->rows] && index <= t->col[t->entries - 1])
    return mg_fail_at(err, t->in.path, t->in.line, 0, "index %g comes after %u; "
                      "indices of a line must rise", index,
                      t->col[t->entries - 1]);
  if (!isfinite(value))
    return mg_fail_at(err, t->in.path, t->in.line, 0, "the value of index %g is "
                      "not a finite number: %.20s", index, at);
  PASS(mg_room(&t->col, t->entries, &t->col_cap, sizeof *t->col, err));
  PASS(mg_room(&t->value, t->entries, &t->value_cap, sizeof *t->value, err));
  t->col[t->entries] = (unsigned)index;
  t->value[t->entries++] = value;
  if ((size_t)index + 1 > t->cols)
    t->cols = (size_t)index + 1;
  return MGNN_OK;
}

static const char *
skip_blanks(const char *p)
{
  while (*p == ' ' || *p == '\t')
    p++;
  return p;
}

static mgnn_status
svm_line(svm_lines *t, const char *p, const char *end, mgnn_error *err)
{
  p = skip_blanks(p);
  while (p < end && *p != ' ' && *p != '\t')   /* the label */
    p++;
  for (p = skip_blanks(p); p < end && *p != '#'; p = skip_blanks(p)) {
    const char *at = p;
    double index, value;

    p = mg_number_read(p, end, &index);
    if (p == NULL || *p != ':'
        || (p = mg_number_read(p + 1, end, &value)) == NULL
        || (p < end && *p != ' ' && *p != '\t'))
      return mg_fail_at(err, t->in.path, t->in.line, 0, "\"%.20s\" is not of "
                        "the form index:value", at);
    PASS(svm_entry(t, at, index, value, err));
  }
  return MGNN_OK;
}

static mgnn_status
svm_lines_read(svm_lines *t, const mg_source *src, mgnn_error *err)
{
  char *line;
  size_t len;

  for (;;) {
    PASS(mg_room(&t->row, t->rows, &t->row_cap, sizeof *t->row, err));
    t->row[t->rows] = t->entries;
    PASS(mg_stream_line(&t->in, &line, &len, err));
    if (line == NULL)
      break;
    if (len == 0 || *line == '#')
      continue;
    if (t->rows == src->n)
      PASS(mg_fail_at(err, t->in.path, t->in.line, 0, "is one row too many: %s "
                      "has %zu node%s; isolated nodes of an edge list are known "
                      "by --class", src->path, src->n, mg_plural(src->n)));
    PASS(svm_line(t, line, line + len, err));
    t->rows++;
  }
  if (t->rows != src->n)
    PASS(mg_rows_wrong(src, t->in.path, t->rows, err));
  if (t->cols == 0)
    PASS(mg_fail(err, MGNN_EPARSE, "%s: no node has a feature", t->in.path));
  return MGNN_OK;
}

/* Copy the lines in the order of the nodes. */
static mgnn_status
svm_arrange(const svm_lines *t, const mg_source *src, mg_features *out,
            mgnn_error *err)
{
  unsigned *node = mg_alloc(src->n, sizeof *node);
  size_t at = 0;
  unsigned *line = mg_alloc(src->n, sizeof *line);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, node, line));
  mg_row_nodes(src, node);
  out->rows = src->n;
  out->cols = t->cols;
  TRY(mg_allocated_all(err, MG_NEW(out->row, src->n + 1),
                       MG_NEW(out->col, t->entries),
                       MG_NEW(out->value, t->entries)));
  for (size_t k = 0; k < src->n; k++)
    line[node[k]] = (unsigned)k;
  for (size_t i = 0; i < src->n; i++) {
    out->row[i] = at;
    for (size_t e = t->row[line[i]]; e < t->row[line[i] + 1]; e++)
      if (t->value[e] != 0) {
        out->col[at] = t->col[e];
        out->value[at++] = t->value[e];
      }
  }
  out->row[src->n] = at;
end:
  mg_free_all(node, line);
  return status;
}

mgnn_status
mg_read_svm(const mg_source *src, const char *path, mg_features *out,
            mgnn_error *err)
{
  svm_lines t = { .cols = 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_stream_open(&t.in, path, &src->limits, err));
  TRY(svm_lines_read(&t, src, err));
  TRY(svm_arrange(&t, src, out, err));
end:
  mg_stream_close(&t.in);
  mg_free_all(t.row, t.col, t.value);
  return status;
}

/* ---- all of them ---- */

mgnn_status
mg_read_features(const mg_source *src, const char *path, mg_features *out,
                 mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  int dim = 0;

  memset(out, 0, sizeof *out);
  if (mg_is_svm_path(path))
    status = mg_read_svm(src, path, out, err);
  else if (mg_is_array_path(path))
    status = mg_read_arrays(src, path, out, err);
  else {
    status = mg_read_rows(src, path, &out->dense, &dim, err);
    out->rows = src->n;
    out->cols = (size_t)dim;
  }
  if (status != MGNN_OK)
    mg_features_free(out);
  return status;
}
