/* Splits rows into cells, in place in the stream's buffer: rows are not copied,
 * and a file of any size needs only the memory of its longest row. */
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
  const char *comma;

  if (mg_number_whole(cell->text, cell->len, out))
    return 1;
  if (csv->separator != ',')
    return mg_number_comma(cell->text, cell->len, out);
  comma = memchr(cell->text, ',', cell->len);
  return comma != NULL && cell->text + cell->len - comma != 4
         && mg_number_comma(cell->text, cell->len, out);
}

int
mg_text_is_missing(const char *s, size_t len)
{
  static const char *const words[] = { "-", "--", ".", "?", "na", "n/a", "#n/a", "nan",
                                       "none", "null", "\xe2\x80\x93", "\xe2\x80\x94" };

  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (mg_text_is(s, len, words[k]))
      return 1;
  return mg_text_is_infinity(s, len);
}

static int
is_unit(const char *s, size_t len)
{
  static const char *const units[] = {
    "km", "m", "cm", "mm", "um", "nm", "pm", "mi", "mile", "miles", "nmi", "ft", "foot",
    "feet", "in", "inch", "inches", "yd", "yard", "yards", "meter", "meters", "metre",
    "metres", "kilometer", "kilometers", "kilometre", "kilometres", "h", "hr", "hrs",
    "hour", "hours", "min", "mins", "minute", "minutes", "s", "sec", "second", "seconds",
    "ms", "d", "day", "days", "%", "a", "\xc3\xa5", "angstrom", "\xe2\x82\xac", "$", "eur",
    "usd", "px", "pt"
  };

  for (size_t k = 0; k < sizeof units / sizeof *units; k++)
    if (mg_text_is(s, len, units[k]))
      return 1;
  return 0;
}

void
mg_unit_of_title(char unit[MG_UNIT_MAX], const char *title)
{
  size_t len = mg_title_length(title), all = strlen(title), word = all;

  unit[0] = '\0';
  if (len < all) {
    word = strcspn(title, "([") + 1;
    all--;
  } else {
    while (word > 0 && title[word - 1] != '_' && title[word - 1] != ' ')
      word--;
    if (!is_unit(title + word, all - word)
        || (all - word == 1 && (word == 0 || title[word - 1] == ' ')))
      return;                  /* a single letter is a unit only in length_m */
  }
  if (all - word < MG_UNIT_MAX)
    snprintf(unit, MG_UNIT_MAX, "%.*s", (int)(all - word), title + word);
}

/* Whether a number has a thousands separator: exactly three digits after a
 * comma, point, apostrophe or blank; or a comma and a point in one number. */
static int
has_thousands(const char *s, const char *p, const char *end)
{
  size_t wide = strncmp(p, "\xc2\xa0", 2) == 0 ? 2 : strncmp(p, "\xe2\x80\xaf", 3) == 0
                ? 3 : strchr(",.' ", *p) != NULL;

  if (wide == 0 || p + wide >= end)
    return 0;
  return strspn(p + wide, "0123456789") == 3
         || (memchr(s, '.', (size_t)(p - s)) != NULL && (unsigned)(p[wide] - '0') < 10);
}

const char *
mg_number_excess(const char *s, size_t len)
{
  const char *end = s + len, *p;
  double x;

  p = mg_number_read(s, end, &x);
  if (p == NULL || p == end)
    return NULL;
  if (has_thousands(s, p, end))
    return "has a separator of thousands; leave it out (1234.5), or write decimals "
           "with a point";
  while (p < end && mg_is_blank(*p))
    p++;
  return is_unit(p, (size_t)(end - p))
         ? "is a number with a unit; write the number alone, and the unit into the "
           "title of the column, such as length (km)" : NULL;
}

int
mg_csv_is_blank(const mg_csv *csv)
{
  size_t k = 0;

  while (k < csv->count && csv->cell[k].len == 0 && !csv->cell[k].quoted)
    k++;
  return k == csv->count;
}

void
mg_csv_close(mg_csv *csv)
{
  mg_stream_close(&csv->in);
  mg_free_all(csv->cell, csv->wide);
  memset(csv, 0, sizeof *csv);
}

/* Whether c separates cells; if the separator is not known yet (0), whether it may. */
static int
separates(char separator, char c)
{
  if (separator == 0)
    return c == ',' || c == ';' || mg_is_blank(c);
  return c == separator || (separator == ' ' && c == '\t');
}

/* The state of a scan over a row: before a cell, within an unquoted one, in
 * quotes, or after a quote that either closes the cell or is the first of two. */
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

/* Find the end of a row with quotes, which continues past line ends within quotes.
 * s->p is at the end of the row's first line, and is moved to that of its last. */
static mgnn_status
find_row_end(mg_csv *csv, char **start, mgnn_error *err)
{
  mg_stream *s = &csv->in;
  cell_state at = BEFORE;
  size_t done = 0;

  for (;;) {
    for (char *p = *start + done; p < s->p; p++) {
      if (at == BEFORE && (*p == '#' || *p == '%') && mg_is_blank(p[-1])
          && (csv->separator == ' ' || csv->separator == 0))
        return MGNN_OK;        /* a comment: quotes in it do not count */
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
    PASS(mg_stream_find_end(s, start, err));
  }
}

/* Remove quotes in place, as the text without them is shorter.  p is at the
 * opening quote; *next is set to where reading continues. */
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

/* Skip blanks around a cell, except a tab that separates.  The non-breaking
 * spaces of web pages and spreadsheets are blanks too. */
static char *
skip_blanks(char *p, const char *end, char sep)
{
  while (p < end && ((mg_is_blank(*p) && (*p == ' ' || sep != '\t'))
                     || (*p == '\xc2' && p + 1 < end && p[1] == '\xa0')))
    p += 1 + (*p == '\xc2');
  return p;
}

static mgnn_status
split(mg_csv *csv, char *p, char *end, mgnn_error *err)
{
  const char sep = csv->separator;

  csv->count = 0;
  p = skip_blanks(p, end, sep);
  if (sep == '|' && end - p > 1 && *p == '|' && end[-1] == '|') {
    p++;                       /* | a | b | */
    *--end = '\0';
  }
  for (;;) {
    mg_cell *cell;
    char *stop;

    PASS(mg_room(&csv->cell, csv->count, &csv->cap, sizeof *csv->cell, err));
    cell = &csv->cell[csv->count];
    p = skip_blanks(p, end, sep);
    if (sep == ' ' && (p == end || *p == '#' || *p == '%'))
      return MGNN_OK;
    if (p < end && *p == '"') {
      PASS(unquote(csv, cell, p, end, &p, err));
    } else {
      cell->text = p;
      if (sep == ' ')
        while (p < end && !mg_is_blank(*p))
          p++;
      else
        while (p < end && *p != sep)
          p++;
      for (stop = p; stop > cell->text; stop -= 1 + (stop[-1] == '\xa0'))
        if (!mg_is_blank(stop[-1]) && (stop < cell->text + 2 || stop[-1] != '\xa0'
                                       || stop[-2] != '\xc2'))
          break;
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

/* Convert a row from Latin-1 to UTF-8.  Cells may double and not fit the row. */
static mgnn_status
widen(mg_csv *csv, mgnn_error *err)
{
  size_t need = 0;
  char *to;

  for (size_t k = 0; k < csv->count; k++)
    need += 2 * csv->cell[k].len + 1;
  if (need > csv->wide_cap) {
    PASS(mg_resized(&csv->wide, need, 1, err));
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

/* Whether a line only draws a table: +----+ or |---|; or is the (2 rows) that a
 * database prints. */
static int
is_rule(const char *p, const char *end)
{
  size_t run = 0, most = 0;

  if (*p == '(' && end - p > 6 && end[-1] == ')')
    return strspn(p + 1, "0123456789") > 0
           && strncmp(p + 1 + strspn(p + 1, "0123456789"), " row", 4) == 0;
  for (; p < end && memchr("-+|=: \r", *p, 7) != NULL; p++) {
    run = *p == '-' || *p == '=' ? run + 1 : 0;
    most = run > most ? run : most;
  }
  return most > 2 && p == end;
}

/* Whether the first row is `sep=;`, by which spreadsheets declare the separator. */
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
  char *start, *stop, *p;
  int is_utf8;

  for (;;) {
    start = s->p;
    PASS(mg_stream_find_end(s, &start, err));
    if (start == s->end) {
      csv->count = 0;
      return MGNN_OK;
    }
    csv->line = ++s->line;
    for (p = start; p < s->p && (mg_is_blank(*p) || *p == '\r'); p++)
      ;
    if (p < s->p && *p != '#' && *p != '%' && !is_rule(p, s->p)
        && !tells_separator(csv, p, s->p))
      break;
    s->p += s->p < s->end;
  }
  if (memchr(start, '"', (size_t)(s->p - start)) != NULL)
    PASS(find_row_end(csv, &start, err));
  if (csv->separator == 0)
    csv->separator = guess_separator(start, s->p);
  stop = start + mg_line_length(start, s->p);
  s->p += s->p < s->end;
  if (memchr(start, '\0', (size_t)(stop - start)) != NULL)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: the line holds a zero byte: this "
                   "is not a text file", s->path, csv->line);
  is_utf8 = mg_utf8_valid(start, (size_t)(stop - start));
  csv->row = start;
  PASS(split(csv, start, stop, err));
  if (!is_utf8)
    PASS(widen(csv, err));
  return MGNN_OK;
}

mgnn_status
mg_csv_fail(const mg_csv *csv, const mg_cell *cell, mgnn_error *err,
            const char *fmt, ...)
{
  char what[sizeof err->text];
  size_t column = 0;
  va_list args;

  if (cell != NULL)            /* cells of a Latin-1 row have moved */
    column = cell->text >= csv->row && cell->text < csv->in.end
             ? (size_t)(cell->text - csv->row) + 1 : 1;
  va_start(args, fmt);
  vsnprintf(what, sizeof what, fmt, args);
  va_end(args);
  return mg_fail_at(err, csv->in.path, csv->line, column, "%s", what);
}
