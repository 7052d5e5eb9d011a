/* Reads edge tables: pairs of nodes with lengths and other values, or a matrix of
 * lengths, in the shape that table_shape.h finds.  Rows of two small integers, with
 * or without a length, fill most large tables and are not split into cells. */
#include "build.h"
#include "length_matrix.h"
#include "read.h"
#include "table_shape.h"
#include "io/table/table_parts.h"
#include "io/text/plain.h"
#include "io/text/utf8.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a column holds.  NUMBER: it must be a number; LENGTH: a number or missing. */
typedef enum { IGNORED, SOURCE, TARGET, LENGTH, NUMBER, UPPER, VALUE } role;

typedef struct {
  role role;
  size_t column;               /* in the edges' attributes, for LENGTH to VALUE */
  const char *title;           /* as the header has it, for messages */
} field;

typedef struct {
  mg_csv csv;
  mg_source *src;
  mg_builder build;
  mg_table_shape shape;
  field *field;
  size_t fields;
  mg_plain plain;              /* the fast path, if is_plain */
  int is_plain;
  size_t words;                /* ends of edges that are not integers */
  size_t comma, point;         /* lines of the first lengths with a decimal comma and
                                  with a point; 0: none yet */
} table_reader;

/* ---- Columns ---- */

/* Make column k of the table an attribute called `name`. */
static mgnn_status
field_value(table_reader *r, size_t k, role what, const char *name, mgnn_error *err)
{
  const field *f = r->field;
  size_t known = r->src->edge.count, column, j = 0;

  PASS(mg_attribute_column(r->src, &r->src->edge, name, &column, err));
  if (column < known) {
    while (f[j].role < LENGTH || f[j].column != column)
      j++;
    return mg_fail_at(err, r->csv.in.path, r->shape.line, 0, "the columns %zu and %zu "
                      "are both called %s", j + 1, k + 1, name);
  }
  r->field[k].role = what;
  r->field[k].column = column;
  return MGNN_OK;
}

/* Find out what column k holds and which attribute it becomes. */
static mgnn_status
field_find(table_reader *r, size_t k, mgnn_error *err)
{
  static const char *const attributes[] = { NULL, "len", "lower", "upper", "stiffness" };
  const mg_table_shape *s = &r->shape;
  const char *given = s->title != NULL ? s->title[k] : "";
  const char *title = *given == '\0' && k == s->length ? "length" : given;
  mg_title kind = mg_title_kind(title);
  field *f = &r->field[k];
  char number[MG_NUMBER_MAX + 8];

  if (s->title == NULL && *title == '\0' && s->columns > 3) {
    snprintf(number, sizeof number, "column%zu", k + 1);
    title = number;
  }
  PASS(mg_allocated(f->title = mg_pool_keep(&r->src->pool, title, strlen(title)), err));
  if (k == s->source || k == s->target)
    f->role = k == s->source ? SOURCE : TARGET;
  else if (*title == '\0')
    f->role = IGNORED;         /* row numbers, as R and pandas write them */
  else {
    static const role of[] = { VALUE, LENGTH, NUMBER, UPPER, NUMBER };
    int own = kind == MG_TITLE_OTHER || mg_title_length(title) < strlen(title)
              || mg_text_is(title, strlen(title), "distance")
              || mg_text_is(title, strlen(title), "dist");

    PASS(field_value(r, k, k == s->length ? LENGTH : of[kind], own ? f->title
                     : attributes[kind], err));
  }
  if (k == s->length && s->title != NULL)
    r->src->lengths = r->src->edge.column[f->column].name;
  return MGNN_OK;
}

/* ------------------------------------------------------------------------
 * Rows of any kind */

static mgnn_status
end_read(table_reader *r, size_t k, unsigned *out, mgnn_error *err)
{
  const mg_cell *cell = &r->csv.cell[k];
  char shown[MG_SHOW_MAX];
  int64_t whole;

  if (cell->len == 0)
    return mg_csv_fail(&r->csv, cell, err, "the %s is empty",
                       k == r->shape.source ? "source" : "target");
  if (!mg_ids_integer(cell->text, cell->len, &whole)) {
    r->words++;
    for (size_t i = 1; i < cell->len && !cell->quoted; i++)
      if (mg_is_blank(cell->text[i - 1])
          && (cell->text[i] == '#' || cell->text[i] == '%'
              || ((unsigned)(cell->text[0] - '0') < 10
                  && (unsigned)(cell->text[i] - '0') < 10)))
        return mg_csv_fail(&r->csv, cell, err, "is %s one name? Then put it "
                           "in quotes; a comment needs a line of its own "
                           "where commas separate",
                           mg_show(shown, cell->text));
  }
  return mg_builder_node(&r->build, cell->text, cell->len, out, err);
}

/* Whether a number can be kept as a double without loss: not 007, and not an
 * integer with more digits than a double has. */
static int
is_kept_by_double(const mg_cell *cell, double x)
{
  int64_t whole;

  if (memchr(cell->text, '.', cell->len) != NULL
      || memchr(cell->text, 'e', cell->len) != NULL
      || memchr(cell->text, 'E', cell->len) != NULL)
    return 1;
  return mg_ids_integer(cell->text, cell->len, &whole) && fabs(x) <= 0x1p53;
}

/* Refuse decimal commas mixed with points: one of them would separate thousands. */
static mgnn_status
decimals_check(table_reader *r, const mg_cell *cell, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  if (r->comma == 0 && memchr(cell->text, ',', cell->len) != NULL)
    r->comma = r->csv.line;
  if (r->point == 0 && memchr(cell->text, '.', cell->len) != NULL)
    r->point = r->csv.line;
  if (r->comma == 0 || r->point == 0)
    return MGNN_OK;
  return mg_csv_fail(&r->csv, cell, err, "%s has a decimal %s, but line %zu a decimal %s; "
                     "write all numbers alike, without separators of thousands",
                     mg_show(shown, cell->text), r->comma > r->point ? "comma" : "point",
                     r->comma > r->point ? r->point : r->comma,
                     r->comma > r->point ? "point" : "comma");
}

static mgnn_status
value_read(table_reader *r, size_t k, mgnn_error *err)
{
  const mg_cell *cell = &r->csv.cell[k];
  const field *f = &r->field[k];
  mg_column *col = &r->src->edge.column[f->column];
  size_t e = r->src->m - 1;
  const char *kept;
  char shown[MG_SHOW_MAX];
  double x;
  int is_number = mg_csv_number(&r->csv, cell, &x);

  if (cell->len == 0)
    return MGNN_OK;
  if (is_number && isinf(x))
    return mg_csv_fail(&r->csv, cell, err, "the %s %s is out of range",
                       f->title, mg_show(shown, cell->text));
  if (f->role == UPPER && !is_number && cell->text[0] != '-'
      && mg_text_is_infinity(cell->text, cell->len))
    return mg_column_put_number(r->src, col, e, INFINITY, err);
  if (f->role != VALUE && !is_number)
    return f->role == LENGTH && mg_text_is_missing(cell->text, cell->len) ? MGNN_OK
           : mg_csv_fail(&r->csv, cell, err, "the %s, %s, %s", f->title,
                         mg_show(shown, cell->text), mg_table_fault(cell->text));
  if (f->role != VALUE)
    PASS(decimals_check(r, cell, err));
  if (f->role != VALUE || (is_number && !cell->quoted
                           && is_kept_by_double(cell, x)))
    return mg_column_put_number(r->src, col, e, x, err);
  col->has_commas |= is_number && memchr(cell->text, ',', cell->len) != NULL;
  kept = mg_pool_keep(&r->src->pool, cell->text, cell->len);
  return kept != NULL ? mg_column_put_text(r->src, col, e, kept, err)
                      : mg_fail_memory(err);
  return MGNN_OK;
}

static mgnn_status
row_read(table_reader *r, mgnn_error *err)
{
  size_t odd = r->csv.count, most = r->fields;
  unsigned a, b;

  if (mg_csv_is_blank(&r->csv))
    return MGNN_OK;            /* an empty row, as spreadsheets save it */
  while (odd > most && r->csv.cell[odd - 1].len == 0)
    odd--;                     /* separators at the end */
  while (odd < most && r->field[most - 1].role == VALUE)
    most--;                    /* missing attributes at the end */
  if (odd != most && (odd < most || odd > r->fields)) {
    odd = odd > r->fields ? r->fields : r->csv.count - 1;

    return mg_csv_fail(&r->csv, &r->csv.cell[odd], err, "the number of values "
                       "is %zu here, but %zu in %s (line %zu)", r->csv.count,
                       r->fields, r->shape.header ? "the header" : "the first row",
                       r->shape.line);
  }
  PASS(end_read(r, r->shape.source, &a, err));
  PASS(end_read(r, r->shape.target, &b, err));
  PASS(mg_builder_edge(&r->build, a, b, r->csv.line, err));
  for (size_t k = 0; k < r->fields && k < r->csv.count; k++)
    if (r->field[k].role >= LENGTH)
      PASS(value_read(r, k, err));
  return MGNN_OK;
}

/* ------------------------------------------------------------------------
 * Plain rows: two integers and perhaps a length */

/* Add the rows of a block as edges.  The row with an edge too many is left, to
 * be read by itself and refused. */
static mgnn_status
block_take(table_reader *r, mg_row_block *q, mgnn_error *err)
{
  mg_source *src = r->src;
  size_t m = src->m, most = mg_builder_edges_left(&r->build);
  size_t rows = q->rows < most ? q->rows : most;

  PASS(mg_builder_edges(&r->build, rows, q->id, q->node, q->unknown, q->line, err));
  if (r->plain.decimals)
    PASS(mg_column_put_numbers(src, &src->edge.column[r->field[2].column], m,
                               rows, q->x, err));
  if (rows < q->rows)
    mg_plain_back(&r->plain, q, rows);
  return MGNN_OK;
}

/* Read plain rows; the row after them is of another kind, and left for row_read. */
static mgnn_status
plain_rows(table_reader *r, mgnn_error *err)
{
  do {
    PASS(mg_plain_read(&r->plain, &r->build.ids, 0, err));
    for (size_t k = 0; k < r->plain.count; k++)
      PASS(block_take(r, &r->plain.block[k], err));
  } while (!r->plain.stopped);
  return MGNN_OK;
}

/* ------------------------------------------------------------------------
 * Rows as NetworkX writes them: 0 4 {'weight': 0.5, 'kind': 'road'} */

static char *
skip_blanks(char *p)
{
  while (mg_is_blank(*p))
    p++;
  return p;
}

/* Read a text in single or double quotes at p: *s is its content, with a 0
 * after it.  NULL if there is no such text, or if it contains a backslash. */
static char *
dict_text(char *p, char **s, size_t *len)
{
  char quote = *p, *stop;

  if (quote != '\'' && quote != '"')
    return NULL;
  stop = strchr(p + 1, quote);
  if (stop == NULL || memchr(p, '\\', (size_t)(stop - p)) != NULL)
    return NULL;
  *stop = '\0';
  *s = p + 1;
  *len = (size_t)(stop - p - 1);
  return stop + 1;
}

/* Read one `'key': value` at p.  *next is NULL if it has another form. */
static mgnn_status
dict_item(table_reader *r, char *p, char *end, char **next, mgnn_error *err)
{
  static const struct {
    const char *word;
    double x;
  } words[] = { { "None", NAN }, { "True", 1 }, { "False", 0 } };
  mg_attributes *at = &r->src->edge;
  size_t e = r->src->m - 1, len;
  char *key, *s;
  double x;

  *next = NULL;
  p = dict_text(p, &key, &len);
  if (p == NULL || len == 0 || *(p = skip_blanks(p)) != ':')
    return MGNN_OK;
  p = skip_blanks(p + 1);
  *next = dict_text(p, &s, &len);
  if (*next != NULL)
    return mg_attribute_text(r->src, at, key, e, s, len, err);
  *next = (char *)mg_number_read(p, end, &x);
  for (size_t k = 0; k < 3 && *next == NULL; k++)
    if (strncmp(p, words[k].word, strlen(words[k].word)) == 0) {
      *next = p + strlen(words[k].word);
      x = words[k].x;
    }
  if (*next != NULL && isinf(x))
    *next = NULL;
  return *next == NULL || isnan(x) ? MGNN_OK
         : mg_attribute_number(r->src, at, key, e, x, err);
}

static mgnn_status
dict_values(table_reader *r, const char *line, char *p, char *end, mgnn_error *err)
{
  p = skip_blanks(p + 1);
  while (*p != '}') {
    const char *at = p;
    char *next;

    PASS(dict_item(r, p, end, &next, err));
    p = next != NULL ? skip_blanks(next) : end;
    if (*p == ',')
      p = skip_blanks(p + 1);
    else if (*p != '}')
      return mg_fail_at(err, r->csv.in.path, r->csv.in.line,
                        (size_t)(at - line) + 1, "the values of this edge are "
                        "not of the form {'name': value, ...} with numbers "
                        "and texts");
  }
  p = skip_blanks(p + 1);
  if (p < end)
    return mg_fail_at(err, r->csv.in.path, r->csv.in.line,
                      (size_t)(p - line) + 1, "there is text after the }");
  return MGNN_OK;
}

static mgnn_status
dict_row(table_reader *r, char *line, size_t len, mgnn_error *err)
{
  char *p = line, *name[2], *stop[2];
  unsigned node[2];

  for (int k = 0; k < 2; k++) {
    name[k] = p = skip_blanks(p);
    while (*p != '\0' && !mg_is_blank(*p))
      p++;
    stop[k] = p;
  }
  p = skip_blanks(p);
  if (!mg_utf8_valid(line, len) || strlen(line) != len)
    return mg_fail_at(err, r->csv.in.path, r->csv.in.line, 0, "the text is "
                      "not UTF-8; convert it, for example with: iconv -f "
                      "LATIN1 -t UTF-8");
  if (*p != '{')
    return mg_fail_at(err, r->csv.in.path, r->csv.in.line,
                      (size_t)(p - line) + 1, "the first row is of the form "
                      "source target {...}, but this one is not");
  for (int k = 0; k < 2; k++)
    PASS(mg_builder_node(&r->build, name[k], (size_t)(stop[k] - name[k]),
                         &node[k], err));
  PASS(mg_builder_edge(&r->build, node[0], node[1], r->csv.in.line, err));
  return dict_values(r, line, p, line + len, err);
}

static mgnn_status
dict_rows(table_reader *r, mgnn_error *err)
{
  char *line;
  size_t len;
  mgnn_status status;

  EACH(mg_stream_line(&r->csv.in, &line, &len, err), line != NULL) {
    if (strchr("#%", *skip_blanks(line)) == NULL) {
      PASS(dict_row(r, line, len, err));
      mg_stream_leave_head(&r->csv.in);
    }
  }
  return status;
}

/* ---- the file ---- */

/* Find what the columns mean; a first row that is an edge is not consumed. */
static mgnn_status
columns_take(table_reader *r, mgnn_error *err)
{
  const mg_table_shape *s = &r->shape;

  r->fields = s->columns;
  PASS(mg_allocated(r->field = mg_zalloc(r->fields, sizeof *r->field), err));
  for (size_t k = 0; k < r->fields; k++)
    PASS(field_find(r, k, err));
  for (size_t k = 0; k < s->skip + (size_t)s->header; k++)
    PASS(mg_csv_row(&r->csv, err));
  r->plain.separator = r->csv.separator;
  r->plain.decimals = r->fields == 3;
  r->is_plain = s->source == 0 && s->target == 1
             && (r->fields == 2 || (r->fields == 3 && (r->field[2].role == LENGTH
                                                       || r->field[2].role == NUMBER)));
  return MGNN_OK;
}

static mgnn_status
rows(table_reader *r, mgnn_error *err)
{
  PASS(columns_take(r, err));
  if (!r->shape.header) {      /* in a piece it is in the head, before the body */
    PASS(mg_csv_row(&r->csv, err));
    if (r->csv.count > 0)
      PASS(row_read(r, err));
    r->plain.separator = r->csv.separator;
  }
  mg_stream_leave_head(&r->csv.in);
  do {
    if (r->is_plain)
      PASS(plain_rows(r, err));
    PASS(mg_csv_row(&r->csv, err));
    if (r->csv.count > 0)
      PASS(row_read(r, err));
  } while (r->csv.count > 0);
  return MGNN_OK;
}

/* Whether no other edge has a node of the first edge. */
static int
is_apart(const table_reader *r)
{
  const mg_source *src = r->src;

  if (src->m < 3 || src->ends[0] != 0 || src->ends[1] != 1)
    return 0;
  for (size_t k = 2; k < 2 * src->m; k++)
    if (src->ends[k] < 2)
      return 0;
  return 1;
}

mgnn_status
mg_header_doubt(mg_notes *notes, const char *path, size_t line, const char *source,
                const char *target, mgnn_error *err)
{
  char from[MG_SHOW_MAX], to[MG_SHOW_MAX];

  return mg_note(notes, err, "%s:%zu: the first row is read as an edge from %s to %s; "
                 "if it is a header, call the columns source and target", path, line,
                 mg_show(from, source), mg_show(to, target));
}

/* Names that no other row has may be a header with unknown titles: add a note. */
static mgnn_status
doubt_note(const table_reader *r, mgnn_error *err)
{
  const mg_source *src = r->src;
  char buf[2][MG_NUMBER_MAX];
  const char *a, *b;
  int64_t whole;

  if (r->shape.header || r->shape.form != MG_TABLE_PAIRS || src->m < 2
      || src->limits.piece != NULL
      || !(r->words == 2 || (r->words > 2 && is_apart(r)))
      || mg_line_runs_find(&src->edge_line, 0) != r->shape.line)
    return MGNN_OK;
  a = mg_builder_token(&r->build, src->ends[0], buf[0]);
  b = mg_builder_token(&r->build, src->ends[1], buf[1]);
  return mg_ids_integer(a, strlen(a), &whole) || mg_ids_integer(b, strlen(b), &whole)
         ? MGNN_OK : mg_header_doubt(&r->src->notes, r->csv.in.path, r->shape.line, a, b,
                                     err);
}

/* Note how the columns were understood if the header did not determine it. */
static mgnn_status
guess_note(const table_reader *r, mgnn_error *err)
{
  const mg_table_shape *s = &r->shape;
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX], c[MG_SHOW_MAX] = "";

  if (s->caption)
    PASS(mg_note(&r->src->notes, err, "%s:%zu: the table is read from this line on",
                 r->csv.in.path, s->line));
  if (s->form == MG_TABLE_PAIRS && s->header && r->src->m == 0
      && r->csv.in.line > s->line)
    return mg_note(&r->src->notes, err, "%s: there is no edge: all lines after the header "
                   "are empty or comments; names that begin with # or %% need quotes",
                   r->csv.in.path);
  if (s->form != MG_TABLE_PAIRS || s->by_titles
      || (!s->header && s->source == 0 && s->target == 1))
    return MGNN_OK;
  if (s->header)
    return mg_note(&r->src->notes, err, "%s:%zu: the first row is read as a header: %s and "
                   "%s name the nodes", r->csv.in.path, s->line,
                   mg_show(a, s->title[s->source]), mg_show(b, s->title[s->target]));
  if (s->length < s->columns)
    snprintf(c, sizeof c, ", column %zu has the lengths", s->length + 1);
  return mg_note(&r->src->notes, err, "%s: columns %zu and %zu name the nodes%s",
                 r->csv.in.path, s->source + 1, s->target + 1, c);
}

mgnn_status
mg_read_table(mg_source *out, const char *path, mgnn_error *err)
{
  mg_table_form form = mg_source_is(out, "pairs") ? MG_TABLE_PAIRS
                       : mg_source_is(out, "matrix") ? MG_TABLE_MATRIX
                       : mg_source_is(out, "adjacency") ? MG_TABLE_ADJACENCY : MG_TABLE_ANY;
  mgnn_status status = MGNN_OK;
  table_reader r = { .src = out, .plain.in = &r.csv.in };

  out->open_nodes = out->unordered = 1;
  mg_builder_init(&r.build, out);
  TRY(mg_csv_open(&r.csv, path, 0, &out->limits, err));
  TRY(mg_table_shape_find(&r.shape, &r.csv.in, &out->limits, form, err));
  r.csv.separator = r.shape.separator;
  if (out->limits.piece != NULL && r.shape.caption)
    TRY(mg_fail_at(err, path, r.shape.line, 0, "the table begins in this line; many ranks "
                   "read tables without the lines above"));
  if (out->limits.piece != NULL && r.shape.form == MG_TABLE_MATRIX) {
    out->open_nodes = 0;       /* which the caller refuses */
    goto end;
  }
  if (r.shape.columns == 0 && r.shape.form != MG_TABLE_DICT)
    TRY(mg_csv_row(&r.csv, err));      /* there are no rows, or this reports why */
  else
    TRY(r.shape.form == MG_TABLE_DICT ? dict_rows(&r, err)
        : r.shape.form == MG_TABLE_PAIRS ? rows(&r, err)
        : mg_read_matrix(&r.csv, &r.shape, &r.build, err));
  if (r.csv.latin1_line > 0)
    TRY(mg_note(&out->notes, err, "%s:%zu: the text is not UTF-8; it is read as "
                "Latin-1", r.csv.in.path, r.csv.latin1_line));
  TRY(doubt_note(&r, err));
  TRY(guess_note(&r, err));
  mg_builder_done(&r.build);
end:
  mg_free(r.field);
  mg_table_shape_free(&r.shape);
  mg_plain_free(&r.plain);
  mg_builder_free(&r.build);
  mg_csv_close(&r.csv);
  return status;
}
