/* Reads the style in graph files.  Each format has its own attribute names; a table
 * row lists those for one property, and the first that is present counts. */
#include "file_style.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/text/gml_scan.h"
#include "render/canvas/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Attribute names with the same meaning in DOT, GML (yEd, OGDF) and GEXF. */
enum { WORDS = 4 };
typedef const char *const words[WORDS];

static words node_shape = { "shape", "graphics.type", "viz:shape", NULL };
static words node_fill = { "fillcolor", "graphics.fill", "viz:color", NULL };
static words node_outline = { "color", "graphics.outline", NULL, NULL };
static words node_pen = { "penwidth", "graphics.outlineWidth", NULL, NULL };
static words node_style = { "style", "graphics.outlineStyle", NULL, NULL };
static words edge_colour = { "color", "graphics.fill", "viz:color", NULL };
static words edge_width = { "penwidth", "graphics.width", "viz:thickness",
                            NULL };
static words edge_style = { "style", "graphics.style", "viz:shape", NULL };

int
mg_file_style_usual(const mg_source *src)
{
  return mg_source_is(src, "dot");
}

/* The value of the first of these attributes that item i has; NULL if it has none. */
static const char *
text_of(const mg_attributes *at, words name, size_t i, char *buf)
{
  for (int k = 0; k < WORDS && name[k] != NULL; k++) {
    const mg_column *col = mg_attribute_find(at, name[k]);

    if (col != NULL && mg_column_has(col, i)) {
      const char *text = mg_column_text(col, i, buf);

      if (text != NULL && text[0] != '\0')
        return text;
    }
  }
  return NULL;
}

static double
number_of(const mg_attributes *at, words name, size_t i, double otherwise)
{
  for (int k = 0; k < WORDS && name[k] != NULL; k++) {
    const mg_column *col = mg_attribute_find(at, name[k]);
    double x;

    if (col != NULL && mg_column_number(col, i, &x) && x >= 0)
      return x;
  }
  return otherwise;
}

static const char *
one_text(const mg_attributes *at, const char *name, size_t i, char *buf)
{
  words alone = { name, NULL, NULL, NULL };

  return text_of(at, alone, i, buf);
}

static void
add_unknown(const mg_file_style *s, int kind, const char *text)
{
  s->unknown[kind].count++;
  if (s->unknown[kind].example == NULL)
    s->unknown[kind].example = mg_pool_keep(s->pool, text, strlen(text));
}

/* ---- colours ---- */

/* Colour names that mean different colours in X11, and so in DOT, than in CSS. */
static const struct {
  const char *name;
  unsigned rgb;
} x11[] = { { "green", 0x00ff00 }, { "gray", 0xc0c0c0 }, { "grey", 0xc0c0c0 },
            { "maroon", 0xb03060 }, { "purple", 0xa020f0 },
            { "crimson", 0xdc143c }, { "indigo", 0x4b0082 } };

/* Read hue, saturation and value, each from 0 to 1, separated by commas or blanks. */
static int
parse_hsv(const char *text, mg_colour *out)
{
  static const double turn[] = { 0, 4, 2 };    /* red, green, blue */
  double v[3], part[3];
  const char *end = text + strlen(text);

  for (int k = 0; k < 3; k++) {
    text += strspn(text, ", ");
    text = mg_number_read(text, end, &v[k]);
    if (text == NULL || !(v[k] >= 0 && v[k] <= 1))
      return 0;
  }
  if (*text != '\0')
    return 0;
  for (int k = 0; k < 3; k++) {
    double t = fabs(fmod(6 * v[0] + turn[k], 6) - 3) - 1;

    part[k] = v[2] * (1 - v[1] * (1 - fmin(fmax(t, 0), 1)));
  }
  *out = (mg_colour){ (unsigned char)(255 * part[0] + 0.5),
                      (unsigned char)(255 * part[1] + 0.5),
                      (unsigned char)(255 * part[2] + 0.5), 255 };
  return 1;
}

/* Read a colour, or the first of a list: [/scheme/]name, a notation of ours, or HSV. */
static int
parse_colour(const mg_file_style *s, const char *text, mg_colour *out)
{
  char one[64];
  const char *slash;
  size_t len = strcspn(text, ":;");

  if (len >= sizeof one)
    return 0;
  memcpy(one, text, len);
  one[len] = '\0';
  slash = strrchr(one, '/');
  text = slash != NULL ? slash + 1 : one;
  for (size_t k = 0; mg_source_is(s->src, "dot") && k < sizeof x11 / sizeof *x11;
       k++)
    if (strcasecmp(text, x11[k].name) == 0) {
      *out = mg_colour_rgb(x11[k].rgb);
      return 1;
    }
  return mg_colour_parse(text, out, NULL) == MGNN_OK || parse_hsv(text, out);
}

/* Read the colour in an attribute's value into *out, which is unchanged if there is
 * no colour; *none: the value is "none" or "transparent".  A list of colours means
 * parallel lines for an edge, and *out is the first; elsewhere it means a gradient,
 * and *out is the mean of the first two. */
static void
read_colour(const mg_file_style *s, const char *text, int edge, mg_colour *out,
            int *none)
{
  const char *more = text != NULL && !edge ? strchr(text, ':') : NULL;
  mg_colour c, second;

  *none = 0;
  if (text == NULL)
    return;
  if (!parse_colour(s, text, &c)) {
    add_unknown(s, MG_UNKNOWN_COLOUR, text);
    return;
  }
  if (more != NULL && parse_colour(s, more + 1, &second))
    c = mg_colour_mix(c, second, 0.5);
  *none = c.a == 0;
  if (c.a > 0)
    *out = c;
}

mgnn_status
mg_file_style_background(const mg_file_style *s, const char **out, mgnn_error *err)
{
  char buf[MG_NUMBER_MAX + 1], text[12];
  mg_colour c = { 0, 0, 0, 0 };
  int none;

  if (!mg_source_is(s->src, "dot"))
    return MGNN_OK;
  read_colour(s, one_text(&s->src->graph, "bgcolor", 0, buf), 0, &c, &none);
  if (c.a == 0)
    return MGNN_OK;
  snprintf(text, sizeof text, "#%02x%02x%02x%02x", c.r, c.g, c.b, c.a);
  return mg_allocated(*out = mg_pool_keep(s->pool, text, strlen(text)), err);
}

/* ---- words ---- */

/* Whether a list such as "filled,dashed" contains a word. */
static int
has_word(const char *list, const char *word)
{
  size_t len = strlen(word);

  while (list != NULL && *list != '\0') {
    list += strspn(list, ", ");
    if (strncasecmp(list, word, len) == 0
        && (list[len] == '\0' || list[len] == ',' || list[len] == ' '))
      return 1;
    list += strcspn(list, ", ");
  }
  return 0;
}

static unsigned char
dash_of(const char *style)
{
  for (int k = MG_SOLID + 1; k < MG_DASHES; k++)
    if (has_word(style, mg_dashes[k].name))
      return (unsigned char)k;
  return MG_SOLID;
}

/* The character that replaces the tag at s in an HTML label, 0 for no character;
 * *len receives the length of the tag. */
static char
tag_leaves(const char *s, size_t *len)
{
  static const char *const ends[] = { "<br", "</tr", "</table", "<hr" };

  *len = strcspn(s, ">") + 1;
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
    if (strncasecmp(s, ends[k], strlen(ends[k])) == 0)
      return '\n';
  return strncasecmp(s, "</td", 4) == 0 ? ' ' : 0;
}

/* Read one item of a label; returns its number of bytes.  It is replaced by name
 * *name if that is below MG_STYLE_NAMES, else by *put, or by nothing if *put is 0. */
static size_t
text_step(const char *s, int html, int kind, char *put, size_t *name)
{
  static const char letters[] = "NGTHEL", signs[] = "{}|<>";
  static const char fields[] = { 0, 0, '\n', 0, 0, '\0' };
  static const char cells[] = { MG_TEXT_OPEN, MG_TEXT_CLOSE, MG_TEXT_NEXT,
                                MG_TEXT_PORT, MG_TEXT_PORT };
  const char *at;
  size_t len;

  *put = *s;
  if (html && *s == '<' && strchr(s, '>') != NULL) {
    *put = tag_leaves(s, &len);
    return len;
  }
  if (*s == '\\' && s[1] != '\0') {
    at = strchr(letters, s[1]);
    *name = at != NULL ? (size_t)(at - letters) : MG_STYLE_NAMES;
    *put = strchr("nlr", s[1]) != NULL ? '\n' : s[1];
    return 2;
  }
  at = kind >= MG_TEXT_FIELDS && !html ? strchr(signs, *s) : NULL;
  if (at != NULL)
    *put = (kind == MG_TEXT_RECORD ? cells : fields)[at - signs];
  else if (html && (*s == '\n' || *s == '\t'))
    *put = 0;
  /* Skip the name of a port, which is not drawn. */
  return at != NULL && *s == '<' && kind == MG_TEXT_FIELDS
         && strchr(s, '>') != NULL ? strcspn(s, ">") + 1 : 1;
}

/* Whether s is a blank at the beginning or the end of a record's field, or before
 * another blank; `before`: the last byte of the text so far, 0 at the start. */
static int
is_padding(const char *s, char before)
{
  return *s == ' ' && ((unsigned char)before < ' ' || strchr(" {}|<>", s[1]) != NULL
                       || (s[1] == '\\' && s[2] != '\0' && strchr("nlr", s[2]) != NULL));
}

/* An upper bound of the size of the finished text, in bytes. */
static size_t
text_room(const char *text, const mg_style_names *names)
{
  size_t len = strlen(text), longest = 0;

  for (int k = 0; k < MG_STYLE_NAMES; k++)
    if (names != NULL && names->of[k] != NULL && strlen(names->of[k]) > longest)
      longest = strlen(names->of[k]);
  return len * (strchr(text, '\\') != NULL ? longest + 1 : 1) + 1;
}

const char *
mg_file_style_text(mg_pool *pool, const char *text, const mg_style_names *names,
                   int kind)
{
  size_t len = strlen(text), used = 0, size = text_room(text, names);
  /* The DOT reader keeps HTML labels in <...>.  A record's label may also begin and
   * end with a port in <...>, so there a second < must follow. */
  int html = len > 4 && text[0] == '<' && text[len - 1] == '>'
             && strpbrk(text + 1, "<&") != NULL
             && (kind < MG_TEXT_FIELDS || text[1 + strspn(text + 1, " \n\t")] == '<');
  const char *end = text + len - (html ? 1 : 0);
  char *out = mg_alloc(size, 1), *kept;

  if (out == NULL)
    return NULL;
  for (text += html; text < end;) {
    size_t count, name = MG_STYLE_NAMES, read = *text == '&'
      ? mg_html_entity(text, (size_t)(end - text), out + used, &count) : 0;
    char put;

    if (read > 0) {            /* an entity is at least as long as its text */
      text += read;
      used += count;
      continue;
    }
    if (!html && kind >= MG_TEXT_FIELDS && is_padding(text, used > 0 ? out[used - 1] : 0)) {
      text++;
      continue;
    }
    if (*text == '\\' && (text[1] == 'l' || text[1] == 'r')
        && (kind == MG_TEXT_SIDES || kind == MG_TEXT_RECORD))
      out[used++] = text[1] == 'l' ? MG_TEXT_LEFT : MG_TEXT_RIGHT;
    text += text_step(text, html, kind, &put, &name);
    if (name < MG_STYLE_NAMES) {
      const char *by = names != NULL && names->of[name] != NULL ? names->of[name] : "";
      size_t more = strlen(by);

      if (used + more < size)
        memcpy(out + used, by, more);
      used += used + more < size ? more : 0;
    } else if (put == '\n' && (used == 0 || out[used - 1] == '\n')
               && (html || kind == MG_TEXT_FIELDS))
      continue;                /* drop empty lines of tables */
    else if (put != 0)
      out[used++] = put;
  }
  while (used > 0 && (out[used - 1] == '\n' || out[used - 1] == ' '))
    used--;
  kept = mg_pool_keep(pool, out, used);
  mg_free(out);
  return kept;
}

/* ---- the page ---- */

mgnn_status
mg_file_style_title(const mg_file_style *s, const char **out, mgnn_error *err)
{
  enum { LONGEST = 200 };      /* bytes of a title */
  char buf[MG_NUMBER_MAX + 1], name[MG_NUMBER_MAX + 1];
  const char *text = one_text(&s->src->graph, "label", 0, buf);

  if (!mg_source_is(s->src, "dot") || text == NULL || strlen(text) > LONGEST)
    return MGNN_OK;
  return mg_allocated(*out = mg_file_style_text(s->pool, text, &(mg_style_names){
                        { NULL, one_text(&s->src->graph, "name", 0, name) } },
                        MG_TEXT_PLAIN), err);
}

mgnn_status
mg_file_style_letters(const mg_source *src, double *out, mgnn_error *err)
{
  double *size;

  *out = 14;
  if (!mg_source_is(src, "dot") || src->n == 0
      || mg_attribute_find(&src->node, "fontsize") == NULL)
    return MGNN_OK;
  PASS(mg_allocated(size = mg_alloc(src->n, sizeof *size), err));
  for (size_t i = 0; i < src->n; i++)
    size[i] = fmin(fmax(number_of(&src->node, (words){ "fontsize" }, i, 14), 1), 1000);
  qsort(size, src->n, sizeof *size, mg_ascending);
  *out = size[src->n / 2];
  mg_free(size);
  return MGNN_OK;
}

mgnn_status
mg_file_style_font(const mg_file_style *s, const char **out, mgnn_error *err)
{
  char buf[MG_NUMBER_MAX + 1];
  const char *first = NULL;

  for (size_t i = 0; i < s->src->n && mg_source_is(s->src, "dot"); i++) {
    const char *font = one_text(&s->src->node, "fontname", i, buf);

    if (font == NULL || (first != NULL && strcmp(font, first) != 0))
      return MGNN_OK;
    first = font != buf ? font : NULL;
  }
  if (first == NULL || mg_font_check(first, NULL) != MGNN_OK)
    return MGNN_OK;
  return mg_allocated(*out = mg_pool_keep(s->pool, first, strlen(first)), err);
}

/* Whether an attribute has a value that contains `holds` in any case, or has any
 * nonempty value if `holds` is NULL. */
static int
is_asked(const mg_attributes *at, const char *name, size_t count, const char *holds)
{
  const mg_column *col = mg_attribute_find(at, name);

  for (size_t i = 0; i < count && col != NULL; i++) {
    char buf[MG_NUMBER_MAX + 1];
    const char *text = mg_column_has(col, i) ? mg_column_text(col, i, buf) : NULL;

    for (; mg_is_text(text); text++)
      if (holds == NULL || strncasecmp(text, holds, strlen(holds)) == 0)
        return 1;
  }
  return 0;
}

mgnn_status
mg_file_style_left_out(const mg_file_style *s, mg_notes *notes, mgnn_error *err)
{
  const mg_source *src = s->src;
  const struct {
    const mg_attributes *at;
    size_t count;
    const char *name, *holds, *text;
  } known[] = {
    { &src->node, src->n, "label", "<table", "HTML tables (their text is)" },
    { &src->node, src->n, "image", NULL, "images" },
    { &src->node, src->n, "style", "wedged", "wedges" },
    { &src->node, src->n, "style", "striped", "stripes" },
    { &src->edge, src->m, "color", ";", "shares of colours" },
    { &src->edge, src->m, "lhead", NULL, "lhead" },
    { &src->edge, src->m, "ltail", NULL, "ltail" },
    { &src->graph, 1, "splines", NULL, "splines" },
    { &src->cluster, 0, MG_CLUSTER_RANK, NULL, "ranks" },
    { &src->graph, 1, "layers", NULL, "layers" }
  };
  char list[240] = "";

  for (size_t k = 0; k < sizeof known / sizeof *known && mg_source_is(src, "dot");
       k++)
    if ((known[k].count == 0 && mg_attribute_find(known[k].at, known[k].name) != NULL)
        || is_asked(known[k].at, known[k].name, known[k].count, known[k].holds))
      snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",
               *list != '\0' ? ", " : "", known[k].text);
  return *list == '\0' ? MGNN_OK
                       : mg_note(notes, err, "%s: not drawn: %s", src->path, list);
}

/* ---- nodes ---- */

static void
read_shape(const mg_file_style *s, size_t i, mg_node_look *look)
{
  char buf[MG_NUMBER_MAX + 1];
  static const char *const polygon[] = { "triangle", "box", "pentagon", "hexagon",
                                         "septagon", "octagon" };
  char style[MG_NUMBER_MAX + 1];
  const char *word = text_of(&s->src->node, node_shape, i, buf), *direction;
  mg_node_shape shape;
  double sides;
  int exact;

  look->rounded = (unsigned char)(has_word(one_text(&s->src->node, "style", i, style),
                                           "rounded")
                                  || (word != NULL && (strcasecmp(word, "mrecord") == 0
                                                       || strncasecmp(word, "round", 5)
                                                          == 0)));
  sides = word == NULL ? 1 : mg_node_shape_borders(word);
  look->borders = (unsigned char)fmin(number_of(&s->src->node, (words){ "peripheries" }, i,
                                                sides), 8);
  if (word == NULL)
    return;
  direction = one_text(&s->src->graph, "rankdir", 0, style);
  look->down = has_word(direction, "lr") || has_word(direction, "rl");
  sides = number_of(&s->src->node, (words){ "sides" }, i, 4);
  if (strcasecmp(word, "polygon") == 0)
    word = sides >= 3 && sides < 9 ? polygon[(int)sides - 3] : "ellipse";
  shape = mg_node_shape_find(word, &exact);
  if (shape < MG_NODE_SHAPES)
    look->shape = shape;
  if (!exact)
    add_unknown(s, MG_UNKNOWN_SHAPE, word);
}

/* Read the size of a node in ems.  DOT gives inches (of 72 points) and a font of 14
 * points by default; other formats give pixels, taken with a font of 12. */
static void
read_size(const mg_file_style *s, size_t i, mg_node_look *look)
{
  const mg_attributes *at = &s->src->node;

  if (mg_source_is(s->src, "dot")) {
    double em = fmax(number_of(at, (words){ "fontsize" }, i, 14), 1) / 72;

    look->width = (float)fmin(number_of(at, (words){ "width" }, i, 0) / em, 60);
    look->height = (float)fmin(number_of(at, (words){ "height" }, i, 0) / em, 60);
  } else {
    look->width = (float)fmin(number_of(at, (words){ "graphics.w" }, i, 0) / 12, 60);
    look->height = (float)fmin(number_of(at, (words){ "graphics.h" }, i, 0) / 12, 60);
  }
}

static mgnn_status
read_text(const mg_file_style *s, size_t i, mg_node_look *look, mgnn_error *err)
{
  char buf[MG_NUMBER_MAX + 1], id[MG_NUMBER_MAX + 1], shape[MG_NUMBER_MAX + 1];
  const mg_attributes *at = &s->src->node;
  const char *text = one_text(at, "label", i, buf);
  const char *word = text_of(at, node_shape, i, shape);
  const char *name = mg_source_id(s->src, i, id);
  char title[MG_NUMBER_MAX + 1];
  const mg_style_names names = { { name, one_text(&s->src->graph, "name", 0, title),
                                   NULL, NULL, NULL, NULL } };
  int record = word != NULL && strstr(word, "ecord") != NULL;
  int kind = record ? s->within ? MG_TEXT_RECORD : MG_TEXT_FIELDS
             : s->within ? MG_TEXT_SIDES : MG_TEXT_PLAIN;

  if (look->text != NULL)
    ;
  else if (text != NULL) {
    PASS(mg_allocated(look->text = mg_file_style_text(s->pool, text, &names, kind), err));
  } else if (mg_source_is(s->src, "dot")) {
    const mg_column *col = mg_attribute_find(at, "label");

    /* label="" means no text; without a label the text is the node's name. */
    look->text = mg_pool_keep(s->pool, name,
                              col != NULL && mg_column_has(col, i)
                              ? 0 : strlen(name));
    PASS(mg_allocated(look->text, err));
  }
  text = one_text(at, "xlabel", i, buf);
  if (text != NULL) {
    look->beside = mg_file_style_text(s->pool, text, &names, MG_TEXT_PLAIN);
    PASS(mg_allocated(look->beside, err));
  }
  return MGNN_OK;
}

mgnn_status
mg_file_style_node(const mg_file_style *s, size_t i, mg_node_look *look,
                   mgnn_error *err)
{
  char buf[MG_NUMBER_MAX + 1];
  const mg_attributes *at = &s->src->node;
  const char *style = text_of(at, node_style, i, buf);
  int dot = mg_source_is(s->src, "dot"), none = 0, filled;

  read_shape(s, i, look);
  read_size(s, i, look);
  if (dot)
    look->font = (float)fmin(fmax(number_of(at, (words){ "fontsize" }, i, 14) / s->letters, 0.5), 3);
  if (dot && look->shape == MG_NODE_POINT)     /* DOT draws them without text */
    look->text = "";
  look->dash = dash_of(style);
  look->pen = (float)fmin(number_of(at, node_pen, i, 1), 20)
              * (has_word(style, "bold") ? 2 : 1);
  filled = !dot || has_word(style, "filled") || look->shape == MG_NODE_POINT;
  if (has_word(style, "invis") || has_word(style, "invisible")) {
    look->shape = MG_NODE_NONE;
    look->text = "";
    return MGNN_OK;
  }
  if (s->colours) {
    char text[MG_NUMBER_MAX + 1];
    mg_colour own = { 0, 0, 0, 0 };

    read_colour(s, one_text(at, "fontcolor", i, text), 0, &look->ink, &none);
    read_colour(s, text_of(at, node_outline, i, text), 0, &look->outline, &none);
    if (none)
      look->pen = 0;
    if (filled)
      read_colour(s, text_of(at, node_fill, i, text), 0, &own, &none);
    if (filled && dot && own.a == 0 && !none)
      own = look->outline.a > 0 && text_of(at, node_fill, i, text) == NULL
            ? look->outline
            : look->shape == MG_NODE_POINT ? mg_colour_rgb(0)
                                           : mg_colour_rgb(0xd3d3d3);
    look->fill = own;
    look->clear = look->clear || none;
    if (own.a > 0)
      look->clear = 0;
  }
  return read_text(s, i, look, err);
}

/* ---- edges ---- */

/* Read the shape of the arrowhead at one end, if that end has an arrow. */
static void
read_head(const mg_file_style *s, size_t e, const char *name,
          unsigned char *arrow, unsigned char *head)
{
  char buf[MG_NUMBER_MAX + 1];
  const char *word = one_text(&s->src->edge, name, e, buf);
  int exact;

  if (word == NULL || *arrow == MG_ARROW_NO)
    return;
  if (strcasecmp(word, "none") == 0) {
    *arrow = MG_ARROW_NO;
    return;
  }
  *head = (unsigned char)mg_head_find(word, &exact);
  if (!exact)
    add_unknown(s, MG_UNKNOWN_HEAD, word);
}

/* Read which ends have arrows: in DOT dir=none|forward|back|both, and an arrowhead
 * may be none; in OGDF's GML graphics.arrow none|first|last|both. */
static void
read_direction(const mg_file_style *s, size_t e, mg_line_look *line)
{
  static words names = { "dir", "graphics.arrow", NULL, NULL };
  static const struct { const char *word; int to_a, to_b; } known[] = {
    { "none", 0, 0 }, { "both", 1, 1 }, { "back", 1, 0 }, { "first", 1, 0 },
    { "forward", 0, 1 }, { "last", 0, 1 }
  };
  char buf[MG_NUMBER_MAX + 1];
  const mg_attributes *at = &s->src->edge;
  const char *dir = text_of(at, names, e, buf);
  unsigned char arrow = line->to_b != MG_ARROW_NO ? line->to_b : MG_ARROW_END;

  for (size_t k = 0; dir != NULL && k < sizeof known / sizeof *known; k++)
    if (strcasecmp(dir, known[k].word) == 0) {
      line->to_a = known[k].to_a ? arrow : MG_ARROW_NO;
      line->to_b = known[k].to_b ? arrow : MG_ARROW_NO;
    }
  read_head(s, e, "arrowhead", &line->to_b, &line->head_b);
  read_head(s, e, "arrowtail", &line->to_a, &line->head_a);
}

/* Read the further colours of a list, drawn as lines beside the first. */
static mgnn_status
read_list(const mg_file_style *s, const char *text, mg_line_look *line,
          mgnn_error *err)
{
  enum { MOST = 8 };
  mg_colour list[MOST];
  int none;

  while (text != NULL && strchr(text, ';') == NULL && line->lines < MOST
         && (text = strchr(text, ':')) != NULL) {
    list[line->lines] = line->colour;
    read_colour(s, ++text, 1, &list[line->lines++], &none);
  }
  if (line->lines == 0)
    return MGNN_OK;
  line->beside = (const mg_colour *)mg_pool_keep(s->pool, (const char *)list,
                                                 line->lines * sizeof *list);
  return mg_allocated(line->beside, err);
}

/* Read the texts at an edge and at its ends, and the ports. */
static mgnn_status
read_edge_texts(const mg_file_style *s, size_t e, const char *label,
                mg_line_look *line, mgnn_error *err)
{
  char tail[MG_NUMBER_MAX + 1], head[MG_NUMBER_MAX + 1], buf[4][MG_NUMBER_MAX + 1];
  char both[200], title[MG_NUMBER_MAX + 1];
  const mg_attributes *at = &s->src->edge;
  const mg_style_names names = { {
    NULL, one_text(&s->src->graph, "name", 0, title),
    mg_source_id(s->src, line->a, tail),
    mg_source_id(s->src, line->b, head), both, label } };
  const struct {
    const char *from, **to;
  } text[] = { { label, &line->label },
               { one_text(at, "taillabel", e, buf[0]), &line->at_a.text },
               { one_text(at, "headlabel", e, buf[1]), &line->at_b.text },
               { one_text(at, "tailport", e, buf[2]), &line->at_a.port },
               { one_text(at, "headport", e, buf[3]), &line->at_b.port } };

  snprintf(both, sizeof both, "%s%s%s", names.of[2],
           mg_source_edge_directed(s->src, e) ? "->" : "--", names.of[3]);
  for (int k = 0; k < 5; k++)
    if (text[k].from != NULL) {
      *text[k].to = mg_file_style_text(s->pool, text[k].from, &names, MG_TEXT_PLAIN);
      PASS(mg_allocated(*text[k].to, err));
    }
  return MGNN_OK;
}

mgnn_status
mg_file_style_edge(const mg_file_style *s, size_t e, mg_line_look *line,
                   mgnn_error *err)
{
  char buf[MG_NUMBER_MAX + 1];
  const mg_attributes *at = &s->src->edge;
  const char *style = text_of(at, edge_style, e, buf), *text;

  line->dash = dash_of(style);
  line->width *= (float)(fmin(number_of(at, edge_width, e, 1), 20)
                         * (has_word(style, "bold") ? 2 : 1));
  if (has_word(style, "invis") || has_word(style, "invisible"))
    line->width = 0;
  if (s->colours) {
    char colour[MG_NUMBER_MAX + 1];
    int none;

    read_colour(s, one_text(at, "fontcolor", e, colour), 0, &line->ink, &none);
    read_colour(s, text_of(at, edge_colour, e, colour), 1, &line->colour, &none);
    if (none)
      line->width = 0;
    PASS(read_list(s, text_of(at, edge_colour, e, colour), line, err));
  }
  read_direction(s, e, line);
  text = one_text(at, "label", e, buf);
  if (text == NULL)
    text = one_text(at, "xlabel", e, buf);
  if (!mg_source_is(s->src, "dot"))
    return MGNN_OK;
  return read_edge_texts(s, e, text, line, err);
}

/* ---- clusters ---- */

size_t
mg_file_style_clusters(const mg_source *src)
{
  const mg_column *name = mg_attribute_find(&src->cluster, MG_CLUSTER_NAME);
  size_t count = 0;

  while (name != NULL && mg_column_has(name, count))
    count++;
  return count;
}

static mgnn_status
read_cluster(const mg_file_style *s, size_t k, mg_group_look *out, mgnn_error *err)
{
  static words fill = { "fillcolor", "color", "bgcolor", NULL };
  static words back = { "bgcolor", NULL, NULL, NULL };
  static words line = { "pencolor", "color", NULL, NULL };
  const mg_attributes *at = &s->src->cluster;
  char buf[MG_NUMBER_MAX + 1], style[MG_NUMBER_MAX + 1];
  const char *has = one_text(at, "style", k, style), *text = one_text(at, "label", k, buf);
  const mg_style_names names = { { NULL, one_text(at, MG_CLUSTER_NAME, k, style) } };
  int none, filled = has_word(has, "filled");

  *out = (mg_group_look){ .up = (int)number_of(at, (words){ MG_CLUSTER_IN }, k, 0) - 1, .dash = dash_of(has),
                          .pen = (float)fmin(number_of(at, node_pen, k, 1), 20),
                          .rounded = (unsigned char)has_word(has, "rounded"),
                          .outline = mg_colour_rgb(0x808080) };
  if (text != NULL) {
    out->text = mg_file_style_text(s->pool, text, &names, MG_TEXT_PLAIN);
    PASS(mg_allocated(out->text, err));
  }
  if (has_word(has, "invis"))
    out->pen = 0;
  if (!s->colours)
    return MGNN_OK;
  read_colour(s, one_text(at, "fontcolor", k, buf), 0, &out->ink, &none);
  read_colour(s, text_of(at, line, k, buf), 0, &out->outline, &none);
  out->pen *= !none;
  if (filled)
    out->fill = mg_colour_rgb(0xd3d3d3);
  read_colour(s, text_of(at, filled ? fill : back, k, buf), 0, &out->fill, &none);
  return MGNN_OK;
}

mgnn_status
mg_file_style_groups(const mg_file_style *s, mg_group_look *out, int **of,
                     mgnn_error *err)
{
  const mg_column *mine = mg_attribute_find(&s->src->node, "cluster");
  const mg_column *name = mg_attribute_find(&s->src->cluster, MG_CLUSTER_NAME);
  size_t count = mg_file_style_clusters(s->src);
  mg_names names = { 0 };
  mgnn_status status = MGNN_OK;
  char buf[MG_NUMBER_MAX + 1];
  uint32_t k;

  TRY(mg_allocated(*of = mg_alloc(s->src->n, sizeof **of), err));
  for (size_t c = 0; c < count; c++) {
    const char *text = mg_column_text(name, c, buf);

    TRY(mg_names_add(&names, text, strlen(text), &k, err));
    TRY(read_cluster(s, c, &out[c], err));
  }
  for (size_t i = 0; i < s->src->n; i++) {
    const char *text = mine != NULL ? mg_column_text(mine, i, buf) : NULL;

    k = text != NULL ? mg_names_find(&names, text, strlen(text)) : MG_NAMES_NONE;
    (*of)[i] = k != MG_NAMES_NONE ? (int)k : -1;
  }
end:
  mg_names_free(&names);
  return status;
}
