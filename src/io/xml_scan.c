/* Enough of XML to find tags and attributes where a parser tells no lines. */
#include "xml_scan.h"

#include <string.h>

void
mg_xml_init(mg_xml *x, char *text, size_t len)
{
  memset(x, 0, sizeof *x);
  x->p = text;
  x->end = text + len;
  x->line = 1;
}

static int
is_space(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Move on to `to`, counting lines. */
static void
advance(mg_xml *x, char *to)
{
  while (x->p < to) {
    char *line = memchr(x->p, '\n', (size_t)(to - x->p));

    if (line == NULL)
      break;
    x->line++;
    x->p = line + 1;
  }
  x->p = to;
}

static int
starts(const mg_xml *x, const char *word)
{
  size_t len = strlen(word);

  return (size_t)(x->end - x->p) >= len && memcmp(x->p, word, len) == 0;
}

/* Move behind the next `word`; to the end if there is none. */
static void
pass(mg_xml *x, const char *word)
{
  size_t len = strlen(word);
  char *at = x->p;

  while ((at = memchr(at, word[0], (size_t)(x->end - at))) != NULL) {
    if ((size_t)(x->end - at) < len)
      break;
    if (memcmp(at, word, len) == 0) {
      advance(x, at + len);
      return;
    }
    at++;
  }
  advance(x, x->end);
}

/* The > that ends the tag at p, which is not one within quotes. */
static char *
tag_end(char *p, char *end)
{
  char quote = 0;

  for (; p < end; p++)
    if (quote != 0)
      quote = *p == quote ? 0 : quote;
    else if (*p == '"' || *p == '\'')
      quote = *p;
    else if (*p == '>')
      return p;
  return NULL;
}

/* Move behind a <!DOCTYPE ...>, which may hold declarations in [ ]. */
static void
pass_doctype(mg_xml *x)
{
  char *p = x->p;
  int depth = 0;

  for (; p < x->end; p++)
    if (*p == '<')
      depth++;
    else if (*p == '>' && --depth == 0)
      break;
  advance(x, p < x->end ? p + 1 : x->end);
}

char *
mg_xml_doctype(char *text, size_t text_len, size_t *len, size_t *line)
{
  mg_xml x;

  mg_xml_init(&x, text, text_len);
  for (;;) {
    char *open = memchr(x.p, '<', (size_t)(x.end - x.p));

    if (open == NULL)
      return NULL;
    advance(&x, open);
    if (starts(&x, "<!--"))
      pass(&x, "-->");
    else if (starts(&x, "<?"))
      pass(&x, "?>");
    else if (starts(&x, "<!DOCTYPE")) {
      *line = x.line;
      pass_doctype(&x);
      *len = (size_t)(x.p - open);
      return open;
    } else
      return NULL;             /* the document itself */
  }
}

int
mg_xml_next(mg_xml *x)
{
  for (;;) {
    char *open = memchr(x->p, '<', (size_t)(x->end - x->p)), *close;

    if (open == NULL)
      return 0;
    advance(x, open);
    if (starts(x, "<!--"))
      pass(x, "-->");
    else if (starts(x, "<![CDATA["))
      pass(x, "]]>");
    else if (starts(x, "<?"))
      pass(x, "?>");
    else if (starts(x, "<!"))
      pass_doctype(x);
    else {
      x->tag_line = x->line;
      close = tag_end(open, x->end);
      if (close == NULL)
        return 0;
      x->closing = open + 1 < close && open[1] == '/';
      x->empty = close[-1] == '/';
      x->name = open + 1 + x->closing;
      for (x->inside = open + 1 + x->closing;
           x->inside < close && !is_space(*x->inside) && *x->inside != '/';
           x->inside++)
        if (*x->inside == ':')
          x->name = x->inside + 1;
      x->name_len = (size_t)(x->inside - x->name);
      x->inside_end = close;
      advance(x, close + 1);
      return 1;
    }
  }
}

int
mg_xml_is(const mg_xml *x, const char *name)
{
  return strlen(name) == x->name_len && memcmp(x->name, name, x->name_len) == 0;
}

char *
mg_xml_value(const mg_xml *x, const char *name, size_t *len)
{
  char *p = x->inside, *end = x->inside_end;

  while (p < end) {
    char *word, *word_end, *value;

    while (p < end && (is_space(*p) || *p == '/'))
      p++;
    for (word = p; p < end && !is_space(*p) && *p != '='; p++)
      ;
    word_end = p;
    while (p < end && is_space(*p))
      p++;
    if (p >= end || *p != '=')
      return NULL;
    for (p++; p < end && is_space(*p); p++)
      ;
    if (p >= end || (*p != '"' && *p != '\''))
      return NULL;
    value = p + 1;
    p = memchr(value, *p, (size_t)(end - value));
    if (p == NULL)
      return NULL;
    if ((size_t)(word_end - word) == strlen(name)
        && memcmp(word, name, strlen(name)) == 0) {
      *len = (size_t)(p - value);
      return value;
    }
    p++;
  }
  return NULL;
}
