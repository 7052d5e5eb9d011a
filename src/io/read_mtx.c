/* Matrix Market, the structure only: an entry (i, j) is an edge, whatever its
 * value.  Nodes are the rows, named by their numbers. */
#include "build.h"
#include "fault.h"
#include "plain.h"
#include "read.h"
#include "show.h"
#include "stream.h"
#include "base/number.h"

#include <string.h>

/* A matrix with so many rows per entry would be all isolated nodes; such a
 * size line is a mistake, and would take memory for nothing. */
enum { MANY_ROWS = 10000000, ROWS_PER_ENTRY = 100 };

typedef struct {
  mg_stream in;
  mg_build build;
  mg_plain plain;
  char *line;                  /* the one being read, and where in it */
  size_t len;
  char *p;
  size_t values;               /* per entry */
  const char *field;           /* "real", ... */
  uint64_t rows, entries;
} reader;

static int
is_blank(char c)
{
  return c == ' ' || c == '\t';
}

/* The next word of the line, with a 0 after it; "" at its end. */
static char *
next_word(reader *r)
{
  char *word;

  while (is_blank(*r->p))
    r->p++;
  word = r->p;
  while (*r->p != '\0' && !is_blank(*r->p))
    r->p++;
  if (*r->p != '\0')
    *r->p++ = '\0';
  return word;
}

/* A word as messages show it. */
static const char *
show(char buf[MG_SHOW_MAX], const char *word)
{
  return *word != '\0' ? mg_show(buf, word) : "missing";
}

static size_t
column_of(const reader *r, const char *word)
{
  return (size_t)(word - r->line) + 1;
}

static int
is_word(const char *s, const char *word)
{
  while (*s != '\0' && (*s == *word || (*s >= 'A' && *s <= 'Z'
                                        && *s + 32 == *word))) {
    s++;
    word++;
  }
  return *s == '\0' && *word == '\0';
}

/* Which of the words in a list that ends with NULL; -1: none. */
static int
word_index(const char *s, const char *const *list)
{
  for (int k = 0; list[k] != NULL; k++)
    if (is_word(s, list[k]))
      return k;
  return -1;
}

/* The next line that is neither empty nor a comment; line NULL: none. */
static mgnn_status
next_line(reader *r, mgnn_error *err)
{
  mgnn_status status;

  do {
    status = mg_stream_line(&r->in, &r->line, &r->len, err);
    if (status != MGNN_OK || r->line == NULL)
      return status;
    for (r->p = r->line; is_blank(*r->p); r->p++)
      ;
  } while (*r->p == '%' || r->p == r->line + r->len);
  return MGNN_OK;
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
  const char *path = r->in.path, *word;
  char shown[MG_SHOW_MAX];
  mgnn_status status = mg_stream_line(&r->in, &r->line, &r->len, err);
  int k;

  if (status != MGNN_OK)
    return status;
  r->p = r->line;
  if (r->line == NULL || !is_word(next_word(r), "%%matrixmarket"))
    return mg_fault(err, path, 1, 0,
                    "the first line must be %%%%MatrixMarket matrix "
                    "coordinate ...");
  word = next_word(r);
  if (!is_word(word, "matrix"))
    return mg_fault(err, path, 1, column_of(r, word),
                    "the file holds %s, must be a matrix", show(shown, word));
  word = next_word(r);
  if (is_word(word, "array"))
    return mg_fault(err, path, 1, column_of(r, word),
                    "a dense matrix (array) is not read; write its nonzero "
                    "entries as a coordinate matrix, or give it as CSV with "
                    "--metric");
  if (!is_word(word, "coordinate"))
    return mg_fault(err, path, 1, column_of(r, word),
                    "the format is %s, must be coordinate", show(shown, word));
  word = next_word(r);
  k = word_index(word, fields);
  if (k < 0)
    return mg_fault(err, path, 1, column_of(r, word),
                    "the entries are %s, must be real, integer, complex or "
                    "pattern", show(shown, word));
  r->field = fields[k];
  r->values = k == 0 ? 0 : fields[k + 1] == NULL ? 2 : 1;
  word = next_word(r);
  if (word_index(word, symmetries) < 0)
    return mg_fault(err, path, 1, column_of(r, word),
                    "the symmetry is %s, must be general, symmetric, "
                    "skew-symmetric or hermitian", show(shown, word));
  return MGNN_OK;
}

static int
whole_read(const char *word, uint64_t *out)
{
  *out = 0;
  if (*word == '\0' || strlen(word) > 18)
    return 0;
  for (; *word != '\0'; word++) {
    if ((unsigned)(*word - '0') > 9)
      return 0;
    *out = *out * 10 + (uint64_t)(*word - '0');
  }
  return 1;
}

/* The size line: rows, columns, entries. */
static mgnn_status
size_read(reader *r, mgnn_error *err)
{
  uint64_t size[3];
  mgnn_status status = next_line(r, err);

  if (status != MGNN_OK)
    return status;
  if (r->line == NULL)
    return mg_fault(err, r->in.path, 0, 0,
                    "the line with the size of the matrix is missing");
  for (int k = 0; k < 3; k++)
    if (!whole_read(next_word(r), &size[k]))
      return mg_fault(err, r->in.path, r->in.line, 0,
                      "this line must give the numbers of rows, columns and "
                      "entries");
  if (size[0] != size[1])
    return mg_fault(err, r->in.path, r->in.line, 0,
                    "the matrix has %llu rows and %llu columns; that of a "
                    "graph is square", (unsigned long long)size[0],
                    (unsigned long long)size[1]);
  if (size[0] <= r->build.src->limits.nodes
      && (size[0] > MANY_ROWS && size[0] / ROWS_PER_ENTRY > size[2]))
    return mg_fault(err, r->in.path, r->in.line, 0,
                    "%llu rows for %llu entries are too many",
                    (unsigned long long)size[0], (unsigned long long)size[2]);
  status = mg_source_allows(r->build.src, size[0], size[2], r->in.line, err);
  r->rows = size[0];
  r->entries = size[2];
  return status;
}

static int
is_value(const char *word)
{
  static const char *const words[] = { "nan", "inf", "infinity", NULL };
  double x;

  return mg_number_whole(word, strlen(word), &x)
         || word_index(word + (*word == '-' || *word == '+'), words) >= 0;
}

static mgnn_status
entry_read(reader *r, mgnn_error *err)
{
  uint64_t index[2];
  char shown[MG_SHOW_MAX];
  const char *word;

  for (int k = 0; k < 2; k++) {
    word = next_word(r);
    if (!whole_read(word, &index[k]) || index[k] < 1 || index[k] > r->rows)
      return mg_fault(err, r->in.path, r->in.line, column_of(r, word),
                      "the %s is %s, must be a whole number from 1 to %llu",
                      k == 0 ? "row" : "column", show(shown, word),
                      (unsigned long long)r->rows);
  }
  for (size_t k = 0; k < r->values; k++) {
    word = next_word(r);
    if (!is_value(word))
      return mg_fault(err, r->in.path, r->in.line, column_of(r, word),
                      "the value is %s, must be a number (the matrix is %s)",
                      show(shown, word), r->field);
  }
  word = next_word(r);
  if (*word != '\0')
    return mg_fault(err, r->in.path, r->in.line, column_of(r, word),
                    "there is %s after the entry (the matrix is %s)",
                    show(shown, word), r->field);
  return mg_build_edge(&r->build, (unsigned)index[0] - 1,
                       (unsigned)index[1] - 1, r->in.line, err);
}

/* Read plain entries until one is of another kind, not in the matrix, or one
 * too many: that one is left. */
static mgnn_status
plain_entries(reader *r, mgnn_error *err)
{
  mg_source *src = r->build.src;
  mgnn_status status;

  do {
    status = mg_plain_read(&r->plain, NULL, r->rows, err);
    for (size_t k = 0; status == MGNN_OK && k < r->plain.count; k++) {
      mg_piece *q = &r->plain.piece[k];
      size_t room = r->entries - src->m, rows = q->rows < room ? q->rows : room;

      for (size_t i = 0; q->unknown > 0 && i < rows; i++)
        if (q->node[2 * i] == MG_NAMES_NONE
            || q->node[2 * i + 1] == MG_NAMES_NONE)
          rows = i;
      status = mg_build_edges(&r->build, rows, q->id, q->node, 0, q->line, err);
      if (rows < q->rows)
        mg_plain_back(&r->plain, q, rows);
    }
  } while (status == MGNN_OK && !r->plain.stopped);
  return status;
}

static mgnn_status
entries_read(reader *r, mgnn_error *err)
{
  const mg_source *src = r->build.src;

  r->plain.in = &r->in;
  r->plain.separator = ' ';
  r->plain.decimals = r->values == 1;
  for (;;) {
    mgnn_status status = r->values < 2 ? plain_entries(r, err) : MGNN_OK;

    if (status == MGNN_OK)
      status = next_line(r, err);
    if (status != MGNN_OK)
      return status;
    if (r->line == NULL)
      break;
    if (src->m == r->entries)
      return mg_fault(err, r->in.path, r->in.line, 0,
                      "there are more entries than the %llu of the size line",
                      (unsigned long long)r->entries);
    status = entry_read(r, err);
    if (status != MGNN_OK)
      return status;
  }
  if (src->m < r->entries)
    return mg_fault(err, r->in.path, r->in.line, 0,
                    "the file ends after %zu of %llu entries", src->m,
                    (unsigned long long)r->entries);
  return MGNN_OK;
}

mgnn_status
mg_read_mtx(mg_source *out, const char *path, mgnn_error *err)
{
  reader r;
  mgnn_status status;

  memset(&r, 0, sizeof r);
  mg_build_init(&r.build, out);
  status = mg_stream_open_within(&r.in, path, out->limits.bytes, err);
  if (status != MGNN_OK)
    return status;
  status = header_read(&r, err);
  if (status == MGNN_OK)
    status = size_read(&r, err);
  if (status == MGNN_OK)
    status = entries_read(&r, err);
  out->n = r.rows;
  if (status == MGNN_OK)
    mg_source_trim(out);
  mg_plain_free(&r.plain);
  mg_build_free(&r.build);
  mg_stream_close(&r.in);
  return status;
}
