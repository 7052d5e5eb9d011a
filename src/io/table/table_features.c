/* Features: svmlight, NumPy, or a table of rows. */
#include "features.h"
#include "base/mem.h"
#include "base/number.h"
#include "table_parts.h"

#include <math.h>
#include <string.h>

enum { COLUMNS_MAX = 10000000 };

void
mg_features_free(mg_features *f)
{
  mg_free(f->dense);
  mg_free(f->row);
  mg_free(f->col);
  mg_free(f->value);
  memset(f, 0, sizeof *f);
}

/* Whether the names are from, from + 1, ... in any order; node then receives
 * the node of each. */
static int
numbered_from(const mg_source *src, size_t from, unsigned *node)
{
  memset(node, 0xff, src->n * sizeof *node);
  for (size_t i = 0; i < src->n; i++) {
    const char *name = src->names.text[i];
    double x;

    if (!mg_number_whole(name, strlen(name), &x) || x != floor(x)
        || x < (double)from || x >= (double)(from + src->n)
        || node[(size_t)x - from] != 0xffffffffU)
      return 0;
    node[(size_t)x - from] = (unsigned)i;
  }
  return 1;
}

void
mg_row_nodes(const mg_source *src, unsigned *node)
{
  if (!numbered_from(src, 0, node) && !numbered_from(src, 1, node))
    for (size_t i = 0; i < src->n; i++)
      node[i] = (unsigned)i;
}

static mgnn_status
wrong_rows(const mg_source *src, const char *path, size_t rows, mgnn_error *err)
{
  return mg_fail(err, MGNN_EPARSE, "%s: has %zu row%s, but %s has %zu node%s; "
                 "isolated nodes of an edge list are known by --labels", path,
                 rows, mg_plural(rows), src->path, src->n, mg_plural(src->n));
}

/* ---- svmlight ---- */

/* Entries as they come, line after line. */
typedef struct {
  mg_stream in;
  size_t *row;                 /* first entry of each line */
  size_t rows, row_cap;
  unsigned *col;
  double *value;
  size_t entries, col_cap, value_cap, cols;
} svm_lines;

static mgnn_status
svm_entry(svm_lines *t, const char *at, double index, double value,
          mgnn_error *err)
{
  void *more;

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
  more = mg_grow(t->col, t->entries, &t->col_cap, sizeof *t->col);
  if (more == NULL)
    return mg_fail_memory(err);
  t->col = more;
  more = mg_grow(t->value, t->entries, &t->value_cap, sizeof *t->value);
  if (more == NULL)
    return mg_fail_memory(err);
  t->value = more;
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
  mgnn_status status = MGNN_OK;

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
    TRY(svm_entry(t, at, index, value, err));
  }
end:
  return status;
}

static mgnn_status
svm_lines_read(svm_lines *t, const mg_source *src, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  char *line;
  size_t len;

  for (;;) {
    void *more = mg_grow(t->row, t->rows, &t->row_cap, sizeof *t->row);

    TRY(mg_allocated(more, err));
    t->row = more;
    t->row[t->rows] = t->entries;
    TRY(mg_stream_line(&t->in, &line, &len, err));
    if (line == NULL)
      break;
    if (len == 0 || *line == '#')
      continue;
    if (t->rows == src->n)
      TRY(mg_fail_at(err, t->in.path, t->in.line, 0, "is one row too many: %s "
                     "has %zu node%s; isolated nodes of an edge list are known "
                     "by --labels", src->path, src->n, mg_plural(src->n)));
    TRY(svm_line(t, line, line + len, err));
    t->rows++;
  }
  if (t->rows != src->n)
    TRY(wrong_rows(src, t->in.path, t->rows, err));
  if (t->cols == 0)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: no node has a feature", t->in.path));
end:
  return status;
}

/* The lines in the order of the nodes. */
static mgnn_status
svm_arrange(const svm_lines *t, const mg_source *src, mg_features *out,
            mgnn_error *err)
{
  unsigned *node = mg_alloc(src->n, sizeof *node);
  size_t at = 0;
  unsigned *line = mg_alloc(src->n, sizeof *line);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(node, err));
  TRY(mg_allocated(line, err));
  mg_row_nodes(src, node);
  out->rows = src->n;
  out->cols = t->cols;
  TRY(mg_allocated(out->row = mg_alloc(src->n + 1, sizeof *out->row), err));
  TRY(mg_allocated(out->col = mg_alloc(t->entries, sizeof *out->col), err));
  out->value = mg_alloc(t->entries, sizeof *out->value);
  TRY(mg_allocated(out->value, err));
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
  mg_free(node);
  mg_free(line);
  return status;
}

mgnn_status
mg_read_svm(const mg_source *src, const char *path, mg_features *out,
            mgnn_error *err)
{
  svm_lines t = { .cols = 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_stream_open(&t.in, path, src->limits.bytes, err));
  TRY(svm_lines_read(&t, src, err));
  TRY(svm_arrange(&t, src, out, err));
end:
  mg_stream_close(&t.in);
  mg_free(t.row);
  mg_free(t.col);
  mg_free(t.value);
  return status;
}

/* ---- NumPy ---- */

/* The kinds of numbers that are read. */
static const struct {
  const char *word;
  size_t bytes;
} npy_kinds[] = {
  { "'<f4'", 4 }, { "'<f8'", 8 }, { "'|u1'", 1 }, { "'|b1'", 1 },
  { "'<i4'", 4 }, { "'<i8'", 8 }
};

static double
npy_number(size_t kind, const char *p)
{
  float f;
  double d;
  int32_t i;
  int64_t l;

  switch (kind) {
  case 0:
    memcpy(&f, p, 4);
    return f;
  case 1:
    memcpy(&d, p, 8);
    return d;
  case 4:
    memcpy(&i, p, 4);
    return i;
  case 5:
    memcpy(&l, p, 8);
    return (double)l;
  default:
    return *(const unsigned char *)p;
  }
}

/* At least `need` unread bytes, or a message. */
static mgnn_status
npy_need(mg_stream *in, size_t need, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  while ((size_t)(in->end - in->p) < need && !in->done) {
    char *keep = in->p;

    TRY(mg_stream_more(in, &keep, err));
  }
  if ((size_t)(in->end - in->p) < need)
    status = mg_fail(err, MGNN_EPARSE, "%s: ends too early for an array of "
                     "NumPy", in->path);
end:
  return status;
}

/* "'shape': (3, 4), }": two sizes. */
static int
npy_shape(const char *head, const char *end, mg_features *out)
{
  const char *p = strstr(head, "'shape':");
  double rows, cols = 1;

  p = p != NULL ? strchr(p, '(') : NULL;
  if (p == NULL || (p = mg_number_read(p + 1, end, &rows)) == NULL || *p != ',')
    return 0;
  p = skip_blanks(p + 1);
  if (*p != ')' && ((p = mg_number_read(p, end, &cols)) == NULL || *p != ')'))
    return 0;
  if (!(rows >= 0 && rows < 4e9 && cols >= 1 && cols < COLUMNS_MAX))
    return 0;
  out->rows = (size_t)rows;
  out->cols = (size_t)cols;
  return 1;
}

/* Leaves the stream at the first number. */
static mgnn_status
npy_header(mg_stream *in, mg_features *out, size_t *kind, mgnn_error *err)
{
  size_t length, begin = 10;
  char head[1024];
  mgnn_status status = MGNN_OK;

  TRY(npy_need(in, 12, err));
  if (memcmp(in->p, "\x93NUMPY", 6) != 0 || in->p[6] < 1 || in->p[6] > 3)
    return mg_fail(err, MGNN_EPARSE, "%s: is not an array of NumPy (version 1 "
                   "to 3)", in->path);
  length = (unsigned char)in->p[8] + 256U * (unsigned char)in->p[9];
  if (in->p[6] > 1) {
    begin = 12;
    length += ((size_t)(unsigned char)in->p[10] << 16)
              + ((size_t)(unsigned char)in->p[11] << 24);
  }
  if (length >= sizeof head)
    return mg_fail(err, MGNN_EPARSE, "%s: its header has %zu bytes; an array of "
                   "numbers has fewer than %zu", in->path, length, sizeof head);
  TRY(npy_need(in, begin + length, err));
  memcpy(head, in->p + begin, length);
  head[length] = '\0';
  in->p += begin + length;
  for (*kind = 0; *kind < sizeof npy_kinds / sizeof *npy_kinds; ++*kind)
    if (strstr(head, npy_kinds[*kind].word) != NULL)
      break;
  if (*kind == sizeof npy_kinds / sizeof *npy_kinds
      || strstr(head, "'fortran_order': False") == NULL
      || !npy_shape(head, head + length, out))
    status = mg_fail(err, MGNN_EPARSE, "%s: an array must have two dimensions, "
                     "in C order, of type f4, f8, i4, i8, u1 or b1; its header "
                     "is %.100s", in->path, head);
end:
  return status;
}

mgnn_status
mg_read_npy(const mg_source *src, const char *path, mg_features *out,
            mgnn_error *err)
{
  mg_stream in = { 0 };
  unsigned *node = NULL;
  size_t kind = 0, bytes;
  mgnn_status status = MGNN_OK;

  TRY(mg_stream_open_raw(&in, path, src->limits.bytes, err));
  TRY(npy_header(&in, out, &kind, err));
  if (out->rows != src->n)
    TRY(wrong_rows(src, path, out->rows, err));
  TRY(mg_allocated(node = mg_alloc(src->n, sizeof *node), err));
  mg_row_nodes(src, node);
  out->dense = mg_alloc(out->rows, out->cols * sizeof *out->dense);
  TRY(mg_allocated(out->dense, err));
  bytes = npy_kinds[kind].bytes;
  for (size_t i = 0; i < out->rows; i++) {
    TRY(npy_need(&in, out->cols * bytes, err));
    for (size_t c = 0; c < out->cols; c++, in.p += bytes) {
      double x = npy_number(kind, in.p);

      if (!isfinite(x))
        TRY(mg_fail(err, MGNN_EPARSE, "%s: number %zu of row %zu is not finite",
                    path, c + 1, i + 1));
      out->dense[node[i] * out->cols + c] = x;
    }
  }
end:
  mg_free(node);
  mg_stream_close(&in);
  return status;
}

void
mg_write_npy(FILE *out, size_t rows, size_t cols, const double *x)
{
  char head[128];
  int len = snprintf(head, sizeof head, "{'descr': '<f8', 'fortran_order': "
                     "False, 'shape': (%zu, %zu), }", rows, cols);

  for (; (10 + len + 1) % 64 != 0; len++)
    head[len] = ' ';
  head[len++] = '\n';
  fwrite("\x93NUMPY\x01\x00", 1, 8, out);
  fputc(len % 256, out);
  fputc(len / 256, out);
  fwrite(head, 1, (size_t)len, out);
  fwrite(x, sizeof *x, rows * cols, out);
}

/* ---- all of them ---- */

/* Whether a path ends in a suffix, perhaps with .gz after it. */
static int
ends_in(const char *path, const char *suffix)
{
  size_t len = strlen(path), tail = strlen(suffix);

  if (len > 3 && strcmp(path + len - 3, ".gz") == 0)
    len -= 3;
  return len > tail && strncmp(path + len - tail, suffix, tail) == 0;
}

mgnn_status
mg_read_features(const mg_source *src, const char *path, mg_features *out,
                 mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  int dim = 0;

  memset(out, 0, sizeof *out);
  if (ends_in(path, ".svm") || ends_in(path, ".libsvm")
      || ends_in(path, ".svmlight"))
    status = mg_read_svm(src, path, out, err);
  else if (ends_in(path, ".npy"))
    status = mg_read_npy(src, path, out, err);
  else {
    status = mg_read_rows(src, path, &out->dense, &dim, err);
    out->rows = src->n;
    out->cols = (size_t)dim;
  }
  if (status != MGNN_OK)
    mg_features_free(out);
  return status;
}
