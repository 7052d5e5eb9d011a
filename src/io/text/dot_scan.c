/* Splits DOT into tokens in the same way as Graphviz's own scanner. */
#include "dot_scan.h"
#include "equal.h"
#include "message.h"

#include <string.h>

mgnn_status
mg_dot_open(mg_dot_scan *s, const char *path,
            const mg_limits *limits, mgnn_error *err)
{
  memset(s, 0, sizeof *s);
  for (int c = 0; c < 256; c++) {
    s->names[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
                  || (c >= '0' && c <= '9') || c >= 0x80;
    s->plain[c] = c != '"' && c != '\\' && c != '\n' && c != 0;
  }
  return mg_chars_open(&s->chars, path, limits, err);
}

static mgnn_status
fail_here(const mg_dot_scan *s, mgnn_error *err, const char *what)
{
  return mg_fail_at(err, s->chars.in.path, s->line, s->column, "%s", what);
}

static mgnn_status
skip_comment(mg_dot_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;
  int last = 0, next;

  s->line = c->line;
  s->column = mg_chars_column(c);
  mg_chars_next(c);
  next = mg_chars_peek(c);
  if (next == '/') {
    while ((next = mg_chars_peek(c)) >= 0 && next != '\n')
      mg_chars_next(c);
    return MGNN_OK;
  }
  if (next != '*')
    return fail_here(s, err, "a / by itself; a comment starts with // or /*");
  mg_chars_next(c);
  while ((next = mg_chars_peek(c)) >= 0) {
    mg_chars_next(c);
    if (last == '*' && next == '/')
      return MGNN_OK;
    last = next;
  }
  return c->status != MGNN_OK ? mg_chars_check(c, err)
         : fail_here(s, err, "the comment that begins here is never closed by "
                     "*/");
}

/* Skip blanks, comments, and the rest of a line after #. */
static mgnn_status
skip_blanks(mg_dot_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;
  int next;

  for (;;) {
    next = mg_chars_peek(c);
    if (next == ' ' || next == '\t' || next == '\r' || next == '\n'
        || next == '\f' || next == '\v')
      mg_chars_next(c);
    else if (next == '/')
      PASS(skip_comment(s, err));
    else if (next == '#')
      while ((next = mg_chars_peek(c)) >= 0 && next != '\n')
        mg_chars_next(c);
    else
      break;
  }
  return MGNN_OK;
}

/* Append a quoted text to the token: \" becomes a quote, a backslash before a
 * line end joins two lines, and other backslashes stay, as they mean something
 * to the program that draws the text. */
static mgnn_status
read_quoted(mg_dot_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;
  int next;

  mg_chars_next(c);
  for (;;) {
    PASS(mg_chars_take(c, s->plain, err));
    next = mg_chars_peek(c);
    if (next < 0)
      return c->status != MGNN_OK ? mg_chars_check(c, err)
             : fail_here(s, err, "the text that begins here is never closed by "
                         "a \"");
    if (next == 0)
      return fail_here(s, err, "the text that begins here holds a zero byte: "
                       "this is not a text file");
    mg_chars_next(c);
    if (next == '"')
      return MGNN_OK;
    if (next == '\\') {
      next = mg_chars_peek(c);
      if (next == '\r') {      /* of CRLF */
        mg_chars_next(c);
        if (mg_chars_peek(c) == '\n')
          mg_chars_next(c);
        continue;
      }
      if (next == '\n') {
        mg_chars_next(c);
        continue;
      }
      if (next != '"')
        PASS(mg_chars_put(c, '\\', err));
      if (next == '"' || next == '\\') {
        PASS(mg_chars_put(c, next, err));
        mg_chars_next(c);
      }
    } else
      PASS(mg_chars_put(c, next, err));
  }
  return MGNN_OK;
}

/* Read a text, perhaps of parts: "a" + "b".  The token ends before what follows. */
static mgnn_status
read_texts(mg_dot_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;
  size_t line = s->line, column = s->column;

  for (;;) {
    PASS(read_quoted(s, err));
    PASS(skip_blanks(s, err));
    if (mg_chars_peek(c) != '+')
      break;
    mg_chars_next(c);
    PASS(skip_blanks(s, err));
    s->line = c->line;
    s->column = mg_chars_column(c);
    if (mg_chars_peek(c) != '"')
      return fail_here(s, err, "after + there must be a text in quotes");
  }
  s->line = line;
  s->column = column;
  return MGNN_OK;
}

static mgnn_status
read_html(mg_dot_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;
  size_t open = 0, markup = 0;
  int next;

  do {
    next = mg_chars_peek(c);
    if (next < 0)
      return c->status != MGNN_OK ? mg_chars_check(c, err)
             : fail_here(s, err, "the text that begins here is never closed by "
                         "a >");
    if (next == 0)
      return fail_here(s, err, "the text that begins here holds a zero byte: "
                       "this is not a text file");
    open += next == '<';
    open -= next == '>';
    markup += next == '<' || next == '&';
    PASS(mg_chars_put(c, next, err));
    mg_chars_next(c);
  } while (open > 0);
  if (markup == 1) {           /* the < at the beginning */
    c->len -= 2;
    memmove(c->text, c->text + 1, c->len);
  }
  return MGNN_OK;
}

/* Append a numeral, -?(.5|5.?5?), to the token; it does not begin with a letter. */
static mgnn_status
read_numeral(mg_dot_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;
  size_t digits = 0, points = 0;
  int next;

  if (mg_chars_peek(c) == '-') {
    PASS(mg_chars_put(c, '-', err));
    mg_chars_next(c);
  }
  for (;;) {
    next = mg_chars_peek(c);
    if (next == '.' && points == 0)
      points++;
    else if (next >= '0' && next <= '9')
      digits++;
    else
      break;
    PASS(mg_chars_put(c, next, err));
    mg_chars_next(c);
  }
  if (digits == 0) {
    char shown[MG_SHOW_MAX];

    return mg_fail_at(err, c->in.path, s->line, s->column, "%s is no number",
                      mg_show_part(shown, c->text, c->len));
  }
  return MGNN_OK;
}

/* Make a name a keyword if it is one. */
static void
find_keyword(mg_dot_scan *s)
{
  static const char *const words[] = { "graph", "digraph", "subgraph", "strict",
                                       "node", "edge" };
  const mg_chars *c = &s->chars;

  if (c->len < 4 || c->len > 8)
    return;
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (mg_text_is(c->text, c->len, words[k])) {
      s->kind = MG_DOT_KEYWORD;
      s->keyword = (mg_dot_keyword)k;
    }
}

/* Read -- or ->, or a number that begins with -. */
static mgnn_status
read_minus(mg_dot_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;
  int next;

  mg_chars_next(c);
  next = mg_chars_peek(c);
  if (next == '>' || next == '-') {
    s->kind = MG_DOT_EDGE;
    s->sign = (char)next;
    mg_chars_next(c);
    return MGNN_OK;
  }
  PASS(mg_chars_put(c, '-', err));
  if (next != '.' && !(next >= '0' && next <= '9'))
    return fail_here(s, err, "a - by itself; edges are written -> or --");
  return read_numeral(s, err);
}

static mgnn_status
fail_byte(const mg_dot_scan *s, int byte, mgnn_error *err)
{
  char one[2] = { (char)byte, '\0' }, shown[MG_SHOW_MAX];

  if (byte == 0)
    return fail_here(s, err, "there is a zero byte: this is not a text file");
  return mg_fail_at(err, s->chars.in.path, s->line, s->column, "%s means nothing "
                    "here; a name that has it must be in quotes",
                    mg_show(shown, one));
}

mgnn_status
mg_dot_next(mg_dot_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;
  int next;

  PASS(skip_blanks(s, err));
  mg_chars_begin(c);
  s->line = c->line;
  s->column = mg_chars_column(c);
  next = mg_chars_peek(c);
  s->kind = next == '"' ? MG_DOT_QUOTED : next == '<' ? MG_DOT_HTML
            : MG_DOT_WORD;
  if (next < 0) {
    s->kind = MG_DOT_END;
    PASS(mg_chars_check(c, err));
  } else if (next == '-')
    PASS(read_minus(s, err));
  else if (next == '"')
    PASS(read_texts(s, err));
  else if (next == '<')
    PASS(read_html(s, err));
  else if (next == '.' || (next >= '0' && next <= '9'))
    PASS(read_numeral(s, err));
  else if (s->names[next]) {
    PASS(mg_chars_take(c, s->names, err));
    find_keyword(s);
  } else if (next != 0 && strchr("{}[]=,;:+@", next) != NULL) {
    s->kind = MG_DOT_SIGN;
    s->sign = (char)next;
    mg_chars_next(c);
  } else
    PASS(fail_byte(s, next, err));
  return mg_chars_end(c, err);
}
