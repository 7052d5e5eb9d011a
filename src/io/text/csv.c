/* The splitter.  It works in place on the stream's buffer: a row costs no
 * copy, and a file of any size the memory of its longest row. */
#include "csv.h"
#include "base/number.h"
#include "equal.h"
#include "message.h"
#include "utf8.h"
#include "base/mem.h"

#include <stdio.h>
#include <string.h>

mgnn_status
mg_csv_open(mg_csv *csv, const char *path, char separator,
            const mg_limits *limits, mgnn_error *err)
{
  memset(csv, 0, sizeof *csv);
  csv->separator = separator;
  return mg_stream_open(&csv->in, path, limits, err);
}

int
mg_csv_number(const mg_csv *csv, const mg_cell *cell, double *out)
{
  return mg_number_whole(cell->text, cell->len, out)
         || ((csv->separator == ';' || csv->separator == '\t')
             && mg_number_comma(cell->text, cell->len, out));
}

void
mg_csv_close(mg_csv *csv)
{
  mg_stream_close(&csv->in);
  mg_free(csv->cell);
  mg_free(csv->wide);
  memset(csv, 0, sizeof *csv);
}

/* Whether c separates cells; while that is not known (0), whether it may. */
static int
separates(char separator, char c)
{
  if (separator == 0)
    return c == ',' || c == ';' || mg_is_blank(c);
  return c == separator || (separator == ' ' && c == '\t');
}

/* The state of a scan over a row: before a cell, within a bare one, in quotes,
 * just behind a quote that closed or is the first of two. */
typedef enum { BEFORE, WITHIN, QUOTED, CLOSED } cell_state;

static cell_state
next_state(cell_state at, char separator, char c)
{
  if (at == QUOTED)
    return c == '"' ? CLOSED : QUOTED;
  if (c == '"')
    return at == WITHIN ? WITHIN : QUOTED;
  if (separates(separator, c))
    return BEFORE;
  return at == BEFORE && mg_is_blank(c) ? BEFORE : WITHIN;
}

static char
guess_separator(const char *p, const char *end)
{
  size_t commas = 0, semicolons = 0;
  cell_state at = BEFORE;

  for (; p < end; p++) {
    at = next_state(at, 0, *p);
    if (at == QUOTED)
      continue;
    if (*p == '\t')
      return '\t';
    commas += *p == ',';
    semicolons += *p == ';';
  }
  if (commas + semicolons == 0)
    return ' ';
  return semicolons >= commas ? ';' : ',';
}

/* A row with quotes continues past line ends within quotes.  s->p comes
 * in at the end of the row's first line and goes out at the end of its last. */
static mgnn_status
find_row_end(mg_csv *csv, char **start, mgnn_error *err)
{
  mg_stream *s = &csv->in;
  cell_state at = BEFORE;
  size_t done = 0;

  for (;;) {
    mgnn_status status;

    for (char *p = *start + done; p < s->p; p++) {
      if (at == BEFORE && (*p == '#' || *p == '%') && mg_is_blank(p[-1])
          && (csv->separator == ' ' || csv->separator == 0))
        return MGNN_OK;        /* a comment: its quotes mean nothing */
      at = next_state(at, csv->separator, *p);
    }
    if (at != QUOTED)
      return MGNN_OK;
    if (s->p == s->end)
      return mg_fail(err, MGNN_EPARSE, "%s:%zu: a quote (\") is opened in this "
                     "row and never closed", s->path, csv->line);
    s->line++;
    done = (size_t)(s->p - *start) + 1;
    s->p++;
    status = mg_stream_find_end(s, start, err);
    if (status != MGNN_OK)
      return status;
  }
}

/* In place, as the text without quotes is shorter.  p is at the opening quote;
 * *next is where reading continues. */
static mgnn_status
unquote(mg_csv *csv, mg_cell *cell, char *p, char *end, char **next,
        mgnn_error *err)
{
  char *to = p, *from = p + 1;

  while (from < end && (*from != '"' || (from + 1 < end && from[1] == '"'))) {
    from += *from == '"';
    *to++ = *from++;
  }
  if (from < end)
    from++;                    /* the closing quote */
  cell->text = p;
  cell->len = (size_t)(to - p);
  cell->quoted = 1;
  if (csv->separator != ' ')
    while (from < end && mg_is_blank(*from) && *from != csv->separator)
      from++;
  if (from < end && *from != csv->separator
      && !(csv->separator == ' ' && mg_is_blank(*from)))
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: in column %zu there is text "
                   "after the closing quote; a quote within quotes is written "
                   "twice (\"\")", csv->in.path, csv->line, csv->count + 1);
  *to = '\0';
  *next = from;
  return MGNN_OK;
}

static mgnn_status
split(mg_csv *csv, char *p, char *end, mgnn_error *err)
{
  const char sep = csv->separator;

  csv->count = 0;
  for (;;) {
    mg_cell *cell = mg_grow(csv->cell, csv->count, &csv->cap, sizeof *cell);
    mgnn_status status;
    char *stop;

    if (cell == NULL)
      return mg_fail_memory(err);
    csv->cell = cell;
    cell += csv->count;
    while (p < end && mg_is_blank(*p) && (*p == ' ' || sep != '\t'))
      p++;
    if (sep == ' ' && (p == end || *p == '#' || *p == '%'))
      return MGNN_OK;
    if (p < end && *p == '"') {
      status = unquote(csv, cell, p, end, &p, err);
      if (status != MGNN_OK)
        return status;
    } else {
      cell->text = p;
      if (sep == ' ')
        while (p < end && !mg_is_blank(*p))
          p++;
      else
        while (p < end && *p != sep)
          p++;
      for (stop = p; stop > cell->text && mg_is_blank(stop[-1]); stop--)
        ;
      cell->len = (size_t)(stop - cell->text);
      cell->quoted = 0;
      if (stop < p)
        *stop = '\0';
    }
    csv->count++;
    if (p == end) {
      *end = '\0';
      return MGNN_OK;
    }
    *p++ = '\0';
  }
}

/* Latin-1 to UTF-8 may double a cell, so that it does not fit its row. */
static mgnn_status
widen(mg_csv *csv, mgnn_error *err)
{
  size_t need = 0;
  char *to;

  for (size_t k = 0; k < csv->count; k++)
    need += 2 * csv->cell[k].len + 1;
  if (need > csv->wide_cap) {
    to = mg_resize(csv->wide, need, 1);
    if (to == NULL)
      return mg_fail_memory(err);
    csv->wide = to;
    csv->wide_cap = need;
  }
  to = csv->wide;
  for (size_t k = 0; k < csv->count; k++) {
    mg_cell *cell = &csv->cell[k];

    cell->len = mg_utf8_from_latin1(to, cell->text, cell->len);
    cell->text = to;
    to[cell->len] = '\0';
    to += cell->len + 1;
  }
  if (csv->latin1_line == 0)
    csv->latin1_line = csv->line;
  return MGNN_OK;
}

/* Whether the first row is `sep=;`, by which spreadsheets tell the separator. */
static int
tells_separator(mg_csv *csv, const char *p, const char *end)
{
  size_t len = mg_line_length(p, end);

  if (csv->begun++ > 0)
    return 0;
  if (len == 7 && p[0] == '"' && p[6] == '"') {
    p++;
    len = 5;
  }
  if (len != 5 || !mg_text_is(p, 4, "sep=") || memchr(",;\t|", p[4], 4) == NULL)
    return 0;
  csv->separator = p[4];
  return 1;
}

mgnn_status
mg_csv_row(mg_csv *csv, mgnn_error *err)
{
  mg_stream *s = &csv->in;
  mgnn_status status = MGNN_OK;
  char *start, *stop, *p;
  int is_utf8;

  for (;;) {
    start = s->p;
    TRY(mg_stream_find_end(s, &start, err));
    if (start == s->end) {
      csv->count = 0;
      return MGNN_OK;
    }
    csv->line = ++s->line;
    for (p = start; p < s->p && (mg_is_blank(*p) || *p == '\r'); p++)
      ;
    if (p < s->p && *p != '#' && *p != '%' && !tells_separator(csv, p, s->p))
      break;
    s->p += s->p < s->end;
  }
  if (memchr(start, '"', (size_t)(s->p - start)) != NULL)
    TRY(find_row_end(csv, &start, err));
  if (csv->separator == 0)
    csv->separator = guess_separator(start, s->p);
  stop = start + mg_line_length(start, s->p);
  s->p += s->p < s->end;
  if (memchr(start, '\0', (size_t)(stop - start)) != NULL)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: the line holds a zero byte: this "
                   "is not a text file", s->path, csv->line);
  is_utf8 = mg_utf8_valid(start, (size_t)(stop - start));
  csv->row = start;
  TRY(split(csv, start, stop, err));
  if (!is_utf8)
    TRY(widen(csv, err));
end:
  return status;
}

mgnn_status
mg_csv_fail(const mg_csv *csv, const mg_cell *cell, mgnn_error *err,
            const char *fmt, ...)
{
  char what[sizeof err->text];
  size_t column = 0;
  va_list args;

  if (cell != NULL)            /* cells of a row that was Latin-1 have moved */
    column = cell->text >= csv->row && cell->text < csv->in.end
             ? (size_t)(cell->text - csv->row) + 1 : 1;
  va_start(args, fmt);
  vsnprintf(what, sizeof what, fmt, args);
  va_end(args);
  return mg_fail_at(err, csv->in.path, csv->line, column, "%s", what);
}
