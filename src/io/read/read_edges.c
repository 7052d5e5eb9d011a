/* Edge tables: `source target [length]`, or with a header that names the
 * columns.  Rows of two small integers, with or without a length, which is
 * what large tables consist of, are read without splitting them into cells. */
#include "build.h"
#include "read.h"
#include "io/table/table_parts.h"
#include "io/text/equal.h"
#include "io/text/csv.h"
#include "io/text/message.h"
#include "io/text/plain.h"
#include "io/text/utf8.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a column holds.  NUMBER: a value that must be one. */
typedef enum { IGNORED, SOURCE, TARGET, NUMBER, UPPER, VALUE } role;

typedef struct {
  role role;
  size_t column;               /* of the edges' attributes; NUMBER to VALUE */
  const char *title;           /* as the header has it, for messages */
} field;

typedef struct {
  mg_csv csv;
  mg_source *src;
  mg_builder build;
  field *field;
  size_t fields;
  size_t source, target;       /* which fields they are */
  size_t first_line;           /* of the header, or of the first row */
  int header, dict;
  int blanks_separate;         /* a blank within a cell would be a mistake */
  mg_plain plain;              /* the fast path, if is_plain */
  int is_plain;
  size_t words;                /* ends of edges that are not integers */
} reader;

/* Headers by which the two ends are known. */
static const struct {
  const char *source, *target;
} end_titles[] = {
  { "source", "target" }, { "from", "to" }, { "src", "dst" },
  { "node1", "node2" }, { "id1", "id2" }, { "node_1", "node_2" },
  { "node_a", "node_b" }, { "source_id", "target_id" }, { "from_id", "to_id" },
  { "gene_a", "gene_b" }, { "gene1", "gene2" }, { "gene_1", "gene_2" },
  { "protein1", "protein2" }, { "protein_a", "protein_b" },
  { "interactor_a", "interactor_b" }, { "person1", "person2" },
  { "start", "end" }
};

/* Titles of values that must be numbers, and their attributes. */
static const struct {
  const char *title, *attribute;
  role role;
} number_titles[] = {
  { "length", "len", NUMBER }, { "len", "len", NUMBER },
  { "lower", "lower", NUMBER }, { "upper", "upper", UPPER },
  { "stiffness", "stiffness", NUMBER }
};

static int
is_title(const mg_cell *cell, const char *title)
{
  return mg_text_is(cell->text, cell->len, title);
}

/* ------------------------------------------------------------------------
 * The first row */

/* The first line that is neither empty nor a comment, if the buffer has its
 * beginning; *end is where it ends there. */
static const char *
first_line(const mg_stream *in, const char **end)
{
  const char *p = in->p;

  while (p < in->end) {
    const char *stop = memchr(p, '\n', (size_t)(in->end - p));

    if (stop == NULL)
      stop = in->end;
    while (p < stop && (mg_is_blank(*p) || *p == '\r'))
      p++;
    if (p < stop && *p != '#' && *p != '%') {
      *end = stop;
      return p;
    }
    p = stop + (stop < in->end);
  }
  return NULL;
}

/* The same, the whole line: pipes and compressed parts may bring it byte by
 * byte.  Of a line, or of comments before it, beyond FIRST_MOST what there is. */
static mgnn_status
first_line_read(mg_stream *in, const char **line, const char **end,
                mgnn_error *err)
{
  enum { FIRST_MOST = 1 << 20 };
  mgnn_status status = MGNN_OK;

  for (;;) {
    char *keep = in->p;

    *end = in->end;
    *line = first_line(in, end);
    if (in->done || in->end - in->p > FIRST_MOST
        || (*line != NULL && *end < in->end))
      break;
    TRY(mg_stream_more(in, &keep, err));
  }
  if (*line != NULL)
    *end = *line + mg_line_length(*line, *end);
end:
  return status;
}

/* Whether the third word of a line begins with {: a row of NetworkX. */
static int
is_dict_row(const char *p, const char *end)
{
  for (int k = 0; k < 2; k++) {
    while (p < end && !mg_is_blank(*p))
      p++;
    while (p < end && mg_is_blank(*p))
      p++;
  }
  return p < end && *p == '{';
}

/* Whether a comma stands between digits, as in 1,5. */
static int
is_decimal(const char *p, const char *c, const char *end)
{
  return c > p && c + 1 < end && (unsigned)(c[-1] - '0') < 10
         && (unsigned)(c[1] - '0') < 10;
}

/* What separates the cells, where blanks and tabs are the same: the comma if
 * there is one that is not in a number between semicolons, the semicolon if
 * blanks occur next to it only. */
static char
separator_of(const char *p, const char *end)
{
  char found = ' ';
  int quoted = 0, apart = 0;

  for (const char *c = p; c < end; c++) {
    if (*c == '"')
      quoted = !quoted;
    if (quoted)
      continue;
    if (*c == ',' && !(found == ';' && is_decimal(p, c, end)))
      return ',';
    if (*c == ';')
      found = ';';
    if (mg_is_blank(*c) && c > p && c[-1] != ';' && !mg_is_blank(c[-1])) {
      while (c + 1 < end && mg_is_blank(c[1]))
        c++;
      apart |= c + 1 < end && c[1] != ';';
    }
  }
  return apart ? ' ' : found;
}

/* Add a column of values called by its title or by an attribute's name. */
static mgnn_status
field_value(reader *r, size_t k, role what, const char *name, mgnn_error *err)
{
  const field *f = r->field;
  size_t known = r->src->edge.count, column, j = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_attribute_column(r->src, &r->src->edge, name, &column, err));
  if (column < known) {
    while (f[j].role < NUMBER || f[j].column != column)
      j++;
    return mg_csv_fail(&r->csv, &r->csv.cell[k], err, "the columns %zu and "
                       "%zu are both called %s", j + 1, k + 1, name);
  }
  r->field[k].role = what;
  r->field[k].column = column;
end:
  return status;
}

/* If the row just read is a header, set what its columns mean. */
static mgnn_status
header_read(reader *r, mgnn_error *err)
{
  const mg_cell *cell = r->csv.cell;
  size_t count = r->csv.count;
  size_t pair, pairs = sizeof end_titles / sizeof *end_titles;
  mgnn_status status = MGNN_OK;
  double x;

  for (size_t k = 0; k < count; k++)
    if (!cell[k].quoted && mg_csv_number(&r->csv, &cell[k], &x))
      return MGNN_OK;
  for (pair = 0; pair < pairs; pair++) {
    r->source = r->target = count;
    for (size_t k = count; k-- > 0; )
      if (is_title(&cell[k], end_titles[pair].source))
        r->source = k;
      else if (is_title(&cell[k], end_titles[pair].target))
        r->target = k;
    if (r->source < count && r->target < count)
      break;
  }
  if (pair == pairs)
    return MGNN_OK;
  r->header = 1;
  for (size_t k = 0; k < count; k++) {
    field *f = &r->field[k];
    size_t t = 0, titles = sizeof number_titles / sizeof *number_titles;

    while (t < titles && !is_title(&cell[k], number_titles[t].title))
      t++;
    f->title = mg_pool_keep(&r->src->pool, cell[k].text, cell[k].len);
    TRY(mg_allocated(f->title, err));
    if (k == r->source || k == r->target)
      f->role = k == r->source ? SOURCE : TARGET;
    else if (cell[k].len == 0)
      f->role = IGNORED;       /* row numbers, as R and pandas write them */
    else if (t < titles)
      TRY(field_value(r, k, number_titles[t].role, number_titles[t].attribute,
                      err));
    else
      TRY(field_value(r, k, VALUE, f->title, err));
  }
end:
  return status;
}

/* A table of nodes, as Gephi exports it, has no edges to read. */
static mgnn_status
nodes_refuse(const reader *r, mgnn_error *err)
{
  const mg_cell *cell = r->csv.cell;
  int id = 0, label = 0;

  for (size_t k = 0; k < r->csv.count; k++) {
    id |= is_title(&cell[k], "id") || is_title(&cell[k], "node");
    label |= is_title(&cell[k], "label");
  }
  if (!id || !label)
    return MGNN_OK;
  return mg_csv_fail(&r->csv, NULL, err, "this is a table of nodes, by its "
                     "header; give the table of edges, and this one for the "
                     "labels");
}

/* ------------------------------------------------------------------------
 * A square matrix of distances */

static mgnn_status
matrix_nodes(reader *r, size_t first, size_t count, int named, mgnn_error *err)
{
  const mg_cell *cell = r->csv.cell + first;
  mgnn_status status = MGNN_OK;
  char text[MG_NUMBER_MAX];
  unsigned node;

  for (size_t k = 0; k < count; k++) {
    size_t len = mg_number_write_integer(text, k + 1);

    TRY(mg_builder_node(&r->build, named ? cell[k].text : text,
                        named ? cell[k].len : len, &node, err));
    if (node != k)
      return mg_csv_fail(&r->csv, &cell[k], err, "the header names a node "
                         "twice");
  }
end:
  return status;
}

/* A table of lengths for the nodes, which are named for the time of the call;
 * the ids are the builder's. */
static mgnn_status
matrix_table(reader *r, mg_metric_table *out, mgnn_error *err)
{
  mg_source *src = r->src;
  size_t ignored;
  mgnn_status status;

  src->tokens = r->build.ids;
  status = mg_source_name_nodes(src, err);
  if (status == MGNN_OK)
    status = mg_read_matrix(src, &r->csv, NULL, 0, out, &ignored, err);
  memset(&src->tokens, 0, sizeof src->tokens);
  mg_names_free(&src->names);
  return status;
}

/* A table that is no matrix after all: why it was taken for one. */
static mgnn_status
matrix_doubt(mgnn_status status, mgnn_error *err)
{
  mgnn_error why;

  if (status != MGNN_EPARSE || err == NULL)
    return status;
  why = *err;
  return mg_fail(err, status, "%s; a header that begins with an empty cell is that "
                 "of a square matrix of distances; a table of edges has columns "
                 "named source and target", why.text);
}

/* All pairs are edges. */
static mgnn_status
matrix_read(reader *r, size_t first, int named, mgnn_error *err)
{
  mg_source *src = r->src;
  size_t n = r->csv.count - first;
  mg_metric_table table = { 0 };
  mgnn_status status = MGNN_OK;

  src->open_nodes = src->unordered = 0;
  TRY(mg_source_allows(src, n, n * (n - 1) / 2, r->csv.line, err));
  TRY(matrix_nodes(r, first, n, named, err));
  status = matrix_table(r, &table, err);
  TRY(first == 1 ? matrix_doubt(status, err) : status);
  for (size_t k = 0; k < table.count; k++) {
    const mg_metric_entry *e = &table.entry[k];

    TRY(mg_builder_edge(&r->build, e->a, e->b, e->line, err));
    TRY(mg_attribute_number(src, &src->edge, "len", k, e->lower, err));
  }
  r->csv.count = 0;            /* all is read */
  TRY(mg_note(&src->notes, err, "%s: the %zu x %zu numbers are read as "
              "distances: every pair of nodes is an edge of that length",
              r->csv.in.path, n, n));
end:
  mg_metric_table_free(&table);
  return status;
}

/* Whether the first row is that of a matrix: more than three numbers, or names
 * after an empty cell. */
static int
is_matrix(const reader *r, size_t *first, int *named)
{
  size_t count = r->csv.count, numbers = 0;
  const mg_cell *cell = r->csv.cell;
  double x;

  for (size_t k = 0; k < count; k++)
    numbers += mg_csv_number(&r->csv, &cell[k], &x);
  *first = count > 0 && cell[0].len == 0;
  *named = *first || numbers == 0;
  return count > 3 && (numbers == count || *first);
}

/* Without a header: source, target and perhaps length. */
static mgnn_status
columns_guess(reader *r, mgnn_error *err)
{
  const mg_cell *cell = r->csv.cell;
  char shown[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;
  double x;

  r->source = 0;
  r->target = 1;
  if (r->csv.count < 2)
    return mg_csv_fail(&r->csv, &cell[0], err, "the row has one value only; "
                       "it must have a source and a target");
  if (r->csv.count > 3)
    return mg_csv_fail(&r->csv, &cell[3], err, "there are %zu columns; more "
                       "than source, target and length need a header that "
                       "names them: source,target,length,...", r->csv.count);
  r->field[0].role = SOURCE;
  r->field[1].role = TARGET;
  if (r->csv.count == 3) {
    r->field[2].title = "length";
    if (cell[2].len > 0 && !mg_csv_number(&r->csv, &cell[2], &x))
      return mg_csv_fail(&r->csv, &cell[2], err, "the length is %s, must be a "
                         "number; a header would have to name the columns "
                         "source,target,length", mg_show(shown, cell[2].text));
    TRY(field_value(r, 2, NUMBER, "len", err));
  }
end:
  return status;
}

/* ------------------------------------------------------------------------
 * Rows of any kind */

static mgnn_status
end_read(reader *r, size_t k, unsigned *out, mgnn_error *err)
{
  const mg_cell *cell = &r->csv.cell[k];
  char shown[MG_SHOW_MAX];
  int64_t whole;

  if (cell->len == 0)
    return mg_csv_fail(&r->csv, cell, err, "the %s is empty",
                       k == r->source ? "source" : "target");
  if (!mg_ids_integer(cell->text, cell->len, &whole)) {
    r->words++;
    for (size_t i = 1; i < cell->len && !cell->quoted; i++)
      if (mg_is_blank(cell->text[i - 1])
          && (r->blanks_separate || cell->text[i] == '#'
              || cell->text[i] == '%'))
        return mg_csv_fail(&r->csv, cell, err, "is %s one name? Then put it "
                           "in quotes; a comment needs a line of its own "
                           "where commas separate",
                           mg_show(shown, cell->text));
  }
  return mg_builder_node(&r->build, cell->text, cell->len, out, err);
}

/* Whether a cell that is a number loses nothing when it is kept as one: not
 * 007, and not an integer with more digits than a double has. */
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

static mgnn_status
value_read(reader *r, size_t k, mgnn_error *err)
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
    return mg_csv_fail(&r->csv, cell, err, "the %s is %s, must be a number",
                       f->title, mg_show(shown, cell->text));
  if (f->role != VALUE || (is_number && !cell->quoted
                           && is_kept_by_double(cell, x)))
    return mg_column_put_number(r->src, col, e, x, err);
  col->has_commas |= is_number && memchr(cell->text, ',', cell->len) != NULL;
  kept = mg_pool_keep(&r->src->pool, cell->text, cell->len);
  return kept != NULL ? mg_column_put_text(r->src, col, e, kept, err)
                      : mg_fail_memory(err);
}

static mgnn_status
row_read(reader *r, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  unsigned a, b;

  if (r->csv.count != r->fields) {
    size_t odd = r->csv.count > r->fields ? r->fields : r->csv.count - 1;

    return mg_csv_fail(&r->csv, &r->csv.cell[odd], err, "the number of values "
                       "is %zu here, but %zu in %s (line %zu)", r->csv.count,
                       r->fields, r->header ? "the header" : "the first row",
                       r->first_line);
  }
  TRY(end_read(r, r->source, &a, err));
  TRY(end_read(r, r->target, &b, err));
  TRY(mg_builder_edge(&r->build, a, b, r->csv.line, err));
  for (size_t k = 0; k < r->fields; k++)
    if (r->field[k].role >= NUMBER)
      TRY(value_read(r, k, err));
end:
  return status;
}

/* ------------------------------------------------------------------------
 * Plain rows: two integers and perhaps a length */

/* The rows of a block as edges.  The one that would be an edge too many is
 * left, to be read and refused by itself. */
static mgnn_status
block_take(reader *r, mg_row_block *q, mgnn_error *err)
{
  mg_source *src = r->src;
  size_t m = src->m, most = mg_builder_edges_left(&r->build);
  size_t rows = q->rows < most ? q->rows : most;
  mgnn_status status = MGNN_OK;

  TRY(mg_builder_edges(&r->build, rows, q->id, q->node, q->unknown, q->line,
                       err));
  if (r->plain.decimals)
    TRY(mg_column_put_numbers(src, &src->edge.column[r->field[2].column], m,
                              rows, q->x, err));
  if (rows < q->rows)
    mg_plain_back(&r->plain, q, rows);
end:
  return status;
}

/* The row after them is of another kind, and left for row_read. */
static mgnn_status
plain_rows(reader *r, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  do {
    TRY(mg_plain_read(&r->plain, &r->build.ids, 0, err));
    for (size_t k = 0; k < r->plain.count; k++)
      TRY(block_take(r, &r->plain.block[k], err));
  } while (!r->plain.stopped);
end:
  return status;
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

/* A text in single or double quotes at p: *s is what it holds, with a 0 after
 * it.  NULL if there is none, or one with a backslash. */
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

/* One `'key': value`, at p.  *next is NULL if it is not of a known form. */
static mgnn_status
dict_item(reader *r, char *p, char *end, char **next, mgnn_error *err)
{
  mg_source *src = r->src;
  size_t e = src->m - 1, len;
  char *key, *s;
  double x;

  p = *next = dict_text(p, &key, &len);
  if (p == NULL)
    return MGNN_OK;
  p = skip_blanks(p);
  *next = NULL;
  if (*p++ != ':' || len == 0)
    return MGNN_OK;
  p = skip_blanks(p);
  *next = dict_text(p, &s, &len);
  if (*next != NULL)
    return mg_attribute_text(src, &src->edge, key, e, s, len, err);
  *next = (char *)mg_number_read(p, end, &x);
  if (*next != NULL && isfinite(x))
    return mg_attribute_number(src, &src->edge, key, e, x, err);
  *next = p + 4;
  if (strncmp(p, "None", 4) == 0)
    return MGNN_OK;
  if (strncmp(p, "True", 4) == 0)
    return mg_attribute_number(src, &src->edge, key, e, 1, err);
  *next = strncmp(p, "False", 5) == 0 ? p + 5 : NULL;
  return *next != NULL ? mg_attribute_number(src, &src->edge, key, e, 0, err)
                       : MGNN_OK;
}

static mgnn_status
dict_values(reader *r, const char *line, char *p, char *end, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  p = skip_blanks(p + 1);
  while (*p != '}') {
    const char *at = p;
    char *next;

    TRY(dict_item(r, p, end, &next, err));
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
end:
  return status;
}

static mgnn_status
dict_row(reader *r, char *line, size_t len, mgnn_error *err)
{
  char *p = line, *name[2], *stop[2];
  unsigned node[2];
  mgnn_status status = MGNN_OK;

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
    TRY(mg_builder_node(&r->build, name[k], (size_t)(stop[k] - name[k]),
                        &node[k], err));
  TRY(mg_builder_edge(&r->build, node[0], node[1], r->csv.in.line, err));
  TRY(dict_values(r, line, p, line + len, err));
end:
  return status;
}

static mgnn_status
dict_rows(reader *r, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  char *line;
  size_t len;

  for (;;) {
    TRY(mg_stream_line(&r->csv.in, &line, &len, err));
    if (line == NULL)
      break;
    if (strchr("#%", *skip_blanks(line)) == NULL) {
      TRY(dict_row(r, line, len, err));
      mg_stream_leave_head(&r->csv.in);
    }
  }
end:
  return status;
}

/* ------------------------------------------------------------------------
 * The file */

/* The first row tells the columns; if it is no header it is an edge as well. */
static mgnn_status
first_row(reader *r, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  size_t first;
  int named;

  TRY(mg_csv_row(&r->csv, err));
  if (r->csv.count == 0)
    return MGNN_OK;
  r->fields = r->csv.count;
  r->first_line = r->csv.line;
  r->field = mg_zalloc(r->fields, sizeof *r->field);
  TRY(mg_allocated(r->field, err));
  TRY(header_read(r, err));
  if (!r->header && is_matrix(r, &first, &named))
    return matrix_read(r, first, named, err);
  if (!r->header) {
    TRY(nodes_refuse(r, err));
    TRY(columns_guess(r, err));
    TRY(row_read(r, err));
  }
  r->plain.separator = r->csv.separator;
  r->plain.decimals = r->fields == 3;
  r->is_plain = r->source == 0 && r->target == 1
             && (r->fields == 2 || (r->fields == 3
                                    && r->field[2].role == NUMBER));
end:
  return status;
}

static mgnn_status
rows(reader *r, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(first_row(r, err));
  mg_stream_leave_head(&r->csv.in);
  while (r->csv.count > 0) {
    if (r->is_plain)
      TRY(plain_rows(r, err));
    TRY(mg_csv_row(&r->csv, err));
    if (r->csv.count > 0)
      TRY(row_read(r, err));
  }
end:
  return status;
}

/* Whether the names of the first edge come in no other. */
static int
is_apart(const reader *r)
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

static mgnn_status
notes_add(reader *r, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (r->csv.latin1_line > 0)
    TRY(mg_note(&r->src->notes, err, "%s:%zu: the text is not UTF-8; it is read "
                "as Latin-1", r->csv.in.path, r->csv.latin1_line));
  /* Words in the first row only may be a header with titles not known here; so
   * may names that no other row has. */
  if (!r->header && !r->dict && (r->words == 2 || (r->words > 2 && is_apart(r)))
      && r->src->m > 1
      && mg_line_runs_find(&r->src->edge_line, 0) == r->first_line) {
    char buf[2][MG_NUMBER_MAX];
    const char *a = mg_builder_token(&r->build, r->src->ends[0], buf[0]);
    const char *b = mg_builder_token(&r->build, r->src->ends[1], buf[1]);
    int64_t whole;

    if (!mg_ids_integer(a, strlen(a), &whole) && !mg_ids_integer(b, strlen(b), &whole))
      TRY(mg_header_doubt(&r->src->notes, r->csv.in.path, r->first_line, a, b, err));
  }
end:
  return status;
}

/* `word` is 'e' for edge lists, where blanks and tabs are alike, 'c' for CSV,
 * where blanks belong to names, and 't' for TSV, where commas do as well. */
static mgnn_status
read_table(mg_source *out, const char *path, char word, mgnn_error *err)
{
  const char *line = NULL, *stop = NULL;
  mgnn_status status = MGNN_OK;
  reader r = { .src = out, .plain.in = &r.csv.in };

  out->open_nodes = out->unordered = 1;
  mg_builder_init(&r.build, out);
  TRY(mg_csv_open(&r.csv, path, 0, &out->limits, err));
  TRY(first_line_read(&r.csv.in, &line, &stop, err));
  if (line != NULL) {
    r.dict = is_dict_row(line, stop);
    if (word == 'e') {
      r.csv.separator = separator_of(line, stop);
      r.blanks_separate = 1;
    } else if (word == 't' && memchr(line, '\t', (size_t)(stop - line)) != NULL)
      r.csv.separator = '\t';
  }
  TRY(r.dict ? dict_rows(&r, err) : rows(&r, err));
  TRY(notes_add(&r, err));
  mg_builder_done(&r.build);
end:
  mg_free(r.field);
  mg_plain_free(&r.plain);
  mg_builder_free(&r.build);
  mg_csv_close(&r.csv);
  return status;
}

mgnn_status
mg_read_edges(mg_source *out, const char *path, mgnn_error *err)
{
  return read_table(out, path, 'e', err);
}

mgnn_status
mg_read_csv(mg_source *out, const char *path, mgnn_error *err)
{
  return read_table(out, path, 'c', err);
}

mgnn_status
mg_read_tsv(mg_source *out, const char *path, mgnn_error *err)
{
  return read_table(out, path, 't', err);
}
