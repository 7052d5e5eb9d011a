/* Decoding of GML texts.  The format's own definition has entities for all of
 * Latin-1; backslashes before quotes come from Graphviz and OGDF. */
#include "gml_text.h"
#include "utf8.h"
#include "xml.h"
#include "base/mem.h"

#include <string.h>

/* U+00A0 to U+00FF, in order. */
static const char *const latin1_name[96] = {
  "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect",
  "uml", "copy", "ordf", "laquo", "not", "shy", "reg", "macr",
  "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot",
  "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest",
  "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil",
  "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml",
  "ETH", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde", "Ouml", "times",
  "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig",
  "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
  "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml",
  "eth", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml", "divide",
  "oslash", "ugrave", "uacute", "ucirc", "uuml", "yacute", "thorn", "yuml"
};

static const struct {
  const char *name;
  unsigned code;
} plain_name[] = {
  { "amp", '&' }, { "quot", '"' }, { "lt", '<' }, { "gt", '>' },
  { "apos", '\'' }
};

static int
is_name(const char *name, const char *s, size_t len)
{
  return strncmp(name, s, len) == 0 && name[len] == '\0';
}

/* The character a numeric entity stands for; s is what follows &#.  0: none
 * that a text can hold. */
static unsigned
numeric(const char *s, size_t len)
{
  int hex = len > 1 && (s[0] == 'x' || s[0] == 'X');
  unsigned code = 0;

  for (size_t i = (size_t)hex; i < len; i++) {
    unsigned digit = (unsigned)(s[i] - '0');
    unsigned letter = (unsigned)((s[i] | 32) - 'a');

    if (digit > 9 && (!hex || letter > 5))
      return 0;
    code = code * (hex ? 16 : 10) + (digit <= 9 ? digit : letter + 10);
    if (code > 0x10ffff)
      return 0;
  }
  return code >= 0xd800 && code <= 0xdfff ? 0 : code;
}

/* The character of the entity whose name is len bytes at s; 0: none. */
static unsigned
entity(const char *s, size_t len)
{
  if (len > 1 && s[0] == '#')
    return numeric(s + 1, len - 1);
  for (size_t k = 0; k < sizeof plain_name / sizeof *plain_name; k++)
    if (is_name(plain_name[k].name, s, len))
      return plain_name[k].code;
  for (unsigned k = 0; k < 96; k++)
    if (is_name(latin1_name[k], s, len))
      return 0xa0 + k;
  return 0;
}

/* The ; that ends the entity at s, if one may be there. */
static char *
entity_end(const char *s, size_t left)
{
  return memchr(s + 1, ';', left - 1 < 10 ? left - 1 : 10);
}

size_t
mg_html_entity(const char *s, size_t left, char out[4], size_t *count)
{
  const char *stop = entity_end(s, left);
  char name[12] = "";
  unsigned code;

  if (stop == NULL)
    return 0;
  memcpy(name, s + 1, (size_t)(stop - s - 1));
  code = entity(name, strlen(name));
  if (code == 0)
    code = mg_xml_entity(name);
  *count = (size_t)(mg_utf8_put(out, code) - out);
  return code != 0 ? (size_t)(stop + 1 - s) : 0;
}

/* In place: no entity is shorter than the character it stands for. */
static size_t
decode(char *s, size_t len, int escapes)
{
  char *end = s + len, *to = s;

  for (char *p = s; p < end; ) {
    if (*p == '&') {
      char *stop = entity_end(p, (size_t)(end - p));
      unsigned code = stop != NULL ? entity(p + 1, (size_t)(stop - p - 1)) : 0;

      if (code != 0) {
        to = mg_utf8_put(to, code);
        p = stop + 1;
        continue;
      }
    } else if ((escapes && *p == '\\' && p + 1 < end
                && (p[1] == '"' || p[1] == '\\'))
               || (*p == '\r' && p + 1 < end && p[1] == '\n'))
      p++;
    *to++ = *p++;
  }
  return (size_t)(to - s);
}

mgnn_status
mg_gml_text(mg_gml_scratch *scratch, const char **s, size_t *len, mgnn_error *err)
{
  size_t need = 2 * *len + 1;
  int escapes = memchr(*s, '"', *len) != NULL;

  if (need > scratch->cap) {
    PASS(mg_resized(&scratch->buf, need, 1, err));
    scratch->cap = need;
  }
  if (mg_utf8_valid(*s, *len))
    memcpy(scratch->buf, *s, *len);
  else {
    *len = mg_utf8_from_latin1(scratch->buf, *s, *len);
    scratch->latin1 = 1;
  }
  *len = decode(scratch->buf, *len, escapes);
  *s = scratch->buf;
  return MGNN_OK;
}
