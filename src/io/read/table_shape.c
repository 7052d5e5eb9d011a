/* Finds the shape of a table from its first rows, as a person would: which
 * cells are numbers, where the names are, and whether the table is square. */
#include "table_shape.h"
#include "io/table/table_parts.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SAMPLE_MOST = 1 << 22 };        /* bytes of a sample, even if rows are long */

/* ---- titles ---- */

/* Titles of the columns that name the two ends.  Weak ones might be nodes as
 * well; they count only if the numbers below show that they are titles. */
static const struct {
  const char *source, *target;
  int weak;
} end_titles[] = {
  { "source", "target", 0 }, { "from", "to", 0 }, { "src", "dst", 0 },
  { "node1", "node2", 0 }, { "id1", "id2", 0 }, { "node_1", "node_2", 0 },
  { "node_a", "node_b", 0 }, { "source_id", "target_id", 0 }, { "from_id", "to_id", 0 },
  { "gene_a", "gene_b", 0 }, { "gene1", "gene2", 0 }, { "gene_1", "gene_2", 0 },
  { "protein1", "protein2", 0 }, { "protein_a", "protein_b", 0 },
  { "interactor_a", "interactor_b", 0 }, { "person1", "person2", 0 },
  { "start", "end", 0 }, { "a", "b", 1 }, { "u", "v", 1 }, { "i", "j", 1 },
  { "row", "col", 1 }, { "row", "column", 1 }, { "head", "tail", 1 }
};

static int
find_ends(const mg_table_shape *s, int weak, size_t *source, size_t *target)
{
  for (size_t p = 0; p < sizeof end_titles / sizeof *end_titles; p++) {
    *source = *target = s->columns;
    for (size_t k = s->columns; k-- > 0 && end_titles[p].weak <= weak;)
      if (mg_title_is(s->title[k], end_titles[p].source))
        *source = k;
      else if (mg_title_is(s->title[k], end_titles[p].target))
        *target = k;
    if (*source < s->columns && *target < s->columns)
      return 1;
  }
  return 0;
}

mg_title
mg_title_kind(const char *title)
{
  static const struct {
    const char *title;
    mg_title kind;
  } known[] = {
    { "length", MG_TITLE_LENGTH }, { "len", MG_TITLE_LENGTH },
    { "distance", MG_TITLE_LENGTH }, { "dist", MG_TITLE_LENGTH },
    { "lower", MG_TITLE_LOWER }, { "upper", MG_TITLE_UPPER },
    { "stiffness", MG_TITLE_STIFFNESS }
  };

  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (mg_title_is(title, known[k].title))
      return known[k].kind;
  return MG_TITLE_OTHER;
}

/* ---- the sample ---- */

typedef enum { BLANK, NUMBER, TEXT } cell_kind;

typedef struct {
  const char *text;            /* in the shape's pool */
  double x;                    /* of a number; NAN: marked as missing */
  cell_kind kind;
  int quoted;
} head_cell;

typedef struct {
  size_t first, count;         /* its range in `cell` */
  size_t line;
} head_row;

typedef struct {
  mg_table_shape *shape;
  const char *path;
  const mg_limits *limits;
  const char *text;            /* the first lines, up to a line end */
  size_t size;
  int whole;                   /* the sample is the whole file */
  int asked;                   /* an option gives the form of the table */
  head_cell *cell;
  size_t cells, cell_cap;
  head_row *row;
  size_t rows, row_cap;
} table_head;

static const head_cell *
at(const table_head *s, size_t r, size_t k)
{
  static const head_cell none = { "", NAN, BLANK, 0 };

  return k < s->row[r].count ? &s->cell[s->row[r].first + k] : &none;
}

/* A number with a unit counts as a number, so that the reader can explain the
 * fault; an arrow, as in Paris -> Lyon, counts as blank. */
static cell_kind
kind_of(const mg_csv *csv, const mg_cell *c, double *x)
{
  *x = NAN;
  if (c->len == 0 || (c->len > 1 && strspn(c->text, "-=<>") == c->len))
    return BLANK;
  return mg_csv_number(csv, c, x) || mg_text_is_missing(c->text, c->len)
         || mg_number_excess(c->text, c->len) != NULL ? NUMBER : TEXT;
}

/* Whether a cell begins like a number, perhaps after some other sign: <3, $4, ±0.1. */
static int
is_amount(const head_cell *c)
{
  const char *p = c->text + strspn(c->text, "+-.~<>$ \xc2\xb1\xe2\x82\xac\x88\x92");

  return c->kind == NUMBER || (c->kind == TEXT && (unsigned)(*p - '0') < 10);
}

static mgnn_status
row_keep(table_head *s, const mg_csv *csv, mgnn_error *err)
{
  PASS(mg_room(&s->row, s->rows, &s->row_cap, sizeof *s->row, err));
  s->row[s->rows++] = (head_row){ s->cells, csv->count, csv->line };
  for (size_t k = 0; k < csv->count; k++) {
    head_cell *to;

    PASS(mg_room(&s->cell, s->cells, &s->cell_cap, sizeof *s->cell, err));
    to = &s->cell[s->cells++];
    to->kind = kind_of(csv, &csv->cell[k], &to->x);
    to->quoted = csv->cell[k].quoted;
    to->text = mg_pool_keep(&s->shape->pool, csv->cell[k].text, csv->cell[k].len);
    PASS(mg_allocated(to->text, err));
  }
  return MGNN_OK;
}

/* Remove cells at the end that are blank in all rows, as rows may end in
 * separators, unless that leaves pairs of which one lacks its first node. */
static void
rows_trim(table_head *s)
{
  size_t least = 0, open = 0;

  for (size_t r = 0; r < s->rows; r++) {
    size_t used = s->row[r].count;

    while (used > 0 && at(s, r, used - 1)->kind == BLANK && !at(s, r, used - 1)->quoted)
      used--;
    least = used > least ? used : least;
    open += at(s, r, 0)->kind == BLANK;
  }
  for (size_t r = 0; r < s->rows && least > (open > 0 ? 2 : 1); r++)
    if (s->row[r].count > least)
      s->row[r].count = least;
}

/* Split the sample into rows by a separator.  A row that cannot be split ends
 * the sample; the reader reports it later. */
static mgnn_status
rows_split(table_head *s, char separator, mgnn_error *err)
{
  mg_limits limits = { .memory = s->text, .size = s->size };
  mgnn_status status = MGNN_OK;
  mg_csv csv;

  s->rows = s->cells = 0;
  TRY(mg_csv_open(&csv, s->path, separator, &limits, err));
  while (status == MGNN_OK) {
    status = mg_csv_row(&csv, NULL);
    if (status != MGNN_OK || csv.count == 0)
      break;
    status = row_keep(s, &csv, err);
  }
  s->whole &= status == MGNN_OK;
  status = status == MGNN_ENOMEM ? mg_fail_memory(err) : MGNN_OK;
  if (status == MGNN_OK)
    rows_trim(s);
end:
  mg_csv_close(&csv);
  return status;
}

/* Whether nodes are numbered above the columns and before the rows, as R prints
 * a matrix: rows are one cell longer than the first, or row r has r entries. */
static int
is_numbered(const table_head *s)
{
  double x = s->rows > 2 ? at(s, 0, 0)->x : NAN, y = s->rows > 2 ? at(s, 1, 0)->x : NAN;

  if (!(x == 0 || x == 1) || !(y == x || y == x + 1) || s->row[0].count < 2)
    return 0;
  for (size_t k = 1; k < s->row[0].count; k++)
    if (at(s, 0, k)->x != x + (double)k)
      return 0;
  for (size_t r = 1; r < s->rows; r++)
    if (at(s, r, 0)->x != y + (double)r - 1
        || (s->row[r].count != s->row[0].count + 1 && (x == 0 || s->row[r].count != r + 1)))
      return 0;
  return 1;
}

/* Whether the first row can be a header: it has no unquoted number, or it
 * numbers the columns. */
static int
may_be_header(const table_head *s)
{
  if (is_numbered(s))
    return 1;
  for (size_t k = 0; k < s->row[0].count; k++)
    if (at(s, 0, k)->kind == NUMBER && !at(s, 0, k)->quoted
        && !isnan(at(s, 0, k)->x))
      return 0;
  return 1;
}

/* How well the rows fit together: 2 if all have as many cells (a header may
 * have one less); 1 if each has one more than the row before, or one less,
 * except for a header or a count; 0 otherwise. */
static int
rows_fit(const table_head *s)
{
  size_t even = 1, up = 1, down = 1, most = 0;
  int first;

  if (s->rows == 0)
    return 0;
  first = may_be_header(s) || s->row[0].count == 1;
  for (size_t k = 0; k < s->rows; k++) {
    size_t count = s->row[k].count, before = k > 0 ? s->row[k - 1].count : count;

    most = count > most ? count : most;
    even += k > 0 && (count == before || (k == 1 && first && count == before + 1));
    up += k > 0 && (count == before + 1 || (k == 1 && first));
    down += k > 0 && (count + 1 == before || (k == 1 && first));
  }
  if (most < 2)
    return 0;
  return even == s->rows ? 2 : s->rows > 2 && (up == s->rows || down == s->rows);
}

static int
comma_is_decimal(const table_head *s)
{
  size_t commas = 0;

  for (size_t k = 0; k < s->size; k++)
    if (s->text[k] == ',') {
      commas++;
      if (k == 0 || k + 1 == s->size || (unsigned)(s->text[k - 1] - '0') > 9
          || (unsigned)(s->text[k + 1] - '0') > 9)
        return 0;
    }
  return commas > 0;
}

/* Whether a row has just one text, or nothing; if blanks separate, whether it
 * is a comment of another language or has an empty line below. */
static int
is_caption(const table_head *s, size_t r)
{
  size_t used = 0, text = 0;

  if (s->shape->separator == ' ' && r + 1 < s->rows && at(s, r, 0)->kind == TEXT)
    return strchr(";!/*", at(s, r, 0)->text[0]) != NULL
           || s->row[r + 1].line > s->row[r].line + 1;

  for (size_t k = 0; k < s->row[r].count; k++) {
    used += at(s, r, k)->kind != BLANK;
    text += at(s, r, k)->kind == TEXT;
  }
  return used == text && used < 2;
}

/* Drop rows of separators below a text; spreadsheets save empty rows so. */
static void
blanks_drop(table_head *s)
{
  size_t kept = 0;
  int named = s->rows > 0 && at(s, 0, 0)->kind == TEXT;

  for (size_t r = 0; r < s->rows; r++)
    if (!named || !is_caption(s, r) || at(s, r, 0)->kind == TEXT)
      s->row[kept++] = s->row[r];
  s->rows = kept;
}

/* Split the rows, and skip captions above a table that fits without them. */
static mgnn_status
rows_try(table_head *s, char separator, mgnn_error *err)
{
  size_t above = 0;
  table_head below;

  s->shape->separator = separator;
  PASS(rows_split(s, separator, err));
  while (above + 2 < s->rows && is_caption(s, above))
    above++;
  below = *s;
  below.row = above > 0 ? s->row + above : s->row;     /* it may be NULL */
  below.rows -= above;
  if (above > 0 && (rows_fit(&below) < 2 || (rows_fit(s) > 0 && !may_be_header(&below)
                                              && strchr(";!/*", *at(s, 0, 0)->text) == NULL)))
    above = 0;
  s->shape->skip = above;
  s->shape->caption = above > 0;
  s->rows -= above;
  if (above > 0)
    memmove(s->row, s->row + above, s->rows * sizeof *s->row);
  blanks_drop(s);
  return MGNN_OK;
}

/* Find the first separator by which the rows fit; else that of the first row. */
static mgnn_status
separator_find(table_head *s, mgnn_error *err)
{
  static const char tries[] = { '\t', ';', ',', '|', ' ', ':', '~', '^' };
  int ragged = 0, decimal = comma_is_decimal(s), whole = s->whole;

  for (int least = 2; least > 0; least--)
    for (size_t k = 0; k < sizeof tries; k++) {
      char c = tries[k];

      if (memchr(s->text, c, s->size) == NULL && c != ' ')
        continue;
      s->whole = whole;
      PASS(rows_try(s, c, err));
      ragged = rows_fit(s);
      if (ragged < least || (c == ' ' && s->row[s->rows - 1].count < 2))
        continue;
      if ((c == ',' && decimal) || (c == '\t' && s->row[0].count == 2)) {
        PASS(rows_try(s, ' ', err));  /* 1 2,5 or 1 2<tab>5 */
        if (rows_fit(s) == 2 && s->row[0].count == 3 && at(s, s->rows - 1, 2)->kind
            == NUMBER)
          return MGNN_OK;
        PASS(rows_try(s, c, err));
      }
      return MGNN_OK;
    }
  s->whole = whole;
  s->shape->separator = 0;
  s->shape->skip = s->shape->caption = 0;
  return rows_split(s, 0, err);
}

/* ---- what is where ---- */

/* The number of texts in column k, from row r on. */
static size_t
texts(const table_head *s, size_t r, size_t k)
{
  size_t count = 0;

  for (; r < s->rows; r++)
    count += at(s, r, k)->kind == TEXT;
  return count;
}

/* Whether column k has more numbers than texts; the texts are then mistakes. */
static int
is_numbers(const table_head *s, size_t r, size_t k)
{
  size_t count = 0;

  for (size_t i = r; i < s->rows; i++)
    count += at(s, i, k)->kind == NUMBER;
  return count > texts(s, r, k);
}

/* Whether all cells from row r and column k on can be entries of a matrix. */
static int
is_block(const table_head *s, size_t r, size_t k)
{
  for (; k < s->shape->columns; k++)
    if (texts(s, r, k) > 0 && (k == 0 || !is_numbers(s, r, k)))
      return 0;
  return s->rows > r;
}

/* Whether the n x n cells from there on are distances: 0, up to rounding, from a node
 * to itself.  As pairs they would mean two lengths of one pair, or a length 0. */
static int
is_distances(const table_head *s, size_t r, size_t k, size_t n)
{
  double most = 0;

  if (!s->whole || s->rows != r + n || s->shape->columns != k + n)
    return 0;
  for (size_t i = 0; i < n * n; i++)
    most = fmax(most, fabs(at(s, r + i / n, k + i % n)->x));
  for (size_t i = 0; i < n; i++)
    if (fabs(at(s, r + i, k + i)->x) > MG_ROUNDING * most)
      return 0;
  return 1;
}

/* Take the titles from a row; if it is one cell short, the first column has none. */
static mgnn_status
titles_take(table_head *s, const table_head *of, mgnn_error *err)
{
  const head_row *from = &of->row[0];
  const head_cell *cells = of->cell + from->first;
  mg_table_shape *shape = s->shape;
  size_t lack = from->count < shape->columns;

  mg_free(shape->title);
  shape->title = mg_alloc(shape->columns, sizeof *shape->title);
  PASS(mg_allocated(shape->title, err));
  for (size_t k = 0; k < shape->columns; k++)
    shape->title[k] = k < lack ? "" : (char *)cells[k - lack].text;
  return MGNN_OK;
}

/* Read the last comment before the first row if it is a header: # source target. */
static mgnn_status
comment_read(table_head *s, mgnn_error *err)
{
  const char *p = s->text, *end = p + s->size, *last = NULL, *stop = NULL;
  table_head in = { .shape = s->shape, .path = s->path };
  mgnn_status status = MGNN_OK;
  size_t ends[2];

  while (p < end && (*p == '#' || *p == '%')) {
    stop = memchr(p, '\n', (size_t)(end - p));
    if (stop == NULL)
      return MGNN_OK;
    last = p;
    p = stop + 1;
  }
  if (last == NULL)
    return MGNN_OK;
  while (last < stop && (*last == '#' || *last == '%' || *last == ' '))
    last++;
  in.text = last;
  in.size = (size_t)(stop - last);
  TRY(rows_split(&in, s->shape->separator, err));
  if (in.rows != 1 || in.row[0].count != s->shape->columns)
    goto end;
  TRY(titles_take(s, &in, err));
  s->shape->by_titles = find_ends(s->shape, 0, &ends[0], &ends[1]);
  if (!s->shape->by_titles) {
    mg_free(s->shape->title);
    s->shape->title = NULL;
  }
end:
  mg_free_all(in.row, in.cell);
  return status;
}

/* Decide whether the first row is a header, by its titles or by texts above numbers. */
static mgnn_status
header_find(table_head *s, mgnn_error *err)
{
  mg_table_shape *shape = s->shape;
  size_t ends[2], lack = s->row[0].count < shape->columns;
  int above = 0;

  shape->line = s->row[0].line;
  if (!may_be_header(s) || s->row[0].count < 2)
    return comment_read(s, err);
  PASS(titles_take(s, s, err));
  shape->by_titles = find_ends(shape, 0, &ends[0], &ends[1]);
  for (size_t k = lack; k < shape->columns && s->rows > 1; k++)
    above |= at(s, 0, k - lack)->kind == TEXT && is_numbers(s, 1, k)
             && !is_amount(at(s, 0, k - lack));
  shape->header = shape->by_titles || above || is_numbered(s);
  if (!shape->header) {
    mg_free(shape->title);
    shape->title = NULL;
  }
  return MGNN_OK;
}

/* Whether the names of the rows are names of columns too; in a triangle without
 * its diagonal, all but one. */
static int
names_match(const table_head *s)
{
  size_t other = 0;

  for (size_t r = 1; r < s->rows; r++) {
    size_t k = 1;

    while (k < s->shape->columns && strcmp(at(s, r, 0)->text, s->shape->title[k]) != 0)
      k++;
    other += k == s->shape->columns;
  }
  return s->rows > 1 && (other == 0 || (other == 1 && s->rows > 2 && is_block(s, 1, 1)));
}

/* Whether the table is a matrix, under a header of unknown titles or without one. */
static int
is_matrix(const table_head *s)
{
  const mg_table_shape *shape = s->shape;
  size_t c = shape->columns, body = s->rows - (size_t)shape->header;
  int names = !is_block(s, (size_t)shape->header, 0);

  if (shape->by_titles || c < 2)
    return 0;
  if (rows_fit(s) == 1)
    return 1;
  if (shape->header && names_match(s))
    return 1;
  if (names && (c < 3 || !is_block(s, (size_t)shape->header, 1)))
    return 0;
  if (shape->header && (names || shape->title[0][0] == '\0'))
    return 0;
  if (shape->header)
    return c < 4 || s->whole ? is_distances(s, 1, 0, c) : 1;
  if (names)
    return !s->whole ? c > 4 : body + 1 == c && (c > 3 || is_distances(s, 0, 1, c - 1));
  if (c > 3)
    return 1;
  return is_distances(s, 0, 0, c) || (c == 3 && is_distances(s, 1, 0, 3))
         || (c == 2 && s->rows == 2 && s->whole && s->limits->lengths);
}

/* ---- pairs ---- */

/* Whether the first column, without a title, only numbers the rows from 0 or 1. */
static int
is_index(const table_head *s)
{
  size_t r = (size_t)s->shape->header, first = r;
  double start = s->rows > r ? at(s, r, 0)->x : NAN;

  if (s->shape->title != NULL ? s->shape->title[0][0] != '\0' : s->shape->columns < 4)
    return 0;
  if (texts(s, r, 0) > 0)
    return s->shape->title != NULL && s->shape->columns > 2 && texts(s, r, 1) > 0;
  for (; r < s->rows; r++)
    if (!(at(s, r, 0)->x == start + (double)(r - first)))
      return s->shape->title != NULL;
  return start == 0 || start == 1 || s->shape->title != NULL;
}

/* Whether the two columns from k on hold whole numbers, as ids do, not coordinates. */
static int
are_ids(const table_head *s, size_t k)
{
  char **title = s->shape->title;
  double least = title != NULL ? 0 : -INFINITY;

  for (size_t r = (size_t)s->shape->header; r < s->rows; r++)
    for (size_t side = k; side < k + 2; side++)
      if (!(at(s, r, side)->x >= least && at(s, r, side)->x == floor(at(s, r, side)->x))
          && (title != NULL || !isnan(at(s, r, side)->x)))
        return 0;
  return title == NULL || (!mg_title_is(title[k + 1], "x") && !mg_title_is(title[k], "x"));
}

static mgnn_status
ends_ask(const table_head *s, mgnn_error *err)
{
  const mg_table_shape *shape = s->shape;

  if (shape->columns == 1)
    return mg_fail_at(err, s->path, shape->line, 0, "the row has one value only; it must "
                      "have a source and a target");
  if (!shape->header && is_block(s, 0, 0))
    return mg_fail_at(err, s->path, shape->line, 0, "there are %zu columns and %zu%s "
                      "rows of numbers: a matrix of distances is square, with 0 from "
                      "a node to itself; for edges, name the columns in a header: source,target,length,...; for "
                      "`i j lower upper` give -I dist", shape->columns, s->rows,
                      s->whole ? "" : " or more");
  return mg_fail_at(err, s->path, shape->line, 0, "it is not clear which of the %zu "
                    "columns name the two nodes of an edge: call these source and "
                    "target in a header%s", shape->columns, shape->header
                    && shape->columns > 2 && is_block(s, 1, 1) ? "; for a matrix whose "
                    "rows and columns are different nodes give -I matrix, and for a table "
                    "of positions --init or --metric coords:FILE beside the graph"
                    : shape->separator == ' ' || shape->separator == 0 ? "; names that "
                    "contain blanks need quotes, or commas or tabs between the columns"
                    : "");
}

/* Refuse two columns of one title, or too long rows that do not count up. */
static mgnn_status
ends_check(const table_head *s, mgnn_error *err)
{
  const mg_table_shape *shape = s->shape;
  const size_t ends[2] = { shape->source, shape->target };

  for (size_t k = 0; k < shape->columns; k++)
    for (int side = 0; side < 2; side++)
      if (k != ends[side] && strcmp(shape->title[k], shape->title[ends[side]]) == 0)
        return mg_fail_at(err, s->path, shape->line, 0, "the columns %zu and %zu are both "
                          "called %s", ends[side] + 1, k + 1, shape->title[k]);
  for (size_t r = 1; r < s->rows && s->row[0].count < shape->columns && shape->header; r++)
    if (at(s, r, 0)->kind == NUMBER && at(s, r, 0)->x != (double)r
        && at(s, r, 0)->x != (double)r - 1)
      return mg_fail_at(err, s->path, s->row[r].line, 0, "the number of values is %zu here, "
                        "but %zu in the header (line %zu)", s->row[r].count,
                        s->row[0].count, shape->line);
  return MGNN_OK;
}

/* Find the first two columns with titles such as from_city and to_city. */
static int
find_parts(mg_table_shape *s)
{
  for (size_t p = 0; p < sizeof end_titles / sizeof *end_titles; p++)
    for (size_t k = 0; k < s->columns && !end_titles[p].weak; k++)
      for (size_t j = 0; j < s->columns; j++) {
        const size_t a = strlen(end_titles[p].source), b = strlen(end_titles[p].target);

        if (strlen(s->title[k]) > a && strlen(s->title[j]) > b
            && mg_text_is(s->title[k], a, end_titles[p].source)
            && mg_text_is(s->title[j], b, end_titles[p].target)
            && mg_text_like(s->title[k] + a, s->title[j] + b)) {
          s->source = k;
          s->target = j;
          return 1;
        }
      }
  return 0;
}

/* Whether, of three columns, only the third holds amounts: then a text in it is
 * a mistake. */
static int
is_third_amount(const table_head *s)
{
  size_t amounts[3] = { 0 };

  if (s->shape->columns != 3 || s->shape->header)
    return 0;
  for (size_t r = 0; r < s->rows; r++)
    for (size_t k = 0; k < 3; k++)
      amounts[k] += is_amount(at(s, r, k));
  return amounts[2] > 0 && amounts[0] + amounts[1] == 0;
}

/* Find the columns of the two ends: by titles, else the first two that are not
 * all numbers, else, in tables of two or three columns, the first two. */
static mgnn_status
ends_find(table_head *s, mgnn_error *err)
{
  mg_table_shape *shape = s->shape;
  size_t r = (size_t)shape->header, found = 0, named = 0;
  size_t first = (size_t)is_index(s);

  if (shape->title != NULL && find_ends(shape, 1, &shape->source, &shape->target))
    return ends_check(s, err);
  for (size_t k = first; k < shape->columns - (size_t)is_third_amount(s); k++)
    if (texts(s, r, k) > 0) {
      if (named < 2)
        *(named == 0 ? &shape->source : &shape->target) = k;
      named++;
      found += k < first + 2;
    }
  if (named > 2 && shape->header && find_parts(shape))
    return MGNN_OK;
  if (named == 2 || (named > 2 && found == 2 && shape->header))
    return MGNN_OK;
  shape->source = first;
  shape->target = first + 1;
  if (shape->columns < first + 2 || shape->columns > first + 3 || named > 2
      || (shape->header && (named > 0 || !are_ids(s, first)))
      || (named == 0 && !s->asked && !are_ids(s, first)))
    return ends_ask(s, err);
  return shape->columns != 2 || s->asked || texts(s, 0, 1) > 0 || is_amount(at(s, 0, 0))
         || texts(s, 0, 0) < s->rows ? MGNN_OK
         : mg_fail_at(err, s->path, shape->line, 0, "the numbers of one column may be names "
                      "of nodes or lengths: give -I pairs if they are names; a length needs "
                      "two names before it, in columns of their own");
}

/* How likely a title means a length: 2 distance_km, 1 km, 0 speed.  max ranks as
 * units do, so that min beside it, perhaps the minimum, is not taken for minutes. */
static int
title_rank(const char *title)
{
  char unit[MG_UNIT_MAX];

  for (const char *p = title; *p != '\0'; p++)
    if (mg_text_is(p, 4, "dist") || mg_text_is(p, 6, "length"))
      return 2;
  mg_unit_of_title(unit, title);
  return unit[0] != '\0' || mg_title_is(title, "max");
}

/* Whether a title, or its last word (combined_score), is in a list. */
static int
is_among(const char *title, const char *const *list)
{
  const char *last = strrchr(title, '_');

  while (*list != NULL && !mg_title_is(title, *list)
         && (last == NULL || !mg_title_is(last + 1, *list)))
    list++;
  return *list != NULL;
}

/* Find the column of lengths: the only other column of numbers, or the one with
 * the best title, unless its title means something else. */
static void
length_find(table_head *s)
{
  static const char *const others[] = { "weight", "weights", "w", "similarity", "score",
                                        "correlation", "strength", "count", "capacity",
                                        "year", "timestamp", NULL };
  static const char *const ids[] = { "id", "index", "key", "edge_id", "unnamed: 0", "nr",
                                     "no", "no.", "row", "fid", "objectid", "osmid", NULL };
  mg_table_shape *shape = s->shape;
  size_t r = (size_t)shape->header, found = 0, k0 = (size_t)is_index(s);
  int best = -1;               /* 3: a known title needs no guess */

  for (size_t k = k0; k < shape->columns; k++) {
    const char *title = shape->title != NULL ? shape->title[k] : "";
    mg_title kind = mg_title_kind(title);
    int other = is_among(title, others) && !s->limits->lengths;
    int rank = kind != MG_TITLE_OTHER ? 3 : other ? 0 : title_rank(title);

    if (k == shape->source || k == shape->target || kind == MG_TITLE_STIFFNESS
        || rank < best || is_among(title, ids)
        || (rank < 3 && !is_numbers(s, r, k) && (shape->title != NULL || shape->columns != 3
                                                 || texts(s, r, k) == 0)))
      continue;
    found = rank == 3 || other ? 2 : rank > best ? 1 : found + 1;
    best = rank;
    shape->length = k;
  }
  if (found != 1)
    shape->length = shape->columns;
}

/* Refuse a table of nodes, as Gephi exports it: it has no edges to read. */
static mgnn_status
nodes_refuse(const table_head *s, mgnn_error *err)
{
  int id = 0, label = 0;

  for (size_t k = 0; k < s->row[0].count; k++) {
    id |= mg_title_is(at(s, 0, k)->text, "id") || mg_title_is(at(s, 0, k)->text, "node");
    label |= mg_title_is(at(s, 0, k)->text, "label");
  }
  if (!id || !label || s->shape->by_titles)
    return MGNN_OK;
  return mg_fail_at(err, s->path, s->row[0].line, 0, "this is a table of nodes, by its "
                    "header; give the table of edges, and this one for the labels");
}

/* ---- the shape ---- */

/* Two rows of two numbers may be an edge in both directions or two nodes' distance. */
static mgnn_status
form_ask(const table_head *s, mgnn_error *err)
{
  double x = at(s, 0, 1)->x;

  if (s->shape->columns != 2 || s->shape->header || s->limits->lengths)
    return MGNN_OK;
  s->shape->form = MG_TABLE_PAIRS;     /* the same either way, and named 0 and 1 */
  if (x == 1)
    return MGNN_OK;
  return mg_fail_at(err, s->path, s->row[0].line, 0, "this may be an edge between nodes "
                    "0 and %g, or two nodes with the distance %g: give -I pairs or "
                    "-I matrix", x, x);
}

static mgnn_status
form_find(table_head *s, mg_table_form form, mgnn_error *err)
{
  mg_table_shape *shape = s->shape;
  mgnn_status status = MGNN_OK;
  int fit, counted = 0;

  s->asked = form != MG_TABLE_ANY;
  /* PHYLIP begins with a row of one number, which counts the others. */
  if (s->rows > 2 && s->row[0].count == 1 && s->row[1].count != 2
      && (s->whole ? at(s, 0, 0)->x == (double)s->rows - 1
          : at(s, 0, 0)->x > (double)s->rows - 1)) {
    shape->skip++;
    counted = 1;
    s->row++;
    s->rows--;
  }
  fit = rows_fit(s);
  shape->columns = s->row[fit == 2 && s->rows > 1].count;
  TRY(header_find(s, err));
  for (size_t k = 0; k < s->rows && fit == 1 && !shape->by_titles; k++)
    if (s->row[k].count > shape->columns)
      shape->columns = s->row[k].count;
  if (fit == 1 && !shape->by_titles)
    TRY(header_find(s, err));
  TRY(nodes_refuse(s, err));
  shape->form = form != MG_TABLE_ANY ? form : is_matrix(s) ? MG_TABLE_MATRIX
                : MG_TABLE_PAIRS;
  if (form == MG_TABLE_ANY && shape->form == MG_TABLE_MATRIX)
    TRY(form_ask(s, err));
  shape->named = texts(s, (size_t)shape->header, 0) > 0 || is_numbered(s);
  if (shape->form == MG_TABLE_PAIRS) {
    TRY(ends_find(s, err));
    length_find(s);
  }
end:
  s->row -= counted;
  return status;
}

/* Whether the first row has a word that begins with {, as NetworkX writes edges. */
static int
is_dict(const char *p, const char *end)
{
  const char *stop = p, *brace;

  do {
    p = stop;
    stop = memchr(p, '\n', (size_t)(end - p));
    stop = stop != NULL ? stop + 1 : end;
  } while (stop < end && (*p == '#' || *p == '%' || *p == '\n' || *p == '\r'));
  brace = memchr(p, '{', (size_t)(stop - p));
  return brace != NULL && brace > p && mg_is_blank(brace[-1]);
}

/* Read enough of the file into the buffer, and take the sample from it. */
static mgnn_status
sample_read(table_head *s, mg_stream *in, mgnn_error *err)
{
  const char *p;
  size_t lines;

  for (;;) {
    char *keep = in->p;

    s->size = (size_t)(in->end - in->p);
    p = in->p;
    for (lines = 0; lines < 3 && p != NULL; lines++) {
      p = memchr(p, '\n', (size_t)(in->end - p));
      p = p != NULL ? p + 1 : NULL;
    }
    if (in->done || s->size > SAMPLE_MOST || (lines == 3 && s->size >= MG_SAMPLE_BYTES))
      break;
    PASS(mg_stream_more(in, &keep, err));
  }
  s->text = in->p;
  s->whole = in->done && s->size <= SAMPLE_MOST;
  if (memchr(s->text, '\n', s->size) == NULL && memchr(s->text, '\r', s->size) != NULL)
    return mg_fail_at(err, s->path, 1, 0, "lines end in CR alone, as on old Macs; convert "
                      "them, for example with: tr '\\r' '\\n'");
  if (p != NULL && s->size > MG_SAMPLE_BYTES) {
    s->size = p - s->text > MG_SAMPLE_BYTES ? (size_t)(p - s->text) : MG_SAMPLE_BYTES;
    s->whole = 0;
  }
  while (!s->whole && s->size > 0 && s->text[s->size - 1] != '\n')
    s->size--;
  return MGNN_OK;
}

mgnn_status
mg_table_shape_find(mg_table_shape *out, mg_stream *in, const mg_limits *limits,
                    mg_table_form form, mgnn_error *err)
{
  table_head s = { .shape = out, .path = in->path, .limits = limits };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  if (limits->piece != NULL) {
    s.text = limits->piece->head;
    s.size = limits->piece->sample_size;
    s.whole = limits->piece->is_all;
  } else
    TRY(sample_read(&s, in, err));
  if (is_dict(s.text, s.text + s.size)) {
    out->form = MG_TABLE_DICT;
    goto end;
  }
  if (s.size > 0 && *s.text == '[')
    TRY(mg_fail_at(err, in->path, 1, 0, "this is no table but text in brackets, as programs "
                   "print it: save rows, as numpy.savetxt() does; of JSON, jq -r '.[] | "
                   "[.from, .to, .length] | @csv' makes rows"));
  TRY(separator_find(&s, err));
  if (s.rows > 0)
    TRY(form_find(&s, form, err));
end:
  mg_free_all(s.row, s.cell);
  if (status != MGNN_OK)
    mg_table_shape_free(out);
  return status;
}

void
mg_table_shape_free(mg_table_shape *s)
{
  mg_free(s->title);
  mg_pool_free(&s->pool);
  memset(s, 0, sizeof *s);
}
