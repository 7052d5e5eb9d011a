/* Matrix Market, the structure only: an entry (i, j) is an edge, whatever its
 * value.  Nodes are the rows, named by their numbers. */
#include "build.h"
#include "read.h"
#include "io/text/equal.h"
#include "io/text/message.h"
#include "io/text/plain.h"
#include "io/text/words.h"
#include "base/number.h"

#include <string.h>

/* A matrix with so many rows per entry would be all isolated nodes; such a
 * size line is a mistake, and would take memory for nothing. */
enum { MANY_ROWS = 10000000, ROWS_PER_ENTRY = 100 };

typedef struct {
  mg_words words;
  mg_builder build;
  mg_plain plain;
  size_t values;               /* per entry */
  const char *field;           /* "real", ... */
  uint64_t rows, entries;
} reader;

static const char *
show(char buf[MG_SHOW_MAX], const mg_token *w)
{
  return w->len > 0 ? mg_show_part(buf, w->text, w->len) : "missing";
}

/* Which of the words in a list that ends with NULL; -1: none. */
static int
word_index(const mg_token *w, const char *const *list)
{
  for (int k = 0; list[k] != NULL; k++)
    if (mg_text_is(w->text, w->len, list[k]))
      return k;
  return -1;
}

/* The next line that is neither empty nor a comment. */
static mgnn_status
next_line(mg_words *w, int *found, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  do {
    TRY(mg_words_line(w, found, err));
    while (*found && w->p < w->stop && mg_is_blank(*w->p))
      w->p++;
  } while (*found && (w->p == w->stop || *w->p == '%'));
end:
  return status;
}

/* The first line: %%MatrixMarket matrix coordinate FIELD SYMMETRY. */
static mgnn_status
header_read(reader *r, mgnn_error *err)
{
  static const char *const fields[] = { "pattern", "real", "integer", "double",
                                        "unsigned-integer", "complex", NULL };
  static const char *const symmetries[] = { "general", "symmetric",
                                            "skew-symmetric", "hermitian",
                                            NULL };
  mg_words *w = &r->words;
  char shown[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;
  mg_token word = { 0 };
  int k, found;

  TRY(mg_words_line(w, &found, err));
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
  if (mg_text_is(word.text, word.len, "array"))
    return mg_words_fail(w, &word, err, "a dense matrix (array) is not read; "
                         "write its nonzero entries as a coordinate matrix, or "
                         "give it as a metric table in CSV");
  if (!mg_text_is(word.text, word.len, "coordinate"))
    return mg_words_fail(w, &word, err, "the format is %s, must be coordinate",
                         show(shown, &word));
  word = mg_words_next(w, 0);
  k = word_index(&word, fields);
  if (k < 0)
    return mg_words_fail(w, &word, err, "the entries are %s, must be real, "
                         "integer, complex or pattern", show(shown, &word));
  r->field = fields[k];
  r->values = k == 0 ? 0 : fields[k + 1] == NULL ? 2 : 1;
  word = mg_words_next(w, 0);
  if (word_index(&word, symmetries) < 0)
    return mg_words_fail(w, &word, err, "the symmetry is %s, must be general, "
                         "symmetric, skew-symmetric or hermitian",
                         show(shown, &word));
end:
  return status;
}

static int
is_whole(const mg_token *w, uint64_t *out)
{
  *out = 0;
  for (size_t k = 0; k < w->len; k++) {
    if ((unsigned)(w->text[k] - '0') > 9)
      return 0;
    *out = *out * 10 + (uint64_t)(w->text[k] - '0');
  }
  return w->len > 0 && w->len <= 18;
}

/* The size line: rows, columns, entries. */
static mgnn_status
size_read(reader *r, mgnn_error *err)
{
  mg_words *w = &r->words;
  mgnn_status status = MGNN_OK;
  uint64_t size[3];
  int found;

  TRY(next_line(w, &found, err));
  if (!found)
    return mg_fail_at(err, w->src->path, 0, 0, "the line with the size of the "
                      "matrix is missing");
  for (int k = 0; k < 3; k++) {
    mg_token word = mg_words_next(w, 0);

    if (!is_whole(&word, &size[k]))
      return mg_words_fail(w, NULL, err, "this line must give the numbers of "
                           "rows, columns and entries");
  }
  if (size[0] != size[1])
    return mg_words_fail(w, NULL, err, "the matrix has %llu rows and %llu "
                         "columns; that of a graph is square (rows and columns "
                         "of two kinds: write a list of edges)",
                         (unsigned long long)size[0],
                         (unsigned long long)size[1]);
  if (size[0] <= w->src->limits.nodes
      && (size[0] > MANY_ROWS && size[0] / ROWS_PER_ENTRY > size[2]))
    return mg_words_fail(w, NULL, err, "%llu rows for %llu entries are too many",
                         (unsigned long long)size[0],
                         (unsigned long long)size[2]);
  r->rows = size[0];
  r->entries = size[2];
  TRY(mg_source_allows(w->src, size[0], size[2], w->line, err));
end:
  return status;
}

static int
is_value(const mg_token *w)
{
  size_t sign = w->len > 0 && (w->text[0] == '-' || w->text[0] == '+');
  double x;

  return mg_number_whole(w->text, w->len, &x)
         || mg_text_is_infinity(w->text, w->len)
         || mg_text_is(w->text + sign, w->len - sign, "nan");
}

static mgnn_status
entry_read(reader *r, mgnn_error *err)
{
  mg_words *w = &r->words;
  char shown[MG_SHOW_MAX];
  uint64_t index[2];
  mg_token word;

  w->p = w->at;
  for (int k = 0; k < 2; k++) {
    word = mg_words_next(w, 0);
    if (!is_whole(&word, &index[k]) || index[k] < 1 || index[k] > r->rows)
      return mg_words_fail(w, &word, err, "the %s is %s, must be a whole number "
                           "from 1 to %llu", k == 0 ? "row" : "column",
                           show(shown, &word), (unsigned long long)r->rows);
  }
  for (size_t k = 0; k < r->values; k++) {
    word = mg_words_next(w, 0);
    if (!is_value(&word))
      return mg_words_fail(w, &word, err, "the value is %s, must be a number "
                           "(the matrix is %s)", show(shown, &word), r->field);
  }
  word = mg_words_next(w, 0);
  if (word.len > 0)
    return mg_words_fail(w, &word, err, "there is %s after the entry (the matrix "
                         "is %s)", show(shown, &word), r->field);
  return mg_builder_edge(&r->build, (unsigned)index[0] - 1,
                         (unsigned)index[1] - 1, w->line, err);
}

/* An entry of another kind, outside the matrix, or one too many is left for
 * entries_read, which has the messages. */
static mgnn_status
plain_entries(reader *r, mgnn_error *err)
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
      status = mg_builder_edges(&r->build, rows, q->id, q->node, 0, q->line,
                                err);
      if (rows < q->rows)
        mg_plain_back(&r->plain, q, rows);
    }
  } while (status == MGNN_OK && !r->plain.stopped);
  return status;
}

static mgnn_status
entries_read(reader *r, mgnn_error *err)
{
  mg_words *w = &r->words;
  mgnn_status status = MGNN_OK;
  int found;

  r->plain.in = &w->in;
  r->plain.separator = ' ';
  r->plain.decimals = r->values == 1;
  for (;;) {
    if (r->values < 2)
      TRY(plain_entries(r, err));
    TRY(next_line(w, &found, err));
    if (!found)
      break;
    if (w->src->m == r->entries)
      return mg_words_fail(w, NULL, err, "there are more entries than the %llu "
                           "of the size line", (unsigned long long)r->entries);
    TRY(entry_read(r, err));
  }
  if (w->src->m < r->entries && w->src->limits.piece == NULL)
    return mg_fail_at(err, w->src->path, w->in.line, 0, "the file ends after "
                      "%zu of %llu entries", w->src->m,
                      (unsigned long long)r->entries);
end:
  return status;
}

mgnn_status
mg_read_mtx(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  reader r = { 0 };

  mg_builder_init(&r.build, out);
  TRY(mg_words_open(&r.words, out, path, err));
  TRY(header_read(&r, err));
  TRY(size_read(&r, err));
  mg_stream_leave_head(&r.words.in);
  TRY(entries_read(&r, err));
  out->n = r.rows;
  mg_source_trim(out);
end:
  mg_plain_free(&r.plain);
  mg_builder_free(&r.build);
  mg_words_close(&r.words);
  return status;
}
