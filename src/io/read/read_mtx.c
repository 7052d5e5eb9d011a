/* Reads Matrix Market.  Each entry (i, j) becomes an edge with the attribute `value`;
 * in an array, which lists all entries, these are lengths.  Nodes are the rows, named
 * by their numbers; if there are more or fewer columns, these are nodes too. */
#include "build.h"
#include "length_matrix.h"
#include "read.h"
#include "io/text/equal.h"
#include "io/text/message.h"
#include "io/text/plain.h"
#include "io/text/words.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A size line with so many rows per entry is refused as a mistake: nearly all
 * nodes would be isolated, and take memory for nothing. */
enum { MANY_ROWS = 10000000, ROWS_PER_ENTRY = 100 };

typedef struct {
  mg_words words;
  mg_builder build;
  mg_plain plain;
  size_t values;               /* per entry */
  const char *field;           /* "real", ... */
  size_t rows, cols, entries;
  size_t column;               /* of the edges' values, if there is one per entry */
  int is_array;
  int half;                    /* 1: only entries on and below the diagonal are
                                  given; 2: only those below */
} mtx_reader;

static const char *
show(char buf[MG_SHOW_MAX], const mg_token *w)
{
  return w->len > 0 ? mg_show_part(buf, w->text, w->len) : "missing";
}

/* The index of the word in a list that ends with NULL; -1 if it is not there. */
static int
word_index(const mg_token *w, const char *const *list)
{
  for (int k = 0; list[k] != NULL; k++)
    if (mg_text_is(w->text, w->len, list[k]))
      return k;
  return -1;
}

/* Go to the next line that is neither empty nor a comment. */
static mgnn_status
next_line(mg_words *w, int *found, mgnn_error *err)
{
  do {
    PASS(mg_words_line(w, found, err));
    while (*found && w->p < w->stop && mg_is_blank(*w->p))
      w->p++;
  } while (*found && (w->p == w->stop || *w->p == '%'));
  return MGNN_OK;
}

/* Read the first line: %%MatrixMarket matrix coordinate FIELD SYMMETRY. */
static mgnn_status
header_read(mtx_reader *r, mgnn_error *err)
{
  static const char *const fields[] = { "pattern", "real", "integer", "double",
                                        "unsigned-integer", "complex", NULL };
  static const char *const symmetries[] = { "general", "symmetric",
                                            "skew-symmetric", "hermitian",
                                            NULL };
  mg_words *w = &r->words;
  char shown[MG_SHOW_MAX];
  mg_token word = { 0 };
  int k, found;

  PASS(mg_words_line(w, &found, err));
  if (found)
    word = mg_words_next(w, 0);
  if (!mg_text_is(word.text, word.len, "%%matrixmarket"))
    return mg_fail_at(err, w->src->path, 1, 0, "the first line must be "
                      "%%%%MatrixMarket matrix coordinate ...");
  word = mg_words_next(w, 0);
  if (!mg_text_is(word.text, word.len, "matrix"))
    return mg_words_fail(w, &word, err, "the file holds %s, must be a matrix",
                         show(shown, &word));
  word = mg_words_next(w, 0);
  r->is_array = mg_text_is(word.text, word.len, "array");
  if (!r->is_array && !mg_text_is(word.text, word.len, "coordinate"))
    return mg_words_fail(w, &word, err, "the format is %s, must be coordinate or array",
                         show(shown, &word));
  word = mg_words_next(w, 0);
  k = word_index(&word, fields);
  if (k < 0)
    return mg_words_fail(w, &word, err, "the entries are %s, must be real, "
                         "integer, complex or pattern", show(shown, &word));
  r->field = fields[k];
  r->values = k == 0 ? 0 : fields[k + 1] == NULL ? 2 : 1;
  word = mg_words_next(w, 0);
  r->half = word_index(&word, symmetries);
  if (r->half < 0)
    return mg_words_fail(w, &word, err, "the symmetry is %s, must be general, "
                         "symmetric, skew-symmetric or hermitian",
                         show(shown, &word));
  r->half = r->half == 3 ? 1 : r->half;
  return MGNN_OK;
}

/* Read the size line: rows, columns, entries. */
static mgnn_status
size_read(mtx_reader *r, mgnn_error *err)
{
  mg_words *w = &r->words;
  size_t size[3];
  int found;

  PASS(next_line(w, &found, err));
  if (!found)
    return mg_fail_at(err, w->src->path, 0, 0, "the line with the size of the "
                      "matrix is missing");
  for (int k = 0; k < 3 - r->is_array; k++) {
    mg_token word = mg_words_next(w, 0);

    if (mg_words_count(w, &word, "", 0, 1e17, &size[k], NULL) != MGNN_OK)
      return mg_words_fail(w, NULL, err, "this line must give the numbers of "
                           "rows, columns%s", r->is_array ? "" : " and entries");
  }
  if (r->is_array) {
    PASS(mg_source_allows(w->src, size[0] > size[1] ? size[0] : size[1], 0, w->line,
                          err));
    size[2] = r->half == 0 ? size[0] * size[1]
              : size[0] * (size[0] + 1) / 2 - (r->half == 2 ? size[0] : 0);
  }
  if ((size[0] != size[1] || r->is_array) && w->src->limits.piece != NULL)
    return mg_words_fail(w, NULL, err, "many ranks read square matrices of entries; "
                         "mgnn-layout reads arrays and rows and columns of two kinds");
  if (size[0] <= w->src->limits.nodes
      && (size[0] > MANY_ROWS && size[0] / ROWS_PER_ENTRY > size[2]))
    return mg_words_fail(w, NULL, err, "%zu rows for %zu entries are too many", size[0],
                         size[2]);
  r->rows = size[0];
  r->cols = size[1];
  r->entries = size[2];
  return mg_source_allows(w->src, size[0] + (size[0] != size[1] ? size[1] : 0), size[2],
                          w->line, err);
}

/* Read a number; a word such as inf gives NAN. */
static int
is_value(const mg_token *w, double *x)
{
  size_t sign = w->len > 0 && (w->text[0] == '-' || w->text[0] == '+');

  if (mg_number_whole(w->text, w->len, x) && isfinite(*x))
    return 1;
  *x = NAN;
  return w->len > 0 && (mg_number_whole(w->text, w->len, &(double){ 0 })
                        || mg_text_is_infinity(w->text, w->len)
                        || mg_text_is(w->text + sign, w->len - sign, "nan"));
}

static mgnn_status
entry_read(mtx_reader *r, mgnn_error *err)
{
  mg_words *w = &r->words;
  char shown[MG_SHOW_MAX];
  size_t index[2];
  mg_token word;
  double x = NAN;

  w->p = w->at;
  for (int k = 0; k < 2; k++) {
    word = mg_words_next(w, 0);
    PASS(mg_words_count(w, &word, k == 0 ? "the row" : "the column", 1,
                        (double)(k == 0 ? r->rows : r->cols), &index[k], err));
  }
  for (size_t k = 0; k < r->values; k++) {
    word = mg_words_next(w, 0);
    if (!is_value(&word, &x))
      return mg_words_fail(w, &word, err, "the value is %s, must be a number "
                           "(the matrix is %s)", show(shown, &word), r->field);
  }
  word = mg_words_next(w, 0);
  if (word.len > 0)
    return mg_words_fail(w, &word, err, "there is %s after the entry (the matrix "
                         "is %s)", show(shown, &word), r->field);
  index[1] += r->rows != r->cols ? r->rows : 0;
  PASS(mg_builder_edge(&r->build, (unsigned)index[0] - 1, (unsigned)index[1] - 1,
                       w->line, err));
  if (r->values == 1 && !isnan(x))
    PASS(mg_column_put_number(w->src, &w->src->edge.column[r->column], w->src->m - 1, x,
                              err));
  return MGNN_OK;
}

/* Read entries by the fast path.  An entry of another kind, outside the matrix,
 * or one too many is left to entries_read, which has the messages. */
static mgnn_status
plain_entries(mtx_reader *r, mgnn_error *err)
{
  mg_source *src = r->build.src;
  mgnn_status status;

  do {
    status = mg_plain_read(&r->plain, NULL, r->rows, err);
    for (size_t k = 0; status == MGNN_OK && k < r->plain.count; k++) {
      mg_row_block *q = &r->plain.block[k];
      size_t left = r->entries - src->m, rows = q->rows < left ? q->rows : left;

      for (size_t i = 0; q->unknown > 0 && i < rows; i++)
        if (q->node[2 * i] == MG_NAMES_NONE
            || q->node[2 * i + 1] == MG_NAMES_NONE)
          rows = i;
      if (r->values == 1)
        status = mg_column_put_numbers(src, &src->edge.column[r->column], src->m, rows,
                                       q->x, err);
      if (status == MGNN_OK)
        status = mg_builder_edges(&r->build, rows, q->id, q->node, 0, q->line, err);
      if (rows < q->rows)
        mg_plain_back(&r->plain, q, rows);
    }
  } while (status == MGNN_OK && !r->plain.stopped);
  return status;
}

static mgnn_status
entries_read(mtx_reader *r, mgnn_error *err)
{
  mg_words *w = &r->words;
  int found;

  r->plain.in = &w->in;
  r->plain.separator = ' ';
  r->plain.decimals = r->values == 1;
  for (;;) {
    if (r->values < 2 && r->rows == r->cols)
      PASS(plain_entries(r, err));
    PASS(next_line(w, &found, err));
    if (!found)
      break;
    if (w->src->m == r->entries)
      return mg_words_fail(w, NULL, err, "there are more entries than the %zu "
                           "of the size line", r->entries);
    PASS(entry_read(r, err));
  }
  if (w->src->m < r->entries && w->src->limits.piece == NULL)
    return mg_fail_at(err, w->src->path, w->in.line, 0, "the file ends after "
                      "%zu of %zu entries", w->src->m, r->entries);
  return MGNN_OK;
}

/* Read the entries of an array, by columns; those given by symmetry are not listed. */
static mgnn_status
array_read(mtx_reader *r, mgnn_error *err)
{
  mg_words *w = &r->words;
  mg_dense d = { .rows = r->rows, .cols = r->cols };
  char shown[MG_SHOW_MAX];
  size_t i = r->half == 2, j = 0, read = 0;
  mgnn_status status = MGNN_OK;
  int found;

  TRY(mg_allocated(d.value = mg_alloc(r->rows, r->cols * sizeof *d.value), err));
  for (size_t k = 0; k < r->rows * r->cols; k++)
    d.value[k] = NAN;
  EACH(next_line(w, &found, err), found) {
    mg_token word;

    w->p = w->at;
    while (word = mg_words_next(w, 0), word.len > 0) {
      if (read++ == r->entries)
        TRY(mg_words_fail(w, &word, err, "there are more than the %zu entries of the "
                          "array", r->entries));
      if (!is_value(&word, &d.value[i * r->cols + j]))
        TRY(mg_words_fail(w, &word, err, "the value is %s, must be a number",
                          show(shown, &word)));
      if (++i == r->rows) {
        j++;
        i = r->half == 0 ? 0 : j + (r->half == 2);
      }
    }
  }
  TRY(status);
  if (read < r->entries)
    TRY(mg_fail_at(err, w->src->path, w->in.line, 0, "the file ends after %zu of %zu "
                   "entries", read, r->entries));
  TRY(mg_dense_edges(&d, &r->build, w->src->path, err));
  mg_builder_done(&r->build);
end:
  mg_free(d.value);
  return status;
}

static mgnn_status
nodes_make(const mtx_reader *r, mg_source *out, mgnn_error *err)
{
  out->n = r->rows;
  out->unnamed = r->rows == r->cols;
  if (!out->unnamed)
    PASS(mg_builder_two_kinds(out, r->rows, r->cols, err));
  if (r->values == 2)
    PASS(mg_note(&out->notes, err, "%s: the values are complex and not used", out->path));
  return MGNN_OK;
}

mgnn_status
mg_read_mtx(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mtx_reader r = { 0 };

  mg_builder_init(&r.build, out);
  TRY(mg_words_open(&r.words, out, path, err));
  TRY(header_read(&r, err));
  TRY(size_read(&r, err));
  mg_stream_leave_head(&r.words.in);
  if (r.is_array) {
    TRY(array_read(&r, err));
    goto end;
  }
  if (r.values == 1)
    TRY(mg_attribute_column(out, &out->edge, "value", &r.column, err));
  TRY(entries_read(&r, err));
  TRY(nodes_make(&r, out, err));
  mg_source_trim(out);
end:
  mg_plain_free(&r.plain);
  mg_builder_free(&r.build);
  mg_words_close(&r.words);
  return status;
}
